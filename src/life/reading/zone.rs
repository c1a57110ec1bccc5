//! The part of a fight that a success depends on, so that plays elsewhere need no answer of their own.
//!
//! A zone of a state that a side succeeds from is a set of points such that the side succeeds from every position that
//! agrees with the state on them, whatever stands elsewhere (relevance zones: Shih et al. 2022, after Thomsen's
//! lambda search). To the other side a play outside is then worth no more than a pass: it changes nothing in the zone
//! and the winner may go on as after a pass. So the plays outside the zone of what a pass leads to need not be looked at.
//!
//! That holds for play without end too. Let every state of a winning strategy have a zone with
//!
//! 1. the points of the target, and what decides who owns them;
//! 2. what the winner's move [depends on](super::fight::Successor::needs), and the zone of the state after it;
//! 3. if the other side is to move, the zone after its pass, and the same as in 2 for each of its plays in the zone;
//! 4. if the other side is to move, for each of the winner's chains in the zone that is not settled: two of its
//!    liberties, or all its neighbours if it has only one; so no play outside takes stones in the zone;
//! 5. for each point in the zone where the other side may not play: what makes it so.
//!
//! Then every play from a position that agrees on the first zone is accompanied by a play of the strategy, move by move,
//! a play outside the zone by a pass, and their positions agree on the zones all along. The winner never plays
//! outside, so that what he has there is taken once at most: the losses of the two plays differ by a
//! constant. Hence he succeeds in the one because he does in the other.
//!
//! Nothing in this asks how the position came about: it may be any that agrees with the state on the zone in its stones,
//! in what is fixed, in the ko that is closed there, and in who is to move. So a state that is not proved is taken for a
//! [proved one that it is like](super::zone_table). What is fixed in the zone must be fixed in both, as what settles
//! depends on what was settled before; what is fixed in one of them elsewhere may be open in the other, where it is as
//! good as any other position there. Play that is accompanied by a strategy may then change over to another one, but
//! only to one that had been proved before: this happens finitely often, and from the last time on all is as above.

use super::field::{Bits, each, lowest};
use super::fight::{Fight, MoveCode, PASS, State};
use crate::life::procedure::Side;

/// A move of the side that does not succeed, and what the winner's success depends on if it is made.
pub(super) struct LostMove {
    pub(super) code: MoveCode,
    pub(super) zone: Bits,
}

/// What the success of a side depends on beside what its moves do: points 1 above.
pub(super) fn at_least(fight: &Fight, state: &State, winner: Side) -> Bits {
    let owned = match (winner, fight.owned(state)) {
        (Side::Attacker, owned) => owned.unwrap_or(0),
        (Side::Defender, None) => fight.opened(state),
        (Side::Defender, Some(_)) => 0,
    };
    fight.target | owned
}

/// The zone of a state whose mover does not succeed, and the plays in it that are not among its `moves`; it contains all
/// that is `known` to be in it. Or only a part of the zone, if one such play is enough.
pub(super) fn of_lost(
    fight: &Fight,
    state: &State,
    winner: Side,
    known: Bits,
    moves: impl Iterator<Item = LostMove> + Clone,
    one_is_enough: bool,
) -> (Bits, Bits) {
    let mut zone = known | at_least(fight, state, winner);
    let mut seen = Seen::default();
    let plays = moves.clone().filter(|play| play.code != PASS);
    let made = plays.fold(0, |all, play| all | 1 << play.code);
    loop {
        let before = zone;
        for lost in moves.clone() {
            if lost.code == PASS || zone >> lost.code & 1 == 1 {
                zone |= lost.zone;
            }
        }
        zone |= hold(fight, state, zone, &mut seen);
        zone |= bar(fight, state, zone & !made, &mut seen);
        let missing = seen.open & !made;
        if zone == before || one_is_enough && missing != 0 {
            return (zone, missing);
        }
    }
}

#[derive(Default)]
struct Seen {
    /// Chains of the winner that keep their liberties.
    held: Bits,
    /// Points where the mover may not play.
    barred: Bits,
    /// Points where he may.
    open: Bits,
}

/// Point 4: what keeps the winner's chains in a zone from being taken by plays outside.
fn hold(fight: &Fight, state: &State, zone: Bits, seen: &mut Seen) -> Bits {
    let field = &fight.field;
    let own = state.stones[1 - usize::from(state.turn)];
    let empty = fight.empty(state);
    let mut found = 0;
    let mut rest = zone & own & !state.fixed & !seen.held;
    while let Some(seed) = lowest(rest) {
        let chain = field.flood(seed, own);
        rest &= !chain;
        seen.held |= chain;
        found |= chain;
        let around = field.grown(chain);
        let liberties = around & empty;
        if liberties & liberties.wrapping_sub(1) == 0 {
            found |= around;
            continue;
        }
        let is_eye = |at: &Bits| field.grown(*at) & !at & !own == 0;
        let in_zone = each(liberties & (zone | found));
        let eyes = each(liberties).filter(is_eye);
        let chosen = in_zone.chain(eyes).chain(each(liberties));
        let mut count = 0;
        let mut kept = 0;
        for at in chosen {
            if kept & at == 0 {
                kept |= at;
                count += 1;
                if count == 2 {
                    break;
                }
            }
        }
        found |= kept;
    }
    found
}

/// Point 5: what forbids plays in a zone.
fn bar(fight: &Fight, state: &State, zone: Bits, seen: &mut Seen) -> Bits {
    let field = &fight.field;
    let own = state.stones[usize::from(state.turn)];
    let mut found = 0;
    for point in each(fight.empty(state) & zone & !seen.barred & !seen.open) {
        if fight.may_play(state, point) {
            seen.open |= point;
        } else {
            seen.barred |= point;
            let chains = field.flood(field.grown(point) & own, own);
            found |= field.grown(chains | point);
        }
    }
    found
}
