//! The last moves of a game, with enough data to restore the boards before the last two.

use crate::go::board::hash::BoardHash;
use crate::go::board::symmetry::Image;
use crate::go::board::{Board, Observer, Play};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};

/// The number of moves remembered.
pub(super) const MOVES: usize = 5;
/// The number of moves that can be taken back.
const BOARDS: usize = 2;

/// The last moves, the latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lately {
    moves: [Option<Play>; MOVES],
    steps: [Step; BOARDS],
}

/// The effect of a move apart from its own stone.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The stones it removed.
    lifted: PointSet,
    /// True if these were the mover's stones.
    suicide: bool,
    /// The ko that was closed before it.
    ko: Option<Point>,
}

impl Lately {
    /// Records a move, the ko that was closed before it, and the stones it removed, possibly by
    /// suicide.
    pub(super) fn remember(
        &mut self,
        play: Play,
        ko: Option<Point>,
        lifted: PointSet,
        suicide: bool,
    ) {
        self.moves.rotate_right(1);
        self.moves[0] = Some(play);
        self.steps.rotate_right(1);
        self.steps[0] = Step {
            lifted,
            suicide,
            ko,
        };
    }

    /// The last moves as an image shows them.
    pub(super) fn image(&self, image: Image) -> Lately {
        Lately {
            moves: self.moves.map(|play| play.map(|play| image.play(play))),
            steps: self.steps.map(|step| Step {
                lifted: image.points(&step.lifted),
                suicide: step.suicide,
                ko: step.ko.map(|ko| image.point(ko)),
            }),
        }
    }

    /// Returns the moves, the latest first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Play> {
        self.moves.into_iter().map_while(|play| play)
    }

    /// Returns the board before the last `moves` moves, at most two, and the ko that was closed on
    /// it. `now` is the present board.
    pub(super) fn board_before(&self, moves: usize, now: &Board) -> Option<(Board, Option<Point>)> {
        let mut stones = [Color::Black, Color::White].map(|color| now.stones(color));
        let mut ko = now.ko();
        for taken_back in 0..moves {
            let (color, to) = (*self.moves.get(taken_back)?)?;
            let step = self.steps.get(taken_back)?;
            if let Move::At(at) = to {
                stones[color as usize].remove(at);
            }
            let lost = if step.suicide { color } else { !color };
            let mut lifted = step.lifted;
            // The stone of a suicide was not on the board before the move.
            to.point().into_iter().for_each(|at| lifted.remove(at));
            stones[lost as usize] |= lifted;
            ko = step.ko;
        }
        let [black, white] = stones;
        let board = Board::with_stones(now.size(), &black, &white)?;
        Some((board, ko))
    }
}

/// An observer that updates the hash of the stones and collects the removed ones.
pub(super) struct RemovalObserver<'a> {
    /// The hash.
    pub(super) hash: &'a mut BoardHash,
    /// The removed stones.
    pub(super) lifted: PointSet,
}

impl Observer for RemovalObserver<'_> {
    #[inline(always)]
    fn placed(&mut self, color: Color, at: Point) {
        self.hash.placed(color, at);
    }

    #[inline(always)]
    fn lifted(&mut self, color: Color, at: Point) {
        self.hash.lifted(color, at);
        self.lifted.insert(at);
    }
}
