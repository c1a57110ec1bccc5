//! Answers to JSON requests.

use super::query::{ParsedRequest, QueryError};
use super::scored::{Extras, ScoreLine};
use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::scoring::{Request, ScoredGame};
use crate::ui::language;
use crate::util::threads::panic_message;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Number of characters of a request without an id that its answer repeats.
const REPEATED: usize = 60;

/// The id of a request, echoed verbatim.
#[derive(Deserialize)]
struct Id<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// The answer to a request that cannot be scored.
#[derive(Serialize)]
struct Refused<'a> {
    id: &'a RawValue,
    version: &'static str,
    error: &'a str,
    /// The beginning of the request, if it has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

/// Scores a request, a JSON object, and returns the answer as JSON on one line without a newline.
///
/// The answer is deterministic: equal requests get equal bytes on every machine. Errors are
/// reported in the field `error`; those that begin with `internal error` are bugs. `usual` supplies
/// the defaults.
///
/// ```
/// use wakari::game::scoring::Request;
/// let request = r#"{"id": 1, "size": 3, "stones": [["b", "B2"]], "komi": 0, "rules": "chinese"}"#;
/// let answer = wakari::json::answer(request.as_bytes(), &Request::default());
/// assert!(answer.starts_with(r#"{"id":1,"#) && answer.contains(r#""score":"B+9""#));
/// ```
#[must_use]
pub fn answer(request: &[u8], usual: &Request) -> String {
    answer_asking(None, request, usual)
}

/// Like [`answer`], with an evaluator for positions that are not proved or read.
#[must_use]
pub fn answer_asking(oracle: Option<&Arc<dyn Oracle>>, request: &[u8], usual: &Request) -> String {
    catch_unwind(AssertUnwindSafe(|| scored(oracle, request, usual))).unwrap_or_else(|panic| {
        refusal(
            request,
            &format!("internal error: {}", panic_message(&*panic)),
        )
    })
}

/// Returns the answer to a request that is refused, with the reason.
#[must_use]
pub fn refusal(request: &[u8], error: &str) -> String {
    let id = id(request);
    let beginning = || {
        let start = &request[..request.len().min(4 * REPEATED)];
        let text = String::from_utf8_lossy(start);
        text.trim().chars().take(REPEATED).collect()
    };
    let refused = Refused {
        id,
        version: env!("CARGO_PKG_VERSION"),
        error,
        line: (id.get() == "null").then(beginning),
    };
    serde_json::to_string(&refused).expect("texts can be written")
}

fn scored(oracle: Option<&Arc<dyn Oracle>>, text: &[u8], usual: &Request) -> String {
    let query = ParsedRequest::read(text, usual);
    let written = query.and_then(|query| written(oracle, id(text), &query));
    written.unwrap_or_else(|error| refusal(text, &error.to_string()))
}

fn written(
    oracle: Option<&Arc<dyn Oracle>>,
    id: &RawValue,
    query: &ParsedRequest,
) -> Result<String, QueryError> {
    let game = ScoredGame::asking(oracle, &query.record, &query.request)?;
    let effort = &query.request.effort;
    let asked = query.question.as_ref();
    let told = asked.map(|asked| {
        language::told(
            asked,
            &game,
            effort,
            language::Look::default(),
            query.language,
        )
    });
    let extras = Extras {
        explanation: told.transpose()?,
        reasons: query.is_checked.then_some(query.language),
        picture: query.is_drawn.then_some(query.language),
        ..Extras::default()
    };
    let line = ScoreLine::new(id, &game, effort, extras);
    Ok(serde_json::to_string(&line)?)
}

/// The id of a request, `null` if it has none.
pub(super) fn id(request: &[u8]) -> &RawValue {
    let found = serde_json::from_slice(request).ok();
    found.and_then(|Id { id }| id).unwrap_or(RawValue::NULL)
}
