//! Plain wins on a whole small board, for boards that are too large for `Whole::defended`.
//!
//! White wins plainly by owning a point of the target permanently with Black's losses not counted.
//! Black wins plainly by preventing that while White captures at most [`CAPTURES`] times. The rest
//! are cycles that cost both sides stones.

use super::small::Mask;
use super::whole::Whole;

/// The most captures by White in a plain win of Black.
const CAPTURES: usize = 3;

/// A set of states.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct States(Vec<u64>);

impl States {
    fn none(count: usize) -> States {
        States(vec![0; count.div_ceil(64)])
    }

    fn all(count: usize) -> States {
        States(vec![u64::MAX; count.div_ceil(64)])
    }

    pub(super) fn contains(&self, state: usize) -> bool {
        self.0[state / 64] >> (state % 64) & 1 != 0
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn insert(&mut self, state: usize) {
        self.0[state / 64] |= 1 << (state % 64);
    }
}

/// The states that each side wins plainly.
pub(super) struct Plainly {
    pub(super) white: States,
    pub(super) black: States,
}

impl Plainly {
    /// Solves the whole game for one target.
    pub(super) fn of(world: &Whole, target: Mask) -> Plainly {
        let count = world.count();
        let mut free = States::none(count);
        for state in 0..count {
            if !world.small.owns(world.stones(state), 1, target) {
                free.insert(state);
            }
        }
        let not_white = recurring(world, &States::all(count), &free, None);
        let mut black = States::none(count);
        for _ in 0..=CAPTURES {
            let more = recurring(world, &not_white, &free, Some(&black));
            if more == black {
                break;
            }
            black = more;
        }
        let white = States(not_white.0.iter().map(|word| !word).collect());
        Plainly { white, black }
    }
}

/// Returns the states where Black can reach a free state again and again without leaving `within`.
///
/// If `after_captures` is given, White's captures may lead only to those states. Computed as a
/// greatest fixpoint (free states that lead back to themselves) around a least fixpoint (reaching
/// one).
fn recurring(
    world: &Whole,
    within: &States,
    free: &States,
    after_captures: Option<&States>,
) -> States {
    let holds = |state: usize, after: &States| {
        let turn = world.turn(state);
        let mut moves = world.moves_of(state).map(|(to, taken)| {
            let is_bearable = turn == 0 || taken == 0;
            after.contains(to)
                && (is_bearable || after_captures.is_none_or(|states| states.contains(to)))
        });
        match turn {
            0 => moves.any(|holds| holds),
            _ => moves.all(|holds| holds),
        }
    };
    let mut outer = within.clone();
    loop {
        let mut inner = States::none(world.count());
        for state in world.in_order() {
            if outer.contains(state) && free.contains(state) && holds(state, &outer) {
                inner.insert(state);
            }
        }
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for state in world.in_order() {
                let is_open = outer.contains(state) && !free.contains(state);
                if is_open && !inner.contains(state) && holds(state, &inner) {
                    inner.insert(state);
                    has_grown = true;
                }
            }
        }
        if inner == outer {
            return inner;
        }
        outer = inner;
    }
}
