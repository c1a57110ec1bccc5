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
In a command line {rules}, {komi}, {size} become those of the game, {seed} a number of its own for each program \
and game, and {style} becomes japanese or chinese, as the rules count territory or area. A program whose command \
line does not speak of a seed is told that number by set_random_seed if it lists that. Rules are told to a program \
by kata-set-rules or kgs-rules if it lists one of them. Quotes keep words together; on Windows a backslash \
is part of a path.

Examples:
  wakari match --black 'wakari --threads 1' --white 'gnugo --mode gtp --level 10 --{style}-rules' \\
      --size 9 --komi 6.5 --games 60 --time-per-move 1 --out games/gnugo
  wakari match --black 'wakari --playouts 200 --seed {seed}' --white 'wakari --playouts 200 --seed {seed}' \\
      --size 5,9,13,19 --rules all --games 200 --out games/self
  wakari match --black 'wakari --playouts 50' --white 'wakari --playouts 500' --rules japanese-1949 \
      --system sen-ai-sen --size 19 --games 30 --out games/series")]
pub struct MatchOptions {
    /// Command line of program A, which has Black in the first game; then the colors alternate
    #[arg(long, value_name = "COMMAND")]
    pub black: String,
    /// Command line of program B
    #[arg(long, value_name = "COMMAND")]
    pub white: String,
    /// Command line of a further program, C and so on: then each plays each (round robin)
    #[arg(long, value_name = "COMMAND")]
    pub also: Vec<String>,
    /// Directory for the games; those that are there already are not played again
    #[arg(long, value_name = "DIRECTORY")]
    pub out: PathBuf,
    /// Number of games; of more than two programs, between each two
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_GAMES)))]
    pub games: u32,
    /// Board sizes, such as 9 or 13x9, taken in turn
    #[arg(long, value_delimiter = ',', default_value = "9")]
    pub size: Vec<String>,
    /// Rule sets, taken in turn; `all` for every one
    #[arg(long, value_delimiter = ',', default_value = "proposal-2012")]
    pub rules: Vec<String>,
    /// White's compensation [default: that of the rule set, 0 with a handicap or a system]
    #[arg(long, allow_negative_numbers = true)]
    pub komi: Option<f64>,
    /// Handicap stones for Black, on the star points that the rule set gives
    #[arg(
        long,
        value_name = "STONES",
        default_value_t = 0,
        conflicts_with = "system"
    )]
    pub handicap: u32,
    /// Lets Black's program choose where its handicap stones stand
    #[arg(long)]
    pub free_handicap: bool,
    /// Handicap system of the rules of 1949 (手合割): the stage to begin at, such as sen-ai-sen, 先相先,
    /// sen or 2-3-2, with program A as the weaker one
    #[arg(long, value_name = "STAGE")]
    pub system: Option<String>,
    /// By how much the stages of the system differ: thirds (甲), halves (乙) or wholes (丙) of a stone
    #[arg(long, value_name = "STEPS", default_value = "thirds")]
    pub steps: Steps,
    /// By how many games won one side must lead for the stage to change
    #[arg(long, value_name = "GAMES", default_value_t = 4)]
    pub change_after: u32,
    /// Moves drawn at random before the programs are asked, the same ones for both colors
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    pub opening: u32,
    /// Seed of the random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Whole seconds for a move, told to the programs
    #[arg(long, value_name = "SECONDS")]
    pub time_per_move: Option<NonZeroU32>,
    /// Seconds after which a move loses the game
    #[arg(long, value_name = "SECONDS")]
    pub move_limit: Option<f64>,
    /// Seconds without an answer after which a program counts as crashed; for a move, beyond the
    /// time that it is told
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0)]
    pub timeout: f64,
    /// Moves after which a game is stopped [default: four times the points of the board]
    #[arg(long)]
    pub max_moves: Option<u32>,
    /// Command line of a GTP program that counts the games [default: this program's adjudication]
    #[arg(long, value_name = "COMMAND")]
    pub referee: Option<String>,
    /// Ends the match as soon as it is clear which of two differences in Elo is nearer the truth
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
