//! Proof and disproof numbers (Allis 1994), their logarithms, and their scaling.
//!
//! A state has two numbers: estimates of the work left to show that the attacker succeeds, and that
//! the defender does.

use crate::life::procedure::Side;

/// The number of a side that cannot succeed.
pub(super) const INFINITE: u32 = 1 << 30;

/// The numbers of a decided state.
pub(super) fn decided(winner: Side) -> [u32; 2] {
    match winner {
        Side::Attacker => [0, INFINITE],
        Side::Defender => [INFINITE, 0],
    }
}

/// 256 times the logarithm to base 2, linear between powers of 2.
pub(super) fn log(value: u32) -> i32 {
    let whole = value.ilog2();
    let part = (value << 8 >> whole) & 0xff;
    (whole << 8 | part) as i32
}

/// The inverse of [`log`].
pub(super) fn power(log: i32) -> u32 {
    let part = 0x100 | log as u32 & 0xff;
    part << (log >> 8) >> 8
}

/// A factor that makes a move look harder, and its inverse, both in units of 1 / [`Factor::ONE`].
#[derive(Clone, Copy)]
pub(super) struct Factor {
    factor: u32,
    inverse: u32,
}

impl Factor {
    const ONE: u32 = 1 << 16;

    /// The factor with a [logarithm](log).
    pub(super) fn from_log(log: i32) -> Factor {
        // Rounded to sixteenths.
        let sixteenths = power((4 << 8) + log);
        Factor {
            factor: sixteenths * (Factor::ONE / 16),
            inverse: Factor::ONE * 16 / sixteenths,
        }
    }

    /// Multiplies a number by the factor.
    #[inline(always)]
    pub(super) fn times(self, number: u32) -> u32 {
        scaled(number, self.factor)
    }

    /// Divides a number by the factor.
    #[inline(always)]
    pub(super) fn divide(self, number: u32) -> u32 {
        scaled(number, self.inverse)
    }

    /// Returns the threshold of a number whose product with the factor has this threshold.
    pub(super) fn threshold_to_multiply(self, threshold: u32) -> u32 {
        threshold_before(threshold, self.factor)
    }

    /// Returns the threshold of a number whose quotient by the factor has this threshold.
    pub(super) fn threshold_to_divide(self, threshold: u32) -> u32 {
        threshold_before(threshold, self.inverse)
    }
}

/// Scales a number by a fraction. Decided numbers stay decided, and undecided ones undecided.
#[inline(always)]
fn scaled(number: u32, fraction: u32) -> u32 {
    if number == 0 || number >= INFINITE {
        return number;
    }
    let part = (u64::from(number) * u64::from(fraction)) >> 16;
    part.clamp(1, u64::from(INFINITE - 1)) as u32
}

/// Returns the least number whose fraction reaches a threshold.
fn threshold_before(threshold: u32, fraction: u32) -> u32 {
    if threshold >= INFINITE {
        return threshold;
    }
    let least = (u64::from(threshold) << 16).div_ceil(u64::from(fraction));
    least.min(u64::from(INFINITE - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers() {
        assert_eq!(log(1), 0);
        assert_eq!(log(24), 4 * 256 + 128);
        for value in (1..=256).chain([1 << 14, (1 << 14) + 1]) {
            let again = power(log(value));
            assert!(
                again <= value && value - again <= value >> 8,
                "{value} {again}"
            );
        }
    }

    #[test]
    fn numbers_below_a_threshold_come_from_numbers_below_its_threshold() {
        for log in [0, 24, 100, 256, 700, 1_152] {
            let factor = Factor::from_log(log);
            for threshold in (2..60).chain([INFINITE - 1, INFINITE]) {
                let most = factor.threshold_to_multiply(threshold);
                let least = factor.threshold_to_divide(threshold);
                assert!(factor.times(most - 1) < threshold, "{log} {threshold}");
                assert!(factor.divide(least - 1) < threshold, "{log} {threshold}");
                let reach = [factor.times(most), factor.divide(least)];
                let is_reached = reach.iter().all(|&number| number >= threshold);
                assert!(threshold >= INFINITE - 1 || is_reached);
                let is_infinite = [most, least].contains(&INFINITE);
                assert_eq!(is_infinite, threshold == INFINITE);
            }
            for number in [0, INFINITE] {
                assert_eq!(
                    [factor.times(number), factor.divide(number)],
                    [number, number]
                );
            }
        }
    }
}
