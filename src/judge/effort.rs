//! How hard a position is looked at, and what kind of position it is.

use crate::life::reading::Limits;
use crate::rules::{Death, Rules};

/// What a position is judged as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occasion {
    /// A position that a game has come to: dame that both sides pass over make no seki, and little is read.
    Game,
    /// A diagram, set up to be judged to the letter of the rules as it stands: by those of 1989 a dame left open makes
    /// seki of all stones next to it, and much is read.
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
    /// The most states that are looked at in reading the fights of a game's position; of a diagram
    /// [`Effort::boards`] times as many. 0 for no reading.
    pub states: usize,
}

impl Occasion {
    /// As users of graphical programs mean it: what they have set up is a diagram until somebody moves.
    #[must_use]
    pub fn after_moves(moves: usize) -> Occasion {
        match moves {
            0 => Occasion::Diagram,
            _ => Occasion::Game,
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
    /// How many times as much is read of a diagram, for each question about a chain, as of a position in a game: it was set up
    /// to be judged.
    const DIAGRAM: usize = 10;
    /// With more empty points than this around a chain, a diagram is no fight that can be read to its end.
    const MOST_ROOM_IN_DIAGRAMS: usize = 60;

    /// How many states are looked at in a second at least.
    pub const STATES_A_SECOND: usize = 100_000;

    /// How many times [`states`](Effort::states) may be read of a board by these rules: more often of a diagram.
    pub fn boards(occasion: Occasion, rules: &Rules) -> usize {
        match (occasion, rules.death) {
            (Occasion::Game, _) => 1,
            // Several questions about each chain.
            (Occasion::Diagram, Death::Japanese1989) => 10 * Effort::DIAGRAM,
            (Occasion::Diagram, _) => 3 * Effort::DIAGRAM,
        }
    }

    /// What may be read of a position.
    pub(super) fn limits(&self, occasion: Occasion, rules: &Rules) -> Limits<'static> {
        match occasion {
            Occasion::Game => Limits {
                chain: self.states / 5,
                board: self.states,
                ..Limits::default()
            },
            Occasion::Diagram => {
                let board = self.states.saturating_mul(Effort::boards(occasion, rules));
                Limits {
                    points: usize::MAX,
                    room: Effort::MOST_ROOM_IN_DIAGRAMS,
                    chain: board,
                    board,
                    ..Limits::default()
                }
            }
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
        }
    }
}
