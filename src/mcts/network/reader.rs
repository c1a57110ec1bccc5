//! Tokens and weights of a model file, with their place for error messages.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a word in bytes; names are the longest.
const LONGEST_WORD: usize = 200;
/// Bytes of weights that any file may hold, however short it is.
const LEAST_ROOM: u64 = 64 << 20;
/// Bytes of weights allowed per byte of the file, on top of [`LEAST_ROOM`].
const ROOM_PER_BYTE: u64 = 3;
/// Weights allocated at a time: a file may announce more than it has.
const CHUNK: usize = 1 << 14;
/// Marks binary weights (little-endian floats).
const BINARY: &[u8] = b"@BIN@";

/// Why a model file is unusable, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}, byte {offset} of the unpacked file: {problem}")]
pub struct ModelError {
    /// The layer or part of the file.
    pub place: String,
    /// Bytes of the uncompressed file read up to here.
    pub offset: u64,
    /// The error itself.
    pub problem: Problem,
}

/// An error in a model file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file cannot be read or decompressed.
    #[error("cannot be read: {0}")]
    Read(String),
    /// The file ends too early.
    #[error("the file ends too early")]
    Truncated,
    /// A word is longer than any name.
    #[error("a word of more than {LONGEST_WORD} bytes: no network of KataGo's")]
    LongWord,
    /// A word is not a number.
    #[error("{0:?} where a number is expected")]
    NoNumber(String),
    /// A number is out of range.
    #[error("{what} cannot be {value}")]
    Range {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        value: String,
    },
    /// A layer does not fit the one before it.
    #[error("{what} is {found}, but {expected} is needed")]
    Mismatch {
        /// The meaning of the numbers.
        what: &'static str,
        /// The size that fits.
        expected: usize,
        /// The size in the file.
        found: usize,
    },
    /// A weight is infinite or NaN.
    #[error("a weight is not finite")]
    NotFinite,
    /// There are more weights than a file of this length can hold.
    #[error("more weights than a file of this length holds")]
    TooLarge,
    /// An unknown word, perhaps of a later version of the format.
    #[error("unknown {what}: {word:?}")]
    Unknown {
        /// The meaning of the word.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// A feature of the format that is not supported.
    #[error("{0} is not supported")]
    Unsupported(&'static str),
}

/// Reads a model file sequentially.
pub(super) struct ModelReader<'a> {
    source: Box<dyn BufRead + 'a>,
    place: String,
    offset: u64,
    /// Bytes of weights still allowed.
    room: u64,
}

impl<'a> ModelReader<'a> {
    /// Starts reading a file of `length` bytes, compressed by gzip or not.
    pub(super) fn new(source: impl Read + 'a, length: u64) -> Result<ModelReader<'a>, ModelError> {
        let mut source = BufReader::with_capacity(1 << 16, source);
        let start = source
            .fill_buf()
            .map(|bytes| bytes.starts_with(&[0x1f, 0x8b]));
        let place = "the beginning".to_owned();
        let is_packed = start.map_err(|error| ModelError {
            place: place.clone(),
            offset: 0,
            problem: Problem::Read(error.to_string()),
        })?;
        let source: Box<dyn BufRead> = if is_packed {
            Box::new(BufReader::with_capacity(
                1 << 16,
                MultiGzDecoder::new(source),
            ))
        } else {
            Box::new(source)
        };
        Ok(ModelReader {
            source,
            place,
            offset: 0,
            room: length
                .saturating_mul(ROOM_PER_BYTE)
                .saturating_add(LEAST_ROOM),
        })
    }

    /// Makes an error at the current place.
    pub(super) fn error(&self, problem: Problem) -> ModelError {
        ModelError {
            place: self.place.clone(),
            offset: self.offset,
            problem,
        }
    }

    /// Reads the name of the next layer and makes it the current place.
    pub(super) fn name(&mut self) -> Result<(), ModelError> {
        self.place = self.word()?;
        Ok(())
    }

    /// Sets the current place to a name that is not in the file.
    pub(super) fn enter(&mut self, place: &str) {
        place.clone_into(&mut self.place);
    }

    /// Reads a word.
    pub(super) fn word(&mut self) -> Result<String, ModelError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()? {
            match byte.is_ascii_whitespace() {
                true if word.is_empty() => {}
                true => break,
                false if word.len() == LONGEST_WORD => return Err(self.error(Problem::LongWord)),
                false => word.push(byte),
            }
            self.skip(1);
        }
        if word.is_empty() {
            Err(self.error(Problem::Truncated))
        } else {
            Ok(String::from_utf8_lossy(&word).into_owned())
        }
    }

    /// Reads a number.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result<T, ModelError> {
        let word = self.word()?;
        let number = word.parse();
        number.map_err(|_| self.error(Problem::NoNumber(word)))
    }

    /// Reads an integer from 1 to `most`.
    pub(super) fn count(&mut self, what: &'static str, most: usize) -> Result<usize, ModelError> {
        let number: i64 = self.number()?;
        let count = usize::try_from(number).ok();
        let count = count.filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| self.range(what, number))
    }

    /// Reads a flag, 0 or 1.
    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool, ModelError> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.range(what, other)),
        }
    }

    /// Reads a finite number above 0.
    pub(super) fn positive(&mut self, what: &'static str) -> Result<f32, ModelError> {
        let number: f32 = self.number()?;
        if number.is_finite() && number > 0.0 {
            Ok(number)
        } else {
            Err(self.range(what, number))
        }
    }

    /// Skips options reserved for later versions, which must be 0.
    pub(super) fn unused(&mut self, options: usize) -> Result<(), ModelError> {
        for _ in 0..options {
            let option: i64 = self.number()?;
            if option != 0 {
                return Err(self.error(Problem::Unknown {
                    what: "option",
                    word: option.to_string(),
                }));
            }
        }
        Ok(())
    }

    /// Checks that a layer fits another.
    pub(super) fn fits(
        &self,
        what: &'static str,
        expected: usize,
        found: usize,
    ) -> Result<(), ModelError> {
        if expected == found {
            Ok(())
        } else {
            Err(self.error(Problem::Mismatch {
                what,
                expected,
                found,
            }))
        }
    }

    /// Charges the memory of this many weights.
    pub(super) fn take_room(&mut self, count: usize) -> Result<(), ModelError> {
        let bytes = (count as u64).saturating_mul(4);
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => return Err(self.error(Problem::TooLarge)),
        }
        Ok(())
    }

    /// Reads weights, as text or binary.
    pub(super) fn weights(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        self.take_room(count)?;
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.skip(1);
        }
        let weights = match self.peek()? {
            Some(b'@') => self.binary(count),
            _ => self.text(count),
        }?;
        if weights.iter().all(|weight| weight.is_finite()) {
            Ok(weights)
        } else {
            Err(self.error(Problem::NotFinite))
        }
    }

    fn text(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        let mut weights = Vec::with_capacity(count.min(CHUNK));
        for _ in 0..count {
            weights.push(self.number()?);
        }
        Ok(weights)
    }

    fn binary(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        let mut mark = [0; BINARY.len()];
        self.fill(&mut mark)?;
        if mark != BINARY {
            let word = String::from_utf8_lossy(&mark).into_owned();
            return Err(self.error(Problem::NoNumber(word)));
        }
        let mut weights = Vec::with_capacity(count.min(CHUNK));
        let mut bytes = vec![0; 4 * count.min(CHUNK)];
        while weights.len() < count {
            let chunk = &mut bytes[..4 * (count - weights.len()).min(CHUNK)];
            self.fill(chunk)?;
            let (numbers, _) = chunk.as_chunks();
            weights.extend(numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)));
        }
        Ok(weights)
    }

    /// Returns the next byte without consuming it; `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>, ModelError> {
        match self.source.fill_buf() {
            Ok(bytes) => Ok(bytes.first().copied()),
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    fn skip(&mut self, bytes: usize) {
        self.source.consume(bytes);
        self.offset += bytes as u64;
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), ModelError> {
        match self.source.read_exact(bytes) {
            Ok(()) => {
                self.offset += bytes.len() as u64;
                Ok(())
            }
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    fn unreadable(&self, error: &io::Error) -> ModelError {
        self.error(match error.kind() {
            io::ErrorKind::UnexpectedEof => Problem::Truncated,
            _ => Problem::Read(error.to_string()),
        })
    }

    fn range(&self, what: &'static str, value: impl ToString) -> ModelError {
        self.error(Problem::Range {
            what,
            value: value.to_string(),
        })
    }
}
