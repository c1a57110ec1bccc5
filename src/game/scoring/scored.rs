//! A recorded game, judged and counted.

use crate::game::{Game, Outcome, Refusal};
use crate::judge::{Adjudication, Effort, Judged};
use crate::point::PointSet;
use crate::position::{Breach, Position};
use crate::rules::Rules;
use crate::sgf::Record;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How to judge recorded games, where it is not left to the records.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Request {
    /// The rules, whatever a record says.
    pub rules: Option<Rules>,
    /// The komi, whatever a record says.
    pub komi: Option<f64>,
    /// After how many moves the position is judged; `None` for the last one.
    pub after: Option<u32>,
    /// How hard to look.
    pub effort: Effort,
}

/// Where the rules come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The request names them.
    Request,
    /// The record names them.
    Record,
    /// The record names none, or unknown ones.
    Default,
}

/// Why a record cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoringError {
    /// The game is shorter.
    #[error("move {asked} is asked for: the game has {moves} moves")]
    Short {
        /// The move asked for.
        asked: u32,
        /// Moves of the game.
        moves: usize,
    },
    /// The game cannot be played on its board, or its komi is too large.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// A recorded game with the judgement of its final position.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    /// The position judged.
    pub position: Position,
    /// The judgement.
    pub adjudication: Arc<Adjudication>,
    /// How the game ends there.
    pub outcome: Outcome,
    /// Where the rules come from.
    pub source: Source,
    /// Whether the request or the record states the komi.
    pub states_komi: bool,
    /// Moves of the record.
    pub moves: usize,
    /// Moves before the position judged.
    pub after: usize,
    /// The moves that broke a rule.
    pub breaches: Vec<Breach>,
    /// The result, as it stands in the record.
    pub recorded: Option<String>,
}

impl ScoredGame {
    /// Plays a record through and judges where it ends, always alike.
    ///
    /// ```
    /// use wakari::game::scoring::{Request, ScoredGame};
    /// let record = "(;SZ[3]KM[0]RU[Chinese];B[bb];W[];B[])".parse().unwrap();
    /// let game = ScoredGame::of(&record, &Request::default()).unwrap();
    /// assert_eq!(game.result(), "B+9");
    /// ```
    ///
    /// # Errors
    ///
    /// A [`ScoringError`] if the record cannot be played on its board so far.
    pub fn of(record: &Record, request: &Request) -> Result<ScoredGame, ScoringError> {
        let moves = record.moves().count();
        if let Some(asked) = request.after.filter(|&after| after as usize > moves) {
            return Err(ScoringError::Short { asked, moves });
        }
        let (rules, source) = rules_of(record, request);
        let mut game = Game::new(record.size(), rules, None);
        let before = request.after.map(|after| after.saturating_add(1));
        game.load(record, before)?;
        if let Some(komi) = request.komi {
            game.set_komi(komi)?;
        }
        let never = AtomicBool::new(false);
        let mut judged = Judged::not_yet(game.occasion());
        let adjudication = judged.by(game.position(), &request.effort, &never);
        Ok(ScoredGame {
            outcome: game.outcome(|| Arc::clone(&adjudication)),
            breaches: game.breaches(),
            position: game.position().clone(),
            adjudication,
            source,
            states_komi: request.komi.or(record.komi).is_some(),
            moves,
            after: request.after.map_or(moves, |after| after as usize),
            recorded: record.result.clone(),
        })
    }

    /// The result as GTP writes it: `0` for a game that a repetition leaves without a winner.
    pub fn result(&self) -> String {
        match self.outcome {
            Outcome::Score(score) => score.to_string(),
            Outcome::Repetition(_) => "0".to_owned(),
        }
    }

    /// The points whose owner is not clear.
    pub fn unsettled(&self) -> PointSet {
        self.adjudication.unclear()
    }
}

/// The rules asked for, else those of the record, else the usual ones.
fn rules_of(record: &Record, request: &Request) -> (Rules, Source) {
    let of_record = record.rules.as_deref().and_then(Rules::preset);
    match (request.rules, of_record) {
        (Some(rules), _) => (rules, Source::Request),
        (None, Some(rules)) => (rules, Source::Record),
        (None, None) => (Rules::PROPOSAL_2012, Source::Default),
    }
}
