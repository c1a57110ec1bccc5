//! What is done with what a search has found: the move that is played, a pass where nothing is left, or the game given
//! up.

use super::Candidate;
use crate::color::Color;
use crate::judge::reinforce::{is_decided, reinforcements};
use crate::judge::{Effort, adjudicate};
use crate::life::procedure::Procedure;
use crate::point::Move;
use crate::position::Position;
use std::sync::atomic::AtomicBool;

/// What the search settles on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    /// The move to play.
    pub(super) to: Move,
    /// The probability to win with it, for the side to move.
    pub(super) winrate: f64,
    /// The mean lead with it in points, for the side to move.
    pub(super) lead: f64,
}

impl Decision {
    fn of(candidate: Option<&Candidate>, to: Move) -> Decision {
        Decision {
            to,
            winrate: candidate.map_or(0.5, |candidate| candidate.winrate),
            lead: candidate.map_or(0.0, |candidate| candidate.lead),
        }
    }
}

/// The most played move, or a pass where playing on gains nothing.
pub(super) fn decide(position: &Position, candidates: &[Candidate], effort: &Effort) -> Decision {
    let pass = candidates
        .iter()
        .find(|candidate| candidate.to == Move::Pass);
    let play = candidates
        .iter()
        .find(|candidate| candidate.to != Move::Pass);
    let (Some(play), Some(best)) = (play, candidates.first()) else {
        return Decision::of(pass, Move::Pass);
    };
    let pays = pass.is_some_and(|pass| {
        // Points are not worth a risk.
        let is_safe = play.winrate > pass.winrate - 0.02;
        let much = position.passes() == 0 && play.lead > pass.lead + 2.0;
        much && is_safe || play.winrate > pass.winrate + 0.1
    });
    let thinks_of_passing = is_late(position) || best.to == Move::Pass;
    let is_judged_by_reading = Procedure::of(position.rules()).is_some();
    if !thinks_of_passing || (pays && !(is_judged_by_reading && is_late(position))) {
        return Decision::of(Some(play), play.to);
    }
    let standing = adjudicate(position, effort);
    let is_decided = is_judged_by_reading && is_decided(position, &standing);
    if pays && !is_decided {
        return Decision::of(Some(play), play.to);
    }
    let never = AtomicBool::new(false);
    let owed = reinforcements(position, &standing, position.turn(), effort, &never);
    // Where a pass ends the game, only what is needed as it stands: to a play of the opponent's there would be no
    // more need to have prepared.
    let mut passed = position.clone();
    let ends = passed.play(Move::Pass).is_ok() && passed.is_over();
    let needed = owed.iter().find(|owed| owed.gain > 0.0 || !ends);
    if let Some(to) = needed.map(|owed| Move::At(owed.at))
        && position.is_legal(to)
    {
        let known = candidates.iter().find(|candidate| candidate.to == to);
        return Decision::of(known.or(pass), to);
    }
    if !standing.open().is_empty() && !is_decided {
        // Early on a pass must be much better than any play.
        let passes = is_late(position) || best.winrate > play.winrate + 0.1;
        let rather = if passes { best } else { play };
        return Decision::of(Some(rather), rather.to);
    }
    // All is decided: what is left are dame and the points that must be filled because of them.
    match standing.left().first() {
        Some(&(color, to)) if color == position.turn() && position.is_legal(to) => {
            let known = candidates.iter().find(|candidate| candidate.to == to);
            Decision::of(known.or(pass), to)
        }
        _ => Decision::of(pass, Move::Pass),
    }
}

/// Whether the game may be given up: the chance to win is below the one given, and the position as it stands is lost.
pub(super) fn gives_up(
    below: f64,
    position: &Position,
    candidates: &[Candidate],
    decision: Decision,
    effort: &Effort,
) -> bool {
    let tried: u64 = candidates.iter().map(|candidate| candidate.playouts).sum();
    let hopeless = decision.winrate < below;
    // White begins a handicap game far behind and is to wait for mistakes.
    let patience = match position.turn() {
        Color::White => 8 * position.handicap() as usize,
        Color::Black => 0,
    };
    let early = position.board().size().area() / 6 + patience;
    let enough = tried >= 200 && position.move_count() > early;
    hopeless && enough && decision.to != Move::Pass && {
        let standing = adjudicate(position, effort);
        f64::from(position.turn().sign()) * standing.score().margin() < 0.0
    }
}

/// Whether passing may be thought of: somebody has passed, or most of the board is filled.
pub(super) fn is_late(position: &Position) -> bool {
    let board = position.board();
    position.passes() > 0 || 2 * board.empties().len() < board.size().area()
}
