//! The words and numbers of a model file, one after the other, with the place of each.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Read};

/// The longest word of a file, in bytes: names are the longest.
const LONGEST_WORD: usize = 200;
/// Bytes of weights that any file may hold, however short it is.
const LEAST_ROOM: u64 = 64 << 20;
/// Bytes of weights that a file may hold for each of its own.
const ROOM_PER_BYTE: u64 = 3;
/// Weights that room is made for at once: what a file announces may be more than it has.
const CHUNK: usize = 1 << 14;
/// What stands before weights that are not written as text.
const BINARY: &[u8] = b"@BIN@";

/// Why a file is no network that can be used, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}, byte {offset} of the unpacked file: {problem}")]
pub struct ModelError {
    /// The layer, or the part of the file.
    pub place: String,
    /// How many bytes of the file, unpacked, had been read.
    pub offset: u64,
    /// What is wrong there.
    pub problem: Problem,
}

/// What can be wrong with a model file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// It cannot be read or unpacked.
    #[error("cannot be read: {0}")]
    Read(String),
    /// It ends before the network does.
    #[error("the file ends too early")]
    Truncated,
    /// A word is longer than any name.
    #[error("a word of more than {LONGEST_WORD} bytes: no network of KataGo's")]
    LongWord,
    /// A word is no number.
    #[error("{0:?} where a number is expected")]
    NoNumber(String),
    /// A number cannot be what it stands for.
    #[error("{what} cannot be {value}")]
    Range {
        /// What the number says.
        what: &'static str,
        /// The number.
        value: String,
    },
    /// A layer does not fit the one before it.
    #[error("{what} is {found}, but {expected} is needed")]
    Mismatch {
        /// What the numbers say.
        what: &'static str,
        /// What fits.
        expected: usize,
        /// What stands there.
        found: usize,
    },
    /// A weight is infinite or no number.
    #[error("a weight is not finite")]
    NotFinite,
    /// The weights are more than a file of this length holds.
    #[error("more weights than a file of this length holds")]
    TooLarge,
    /// A word that only later versions of the format may know.
    #[error("unknown {what}: {word:?}")]
    Unknown {
        /// What the word names.
        what: &'static str,
        /// The word.
        word: String,
    },
    /// Something that the format has and this program has not.
    #[error("{0} is not supported")]
    Unsupported(&'static str),
}

/// Reads a model file from its beginning to its end.
pub(super) struct Reader<'a> {
    source: Box<dyn BufRead + 'a>,
    place: String,
    offset: u64,
    /// Bytes of weights that there is still room for.
    room: u64,
}

impl<'a> Reader<'a> {
    /// A reader of a file of so many bytes, which may be packed by gzip.
    pub(super) fn new(source: impl Read + 'a, length: u64) -> Result<Reader<'a>, ModelError> {
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
        let source: Box<dyn BufRead> = match is_packed {
            true => Box::new(BufReader::with_capacity(
                1 << 16,
                MultiGzDecoder::new(source),
            )),
            false => Box::new(source),
        };
        Ok(Reader {
            source,
            place,
            offset: 0,
            room: length
                .saturating_mul(ROOM_PER_BYTE)
                .saturating_add(LEAST_ROOM),
        })
    }

    /// An error at the place reached.
    pub(super) fn error(&self, problem: Problem) -> ModelError {
        ModelError {
            place: self.place.clone(),
            offset: self.offset,
            problem,
        }
    }

    /// The name of the layer or part that comes next, which is the place of what follows.
    pub(super) fn name(&mut self) -> Result<(), ModelError> {
        self.place = self.word()?;
        Ok(())
    }

    /// Calls the place of what follows by a name of ours.
    pub(super) fn enter(&mut self, place: &str) {
        place.clone_into(&mut self.place);
    }

    /// The next word.
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
        match word.is_empty() {
            true => Err(self.error(Problem::Truncated)),
            false => Ok(String::from_utf8_lossy(&word).into_owned()),
        }
    }

    /// The next word as a number.
    pub(super) fn number<T: std::str::FromStr>(&mut self) -> Result<T, ModelError> {
        let word = self.word()?;
        let number = word.parse();
        number.map_err(|_| self.error(Problem::NoNumber(word)))
    }

    /// The next word as a whole number from 1 to some other.
    pub(super) fn count(&mut self, what: &'static str, most: usize) -> Result<usize, ModelError> {
        let number: i64 = self.number()?;
        let count = usize::try_from(number).ok();
        let count = count.filter(|count| (1..=most).contains(count));
        count.ok_or_else(|| self.range(what, number))
    }

    /// The next word as yes or no, written 1 or 0.
    pub(super) fn flag(&mut self, what: &'static str) -> Result<bool, ModelError> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.range(what, other)),
        }
    }

    /// The next word as a number that is finite and above 0.
    pub(super) fn positive(&mut self, what: &'static str) -> Result<f32, ModelError> {
        let number: f32 = self.number()?;
        match number.is_finite() && number > 0.0 {
            true => Ok(number),
            false => Err(self.range(what, number)),
        }
    }

    /// Passes over options that later versions of the format may use, and that are all 0 in this one.
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

    /// Says that a layer must fit another.
    pub(super) fn fits(
        &self,
        what: &'static str,
        expected: usize,
        found: usize,
    ) -> Result<(), ModelError> {
        match expected == found {
            true => Ok(()),
            false => Err(self.error(Problem::Mismatch {
                what,
                expected,
                found,
            })),
        }
    }

    /// Takes the room of so many weights.
    pub(super) fn take_room(&mut self, count: usize) -> Result<(), ModelError> {
        let bytes = (count as u64).saturating_mul(4);
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            None => return Err(self.error(Problem::TooLarge)),
        }
        Ok(())
    }

    /// So many weights, as text or binary.
    pub(super) fn weights(&mut self, count: usize) -> Result<Vec<f32>, ModelError> {
        self.take_room(count)?;
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.skip(1);
        }
        let weights = match self.peek()? {
            Some(b'@') => self.binary(count),
            _ => self.text(count),
        }?;
        match weights.iter().all(|weight| weight.is_finite()) {
            true => Ok(weights),
            false => Err(self.error(Problem::NotFinite)),
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

    /// The next byte, if there is one.
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
