//! Ko bans: the kos closed to each side, and when they open again.

use super::game::Fight;
use super::state::{
    FREE, KO_PASS, KoName, MOST_FREED, MOST_KOS, MoveCode, State, ko_name, ko_point, ko_side,
};
use crate::life::procedure::KoBan;
use crate::life::reading::field::{Bits, each};

impl Fight {
    /// Returns the point that names a ko.
    ///
    /// It is the stone captured in the ko. If a ban lasts one turn, no other ko can arise meanwhile
    /// at the point where that stone is captured, and this point is the name.
    #[inline(always)]
    pub(super) fn known_by(&self, point: Bits, stone: Bits) -> Bits {
        match self.procedure.ko {
            KoBan::NextTurn => point,
            _ => stone,
        }
    }

    /// Closes a ko to a side after the stone on `taker` captured the one on `taken`; `None` if
    /// there is no free slot.
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
        // The stone that now stands in the ko names it.
        after.freed = after.freed.map(|name| {
            if ko_point(name) == taken {
                ko_name(ko_side(name), taker)
            } else {
                name
            }
        });
        Some(())
    }

    /// Ends the bans that last one turn, after a side's turn.
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

    /// Returns the passes that lift bans and the state after each.
    ///
    /// `passed` is the state after a plain pass, `closed` names the kos closed to the side to move.
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

    /// Returns the state after a side's pass for one ko.
    fn lifted(&self, us: usize, passed: &State, at: Bits) -> State {
        let name = ko_name(us, at);
        let mut after = *passed;
        after.bans = after.bans.map(|ban| if ban == name { FREE } else { ban });
        if self.procedure.ko == KoBan::PassOnceForEach && !after.freed.contains(&name) {
            // The slots are sorted, free ones last. If none is free, the last ko is forgotten and
            // needs another pass.
            after.freed[MOST_FREED - 1] = name;
            after.freed.sort_unstable();
        }
        after
    }

    /// Drops bans and remembered passes whose ko is gone, and sorts the rest.
    pub(super) fn drop_bans(&self, state: &mut State) {
        if state.bans == [FREE; MOST_KOS] && state.freed == [FREE; MOST_FREED] {
            return;
        }
        let kept = |name: KoName| if self.is_ko(state, name) { name } else { FREE };
        (state.bans, state.freed) = (state.bans.map(kept), state.freed.map(kept));
        state.bans.sort_unstable();
        state.freed.sort_unstable();
    }

    /// Returns true if a name still denotes a ko: a single stone whose only liberty is enclosed by
    /// its color.
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
