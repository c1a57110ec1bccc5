//! The result stated in a record.

use crate::go::color::Color;

/// The result stated in a record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recorded {
    /// The game was counted: Black's lead in points.
    Margin(f64),
    /// A win by resignation, on time or by forfeit, or a win without details.
    Win(Color),
    /// The game has no result (無勝負).
    NoResult,
    /// No result, or an unreadable one.
    Nothing,
}

impl Recorded {
    /// Reads a result such as `B+3.5`, `W+R`, `0` or `Void`, or in words, in Chinese, Japanese or
    /// Korean.
    ///
    /// A Chinese stone (子) is 2 points.
    ///
    /// ```
    /// use wakari::color::Color::White;
    /// use wakari::game::scoring::Recorded;
    /// assert_eq!(Recorded::read("b+3.50 points"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("W+12"), Recorded::Margin(-12.0));
    /// assert_eq!(Recorded::read("B+0,5"), Recorded::Margin(0.5));
    /// assert_eq!(Recorded::read("B+3 1/2"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("B+3.5, counted"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("黑胜1又3/4子"), Recorded::Margin(3.5));
    /// assert_eq!(Recorded::read("白三目半勝"), Recorded::Margin(-3.5));
    /// assert_eq!(Recorded::read("Draw"), Recorded::Margin(0.0));
    /// assert_eq!(Recorded::read("W+Resign"), Recorded::Win(White));
    /// assert_eq!(Recorded::read("白中盤勝"), Recorded::Win(White));
    /// assert_eq!(Recorded::read("Void"), Recorded::NoResult);
    /// assert_eq!(Recorded::read("?"), Recorded::Nothing);
    /// ```
    pub fn read(text: &str) -> Recorded {
        let text = text.trim().chars().map(narrow).collect::<String>();
        let text = text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_draw = text.starts_with("draw") || text.starts_with("jigo");
        if is_draw || ["0", "tie"].contains(&&*text) || has(&DRAWS) {
            return Recorded::Margin(0.0);
        }
        if ["void", "no result"].contains(&&*text) || has(&NO_RESULTS) {
            return Recorded::NoResult;
        }
        let Some((winner, by)) = signed(&text).or_else(|| worded(&text)) else {
            return Recorded::Nothing;
        };
        match margin(by) {
            Some(points) => Recorded::Margin(points * f64::from(winner.sign())),
            None => Recorded::Win(winner),
        }
    }
}

const DRAWS: [&str; 9] = [
    "持碁",
    "ジゴ",
    "和棋",
    "和局",
    "平局",
    "打平",
    "無勝敗",
    "무승부",
    "빅",
];
const NO_RESULTS: [&str; 6] = ["無勝負", "无胜负", "無效", "无效", "무효", "no-result"];
const BLACK: [&str; 4] = ["black", "黑", "黒", "흑"];
const WHITE: [&str; 3] = ["white", "白", "백"];
/// Words after the winner.
const WINS: [&str; 7] = ["win", "won", "勝", "胜", "승", "beat", "赢"];
/// Words after the loser.
const LOSES: [&str; 12] = [
    "los", "resign", "forfeit", "負", "负", "投了", "投子", "認輸", "认输", "输", "패", "기권",
];
/// Words after the loser, or before the word that tells of the winner.
const TIME: [&str; 5] = ["超时", "超時", "時間切", "time", "시간"];

/// Returns a character of full width as in ASCII.
fn narrow(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// Reads the winner before a `+`, and returns what follows.
fn signed(text: &str) -> Option<(Color, &str)> {
    let (side, by) = text.split_once('+')?;
    let side = side.trim();
    let is = |names: &[&str]| names.contains(&side);
    let winner = match side.parse::<Color>() {
        Ok(winner) => winner,
        Err(_) if is(&BLACK) => Color::Black,
        Err(_) if is(&WHITE) => Color::White,
        Err(_) => return None,
    };
    Some((winner, by.trim()))
}

/// Reads a sentence on the side it names first, and returns the rest.
fn worded(text: &str) -> Option<(Color, &str)> {
    let first = |names: &[&str]| {
        let found = names
            .iter()
            .filter_map(|name| Some((text.find(name)?, name.len())));
        found.min()
    };
    let (color, (at, length)) = match (first(&BLACK), first(&WHITE)) {
        (Some(black), Some(white)) if black < white => (Color::Black, black),
        (_, Some(white)) => (Color::White, white),
        (Some(black), None) => (Color::Black, black),
        (None, None) => return None,
    };
    let rest = &text[at + length..];
    let has = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    let before = |words: &[&str]| words.iter().filter_map(|word| rest.find(word)).min();
    // Of a winner and a loser, the verb next to the first side is about it: 黑胜，白超时.
    let wins = before(&WINS);
    let loses = before(&LOSES);
    let winner = match (wins, loses) {
        // `white wins by resignation`, `black loses, white wins`
        (Some(wins), Some(loses)) if loses < wins => !color,
        (Some(_), _) => color,
        (None, Some(_)) => !color,
        (None, None) if has(&TIME) => !color,
        (None, None) if has(&["中押", "中盘", "中盤", "불계", "by "]) => color,
        (None, None) => margin(rest).map(|_| color)?,
    };
    Some((winner, rest))
}

/// Reads the margin in a text; `None` if it has none.
///
/// A number with a unit is preferred: names may have numerals, too.
fn margin(text: &str) -> Option<f64> {
    let text = text
        .replace('½', " 1/2")
        .replace('¼', " 1/4")
        .replace('¾', " 3/4");
    let starts = |c: char| c.is_ascii_digit() || numeral(c).is_some() || matches!(c, '半' | '반');
    let mut places = text.match_indices(starts).map(|(at, _)| at);
    let with_unit = places.clone().take(20).find_map(|at| {
        let (points, has_unit) = points(&text[at..])?;
        has_unit.then_some(points)
    });
    with_unit.or_else(|| {
        let at = places.next()?;
        // In a sentence of Latin letters, only its begin is a number: `r 3 byoyomi left`.
        let before = &text[..at];
        let is_sentence = before.contains(|c: char| c.is_ascii_alphabetic());
        let is_number = text[at..].starts_with(|c: char| c.is_ascii_digit());
        let (points, _) = points(&text[at..])?;
        (is_number && (!is_sentence || before.ends_with("by "))).then_some(points)
    })
}

/// Reads points at the start of a text; true if they have a unit.
///
/// They may have a decimal point or comma, a fraction, a half (半, 반), Chinese numerals, and the
/// Chinese unit of 2 points (子).
fn points(text: &str) -> Option<(f64, bool)> {
    const UNITS: [char; 3] = ['目', '子', '집'];
    let (mut sum, mut rest) = part(text)?;
    let mut has_unit = text.starts_with(['半', '반']);
    let mut scale = 1.0;
    // The fraction comes before the unit or after it: 1又3/4子, 3目半.
    for _ in 0..2 {
        if let Some((value, after)) = fraction(rest) {
            sum += value;
            rest = after;
        }
        let at_unit = rest.trim_start();
        if let Some(after) = at_unit.strip_prefix(UNITS) {
            scale = if at_unit.starts_with('子') { 2.0 } else { 1.0 };
            has_unit = true;
            rest = after;
        }
    }
    Some((scale * sum, has_unit))
}

/// Reads a fraction below 1 at the start of a text, perhaps after 又, and returns what follows.
fn fraction(text: &str) -> Option<(f64, &str)> {
    let found = part(text.trim_start().trim_start_matches('又'));
    found.filter(|(value, _)| *value < 1.0)
}

/// Reads one number or fraction at the start of a text, and returns what follows.
fn part(text: &str) -> Option<(f64, &str)> {
    let text = text.trim_start();
    if let Some(rest) = text.strip_prefix(['半', '반']) {
        return Some((0.5, rest));
    }
    let (number, rest) = number(text)?;
    if let Some((below, after)) = rest.trim_start().strip_prefix('/').and_then(number_at) {
        return (below > 0.0).then_some((number / below, after));
    }
    // 四分之三
    if let Some((above, after)) = rest.strip_prefix("分之").and_then(number_at) {
        return (number > 0.0).then_some((above / number, after));
    }
    Some((number, rest))
}

/// Reads a number after blanks.
fn number_at(text: &str) -> Option<(f64, &str)> {
    number(text.trim_start())
}

/// Reads a decimal number or Chinese numerals below 1000.
fn number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    if !digits.is_empty() {
        // A comma or point may also belong to the sentence.
        let number = digits.trim_end_matches([',', '.']).replace(',', ".");
        return Some((number.parse().ok()?, rest));
    }
    let end = text.find(|c: char| numeral(c).is_none());
    let (numerals, rest) = text.split_at(end.unwrap_or(text.len()));
    if numerals.is_empty() || numerals.chars().count() > 6 {
        return None;
    }
    let (mut sum, mut digit) = (0, None);
    for value in numerals.chars().filter_map(numeral) {
        match value {
            10 | 100 => {
                sum += digit.take().unwrap_or(1) * value;
            }
            value => digit = Some(value),
        }
    }
    Some((f64::from(sum + digit.unwrap_or(0)), rest))
}

/// Returns the value of a Chinese numeral.
fn numeral(c: char) -> Option<u32> {
    const DIGITS: &str = "〇一二三四五六七八九十";
    match c {
        '零' => Some(0),
        '两' | '兩' => Some(2),
        '百' => Some(100),
        _ => DIGITS
            .chars()
            .position(|digit| digit == c)
            .map(|at| at as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: Recorded, texts: &[&str]) {
        for text in texts {
            assert_eq!(Recorded::read(text), expected, "{text}");
        }
    }

    #[test]
    fn results_are_read_in_several_languages() {
        let margin = Recorded::Margin;
        check(
            margin(3.5),
            &[
                "B+3.5",
                "b+3,5",
                "B+3½",
                "黑胜3.5目",
                "黒3目半勝",
                "黒番3目半勝ち",
                "黒三目半勝",
                "黑胜1又3/4子",
                "黑胜 1¾子",
                "黑胜一又四分之三子",
                "黑1子3/4胜",
                "黑胜1.75子",
                "흑 3집반승",
                "흑 3.5집 승",
                "黑+3.5",
                "黑＋３．５",
                "Black wins by 3.5 points",
                "black by 3.5",
                "Black +3.5",
            ],
        );
        check(
            margin(-0.5),
            &[
                "白胜半目",
                "白半目勝",
                "白胜1/4子",
                "白四分之一子胜",
                "백 반집승",
                "W+0.5",
                "白半目勝ち",
            ],
        );
        check(
            margin(-12.0),
            &["白十二目勝", "白胜12目", "白6子胜", "白胜六子"],
        );
        check(
            margin(2.5),
            &["黒番・一力遼二冠の2目半勝ち", "2020年 黒2目半勝"],
        );
        check(
            margin(1.5),
            &["黑胜3/4子", "黑胜四分之三子", "黒一目半勝", "白负1.5目"],
        );
        check(
            margin(0.0),
            &["持碁", "和棋", "ジゴ", "Draw", "0", "Jigo", "무승부"],
        );
        check(
            Recorded::Win(Color::White),
            &[
                "白中盤勝",
                "白中盘胜",
                "白番中押し勝ち",
                "黑中盘负",
                "黒投了",
                "黑认输",
                "黑超时负",
                "黑超时",
                "白勝",
                "백 불계승",
                "흑 기권",
                "White wins by resignation",
                "Black resigns",
                "W+中盤",
                "W+R",
                "W+Time",
                "白時間切れ勝ち",
                "白胜，黑超时",
            ],
        );
        check(
            Recorded::NoResult,
            &["無勝負", "无胜负", "Void", "no result"],
        );
        check(
            Recorded::Nothing,
            &["?", "", "Unknown", "unfinished", "後日掲載", "3.5"],
        );
    }
}
