//! The last dame filled, as players do before they count.

use super::estimate::Estimate;
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::{Move, Play, Point, PointSet};
use crate::position::Position;

/// A board on which nothing is left to play, and how it came about.
#[derive(Clone, Debug)]
pub(super) struct Finish {
    /// The board, dead stones still on it.
    pub(super) board: Board,
    /// The moves that were left, in order, without passes.
    pub(super) plays: Vec<Play>,
    /// Stones captured by each side, those before included.
    pub(super) prisoners: PerColor<u32>,
}

impl Finish {
    /// The board as it is, with nothing played.
    pub(super) fn as_it_stands(position: &Position) -> Finish {
        Finish {
            board: position.board().clone(),
            plays: vec![],
            prisoners: position.prisoners(),
        }
    }

    /// The points on which no stone has come or gone.
    pub(super) fn untouched(&self, before: &Board) -> PointSet {
        let size = before.size();
        let same = |at: &Point| self.board.at(*at) == before.at(*at);
        let played: PointSet = self
            .plays
            .iter()
            .filter_map(|play| play.1.point())
            .collect();
        size.points().filter(same).collect::<PointSet>() - played
    }

    /// The stones that were there before and have been taken.
    pub(super) fn taken(&self, before: &Board) -> PointSet {
        let stones = before.stones(Color::Black) | before.stones(Color::White);
        stones - self.untouched(before)
    }

    fn play(&mut self, color: Color, at: Point) {
        let lifted = self.board.place(color, at, &mut ());
        self.prisoners[color] += u32::from(lifted.captured);
        self.plays.push((color, Move::At(at)));
    }
}

/// Lets both sides in turn, beginning with the one to move, take and connect what is in atari and fill dame,
/// until neither has anything to do.
pub(super) fn finish(position: &Position, estimate: &Estimate) -> Finish {
    let mut finish = Finish::as_it_stands(position);
    let mut dead = estimate.dead;
    let mut turn = position.turn();
    let mut kos_taken = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
    let mut passes = 0;
    // Each move fills a point or takes a ko for the only time, so there is an end; captures of more than
    // one stone could come again, and are bounded.
    let mut moves_left = 2 * position.board().size().area();
    while passes < 2 && moves_left > 0 {
        moves_left -= 1;
        let view = View::of(&finish.board, &dead, turn, estimate);
        let to = view
            .capture(&kos_taken[turn])
            .or_else(|| view.connection())
            .or_else(|| view.dame());
        match to {
            Some(at) => {
                passes = 0;
                let taken = finish.prisoners[turn];
                finish.play(turn, at);
                if finish.board.ko().is_some() && finish.prisoners[turn] > taken {
                    kos_taken[turn].insert(at);
                }
                let stands = |at: &Point| finish.board.at(*at).is_some();
                dead = dead.iter().filter(stands).collect();
                dead.remove(at);
            }
            None => {
                passes += 1;
                finish.board.lift_ko();
            }
        }
        turn = !turn;
    }
    finish
}

/// What the side to move sees.
struct View<'a> {
    board: &'a Board,
    turn: Color,
    estimate: &'a Estimate,
    /// The stones that stay.
    living: PerColor<PointSet>,
    /// The empty points in areas between living stones of both colors.
    open: PointSet,
}

impl View<'_> {
    fn of<'a>(board: &'a Board, dead: &PointSet, turn: Color, estimate: &'a Estimate) -> View<'a> {
        let living = PerColor::from_fn(|color| board.stones(color) - *dead);
        let free = (board.size().all() - living[Color::Black]) - living[Color::White];
        let reached = |color: Color| living[color].grown().flood(&free);
        let between = reached(Color::Black) & reached(Color::White);
        let open = between.iter().filter(|&at| board.is_empty(at)).collect();
        View {
            board,
            turn,
            estimate,
            living,
            open,
        }
    }

    fn is_legal(&self, at: Point) -> bool {
        self.board.is_empty(at)
            && self.board.ko() != Some(at)
            && !self.board.is_suicide(self.turn, at)
    }

    /// The board after a play, if it leaves the stone played more than one liberty.
    fn stands_after(&self, at: Point) -> bool {
        self.is_legal(at) && {
            let mut after = self.board.clone();
            after.place(self.turn, at, &mut ());
            after.at(at).is_some() && !after.is_in_atari(at)
        }
    }

    /// Takes a living chain of the opponent that stands in atari.
    fn capture(&self, kos_taken: &PointSet) -> Option<Point> {
        let mut best: Option<(usize, Point)> = None;
        for stone in self.living[!self.turn].iter() {
            if let Some(at) = self.board.only_liberty(stone)
                && self.is_legal(at)
                && !kos_taken.contains(at)
            {
                let size = self.board.chain_size(stone);
                if best.is_none_or(|(most, _)| size > most) {
                    best = Some((size, at));
                }
            }
        }
        best.map(|(_, at)| at)
    }

    /// Saves a living chain of its own that stands in atari, by taking what threatens it or by giving it
    /// more liberties.
    fn connection(&self) -> Option<Point> {
        for stone in self.living[self.turn].iter() {
            let Some(liberty) = self.board.only_liberty(stone) else {
                continue;
            };
            let chain = self.board.chain(stone);
            let mut threats = chain
                .flat_map(Point::neighbours)
                .filter(|&at| self.board.at(at) == Some(!self.turn));
            let taking =
                threats.find_map(|at| self.board.only_liberty(at).filter(|&at| self.is_legal(at)));
            if let Some(at) = taking.filter(|&at| self.stands_after(at)) {
                return Some(at);
            }
            if self.stands_after(liberty) {
                return Some(liberty);
            }
        }
        None
    }

    /// Fills the dame that matters most.
    fn dame(&self) -> Option<Point> {
        let near = |color: Color, at: Point| {
            at.neighbours()
                .into_iter()
                .any(|at| self.living[color].contains(at))
        };
        let mut best: Option<(usize, Point)> = None;
        for at in self.open.iter() {
            // A point next to a living stone of the opponent can be nobody's territory: to fill it costs nothing.
            let free = near(!self.turn, at);
            let wanted = free && !self.estimate.is_clear(!self.turn, at)
                || near(self.turn, at)
                    && !Color::BOTH
                        .into_iter()
                        .any(|color| self.estimate.is_clear(color, at));
            if !wanted || !self.stands_after(at) {
                continue;
            }
            let opened = |by: Color| {
                let inner = |&at: &Point| {
                    self.open.contains(at) && !near(by, at) && self.estimate.is_clear(!by, at)
                };
                at.neighbours().iter().filter(|at| inner(at)).count()
            };
            let worth = opened(self.turn) + opened(!self.turn);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, at));
            }
        }
        best.map(|(_, at)| at)
    }
}
