//! Relevance zones: the points that a success depends on, so that plays elsewhere need no answer.
//!
//! A zone of a state that a side wins is a set of points such that the side wins every position
//! that agrees with the state on the zone (Shih et al. 2022, after Thomsen's lambda search). The
//! rest of the position makes no difference. For the other side a play outside the zone is worth no
//! more than a pass: it changes nothing in the zone, and the winner may continue as after a pass.
//! So plays outside the zone of the state after a pass need not be generated.
//!
//! # Conditions
//!
//! The argument covers infinite play too. Let every state of a winning strategy have a zone with
//!
//! 1. the points of the target, and the points that decide who owns them;
//! 2. the points that the winner's move [depends on](super::fight::Successor::needs), and the zone
//!    of the state after it;
//! 3. if the loser is to move, the zone after the loser's pass; and for each of the loser's plays
//!    in the zone, the points that it depends on and the zone after it;
//! 4. if the loser is to move, two liberties of each of the winner's unsettled chains in the zone,
//!    or all neighbors of a chain with only one; so no play outside captures stones in the zone;
//! 5. for each point in the zone where the loser may not play, the points that make the play
//!    illegal.
//!
//! Then any play from a position that agrees on the first zone is simulated by a play of the
//! strategy, move by move, with a pass for each play outside the zone. The two positions agree on
//! the zones throughout. The winner never plays outside, so its stones there are captured at most
//! once, and the net losses of the two plays differ by a constant. Hence the winner succeeds in one
//! because it succeeds in the other.
//!
//! # Reuse of proofs
//!
//! The argument does not ask how the position arose. Any position will do that agrees with the
//! state on the zone in its stones, in the points that are fixed, in the closed ko, and in the side
//! to move. So a state that is not proved may be replaced by a [proved one that agrees with
//! it](super::zone_table). Points of the zone must be fixed in both states, because settling
//! depends on what was settled before. A point elsewhere may be fixed in one and open in the other.
//! Simulated play may switch to another strategy, but only to one that was proved earlier. That
//! happens finitely often, and the argument applies from the last switch on.

use super::field::{Bits, each, lowest};
use super::fight::{Fight, MoveCode, PASS, State};
use crate::life::procedure::Side;

/// A move of the losing side, and the zone of the winner's success after it.
pub(super) struct LostMove {
    pub(super) code: MoveCode,
    pub(super) zone: Bits,
}

/// Returns what a success depends on apart from the moves (condition 1).
pub(super) fn at_least(fight: &Fight, state: &State, winner: Side) -> Bits {
    let owned = match (winner, fight.owned(state)) {
        (Side::Attacker, owned) => owned.unwrap_or(0),
        (Side::Defender, None) => fight.opened(state),
        (Side::Defender, Some(_)) => 0,
    };
    fight.target | owned
}

/// Computes the zone of a state whose mover loses, and the plays in the zone that are not among
/// `moves`.
///
/// The zone contains `known`. If `one_is_enough`, it stops early as soon as one such play is found.
pub(super) fn of_lost(
    fight: &Fight,
    state: &State,
    winner: Side,
    known: Bits,
    moves: impl Iterator<Item = LostMove> + Clone,
    one_is_enough: bool,
) -> (Bits, Bits) {
    let mut zone = known | at_least(fight, state, winner);
    let mut seen = ZonePoints::default();
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
struct ZonePoints {
    /// Chains of the winner whose liberties are in the zone.
    held: Bits,
    /// Points where the mover may not play.
    barred: Bits,
    /// Points where the mover may play.
    open: Bits,
}

/// Condition 4: the points that keep the winner's chains in a zone from being captured by plays
/// outside.
fn hold(fight: &Fight, state: &State, zone: Bits, seen: &mut ZonePoints) -> Bits {
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

/// Condition 5: the points that make plays in a zone illegal.
fn bar(fight: &Fight, state: &State, zone: Bits, seen: &mut ZonePoints) -> Bits {
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
