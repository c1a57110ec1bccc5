//! A judgement that is made on demand and cached.

use super::adjudicate::adjudicate_asking;
use super::adjudication::Adjudication;
use super::effort::{Aim, Effort, Occasion};
use crate::go::position::Position;
use crate::mcts::tree::oracle::Oracle;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The judgement of one position: its kind, and the cached result.
///
/// It belongs to that position. Make a new one when the position changes.
#[derive(Clone, Debug)]
pub struct Judged {
    occasion: Occasion,
    oracle: Option<Arc<dyn Oracle>>,
    made: Option<(Effort, Arc<Adjudication>)>,
}

impl Judged {
    /// Returns an empty cache, for judgements without an evaluator.
    #[must_use]
    pub fn not_yet(occasion: Occasion) -> Judged {
        Judged::asking(None, occasion)
    }

    /// Returns an empty cache, for judgements with an evaluator if there is one.
    #[must_use]
    pub fn asking(oracle: Option<Arc<dyn Oracle>>, occasion: Occasion) -> Judged {
        Judged {
            occasion,
            oracle,
            made: None,
        }
    }

    /// Returns the kind of position it is judged as.
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// Returns the judgement if it has been made.
    pub fn made(&self) -> Option<&Adjudication> {
        self.made.as_ref().map(|(_, made)| made.as_ref())
    }

    /// Returns the judgement of the position by this effort.
    ///
    /// The cached one is returned if it was made with at least this effort; otherwise a new one is
    /// made. Setting `stop` ends it early, and an incomplete judgement is not cached.
    pub fn by(
        &mut self,
        position: &Position,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> Arc<Adjudication> {
        let aim = |effort: &Effort| effort.aim_for(self.occasion, position.board());
        let suffices = |made: &Effort| {
            made.seed == effort.seed
                && made.fills == effort.fills
                && made.playouts >= effort.playouts
                && made.states >= effort.states
                && made.safety >= effort.safety
                && made.work >= effort.work
                && made.memory >= effort.memory
                && made.asks >= effort.asks
                && (aim(made) == aim(effort) || aim(effort) == Aim::Answer)
        };
        match &self.made {
            Some((by, made)) if suffices(by) => Arc::clone(made),
            _ => {
                let oracle = self.oracle.as_ref();
                let made = adjudicate_asking(oracle, position, self.occasion, effort, stop);
                let made = Arc::new(made);
                if !stop.load(Relaxed) {
                    self.made = Some((*effort, Arc::clone(&made)));
                }
                made
            }
        }
    }

    /// Judges another position of the game in play, which two passes stop. The judgement is not
    /// cached.
    pub fn of(&self, other: &Position, effort: &Effort, stop: &AtomicBool) -> Adjudication {
        let occasion = match other.passes() {
            0 | 1 => Occasion::Game,
            _ => Occasion::Stopped,
        };
        adjudicate_asking(self.oracle.as_ref(), other, occasion, effort, stop)
    }
}
