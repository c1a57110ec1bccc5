//! Wakari, a Go engine that speaks GTP and knows the rules it plays by.
//!
//! A *command* is a line of text. It becomes a [`Command`](gtp::command::Command), which the
//! [`Engine`](engine::Engine) carries out, perhaps after a [`search`], and the reply is a line of
//! text again. A *judgement* takes a [`Position`](position::Position), proves or estimates which
//! chains live, and counts [`territory`] and [`score`]. Both flows end in these two files, so the
//! engine plays toward the rules it scores by.
//!
//! ```
//! # #[cfg(feature = "engine")] {
//! use wakari::color::Color::{Black, White};
//! use wakari::judge::{Effort, Occasion, adjudicate};
//! use wakari::point::{Move, Point, Size};
//! use wakari::position::Position;
//! use wakari::rules::Rules;
//!
//! let mut position = Position::new(Size::square(5).unwrap(), Rules::PROPOSAL_2012);
//! for (column, row) in [(3, 3), (2, 2), (2, 3), (3, 2)] {
//!     position.play(Move::At(Point::new(column, row).unwrap())).unwrap();
//! }
//! assert_eq!(position.turn(), Black);
//! assert_eq!(position.board().at(Point::new(2, 2).unwrap()), Some(White));
//! let judged = adjudicate(&position, Occasion::Game, &Effort::default());
//! println!("{}: {}", position.board(), judged.score());
//! # }
//! ```
//!
//! # Rooms
//!
//! The source has eight folders. Each imports only from those above it in this table.
//!
//! | Room | Contents | Not there |
//! |---|---|---|
//! | [`util`] | files, threads, memory limits, escaping | Go |
//! | [`go`] | board, position, rules, territory, score | how a position is judged or searched; text formats |
//! | [`formats`] | SGF, KataGo's rules notation, pictures in SVG | legality |
//! | [`life`] | life and death by theorem and exact search, proofs, certificates | playouts, networks, estimates |
//! | [`mcts`] | playouts, move patterns, networks, the search tree | clocks, passing, resigning, life and death |
//! | [`referee`] | judging a position, ending a game by each rule set, scoring records | how moves are chosen |
//! | [`engine`] | the session, search and clocks | text |
//! | [`ui`] | GTP, command line, JSON, reports, matches, English and Japanese | |
//!
//! The modules in these folders are also reachable from the root: `wakari::board` is
//! [`go::board`].
//!
//! # Features
//!
//! - `cli`, the default: everything.
//! - `json`: everything but the command line, files, GTP, KataGo's networks, reports and matches.
//! - `engine`: `json` without words, JSON and `serde`.
//! - `serde`: colors, points, moves, sizes, rules, scores and statuses implement `Serialize` and
//!   `Deserialize`.
//! - Without any: boards, rules, positions, SGF, exact life and death, certificates, territory and
//!   score.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Without all features, some functions have no caller and some links no target.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "engine")]
pub mod engine;
pub mod formats;
pub mod go;
pub mod life;
#[cfg(feature = "engine")]
pub mod mcts;
#[cfg(feature = "engine")]
pub mod referee;
#[cfg(feature = "json")]
pub mod ui;
#[cfg(feature = "engine")]
pub mod util;

#[doc(no_inline)]
pub use formats::{kata, sgf};
#[doc(no_inline)]
pub use go::{board, color, point, position, rules, score, territory};
#[doc(no_inline)]
pub use life::certificate;

#[cfg(feature = "engine")]
#[doc(no_inline)]
pub use engine::search;
#[cfg(feature = "engine")]
#[doc(no_inline)]
pub use mcts::{pattern, playout, tree};
#[cfg(feature = "engine")]
#[doc(no_inline)]
pub use referee::{ending, game, judge};
#[cfg(feature = "engine")]
#[doc(no_inline)]
pub use util::{memory, threads};

#[cfg(feature = "json")]
#[doc(no_inline)]
pub use ui::{json, language};
#[cfg(feature = "json")]
#[doc(no_inline)]
pub use util::visible;

#[cfg(feature = "json")]
#[doc(no_inline)]
pub use formats::picture;
#[cfg(feature = "cli")]
#[doc(no_inline)]
pub use mcts::network;
#[cfg(feature = "cli")]
#[doc(no_inline)]
pub use ui::{cli, gtp, matches, report};
#[cfg(feature = "cli")]
#[doc(no_inline)]
pub use util::{files, in_order};
