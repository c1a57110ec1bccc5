use super::*;
use crate::board::diagram;
use crate::life::chain::Chain;
use crate::point::Size;
use std::collections::HashMap;

/// A state of the whole board: stones by color, the point closed by a ko, who is to move.
type Whole = ([PointSet; 2], Option<Point>, Color);

/// Every state of a small board with its moves, and what each move takes off.
///
/// The rule of the proposal of 2012, section by section, with no pruning: what reading is compared with.
struct World {
    size: Size,
    states: Vec<Whole>,
    numbers: HashMap<Whole, usize>,
    moves: Vec<Vec<(usize, i32)>>,
}

impl World {
    fn new(size: Size) -> World {
        let mut world = World {
            size,
            states: Vec::new(),
            numbers: HashMap::new(),
            moves: Vec::new(),
        };
        let points: Vec<Point> = size.points().collect();
        for number in 0..3usize.pow(points.len() as u32) {
            let mut rest = number;
            let mut sets = [PointSet::EMPTY; 3];
            for &at in &points {
                sets[rest % 3].insert(at);
                rest /= 3;
            }
            if Board::with_stones(size, &sets[1], &sets[2]).is_some() {
                for turn in Color::BOTH {
                    world.number(([sets[1], sets[2]], None, turn));
                }
            }
        }
        let mut next = 0;
        while next < world.states.len() {
            let (stones, ko, turn) = world.states[next];
            let board = Board::with_stones(size, &stones[0], &stones[1]).expect("legal");
            let mut moves = vec![(world.number((stones, None, !turn)), 0)];
            for at in size.points() {
                if !board.is_empty(at) || Some(at) == ko || board.is_suicide(turn, at) {
                    continue;
                }
                let mut after = board.clone();
                let lifted = after.place(turn, at, &mut ());
                let stones = Color::BOTH.map(|color| after.stones(color));
                let to = world.number((stones, after.ko(), !turn));
                moves.push((to, i32::from(lifted.captured)));
            }
            world.moves.push(moves);
            next += 1;
        }
        world
    }

    fn number(&mut self, state: Whole) -> usize {
        let next = self.states.len();
        let states = &mut self.states;
        *self.numbers.entry(state).or_insert_with(|| {
            states.push(state);
            next
        })
    }

    /// Article 7: whether the attacker owns a point of the target.
    fn attacker_owns(&self, state: &Whole, target: &PointSet, defender: Color) -> bool {
        let own = state.0[!defender as usize];
        let empty = (self.size.all() - own) - state.0[defender as usize];
        target.iter().any(|at| {
            let part = [at].into_iter().collect::<PointSet>().flood(&empty);
            own.contains(at)
                || !part.is_empty()
                    && part.grown().meets(&own)
                    && !part.grown().meets(&state.0[defender as usize])
        })
    }

    /// For each state whether the defender of a target succeeds from it, having lost nothing yet: he must
    /// come again and again to a state in which the attacker owns nothing, and his loss must stay below
    /// `cap`. Found for each state as the largest loss with which he may enter it.
    fn defended(&self, target: &PointSet, defender: Color, cap: i32) -> Vec<bool> {
        let count = self.states.len();
        let free: Vec<bool> = self
            .states
            .iter()
            .map(|state| !self.attacker_owns(state, target, defender))
            .collect();
        let before = |node: usize, after: &[i32]| {
            let attacks = self.states[node].2 != defender;
            let values = self.moves[node].iter().map(|&(to, taken)| {
                let cost = if attacks { taken } else { -taken };
                match after[to] {
                    -1 => -1,
                    most => (most - cost).clamp(-1, cap - 1),
                }
            });
            let best = if attacks { values.min() } else { values.max() };
            best.expect("a pass is always possible")
        };
        let mut outer = vec![cap - 1; count];
        loop {
            let mut inner = vec![-1; count];
            loop {
                let mut grew = false;
                for node in 0..count {
                    let value = before(node, if free[node] { &outer } else { &inner });
                    if value > inner[node] {
                        inner[node] = value;
                        grew = true;
                    }
                }
                if !grew {
                    break;
                }
            }
            if inner == outer {
                return inner.into_iter().map(|most| most >= 0).collect();
            }
            outer = inner;
        }
    }
}

/// Compares every verdict of reading on a small board with the whole game solved; one target of `every`.
fn compare(size: Size, every: usize) {
    let world = World::new(size);
    let all: Vec<Point> = size.points().collect();
    let mut tried = 0;
    for number in 1..1usize << all.len() {
        let target: PointSet = (0..all.len())
            .filter(|bit| number >> bit & 1 == 1)
            .map(|bit| all[bit])
            .collect();
        if target.components().count() != 1 || number % every != 1 % every {
            continue;
        }
        for defender in Color::BOTH {
            let defended = world.defended(&target, defender, 40);
            for (state, &expected) in world.states.iter().zip(&defended) {
                let (stones, ko, turn) = state;
                let is_chain = stones[defender as usize]
                    .components()
                    .any(|chain| chain == target);
                if ko.is_some() || *turn != defender || !is_chain {
                    continue;
                }
                let board = Board::with_stones(size, &stones[0], &stones[1]).expect("legal");
                let stone = target.first().expect("not empty");
                let found = judge(&board, stone, &Rules::PROPOSAL_2012, &Budget::default());
                let expected = if expected {
                    Verdict::Alive
                } else {
                    Verdict::Dead
                };
                assert_eq!(found.verdict, expected, "{stone} in\n{board}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100);
    println!("{tried} chains");
}

/// All of a small world: the whole game solved without pruning gives the same verdicts.
#[test]
fn reading_agrees_with_the_whole_game() {
    compare(Size::new(3, 2).expect("within the limits"), 1);
    compare(Size::square(3).expect("within the limits"), 37);
}

#[test]
#[ignore = "takes minutes"]
fn reading_agrees_with_the_whole_game_on_every_board() {
    compare(Size::square(3).expect("within the limits"), 1);
    compare(Size::new(4, 2).expect("within the limits"), 1);
}
