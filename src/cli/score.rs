//! `wakari score`: what the games in SGF files end with.

use super::CommonOptions;
use crate::engine::{Engine, Options, Outcome};
use crate::files;
use crate::report;
use crate::rules::Rules;
use crate::search::Settings;
use crate::sgf::Record;
use clap::Args;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct ScoreOptions {
    /// The games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Judges the position after so many moves instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    #[command(flatten)]
    common: CommonOptions,
}

/// Reports on each file; one that cannot be read is one line of complaint, and the others go on. Tells whether
/// there was none of these.
pub(super) fn run(
    options: &ScoreOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    let mut succeeded = true;
    for (index, path) in options.files.iter().enumerate() {
        match judge(path, options) {
            Ok(text) => {
                if index > 0 {
                    writeln!(output)?;
                }
                output.write_all(text.as_bytes())?;
                output.flush()?;
            }
            Err(complaint) => {
                writeln!(errors, "wakari: {}: {complaint}", path.display())?;
                succeeded = false;
            }
        }
    }
    Ok(succeeded)
}

fn judge(path: &Path, options: &ScoreOptions) -> Result<String, String> {
    let bytes = files::read(path).map_err(|error| error.to_string())?;
    let record = Record::from_bytes(&bytes).map_err(|error| error.to_string())?;
    let moves = record.moves().count();
    if let Some(after) = options.after.filter(|&after| after as usize > moves) {
        return Err(format!("--move {after}: the game has {moves} moves"));
    }
    let of_file = record.rules.as_deref().and_then(Rules::preset);
    let (rules, source) = match (options.common.rules, of_file) {
        (Some(rules), _) => (rules, "as asked for"),
        (None, Some(rules)) => (rules, "as the file says"),
        (None, None) => (
            Rules::PROPOSAL_2012,
            "as the file names none that are known",
        ),
    };
    let mut engine = Engine::new(Options {
        rules,
        komi: None,
        size: record.size(),
        playouts: None,
        time_per_move: None,
        search: Settings {
            threads: 1,
            memory: 1 << 20,
            seed: 0,
            resign: 0.0,
            effort: options.common.effort(),
        },
    });
    let before = options.after.map(|after| after.saturating_add(1));
    engine
        .load(&record, before)
        .map_err(|refusal| refusal.to_string())?;
    if let Some(komi) = options.common.komi {
        engine
            .set_komi(komi)
            .map_err(|refusal| refusal.to_string())?;
    }
    let outcome = engine.outcome();
    let position = engine.position().clone();
    let adjudication = engine.adjudicate();
    let result = match outcome {
        Outcome::Score(score) => report::score(&score),
        Outcome::Repetition(repetition) => format!("result 0, {}", report::repetition(repetition)),
    };
    let recorded = record
        .result
        .as_deref()
        .map(|result| format!(" (the file says {})", printable(result)));
    Ok(format!(
        "{}: rules {rules} {source}, komi {}, after {} of {moves} moves, {} to move\n{}\n{}{}{result}{}\n",
        path.display(),
        position.komi(),
        options.after.map_or(moves, |after| after as usize),
        position.turn(),
        report::picture(&position, adjudication),
        report::chains(adjudication),
        report::finish(adjudication),
        recorded.unwrap_or_default(),
    ))
}

/// A short text from a file without what could disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}
