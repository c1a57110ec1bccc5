//! Fights that cannot be read to their end: a small Monte Carlo tree search for each, with moves near the fight only, whose
//! playouts are scored by who owns the fight at the end.
//!
//! Plain playouts misjudge capturing races and groups that live or die by one good move, and more of them do not help. A few
//! hundred focused on the fight mostly get it right.

use super::effort::Effort;
use super::estimate::{Estimate, OPEN};
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::life::chain::Chain;
use crate::pattern::Predictor;
use crate::playout::{self, Dice, Ownership};
use crate::point::{PerPoint, PointSet};
use crate::position::Position;
use crate::rules::Rules;
use crate::tree::simulation::Simulation;
use crate::tree::{NodeId, Tree, prior};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The result of searching a fight.
pub(super) struct Searched {
    /// Its stones and the empty points beside them.
    points: PointSet,
    /// Mean owner of each point, 1 Black and -1 White, where each side moves first.
    owners: PerColor<PerPoint<f64>>,
}

impl Searched {
    /// Mean owner of points, 1 Black and -1 White, if they are the fight's and clearly a side's, whoever moves first.
    pub(super) fn owner_of(&self, points: &PointSet) -> Option<f64> {
        if !points.is_subset(&self.points) {
            return None;
        }
        let [one, other] = self.owners.0.each_ref().map(|owners| {
            let sum: f64 = points.iter().map(|at| owners[at]).sum();
            sum / points.len() as f64
        });
        (one.min(other) >= CLEAR || one.max(other) <= -CLEAR).then_some((one + other) / 2.0)
    }
}

/// The mean owner, 0 to 1, from which points are clearly a side's.
const CLEAR: f64 = 0.3;
/// The shares that leave a doubt: such a chain joins the fights of its neighbors.
const DOUBT: RangeInclusive<f64> = 0.1..=0.9;
/// The expected number of misjudged stones from which a fight is searched.
const AT_STAKE: f64 = 1.0;
/// The most fights that are searched: those with most at stake.
const MOST_FIGHTS: usize = 3;
/// The weight of exploration in selection.
const EXPLORATION: f64 = 0.05;
/// The visits from which a leaf is expanded.
const RIPE: u32 = 3;
/// The visits from which a move is trusted.
const WELL_TRIED: u32 = 12;
/// Playouts at the end of the principal variation.
const LAST_PLAYOUTS: u32 = 60;
/// The memory of a tree, in bytes.
const MEMORY: usize = 16 << 20;

/// Searches the fights that the estimate leaves open. `known` points are not in doubt, or not to be searched.
pub(super) fn search(
    position: &Position,
    known: &PointSet,
    estimate: &Estimate,
    effort: &Effort,
    stop: &AtomicBool,
) -> Vec<Searched> {
    let board = position.board();
    let mut fights = fights(board, estimate, known);
    fights.truncate(MOST_FIGHTS);
    let playouts = Effort::SEARCH_COST * effort.playouts / 2 / fights.len().max(1) as u32;
    let search = |points: PointSet| {
        let owners = PerColor::from_fn(|first| {
            let mut fight = FightSearch::new(board.clone(), first, points, effort.seed);
            fight.owners(playouts, stop)
        });
        Searched { points, owners }
    };
    fights.into_iter().map(search).collect()
}

/// The fights with enough at stake, the largest stake first: doubtful chains that touch or share liberties, with the
/// empty points beside them. `known` chains are not in doubt.
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

/// One fight with one side to move first.
struct FightSearch {
    start: Position,
    /// What it is about.
    points: PointSet,
    /// Where moves are tried.
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

    /// The mean owner of each point of the fight at the end of the principal variation after this many playouts.
    fn owners(&mut self, playouts: u32, stop: &AtomicBool) -> PerPoint<f64> {
        for _ in 0..playouts {
            self.simulate();
            if stop.load(Relaxed) {
                break;
            }
        }
        self.follow();
        let mut ownership = Ownership::new();
        for _ in 0..LAST_PLAYOUTS {
            ownership.add(&self.simulation.play_out(&self.position, &mut self.dice));
        }
        let mut owner = PerPoint::new(0.0);
        for at in self.points.iter() {
            owner[at] = ownership.of(at);
        }
        owner
    }

    /// Plays the principal variation, as far as its moves are trusted.
    fn follow(&mut self) {
        self.position.clone_from(&self.start);
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

    /// One simulation: down the tree, to the end of the game, and back up with each side's share of the fight's points.
    fn simulate(&mut self) {
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

/// The points where moves are tried: those of the fight, the empty points near them, and the liberties of neighboring
/// chains that have few.
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
    use crate::board::diagram;
    use crate::point::Point;

    /// Who has the stones of C1 in the end, if that does not depend on who moves first.
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
        let owners = PerColor::from_fn(|first| {
            FightSearch::new(board.clone(), first, points, 1).owners(200, &never)
        });
        let found = Searched { points, owners };
        let owner = found.owner_of(&of(3))?;
        Some(if owner > 0.0 {
            Color::Black
        } else {
            Color::White
        })
    }

    /// Each side has one liberty, C5 and D5: whoever moves first takes the other.
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

    /// With one liberty more, B4, Black wins it even if White begins.
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
