//! The zone-based transposition table: a proof is found again wherever its zone looks alike (Shih
//! et al. 2022).

use super::field::Bits;
use super::fight::State;
use super::node::ProofNodeId;
use fxhash::FxHashMap;

/// The most zones in the table. A few zones account for nearly all hits.
const MOST_ZONES: usize = 32;
/// A zone with few hits is evicted each time this many states were refused for lack of room.
const TURNOVER: u32 = 64;
/// Zones with more hits than this are not evicted.
const FEW: u32 = 2;
/// All hit counts are halved each time this many states were refused.
const FADING: u32 = 64 * TURNOVER;

/// The proved states of a graph, keyed by the contents of their [relevance zones](super::zone). A
/// state that agrees with one of them on its zone is proved too.
#[derive(Default)]
pub(super) struct ZoneTable {
    /// Roughly in the order of hits, most first.
    entries: Vec<ZoneEntry>,
    /// The number of states refused for lack of room.
    refused: u32,
}

/// A zone and the states proved with it.
struct ZoneEntry {
    zone: Bits,
    found: u32,
    /// The states by the hash of the zone's contents.
    known: FxHashMap<u64, ProofNodeId>,
    /// One bit for each hash, to reject most probes quickly.
    filter: Vec<u64>,
}

impl ZoneEntry {
    /// The least number of filter bits for each hash.
    const ROOM: usize = 16;

    fn new(zone: Bits) -> ZoneEntry {
        ZoneEntry {
            zone,
            found: 0,
            known: FxHashMap::default(),
            filter: vec![0; 64],
        }
    }

    /// Returns the word of the filter and the bit in it for a hash.
    fn bit(&self, key: u64) -> (usize, u64) {
        let word = (key >> 32) as usize & (self.filter.len() - 1);
        (word, 1 << (key >> 58))
    }

    fn mark(&mut self, key: u64) {
        let (word, bit) = self.bit(key);
        self.filter[word] |= bit;
    }

    fn insert(&mut self, key: u64, id: ProofNodeId) {
        self.known.entry(key).or_insert(id);
        self.mark(key);
        if self.known.len() * ZoneEntry::ROOM > self.filter.len() * 64 {
            self.filter = vec![0; self.filter.len() * 2];
            let keys: Vec<u64> = self.known.keys().copied().collect();
            keys.into_iter().for_each(|key| self.mark(key));
        }
    }

    fn probe(&self, key: u64) -> Option<ProofNodeId> {
        let (word, bit) = self.bit(key);
        match self.filter[word] & bit {
            0 => None,
            _ => self.known.get(&key).copied(),
        }
    }
}

impl ZoneTable {
    /// Adds a state that is proved with a zone.
    pub(super) fn insert(&mut self, id: ProofNodeId, state: &State, zone: Bits) {
        let key = state.key(zone);
        if let Some(entry) = self.entries.iter_mut().find(|entry| entry.zone == zone) {
            entry.insert(key, id);
        } else if self.has_room() {
            let mut entry = ZoneEntry::new(zone);
            entry.insert(key, id);
            self.entries.push(entry);
        }
    }

    /// Returns true if there is room for one more zone, evicting one if necessary.
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

    /// Returns a proved state that agrees with `state` on the zone of its proof.
    pub(super) fn probe(&mut self, states: &[State], state: &State) -> Option<ProofNodeId> {
        for at in 0..self.entries.len() {
            let entry = &mut self.entries[at];
            let like = entry.probe(state.key(entry.zone));
            let is_like = |id: &ProofNodeId| states[*id as usize].is_like(state, entry.zone);
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
