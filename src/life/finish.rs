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
        let to = view.best(&kos_taken[turn]);
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

    /// The move that gains most, or saves most; `None` if nothing is left.
    fn best(&self, kos_taken: &PointSet) -> Option<Point> {
        let mut best: Option<(usize, Point)> = None;
        let moves = self
            .captures(kos_taken)
            .chain(self.connections())
            .chain(self.dame());
        for (worth, at) in moves {
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// Plays that take a living chain of the opponent.
    fn captures(&self, kos_taken: &PointSet) -> impl Iterator<Item = (usize, Point)> {
        self.living[!self.turn].iter().filter_map(|stone| {
            let at = self.board.only_liberty(stone)?;
            let worth = 2 * self.board.chain_size(stone);
            (self.is_legal(at) && !kos_taken.contains(at)).then_some((worth, at))
        })
    }

    /// Plays that save a living chain from atari, by taking what threatens it or by giving it more
    /// liberties.
    fn connections(&self) -> impl Iterator<Item = (usize, Point)> {
        self.living[self.turn].iter().filter_map(|stone| {
            let liberty = self.board.only_liberty(stone)?;
            let worth = 2 * self.board.chain_size(stone);
            Some((worth, self.rescue(self.board, self.turn, stone, liberty)?))
        })
    }

    /// A play that saves a chain from atari.
    fn rescue(&self, board: &Board, owner: Color, stone: Point, liberty: Point) -> Option<Point> {
        let threats = board.chain(stone).flat_map(Point::neighbours);
        let mut takes = threats
            .filter(|&at| board.at(at) == Some(!owner))
            .filter_map(|threat| board.only_liberty(threat));
        takes
            .find(|&at| stands_after(board, owner, at))
            .or_else(|| Some(liberty).filter(|&at| stands_after(board, owner, at)))
    }

    fn is_near(&self, color: Color, at: Point) -> bool {
        at.neighbours()
            .into_iter()
            .any(|at| self.living[color].contains(at))
    }

    /// Dame that can be filled safely, with what filling them gains or saves.
    fn dame(&self) -> impl Iterator<Item = (usize, Point)> {
        self.open.iter().filter_map(|at| {
            let turn = self.turn;
            let clear = |color| self.estimate.is_clear(color, at);
            // A point next to a living stone of the opponent can be nobody's territory: to fill it costs
            // nothing.
            let costs_nothing = self.is_near(!turn, at) && !clear(!turn);
            let is_nobodys = self.is_near(turn, at) && !clear(turn) && !clear(!turn);
            if !(costs_nothing || is_nobodys) || !stands_after(self.board, turn, at) {
                return None;
            }
            let worth = self.cost(!turn, at) + self.cost(turn, at);
            Some((worth, at))
        })
    }

    /// What a play costs the opponent of the player: the points it opens and the connections it forces.
    fn cost(&self, by: Color, at: Point) -> usize {
        if !stands_after(self.board, by, at) {
            return 0;
        }
        let is_inner = |point: &Point| {
            self.open.contains(*point)
                && !self.is_near(by, *point)
                && self.estimate.is_clear(!by, *point)
        };
        let opened = at
            .neighbours()
            .iter()
            .filter(|point| is_inner(point))
            .count();
        let mut after = self.board.clone();
        after.place(by, at, &mut ());
        let mut forced = 0;
        for stone in at.neighbours() {
            if !self.living[!by].contains(stone) {
                continue;
            }
            if let Some(liberty) = after.only_liberty(stone) {
                forced += match self.rescue(&after, !by, stone, liberty) {
                    Some(answer) if self.is_near(by, answer) => 0,
                    Some(_) => 1,
                    None => 2 * after.chain_size(stone),
                };
            }
        }
        opened + forced
    }
}

/// Whether a play is legal and leaves the stone played more than one liberty.
fn stands_after(board: &Board, color: Color, at: Point) -> bool {
    let legal = board.is_empty(at) && board.ko() != Some(at) && !board.is_suicide(color, at);
    legal && {
        let mut after = board.clone();
        after.place(color, at, &mut ());
        after.at(at).is_some() && !after.is_in_atari(at)
    }
}
