//! Time controls, the clocks of a game, and the time budget of a move.
//!
//! Not every controller sends the time left, so the clock keeps its own account and corrects it by
//! the numbers that a controller sends. A move gets a target time and a deadline. The deadline
//! leaves a margin for the lag, the time on the clock that is not spent thinking. The lag is
//! learned from the numbers that the controller sends between moves. No game is lost on time as
//! long as moves end by their deadlines and the margin covers the lag.

use super::limits::SearchLimits;
use crate::go::color::{Color, PerColor};
use crate::go::point::Size;
use std::time::Duration;

/// The least assumed overrun of a deadline, in seconds.
const MIN_OVERRUN: f64 = 0.002;
/// Lag below this is timer noise, in seconds.
const LEAST_LAG: f64 = 0.005;
/// A difference above this is no lag, in seconds: the machine slept or the clock was set by hand.
const MOST_LAG: f64 = 10.0;

/// A time control; all times are in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeControl {
    /// No limit.
    #[default]
    None,
    /// Sudden death.
    Absolute {
        /// The time for all moves.
        main: f64,
    },
    /// Japanese overtime (byo-yomi): a number of periods after the main time.
    ///
    /// A move that exceeds a period uses it up.
    Byoyomi {
        /// The time before the first period.
        main: f64,
        /// The time of a period.
        period: f64,
        /// The number of periods.
        periods: u32,
    },
    /// Canadian overtime: after the main time, an allotment for a block of moves, renewed after
    /// each block.
    Canadian {
        /// The time before overtime.
        main: f64,
        /// The time for a block of moves.
        overtime: f64,
        /// The number of moves in a block.
        stones: u32,
    },
    /// Fischer: an increment after each move.
    Fischer {
        /// The time at the start.
        main: f64,
        /// The time added after each move.
        increment: f64,
        /// The maximum that the clock can hold.
        most: Option<f64>,
        /// The maximum that a move may take.
        most_per_move: Option<f64>,
    },
}

/// The time left on a clock: seconds, and the stones or periods left, 0 in main time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ClockState {
    seconds: f64,
    count: u32,
}

/// The clocks of both players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    control: TimeControl,
    /// The time left of each player; `None` without a limit.
    shown: PerColor<Option<ClockState>>,
    /// Moves made since the controller last sent the time.
    unseen: PerColor<u32>,
    /// The recent overrun of deadlines in seconds: a decaying maximum.
    overrun: f64,
    lag: Lag,
}

/// The time that a move takes on the clock besides thinking, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Lag {
    /// The lag that the user has given.
    told: Option<f64>,
    /// A recent mean of the lag seen on the clock.
    ///
    /// If the clock shows whole seconds, the rounding errors of successive moves cancel.
    mean: f64,
    /// The recent maximum, decaying. It is learned only from clocks that show fractions of seconds.
    most: f64,
}

impl Lag {
    /// Learns the lag of a move: the time on the controller's clock beyond that of the account.
    fn learn(&mut self, late: f64, is_exact: bool) {
        if late.abs() > MOST_LAG {
            return;
        }
        self.mean += (late - self.mean) / 4.0;
        if is_exact {
            self.most = late.max(0.9 * self.most);
        }
    }

    /// Returns the lag expected of a move, as learned from the clock.
    fn expected(self) -> f64 {
        let shown = self.mean.max(self.most);
        // Smaller values come from rounding.
        if shown > LEAST_LAG { shown } else { 0.0 }
    }

    /// Returns the seconds that can be used for thinking out of those left.
    fn usable(self, seconds: f64) -> f64 {
        let usual = (0.1 + seconds / 20.0).min(1.0);
        let margin = self.told.unwrap_or(usual).max(self.expected());
        let least = if margin > usual {
            seconds / 20.0
        } else {
            seconds / 4.0
        };
        (seconds - margin).max(least)
    }
}

impl Clock {
    /// Creates the clocks at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        let control = match control {
            // Without periods, or with periods of length 0, only the main time is left.
            TimeControl::Byoyomi {
                main,
                period,
                periods,
            } if period <= 0.0 || periods == 0 => TimeControl::Absolute { main },
            TimeControl::Canadian {
                main,
                overtime,
                stones,
            } if overtime <= 0.0 || stones == 0 => TimeControl::Absolute { main },
            control => control,
        };
        let shown = ClockState::initial(control);
        Clock {
            control,
            shown: PerColor::new(shown, shown),
            ..Clock::default()
        }
    }

    /// Creates clocks without a time control. They keep the given lag when one is set.
    #[must_use]
    pub fn with_lag(lag: Option<Duration>) -> Clock {
        Clock {
            lag: Lag {
                told: lag.map(|lag| lag.as_secs_f64()),
                ..Lag::default()
            },
            ..Clock::default()
        }
    }

    /// Changes the time control and resets both clocks. The overrun and the lag learned are kept.
    pub fn set(&mut self, control: TimeControl) {
        *self = Clock {
            overrun: self.overrun,
            lag: self.lag,
            ..Clock::new(control)
        };
    }

    /// Resets both clocks to the start of a game.
    pub fn restart(&mut self) {
        self.set(self.control);
    }

    /// Sets a clock to the time left as sent by the controller, and learns the lag from it.
    ///
    /// `count` is the number of stones or periods left, 0 in main time.
    pub fn show(&mut self, color: Color, seconds: f64, count: u32) {
        let moves = std::mem::take(&mut self.unseen[color]);
        if let Some(known) = self.shown[color]
            && moves > 0
            && known.count == count
            && known.seconds > 0.0
        {
            let late = (known.seconds - seconds) / f64::from(moves);
            self.lag.learn(late, seconds.fract() != 0.0);
        }
        self.shown[color] = Some(ClockState {
            seconds: seconds.max(0.0),
            count,
        });
    }

    /// Subtracts the time of a move from a clock, and records by how much it exceeded its deadline.
    pub fn spend(&mut self, color: Color, seconds: f64, deadline: Option<Duration>) {
        let late = deadline.map_or(0.0, |deadline| seconds - deadline.as_secs_f64());
        if late <= MOST_LAG {
            self.overrun = late.max(0.6 * self.overrun);
        }
        self.unseen[color] += 1;
        if let Some(shown) = &mut self.shown[color] {
            shown.spend(self.control, seconds.max(0.0));
        }
    }

    /// Returns the limits for the next move; `None` without a clock.
    ///
    /// `moves` is the expected number of moves that the player has left.
    #[must_use]
    pub fn limits(&self, color: Color, moves: f64) -> Option<SearchLimits> {
        let shown = self.shown[color]?;
        let moves = moves.max(1.0);
        let beyond = self.overrun.max(MIN_OVERRUN) + self.lag.expected();
        let shown = shown.minus(beyond, self.control, moves);
        let (aim, limit) = shown.allot(self.control, moves, self.lag);
        // At least 1 ms, at most 11 days.
        let duration = |seconds: f64| Duration::from_secs_f64(seconds.clamp(0.001, 1e6));
        Some(SearchLimits {
            playouts: None,
            time: Some(duration(aim.min(limit))),
            deadline: Some(duration(limit)),
        })
    }
}

/// Returns the number of moves that a player is expected to have left.
///
/// `made` counts the moves of both. A game takes about 3 moves for 4 points. The estimate has a
/// lower bound, since games may last longer.
#[must_use]
pub fn moves_to_make(size: Size, made: usize) -> f64 {
    let area = size.area() as f64;
    let rest = 0.75 * area - made as f64;
    (rest / 2.0).max(6.0 + area / 12.0)
}

impl ClockState {
    fn initial(control: TimeControl) -> Option<ClockState> {
        let shown = match control {
            TimeControl::None => return None,
            TimeControl::Byoyomi {
                main: 0.0,
                period,
                periods,
            } => ClockState {
                seconds: period,
                count: periods,
            },
            TimeControl::Canadian {
                main: 0.0,
                overtime,
                stones,
            } => ClockState {
                seconds: overtime,
                count: stones,
            },
            TimeControl::Absolute { main }
            | TimeControl::Byoyomi { main, .. }
            | TimeControl::Canadian { main, .. }
            | TimeControl::Fischer { main, .. } => ClockState {
                seconds: main,
                count: 0,
            },
        };
        Some(shown)
    }

    fn spend(&mut self, control: TimeControl, seconds: f64) {
        self.seconds -= seconds;
        match control {
            TimeControl::None | TimeControl::Absolute { .. } => {}
            TimeControl::Byoyomi {
                period, periods, ..
            } => {
                if self.count == 0 && self.seconds < 0.0 {
                    *self = ClockState {
                        seconds: self.seconds + period,
                        count: periods,
                    };
                }
                if self.count > 0 {
                    // Each period exceeded is used up, except the last.
                    let lost = (-self.seconds / period).ceil().max(0.0) as u32;
                    *self = ClockState {
                        seconds: period,
                        count: self.count.saturating_sub(lost).max(1),
                    };
                }
            }
            TimeControl::Canadian {
                overtime, stones, ..
            } => {
                if self.count == 0 && self.seconds < 0.0 {
                    *self = ClockState {
                        seconds: self.seconds + overtime,
                        count: stones,
                    };
                }
                match self.count {
                    0 => {}
                    1 => {
                        *self = ClockState {
                            seconds: overtime,
                            count: stones,
                        }
                    }
                    _ => self.count -= 1,
                }
            }
            TimeControl::Fischer {
                increment, most, ..
            } => {
                let gained = self.seconds.max(0.0) + increment;
                self.seconds = most.map_or(gained, |most| gained.min(most));
            }
        }
        self.seconds = self.seconds.max(0.0);
    }

    /// Returns the time left after a reserve for overruns of `beyond` seconds per move.
    fn minus(self, beyond: f64, control: TimeControl, moves: f64) -> ClockState {
        let moves = match (control, self.count) {
            // The game may last longer than expected, and no overtime follows.
            (TimeControl::None | TimeControl::Absolute { .. }, 0) => moves + 30.0,
            (TimeControl::Canadian { .. }, stones @ 1..) => f64::from(stones),
            // The increments of the next moves make up for an overrun.
            (TimeControl::Fischer { .. }, 0) => 3.0,
            _ => 1.0,
        };
        let seconds = (self.seconds - beyond * moves).max(0.01 * self.seconds);
        ClockState { seconds, ..self }
    }

    /// Returns the target time and the deadline in seconds.
    fn allot(self, control: TimeControl, moves: f64, lag: Lag) -> (f64, f64) {
        let usable_now = lag.usable(self.seconds);
        match (control, self.count) {
            // Unused period time is lost.
            (TimeControl::Byoyomi { .. }, 1..) => (0.8 * usable_now, usable_now),
            (_, 1) => (0.9 * usable_now, usable_now),
            (_, stones @ 2..) => {
                let each = usable_now / f64::from(stones);
                (each, (3.0 * each).min(0.6 * usable_now))
            }
            (TimeControl::Byoyomi { period, .. }, 0) => self.before_overtime(period, moves, lag),
            (
                TimeControl::Canadian {
                    overtime, stones, ..
                },
                0,
            ) => self.before_overtime(overtime / f64::from(stones), moves, lag),
            (
                TimeControl::Fischer {
                    increment,
                    most,
                    most_per_move,
                    ..
                },
                0,
            ) => {
                // An increment beyond the maximum is lost unless the time is used.
                let wasted = most.map_or(0.0, |most| self.seconds + increment - most);
                let aim = (usable_now / moves + 0.8 * increment).max(0.8 * wasted);
                let limit = (3.0 * aim).min(0.8 * usable_now);
                (
                    aim,
                    most_per_move.map_or(limit, |most| limit.min(lag.usable(most))),
                )
            }
            (TimeControl::None | TimeControl::Absolute { .. }, 0) => {
                let aim = usable_now / moves;
                (aim, (2.5 * aim).min(0.125 * usable_now).max(aim))
            }
        }
    }

    /// Allots time in main time, given the overtime per move that follows.
    ///
    /// Returns target and deadline.
    fn before_overtime(self, each: f64, moves: f64, lag: Lag) -> (f64, f64) {
        let overtime = lag.usable(each);
        let aim = (self.seconds / moves).max(0.8 * overtime);
        (aim, (4.0 * aim).min(self.seconds + overtime))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::color::Color::Black;

    fn budget(clock: &Clock, moves: f64) -> (f64, f64) {
        let budget = clock.limits(Black, moves).unwrap();
        (
            budget.time.unwrap().as_secs_f64(),
            budget.deadline.unwrap().as_secs_f64(),
        )
    }

    /// Plays a game where every move takes its deadline plus `lag`; checks the controller's
    /// clock.
    #[track_caller]
    fn survives(control: TimeControl, moves: usize, side: u8, lag: f64, told: bool) {
        let size = Size::square(side).unwrap();
        let mut clock = Clock::new(control);
        let mut real = Clock::new(control).shown[Black].unwrap();
        for made in 0..moves {
            let (_, limit) = budget(&clock, moves_to_make(size, 2 * made));
            let taken = limit + lag;
            let overtime = match control {
                TimeControl::Byoyomi {
                    period, periods, ..
                } if real.count == 0 => period * f64::from(periods),
                TimeControl::Byoyomi { period, .. } => period * f64::from(real.count - 1),
                TimeControl::Canadian { overtime, .. } if real.count == 0 => overtime,
                _ => 0.0,
            };
            assert!(
                taken < real.seconds + overtime,
                "{control:?}: move {made} took {taken} with {real:?}"
            );
            real.spend(control, taken);
            if told {
                clock.show(Black, real.seconds, real.count);
            } else {
                clock.spend(Black, taken, Some(Duration::from_secs_f64(limit)));
            }
        }
    }

    #[test]
    fn no_game_is_lost_on_time() {
        let fischer = |main, increment| TimeControl::Fischer {
            main,
            increment,
            most: None,
            most_per_move: None,
        };
        for told in [false, true] {
            for side in [9, 19] {
                for main in [10.0, 60.0, 300.0, 1e6] {
                    survives(TimeControl::Absolute { main }, 60, side, 0.002, told);
                }
                survives(TimeControl::Absolute { main: 1.0 }, 60, side, 0.0, told);
                for main in [0.0, 1.0, 60.0] {
                    for period in [1.0, 5.0, 30.0] {
                        survives(
                            TimeControl::Byoyomi {
                                main,
                                period,
                                periods: 1,
                            },
                            300,
                            side,
                            0.05,
                            told,
                        );
                        survives(
                            TimeControl::Byoyomi {
                                main,
                                period,
                                periods: 5,
                            },
                            300,
                            side,
                            0.05,
                            told,
                        );
                        survives(
                            TimeControl::Canadian {
                                main,
                                overtime: period,
                                stones: 1,
                            },
                            300,
                            side,
                            0.05,
                            told,
                        );
                        survives(
                            TimeControl::Canadian {
                                main,
                                overtime: period * 25.0,
                                stones: 25,
                            },
                            300,
                            side,
                            0.01,
                            told,
                        );
                    }
                }
                survives(fischer(10.0, 1.0), 300, side, 0.05, told);
                survives(fischer(120.0, 10.0), 300, side, 0.2, told);
                let (most, most_per_move) = (Some(120.0), Some(30.0));
                survives(
                    TimeControl::Fischer {
                        main: 60.0,
                        increment: 10.0,
                        most,
                        most_per_move,
                    },
                    300,
                    side,
                    0.2,
                    told,
                );
            }
        }
    }

    #[test]
    fn absurd_clocks_give_some_budget() {
        let numbers = [0.0, 1e-9, 0.001, 0.3, 1e9];
        let counts = [0, 1, 2, u32::MAX];
        for main in numbers {
            for time in numbers {
                for count in counts {
                    for control in [
                        TimeControl::Absolute { main },
                        TimeControl::Byoyomi {
                            main,
                            period: time,
                            periods: count,
                        },
                        TimeControl::Canadian {
                            main,
                            overtime: time,
                            stones: count,
                        },
                        TimeControl::Fischer {
                            main,
                            increment: time,
                            most: Some(0.0),
                            most_per_move: Some(main),
                        },
                    ] {
                        let mut clock = Clock::new(control);
                        for (seconds, shown) in
                            [(-1e9, 0), (0.0, 1), (time, count), (1e9, u32::MAX)]
                        {
                            clock.show(Black, seconds, shown);
                            let (aim, limit) =
                                budget(&clock, moves_to_make(Size::square(2).unwrap(), 1_000_000));
                            assert!(
                                0.0 < aim && aim <= limit && limit <= 1e6,
                                "{clock:?}: {aim} {limit}"
                            );
                            clock.spend(Black, main, None);
                            budget(&clock, 0.0);
                        }
                    }
                }
            }
        }
    }

    /// Plays a game where every move takes its deadline plus `lag`; returns the time left.
    ///
    /// The engine sees the lag only on the controller's clock, in whole seconds or exactly.
    #[track_caller]
    fn survives_lag(mut clock: Clock, control: TimeControl, lag: f64, in_seconds: bool) -> f64 {
        let size = Size::square(9).unwrap();
        let mut real = Clock::new(control).shown[Black].unwrap();
        clock.set(control);
        for made in 0..60 {
            let (_, limit) = budget(&clock, moves_to_make(size, 2 * made));
            let taken = limit + lag;
            assert!(
                taken < real.seconds,
                "{control:?}, lag {lag}: move {made} took {taken} with {real:?}"
            );
            clock.spend(Black, limit, Some(Duration::from_secs_f64(limit)));
            real.spend(control, taken);
            let shown = if in_seconds {
                real.seconds.floor()
            } else {
                real.seconds
            };
            clock.show(Black, shown, real.count);
        }
        real.seconds
    }

    #[test]
    fn the_lag_is_learned_from_what_the_clock_shows() {
        let fischer = |main, increment| TimeControl::Fischer {
            main,
            increment,
            most: None,
            most_per_move: None,
        };
        for in_seconds in [false, true] {
            for (control, lag) in [
                (TimeControl::Absolute { main: 30.0 }, 0.2),
                (TimeControl::Absolute { main: 60.0 }, 0.5),
                (TimeControl::Absolute { main: 300.0 }, 2.0),
                (fischer(10.0, 2.0), 0.7),
                (fischer(5.0, 1.0), 0.3),
                (fischer(60.0, 5.0), 3.0),
            ] {
                survives_lag(Clock::default(), control, lag, in_seconds);
            }
        }
        // Without lag, the controller's clock changes nothing.
        let control = TimeControl::Absolute { main: 60.0 };
        let mut clock = Clock::new(control);
        let mut shown = 60.0;
        for _ in 0..20 {
            clock.spend(Black, 1.0, Some(Duration::from_secs(2)));
            shown -= 1.0;
            clock.show(Black, shown, 0);
        }
        assert_eq!(clock.lag.expected(), 0.0);
        // A clock that gains time is accepted and shows no lag.
        clock.spend(Black, 1.0, None);
        clock.show(Black, shown + 5.0, 0);
        assert_eq!(clock.lag.expected(), 0.0);
        // Time that passes between moves says nothing about the lag.
        clock.show(Black, 20.0, 0);
        assert_eq!(clock.lag.expected(), 0.0);
        clock.restart();
        assert_eq!(clock.shown[Black].unwrap().seconds, 60.0);
    }

    #[test]
    fn a_lag_that_is_told_is_left_alone() {
        for lag in [0.5, 1.5, 4.0] {
            let told = Clock::with_lag(Some(Duration::from_secs_f64(lag)));
            for control in [
                TimeControl::Byoyomi {
                    main: 0.0,
                    period: 5.0,
                    periods: 1,
                },
                TimeControl::Canadian {
                    main: 0.0,
                    overtime: 5.0,
                    stones: 1,
                },
            ] {
                survives_lag(told.clone(), control, lag, false);
                let mut clock = told.clone();
                clock.set(control);
                let (aim, limit) = budget(&clock, 30.0);
                assert!(
                    limit > 0.9 * (5.0 - lag) - 0.01 && aim <= limit,
                    "{lag}: {aim} {limit}"
                );
            }
        }
        // Without lag all of the time can be used.
        let mut clock = Clock::with_lag(Some(Duration::ZERO));
        clock.set(TimeControl::Canadian {
            main: 0.0,
            overtime: 5.0,
            stones: 1,
        });
        assert!(budget(&clock, 30.0).1 > 4.99);
    }

    #[test]
    fn a_clock_that_jumps_is_believed_and_teaches_nothing() {
        let controls = [
            TimeControl::Absolute { main: 9000.0 },
            TimeControl::Fischer {
                main: 9000.0,
                increment: 5.0,
                most: None,
                most_per_move: None,
            },
            TimeControl::Byoyomi {
                main: 9000.0,
                period: 30.0,
                periods: 5,
            },
        ];
        for control in controls {
            for (at_first, told) in [(9000.0, 1200.0), (1200.0, 9000.0), (9000.0, 0.5)] {
                let mut clock = Clock::new(control);
                clock.show(Black, at_first, 0);
                let (_, deadline) = budget(&clock, 100.0);
                let deadline = Some(Duration::from_secs_f64(deadline));
                // The machine sleeps for 2 hours. Either its own clock or only the controller's
                // shows it.
                for seconds in [7200.0, 1.0] {
                    let mut clock = clock.clone();
                    clock.spend(Black, seconds, deadline);
                    clock.show(Black, told, 0);
                    let mut fresh = Clock::new(control);
                    fresh.show(Black, told, 0);
                    assert_eq!(budget(&clock, 100.0), budget(&fresh, 100.0), "{control:?}");
                }
            }
        }
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        let mut clock = Clock::new(TimeControl::None);
        assert_eq!(clock.limits(Black, 10.0).map(|_| ()), None);
        clock.spend(Black, 10.0, None);
        clock.show(Black, 5.0, 0);
        assert!(budget(&clock, 10.0).1 < 5.0);
    }

    #[test]
    fn time_is_used_but_not_used_up() {
        // On 9×9, 5 minutes for a game allow seconds per move, and 1 second allows milliseconds.
        let moves = moves_to_make(Size::square(9).unwrap(), 0);
        let (aim, limit) = budget(&Clock::new(TimeControl::Absolute { main: 300.0 }), moves);
        assert!((5.0..20.0).contains(&aim) && limit < 80.0, "{aim} {limit}");
        let (aim, limit) = budget(&Clock::new(TimeControl::Absolute { main: 1.0 }), moves);
        assert!((0.01..0.1).contains(&aim) && limit < 0.3, "{aim} {limit}");
        // 5 seconds for each move.
        let (aim, limit) = budget(
            &Clock::new(TimeControl::Canadian {
                main: 0.0,
                overtime: 5.0,
                stones: 1,
            }),
            moves,
        );
        assert!(aim > 3.0 && limit < 4.9, "{aim} {limit}");
    }

    #[test]
    fn moves_that_take_longer_than_allowed_are_reckoned_with() {
        // Every move exceeds its deadline by 15 ms, which is seen only in the engine's own account.
        survives(TimeControl::Absolute { main: 3.0 }, 60, 9, 0.015, false);
        let mut clock = Clock::new(TimeControl::Absolute { main: 10.0 });
        let before = budget(&clock, 50.0);
        clock.spend(Black, 0.2, Some(Duration::from_millis(100)));
        clock.show(Black, 10.0, 0);
        let after = budget(&clock, 50.0);
        assert!(
            after.0 < 0.6 * before.0 && after.1 < before.1,
            "{before:?} {after:?}"
        );
    }

    #[test]
    fn overtime_follows_main_time() {
        let mut clock = Clock::new(TimeControl::Canadian {
            main: 2.0,
            overtime: 10.0,
            stones: 2,
        });
        clock.spend(Black, 3.0, None);
        assert_eq!(
            clock.shown[Black],
            Some(ClockState {
                seconds: 9.0,
                count: 1
            })
        );
        clock.spend(Black, 3.0, None);
        assert_eq!(
            clock.shown[Black],
            Some(ClockState {
                seconds: 10.0,
                count: 2
            })
        );
        let mut clock = Clock::new(TimeControl::Byoyomi {
            main: 2.0,
            period: 10.0,
            periods: 5,
        });
        clock.spend(Black, 25.0, None);
        assert_eq!(
            clock.shown[Black],
            Some(ClockState {
                seconds: 10.0,
                count: 3
            })
        );
        clock.restart();
        assert_eq!(
            clock.shown[Black],
            Some(ClockState {
                seconds: 2.0,
                count: 0
            })
        );
    }
}
