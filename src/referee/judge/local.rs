//! Local Monte Carlo tree search of fights that cannot be read to their end.
//!
//! Each fight gets a small tree of moves near it. Its playouts are scored by the ownership of the
//! fight. Plain playouts misjudge capturing races and groups that live or die by one good move, and
//! more of them do not help. A few hundred that focus on the fight mostly get it right.

use super::effort::{Effort, Occasion};
use super::enclosed::Doubts;
use super::estimate::{Estimate, OPEN};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::mcts::pattern::Predictor;
use crate::mcts::playout::{self, Dice};
use crate::mcts::tree::simulation::Simulation;
use crate::mcts::tree::{NodeId, Tree, prior};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The result of searching a fight.
pub(super) struct SearchedFight {
    /// The stones of the fight and the empty points next to them.
    points: PointSet,
    /// The outcomes with each side moving first.
    ends: PerColor<FinalOwnership>,
    /// The side that moves first in the fight; `None` if the game is over.
    first: Option<Color>,
}

/// The ownership at the end of playouts that follow the best moves found.
#[derive(Default)]
struct FinalOwnership(Vec<PerColor<PointSet>>);

impl FinalOwnership {
    /// Returns the mean owner of points, 1 (Black) to -1 (White).
    fn owner(&self, points: &PointSet) -> f64 {
        let owned = |owners: &PerColor<PointSet>, color: Color| (owners[color] & *points).len();
        let lead = |owners| owned(owners, Color::Black) as f64 - owned(owners, Color::White) as f64;
        let leads: f64 = self.0.iter().map(lead).sum();
        leads / (self.0.len() * points.len()).max(1) as f64
    }

    /// Returns the chains that are lost in the most frequent joint outcome.
    ///
    /// Chains live and die together, so they are not judged one by one.
    fn lost(&self, chains: &[Chain]) -> PointSet {
        let mut outcomes: Vec<(PointSet, u32)> = vec![];
        for owners in &self.0 {
            let is_lost = |chain: &&Chain| {
                2 * (chain.stones & owners[chain.color]).len() < chain.stones.len()
            };
            let lost = chains
                .iter()
                .filter(is_lost)
                .map(|chain| chain.stones)
                .collect();
            match outcomes.iter_mut().find(|(known, _)| *known == lost) {
                Some((_, times)) => *times += 1,
                None => outcomes.push((lost, 1)),
            }
        }
        // Among equals, the first one seen.
        let most = outcomes.iter().rev().max_by_key(|(_, times)| *times);
        most.map_or(PointSet::EMPTY, |&(lost, _)| lost)
    }
}

impl SearchedFight {
    /// Returns the mean owner of points of the fight, 1 (Black) to -1 (White).
    ///
    /// In a game in progress, the side to move in the fight moves first. In a finished game there
    /// is an owner only if it is clear with either side moving first.
    pub(super) fn owner_of(&self, points: &PointSet) -> Option<f64> {
        if !points.is_subset(&self.points) || !self.is_consistent() {
            return None;
        }
        if let Some(first) = self.first {
            return Some(self.ends[first].owner(points));
        }
        let [one, other] = self.owners(points);
        let is_clear = one.min(other) >= CLEAR || one.max(other) <= -CLEAR;
        is_clear.then_some((one + other) / 2.0)
    }

    /// Returns the number of playouts behind the ownership.
    pub(super) fn playouts(&self) -> u32 {
        let ends = match self.first {
            Some(first) => self.ends[first].0.len(),
            None => self.ends.0.iter().map(|ends| ends.0.len()).sum(),
        };
        ends as u32
    }

    /// Returns the mean owner of points with Black first and with White first.
    fn owners(&self, points: &PointSet) -> [f64; 2] {
        self.ends.0.each_ref().map(|ends| ends.owner(points))
    }

    /// Returns true if moving first is no worse than moving second, as the first side may pass.
    ///
    /// Otherwise the search has not understood the fight. It is also false if the search was
    /// stopped before it had a result.
    fn is_consistent(&self) -> bool {
        let is_cut_off = self.ends.0.iter().any(|ends| ends.0.is_empty());
        !is_cut_off && self.worth() >= -CHANCE
    }

    /// Returns the gain of moving first in the share of the fight's points, -1 to 1.
    fn worth(&self) -> f64 {
        let [one, other] = self.owners(&self.points);
        (one - other) / 2.0
    }

    /// Returns the lost chains with the side to move first; `None` if the game is over.
    pub(super) fn lost(&self, chains: &[Chain]) -> Option<PointSet> {
        let fought: Vec<Chain> = chains
            .iter()
            .filter(|chain| chain.stones.is_subset(&self.points))
            .cloned()
            .collect();
        let first = self.first.filter(|_| self.is_consistent());
        first.map(|first| self.ends[first].lost(&fought))
    }

    /// Returns the points whose owner is not clear, or depends on the side that moves first.
    pub(super) fn open(&self) -> PointSet {
        let is_open = |at: &Point| {
            let point = [*at].into_iter().collect();
            let [one, other] = self.owners(&point);
            one.min(other) < CLEAR && one.max(other) > -CLEAR || !self.is_consistent()
        };
        self.points.iter().filter(is_open).collect()
    }
}

/// The absolute mean owner above which points clearly belong to a side.
pub(super) const CLEAR: f64 = 0.3;
/// The survival rates that leave a doubt. Such a chain joins the fights of its neighbors.
const DOUBT: RangeInclusive<f64> = 0.1..=0.9;
/// The least expected number of misjudged stones for which a fight is searched.
const AT_STAKE: f64 = 1.0;
/// The most fights that are searched, those with the largest stakes first.
const MOST_FIGHTS: usize = 3;
/// The most additional playouts for a fight that stays open, relative to the first ones.
const DEEPER: u32 = 3;
/// The exploration constant of selection.
const EXPLORATION: f64 = 0.05;
/// A leaf is expanded after this many visits.
const RIPE: u32 = 3;
/// A move is followed in the principal variation after this many visits.
const WELL_TRIED: u32 = 12;
/// The divisor for the share of playouts that count as outcomes: the last quarter.
///
/// An equal number is added from the end of the principal variation.
const LAST: u32 = 4;
/// The loss in mean owner by moving first that is still put down to chance.
const CHANCE: f64 = 0.1;
/// The memory of a tree in bytes.
const MEMORY: usize = 16 << 20;

/// Searches the fights that the estimate leaves open, except at `known` points.
///
/// In a game in progress the sides take turns in moving first, starting with the side to move in
/// the fight with the largest gain.
pub(super) fn search(
    doubts: &Doubts,
    known: &PointSet,
    estimate: &Estimate,
    meter: &Meter,
    stop: &AtomicBool,
) -> Vec<SearchedFight> {
    let Doubts {
        position,
        occasion,
        effort,
        ..
    } = *doubts;
    let board = position.board();
    let mut fights = fights(board, estimate, known);
    fights.truncate(MOST_FIGHTS);
    let number = fights.len().max(1) as u32;
    let playouts = Effort::SEARCH_COST * effort.playouts / 2 / number;
    let of_each = |points: PointSet| {
        PerColor::from_fn(|first| FightSearch::new(board.clone(), first, points, effort.seed))
    };
    let mut searches: Vec<(PerColor<FightSearch>, SearchedFight)> = vec![];
    for points in fights {
        let mut both = of_each(points);
        let ends = PerColor::from_fn(|first| both[first].ends(playouts, stop));
        let searched = SearchedFight {
            points,
            ends,
            first: None,
        };
        searches.push((both, searched));
    }
    let gain = |searched: &SearchedFight| searched.worth() * searched.points.len() as f64;
    searches.sort_by(|(_, one), (_, other)| gain(other).total_cmp(&gain(one)));
    let mut turn = position.turn();
    let cost = 2 * Effort::playout_work(board);
    for (both, searched) in &mut searches {
        if searched.open().is_empty() {
            continue;
        }
        let sides = match occasion {
            Occasion::Game => {
                let first = turn;
                searched.first = Some(first);
                turn = !turn;
                vec![first]
            }
            Occasion::Stopped | Occasion::Diagram => Color::BOTH.to_vec(),
        };
        // The work left over from reading is spent on the fights that are still open.
        let share = meter.left() / cost / u64::from(number) / sides.len() as u64;
        let more = share.min(u64::from(DEEPER * playouts)) as u32;
        if more < playouts {
            continue;
        }
        for side in sides {
            meter.spend(u64::from(more) * cost);
            let ends = both[side].ends(more, stop);
            // A search that was stopped early leaves the earlier result.
            if !ends.0.is_empty() {
                searched.ends[side] = ends;
            }
        }
    }
    searches.into_iter().map(|(_, searched)| searched).collect()
}

/// Returns the fights with enough at stake, the largest first.
///
/// A fight consists of doubtful chains that touch or share liberties, and the empty points next to
/// them. `known` chains are not in doubt.
fn fights(board: &Board, estimate: &Estimate, known: &PointSet) -> Vec<PointSet> {
    let mut doubtful = Chain::all(board);
    doubtful.retain(|chain| DOUBT.contains(&estimate.share(chain)) && !chain.stones.meets(known));
    let empty: PointSet = board.empties().iter().copied().collect();
    let stones: PointSet = doubtful.iter().map(|chain| chain.stones).collect();
    let near = stones | (stones.grown() & empty);
    let at_stake = |fight: &PointSet| -> f64 {
        let of = doubtful.iter().filter(|chain| chain.stones.meets(fight));
        let shares = of.map(|chain| (chain.stones.len() as f64, estimate.share(chain)));
        let open = shares.filter(|(_, share)| OPEN.contains(share));
        open.map(|(stones, share)| stones * share.min(1.0 - share))
            .sum()
    };
    let fights = near.components().map(|fight| (at_stake(&fight), fight));
    let mut fights: Vec<(f64, PointSet)> = fights.filter(|&(stake, _)| stake >= AT_STAKE).collect();
    fights.sort_by(|one, other| other.0.total_cmp(&one.0));
    fights.into_iter().map(|(_, fight)| fight).collect()
}

/// The search of one fight with one side moving first.
struct FightSearch {
    start: Position,
    /// The points whose owner is in question.
    points: PointSet,
    /// The points where moves are tried.
    area: PointSet,
    tree: Tree,
    dice: Dice,
    position: Position,
    simulation: Simulation,
}

impl FightSearch {
    fn new(mut board: Board, first: Color, points: PointSet, seed: u64) -> FightSearch {
        let area = area(&board, &points);
        if board
            .ko()
            .is_some_and(|ko| !board.around(ko).is_enclosed_by(!first))
        {
            board.lift_ko();
        }
        let start = Position::set_up(board.clone(), first, Rules::JAPANESE_1989);
        FightSearch {
            position: start.clone(),
            start,
            points,
            area,
            tree: Tree::new(MEMORY),
            dice: playout::dice(seed.wrapping_add(first as u64)),
            simulation: Simulation::new(&board),
        }
    }

    /// Runs `playouts` more playouts; returns the outcomes.
    fn ends(&mut self, playouts: u32, stop: &AtomicBool) -> FinalOwnership {
        let mut ends = FinalOwnership::default();
        for left in (0..playouts).rev() {
            let owners = self.simulate();
            if left < playouts.div_ceil(LAST) {
                ends.0.push(owners);
            }
            if stop.load(Relaxed) {
                break;
            }
        }
        self.follow();
        for _ in 0..ends.0.len() {
            let owners = self.simulation.play_out(&self.position, &mut self.dice);
            ends.0.push(owners);
        }
        ends
    }

    /// Plays the principal variation as far as its moves have enough visits.
    fn follow(&mut self) {
        self.position.clone_from(&self.start);
        self.simulation.begin();
        let mut node = Tree::ROOT;
        while self.position.passes() < 2 {
            let tried = |&child: &NodeId| self.tree.node(child).playouts();
            let Some(most) = self.tree.children(node).max_by_key(tried) else {
                return;
            };
            if tried(&most) < WELL_TRIED {
                return;
            }
            self.position.play_legal(self.tree.node(most).to());
            node = most;
        }
    }

    /// Runs one simulation; returns the owners at the end.
    ///
    /// The utility is the share of the fight's points.
    fn simulate(&mut self) -> PerColor<PointSet> {
        self.position.clone_from(&self.start);
        self.simulation.begin();
        self.descend();
        let owners = self.simulation.play_out(&self.position, &mut self.dice);
        let of = |color: Color| (owners[color] & self.points).len() as f64;
        let lead = (of(Color::Black) - of(Color::White)) / self.points.len() as f64;
        let utilities = PerColor::from_fn(|color| 0.5 + 0.5 * f64::from(color.sign()) * lead);
        let turn = self.position.turn();
        self.simulation
            .back_up(&self.tree, turn, &utilities, 0.0, |_| usize::MAX);
        owners
    }

    fn descend(&mut self) {
        let mut node = Tree::ROOT;
        loop {
            self.simulation.enter(&self.tree, node);
            let is_long = self.simulation.depth() > 2 * self.area.len();
            if self.position.passes() >= 2 || is_long {
                return;
            }
            let ripe = self.simulation.depth() == 1 || self.tree.node(node).playouts() >= RIPE;
            if self.tree.is_leaf(node) && ripe {
                let value = 1.0 - self.tree.node(node).value_so_far();
                let (position, area, dice) = (&self.position, &self.area, &mut self.dice);
                self.tree.expand(node, || {
                    prior::expansion(position, area, value, 0.0, &Predictor::patterns(), dice)
                });
            }
            if self.tree.is_leaf(node) {
                return;
            }
            let best = self.tree.most_urgent(node, EXPLORATION, |_| true);
            node = best.expect("there is always a pass");
            self.simulation
                .play(&mut self.position, self.tree.node(node).to());
        }
    }
}

/// Returns the points where moves are tried.
///
/// These are the points of the fight, the empty points near it, and the liberties of neighboring
/// chains with few liberties.
fn area(board: &Board, points: &PointSet) -> PointSet {
    const FEW_LIBERTIES: usize = 4;
    let empty: PointSet = board.empties().iter().copied().collect();
    let mut area = *points | (points.grown().grown() & empty);
    for chain in Chain::all(board) {
        if chain.stones.meets(&points.grown()) && chain.liberties.len() <= FEW_LIBERTIES {
            area |= chain.liberties;
        }
    }
    area
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;

    /// Returns the owner of C1 if it does not depend on the side that moves first.
    fn winner(race: &str) -> Option<Color> {
        let board = diagram::board(race).expect("a board");
        let chains = Chain::all(&board);
        let of = |column: u8| {
            let at = Point::new(column, 1).expect("a point");
            let chain = chains.iter().find(|chain| chain.stones.contains(at));
            chain.expect("a stone").stones
        };
        let stones = of(3) | of(4);
        let empty: PointSet = board.empties().iter().copied().collect();
        let points = stones | (stones.grown() & empty);
        let never = AtomicBool::new(false);
        let ends = PerColor::from_fn(|first| {
            FightSearch::new(board.clone(), first, points, 1).ends(200, &never)
        });
        let found = SearchedFight {
            points,
            ends,
            first: None,
        };
        let owner = found.owner_of(&of(3))?;
        Some(if owner > 0.0 {
            Color::Black
        } else {
            Color::White
        })
    }

    /// The chains of a fight get their most frequent joint outcome, although each alone lives in
    /// half of the playouts.
    #[test]
    fn the_most_frequent_joint_outcome_counts() {
        let board = diagram::board(
            "X . O . X
                                    . . . . .",
        )
        .expect("a board");
        let chains = Chain::all(&board);
        let points = board.size().all();
        let owned = |black: &str| {
            let black: PointSet = black
                .split_whitespace()
                .map(|name| name.parse::<Point>().expect("a point"))
                .collect();
            PerColor::new(black, points - black)
        };
        let ends = FinalOwnership(vec![
            owned("A2 C2 E2"),
            owned("A2"),
            owned("E2"),
            owned("A2 C2 E2"),
            owned(""),
        ]);
        let white: PointSet = ["C2".parse::<Point>().expect("a point")]
            .into_iter()
            .collect();
        assert_eq!(ends.lost(&chains), white);
        assert!(FinalOwnership::default().lost(&chains).is_empty());
    }

    /// Each side has one liberty, C5 and D5: the side that moves first wins.
    #[test]
    fn a_race_that_the_first_move_wins_is_left_open() {
        let race = ". O . . X . X
                    O O . . X X X
                    . O X O X . X
                    O O X O X X X
                    O O X O X X X
                    O O X O X X X";
        assert_eq!(winner(race), None);
    }

    /// With one more liberty, B4, Black wins even if White moves first.
    #[test]
    fn a_race_with_a_liberty_more_is_won() {
        let race = ". O . . X . X
                    O O . . X X X
                    . . X O X . X
                    O O X O X X X
                    O O X O X X X
                    O O X O X X X";
        assert_eq!(winner(race), Some(Color::Black));
    }
}
