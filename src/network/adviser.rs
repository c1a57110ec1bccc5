//! Adviser: a network as the oracle of searches, which remembers what it said.

use super::evaluation::Evaluation;
use super::inputs::Inputs;
use super::model::{KataModel, OPTIMISM_AT_ROOT};
use super::symmetry::Symmetry;
use crate::color::Color;
use crate::point::{Move, PerPoint};
use crate::position::Position;
use crate::tree::oracle::{Oracle, Outlook};
use fxhash::FxHashMap;
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

/// The share of the optimistic policy below the root of a search, as KataGo has it.
const OPTIMISM: f32 = 1.0;
/// How much of what was said is remembered, in bytes.
const MEMORY: usize = 32 << 20;

/// A network as the oracle of searches.
#[derive(Debug)]
pub struct Adviser {
    model: Arc<KataModel>,
    said: Mutex<Said>,
}

impl Adviser {
    /// One who has not been asked yet.
    #[must_use]
    pub fn new(model: Arc<KataModel>) -> Adviser {
        Adviser {
            model,
            said: Mutex::default(),
        }
    }

    fn said<T>(&self, with: impl FnOnce(&mut Said) -> T) -> T {
        with(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Oracle for Adviser {
    fn look(&self, position: &Position, at_root: bool) -> Arc<Outlook> {
        let inputs = Inputs::of(position);
        let question = (inputs.hash(), at_root);
        if let Some(outlook) = self.said(|said| said.of(question)) {
            return outlook;
        }
        let optimism = if at_root { OPTIMISM_AT_ROOT } else { OPTIMISM };
        let evaluation = self.model.evaluate(&inputs, Symmetry::NONE, optimism);
        let outlook = Arc::new(outlook(position, evaluation));
        self.said(|said| said.keep(question, &outlook, MEMORY / 2));
        outlook
    }
}

/// The hash of what a network was told, and whether it was asked at the root of a search.
type Question = (u64, bool);

/// What was said lately, and before.
#[derive(Debug, Default)]
struct Said {
    lately: FxHashMap<Question, Arc<Outlook>>,
    /// How much of memory that takes, in bytes.
    bytes: usize,
    before: FxHashMap<Question, Arc<Outlook>>,
}

impl Said {
    fn of(&self, question: Question) -> Option<Arc<Outlook>> {
        let found = self.lately.get(&question);
        found.or_else(|| self.before.get(&question)).cloned()
    }

    /// Remembers an answer; what was said before the last so many bytes is forgotten, but for as much again.
    fn keep(&mut self, question: Question, outlook: &Arc<Outlook>, most: usize) {
        let bytes = size_of::<Outlook>()
            + size_of::<PerPoint<f32>>()
            + outlook.policy.len() * size_of::<(Move, f32)>()
            + 2 * size_of::<(Question, Arc<Outlook>)>();
        if self.bytes + bytes > most {
            self.before = mem::take(&mut self.lately);
            self.bytes = 0;
        }
        if self.lately.insert(question, Arc::clone(outlook)).is_none() {
            self.bytes += bytes;
        }
    }
}

/// What an evaluation means to a search.
fn outlook(position: &Position, evaluation: Evaluation) -> Outlook {
    let deviation = evaluation.deviation();
    let mut ownership = evaluation.ownership;
    if position.turn() == Color::White {
        ownership.0.iter_mut().for_each(|owner| *owner = -*owner);
    }
    Outlook {
        win: evaluation.win + 0.5 * evaluation.no_result,
        lead: evaluation.lead,
        deviation,
        policy: evaluation.policy,
        ownership,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::tests::random_file;
    use crate::point::Size;
    use crate::rules::Rules;

    #[test]
    fn what_was_said_is_remembered_and_memory_bounded() {
        let file = random_file(12, 3);
        let model = KataModel::read(&file[..], file.len() as u64).expect("a network");
        let adviser = Adviser::new(Arc::new(model));
        let mut position = Position::new(Size::square(5).expect("a size"), Rules::CHINESE);
        let first = adviser.look(&position, false);
        assert!(Arc::ptr_eq(&first, &adviser.look(&position, false)));
        // At the root it is another question.
        assert!(!Arc::ptr_eq(&first, &adviser.look(&position, true)));
        // Whose the points are is told of colors, all else of the side to move.
        let win = first.win;
        assert!((0.0..=1.0).contains(&win) && first.policy.len() == 26);
        position.set_komi(-position.komi());
        assert!(!Arc::ptr_eq(&first, &adviser.look(&position, false)));
        let mut said = Said::default();
        for number in 0..1000 {
            said.keep((number, false), &first, 100_000);
        }
        let kept = said.lately.len() + said.before.len();
        assert!((20..=60).contains(&kept), "{kept}");
        assert!(said.of((999, false)).is_some() && said.of((0, false)).is_none());
    }
}
