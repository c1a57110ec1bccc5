//! How hard a position is looked at, and what kind of position it is.

use crate::life::reading::{Limits, Wide};
use crate::life::safety::SafetyLimits;
use crate::position::Position;
use crate::rules::{Death, Ko, Rules};

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

/// How hard to look, and with which random numbers.
///
/// To adjudicate takes at most about as long as [`Effort::COST`] times its playouts, and the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Number of playouts for an estimate.
    pub playouts: u32,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The most states that are looked at in reading a fight of a game in progress; of a board
    /// [`Effort::boards`] times as many. 0 for no reading.
    pub states: usize,
    /// The most states that are looked at to find which chains of one color are safe by alternating play, once a game is
    /// nearly over. 0 for none.
    pub safety: usize,
}

impl Occasion {
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

    /// How many states are looked at in a second at least.
    pub const STATES_A_SECOND: usize = 100_000;

    /// How many times [`states`](Effort::states) may be read of a board by these rules.
    pub fn boards(occasion: Occasion, rules: &Rules) -> usize {
        match (occasion, rules.death) {
            (Occasion::Game, _) => 2,
            // Several questions about each chain.
            (Occasion::Stopped | Occasion::Diagram, Death::Japanese1989) => 10 * Effort::ENDED,
            (Occasion::Stopped | Occasion::Diagram, _) => 3 * Effort::ENDED,
        }
    }

    /// States for one question about a zone.
    const ZONE: usize = 300;

    /// How hard to look for what is safe.
    pub(super) fn safety_limits(&self, rules: &Rules) -> SafetyLimits {
        SafetyLimits {
            zone: Effort::ZONE,
            color: self.safety,
            suicide: rules.suicide,
            superko: matches!(rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko),
        }
    }

    /// What may be read of a position. A part of the board that is too open to be read to its end is left alone; what
    /// is read at all is read as hard on any board.
    pub(super) fn limits(&self, occasion: Occasion, rules: &Rules) -> Limits<'static> {
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
            ..Limits::default()
        }
    }
}

impl Default for Effort {
    /// As much as gives a finished 19×19 game a steady judgement in a fraction of a second.
    fn default() -> Effort {
        Effort {
            playouts: 600,
            seed: 1,
            states: 100_000,
            safety: 60_000,
        }
    }
}
