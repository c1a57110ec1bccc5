//! Judging: one judgement of a position is the source of score, status lists and decisions to pass.
//!
//! A judgement is made in steps, each a value ([`adjudicate()`]):
//!
//! 1. *settled*: [`benson`](crate::life::benson) finds the unconditionally living chains and their
//!    territory, with the stones on it;
//! 2. *read*: [`reading`](crate::life::reading) plays out small fights by the procedure of the rules;
//! 3. *estimated*: playouts, and the evaluator if there is one, estimate the owners of the rest;
//! 4. *corrected*: fights that were not read and are doubtful in the playouts are read within walls
//!    that are only estimated to live, or searched with moves near them;
//! 5. *finished*: in a game in progress the board is tried out to its end: the dame left open are
//!    filled in turn, and chains put into atari by that are connected. The results for seki, and
//!    for captures that the estimate leaves open, go into the judgement; the moves themselves are
//!    counted only where dame count, or where filling the last dame of a stopped game forces
//!    reinforcements. Small open parts are searched to their end with either side first;
//! 6. *counted*: by [`territory`](crate::go::territory) and [`score`](crate::go::score), which also
//!    count the end of a playout and of a phased ending.
//!
//! All of this is done on one [image](crate::go::board::symmetry::Image) of the position, so that a
//! verdict does not depend on the rotation or the colors of the board. The caller chooses an
//! [`Occasion`]: a game in progress, a stopped game or a diagram. Stopped games and diagrams with
//! equal boards get equal verdicts. [`Adjudication::agreed`] counts a position by the agreement of
//! the players.

mod adjudicate;
mod adjudication;
mod agreed;
mod consulted;
mod correct;
mod count;
mod effort;
mod enclosed;
mod estimate;
pub mod explain;
mod eyes;
mod finish;
mod judged;
mod last_moves;
mod local;
#[cfg(test)]
pub(crate) mod log;
mod orientation;
pub mod points;
mod proved;
pub mod reinforce;
mod secured;
mod status;
pub mod strategies;
pub mod unsettled;
mod walls;

pub use adjudicate::{adjudicate, adjudicate_asking, adjudicate_unless};
pub use adjudication::Adjudication;
pub use agreed::Agreed;
pub use count::count;
pub use effort::{Aim, Effort, Meant, Occasion};
pub use eyes::are_enough_to_live;
pub use judged::Judged;
pub use proved::{deviation, open_parts, owner, proved, proved_points, worth};
pub use secured::{secured, secured_beside};
pub use status::{Basis, Finding, Judgement, Share, Status};
pub use walls::plainly_settled;

#[cfg(test)]
pub(crate) mod tests;
