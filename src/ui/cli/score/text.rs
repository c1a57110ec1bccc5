//! A scored game as text for terminals.

use crate::referee::game::Outcome;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::Effort;
use crate::referee::judge::unsettled::Unsettled;
use crate::ui::language::{self, Language, scored};
use std::sync::atomic::AtomicBool;

/// The board, the status of stones and points, and the score with its parts.
pub(super) fn text(id: &str, game: &ScoredGame, effort: &Effort, language: Language) -> String {
    let (position, adjudication, words) = (&game.position, &game.adjudication, language.words());
    let result = match game.outcome {
        Outcome::Score(score) => language::score(&score, language),
        outcome => {
            let why = scored::result(game, language);
            words.result_without_count(&outcome.in_gtp(), &why)
        }
    };
    let recorded = scored::recorded_result(game, language);
    let recorded = recorded.map(|result| words.result_in_file(&result));
    let breaches = scored::breaches(game, language);
    let breaches: String = breaches.iter().map(|line| format!("{line}\n")).collect();
    let contradictions = scored::contradictions(game, language);
    let contradictions: String = contradictions
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let unfinished = if adjudication.is_unfinished() {
        format!("{}\n", scored::not_finished(game, language))
    } else {
        String::new()
    };
    let open = scored::open(game, language);
    let open = open.map_or(String::new(), |open| format!("{open}\n"));
    let meant = language::meant(position, adjudication, language);
    let meant = meant.map_or(String::new(), |meant| format!("{meant}\n"));
    format!(
        "{id}{}{}{}\n{}\n{}{}{contradictions}{}{open}{}{breaches}{meant}{unfinished}{result}{}\n",
        words.colon,
        scored::terms(game, language),
        words.to_move(language.color(position.turn())),
        language::picture(position, adjudication, language),
        language::chains(adjudication, language),
        language::remarks(adjudication, language),
        language::finish(adjudication, language),
        both_results(game, effort, language),
        recorded.unwrap_or_default(),
    )
}

/// The results with either side first, if points are unclear and the results differ.
fn both_results(game: &ScoredGame, effort: &Effort, language: Language) -> String {
    if game.unsettled().is_empty() {
        return String::new();
    }
    let never = AtomicBool::new(false);
    let open = Unsettled::of(&game.position, &game.adjudication, effort, &never);
    let [black, white] = open.scores.0.map(|score| language.result(&score));
    if black == white {
        return String::new();
    }
    language.words().if_play_went_on(&black, &white)
}
