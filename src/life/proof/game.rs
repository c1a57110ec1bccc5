//! The games that the rules judge by, played on the board and written from their letter.

use super::error::ProofError;
use super::state::{ProofMove, ProofState};
use super::unconditional::{alive, alive_by, is_too_small_for_two_eyes};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet, Size};
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use crate::life::question::{Question, Subject};

/// The game that answers a question.
///
/// In 2012 the attacker succeeds by owning a point of the chain permanently. In 1989 the attacker
/// succeeds if the chain is captured and no new stone of its owner stays in the area permanently.
/// In both, an owner who loses stones forever fails. No ko is closed at the start. Play is limited
/// to the local area: the part of the board without unconditionally living chains.
#[derive(Clone, Debug)]
pub(in crate::life) struct ProofGame {
    size: Size,
    procedure: Procedure,
    owner: Color,
    first: Color,
    chain: PointSet,
    area: PointSet,
    /// The stones that count as new from the start.
    held: PointSet,
    /// True if an owner who loses stones forever fails.
    counts_losses: bool,
    /// The local area.
    place: PointSet,
}

/// The part of the local area that the winner's living chains leave open.
///
/// Points that the winner's chains with two small eyes cut off from the question are out of play:
/// to the loser a play there counts as a pass. That is sound if the winner does not play there
/// either, needs no ko there, and does not spoil the eyes of those chains elsewhere. The replay
/// checks all three. The loser cannot fill an eye there that is vital to one of those chains, so
/// the chain stays alive and nothing changes on the open side of it. (Large eyes would do too, but
/// the winner may want to play in them.)
#[derive(Clone, Copy, Debug)]
pub(in crate::life) struct Enclosure {
    /// The points in play.
    pub(in crate::life) in_play: PointSet,
    /// The winner's chains that live unconditionally by small eyes.
    pub(super) solid: PointSet,
    /// The chains among them next to points that they cut off.
    pub(super) walls: PointSet,
}

impl ProofGame {
    /// The game of a question on a board.
    ///
    /// # Errors
    ///
    /// [`ProofError::Question`] if the chain is not on the board, the area is not in the chain's
    /// local area, or the procedure has no such question.
    pub(in crate::life) fn new(
        board: &Board,
        procedure: Procedure,
        question: &Question,
    ) -> Result<ProofGame, ProofError> {
        let Question { owner, subject } = *question;
        let (chain, area) = (question.target(), question.area());
        let seed = if chain.is_empty() { area } else { chain };
        let place = local_area(board, &seed.iter().take(1).collect());
        let is_known = match procedure.success {
            Success::OwningForGood => !chain.is_empty() && area.is_empty(),
            Success::Capturing => !seed.is_empty(),
        };
        let is_there = chain.is_empty() || is_chain(board, owner, &chain);
        if !(is_known && is_there && procedure.has_proofs() && area.is_subset(&place)) {
            return Err(ProofError::Question);
        }
        let is_first = matches!(subject, Subject::Point(_)) || procedure.first == Side::Defender;
        Ok(ProofGame {
            size: board.size(),
            procedure,
            owner,
            first: if is_first { owner } else { !owner },
            chain,
            area,
            held: match subject {
                Subject::Area(_) => board.stones(owner) & area,
                Subject::Chain { .. } | Subject::Point(_) => PointSet::EMPTY,
            },
            counts_losses: !matches!(subject, Subject::Point(_)),
            place,
        })
    }

    /// Returns true if an owner who loses stones forever fails.
    pub(super) fn counts_losses(&self) -> bool {
        self.counts_losses
    }

    /// Returns the size of the board.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the state before the first move.
    pub(in crate::life) fn start(&self, board: &Board) -> ProofState {
        ProofState {
            stones: PerColor::from_fn(|color| board.stones(color)),
            closed: PointSet::EMPTY,
            new: self.held,
            removed: self.chain.is_empty(),
            turn: self.first,
            memory: 0,
        }
    }

    /// Returns the plays on some points and the passes that may be possible in a state,
    /// [legal](ProofGame::after) or not.
    pub(in crate::life) fn moves(
        &self,
        state: &ProofState,
        board: &Board,
        points: &PointSet,
    ) -> Vec<ProofMove> {
        let empty = points.iter().filter(|&at| board.is_empty(at));
        let mut moves: Vec<ProofMove> = empty.map(ProofMove::Play).collect();
        moves.push(ProofMove::Pass);
        match self.procedure.ko {
            KoBan::KoPass => moves.push(ProofMove::KoPass),
            KoBan::PassForEach => moves.extend(state.closed.iter().map(ProofMove::PassFor)),
            KoBan::NextTurn | KoBan::PassOnceForEach | KoBan::Never(_) => {}
        }
        moves
    }

    /// Returns the state after a move and the owner's net loss of stones by it; `None` if the move
    /// is illegal.
    pub(in crate::life) fn after(
        &self,
        state: &ProofState,
        board: &Board,
        play: ProofMove,
    ) -> Option<(ProofState, i64)> {
        let closed = match play {
            ProofMove::Play(at) => return self.after_play(state, board, at),
            ProofMove::Pass => self.closed_after_turn(state),
            ProofMove::KoPass => {
                let mut closed = state.closed.iter();
                let is_missed = closed.any(|stone| is_missed(state, board, stone));
                let is_legal = self.procedure.ko == KoBan::KoPass && is_missed;
                is_legal.then_some(PointSet::EMPTY)?
            }
            ProofMove::PassFor(stone) => {
                let is_missed = state.closed.contains(stone) && is_missed(state, board, stone);
                let is_legal = self.procedure.ko == KoBan::PassForEach && is_missed;
                is_legal.then(|| state.closed - PointSet::from_iter([stone]))?
            }
        };
        let after = ProofState {
            closed,
            turn: !state.turn,
            ..*state
        };
        Some((after, 0))
    }

    /// Returns the state after a play, as [`after`](ProofGame::after).
    fn after_play(
        &self,
        state: &ProofState,
        board: &Board,
        at: Point,
    ) -> Option<(ProofState, i64)> {
        let (us, them) = (state.turn, !state.turn);
        if !self.place.contains(at) || !board.is_empty(at) || board.is_suicide(us, at) {
            return None;
        }
        let mut played = board.clone();
        played.place(us, at, &mut ());
        let taken = state.stones[them] - played.stones(them);
        if taken.len() == 1 && taken.is_subset(&state.closed) {
            return None;
        }
        let mut closed = self.closed_after_turn(state);
        if played.ko().is_some() {
            closed.insert(at);
        }
        let still_ko = closed.iter().filter(|&stone| is_ko(&played, stone));
        let mut after = ProofState {
            stones: PerColor::from_fn(|color| played.stones(color)),
            closed: still_ko.collect(),
            turn: them,
            ..*state
        };
        let count = taken.len() as i64;
        if us == self.owner {
            after.new |= PointSet::from_iter([at]) & self.area;
            return Some((after, -count));
        }
        after.new -= taken;
        after.removed |= taken.meets(&self.chain) && self.procedure.success == Success::Capturing;
        Some((after, count))
    }

    /// Returns the ko stones of a state that stay closed after any move.
    fn closed_after_turn(&self, state: &ProofState) -> PointSet {
        match self.procedure.ko {
            KoBan::NextTurn | KoBan::Never(_) => PointSet::EMPTY,
            KoBan::KoPass | KoBan::PassForEach | KoBan::PassOnceForEach => state.closed,
        }
    }

    /// Returns true if the winner (the owner if `alive`, else the attacker) has succeeded and
    /// nothing that matters can change.
    ///
    /// In 2012 the owner wins by [keeping](kept) every point of the chain, the attacker by keeping
    /// one. In 1989 the owner wins with an unconditionally living new stone, or if the chain, never
    /// captured, lives unconditionally. The attacker wins if the chain is lost and every point of
    /// the area is kept by the attacker or carries an old living stone.
    pub(in crate::life) fn is_over(&self, state: &ProofState, board: &Board, alive: bool) -> bool {
        self.is_over_where(&self::alive(board), state, board, alive)
    }

    /// Evaluates [`is_over`](ProofGame::is_over) with each side's unconditionally living stones
    /// given.
    pub(super) fn is_over_where(
        &self,
        living: &PerColor<PointSet>,
        state: &ProofState,
        board: &Board,
        alive: bool,
    ) -> bool {
        let own = living[self.owner];
        match (self.procedure.success, alive) {
            (Success::OwningForGood, true) => {
                self.chain.is_subset(&kept(board, living, self.owner))
            }
            (Success::OwningForGood, false) => self.chain.meets(&kept(board, living, !self.owner)),
            (Success::Capturing, true) => {
                own.meets(&state.new) || !state.removed && self.chain.is_subset(&own)
            }
            (Success::Capturing, false) => {
                let lost = kept(board, living, !self.owner);
                let is_lost = state.removed || self.chain.is_subset(&lost);
                is_lost && self.area.is_subset(&(lost | (own - state.new)))
            }
        }
    }

    /// Returns a side's unconditionally living stones that bound the local area on the first board.
    pub(super) fn border(&self, board: &Board, side: Color) -> PointSet {
        self.place.grown() & alive(board)[side]
    }

    /// Returns the part of the local area in play, if the winner is the owner (`alive`) or else the
    /// attacker.
    pub(in crate::life) fn enclosure(&self, board: &Board, alive: bool) -> Enclosure {
        let matter = self.chain | self.area;
        let winner = if alive { self.owner } else { !self.owner };
        let own = board.stones(winner);
        let solid = alive_by(board, winner, |eye| {
            is_too_small_for_two_eyes(eye, &own) && !(alive && eye.meets(&matter))
        });
        let open = self.place - solid;
        let in_play = matter.flood(&open);
        Enclosure {
            in_play,
            solid,
            walls: (open - in_play).grown() & solid,
        }
    }

    /// Returns true if the attacker owns a point of the chain, by a stone or by surrounding it.
    pub(super) fn attacker_owns(&self, board: &Board) -> bool {
        let attacker = board.stones(!self.owner);
        let empty: PointSet = board.empties().iter().copied().collect();
        self.chain.meets(&attacker)
            || (self.chain & empty).iter().any(|at| {
                let part = PointSet::from_iter([at]).flood(&empty);
                let around = part.grown();
                around.meets(&attacker) && !around.meets(&board.stones(self.owner))
            })
    }
}

/// Returns true if the stones are exactly one chain of a color.
pub(super) fn is_chain(board: &Board, color: Color, stones: &PointSet) -> bool {
    let seed: PointSet = stones.iter().take(1).collect();
    !seed.is_empty() && seed.flood(&board.stones(color)) == *stones
}

/// Returns the local area of a chain: the part of the board around it without unconditionally
/// living chains.
pub(in crate::life) fn local_area(board: &Board, chain: &PointSet) -> PointSet {
    let PerColor([black, white]) = alive(board);
    chain.flood(&((board.size().all() - black) - white))
}

/// Returns true if a stone stands in a ko: it is single, and its only liberty is enclosed by its
/// color.
fn is_ko(board: &Board, stone: Point) -> bool {
    let Some(color) = board.at(stone) else {
        return false;
    };
    let liberty = board.only_liberty(stone);
    board.around(stone).touching(color) == 0
        && liberty.is_some_and(|at| board.around(at).is_enclosed_by(color))
}

/// Returns true if the side to move could capture exactly this stone in a ko, were it not closed.
fn is_missed(state: &ProofState, board: &Board, stone: Point) -> bool {
    let Some(at) = board.only_liberty(stone) else {
        return false;
    };
    let mut others = at.neighbours().into_iter().filter(|&other| other != stone);
    let is_taken = |other| board.at(other) == Some(!state.turn) && board.is_in_atari(other);
    board.at(stone) == Some(!state.turn) && !others.any(is_taken)
}

/// Returns the points a side keeps: its unconditionally living chains, and areas they enclose
/// without room for two eyes.
///
/// The side may fill every empty point next to the walls. Then the other side's stones inside have
/// no liberties but the inner points. If there is one, the side fills it and captures everything.
/// If there are two neighboring ones, it fills one; if that stone is captured, it recaptures on
/// that point, in a ko after a pass. Own stones inside make no difference.
fn kept(board: &Board, living: &PerColor<PointSet>, color: Color) -> PointSet {
    let walls = living[color];
    if walls.is_empty() {
        return PointSet::EMPTY;
    }
    let rest = (board.size().all() - walls).components();
    let is_kept =
        |area: &PointSet| !area.meets(&living[!color]) && is_too_small_for_two_eyes(area, &walls);
    rest.filter(is_kept).fold(walls, |kept, area| kept | area)
}
