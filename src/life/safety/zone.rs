//! A zone as a bitboard of at most 64 points, and play in it.
//!
//! The attacker plays anywhere. The owner plays next to connected stones, or at any point whose
//! neighbors are all known.

use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::chain::Chain;
use smallvec::SmallVec;

/// A set of points of a zone, one bit each.
pub(super) type ZoneBits = u64;

/// The stones in a zone, the attacker to move.
///
/// Owner stones that are not connected to protected chains are *loose*. No loose chain has an open
/// point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ZoneState {
    /// The owner's stones.
    pub(super) own: ZoneBits,
    /// The attacker's stones.
    pub(super) other: ZoneBits,
    /// The points of loose stones lost in an open part. Their contents are unknown.
    pub(super) gone: ZoneBits,
}

/// The geometry of a zone: its points, the protected chains next to it (walls), and its open
/// points.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    /// The point of each bit. Entries of unused bits are meaningless.
    pub(super) points: Vec<Point>,
    all: ZoneBits,
    /// The distance between the bits of vertically adjacent points, or `None` if the rows of the
    /// zone do not fit into 64 bits. An unused bit separates the rows.
    stride: Option<u32>,
    /// The neighbors of each point within the zone.
    near: Box<[ZoneBits; Zone::MOST_POINTS]>,
    /// The walls: the index of each protected chain, and the points of the zone next to it.
    pub(super) walls: Vec<(usize, ZoneBits)>,
    /// The walls next to each point, as a set of wall indices.
    walls_at: Vec<u64>,
    /// The points next to a wall.
    pub(super) beside: ZoneBits,
    /// The points with a neighbor that is neither in the zone nor under a protected stone. An
    /// attacking chain there is assumed to have a liberty forever.
    pub(super) open: ZoneBits,
    /// True if the owner may play loose stones.
    pub(super) is_free: bool,
}

/// Iterates over the bits of a set.
pub(super) fn each(mut bits: ZoneBits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let lowest = bits.trailing_zeros();
        bits &= bits - 1;
        Some(lowest as usize)
    })
}

impl Zone {
    /// The most points of a zone.
    pub(super) const MOST_POINTS: usize = ZoneBits::BITS as usize;

    /// Creates the zone of some points and its state on the board.
    ///
    /// Returns `None` if there are no points, or too many points or walls, or if an owner stone
    /// touches a point outside.
    pub(super) fn new(
        board: &Board,
        owner: Color,
        protected: &[(usize, Chain)],
        points: &PointSet,
        is_free: bool,
    ) -> Option<(Zone, ZoneState)> {
        let listed: Vec<Point> = points.iter().collect();
        if listed.len() > Zone::MOST_POINTS {
            return None;
        }
        let (stride, placed) = places(&listed);
        let bits = |set: &PointSet| bits_of(&placed, set);
        let on_board = board.size().all();
        let mut near = Box::new([0; Zone::MOST_POINTS]);
        for &(place, at) in &placed {
            let at: PointSet = [at].into_iter().collect();
            near[place] = bits(&(at.grown() - at));
        }
        let around = points.grown();
        let walls: Vec<(usize, ZoneBits)> = protected
            .iter()
            .filter(|(_, chain)| chain.stones.meets(&around))
            .map(|(number, chain)| (*number, bits(&chain.stones.grown())))
            .collect();
        if walls.len() > Zone::MOST_POINTS {
            return None;
        }
        let stones: PointSet = protected.iter().map(|(_, chain)| chain.stones).collect();
        let outside = (around & on_board) - *points - stones;
        let walls_at = |place: usize| {
            let beside = (0..)
                .zip(&walls)
                .filter(|(_, wall)| wall.1 & (1 << place) != 0);
            beside.fold(0, |set, (wall, _)| set | 1u64 << wall)
        };
        let width = placed.last().map_or(0, |(place, _)| place + 1);
        let mut by_place = vec![*listed.first()?; width];
        for &(place, at) in &placed {
            by_place[place] = at;
        }
        let zone = Zone {
            walls_at: (0..width).map(walls_at).collect(),
            near,
            beside: walls.iter().fold(0, |all, (_, beside)| all | beside),
            walls,
            open: bits(&outside.grown()),
            points: by_place,
            all: placed.iter().fold(0, |all, (place, _)| all | 1 << place),
            stride,
            is_free,
        };
        let state = ZoneState {
            own: bits(&board.stones(owner)),
            other: bits(&board.stones(!owner)),
            gone: 0,
        };
        (zone.open & state.own == 0).then_some((zone, state))
    }

    /// Converts the points of a set that are in the zone to bits.
    pub(super) fn bits(&self, set: &PointSet) -> ZoneBits {
        let contained = each(self.all).filter(|&place| set.contains(self.points[place]));
        contained.fold(0, |bits, place| bits | 1 << place)
    }

    /// Returns all points of the zone.
    pub(super) fn all(&self) -> ZoneBits {
        self.all
    }

    /// Returns the empty points.
    pub(super) fn empty(&self, state: ZoneState) -> ZoneBits {
        self.all() & !state.own & !state.other & !state.gone
    }

    /// Returns the points next to an unknown point.
    pub(super) fn open(&self, state: ZoneState) -> ZoneBits {
        match state.gone {
            0 => self.open,
            gone => self.open | self.grown(gone),
        }
    }

    /// Returns the points with their neighbors.
    pub(super) fn grown(&self, bits: ZoneBits) -> ZoneBits {
        match self.stride {
            Some(stride) => spread(bits, stride) & self.all,
            None => each(bits).fold(bits, |grown, at| grown | self.near[at]),
        }
    }

    /// Returns the points of `within` connected to the seed.
    pub(super) fn flood(&self, seed: ZoneBits, within: ZoneBits) -> ZoneBits {
        self.flood_until(seed, within, 0)
    }

    /// Returns that flood, or stops early with a part of it that meets `end`.
    pub(super) fn flood_until(&self, seed: ZoneBits, within: ZoneBits, end: ZoneBits) -> ZoneBits {
        let mut found = seed & within;
        if let Some(stride) = self.stride {
            loop {
                let wider = spread(found, stride) & within;
                if wider == found || wider & end != 0 {
                    return wider;
                }
                found = wider;
            }
        }
        let mut rest = within & !found;
        let mut fresh = found;
        while fresh != 0 && found & end == 0 {
            let at = fresh.trailing_zeros() as usize;
            let more = self.near[at] & rest;
            fresh = fresh & (fresh - 1) | more;
            rest &= !more;
            found |= more;
        }
        found
    }

    /// Returns the connected components of a set.
    pub(super) fn components(&self, mut bits: ZoneBits) -> impl Iterator<Item = ZoneBits> {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let part = self.flood(bits & bits.wrapping_neg(), bits);
            bits &= !part;
            Some(part)
        })
    }

    /// Returns the owner's stones that are connected to walls.
    pub(super) fn joined(&self, state: ZoneState) -> ZoneBits {
        self.flood(self.beside, state.own)
    }

    /// Plays an attacking stone at an empty point. Returns `None` for suicide that is forbidden or
    /// changes nothing.
    pub(super) fn attack(&self, state: ZoneState, at: usize, suicide: bool) -> Option<ZoneState> {
        let mut after = state;
        after.other |= 1 << at;
        let near = self.near[at] & state.own;
        if near != 0 {
            let joined = self.joined(state);
            for beside in each(near & !joined) {
                let chain = self.flood(1 << beside, after.own);
                if self.grown(chain) & self.empty(after) == 0 {
                    self.lose(&mut after, chain, joined);
                }
            }
        }
        if self.near[at] & self.empty(after) != 0 {
            return Some(after);
        }
        let chain = self.flood(1 << at, after.other);
        if chain & self.open(after) == 0 && self.grown(chain) & self.empty(after) == 0 {
            if !suicide || chain == 1 << at {
                return None;
            }
            after.other &= !chain;
        }
        Some(after)
    }

    /// Removes a loose chain without liberties. In a closed part it is captured; in an open part
    /// its points become unknown.
    fn lose(&self, state: &mut ZoneState, chain: ZoneBits, joined: ZoneBits) {
        let part = self.flood(chain, self.all() & !joined & !state.gone);
        let is_open = part & self.open(*state) != 0;
        state.own &= !chain;
        if is_open {
            state.gone |= chain;
        }
    }

    /// Returns the points for answers: the empty points next to walls and connected stones and, if
    /// loose stones are allowed, those not next to an unknown point.
    pub(super) fn answers(&self, state: ZoneState) -> ZoneBits {
        let joined = || self.beside | self.grown(self.joined(state));
        let may_be_loose = if self.is_free { !self.open(state) } else { 0 };
        if may_be_loose & self.all() == self.all() {
            self.empty(state)
        } else {
            self.empty(state) & (joined() | may_be_loose)
        }
    }

    /// Returns true if the point touches an attacking stone.
    pub(super) fn may_take(&self, state: ZoneState, at: usize) -> bool {
        self.near[at] & state.other != 0
    }

    /// Plays an owner stone at one of the [`answers`](Zone::answers).
    ///
    /// If the stone is loose, returns `None` for suicide, for a capture that a ko could forbid,
    /// next to an unknown point, and where loose stones are not allowed.
    pub(super) fn answer(&self, state: ZoneState, at: usize) -> Option<ZoneState> {
        let mut after = state;
        after.own |= 1 << at;
        let empty = self.empty(after);
        let open = self.open(state);
        for beside in each(self.near[at] & state.other) {
            if after.other & (1 << beside) != 0 {
                let chain = self.flood(1 << beside, after.other);
                if chain & open == 0 && self.grown(chain) & empty == 0 {
                    after.other &= !chain;
                }
            }
        }
        let chain = self.flood(1 << at, after.own);
        if chain & self.beside == 0 {
            let liberties = self.grown(chain) & self.empty(after);
            let taken = state.other & !after.other;
            let is_ko = chain == 1 << at && taken.count_ones() == 1 && liberties == taken;
            if !self.is_free || chain & open != 0 || liberties == 0 || is_ko {
                return None;
            }
        }
        Some(after)
    }

    /// Returns the block of a wall: the connected walls, as a set of indices into
    /// [`walls`](Zone::walls), and all points next to them or to the stones that connect them.
    pub(super) fn block(&self, joined: ZoneBits, wall: usize) -> (u64, ZoneBits) {
        let mut walls = 1u64 << wall;
        let mut beside = self.walls[wall].1;
        let mut rest = joined;
        while rest & beside != 0 {
            let at = (rest & beside).trailing_zeros() as usize;
            rest &= !(1 << at);
            beside |= self.near[at];
            let fresh = self.walls_at[at] & !walls;
            walls |= fresh;
            for wall in each(fresh) {
                beside |= self.walls[wall].1;
            }
        }
        (walls, beside)
    }

    /// Returns the closed parts that connected stones leave, the smallest first.
    pub(super) fn closed_parts(
        &self,
        state: ZoneState,
        joined: ZoneBits,
    ) -> SmallVec<[ZoneBits; 4]> {
        let points = self.all() & !joined & !state.gone;
        let closed = points & !self.flood(self.open(state) & points, points);
        let mut parts: SmallVec<[ZoneBits; 4]> = self.components(closed).collect();
        parts.sort_unstable_by_key(|part| (part.count_ones(), *part));
        parts
    }

    /// Returns the points next to neither connected stones nor walls.
    pub(super) fn inner(&self, joined: ZoneBits) -> ZoneBits {
        self.all() & !joined & !self.beside & !self.grown(joined)
    }

    /// Returns true if no part that connected stones leave of the closed parts has room for two
    /// eyes of the attacker.
    pub(super) fn has_no_room(&self, closed: ZoneBits, joined: ZoneBits) -> bool {
        self.open & closed == 0 && self.roomy(closed, joined).next().is_none()
    }

    /// Returns the parts that connected stones leave of the closed parts where the attacker might
    /// make two eyes: more than one point is not next to stones that stay, and not just two
    /// adjacent ones (Müller 1997).
    pub(super) fn roomy(
        &self,
        closed: ZoneBits,
        joined: ZoneBits,
    ) -> impl Iterator<Item = ZoneBits> {
        let inner = closed & self.inner(joined);
        let parts = self.components(closed & !joined);
        parts.filter(move |part| match (part & inner).count_ones() {
            0 | 1 => false,
            2 => self.components(part & inner).count() > 1,
            _ => true,
        })
    }
}

/// Returns the bits with their neighbors, for rows that are `stride` bits apart.
fn spread(bits: ZoneBits, stride: u32) -> ZoneBits {
    bits | bits << 1 | bits >> 1 | bits << stride | bits >> stride
}

/// Assigns a bit to each point, given row by row. Also returns the distance between rows, if rows
/// of equal length with an unused bit between them fit.
fn places(listed: &[Point]) -> (Option<u32>, Vec<(usize, Point)>) {
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else {
        return (None, vec![]);
    };
    let columns = || listed.iter().map(|at| usize::from(at.column()));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let height = usize::from(last.row() - first.row()) + 1;
    let stride = right - left + 2;
    // The last row needs no separator.
    if stride * height - 1 > Zone::MOST_POINTS {
        return (None, listed.iter().copied().enumerate().collect());
    }
    let place = |at: &Point| {
        let row = usize::from(at.row() - first.row());
        row * stride + usize::from(at.column()) - left
    };
    let placed = listed.iter().map(|at| (place(at), *at));
    (Some(stride as u32), placed.collect())
}

/// Converts the points of a set to bits, by the place of each point.
fn bits_of(placed: &[(usize, Point)], set: &PointSet) -> ZoneBits {
    let contained = placed.iter().filter(|(_, at)| set.contains(*at));
    contained.fold(0, |bits, (place, _)| bits | 1 << place)
}
