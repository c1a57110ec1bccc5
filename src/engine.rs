//! A session: the game in progress with a search and clocks, one method for each request.
//!
//! A request that fails changes nothing.

mod judgement;
mod moves;
mod playing_out;
pub mod search;

use crate::engine::search::clock::{Clock, TimeControl};
use crate::engine::search::{Search, SearchResult, SearchSettings};
use crate::formats::sgf::Record;
use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, Size};
use crate::go::position::Position;
use crate::go::rules::Rules;
use crate::mcts::playout::dice;
use crate::mcts::tree::oracle::Oracle;
use crate::referee::ending::{Decision, NotNow, Phase, StatusClaim};
use crate::referee::game::{Conventions, Game, MovesMade, Refusal};
use crate::referee::judge::{Judged, Meant, Occasion};
use rand_xoshiro::rand_core::Rng;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time for a move if nothing else is set.
pub const TIME_PER_MOVE: Duration = Duration::from_secs(5);

/// The options of an engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules at the start.
    pub rules: Rules,
    /// Komi; `None` for that of the rules.
    pub komi: Option<f64>,
    /// The board size at the start.
    pub size: Size,
    /// Playouts for each move.
    pub playouts: Option<u64>,
    /// The longest time for a move.
    ///
    /// With neither this nor `playouts` nor a clock it is [`TIME_PER_MOVE`].
    pub time_per_move: Option<Duration>,
    /// The maximum lag of a move on the clock; `None` to learn it from the clock.
    ///
    /// The lag is the time that a move takes on the clock besides the time of the engine.
    pub lag: Option<Duration>,
    /// True to record every move that fits on the board, with the violations, as a referee does.
    ///
    /// Otherwise a move that breaks a rule is refused.
    pub referee: bool,
    /// True if the rules of a loaded record apply, until rules are set.
    pub takes_rules: bool,
    /// How moves and set-ups are understood.
    pub conventions: Conventions,
    /// True to pass after the opponent's pass if the game is won as it stands.
    ///
    /// There may be points left to win.
    pub friendly_pass: bool,
    /// True to search each new game with a fresh seed, so that games do not repeat.
    ///
    /// Otherwise each game uses the seed given.
    pub new_seeds: bool,
    /// The settings of the search and the effort of adjudications.
    pub search: SearchSettings,
}

/// A generated move, or resignation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generated {
    /// A move.
    Play(Move),
    /// The game is resigned.
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

/// A game that is far from its end: a count of its board says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FarFromOver {
    /// It goes on, or it was set up: its result is estimated.
    InPlay,
    /// Both sides have passed. They have ended the game, so the board is counted as it stands.
    Stopped,
}

/// A session: the game, the clocks, the search tree and the judgements of the position.
//
// Invariant: `judged` and `in_play` belong to the game's position. They are cut short if
// `interrupt` was set.
pub struct Engine {
    options: Options,
    game: Game,
    /// The judgement that scores the position.
    judged: Judged,
    /// The judgement as a game in progress, which chooses moves; unused if `judged` is one.
    in_play: Judged,
    interrupt: Arc<AtomicBool>,
    /// The deadline of the move being generated.
    due: Option<Instant>,
    clock: Clock,
    /// The evaluator, if any.
    oracle: Option<Arc<dyn Oracle>>,
    search: Search,
    thought: Option<(Color, SearchResult)>,
    /// Black's lead by a short search, if it was asked for in this position.
    estimated: Option<f64>,
}

/// The state of a session before a request.
#[derive(Debug)]
pub struct Checkpoint {
    options: Options,
    clock: Clock,
    game: GameBefore,
}

/// The state of a game before a request.
#[derive(Debug)]
enum GameBefore {
    Whole(Box<Game>),
    Moves(MovesMade),
}

impl Engine {
    /// Creates an engine with an empty board.
    pub fn new(options: Options) -> Engine {
        Engine::asking(None, options)
    }

    /// Creates an engine with an empty board and an optional evaluator.
    pub fn asking(oracle: Option<Arc<dyn Oracle>>, options: Options) -> Engine {
        let mut game = Game::new(options.size, options.rules, options.komi);
        game.set_conventions(options.conventions);
        if options.takes_rules {
            game.take_rules_of_records();
        }
        Engine {
            judged: Judged::asking(oracle.clone(), game.occasion()),
            in_play: Judged::asking(oracle.clone(), Occasion::Game),
            game,
            interrupt: Arc::default(),
            due: None,
            clock: Clock::with_lag(options.lag),
            thought: None,
            estimated: None,
            search: Search::asking(oracle.clone(), options.search),
            oracle,
            options,
        }
    }

    /// Returns the game in progress.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the rules in force.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// Returns the options in force.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the number of search threads if the system has started fewer than requested.
    pub fn fewer_threads(&self) -> Option<usize> {
        let given = self.search.threads();
        (given < self.options.search.threads).then_some(given)
    }

    /// Saves the state that a request may change, for [`restore`](Engine::restore).
    ///
    /// If the request can only make `plays`, the cost does not depend on the length of the game.
    pub fn checkpoint(&self, plays: bool) -> Checkpoint {
        Checkpoint {
            options: self.options.clone(),
            clock: self.clock.clone(),
            game: if plays {
                GameBefore::Moves(self.game.moves_made())
            } else {
                GameBefore::Whole(Box::new(self.game.clone()))
            },
        }
    }

    /// Restores a checkpoint and clears searches and judgements.
    ///
    /// The request may have left the engine in any state.
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

    /// Sets the stop flag of judgements.
    ///
    /// A judgement ends when another thread sets the flag, and returns its findings up to then. A
    /// judgement that was cut short is not kept.
    pub fn heed(&mut self, interrupt: &Arc<AtomicBool>) {
        if self.interrupt.load(Ordering::Relaxed) {
            self.has_changed();
        }
        self.interrupt = Arc::clone(interrupt);
    }

    /// Starts a game on an empty board of this size. Rules and komi stay.
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

    /// Starts a game on an empty board of the current size. Rules and komi stay.
    pub fn clear(&mut self) {
        self.game.clear();
        self.has_begun();
    }

    /// Sets the komi, which also stays when the rules change.
    ///
    /// # Errors
    ///
    /// [`Refusal::Komi`].
    pub fn set_komi(&mut self, komi: f64) -> Result<(), Refusal> {
        self.change(|game| game.set_komi(komi))?;
        self.search.clear();
        Ok(())
    }

    /// Changes the rules. Their komi takes effect unless a komi has been set.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.set_rules(rules);
        self.has_changed();
        self.search.clear();
    }

    /// Plays a move for either side.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`](crate::go::position::IllegalMove), if it is one.
    pub fn play(&mut self, play: Play) -> Result<(), Refusal> {
        self.play_all(&[play])
    }

    /// Plays all of the moves, or none of them.
    ///
    /// # Errors
    ///
    /// The first [`IllegalMove`](crate::go::position::IllegalMove). A referee refuses only a point
    /// that is occupied or off the board.
    pub fn play_all(&mut self, plays: &[Play]) -> Result<(), Refusal> {
        if self.options.referee {
            self.change(|game| game.record_all(plays))
        } else {
            self.change(|game| game.play_all(plays))
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

    /// Sets the prisoners that each side holds.
    ///
    /// # Errors
    ///
    /// [`Refusal::Prisoners`].
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) -> Result<(), Refusal> {
        self.change(|game| game.set_prisoners(prisoners))?;
        self.search.clear();
        Ok(())
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, color: Color) {
        self.game.set_turn(color);
        self.has_changed();
    }

    /// Adds stones to those on the board, and starts a new game from there.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`].
    pub fn set_up(&mut self, stones: &[(Color, Point)]) -> Result<(), Refusal> {
        self.begin(|game| game.set_up(stones))
    }

    /// Starts a game from these stones on a board of the current size; Black is to move.
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

    /// Puts handicap stones on star points and returns them; see [`Game::fixed_handicap`].
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        self.begin(|game| game.fixed_handicap(stones))
    }

    /// Puts exactly this many handicap stones on points of its choice, and returns them.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotEmpty`] or [`Refusal::HandicapNumber`].
    pub fn free_handicap(&mut self, stones: u32) -> Result<Vec<Point>, Refusal> {
        self.begin(|game| game.free_handicap(stones))
    }

    /// Loads a recorded game; see [`Game::load`].
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`] if stones cannot stand or moves cannot be played,
    /// and [where](Refusal::At) that is.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        self.begin(|game| game.load(record, before))
    }

    /// Records a player's decision about the ending.
    ///
    /// If it leaves life and death to the rules, the judgement of the position decides.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        let before = self.game.moves_made();
        let phase = self.game.decide(decision)?;
        if self.game.moves_made() != before {
            self.has_changed();
        }
        match phase {
            Phase::Ruling => {
                let claim = StatusClaim::of(&self.adjudicate());
                self.game.decide(Decision::Ruling(Box::new(claim)))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Sets the number of playouts for each move; `None` leaves the limit to the time.
    pub fn set_playouts(&mut self, playouts: Option<u64>) {
        self.options.playouts = playouts;
    }

    /// Sets the longest time for a move.
    pub fn set_time_per_move(&mut self, time: Option<Duration>) {
        self.options.time_per_move = time;
    }

    /// Sets whether to pass after the opponent's pass if that wins.
    pub fn set_friendly_pass(&mut self, friendly: bool) {
        self.options.friendly_pass = friendly;
    }

    /// Sets how moves and set-ups are understood.
    pub fn set_conventions(&mut self, conventions: Conventions) {
        self.options.conventions = conventions;
        self.game.set_conventions(conventions);
        self.has_changed();
        self.search.clear();
    }

    /// Changes the settings of the search and clears its tree.
    pub fn set_search(&mut self, settings: SearchSettings) {
        self.options.search = settings;
        self.search.configure(settings);
        self.has_changed();
    }

    /// Sets the seed of searches. Every game then uses it.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.new_seeds = false;
        self.set_search(SearchSettings {
            seed,
            ..self.options.search
        });
    }

    /// Clears the results of searches and judgements.
    pub fn forget(&mut self) {
        self.search.clear();
        self.thought = None;
        self.has_changed();
    }

    /// Sets the time control and resets the clocks.
    pub fn set_clock(&mut self, control: TimeControl) {
        self.clock.set(control);
    }

    /// Sets a clock to the time left as sent by the controller.
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

    /// Sets the kind of position to judge as; `None` restores the default.
    pub fn mean(&mut self, meant: Option<Meant>) {
        self.game.mean(meant);
        self.has_changed();
    }

    /// Returns true if stopped games are counted with the reinforcements that the last dame force.
    #[must_use]
    pub fn fills_dame(&self) -> bool {
        self.options.search.effort.fills
    }

    /// Counts stopped games with the reinforcements that the last dame force, or as they stand.
    pub fn fill_dame(&mut self, fills: bool) {
        self.options.search.effort.fills = fills;
        self.has_changed();
    }

    /// Starts another game.
    fn begin<T>(
        &mut self,
        begin: impl FnOnce(&mut Game) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = begin(&mut self.game)?;
        self.has_begun();
        Ok(done)
    }

    /// Clears the judgements of an earlier position.
    fn has_changed(&mut self) {
        self.estimated = None;
        self.judged = Judged::asking(self.oracle.clone(), self.game.occasion());
        self.in_play = Judged::asking(self.oracle.clone(), Occasion::Game);
    }

    /// Resets the clocks, the search and the judgements for another game.
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
    use crate::referee::judge::{Aim, Effort, Status, log};
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
            takes_rules: false,
            conventions: Conventions::default(),
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

    /// Returns the stones of a picture, Black's first.
    fn stones(picture: &str) -> Vec<(Color, Point)> {
        let board = crate::go::board::diagram::board(picture).expect("a board");
        let of = |color| {
            board
                .stones(color)
                .iter()
                .map(move |at| (color, at))
                .collect::<Vec<_>>()
        };
        Color::BOTH.into_iter().flat_map(of).collect()
    }

    /// Moves, results, stone lists, open points and explanations share one judgement.
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
            // Judgements of lines inside the search have a different effort.
            let effort = format!("{EFFORT:?}");
            let mut judged = log::take();
            judged.retain(|position| position.ends_with(&effort));
            let different: HashSet<&String> = judged.iter().collect();
            assert_eq!(judged.len(), different.len(), "{rules}: {judged:#?}");
            assert!(judged.len() >= moves, "{rules}: {moves} moves");
        }
    }

    /// Proofs of a diagram, and of a game on a small board, take no more work than an answer.
    #[test]
    fn a_position_is_not_judged_again_for_its_proofs() {
        let mut engine = engine(Rules::PROPOSAL_2012);
        engine.options.search.effort = EFFORT.aiming_at(Aim::Answer);
        let stones = stones(
            ". X X O .
             X X X O O
             . . X O .
             X X X O O
             . X X O .",
        );
        engine.set_position(&stones).expect("a board");
        for (before, occasion) in [(None, Occasion::Diagram), (Some("E3"), Occasion::Game)] {
            if let Some(at) = before {
                let to = at.parse().expect("a move");
                engine.play((Color::White, to)).expect("a legal move");
            }
            _ = log::take();
            engine.adjudicate();
            let proved = engine.adjudicate_with_proofs();
            assert_eq!(proved.occasion(), occasion);
            assert_eq!(log::take().len(), 1, "{occasion:?}");
        }
    }

    /// Games repeat if a seed was given, and only then.
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

    /// A double-ko seki under the improved rules of 2009, also with colors exchanged.
    ///
    /// A side that takes a ko after two passes may not pass next, and the generated move is always
    /// legal.
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
