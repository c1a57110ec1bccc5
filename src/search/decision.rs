//! The decision after a search: a move, a pass where nothing is left to play, or to resign.

use super::result::Candidate;
use crate::color::Color;
use crate::judge::reinforce::{is_decided, reinforcements};
use crate::judge::{Effort, Judged};
use crate::life::procedure::Procedure;
use crate::point::Move;
use crate::position::Position;
use std::sync::atomic::AtomicBool;

/// The move that is decided on. All values are for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The move to play.
    pub(super) to: Move,
    /// The probability, 0 to 1, to win with it.
    pub(super) winrate: f64,
    /// The mean lead with it in points.
    pub(super) lead: f64,
}

impl Choice {
    fn of(candidate: Option<&Candidate>, to: Move) -> Choice {
        Choice {
            to,
            winrate: candidate.map_or(0.5, |candidate| candidate.winrate),
            lead: candidate.map_or(0.0, |candidate| candidate.lead),
        }
    }
}

/// The most played move, or a pass where playing on gains nothing. A pass that the rules forbid, because it would
/// leave a ko open (2009), gives way to a play.
pub(super) fn decide(
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    effort: &Effort,
) -> Choice {
    let choice = preferred(position, judged, candidates, effort);
    match choice.to {
        Move::Pass if !position.is_legal(Move::Pass) => {
            let is_legal_play = |candidate: &&Candidate| {
                candidate.to != Move::Pass && position.is_legal(candidate.to)
            };
            let play = candidates.iter().find(is_legal_play);
            // Moves that fill an eye are no candidates.
            let first_legal = || position.legal_moves().next().unwrap_or(Move::Pass);
            Choice::of(play, play.map_or_else(first_legal, |play| play.to))
        }
        _ => choice,
    }
}

/// The decision before it is asked whether a pass is legal.
fn preferred(
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    effort: &Effort,
) -> Choice {
    let pass = candidates
        .iter()
        .find(|candidate| candidate.to == Move::Pass);
    let play = candidates
        .iter()
        .find(|candidate| candidate.to != Move::Pass);
    let (Some(play), Some(best)) = (play, candidates.first()) else {
        return Choice::of(pass, Move::Pass);
    };
    let pays = pass.is_some_and(|pass| {
        // A gain in points is not worth a risk.
        let is_safe = play.winrate > pass.winrate - 0.02;
        let much = position.passes() == 0 && play.lead > pass.lead + 2.0;
        much && is_safe || play.winrate > pass.winrate + 0.1
    });
    let thinks_of_passing = is_late(position) || best.to == Move::Pass;
    let is_judged_by_reading = Procedure::of(position.rules()).is_some();
    if !thinks_of_passing || (pays && !(is_judged_by_reading && is_late(position))) {
        return Choice::of(Some(play), play.to);
    }
    let never = AtomicBool::new(false);
    let standing = judged.by(position, effort, &never);
    let is_decided = is_judged_by_reading && is_decided(position, &standing);
    if pays && !is_decided {
        return Choice::of(Some(play), play.to);
    }
    let owed = reinforcements(position, &standing, position.turn(), effort, &never);
    // Where a pass ends the game, only what is needed as it stands: the opponent will not play any more.
    let mut passed = position.clone();
    let ends = passed.play(Move::Pass).is_ok() && passed.is_over();
    let needed = owed.iter().find(|owed| owed.gain > 0.0 || !ends);
    if let Some(to) = needed.map(|owed| Move::At(owed.at))
        && position.is_legal(to)
    {
        let known = candidates.iter().find(|candidate| candidate.to == to);
        return Choice::of(known.or(pass), to);
    }
    if !standing.open().is_empty() && !is_decided {
        // Early on a pass must be much better than any play.
        let passes = is_late(position) || best.winrate > play.winrate + 0.1;
        let rather = if passes { best } else { play };
        return Choice::of(Some(rather), rather.to);
    }
    // All is decided: only dame are left, and the points that must be filled because of them.
    match standing.left().first() {
        Some(&(color, to)) if color == position.turn() && position.is_legal(to) => {
            let known = candidates.iter().find(|candidate| candidate.to == to);
            Choice::of(known.or(pass), to)
        }
        _ => Choice::of(pass, Move::Pass),
    }
}

/// Whether to resign: the win probability is below a limit, 0 to 1, and the position as it stands is lost.
pub(super) fn resigns(
    below: f64,
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    choice: Choice,
    effort: &Effort,
) -> bool {
    let tried: u64 = candidates.iter().map(|candidate| candidate.playouts).sum();
    let hopeless = choice.winrate < below;
    // In a handicap game White begins far behind and has to wait for mistakes.
    let patience = match position.turn() {
        Color::White => 8 * position.handicap() as usize,
        Color::Black => 0,
    };
    let early = position.board().size().area() / 6 + patience;
    let enough = tried >= 200 && position.move_count() > early;
    hopeless && enough && choice.to != Move::Pass && {
        let standing = judged.by(position, effort, &AtomicBool::new(false));
        f64::from(position.turn().sign()) * standing.score().margin() < 0.0
    }
}

/// Whether a pass is considered: somebody has passed, or more than half of the board is filled.
pub(super) fn is_late(position: &Position) -> bool {
    let board = position.board();
    position.passes() > 0 || 2 * board.empties().len() < board.size().area()
}
