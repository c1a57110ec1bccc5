//! Move knowledge learned from games: how likely a player is to choose each move.
//!
//! Each move is a team of features (the shapes around it, what it captures or saves, how far it is
//! from the last moves), each feature has a strength, the strength of a team is their product, and the
//! chance that a move is chosen is its share of the strengths of all moves: the generalized Bradley–Terry model
//! of Coulom (2007, *Computing Elo Ratings of Move Patterns in the Game of Go*). The logarithms of the
//! strengths are the weights of a multinomial regression, found by [`train`]. A shape adds to what the
//! smaller shapes within it say. What they cannot see, further away, a [`network`] corrects; [`Knowledge`] is what is asked.
//!
//! Knows boards and moves; neither rules nor the search.

pub mod game;
pub mod network;
pub mod train;

mod ladder;
mod shape;

use crate::board::{Board, Room};
use crate::color::Color;
use crate::playout::policy;
use crate::point::{PerPoint, Point, Size};
use fxhash::FxHashMap;
use network::Network;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// What fighting moves do to the chains whose liberties they take, each a bit of [`View::marks`].
mod mark {
    pub(super) const CAPTURES: u32 = 1;
    pub(super) const CAPTURES_LAST: u32 = 1 << 1;
    pub(super) const CAPTURES_CAUGHT: u32 = 1 << 2;
    pub(super) const CAPTURES_LARGE: u32 = 1 << 3;
    pub(super) const CAPTURE_SAVES: u32 = 1 << 4;
    pub(super) const CAPTURE_SAVES_LARGE: u32 = 1 << 5;
    pub(super) const RUNS: u32 = 1 << 6;
    pub(super) const RUNS_FROM_LAST: u32 = 1 << 7;
    pub(super) const RUNS_LARGE: u32 = 1 << 8;
    pub(super) const RUNS_IN_VAIN: u32 = 1 << 9;
    pub(super) const CATCHES: u32 = 1 << 10;
    pub(super) const CATCHES_LAST: u32 = 1 << 11;
    pub(super) const CATCHES_LARGE: u32 = 1 << 12;
    pub(super) const ATARI: u32 = 1 << 13;
    pub(super) const ATARI_LAST: u32 = 1 << 14;
    pub(super) const PROTECTS: u32 = 1 << 15;
    pub(super) const PROTECTS_FROM_LAST: u32 = 1 << 16;
    pub(super) const PROTECTS_LARGE: u32 = 1 << 17;
    pub(super) const PROTECTS_IN_VAIN: u32 = 1 << 18;
    pub(super) const SHORTENS: u32 = 1 << 19;
    pub(super) const SHORTENS_LAST: u32 = 1 << 20;
    pub(super) const LENGTHENS: u32 = 1 << 21;
    pub(super) const LENGTHENS_FROM_LAST: u32 = 1 << 22;
    pub(super) const VITAL: u32 = 1 << 23;
    pub(super) const COUNT: usize = 24;
}

/// Where each kind of feature begins among the weights.
mod feature {
    pub(super) const SELF_ATARI: usize = super::mark::COUNT;
    pub(super) const JOINS: usize = SELF_ATARI + 3;
    pub(super) const CUTS: usize = JOINS + 2;
    pub(super) const LINE: usize = CUTS + 2;
    pub(super) const DISTANCE: usize = LINE + 3 * super::LINES;
    pub(super) const DISTANCE_BEFORE: usize = DISTANCE + super::FARTHEST;
    pub(super) const COUNT: usize = DISTANCE_BEFORE + super::FARTHEST;
}

/// Lines counted from the edge that are told apart.
const LINES: usize = 6;
/// Distances to an earlier move that are told apart.
const FARTHEST: usize = 18;
/// Stones from which a chain is large.
const LARGE: usize = 3;

/// The places among the weights of what is true of a move.
type Features = SmallVec<[u32; 32]>;

/// A board as a player sees it who thinks about the next move.
struct View<'a> {
    board: &'a Board,
    turn: Color,
    last: Option<Point>,
    before: Option<Point>,
    /// What a move does to chains with few liberties.
    marks: PerPoint<u32>,
}

impl View<'_> {
    fn new(board: &Board, turn: Color, last: Option<Point>, before: Option<Point>) -> View<'_> {
        let mut view = View {
            board,
            turn,
            last,
            before,
            marks: PerPoint::new(0),
        };
        let heads = board.size().points();
        for chain in heads.filter(|&at| board.at(at).is_some() && board.chain_name(at) == at) {
            view.mark_chain(chain);
        }
        if let Some(vital) = last.and_then(|last| policy::vital_point_near(board, last)) {
            view.marks[vital] |= mark::VITAL;
        }
        view
    }

    fn mark_chain(&mut self, chain: Point) {
        let board = self.board;
        let Some(liberties) = ladder::liberties(board, chain, 3) else {
            return;
        };
        let is_own = board.at(chain) == Some(self.turn);
        match (is_own, &liberties[..]) {
            (true, &[liberty]) => self.mark_escape(chain, liberty),
            (false, &[liberty]) => self.mark_capture(chain, liberty),
            (true, [_, _]) => self.mark_protection(chain, &liberties),
            (false, [_, _]) => self.mark_attack(chain, &liberties),
            (true, three) => {
                let plain = if self.is_under_last(chain) {
                    mark::LENGTHENS | mark::LENGTHENS_FROM_LAST
                } else {
                    mark::LENGTHENS
                };
                three.iter().for_each(|&at| self.marks[at] |= plain);
            }
            (false, three) => {
                let plain = mark::SHORTENS | self.if_last(chain, mark::SHORTENS_LAST);
                three.iter().for_each(|&at| self.marks[at] |= plain);
            }
        }
    }

    fn mark_escape(&mut self, chain: Point, liberty: Point) {
        let board = self.board;
        if ladder::is_caught(board, chain) {
            self.marks[liberty] |= mark::RUNS_IN_VAIN;
            return;
        }
        if board.room_after(self.turn, liberty) == Room::More {
            self.marks[liberty] |= mark::RUNS | self.if_large(chain, mark::RUNS_LARGE);
            if self.is_under_last(chain) {
                self.marks[liberty] |= mark::RUNS_FROM_LAST;
            }
        }
        self.mark_relief(chain);
    }

    fn mark_capture(&mut self, chain: Point, liberty: Point) {
        let mut bits = mark::CAPTURES
            | self.if_last(chain, mark::CAPTURES_LAST)
            | self.if_large(chain, mark::CAPTURES_LARGE);
        if ladder::is_caught(self.board, chain) {
            bits |= mark::CAPTURES_CAUGHT;
        }
        self.marks[liberty] |= bits;
    }

    fn mark_protection(&mut self, chain: Point, liberties: &[Point]) {
        let board = self.board;
        if ladder::catching_move(board, chain).is_none() {
            return;
        }
        for &at in liberties {
            if board.is_suicide(self.turn, at) {
                continue;
            }
            let mut after = board.clone();
            after.place(self.turn, at, &mut ());
            let helps = !after.is_in_atari(chain) && ladder::catching_move(&after, chain).is_none();
            self.marks[at] |= match helps {
                true if self.is_under_last(chain) => {
                    mark::PROTECTS
                        | mark::PROTECTS_FROM_LAST
                        | self.if_large(chain, mark::PROTECTS_LARGE)
                }
                true => mark::PROTECTS | self.if_large(chain, mark::PROTECTS_LARGE),
                false => mark::PROTECTS_IN_VAIN,
            };
        }
        self.mark_relief(chain);
    }

    fn mark_attack(&mut self, chain: Point, liberties: &[Point]) {
        for &at in liberties {
            self.marks[at] |= if ladder::catches(self.board, chain, at) {
                mark::CATCHES
                    | self.if_last(chain, mark::CATCHES_LAST)
                    | self.if_large(chain, mark::CATCHES_LARGE)
            } else {
                mark::ATARI | self.if_last(chain, mark::ATARI_LAST)
            };
        }
    }

    /// Marks the captures next to a chain in danger.
    fn mark_relief(&mut self, chain: Point) {
        let board = self.board;
        let bits = mark::CAPTURE_SAVES | self.if_large(chain, mark::CAPTURE_SAVES_LARGE);
        for near in board.chain(chain).flat_map(|stone| stone.neighbours()) {
            if board.at(near) == Some(!self.turn)
                && let Some(liberty) = board.only_liberty(near)
            {
                self.marks[liberty] |= bits;
            }
        }
    }

    fn if_last(&self, chain: Point, bits: u32) -> u32 {
        let name = self.board.chain_name(chain);
        match self.last {
            Some(last) if self.board.chain_name(last) == name => bits,
            _ => 0,
        }
    }

    fn if_large(&self, chain: Point, bits: u32) -> u32 {
        if self.board.chain_size(chain) >= LARGE {
            bits
        } else {
            0
        }
    }

    /// Whether the last move touches the chain.
    fn is_under_last(&self, chain: Point) -> bool {
        let name = self.board.chain_name(chain);
        let board = self.board;
        self.last.is_some_and(|last| {
            let mut near = last.neighbours().into_iter();
            near.any(|at| board.at(at).is_some() && board.chain_name(at) == name)
        })
    }

    /// What is true of a move to an empty point, shapes left out.
    fn plain_features(&self, at: Point) -> Features {
        let (board, turn) = (self.board, self.turn);
        let mut features = Features::new();
        let mut bits = self.marks[at];
        while bits != 0 {
            features.push(bits.trailing_zeros());
            bits &= bits - 1;
        }
        let mut add = |feature: usize| features.push(feature as u32);
        if board.room_after(turn, at) != Room::More && !board.captures(turn, at) {
            let own = board.around(at).touching(turn) > 0;
            let kind = match policy::is_bad_self_atari(board, turn, at) {
                true if own => 0,
                true => 1,
                false => 2,
            };
            add(feature::SELF_ATARI + kind);
        }
        for (color, first) in [(turn, feature::JOINS), (!turn, feature::CUTS)] {
            let chains = chains_beside(board, at, color);
            if chains >= 2 {
                add(first + (chains - 2).min(1));
            }
        }
        let line = usize::from(line(board, at)).min(LINES) - 1;
        let filled = 1.0 - board.empties().len() as f64 / board.size().area() as f64;
        let phase = usize::from(filled > 0.12) + usize::from(filled > 0.4);
        add(feature::LINE + phase * LINES + line);
        for (earlier, first) in [
            (self.last, feature::DISTANCE),
            (self.before, feature::DISTANCE_BEFORE),
        ] {
            if let Some(earlier) = earlier {
                add(first + distance(at, earlier).min(FARTHEST + 1) - 2);
            }
        }
        features
    }
}

/// Steps along rows and columns plus the larger of the two, at least 2.
fn distance(one: Point, other: Point) -> usize {
    let across = one.column().abs_diff(other.column());
    let up = one.row().abs_diff(other.row());
    usize::from(across + up + across.max(up)).max(2)
}

fn chains_beside(board: &Board, at: Point, color: Color) -> usize {
    let mut chains: SmallVec<[Point; 4]> = SmallVec::new();
    for near in at.neighbours() {
        if board.at(near) == Some(color) && !chains.contains(&board.chain_name(near)) {
            chains.push(board.chain_name(near));
        }
    }
    chains.len()
}

/// The line a point is on, counted from the nearest edge: 1 at the edge.
fn line(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (point.column(), point.row());
    let from_far = (size.width() + 1 - column).min(size.height() + 1 - row);
    column.min(row).min(from_far)
}

/// The weights of all features.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Where among the weights each known shape is.
    shapes: FxHashMap<u32, u32>,
    weights: Vec<f32>,
}

/// How many parts of one a weight is kept in.
const WEIGHT_PARTS: f32 = 2048.0;

impl Model {
    /// The model that is part of the program. `wakari train` has made it.
    pub fn built_in() -> &'static Model {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            let bytes = include_bytes!("pattern/weights.bin");
            Model::from_bytes(bytes).expect("the file of the weights is whole")
        });
        &MODEL
    }

    /// The logarithms of the strengths of these moves.
    fn strengths(&self, view: &View, moves: &[Point]) -> Vec<f32> {
        let strength = |&at: &Point| -> f32 {
            let features = self.features(view, at);
            features.iter().map(|&at| self.weights[at as usize]).sum()
        };
        moves.iter().map(strength).collect()
    }

    /// The logarithms of the chances of these moves.
    fn likelihoods(&self, view: &View, moves: &[Point]) -> Vec<f32> {
        let mut chances = self.strengths(view, moves);
        shares(&mut chances);
        let likelihood = |chance: f32| chance.max(f32::MIN_POSITIVE).ln();
        chances.into_iter().map(likelihood).collect()
    }

    /// Everything that is true of a move to an empty point.
    fn features(&self, view: &View, at: Point) -> Features {
        let mut features = view.plain_features(at);
        let mut plain = true;
        let mut marked = view.last.is_some_and(|last| shape::may_mark(at, last));
        for (diamond, shape) in shape::shapes(view.board, view.turn, at, view.last).enumerate() {
            marked &= diamond < shape::MARKED;
            let looks = [(&mut plain, Some(shape.plain)), (&mut marked, shape.marked)];
            for (goes_on, shape) in looks {
                if let Some(shape) = shape.filter(|_| *goes_on) {
                    let known = self.shapes.get(&shape).copied();
                    features.extend(known);
                    *goes_on = known.is_some();
                }
            }
            if !plain && !marked {
                break;
            }
        }
        features
    }

    /// The model as bytes: the number of shapes, their numbers, then all weights, those of shapes last.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut shapes: Vec<(u32, u32)> = self.shapes.iter().map(|(&s, &at)| (at, s)).collect();
        shapes.sort_unstable();
        let count = (shapes.len() as u32).to_le_bytes();
        let shapes = shapes.iter().flat_map(|(_, shape)| shape.to_le_bytes());
        let weights = self.weights.iter().flat_map(|weight| {
            let parts = (weight * WEIGHT_PARTS).round();
            (parts.clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16).to_le_bytes()
        });
        count.into_iter().chain(shapes).chain(weights).collect()
    }

    /// Reads what [`to_bytes`](Model::to_bytes) has made; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Model> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let (shapes, weights) = rest.split_at_checked(count.checked_mul(4)?)?;
        let (weights, []) = weights.as_chunks::<2>() else {
            return None;
        };
        let shapes = shapes.as_chunks::<4>().0.iter();
        let model = Model {
            shapes: shapes
                .map(|shape| u32::from_le_bytes(*shape))
                .zip(feature::COUNT as u32..)
                .collect(),
            weights: weights
                .iter()
                .map(|&weight| f32::from(i16::from_le_bytes(weight)) / WEIGHT_PARTS)
                .collect(),
        };
        let whole = model.weights.len() == feature::COUNT + count && model.shapes.len() == count;
        whole.then_some(model)
    }
}

/// What is asked how likely moves are.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// The patterns near each move alone.
    Patterns(&'a Model),
    /// The patterns, corrected by the network, which sees the whole board and takes several times as long.
    Corrected(&'a Model, &'a Network),
}

impl Knowledge<'static> {
    /// The patterns that are part of the program.
    pub fn patterns() -> Knowledge<'static> {
        Knowledge::Patterns(Model::built_in())
    }

    /// The patterns and the network for boards of a size that are part of the program.
    pub fn of(size: Size) -> Knowledge<'static> {
        Knowledge::Corrected(Model::built_in(), Network::built_in(size))
    }
}

/// What is known of a position before anything is tried in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Foretold {
    /// The chance of each of the moves to be chosen among them.
    pub chances: Vec<f32>,
    /// The chance of the side to move to win, 0 to 1, where there is somebody to tell.
    pub won: Option<f32>,
}

impl Knowledge<'_> {
    /// Foretells the choice of the side whose turn it is among these moves, and whether it wins if it is given so many points
    /// beside those that it will own. The last move and the one before it are given.
    pub fn foretell(
        &self,
        board: &Board,
        turn: Color,
        [last, before]: [Option<Point>; 2],
        moves: &[Point],
        given: f32,
    ) -> Foretold {
        let view = View::new(board, turn, last, before);
        let (mut chances, won) = match self {
            Knowledge::Patterns(model) => (model.strengths(&view, moves), None),
            Knowledge::Corrected(model, network) => {
                let mut chances = model.likelihoods(&view, moves);
                let won = network.correct(&view, moves, &mut chances, given);
                (chances, won)
            }
        };
        shares(&mut chances);
        Foretold { chances, won }
    }
}

/// Makes shares of all of logarithms of strengths.
fn shares(strengths: &mut [f32]) {
    let most = strengths.iter().copied().fold(f32::MIN, f32::max);
    strengths.iter_mut().for_each(|s| *s = (*s - most).exp());
    let sum: f32 = strengths.iter().sum();
    strengths.iter_mut().for_each(|share| *share /= sum);
}

/// The points that a player thinks about: empty, neither suicide nor a ko just taken nor a filled eye.
fn choices(board: &Board, turn: Color) -> Vec<Point> {
    let empties = board.empties().iter().copied();
    empties.filter(|&at| board.is_playable(turn, at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;

    fn at(column: u8, row: u8) -> Point {
        Point::new(column, row).expect("a point of some board")
    }

    fn likeliest(knowledge: &Knowledge, board: &Board, turn: Color, last: Option<Point>) -> Point {
        let moves = choices(board, turn);
        let chances = knowledge
            .foretell(board, turn, [last, None], &moves, 0.0)
            .chances;
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        let best = moves.iter().zip(&chances).max_by(|a, b| a.1.total_cmp(b.1));
        *best.expect("there is a choice").0
    }

    #[test]
    fn games_begin_in_a_corner() {
        let board = Board::new(Size::square(19).expect("19 is a side"));
        for knowledge in [Knowledge::patterns(), Knowledge::of(board.size())] {
            let first = likeliest(&knowledge, &board, Color::Black, None);
            assert!((3..=4).contains(&line(&board, first)), "{first}");
        }
    }

    #[test]
    fn an_atari_is_answered() {
        let board = diagram::board(
            ". . . . . . .
             . . X . . . .
             . X O X . . .
             O . O X . O .
             . . X . . . .
             . . . . . . .
             . . . . . . .",
        )
        .expect("a board");
        for knowledge in [Knowledge::patterns(), Knowledge::of(board.size())] {
            let answer = likeliest(&knowledge, &board, Color::White, Some(at(4, 5)));
            assert_eq!(answer, at(2, 4));
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let model = Model::built_in();
        let bytes = model.to_bytes();
        assert_eq!(bytes, include_bytes!("pattern/weights.bin"));
        assert_eq!(Model::from_bytes(&bytes).as_ref(), Some(model));
        assert_eq!(Model::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Model::from_bytes(&[]), None);
        assert_eq!(Model::from_bytes(&[255; 64]), None);
    }
}
