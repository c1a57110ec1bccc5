//! What has been proved, found again by the zone that it depends on.

use super::field::Bits;
use super::fight::State;
use super::graph::Id;
use fxhash::FxHashMap;

/// The most zones that are looked at; nearly all that is found again is found by a few.
const MOST_ZONES: usize = 32;
/// Each time that so many states could not be kept for want of room, a zone that has hardly been found gives way.
const TURNOVER: u32 = 64;
/// A zone that has been found so often stays.
const FEW: u32 = 2;
/// Each time that so many could not be kept, what was found so far counts half.
const FADING: u32 = 64 * TURNOVER;

/// The proved states of a graph by what is in their [zones](super::zone): a state like one of them there is proved too.
#[derive(Default)]
pub(super) struct Patterns {
    /// Those found most often come first, more or less.
    list: Vec<Pattern>,
    /// How many states could not be kept.
    refused: u32,
}

/// A zone, and the states proved with it.
struct Pattern {
    zone: Bits,
    found: u32,
    /// By the hash of what is in the zone.
    known: FxHashMap<u64, Id>,
    /// A bit for a part of each such hash: most states are like none, and this is quick to see.
    seen: Vec<u64>,
}

impl Pattern {
    /// How many bits there are for each hash, at least.
    const ROOM: usize = 16;

    fn new(zone: Bits) -> Pattern {
        Pattern {
            zone,
            found: 0,
            known: FxHashMap::default(),
            seen: vec![0; 64],
        }
    }

    /// The word and the bit in it for a hash.
    fn bit(&self, key: u64) -> (usize, u64) {
        let word = (key >> 32) as usize & (self.seen.len() - 1);
        (word, 1 << (key >> 58))
    }

    fn see(&mut self, key: u64) {
        let (word, bit) = self.bit(key);
        self.seen[word] |= bit;
    }

    fn learn(&mut self, key: u64, id: Id) {
        self.known.entry(key).or_insert(id);
        self.see(key);
        if self.known.len() * Pattern::ROOM > self.seen.len() * 64 {
            self.seen = vec![0; self.seen.len() * 2];
            let keys: Vec<u64> = self.known.keys().copied().collect();
            keys.into_iter().for_each(|key| self.see(key));
        }
    }

    fn find(&self, key: u64) -> Option<Id> {
        let (word, bit) = self.bit(key);
        match self.seen[word] & bit {
            0 => None,
            _ => self.known.get(&key).copied(),
        }
    }
}

impl Patterns {
    /// Keeps a state that is proved with a zone.
    pub(super) fn learn(&mut self, id: Id, state: &State, zone: Bits) {
        let key = state.key(zone);
        if let Some(pattern) = self.list.iter_mut().find(|pattern| pattern.zone == zone) {
            pattern.learn(key, id);
        } else if self.has_room() {
            let mut pattern = Pattern::new(zone);
            pattern.learn(key, id);
            self.list.push(pattern);
        }
    }

    /// Whether there is room for one more zone, which may be made now.
    fn has_room(&mut self) -> bool {
        if self.list.len() < MOST_ZONES {
            return true;
        }
        self.refused += 1;
        if self.refused.is_multiple_of(FADING) {
            self.list.iter_mut().for_each(|pattern| pattern.found /= 2);
        }
        let gives_way = self.refused.is_multiple_of(TURNOVER)
            && self.list.last().is_some_and(|last| last.found <= FEW);
        if gives_way {
            self.list.pop();
        }
        gives_way
    }

    /// A proved state that a state is like within the zone of the proof.
    pub(super) fn find(&mut self, states: &[State], state: &State) -> Option<Id> {
        for at in 0..self.list.len() {
            let pattern = &mut self.list[at];
            let like = pattern.find(state.key(pattern.zone));
            let is_like = |id: &Id| states[*id as usize].is_like(state, pattern.zone);
            if let Some(id) = like.filter(is_like) {
                pattern.found += 1;
                if at > 0 && self.list[at].found > self.list[at - 1].found {
                    self.list.swap(at, at - 1);
                }
                return Some(id);
            }
        }
        None
    }
}
