//! A small part of a board as bits, and how it is played in: the attacker anywhere, the owner next to what is safe, or
//! anywhere too where all neighbours are known.

use crate::board::Board;
use crate::color::Color;
use crate::life::chain::Chain;
use crate::point::{Point, PointSet};
use smallvec::SmallVec;

/// A set of a zone's points, a bit each.
pub(super) type Bits = u64;

/// The stones in a zone, the attacker to move.
///
/// Stones of the owner that are not joined to protected chains are loose. No chain of them has an open point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    /// The owner's stones.
    pub(super) own: Bits,
    /// The attacker's stones.
    pub(super) other: Bits,
    /// Where loose stones stood that were lost in an open part: of these points nothing is known any more.
    pub(super) gone: Bits,
}

/// The geometry of a zone: its points, the protected chains next to them, and where it is open.
#[derive(Clone, Debug)]
pub(super) struct Zone {
    /// What each bit stands for, by the place of the bit; what stands at places that are not used means nothing.
    pub(super) points: Vec<Point>,
    all: Bits,
    /// How far apart the bits of points are that are above each other; `None` where the zone is too long for its rows to have as
    /// many bits each. Between two rows there is an unused bit.
    stride: Option<u32>,
    /// The neighbours of each point, in the zone.
    near: Box<[Bits; Zone::MOST_POINTS]>,
    /// The protected chains next to the zone, as they are numbered outside, and the points next to each.
    pub(super) walls: Vec<(usize, Bits)>,
    /// The walls next to each point, as a set of their places.
    walls_at: Vec<u64>,
    /// The points next to any of them.
    pub(super) beside: Bits,
    /// The points next to one that is neither in the zone nor under a protected stone. An attacker's chain there is taken
    /// to have a liberty for ever.
    pub(super) open: Bits,
    /// Whether the owner's stones may be loose.
    pub(super) is_free: bool,
}

/// The bits of a set, one by one.
pub(super) fn each(mut bits: Bits) -> impl Iterator<Item = usize> {
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
    pub(super) const MOST_POINTS: usize = Bits::BITS as usize;

    /// The zone of these points, and the state it is in; `None` if there is none or they are too many, or if a stone of the owner's is next to
    /// what is outside.
    pub(super) fn new(
        board: &Board,
        owner: Color,
        protected: &[(usize, Chain)],
        points: &PointSet,
        is_free: bool,
    ) -> Option<(Zone, State)> {
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
        let walls: Vec<(usize, Bits)> = protected
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
        let state = State {
            own: bits(&board.stones(owner)),
            other: bits(&board.stones(!owner)),
            gone: 0,
        };
        (zone.open & state.own == 0).then_some((zone, state))
    }

    /// What of a set is in the zone.
    pub(super) fn bits(&self, set: &PointSet) -> Bits {
        let contained = each(self.all).filter(|&place| set.contains(self.points[place]));
        contained.fold(0, |bits, place| bits | 1 << place)
    }

    /// All points.
    pub(super) fn all(&self) -> Bits {
        self.all
    }

    /// The points without stones.
    pub(super) fn empty(&self, state: State) -> Bits {
        self.all() & !state.own & !state.other & !state.gone
    }

    /// The points next to one of which nothing is known.
    pub(super) fn open(&self, state: State) -> Bits {
        match state.gone {
            0 => self.open,
            gone => self.open | self.grown(gone),
        }
    }

    /// The points and their neighbours.
    pub(super) fn grown(&self, bits: Bits) -> Bits {
        match self.stride {
            Some(stride) => spread(bits, stride) & self.all,
            None => each(bits).fold(bits, |grown, at| grown | self.near[at]),
        }
    }

    /// What of `within` is connected to the seed.
    pub(super) fn flood(&self, seed: Bits, within: Bits) -> Bits {
        self.flood_until(seed, within, 0)
    }

    /// The same, or some of it that meets `end`.
    pub(super) fn flood_until(&self, seed: Bits, within: Bits, end: Bits) -> Bits {
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

    /// The connected parts of a set.
    pub(super) fn components(&self, mut bits: Bits) -> impl Iterator<Item = Bits> {
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let part = self.flood(bits & bits.wrapping_neg(), bits);
            bits &= !part;
            Some(part)
        })
    }

    /// The owner's stones that are joined to walls.
    pub(super) fn joined(&self, state: State) -> Bits {
        self.flood(self.beside, state.own)
    }

    /// The attacker plays at an empty point; `None` if that is suicide and forbidden, or changes nothing.
    pub(super) fn attack(&self, state: State, at: usize, suicide: bool) -> Option<State> {
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

    /// A loose chain is left without a liberty: it is taken, or, if the part is open, nothing is known of it any more.
    fn lose(&self, state: &mut State, chain: Bits, joined: Bits) {
        let part = self.flood(chain, self.all() & !joined & !state.gone);
        let is_open = part & self.open(*state) != 0;
        state.own &= !chain;
        if is_open {
            state.gone |= chain;
        }
    }

    /// Where the owner may answer: at the empty points next to what is joined to a protected chain, or anywhere but next to points
    /// of which nothing is known.
    pub(super) fn answers(&self, state: State) -> Bits {
        let joined = || self.beside | self.grown(self.joined(state));
        let may_be_loose = match self.is_free {
            true => !self.open(state),
            false => 0,
        };
        match may_be_loose & self.all() == self.all() {
            true => self.empty(state),
            false => self.empty(state) & (joined() | may_be_loose),
        }
    }

    /// Whether a stone of the owner's is next to one of the attacker's.
    pub(super) fn may_take(&self, state: State, at: usize) -> bool {
        self.near[at] & state.other != 0
    }

    /// The owner plays at one of them; `None` if that is suicide, takes a stone that could be taken back at once, or leaves a loose
    /// chain next to points of which nothing is known.
    pub(super) fn answer(&self, state: State, at: usize) -> Option<State> {
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

    /// What is joined in the zone with a wall: the walls, as a set of their places in [`walls`](Zone::walls), and all
    /// points next to them or to the stones that join them.
    pub(super) fn block(&self, joined: Bits, wall: usize) -> (u64, Bits) {
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

    /// The closed parts that joined stones leave, the smallest first.
    pub(super) fn closed_parts(&self, state: State, joined: Bits) -> SmallVec<[Bits; 4]> {
        let points = self.all() & !joined & !state.gone;
        let closed = points & !self.flood(self.open(state) & points, points);
        let mut parts: SmallVec<[Bits; 4]> = self.components(closed).collect();
        parts.sort_unstable_by_key(|part| (part.count_ones(), *part));
        parts
    }

    /// The points next to neither joined stones nor walls.
    pub(super) fn inner(&self, joined: Bits) -> Bits {
        self.all() & !joined & !self.beside & !self.grown(joined)
    }

    /// Whether the attacker cannot have two eyes in any part that joined stones leave of closed ones.
    pub(super) fn has_no_room(&self, closed: Bits, joined: Bits) -> bool {
        self.open & closed == 0 && self.roomy(closed, joined).next().is_none()
    }

    /// The parts that joined stones leave of closed ones in which the attacker might have two eyes: more than one of their
    /// points is not next to these stones, and not just two that are neighbours (Müller 1997).
    pub(super) fn roomy(&self, closed: Bits, joined: Bits) -> impl Iterator<Item = Bits> {
        let inner = closed & self.inner(joined);
        let parts = self.components(closed & !joined);
        parts.filter(move |part| match (part & inner).count_ones() {
            0 | 1 => false,
            2 => self.components(part & inner).count() > 1,
            _ => true,
        })
    }
}

/// Some bits with those next to them, where the bits of points above each other are so far apart.
fn spread(bits: Bits, stride: u32) -> Bits {
    bits | bits << 1 | bits >> 1 | bits << stride | bits >> stride
}

/// Where the bit of each point is, of points row by row, and how far apart bits of points above each other are, if there are
/// enough bits for rows of the same length with an unused bit between them.
fn places(listed: &[Point]) -> (Option<u32>, Vec<(usize, Point)>) {
    let (Some(first), Some(last)) = (listed.first(), listed.last()) else {
        return (None, vec![]);
    };
    let columns = || listed.iter().map(|at| usize::from(at.column()));
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let height = usize::from(last.row() - first.row()) + 1;
    let stride = right - left + 2;
    // The last row needs no bit after it.
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

/// What of a set is in a zone whose points have bits at these places.
fn bits_of(placed: &[(usize, Point)], set: &PointSet) -> Bits {
    let contained = placed.iter().filter(|(_, at)| set.contains(*at));
    contained.fold(0, |bits, (place, _)| bits | 1 << place)
}
