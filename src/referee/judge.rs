//! Judging: one judgement of a position, from which score, status lists and the decision to pass are all read.
//!
//! It is made in steps, each a value ([`adjudicate()`]):
//!
//! 1. *settled*: [`benson`](crate::life::benson) finds the chains that live without an answer and the points that
//!    are theirs for good, with the stones on them;
//! 2. *read*: [`reading`](crate::life::reading) plays out small fights by the procedure of the rules;
//! 3. *estimated*: playouts say who owns the rest, and how surely, and with them an oracle if there is one;
//! 4. *corrected*: fights of which they are not sure, and which were not read, are read within walls that are only
//!    estimated to live, or searched with moves near them;
//! 5. *finished*: in a game in progress the board is tried out to its end: the dame left open are filled in turn, and
//!    what that puts into atari is connected. What this shows of seki, and of captures where the estimate leaves them
//!    open, goes into the judgement; the moves themselves are counted only where dame count;
//! 6. *counted*: by [`territory`](crate::go::territory) and [`score`](crate::go::score), which also count the end of a
//!    playout and of a phased ending.
//!
//! All of this is done on one [image](crate::go::board::symmetry::Image) of the position, so that a verdict does not depend on
//! how the board is turned and who is Black. The caller says whether the position is one of a game in progress, of one that was stopped, or a diagram: an
//! [`Occasion`]. The same board gets the same verdicts in the last two. What the players agree on instead is counted by
//! [`Adjudication::agreed`].

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
