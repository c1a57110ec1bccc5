//! Options of a match, as given on the command line.

use super::series::Steps;
use super::tally::Sprt;
use std::num::NonZeroU32;
use std::path::PathBuf;

/// Maximum number of games of a match.
pub const MOST_GAMES: u32 = 100_000;

/// The options of a match.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
In a command line, {rules}, {komi} and {size} are replaced by those of the game, {seed} by a seed for each program \
and game, and {style} by japanese or chinese (territory or area scoring). A program without {seed} gets its seed by \
set_random_seed, and a program gets the rules by kata-set-rules or kgs-rules, if it lists these commands. Quotes keep \
words together; on Windows a backslash is part of a path.

Examples:
  wakari match --black 'wakari --threads 1' --white 'gnugo --mode gtp --level 10 --{style}-rules' \\
      --size 9 --komi 6.5 --games 60 --time-per-move 1 --out games/gnugo
  wakari match --black 'wakari --playouts 200 --seed {seed}' --white 'wakari --playouts 200 --seed {seed}' \\
      --size 5,9,13,19 --rules all --games 200 --out games/self
  wakari match --black 'wakari --playouts 50' --white 'wakari --playouts 500' --rules japanese-1949 \
      --system sen-ai-sen --size 19 --games 30 --out games/series")]
pub struct MatchOptions {
    /// Command line of program A, Black in the first game; then the colors alternate
    #[arg(long, value_name = "COMMAND")]
    pub black: String,
    /// Command line of program B
    #[arg(long, value_name = "COMMAND")]
    pub white: String,
    /// Command line of a further program (C and so on): a round robin
    #[arg(long, value_name = "COMMAND")]
    pub also: Vec<String>,
    /// Directory for the games; a match that was interrupted goes on where it stopped
    #[arg(long, value_name = "DIRECTORY")]
    pub out: PathBuf,
    /// Number of games, with more than two programs between each two
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_GAMES)))]
    pub games: u32,
    /// Board sizes, such as 9 or 13x9, used in turn
    #[arg(long, value_delimiter = ',', default_value = "9")]
    pub size: Vec<String>,
    /// Rule sets, used in turn; `all` for every one
    #[arg(long, value_delimiter = ',', default_value = "proposal-2012")]
    pub rules: Vec<String>,
    /// White's compensation [default: that of the rule set, 0 with a handicap or a system]
    #[arg(long, allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// Handicap stones for Black, on the star points given by the rules
    #[arg(
        long,
        value_name = "STONES",
        default_value_t = 0,
        conflicts_with = "system"
    )]
    pub handicap: u32,
    /// Black's program chooses the points of its handicap stones
    #[arg(long)]
    pub free_handicap: bool,
    /// Handicap system of the rules of 1949 (手合割): the stage to begin at, such as sen-ai-sen, 先相先,
    /// sen or 2-3-2, with program A as the weaker one
    #[arg(long, value_name = "STAGE")]
    pub system: Option<String>,
    /// Difference between the stages of the system: thirds (甲), halves (乙) or wholes (丙) of a stone
    #[arg(long, value_name = "STEPS", default_value = "thirds")]
    pub steps: Steps,
    /// Lead in games won after which the stage changes
    #[arg(long, value_name = "GAMES", default_value_t = 4)]
    pub change_after: u32,
    /// Random moves at the beginning of a game, equal in the game with colors exchanged
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub opening: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Time per move in whole seconds, set by time_settings
    #[arg(long, value_name = "SECONDS")]
    pub time_per_move: Option<NonZeroU32>,
    /// Time after which a move loses the game, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub move_limit: Option<f64>,
    /// Time without an answer after which a program counts as crashed, in seconds; for a move, in
    /// addition to its time
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    pub timeout: f64,
    /// Moves after which a game is stopped [default: four times the points of the board]
    #[arg(long)]
    pub max_moves: Option<u32>,
    /// Command line of a GTP program that scores the games [default: Wakari itself]
    #[arg(long, value_name = "COMMAND")]
    pub referee: Option<String>,
    /// Ends the match as soon as a sequential test decides between two differences in Elo
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Games played at the same time
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub parallel: u16,
}

impl MatchOptions {
    /// Command lines of all programs, in the order of their letters.
    #[must_use]
    pub fn programs(&self) -> Vec<String> {
        let first = [&self.black, &self.white];
        first.into_iter().chain(&self.also).cloned().collect()
    }
}
