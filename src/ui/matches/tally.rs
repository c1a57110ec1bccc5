//! Statistics of a match: wins, score per game with a confidence interval, Elo, disputes.
//!
//! Knows no moves, only the results of games.

use super::player::Player;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Passes; the board was scored.
    Counted,
    /// The loser resigned.
    Resigned,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser answered the request for a move with an error, or with something else than a move.
    NoMove,
    /// The loser refused a legal move of its opponent.
    RefusedMove,
    /// The loser exceeded the time limit.
    Overtime,
    /// The loser exited, did not respond, or sent something other than GTP.
    Crashed,
    /// A position was repeated, which ends the game without a winner.
    Repeated,
    /// The programs did not agree on the end, so both lose.
    BothLose,
    /// The move limit was reached.
    Unfinished,
}

/// The settlement of the stones of a scored game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settlement {
    /// Both programs made equal claims.
    Agreed,
    /// Both programs made equal claims after playing on or playing out a dispute.
    PlayedOn,
    /// The rules' life and death decided; all disputed stones are proved.
    Proved,
    /// The rules' life and death decided, estimated where nothing is proved.
    Judged,
    /// Still in dispute: every stone on the board counts as alive.
    AllStand,
    /// Still in dispute: two passes made the complete end of the rules of 2009.
    CompleteEnd,
    /// The rules require no agreement.
    AsItStands,
    /// The move limit was reached near the end, and the rules' life and death decided.
    Limit,
    /// A referee program scored the game.
    Referee,
    /// A program did not answer in time, and the rules' life and death decided.
    Unanswered,
}

impl Settlement {
    /// All variants.
    pub const ALL: [Settlement; 10] = [
        Settlement::Agreed,
        Settlement::PlayedOn,
        Settlement::Proved,
        Settlement::Judged,
        Settlement::AllStand,
        Settlement::CompleteEnd,
        Settlement::AsItStands,
        Settlement::Limit,
        Settlement::Referee,
        Settlement::Unanswered,
    ];
}

impl fmt::Display for Settlement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Settlement::Agreed => "both claimed the same",
            Settlement::PlayedOn => "a dispute was played out, then both claimed the same",
            Settlement::Proved => "a dispute was settled by the rules, life and death being proved",
            Settlement::Judged => "a dispute was settled by the rules, life and death being judged",
            Settlement::AllStand => "a dispute was played out, then every stone counted as alive",
            Settlement::CompleteEnd => "a dispute was played out to the complete end",
            Settlement::AsItStands => "counted as the board stands",
            Settlement::Limit => {
                "the limit of moves was reached near the end, and the rules decided"
            }
            Settlement::Referee => "counted by the referee",
            Settlement::Unanswered => {
                "a program did not say in time what is dead, and the rules decided"
            }
        })
    }
}

/// The first time in a game that the claims about dead stones or sekis differed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispute {
    /// Moves played before.
    pub moves: u32,
    /// The claims, Black first: dead stones, then optionally `seki` and stones in seki.
    pub claims: [String; 2],
    /// Black's lead at that moment by the rules' life and death.
    pub by_rules: f64,
    /// True if a side named the dead stones as the rules do, Black first.
    pub right: [bool; 2],
    /// Points that the side that was right lost by the settlement; negative if it gained.
    ///
    /// `None` if neither or both were right, or the game was not scored.
    pub cost: Option<f64>,
}

impl Dispute {
    /// Points that the side that was right lost, given Black's final lead.
    #[must_use]
    pub fn cost_of(&self, lead: Option<f64>) -> Option<f64> {
        let right = match self.right {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => return None,
        };
        // Adding zero turns -0 into 0.
        lead.map(|lead| (self.by_rules - lead) * f64::from(right.sign()) + 0.0)
    }

    /// Stones claimed dead or in seki by one side only.
    #[must_use]
    pub fn points(&self) -> PointSet {
        let stones = |words: &str| -> PointSet {
            let points = words.split_whitespace().map(str::parse::<Point>);
            points.filter_map(Result::ok).collect()
        };
        let said = self.claims.each_ref().map(|claim| {
            let (dead, seki) = claim.split_once("seki").unwrap_or((claim, ""));
            (stones(dead), stones(seki))
        });
        let [(dead, seki), (others_dead, others_seki)] = said;
        (dead ^ others_dead) | (seki ^ others_seki)
    }
}

/// Thinking time of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThinkingTime {
    /// Number of moves requested.
    pub moves: u32,
    /// Total time in seconds.
    pub seconds: f64,
    /// Longest time in seconds.
    pub longest: f64,
}

impl ThinkingTime {
    /// Adds a move.
    pub fn add(&mut self, seconds: f64) {
        self.moves += 1;
        self.seconds += seconds;
        self.longest = self.longest.max(seconds);
    }

    fn join(&mut self, other: &ThinkingTime) {
        self.moves += other.moves;
        self.seconds += other.seconds;
        self.longest = self.longest.max(other.longest);
    }

    fn mean(&self) -> f64 {
        self.seconds / f64::from(self.moves.max(1))
    }
}

/// Statistics of one program over all games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTally {
    /// Games with each color.
    pub games: PerColor<u32>,
    /// Wins with each color.
    pub wins: PerColor<u32>,
    /// Games lost by an illegal move.
    pub illegal: u32,
    /// Games lost by an answer that is no move.
    pub no_moves: u32,
    /// Games lost by refusing a legal move of the opponent.
    pub refused: u32,
    /// Games lost on time.
    pub overtime: u32,
    /// Games lost by exiting, not responding or not speaking GTP.
    pub crashes: u32,
    /// Games resigned.
    pub resigned: u32,
    /// Scored games in which the program's own score differed.
    pub other_scores: u32,
    /// Thinking time.
    pub thinking: ThinkingTime,
}

impl PlayerTally {
    /// Number of wins.
    pub fn won(&self) -> u32 {
        self.wins.0.iter().sum()
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The programs with Black and White.
    pub seats: [Player; 2],
    /// The winner, if any.
    pub winner: Option<Player>,
    /// The reason for the end of the game.
    #[serde(rename = "ending")]
    pub termination: Termination,
    /// The result in SGF notation: `B+3.5`, `W+R`, `0`, `Void`.
    pub result: String,
    /// The reason, as a sentence.
    pub reason: String,
    /// The settlement of the stones, if the game was scored.
    pub settlement: Option<Settlement>,
    /// The first dispute, if any.
    pub dispute: Option<Dispute>,
    /// Each program's `final_score`, Black first, if the game was scored.
    pub claims: [Option<String>; 2],
    /// True if a program's score differs from the result, Black first.
    pub other_score: [bool; 2],
    /// Number of moves, including passes.
    pub moves: u32,
    /// Thinking time of each program, Black first.
    pub thinking: [ThinkingTime; 2],
    /// Hash of the moves: games with equal moves have equal fingerprints.
    pub fingerprint: u64,
    /// Description of a failure.
    pub mishap: Option<String>,
}

impl GameResult {
    /// The program with this color.
    #[must_use]
    pub fn player_with(&self, color: Color) -> Player {
        self.seats[color as usize]
    }

    /// Points of the program with this color: 1 for a win, 1/2 without a winner.
    #[must_use]
    pub fn points(&self, color: Color) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) if winner == self.player_with(color) => 1.0,
            Some(_) => 0.0,
        }
    }
}

/// Statistics of all games of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchSummary {
    /// Games played.
    pub games: u32,
    /// Games scored as even.
    pub draws: u32,
    /// Games ended by repetition without a winner.
    pub repeated: u32,
    /// Games stopped at the move limit.
    pub unfinished: u32,
    /// Games scored.
    pub counted: u32,
    /// Games lost by both sides.
    pub both_lost: u32,
    /// Number of scored games by settlement.
    pub settled: BTreeMap<Settlement, u32>,
    /// Games with a dispute.
    pub disputes: u32,
    /// Scored games with a dispute in which exactly one side was right.
    pub one_right: u32,
    /// Maximum of the points lost by the side that was right.
    pub most_lost: f64,
    /// Sum of the points lost by the side that was right.
    pub lost: f64,
    /// Moves of all games.
    pub moves: u64,
    /// Games that repeat another one move for move.
    pub repeats: u32,
    /// Statistics of each program, A first.
    pub players: Vec<PlayerTally>,
    fingerprints: HashSet<u64>,
}

impl MatchSummary {
    /// Empty statistics for this many programs.
    #[must_use]
    pub fn between(programs: usize) -> MatchSummary {
        MatchSummary {
            players: vec![PlayerTally::default(); programs],
            ..MatchSummary::default()
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameResult) {
        self.games += 1;
        self.moves += u64::from(game.moves);
        if let Some(settlement) = game.settlement {
            *self.settled.entry(settlement).or_default() += 1;
        }
        self.disputes += u32::from(game.dispute.is_some());
        if let Some(cost) = game.dispute.as_ref().and_then(|dispute| dispute.cost) {
            self.one_right += 1;
            self.lost += cost;
            self.most_lost = self.most_lost.max(cost);
        }
        match game.termination {
            Termination::Counted => {
                self.counted += 1;
                self.draws += u32::from(game.winner.is_none());
            }
            Termination::Repeated => self.repeated += 1,
            Termination::BothLose => self.both_lost += 1,
            Termination::Unfinished => self.unfinished += 1,
            _ => {}
        }
        self.repeats += u32::from(!self.fingerprints.insert(game.fingerprint));
        for color in Color::BOTH {
            let player = game.player_with(color);
            let tally = &mut self.players[player.index()];
            tally.games[color] += 1;
            tally.thinking.join(&game.thinking[color as usize]);
            tally.other_scores += u32::from(game.other_score[color as usize]);
            tally.wins[color] += u32::from(game.winner == Some(player));
            if game.winner == Some(game.player_with(!color)) {
                match game.termination {
                    Termination::IllegalMove => tally.illegal += 1,
                    Termination::NoMove => tally.no_moves += 1,
                    Termination::RefusedMove => tally.refused += 1,
                    Termination::Overtime => tally.overtime += 1,
                    Termination::Crashed => tally.crashes += 1,
                    Termination::Resigned => tally.resigned += 1,
                    _ => {}
                }
            }
        }
    }

    /// Score per game of the first of two programs, 0 to 1; 1/2 without games.
    pub fn share(&self) -> f64 {
        if self.games == 0 {
            return 0.5;
        }
        self.points() / f64::from(self.games)
    }

    fn points(&self) -> f64 {
        let won = |player: Player| self.players.get(player.index()).map_or(0, PlayerTally::won);
        let (a, b) = (won(Player::A), won(Player::B));
        f64::from(a) + f64::from(self.games - a - b) / 2.0
    }
}

/// The 95 % confidence interval of a score per game, for independent games.
///
/// Wilson's score interval (1927) without continuity correction.
#[must_use]
pub fn wilson(points: f64, games: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = f64::from(games);
    let (share, z2) = (points / n, Z * Z);
    let center = share + z2 / (2.0 * n);
    let spread = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    (
        ((center - spread) / scale).max(0.0),
        ((center + spread) / scale).min(1.0),
    )
}

/// The Elo difference at which this score per game is expected: 400 points for ten to one.
#[must_use]
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Formats an Elo difference with its 95 % interval; only the bound if all games were won or lost.
fn elo_difference(share: f64, low: f64, high: f64) -> String {
    let [difference, low, high] = [share, low, high].map(elo);
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("Elo {difference:+.0} ({low:+.0} to {high:+.0})"),
        (true, false) => format!("Elo {low:+.0} or more"),
        (false, true) => format!("Elo {high:+.0} or less"),
        (false, false) => "Elo unknown".to_owned(),
    }
}

/// Sequential probability ratio test (Wald 1945) of the strength of the first program.
///
/// Both error rates are 5 %. It may end a match early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative hypothesis, the larger one.
    pub elo1: f64,
}

/// A hypothesis of the sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The smaller difference.
    H0,
    /// The larger difference.
    H1,
}

impl Sprt {
    /// Log-likelihood ratio of the games, alternative to null hypothesis.
    ///
    /// A game without a winner counts as half a win and half a loss.
    #[must_use]
    pub fn log_likelihood_ratio(&self, summary: &MatchSummary) -> f64 {
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (low, high) = (share(self.elo0), share(self.elo1));
        let won = summary.points();
        let lost = f64::from(summary.games) - won;
        won * (high / low).ln() + lost * ((1.0 - high) / (1.0 - low)).ln()
    }

    /// Returns the accepted hypothesis, once the games suffice.
    #[must_use]
    pub fn accepted(&self, summary: &MatchSummary) -> Option<Hypothesis> {
        let bound = (0.95f64 / 0.05).ln();
        match self.log_likelihood_ratio(summary) {
            ratio if ratio >= bound => Some(Hypothesis::H1),
            ratio if ratio <= -bound => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// Not a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not two differences in Elo, the smaller one first, such as 0,30")]
pub struct ParseSprtError;

/// Parses the two differences, such as `0,30`.
impl std::str::FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let number = |text: &str| {
            text.trim()
                .parse()
                .ok()
                .filter(|elo: &f64| elo.abs() < 2000.0)
        };
        text.split_once(',')
            .and_then(|(elo0, elo1)| {
                let (elo0, elo1) = (number(elo0)?, number(elo1)?);
                (elo0 < elo1).then_some(Sprt { elo0, elo1 })
            })
            .ok_or(ParseSprtError)
    }
}

/// Formats the final table.
impl fmt::Display for MatchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<27}", "")?;
        for player in Player::first(self.players.len()) {
            write!(f, "{:>12}", format!("program {player}"))?;
        }
        writeln!(f)?;
        let mut row = |name: &str, cell: &dyn Fn(&PlayerTally) -> String| {
            write!(f, "{name:<27}")?;
            for tally in &self.players {
                write!(f, "{:>12}", cell(tally))?;
            }
            writeln!(f)
        };
        row("games won", &|tally| tally.won().to_string())?;
        for color in Color::BOTH {
            let name = format!("  with {color}");
            row(&name, &|tally| {
                format!("{} of {}", tally.wins[color], tally.games[color])
            })?;
        }
        row("resigned", &|tally| tally.resigned.to_string())?;
        row("illegal moves", &|tally| tally.illegal.to_string())?;
        row("answers without a move", &|tally| {
            tally.no_moves.to_string()
        })?;
        row("refused legal moves", &|tally| tally.refused.to_string())?;
        row("crashes", &|tally| tally.crashes.to_string())?;
        row("time losses", &|tally| tally.overtime.to_string())?;
        row("other final_score", &|tally| tally.other_scores.to_string())?;
        row("seconds a move, mean", &|tally| {
            format!("{:.3}", tally.thinking.mean())
        })?;
        row("seconds a move, longest", &|tally| {
            format!("{:.3}", tally.thinking.longest)
        })?;
        if self.players.len() == 2 {
            self.write_difference(f)?;
        }
        writeln!(
            f,
            "even games {}, ended by repetition {}, lost by both {}, unfinished {}, moves a game {:.1}",
            self.draws,
            self.repeated,
            self.both_lost,
            self.unfinished,
            self.moves as f64 / f64::from(self.games.max(1)),
        )?;
        if self.repeats > 0 {
            writeln!(f, "games that repeat another one {}", self.repeats)?;
        }
        write!(f, "counted games {}", self.counted)?;
        for (settlement, games) in &self.settled {
            write!(f, "\n  {games}: {settlement}")?;
        }
        if self.one_right > 0 {
            let (mean, most) = (self.lost / f64::from(self.one_right), self.most_lost);
            write!(
                f,
                "\ndisputes in which one side was right by the rules: {}; it lost {mean:.2} points by settling them on average, {most} at most",
                self.one_right
            )?;
        }
        Ok(())
    }
}

impl MatchSummary {
    /// Writes the score, its confidence interval and the Elo difference of two programs.
    fn write_difference(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = wilson(self.points(), self.games);
        let percent = |share: f64| 100.0 * share;
        writeln!(
            f,
            "A scores {:.1} % of {} game{} (95 %: {:.1} to {:.1} %), {}",
            percent(self.share()),
            self.games,
            if self.games == 1 { "" } else { "s" },
            percent(low),
            percent(high),
            elo_difference(self.share(), low, high),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn what_only_one_side_says_is_in_dispute() {
        let in_dispute = |claims: [&str; 2]| {
            let dispute = Dispute {
                moves: 70,
                claims: claims.map(str::to_owned),
                by_rules: 0.0,
                right: [true; 2],
                cost: None,
            };
            let points: Vec<String> = dispute.points().iter().map(|at| at.to_string()).collect();
            points.join(" ")
        };
        assert_eq!(in_dispute(["C5", "C5 D1"]), "D1");
        assert_eq!(in_dispute(["C5 seki A8 B9", "C5"]), "A8 B9");
        assert_eq!(in_dispute(["seki A8", "A8"]), "A8");
        assert_eq!(in_dispute(["C5 seki A8", "C5 seki A8"]), "");
    }

    /// A game with a unique fingerprint, with program A or B as Black.
    fn game(black: Player, winner: Option<Player>, termination: Termination) -> GameResult {
        static GAMES: AtomicU64 = AtomicU64::new(0);
        let seats = match black {
            Player::A => [Player::A, Player::B],
            _ => [Player::B, Player::A],
        };
        let thinking = seats.map(|player| {
            let mut time = ThinkingTime::default();
            time.add(if player == Player::A { 2.0 } else { 1.0 });
            time
        });
        let result = String::new();
        GameResult {
            seats,
            winner,
            termination,
            result,
            reason: String::new(),
            settlement: Some(Settlement::Agreed).filter(|_| termination == Termination::Counted),
            dispute: None,
            claims: [None, None],
            other_score: [false; 2],
            moves: 60,
            thinking,
            fingerprint: GAMES.fetch_add(1, Ordering::Relaxed),
            mishap: None,
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148 and 0 of 20 by the score method.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
        ] {
            let (found_low, found_high) = wilson(f64::from(wins), games);
            assert!(
                (found_low - low).abs() < 5e-5 && (found_high - high).abs() < 5e-5,
                "{wins} of {games}"
            );
        }
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn elo_of_ten_to_one_is_400() {
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(elo(0.5), 0.0);
        assert_eq!(elo(1.0), f64::INFINITY);
        let told = |won, games| {
            let (low, high) = wilson(f64::from(won), games);
            elo_difference(f64::from(won) / f64::from(games), low, high)
        };
        assert_eq!(told(15, 20), "Elo +191 (+22 to +360)");
        assert_eq!(told(20, 20), "Elo +287 or more");
        assert_eq!(told(0, 20), "Elo -287 or less");
        assert_eq!(elo_difference(0.5, 0.0, 1.0), "Elo unknown");
    }

    #[test]
    fn wins_go_to_the_program_that_had_the_color() {
        let mut summary = MatchSummary::between(2);
        summary.add(&game(Player::A, Some(Player::A), Termination::Counted));
        summary.add(&game(Player::B, Some(Player::A), Termination::IllegalMove));
        summary.add(&game(Player::A, Some(Player::B), Termination::Overtime));
        summary.add(&game(Player::B, None, Termination::Counted));
        let [a, b] = &summary.players[..] else {
            panic!("two programs")
        };
        assert_eq!(
            (a.wins, a.games),
            (PerColor::new(1, 1), PerColor::new(2, 2))
        );
        assert_eq!(
            (b.wins, b.games),
            (PerColor::new(0, 1), PerColor::new(2, 2))
        );
        assert_eq!((a.overtime, a.illegal, b.overtime, b.illegal), (1, 0, 0, 1));
        assert_eq!((summary.draws, summary.counted), (1, 2));
        assert_eq!(summary.share(), 2.5 / 4.0);
        assert_eq!(
            a.thinking,
            ThinkingTime {
                moves: 4,
                seconds: 8.0,
                longest: 2.0
            }
        );
    }

    #[test]
    fn a_test_ends_when_the_games_say_enough() {
        let test: Sprt = "0,50".parse().expect("two numbers");
        let after = |wins: u32, losses: u32| {
            let mut summary = MatchSummary::between(2);
            for (winner, games) in [(Player::A, wins), (Player::B, losses)] {
                for _ in 0..games {
                    summary.add(&game(Player::A, Some(winner), Termination::Counted));
                }
            }
            test.accepted(&summary)
        };
        assert_eq!(after(0, 0), None);
        assert_eq!(after(30, 10), None);
        assert_eq!(after(60, 20), Some(Hypothesis::H1));
        assert_eq!(after(60, 90), Some(Hypothesis::H0));
        for wrong in ["", "30", "30,0", "0,x", "0,nan"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_table_can_be_printed_without_games() {
        assert!(MatchSummary::between(2).to_string().contains("of 0 games"));
    }
}
