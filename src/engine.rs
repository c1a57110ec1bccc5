//! The game in progress and one method for each question about it.
//!
//! Whatever fails leaves everything as it was.

use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::life::benson;
use crate::life::explain::{Explanation, NoChain, explain};
use crate::life::reinforce::{Reinforcement, reinforcements};
use crate::life::unsettled::Unsettled;
use crate::life::{self, Adjudication, Basis, Status};
use crate::playout;
use crate::point::{Move, PerPoint, Play, Point, PointSet, Size};
use crate::position::{Breach, IllegalMove, Position};
use crate::rules::{Counting, Death, Repetition, Rules};
use crate::score::Score;
use crate::search::clock::{self, Clock, Control};
use crate::search::prior;
use crate::search::{Ban, Budget, Search, Settings, Thought, Watch};
use crate::sgf::{Record, SetUp, Step};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a move is thought about where nothing else is said.
pub const TIME_PER_MOVE: Duration = Duration::from_secs(5);
/// The largest komi taken, either way.
pub const MOST_KOMI: f64 = 10_000.0;
/// Playouts behind an estimate that is asked for outside of a search.
const ESTIMATE_PLAYOUTS: u32 = 400;
/// The most playouts of an analysis that nobody ends: the counters of the tree hold more.
const MOST_PLAYOUTS: u64 = 2_000_000_000;

/// What an engine starts with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules in force at first.
    pub rules: Rules,
    /// Komi, where it is not to be that of the rules.
    pub komi: Option<f64>,
    /// Size of the board at first.
    pub size: Size,
    /// Playouts for each move.
    pub playouts: Option<u64>,
    /// The longest time for a move. With neither this nor `playouts` nor a clock it is [`TIME_PER_MOVE`].
    pub time_per_move: Option<Duration>,
    /// Whether every move that fits on the board is taken, and what it breaks remembered, as a referee does; if
    /// not, a move that breaks a rule is refused.
    pub referee: bool,
    /// Whether to pass after the opponent's pass wherever the game is won as it stands, though there may be
    /// points left to win.
    pub friendly_pass: bool,
    /// How to search, and how much work to put into an adjudication.
    pub search: Settings,
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid a move.
    #[error("{0}")]
    IllegalMove(#[from] IllegalMove),
    /// No board has this size.
    #[error("sides are from 2 to 25 points long")]
    Size,
    /// The komi is beyond [`MOST_KOMI`].
    #[error("komi is at most {MOST_KOMI} either way")]
    Komi,
    /// There are not so many moves to take back.
    #[error("not so many moves have been played")]
    Undo,
    /// Handicap stones are for an empty board.
    #[error("there are stones on the board")]
    NotEmpty,
    /// So many handicap stones do not fit, or are none.
    #[error("not a number of handicap stones for this board")]
    HandicapNumber,
    /// A handicap needs two or more points of the board, all different.
    #[error("not two or more different points of the board")]
    HandicapPoints,
    /// The stones cannot all stand: one is off the board, on another, or without a liberty.
    #[error("the stones cannot stand on the board")]
    Setup,
    /// A move of a record cannot be played on its board.
    #[error("move {number}: {reason}")]
    Record {
        /// The number of the move, from 1.
        number: usize,
        /// What is in its way.
        reason: IllegalMove,
    },
    /// The point is not on the board.
    #[error("off the board")]
    OffBoard,
}

/// A move found, or the game given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A move.
    Play(Move),
    /// The game is lost.
    Resign,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Play(to) => write!(f, "{to}"),
            Answer::Resign => f.write_str("resign"),
        }
    }
}

/// How a game stands at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It is counted.
    Score(Score),
    /// A repeated position makes it a draw, or leaves it without a result.
    Repetition(Repetition),
}

/// What a record has before its last stones set up, where the game in progress begins.
#[derive(Clone, Debug, Default)]
struct Earlier {
    moves: usize,
    breaches: Vec<Breach>,
}

/// Everything that a session changes: the game, its rules, the clocks, the tree of the search.
//
// Invariants: `position` is `start` with `plays` played; both have the same rules and komi;
// `adjudication` is that of `position`, if there is one, cut short if `interrupt` was set.
pub struct Engine {
    options: Options,
    komi: Option<f64>,
    start: Position,
    earlier: Earlier,
    plays: Vec<Play>,
    position: Position,
    adjudication: Option<Box<Adjudication>>,
    interrupt: Arc<AtomicBool>,
    clock: Clock,
    search: Search,
    thought: Option<(Color, Thought)>,
}

impl Engine {
    /// An engine before an empty board.
    pub fn new(options: Options) -> Engine {
        let mut start = Position::new(options.size, options.rules);
        start.set_komi(options.komi.unwrap_or(options.rules.komi));
        Engine {
            komi: options.komi,
            position: start.clone(),
            start,
            earlier: Earlier::default(),
            plays: Vec::new(),
            adjudication: None,
            interrupt: Arc::default(),
            clock: Clock::default(),
            thought: None,
            search: Search::new(options.search),
            options,
        }
    }

    /// Judges positions from now on only until another thread sets this flag; what was found by then is told. A
    /// judgement that was cut short is not kept.
    pub fn heed(&mut self, interrupt: &Arc<AtomicBool>) {
        if self.interrupt.load(Ordering::Relaxed) {
            self.adjudication = None;
        }
        self.interrupt = Arc::clone(interrupt);
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// An empty board of this size; rules and komi stay.
    ///
    /// # Errors
    ///
    /// [`Refusal::Size`].
    pub fn resize(&mut self, width: u32, height: u32) -> Result<(), Refusal> {
        let side = |length: u32| u8::try_from(length).ok();
        let size = side(width)
            .zip(side(height))
            .and_then(|(width, height)| Size::new(width, height));
        self.begin(Position::new(size.ok_or(Refusal::Size)?, *self.rules()));
        Ok(())
    }

    /// An empty board of the same size; rules and komi stay.
    pub fn clear(&mut self) {
        self.begin(Position::new(self.size(), *self.rules()));
    }

    /// Sets the komi, from now on whatever the rules.
    ///
    /// # Errors
    ///
    /// [`Refusal::Komi`].
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        if !(-MOST_KOMI..=MOST_KOMI).contains(&komi) {
            return Err(Refusal::Komi);
        }
        self.komi = Some(komi);
        self.put_in_force(*self.rules());
        Ok(())
    }

    /// Puts other rules in force. Their komi comes with them where none has been set.
    pub fn set_rules(&mut self, rules: Rules) {
        self.put_in_force(rules);
    }

    /// Plays a move for either side.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if it is one.
    pub fn play(&mut self, play: Play) -> Result<(), Refusal> {
        self.play_all(&[play])
    }

    /// Plays all of the moves, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`]; for a referee, the first point that is occupied or off the board.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        let mut position = self.position.clone();
        for &(color, to) in plays {
            if self.options.referee {
                position.play_anyway((color, to))?;
            } else {
                position.set_turn(color);
                position.play(to)?;
            }
        }
        self.plays.extend(plays);
        self.reach(position);
        Ok(())
    }

    /// Takes back so many moves.
    ///
    /// # Errors
    ///
    /// [`Refusal::Undo`].
    pub fn undo(&mut self, moves: u32) -> Result<(), Refusal> {
        let left = self
            .plays
            .len()
            .checked_sub(moves as usize)
            .ok_or(Refusal::Undo)?;
        let Some(&(color, _)) = self.plays.get(left) else {
            return Ok(());
        };
        self.plays.truncate(left);
        self.replay();
        self.position.set_turn(color);
        Ok(())
    }

    /// Puts handicap stones on these points; White is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapPoints`].
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), Refusal> {
        if self.position.board().empties().len() != self.size().area() {
            return Err(Refusal::NotEmpty);
        }
        let stones: PointSet = points.iter().copied().collect();
        if points.len() < 2 || stones.len() != points.len() {
            return Err(Refusal::HandicapPoints);
        }
        let board = Board::with_stones(self.size(), &stones, &PointSet::EMPTY);
        let mut start = Position::set_up(
            board.ok_or(Refusal::HandicapPoints)?,
            Color::White,
            *self.rules(),
        );
        start.set_handicap(points.len() as u32);
        self.begin(start);
        Ok(())
    }

    /// Puts so many handicap stones on star points, in the order that GTP gives or the rules of 1949, and says
    /// where.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        let points = self.star_points(stones).ok_or(Refusal::HandicapNumber)?;
        self.set_handicap(&points)?;
        Ok(points)
    }

    /// The star points for a handicap. The order of the rules of 1949 (article 21) is GTP's with the board turned
    /// by half: three stones leave the far left corner open, not the near right one.
    fn star_points(&self, stones: u32) -> Option<Vec<Point>> {
        let size = self.size();
        let points = fixed_handicap(size, stones)?;
        if self.rules().death != Death::Japanese1949 {
            return Some(points);
        }
        let turned = |point: Point| {
            let (column, row) = (point.column(), point.row());
            Point::new(size.width() + 1 - column, size.height() + 1 - row)
        };
        points.into_iter().map(turned).collect()
    }

    /// Puts exactly so many handicap stones on points of the engine's choice, and says where.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn free_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        let fixed = self.star_points(stones);
        let spread = || spread_handicap(self.size(), stones);
        let points = fixed.or_else(spread).ok_or(Refusal::HandicapNumber)?;
        self.set_handicap(&points)
            .map_err(|refusal| match refusal {
                Refusal::HandicapPoints => Refusal::HandicapNumber,
                refusal => refusal,
            })?;
        Ok(points)
    }

    /// Adds stones to those on the board; the game begins anew from there.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_up(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let board = self.position.board();
        let mut found = [board.stones(Color::Black), board.stones(Color::White)];
        for &(color, point) in stones {
            if found.iter().any(|stones| stones.contains(point)) {
                return Err(Refusal::Setup);
            }
            found[color as usize].insert(point);
        }
        let board = Board::with_stones(self.size(), &found[0], &found[1]).ok_or(Refusal::Setup)?;
        let mut start = Position::set_up(board, self.position.turn(), *self.rules());
        start.set_handicap(self.position.handicap());
        start.set_prisoners(self.position.prisoners());
        self.begin(start);
        Ok(())
    }

    /// Lets this side move next.
    pub fn set_turn(&mut self, color: Color) {
        if self.plays.is_empty() {
            self.start.set_turn(color);
        }
        let mut position = self.position.clone();
        position.set_turn(color);
        self.reach(position);
    }

    /// What the engine goes by.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the number of playouts for each move, or leaves it to the time.
    pub fn set_playouts(&mut self, playouts: Option<u64>) {
        self.options.playouts = playouts;
    }

    /// Sets the longest time for a move.
    pub fn set_time_per_move(&mut self, time: Option<Duration>) {
        self.options.time_per_move = time;
    }

    /// Sets whether to pass after the opponent's pass wherever that wins.
    pub fn set_friendly_pass(&mut self, friendly: bool) {
        self.options.friendly_pass = friendly;
    }

    /// Changes how to search, and forgets what has been found.
    pub fn set_search(&mut self, settings: Settings) {
        self.options.search = settings;
        self.search.configure(settings);
        self.adjudication = None;
    }

    /// Forgets what searches and judgements have found.
    pub fn forget(&mut self) {
        self.search.clear();
        self.thought = None;
        self.adjudication = None;
    }

    /// Starts another kind of clock.
    pub fn set_clock(&mut self, control: Control) {
        self.clock = Clock::new(control);
    }

    /// Believes what a clock is said to show.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clock.show(color, seconds, stones);
    }

    /// Finds a move for this side, and plays it unless it gives up.
    pub fn generate(&mut self, color: Color, stop: &AtomicBool, watch: Option<Watch>) -> Answer {
        let answer = self.suggest(color, stop, watch);
        if let Answer::Play(to) = answer {
            self.play_found(color, to);
        }
        answer
    }

    /// Finds a move for this side and does not play it.
    pub fn suggest(&mut self, color: Color, stop: &AtomicBool, watch: Option<Watch>) -> Answer {
        // What an earlier search came to says nothing of this move.
        self.thought = None;
        if self.may_pass_back(color) {
            return Answer::Play(Move::Pass);
        }
        if let Some(to) = self.next_to_finish(color, stop) {
            return Answer::Play(to);
        }
        let thought = self.think(color, stop, watch);
        if thought.resigns {
            Answer::Resign
        } else {
            Answer::Play(thought.best)
        }
    }

    /// Looks at the moves of this side until it is stopped.
    pub fn analyze(&mut self, color: Color, stop: &AtomicBool, watch: Watch) {
        let budget = Budget {
            playouts: Some(MOST_PLAYOUTS),
            ..Budget::default()
        };
        let position = self.position_for(color);
        let thought = self.search.analyze(&position, &budget, stop, Some(watch));
        self.thought = Some((color, thought));
    }

    /// What the last search of this game came to, and whose move it looked for.
    pub fn last_thought(&self) -> Option<&(Color, Thought)> {
        self.thought.as_ref()
    }

    /// Finds a move for this side and plays it: no pass while a dead stone of the opponent can be taken off
    /// the board without loss, that is where moves in one's own territory cost nothing.
    pub fn clean_up(&mut self, color: Color, stop: &AtomicBool) -> Move {
        let may_pass = self.position_for(color).is_legal(Move::Pass);
        let answer = match self.position.last_move() {
            Some((_, Move::Pass)) | None if may_pass => Move::Pass,
            _ => self.think(color, stop, None).best,
        };
        let dead = match self.rules().counting {
            Counting::Area | Counting::Stones => self.adjudicate().dead(),
            Counting::Territory => PointSet::EMPTY,
        };
        let best = match answer {
            Move::At(_) => answer,
            Move::Pass => self.next_to_take(color, &dead, stop).unwrap_or(answer),
        };
        self.play_found(color, best);
        best
    }

    /// The best move toward taking one of these stones, if they are the opponent's: it fills a liberty of them.
    fn next_to_take(&mut self, color: Color, dead: &PointSet, stop: &AtomicBool) -> Option<Move> {
        let position = self.position_for(color);
        let near = (*dead & position.board().stones(!color)).grown();
        let is_near = |&at: &Point| near.contains(at) && position.is_legal(Move::At(at));
        let points: PointSet = self.size().points().filter(is_near).collect();
        if points.is_empty() {
            return None;
        }
        let elsewhere = Ban {
            color,
            points: self.size().all() - points,
            passes: true,
            depth: 1,
        };
        let watch = Watch {
            every: Duration::MAX,
            least_moves: 0,
            bans: &[elsewhere],
            tell: &mut |_| {},
        };
        let thought = self.think(color, stop, Some(watch));
        let considered = thought.candidates.iter().map(|candidate| candidate.to);
        // What the search leaves out fills an eye; it is for where nothing else is left.
        let mut moves = considered.chain(points.iter().map(Move::At));
        let is_safe = |to: &Move| {
            let mut after = position.clone();
            after.play_legal(*to);
            to.point().is_some_and(|at| !after.board().is_in_atari(at))
        };
        moves.find(is_safe).or(points.first().map(Move::At))
    }

    /// Where all stones left on the board count as alive and the opponent has passed: the next move toward
    /// taking a stone that would be dead if the players agreed on it, once nothing else is open, or a pass if
    /// there is none and the game is won.
    fn next_to_finish(&mut self, color: Color, stop: &AtomicBool) -> Option<Move> {
        let has_passed = self.position.last_move() == Some((!color, Move::Pass));
        if self.rules().death != Death::AllAlive || !has_passed {
            return None;
        }
        let mut position = self.position_for(color);
        position.set_rules(Rules {
            death: Death::Agreement,
            ..*self.rules()
        });
        let effort = &self.options.search.effort;
        let standing = life::adjudicate_unless(&position, effort, &self.interrupt);
        if !standing.unclear().is_empty() {
            return None;
        }
        let dead = standing.dead();
        let is_won = f64::from(color.sign()) * standing.score().margin() > 0.0;
        let may_pass = position.is_legal(Move::Pass);
        let passes = (dead.is_empty() && is_won && may_pass).then_some(Move::Pass);
        self.next_to_take(color, &dead, stop).or(passes)
    }

    /// Whether the opponent has passed, and the game is won as it stands.
    fn may_pass_back(&mut self, color: Color) -> bool {
        let has_passed = self.position.last_move() == Some((!color, Move::Pass));
        if !self.options.friendly_pass || !has_passed || self.position.is_over() {
            return false;
        }
        let is_legal = self.position_for(color).is_legal(Move::Pass);
        let standing = self.adjudicate();
        let leads = f64::from(color.sign()) * standing.score().margin() > 0.0;
        is_legal && leads && standing.unclear().is_empty()
    }

    /// Black's lead in points as playouts see it.
    pub fn estimate(&mut self) -> f64 {
        let budget = Budget {
            playouts: Some(u64::from(ESTIMATE_PLAYOUTS)),
            ..Budget::default()
        };
        let never = AtomicBool::new(false);
        let thought = self.search.analyze(&self.position, &budget, &never, None);
        f64::from(self.position.turn().sign()) * thought.lead
    }

    /// Whose each point will be: 1 Black's, -1 White's, between them as playouts see it where it is not proved.
    pub fn ownership(&mut self) -> PerPoint<f64> {
        let (board, turn) = (self.position.board(), self.position.turn());
        let seed = self.options.search.seed;
        let seen = playout::ownership(board, turn, ESTIMATE_PLAYOUTS, seed);
        let mut owners = PerPoint::new(0.0);
        let proved = self.proved();
        for point in self.size().points() {
            owners[point] = owner(&seen, &proved, point);
        }
        owners
    }

    /// The points that are proved to be each side's, as far as that is known without further work.
    pub fn proved(&self) -> PerColor<PointSet> {
        let settled = benson::settled(self.position.board(), self.rules().suicide);
        let mut proved =
            PerColor::from_fn(|color| settled.living[color] | settled.territory[color]);
        let judgements = self.adjudication.iter().flat_map(|found| found.chains());
        for judgement in judgements.filter(|judgement| judgement.basis == Basis::Read) {
            match judgement.status {
                Status::Alive | Status::Seki => proved[judgement.color] |= judgement.stones,
                Status::Dead => proved[!judgement.color] |= judgement.stones,
                Status::Unsettled => {}
            }
        }
        proved
    }

    /// What speaks for each move of the side to play before any playout, as parts of one.
    pub fn priors(&self) -> Vec<(Move, f64)> {
        let mut dice = playout::dice(self.options.search.seed);
        let seeds = prior::seeds(&self.position, 0.5, &mut dice);
        let support =
            |seed: &crate::search::tree::Seed| f64::from(seed.prior) * f64::from(seed.weight);
        let all: f64 = seeds.iter().map(support).sum();
        seeds
            .iter()
            .map(|seed| (seed.to, support(seed) / all))
            .collect()
    }

    /// An empty board of the same size with these stones on it; Black is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        let mut found = PerColor::new(PointSet::EMPTY, PointSet::EMPTY);
        for &(color, point) in stones {
            if found[!color].contains(point) || !found[color].insert(point) {
                return Err(Refusal::Setup);
            }
        }
        let board = Board::with_stones(self.size(), &found[Color::Black], &found[Color::White]);
        let board = board.ok_or(Refusal::Setup)?;
        self.begin(Position::set_up(board, Color::Black, *self.rules()));
        Ok(())
    }

    /// Which stones live, and what the board is worth: the same answer until the position changes.
    pub fn adjudicate(&mut self) -> &Adjudication {
        let Engine {
            adjudication,
            position,
            options,
            interrupt,
            ..
        } = self;
        let effort = &options.search.effort;
        let judge = || Box::new(life::adjudicate_unless(position, effort, interrupt));
        adjudication.get_or_insert_with(judge)
    }

    /// What was played although it breaks a rule in force, in the order it was played: in a record, for a
    /// referee, or under other rules before.
    pub fn breaches(&self) -> Vec<Breach> {
        let mut position = self.start.clone();
        let mut found = self.earlier.breaches.clone();
        for (&play, number) in self.plays.iter().zip(self.earlier.moves + 1..) {
            let fouls = position
                .play_anyway(play)
                .expect("what was played has its place");
            found.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
        }
        found
    }

    /// What the position leaves open, and what it is worth to play first.
    pub fn unsettled(&self) -> Unsettled {
        Unsettled::of(&self.position, &self.options.search.effort, &self.interrupt)
    }

    /// The points of which a side should still play one before the game stops, those worth most first.
    pub fn reinforcements(&mut self, side: Color) -> Vec<Reinforcement> {
        self.adjudicate();
        let adjudication = self.adjudication.as_ref().expect("it has just been made");
        let effort = &self.options.search.effort;
        reinforcements(&self.position, adjudication, side, effort, &self.interrupt)
    }

    /// Why the chain at a point has its status.
    ///
    /// # Errors
    ///
    /// A [`NoChain`] if there is none.
    pub fn explain(&mut self, at: Point) -> Result<Explanation, NoChain> {
        self.adjudicate();
        let adjudication = self.adjudication.as_ref().expect("it has just been made");
        explain(
            &self.position,
            adjudication,
            at,
            &self.options.search.effort,
        )
    }

    /// How the game ends if it ends here.
    pub fn outcome(&mut self) -> Outcome {
        match self.position.repetition() {
            Some(repetition) => Outcome::Repetition(repetition),
            None => Outcome::Score(*self.adjudicate().score()),
        }
    }

    /// The stones that stay on the board and are not in seki, those that are dead, or those in seki:
    /// every stone is in one of the three.
    pub fn stones_that_are(&mut self, status: Status) -> PointSet {
        let board = self.position.board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let adjudication = self.adjudicate();
        let (dead, seki) = (adjudication.dead(), adjudication.stones(Status::Seki));
        match status {
            Status::Dead => dead,
            Status::Seki => seki - dead,
            Status::Alive | Status::Unsettled => (stones - dead) - seki,
        }
    }

    /// Takes over a recorded game, with its board and komi, up to the position before the move of a number
    /// counted from 1, or to its end. Rules stay: what they would have forbidden was played all the same.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`], where stones cannot stand or moves have no place.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        let before = before.map_or(usize::MAX, |number| number as usize);
        let komi = record
            .komi
            .map(usual_komi)
            .filter(|komi| komi.abs() <= MOST_KOMI);
        let mut start = Position::new(record.size(), *self.rules());
        start.set_komi(komi.unwrap_or(self.position.komi()));
        start.set_handicap(record.handicap.unwrap_or(0));
        let mut position = start.clone();
        let mut plays = Vec::new();
        let mut played = 0;
        let mut earlier = Earlier::default();
        let mut breaches = Vec::new();
        for step in record.steps_before(before) {
            match step {
                &Step::Play((color, to)) => {
                    played += 1;
                    if plays.is_empty() {
                        start.set_turn(color);
                        position.set_turn(color);
                    }
                    let (number, play) = (played, (color, to));
                    let fouls = position
                        .play_anyway(play)
                        .map_err(|reason| Refusal::Record { number, reason })?;
                    breaches.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
                    plays.push(play);
                }
                Step::SetUp(set_up) => {
                    position = with_set_up(&position, set_up)?;
                    start = position.clone();
                    plays.clear();
                    earlier = Earlier {
                        moves: played,
                        breaches: breaches.clone(),
                    };
                }
                Step::Comment(_) => {}
            }
        }
        let turn = record.turn_before(before);
        position.set_turn(turn);
        if plays.is_empty() {
            start.set_turn(turn);
        }
        self.komi = komi.or(self.komi);
        self.begin(start);
        self.earlier = earlier;
        self.plays = plays;
        self.reach(position);
        Ok(())
    }

    /// The game as a record, with the result if it is over.
    pub fn record(&mut self) -> Record {
        let start = &self.start;
        let stones = PerColor::from_fn(|color| start.board().stones(color));
        let mut record = Record::new(start.board().size());
        record.komi = Some(start.komi());
        record.rules = Some(start.rules().to_string());
        record.handicap = Some(start.handicap()).filter(|&stones| stones > 0);
        // What readers take for granted need not be said.
        let usual = match start.handicap() {
            0 if start.board().empties().len() == record.size().area() => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        let turn = if self.plays.is_empty() {
            self.position.turn()
        } else {
            start.turn()
        };
        let turn = Some(turn).filter(|&turn| Some(turn) != usual);
        let set_up = SetUp {
            stones,
            turn,
            ..SetUp::default()
        };
        if !set_up.is_empty() {
            record.push(Step::SetUp(Box::new(set_up)));
        }
        for &play in &self.plays {
            record.push(Step::Play(play));
        }
        if self.position.is_over() {
            record.result = Some(match self.outcome() {
                Outcome::Score(score) => score.to_string(),
                Outcome::Repetition(Repetition::Draw) => "0".to_owned(),
                Outcome::Repetition(_) => "Void".to_owned(),
            });
        }
        record
    }

    fn size(&self) -> Size {
        self.position.board().size()
    }

    /// Begins a game from a position, under the rules and with the komi in force.
    fn begin(&mut self, mut start: Position) {
        start.set_rules(*self.rules());
        start.set_komi(self.komi.unwrap_or(self.rules().komi));
        self.start = start.clone();
        self.earlier = Earlier::default();
        self.plays.clear();
        self.clock.restart();
        self.search.clear();
        self.thought = None;
        self.reach(start);
    }

    fn put_in_force(&mut self, rules: Rules) {
        let komi = self.komi.unwrap_or(rules.komi);
        self.start.set_rules(rules);
        self.start.set_komi(komi);
        // What was played under other rules stays played, and is reckoned by the new ones.
        let turn = self.position.turn();
        self.replay();
        self.position.set_turn(turn);
        self.search.clear();
    }

    fn reach(&mut self, position: Position) {
        self.position = position;
        self.adjudication = None;
    }

    fn replay(&mut self) {
        let mut position = self.start.clone();
        for &(color, to) in &self.plays {
            position.set_turn(color);
            position.play_legal(to);
        }
        self.reach(position);
    }

    fn play_found(&mut self, color: Color, to: Move) {
        self.play((color, to)).expect("a search finds legal moves");
    }

    /// The position with this side to move.
    pub fn position_for(&self, color: Color) -> Position {
        let mut position = self.position.clone();
        position.set_turn(color);
        position
    }

    fn think(&mut self, color: Color, stop: &AtomicBool, watch: Option<Watch>) -> Thought {
        let begun = Instant::now();
        let position = self.position_for(color);
        let budget = self.budget(color);
        let thought = self.search.think_aloud(&position, &budget, stop, watch);
        let seconds = begun.elapsed().as_secs_f64();
        self.clock.spend(color, seconds, budget.deadline);
        self.thought = Some((color, thought.clone()));
        thought
    }

    fn budget(&self, color: Color) -> Budget {
        let Options {
            playouts,
            time_per_move,
            ..
        } = self.options;
        let moves = clock::moves_to_make(self.size(), self.position.move_count());
        match self.clock.budget(color, moves) {
            Some(clock) => Budget {
                playouts,
                time: clock.time.into_iter().chain(time_per_move).min(),
                deadline: clock.deadline.into_iter().chain(time_per_move).min(),
            },
            None => {
                let time = time_per_move.or_else(|| playouts.is_none().then_some(TIME_PER_MOVE));
                Budget {
                    playouts,
                    time,
                    deadline: time,
                }
            }
        }
    }
}

/// Whose a point will be, from -1, White's, to 1, Black's: by proof, or by what playouts have seen.
pub fn owner(seen: &playout::Ownership, proved: &PerColor<PointSet>, point: Point) -> f64 {
    let mut colors = Color::BOTH.into_iter();
    match colors.find(|&color| proved[color].contains(point)) {
        Some(color) => f64::from(color.sign()),
        None => seen.of(point),
    }
}

/// The position with stones put on it and taken off it, which a game begins from.
pub(crate) fn with_set_up(position: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
    let board = position.board();
    let mut stones = PerColor::from_fn(|color| board.stones(color));
    set_up.apply(&mut stones);
    let board = Board::with_stones(board.size(), &stones[Color::Black], &stones[Color::White]);
    let turn = set_up.turn.unwrap_or(position.turn());
    let mut start = Position::set_up(board.ok_or(Refusal::Setup)?, turn, *position.rules());
    start.set_komi(position.komi());
    start.set_handicap(position.handicap());
    start.set_prisoners(position.prisoners());
    Ok(start)
}

/// Komi in points. Some servers write hundredths, and some records count as the Chinese do, in stones of
/// two points: 375 and 3.75 are 7.5 points, 650 is 6.5.
fn usual_komi(written: f64) -> f64 {
    let komi = if written.abs() >= 100.0 {
        written / 100.0
    } else {
        written
    };
    let quarters = (komi * 4.0).rem_euclid(2.0);
    if quarters == 1.0 { komi * 2.0 } else { komi }
}

/// The star points that GTP gives for a handicap, or `None` where it has none for the board.
fn fixed_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    let (width, height) = (size.width(), size.height());
    let has_corners = width >= 7 && height >= 7;
    let has_middle = |side: u8| side % 2 == 1 && side >= 9;
    let most = match () {
        () if !has_corners => 0,
        () if has_middle(width) && has_middle(height) => 9,
        () => 4,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let lines = |side: u8| {
        let edge = if side < 13 { 3 } else { 4 };
        [edge, side / 2 + 1, side + 1 - edge]
    };
    let ([left, center, right], [bottom, middle, top]) = (lines(width), lines(height));
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [
        (left, middle),
        (right, middle),
        (center, bottom),
        (center, top),
    ];
    let on_sides = (stones as usize).saturating_sub(4) & !1;
    let mut points: Vec<(u8, u8)> = corners
        .into_iter()
        .chain(sides.into_iter().take(on_sides))
        .collect();
    points.truncate(stones as usize);
    if points.len() < stones as usize {
        points.push((center, middle));
    }
    points
        .into_iter()
        .map(|(column, row)| Point::new(column, row))
        .collect()
}

/// So many points as far from each other as they will go, near the third and fourth lines first; `None` if
/// the board has too few.
fn spread_handicap(size: Size, stones: u32) -> Option<Vec<Point>> {
    if stones < 2 || stones as usize >= size.area() {
        return None;
    }
    let line = |point: Point| {
        let to_edge = |place: u8, side: u8| place.min(side + 1 - place);
        to_edge(point.column(), size.width()).min(to_edge(point.row(), size.height()))
    };
    let near_edge = size.width().min(size.height()) < 13;
    let best_line = if near_edge { 3 } else { 4 };
    let mut points: Vec<Point> = Vec::new();
    for _ in 0..stones {
        let worth = |&point: &Point| {
            let apart = points
                .iter()
                .map(|&stone| point.distance(stone))
                .min()
                .unwrap_or(0);
            (
                apart.min(6),
                std::cmp::Reverse(line(point).abs_diff(best_line)),
                apart,
            )
        };
        let free = size.points().filter(|point| !points.contains(point));
        points.push(free.max_by_key(worth)?);
    }
    Some(points)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_servers_write_it() {
        for (written, meant) in [
            (6.5, 6.5),
            (0.0, 0.0),
            (-7.5, -7.5),
            (7.0, 7.0),
            (3.75, 7.5),
            (375.0, 7.5),
            (325.0, 6.5),
            (650.0, 6.5),
            (750.0, 7.5),
        ] {
            assert_eq!(usual_komi(written), meant, "{written}");
        }
    }

    #[test]
    fn handicap_points_are_those_of_the_protocol() {
        let points = |width, height, stones| {
            let size = Size::new(width, height).unwrap();
            let points = fixed_handicap(size, stones)?;
            Some(
                points
                    .iter()
                    .map(Point::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            )
        };
        let found = |side, stones| points(side, side, stones);
        assert_eq!(found(19, 2).as_deref(), Some("D4 Q16"));
        assert_eq!(found(19, 3).as_deref(), Some("D4 Q16 D16"));
        assert_eq!(found(19, 6).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(found(19, 7).as_deref(), Some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(
            found(19, 8).as_deref(),
            Some("D4 Q16 D16 Q4 D10 Q10 K4 K16")
        );
        assert_eq!(
            found(13, 9).as_deref(),
            Some("D4 K10 D10 K4 D7 K7 G4 G10 G7")
        );
        assert_eq!(found(12, 4).as_deref(), Some("C3 K10 C10 K3"));
        assert_eq!(points(9, 13, 5).as_deref(), Some("C4 G10 C10 G4 E7"));
        for (side, stones) in [(19, 1), (19, 10), (12, 5), (7, 5), (6, 2), (2, 2)] {
            assert_eq!(found(side, stones), None, "{stones} on {side}");
        }
    }

    #[test]
    fn free_handicap_stones_are_spread() {
        for (side, stones) in [(2, 2), (3, 4), (5, 9), (19, 30), (25, 100)] {
            let size = Size::square(side).unwrap();
            let points = spread_handicap(size, stones).unwrap();
            let set: PointSet = points.iter().copied().collect();
            assert_eq!(
                (points.len(), set.len()),
                (stones as usize, stones as usize)
            );
            assert!(set.is_subset(&size.all()));
        }
        assert_eq!(spread_handicap(Size::square(2).unwrap(), 4), None);
    }
}
