//! A scored game as text for terminals: the answer first, then the board, the sums, and what needs
//! attention.

use crate::go::color::{Color, PerColor};
use crate::go::score::Score;
use crate::referee::game::Outcome;
use crate::referee::game::scoring::{Agreement, RulesSource, ScoredGame};
use crate::referee::judge::{Basis, Effort, Finding, Judgement, Status, proved_points};
use crate::ui::language::groups::{groups, stones_of};
use crate::ui::language::look::{DOUBT, RESULT, VIOLATION};
use crate::ui::language::{self, Language, Look, scored};
use anstyle::Style;

/// An unproved status is in doubt below this probability.
const SURE: f64 = 0.9;

/// Options of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextOptions {
    /// True if every chain is listed.
    pub(super) lists_chains: bool,
    pub(super) look: Look,
    pub(super) language: Language,
}

/// Formats a game, under a name if there are several.
pub(super) fn text(
    name: Option<&str>,
    game: &ScoredGame,
    effort: &Effort,
    options: TextOptions,
) -> String {
    let TextOptions { look, language, .. } = options;
    let words = language.words();
    let both = game.scores_by_first_move(effort);
    let name = name.map_or(String::new(), |name| format!("{name}{}", words.colon));
    let result = Language::capitalized(&scored::headline(game, both.as_ref(), language));
    let headline = format!(
        "{name}{}{}",
        look.paint(result, RESULT),
        terms(game, language)
    );
    let board = language::picture(&game.position, &game.adjudication, look, language);
    let mut parts = vec![format!("{headline}\n{}", certainty(game, language)), board];
    if let Outcome::Score(score) = &game.outcome {
        let [black, white] = Color::BOTH.map(|color| language::tally(score, color, language));
        parts.push(format!("{black}\n{white}"));
    }
    let attention = attention(game, both.as_ref(), look, language);
    if !attention.is_empty() {
        parts.push(attention.join("\n"));
    }
    if options.lists_chains {
        let open = scored::open(game, language);
        let chains = language::chains(&game.adjudication, language);
        let remarks = language::remarks(&game.adjudication, language);
        let all = [chains, remarks, open.unwrap_or_default()].concat();
        parts.push(all.trim_end().to_owned());
    }
    parts.join("\n\n") + "\n"
}

/// Rules, komi, the position if it is not the last one, and the comparison with the record.
fn terms(game: &ScoredGame, language: Language) -> String {
    let words = language.words();
    let default = match game.source {
        RulesSource::Default => words.by_default,
        RulesSource::Request | RulesSource::Record => "",
    };
    let more = if game.after < game.moves {
        let side = language.color(game.position.turn());
        words.after_move(game.after, game.moves, side)
    } else {
        let recorded = scored::recorded_result(game, language);
        let compared = match (game.agreement(), recorded) {
            (Agreement::Same, _) => words.record_agrees.to_owned(),
            (_, None) => words.no_result_in_file.to_owned(),
            (Agreement::Differs(_) | Agreement::NoResult, Some(recorded)) => {
                words.file_says(&recorded)
            }
            (Agreement::NotCounted, Some(recorded)) => words.recorded_as(&recorded),
        };
        format!("{}{compared}", words.semicolon)
    };
    let position = &game.position;
    words.headline_terms(position.rules(), default, position.komi(), &more)
}

/// The share of the board that is proved, and the least sure chain.
fn certainty(game: &ScoredGame, language: Language) -> String {
    let (words, adjudication) = (language.words(), &game.adjudication);
    let chains = adjudication.chains();
    let is = |basis| chains.iter().any(|chain| chain.basis == basis);
    if is(Basis::Agreed) {
        return words.as_agreed.to_owned();
    }
    if is(Basis::AllStand) {
        return words.all_living.to_owned();
    }
    let (proved, others): (Vec<&Judgement>, Vec<&Judgement>) =
        chains.iter().partition(|chain| chain.basis.is_proof());
    if others.is_empty() {
        let area = game.position.board().size().area();
        return match area - proved_points(&game.position, adjudication).len() {
            0 => words.all_proved.to_owned(),
            open => {
                let open = language.number_of_points(open as f64);
                let open = words.points_estimated(&open);
                format!("{}{}{open}", words.all_stones_proved, words.semicolon)
            }
        };
    }
    let count = |chains: &[&Judgement]| chains.iter().map(|it| it.stones.len()).sum::<usize>();
    let (proved, unproved) = (count(&proved), count(&others));
    let is_searched = |chain: &&Judgement| matches!(chain.basis, Basis::Searched(_));
    let rest = match others.iter().filter(|chain| is_searched(chain)).count() {
        0 => words.rest_estimated,
        searched if searched == others.len() => words.rest_searched,
        _ => words.rest_searched_or_estimated,
    };
    let percent = 100 * proved / (proved + unproved);
    let told = match proved {
        0 => words.none_proved.to_owned(),
        _ => words.stones_proved_in_part(percent, rest),
    };
    let chances = others
        .iter()
        .filter_map(|chain| Some((chance(chain)?, chain)));
    match chances.min_by(|one, other| one.0.total_cmp(&other.0)) {
        Some((_, chain)) => {
            let first = chain.stones.first().expect("a chain has stones");
            let (status, sureness) = (language.status(chain.status), language.sureness(chain));
            let least = words.least_sure(first, status, &sureness);
            format!("{told}{}{least}", words.semicolon)
        }
        None => told,
    }
}

/// The probability of an estimated status; 0 if the playouts say otherwise.
///
/// Returns `None` if nothing was estimated: it is proved or was read on assumptions.
fn chance(chain: &Judgement) -> Option<f64> {
    match chain.basis {
        Basis::Estimated(_) | Basis::Searched(Finding::Played(_) | Finding::Weighed(_)) => {
            Some(chain.confidence().unwrap_or(0.0))
        }
        _ => None,
    }
}

/// Dead and doubtful groups, open points, moves owed, rule violations, and what the result assumes;
/// one per line.
fn attention(
    game: &ScoredGame,
    both: Option<&PerColor<Score>>,
    look: Look,
    language: Language,
) -> Vec<String> {
    let (words, adjudication) = (language.words(), &game.adjudication);
    let paint = |style: Style| move |line: String| look.paint(line, style);
    let listed = |title: &str, groups: Vec<Vec<&Judgement>>| {
        let groups: Vec<String> = groups.iter().map(|it| group(it, language)).collect();
        let list = language.list(&groups, words.comma);
        (!groups.is_empty()).then(|| format!("{title}{}{list}", words.colon))
    };
    let is = |status| move |chain: &Judgement| chain.status == status;
    let is_doubtful = |chain: &Judgement| {
        chain.status == Status::Alive && chance(chain).is_some_and(|chance| chance < SURE)
    };
    let mut lines = vec![];
    lines.extend(listed(
        words.the_dead,
        groups(adjudication, is(Status::Dead)),
    ));
    lines.extend(listed(
        words.in_seki,
        groups(adjudication, is(Status::Seki)),
    ));
    if scored::is_finished(game) {
        let doubtful = listed(words.in_doubt, groups(adjudication, is_doubtful));
        lines.extend(doubtful.map(paint(DOUBT)));
        let both = both.map(|both| {
            let [black, white] = both.0.map(|score| language.result(&score));
            words.if_play_went_on(&black, &white)
        });
        lines.extend(both.map(paint(DOUBT)));
    }
    let finish = language::finish(adjudication, language);
    lines.extend(finish.lines().map(str::to_owned));
    lines.extend(scored::contradictions(game, language));
    let violations = scored::breaches(game, language).into_iter();
    lines.extend(violations.map(|line| look.paint(Language::capitalized(&line), VIOLATION)));
    let is_comparable = game.after == game.moves && scored::is_finished(game);
    if let (Agreement::Differs(by), true) = (game.agreement(), is_comparable) {
        let by = scored::difference(by, language);
        let reasons = scored::reasons(game, language).join(words.semicolon);
        lines.push(Language::capitalized(&format!(
            "{by}{}{reasons}",
            words.colon
        )));
    }
    lines.extend(language::meant(&game.position, adjudication, language).map(str::to_owned));
    if game.source == RulesSource::Default {
        lines.push(words.no_rules_in_file.to_owned());
    }
    lines
}

/// A group: its first stone, its size, and its least probability if it is not proved.
fn group(group: &[&Judgement], language: Language) -> String {
    let words = language.words();
    let first = group[0].stones.first().expect("a chain has stones");
    let mut details = language.stones(stones_of(group));
    let chances = group
        .iter()
        .filter_map(|chain| Some((chance(chain)?, chain)));
    if let Some((_, chain)) = chances.min_by(|one, other| one.0.total_cmp(&other.0)) {
        details += &format!("{}{}", words.comma, language.sureness(chain));
    } else if group
        .iter()
        .any(|chain| matches!(chain.basis, Basis::Searched(_)))
    {
        details += &format!("{}{}", words.comma, words.searched);
    }
    words.group_with(language.color(group[0].color), first, &details)
}
