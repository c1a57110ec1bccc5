//! Which games make up a match.

use super::error::MatchError;
use super::options::MatchOptions;
use super::tally::Player;
use crate::color::Color;
use crate::point::Size;
use crate::rules::{Counting, Rules};
use serde::{Deserialize, Serialize};

/// One game of a match before it is played. Each pair of games, 0 and 1, 2 and 3, differs only in who has Black.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: u32,
    /// Columns and rows of the board.
    pub board: (u8, u8),
    /// The rule set's name.
    pub rules: String,
    /// White's compensation.
    pub komi: f64,
    /// The program that has Black.
    pub black: Player,
    /// The seed of the opening moves; it also replaces `{seed}` in command lines.
    pub seed: u64,
    /// How many moves are drawn at random before the programs are asked.
    pub opening: u32,
}

impl Pairing {
    /// The program that has a color.
    pub fn player_with(&self, color: Color) -> Player {
        if color == Color::Black {
            self.black
        } else {
            self.black.other()
        }
    }

    /// Columns and rows of the board.
    pub fn size(&self) -> Size {
        Size::new(self.board.0, self.board.1).expect("a pairing has the size of a board")
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        Rules::preset(&self.rules).expect("a pairing has the name of a preset")
    }

    /// Fills in `{seed}`, `{rules}`, `{komi}`, `{size}` and `{style}` in a command line. The style is `japanese` for
    /// territory scoring, else `chinese`.
    pub fn fill_in(&self, command: &str) -> String {
        [
            ("{seed}", self.seed.to_string()),
            ("{rules}", self.rules.clone()),
            ("{style}", style(&self.rules()).to_owned()),
            ("{komi}", self.komi.to_string()),
            ("{size}", self.board.0.to_string()),
        ]
        .into_iter()
        .fold(command.to_owned(), |text, (name, value)| {
            text.replace(name, &value)
        })
    }
}

/// The nearer of the two rule sets that every program knows: `japanese` for territory scoring, else `chinese`.
pub(super) fn style(rules: &Rules) -> &'static str {
    match rules.counting {
        Counting::Territory => "japanese",
        Counting::Area | Counting::Stones => "chinese",
    }
}

/// The boards, rules and seeds of a match, from which its games follow.
#[derive(Clone, Debug)]
pub struct Schedule {
    sizes: Vec<Size>,
    rules: Vec<Rules>,
    komi: Option<f64>,
    seed: u64,
    opening: u32,
}

impl Schedule {
    /// Looks up the names in the options.
    ///
    /// # Errors
    ///
    /// A [`MatchError`] if one of them is unknown, or there is none.
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
        Ok(Schedule {
            sizes,
            rules,
            komi: options.komi,
            seed: options.seed,
            opening: options.opening,
        })
    }

    /// The game with this number. Every second game the board changes, and when all boards were used, the rules.
    pub fn pairing(&self, number: u32) -> Pairing {
        let pair = number as usize / 2;
        let size = self.sizes[pair % self.sizes.len()];
        let rules = self.rules[pair / self.sizes.len() % self.rules.len()];
        Pairing {
            number,
            board: (size.width(), size.height()),
            rules: rules.to_string(),
            komi: self.komi.unwrap_or(rules.komi),
            black: if number.is_multiple_of(2) {
                Player::A
            } else {
                Player::B
            },
            seed: self.seed.wrapping_add(pair as u64),
            opening: self.opening,
        }
    }
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
        (0..options.games)
            .map(|number| schedule.pairing(number))
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
                black: Player::B,
                ..pair[0].clone()
            };
            assert_eq!(pair[0].black, Player::A);
            assert_eq!(pair[1], swapped);
        }
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
            games[0].fill_in("x --seed {seed} --{style}-rules {komi}"),
            "x --seed 7 --japanese-rules 6.5"
        );
    }
}
