//! A judgement that is made when it is first asked for, and kept.

use super::adjudicate::adjudicate_asking;
use super::adjudication::Adjudication;
use super::effort::{Effort, Occasion};
use crate::position::Position;
use crate::tree::oracle::Oracle;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// How one position is judged: as what, and the judgement once it has been made.
///
/// Belongs to one position; whoever changes the position begins a new one.
#[derive(Clone, Debug)]
pub struct Judged {
    occasion: Occasion,
    oracle: Option<Arc<dyn Oracle>>,
    made: Option<(Effort, Arc<Adjudication>)>,
}

impl Judged {
    /// Not judged yet.
    #[must_use]
    pub fn not_yet(occasion: Occasion) -> Judged {
        Judged::asking(None, occasion)
    }

    /// Not judged yet, and by an oracle too if there is one.
    #[must_use]
    pub fn asking(oracle: Option<Arc<dyn Oracle>>, occasion: Occasion) -> Judged {
        Judged {
            occasion,
            oracle,
            made: None,
        }
    }

    /// What the position is judged as.
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// The judgement, if it has been made.
    pub fn made(&self) -> Option<&Adjudication> {
        self.made.as_ref().map(|(_, made)| made.as_ref())
    }

    /// The judgement of the position by this effort: the one made before, if it was made by as much, or one made now.
    /// Nothing more is read once another thread sets the flag, and what was cut short is not kept.
    pub fn by(
        &mut self,
        position: &Position,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> Arc<Adjudication> {
        let suffices = |made: &Effort| {
            made.seed == effort.seed
                && made.playouts >= effort.playouts
                && made.states >= effort.states
                && made.safety >= effort.safety
                && made.work >= effort.work
                && made.memory >= effort.memory
                && made.asks >= effort.asks
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

    /// Judges another position of the game in play, which two passes stop; the judgement is not kept.
    pub fn of(&self, other: &Position, effort: &Effort, stop: &AtomicBool) -> Adjudication {
        let occasion = match other.passes() {
            0 | 1 => Occasion::Game,
            _ => Occasion::Stopped,
        };
        adjudicate_asking(self.oracle.as_ref(), other, occasion, effort, stop)
    }
}
