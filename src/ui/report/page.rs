//! A report as one self-contained HTML page, without network access or other files.

use super::comparison::RulesResult;
use super::contents::Report;
use super::demonstration::Demonstration;
use super::mistakes::Mistake;
use super::replay::{Replay, ReplayStep};
use super::{chart, figures, phrases, script, zones};
use crate::formats::picture::{self, Mark, Marks};
use crate::formats::sgf::{GameInfo, Record};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, Size};
use crate::go::score::{Score, Tally};
use crate::life::proof::{Book, Exchange, ProofMove};
use crate::referee::game::Outcome;
use crate::referee::judge::Judgement;
use crate::ui::drawing;
use crate::ui::language::{self, Language, scored};
use crate::util::visible;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Board functions shared by both scripts.
const BOARD: &str = include_str!("board.js");

/// Renders the page.
pub fn page(record: &Record, report: &Report, language: Language) -> String {
    let words = language.words();
    let title = if has_names(record) {
        format!("{} – {}", phrases::players(record, language), words.report)
    } else {
        words.report.to_owned()
    };
    let has_proofs = !zones::proofs(report).is_empty();
    let scripts: &[&str] = if has_proofs {
        &[BOARD, SCRIPT, zones::SCRIPT]
    } else {
        &[BOARD, SCRIPT]
    };
    let markup = html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(scripts));
                meta name="viewport" content="width=device-width, initial-scale=1";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (header(record, report, language))
                main {
                        @if let Some(notice) = phrases::notice(report, language) {
                        section.notice role="note" {
                            h2 { (notice.heading) }
                            @for line in &notice.lines { p { (line) } }
                        }
                    }
                    div.columns {
                        (final_position(report, language))
                        div.beside { (score(report, language)) (breaches(report, language)) }
                    }
                    @if !scored::is_finished(&report.scored) {
                        details {
                            summary { (words.as_it_stands) }
                            (stones(report, language))
                            (by_rules(report, language))
                        }
                    } @else {
                        (stones(report, language))
                        (by_rules(report, language))
                    }
                    (zones::section(report, labelled, language))
                    (mistakes(report, language))
                    (player(report, language))
                    (paper(report, language))
                }
                footer { (words.made_by) " Wakari " (env!("CARGO_PKG_VERSION")) }
                (PreEscaped(picture::pieces()))
                script type="application/json" id="moves" { (PreEscaped(moves(report, language))) }
                @if has_proofs {
                    script type="application/json" id="proofs" { (PreEscaped(zones::data(report, language))) }
                }
                @for script in scripts { script { (PreEscaped(script)) } }
            }
        }
    };
    // Escaping changes nothing in the page's own text.
    visible::text(&markup.into_string()).into_owned()
}

/// The content security policy: only the style and scripts of this page, by hash.
fn policy(scripts: &[&str]) -> String {
    let hash = |text: &str| format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let style = hash(STYLE);
    let scripts: Vec<String> = scripts.iter().map(|script| hash(script)).collect();
    let script = scripts.join(" ");
    format!(
        "default-src 'none'; style-src {style}; script-src {script}; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// Returns true if a player is named.
fn has_names(record: &Record) -> bool {
    let mut names = record.players.0.iter().flatten();
    names.any(|name| !name.trim().is_empty())
}

fn header(record: &Record, report: &Report, language: Language) -> Markup {
    let words = language.words();
    let position = &report.scored.position;
    let details = [
        GameInfo::Event,
        GameInfo::Round,
        GameInfo::Date,
        GameInfo::Place,
    ];
    let known = details.iter().filter_map(|detail| record.info.get(detail));
    let occasion: Vec<&str> = known.map(String::as_str).collect();
    html! {
        header {
            @if has_names(record) {
                p.kind { (words.report) }
                h1 { (phrases::players(record, language)) }
            } @else {
                h1 { (words.report) }
            }
            @if !occasion.is_empty() { p.occasion { (occasion.join(" · ")) } }
            dl.facts {
                div { dt { (words.result) } dd.result { (phrases::result(report, language)) } }
                @if let Some(recorded) = scored::recorded_result(&report.scored, language) {
                    div { dt { (words.result_in_record) } dd { (recorded) } }
                }
                div {
                    dt { (words.rules) }
                    dd { (language.rules(position.rules())) " " code { (position.rules()) } }
                    dd.note { (scored::source(&report.scored, language)) }
                }
                div { dt { (words.komi) } dd { (position.komi()) } }
                @if position.handicap() > 0 {
                    div { dt { (words.handicap) } dd { (position.handicap()) } }
                }
            }
        }
    }
}

fn final_position(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let scored = &report.scored;
    let marks = drawing::marks_with_estimates(scored);
    let finish = language::finish(&scored.adjudication, language);
    let result = phrases::result(report, language);
    let alternative = words.described(words.final_position, &result);
    html! {
        section.board {
            h2 { (words.final_position) }
            p.note { (scored::extent(scored, language)) }
            (labelled(&picture::svg(scored.position.board(), &marks), &alternative))
            (legend(Mark::ALL.into_iter().filter(|mark| mark.is_in(&marks)), language))
            @for line in finish.lines() { p.note { (line) } }
        }
    }
}

fn score(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let Outcome::Score(score) = report.scored.outcome else {
        return html! {
            section { h2 { (words.score) } p { (scored::result(&report.scored, language)) } }
        };
    };
    let of = |part: fn(&Tally) -> f64| Color::BOTH.map(|color| part(&score.tallies[color]));
    let parts = [
        (words.territory, of(|tally| tally.territory.into())),
        (words.living, of(|tally| tally.stones.into())),
        (words.prisoners, of(|tally| tally.prisoners.into())),
        (words.dead_stones, of(|tally| tally.dead.into())),
        (words.precedent, of(|tally| tally.precedent.into())),
        (words.tax, of(|tally| -f64::from(tally.tax))),
        (words.handicap_points, of(|tally| tally.handicap.into())),
        (words.komi, of(|tally| tally.komi)),
        (words.button, of(|tally| tally.button)),
    ];
    let row = |name: &str, [black, white]: [f64; 2]| {
        let figure = |points: f64| {
            if points == 0.0 {
                "–".to_owned()
            } else {
                points.to_string()
            }
        };
        html! { th scope="row" { (name) } td.figure { (figure(black)) } td.figure { (figure(white)) } }
    };
    html! {
        section {
            h2 { (words.score) }
            table.score {
                thead { tr {
                    td {}
                    th.figure scope="col" { (language.color(Color::Black)) }
                    th.figure scope="col" { (language.color(Color::White)) }
                } }
                tbody {
                    @for (name, points) in parts.into_iter().filter(|(_, points)| *points != [0.0; 2]) {
                        tr { (row(name, points)) }
                    }
                    tr.total { (row(words.total, of(Tally::total))) }
                    tr.total { th scope="row" { (words.result) } td.result colspan="2" { (language.result(&score)) } }
                }
            }
        }
    }
}

fn breaches(report: &Report, language: Language) -> Markup {
    let words = language.words();
    html! {
        section {
            h2.again { (words.breaches) }
            @if scored::breaches(&report.scored, language).is_empty() {
                p.note { (words.no_breaches) }
            } @else {
                ul.plain.breaches {
                    @for line in scored::breaches(&report.scored, language) { li { (line) } }
                }
            }
        }
    }
}

fn by_rules(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let total = |score: &Score, color: Color| score.tallies[color].total().to_string();
    html! {
        section {
            h2 { (words.by_rules) }
            div.scroll { table.wide {
                thead { tr {
                    th scope="col" { (words.rule_sets) }
                    th.figure scope="col" { (language.color(Color::Black)) }
                    th.figure scope="col" { (language.color(Color::White)) }
                    th scope="col" { (words.result) }
                    th scope="col" { (words.why_it_differs) }
                } }
                tbody {
                    @for (index, result) in report.by_rules.iter().enumerate() {
                        tr.own[index == 0] {
                            th.names scope="row" { @for rules in &result.rules { code { (rules) } " " } }
                            @if let Outcome::Score(score) = &result.scored.outcome {
                                @for color in Color::BOTH {
                                    td.figure data-name=(language.color(color)) { (total(score, color)) }
                                }
                            } @else {
                                td.figure { "–" } td.figure { "–" }
                            }
                            td.nowrap { b { (scored::short_result(&result.scored, language)) } }
                            td {
                                @if index == 0 { (words.own_rules) }
                                @else if result.differences.is_empty() { (words.no_difference) }
                                @else { (phrases::differences(result, language)) }
                            }
                        }
                    }
                }
            } }
            p.note { (words.same_komi(report.scored.position.komi())) }
            (diagrams(report, language))
        }
    }
}

/// Diagrams of the points judged differently, one per group of rule sets that agree.
fn diagrams(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let board = report.scored.position.board();
    let mut alike: Vec<(Marks, Vec<&RulesResult>)> = Vec::new();
    for result in report
        .by_rules
        .iter()
        .filter(|result| !result.points.is_empty())
    {
        let all = drawing::marks(&result.scored);
        // Marks equal to those of the final position would distract.
        let marks = Marks {
            last: None,
            territory: PerColor::from_fn(|color| all.territory[color] & result.points),
            dame: all.dame & result.points,
            filled: PerColor::default(),
            differs: result.points,
            ..all
        };
        match alike.iter_mut().find(|(others, _)| *others == marks) {
            Some((_, results)) => results.push(result),
            None => alike.push((marks, vec![result])),
        }
    }
    let told = |result: &RulesResult| phrases::differences_on_the_board(result, language);
    let shows = |mark: Mark| alike.iter().any(|(marks, _)| mark.is_in(marks));
    html! {
        @if !alike.is_empty() {
            h3 { (words.diagrams) }
            div.diagrams {
                @for (marks, results) in &alike {
                    figure {
                        (labelled(&picture::detail(board, marks, &marks.differs), &told(results[0])))
                        figcaption {
                            div.names { @for rules in results.iter().flat_map(|result| &result.rules) { code { (rules) } " " } }
                            (told(results[0]))
                        }
                    }
                }
            }
            (legend(Mark::ALL.into_iter().filter(|&mark| shows(mark)), language))
        }
    }
}

fn legend(marks: impl Iterator<Item = Mark>, language: Language) -> Markup {
    html! {
        ul.legend {
            @for mark in marks {
                li { (PreEscaped(mark.svg())) (drawing::mark_name(mark, language)) }
            }
        }
    }
}

fn stones(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let scored = &report.scored;
    let shown = |judgement: &Judgement| {
        let is_it = |shown: &Demonstration| shown.explanation.judgement.stones == judgement.stones;
        report.demonstrations.iter().any(is_it)
    };
    let chains = scored.adjudication.chains();
    let others: Vec<&Judgement> = chains
        .iter()
        .filter(|judgement| !shown(judgement))
        .collect();
    let told = |judgement: &Judgement| {
        html! {
            td.nowrap { (language.color(judgement.color)) " " (phrases::name(&judgement.stones)) }
            td.figure { (language.stones(judgement.stones.len())) }
            td.nowrap { b { (language.status(judgement.status)) } }
            td { (language.evidence(judgement)) }
        }
    };
    let heading = |line: bool| {
        html! {
            thead { tr {
                th scope="col" { (words.stones_at) }
                td.figure {}
                th scope="col" { (words.status) }
                th scope="col" { (words.known_by) }
                @if line { th scope="col" { (words.why) } }
            } }
        }
    };
    html! {
        section {
            h2 { (words.life_and_death) }
            @if report.demonstrations.is_empty() {
                p.note { (words.all_living) }
            } @else {
                p.note { (language::explanation::article(scored.position.rules(), language)) }
                div.scroll { table.wide {
                    (heading(true))
                    tbody {
                        @for (shown, number) in report.demonstrations.iter().zip(first_sequences(report)) {
                            tr {
                                (told(&shown.explanation.judgement))
                                td { (demonstration(scored.position.board(), shown, number, language)) }
                            }
                        }
                    }
                } }
            }
            @for remark in language::remarks(&scored.adjudication, language).lines() {
                p.note { (remark) }
            }
            @if !others.is_empty() {
                details {
                    summary { (words.other_stones) " (" (others.len()) ")" }
                    div.scroll { table.wide {
                        (heading(false))
                        tbody { @for judgement in &others { tr { (told(judgement)) } } }
                    } }
                }
            }
        }
    }
}

/// The reasons for a chain's status, with the sequence `number` that shows it.
fn demonstration(
    board: &Board,
    shown: &Demonstration,
    number: usize,
    language: Language,
) -> Markup {
    let words = language.words();
    let explained = &shown.explanation;
    let lines = explained
        .lines
        .as_ref()
        .filter(|_| !shown.replays.is_empty());
    html! {
        @if shown.is_disputed { div.tag { (words.disputed) } }
        div { (language::explanation::reasons(explained, language)) }
        @if let Some(lines) = lines {
            div.line {
                button.screen type="button" data-sequence=(number) { "▶ " (words.show_line) }
                @if shown.book.is_some() {
                    " "
                    button.screen type="button" data-sequence=(number + shown.replays.len()) { (words.try_it) }
                }
                " " (language::explanation::moves(board, &lines.main, language))
                (words.semicolon) (language::explanation::outcome(board, explained, language))
            }
        }
    }
}

/// The mistakes of both sides, with the better moves as sequences.
fn mistakes(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let Some(mistakes) = &report.mistakes else {
        return html! {};
    };
    let numbered = mistakes.0.iter().flatten().zip(first_line(report)..);
    let row = |mistake: &Mistake, number: usize| {
        let (points, percent) = phrases::lost(mistake);
        html! {
            th.nowrap scope="row" {
                (phrases::stage(mistake.number, Some(mistake.play), language)) " "
                button.screen type="button" data-move=(mistake.number) aria-label=(words.show_move(mistake.number)) { "▶" }
            }
            td.nowrap {
                (language.to(mistake.better)) " "
                button.screen type="button" data-sequence=(number) aria-label=(better_line(mistake, language)) { "▶" }
            }
            td.figure data-name=(words.mistake_points) { (points) }
            td.figure data-name=(words.mistake_winrate) { (percent) }
        }
    };
    html! {
        section {
            h2 { (words.mistakes) }
            @if mistakes.0.iter().all(Vec::is_empty) {
                p.note { (words.no_mistakes) }
            } @else {
                table.wide.mistakes {
                    thead { tr {
                        th scope="col" { (words.mistake_played) }
                        th scope="col" { (words.mistake_better) }
                        th.figure scope="col" { (words.mistake_points) }
                        th.figure scope="col" { (words.mistake_winrate) }
                    } }
                    tbody { @for (mistake, number) in numbered { tr { (row(mistake, number)) } } }
                }
            }
            p.note { (words.mistakes_how) }
        }
    }
}

/// Number of the first sequence with a better move; those of the demonstrations come before.
fn first_line(report: &Report) -> usize {
    let demonstrations = report.demonstrations.iter();
    1 + demonstrations
        .map(|shown| shown.replays.len())
        .sum::<usize>()
}

/// Title of the sequence with a better move.
fn better_line(mistake: &Mistake, language: Language) -> String {
    let words = language.words();
    words.better_line(mistake.number, &language.to(mistake.better))
}

/// Number of the first sequence of each demonstration; the game is sequence 0.
fn first_sequences(report: &Report) -> Vec<usize> {
    let mut next = 1;
    let first = |shown: &Demonstration| {
        let first = next;
        next += shown.replays.len() + usize::from(shown.book.is_some());
        first
    };
    report.demonstrations.iter().map(first).collect()
}

/// Returns true if some chain has a book, so that moves can be tried.
fn has_tries(report: &Report) -> bool {
    let mut demonstrations = report.demonstrations.iter();
    demonstrations.any(|shown| shown.book.is_some())
}

/// Titles of the sequences of a demonstration: main line, tries, and the book if there is one.
fn titles(shown: &Demonstration, language: Language) -> Vec<String> {
    let words = language.words();
    let title = phrases::title(&shown.explanation.judgement, language);
    let name = |index: usize| match index {
        0 => title.clone(),
        _ => format!("{title} – {} {index}", words.instead),
    };
    let tried = shown
        .book
        .iter()
        .map(|_| format!("{title} – {}", words.try_it));
    (0..shown.replays.len()).map(name).chain(tried).collect()
}

fn player(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let board = Board::new(report.scored.position.board().size());
    let empty = picture::svg(&board, &Marks::default());
    let with_layer = empty.replacen("</svg>", r#"<g id="stones"></g></svg>"#, 1);
    let demonstrations = report.demonstrations.iter();
    let titles = demonstrations.flat_map(|shown| self::titles(shown, language));
    let better = report.mistakes.iter().flat_map(|sides| &sides.0).flatten();
    let titles = titles.chain(better.map(|mistake| better_line(mistake, language)));
    html! {
        section id="player" {
            h2.screen { (words.step_through) }
            div.player {
                div.board.screen { (labelled(&with_layer, words.step_through)) }
                div.screen {
                    label for="choice" { (words.show) }
                    select id="choice" autocomplete="off" {
                        option value="0" { (words.game) }
                        @for (title, number) in titles.zip(1..) {
                            option value=(number) { (title) }
                        }
                    }
                    label for="list" { (words.moves) }
                    select id="list" size="5" autocomplete="off" {}
                    p id="move" aria-live="polite" {}
                    p id="comment" {}
                    div.controls {
                        button type="button" id="first" aria-label=(words.first) title=(words.first) { "|◀" }
                        button type="button" id="previous" aria-label=(words.previous) title=(words.previous) { "◀" }
                        button type="button" id="next" aria-label=(words.next) title=(words.next) { "▶" }
                        button type="button" id="last" aria-label=(words.last) title=(words.last) { "▶|" }
                        input type="range" id="slider" min="0" value="0" autocomplete="off" aria-label=(words.step_through);
                    }
                    p.note { (words.keys) }
                    @if has_tries(report) {
                        div id="tries" hidden {
                            p.note { (words.tries_say) }
                            label for="attempts" { (words.try_at) }
                            div.controls {
                                select id="attempts" autocomplete="off" {}
                                button type="button" id="attempt" { (words.try_it_at) }
                            }
                        }
                    }
                }
                @if !report.course.is_empty() {
                    div.course { h2 { (words.course) } (chart::charts(&report.course, words)) p.note { (words.course_how) } }
                }
            }
        }
    }
}

/// Adds an accessible name to a picture.
fn labelled(svg: &str, name: &str) -> Markup {
    let label = html! { i aria-label=(name) {} }.into_string();
    let attribute = label.trim_start_matches("<i ").trim_end_matches("></i>");
    PreEscaped(svg.replacen("role=\"img\"", &format!("role=\"img\" {attribute}"), 1))
}

/// The game and the main lines as numbered diagrams, for print.
fn paper(report: &Report, language: Language) -> Markup {
    let words = language.words();
    let demonstrations = report.demonstrations.iter();
    let lines = demonstrations.filter_map(|shown| {
        let title = phrases::title(&shown.explanation.judgement, language);
        Some((title, shown.replays.first()?))
    });
    let game = (words.game.to_owned(), &report.replay);
    let parts = std::iter::once(game).chain(lines);
    let parts = parts.flat_map(|(title, replay)| {
        let figures = figures::figures(replay, language).into_iter();
        figures.map(move |figure| (title.clone(), figure))
    });
    html! {
        section.paper {
            @for (title, figure) in parts {
                figure {
                    figcaption { (title) " (" (figure.moves.0) "–" (figure.moves.1) ")" }
                    (labelled(&figure.svg, &title))
                    @if !figure.beside.is_empty() { p.note { (figure.beside.join(words.comma)) } }
                }
            }
        }
    }
}

/// The data of the replay script, as JSON escaped for HTML.
fn moves(report: &Report, language: Language) -> String {
    let words = language.words();
    let size = report.scored.position.board().size();
    let better = || report.mistakes.iter().flat_map(|sides| &sides.0).flatten();
    let mut game = report.replay.clone();
    let mut stages: Vec<&mut ReplayStep> = game
        .stages
        .iter_mut()
        .filter(|stage| stage.play.is_some())
        .collect();
    for mistake in better() {
        if let Some(stage) = stages.get_mut(mistake.number - 1) {
            let told = phrases::mistake(mistake, language);
            stage.comment = [&*told, &*stage.comment].join("\n").trim_end().to_owned();
        }
    }
    let mut sequences = vec![sequence(&game, words.before_first_move, &[], language)];
    let board = report.scored.position.board();
    for shown in &report.demonstrations {
        let explained = &shown.explanation;
        let stones: Vec<Point> = explained.judgement.stones.iter().collect();
        let lines = explained.lines.iter();
        let ko_passes = lines.flat_map(|lines| [&lines.main].into_iter().chain(&lines.tries));
        let ko_passes = ko_passes.filter(|line| !line.plays.is_empty());
        let titles = titles(shown, language);
        for (index, ((replay, title), line)) in
            shown.replays.iter().zip(titles).zip(ko_passes).enumerate()
        {
            let mut replay = replay.clone();
            for &pass in &line.ko_passes {
                replay.stages[pass].comment = words.pass_for_the_ko.to_owned();
            }
            if let (0, Some(last)) = (index, replay.stages.last_mut()) {
                last.comment = language::explanation::outcome(board, explained, language);
            }
            sequences.push(sequence(&replay, &title, &stones, language));
        }
        if let (Some(book), Some(title)) = (&shown.book, self::titles(shown, language).last()) {
            let nothing = Replay::of_line(board, &[]);
            let mut tried = sequence(&nothing, title, &stones, language);
            tried["book"] = tries(book, size);
            sequences.push(tried);
        }
    }
    for mistake in better() {
        let mut replay = mistake.replay.clone();
        if let Some(first) = replay.stages.first_mut() {
            first.comment = phrases::mistake(mistake, language);
        }
        sequences.push(sequence(
            &replay,
            &better_line(mistake, language),
            &[],
            language,
        ));
    }
    let doubtful: Vec<usize> = better().map(|mistake| mistake.number).collect();
    let data = json!({
        "width": size.width(),
        "height": size.height(),
        "cell": picture::CELL,
        "margin": picture::MARGIN,
        "chart": {
            "left": chart::LEFT,
            "width": chart::BREADTH,
            "moves": report.course.len().saturating_sub(1).max(1),
            "values": chart::values(&report.course),
        },
        "mistakes": doubtful,
        "sequences": sequences,
        "words": {
            "colors": Color::BOTH.map(|color| language.color(color)),
            "pass": words.pass,
            "pass_for_kos": words.pass_for_kos,
            "pass_for": words.pass_for_stone,
            "answered": words.attack_answered,
            "unanswered": words.attack_unanswered,
            "over": words.try_over,
            "no_try": words.no_try_left,
        },
    });
    script::in_html(&data)
}

/// Encodes a book for the script: per situation the tries, their answers and next situations.
///
/// A move is the index of its point; passes are negative.
fn tries(book: &Book, size: Size) -> Value {
    let point = |at: Point| script::index(at, size) as i32;
    let code = |to: ProofMove| match to {
        ProofMove::Play(at) => point(at),
        ProofMove::Pass => -1,
        ProofMove::KoPass => -2,
        ProofMove::PassFor(stone) => -3 - point(stone),
    };
    let exchange = |one: &Exchange| json!([code(one.attempt), one.answer.map(code), one.next]);
    let situation = |all: &Vec<Exchange>| -> Vec<Value> { all.iter().map(exchange).collect() };
    let situations: Vec<Vec<Value>> = book.situations.iter().map(situation).collect();
    json!({
        "loser": script::code(Some(book.loser)),
        "opening": book.opening.map(code),
        "situations": situations,
    })
}

fn sequence(replay: &Replay, label: &str, chain: &[Point], language: Language) -> Value {
    let size = replay.start.size();
    let index = |point: Point| script::index(point, size);
    let mut start = vec![0; size.area()];
    for point in size.points() {
        start[index(point)] = script::code(replay.start.at(point));
    }
    let start: String = start.iter().map(u8::to_string).collect();
    let mut moves = vec![0];
    let mut steps = Vec::new();
    for ReplayStep {
        play,
        changes,
        comment,
    } in &replay.stages
    {
        let number = moves[moves.len() - 1] + usize::from(play.is_some());
        moves.push(number);
        let at = play.and_then(|(_, to)| to.point());
        let set: Vec<(usize, u8)> = changes
            .iter()
            .map(|&(point, stone)| (index(point), script::code(stone)))
            .collect();
        steps.push(json!({
            "label": phrases::stage(number, *play, language),
            "comment": visible::text(comment),
            "at": at.map_or(-1, |point| index(point) as i32),
            "set": set,
        }));
    }
    let chain: Vec<usize> = chain.iter().map(|&point| index(point)).collect();
    json!({
        "label": label,
        "comment": visible::text(&replay.comment),
        "start": start,
        "chain": chain,
        "moves": moves,
        "steps": steps,
    })
}

#[cfg(test)]
mod tests {
    use super::super::searcher::Searches;
    use super::*;
    use crate::referee::game::scoring::Request;

    fn page_of(text: &str, playouts: Option<u64>, language: Language) -> String {
        page_asked_for(&Request::default(), text, playouts, language)
    }

    fn page_asked_for(
        request: &Request,
        text: &str,
        playouts: Option<u64>,
        language: Language,
    ) -> String {
        let record: Record = text.parse().expect("a record");
        let searches = playouts.map(|playouts| Searches {
            playouts,
            oracle: None,
        });
        let report = Report::of(&record, request, searches.as_ref(), &mut |_, _, _| {});
        page(
            &record,
            &report.expect("a game that fits on its board"),
            language,
        )
    }

    /// The data of the script.
    fn data(page: &str) -> Value {
        let (_, rest) = page
            .split_once(r#"id="moves">"#)
            .expect("the moves are there");
        let (data, _) = rest.split_once("</script>").expect("a script ends");
        serde_json::from_str(data).expect("it is JSON")
    }

    /// Under the 2012 proposal, White's chain lives by reading in one move.
    const FIGHT: &str = "(;SZ[7]KM[0]RU[proposal-2012]AB[ea][ga][eb][fb][gb][ac][bc][cc][dc][ec][gc][ad][cd][ed][fd][gd]\
        [ae][be][ce][de][fe][af][cf][df][ef][ff][gf][ag][bg][cg][eg][gg]AW[da][ab][bb][cb][db])";

    #[test]
    fn texts_of_a_record_are_no_markup() {
        let evil = "<script>alert(1)</script><img src=x onerror=alert(1)>\" & '";
        let texts = ["PB", "PW", "BR", "EV", "DT", "PC", "RE", "C"]
            .map(|property| format!("{property}[{evil}]"))
            .join("");
        let text = format!("(;SZ[3]{texts};B[bb]C[</script><script>alert(2)</script>])");
        for language in [Language::English, Language::Japanese] {
            let page = page_of(&text, None, language);
            // The stone in the middle is proved safe, which adds two scripts.
            assert_eq!(page.matches("<script").count(), 5, "the page's own scripts");
            assert_eq!(page.matches("</script>").count(), 5);
            assert!(!page.contains("<img"));
            let comment = &data(&page)["sequences"][0]["steps"][0]["comment"];
            assert_eq!(comment, "</script><script>alert(2)</script>");
        }
    }

    /// Control and bidirectional characters reach neither the page nor its script data.
    #[test]
    fn texts_of_a_record_hide_nothing() {
        let evil = "a\u{0}\u{1b}[31m\u{7f}\u{9b}1m\u{202e}b\u{2066}c\u{200f}\u{2028}d";
        let shown = "\\u{1b}[31m\\u{7f}\\u{9b}1m\\u{202e}b\\u{2066}c\\u{200f}";
        let texts = ["PB", "PW", "BR", "EV", "DT", "PC", "RE", "RU"]
            .map(|property| format!("{property}[{evil}]"))
            .join("");
        for language in [Language::English, Language::Japanese] {
            let page = page_of(&format!("(;SZ[3]{texts};B[bb]C[{evil}])"), None, language);
            let is_plain = |letter: char| {
                letter == '\n'
                    || visible::line(letter.encode_utf8(&mut [0; 4]))
                        .chars()
                        .eq([letter])
            };
            assert_eq!(page.chars().find(|&letter| !is_plain(letter)), None);
            assert!(page.matches(shown).count() >= 4);
            let comment = &data(&page)["sequences"][0]["steps"][0]["comment"];
            let comment = comment.as_str().expect("a text");
            assert!(
                comment.contains(shown) && comment.chars().all(is_plain),
                "{comment}"
            );
        }
    }

    /// The hashes match the contents of the page.
    #[test]
    fn only_the_style_and_the_script_of_the_page_are_used() {
        let page = page_of("(;SZ[3];B[bb];W[])", None, Language::English);
        let between = |from: &str, to: &str| {
            let (_, rest) = page.split_once(from).expect("it begins");
            rest.split_once(to).expect("it ends").0
        };
        let policy = between("Content-Security-Policy\" content=\"", "\"");
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
        for (kind, text) in [
            ("style", between("<style>", "</style>")),
            ("script", between("<script>", "</script>")),
        ] {
            let hash = BASE64_STANDARD.encode(Sha256::digest(text));
            assert!(
                policy.contains(&format!("{kind}-src 'sha256-{hash}'")),
                "{kind}"
            );
        }
        let scripts: Vec<&str> = page.split("<script>").skip(1).collect();
        assert_eq!(scripts.len(), 3, "two more where something is proved safe");
        for script in scripts {
            let (script, _) = script.split_once("</script>").expect("it ends");
            let hash = BASE64_STANDARD.encode(Sha256::digest(script));
            assert!(policy.contains(&format!("'sha256-{hash}'")), "{script}");
        }
        assert!(!policy.contains("unsafe"));
        for attribute in [" style=", " onclick=", " onload=", "javascript:"] {
            assert!(!page.contains(attribute), "{attribute}");
        }
    }

    #[test]
    fn the_page_needs_no_other_file() {
        let page = page_of("(;SZ[3];B[bb];W[])", Some(8), Language::English);
        for elsewhere in [
            "src=",
            "@import",
            "url(",
            "https:",
            "fetch(",
            "rel=\"stylesheet",
        ] {
            assert!(!page.contains(elsewhere), "{elsewhere}");
        }
        let names = page.matches("http:").count();
        assert_eq!(names, page.matches("http://www.w3.org/2000/svg").count());
        assert_eq!(page.matches(r#"class="chart""#).count(), 2);
    }

    /// Accessible names for screen readers.
    #[test]
    fn pictures_have_names_and_headers_say_what_they_head() {
        for language in [Language::English, Language::Japanese] {
            let page = page_of(FIGHT, Some(8), language);
            assert_eq!(
                (
                    page.matches("<main>").count(),
                    page.matches("</main>").count()
                ),
                (1, 1)
            );
            let pictures: Vec<&str> = page.split("<svg ").skip(1).collect();
            assert!(pictures.len() > 2);
            for picture in pictures {
                let (attributes, _) = picture.split_once('>').expect("a tag ends");
                let is_picture = attributes.contains("role=\"img\"");
                assert!(
                    !is_picture || attributes.contains("aria-label="),
                    "{attributes}"
                );
            }
            for header in page
                .split("<th")
                .skip(1)
                .filter(|text| !text.starts_with("ead"))
            {
                let (attributes, text) = header.split_once('>').expect("a tag ends");
                assert!(
                    attributes.contains("scope=") && !text.starts_with("</th>"),
                    "{attributes}"
                );
            }
        }
    }

    #[test]
    fn readers_are_told_what_the_count_is_worth() {
        // Black has four columns and White three, with three dead black stones in them.
        let moves = ";B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef];B[dg];W[eg];B[fb];W[]";
        let game = |result: &str| format!("(;SZ[7]KM[0]RU[Chinese]RE[{result}]{moves};B[];W[])");
        let request = Request::brief(100);
        let page_of =
            |text: &str, playouts, language| page_asked_for(&request, text, playouts, language);
        let has_notice = |page: &str| page.contains(r#"class="notice""#);
        let page = page_of(&game("B+7"), None, Language::English);
        assert!(!has_notice(&page), "as recorded");
        let page = page_of(&game("B+4"), None, Language::English);
        assert!(has_notice(&page) && page.contains("3 points more for Black than recorded"));
        let page = page_of("(;SZ[9]RE[B+4];B[ee];W[cc])", Some(8), Language::Japanese);
        assert!(has_notice(&page) && page.contains("<h2>未終局</h2>"));
        assert!(page.contains("探索による形勢") && !page.contains("棋譜の結果と異なる"));
        // If every stone counts as alive, nothing is unclear, but much may be left to play.
        let begun = |end: &str| format!("(;SZ[9]RU[Tromp-Taylor];B[ee];W[cc]{end})");
        assert!(has_notice(&page_of(&begun(""), None, Language::English)));
        assert!(!has_notice(&page_of(
            &begun(";B[];W[]"),
            None,
            Language::English
        )));
    }

    #[test]
    fn what_is_shown_has_moves_to_show() {
        let page = page_of(FIGHT, None, Language::English);
        let data = data(&page);
        let sequences = data["sequences"].as_array().expect("a list");
        assert_eq!(sequences.len(), 2);
        assert_eq!(sequences[0]["steps"].as_array().map(Vec::len), Some(0));
        assert_eq!(sequences[1]["label"], "White A6: alive");
        assert_eq!(sequences[1]["chain"].as_array().map(Vec::len), Some(5));
        // B7, in the top row of seven.
        assert_eq!(sequences[1]["steps"][0]["set"], json!([[43, 2]]));
        assert_eq!(
            page.matches("data-sequence").count(),
            1 + SCRIPT.matches("data-sequence").count()
        );
        assert!(!page.contains(r#"class="chart""#));
    }
}
