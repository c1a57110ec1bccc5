//! Kos: which are closed to whom, and for how long.

use super::game::Fight;
use super::state::{
    FREE, KO_PASS, KoName, MOST_FREED, MOST_KOS, MoveCode, State, ko_name, ko_point, ko_side,
};
use crate::life::procedure::KoBan;
use crate::life::reading::field::{Bits, each};

impl Fight {
    /// The point that names a ko: the stone that is taken in it, or where a ban lasts for one turn, in which no other
    /// ko can come about there, the point where it is taken.
    #[inline(always)]
    pub(super) fn known_by(&self, point: Bits, stone: Bits) -> Bits {
        match self.procedure.ko {
            KoBan::NextTurn => point,
            _ => stone,
        }
    }

    /// Closes a ko, in which a stone on a point has been taken by one on another, to a side; fails where there is no
    /// room for one more.
    #[inline(always)]
    pub(super) fn close_ko(
        &self,
        after: &mut State,
        to: usize,
        taken: Bits,
        taker: Bits,
    ) -> Option<()> {
        if matches!(self.procedure.ko, KoBan::Never(_)) {
            return Some(());
        }
        let slot = after.bans.iter_mut().find(|slot| **slot == FREE)?;
        *slot = ko_name(to, self.known_by(taken, taker));
        // The stone that is in the ko now names it.
        after.freed = after.freed.map(|name| match ko_point(name) == taken {
            true => ko_name(ko_side(name), taker),
            false => name,
        });
        Some(())
    }

    /// Ends the bans that last for one turn, after a side has had it.
    pub(super) fn let_bans_end(&self, after: &mut State, us: usize) {
        match self.procedure.ko {
            KoBan::NextTurn => after.bans = [FREE; MOST_KOS],
            KoBan::PassOnceForEach => {
                let State { freed, .. } = *after;
                let ends = |ban: KoName| ko_side(ban) == us && freed.contains(&ban);
                after.bans = after.bans.map(|ban| if ends(ban) { FREE } else { ban });
            }
            KoBan::KoPass | KoBan::PassForEach | KoBan::Never(_) => {}
        }
    }

    /// The passes that lift bans, and what they lead to, given the state after any pass and the kos that are closed to
    /// the side that passes.
    pub(super) fn passes_for_kos(
        &self,
        us: usize,
        passed: &State,
        closed: Bits,
    ) -> Vec<(MoveCode, State)> {
        match self.procedure.ko {
            KoBan::KoPass if closed != 0 => {
                let bans = [FREE; MOST_KOS];
                vec![(KO_PASS, State { bans, ..*passed })]
            }
            KoBan::PassForEach | KoBan::PassOnceForEach => {
                let numbered = each(closed).zip(KO_PASS..);
                let lifted = numbered.map(|(at, code)| (code, self.lifted(us, passed, at)));
                lifted.collect()
            }
            KoBan::KoPass | KoBan::NextTurn | KoBan::Never(_) => Vec::new(),
        }
    }

    /// The state after a side's pass for one ko.
    fn lifted(&self, us: usize, passed: &State, at: Bits) -> State {
        let name = ko_name(us, at);
        let mut after = *passed;
        after.bans = after.bans.map(|ban| if ban == name { FREE } else { ban });
        if self.procedure.ko == KoBan::PassOnceForEach && !after.freed.contains(&name) {
            // They are in order, the free ones last. Without a free one, the last ko needs another pass.
            after.freed[MOST_FREED - 1] = name;
            after.freed.sort_unstable();
        }
        after
    }

    /// Forgets bans and passes for what is no ko any more, and puts the rest in order.
    pub(super) fn drop_bans(&self, state: &mut State) {
        if state.bans == [FREE; MOST_KOS] && state.freed == [FREE; MOST_FREED] {
            return;
        }
        let kept = |name: KoName| if self.is_ko(state, name) { name } else { FREE };
        (state.bans, state.freed) = (state.bans.map(kept), state.freed.map(kept));
        state.bans.sort_unstable();
        state.freed.sort_unstable();
    }

    /// Whether what a name stands for still is a ko: a single stone, and its only liberty closed in by its color.
    fn is_ko(&self, state: &State, name: KoName) -> bool {
        let field = &self.field;
        let empty = self.empty(state);
        let at = ko_point(name);
        let stones = match self.procedure.ko {
            KoBan::NextTurn => field.grown(at & empty) & state.stones[1 - ko_side(name)],
            _ => at & (state.stones[0] | state.stones[1]),
        };
        each(stones & !state.fixed).any(|stone| {
            let color = usize::from(stone & state.stones[1] != 0);
            let around = field.grown(stone) & !stone;
            let liberty = around & empty;
            around & state.stones[color] == 0
                && liberty.is_power_of_two()
                && field.grown(liberty) & !liberty & (empty | state.stones[1 - color]) == 0
        })
    }
}
