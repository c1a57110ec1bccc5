//! The game of one fight: a region of the board, the chain it is about, and who wins kos.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::reading::field::{Bits, Field, each, lowest};
use smallvec::SmallVec;

/// A player of the fight, in the order of [`FightState::stones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum LocalPlayer {
    /// The player whose chain is to live.
    Owner = 0,
    /// The player who wants to capture it.
    Attacker = 1,
}

impl LocalPlayer {
    pub(super) fn other(self) -> LocalPlayer {
        match self {
            LocalPlayer::Owner => LocalPlayer::Attacker,
            LocalPlayer::Attacker => LocalPlayer::Owner,
        }
    }
}

/// The stones of a fight, the side to move and the point that a ko forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FightState {
    /// The stones of the owner and of the attacker.
    pub(super) stones: [Bits; 2],
    /// The point where the side to move may not retake, or nothing.
    pub(super) ko: Bits,
    pub(super) turn: LocalPlayer,
}

impl FightState {
    /// Returns the stones of one side.
    pub(super) fn of(&self, side: LocalPlayer) -> Bits {
        self.stones[side as usize]
    }

    /// Returns the state after the side to move passes.
    pub(super) fn passed(self) -> FightState {
        FightState {
            ko: 0,
            turn: self.turn.other(),
            ..self
        }
    }
}

/// The static evaluation of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StaticEval {
    /// A result that holds in every state with these contents of the relevant points.
    Settled { winner: LocalPlayer, relevant: Bits },
    /// An open fight: the number of points where the target might have an eye, and whether it
    /// might escape.
    Open { eyes: u32, may_escape: bool },
}

/// The points of a fight and the rules of play on them.
///
/// Points outside are never played. A chain with a stone on an open point has a liberty there
/// forever. The owner has won if the target becomes such a chain: it has escaped, or is connected
/// to stones that are assumed to live.
#[derive(Clone, Debug)]
pub(super) struct LocalGame {
    pub(super) field: Field,
    /// The points of plays and captures, and stones that stay.
    pub(super) points: Bits,
    /// For each side, the points where a stone has a liberty outside or is assumed to live.
    pub(super) open: [Bits; 2],
    /// A point of the target.
    pub(super) target: Bits,
    /// The side that may retake a ko at once, as if it always had a threat.
    pub(super) ko_winner: LocalPlayer,
}

impl LocalGame {
    /// Creates the game about the chain at `target` where stones may be played on `region`.
    ///
    /// The owner wins kos and escapes. Returns the initial state with the attacker to move; `None`
    /// if the area is too large.
    pub(super) fn new(
        board: &Board,
        target: Point,
        region: &PointSet,
    ) -> Option<(LocalGame, FightState)> {
        let owner = board.at(target)?;
        let on_board = board.size().all();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let empties = *region - stones;
        let outside = on_board - empties - stones;
        // Chains that touch the region; and, if they can be captured, the chains next to them.
        let target: PointSet = [target].into_iter().collect();
        let mut reached = empties;
        let mut closed = PointSet::EMPTY;
        let mut open_chains = [PointSet::EMPTY; 2];
        loop {
            let around = reached.grown() | target;
            let mut wider = reached;
            for (side, color) in [(0, owner), (1, !owner)] {
                let own = board.stones(color);
                for chain in (own & around).flood(&own).components() {
                    if chain.grown().meets(&outside) {
                        open_chains[side] |= chain;
                    } else {
                        closed |= chain;
                        wider |= chain;
                    }
                }
            }
            if wider == reached {
                break;
            }
            reached = wider;
        }
        let playable = empties | closed;
        let field = Field::around(&(((playable | target).grown()) & on_board))?;
        let bits = |set: &PointSet| field.bits(set);
        let points = bits(&(playable | open_chains[0] | open_chains[1]));
        let leaks = bits(&outside.grown());
        let open = [0, 1].map(|side| leaks & bits(&empties) | bits(&open_chains[side]));
        let state = FightState {
            stones: [owner, !owner].map(|color| bits(&board.stones(color)) & points),
            ko: 0,
            turn: LocalPlayer::Attacker,
        };
        let target = bits(&target);
        let game = LocalGame {
            points,
            open,
            target,
            ko_winner: LocalPlayer::Owner,
            field,
        };
        (state.of(LocalPlayer::Owner) & target != 0).then_some((game, state))
    }

    /// Returns this game with other winners of kos and of escapes.
    ///
    /// If the attacker wins escapes, the points outside are taken for its stones.
    pub(super) fn with_winners(&self, ko_winner: LocalPlayer, escape: LocalPlayer) -> LocalGame {
        let mut game = self.clone();
        game.ko_winner = ko_winner;
        if escape == LocalPlayer::Attacker {
            game.open[LocalPlayer::Owner as usize] = 0;
        }
        game
    }

    /// Returns the empty points.
    #[inline(always)]
    pub(super) fn empty(&self, state: &FightState) -> Bits {
        self.points & !state.stones[0] & !state.stones[1]
    }

    /// Returns true if a chain of a side can never be captured, because it has a liberty outside.
    #[inline(always)]
    fn is_open(&self, side: LocalPlayer, chain: Bits) -> bool {
        chain & self.open[side as usize] != 0
    }

    /// Returns the target's chain; nothing if it has been captured.
    pub(super) fn target_chain(&self, state: &FightState) -> Bits {
        self.field.flood(self.target, state.of(LocalPlayer::Owner))
    }

    /// Plays a stone; `None` for suicide and for a ko that may not be retaken.
    pub(super) fn play(&self, state: &FightState, at: Bits) -> Option<FightState> {
        if at & state.ko != 0 {
            return None;
        }
        let (me, foe) = (state.turn, state.turn.other());
        let field = &self.field;
        let own = state.of(me) | at;
        let mut theirs = state.of(foe);
        let near = field.grown(at) & !at;
        let mut empty = self.empty(state) & !at;
        let mut rest = near & theirs;
        while let Some(stone) = lowest(rest) {
            let chain = field.flood(stone, theirs);
            rest &= !chain;
            if !self.is_open(foe, chain) && field.grown(chain) & empty == 0 {
                theirs &= !chain;
            }
        }
        let taken = state.of(foe) & !theirs;
        empty |= taken;
        let mut ko = 0;
        if near & empty == 0 {
            let chain = field.flood(at, own);
            if !self.is_open(me, chain) && field.grown(chain) & empty == 0 {
                return None;
            }
        } else if taken.count_ones() == 1
            && near & own == 0
            && near & empty == taken
            && !self.is_open(me, at)
            && self.ko_winner != foe
        {
            ko = taken;
        }
        let mut stones = [own, theirs];
        if me == LocalPlayer::Attacker {
            stones = [theirs, own];
        }
        Some(FightState {
            stones,
            ko,
            turn: foe,
        })
    }

    /// Returns who has won, if that is plain from the stones.
    pub(super) fn outlook(&self, state: &FightState) -> StaticEval {
        let settled = |winner, relevant| StaticEval::Settled { winner, relevant };
        let target = self.target_chain(state);
        if target == 0 {
            return settled(LocalPlayer::Attacker, 0);
        }
        if self.is_open(LocalPlayer::Owner, target) {
            return settled(LocalPlayer::Owner, target);
        }
        let field = &self.field;
        let attackers = state.of(LocalPlayer::Attacker);
        let safe = field.flood(self.open[LocalPlayer::Attacker as usize], attackers);
        let reach = field.flood(target, self.points & !safe);
        let may_escape = reach & self.open[LocalPlayer::Owner as usize] != 0;
        let eyes = reach & !target & !field.grown(safe);
        if !may_escape && self.is_too_small(eyes) {
            let border = field.grown(reach);
            return settled(
                LocalPlayer::Attacker,
                border & self.points | field.flood(border, safe),
            );
        }
        if let Some(relevant) = self.two_eyes(state, target) {
            return settled(LocalPlayer::Owner, relevant);
        }
        StaticEval::Open {
            eyes: eyes.count_ones(),
            may_escape,
        }
    }

    /// Returns true if these points cannot hold two eyes.
    ///
    /// They are the points within the target's reach that are not next to an attacking chain with
    /// a liberty outside; such a chain stays, so its neighbors belong to no eye. Two eyes need two
    /// points that are not adjacent. Without them a target that cannot escape is dead: the attacker
    /// fills its other liberties with stones that are connected outside.
    fn is_too_small(&self, eyes: Bits) -> bool {
        match eyes.count_ones() {
            0 | 1 => true,
            2 => lowest(eyes).is_some_and(|eye| self.field.grown(eye) & eyes == eyes),
            _ => false,
        }
    }

    /// Returns the relevant points if the target has two vital regions (Benson 1976), alone or
    /// together with other chains.
    fn two_eyes(&self, state: &FightState, target: Bits) -> Option<Bits> {
        let field = &self.field;
        let own = state.of(LocalPlayer::Owner);
        let attackable = self.points & !own;
        let outside = field.flood(self.open[LocalPlayer::Attacker as usize], attackable);
        let enclosed = attackable & !outside;
        let empty = self.empty(state);
        let mut regions: SmallVec<[Bits; 12]> = field.parts(enclosed).collect();
        if regions.len() < 2 {
            return None;
        }
        // A region without empty points is no eye, and its chain has no liberty there.
        let liberties = field.grown(target);
        let near = regions
            .iter()
            .filter(|&&region| empty & region != 0 && empty & region & !liberties == 0);
        let mut chains: SmallVec<[Bits; 12]> = field.parts(own).collect();
        if near.count() < 2 && chains.len() < 2 {
            return None;
        }
        loop {
            let before = (chains.len(), regions.len());
            let mut lost = 0;
            chains.retain(|chain| {
                let beside = field.grown(*chain);
                let is_vital =
                    |region: &&Bits| **region & empty != 0 && **region & empty & !beside == 0;
                let lives = self.is_open(LocalPlayer::Owner, *chain)
                    || regions.iter().filter(is_vital).count() >= 2;
                if !lives {
                    lost |= *chain;
                }
                lives
            });
            let beside = field.grown(lost);
            regions.retain(|region| *region & beside == 0);
            if before == (chains.len(), regions.len()) {
                break;
            }
            if regions.len() < 2 {
                return None;
            }
        }
        if !chains.contains(&target) {
            return None;
        }
        let living = chains.iter().chain(&regions).fold(0, |all, set| all | set);
        Some(field.flood(target, living))
    }

    /// Returns the points of a chain and one of its liberties, one in `preferred` if possible.
    ///
    /// A chain with a liberty outside needs none.
    fn held(&self, state: &FightState, side: LocalPlayer, chain: Bits, preferred: Bits) -> Bits {
        self.held_besides(state, side, chain, preferred, 0)
    }

    /// Returns the points of a chain and one of its liberties besides `at`.
    fn held_besides(
        &self,
        state: &FightState,
        side: LocalPlayer,
        chain: Bits,
        preferred: Bits,
        at: Bits,
    ) -> Bits {
        if self.is_open(side, chain) {
            return chain;
        }
        let liberties = self.field.grown(chain) & self.empty(state) & !at;
        if liberties & preferred != 0 {
            return chain;
        }
        chain | lowest(liberties).unwrap_or(0)
    }

    /// Extends the relevant points of a state so that no play elsewhere captures the winner's
    /// stones on them.
    fn closed(&self, state: &FightState, winner: LocalPlayer, relevant: Bits) -> Bits {
        let own = state.of(winner);
        let mut all = relevant;
        let mut rest = own & relevant;
        while let Some(stone) = lowest(rest) {
            let chain = self.field.flood(stone, own);
            rest &= !chain;
            all |= self.held(state, winner, chain, all);
        }
        all
    }

    /// Returns the relevant points of `before`, where the winner plays `at` to reach `after`.
    pub(super) fn relevant_before_own(
        &self,
        before: &FightState,
        at: Bits,
        after: &FightState,
        relevant: Bits,
    ) -> Bits {
        let field = &self.field;
        let (winner, loser) = (before.turn, before.turn.other());
        let near = field.grown(at);
        let mut all = relevant | near & self.points;
        for stone in each(near & before.of(loser)) {
            if stone & after.of(loser) == 0 {
                let taken = field.flood(stone, before.of(loser));
                all |= field.grown(taken) & self.points;
            } else {
                let chain = field.flood(stone, after.of(loser));
                all |= self.held(after, loser, chain, all);
            }
        }
        let chain = field.flood(at, after.of(winner));
        all |= self.held(after, winner, chain, all);
        self.closed(before, winner, all)
    }

    /// Returns the relevant points of `before`, where the loser plays `at` to reach `after`.
    pub(super) fn relevant_before_other(
        &self,
        before: &FightState,
        at: Bits,
        after: &FightState,
        relevant: Bits,
    ) -> Bits {
        let winner = after.turn;
        let taken = before.of(winner) & !after.of(winner);
        if taken == 0 {
            return relevant;
        }
        relevant | (self.field.grown(taken) | self.field.grown(at)) & self.points
    }

    /// Extends the relevant points of a state with the loser to move by all that makes its plays
    /// on them illegal.
    pub(super) fn relevant_with_loser(&self, state: &FightState, relevant: Bits) -> Bits {
        let field = &self.field;
        let (loser, winner) = (state.turn, state.turn.other());
        let mut all = relevant;
        for at in each(relevant & self.empty(state)) {
            if field.grown(at) & self.empty(state) & !at == 0 && self.play(state, at).is_none() {
                let chain = field.flood(at, state.of(loser) | at);
                all |= field.grown(chain) & self.points;
                // A play that captures is no suicide.
                for stone in each(field.grown(at) & state.of(winner)) {
                    let beside = field.flood(stone, state.of(winner));
                    all |= self.held_besides(state, winner, beside, all, at);
                }
                if at & state.ko != 0 {
                    all |= field.grown(field.grown(at)) & self.points;
                }
            }
        }
        self.closed(state, winner, all)
    }

    /// Returns the point of a single bit.
    pub(super) fn point(&self, at: Bits) -> Point {
        self.field.point(at.trailing_zeros())
    }
}
