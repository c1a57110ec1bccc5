//! How hard a position is looked at, and what kind of position it is.

use crate::go::board::Board;
use crate::go::position::Position;
use crate::go::rules::{Death, Ko, Rules};
use crate::life::meter::Meter;
use crate::life::reading::{Limits, Wide};
use crate::life::safety::SafetyLimits;
use smallvec::{SmallVec, smallvec};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a position is judged as.
///
/// Which stones are dead is the same in a stopped game and in a diagram with the same stones. What differs is said here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// A game in progress. The dame are still to be filled, the side to move first, and what that captures is lost; no
    /// more is read than there is time for in playing.
    Game,
    /// A game that its players have stopped. It is counted as it stands; dame that both have passed over make no seki of
    /// groups that live by eyes of their own.
    Stopped,
    /// A diagram: a position that was set up and in which nobody has played a stone. It is counted as it stands, and to
    /// the letter: by the rules of 1989 a dame left open makes seki of every group next to it
    /// ([`dame_makes_seki`](Rules::dame_makes_seki)).
    Diagram,
}

/// The purpose of a judgement, which decides when it may stop.
///
/// An answer by GTP has to come fast, and most finished games are clear at a glance: one look with
/// 1/20 of the work counts 100 games as well as all of it. Proofs take longer and are worth waiting
/// for where they are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Judges once with the given work, as in a search.
    #[default]
    Fixed,
    /// Proves as much as the work allows. A diagram that stays unclear gets twice the work.
    Proofs,
    /// Answers as soon as nothing is unclear: a game gets 1/20 of the work; if that leaves something
    /// unclear, 1/8; and if that leaves a group unclear, all of it. A diagram gets all of the work
    /// and then twice as much.
    Answer,
}

/// The effort of a judgement: its work, its memory and its random numbers.
///
/// Nothing here is timed, so that a judgement is the same on every machine. To adjudicate takes at most about the
/// [`work`](Effort::work), or as long as [`Effort::COST`] times its playouts if that is more.
/// [Aims](Aim) other than [`Aim::Fixed`] divide or multiply the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of playouts for an estimate.
    pub playouts: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The most states that are looked at in reading a fight of a game in progress; of a board
    /// several times as many. 0 for no reading.
    pub states: usize,
    /// The most states that are looked at to find which chains of one color are safe by alternating play, once a game is
    /// nearly over. 0 for none.
    pub safety: usize,
    /// The most work for everything together, in the units of a [meter](Meter::A_SECOND): what the playouts do not take may be
    /// read.
    pub work: u64,
    /// The most memory, in bytes.
    pub memory: usize,
    /// Whether the evaluator, if there is one, estimates what is neither proved nor read.
    pub asks: bool,
    /// The purpose, which decides when the judgement may stop.
    pub aim: Aim,
}

/// What a user says that a position is meant as, where it is not as it seems ([`Occasion::of`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meant {
    /// A diagram, to the letter, even if it was played.
    Diagram,
    /// A game, even if it was set up: one that was stopped, if nobody has played a stone.
    Game,
}

impl Meant {
    /// What users call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Meant::Diagram => "diagram",
            Meant::Game => "game",
        }
    }
}

impl Occasion {
    /// What a position is judged as if a user says how it is meant.
    #[must_use]
    pub fn meant_as(self, meant: Option<Meant>) -> Occasion {
        match (meant, self) {
            (Some(Meant::Diagram), _) => Occasion::Diagram,
            (Some(Meant::Game), Occasion::Diagram) => Occasion::Stopped,
            (Some(Meant::Game) | None, seen) => seen,
        }
    }

    /// As users of graphical programs mean it: what they have set up is a diagram until somebody plays a stone; from then
    /// on it is a game, which two passes stop.
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
    /// As much as gives a finished 19×19 game a steady judgement in a fraction of a second, and takes about two seconds and
    /// 256 MiB at most.
    pub const USUAL: Effort = Effort {
        playouts: 600,
        seed: 1,
        states: 100_000,
        safety: 250_000,
        work: 2 * Meter::A_SECOND,
        memory: 256 << 20,
        asks: true,
        aim: Aim::Fixed,
    };

    /// The divisor of the work for a quick look at a game.
    const QUICK: u32 = 20;
    /// The divisor of the work for a longer look at a game.
    const ANSWER: u32 = 8;
    /// The most doubtful points, in a game, that are not worth all of the work.
    const GROUP: usize = 8;
    /// The factor for the work of a diagram.
    const DIAGRAM: u32 = 2;

    /// Returns this effort with another purpose.
    #[must_use]
    pub fn aiming_at(self, aim: Aim) -> Effort {
        Effort { aim, ..self }
    }

    /// Returns the efforts to try in turn, never empty, each with the most doubtful points that its
    /// judgement may leave to be the answer. The last one is the answer in any case.
    pub(super) fn stages(self, occasion: Occasion) -> SmallVec<[(Effort, usize); 3]> {
        let fixed = self.aiming_at(Aim::Fixed);
        match (self.aim, occasion) {
            (Aim::Fixed, _) | (Aim::Proofs, Occasion::Game | Occasion::Stopped) => {
                smallvec![(fixed, 0)]
            }
            (Aim::Answer, Occasion::Game | Occasion::Stopped) => {
                smallvec![
                    (fixed.times(1, Effort::QUICK), 0),
                    (fixed.times(1, Effort::ANSWER), Effort::GROUP),
                    (fixed, 0),
                ]
            }
            (Aim::Proofs | Aim::Answer, Occasion::Diagram) => {
                smallvec![(fixed, 0), (fixed.times(Effort::DIAGRAM, 1), 0)]
            }
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
            ..scaled
        }
    }

    /// Playouts of the searches of fights, all fights and both sides that move first in them together, for each playout of
    /// the estimate.
    pub(super) const SEARCH_COST: u32 = 6;
    /// How many times as long as its playouts an adjudication may take: fights are searched, and the finishing of a board
    /// is tried by moves, as many as the playouts are worth.
    pub const COST: u32 = 4 + Effort::SEARCH_COST;
    /// How many times as much is read of a game that has been stopped, or of a diagram, for each question about a chain, as
    /// while it is played.
    const ENDED: usize = 10;
    /// With more empty points than this around a chain, a fight cannot be read to its end.
    const MOST_ROOM: usize = 60;
    /// With more than this it is not read in play.
    const MOST_ROOM_IN_PLAY: usize = 24;
    /// With more than this it seldom can: how many times [`states`](Effort::states) may then be read of a board.
    const WIDE: [(usize, usize); 2] = [(16, 30), (20, 6)];

    /// The most time that the default takes.
    const USUAL_TIME: Duration = Duration::from_secs(2);
    /// The time from which on longer looks look at more states.
    const LONG_TIME: Duration = Duration::from_secs(60);
    /// The most memory that a longer look takes where nothing is said of it.
    const MOST_MEMORY: usize = 2 << 30;
    /// The most states beyond the usual that are looked at for the safety of one color.
    const MOST_SAFETY: usize = 2_000_000;
    /// The work of a playout for each point of the board, and what reading leaves for a state that may be looked at for safety.
    /// That is less than a state takes, since boards where all of them are looked at are rare: there safety takes what reading has
    /// left, too.
    const PLAYOUT_POINT: u64 = 300;
    const SAFETY_STATE: u64 = 900;
    /// The part of the work that may always be spent on the plays that a side owes.
    const LEAST_FOR_PLAYS: u64 = 16;
    /// How many times as many states a longer look may look at within walls.
    const MOST_TIMES_WITHIN_WALLS: u64 = 8;
    /// The memory that is taken by everything but reading.
    const OTHER_MEMORY: usize = 48 << 20;

    /// How many times [`states`](Effort::states) may be read of a board by these rules.
    fn boards(occasion: Occasion, rules: &Rules) -> usize {
        match (occasion, rules.death) {
            (Occasion::Game, _) => 2,
            // Several questions about each chain.
            (Occasion::Stopped | Occasion::Diagram, Death::Japanese1989) => 10 * Effort::ENDED,
            (Occasion::Stopped | Occasion::Diagram, _) => 3 * Effort::ENDED,
        }
    }

    /// States for one question about a zone, to begin with.
    const ZONE: usize = 1_500;
    /// The memory for each of these: more are looked at where a part is to be taken.
    const ZONE_MEMORY: usize = 8 << 10;

    /// States for looking harder at what is not safe.
    const MORE_SAFETY: usize = 250_000;
    /// The work for the safety of one color up to which all is searched again in another way where most stones are
    /// not safe.
    const SEARCH_AGAIN: u64 = Meter::A_SECOND / 5;

    /// How hard to look for what is safe, with what a meter has left and what has been kept for it.
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

    /// The usual effort multiplied so that a judgement takes at most about so long. The memory grows with it up to a limit.
    #[must_use]
    pub fn taking(time: Duration) -> Effort {
        let usual = Effort::USUAL;
        let times = time.as_secs_f64() / Effort::USUAL_TIME.as_secs_f64();
        let scaled = |number: usize| (number as f64 * times).max(1.0) as usize;
        // What can be decided at all seldom takes more states; work is what runs out.
        let longest = time.as_secs_f64() / Effort::LONG_TIME.as_secs_f64();
        // A longer look is a longer reading, not another estimate.
        let shortened = |number: usize| scaled(number).min(number);
        // At most half of what is longer than usual, for both colors together; reading takes the rest.
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

    /// The same with no more work than can be done in so many seconds.
    #[must_use]
    pub fn within(self, seconds: f64) -> Effort {
        let work = (seconds * Meter::A_SECOND as f64) as u64;
        // For each color a quarter of it.
        let safety = work / (4 * Effort::SAFETY_STATE);
        Effort {
            work: self.work.min(work),
            safety: self.safety.min(safety as usize),
            ..self
        }
    }

    /// The part of the work of a search that a look at what is safe before it may take, as one in so many.
    const LOOK_FIRST: u64 = 10;
    /// States that are looked at for the safety of one color before any search.
    const LEAST_SAFETY: usize = 4_000;

    /// The most playouts of a search that a longer look pays for.
    const LONGEST_SEARCH: u64 = 10_000;

    /// The time of a search, for each point of the board, before which nothing is looked at: half a second on 9×9, over two on
    /// 19×19. A small part of less finds hardly anything.
    const SHORTEST_FOR_POINT: u64 = Meter::A_SECOND / 160;

    /// What is looked at before a search of so many playouts and seconds at most to see what is safe: a small part of what these
    /// take. Nothing before a search that is short for its board.
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

    /// The most states that are looked at for a chain within walls or in a plain fight: more where there is more work, but what is
    /// not read by then is better left.
    pub(super) fn states_within_walls(&self) -> usize {
        let times = (self.work / Effort::USUAL.work).clamp(1, Effort::MOST_TIMES_WITHIN_WALLS);
        self.states.saturating_mul(times as usize)
    }

    /// The work that reading leaves for what is safe.
    pub(super) fn kept_for_safety(&self) -> u64 {
        2 * self.safety as u64 * Effort::SAFETY_STATE
    }

    /// The work of a playout.
    pub(super) fn playout_work(board: &Board) -> u64 {
        board.size().area() as u64 * Effort::PLAYOUT_POINT
    }

    /// What may be read of a board, after the playouts and what else is to be done.
    pub(super) fn meter<'a>(&self, board: &Board, stop: &'a AtomicBool) -> Meter<'a> {
        let playouts = u64::from(self.playouts) * u64::from(Effort::COST);
        let played = playouts * Effort::playout_work(board);
        let rest = self.work.saturating_sub(played + self.kept_for_safety());
        let memory = self.memory.saturating_sub(Effort::OTHER_MEMORY);
        Meter::new(rest.max(self.work / 8), memory.max(self.memory / 4)).unless(stop)
    }

    /// What may be read to find the plays that a side still owes: half of what a judgement has left, so that both sides together
    /// take no more than that, or a little where it has left nothing.
    pub(super) fn meter_for_plays<'a>(
        &self,
        board: &Board,
        left: u64,
        stop: &'a AtomicBool,
    ) -> Meter<'a> {
        let most = (left / 2).max(self.work / Effort::LEAST_FOR_PLAYS);
        self.meter(board, stop).at_most(most)
    }

    /// What may be read of a position. A part of the board that is too open to be read to its end is left alone; what
    /// is read at all is read as hard on any board.
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
