//! The games of a match and their settings.

use super::error::MatchError;
use super::options::{MOST_GAMES, MatchOptions};
use super::player::{MOST_PLAYERS, Player};
use super::series::{Contestant, Series, Stage};
use super::tally::GameResult;
use crate::go::color::Color;
use crate::go::point::{Point, Size};
use crate::go::rules::{Counting, Rules};
use crate::referee::game::Game;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One game of a match before it is played.
///
/// The two games of a pair (0 and 1, 2 and 3, …) differ only in colors and in the programs' seeds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// Number of the game, from 0.
    pub number: u32,
    /// Columns and rows of the board.
    pub board: (u8, u8),
    /// Name of the rule set.
    pub rules: String,
    /// Komi in points.
    pub komi: f64,
    /// The programs with Black and White.
    pub seats: [Player; 2],
    /// Seed of the opening moves.
    pub seed: u64,
    /// Seed for each program, Black first, which replaces `{seed}` in command lines; below 2³¹.
    pub program_seeds: [u32; 2],
    /// Number of random opening moves.
    pub opening: u32,
    /// Number of handicap stones.
    pub handicap: u32,
    /// True if Black chooses the handicap points.
    pub free_handicap: bool,
    /// Stage of the handicap system, and how colors were drawn.
    pub stage: Option<String>,
}

impl Pairing {
    /// The program with this color.
    pub fn player_with(&self, color: Color) -> Player {
        self.seats[color as usize]
    }

    /// Size of the board.
    pub fn size(&self) -> Size {
        Size::new(self.board.0, self.board.1).expect("a pairing has the size of a board")
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        Rules::preset(&self.rules).expect("a pairing has the name of a preset")
    }

    /// The game before the first move.
    #[must_use]
    pub fn game(&self) -> Game {
        Game::new(self.size(), self.rules(), Some(self.komi))
    }

    /// Handicap points, in the order of the rules, or a default for a free handicap.
    ///
    /// Empty without a handicap; `None` if the rules name no points or there is no room.
    #[must_use]
    pub fn handicap_points(&self) -> Option<Vec<Point>> {
        match self.handicap {
            0 => Some(Vec::new()),
            stones if self.free_handicap => self.game().free_handicap(stones).ok(),
            stones => self.game().fixed_handicap(stones).ok(),
        }
    }

    /// The error for a handicap without points.
    #[must_use]
    pub(super) fn handicap_error(&self) -> MatchError {
        let (stones, size) = (self.handicap, self.size());
        if self.free_handicap {
            MatchError::FreeHandicap { stones, size }
        } else {
            MatchError::Handicap {
                stones,
                rules: self.rules.clone(),
                size,
            }
        }
    }

    /// Replaces `{seed}`, `{rules}`, `{komi}`, `{size}` and `{style}` in a program's command line.
    ///
    /// The style is `japanese` for territory scoring, otherwise `chinese`.
    pub fn fill_in(&self, command: &str, color: Color) -> String {
        let size = self.size();
        let size = match size.side() {
            Some(side) => side.to_string(),
            None => size.to_string(),
        };
        [
            ("{seed}", self.program_seeds[color as usize].to_string()),
            ("{rules}", self.rules.clone()),
            ("{style}", style(&self.rules()).to_owned()),
            ("{komi}", self.komi.to_string()),
            ("{size}", size),
        ]
        .into_iter()
        .fold(command.to_owned(), |text, (name, value)| {
            text.replace(name, &value)
        })
    }
}

/// The nearer of the two rule sets that every program knows.
///
/// It is `japanese` for territory scoring, otherwise `chinese`.
pub(super) fn style(rules: &Rules) -> &'static str {
    match rules.counting {
        Counting::Territory => "japanese",
        Counting::Area | Counting::Stones => "chinese",
    }
}

/// The schedule of a match: programs, boards, rules and seeds, which determine all games.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Pairs of programs that meet.
    meetings: Vec<[Player; 2]>,
    games: u32,
    sizes: Vec<Size>,
    rules: Vec<Rules>,
    komi: Option<f64>,
    seed: u64,
    opening: u32,
    handicap: u32,
    free_handicap: bool,
    series: Option<Series>,
}

impl Schedule {
    /// Reads the schedule from the options.
    ///
    /// # Errors
    ///
    /// Returns a [`MatchError`] if a name is unknown or a list is empty.
    pub fn new(options: &MatchOptions) -> Result<Schedule, MatchError> {
        let sizes = options
            .size
            .iter()
            .map(|text| text.parse().map_err(|_| MatchError::Size(text.clone())))
            .collect::<Result<Vec<Size>, _>>()?;
        let mut rules = Vec::new();
        for name in &options.rules {
            match name.as_str() {
                "all" => rules.extend(Rules::ALL),
                _ => {
                    rules.push(Rules::preset(name).ok_or_else(|| MatchError::Rules(name.clone()))?)
                }
            }
        }
        if sizes.is_empty() {
            return Err(MatchError::Size(String::new()));
        }
        if rules.is_empty() {
            return Err(MatchError::Rules(String::new()));
        }
        let programs = options.programs().len();
        if programs > MOST_PLAYERS {
            return Err(MatchError::Programs("a match has at most 26 programs"));
        }
        let all = u64::from(options.games) * meetings(programs).len() as u64;
        if all > u64::from(MOST_GAMES) {
            return Err(MatchError::Programs("a match has at most 100000 games"));
        }
        let only_two = options.system.is_some() || options.sprt.is_some();
        if programs > 2 && only_two {
            return Err(MatchError::Programs(
                "a handicap system and a sequential test are for two programs",
            ));
        }
        let schedule = Schedule {
            meetings: meetings(programs),
            games: options.games,
            sizes,
            rules,
            komi: options.komi,
            seed: options.seed,
            opening: options.opening,
            handicap: options.handicap,
            free_handicap: options.free_handicap,
            series: series(options)?,
        };
        schedule.check_handicap()?;
        Ok(schedule)
    }

    /// Checks that each board has points for the handicap.
    fn check_handicap(&self) -> Result<(), MatchError> {
        let none = BTreeMap::new();
        let first = (0..self.len()).map(|number| self.pairing(number, &none));
        for pairing in first.take(2 * self.meetings.len() * self.sizes.len() * self.rules.len()) {
            if pairing.handicap_points().is_none() {
                return Err(pairing.handicap_error());
            }
        }
        Ok(())
    }

    /// Total number of games.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.games.saturating_mul(self.meetings.len() as u32)
    }

    /// Returns true if there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the settings of a game depend on the results before it.
    #[must_use]
    pub fn is_series(&self) -> bool {
        self.series.is_some()
    }

    /// Returns the game with this number, given the earlier results.
    ///
    /// Two programs play two games with colors exchanged before the next pair meets. After all
    /// pairs have met, the board changes; after all boards, the rules.
    pub fn pairing(&self, number: u32, played: &BTreeMap<u32, GameResult>) -> Pairing {
        let meetings = self.meetings.len() as u32;
        let is_last_alone = !self.games.is_multiple_of(2);
        let in_pairs = (self.games & !1) * meetings;
        let (round, meeting, is_second) = match number >= in_pairs && is_last_alone {
            // One game is left for each pair; its colors alternate between pairs.
            true => (
                self.games / 2,
                number - in_pairs,
                (number - in_pairs) % 2 == 1,
            ),
            false => (
                number / 2 / meetings,
                number / 2 % meetings,
                number % 2 == 1,
            ),
        };
        let [first, second] = self.meetings[meeting as usize];
        let round = round as usize;
        let size = self.sizes[round % self.sizes.len()];
        let rules = self.rules[round / self.sizes.len() % self.rules.len()];
        let usual = match self.handicap {
            0 => rules.komi,
            _ => 0.0,
        };
        let mut pairing = Pairing {
            number,
            board: (size.width(), size.height()),
            rules: rules.to_string(),
            komi: self.komi.unwrap_or(usual),
            seats: if is_second {
                [second, first]
            } else {
                [first, second]
            },
            seed: self.seed.wrapping_add(round as u64),
            program_seeds: self.program_seeds(number),
            opening: self.opening,
            handicap: self.handicap,
            free_handicap: self.free_handicap,
            stage: None,
        };
        if let Some(series) = &self.series {
            self.apply(series.clone(), played, &mut pairing);
        }
        pairing
    }

    /// Applies the handicap system after these results.
    fn apply(&self, mut series: Series, played: &BTreeMap<u32, GameResult>, pairing: &mut Pairing) {
        let [first, second] = self.meetings[0];
        for result in played.range(..pairing.number).map(|(_, result)| result) {
            series.count(result.winner.map(|winner| {
                if winner == first {
                    Contestant::First
                } else {
                    Contestant::Second
                }
            }));
        }
        let game = series.next();
        pairing.seats = match game.black {
            Contestant::First => [first, second],
            Contestant::Second => [second, first],
        };
        pairing.handicap = game.stones;
        pairing.free_handicap |= pairing.handicap_points().is_none();
        pairing.komi = self.komi.filter(|_| game.is_even).unwrap_or(0.0);
        pairing.stage = Some(game.told);
    }

    /// Seeds for the programs of a game, Black first; the two games of a pair have different ones.
    fn program_seeds(&self, number: u32) -> [u32; 2] {
        let of_match = Xoshiro256PlusPlus::seed_from_u64(self.seed).random::<u64>();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(of_match ^ u64::from(number));
        [(); 2].map(|()| random.random::<u32>() >> 1)
    }
}

/// All pairs of programs, in the order of their letters.
fn meetings(programs: usize) -> Vec<[Player; 2]> {
    let players = || Player::first(programs);
    let with_later = |a: Player| players().filter(move |&b| b > a).map(move |b| [a, b]);
    players().flat_map(with_later).collect()
}

/// The series of the handicap system in the options.
fn series(options: &MatchOptions) -> Result<Option<Series>, MatchError> {
    let Some(stage) = &options.system else {
        return Ok(None);
    };
    let unknown = || {
        let names: Vec<String> = Stage::all(options.steps)
            .iter()
            .map(Stage::to_string)
            .collect();
        MatchError::Stage(stage.clone(), names.join(", "))
    };
    Series::new(options.steps, stage, options.change_after, options.seed)
        .map(Some)
        .ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::collections::BTreeSet;

    #[derive(Parser)]
    struct MatchCommand {
        #[command(flatten)]
        options: MatchOptions,
    }

    fn options(more: &str) -> MatchOptions {
        let line = format!("match --black a --white b --out here {more}");
        MatchCommand::parse_from(line.split_whitespace()).options
    }

    fn pairings(options: &MatchOptions) -> Vec<Pairing> {
        let schedule = Schedule::new(options).expect("the names are good");
        let none = BTreeMap::new();
        (0..schedule.len())
            .map(|number| schedule.pairing(number, &none))
            .collect()
    }

    #[test]
    fn colors_alternate_and_pairs_share_everything_else() {
        let games = pairings(&options(
            "--games 8 --size 5,9 --rules chinese,proposal-2012 --komi 7 --seed 3",
        ));
        for pair in games.chunks(2) {
            let swapped = Pairing {
                number: pair[1].number,
                seats: [Player::B, Player::A],
                program_seeds: pair[1].program_seeds,
                ..pair[0].clone()
            };
            assert_eq!(pair[0].seats, [Player::A, Player::B]);
            assert_eq!(pair[1], swapped);
        }
        let seeds: BTreeSet<u32> = games.iter().flat_map(|game| game.program_seeds).collect();
        assert_eq!(
            seeds.len(),
            16,
            "each program has another seed in each game"
        );
        let kinds: BTreeSet<String> = games
            .iter()
            .map(|game| format!("{} {}", game.size(), game.rules))
            .collect();
        assert_eq!(kinds.len(), 4);
    }

    #[test]
    fn all_rules_meet_all_sizes() {
        let count = Rules::names().count() * 4 * 2;
        let games = pairings(&options(&format!(
            "--games {count} --size 5,9,13,19 --rules all"
        )));
        let kinds: BTreeSet<String> = games
            .iter()
            .map(|game| format!("{} {}", game.size(), game.rules))
            .collect();
        assert_eq!(kinds.len(), count / 2);
    }

    #[test]
    fn names_that_mean_nothing_are_refused() {
        for more in [
            "--size 1",
            "--size 26",
            "--size 9x",
            "--size nine",
            "--rules nosuch",
        ] {
            assert!(Schedule::new(&options(more)).is_err(), "{more}");
        }
        assert!(Schedule::new(&options("--size 13x9")).is_ok());
    }

    #[test]
    fn command_lines_are_filled_in() {
        let games = pairings(&options(
            "--games 2 --size 9 --rules proposal-2012 --komi 6.5 --seed 7",
        ));
        assert_eq!(
            games[0].fill_in("x --{style}-rules {komi} {size} {rules}", Color::Black),
            "x --japanese-rules 6.5 9 proposal-2012"
        );
        for color in Color::BOTH {
            let seed = games[1].program_seeds[color as usize];
            assert_eq!(games[1].fill_in("{seed}", color), seed.to_string());
        }
        let other = pairings(&options("--games 2 --seed 8"));
        assert_ne!(games[0].program_seeds, other[0].program_seeds);
    }

    #[test]
    fn in_a_round_robin_each_two_meet_as_often_with_either_color() {
        for (games, alone) in [(2, false), (4, false), (1, true), (3, true)] {
            let played = pairings(&options(&format!("--also c --also d --games {games}")));
            assert_eq!(played.len(), 6 * games);
            for pair in meetings(4) {
                let of =
                    |seats: [Player; 2]| played.iter().filter(|game| game.seats == seats).count();
                let (once, again) = (of(pair), of([pair[1], pair[0]]));
                assert_eq!(once + again, games);
                assert!(once.abs_diff(again) <= usize::from(alone), "{pair:?}");
            }
            let numbers: BTreeSet<u32> = played.iter().map(|game| game.number).collect();
            assert_eq!(numbers.len(), played.len());
        }
    }

    #[test]
    fn handicap_stones_stand_where_the_rules_say() {
        let points = |more: &str| {
            let points = pairings(&options(more))[0].handicap_points()?;
            let names: Vec<String> = points.iter().map(Point::to_string).collect();
            Some(names.join(" "))
        };
        for (more, expected) in [
            ("--size 19 --handicap 3 --rules japanese-1949", "Q16 D4 Q4"),
            ("--size 19 --handicap 3 --rules japanese-1989", "D4 Q16 D16"),
            ("--size 9 --handicap 2 --rules proposal-2012", "C3 G7"),
            ("--size 9", ""),
        ] {
            assert_eq!(points(more).as_deref(), Some(expected), "{more}");
        }
        assert_eq!(pairings(&options("--handicap 2"))[0].komi, 0.0);
        assert_eq!(pairings(&options("--handicap 2 --komi 0.5"))[0].komi, 0.5);
        for more in [
            "--handicap 1",
            "--handicap 10",
            "--size 19 --handicap 26 --rules japanese-1949",
        ] {
            let found = Schedule::new(&options(more));
            assert!(matches!(found, Err(MatchError::Handicap { .. })), "{more}");
        }
        assert!(Schedule::new(&options("--handicap 10 --free-handicap")).is_ok());
        for more in [
            "--handicap 1 --free-handicap",
            "--handicap 81 --free-handicap",
        ] {
            let found = Schedule::new(&options(more));
            assert!(
                matches!(found, Err(MatchError::FreeHandicap { .. })),
                "{more}"
            );
        }
    }

    #[test]
    fn a_system_sets_the_terms_by_what_was_played() {
        let schedule = |more: &str| Schedule::new(&options(more));
        let games = pairings(&options("--system sen-ai-sen --games 3 --komi 6.5"));
        let black: Vec<Player> = games.iter().map(|game| game.seats[0]).collect();
        // Without results, each game is the first one of the stage.
        assert_eq!(black, [Player::A; 3]);
        assert_eq!((games[0].komi, games[0].handicap), (0.0, 0));
        assert!(
            games[0]
                .stage
                .as_ref()
                .is_some_and(|told| told.contains("先相先"))
        );
        let even = pairings(&options("--system tagai-sen --games 1 --komi 6.5"));
        assert_eq!(even[0].komi, 6.5);
        assert!(matches!(
            schedule("--system 2-9"),
            Err(MatchError::Stage(..))
        ));
        assert!(matches!(
            schedule("--system sen --also c"),
            Err(MatchError::Programs(_))
        ));
    }
}
