//! Why a certificate is none.

use super::claim::Certificate;
use crate::life::proof::ProofError;
use crate::life::safety::check::SafetyError;
use crate::point::{Move, Point};
use std::fmt;

/// What is wrong with a certificate, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// The line of the text, counted from 1; 0 if there is no text.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}", self.fault),
            line => write!(f, "line {line}: {}", self.fault),
        }
    }
}

impl std::error::Error for CertificateError {}

/// What can be wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is no text, or none of this version.
    #[error("is no certificate of version {}", Certificate::VERSION)]
    Version,
    /// Something else is expected in this place.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A keyword that this version does not know, or that has no place here.
    #[error("a line of this kind is unknown or out of place")]
    Keyword,
    /// The text ends too early.
    #[error("the text ends before {0}")]
    End(&'static str),
    /// The rows are no board: a row has another length or another letter, or a chain has no liberty.
    #[error("the rows are no board")]
    Board,
    /// There is no stone of the color that is meant.
    #[error("{0} is under no stone of that color")]
    Stone(Point),
    /// A point is off the board or named twice.
    #[error("{0} is off the board or named twice")]
    Point(Point),
    /// A zone has no point or more than 64.
    #[error("a zone has from 1 to 64 points")]
    Zone,
    /// A promise is about a chain that is not protected.
    #[error("{0} is of no protected chain")]
    Unprotected(Point),
    /// The answers of a zone cannot be followed.
    #[error("{0}")]
    Book(BookError),
    /// There is more than a reader need follow.
    #[error("the certificate has too many claims, situations, moves or states")]
    TooLarge,
    /// A chain of a Benson set lacks two eyes.
    #[error("the chain at {0} has no two vital regions")]
    Benson(Point),
    /// A region is not enclosed by Benson sets, or has room for two eyes.
    #[error("the region at {0} is not enclosed, or has room for two eyes")]
    Enclosed(Point),
    /// A proof of safety proves nothing.
    #[error("{0}")]
    Safety(SafetyError),
    /// A strategy shows nothing.
    #[error("{0}")]
    Strategy(ProofError),
    /// Under a superko rule only solid proofs hold, and where suicide is allowed only those that reckon with it;
    /// strategies are by a procedure, which forbids suicide.
    #[error("a proof of this kind does not hold under these rules")]
    Rules,
    /// A verdict rests on a claim that is not there, or on one that says something else.
    #[error("nothing here shows this of the chain at {0}")]
    Unfounded(Point),
    /// There is no chain at the point, or its verdict is a second one.
    #[error("there is no chain at {0}, or a verdict on it already")]
    Verdict(Point),
    /// A chain has no verdict.
    #[error("there is no verdict on the chain at {0}")]
    Missing(Point),
}

/// Why the answers of a zone cannot be followed. Situations are named by the places of their words, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// There are fewer words than situations.
    #[error("there is no word for situation {0}")]
    Missing(usize),
    /// There are more.
    #[error("word {0} is for no situation")]
    Left(usize),
    /// A word is not made as words are, or names what is no point of the zone.
    #[error("word {0} cannot be read")]
    Word(usize),
    /// A word minds stones that are not there, or points that are not empty, or one twice.
    #[error("word {0} minds what is not there")]
    Minded(usize),
    /// An answer stands for no point, cannot be played, is to what is no play, or leads to a situation that is not the next one
    /// to be named nor one that was named before.
    #[error("word {word} has no answer to {attack} that can be played")]
    Answer {
        /// Which word.
        word: usize,
        /// To what.
        attack: Move,
    },
    /// The zone does not begin in as many parts that are taken by themselves.
    #[error("the zone does not begin in as many parts")]
    Parts,
}
