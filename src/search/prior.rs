//! What is thought of a move before the first playout.
//!
//! Each thing known of a move counts as so many playouts won or lost, as in Pachi (Baudiš and Gailly
//! 2011) and in MoGo's heuristic initialisation (Gelly and Silver 2007). Most of it has been learned from
//! games, see [`pattern`](crate::pattern).

use super::tree::Seed;
use crate::board::Board;
use crate::color::Color;
use crate::pattern::Model;
use crate::playout::policy;
use crate::playout::{Dice, roll};
use crate::point::{Move, Point, PointSet};
use crate::position::Position;

/// How many playouts won stand for a move that players are sure to choose; of others as many times less
/// as the square root of their chance says.
const LEARNED: f32 = 200.0;

/// Playouts won and lost that stand for what is known of a move.
#[derive(Clone, Copy, Debug)]
struct Opinion {
    won: f32,
    of: f32,
}

impl Opinion {
    /// A move of which nothing is known.
    const EVEN: Opinion = Opinion { won: 5.0, of: 10.0 };

    fn good(&mut self, playouts: f32) {
        self.won += playouts;
        self.of += playouts;
    }

    fn bad(&mut self, playouts: f32) {
        self.of += playouts;
    }

    fn seed(self, to: Move) -> Seed {
        Seed {
            to,
            prior: self.won / self.of,
            weight: self.of as u16,
        }
    }
}

/// The moves worth trying in a position: all legal ones but those that fill an eye.
pub fn seeds(position: &Position, dice: &mut Dice) -> Vec<Seed> {
    let (board, turn) = (position.board(), position.turn());
    let last = position.last_move().and_then(|(_, to)| to.point());
    let urgent = last
        .map(|last| policy::urgent_moves(board, turn, last))
        .unwrap_or_default();
    let near = last.map(|last| rings_around(board, last));
    let is_choice =
        |&point: &Point| !fills_eye(board, turn, point) && position.is_legal(Move::At(point));
    let choices: Vec<Point> = board.empties().iter().copied().filter(is_choice).collect();
    let before = position.last_but_one().and_then(|(_, to)| to.point());
    let chances = Model::built_in().chances(board, turn, [last, before], &choices);
    let mut seeds: Vec<Seed> = Vec::with_capacity(choices.len() + 1);
    for (point, chance) in choices.into_iter().zip(chances) {
        let to = Move::At(point);
        let mut opinion = Opinion::EVEN;
        opinion.good(LEARNED * chance.sqrt());
        // No two moves are quite equal, so that the first to be tried is not always the same.
        opinion.won += roll(dice, 1024) as f32 / 1024.0 - 0.5;
        if let Some(rings) = &near {
            for (ring, playouts) in rings.iter().zip([24.0, 22.0, 8.0]) {
                if ring.contains(point) {
                    opinion.good(playouts);
                }
            }
        }
        if urgent.contains(&point) {
            opinion.good(20.0);
        }
        match captured_by(board, turn, point) {
            0 => {}
            1 => opinion.good(15.0),
            _ => opinion.good(30.0),
        }
        if policy::is_bad_self_atari(board, turn, point) {
            opinion.bad(20.0);
        }
        if policy::is_good_shape(board, point) {
            opinion.good(10.0);
        }
        match line(board, point) {
            1 | 2 if board.around(point).is_bare() => opinion.bad(15.0),
            3 if is_lonely(board, point) => opinion.good(10.0),
            _ => {}
        }
        seeds.push(opinion.seed(to));
    }
    if position.is_legal(Move::Pass) || seeds.is_empty() {
        let mut pass = Opinion { won: 1.0, of: 20.0 };
        if position.passes() > 0 {
            // The opponent thinks that the game is over: it may be.
            pass = Opinion {
                won: 10.0,
                of: 20.0,
            };
        }
        seeds.push(pass.seed(Move::Pass));
    }
    seeds
}

/// Whether the point is an own one-point eye that needs no filling: no chain around it is in atari.
fn fills_eye(board: &Board, turn: Color, point: Point) -> bool {
    let mut around = point
        .neighbours()
        .into_iter()
        .filter(|&near| board.at(near).is_some());
    board.around(point).is_eye_of(turn) && !around.any(|near| board.is_in_atari(near))
}

fn captured_by(board: &Board, turn: Color, point: Point) -> usize {
    let caught = |near: &Point| board.at(*near) == Some(!turn) && board.is_in_atari(*near);
    let chains = point.neighbours().into_iter().filter(caught);
    chains.map(|near| board.chain_size(near)).sum()
}

/// The points one, two and three steps from a stone, a chain counted as one point (the common fate
/// graph of Graepel and others 2001).
fn rings_around(board: &Board, stone: Point) -> [PointSet; 3] {
    let all = board.size().all();
    let stones = Color::BOTH.map(|color| board.stones(color));
    let mut reached = PointSet::from_iter([stone]);
    reached |= whole_chains(&reached, &stones);
    let mut rings = [PointSet::EMPTY; 3];
    for ring in &mut rings {
        let step = reached.border(&all);
        *ring = (step | whole_chains(&step, &stones)) - reached;
        reached |= *ring;
    }
    rings
}

fn whole_chains(points: &PointSet, stones: &[PointSet; 2]) -> PointSet {
    points.flood(&stones[0]) | points.flood(&stones[1])
}

/// Whether there is no stone within three steps.
fn is_lonely(board: &Board, point: Point) -> bool {
    if board.around(point).liberties() as usize != inner_neighbours(board, point) {
        return false;
    }
    let (column, row) = (i16::from(point.column()), i16::from(point.row()));
    let steps = -3..=3i16;
    steps.clone().all(|across| {
        steps
            .clone()
            .filter(|up| across.abs() + up.abs() <= 3)
            .all(|up| {
                let near = u8::try_from(column + across)
                    .ok()
                    .zip(u8::try_from(row + up).ok());
                let near = near.and_then(|(column, row)| Point::new(column, row));
                near.is_none_or(|near| board.at(near).is_none())
            })
    })
}

fn inner_neighbours(board: &Board, point: Point) -> usize {
    let neighbours = point.neighbours().into_iter();
    neighbours
        .filter(|&near| board.size().contains(near))
        .count()
}

/// The line a point is on, counted from the nearest edge: 1 at the edge.
fn line(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (point.column(), point.row());
    let from_far = (size.width() + 1 - column).min(size.height() + 1 - row);
    column.min(row).min(from_far)
}
