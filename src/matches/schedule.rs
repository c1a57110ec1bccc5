//! Which games a contest consists of.

use super::tally::Side;
use super::{MatchError, Options};
use crate::color::Color;
use crate::point::Size;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// One game before it is played. Two fixtures in a row differ only in who has Black.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixture {
    /// From 0.
    pub number: u32,
    /// Columns and rows of the board.
    pub board: (u8, u8),
    /// The rule set's name.
    pub rules: String,
    /// White's compensation.
    pub komi: f64,
    /// The program that has Black.
    pub black: Side,
    /// From which the opening moves are drawn; also what `{seed}` in a command line becomes.
    pub seed: u64,
    /// How many moves are drawn before the programs are asked.
    pub opening: u32,
}

impl Fixture {
    /// The game of a number: boards change fastest, then rules, once every two games.
    pub fn new(number: u32, options: &Options, settings: &Settings) -> Fixture {
        let pair = number as usize / 2;
        let size = settings.sizes[pair % settings.sizes.len()];
        let rules = settings.rules[pair / settings.sizes.len() % settings.rules.len()];
        Fixture {
            number,
            board: (size.width(), size.height()),
            rules: rules.to_string(),
            komi: options.komi.unwrap_or(rules.komi),
            black: if number.is_multiple_of(2) {
                Side::A
            } else {
                Side::B
            },
            seed: options.seed.wrapping_add(pair as u64),
            opening: options.opening,
        }
    }

    /// The program that has a color.
    pub fn side_of(&self, color: Color) -> Side {
        if color == Color::Black {
            self.black
        } else {
            self.black.other()
        }
    }

    /// Columns and rows of the board.
    pub fn size(&self) -> Size {
        Size::new(self.board.0, self.board.1).expect("a fixture is made from a size")
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        Rules::preset(&self.rules).expect("a fixture is made from a preset")
    }

    /// A command line with what stands in braces replaced: `{seed}`, `{rules}`, `{komi}`, `{size}`, and
    /// `{style}`, which is `japanese` where territory is counted and `chinese` elsewhere.
    pub fn fill_in(&self, command: &str) -> String {
        let style = super::game::style(&self.rules());
        [
            ("{seed}", self.seed.to_string()),
            ("{rules}", self.rules.clone()),
            ("{style}", style.to_owned()),
        ]
        .into_iter()
        .chain([
            ("{komi}", self.komi.to_string()),
            ("{size}", self.board.0.to_string()),
        ])
        .fold(command.to_owned(), |text, (name, value)| {
            text.replace(name, &value)
        })
    }
}

/// Boards and rules as the options name them.
#[derive(Clone, Debug)]
pub struct Settings {
    sizes: Vec<Size>,
    rules: Vec<Rules>,
}

impl Settings {
    /// Looks the names up.
    ///
    /// # Errors
    ///
    /// A [`MatchError`] if one of them names nothing, or there is none.
    pub fn new(options: &Options) -> Result<Settings, MatchError> {
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
        Ok(Settings { sizes, rules })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::collections::BTreeSet;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(more: &str) -> Options {
        let line = format!("match --black a --white b --out here {more}");
        Line::parse_from(line.split_whitespace()).options
    }

    fn fixtures(options: &Options) -> Vec<Fixture> {
        let settings = Settings::new(options).expect("the names are good");
        (0..options.games)
            .map(|number| Fixture::new(number, options, &settings))
            .collect()
    }

    #[test]
    fn colors_alternate_and_pairs_share_everything_else() {
        let games = fixtures(&options(
            "--games 8 --size 5,9 --rules chinese,proposal-2012 --komi 7 --seed 3",
        ));
        for pair in games.chunks(2) {
            let swapped = Fixture {
                number: pair[1].number,
                black: Side::B,
                ..pair[0].clone()
            };
            assert_eq!(pair[0].black, Side::A);
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
        let games = fixtures(&options(&format!(
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
            assert!(Settings::new(&options(more)).is_err(), "{more}");
        }
        assert!(Settings::new(&options("--size 13x9")).is_ok());
    }

    #[test]
    fn command_lines_are_filled_in() {
        let games = fixtures(&options(
            "--games 2 --size 9 --rules proposal-2012 --komi 6.5 --seed 7",
        ));
        assert_eq!(
            games[0].fill_in("x --seed {seed} --{style}-rules {komi}"),
            "x --seed 7 --japanese-rules 6.5"
        );
    }
}
