//! Fights read within walls that are assumed to live.
//!
//! In a real game few groups live unconditionally, so [`settle`](crate::life::reading::settle)
//! finds few enclosed parts. Here groups with plainly enough eyes are assumed to live as well, and
//! the parts that they enclose are read exactly. A verdict holds if these groups do live, and is
//! called searched, not proved.

use super::effort::{Effort, Occasion};
use super::estimate::Estimate;
use super::eyes::are_enough_to_live;
use super::status::Finding;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::life::benson::Settled;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use crate::life::reading::{Budget, Reader, ReadingResult};
use crate::life::region::only_neighbour;
use std::cmp::Reverse;

/// The position and the results that leave chains in doubt.
#[derive(Clone, Copy)]
pub(super) struct Doubts<'a> {
    pub(super) position: &'a Position,
    pub(super) occasion: Occasion,
    pub(super) settled: &'a Settled,
    /// The chains that were read by the letter of the rules. They are not read again.
    pub(super) tried: &'a PointSet,
    /// The chains that this reading did not decide.
    pub(super) undecided: &'a PointSet,
    pub(super) effort: &'a Effort,
}

/// The results for chains that are read within walls.
#[derive(Default)]
pub(super) struct Within {
    /// The verdicts.
    pub(super) found: Vec<Enclosed>,
    /// Contested chains with their liberties: the first move decides, and the rules do not say who
    /// has it.
    pub(super) contested: PointSet,
}

/// A verdict on a chain that was read within walls.
pub(super) struct Enclosed {
    pub(super) color: Color,
    pub(super) stones: PointSet,
    /// The enclosed part of the board that was read.
    pub(super) part: PointSet,
    pub(super) is_dead: bool,
    /// The kind of reading.
    pub(super) finding: Finding,
}

/// Maximum number of empty points in a part; larger parts are too open to be read.
const MOST_ROOM: usize = 24;
/// Divisor of the points of an eye: at most the quotient may be under a dead stone.
const MOST_DEAD: usize = 4;
/// Maximum number of states for a board, as a multiple of those for a chain.
const BOARDS: usize = 2;
/// Factor for the states of a fight without kos, where a state takes the least work.
const WITHOUT_KOS: usize = 8;
/// Minimum ownership share, in the playouts, of a group that serves as a wall.
const SURE: f64 = 0.9;
/// Maximum size in stones of dead chains that are not read if the playouts are sure of them.
const FEW: usize = 2;

/// Reads the chains that are in doubt, or dead without a proof, in the parts enclosed by walls.
///
/// Returns the verdicts that do not depend on the first move, and the contested chains if the rules
/// do not say which side moves first.
pub(super) fn read(doubts: &Doubts, estimate: &Estimate, meter: &Meter) -> Within {
    let board = doubts.position.board();
    let mut reading = Parts::of(doubts, estimate, meter, Chain::all(board));
    reading
        .chains
        .retain(|chain| !chain.stones.meets(doubts.tried));
    let walls = walls(board, doubts.settled, estimate);
    let stones = walls[Color::Black] | walls[Color::White];
    for part in (board.size().all() - stones).components() {
        if reading.is_doubtful(&part) && reading.fits(&part) {
            reading.read_part(&part, &walls);
        }
    }
    reading.within
}

/// Returns true if chains that the letter of the rules leaves undecided are read as plain fights.
///
/// This is so if the rules ask many questions about each chain and the game has stopped. In a game
/// in progress, searches find out which side moves first, and they need the work.
pub(super) fn are_read_plainly(occasion: Occasion, by_the_letter: Procedure) -> bool {
    by_the_letter.success == Success::Capturing && occasion != Occasion::Game
}

/// Reads the chains that the letter of the rules leaves undecided as plain fights.
///
/// This is for rules that ask many questions about each chain. Only settled chains are taken for
/// settled.
///
/// Returns the verdicts that do not depend on the first move.
pub(super) fn read_plainly(doubts: &Doubts, estimate: &Estimate, meter: &Meter) -> Within {
    let (board, living) = (doubts.position.board(), &doubts.settled.living);
    let mut reading = Parts::of(doubts, estimate, meter, Chain::all(board));
    reading
        .chains
        .retain(|chain| chain.stones.meets(doubts.undecided));
    reading.ways.drain(..1);
    reading.finding = Finding::Plain;
    if reading.ways.is_empty() || reading.chains.is_empty() {
        return Within::default();
    }
    let parts = (board.size().all() - living[Color::Black]) - living[Color::White];
    for part in parts.components() {
        reading.read_part(&part, living);
    }
    reading.within
}

/// The position whose parts are read, and the budget that is left.
struct Parts<'a> {
    board: &'a Board,
    occasion: Occasion,
    settled: &'a Settled,
    estimate: &'a Estimate,
    /// The procedures for reading the chains, in order: the letter of the rules, then plain fights.
    /// Plain fights are read once the game has stopped, if the rules ask many questions about each
    /// chain and leave it open.
    ways: Vec<ReadingBudget>,
    /// The chains that may be read.
    chains: Vec<Chain>,
    meter: &'a Meter<'a>,
    /// The kind of reading, as shown to users.
    finding: Finding,
    /// True if a chain is contested when its life depends on the first move.
    has_no_letter: bool,
    within: Within,
}

/// A way to read chains.
#[derive(Clone, Copy)]
struct ReadingBudget {
    procedure: Procedure,
    /// Maximum number of states for one chain.
    chain: usize,
    /// The number of states left.
    left: usize,
}

impl<'a> Parts<'a> {
    fn of(
        doubts: &Doubts<'a>,
        estimate: &'a Estimate,
        meter: &'a Meter<'a>,
        chains: Vec<Chain>,
    ) -> Parts<'a> {
        let states = doubts.effort.states_within_walls();
        let letter = Procedure::of(doubts.position.rules());
        let by_the_letter = letter.unwrap_or(Procedure::LOCAL);
        let way = |procedure: Procedure, states: usize| ReadingBudget {
            procedure,
            chain: states,
            left: states.saturating_mul(BOARDS),
        };
        let mut ways = vec![way(by_the_letter, states)];
        if are_read_plainly(doubts.occasion, by_the_letter) {
            let plain = plain(by_the_letter);
            ways.push(way(plain.without_kos(), states.saturating_mul(WITHOUT_KOS)));
            ways.push(way(plain, states));
        }
        Parts {
            board: doubts.position.board(),
            occasion: doubts.occasion,
            settled: doubts.settled,
            estimate,
            ways,
            chains,
            meter,
            finding: Finding::Walled,
            has_no_letter: letter.is_none(),
            within: Within::default(),
        }
    }

    fn chains_in(&self, part: &PointSet) -> impl Iterator<Item = &Chain> {
        let is_in = |chain: &&Chain| chain.stones.is_subset(part);
        self.chains.iter().filter(is_in)
    }

    /// Returns true if a part has a chain that the playouts are unsure of, or take for dead.
    ///
    /// Once the game has stopped every part is doubtful: playouts do not resolve shapes that are
    /// dead as they stand.
    fn is_doubtful(&self, part: &PointSet) -> bool {
        self.occasion != Occasion::Game
            || self.chains_in(part).any(|chain| {
                let share = self.estimate.share(chain);
                let is_open = (1.0 - SURE..=SURE).contains(&share);
                is_open || share < 0.5 && chain.stones.len() > FEW
            })
    }

    /// Returns true if a part is small enough to be read.
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

    /// Returns the number of empty points in a part.
    fn room(&self, part: &PointSet) -> usize {
        part.iter().filter(|&at| self.board.is_empty(at)).count()
    }

    /// Reads the chains of a part, the largest first.
    fn read_part(&mut self, part: &PointSet, walls: &PerColor<PointSet>) {
        let proved = |chain: &Chain| chain.stones.meets(&self.settled.territory[!chain.color]);
        let mut open: Vec<Chain> = self.chains_in(part).copied().collect();
        open.retain(|chain| !proved(chain));
        open.sort_by_key(|chain| Reverse(chain.stones.len()));
        for number in 0..self.ways.len() {
            open = self.read_by(number, part, walls, &open);
        }
    }

    /// Reads chains of a part in one of the ways and returns the chains that are still not settled.
    fn read_by(
        &mut self,
        number: usize,
        part: &PointSet,
        walls: &PerColor<PointSet>,
        chains: &[Chain],
    ) -> Vec<Chain> {
        let ReadingBudget {
            procedure,
            chain: states,
            mut left,
        } = self.ways[number];
        let is_without_kos = matches!(procedure.ko, KoBan::Never(_));
        let assumed = Settled {
            living: *walls,
            territory: self.settled.territory,
        };
        let budget = Budget { states };
        let board = self.board;
        let reader = |first: Side| {
            let mut procedure = Procedure { first, ..procedure };
            if is_without_kos {
                procedure = procedure.without_kos();
            }
            let meter = self.meter.clone();
            // There are two solvers.
            let memory = meter.memory() / 2;
            Reader::assuming(board, assumed, procedure, budget).within(meter.with_memory(memory))
        };
        let (mut defending, mut attacked) = (reader(Side::Defender), reader(Side::Attacker));
        let mut unsettled = vec![];
        for chain in chains {
            let stone = chain.stones.first().expect("a chain has stones");
            let mut ask = |reader: &mut Reader| {
                if left == 0 {
                    return ReadingResult::Unsettled;
                }
                let reading = reader.judge(stone);
                left = left.saturating_sub(reading.states);
                reading.verdict
            };
            let verdict = match ask(&mut defending) {
                ReadingResult::Dead => ReadingResult::Dead,
                // A failure of the side that may not take a ko proves nothing.
                _ if is_without_kos => match ask(&mut attacked) {
                    ReadingResult::Alive => ReadingResult::Alive,
                    ReadingResult::Dead | ReadingResult::Unsettled => ReadingResult::Unsettled,
                },
                ReadingResult::Alive => match ask(&mut attacked) {
                    // The first move decides.
                    ReadingResult::Dead => {
                        if self.has_no_letter {
                            self.within.contested |= chain.stones | chain.liberties;
                        }
                        continue;
                    }
                    verdict => verdict,
                },
                ReadingResult::Unsettled => ReadingResult::Unsettled,
            };
            match verdict {
                ReadingResult::Unsettled => unsettled.push(*chain),
                ReadingResult::Alive | ReadingResult::Dead => self.within.found.push(Enclosed {
                    color: chain.color,
                    stones: chain.stones,
                    part: *part,
                    is_dead: verdict == ReadingResult::Dead,
                    finding: self.finding,
                }),
            }
        }
        self.ways[number].left = left;
        unsettled
    }
}

/// Returns the procedure with the question of who owns the chain in the end as its only question.
fn plain(procedure: Procedure) -> Procedure {
    Procedure {
        success: Success::OwningForGood,
        ..procedure
    }
}

/// Returns the stones of the groups that plainly live or are proved to live.
///
/// Points around dead stones are an eye only if there are many of them, as the stones may not be
/// dead. A chain in atari is not a wall.
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
