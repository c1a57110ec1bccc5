//! The last moves of a game: its small open parts, each searched to its end.
//!
//! A board that is nearly finished falls into parts: a dame, a ko, a chain that must be connected
//! once the dame next to it are filled, an open border. Alpha-beta search plays each part out with
//! either side first; a pass is always allowed, and two passes end a line. A part is *cold* if both
//! orders lead to the same margin. A sum of cold parts is worth the sum of their margins, whoever
//! moves first: for the stops L and R of games without zugzwang, L(G + H) ≤ L(G) + L(H) and
//! R(G + H) ≥ R(G) + R(H) (Conway 1976). With one hot part added, the sum has the stops of that
//! part. Several hot parts are searched together.
//!
//! The search assumes:
//!
//! - The statuses of the judgement hold outside the parts. A chain is firm if it is unconditionally
//!   alive or has more than [`FEW`] liberties in its own territory.
//! - In a large open region only the border is played on.
//! - A play that repeats a board of its line is not tried.
//!
//! Stones of a part that are not firm are read once both sides have passed. Results are therefore
//! estimates as good as the judgement, not proofs.

use super::adjudication::{Adjudication, is_open};
use super::count::CountedBoard;
use super::effort::{Effort, Occasion};
use super::finish::Finish;
use super::status::{Basis, Judgement, Status};
use crate::go::board::Board;
use crate::go::board::hash::BoardHash;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Death, Rules, Tax};
use crate::go::score::{Score, Terms, score};
use crate::go::territory::{Seki, territory, territory_beside};
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::{Procedure, Side};
use crate::life::reading::{Budget, Reader, ReadingResult};
use fxhash::FxHashMap;
use std::sync::atomic::AtomicBool;

/// Minimum number of liberties in its own territory, less one, of a chain that needs no play when
/// its other liberties are filled.
const FEW: usize = 2;
/// Maximum number of empty points of a region that is played on everywhere.
const WHOLE_REGION: usize = 6;
/// Maximum number of empty points next to a border that is searched.
const LONGEST_BORDER: usize = 5;
/// Maximum number of empty points of a part, and of several parts that are searched together.
const MOST_EMPTY: usize = 9;
const MOST_EMPTY_TOGETHER: usize = 11;
/// Maximum number of captured stones whose points are played on again.
const MOST_VACATED: usize = 2;
/// Maximum number of positions of one search.
const MOST_POSITIONS: usize = 60_000;
/// Maximum number of moves of a line.
const LONGEST_LINE: usize = 40;
/// Maximum number of empty points around stones that are read at the end of a line, and of states.
const MOST_ROOM: usize = 10;
const MOST_STATES: usize = 400;
/// Work for each point of the board, in units of a [meter](Meter::A_SECOND): of a position of the
/// search, of a board at the end of a line, and of reading that board.
const POSITION_WORK: u64 = 20;
const END_WORK: u64 = 60;
const READING_WORK: u64 = 6_000;

/// Divisor of the work of a judgement; the quotient may be spent here.
const SHARE: u64 = 48;

/// Plays out a board with the stones in `dead` dead, with either side first; `None` if a part is
/// too large or the search takes too much work.
pub(super) fn played_out(
    position: &Position,
    dead: &PointSet,
    settled: &Settled,
    effort: &Effort,
    stop: &AtomicBool,
) -> Option<PerColor<PlayedOut>> {
    let meter = effort.meter(position.board(), stop);
    let meter = meter.at_most(effort.work / SHARE);
    LastMoves::of(position, dead, settled, &meter)?.played_out()
}

/// Plays out a judged position with either side first; `None` if too much of it is open, a part is
/// too large, the search takes too much work, or an end contradicts what is proved.
pub(super) fn of_judged(
    position: &Position,
    judged: &Adjudication,
    effort: &Effort,
    stop: &AtomicBool,
) -> Option<PerColor<PlayedOut>> {
    if position.rules().death == Death::AllAlive || is_open(position.board(), &judged.unclear()) {
        return None;
    }
    let ends = played_out(position, &judged.dead(), judged.settled(), effort, stop)?;
    let keeps_proofs = |end: &PlayedOut| {
        let lost = end.finish.lost(position.board());
        let mut chains = judged.chains().iter();
        !chains.any(|chain| holds_in_play(chain) && chain.stones.meets(&lost) != is_lost(chain))
    };
    ends.0.iter().all(keeps_proofs).then_some(ends)
}

fn is_lost(chain: &Judgement) -> bool {
    chain.status == Status::Dead
}

/// Returns true if a status is proved to hold in play, whoever moves first.
///
/// A chain that dies although its owner moves first in the reading is lost in play as well, and a
/// chain that lives although its opponent moves first is kept.
fn holds_in_play(chain: &Judgement) -> bool {
    match chain.basis {
        Basis::PassAlive | Basis::Enclosed | Basis::Safe => true,
        Basis::Read(procedure) => is_lost(chain) == (procedure.first == Side::Defender),
        _ => false,
    }
}

/// Returns the plays with which the position ends better for a side than with the opponent first.
///
/// If area counts, the value of a dame is not enough.
pub(super) fn owed(
    position: &Position,
    judged: &Adjudication,
    played_out: &PerColor<PlayedOut>,
    side: Color,
    effort: &Effort,
    stop: &AtomicBool,
) -> Vec<Owed> {
    let lead = |score: &Score| f64::from(side.sign()) * score.margin();
    let least = match position.rules().counting {
        Counting::Territory => 0.0,
        Counting::Area | Counting::Stones => WORTH_OF_A_DAME,
    };
    let risk = lead(&played_out[!side].score(position));
    let meter = effort.meter(position.board(), stop);
    let meter = meter.at_most(effort.work / SHARE);
    let mut found: Vec<Owed> = vec![];
    for at in played_out[side].hot.iter() {
        let mut after = position.stopped();
        after.set_turn(side);
        if !position.board().is_empty(at) || after.play(Move::At(at)).is_err() {
            continue;
        }
        let stones = after.board().stones(Color::Black) | after.board().stones(Color::White);
        let dead = (judged.dead() & stones) - after.board().chain(at).collect();
        let settled = benson::settled(after.board(), after.rules().suicide);
        let Some(game) = LastMoves::of(&after, &dead, &settled, &meter) else {
            continue;
        };
        let Some(answered) = game.played_out() else {
            continue;
        };
        let score = answered[!side].score(&after);
        let worth = lead(&score) - risk;
        if worth > least {
            found.push(Owed {
                at,
                gain: lead(&game.standing()) - lead(judged.score()),
                worth,
                score,
            });
        }
    }
    found
}

/// A play that a side should still make.
pub(super) struct Owed {
    /// The point.
    pub(super) at: Point,
    /// The gain in points if both sides pass after it.
    pub(super) gain: f64,
    /// The gain in points over the opponent moving first.
    pub(super) worth: f64,
    /// The score with best play after it.
    pub(super) score: Score,
}

/// Difference in points between filling a dame and leaving it to the opponent if area counts.
const WORTH_OF_A_DAME: f64 = 2.0;

/// Returns the points of the parts if either side first leads to the same margin, or else none.
pub(super) fn resolved(played_out: &PerColor<PlayedOut>) -> PointSet {
    let [black, white] = &played_out.0;
    if black.margin == white.margin {
        black.parts
    } else {
        PointSet::EMPTY
    }
}

/// The open parts of a judged board.
struct LastMoves<'a> {
    position: &'a Position,
    /// The stones that are dead in the judgement.
    dead: PointSet,
    /// All other stones.
    living: PerColor<PointSet>,
    /// The points of the regions that only one side's living stones surround.
    inner: PerColor<PointSet>,
    /// The points behind the borders of large open regions, where only the owner plays.
    behind: PerColor<PointSet>,
    /// The empty points between living stones of both colors.
    open: PointSet,
    parts: Vec<Part>,
    /// Single dame next to firm chains only.
    dame: Vec<Point>,
    meter: &'a Meter<'a>,
}

/// The end of a board that is played out.
#[derive(Clone)]
pub(super) struct PlayedOut {
    /// The last board and the moves.
    pub(super) finish: Finish,
    /// Black's margin in points on it, without komi.
    pub(super) margin: f64,
    /// The points of the parts, with their stones, and the single dame.
    pub(super) parts: PointSet,
    /// The points of the parts that end differently with the other side first.
    pub(super) hot: PointSet,
}

impl PlayedOut {
    /// The score of the board at the end.
    pub(super) fn score(&self, position: &Position) -> Score {
        CountedBoard::as_it_stands(position, self.finish.clone(), Occasion::Stopped).score
    }
}

/// A part of the board that is searched by itself.
#[derive(Clone, Default)]
struct Part {
    /// All points, with the stones that can be captured there.
    area: PointSet,
    /// The points where plays are tried when they are empty.
    field: PointSet,
    /// The living stones that are not firm and can be read.
    read: PointSet,
}

impl<'a> LastMoves<'a> {
    /// Finds the parts of a board with the stones in `dead` dead; `None` if one is too large to be
    /// searched.
    fn of(
        position: &'a Position,
        dead: &PointSet,
        settled: &Settled,
        meter: &'a Meter<'a>,
    ) -> Option<LastMoves<'a>> {
        let board = position.board();
        let living = PerColor::from_fn(|color| board.stones(color) - *dead);
        let empty: PointSet = board.empties().iter().copied().collect();
        let free = (board.size().all() - living[Color::Black]) - living[Color::White];
        let mut inner = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
        let mut between = vec![];
        let mut own = vec![];
        for region in free.components() {
            let around = region.grown();
            match Color::BOTH.map(|color| around.meets(&living[color])) {
                [true, true] => between.push(region),
                [true, false] => {
                    inner[Color::Black] |= region;
                    own.push(region);
                }
                [false, true] => {
                    inner[Color::White] |= region;
                    own.push(region);
                }
                [false, false] => return None,
            }
        }
        let mut field = PointSet::EMPTY;
        let mut area = PointSet::EMPTY;
        let mut borders = vec![];
        let mut all_behind = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
        for region in &between {
            let points = *region & empty;
            if points.len() <= WHOLE_REGION {
                field |= points;
                area |= *region;
                continue;
            }
            // Behind the border, a large region belongs to the side with more stones around it.
            let (color, border) = border(&points, &living)?;
            let behind = *region - border;
            inner[color] |= behind;
            all_behind[color] |= behind;
            own.push(behind);
            borders.push(border);
            field |= border;
            area |= border;
        }
        let loose: Vec<Chain> = Chain::all(board)
            .into_iter()
            .filter(|chain| {
                !chain.stones.meets(dead)
                    && !chain.stones.is_subset(&settled.living[chain.color])
                    && (chain.liberties & inner[chain.color]).len() <= FEW
            })
            .collect();
        let mut read = PointSet::EMPTY;
        // Plays in a part affect the chains next to it that are not firm, and the regions with the
        // other liberties of these chains.
        loop {
            let before = (area, field);
            for chain in &loose {
                let is_short = chain.liberties.len() == 1;
                if !is_short && !chain.liberties.meets(&field) {
                    continue;
                }
                area |= chain.stones | chain.liberties;
                field |= chain.liberties;
                let beside = own.iter().filter(|region| region.meets(&chain.liberties));
                let (small, large): (Vec<&PointSet>, Vec<&PointSet>) =
                    beside.partition(|region| (**region & empty).len() <= WHOLE_REGION);
                area |= small.into_iter().copied().collect();
                if large.is_empty() {
                    read |= chain.stones;
                }
            }
            if (area, field) == before {
                break;
            }
        }
        // If more stones are captured, reading decides about their points.
        let is_short = |chain: &Chain| chain.stones.len() <= MOST_VACATED;
        let short = Chain::all(board).into_iter().filter(is_short);
        let vacated: PointSet = short.map(|chain| chain.stones).collect();
        field |= vacated & area;
        let mut parts = vec![];
        let mut dame = vec![];
        // The ends of one border form one part.
        let mut areas: Vec<PointSet> = area.components().collect();
        for border in &borders {
            let (joined, others): (Vec<PointSet>, Vec<PointSet>) =
                areas.into_iter().partition(|area| area.meets(border));
            areas = others;
            areas.push(joined.into_iter().collect());
        }
        for area in areas {
            let stones = area - empty;
            if stones.is_empty() && area.len() == 1 {
                dame.extend(area.first());
                continue;
            }
            let part = Part {
                area,
                field: field & area,
                read: read & area,
            };
            if (part.field & empty).len() > MOST_EMPTY {
                return None;
            }
            parts.push(part);
        }
        Some(LastMoves {
            position,
            dead: *dead,
            living,
            inner,
            behind: all_behind,
            open: between.into_iter().collect::<PointSet>() & empty,
            parts,
            dame,
            meter,
        })
    }

    /// Plays everything out with either side first; `None` if that takes too much work.
    fn played_out(&self) -> Option<PerColor<PlayedOut>> {
        let mut cold = vec![];
        let mut hot = vec![];
        for part in &self.parts {
            let mut search = PartSearch::new(self, vec![part.clone()], 0);
            if search.is_cold()? {
                cold.push(search);
            } else {
                hot.push(search);
            }
        }
        let counts_dame = self.position.rules().counting != Counting::Territory;
        let together = match hot.len() {
            0 => None,
            1 if !counts_dame || self.dame.is_empty() => hot.pop(),
            _ => {
                let parts: Vec<Part> = hot.into_iter().flat_map(|search| search.parts).collect();
                let field: PointSet = parts.iter().map(|part| part.field).collect();
                let empty: PointSet = self.position.board().empties().iter().copied().collect();
                if (field & empty).len() > MOST_EMPTY_TOGETHER {
                    return None;
                }
                let dame = if counts_dame { self.dame.len() } else { 0 };
                Some(PartSearch::new(self, parts, dame))
            }
        };
        let parts = together.iter().flat_map(|search| &search.parts);
        let hot = parts.map(|part| part.area).collect();
        let mut searches: Vec<PartSearch> = together.into_iter().chain(cold).collect();
        let [black, white] = Color::BOTH.map(|first| self.line(first, &mut searches, hot));
        Some(PerColor::new(black?, white?))
    }

    /// Returns the score if both sides pass.
    fn standing(&self) -> Score {
        let board = self.position.board();
        let areas: PointSet = self.parts.iter().map(|part| part.area).collect();
        let lost = self.parts.iter().map(|part| self.dead_in(board, part).0);
        let dead = (self.dead - areas) | lost.collect();
        let finish = Finish::with_dead(self.position, dead);
        CountedBoard::as_it_stands(self.position, finish, Occasion::Stopped).score
    }

    /// Plays the best moves of each search in turn, and then the remaining dame.
    fn line(&self, first: Color, searches: &mut [PartSearch], hot: PointSet) -> Option<PlayedOut> {
        let mut plays = vec![];
        let mut dame = self.dame.iter();
        let mut dead = self.dead;
        let mut turn = first;
        for search in &mut *searches {
            let (moves, end) = search.line(turn)?;
            for &to in moves.iter() {
                let at = match to {
                    PartMove::Play(at) => Some(at),
                    PartMove::Dame => dame.next().copied(),
                    PartMove::Pass => None,
                };
                if let Some(at) = at {
                    plays.push((turn, Move::At(at)));
                }
                turn = !turn;
            }
            for part in &search.parts {
                dead -= part.area;
            }
            dead |= end;
        }
        for &at in dame {
            plays.push((turn, Move::At(at)));
            turn = !turn;
        }
        let mut finish = Finish {
            board: self.position.board().clone(),
            dead,
            plays,
            prisoners: self.position.prisoners(),
        };
        for &(color, to) in &finish.plays {
            let at = to.point().expect("passes are left out");
            if !finish.board.is_empty(at) || finish.board.is_suicide(color, at) {
                return None;
            }
            let lifted = finish.board.place(color, at, &mut ());
            finish.prisoners[color] += u32::from(lifted.captured);
        }
        let board = &finish.board;
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        finish.dead &= stones;
        let areas = self.parts.iter().map(|part| part.area);
        Some(PlayedOut {
            margin: finish.margin(&self.position.rules().untaxed()),
            finish,
            parts: areas.collect::<PointSet>() | self.dame.iter().copied().collect(),
            hot,
        })
    }
}

/// Returns the border of a large open region, and the side that owns the rest of the region.
///
/// The border is the empty points next to the stones of the side that has fewer such points, and
/// the points next to these. Returns `None` if there are too many.
fn border(points: &PointSet, living: &PerColor<PointSet>) -> Option<(Color, PointSet)> {
    let beside = living.0.map(|stones| stones.grown() & *points);
    let (color, short) = if beside[0].len() <= beside[1].len() {
        (Color::White, beside[0])
    } else {
        (Color::Black, beside[1])
    };
    let near = short.grown() & *points;
    (short.len() <= LONGEST_BORDER && near.len() <= MOST_EMPTY).then_some((color, near))
}

/// A move of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartMove {
    Play(Point),
    /// One of the single dame, if dame count.
    Dame,
    Pass,
}

/// A position of a search.
#[derive(Clone)]
struct PartState {
    board: Board,
    hash: BoardHash,
    turn: Color,
    passes: u8,
    /// Number of single dame that are left.
    dame: usize,
}

/// Everything that the value of a state depends on.
type StateKey = (BoardHash, Color, u8, usize, Option<Point>);

impl PartState {
    fn key(&self) -> StateKey {
        let ko = self.board.ko();
        (self.hash, self.turn, self.passes, self.dame, ko)
    }

    /// Returns the state after a move and the number of captured stones. Boards are large, so the
    /// state is on the heap.
    fn after(&self, to: PartMove) -> (Box<PartState>, i32) {
        let mut next = Box::new(self.clone());
        next.turn = !self.turn;
        next.passes = 0;
        let mut captured = 0;
        match to {
            PartMove::Play(at) => {
                let PartState { board, hash, .. } = &mut *next;
                let lifted = board.place(self.turn, at, hash);
                captured = i32::from(lifted.captured);
            }
            PartMove::Dame => {
                next.dame -= 1;
                next.board.lift_ko();
            }
            PartMove::Pass => {
                next.passes = self.passes + 1;
                next.board.lift_ko();
            }
        }
        (next, captured)
    }
}

/// The alpha-beta search of several parts together.
///
/// Values are margins in points for the side to move, without earlier prisoners.
struct PartSearch<'a> {
    game: &'a LastMoves<'a>,
    parts: Vec<Part>,
    field: PointSet,
    area: PointSet,
    /// The stones on the board of the position.
    stood: PointSet,
    dame: usize,
    /// The rules for counting the ends of lines.
    rules: Rules,
    /// Known bounds of values.
    bounds: FxHashMap<StateKey, (i32, i32)>,
    /// The counts of boards at the ends of lines, with their dead stones.
    ends: FxHashMap<BoardHash, (i32, PointSet)>,
    /// The states of the current line.
    path: Vec<StateKey>,
    /// Number of positions left to search.
    left: usize,
}

/// A number above any margin.
const INFINITE: i32 = i32::MAX / 4;
/// The index for a value that depends on no earlier state of the path.
const NOWHERE: usize = usize::MAX;

impl<'a> PartSearch<'a> {
    fn new(game: &'a LastMoves<'a>, parts: Vec<Part>, dame: usize) -> PartSearch<'a> {
        let board = game.position.board();
        PartSearch {
            game,
            field: parts.iter().map(|part| part.field).collect(),
            area: parts.iter().map(|part| part.area).collect(),
            stood: board.stones(Color::Black) | board.stones(Color::White),
            parts,
            dame,
            // The empty point of a ko that the opponent can take is neutral until the ko is closed.
            rules: Rules {
                ko_points: false,
                ..*game.position.rules()
            },
            bounds: FxHashMap::default(),
            ends: FxHashMap::default(),
            path: vec![],
            left: MOST_POSITIONS,
        }
    }

    /// Returns the first state, with `turn` to move.
    fn root(&self, turn: Color) -> PartState {
        let mut board = self.game.position.board().clone();
        if turn != self.game.position.turn() {
            board.lift_ko();
        }
        PartState {
            hash: BoardHash::of(&board),
            board,
            turn,
            passes: 0,
            dame: self.dame,
        }
    }

    /// Returns true if either side first leads to the same margin; `None` if the work runs out.
    fn is_cold(&mut self) -> Option<bool> {
        let [black, white] = Color::BOTH.map(|turn| {
            let root = self.root(turn);
            self.exact(&root)
        });
        (!self.is_over()).then_some(black == -white)
    }

    /// Returns the value of a state for the side to move, by searches with a window of one point,
    /// the first at the count of the board (MTD(f), Plaat et al. 1996).
    fn exact(&mut self, state: &PartState) -> i32 {
        let (mut least, mut most) = (-INFINITE, INFINITE);
        let mut guess = state.turn.sign() * self.end(state).0;
        while least < most && !self.is_over() {
            let high = guess.max(least + 1);
            guess = self.value(state, high - 1, high).0;
            if guess < high {
                most = guess;
            } else {
                least = guess;
            }
        }
        guess
    }

    fn is_over(&self) -> bool {
        self.left == 0 || self.game.meter.is_over()
    }

    /// Returns the best line with a side first, without the passes at its end, and the dead stones
    /// of the parts after it; `None` if the work runs out.
    fn line(&mut self, turn: Color) -> Option<(Vec<PartMove>, PointSet)> {
        let mut state = self.root(turn);
        let mut moves = vec![];
        self.path.clear();
        while state.passes < 2 && moves.len() < LONGEST_LINE {
            let to = self.best(&state)?;
            self.path.push(state.key());
            state = *state.after(to).0;
            moves.push(to);
        }
        self.path.clear();
        while moves.last() == Some(&PartMove::Pass) {
            moves.pop();
        }
        let end = self.end(&state);
        Some((moves, end.1))
    }

    /// Returns the best move. Among equal moves a dame comes first, then a pass.
    fn best(&mut self, state: &PartState) -> Option<PartMove> {
        let mut moves = self.moves(state);
        let open = self.game.open;
        moves.sort_by_key(|&to| match to {
            PartMove::Dame => 0,
            PartMove::Play(at) if open.contains(at) => 1,
            PartMove::Pass => 2,
            PartMove::Play(_) => 3,
        });
        let value = self.exact(state);
        self.path.push(state.key());
        let keeps = |&to: &PartMove| {
            let (next, gain) = self.after(state, to);
            let most = gain - value;
            !self.path.contains(&next.key()) && self.value(&next, most, most + 1).0 <= most
        };
        let best = moves.into_iter().find(keeps);
        self.path.pop();
        (!self.is_over()).then_some(best.unwrap_or(PartMove::Pass))
    }

    /// Returns the state after a move and the immediate gain in points.
    fn after(&self, state: &PartState, to: PartMove) -> (Box<PartState>, i32) {
        let (next, captured) = state.after(to);
        let gain = match self.rules.counting {
            Counting::Territory => captured,
            Counting::Area | Counting::Stones => i32::from(to == PartMove::Dame),
        };
        (next, gain)
    }

    /// Returns the value of a state for the side to move, exact between the bounds, and the first
    /// index on the path that it depends on.
    fn value(&mut self, state: &PartState, low: i32, high: i32) -> (i32, usize) {
        let depth = self.path.len();
        if state.passes == 2 || depth >= LONGEST_LINE {
            let value = state.turn.sign() * self.end(state).0;
            return (value, if state.passes == 2 { NOWHERE } else { 0 });
        }
        let key = state.key();
        let known = self.bounds.get(&key).copied();
        let (least, most) = known.unwrap_or((-INFINITE, INFINITE));
        if least == most || least >= high {
            return (least, NOWHERE);
        }
        if most <= low {
            return (most, NOWHERE);
        }
        if self.is_over() {
            return (0, 0);
        }
        self.left -= 1;
        self.game.spend(POSITION_WORK);
        self.path.push(key);
        let mut best = -INFINITE;
        let mut rests_on = NOWHERE;
        for to in self.moves(state) {
            let (next, gain) = self.after(state, to);
            if let Some(place) = self.path.iter().position(|&key| key == next.key()) {
                rests_on = rests_on.min(place);
                continue;
            }
            let (value, place) = self.value(&next, gain - high, gain - low.max(best));
            best = best.max(gain - value);
            rests_on = rests_on.min(place);
            if best >= high {
                break;
            }
        }
        self.path.pop();
        // A value that depends on an earlier state holds on this line only.
        if rests_on < depth {
            return (best, rests_on);
        }
        if !self.is_over() {
            let bounds = self.bounds.entry(key).or_insert((-INFINITE, INFINITE));
            if best > low {
                bounds.0 = bounds.0.max(best);
            }
            if best < high {
                bounds.1 = bounds.1.min(best);
            }
        }
        (best, NOWHERE)
    }

    /// Returns the moves to try: captures first, a pass last.
    fn moves(&self, state: &PartState) -> Vec<PartMove> {
        let (board, turn) = (&state.board, state.turn);
        let is_tried = |&at: &Point| {
            board.is_empty(at)
                && !self.game.behind[!turn].contains(at)
                && board.ko() != Some(at)
                && !board.is_suicide(turn, at)
                && !is_own_eye(board, turn, at)
        };
        // Stones played in a part add the points next to them.
        let played = (board.stones(Color::Black) | board.stones(Color::White)) - self.stood;
        let field = self.field | (played.grown() & self.area);
        let mut points: Vec<Point> = field.iter().filter(is_tried).collect();
        points.sort_by_key(|&at| !board.captures(turn, at));
        let points = points.into_iter().map(PartMove::Play);
        let dame = (state.dame > 0).then_some(PartMove::Dame);
        points.chain(dame).chain([PartMove::Pass]).collect()
    }

    /// Returns Black's margin on the board of a state if both sides pass, without prisoners, and the
    /// dead stones of the parts.
    fn end(&mut self, state: &PartState) -> (i32, PointSet) {
        if let Some(&known) = self.ends.get(&state.hash) {
            return known;
        }
        self.game.spend(END_WORK);
        let board = &state.board;
        let (mut dead, mut is_read) = (PointSet::EMPTY, false);
        for part in &self.parts {
            let (lost, by_reading) = self.game.dead_in(board, part);
            dead |= lost;
            is_read |= by_reading;
        }
        let all_dead = dead | (self.game.dead - self.area);
        let rules = &self.rules;
        let counted = if is_read && rules.tax == Tax::Seki {
            let finish = Finish {
                board: board.clone(),
                dead: all_dead,
                plays: vec![],
                prisoners: PerColor::default(),
            };
            let except = finish.independent(rules);
            territory_beside(board, &all_dead, &Seki::NextToDame { except }, rules)
        } else {
            // Dame that are left on the way would look like sekis.
            territory(board, &all_dead, &rules.untaxed())
        };
        let counted = score(board, &counted, &Terms::default(), rules);
        let found = (counted.margin().round() as i32, dead);
        self.ends.insert(state.hash, found);
        found
    }
}

impl LastMoves<'_> {
    /// Charges work for each point of the board.
    fn spend(&self, work: u64) {
        let points = self.position.board().size().area() as u64;
        self.meter.spend(points * work);
    }

    /// Returns the dead stones of a part if both sides pass, and true if a chain was read.
    fn dead_in(&self, board: &Board, part: &Part) -> (PointSet, bool) {
        let stones = PerColor::from_fn(|color| board.stones(color));
        let standing = PerColor::from_fn(|color| stones[color] & self.living[color]);
        let firm = PerColor::from_fn(|color| (standing[color] - part.read).flood(&stones[color]));
        let mut asked = vec![];
        for color in Color::BOTH {
            let loose = (stones[color] & part.area) - firm[color];
            asked.extend(
                loose
                    .components()
                    .map(|chain| (color, chain.flood(&stones[color]))),
            );
        }
        // If all chains were living ones, play itself decides; nothing is read.
        if asked
            .iter()
            .all(|(color, chain)| chain.meets(&standing[*color]))
        {
            return (PointSet::EMPTY, false);
        }
        let walls = firm[Color::Black] | firm[Color::White];
        let empty: PointSet = board.empties().iter().copied().collect();
        let settled = Settled {
            living: firm,
            territory: PerColor::from_fn(|color| self.inner[color] - part.area),
        };
        // If no stone was dead before, a new stone that is cut off from living ones is dead.
        let is_cut_off = |color: Color, chain: &PointSet| {
            let reached = chain.flood(&(board.size().all() - firm[!color]));
            !reached.grown().meets(&firm[color])
        };
        if !part.area.meets(&self.dead) {
            let lost = asked.iter().filter(|(color, chain)| {
                !chain.meets(&standing[*color]) && is_cut_off(*color, chain)
            });
            return (lost.map(|&(_, chain)| chain).collect(), false);
        }
        self.spend(READING_WORK);
        let procedure = Procedure::of(self.position.rules()).unwrap_or(Procedure::LOCAL);
        let budget = Budget {
            states: MOST_STATES,
        };
        let reader = Reader::assuming(board, settled, procedure, budget);
        let mut reader = reader.within(self.meter.clone());
        let mut dead = PointSet::EMPTY;
        let mut is_read = false;
        for (color, chain) in asked {
            let free = board.size().all() - walls;
            let room = chain.flood(&free) & empty;
            let verdict = if room.len() <= MOST_ROOM {
                is_read = true;
                let stone = chain.first().expect("a chain has stones");
                reader.judge(stone).verdict
            } else {
                ReadingResult::Unsettled
            };
            let is_dead = match verdict {
                ReadingResult::Alive => false,
                ReadingResult::Dead => true,
                ReadingResult::Unsettled if chain.meets(&standing[color]) => false,
                ReadingResult::Unsettled if chain.meets(&self.dead) => true,
                ReadingResult::Unsettled => is_cut_off(color, &chain),
            };
            if is_dead {
                dead |= chain;
            }
        }
        (dead, is_read)
    }
}

/// Returns true if a point is an eye of one chain that has another liberty.
fn is_own_eye(board: &Board, color: Color, at: Point) -> bool {
    board.around(at).is_enclosed_by(color) && {
        let around = at.neighbours().into_iter();
        let mut around = around.filter(|&at| board.at(at).is_some());
        let chain = around.next().map(|at| board.chain_name(at));
        chain.is_some_and(|chain| {
            !board.is_in_atari(chain) && around.all(|at| board.chain_name(at) == chain)
        })
    }
}
