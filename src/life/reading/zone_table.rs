//! The zone-based transposition table: what has been proved is found again wherever its zone looks the same (Shih et al.
//! 2022).

use super::field::Bits;
use super::fight::State;
use super::node::NodeId;
use fxhash::FxHashMap;

/// The most zones that are looked at; a few of them find nearly all that is found again.
const MOST_ZONES: usize = 32;
/// Each time that this many states could not be kept for want of room, a zone that has hardly been found gives way.
const TURNOVER: u32 = 64;
/// A zone that has been found more often stays.
const FEW: u32 = 2;
/// Each time that this many could not be kept, what was found so far counts half.
const FADING: u32 = 64 * TURNOVER;

/// The proved states of a graph by what is in their [zones](super::zone): a state like one of them there is proved too.
#[derive(Default)]
pub(super) struct ZoneTable {
    /// Those found most often come first, more or less.
    entries: Vec<ZoneEntry>,
    /// How many states could not be kept.
    refused: u32,
}

/// A zone, and the states proved with it.
struct ZoneEntry {
    zone: Bits,
    found: u32,
    /// By the hash of what is in the zone.
    known: FxHashMap<u64, NodeId>,
    /// A bit for a part of each such hash: most states are like none, and this is quick to see.
    filter: Vec<u64>,
}

impl ZoneEntry {
    /// The least number of bits for each hash.
    const ROOM: usize = 16;

    fn new(zone: Bits) -> ZoneEntry {
        ZoneEntry {
            zone,
            found: 0,
            known: FxHashMap::default(),
            filter: vec![0; 64],
        }
    }

    /// The word and the bit in it for a hash.
    fn bit(&self, key: u64) -> (usize, u64) {
        let word = (key >> 32) as usize & (self.filter.len() - 1);
        (word, 1 << (key >> 58))
    }

    fn mark(&mut self, key: u64) {
        let (word, bit) = self.bit(key);
        self.filter[word] |= bit;
    }

    fn insert(&mut self, key: u64, id: NodeId) {
        self.known.entry(key).or_insert(id);
        self.mark(key);
        if self.known.len() * ZoneEntry::ROOM > self.filter.len() * 64 {
            self.filter = vec![0; self.filter.len() * 2];
            let keys: Vec<u64> = self.known.keys().copied().collect();
            keys.into_iter().for_each(|key| self.mark(key));
        }
    }

    fn probe(&self, key: u64) -> Option<NodeId> {
        let (word, bit) = self.bit(key);
        match self.filter[word] & bit {
            0 => None,
            _ => self.known.get(&key).copied(),
        }
    }
}

impl ZoneTable {
    /// Keeps a state that is proved with a zone.
    pub(super) fn insert(&mut self, id: NodeId, state: &State, zone: Bits) {
        let key = state.key(zone);
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.zone == zone) {
            entry.insert(key, id);
        } else if self.has_room() {
            let mut entry = ZoneEntry::new(zone);
            entry.insert(key, id);
            self.entries.push(entry);
        }
    }

    /// Whether there is room for one more zone, which may be made now.
    fn has_room(&mut self) -> bool {
        if self.entries.len() < MOST_ZONES {
            return true;
        }
        self.refused += 1;
        if self.refused.is_multiple_of(FADING) {
            self.entries.iter_mut().for_each(|entry| entry.found /= 2);
        }
        let gives_way = self.refused.is_multiple_of(TURNOVER)
            && self.entries.last().is_some_and(|last| last.found <= FEW);
        if gives_way {
            self.entries.pop();
        }
        gives_way
    }

    /// A proved state that a state is like within the zone of the proof.
    pub(super) fn probe(&mut self, states: &[State], state: &State) -> Option<NodeId> {
        for at in 0..self.entries.len() {
            let entry = &mut self.entries[at];
            let like = entry.probe(state.key(entry.zone));
            let is_like = |id: &NodeId| states[*id as usize].is_like(state, entry.zone);
            if let Some(id) = like.filter(is_like) {
                entry.found += 1;
                if at > 0 && self.entries[at].found > self.entries[at - 1].found {
                    self.entries.swap(at, at - 1);
                }
                return Some(id);
            }
        }
        None
    }
}
