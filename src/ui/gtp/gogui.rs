//! GoGui support: the Analyze dialog, drawings in GoGui's formats, and drawings during a search.

use super::command::Show;
use super::parameter::{LiveDrawing, RulesParameter, SearchParameter};
use super::reply::{lines, words};
use crate::engine::Engine;
use crate::engine::search::{SearchResult, SearchSettings};
use crate::formats::kata;
use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::rules::Rules;
use crate::referee::game::{Outcome, Refusal, Spoilt};
use crate::referee::judge::explain::{Explained, Explanation};
use crate::referee::judge::points::PointExplanation;
use crate::referee::judge::{Meant, Status};
use crate::ui::language::{self, Language};
use std::fmt::Write;
use std::iter;

/// The entries of the Analyze dialog: a type, a label, a command.
pub const ENTRIES: &[&str] = &[
    "gfx/Status of Stones/wakari-statuses",
    "gfx/Score and Territory/wakari-territory",
    "string/Ending: Where the Game Stands/wakari-ending",
    "string/Ending: What to Do Next/help wakari-ending",
    "string/Ending: Yes/wakari-ending %c yes",
    "string/Ending: No/wakari-ending %c no",
    "string/Ending: Resume Play/wakari-ending %c resume",
    "string/Ending: Take Back a Filled Point/wakari-ending %c take-back",
    "string/Ending: Claim Dead Stones/wakari-ending %c claim %P",
    "string/Ending: Claim Dead Stones and Seki/wakari-ending %c claim %s",
    "string/Ending: Resign/wakari-ending %c resign",
    "dboard/Ownership/wakari-ownership",
    "gfx/Search Candidates/wakari-candidates",
    "var/Principal Variation/wakari-variation",
    "pspairs/Move Priors/wakari-priors",
    "plist/Dame/wakari-dame",
    "pspairs/Reinforcements (Teire)/wakari-reinforcements %m",
    "string/Unsettled/wakari-unsettled",
    "hpstring/Status of Stone/wakari-status %p",
    "hpstring/Why It Lives or Dies/wakari-explain %p",
    "gfx/Proof on the Board/wakari-gfx-explain %p",
    "gfx/Zones of Safe Stones/wakari-gfx-zones %c",
    "gfx/Answer to an Attack/wakari-gfx-answer %p",
    "gfx/Answers to Tries on a Chain/wakari-gfx-answer %P",
    "hstring/Score in Full/wakari-score",
    "hstring/Rules in Full/wakari-rules",
    "plist/Dead Stones/final_status_list dead",
    "plist/Stones in Seki/final_status_list seki",
    "string/Final Score/final_score",
    "string/Estimated Score/estimate_score",
    "plist/Legal Moves/all_legal %m",
    "none/Forget Search/clear_cache",
    "param/Rules/wakari-param_rules",
    "param/Search/wakari-param_search",
];

/// Returns a drawing in the format of its entry in the Analyze dialog.
pub fn show(engine: &mut Engine, picture: Show) -> String {
    match picture {
        Show::Statuses => statuses(engine),
        Show::Territory => territory(engine),
        Show::Ownership => ownership(engine),
        Show::Candidates => engine
            .last_thought()
            .map_or(String::new(), |(_, found)| candidates(found)),
        Show::Variation => engine.last_thought().map_or(String::new(), |(_, found)| {
            let line = found.candidates.first().map(|best| &best.pv);
            words(line.into_iter().flatten().map(|(to, _)| *to))
        }),
        Show::Priors => priors(engine),
        Show::Dame => dame(engine).to_string(),
        Show::Unsettled => unsettled(engine),
    }
}

/// Writes a drawing command for points, if there are any.
pub(super) fn draw(text: &mut String, command: &str, points: PointSet) {
    if !points.is_empty() {
        writeln!(text, "{command} {points}").expect("a string takes all");
    }
}

fn statuses(engine: &mut Engine) -> String {
    let adjudication = engine.adjudicate();
    let unclear = adjudication.unsettled();
    let mut text = String::new();
    for (status, color) in [
        (Status::Alive, "green"),
        (Status::Dead, "red"),
        (Status::Seki, "blue"),
    ] {
        draw(
            &mut text,
            &format!("COLOR {color}"),
            adjudication.stones(status),
        );
    }
    draw(&mut text, "TRIANGLE", unclear);
    text.push_str("TEXT green alive, red dead, blue seki; triangles: not clear");
    text
}

fn territory(engine: &mut Engine) -> String {
    let outcome = match engine.outcome() {
        Outcome::Repetition(_)
        | Outcome::BothLose
        | Outcome::Displaced(Spoilt::NoResult | Spoilt::BothLose) => "no result".to_owned(),
        outcome => outcome.in_gtp(),
    };
    let adjudication = engine.adjudicate();
    let territory = *adjudication.territory();
    let mut text = String::new();
    draw(&mut text, "BLACK", territory.points[Color::Black]);
    draw(&mut text, "WHITE", territory.points[Color::White]);
    draw(&mut text, "MARK", adjudication.dead());
    draw(&mut text, "CIRCLE", territory.seki);
    draw(&mut text, "SQUARE", adjudication.dame());
    draw(&mut text, "TRIANGLE", adjudication.unsettled());
    write!(text, "TEXT {outcome}").expect("a string takes all");
    text
}

fn ownership(engine: &mut Engine) -> String {
    let owners = engine.ownership();
    let size = engine.position().board().size();
    let row = |row| {
        let points = (1..=size.width()).filter_map(|column| Point::new(column, row));
        let numbers = points.map(|point| format!("{:.2}", owners[point] + 0.0));
        words(numbers)
    };
    format!("\n{}", lines((1..=size.height()).rev().map(row)))
}

/// Labels each candidate with its share of the playouts, and describes the best one.
fn candidates(found: &SearchResult) -> String {
    let mut text = String::new();
    let all: u64 = found
        .candidates
        .iter()
        .map(|candidate| candidate.playouts)
        .sum();
    let mut labels = String::new();
    for candidate in &found.candidates {
        let share = 100 * candidate.playouts / all.max(1);
        if let (Move::At(point), 1..) = (candidate.to, share) {
            write!(labels, " {point} {share}").expect("a string takes all");
        }
    }
    if !labels.is_empty() {
        writeln!(text, "LABEL{labels}").expect("a string takes all");
    }
    let best = found.best.point();
    draw(&mut text, "CIRCLE", best.into_iter().collect());
    let SearchResult {
        best,
        winrate,
        lead,
        playouts,
        ..
    } = found;
    let winrate = 100.0 * winrate;
    write!(
        text,
        "TEXT {best}: wins {winrate:.0} %, leads by {lead:.1}, {playouts} playouts"
    )
    .expect("a string takes all");
    text
}

/// Returns the priors in percent.
fn priors(engine: &Engine) -> String {
    let priors = engine.priors();
    let shown = priors.into_iter().filter_map(|(to, prior)| {
        let point = to.point()?;
        Some(format!("{point} {:.1}", 100.0 * prior))
    });
    words(shown)
}

/// The unsettled points of a stopped game, and the score with each side first.
fn unsettled(engine: &mut Engine) -> String {
    let open = engine.unsettled();
    let [black_first, white_first] = open.scores.0;
    let [black, white] = open.reinforcements.0;
    let told = [
        format!("Black first: {black_first}"),
        format!("White first: {white_first}"),
        format!("not settled: {}", open.points),
        format!("Black would have to fill: {black}"),
        format!("White would have to fill: {white}"),
    ];
    lines(told.iter().map(|line| line.trim_end()))
}

/// Returns the neutral points that may still be filled.
fn dame(engine: &mut Engine) -> PointSet {
    let empty: PointSet = engine
        .position()
        .board()
        .empties()
        .iter()
        .copied()
        .collect();
    let adjudication = engine.adjudicate();
    let open = empty | adjudication.dead();
    let left = adjudication.left().iter();
    let left: PointSet = left.filter_map(|(_, to)| to.point()).collect();
    let [black, white] = adjudication.reinforcements().0;
    (adjudication.dame() & open) | ((left - black) - white)
}

/// Lists the reinforcements that a side still has to play.
///
/// Each comes with its gain if the game stops then, and its value if the opponent would have moved
/// next; or with `last` if it is needed once no dame are left.
pub fn reinforcements(engine: &mut Engine, color: Color) -> String {
    let owed = engine.reinforcements(color);
    let known: PointSet = owed.iter().map(|owed| owed.at).collect();
    let last = engine.adjudicate().reinforcements()[color] - known;
    let owed = owed.iter();
    let owed = owed.map(|owed| format!("{} {}/{}", owed.at, owed.gain, owed.worth));
    lines(owed.chain(last.iter().map(|at| format!("{at} last"))))
}

/// Draws an explanation: the points in question and the evidence.
pub fn explanation(explained: &Explained) -> String {
    match explained {
        Explained::Chain(explained) => chain(explained),
        Explained::Point(explained) => point(explained),
    }
}

/// Draws the explanation of an empty point: its region and the surrounding chains.
fn point(explained: &PointExplanation) -> String {
    let mut text = String::new();
    let walls = Color::BOTH
        .into_iter()
        .flat_map(|color| &explained.walls[color]);
    draw(&mut text, "SQUARE", explained.region);
    draw(&mut text, "MARK", walls.map(|wall| wall.stones).collect());
    let heading = language::point_heading(explained, Language::English);
    write!(text, "TEXT {heading}").expect("a string takes all");
    text
}

/// Draws the explanation of a chain: its stones and the line of play that shows its status.
fn chain(explained: &Explanation) -> String {
    let mut text = String::new();
    draw(&mut text, "MARK", explained.judgement.stones);
    if let Some(shown) = &explained.lines
        && !shown.main.plays.is_empty()
    {
        let drawing = variation(shown.main.plays.iter().copied());
        writeln!(text, "{drawing}").expect("a string takes all");
    }
    let heading = language::heading(explained, Language::English);
    write!(text, "TEXT {heading}").expect("a string takes all");
    text
}

/// Returns the drawing command for a sequence of moves.
pub(super) fn variation(plays: impl Iterator<Item = Play>) -> String {
    let mut drawing = "VAR".to_owned();
    for (color, to) in plays {
        let letter = match color {
            Color::Black => 'b',
            Color::White => 'w',
        };
        write!(drawing, " {letter} {to}").expect("a string takes all");
    }
    drawing
}

/// Takes all drawings off GoGui's board.
pub const CLEAR: &str = "gogui-gfx: CLEAR\n";

/// Returns the drawing of a search for this color's move, for the error stream.
pub fn live_drawing(kind: LiveDrawing, color: Color, found: &SearchResult) -> Option<String> {
    let drawing = match kind {
        LiveDrawing::None => return None,
        LiveDrawing::Counts => candidates(found),
        LiveDrawing::Sequence => {
            let movers = iter::successors(Some(color), |&mover| Some(!mover));
            let moves = found.candidates.first()?.pv.iter().map(|(to, _)| *to);
            variation(movers.zip(moves))
        }
    };
    Some(format!("gogui-gfx:\n{drawing}\n\n"))
}

/// Lists the parameters of the rules, one a line.
pub fn rules_parameters(engine: &Engine) -> String {
    let rules = engine.rules();
    let names: Vec<&str> = Rules::names().collect();
    let custom = if rules.name().is_none() {
        "custom/"
    } else {
        ""
    };
    let switches: serde_json::Value =
        serde_json::from_str(&kata::to_json(rules)).expect("what was written can be read");
    let switch = |key: &str| match &switches[key] {
        serde_json::Value::Bool(on) => u8::from(*on).to_string(),
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut text = format!("[list/{custom}{}] rules {rules}\n", names.join("/"));
    writeln!(text, "[string] komi {}", engine.position().komi()).expect("a string takes all");
    for (kind, key) in [
        ("list/SIMPLE/POSITIONAL/SITUATIONAL", "ko"),
        ("list/AREA/TERRITORY", "scoring"),
        ("list/NONE/SEKI/ALL", "tax"),
        ("bool", "suicide"),
        ("bool", "hasButton"),
        ("list/0/N/N-1", "whiteHandicapBonus"),
    ] {
        writeln!(text, "[{kind}] {key} {}", switch(key)).expect("a string takes all");
    }
    let meant = engine.game().meant().map_or("auto", Meant::name);
    writeln!(text, "[list/auto/diagram/game] judge_as {meant}").expect("a string takes all");
    let left = if engine.fills_dame() {
        "filled"
    } else {
        "open"
    };
    writeln!(text, "[list/filled/open] dame_left {left}").expect("a string takes all");
    text
}

/// Sets a parameter of the rules.
///
/// # Errors
///
/// Returns a [`Refusal`] if the game does not allow it.
pub fn set_rules_parameter(engine: &mut Engine, parameter: RulesParameter) -> Result<(), Refusal> {
    match parameter {
        RulesParameter::Custom => {}
        RulesParameter::Rules(rules) => engine.set_rules(rules),
        RulesParameter::Komi(komi) => engine.set_komi(komi)?,
        RulesParameter::JudgeAs(meant) => engine.mean(meant),
        RulesParameter::Fills(fills) => engine.fill_dame(fills),
        RulesParameter::Switch(switch) => engine.set_rules(switch.apply(*engine.rules())),
    }
    Ok(())
}

/// Lists the parameters of the search, one a line.
pub fn search_parameters(engine: &Engine, live: LiveDrawing) -> String {
    let options = engine.options();
    let kinds = LiveDrawing::ALL.map(LiveDrawing::name);
    format!(
        "[list/{}] live_gfx {}\n[bool] friendly_pass {}\n[string] playouts {}\n[string] seconds {}\n\
         [string] resign_below {}\n[string] threads {}",
        kinds.join("/"),
        live.name(),
        u8::from(options.friendly_pass),
        options.playouts.unwrap_or(0),
        options.time_per_move.map_or(0.0, |time| time.as_secs_f64()),
        options.search.resign,
        options.search.threads,
    )
}

/// Sets a parameter of the search, or the drawing during a search.
pub fn set_search_parameter(
    engine: &mut Engine,
    live: &mut LiveDrawing,
    parameter: SearchParameter,
) {
    let search = engine.options().search;
    match parameter {
        SearchParameter::LiveDrawing(kind) => *live = kind,
        SearchParameter::FriendlyPass(on) => engine.set_friendly_pass(on),
        SearchParameter::Playouts(playouts) => engine.set_playouts(playouts),
        SearchParameter::TimePerMove(time) => engine.set_time_per_move(time),
        SearchParameter::ResignBelow(resign) => {
            engine.set_search(SearchSettings { resign, ..search })
        }
        SearchParameter::Threads(threads) => {
            engine.set_search(SearchSettings { threads, ..search })
        }
    }
}
