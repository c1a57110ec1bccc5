//! Tests of judgements with an evaluator: it decides only what is neither proved nor read.

use super::point;
use crate::go::board::{Board, diagram};
use crate::go::color::Color;
use crate::go::point::{Move, PerPoint};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::tree::oracle::{Oracle, Outlook, View};
use crate::referee::judge::{
    Adjudication, Basis, Effort, Judged, Occasion, Status, adjudicate, adjudicate_asking,
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

const EFFORT: Effort = Effort {
    playouts: 60,
    seed: 5,
    states: 20_000,
    safety: 20_000,
    ..Effort::USUAL
};
/// An effort without reading and proofs.
const UNREAD: Effort = Effort {
    states: 0,
    safety: 0,
    ..EFFORT
};

/// An evaluator that gives every point to one side, and records its queries.
#[derive(Debug)]
struct Partial {
    to: Color,
    asked: Mutex<Vec<(Color, f64, usize)>>,
    /// The stop flag that it sets when queried, if any.
    stops: Option<Arc<AtomicBool>>,
}

impl Oracle for Partial {
    fn name(&self) -> &str {
        "partial"
    }

    fn look(&self, position: &Position, _view: View) -> Arc<Outlook> {
        let asked = (position.turn(), position.komi(), position.move_count());
        self.asked.lock().expect("nobody panicked").push(asked);
        if let Some(stop) = &self.stops {
            stop.store(true, Relaxed);
        }
        Arc::new(Outlook {
            policy: vec![(Move::Pass, 1.0)],
            win: 0.5,
            lead: 0.0,
            deviation: 5.0,
            ownership: Box::new(PerPoint::new(self.to.sign() as f32)),
        })
    }
}

impl Partial {
    fn new(to: Color) -> Arc<Partial> {
        Arc::new(Partial {
            to,
            asked: Mutex::default(),
            stops: None,
        })
    }

    fn asked(&self) -> Vec<(Color, f64, usize)> {
        self.asked.lock().expect("nobody panicked").clone()
    }
}

fn board(picture: &str) -> Board {
    diagram::board(picture).expect("a board")
}

fn judge(oracle: &Arc<Partial>, position: &Position, effort: &Effort) -> Adjudication {
    let oracle: Arc<dyn Oracle> = Arc::<Partial>::clone(oracle);
    let occasion = Occasion::of(position);
    adjudicate_asking(
        Some(&oracle),
        position,
        occasion,
        effort,
        &AtomicBool::new(false),
    )
}

/// Black groups, and white stones whose status is unclear without reading.
const OPEN: &str = "
    . . . . . . .
    . X X X X X .
    . X . O . X .
    . X . . O X .
    . X O . . X .
    . X X X X X .
    . . . . . . .";

/// Black lives unconditionally, and the stone at A5 is proved dead.
const PROVED: &str = "
    O . X . X
    X X X X X
    X . X O O
    X X X O .
    . X O O .";

#[test]
fn what_is_not_proved_is_as_an_oracle_has_it() {
    let position = Position::set_up(board(OPEN), Color::Black, Rules::CHINESE);
    for (to, status) in [(Color::Black, Status::Dead), (Color::White, Status::Alive)] {
        let oracle = Partial::new(to);
        let judged = judge(&oracle, &position, &UNREAD);
        let white = judged.chain(point("D5")).expect("a stone");
        assert_eq!(white.status, status, "{to}: {judged:#?}");
        assert!(matches!(white.basis, Basis::Estimated(_)));
        assert_eq!(judged.adviser().map(|one| one.name()), Some("partial"));
    }
}

#[test]
fn what_is_proved_overrules_an_oracle() {
    for rules in [Rules::CHINESE, Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
        let position = Position::set_up(board(PROVED), Color::Black, rules);
        let alone = adjudicate(&position, Occasion::of(&position), &EFFORT);
        for to in Color::BOTH {
            let judged = judge(&Partial::new(to), &position, &EFFORT);
            for chain in alone.chains().iter().filter(|chain| chain.basis.is_proof()) {
                let at = chain.stones.first().expect("a stone");
                assert_eq!(judged.chain(at), Some(chain), "{rules}, {to}");
            }
        }
    }
}

/// The evaluator is not consulted if no chain is left to an estimate, if the effort forbids it, or
/// after the stop flag is set.
#[test]
fn nobody_is_asked_in_vain() {
    let settled = board(
        ". X . X O . O
         X X X X O O O
         . X X O O . O
         X X X O O O O
         . X X O . O .",
    );
    let oracle = Partial::new(Color::White);
    let position = Position::set_up(settled, Color::Black, Rules::CHINESE);
    let judged = judge(&oracle, &position, &EFFORT);
    assert!(
        judged.chains().iter().all(|chain| chain.basis.is_proof()),
        "{judged:#?}"
    );
    assert!(oracle.asked().is_empty() && judged.adviser().is_none());
    let open = Position::set_up(board(OPEN), Color::Black, Rules::CHINESE);
    let unasked = Effort {
        asks: false,
        ..UNREAD
    };
    let judged = judge(&oracle, &open, &unasked);
    assert!(oracle.asked().is_empty() && judged.adviser().is_none());
    let stop = Arc::new(AtomicBool::new(false));
    let hurried = Arc::new(Partial {
        to: Color::White,
        asked: Mutex::default(),
        stops: Some(Arc::clone(&stop)),
    });
    let oracle: Arc<dyn Oracle> = Arc::<Partial>::clone(&hurried);
    let judged = adjudicate_asking(Some(&oracle), &open, Occasion::Diagram, &UNREAD, &stop);
    assert_eq!(hurried.asked().len(), 1);
    assert!(judged.adviser().is_none());
}

/// In a game in progress the evaluator sees the position itself, with each side to move; later only
/// the stones, as an even game.
#[test]
fn an_oracle_is_asked_once_for_each_side() {
    let mut position = Position::set_up(board(OPEN), Color::Black, Rules::CHINESE);
    position.set_komi(-30.0);
    position.play("A1".parse().expect("a move")).expect("legal");
    let oracle = Partial::new(Color::White);
    judge(&oracle, &position, &UNREAD);
    let asked = oracle.asked();
    assert_eq!(asked, [(Color::White, -30.0, 1), (Color::Black, -30.0, 1)]);
    let stopped = |komi: f64| {
        let mut position = position.clone();
        position.set_komi(komi);
        for _ in 0..2 {
            position.play(Move::Pass).expect("legal");
        }
        let oracle = Partial::new(Color::White);
        judge(&oracle, &position, &UNREAD);
        oracle.asked()
    };
    let asked = stopped(7.5);
    assert_eq!(asked, stopped(-100.0));
    let &[(first, komi, 0), (second, other, 0)] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!((first, komi), (!second, other));
    assert!(
        (komi.fract().abs() - 0.5).abs() < 1e-9 && komi > 0.0,
        "{komi}"
    );
}

/// A cached judgement without the evaluator is replaced by one with it, but not the other way
/// round.
#[test]
fn what_was_asked_is_kept() {
    let position = Position::set_up(board(OPEN), Color::Black, Rules::CHINESE);
    let oracle = Partial::new(Color::White);
    let mut judged = Judged::asking(
        Some(Arc::<Partial>::clone(&oracle) as Arc<dyn Oracle>),
        Occasion::Diagram,
    );
    let never = AtomicBool::new(false);
    let unasked = Effort {
        asks: false,
        ..UNREAD
    };
    let mut status = |effort: &Effort| {
        let judged = judged.by(&position, effort, &never);
        (judged.adviser().is_some(), oracle.asked().len())
    };
    assert_eq!(status(&unasked), (false, 0));
    assert_eq!(status(&UNREAD), (true, 2));
    assert_eq!(status(&unasked), (true, 2));
}
