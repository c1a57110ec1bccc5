//! Inputs: what a network is told of a position (version 7 of KataGo's features).
//!
//! The features are those of Wu 2019, *Accelerating Self-Play Learning in Go*, as networks have been taught with them since
//! 2020: 22 planes and 19 numbers of the whole board, all of them seen from the side to move.

use super::area::{owned, owned_taxed};
use super::ladder::{Ladders, liberties};
use super::layer::Grid;
use super::symmetry::Symmetry;
use super::told::{Told, ToldKo};
use crate::board::{Board, Play};
use crate::color::{Color, PerColor};
use crate::point::{Move, Point, PointSet, Size};
use crate::position::{IllegalMove, Position};
use crate::rules::Tax;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How many planes there are.
pub(super) const PLANES: usize = 22;
/// How many numbers of the whole board there are.
pub(super) const GLOBALS: usize = 19;

/// The planes by what they show; those left out are for phases of the game that only KataGo has.
mod plane {
    pub(super) const BOARD: usize = 0;
    pub(super) const OWN: usize = 1;
    pub(super) const OPPONENT: usize = 2;
    /// Chains of one liberty, then of two and three.
    pub(super) const ONE_LIBERTY: usize = 3;
    pub(super) const FORBIDDEN: usize = 6;
    /// The last move, then those before it.
    pub(super) const LAST_MOVE: usize = 9;
    /// Ladders now, then before the last move and before the last two.
    pub(super) const LADDERS: usize = 14;
    pub(super) const LADDER_BEGINS: usize = 17;
    pub(super) const OWN_AREA: usize = 18;
    pub(super) const OPPONENT_AREA: usize = 19;
}

/// The numbers of the whole board by what they say.
mod global {
    /// Whether the last move was a pass, then those before it.
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

/// The most moves before that are told of.
const MOVES: usize = 5;
/// Beyond the area of the board by so much, komi is told as no larger.
const KOMI_BEYOND: f64 = 20.0;

/// What a network is told of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    size: Size,
    /// The planes: a row of [`PLANES`] for each point, from the upper left.
    planes: Vec<f32>,
    /// The numbers of the whole board.
    pub(super) globals: [f32; GLOBALS],
    /// The legal moves, a pass last.
    pub(super) moves: Vec<Move>,
    /// Whether the game can end without a result.
    pub(super) may_have_no_result: bool,
}

/// Planes as a symmetry shows them.
pub(super) struct Seen {
    pub(super) planes: Vec<f32>,
    pub(super) grid: Grid,
}

impl Inputs {
    /// What is told of a position.
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
        // In the same order however the board came about.
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

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The planes: 22 numbers for each point, from the upper left.
    #[must_use]
    pub fn planes(&self) -> &[f32] {
        &self.planes
    }

    /// The 19 numbers of the whole board.
    #[must_use]
    pub fn globals(&self) -> &[f32] {
        &self.globals
    }

    /// A hash of all that is told.
    pub(super) fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.size, &self.moves, self.may_have_no_result).hash(&mut hasher);
        for &number in self.globals.iter().chain(&self.planes) {
            hasher.write_u32(number.to_bits());
        }
        hasher.finish()
    }

    /// The same hash whatever moves led to the position, if the same are possible now.
    pub(super) fn hash_but_for_moves(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.size, &self.moves, self.may_have_no_result).hash(&mut hasher);
        for &number in &self.globals[global::LAST_PASS + MOVES..] {
            hasher.write_u32(number.to_bits());
        }
        // Ladders of earlier boards come after those of this one.
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

    /// Where a point of the board stands in rows from the upper left, from 0.
    #[must_use]
    pub fn place(&self, point: Point) -> usize {
        let row = usize::from(self.size.height() - point.row());
        row * usize::from(self.size.width()) + usize::from(point.column()) - 1
    }

    /// The planes as a symmetry shows them.
    pub(super) fn seen(&self, symmetry: Symmetry) -> Seen {
        Seen {
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

    /// Where a ko or another repetition forbids to play.
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

    /// Shows the last moves, as long as the sides took turns; returns how many.
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

    /// Shows the ladders of the last three boards, as far as moves are shown; else those of a later one again.
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

    /// Shows who owns what, where area counts.
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

    /// Tells komi with all else that counts besides the area.
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

/// White's points beside the area: komi, what is given for handicap stones, the button; and where territory counts, the
/// stones that Black has played beyond White's.
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
    let played = match told.territory {
        true => stones(Color::Black) - stones(Color::White),
        false => 0.0,
    };
    position.komi() + f64::from(handicap) + button + played
}

/// Where komi stands between two komis that allow a draw, as a wave: 0 at a draw, growing to half a point beyond it,
/// falling through 0 to half a point before the next one.
fn parity(komi: f64, area: usize) -> f64 {
    let first = (area % 2) as f64;
    let beyond = (komi - first).rem_euclid(2.0);
    match beyond {
        ..0.5 => beyond,
        0.5..1.5 => 1.0 - beyond,
        _ => beyond - 2.0,
    }
}

/// What a pass does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PassEnd {
    /// It ends nothing.
    Nothing,
    /// It ends the moves.
    Ends,
    /// It would end them, but with dead stones on the board it is safe, so the network is to think that it does not.
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

    /// How many moves are shown: none where a pass is to seem to end nothing, one where the moves have ended.
    fn moves_shown(self, position: &Position) -> usize {
        match self {
            PassEnd::Hidden => 0,
            _ if position.ending_passes() >= 2 => 1,
            _ => MOVES,
        }
    }
}
