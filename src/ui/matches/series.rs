//! Handicap systems of the Japanese rules of 1949 (手合割, articles 12 to 18).
//!
//! A system sets colors and stones, and changes them when one side leads. It knows no programs,
//! only a weaker and a stronger player, and these can change places.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::fmt;
use std::str::FromStr;

/// Maximum number of handicap stones (article 18).
const MOST_STONES: u32 = 25;
/// Maximum number of stones in the system of half stones.
const MOST_BY_HALVES: u32 = 9;
/// Maximum number of stones grasped at nigiri.
const MOST_GRASPED: u32 = 20;

/// The difference between two stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// A third of a stone (甲), as among professionals.
    #[default]
    Thirds,
    /// Half a stone (乙).
    Halves,
    /// One stone (丙).
    Wholes,
}

/// The colors and stones of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandicapTerms {
    /// The weaker player has White.
    White,
    /// The weaker player has Black.
    Black,
    /// The weaker player has Black and this many handicap stones.
    Stones(u32),
}

/// A stage of a system: a cycle of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Name in Latin letters, such as `sen-ai-sen`.
    pub name: String,
    /// Japanese name, such as 先相先.
    pub japanese: String,
    cycle: Vec<HandicapTerms>,
}

impl Stage {
    /// Makes a stage with the conventional names of its cycle.
    fn of(cycle: &[HandicapTerms]) -> Stage {
        let (name, japanese) = match cycle {
            [HandicapTerms::Black, HandicapTerms::White] => {
                ("tagai-sen".to_owned(), "互先".to_owned())
            }
            [
                HandicapTerms::Black,
                HandicapTerms::White,
                HandicapTerms::Black,
            ] => ("sen-ai-sen".to_owned(), "先相先".to_owned()),
            [HandicapTerms::Stones(stones)] => (stones.to_string(), format!("{stones}子")),
            cycle => {
                let name: Vec<String> = cycle.iter().map(|terms| terms.latin()).collect();
                let japanese: String = cycle.iter().map(|terms| terms.kanji()).collect();
                // Half-stone stages are written with a hyphen: 2-3子.
                let japanese = match cycle {
                    [HandicapTerms::Stones(a), HandicapTerms::Stones(b)] => format!("{a}-{b}子"),
                    _ => japanese,
                };
                (name.join("-"), japanese)
            }
        };
        Stage {
            name,
            japanese,
            cycle: cycle.to_vec(),
        }
    }

    /// The stages of a system, starting with even games.
    #[must_use]
    pub fn all(steps: Steps) -> Vec<Stage> {
        use HandicapTerms::{Black, Stones, White};
        let even = [vec![Black, White], vec![Black, White, Black], vec![Black]];
        let more: Vec<Vec<HandicapTerms>> = match steps {
            Steps::Thirds => vec![
                vec![Black, Stones(2), Black],
                vec![Stones(2), Black, Stones(2)],
                vec![Stones(2)],
                vec![Stones(2), Stones(3), Stones(2)],
                vec![Stones(3), Stones(2), Stones(3)],
                vec![Stones(3)],
            ],
            Steps::Halves => {
                let from_two = (2..=MOST_BY_HALVES).flat_map(|stones| {
                    let between = vec![Stones(stones - 1), Stones(stones)];
                    [between, vec![Stones(stones)]]
                });
                let mut stages: Vec<Vec<HandicapTerms>> = from_two.collect();
                stages[0] = vec![Black, Stones(2)];
                stages
            }
            Steps::Wholes => (2..=MOST_STONES)
                .map(|stones| vec![Stones(stones)])
                .collect(),
        };
        even.iter()
            .chain(&more)
            .map(|cycle| Stage::of(cycle))
            .collect()
    }
}

impl HandicapTerms {
    fn latin(self) -> String {
        match self {
            HandicapTerms::White => "white".to_owned(),
            HandicapTerms::Black => "sen".to_owned(),
            HandicapTerms::Stones(stones) => stones.to_string(),
        }
    }

    fn kanji(self) -> String {
        match self {
            HandicapTerms::White => "白".to_owned(),
            HandicapTerms::Black => "先".to_owned(),
            HandicapTerms::Stones(stones) => stones.to_string(),
        }
    }
}

/// Shows the Latin and the Japanese name.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.japanese)
    }
}

/// Unknown kind of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not thirds (甲), halves (乙) or wholes (丙)")]
pub struct ParseStepsError;

impl FromStr for Steps {
    type Err = ParseStepsError;

    fn from_str(text: &str) -> Result<Steps, ParseStepsError> {
        match text.to_lowercase().as_str() {
            "thirds" | "ko" | "甲" => Ok(Steps::Thirds),
            "halves" | "otsu" | "乙" => Ok(Steps::Halves),
            "wholes" | "hei" | "丙" => Ok(Steps::Wholes),
            _ => Err(ParseStepsError),
        }
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// The player named first.
    First,
    /// The player named second.
    Second,
}

impl Contestant {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Contestant {
        match self {
            Contestant::First => Contestant::Second,
            Contestant::Second => Contestant::First,
        }
    }
}

/// The next game of a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesGame {
    /// The player with Black.
    pub black: Contestant,
    /// Number of handicap stones, 0 in a game without.
    pub stones: u32,
    /// The stage, the number of the game in it, and how colors were drawn.
    pub told: String,
    /// True for a game of the even stage, where komi can be agreed on (article 19).
    pub is_even: bool,
}

/// A series of games between two players, whose stage changes when one of them leads.
#[derive(Clone, Debug)]
pub struct Series {
    stages: Vec<Stage>,
    at: usize,
    weaker: Contestant,
    /// Games won minus games lost by the weaker player at this stage.
    lead: i32,
    /// Games played at this stage.
    games: usize,
    change_after: i32,
    seed: u64,
}

impl Series {
    /// Starts a series at a stage named in Latin letters or Japanese.
    ///
    /// The player named first is the weaker one. The stage changes after a lead of `change_after`
    /// games. Returns `None` if the system has no such stage.
    #[must_use]
    pub fn new(steps: Steps, stage: &str, change_after: u32, seed: u64) -> Option<Series> {
        let stages = Stage::all(steps);
        let numerals = [
            ("二", "2"),
            ("三", "3"),
            ("四", "4"),
            ("五", "5"),
            ("六", "6"),
            ("七", "7"),
            ("八", "8"),
            ("九", "9"),
        ];
        let plain = numerals
            .iter()
            .fold(stage.to_lowercase(), |text, (kanji, digit)| {
                text.replace(kanji, digit)
            });
        let bare = |text: &str| text.trim_end_matches('子').replace('-', "");
        let is_called = |stage: &Stage| {
            [&stage.name, &stage.japanese]
                .iter()
                .any(|name| bare(name) == bare(&plain))
        };
        let at = stages.iter().position(is_called)?;
        Some(Series {
            stages,
            at,
            weaker: Contestant::First,
            lead: 0,
            games: 0,
            change_after: i32::try_from(change_after.max(1)).ok()?,
            seed,
        })
    }

    /// The current stage.
    #[must_use]
    pub fn stage(&self) -> &Stage {
        &self.stages[self.at]
    }

    /// The terms of the next game.
    #[must_use]
    pub fn next(&self) -> SeriesGame {
        let stage = self.stage();
        let terms = stage.cycle[self.games % stage.cycle.len()];
        let is_even = self.at == 0;
        let drawn = is_even.then(|| self.nigiri());
        // The player who draws Black has it in the first game; then colors alternate.
        let weaker_begins = drawn
            .as_ref()
            .is_none_or(|(weaker_begins, _)| *weaker_begins);
        let has_black = (terms != HandicapTerms::White) == weaker_begins;
        let black = if has_black {
            self.weaker
        } else {
            self.weaker.other()
        };
        let stones = match terms {
            HandicapTerms::Stones(stones) => stones,
            HandicapTerms::White | HandicapTerms::Black => 0,
        };
        let mut told = format!("{stage}, game {}", self.games + 1);
        if let Some((_, how)) = drawn.filter(|_| self.games == 0) {
            told = format!("{told}; {how}");
        }
        SeriesGame {
            black,
            stones,
            told,
            is_even,
        }
    }

    /// Draws colors by nigiri (握り): one player grasps stones, the other guesses odd or even.
    ///
    /// A right guess gets Black. Returns true if the nominally weaker player has Black, and a
    /// description.
    fn nigiri(&self) -> (bool, String) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let stones = random.random_range(1..=MOST_GRASPED);
        let says_odd: bool = random.random();
        let is_right = says_odd == (stones % 2 == 1);
        let said = if says_odd { "odd" } else { "even" };
        let black = if is_right {
            "the guesser"
        } else {
            "the other one"
        };
        let how = format!("nigiri 握り: {stones} stones, guessed {said}: {black} has Black");
        (is_right, how)
    }

    /// Counts a game. A lead of `change_after` games changes the stage by one and resets the count.
    pub fn count(&mut self, winner: Option<Contestant>) {
        self.games += 1;
        self.lead += match winner {
            Some(winner) if winner == self.weaker => 1,
            Some(_) => -1,
            None => 0,
        };
        if self.lead.abs() < self.change_after {
            return;
        }
        let weaker_leads = self.lead > 0;
        match (weaker_leads, self.at) {
            // The leader of an even match becomes the stronger player.
            (true, 0) => {
                self.weaker = self.weaker.other();
                self.at = 1;
            }
            (true, _) => self.at -= 1,
            (false, _) => self.at = (self.at + 1).min(self.stages.len() - 1),
        }
        self.lead = 0;
        self.games = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(steps: Steps, stage: &str) -> Series {
        Series::new(steps, stage, 4, 1).unwrap_or_else(|| panic!("{stage}"))
    }

    /// Colors and stones of the next games without winners; `a` is the player named first.
    fn games(series: &mut Series, count: usize) -> String {
        let mut told = Vec::new();
        for _ in 0..count {
            let game = series.next();
            let player = if game.black == Contestant::First {
                "a"
            } else {
                "b"
            };
            told.push(format!("{player}{}", game.stones));
            series.count(None);
        }
        told.join(" ")
    }

    #[test]
    fn stages_are_those_of_articles_14_to_18() {
        for (steps, stage, expected) in [
            (Steps::Thirds, "sen-ai-sen", "a0 b0 a0 a0 b0 a0"),
            (Steps::Thirds, "先相先", "a0 b0 a0 a0 b0 a0"),
            (Steps::Thirds, "sen", "a0 a0 a0 a0"),
            (Steps::Thirds, "先", "a0 a0"),
            (Steps::Thirds, "先2先", "a0 a2 a0 a0"),
            (Steps::Thirds, "先二先", "a0 a2 a0 a0"),
            (Steps::Thirds, "2先2", "a2 a0 a2 a2"),
            (Steps::Thirds, "2-sen-2", "a2 a0 a2 a2"),
            (Steps::Thirds, "2子", "a2 a2"),
            (Steps::Thirds, "232", "a2 a3 a2 a2"),
            (Steps::Thirds, "3-2-3", "a3 a2 a3 a3"),
            (Steps::Halves, "先2", "a0 a2 a0 a2"),
            (Steps::Halves, "2-3子", "a2 a3 a2 a3"),
            (Steps::Halves, "8-9", "a8 a9 a8"),
            (Steps::Wholes, "2", "a2 a2"),
            (Steps::Wholes, "25子", "a25 a25"),
        ] {
            let mut series = series(steps, stage);
            let count = expected.split(' ').count();
            assert_eq!(games(&mut series, count), expected, "{stage}");
        }
        for (steps, stage) in [
            (Steps::Thirds, "2-3"),
            (Steps::Thirds, "4"),
            (Steps::Halves, "232"),
            (Steps::Wholes, "26"),
            (Steps::Wholes, ""),
            (Steps::Wholes, "x"),
        ] {
            assert!(Series::new(steps, stage, 4, 1).is_none(), "{stage}");
        }
    }

    #[test]
    fn names_are_told_in_both_languages() {
        let names = |steps| {
            let stages = Stage::all(steps);
            let names: Vec<String> = stages.iter().map(Stage::to_string).collect();
            names.join(", ")
        };
        assert_eq!(
            names(Steps::Thirds),
            "tagai-sen 互先, sen-ai-sen 先相先, sen 先, sen-2-sen 先2先, 2-sen-2 2先2, 2 2子, 2-3-2 232, 3-2-3 323, 3 3子"
        );
        assert!(names(Steps::Halves).starts_with(
            "tagai-sen 互先, sen-ai-sen 先相先, sen 先, sen-2 先2, 2 2子, 2-3 2-3子, 3 3子, 3-4 3-4子"
        ));
        assert!(names(Steps::Halves).ends_with("9 9子"));
        assert!(names(Steps::Wholes).ends_with("25 25子"));
    }

    /// Article 12: in an even series colors are drawn, then alternate, for either result of the
    /// draw.
    #[test]
    fn colors_of_an_even_series_are_drawn_and_alternate() {
        let mut seen = Vec::new();
        for seed in 0..20 {
            let mut series = Series::new(Steps::Thirds, "互先", 4, seed).expect("a stage");
            assert!(series.next().told.contains("握り"));
            let told = games(&mut series, 4);
            assert!(["a0 b0 a0 b0", "b0 a0 b0 a0"].contains(&&*told), "{told}");
            seen.push(told);
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 2, "both colors are drawn");
    }

    /// A lead of 4 games changes the stage, 3 do not; a game without a winner changes nothing.
    #[test]
    fn a_lead_of_four_games_changes_the_stage() {
        let win = |series: &mut Series, winner: Contestant, games: usize| {
            (0..games).for_each(|_| series.count(Some(winner)));
        };
        for (winner, expected) in [
            (Contestant::First, "sen-ai-sen"),
            (Contestant::Second, "sen-2-sen"),
        ] {
            let mut series = series(Steps::Thirds, "sen");
            win(&mut series, winner, 3);
            series.count(None);
            assert_eq!(series.stage().name, "sen");
            win(&mut series, winner.other(), 1);
            win(&mut series, winner, 1);
            assert_eq!(series.stage().name, "sen", "three games ahead again");
            win(&mut series, winner, 1);
            assert_eq!(series.stage().name, expected);
            win(&mut series, winner, 3);
            assert_eq!(series.stage().name, expected, "counted anew");
        }
    }

    /// Beyond even games the players change places; beyond the last stage nothing changes.
    #[test]
    fn a_series_has_two_ends() {
        let mut even = series(Steps::Thirds, "tagai-sen");
        (0..4).for_each(|_| even.count(Some(Contestant::First)));
        assert_eq!(
            (even.stage().name.as_str(), even.next().black),
            ("sen-ai-sen", Contestant::Second)
        );
        let mut even = series(Steps::Thirds, "tagai-sen");
        (0..4).for_each(|_| even.count(Some(Contestant::Second)));
        assert_eq!(
            (even.stage().name.as_str(), even.next().black),
            ("sen-ai-sen", Contestant::First)
        );
        let mut last = series(Steps::Thirds, "3");
        (0..8).for_each(|_| last.count(Some(Contestant::Second)));
        assert_eq!(last.stage().name, "3");
    }
}
