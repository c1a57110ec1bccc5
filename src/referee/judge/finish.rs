//! Filling the last dame, as players do before they count.

use super::effort::Effort;
use super::estimate::Estimate;
use super::eyes::are_enough_to_live;
use crate::go::board::{Board, Play, Room};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::go::score::{Terms, score};
use crate::go::territory::territory;
use crate::life::safety::Safety;
use crate::life::safety::defence::Defence;
use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A board to be counted, with the moves that led to it.
#[derive(Clone, Debug)]
pub(super) struct Finish {
    /// The board, with the dead stones on it.
    pub(super) board: Board,
    /// The dead stones on the board.
    pub(super) dead: PointSet,
    /// The remaining moves that were played, in order, without passes.
    pub(super) plays: Vec<Play>,
    /// All stones captured by each side, including earlier captures.
    pub(super) prisoners: PerColor<u32>,
}

impl Finish {
    /// Returns the board of a position with the stones in `dead` dead and nothing played.
    pub(super) fn with_dead(position: &Position, dead: PointSet) -> Finish {
        Finish {
            board: position.board().clone(),
            dead,
            plays: vec![],
            prisoners: position.prisoners(),
        }
    }

    /// Returns Black's lead in points on the board alone.
    pub(super) fn margin(&self, rules: &Rules) -> f64 {
        let territory = territory(&self.board, &self.dead, rules);
        let terms = Terms {
            prisoners: self.prisoners,
            ..Terms::default()
        };
        score(&self.board, &territory, &terms, rules).margin()
    }

    /// Returns the points at which each side played.
    pub(super) fn played(&self) -> PerColor<PointSet> {
        PerColor::from_fn(|color| {
            let own = self.plays.iter().filter(|play| play.0 == color);
            own.filter_map(|play| play.1.point()).collect()
        })
    }

    /// Returns the stones of an earlier board that are dead or were captured.
    pub(super) fn lost(&self, before: &Board) -> PointSet {
        let [black, white] = self.played().0;
        let played = black | white;
        let is_lost = |&at: &Point| {
            let stands = self.board.at(at) == before.at(at) && !played.contains(at);
            before.at(at).is_some() && (!stands || self.dead.contains(at))
        };
        before.size().points().filter(is_lost).collect()
    }

    /// Returns the living stones of independent groups, which have two eyes and are not in seki.
    ///
    /// A dame may be left next to them. The exception is a dame at which neither side can play
    /// without putting itself in atari, next to a group of the other side without enough eyes: that
    /// dame keeps the other group alive, and the players have not merely passed over it.
    pub(super) fn independent(&self, rules: &Rules) -> PointSet {
        let territory = territory(&self.board, &self.dead, &rules.untaxed());
        let living = PerColor::from_fn(|color| self.board.stones(color) - self.dead);
        let groups = PerColor::from_fn(|color| living[color] | territory.points[color]);
        let has_eyes =
            |color: Color, group: PointSet| are_enough_to_live(&(group & territory.points[color]));
        let with_eyes: PerColor<PointSet> = PerColor::from_fn(|color| {
            let groups = groups[color].components();
            groups.filter(|&group| has_eyes(color, group)).collect()
        });
        let mut independent = PointSet::EMPTY;
        for color in Color::BOTH {
            let leaning = living[!color] - with_eyes[!color];
            let near = territory.dame & leaning.grown();
            let vital: PointSet = near.iter().filter(|&at| self.is_barred(at)).collect();
            let bound = groups[color].components().filter(|group| {
                // A group with more eyes than it needs can connect first and then play there.
                let near = vital.grown() & living[color] & *group;
                let stones = near.flood(&living[color]);
                let eyes = *group & territory.points[color];
                !near.is_empty() && !are_enough_to_live(&(eyes - stones.grown()))
            });
            independent |= (with_eyes[color] - bound.collect()) & living[color];
        }
        independent
    }

    /// Returns the empty points where a border is open until a move is played.
    ///
    /// A dead stone of the border's owner stands in it, next to living stones of the other side.
    pub(super) fn breaches(&self) -> PointSet {
        let board = &self.board;
        let beside_breach = |color: Color| {
            let dead = board.stones(color) & self.dead;
            let living = board.stones(!color) - self.dead;
            (living.grown() & dead).flood(&dead).grown()
        };
        let [black, white] = Color::BOTH.map(beside_breach);
        (black | white) - board.stones(Color::Black) - board.stones(Color::White)
    }

    /// Returns true if either side would be in atari after playing at a point.
    fn is_barred(&self, at: Point) -> bool {
        Color::BOTH
            .into_iter()
            .all(|color| self.board.room_after(color, at) != Room::More)
    }

    fn play(&mut self, color: Color, at: Point, estimate: &Estimate) {
        let lifted = self.board.place(color, at, &mut ());
        self.prisoners[color] += u32::from(lifted.captured);
        self.plays.push((color, Move::At(at)));
        let board = &self.board;
        self.dead = self
            .dead
            .iter()
            .filter(|&at| board.at(at).is_some())
            .collect();
        self.dead.remove(at);
        if is_lost(board, &self.dead, estimate, at) {
            self.dead.insert(at);
        } else {
            self.dead -= board.chain(at).collect();
        }
    }
}

/// Returns true if a stone just played is dead.
///
/// It has the status of the stones that it joins. A stone that joins none is dead on a point that
/// was clearly the opponent's.
fn is_lost(board: &Board, dead: &PointSet, estimate: &Estimate, at: Point) -> bool {
    let mut joined = board.chain(at).filter(|&stone| stone != at).peekable();
    let is_opponents = || {
        board
            .at(at)
            .is_some_and(|color| estimate.is_clear(!color, at))
    };
    match joined.peek() {
        None => is_opponents(),
        Some(_) => joined.all(|stone| dead.contains(stone)),
    }
}

/// Plays the remaining moves: both sides capture, connect out of atari and fill dame in turn.
///
/// The side `first` begins, and the moves end when neither side has a useful one. A side plays the
/// candidate with the best count, or passes. A candidate is valued by the replies to it, each
/// followed by a greedy line to the end. An attacked safe chain is defended as its proof says, if
/// it has one.
pub(super) fn finish(
    position: &Position,
    first: Color,
    estimate: &Estimate,
    safety: Option<&Safety>,
    effort: &Effort,
    stop: &AtomicBool,
) -> Finish {
    let defence = |color: Color| {
        let proof = safety?.proofs[color].as_ref()?;
        Some(Defence::new(proof, position.board()))
    };
    let mut line = FinishingLine {
        defences: PerColor::from_fn(defence),
        due: None,
        finish: Finish::with_dead(position, estimate.dead),
        turn: first,
        kos_taken: PerColor::new(PointSet::EMPTY, PointSet::EMPTY),
        passes: 0,
        moves_left: 2 * position.board().size().area(),
    };
    let mut outlook = Lookahead {
        estimate,
        // Dame that are still open in the middle of a line would look like sekis.
        rules: position.rules().untaxed(),
        moves_left: MOVES_PER_PLAYOUT.saturating_mul(effort.playouts),
        stop,
    };
    while !line.is_over() {
        let to = outlook.best(&line);
        line.advance(to, estimate);
    }
    line.finish
}

/// The search for the moves that finish a board.
struct Lookahead<'a> {
    estimate: &'a Estimate,
    rules: Rules,
    /// Number of moves left to try, over all lines.
    moves_left: u32,
    /// Stops the search when another thread sets it.
    stop: &'a AtomicBool,
}

impl Lookahead<'_> {
    /// Returns the move with the best count for the side to move; `None` is a pass.
    fn best(&mut self, line: &FinishingLine) -> Option<Point> {
        if line.due.is_some() {
            return line.due;
        }
        let moves = line.moves(self.estimate);
        let first = moves.first().copied();
        if moves.len() > STILL_FINISHING {
            return first;
        }
        let mut values = self.values(line, &moves[..moves.len().min(WIDTH)], 0);
        let all_the_same = values.windows(2).all(|pair| pair[0].0 == pair[1].0);
        if !all_the_same && self.moves_left > 0 {
            values = self.values(line, &moves[..moves.len().min(WIDTH)], 1);
        }
        let best = values
            .iter()
            .map(|value| value.0)
            .fold(f64::NEG_INFINITY, f64::max);
        // Prefer the quietest of equal moves: a chain that can wait may never need the move.
        let equal = values.iter().filter(|value| value.0 == best);
        let equal: Vec<Option<Point>> = equal.map(|value| value.1).collect();
        let view = PlayerView::of(
            &line.finish.board,
            &line.finish.dead,
            line.turn,
            self.estimate,
        );
        let dame: PointSet = view.dame().map(|(_, at)| at).collect();
        let is_dame = |to: &&Option<Point>| to.is_some_and(|at| dame.contains(at));
        // A chain of several stones is saved at once.
        let saved = view
            .captures(&line.kos_taken[line.turn])
            .chain(view.connections());
        let saved = saved.filter(|&(worth, _)| worth > WORTH_OF_A_STONE);
        let saved: PointSet = saved.map(|(_, at)| at).collect();
        let saves = |to: &&Option<Point>| to.is_some_and(|at| saved.contains(at));
        let quiet = || equal.last();
        equal
            .iter()
            .find(saves)
            .or_else(|| equal.iter().rfind(is_dame))
            .or_else(quiet)
            .map_or(first, |&to| to)
    }

    /// Returns the count for the side to move after each of these moves and after a pass.
    ///
    /// The list ends early if the moves to try run out.
    fn values(
        &mut self,
        line: &FinishingLine,
        moves: &[Point],
        depth: u32,
    ) -> Vec<(f64, Option<Point>)> {
        let mut values = vec![];
        if moves.is_empty() {
            return values;
        }
        for to in moves.iter().map(|&at| Some(at)).chain([None]) {
            if self.moves_left == 0 {
                break;
            }
            let mut next = line.clone();
            next.advance(to, self.estimate);
            values.push((-self.value(next, depth), to));
        }
        values
    }

    /// Returns the count for the side to move.
    fn value(&mut self, mut line: FinishingLine, depth: u32) -> f64 {
        if line.due.is_some() && !line.is_over() {
            line.advance(line.due, self.estimate);
            return -self.value(line, depth);
        }
        if depth > 0 && !line.is_over() {
            let moves = line.moves(self.estimate);
            let values = self.values(&line, &moves[..moves.len().min(ANSWERS)], depth - 1);
            if let Some(best) = values.into_iter().map(|value| value.0).reduce(f64::max) {
                return best;
            }
        }
        let turn = line.turn;
        while !line.is_over() {
            self.moves_left = if self.stop.load(Relaxed) {
                0
            } else {
                self.moves_left.saturating_sub(1)
            };
            let to = line.moves(self.estimate).first().copied();
            line.advance(to, self.estimate);
        }
        line.finish.margin(&self.rules) * f64::from(turn.sign())
    }
}
/// Maximum number of candidates for a lookahead. With more, a game is far from its end, and
/// lookahead is not worth its time.
const STILL_FINISHING: usize = 40;
/// Number of moves to try for each playout of the estimate.
const MOVES_PER_PLAYOUT: u32 = 20;
/// Maximum number of candidates, and of replies to each.
const WIDTH: usize = 16;
const ANSWERS: usize = 10;
const DEEPEST_EXCHANGE: u32 = 6;
/// The value in points of a captured or saved stone: the stone and its point.
const WORTH_OF_A_STONE: usize = 2;

/// A line of play that finishes a board.
#[derive(Clone)]
struct FinishingLine<'a> {
    finish: Finish,
    turn: Color,
    /// The defence of each side's proved safe chains, if it is to be followed.
    defences: PerColor<Option<Defence<'a>>>,
    /// The required reply of the side to move, which keeps its chains safe.
    due: Option<Point>,
    /// The points where each side has taken a ko. Each is allowed once, so that the line ends.
    kos_taken: PerColor<PointSet>,
    passes: u32,
    /// Number of moves left. The limit also ends cycles of larger captures.
    moves_left: usize,
}

impl FinishingLine<'_> {
    fn is_over(&self) -> bool {
        self.passes == 2 || self.moves_left == 0
    }

    /// Returns the candidates by their immediate gain, or only the required reply if there is one.
    fn moves(&self, estimate: &Estimate) -> Vec<Point> {
        if let Some(due) = self.due {
            return vec![due];
        }
        let view = PlayerView::of(&self.finish.board, &self.finish.dead, self.turn, estimate);
        view.moves(&self.kos_taken[self.turn])
    }

    fn advance(&mut self, to: Option<Point>, estimate: &Estimate) {
        let turn = self.turn;
        self.turn = !turn;
        self.moves_left -= 1;
        self.due = None;
        let Some(at) = to else {
            self.passes += 1;
            self.finish.board.lift_ko();
            return;
        };
        self.passes = 0;
        self.finish.play(turn, at, estimate);
        let board = &self.finish.board;
        if board.ko().is_some() {
            self.kos_taken[turn].insert(at);
        }
        let answer = self.defences[!turn]
            .as_mut()
            .and_then(|defence| defence.answer(at));
        self.due = answer.filter(|&answer| is_legal(board, !turn, answer));
    }
}

/// The board as the side to move sees it.
struct PlayerView<'a> {
    board: &'a Board,
    turn: Color,
    estimate: &'a Estimate,
    /// The living stones.
    living: PerColor<PointSet>,
    /// The dead stones.
    dead: PointSet,
    /// The empty points in areas between living stones of both colors.
    open: PointSet,
}

impl PlayerView<'_> {
    fn of<'a>(
        board: &'a Board,
        dead: &PointSet,
        turn: Color,
        estimate: &'a Estimate,
    ) -> PlayerView<'a> {
        let living = PerColor::from_fn(|color| board.stones(color) - *dead);
        let free = (board.size().all() - living[Color::Black]) - living[Color::White];
        let reached = |color: Color| living[color].grown().flood(&free);
        let between = reached(Color::Black) & reached(Color::White);
        let open = between.iter().filter(|&at| board.is_empty(at)).collect();
        PlayerView {
            board,
            turn,
            estimate,
            living,
            dead: *dead,
            open,
        }
    }

    /// Returns the candidates by their immediate gain.
    fn moves(&self, kos_taken: &PointSet) -> Vec<Point> {
        let moves = self.captures(kos_taken).chain(self.connections());
        let mut moves: Vec<(usize, Point)> = moves.chain(self.dame()).collect();
        moves.sort_by_key(|&(worth, at)| (Reverse(worth), at));
        let mut seen = PointSet::EMPTY;
        moves.retain(|&(_, at)| seen.insert(at));
        moves.into_iter().map(|(_, at)| at).collect()
    }

    /// Returns a stone of each living chain.
    fn chains(&self, color: Color) -> impl Iterator<Item = Point> {
        let is_name = |stone: &Point| self.board.chain_name(*stone) == *stone;
        self.living[color].iter().filter(is_name)
    }

    /// Returns the captures of living chains that gain points.
    fn captures(&self, kos_taken: &PointSet) -> impl Iterator<Item = (usize, Point)> {
        self.chains(!self.turn).filter_map(|stone| {
            let at = self.board.only_liberty(stone)?;
            let worth = self.exchange(self.board, self.turn, at, 0);
            let gains = is_legal(self.board, self.turn, at) && worth > 0 && !kos_taken.contains(at);
            gains.then_some((worth as usize, at))
        })
    }

    /// Returns the plays that save a living chain from capture, by capturing or by extending.
    fn connections(&self) -> impl Iterator<Item = (usize, Point)> {
        self.chains(self.turn).filter_map(|stone| {
            let liberty = self.board.only_liberty(stone)?;
            let worth = self.exchange(self.board, !self.turn, liberty, 0);
            let answer = self.rescue(self.board, self.turn, stone, liberty)?;
            (worth > 0).then_some((worth as usize, answer))
        })
    }

    /// Returns the gain of a capture after the opponent's recaptures, 2 points for each living
    /// stone.
    fn exchange(&self, board: &Board, by: Color, at: Point, depth: u32) -> i32 {
        let before = board.stones(!by) - self.dead;
        let mut after = board.clone();
        let lifted = after.place(by, at, &mut ());
        if lifted.captured == 0 || depth == DEEPEST_EXCHANGE {
            return 0;
        }
        let gain = 2 * (before - after.stones(!by)).len() as i32;
        let back = after
            .only_liberty(at)
            .filter(|&back| after.ko() != Some(back));
        gain - back.map_or(0, |back| self.exchange(&after, !by, back, depth + 1).max(0))
    }

    /// Returns a play that saves a chain from atari.
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

    /// Returns the dame that can be filled safely, with the points that filling them gains or
    /// saves.
    fn dame(&self) -> impl Iterator<Item = (usize, Point)> {
        self.open.iter().filter_map(|at| {
            let turn = self.turn;
            let clear = |color| self.estimate.is_clear(color, at);
            // A point next to a living stone of the opponent belongs to neither side, so filling it
            // costs nothing.
            let costs_nothing = self.is_near(!turn, at) && !clear(!turn);
            let is_nobodys = self.is_near(turn, at) && !clear(turn) && !clear(!turn);
            if !(costs_nothing || is_nobodys) || !stands_after(self.board, turn, at) {
                return None;
            }
            let worth = self.cost(!turn, at) + self.cost(turn, at);
            Some((worth, at))
        })
    }

    /// Returns the cost of a play for the opponent: the points it opens and the connections it
    /// forces.
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
        let stones = at.neighbours().into_iter();
        let attacked = stones.filter(|&stone| self.living[!by].contains(stone));
        let mut caught = attacked
            .filter_map(|stone| Some((stone, self.board.only_liberty_besides(stone, at)?)))
            .peekable();
        if caught.peek().is_none() {
            return opened;
        }
        let mut after = self.board.clone();
        after.place(by, at, &mut ());
        let forced =
            caught.map(
                |(stone, liberty)| match self.rescue(&after, !by, stone, liberty) {
                    Some(answer) if self.is_near(by, answer) => 0,
                    Some(_) => 1,
                    None => 2 * after.chain_size(stone),
                },
            );
        opened + forced.sum::<usize>()
    }
}

fn is_legal(board: &Board, color: Color, at: Point) -> bool {
    board.is_empty(at) && board.ko() != Some(at) && !board.is_suicide(color, at)
}

/// Returns true if a play is legal and leaves the stone played more than one liberty.
fn stands_after(board: &Board, color: Color, at: Point) -> bool {
    if !board.is_empty(at) || board.ko() == Some(at) {
        return false;
    }
    if !board.captures(color, at) {
        return board.room_after(color, at) == Room::More;
    }
    let mut after = board.clone();
    after.place(color, at, &mut ());
    !after.is_in_atari(at)
}
