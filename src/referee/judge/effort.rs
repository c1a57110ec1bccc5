//! The effort of a judgement and the kind of position that is judged.

use crate::go::board::Board;
use crate::go::position::Position;
use crate::go::rules::{Death, Ko, Rules};
use crate::life::meter::Meter;
use crate::life::reading::{Limits, Wide};
use crate::life::safety::SafetyLimits;
use smallvec::{SmallVec, smallvec};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The kind of position that is judged.
///
/// A stopped game and a diagram with equal boards have equal dead stones. The variants describe the
/// differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Occasion {
    /// A game in progress.
    ///
    /// The dame are still to be filled, with the side to move first, and stones captured while
    /// filling them are lost. Reading is limited to the time that is available in play.
    Game,
    /// A game that its players have stopped.
    ///
    /// It is counted as it stands, except for reinforcements that filling the last dame forces
    /// ([`Effort::fills`]). Groups with two eyes are not in seki because of dame that both players
    /// have passed over.
    Stopped,
    /// A diagram: a position that was set up, without any move played.
    ///
    /// It is counted as it stands and to the letter: under the rules of 1989 a dame left open makes
    /// seki of every group next to it ([`dame_makes_seki`](Rules::dame_makes_seki)).
    Diagram,
}

/// The purpose of a judgement, which decides when it may stop.
///
/// An answer by GTP has to come fast, and most finished games are clear at a glance: one judgement
/// with 1/20 of the work counts 100 games as well as the full work does. Proofs take longer and are
/// worth waiting for if they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aim {
    /// Judges once with the given work, as in a search.
    #[default]
    Fixed,
    /// Proves as much as the work allows. A diagram that stays unclear gets twice the work.
    Proofs,
    /// Answers as soon as nothing is unclear: a game on a board larger than 13×13 gets 1/20 of the
    /// work; if that leaves something unclear, 1/8; and if that leaves a group unclear, all of it.
    /// A diagram gets all of the work and then twice as much.
    Answer,
}

/// The effort of a judgement: its work, its memory and its random numbers.
///
/// No clock is read, so a judgement is identical on every machine. An adjudication costs at most
/// about the [`work`](Effort::work), or [`Effort::COST`] times its playouts if that is more.
/// [Aims](Aim) other than [`Aim::Fixed`] divide or multiply the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of playouts for an estimate.
    pub playouts: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Maximum number of states for reading one fight of a game in progress; 0 disables reading.
    /// The limit for a whole board is several times this number.
    pub states: usize,
    /// Maximum number of states for finding the chains of one color that are safe by alternating
    /// play, once a game is nearly over; 0 disables the search.
    pub safety: usize,
    /// Maximum total work in units of a [meter](Meter::A_SECOND). Reading may use the work that the
    /// playouts leave.
    pub work: u64,
    /// Maximum memory in bytes.
    pub memory: usize,
    /// True if the evaluator, if there is one, estimates the chains that are neither proved nor
    /// read.
    pub asks: bool,
    /// True if a stopped game is counted with the reinforcements (手入れ) that filling its last dame
    /// forces; false if it is counted as it stands.
    pub fills: bool,
    /// The purpose, which decides when the judgement may stop.
    pub aim: Aim,
}

/// A user's override of the kind of position ([`Occasion::of`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meant {
    /// A diagram, judged to the letter, even if moves were played.
    Diagram,
    /// A game, even if it was set up. A position without any move played counts as a stopped game.
    Game,
}

impl Meant {
    /// Returns the name that users type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Meant::Diagram => "diagram",
            Meant::Game => "game",
        }
    }
}

impl Occasion {
    /// Returns the kind of position after a user's override.
    #[must_use]
    pub fn meant_as(self, meant: Option<Meant>) -> Occasion {
        match (meant, self) {
            (Some(Meant::Diagram), _) => Occasion::Diagram,
            (Some(Meant::Game), Occasion::Diagram) => Occasion::Stopped,
            (Some(Meant::Game) | None, seen) => seen,
        }
    }

    /// Returns the kind of position that users of graphical programs expect.
    ///
    /// A position that was set up is a diagram until a stone is played. After that it is a game,
    /// and two passes stop it.
    #[must_use]
    pub fn of(position: &Position) -> Occasion {
        match position.passes() {
            _ if !position.is_played_on() => Occasion::Diagram,
            0 | 1 => Occasion::Game,
            _ => Occasion::Stopped,
        }
    }
}

impl Effort {
    /// The default effort: a steady judgement of a finished 19×19 game in a fraction of a second.
    ///
    /// It takes at most about 2 s and 256 MiB.
    pub const USUAL: Effort = Effort {
        playouts: 600,
        seed: 1,
        states: 100_000,
        safety: 250_000,
        work: 2 * Meter::A_SECOND,
        memory: 256 << 20,
        asks: true,
        fills: true,
        aim: Aim::Fixed,
    };

    /// Divisor of the work for a quick judgement of a game.
    const QUICK: u32 = 20;
    /// Divisor of the work for a longer judgement of a game.
    const ANSWER: u32 = 8;
    /// Maximum number of doubtful points in a game that do not justify the full work.
    const GROUP: usize = 8;
    /// Factor for the work of a diagram.
    const DIAGRAM: u32 = 2;
    /// The most points of a board whose games are judged at once with all of the work.
    const SMALL_BOARD: usize = 13 * 13;

    /// Returns this effort with another purpose.
    #[must_use]
    pub fn aiming_at(self, aim: Aim) -> Effort {
        Effort { aim, ..self }
    }

    /// Returns the efforts to try in turn, never empty.
    ///
    /// Each comes with the maximum number of doubtful points that its judgement may leave and still
    /// be the answer. The last judgement is the answer in any case.
    pub(super) fn stages(
        self,
        occasion: Occasion,
        board: &Board,
    ) -> SmallVec<[(Effort, usize); 3]> {
        let fixed = self.aiming_at(Aim::Fixed);
        match self.aim_for(occasion, board) {
            Aim::Fixed => smallvec![(fixed, 0)],
            Aim::Proofs => smallvec![(fixed, 0), (fixed.times(Effort::DIAGRAM, 1), 0)],
            Aim::Answer => smallvec![
                (fixed.times(1, Effort::QUICK), 0),
                (fixed.times(1, Effort::ANSWER), Effort::GROUP),
                (fixed, 0),
            ],
        }
    }

    /// Returns the purpose as far as it matters for a kind of position.
    ///
    /// A proof of a game takes the given work, and so does an answer about a small board. An answer
    /// about a diagram tries as much as a proof.
    pub(super) fn aim_for(self, occasion: Occasion, board: &Board) -> Aim {
        let is_small = board.size().area() <= Effort::SMALL_BOARD;
        match (self.aim, occasion) {
            (Aim::Proofs | Aim::Answer, Occasion::Diagram) => Aim::Proofs,
            (Aim::Answer, _) if !is_small => Aim::Answer,
            _ => Aim::Fixed,
        }
    }

    /// Returns this effort with its work multiplied by a fraction. Memory and playouts do not grow.
    fn times(self, times: u32, of: u32) -> Effort {
        let work = self.work * u64::from(times) / u64::from(of);
        let time = Duration::from_secs_f64(work as f64 / Meter::A_SECOND as f64);
        let scaled = Effort::taking(time);
        Effort {
            playouts: scaled.playouts.min(self.playouts),
            memory: self.memory,
            seed: self.seed,
            asks: self.asks,
            fills: self.fills,
            ..scaled
        }
    }

    /// Playouts of all searches of fights together, for each playout of the estimate. Searches with
    /// either side moving first are included.
    pub(super) const SEARCH_COST: u32 = 6;
    /// Maximum cost of an adjudication, as a multiple of its playouts. Searching the fights and
    /// trying moves to finish the board cost a number of playouts too.
    pub const COST: u32 = 4 + Effort::SEARCH_COST;
    /// Factor for the reading of each question about a chain in a stopped game or a diagram,
    /// relative to a game in progress.
    const ENDED: usize = 10;
    /// Maximum number of empty points around a chain for reading a fight to its end.
    const MOST_ROOM: usize = 60;
    /// Maximum number of empty points around a chain for reading a fight in play.
    const MOST_ROOM_IN_PLAY: usize = 24;
    /// Limits for wide fights, which can seldom be read to their end: with more empty points than
    /// the first number, the limit for a board is the second number times
    /// [`states`](Effort::states).
    const WIDE: [(usize, usize); 2] = [(16, 30), (20, 6)];

    /// Maximum time of the default effort.
    const USUAL_TIME: Duration = Duration::from_secs(2);
    /// Time above which an effort gets more states.
    const LONG_TIME: Duration = Duration::from_secs(60);
    /// Maximum memory of a longer judgement unless the caller sets it.
    const MOST_MEMORY: usize = 2 << 30;
    /// Maximum number of additional states for the safety of one color.
    const MOST_SAFETY: usize = 2_000_000;
    /// Work of a playout for each point of the board, and work that reading leaves for each state
    /// of a safety search. The second is less than a state takes, since few boards use all of their
    /// states; on those, the safety search also takes the work that reading has left.
    const PLAYOUT_POINT: u64 = 300;
    const SAFETY_STATE: u64 = 900;
    /// Divisor of the work that is always available for finding the plays that a side owes.
    const LEAST_FOR_PLAYS: u64 = 16;
    /// Maximum factor for the states of a longer judgement within walls.
    const MOST_TIMES_WITHIN_WALLS: u64 = 8;
    /// Memory used by everything except reading.
    const OTHER_MEMORY: usize = 48 << 20;

    /// Returns the limit for reading a board, as a multiple of [`states`](Effort::states).
    fn boards(occasion: Occasion, rules: &Rules) -> usize {
        match (occasion, rules.death) {
            (Occasion::Game, _) => 2,
            // These rules ask several questions about each chain.
            (Occasion::Stopped | Occasion::Diagram, Death::Japanese1989) => 10 * Effort::ENDED,
            (Occasion::Stopped | Occasion::Diagram, _) => 3 * Effort::ENDED,
        }
    }

    /// Initial number of states for one question about a zone.
    const ZONE: usize = 1_500;
    /// Memory per state of a zone. Proving that a part can be taken uses more states.
    const ZONE_MEMORY: usize = 8 << 10;

    /// States for a deeper search for chains that are not yet safe.
    const MORE_SAFETY: usize = 250_000;
    /// Maximum work for the safety of one color before a second, different search, which runs if
    /// most stones are not safe.
    const SEARCH_AGAIN: u64 = Meter::A_SECOND / 5;

    /// Returns the limits of a safety search, from the work left in a meter and the work reserved
    /// for it.
    pub(super) fn safety_limits(&self, rules: &Rules, meter: &Meter) -> SafetyLimits {
        SafetyLimits {
            zone: Effort::ZONE,
            zone_most: self.memory / Effort::ZONE_MEMORY,
            color: self.safety.min(Effort::USUAL.safety),
            more: match self.safety.checked_sub(Effort::USUAL.safety) {
                Some(longer) => Effort::MORE_SAFETY + longer,
                None => 0,
            },
            again: Effort::SEARCH_AGAIN,
            harder: self.work.saturating_sub(Effort::USUAL.work),
            work: self.kept_for_safety() + meter.left(),
            suicide: rules.suicide,
            superko: matches!(rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko),
        }
    }

    /// Returns the default effort scaled to a judgement of at most about `time`.
    ///
    /// The memory grows with the time, up to a limit.
    #[must_use]
    pub fn taking(time: Duration) -> Effort {
        let usual = Effort::USUAL;
        let times = time.as_secs_f64() / Effort::USUAL_TIME.as_secs_f64();
        let scaled = |number: usize| (number as f64 * times).max(1.0) as usize;
        // Decidable fights seldom need more states; work runs out first.
        let longest = time.as_secs_f64() / Effort::LONG_TIME.as_secs_f64();
        // More time goes into reading, not into the estimate.
        let shortened = |number: usize| scaled(number).min(number);
        // At most half of the additional time, for both colors together; reading takes the rest.
        let longer = time.saturating_sub(Effort::USUAL_TIME).as_secs_f64();
        let work = (longer * Meter::A_SECOND as f64) as u64;
        let safety = (work / (4 * Effort::SAFETY_STATE)) as usize;
        let safety = safety.min(Effort::MOST_SAFETY);
        Effort {
            playouts: shortened(usual.playouts as usize) as u32,
            states: (usual.states as f64 * longest.max(1.0)) as usize,
            safety: shortened(usual.safety) + safety,
            work: (usual.work as f64 * times) as u64,
            memory: scaled(usual.memory).clamp(usual.memory, Effort::MOST_MEMORY),
            ..usual
        }
    }

    /// Returns this effort with its work limited to that of a number of seconds.
    #[must_use]
    pub fn within(self, seconds: f64) -> Effort {
        let work = (seconds * Meter::A_SECOND as f64) as u64;
        // A quarter of the work for each color.
        let safety = work / (4 * Effort::SAFETY_STATE);
        Effort {
            work: self.work.min(work),
            safety: self.safety.min(safety as usize),
            ..self
        }
    }

    /// Divisor of a search's work for the safety search that precedes it.
    const LOOK_FIRST: u64 = 10;
    /// Minimum number of states for the safety of one color before a search.
    const LEAST_SAFETY: usize = 4_000;

    /// Maximum number of playouts of a search that count towards the work of the safety search
    /// before it.
    const LONGEST_SEARCH: u64 = 10_000;

    /// Minimum time of a search, for each point of the board, for a safety search before it.
    ///
    /// This is half a second on 9×9 and over 2 s on 19×19. A small part of less time proves hardly
    /// anything.
    const SHORTEST_FOR_POINT: u64 = Meter::A_SECOND / 160;

    /// Returns the effort of the safety search before a search with these limits; `None` if that is
    /// short.
    ///
    /// The effort is a small part of that of the search. A search is short if its time is below a
    /// minimum for the size of its board.
    #[must_use]
    pub fn before(self, playouts: u64, seconds: f64, board: &Board) -> Option<Effort> {
        let in_time = (seconds * Meter::A_SECOND as f64) as u64;
        if in_time < board.size().area() as u64 * Effort::SHORTEST_FOR_POINT {
            return None;
        }
        let playouts = playouts
            .min(in_time / Effort::playout_work(board))
            .min(Effort::LONGEST_SEARCH);
        let work = playouts * Effort::playout_work(board) / Effort::LOOK_FIRST;
        let safety = (work / (2 * Effort::SAFETY_STATE)) as usize;
        Some(Effort {
            playouts: self.playouts.min((playouts / 16).clamp(16, 64) as u32),
            states: 0,
            safety: self.safety.min(safety.max(Effort::LEAST_SAFETY)),
            work: self.work.min(work),
            asks: false,
            ..self
        })
    }

    /// Returns the maximum number of states for a chain within walls or in a plain fight.
    ///
    /// The limit grows with the work, up to a factor: chains that need even more states are better
    /// left unread.
    pub(super) fn states_within_walls(&self) -> usize {
        let times = (self.work / Effort::USUAL.work).clamp(1, Effort::MOST_TIMES_WITHIN_WALLS);
        self.states.saturating_mul(times as usize)
    }

    /// Returns the work reserved for the safety search.
    pub(super) fn kept_for_safety(&self) -> u64 {
        2 * self.safety as u64 * Effort::SAFETY_STATE
    }

    /// Returns the work of a playout.
    pub(super) fn playout_work(board: &Board) -> u64 {
        board.size().area() as u64 * Effort::PLAYOUT_POINT
    }

    /// Returns the budget for reading a board, after the playouts and the work reserved for safety.
    pub(super) fn meter<'a>(&self, board: &Board, stop: &'a AtomicBool) -> Meter<'a> {
        let playouts = u64::from(self.playouts) * u64::from(Effort::COST);
        let played = playouts * Effort::playout_work(board);
        let rest = self.work.saturating_sub(played + self.kept_for_safety());
        let memory = self.memory.saturating_sub(Effort::OTHER_MEMORY);
        Meter::new(rest.max(self.work / 8), memory.max(self.memory / 4)).unless(stop)
    }

    /// Returns the budget for finding the plays that a side still owes.
    ///
    /// It is half of the work that a judgement has left, so that both sides together stay within
    /// that work, or a small minimum.
    pub(super) fn meter_for_plays<'a>(
        &self,
        board: &Board,
        left: u64,
        stop: &'a AtomicBool,
    ) -> Meter<'a> {
        let most = (left / 2).max(self.work / Effort::LEAST_FOR_PLAYS);
        self.meter(board, stop).at_most(most)
    }

    /// Returns the limits for reading a position.
    ///
    /// A part of the board that is too open to be read to its end is left alone. The limits for the
    /// other parts do not depend on the board.
    pub(super) fn limits<'a>(
        &self,
        occasion: Occasion,
        rules: &Rules,
        meter: Meter<'a>,
    ) -> Limits<'a> {
        let board = self.states.saturating_mul(Effort::boards(occasion, rules));
        let (room, chain) = match occasion {
            Occasion::Game => (Effort::MOST_ROOM_IN_PLAY, self.states),
            Occasion::Stopped | Occasion::Diagram => (Effort::MOST_ROOM, board),
        };
        Limits {
            points: usize::MAX,
            room,
            chain,
            board,
            wide: Effort::WIDE.map(|(room, boards)| Wide {
                room,
                states: self.states.saturating_mul(boards),
            }),
            meter,
        }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::USUAL
    }
}
