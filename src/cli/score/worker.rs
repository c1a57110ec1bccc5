//! Games as lines of JSON in, rulings as lines of JSON out: what programs that spread work over many machines start
//! and feed.
//!
//! Each line is answered by one line, in order, at once, and from nothing but itself: asked again, here or elsewhere,
//! it is answered by the same bytes. What is wrong with a line is its answer. The exit status tells only of faults
//! that another attempt may not have.

use super::answer::{Answer, Beside};
use crate::cli::in_order::message;
use crate::files::LONGEST_FILE;
use crate::gtp::command::{self, Command};
use crate::gtp::kata;
use crate::point::{Move, Size};
use crate::ruling::{Request, Ruling};
use crate::sgf::{Record, Step};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// As much of a line without an id as its answer repeats, in characters.
const REPEATED: usize = 60;

/// One line: a game in SGF, or the moves of one, and what is not to be as the game says.
#[derive(Deserialize)]
struct Line {
    sgf: Option<String>,
    size: Option<Sides>,
    moves: Option<Vec<(String, String)>>,
    /// A name, or KataGo's object.
    rules: Option<Value>,
    komi: Option<f64>,
    /// Number of moves after which the position is judged.
    after: Option<u32>,
}

/// One side of a square board, or width and height.
#[derive(Deserialize)]
#[serde(untagged)]
enum Sides {
    Square(u8),
    Both(u8, u8),
}

/// The one thing that is echoed, as it stands.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// The answer to a line that cannot be judged.
#[derive(Serialize)]
struct Complaint<'a> {
    id: &'a RawValue,
    version: &'static str,
    error: String,
    /// How the line begins, where it has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

/// Answers the lines of `input` on `output` until it ends. Blank lines have no answer.
///
/// # Errors
///
/// The first error of `input` or `output`.
pub(super) fn serve(usual: &Request, input: impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while let Some(is_whole) = read_line(&mut input, &mut line)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut answer = if is_whole {
            catch_unwind(AssertUnwindSafe(|| answer(&line, usual))).unwrap_or_else(|panic| {
                complain(&line, format!("internal error: {}", message(&*panic)))
            })
        } else {
            complain(
                &line,
                format!("line longer than {} MiB", LONGEST_FILE >> 20),
            )
        };
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Reads up to the next `\n`. Tells whether the line is whole; the rest of one that is too long is passed over.
/// `None` at the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let mut limited = input.by_ref().take(LONGEST_FILE + 1);
    if limited.read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') || line.len() as u64 <= LONGEST_FILE {
        return Ok(Some(true));
    }
    input.skip_until(b'\n')?;
    Ok(Some(false))
}

/// The answer to a line, without the end of the line.
fn answer(line: &[u8], usual: &Request) -> String {
    let id = id(line);
    let judged = judge(line, usual);
    let written = judged.and_then(|(ruling, request)| {
        let beside = Beside {
            reasons: None,
            seconds: None,
        };
        let answer = Answer::new(id, &ruling, &request.effort, &beside);
        serde_json::to_string(&answer).map_err(|error| error.to_string())
    });
    written.unwrap_or_else(|error| complain(line, error))
}

fn judge(line: &[u8], usual: &Request) -> Result<(Ruling, Request), String> {
    let line: Line =
        serde_json::from_slice(line).map_err(|error| format!("not what is read here: {error}"))?;
    let mut request = *usual;
    if let Some(rules) = line.rules {
        let text = match rules {
            Value::String(name) => name,
            object => object.to_string(),
        };
        request.rules = Some(kata::read(&text).map_err(|error| error.to_string())?);
    }
    request.komi = line.komi.or(request.komi);
    request.after = line.after.or(request.after);
    let record = match (line.sgf, line.moves) {
        (Some(sgf), None) => sgf.parse().map_err(|error| format!("sgf: {error}"))?,
        (None, Some(moves)) => record(line.size, &moves)?,
        (Some(_), Some(_)) => return Err("both sgf and moves".to_owned()),
        (None, None) => return Err("neither sgf nor moves".to_owned()),
    };
    let ruling = Ruling::of(&record, &request).map_err(|error| error.to_string())?;
    Ok((ruling, request))
}

/// The game with these moves.
fn record(size: Option<Sides>, moves: &[(String, String)]) -> Result<Record, String> {
    let size = match size {
        None => Size::square(19),
        Some(Sides::Square(side)) => Size::square(side),
        Some(Sides::Both(width, height)) => Size::new(width, height),
    };
    let size = size.ok_or("size: sides are from 2 to 25 points long")?;
    let mut record = Record::new(size);
    for (number, (color, vertex)) in (1..).zip(moves) {
        let read = command::Request::parse(&format!("play {color} {vertex}"));
        let on_board = |to: Move| to.point().is_none_or(|point| size.contains(point));
        match read.command {
            Ok(Command::Play((color, to))) if on_board(to) => record.push(Step::Play((color, to))),
            _ => return Err(format!("move {number} is none on the {size} board")),
        }
    }
    Ok(record)
}

/// The id of a line, `null` where it has none.
fn id(line: &[u8]) -> &RawValue {
    let found = serde_json::from_slice(line).ok().and_then(|Id { id }| id);
    found.unwrap_or(RawValue::NULL)
}

fn complain(line: &[u8], error: String) -> String {
    let id = id(line);
    let beginning = || {
        let start = &line[..line.len().min(4 * REPEATED)];
        let text = String::from_utf8_lossy(start);
        text.trim().chars().take(REPEATED).collect()
    };
    let complaint = Complaint {
        id,
        version: env!("CARGO_PKG_VERSION"),
        error,
        line: (id.get() == "null").then(beginning),
    };
    serde_json::to_string(&complaint).expect("texts can be written")
}
