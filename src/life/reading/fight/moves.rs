//! Move generation: the moves of a state and the states they lead to.

use super::game::Fight;
use super::state::{MoveCode, PASS, State, ko_name};
use crate::life::procedure::{KoBan, Side, Success};
use crate::life::reading::field::{Bits, Field, each, lowest};

/// The most plays for which only nearby chains are scanned.
const MOST_PLACES: u32 = 4;

/// A move and its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub(crate) code: MoveCode,
    /// The state after the move, with everything settled fixed.
    pub(crate) after: State,
    /// The side that has succeeded there, if any.
    pub(crate) winner: Option<Side>,
    /// The points that the move depends on. In any position that agrees on them, the move is legal,
    /// has equal captures among them, closes an equal ko and settles as much.
    pub(crate) needs: Bits,
}

impl Fight {
    /// Generates every move of the side to move.
    pub(crate) fn moves(&self, state: &State, found: &mut Vec<Successor>) {
        let closed = self.plays(state, Bits::MAX, found);
        let us = usize::from(state.turn);
        let passes = self.passes_for_kos(us, &self.passed(state), closed);
        let passes = passes.into_iter();
        found.extend(passes.map(|(code, after)| self.settled_successor(code, after, 0)));
        found.push(self.pass(state));
    }

    /// Generates the legal plays on some points; returns [the kos](Fight::known_by) closed to the
    /// side to move there.
    pub(crate) fn plays(&self, state: &State, points: Bits, found: &mut Vec<Successor>) -> Bits {
        let us = usize::from(state.turn);
        let empty = self.empty(state);
        let places = empty & points;
        // A few plays concern only a few chains.
        let near = match places.count_ones() {
            0..=MOST_PLACES => self.field.grown(places),
            _ => self.field.all,
        };
        let weak = WeakChains::of(&self.field, state, empty, near);
        let mut closed = 0;
        for point in each(places) {
            match self.played(state, &weak, us, empty, point) {
                Played::Legal(after, needs) => {
                    let code = point.trailing_zeros() as MoveCode;
                    let is_taking = after.stones[1 - us] != state.stones[1 - us];
                    let successor = if is_taking || self.may_settle(&after, us, point) {
                        self.settled_successor(code, after, needs)
                    } else {
                        self.quiet_successor(code, after, needs)
                    };
                    found.push(successor);
                }
                Played::Banned(by) => closed |= by,
                Played::Suicide => {}
            }
        }
        closed
    }

    /// Returns the legal move with a code. For games whose only pass is the plain one.
    pub(crate) fn again(&self, state: &State, code: MoveCode) -> Option<Successor> {
        if code == PASS {
            return Some(self.pass(state));
        }
        let mut found = Vec::new();
        self.plays(state, 1 << code, &mut found);
        found.pop()
    }

    /// Returns the plain pass, which gives up the turn and ends bans of one turn. It settles
    /// nothing.
    pub(crate) fn pass(&self, state: &State) -> Successor {
        let mut after = self.passed(state);
        after.sort_bans();
        Successor {
            code: PASS,
            after,
            winner: None,
            needs: 0,
        }
    }

    fn passed(&self, state: &State) -> State {
        let mut after = *state;
        after.turn = 1 - state.turn;
        self.let_bans_end(&mut after, usize::from(state.turn));
        after
    }

    /// Returns a play that decides the game for the side to move, if one is seen.
    pub(crate) fn ending(&self, state: &State) -> Option<Successor> {
        let us = usize::from(state.turn);
        let mover = self.mover(state);
        let likely = each(self.empty(state)).filter(|&point| self.may_end(state, us, point));
        let likely = likely.fold(0, |all, point| all | point);
        if likely == 0 {
            return None;
        }
        let mut found = Vec::new();
        self.plays(state, likely, &mut found);
        let mut found = found.into_iter();
        found.find(|successor| successor.winner == Some(mover))
    }

    /// Returns true if a play might decide the game (a quick necessary condition).
    ///
    /// The target must be kept, or must end up in an enclosure that is too small for two eyes. Each
    /// chain that this needs must have two eyes, and so must the chains around its only two eyes.
    fn may_end(&self, state: &State, us: usize, point: Bits) -> bool {
        let field = &self.field;
        let own = state.stones[us] | point;
        let hostile = state.stones[1 - us] & state.fixed;
        let open = self.target & !state.fixed;
        let outside = self.land(state, us) & !point;
        let kept = open & own;
        let needed = if kept == 0 {
            let inside = field.grown(own);
            let is_eye = |part: Bits| part & hostile == 0 && self.is_small(part, inside);
            match field.flood_while(open, outside, is_eye) {
                Some(part) => field.grown(part) & own,
                None => return false,
            }
        } else {
            kept
        };
        let empty = self.empty(state) & !point;
        let mut asked = needed;
        let mut seen = needed;
        while let Some(seed) = lowest(asked) {
            let chain = field.flood(seed, own);
            asked &= !chain;
            if chain & state.fixed != 0 {
                continue;
            }
            let around = field.grown(chain);
            let mut walls = 0;
            let mut eyes = 0;
            let mut rest = self.eyes(chain, outside, hostile | empty & !around) & around;
            while let Some(seed) = lowest(rest) {
                let part = field.flood(seed, outside);
                rest &= !part;
                eyes += 1;
                walls |= field.grown(part) & own;
            }
            if eyes < 2 {
                return false;
            }
            seen |= chain;
            if eyes == 2 {
                asked |= walls & !seen;
                seen |= walls;
            }
        }
        true
    }

    /// Returns true if the side to move may play on an empty point.
    pub(crate) fn may_play(&self, state: &State, point: Bits) -> bool {
        let us = usize::from(state.turn);
        let field = &self.field;
        let empty = self.empty(state);
        if self.procedure.ko == KoBan::NextTurn && state.bans.contains(&ko_name(us, point)) {
            return false;
        }
        let near = field.grown(point) & !point;
        if near & (empty | state.stones[us] & state.fixed) != 0 {
            return true;
        }
        let breathes = |chain: Bits| field.grown(chain) & empty & !point != 0;
        if each(near & state.stones[us]).any(|seed| breathes(field.flood(seed, state.stones[us]))) {
            return true;
        }
        let chains = each(near & state.stones[1 - us] & !state.fixed)
            .map(|seed| field.flood(seed, state.stones[1 - us]));
        let mut taken = chains.filter(|&chain| !breathes(chain));
        if near & state.stones[us] == 0 && self.never_takes(us) {
            // Capturing more than one stone is not a ko.
            return taken.fold(0, |all, chain| all | chain).count_ones() > 1;
        }
        taken.next().is_some()
    }

    /// Completes a move that may settle something.
    fn settled_successor(&self, code: MoveCode, mut after: State, needs: Bits) -> Successor {
        let (winner, grounds) = if after.is_unknown() {
            (None, 0)
        } else {
            self.settle(&mut after)
        };
        Successor {
            code,
            after,
            winner,
            needs: needs | grounds,
        }
    }

    /// Completes a move that fixes nothing.
    fn quiet_successor(&self, code: MoveCode, mut after: State, needs: Bits) -> Successor {
        self.drop_bans(&mut after);
        let (winner, grounds) = self.outcome(&after, |_| None);
        Successor {
            code,
            after,
            winner,
            needs: needs | grounds,
        }
    }

    /// Plays on an empty point.
    fn played(
        &self,
        state: &State,
        weak: &WeakChains,
        us: usize,
        empty: Bits,
        point: Bits,
    ) -> Played {
        let them = 1 - us;
        let near = self.field.grown(point) & !point;
        let taken = match near & weak.stones[them] {
            0 => 0,
            _ => weak.taken(them, point),
        };
        if taken == 0 && near & empty == 0 && near & weak.free[us] == 0 {
            // Without an adjacent liberty the stone needs a chain with another liberty.
            return Played::Suicide;
        }
        let is_ko = taken.count_ones() == 1 && near & (empty | state.stones[us]) == 0;
        if is_ko || self.procedure.ko == KoBan::NextTurn {
            let by = self.known_by(point, taken);
            if state.bans.contains(&ko_name(us, by)) || is_ko && self.never_takes(us) {
                return Played::Banned(by);
            }
        }
        let mut after = *state;
        after.turn = them as u8;
        after.stones[us] |= point;
        after.stones[them] &= !taken;
        self.let_bans_end(&mut after, us);
        if is_ko && self.close_ko(&mut after, them, taken, point).is_none() {
            return Played::Legal(State::UNKNOWN, 0);
        }
        self.keep_account(&mut after, us, point, taken);
        let needs = if self.is_lazy() {
            self.needs(state, us, empty, point, taken)
        } else {
            0
        };
        Played::Legal(after, needs)
    }

    /// Returns true if all kos are closed to a side for the whole game.
    fn never_takes(&self, us: usize) -> bool {
        match self.procedure.ko {
            KoBan::Never(Side::Defender) => us == self.defender,
            KoBan::Never(Side::Attacker) => us != self.defender,
            _ => false,
        }
    }

    /// Records new stones, the capture of the target, and losses, as far as the game counts them.
    #[inline(always)]
    fn keep_account(&self, after: &mut State, us: usize, point: Bits, taken: Bits) {
        if self.procedure.success == Success::Capturing {
            if us == self.defender {
                after.new |= point & self.area;
            } else {
                after.new &= !taken;
                after.removed |= taken & self.target != 0;
            }
        }
        if self.cap > 0 {
            let count = taken.count_ones() as u16;
            after.lost = if us == self.defender {
                after.lost.saturating_sub(count)
            } else {
                (after.lost + count).min(self.cap)
            };
        }
    }

    /// Returns the points that a play depends on.
    ///
    /// These are its neighbors, the captured chains with their neighbors, one remaining liberty of
    /// each other adjacent chain that is not captured, and one liberty of the played stone.
    fn needs(&self, state: &State, us: usize, empty: Bits, point: Bits, taken: Bits) -> Bits {
        let field = &self.field;
        let around = field.grown(point);
        let mut needs = around | field.grown(taken);
        let left = |chain: Bits| {
            let liberties = field.grown(chain) & empty & !point;
            let near = liberties & field.grown(field.grown(around));
            lowest(if near != 0 { near } else { liberties }).unwrap_or(0)
        };
        let mut rest = around & state.stones[1 - us] & !state.fixed & !taken;
        while let Some(seed) = lowest(rest) {
            let chain = field.flood(seed, state.stones[1 - us]);
            rest &= !chain;
            needs |= chain | left(chain);
        }
        let own = around & state.stones[us];
        if taken == 0 && around & empty == point && own & state.fixed == 0 {
            for seed in each(own) {
                let chain = field.flood(seed, state.stones[us]);
                let liberty = left(chain);
                if liberty != 0 {
                    needs |= chain | liberty;
                    break;
                }
            }
        }
        needs
    }
}

/// The result of trying a play.
enum Played {
    /// The state after the play, before settling, and the points that the play depends on.
    Legal(State, Bits),
    /// The ko is closed; with its name.
    Banned(Bits),
    Suicide,
}

/// The chains in play with at most one liberty, by color.
struct WeakChains {
    chains: [Vec<WeakChain>; 2],
    /// The stones of these chains.
    stones: [Bits; 2],
    /// Stones that are fixed or have two liberties or more.
    free: [Bits; 2],
}

struct WeakChain {
    stones: Bits,
    liberties: Bits,
}

impl WeakChains {
    /// The weak chains that reach into a part of the field.
    fn of(field: &Field, state: &State, empty: Bits, near: Bits) -> WeakChains {
        let mut weak = WeakChains {
            chains: [Vec::new(), Vec::new()],
            stones: [0; 2],
            free: [0; 2],
        };
        for color in 0..2 {
            let stones = state.stones[color];
            weak.free[color] = stones & state.fixed;
            let open = stones & !state.fixed;
            let mut rest = open & near;
            while let Some(seed) = lowest(rest) {
                let part = field.flood(seed, open);
                rest &= !part;
                let liberties = field.grown(part) & empty;
                if liberties & liberties.wrapping_sub(1) == 0 {
                    weak.stones[color] |= part;
                    weak.chains[color].push(WeakChain {
                        stones: part,
                        liberties,
                    });
                } else {
                    weak.free[color] |= part;
                }
            }
        }
        weak
    }

    /// Returns the stones of a color that a play captures.
    #[inline(always)]
    fn taken(&self, color: usize, point: Bits) -> Bits {
        let chains = self.chains[color].iter();
        let taken = chains.filter(|chain| chain.liberties == point);
        taken.fold(0, |all, chain| all | chain.stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::procedure::Procedure;
    use crate::life::reading::field::tests::rectangle;
    use crate::life::reading::fight::state::KO_PASS;
    use crate::mcts::playout::{dice, roll};

    /// Quiet plays skip settling, so settling again must change nothing.
    #[test]
    fn nothing_is_left_to_be_settled() {
        let mut dice = dice(5);
        let mut decided = 0;
        for round in 0..240 {
            let (width, height) = [(3, 3), (5, 4), (6, 5), (9, 9)][round % 4];
            let field = rectangle(width, height);
            let size = field.all.count_ones() as usize;
            let target = 1 << roll(&mut dice, size);
            let procedure = match round / 4 % 3 {
                0 => Procedure::JAPANESE_1989,
                1 => Procedure::LOCAL,
                _ => Procedure::PROPOSAL_2012,
            };
            let fight = Fight {
                target,
                area: target & Bits::from(procedure.success == Success::Capturing).wrapping_neg(),
                field,
                procedure,
                defender: round / 2 % 2,
                claims: false,
                holds: false,
                cap: 0,
                counts_miai: true,
                anchors: 0,
            };
            let (mut state, _) = fight.start([0; 2], 0);
            for _ in 0..4 * size {
                let mut plays = Vec::new();
                fight.plays(&state, Bits::MAX, &mut plays);
                for successor in &plays {
                    let mut after = successor.after;
                    let winner = fight.settle(&mut after).0;
                    assert_eq!(
                        (after, winner),
                        (successor.after, successor.winner),
                        "{state:?}"
                    );
                }
                decided += plays
                    .iter()
                    .filter(|successor| successor.winner.is_some())
                    .count();
                plays.retain(|successor| successor.winner.is_none());
                state = match plays.len() {
                    0 => fight.pass(&state).after,
                    count => plays[roll(&mut dice, count)].after,
                };
            }
        }
        assert!(decided > 1_000, "{decided}");
    }

    // The moves below, on a 5×5 board.
    const A1: MoveCode = 0;
    const C1: MoveCode = 2;
    const A2: MoveCode = 5;
    const A4: MoveCode = 15;
    const D5: MoveCode = 23;
    const E5: MoveCode = 24;

    /// Returns true if the last of `moves` is legal, by the procedure of 1989 with a reading of its
    /// ko ban. White moves first.
    ///
    /// ```text
    /// X O .
    /// . X .
    /// X O .
    /// ```
    fn can_be_made(ko: KoBan, moves: &[MoveCode]) -> bool {
        let field = rectangle(5, 5);
        let fight = Fight {
            target: 1 << 6,
            area: field.all,
            field,
            procedure: Procedure {
                ko,
                ..Procedure::JAPANESE_1989
            },
            defender: 0,
            claims: false,
            holds: false,
            cap: 0,
            counts_miai: true,
            anchors: 0,
        };
        let (mut state, _) = fight.start([1 | 1 << 6 | 1 << 10, 1 << 1 | 1 << 11], 0);
        for (number, &code) in moves.iter().enumerate() {
            let mut found = Vec::new();
            fight.moves(&state, &mut found);
            match found.into_iter().find(|successor| successor.code == code) {
                Some(successor) => state = successor.after,
                None => {
                    assert_eq!(number + 1, moves.len(), "move {number} of {moves:?}");
                    return false;
                }
            }
        }
        true
    }

    /// White takes the ko with A2. After White also captures A3, A2 is in no ko, but B1 is: Black
    /// may take it at A1.
    #[test]
    fn a_ban_does_not_pass_to_another_ko_on_its_point() {
        for ko in [KoBan::KoPass, KoBan::PassForEach, KoBan::PassOnceForEach] {
            assert!(!can_be_made(ko, &[A2, A1]), "{ko:?}");
            assert!(can_be_made(ko, &[A2, C1, A4, A1]), "{ko:?}");
        }
    }

    /// A remembered pass for a ko lasts if the ko changes hands.
    ///
    /// Black passes for the ko and takes back; White passes for it and takes it again. If one pass
    /// is enough, Black need not pass again but must wait for one turn.
    #[test]
    fn what_a_side_has_passed_for_is_kept_when_the_ko_is_taken() {
        let again = [A2, KO_PASS, PASS, A1, KO_PASS, D5, A2];
        for (ko, is_enough) in [(KoBan::PassForEach, false), (KoBan::PassOnceForEach, true)] {
            let at_once = [&again[..], &[A1]].concat();
            assert!(!can_be_made(ko, &at_once), "{ko:?}");
            let later = [&again[..], &[E5, PASS, A1]].concat();
            assert_eq!(can_be_made(ko, &later), is_enough, "{ko:?}");
        }
    }
}
