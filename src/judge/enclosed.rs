//! Fights read within walls that are assumed to live.
//!
//! In a real game few groups live unconditionally, so that [`settle`](crate::life::reading::settle) finds little that is
//! enclosed. Here groups with plainly enough eyes are assumed to live as well, and what they enclose is read exactly. A
//! verdict holds if they do live, and is called searched, not proved.

use super::effort::{Effort, Occasion};
use super::estimate::Estimate;
use super::eyes::are_enough_to_live;
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::life::benson::Settled;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::{Procedure, Side};
use crate::life::reading::{Budget, Reader, Verdict};
use crate::life::region::only_neighbour;
use crate::point::{Point, PointSet};
use crate::position::Position;
use std::cmp::Reverse;

/// What leaves chains in doubt.
#[derive(Clone, Copy)]
pub(super) struct Doubts<'a> {
    pub(super) position: &'a Position,
    pub(super) occasion: Occasion,
    pub(super) settled: &'a Settled,
    /// The chains that were read by the letter, which are left alone.
    pub(super) tried: &'a PointSet,
    pub(super) effort: &'a Effort,
}

/// A verdict on a chain, read within walls.
pub(super) struct Enclosed {
    pub(super) color: Color,
    pub(super) stones: PointSet,
    /// The enclosed part of the board in which it was read.
    pub(super) part: PointSet,
    pub(super) is_dead: bool,
}

/// A part with more empty points is too open to be read.
const MOST_ROOM: usize = 24;
/// At most one in this many points of an eye may be under a dead stone.
const MOST_DEAD: usize = 4;
/// The share of the playouts that a group needs to serve as a wall.
const SURE: f64 = 0.9;
/// Dead chains of at most this many stones are not read if the playouts are sure of them.
const FEW: usize = 2;

/// Reads the chains that are in doubt, or dead without a proof, in the parts of the board that walls enclose.
///
/// Gives the verdicts that do not depend on who moves first.
pub(super) fn read(doubts: &Doubts, estimate: &Estimate, meter: &Meter) -> Vec<Enclosed> {
    let Doubts {
        position,
        occasion,
        settled,
        tried,
        effort,
    } = *doubts;
    let (board, rules) = (position.board(), position.rules());
    let mut reading = Parts {
        board,
        occasion,
        settled,
        tried,
        estimate,
        procedure: Procedure::of(rules).unwrap_or(Procedure::LOCAL),
        chains: Chain::all(board),
        chain: effort.states,
        left: 2 * effort.states,
        meter,
        found: vec![],
    };
    let walls = walls(board, settled, estimate);
    let stones = walls[Color::Black] | walls[Color::White];
    for part in (board.size().all() - stones).components() {
        if reading.is_doubtful(&part) && reading.fits(&part) {
            reading.read_part(&part, &walls);
        }
    }
    reading.found
}

/// The position whose parts are read, and what may still be read.
struct Parts<'a> {
    board: &'a Board,
    occasion: Occasion,
    settled: &'a Settled,
    tried: &'a PointSet,
    estimate: &'a Estimate,
    procedure: Procedure,
    chains: Vec<Chain>,
    /// The most states for one chain.
    chain: usize,
    /// The states that may still be explored.
    left: usize,
    meter: &'a Meter<'a>,
    found: Vec<Enclosed>,
}

impl Parts<'_> {
    fn chains_in(&self, part: &PointSet) -> impl Iterator<Item = &Chain> {
        self.chains
            .iter()
            .filter(|chain| chain.stones.is_subset(part) && !chain.stones.meets(self.tried))
    }

    /// Whether a part has a chain that the playouts are unsure of, or take for dead. Once nobody plays any more every
    /// part is doubtful: playouts leave shapes alone that are dead as they stand.
    fn is_doubtful(&self, part: &PointSet) -> bool {
        self.occasion != Occasion::Game
            || self.chains_in(part).any(|chain| {
                let share = self.estimate.share(chain);
                let is_open = (1.0 - SURE..=SURE).contains(&share);
                is_open || share < 0.5 && chain.stones.len() > FEW
            })
    }

    /// Whether a part is small enough to be read.
    fn fits(&self, part: &PointSet) -> bool {
        let around = part.grown() & self.board.size().all();
        let extent = |of: fn(Point) -> u8| {
            let least = around.iter().map(of).min();
            let most = around.iter().map(of).max();
            most.zip(least)
                .map_or(0, |(most, least)| usize::from(most - least) + 1)
        };
        self.room(part) <= MOST_ROOM
            && extent(Point::column) * extent(Point::row) <= Reader::MOST_EXTENT
    }

    /// How many empty points a part has.
    fn room(&self, part: &PointSet) -> usize {
        part.iter().filter(|&at| self.board.is_empty(at)).count()
    }

    /// Reads the chains of a part, the largest first.
    fn read_part(&mut self, part: &PointSet, walls: &PerColor<PointSet>) {
        let assumed = Settled {
            living: *walls,
            territory: self.settled.territory,
        };
        let budget = Budget { states: self.chain };
        let (board, procedure) = (self.board, self.procedure);
        let reader = |first: Side| {
            let procedure = Procedure { first, ..procedure };
            let meter = self.meter.clone();
            // There are two of them.
            let memory = meter.memory() / 2;
            Reader::assuming(board, assumed, procedure, budget).within(meter.with_memory(memory))
        };
        let (mut defending, mut attacked) = (reader(Side::Defender), reader(Side::Attacker));
        let proved = |chain: &Chain| chain.stones.meets(&self.settled.territory[!chain.color]);
        let mut within: Vec<Chain> = self.chains_in(part).copied().collect();
        within.retain(|chain| !proved(chain));
        within.sort_by_key(|chain| Reverse(chain.stones.len()));
        let mut left = self.left;
        for chain in within {
            let stone = chain.stones.first().expect("a chain has stones");
            let mut ask = |reader: &mut Reader| {
                if left == 0 {
                    return Verdict::Unsettled;
                }
                let reading = reader.judge(stone);
                left = left.saturating_sub(reading.states);
                reading.verdict
            };
            let is_dead = match ask(&mut defending) {
                Verdict::Dead => true,
                Verdict::Alive if ask(&mut attacked) == Verdict::Alive => false,
                _ => continue,
            };
            self.found.push(Enclosed {
                color: chain.color,
                stones: chain.stones,
                part: *part,
                is_dead,
            });
        }
        self.left = left;
    }
}

/// The stones of the groups that plainly live, and of those that are proved to.
///
/// Points around dead stones make an eye only if they are many: the stones may not be dead. A chain in atari is no
/// wall.
fn walls(board: &Board, settled: &Settled, estimate: &Estimate) -> PerColor<PointSet> {
    let living = PerColor::from_fn(|color| board.stones(color) - estimate.dead);
    let free = (board.size().all() - living[Color::Black]) - living[Color::White];
    let proved = settled.territory[Color::Black] | settled.territory[Color::White];
    let mut eyes = PerColor::<PointSet>::default();
    for region in free.components() {
        let dead = (region & estimate.dead) - proved;
        if let Some(side) = only_neighbour(&region, &living)
            && MOST_DEAD * dead.len() <= region.len()
        {
            eyes[side] |= region;
        }
    }
    let mut walls = settled.living;
    for color in Color::BOTH {
        for group in (living[color] | eyes[color]).components() {
            let (stones, eyes) = (group & living[color], group & eyes[color]);
            if are_enough_to_live(&eyes)
                && !stones.is_empty()
                && estimate.mean(color, &stones) >= SURE
            {
                let firm = stones.iter().filter(|&stone| !board.is_in_atari(stone));
                walls[color] |= firm.collect::<PointSet>();
            }
        }
    }
    walls
}
