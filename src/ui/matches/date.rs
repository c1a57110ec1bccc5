//! Dates in game records.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date (UTC) in SGF notation, such as `2026-11-23`; `None` before 1970.
pub(super) fn today() -> Option<String> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let (year, month, day) = date(since.as_secs() / 86_400);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// Gregorian year, month and day of a number of days since 1970-01-01.
fn date(days: u64) -> (u64, u64, u64) {
    // Years start in March here, so that the leap day is the last one, and 400 years have a fixed
    // length.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Month lengths from March on repeat every five months: 31, 30, 31, 30, 31.
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (400 * era + year + carry, month, day_of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other_as_in_the_calendar() {
        let is_leap = |year: u64| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        let length = |year, month| match month {
            2 => 28 + u64::from(is_leap(year)),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let mut expected = (1970, 1, 1);
        for days in 0..200_000 {
            assert_eq!(date(days), expected, "{days}");
            let (year, month, day) = expected;
            expected = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                _ if day == length(year, month) => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
        assert_eq!(date(20_780), (2026, 11, 23));
    }
}
