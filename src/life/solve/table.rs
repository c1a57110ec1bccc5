//! The transposition table of the solver.

use super::local_game::{FightState, LocalPlayer};
use crate::life::reading::field::Bits;

/// The number of a goal that cannot be reached.
pub(super) const IMPOSSIBLE: u32 = u32::MAX / 4;

/// The stored result of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredResult {
    /// The proof number of the attacker's win; 0 if proved.
    pub(super) kill: u32,
    /// The proof number of the owner's win; 0 if proved.
    pub(super) live: u32,
    /// The points that a proved result depends on.
    pub(super) relevant: Bits,
    /// The index of the best play, or [`NO_MOVE`].
    pub(super) best: u8,
}

/// No play: a pass, or nothing to play.
pub(super) const NO_MOVE: u8 = u8::MAX;

impl StoredResult {
    /// Returns who has won, if that is proved.
    pub(super) fn winner(&self) -> Option<LocalPlayer> {
        match (self.kill, self.live) {
            (0, _) => Some(LocalPlayer::Attacker),
            (_, 0) => Some(LocalPlayer::Owner),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
struct TableEntry {
    /// The owner's stones; the highest bit says that the attacker is to move.
    own: Bits,
    attackers: Bits,
    known: StoredResult,
    /// The index of the point that a ko forbids, or [`NO_MOVE`].
    ko: u8,
    /// The work beneath the state; 0 for an unused entry.
    work: u32,
}

/// A hash table that grows up to a limit. Entries hold the whole state, so that no two are taken for each
/// other.
pub(super) struct Table {
    entries: Vec<TableEntry>,
    mask: usize,
    used: usize,
    /// The most entries.
    most: usize,
}

/// The number of entries that share a place.
const WAYS: usize = 4;

/// The number of entries of a new table.
const FIRST: usize = 1 << 14;

impl Table {
    /// Creates a table of at most `memory` bytes.
    pub(super) fn new(memory: usize) -> Table {
        let most = memory / size_of::<TableEntry>();
        Table::sized(FIRST.min(most), most)
    }

    fn sized(entries: usize, most: usize) -> Table {
        let places = 1 << (entries / WAYS).max(1).ilog2();
        let entry = TableEntry {
            own: 0,
            attackers: 0,
            known: StoredResult {
                kill: 1,
                live: 1,
                relevant: 0,
                best: NO_MOVE,
            },
            ko: NO_MOVE,
            work: 0,
        };
        Table {
            entries: vec![entry; places * WAYS],
            mask: places - 1,
            used: 0,
            most,
        }
    }

    /// Doubles the table, unless that takes too much memory.
    fn grow(&mut self) {
        let size = 2 * self.entries.len();
        if size + self.entries.len() > self.most {
            return;
        }
        let mut larger = Table::sized(size, self.most);
        for entry in self.entries.iter().filter(|entry| entry.work > 0) {
            let place = larger.place((entry.own, entry.attackers, entry.ko));
            larger.put_at(place, *entry);
        }
        *self = larger;
    }

    fn put_at(&mut self, place: usize, entry: TableEntry) {
        let key = (entry.own, entry.attackers, entry.ko);
        let ways = &mut self.entries[place..place + WAYS];
        let mut chosen = 0;
        for (index, way) in ways.iter().enumerate() {
            if way.work > 0 && (way.own, way.attackers, way.ko) == key {
                let work = way.work.saturating_add(entry.work);
                ways[index] = TableEntry { work, ..entry };
                return;
            }
            if way.work < ways[chosen].work {
                chosen = index;
            }
        }
        self.used += usize::from(ways[chosen].work == 0);
        ways[chosen] = entry;
    }

    fn key(state: &FightState) -> (Bits, Bits, u8) {
        let turn = Bits::from(state.turn == LocalPlayer::Attacker) << 127;
        let ko = match state.ko {
            0 => NO_MOVE,
            ko => ko.trailing_zeros() as u8,
        };
        (state.stones[0] | turn, state.stones[1], ko)
    }

    fn place(&self, (own, attackers, ko): (Bits, Bits, u8)) -> usize {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = [
            own as u64,
            (own >> 64) as u64,
            attackers as u64,
            (attackers >> 64) as u64,
            u64::from(ko),
        ];
        let hash = words.iter().fold(0u64, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(FACTOR);
            mixed ^ mixed >> 29
        });
        ((hash.wrapping_mul(FACTOR) >> 24) as usize & self.mask) * WAYS
    }

    /// Returns what is known of a state.
    pub(super) fn get(&self, state: &FightState) -> Option<StoredResult> {
        let key = Table::key(state);
        let place = self.place(key);
        let mut ways = self.entries[place..place + WAYS].iter();
        let is_it =
            |entry: &&TableEntry| entry.work > 0 && (entry.own, entry.attackers, entry.ko) == key;
        ways.find(is_it).map(|entry| entry.known)
    }

    /// Stores what is known of a state, in place of what took the least work.
    pub(super) fn put(&mut self, state: &FightState, known: StoredResult, work: u32) {
        let key = Table::key(state);
        if 2 * self.used > self.entries.len() {
            self.grow();
        }
        let place = self.place(key);
        let entry = TableEntry {
            own: key.0,
            attackers: key.1,
            ko: key.2,
            known,
            work: work.max(1),
        };
        self.put_at(place, entry);
    }
}
