//! Fights as JSON: problems and their solutions.

use super::answer::{id, refusal};
use super::scored::names;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet, Size};
use crate::life::solve::{Answer, FightResult, Solution, Task, budget, solve};
use crate::util::threads::panic_message;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A problem. Other fields of a request, as the side to play, are not needed.
#[derive(Deserialize)]
struct FightProblem {
    size: u8,
    black: Vec<String>,
    white: Vec<String>,
    /// A stone of the chain to ask about.
    at: Option<String>,
    /// The budget, in seconds of work.
    seconds: Option<f64>,
}

/// An error in a problem.
#[derive(Debug, thiserror::Error)]
enum ProblemError {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error("boards have 2 to 25 lines, not {0}")]
    Size(u8),
    #[error("{0:?} is no point of the board")]
    Point(String),
    #[error("the stones cannot stand on the board")]
    Stones,
    #[error("there is no stone at {0}")]
    NoStone(Point),
    #[error("seconds must be more than 0 and at most 1000000")]
    Seconds,
    #[error("there is no fight that can be solved")]
    NoFight,
}

#[derive(Serialize)]
struct SolutionLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    target: Vec<String>,
    owner: &'static str,
    first: First,
    proved: bool,
    assumes: Vec<Vec<String>>,
    /// True if a chain that leaves the region was assumed to live.
    escape: bool,
    region: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct First {
    black: SideResult,
    white: SideResult,
}

#[derive(Serialize)]
struct SideResult {
    status: &'static str,
    moves: Vec<String>,
    complete: bool,
    line: Vec<String>,
}

/// Solves a problem, a JSON object, and returns the answer as JSON on one line without a newline.
///
/// Errors are reported in the field `error`. `usual` is the budget of a problem that names none.
pub(crate) fn answer(request: &[u8], usual: Duration) -> String {
    let found = catch_unwind(AssertUnwindSafe(|| solved(request, usual)));
    match found {
        Ok(Ok(line)) => line,
        Ok(Err(error)) => refusal(request, &error.to_string()),
        Err(panic) => refusal(
            request,
            &format!("internal error: {}", panic_message(&*panic)),
        ),
    }
}

fn solved(request: &[u8], usual: Duration) -> Result<String, ProblemError> {
    let start = Instant::now();
    let problem: FightProblem = serde_json::from_slice(request)?;
    let size = Size::square(problem.size).ok_or(ProblemError::Size(problem.size))?;
    let point = |text: &String| {
        let point = text.parse().ok();
        let point = point.filter(|&point| size.contains(point));
        point.ok_or_else(|| ProblemError::Point(text.clone()))
    };
    let set = |texts: &[String]| texts.iter().map(point).collect::<Result<PointSet, _>>();
    let (black, white) = (set(&problem.black)?, set(&problem.white)?);
    let board = Board::with_stones(size, &black, &white).ok_or(ProblemError::Stones)?;
    let at = problem.at.as_ref().map(point).transpose()?;
    if let Some(at) = at.filter(|&at| board.is_empty(at)) {
        return Err(ProblemError::NoStone(at));
    }
    let time = match problem.seconds {
        None => usual,
        Some(seconds) if seconds > 0.0 && seconds <= 1e6 => Duration::from_secs_f64(seconds),
        Some(_) => return Err(ProblemError::Seconds),
    };
    let solution = solve(&Task {
        board: &board,
        at,
        region: None,
        budget: budget(time),
    });
    let solution = solution.ok_or(ProblemError::NoFight)?;
    let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    Ok(line(Some(id(request)), &solution, Some(seconds)))
}

/// Returns a solution as JSON on one line without a newline.
pub(crate) fn line(id: Option<&RawValue>, solution: &Solution, seconds: Option<f64>) -> String {
    let side = |color: Color| side(&solution.first[color]);
    let line = SolutionLine {
        id,
        target: names(&solution.target),
        owner: match solution.owner {
            Color::Black => "black",
            Color::White => "white",
        },
        first: First {
            black: side(Color::Black),
            white: side(Color::White),
        },
        proved: solution.is_proved(),
        assumes: solution.assumed.iter().map(names).collect(),
        escape: solution.is_by_escape,
        region: names(&solution.region),
        seconds,
    };
    serde_json::to_string(&line).expect("texts can be written")
}

fn side(answer: &Answer) -> SideResult {
    let plays = |moves: &[Move]| moves.iter().map(ToString::to_string).collect();
    SideResult {
        status: match answer.fate {
            FightResult::Alive => "alive",
            FightResult::Dead => "dead",
            FightResult::Ko => "ko",
            FightResult::Unsettled => "unsettled",
        },
        moves: plays(&answer.moves),
        complete: answer.is_complete,
        line: plays(&answer.line),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn ask(request: &str) -> Value {
        serde_json::from_str(&answer(request.as_bytes(), Duration::from_secs(1))).unwrap()
    }

    #[test]
    fn a_problem_has_its_answer() {
        let found = ask(r#"{"id": "a", "size": 9, "to_play": "white",
            "black": ["B9", "B8", "C8", "D8", "E8", "F8", "F9"],
            "white": ["A9", "A8", "A7", "B7", "C7", "D7", "E7", "F7", "G8", "G9"]}"#);
        assert_eq!(found["id"], "a");
        assert_eq!(found["owner"], "black");
        assert_eq!(found["proved"], true);
        assert_eq!(found["first"]["black"]["status"], "alive", "{found}");
        assert_eq!(found["first"]["white"]["status"], "dead");
        assert_eq!(found["first"]["white"]["moves"][0], "D9");
    }

    #[test]
    fn what_is_wrong_with_a_problem_is_its_answer() {
        for rest in [
            r#""size": 1, "black": [], "white": []"#,
            r#""size": 9, "black": ["I1"], "white": []"#,
            r#""size": 9, "black": ["A10"], "white": []"#,
            r#""size": 9, "black": ["A1"], "white": ["A1"]"#,
            r#""size": 9, "black": ["A1"], "white": [], "at": "B1"#,
            r#""size": 9, "black": ["A1"], "white": [], "at": "B1""#,
            r#""size": 9, "black": [], "white": []"#,
            r#""size": 9, "black": ["A1"], "white": ["B2"], "seconds": -1"#,
            r#""size": 9, "black": ["A1"], "white": ["B2"], "seconds": 1e300"#,
            r#""black": ["A1"], "white": ["B2"]"#,
        ] {
            let found = ask(&format!("{{\"id\": 1, {rest}}}"));
            assert!(found["error"].is_string(), "{rest}: {found}");
        }
    }
}
