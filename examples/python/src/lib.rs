//! The native part of the Python package: requests and answers as JSON, without the interpreter
//! lock.
//!
//! The Python module gives them types. Errors and panics become exceptions there.

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::thread;
use std::time::Duration;
use wakari::game::scoring::Request;
use wakari::judge::Effort;
use wakari::rules::Rules;
use wakari::{json, sgf};

/// The stack for judging in bytes, independent of the calling thread.
const STACK: usize = 8 << 20;
/// The largest effort in seconds, as on the command line.
const MOST_SECONDS: f64 = 1e6;

#[pymodule]
mod _native {
    use super::*;

    /// Answers a request, a JSON object, by another one. Errors are in its `error`.
    #[pyfunction]
    #[pyo3(signature = (request, effort=None, playouts=None, seed=None))]
    fn answer(
        python: Python<'_>,
        request: &str,
        effort: Option<f64>,
        playouts: Option<u32>,
        seed: Option<u64>,
    ) -> PyResult<String> {
        let usual = Request {
            effort: self::effort(effort, playouts, seed).map_err(PyValueError::new_err)?,
            ..Request::default()
        };
        python.detach(|| judged(request, &usual))
    }

    /// Decodes an SGF file by the character set it names.
    #[pyfunction]
    fn decode(data: &[u8]) -> String {
        sgf::decode(data).into_owned()
    }

    /// The names of the rule sets.
    #[pyfunction]
    fn rule_sets() -> Vec<&'static str> {
        Rules::names().collect()
    }
}

fn effort(
    seconds: Option<f64>,
    playouts: Option<u32>,
    seed: Option<u64>,
) -> Result<Effort, &'static str> {
    let usual = match seconds {
        None => Effort::default(),
        Some(seconds) if seconds > 0.0 && seconds <= MOST_SECONDS => {
            Effort::taking(Duration::from_secs_f64(seconds))
        }
        Some(_) => return Err("effort: not a number of seconds above 0, at most a million"),
    };
    Ok(Effort {
        playouts: playouts.unwrap_or(usual.playouts),
        seed: seed.unwrap_or(usual.seed),
        ..usual
    })
}

/// Judges in a thread with a stack of sufficient size.
fn judged(request: &str, usual: &Request) -> PyResult<String> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(STACK);
        let judging = builder.spawn_scoped(scope, || json::answer(request.as_bytes(), usual));
        let judging = judging.map_err(|error| PyOSError::new_err(error.to_string()))?;
        // The thread catches panics itself.
        Ok(judging.join().unwrap_or_else(|_| {
            json::refusal(request.as_bytes(), "internal error: the thread has ended")
        }))
    })
}
