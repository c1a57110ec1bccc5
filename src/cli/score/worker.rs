//! Games as lines of JSON in, scores as lines of JSON out, for programs that spread work over many machines.
//!
//! Each line is answered by one line, in order, at once, and from nothing but itself: the same line gets the same bytes
//! whenever and wherever it is sent. What is wrong with a line is its answer. The exit status tells only of faults that
//! another attempt may not have.

use super::json::{Extras, ScoreLine};
use crate::cli::in_order::message;
use crate::cli::lines::{Line, Lines};
use crate::files::LONGEST_FILE;
use crate::game::scoring::{Request, ScoredGame, ScoringError};
use crate::gtp::kata::{self, RulesError};
use crate::point::{Move, Size};
use crate::sgf::{Entry, Record, SgfError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many characters of a line without an id its answer repeats.
const REPEATED: usize = 60;

/// One line: a game in SGF, or its moves, and what is to replace the game's own terms.
#[derive(Deserialize)]
struct GameLine {
    sgf: Option<String>,
    size: Option<BoardSides>,
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
enum BoardSides {
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
struct ErrorLine<'a> {
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
    let mut lines = Lines::new(input, LONGEST_FILE);
    while let Some(line) = lines.next_line()? {
        let mut answer = match line {
            Line::Whole(line) => catch_unwind(AssertUnwindSafe(|| answer(line, usual)))
                .unwrap_or_else(|panic| {
                    complain(line, format!("internal error: {}", message(&*panic)))
                }),
            Line::TooLong(line) => {
                complain(line, format!("line longer than {} MiB", LONGEST_FILE >> 20))
            }
        };
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// The answer to a line, without the end of the line.
fn answer(line: &[u8], usual: &Request) -> String {
    let id = id(line);
    let written = score(line, usual).and_then(|(game, request)| {
        let extras = Extras {
            reasons: None,
            seconds: None,
        };
        let line = ScoreLine::new(id, &game, &request.effort, &extras);
        Ok(serde_json::to_string(&line)?)
    });
    written.unwrap_or_else(|error| complain(line, error.to_string()))
}

/// Why a line has no score.
#[derive(Debug, thiserror::Error)]
enum LineError {
    #[error("not what is read here: {0}")]
    Unreadable(serde_json::Error),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("sgf: {0}")]
    Sgf(#[from] SgfError),
    #[error("both sgf and moves")]
    Both,
    #[error("neither sgf nor moves")]
    Neither,
    #[error("size: sides are from 2 to 25 points long")]
    Size,
    #[error("move {number} is none on the {size} board")]
    Move { number: usize, size: Size },
    #[error(transparent)]
    Scoring(#[from] ScoringError),
    #[error(transparent)]
    Unwritable(#[from] serde_json::Error),
}

fn score(line: &[u8], usual: &Request) -> Result<(ScoredGame, Request), LineError> {
    let line: GameLine = serde_json::from_slice(line).map_err(LineError::Unreadable)?;
    let mut request = *usual;
    if let Some(rules) = line.rules {
        let text = match rules {
            Value::String(name) => name,
            object => object.to_string(),
        };
        request.rules = Some(kata::read(&text)?);
    }
    request.komi = line.komi.or(request.komi);
    request.after = line.after.or(request.after);
    let record = match (line.sgf, line.moves) {
        (Some(sgf), None) => sgf.parse()?,
        (None, Some(moves)) => record(line.size, &moves)?,
        (Some(_), Some(_)) => return Err(LineError::Both),
        (None, None) => return Err(LineError::Neither),
    };
    Ok((ScoredGame::of(&record, &request)?, request))
}

/// The game with these moves.
fn record(sides: Option<BoardSides>, moves: &[(String, String)]) -> Result<Record, LineError> {
    let size = match sides {
        None => Size::square(19),
        Some(BoardSides::Square(side)) => Size::square(side),
        Some(BoardSides::Both(width, height)) => Size::new(width, height),
    };
    let size = size.ok_or(LineError::Size)?;
    let mut record = Record::new(size);
    for (number, (color, vertex)) in (1..).zip(moves) {
        let on_board = |to: &Move| to.point().is_none_or(|point| size.contains(point));
        let to = vertex.parse().ok().filter(on_board);
        let play = color.parse().ok().zip(to);
        let play = play.ok_or(LineError::Move { number, size })?;
        record.push(Entry::Play(play));
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
    let line = ErrorLine {
        id,
        version: env!("CARGO_PKG_VERSION"),
        error,
        line: (id.get() == "null").then(beginning),
    };
    serde_json::to_string(&line).expect("texts can be written")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::judge::Effort;
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    fn ask(input: &[u8]) -> Vec<Value> {
        let usual = Request {
            effort: Effort {
                playouts: 50,
                ..Effort::default()
            },
            ..Request::default()
        };
        let mut output = Vec::new();
        serve(&usual, input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        assert!(text.is_empty() || text.ends_with('\n'));
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }

    #[test]
    fn each_line_has_its_answer() {
        let input = r#"
            {"id": "a", "sgf": "(;SZ[3]KM[0]RU[Chinese];B[bb];W[];B[])"}

            {"id": 7, "size": 3, "moves": [["B","B2"],["w","pass"]], "komi": 0, "rules": "chinese", "more": []}
            {"id": {"x": 1.50}, "size": [3, 2], "moves": [], "rules": {"scoring": "AREA", "ko": "SIMPLE"}}
            {"id": "b", "sgf": "(;SZ[3]KM[0];B[bb];W[];B[])", "after": 1}
            {"id": 12345678901234567890123, "sgf": "(;SZ[3])"}"#;
        let found = ask(input.as_bytes());
        let results: Vec<(String, String)> = found
            .iter()
            .map(|answer| (answer["id"].to_string(), answer["score"].to_string()))
            .collect();
        let scores = ["B+9", "B+9", "W+7.5", "B+8", "W+6.5"];
        let ids = ["\"a\"", "7", "{\"x\":1.5}", "\"b\""];
        for (index, score) in scores.iter().enumerate() {
            assert_eq!(results[index].1, format!("\"{score}\""), "{found:?}");
        }
        for (index, id) in ids.iter().enumerate() {
            assert_eq!(results[index].0, *id);
        }
        assert_eq!(found.len(), 5);
        assert_eq!(found[0]["version"], env!("CARGO_PKG_VERSION"));
        assert!(
            found[0]["settings"]
                .as_str()
                .unwrap()
                .contains("playouts 50")
        );
        assert!(
            found[0].get("seconds").is_none(),
            "the same bytes each time"
        );
    }

    #[test]
    fn an_id_is_echoed_as_it_stands() {
        for id in ["12345678901234567890123", "1.50", "\"\\u00e9\"", "[1, 2]"] {
            let mut output = Vec::new();
            let line = format!("{{\"id\": {id}, \"sgf\": \"(;SZ[2])\"}}");
            serve(&Request::default(), line.as_bytes(), &mut output).unwrap();
            let text = String::from_utf8(output).unwrap();
            assert!(text.starts_with(&format!("{{\"id\":{id},")), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_its_answer() {
        let lines = [
            "{\"id\": 1}",
            "{\"id\": 1, \"sgf\": 5}",
            "{\"id\": 1, \"sgf\": \"\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5];B[aa];W[aa])\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"moves\": []}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"after\": 1}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"komi\": 1e9}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"rules\": \"chess\"}",
            "{\"id\": 1, \"sgf\": \"(;SZ[5])\", \"rules\": 3}",
            "{\"id\": 1, \"size\": 26, \"moves\": []}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"B\", \"K1\"]]}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"B\", \"A1 \\n\"]]}",
            "{\"id\": 1, \"size\": 9, \"moves\": [[\"\", \"\"]]}",
        ];
        let found = ask(lines.join("\n").as_bytes());
        assert_eq!(found.len(), lines.len());
        for (answer, line) in found.iter().zip(lines) {
            assert_eq!(answer["id"], 1, "{line}");
            assert!(
                answer["error"].is_string() && answer.get("score").is_none(),
                "{line}"
            );
        }
        for line in ["x", "[]", "{\"id\"", "{} {}", "{}\u{feff}"] {
            let found = ask(line.as_bytes());
            assert!(
                found[0]["id"].is_null() && found[0]["error"].is_string(),
                "{line}"
            );
            assert_eq!(found[0]["line"], line);
        }
        assert_eq!(ask(b"\xff\xfe\x00").len(), 1);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over_at_the_beginning_only() {
        let line = "{\"id\": 1, \"sgf\": \"(;SZ[2])\"}";
        let found = ask(format!("\u{feff}{line}\n{line}\n\u{feff}{line}\n").as_bytes());
        let has_score = |answer: &Value| answer.get("score").is_some();
        let scored: Vec<bool> = found.iter().map(has_score).collect();
        assert_eq!(scored, [true, true, false]);
        assert_eq!(ask(&"\u{feff}".as_bytes()[..2]).len(), 1);
    }

    #[test]
    fn a_line_is_bounded_and_the_next_one_is_read() {
        let mut input = vec![b' '; LONGEST_FILE as usize + 10];
        input.extend(b"\n{\"id\": 2, \"sgf\": \"(;SZ[2])\"}\n");
        let found = ask(&input);
        assert_eq!(found.len(), 2);
        assert!(found[0]["error"].as_str().unwrap().contains("longer"));
        assert_eq!(found[1]["id"], 2);
        let nested = "[".repeat(1 << 20);
        assert_eq!(ask(nested.as_bytes()).len(), 1);
    }

    #[test]
    fn any_bytes_are_answered() {
        let seed = 5;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let good =
            "{\"id\": 3, \"size\": 2, \"moves\": [[\"B\",\"A1\"]], \"sgf\": \"(;SZ[2];B[aa])\"}";
        for _ in 0..2_000 {
            let mut line = good.as_bytes().to_vec();
            for _ in 0..random.random_range(1..5) {
                let at = random.random_range(0..line.len());
                line[at] = match random.random_range(0..4) {
                    0 => random.random(),
                    1 => b'"',
                    2 => b'}',
                    _ => line[random.random_range(0..line.len())],
                };
            }
            let lines = line
                .split(|&byte| byte == b'\n')
                .filter(|part| !part.trim_ascii().is_empty());
            let expected = lines.count();
            assert_eq!(ask(&line).len(), expected, "{}", line.escape_ascii());
        }
    }
}
