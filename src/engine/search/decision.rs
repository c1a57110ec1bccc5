//! The decision after a search: a play, a pass where nothing is left to play, or resignation.

use super::endgame::EndgameSolution;
use super::limits::{Ban, allowed_moves, is_banned};
use super::result::Candidate;
use crate::go::board::{Board, Play};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Death, Rules};
use crate::life::procedure::Procedure;
use crate::life::region::Region;
use crate::referee::judge::reinforce::{in_fights, is_decided};
use crate::referee::judge::{Adjudication, Effort, Judged, are_enough_to_live};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A move with its values for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The move to play.
    pub(super) to: Move,
    /// The win probability with it, 0 to 1.
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

    /// Chooses among the moves of an exact solution: a pass if possible, or the most visited.
    pub(super) fn solved(
        position: &Position,
        solution: &EndgameSolution,
        candidates: &[Candidate],
    ) -> Choice {
        let lead = f64::from(position.turn().sign()) * solution.margin;
        let winrate = match lead {
            0.0 => 0.5,
            _ => f64::from(u8::from(lead > 0.0)),
        };
        let to = preferred_of(position, solution, candidates)
            .next()
            .unwrap_or(solution.moves[0]);
        Choice { to, winrate, lead }
    }

    /// Chooses a move of a solution that rests on assumptions, if the search confirms it.
    ///
    /// The search confirms a move that it has visited and values about as high as its own choice.
    /// The values are those of the search.
    pub(super) fn confirmed(
        position: &Position,
        solution: &EndgameSolution,
        candidates: &[Candidate],
        trust: Trust,
    ) -> Option<Choice> {
        /// The most that a confirmed move may fall short by, in win probability and in points.
        const WORSE: (f64, f64) = (0.03, 1.0);
        let best = candidates.first()?;
        let is_confirmed = |found: &&Candidate| {
            found.playouts >= trust.confirming
                && found.winrate >= best.winrate - WORSE.0
                && found.lead >= best.lead - WORSE.1
        };
        let found = |to| candidates.iter().find(|candidate| candidate.to == to);
        preferred_of(position, solution, candidates).find_map(|to| {
            let confirmed = found(to).filter(is_confirmed)?;
            Some(Choice::of(Some(confirmed), to))
        })
    }

    /// Replaces a banned move with the most visited one, or with any that the bans leave.
    pub(super) fn unless_banned(
        self,
        bans: &[Ban],
        position: &Position,
        candidates: &[Candidate],
    ) -> Choice {
        let turn = position.turn();
        let is_allowed = |to| !is_banned(bans, turn, to, 1);
        if is_allowed(self.to) {
            return self;
        }
        match candidates.first().filter(|first| is_allowed(first.to)) {
            Some(first) => Choice::of(Some(first), first.to),
            None => {
                let any = allowed_moves(position, bans, 1).next();
                any.map_or(self, |to| Choice::of(None, to))
            }
        }
    }
}

/// Returns the moves of a solution in order of preference.
///
/// First a dame while a dispute is played out (2009), then a pass, then the searched moves, most
/// visited first.
fn preferred_of<'a>(
    position: &'a Position,
    solution: &'a EndgameSolution,
    candidates: &'a [Candidate],
) -> impl Iterator<Item = Move> + use<'a> {
    let keeps = |to: &Move| solution.moves.contains(to);
    // While a dispute is played out, a dame left open would be a free move, so it is filled first.
    let fills = |to: &Move| position.rules().phased && is_dame(position.board(), *to);
    let dame = solution.moves.iter().copied().find(fills);
    let searched = candidates.iter().map(|candidate| candidate.to);
    dame.into_iter()
        .chain([Move::Pass])
        .chain(searched)
        .filter(move |to| keeps(to))
}

/// A searched position with the inputs of the decision.
#[derive(Clone, Copy)]
pub(super) struct SearchedPosition<'a> {
    /// The position at the root.
    pub(super) position: &'a Position,
    /// The searched moves, most visited first.
    pub(super) candidates: &'a [Candidate],
    /// The visits needed to rely on them.
    pub(super) trust: Trust,
    /// The effort of a judgement.
    pub(super) effort: &'a Effort,
}

/// Chooses the most visited move, or a pass where playing on gains nothing.
///
/// A pass that the rules forbid because it would leave a ko open (2009) is replaced by a play.
/// Judging and reading end when `late` is set.
pub(super) fn decide(
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    trust: Trust,
    effort: &Effort,
    late: &AtomicBool,
) -> Choice {
    let choice = preferred(position, judged, candidates, trust, effort, late);
    match choice.to {
        Move::Pass if !position.is_legal(Move::Pass) => {
            let is_legal_play = |candidate: &&Candidate| {
                candidate.to != Move::Pass && position.is_legal(candidate.to)
            };
            let play = candidates.iter().find(is_legal_play);
            // Moves that fill an eye are not candidates.
            let first_legal = || position.legal_moves().next().unwrap_or(Move::Pass);
            Choice::of(play, play.map_or_else(first_legal, |play| play.to))
        }
        Move::Pass if position.rules().counting == Counting::Stones => {
            // Under stone counting every stone that stays is a point.
            let is_play = |candidate: &&Candidate| {
                candidate.to != Move::Pass && candidate.lead >= choice.lead
            };
            let play = candidates.iter().find(is_play);
            match filling(position) {
                Some(to) => Choice::of(candidates.first(), to),
                None => play.map_or(choice, |play| Choice::of(Some(play), play.to)),
            }
        }
        _ => choice,
    }
}

/// The visits needed to rely on the values of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trust {
    /// The fewest visits of a pass for comparing it with plays.
    pass: u64,
    /// The fewest visits of all moves together for resigning the game.
    resigning: u64,
    /// The fewest visits of a move that confirm it.
    confirming: u64,
}

impl Trust {
    /// The numbers for playouts.
    pub(super) const PLAYOUTS: Trust = Trust {
        pass: 30,
        resigning: 200,
        confirming: 30,
    };
    /// The numbers for evaluations.
    pub(super) const EVALUATIONS: Trust = Trust {
        pass: 1,
        resigning: 16,
        confirming: 4,
    };

    /// Returns true if there have been enough visits to resign.
    pub(super) fn allows_resigning(&self, candidates: &[Candidate]) -> bool {
        let tried: u64 = candidates.iter().map(|one| one.playouts).sum();
        tried >= self.resigning
    }
}

/// The number of unclear points, stones included, that outweighs the cost of a needless play.
const MUCH: usize = 12;

/// The win probability above which a play may still turn a game that is lost as it stands.
const HOPE: f64 = 0.1;

/// Returns true if a move is better by more than the noise of a few playouts.
fn is_much_better(one: &Candidate, other: &Candidate) -> bool {
    one.winrate > other.winrate + 0.1
}

/// Chooses a move without asking if a pass is legal.
fn preferred(
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    trust: Trust,
    effort: &Effort,
    late: &AtomicBool,
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
        // A gain in points is not worth a risk. If a play costs nothing in itself, a small gain
        // suffices.
        let is_safe = play.winrate > pass.winrate - 0.02;
        let much = match position.rules().counting {
            Counting::Area => play.lead > pass.lead + 1.0,
            _ => position.passes() == 0 && play.lead > pass.lead + 2.0,
        };
        much && is_safe || is_much_better(play, pass)
    });
    let thinks_of_passing = is_late(position) || best.to == Move::Pass;
    let is_judged_by_reading = Procedure::of(position.rules()).is_some();
    if !thinks_of_passing || (pays && !(is_judged_by_reading && is_late(position))) {
        return Choice::of(Some(play), play.to);
    }
    if late.load(Relaxed) {
        return Choice::of(Some(best), best.to);
    }
    let standing = judged.by(position, effort, late);
    let is_decided = is_judged_by_reading && is_decided(position, &standing);
    // A few playouts after a pass weigh less than a judgement that leaves nothing open.
    let is_tried = pass.is_some_and(|pass| pass.playouts >= trust.pass);
    let is_open = !standing.open().is_empty();
    let may_gain = match is_decided {
        // The last ko leaves the status of every chain as it is, and may still decide the game.
        true => is_tried && is_open && pass.is_some_and(|pass| is_much_better(play, pass)),
        false => is_tried || is_open,
    };
    if pays && may_gain {
        return Choice::of(Some(play), play.to);
    }
    // If every stone counts as alive, a side that is behind loses by passing: any play with a
    // chance is better.
    let all_alive = position.rules().death == Death::AllAlive;
    if all_alive && is_behind(position, &standing) && play.winrate > HOPE {
        return Choice::of(Some(play), play.to);
    }
    let owed = in_fights(position, &standing, position.turn(), effort, late);
    // If a pass ends the game, the opponent plays no more: only reinforcements that gain as the
    // board stands count.
    let ends = position.ends_by_pass();
    let needed = owed.iter().find(|owed| owed.gain > 0.0 || !ends);
    if let Some(to) = needed.map(|owed| Move::At(owed.at))
        && position.is_legal(to)
    {
        let known = candidates.iter().find(|candidate| candidate.to == to);
        return Choice::of(known.or(pass), to);
    }
    if is_open && !is_decided {
        // Early in the game, or with much unclear, a pass must be much better than any play.
        let is_little = is_late(position) && standing.unclear().len() < MUCH;
        let rather = match pass {
            _ if !is_little && !is_much_better(best, play) => play,
            Some(pass) if is_little && pass.lead > best.lead => pass,
            _ => best,
        };
        return Choice::of(Some(rather), rather.to);
    }
    // All is decided.
    last_fill(position, &standing, candidates).unwrap_or_else(|| Choice::of(pass, Move::Pass))
}

/// Chooses the last fill when all is decided: a dame, or a reinforcement that filled dame force.
fn last_fill(
    position: &Position,
    standing: &Adjudication,
    candidates: &[Candidate],
) -> Option<Choice> {
    let is_own = |play: &&Play| play.0 == position.turn();
    let left = if position.rules().phased {
        standing.left().iter().find(is_own)
    } else {
        standing.left().first().filter(is_own)
    };
    let to = left.map(|&(_, to)| to);
    to.filter(|&to| position.is_legal(to)).map(|to| {
        let of = |to| candidates.iter().find(|candidate| candidate.to == to);
        Choice::of(of(to).or_else(|| of(Move::Pass)), to)
    })
}

/// Replaces a pass of a solution with the last fill if the opponent may play on after passes.
///
/// The fill has to keep the value too. It closes a ko that a pass would leave open to the opponent.
pub(super) fn with_last_fill(
    position: &Position,
    standing: &Adjudication,
    solution: &EndgameSolution,
    candidates: &[Candidate],
    choice: Choice,
) -> Choice {
    let may_go_on = choice.to == Move::Pass && position.rules().end.needs_agreement();
    let fill = may_go_on.then(|| last_fill(position, standing, candidates));
    match fill.flatten() {
        Some(fill) if solution.moves.contains(&fill.to) => Choice {
            to: fill.to,
            ..choice
        },
        _ => choice,
    }
}

/// Returns true if the rules leave life and death to the agreement of the players.
///
/// No procedure fixes the side that moves first then, so a judgement assumes that it is the side to
/// move.
pub(super) fn leaves_to_players(rules: &Rules) -> bool {
    rules.death == Death::Agreement && !rules.phased
}

/// Replaces a pass with the best play if the pass gives up something that moving next would keep.
///
/// This is checked only where life and death are left to the players and some status is unproved.
pub(super) fn unless_given_away(
    position: &Position,
    judged: &mut Judged,
    candidates: &[Candidate],
    choice: Choice,
    effort: &Effort,
    late: &AtomicBool,
) -> Choice {
    /// The least loss that counts, in points. Estimates vary by less.
    const SOMETHING: f64 = 1.5;
    let mut passed = position.clone();
    let is_asked = choice.to == Move::Pass && leaves_to_players(position.rules());
    if !is_asked || position.is_over() || passed.play(Move::Pass).is_err() {
        return choice;
    }
    // If the game goes on after a pass, the search knows the value of the pass.
    let is_no_worse = |play: &&Candidate| passed.is_over() || play.lead >= choice.lead;
    let play = candidates.iter().find(|play| play.to != Move::Pass);
    let Some(play) = play.filter(is_no_worse) else {
        return choice;
    };
    let standing = judged.by(position, effort, late);
    if late.load(Relaxed) || is_decided(position, &standing) {
        return choice;
    }
    let after = judged.of(&passed, effort, late);
    let lost = standing.score().margin() - after.score().margin();
    if f64::from(position.turn().sign()) * lost > SOMETHING && !late.load(Relaxed) {
        Choice::of(Some(play), play.to)
    } else {
        choice
    }
}

/// Returns true if a move is at an empty point that stones of both sides touch.
fn is_dame(board: &Board, to: Move) -> bool {
    let Some(at) = to.point() else {
        return false;
    };
    let played: PointSet = [at].into_iter().collect();
    let around = played.grown();
    Color::BOTH
        .iter()
        .all(|&color| around.meets(&board.stones(color)))
}

/// Returns a play in one's own territory that leaves its group enough eyes to live.
///
/// Under stone counting every such play gains a point.
fn filling(position: &Position) -> Option<Move> {
    let (board, turn) = (position.board(), position.turn());
    let own = |board: &Board| -> PointSet {
        let regions = Region::all_of(board, turn).into_iter();
        let free =
            regions.filter(|region| region.points == region.empty && !region.wall.is_empty());
        free.map(|region| region.points).collect()
    };
    let lives = |at: Point| {
        let mut after = board.clone();
        after.place(turn, at, &mut ());
        let eyes = own(&after);
        let played: PointSet = [at].into_iter().collect();
        let group = played.flood(&(after.stones(turn) | eyes));
        are_enough_to_live(&(group & eyes))
    };
    let mut points = own(board).iter();
    points
        .find(|&at| position.is_legal(Move::At(at)) && lives(at))
        .map(Move::At)
}

/// Returns true if the win probability is below a limit and the position as it stands is lost.
pub(super) fn resigns(
    below: f64,
    position: &Position,
    judged: &mut Judged,
    choice: Choice,
    effort: &Effort,
    late: &AtomicBool,
) -> bool {
    let hopeless = choice.winrate < below;
    // In a handicap game White begins far behind and has to wait for mistakes.
    let patience = match position.turn() {
        Color::White => 8 * position.handicap() as usize,
        Color::Black => 0,
    };
    let early = position.board().size().area() / 6 + patience;
    let is_early = position.move_count() <= early;
    hopeless && !is_early && choice.to != Move::Pass && {
        let standing = judged.by(position, effort, late);
        // A judgement that was cut short is no reason to resign.
        !late.load(Relaxed) && is_behind(position, &standing)
    }
}

/// Returns true if the side to move loses when the game stops.
pub(super) fn is_behind(position: &Position, standing: &Adjudication) -> bool {
    f64::from(position.turn().sign()) * standing.score().margin() < 0.0
}

/// Returns true if a pass is considered: after a pass, or when more than half the board is filled.
pub(super) fn is_late(position: &Position) -> bool {
    let board = position.board();
    position.passes() > 0 || 2 * board.empties().len() < board.size().area()
}

/// Returns true if hardly anything is left to play: a pass is the best move, or nearly.
pub(super) fn is_nearly_over(position: &Position, candidates: &[Candidate]) -> bool {
    let is_pass = |candidate: &&Candidate| candidate.to == Move::Pass;
    let pass = candidates.iter().find(is_pass);
    let best = candidates.first();
    let is_near = |(pass, best): (&Candidate, &Candidate)| pass.lead > best.lead - 1.5;
    position.passes() > 0
        || best.is_none_or(|best| best.to == Move::Pass)
        || is_late(position) && pass.zip(best).is_some_and(is_near)
}
