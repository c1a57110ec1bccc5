//! Scored games in words: their rules and results, and comparison with the record.

use super::citations::Fact;
use super::judgement;
use super::position;
use super::words::Language;
use crate::go::color::{Color, PerColor};
use crate::go::position::Breach;
use crate::go::rules::Rules;
use crate::go::score::Score;
use crate::referee::game::scoring::{Reason, RulesSource, ScoredGame};
use crate::referee::game::{Outcome, Remedy, Spoilt};
use crate::referee::judge::{self, Status};
use crate::util::visible;

/// Maximum length of a recorded result, in characters.
const LONGEST_RESULT: usize = 40;

/// Returns true if the game is over, or nearly so, and can be counted.
pub(crate) fn is_finished(scored: &ScoredGame) -> bool {
    scored.contradicted.is_some() || !scored.adjudication.is_open(scored.position.is_over())
}

/// States that the game is unfinished, and how much of the board is open.
pub(crate) fn not_finished(scored: &ScoredGame, language: Language) -> String {
    let words = language.words();
    match scored.unsettled().len() {
        0 => words.not_nearly_over.to_owned(),
        1 => words.one_unclear_point.to_owned(),
        count => words.unclear_points(count, &language.number_of_points(count as f64)),
    }
}

/// Lists the regions that are not proved, largest first, each with its size and first point.
///
/// Returns `None` if there are none, or if the game is unfinished.
pub(crate) fn open(scored: &ScoredGame, language: Language) -> Option<String> {
    let words = language.words();
    if !matches!(scored.outcome, Outcome::Score(_)) || !is_finished(scored) {
        return None;
    }
    let proved = judge::proved_points(&scored.position, &scored.adjudication);
    let parts = judge::open_parts(scored.position.board(), &proved);
    let told = parts.iter().filter_map(|part| {
        let points = language.number_of_points(part.len() as f64);
        Some(words.points_around(&points, part.first()?))
    });
    let told: Vec<String> = told.collect();
    let list = language.list(&told, words.comma);
    (!told.is_empty()).then(|| format!("{}{}{list}", words.points_not_proved, words.colon))
}

/// The result of the game, if it has one.
pub(crate) fn result(scored: &ScoredGame, language: Language) -> String {
    match scored.outcome {
        Outcome::Score(_) if !is_finished(scored) => language.words().not_finished.to_owned(),
        outcome => {
            let cited = language.cited_outcome(scored.position.rules(), &outcome);
            told(&outcome, language) + &cited
        }
    }
}

/// The result, with those of either side first if the game is open and they differ.
pub(crate) fn headline(
    scored: &ScoredGame,
    both: Option<&PerColor<Score>>,
    language: Language,
) -> String {
    let words = language.words();
    let now = match &scored.outcome {
        Outcome::Score(score) if !is_finished(scored) => language.result(score),
        outcome => {
            let cited = language.cited_outcome(scored.position.rules(), outcome);
            return told(outcome, language) + &cited;
        }
    };
    match both {
        Some(both) => {
            let [black, white] = both.0.map(|score| language.result(&score));
            words.open_headline(&black, &white, &now)
        }
        None => words.not_finished_at(&now),
    }
}

/// A result, or the reason why the game is not counted.
fn told(outcome: &Outcome, language: Language) -> String {
    match outcome {
        Outcome::Score(score) => language.result(score),
        _ => language.uncounted(outcome).unwrap_or_default(),
    }
}

/// The moves that broke a rule, one per line, and whether the result stands nevertheless.
pub(crate) fn breaches(scored: &ScoredGame, language: Language) -> Vec<String> {
    let fouls = scored.breaches.iter();
    let fouls = fouls.map(|breach| position::breach(breach, language));
    let displaced = scored.displacements.iter();
    let displaced = displaced.map(|displaced| position::displacement(displaced, language));
    let rules = scored.position.rules();
    let stands = scored.stands_in_spite_of_fouls().then(|| {
        language
            .words()
            .result_stands(&language.cited(rules, Fact::ResultStands))
    });
    let forgiven = forgiven(rules, &scored.forgiven, language);
    let remedy = scored
        .remedy
        .map(|remedy| remedied(rules, remedy, language));
    fouls
        .chain(forgiven)
        .chain(displaced)
        .chain(remedy)
        .chain(stands)
        .collect()
}

/// The fouls without effect because the opponent consented, one per line.
pub(crate) fn forgiven(rules: &Rules, forgiven: &[Breach], language: Language) -> Vec<String> {
    let cited = language.cited(rules, Fact::Forgiven);
    let forgiven = forgiven.iter();
    forgiven
        .map(|breach| language.words().forgiven(breach.number, &cited))
        .collect()
}

/// The consequence of displaced stones.
pub(crate) fn remedied(rules: &Rules, remedy: Remedy, language: Language) -> String {
    let words = language.words();
    let told = match remedy {
        Remedy::AsItStands => words.stays.to_owned(),
        Remedy::PutBack => words.put_back.to_owned(),
        Remedy::Ends(spoilt) => language
            .uncounted(&Outcome::Displaced(spoilt))
            .unwrap_or_default(),
    };
    told + &language.cited(rules, Fact::Displaced)
}

/// The chains for which the rules contradict the players' agreement, one per line.
pub(crate) fn contradictions(scored: &ScoredGame, language: Language) -> Vec<String> {
    let contradicted = scored.contradicted.as_deref().unwrap_or_default();
    judgement::contradictions(&scored.adjudication, contradicted, language)
}

/// The result of the final position, as short as possible.
pub(crate) fn short_result(scored: &ScoredGame, language: Language) -> String {
    match scored.outcome {
        Outcome::Score(score) => language.result(&score),
        Outcome::Repetition(repetition) => language.repeated(repetition).to_owned(),
        Outcome::BothLose => language.words().both_lose.to_owned(),
        Outcome::Resigned(loser) => language.resigned(loser),
        Outcome::Forfeit(_) | Outcome::Displaced(Spoilt::Loss(_)) => {
            language.words().foul_play.to_owned()
        }
        Outcome::Displaced(Spoilt::BothLose) => language.words().both_lose.to_owned(),
        Outcome::Displaced(Spoilt::NoResult) => language.words().no_result.to_owned(),
    }
}

/// The source of the rules.
pub(crate) fn source(scored: &ScoredGame, language: Language) -> &'static str {
    let words = language.words();
    match scored.source {
        RulesSource::Request => words.as_asked_for,
        RulesSource::Record => words.as_the_record_says,
        RulesSource::Default => words.record_names_none,
    }
}

/// The position that was judged.
pub(crate) fn extent(scored: &ScoredGame, language: Language) -> String {
    let turn = language.color(scored.position.turn());
    let words = language.words();
    words.extent(scored.after, scored.moves, turn)
}

/// Rules, komi and number of moves of a game from a file.
pub(crate) fn terms(scored: &ScoredGame, language: Language) -> String {
    let words = language.words();
    let source = match scored.source {
        RulesSource::Request => words.by_request,
        RulesSource::Record => words.as_the_file_says,
        RulesSource::Default => words.file_names_none,
    };
    let position = &scored.position;
    words.rules_and_komi(
        position.rules(),
        source,
        position.komi(),
        scored.after,
        scored.moves,
    )
}

/// The result in the record, shortened to [`LONGEST_RESULT`].
pub(crate) fn recorded(scored: &ScoredGame) -> Option<String> {
    let recorded = visible::line(scored.recorded.as_deref()?);
    Some(recorded.chars().take(LONGEST_RESULT).collect())
}

/// The result in the record in the usual words of players.
pub(crate) fn recorded_result(scored: &ScoredGame, language: Language) -> Option<String> {
    recorded(scored).map(|result| language.recorded(&result))
}

/// The difference from the record: Black's lead here minus the recorded one.
pub(crate) fn difference(difference: f64, language: Language) -> String {
    let toward = if difference > 0.0 {
        Color::Black
    } else {
        Color::White
    };
    let words = language.words();
    let points = language.number_of_points(difference.abs());
    words.more_than_recorded(&points, language.color(toward))
}

/// Possible reasons for a difference from the record, one sentence each.
pub(crate) fn reasons(scored: &ScoredGame, language: Language) -> Vec<String> {
    let reasons = scored.reasons();
    if reasons.is_empty() {
        return vec![language.words().no_reason_found.to_owned()];
    }
    let told = reasons.iter().map(|found| reason(found, language));
    told.collect()
}

/// A possible reason for a difference from the record, as a sentence.
pub(crate) fn reason(reason: &Reason, language: Language) -> String {
    let words = language.words();
    match reason {
        Reason::Stones(changed) => {
            let parts: Vec<String> = changed
                .iter()
                .map(|(color, stones, found)| {
                    let other = match found {
                        Status::Dead => Status::Alive,
                        _ => Status::Dead,
                    };
                    words.other_status(
                        language.color(*color),
                        &language.points_of(stones),
                        language.status(*found),
                        language.status(other),
                    )
                })
                .collect();
            words.as_recorded_if(&parts.join(words.and))
        }
        Reason::Unmarked(dead) => {
            let parts: Vec<String> = dead
                .iter()
                .map(|(color, stones)| {
                    format!("{} {}", language.color(*color), language.points_of(stones))
                })
                .collect();
            words.as_recorded_if_unmarked(&parts.join(words.and))
        }
        Reason::AsItStands(plays) => {
            let plays: Vec<String> = plays.iter().map(|&play| language.play(play)).collect();
            words.as_recorded_without(&language.list(&plays, words.comma))
        }
        Reason::Reinforcements(color, count, all) => {
            let points = language.points_of(all);
            let which = match all.len() == *count {
                true => points,
                false => words.some_of(*count, &points),
            };
            words.as_recorded_if_filled(language.color(*color), &which)
        }
        Reason::Komi(komi) => words.as_recorded_with_komi(*komi),
        Reason::Rules(rules) => words.as_recorded_under(rules),
        Reason::Points(all) => words.may_lie_in(&language.points_of(all)),
        Reason::Unfinished => words.moves_missing.to_owned(),
    }
}
