//! `wakari explain`: why the chains of a position have their status.

use super::CommonOptions;
use crate::color::Color;
use crate::files;
use crate::judge::explain::{compare, explain};
use crate::judge::reinforce::reinforcements;
use crate::language::{self, Language};
use crate::point::Point;
use crate::rules::Rules;
use crate::scoring::{Request, ScoredGame};
use crate::sgf::Record;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Args, Debug)]
pub(super) struct ExplainOptions {
    /// The game, or the diagram
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Explains the position after so many moves instead of the last one
    #[arg(long = "move", value_name = "N")]
    after: Option<u32>,
    /// A stone of the chain to explain; may be repeated [default: all chains that need an explanation]
    #[arg(long = "chain", value_name = "POINT")]
    chains: Vec<Point>,
    /// Tells instead where these rules differ, and why
    #[arg(long, value_name = "RULES", value_parser = super::rules, conflicts_with = "chains")]
    compare: Option<Rules>,
    /// Language of the report: en or ja
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = super::language)]
    lang: Language,
    #[command(flatten)]
    common: CommonOptions,
}

/// Explains, or complains in one line. Tells whether it could explain.
pub(super) fn run(
    options: &ExplainOptions,
    output: &mut impl Write,
    errors: &mut impl Write,
) -> io::Result<bool> {
    match told(options) {
        Ok(text) => writeln!(output, "{text}").map(|()| true),
        Err(complaint) => {
            writeln!(errors, "wakari: {}: {complaint}", options.file.display()).map(|()| false)
        }
    }
}

fn told(options: &ExplainOptions) -> Result<String, String> {
    let bytes = files::read(&options.file).map_err(|error| error.to_string())?;
    let record = Record::from_bytes(&bytes).map_err(|error| options.lang.unreadable(&error))?;
    let (language, effort) = (options.lang, options.common.effort());
    let request = Request {
        rules: options.common.rules,
        komi: options.common.komi,
        after: options.after,
        effort,
    };
    let ruling = ScoredGame::of(&record, &request).map_err(|error| language.no_ruling(&error))?;
    let ScoredGame {
        position,
        adjudication,
        ..
    } = &ruling;
    if let Some(other) = &options.compare {
        let differences = compare(position, adjudication, other, &effort);
        let rules = [position.rules(), other];
        return Ok(language::comparison(
            position.board(),
            &differences,
            rules,
            language,
        ));
    }
    let mut chains = options.chains.clone();
    if chains.is_empty() {
        let doubtful = adjudication.chains().iter();
        let doubtful = doubtful.filter(|chain| !chain.basis.needs_no_play());
        chains.extend(doubtful.filter_map(|chain| chain.stones.first()));
    }
    let mut parts = vec![language::picture(position, adjudication, language)];
    for at in chains {
        let explained = explain(position, adjudication, at, &effort);
        let explained = explained.map_err(|error| language.no_chain(&error))?;
        parts.push(language::explanation(
            position.board(),
            &explained,
            language,
        ));
    }
    if options.chains.is_empty() {
        let never = AtomicBool::new(false);
        let owed = Color::BOTH.into_iter().flat_map(|side| {
            let owed = reinforcements(position, adjudication, side, &effort, &never);
            owed.into_iter().map(move |owed| (side, owed))
        });
        let owed: Vec<_> = owed.collect();
        if !owed.is_empty() {
            parts.push(language::reinforcements(&owed, language));
        }
    }
    Ok(parts.join("\n\n"))
}
