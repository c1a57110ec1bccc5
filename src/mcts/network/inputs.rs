//! Inputs: a position as features of a KataGo network (input version 7).
//!
//! There are 22 planes and 19 global features (Wu 2019, *Accelerating Self-Play Learning in Go*),
//! all from the perspective of the side to move.

use super::area::{owned, owned_taxed};
use super::ladder::{Ladders, liberties};
use super::layer::Grid;
use super::told::{Told, ToldKo};
use crate::go::board::symmetry::Symmetry;
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::position::{IllegalMove, Position};
use crate::go::rules::Tax;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of input planes.
pub(super) const PLANES: usize = 22;
/// Number of global features.
pub(super) const GLOBALS: usize = 19;

/// Indices of the planes. Those left out encode the encore of KataGo's territory scoring.
mod plane {
    pub(super) const BOARD: usize = 0;
    pub(super) const OWN: usize = 1;
    pub(super) const OPPONENT: usize = 2;
    /// Chains with 1 liberty; the next two planes are for 2 and 3.
    pub(super) const ONE_LIBERTY: usize = 3;
    pub(super) const FORBIDDEN: usize = 6;
    /// The last move; the next four planes are for earlier moves.
    pub(super) const LAST_MOVE: usize = 9;
    /// Ladders now; the next two planes are for the boards one and two moves ago.
    pub(super) const LADDERS: usize = 14;
    pub(super) const LADDER_BEGINS: usize = 17;
    pub(super) const OWN_AREA: usize = 18;
    pub(super) const OPPONENT_AREA: usize = 19;
}

/// Indices of the global features.
mod global {
    /// 1 if the last move was a pass; the next four are for earlier moves.
    pub(super) const LAST_PASS: usize = 0;
    pub(super) const KOMI: usize = 5;
    pub(super) const SUPERKO: usize = 6;
    pub(super) const KIND_OF_SUPERKO: usize = 7;
    pub(super) const SUICIDE: usize = 8;
    pub(super) const TERRITORY: usize = 9;
    pub(super) const TAX: usize = 10;
    pub(super) const GROUP_TAX: usize = 11;
    pub(super) const PASS_ENDS: usize = 14;
    pub(super) const BUTTON: usize = 17;
    pub(super) const KOMI_PARITY: usize = 18;
}

/// Maximum number of past moves shown.
const MOVES: usize = 5;
/// Komi is clamped to the area of the board plus this many points.
const KOMI_BEYOND: f64 = 20.0;

/// A position as input features of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    size: Size,
    /// Rows of [`PLANES`] numbers, one per point from the upper left.
    planes: Vec<f32>,
    /// The global features.
    pub(super) globals: [f32; GLOBALS],
    /// Legal moves in the order of points, the pass last.
    pub(super) moves: Vec<Move>,
    /// True if the game can end without a result.
    pub(super) may_have_no_result: bool,
}

/// Planes transformed by a symmetry.
pub(super) struct TransformedPlanes {
    pub(super) planes: Vec<f32>,
    pub(super) grid: Grid,
}

impl Inputs {
    /// Encodes a position.
    #[must_use]
    pub fn of(position: &Position) -> Inputs {
        let told = Told::of(position.rules());
        let mut inputs = Inputs {
            size: position.board().size(),
            planes: vec![0.0; position.board().size().area() * PLANES],
            globals: [0.0; GLOBALS],
            moves: position.legal_moves().collect(),
            may_have_no_result: told.may_have_no_result(),
        };
        let end = PassEnd::of(position, &told);
        // A canonical order, whatever moves led to the board.
        inputs
            .moves
            .sort_by_key(|to| (to.point().is_none(), to.point()));
        inputs.show_stones(position);
        inputs.show_forbidden(position);
        let shown = inputs.show_moves(position, end.moves_shown(position));
        inputs.show_ladders(position, shown);
        inputs.show_area(position.board(), position.turn(), &told);
        inputs.tell_rules(&told, position);
        inputs.tell_komi(position, &told);
        inputs.globals[global::PASS_ENDS] = f32::from(end == PassEnd::Ends);
        inputs
    }

    /// Size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The planes: 22 numbers per point, from the upper left.
    #[must_use]
    pub fn planes(&self) -> &[f32] {
        &self.planes
    }

    /// The 19 global features.
    #[must_use]
    pub fn globals(&self) -> &[f32] {
        &self.globals
    }

    /// Hash of all features and legal moves.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.size, &self.moves, self.may_have_no_result).hash(&mut hasher);
        for &number in self.globals.iter().chain(&self.planes) {
            hasher.write_u32(number.to_bits());
        }
        hasher.finish()
    }

    /// Hash without the features of past moves, so that transpositions share it.
    pub(super) fn hash_but_for_moves(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.size, &self.moves, self.may_have_no_result).hash(&mut hasher);
        for &number in &self.globals[global::LAST_PASS + MOVES..] {
            hasher.write_u32(number.to_bits());
        }
        // Planes of past moves, and ladders on earlier boards.
        let of_moves = [
            plane::LAST_MOVE..plane::LAST_MOVE + MOVES,
            plane::LADDERS + 1..plane::LADDER_BEGINS,
        ];
        for row in self.planes.chunks_exact(PLANES) {
            for (plane, number) in row.iter().enumerate() {
                if !of_moves.iter().any(|planes| planes.contains(&plane)) {
                    hasher.write_u32(number.to_bits());
                }
            }
        }
        hasher.finish()
    }

    /// Row-major index of a point from the upper left, from 0.
    #[must_use]
    pub fn place(&self, point: Point) -> usize {
        let row = usize::from(self.size.height() - point.row());
        row * usize::from(self.size.width()) + usize::from(point.column()) - 1
    }

    /// Returns the planes transformed by a symmetry.
    pub(super) fn seen(&self, symmetry: Symmetry) -> TransformedPlanes {
        TransformedPlanes {
            planes: symmetry.show(&self.planes, PLANES, self.size),
            grid: Grid {
                width: usize::from(self.size.width()),
                height: usize::from(self.size.height()),
            },
        }
    }

    fn mark(&mut self, plane: usize, points: impl IntoIterator<Item = Point>) {
        for point in points {
            let place = self.place(point);
            self.planes[place * PLANES + plane] = 1.0;
        }
    }

    fn show_stones(&mut self, position: &Position) {
        let (board, turn) = (position.board(), position.turn());
        self.mark(plane::BOARD, board.size().points());
        self.mark(plane::OWN, board.stones(turn).iter());
        self.mark(plane::OPPONENT, board.stones(!turn).iter());
        for color in Color::BOTH {
            for chain in board.stones(color).components() {
                let stone = chain.first().expect("a chain has a stone");
                let count = liberties(board, stone).len();
                if count <= 3 {
                    self.mark(plane::ONE_LIBERTY + count - 1, chain.iter());
                }
            }
        }
    }

    /// Marks the points where a ko or superko forbids a play.
    fn show_forbidden(&mut self, position: &Position) {
        let is_closed = |&point: &Point| {
            let checked = position.check_legal(Move::At(point));
            matches!(
                checked,
                Err(IllegalMove::Ko | IllegalMove::Superko | IllegalMove::RefusesEnd)
            )
        };
        let empties = position.board().empties().iter().copied();
        self.mark(plane::FORBIDDEN, empties.filter(is_closed));
    }

    /// Shows the last moves while the sides alternate; returns their number.
    fn show_moves(&mut self, position: &Position, most: usize) -> usize {
        let mut mover = position.turn();
        let is_in_turn = |&(color, _): &Play| {
            mover = !mover;
            color == mover
        };
        let moves = position.last_moves().take(most).take_while(is_in_turn);
        let mut shown = 0;
        for (ago, (_, to)) in moves.enumerate() {
            shown = ago + 1;
            match to {
                Move::Pass => self.globals[global::LAST_PASS + ago] = 1.0,
                Move::At(point) => self.mark(plane::LAST_MOVE + ago, [point]),
            }
        }
        shown
    }

    /// Shows the ladders of the last three boards.
    ///
    /// Where an earlier board is not shown, the plane repeats that of the board after it.
    fn show_ladders(&mut self, position: &Position, moves: usize) {
        let (board, turn) = (position.board(), position.turn());
        let mut ladders = Ladders::on(board, board.ko());
        self.mark(plane::LADDERS, ladders.caught.iter());
        let begun = ladders.begun_at[!turn as usize].iter();
        self.mark(plane::LADDER_BEGINS, begun);
        for ago in 1..=2 {
            let before = position.board_before(ago).filter(|_| ago <= moves);
            if let Some((board, ko)) = before {
                ladders = Ladders::on(&board, ko);
            }
            self.mark(plane::LADDERS + ago, ladders.caught.iter());
        }
    }

    /// Shows the area of each side under area scoring.
    fn show_area(&mut self, board: &Board, turn: Color, told: &Told) {
        let owned: PerColor<PointSet> = match (told.territory, told.tax) {
            (true, _) => return,
            (false, Tax::None) => owned(board, told.suicide),
            (false, Tax::Seki | Tax::All) => owned_taxed(board, told.suicide),
        };
        self.mark(plane::OWN_AREA, owned[turn].iter());
        self.mark(plane::OPPONENT_AREA, owned[!turn].iter());
    }

    fn tell_rules(&mut self, told: &Told, position: &Position) {
        let tell = |is: bool| f32::from(is);
        let globals = &mut self.globals;
        globals[global::SUPERKO] = tell(told.ko != ToldKo::Simple);
        globals[global::KIND_OF_SUPERKO] = match told.ko {
            ToldKo::Simple => 0.0,
            ToldKo::Positional => 0.5,
            ToldKo::Situational => -0.5,
        };
        globals[global::SUICIDE] = tell(told.suicide);
        globals[global::TERRITORY] = tell(told.territory);
        globals[global::TAX] = tell(told.tax != Tax::None);
        globals[global::GROUP_TAX] = tell(told.tax == Tax::All);
        globals[global::BUTTON] = tell(told.button && position.button().is_none());
    }

    /// Shows komi, including everything else that counts besides the area.
    fn tell_komi(&mut self, position: &Position, told: &Told) {
        let most = position.board().size().area() as f64 + KOMI_BEYOND;
        let whites = beside_area(position, told);
        let own = -f64::from(position.turn().sign()) * whites;
        let own = own.clamp(-most, most);
        self.globals[global::KOMI] = (own / 20.0) as f32;
        if !told.territory {
            self.globals[global::KOMI_PARITY] = parity(own, self.size.area()) as f32;
        }
    }
}

/// White's points besides the area: komi, handicap compensation and the button.
///
/// Under territory scoring also the stones that Black has played in excess of White.
fn beside_area(position: &Position, told: &Told) -> f64 {
    let handicap = position.rules().handicap_points(position.handicap());
    let button = match position.button().filter(|_| told.button) {
        Some(Color::White) => 0.5,
        Some(Color::Black) => -0.5,
        None => 0.0,
    };
    let stones = |color: Color| {
        let taken = position.prisoners()[!color];
        f64::from(position.board().count_stones(color)) + f64::from(taken)
    };
    let played = if told.territory {
        stones(Color::Black) - stones(Color::White)
    } else {
        0.0
    };
    position.komi() + f64::from(handicap) + button + played
}

/// KataGo's komi parity wave: the position of komi between two komis that allow a draw.
///
/// It is 0 at a drawable komi, rises to 0.5 half a point above, and falls through 0 to -0.5 half a
/// point below the next one.
fn parity(komi: f64, area: usize) -> f64 {
    let first = (area % 2) as f64;
    let beyond = (komi - first).rem_euclid(2.0);
    match beyond {
        ..0.5 => beyond,
        0.5..1.5 => 1.0 - beyond,
        _ => beyond - 2.0,
    }
}

/// The effect of a pass now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PassEnd {
    /// The game goes on.
    Nothing,
    /// The pass ends play.
    Ends,
    /// It would end play, but friendly passing makes it safe with dead stones on the board: the
    /// network is told that it does not.
    Hidden,
}

impl PassEnd {
    fn of(position: &Position, told: &Told) -> PassEnd {
        let takes_button = told.button && position.button().is_none();
        let passes = if takes_button {
            0
        } else {
            position.ending_passes()
        };
        let again = told.ko == ToldKo::Simple && !takes_button && position.has_passed_here();
        match passes {
            1 if told.friendly_pass && !told.territory && !again => PassEnd::Hidden,
            1.. => PassEnd::Ends,
            0 if again => PassEnd::Ends,
            0 => PassEnd::Nothing,
        }
    }

    /// Number of moves shown: 0 if the end is hidden, 1 if play has ended, else [`MOVES`].
    fn moves_shown(self, position: &Position) -> usize {
        match self {
            PassEnd::Hidden => 0,
            _ if position.ending_passes() >= 2 => 1,
            _ => MOVES,
        }
    }
}
