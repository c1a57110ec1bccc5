//! `wakari score`: what the games in SGF files end with.

use super::CommonOptions;
use crate::engine::{Engine, Options, Outcome};
use crate::files;
use crate::report::{self, Language};
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
    /// Language of the report: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = super::language)]
    lang: Language,
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
    let language = options.lang;
    let (rules, source) = match (options.common.rules, of_file) {
        (Some(rules), _) => (rules, language.choose("as asked for", "指定")),
        (None, Some(rules)) => (rules, language.choose("as the file says", "棋譜による")),
        (None, None) => (
            Rules::PROPOSAL_2012,
            language.choose(
                "as the file names none that are known",
                "棋譜に既知の規約の指定なし",
            ),
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
        .map_err(|refusal| language.refusal(&refusal))?;
    if let Some(komi) = options.common.komi {
        engine
            .set_komi(komi)
            .map_err(|refusal| language.refusal(&refusal))?;
    }
    let outcome = engine.outcome();
    let position = engine.position().clone();
    let adjudication = engine.adjudicate();
    let result = match outcome {
        Outcome::Score(score) => report::score(&score, language),
        Outcome::Repetition(repetition) => format!(
            "{}{}",
            language.choose("result 0, ", "結果 "),
            language.repetition(repetition)
        ),
    };
    let recorded = record.result.as_deref().map(printable);
    let recorded = recorded.map(|result| {
        language.choose(
            format!(" (the file says {result})"),
            format!("（棋譜の結果：{result}）"),
        )
    });
    let (path, komi, turn) = (path.display(), position.komi(), position.turn());
    let after = options.after.map_or(moves, |after| after as usize);
    let heading = match language {
        Language::English => format!(
            "{path}: rules {rules} {source}, komi {komi}, after {after} of {moves} moves, {turn} to move"
        ),
        Language::Japanese => format!(
            "{path}：規約 {rules}（{source}）、コミ {komi}、全{moves}手のうち{after}手まで、{}番",
            language.color(turn)
        ),
    };
    Ok(format!(
        "{heading}\n{}\n{}{}{result}{}\n",
        report::picture(&position, adjudication, language),
        report::chains(adjudication, language),
        report::finish(adjudication, language),
        recorded.unwrap_or_default(),
    ))
}

/// A short text from a file without what could disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}
