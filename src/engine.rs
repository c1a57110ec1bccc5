//! A session: the game in progress with a search and clocks, one method for each request.
//!
//! Whatever fails leaves everything as it was.

mod judgement;
mod moves;
mod playing_out;

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::ending::{Claim, Decision, NotNow, Phase};
use crate::game::{Game, MovesMade, Refusal};
use crate::judge::{Judged, Meant, Occasion};
use crate::playout::dice;
use crate::point::{Move, Point, Size};
use crate::position::Position;
use crate::rules::Rules;
use crate::search::clock::{Clock, TimeControl};
use crate::search::{Search, SearchResult, SearchSettings};
use crate::sgf::Record;
use crate::tree::oracle::Oracle;
use rand_xoshiro::rand_core::Rng;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a move is thought about where nothing else is said.
pub const TIME_PER_MOVE: Duration = Duration::from_secs(5);

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
    /// How long a move takes on the clock beside the engine's own time, at most; `None` where only the clock shows it.
    pub lag: Option<Duration>,
    /// Whether every move that fits on the board is taken, and what it breaks remembered, as a referee does; if
    /// not, a move that breaks a rule is refused.
    pub referee: bool,
    /// Whether to pass after the opponent's pass wherever the game is won as it stands, though there may be
    /// points left to win.
    pub friendly_pass: bool,
    /// Whether each new game is searched with another seed, so that games do not repeat; if not, with the one given.
    pub new_seeds: bool,
    /// How to search, and how much work to put into an adjudication.
    pub search: SearchSettings,
}

/// A move found, or the game given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generated {
    /// A move.
    Play(Move),
    /// The game is lost.
    Resign,
}

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Generated::Play(to) => write!(f, "{to}"),
            Generated::Resign => f.write_str("resign"),
        }
    }
}

/// Everything that a session changes: the game, the clocks, the tree of the search.
//
// Invariant: `judged` and `in_play` are those of the game's position, cut short if `interrupt` was set.
pub struct Engine {
    options: Options,
    game: Game,
    /// The judgement by which the position is scored.
    judged: Judged,
    /// The judgement as a game in progress, by which moves are chosen; unused where `judged` is one.
    in_play: Judged,
    interrupt: Arc<AtomicBool>,
    /// When the move that is being found has to be made.
    due: Option<Instant>,
    clock: Clock,
    /// Who is asked about positions.
    oracle: Option<Arc<dyn Oracle>>,
    search: Search,
    thought: Option<(Color, SearchResult)>,
}

/// What a session was before a request.
#[derive(Debug)]
pub struct Checkpoint {
    options: Options,
    clock: Clock,
    game: GameBefore,
}

/// A game as it was.
#[derive(Debug)]
enum GameBefore {
    Whole(Box<Game>),
    Moves(MovesMade),
}

impl Engine {
    /// An engine before an empty board.
    pub fn new(options: Options) -> Engine {
        Engine::asking(None, options)
    }

    /// An engine before an empty board that asks an oracle, if there is one, about positions.
    pub fn asking(oracle: Option<Arc<dyn Oracle>>, options: Options) -> Engine {
        let game = Game::new(options.size, options.rules, options.komi);
        Engine {
            judged: Judged::asking(oracle.clone(), game.occasion()),
            in_play: Judged::asking(oracle.clone(), Occasion::Game),
            game,
            interrupt: Arc::default(),
            due: None,
            clock: Clock::with_lag(options.lag),
            thought: None,
            search: Search::asking(oracle.clone(), options.search),
            oracle,
            options,
        }
    }

    /// The game in progress.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position at hand.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// What the engine goes by.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many threads search, where the system has given fewer than were wanted.
    pub fn fewer_threads(&self) -> Option<usize> {
        let given = self.search.threads();
        (given < self.options.search.threads).then_some(given)
    }

    /// What a request may change, for [`restore`](Engine::restore). Where nothing but `plays` can be made, that does not
    /// depend on the length of the game.
    pub fn checkpoint(&self, plays: bool) -> Checkpoint {
        Checkpoint {
            options: self.options.clone(),
            clock: self.clock.clone(),
            game: match plays {
                true => GameBefore::Moves(self.game.moves_made()),
                false => GameBefore::Whole(Box::new(self.game.clone())),
            },
        }
    }

    /// Goes back to a checkpoint, whatever state a request was left in, and forgets what was found.
    pub fn restore(&mut self, before: Checkpoint) {
        self.options = before.options;
        self.clock = before.clock;
        match before.game {
            GameBefore::Whole(game) => self.game = *game,
            GameBefore::Moves(made) => self.game.go_back_to(made),
        }
        self.search = Search::asking(self.oracle.clone(), self.options.search);
        self.thought = None;
        self.has_changed();
    }

    /// Judges positions from now on only until another thread sets this flag; what was found by then is told. A
    /// judgement that was cut short is not kept.
    pub fn heed(&mut self, interrupt: &Arc<AtomicBool>) {
        if self.interrupt.load(Ordering::Relaxed) {
            self.has_changed();
        }
        self.interrupt = Arc::clone(interrupt);
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
            .and_then(|(width, height)| Size::new(width, height))
            .ok_or(Refusal::Size)?;
        self.begin(|game| {
            game.resize(size);
            Ok(())
        })
    }

    /// An empty board of the same size; rules and komi stay.
    pub fn clear(&mut self) {
        self.game.clear();
        self.has_begun();
    }

    /// Sets the komi, from now on whatever the rules.
    ///
    /// # Errors
    ///
    /// [`Refusal::Komi`].
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        self.change(|game| game.set_komi(komi))?;
        self.search.clear();
        Ok(())
    }

    /// Puts other rules in force. Their komi comes with them where none has been set.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
        self.has_changed();
        self.search.clear();
    }

    /// Plays a move for either side.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`](crate::position::IllegalMove), if it is one.
    pub fn play(&mut self, play: Play) -> Result<(), Refusal> {
        self.play_all(&[play])
    }

    /// Plays all of the moves, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`](crate::position::IllegalMove); for a referee, the first point that is occupied or off
    /// the board.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        match self.options.referee {
            true => self.change(|game| game.record_all(plays)),
            false => self.change(|game| game.play_all(plays)),
        }
    }

    /// Takes back this many moves.
    ///
    /// # Errors
    ///
    /// [`Refusal::Undo`].
    pub fn undo(&mut self, moves: u32) -> Result<(), Refusal> {
        self.change(|game| game.undo(moves))
    }

    /// Says how many prisoners each side holds.
    ///
    /// # Errors
    ///
    /// [`Refusal::Prisoners`].
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) -> Result<(), Refusal> {
        self.change(|game| game.set_prisoners(prisoners))?;
        self.search.clear();
        Ok(())
    }

    /// Lets this side move next.
    pub fn set_turn(&mut self, color: Color) {
        self.game.set_turn(color);
        self.has_changed();
    }

    /// Adds stones to those on the board; the game begins anew from there.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_up(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        self.begin(|game| game.set_up(stones))
    }

    /// An empty board of the same size with these stones on it; Black is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_position(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        self.begin(|game| game.set_position(stones))
    }

    /// Puts handicap stones on these points; White is to move.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapPoints`].
    pub fn set_handicap(&mut self, points: &[Point]) -> Result<(), Refusal> {
        self.begin(|game| game.set_handicap(points))
    }

    /// Puts this many handicap stones on star points and says where; see [`Game::fixed_handicap`].
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        self.begin(|game| game.fixed_handicap(stones))
    }

    /// Puts exactly this many handicap stones on points of its own choice, and says where.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn free_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        self.begin(|game| game.free_handicap(stones))
    }

    /// Takes over a recorded game; see [`Game::load`].
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`], where stones cannot stand or moves have no place, and [where](Refusal::At) that is.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        self.begin(|game| game.load(record, before))
    }

    /// Takes down what a player decides about the ending. Where that leaves it to the rules to say what lives, they
    /// do so by the judgement of the position.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        match self.game.decide(decision)? {
            Phase::Ruling => {
                let claim = Claim::of(&self.adjudicate());
                self.game.decide(Decision::Ruling(Box::new(claim)))?;
                Ok(())
            }
            _ => Ok(()),
        }
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
    pub fn set_search(&mut self, settings: SearchSettings) {
        self.options.search = settings;
        self.search.configure(settings);
        self.has_changed();
    }

    /// Sets the seed of the random numbers of searches, from now on the same for each game.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.new_seeds = false;
        self.set_search(SearchSettings {
            seed,
            ..self.options.search
        });
    }

    /// Forgets what searches and judgements have found.
    pub fn forget(&mut self) {
        self.search.clear();
        self.thought = None;
        self.has_changed();
    }

    /// Starts another kind of clock.
    pub fn set_clock(&mut self, control: TimeControl) {
        self.clock.set(control);
    }

    /// Believes what a clock is said to show.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clock.show(color, seconds, stones);
    }

    /// Changes the game in progress.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Game) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = change(&mut self.game)?;
        self.has_changed();
        Ok(done)
    }

    /// Says what positions are meant as when they are judged, from now on; `None` takes it back.
    pub fn mean(&mut self, meant: Option<Meant>) {
        self.game.mean(meant);
        self.has_changed();
    }

    /// Begins another game.
    fn begin<T>(
        &mut self,
        begin: impl FnOnce(&mut Game) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = begin(&mut self.game)?;
        self.has_begun();
        Ok(done)
    }

    /// Forgets the judgements of an earlier position.
    fn has_changed(&mut self) {
        self.judged = Judged::asking(self.oracle.clone(), self.game.occasion());
        self.in_play = Judged::asking(self.oracle.clone(), Occasion::Game);
    }

    /// What was found is of another game.
    fn has_begun(&mut self) {
        self.clock.restart();
        if self.options.new_seeds {
            let seed = dice(self.options.search.seed).next_u64();
            self.options.search.seed = seed;
        }
        self.search.configure(self.options.search);
        self.thought = None;
        self.has_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Effort, Status, log};
    use std::collections::HashSet;

    const EFFORT: Effort = Effort {
        playouts: 50,
        seed: 1,
        states: 2_000,
        safety: 2_000,
        ..Effort::USUAL
    };

    fn engine(rules: Rules) -> Engine {
        Engine::new(Options {
            rules,
            komi: Some(0.5),
            size: Size::square(5).expect("within the limits"),
            playouts: Some(300),
            time_per_move: None,
            lag: None,
            referee: false,
            friendly_pass: true,
            new_seeds: false,
            search: SearchSettings {
                threads: 1,
                memory: 8 << 20,
                seed: 1,
                resign: 0.3,
                effort: EFFORT,
            },
        })
    }

    /// The stones of a picture, Black's first.
    fn stones(picture: &str) -> Vec<(Color, Point)> {
        let board = crate::board::diagram::board(picture).expect("a board");
        let of = |color| {
            board
                .stones(color)
                .iter()
                .map(move |at| (color, at))
                .collect::<Vec<_>>()
        };
        Color::BOTH.into_iter().flat_map(of).collect()
    }

    /// Deciding on a move, the result, the lists of stones, what is open and why stones live: all read one judgement.
    #[test]
    fn a_position_is_judged_once() {
        let picture = "
            . X X O .
            X X X O O
            . . X O .
            X X X O O
            . X X O .";
        let stones = stones(picture);
        for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::CHINESE] {
            let mut engine = engine(rules);
            engine.set_position(&stones).expect("a board");
            let never = Arc::default();
            _ = log::take();
            let mut moves = 0;
            while !engine.position().is_over() && moves < 6 {
                engine.suggest(engine.position().turn(), &never, None);
                let color = engine.position().turn();
                engine.generate(color, &never, None);
                moves += 1;
                engine.outcome();
                for status in [Status::Alive, Status::Dead, Status::Seki] {
                    engine.stones_that_are(status);
                }
                engine.unsettled();
                engine.reinforcements(color);
                engine.explain(stones[0].1).expect("a stone");
                engine.proved();
                engine.record();
            }
            // Those of lines of play inside the search have an effort of their own.
            let effort = format!("{EFFORT:?}");
            let mut judged = log::take();
            judged.retain(|position| position.ends_with(&effort));
            let different: HashSet<&String> = judged.iter().collect();
            assert_eq!(judged.len(), different.len(), "{rules}: {judged:#?}");
            assert!(judged.len() >= moves, "{rules}: {moves} moves");
        }
    }

    /// Games repeat where a seed was given, and only there.
    #[test]
    fn each_game_has_a_seed_of_its_own_unless_one_is_given() {
        let moves = |new_seeds: bool| {
            let mut engine = engine(Rules::CHINESE);
            engine.options.new_seeds = new_seeds;
            let never = Arc::default();
            let mut games = Vec::new();
            for _ in 0..4 {
                engine.resize(9, 9).expect("a size");
                let found = (0..6).map(|number| {
                    let color = [Color::Black, Color::White][number % 2];
                    engine.generate(color, &never, None)
                });
                games.push(found.collect::<Vec<_>>());
            }
            games
        };
        let same = moves(false);
        assert!(same.iter().all(|game| *game == same[0]), "{same:?}");
        let different = moves(true);
        assert!(
            different.iter().any(|game| *game != different[0]),
            "{different:?}"
        );
    }

    /// A double-ko seki under the improved rules of 2009, with colors exchanged too: whoever takes a ko after two passes
    /// may not pass on, and the generated move is always legal.
    #[test]
    fn a_forbidden_pass_is_not_generated() {
        let picture = "
            . X . X O X X X .
            X X X O O X X X X
            O X O . O X X X .
            . O O O O X X X X
            O O X X X X X X .
            X X X X X X X X X
            X X X X . X . X .
            X X X X X X X X X
            . X . X . X . X .";
        for exchanged in [false, true] {
            let color_of = |color: Color| if exchanged { !color } else { color };
            let stones = stones(picture).into_iter();
            let stones: Vec<_> = stones.map(|(color, at)| (color_of(color), at)).collect();
            let mut engine = engine(Rules::IMPROVED_2009);
            engine.resize(9, 9).expect("a size");
            engine
                .set_komi(if exchanged { -20.5 } else { 20.5 })
                .expect("a komi");
            engine.set_position(&stones).expect("a board");
            let never = Arc::default();
            let mut color = color_of(Color::Black);
            for _ in 0..8 {
                let found = engine.suggest(color, &never, None);
                if let Generated::Play(to) = found {
                    assert!(
                        engine.game().position_for(color).is_legal(to),
                        "{color} {to}"
                    );
                    engine.play((color, to)).expect("a legal move");
                }
                color = !color;
            }
        }
    }
}
