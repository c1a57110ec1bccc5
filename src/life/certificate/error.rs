//! Errors in certificates.

use super::claim::Certificate;
use crate::go::point::{Move, Point};
use crate::life::proof::ProofError;
use crate::life::safety::check::SafetyError;
use std::fmt;

/// A fault in a certificate and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateError {
    /// The line of the text, counted from 1; 0 without a text.
    pub line: usize,
    /// The fault.
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

/// The faults of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not a certificate, or of another version.
    #[error("is no certificate of version {}", Certificate::VERSION)]
    Version,
    /// Something else is expected here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// An unknown or misplaced keyword.
    #[error("a line of this kind is unknown or out of place")]
    Keyword,
    /// The text ends too early.
    #[error("the text ends before {0}")]
    End(&'static str),
    /// The rows are not a board: a row has a wrong length or letter, or a chain has no liberty.
    #[error("the rows are no board")]
    Board,
    /// There is no stone of the expected color.
    #[error("{0} is under no stone of that color")]
    Stone(Point),
    /// A point is off the board or named twice.
    #[error("{0} is off the board or named twice")]
    Point(Point),
    /// A zone has no points or more than 64.
    #[error("a zone has from 1 to 64 points")]
    Zone,
    /// A promise is about a chain that is not protected.
    #[error("{0} is of no protected chain")]
    Unprotected(Point),
    /// The strategy of a zone cannot be followed.
    #[error("{0}")]
    Book(BookError),
    /// The certificate exceeds a limit of the format.
    #[error("the certificate has too many claims, situations, moves or states")]
    TooLarge,
    /// A chain of a Benson claim lacks two eyes.
    #[error("the chain at {0} has no two vital regions")]
    Benson(Point),
    /// A region is not enclosed by chains of Benson claims, or has room for two eyes.
    #[error("the region at {0} is not enclosed, or has room for two eyes")]
    Enclosed(Point),
    /// A safety proof fails.
    #[error("{0}")]
    Safety(SafetyError),
    /// A strategy fails.
    #[error("{0}")]
    Strategy(ProofError),
    /// A proof does not hold under the rules. A superko rule requires solid proofs, and a rule that
    /// allows suicide requires proofs that reckon with it. Strategies need a procedure, and suicide
    /// forbidden.
    #[error("a proof of this kind does not hold under these rules")]
    Rules,
    /// No claim supports a verdict.
    #[error("nothing here shows this of the chain at {0}")]
    Unfounded(Point),
    /// There is no chain at the point, or it has a verdict already.
    #[error("there is no chain at {0}, or a verdict on it already")]
    Verdict(Point),
    /// A chain has no verdict.
    #[error("there is no verdict on the chain at {0}")]
    Missing(Point),
}

/// Why the strategy of a zone cannot be followed. Situations are numbered by their words, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// A situation has no word.
    #[error("there is no word for situation {0}")]
    Missing(usize),
    /// A word has no situation.
    #[error("word {0} is for no situation")]
    Left(usize),
    /// A word is malformed, or names a point that the zone does not have.
    #[error("word {0} cannot be read")]
    Word(usize),
    /// A word names stones that are not there, points that are not empty, or a point twice.
    #[error("word {0} minds what is not there")]
    Minded(usize),
    /// An answer names no point, cannot be played, or is to an impossible attack. Or it leads to a
    /// situation that is neither known nor the next new one.
    #[error("word {word} has no answer to {attack} that can be played")]
    Answer {
        /// The number of the word.
        word: usize,
        /// The attack.
        attack: Move,
    },
    /// The number of initial parts is wrong.
    #[error("the zone does not begin in as many parts")]
    Parts,
}
