//! What GoGui shows beside the game: the commands of its Analyze dialog and their answers, and what it draws
//! while the engine thinks.

use crate::color::Color;
use crate::engine::{Engine, Outcome, Refusal};
use crate::gtp::kata;
use crate::gtp::reply::{lines, words};
use crate::judge::Status;
use crate::point::{Move, Point, PointSet};
use crate::rules::Rules;
use crate::search::{SearchResult, SearchSettings};
use std::fmt::Write;
use std::time::Duration;

/// The entries of the Analyze dialog: a type, a label, a command.
pub const ENTRIES: &[&str] = &[
    "gfx/Status of Stones/wakari-statuses",
    "gfx/Score and Territory/wakari-territory",
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

/// Pictures of the position and of what the engine thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Which stones live, and how that is known.
    Statuses,
    /// Whose the points are, and what that comes to.
    Territory,
    /// Whose each point will be, as numbers.
    Ownership,
    /// The moves that the last search looked at.
    Candidates,
    /// The line of play that it expects.
    Variation,
    /// What speaks for each move before any playout.
    Priors,
    /// The points that are nobody's.
    Dame,
    /// What a stopped game leaves open, in words.
    Unsettled,
}

/// Answers with a picture in the form that its entry promises.
pub fn show(engine: &mut Engine, picture: Show) -> String {
    match picture {
        Show::Statuses => statuses(engine),
        Show::Territory => territory(engine),
        Show::Ownership => ownership(engine),
        Show::Candidates => engine
            .last_thought()
            .map_or(String::new(), |(_, thought)| candidates(thought)),
        Show::Variation => engine.last_thought().map_or(String::new(), |(_, thought)| {
            let line = thought.candidates.first().map(|best| &best.pv);
            words(line.into_iter().flatten().map(|(to, _)| *to))
        }),
        Show::Priors => priors(engine),
        Show::Dame => dame(engine).to_string(),
        Show::Unsettled => unsettled(engine),
    }
}

/// A drawing command for points; nothing if there are none.
fn draw(text: &mut String, command: &str, points: PointSet) {
    if !points.is_empty() {
        writeln!(text, "{command} {points}").expect("a string takes all");
    }
}

fn statuses(engine: &mut Engine) -> String {
    let adjudication = engine.adjudicate();
    let unclear = adjudication.unclear();
    let mut text = String::new();
    for (status, color) in [
        (Status::Alive, "green"),
        (Status::Dead, "red"),
        (Status::Seki, "blue"),
        (Status::Unsettled, "yellow"),
    ] {
        draw(
            &mut text,
            &format!("COLOR {color}"),
            adjudication.stones(status),
        );
    }
    draw(&mut text, "TRIANGLE", unclear);
    text.push_str("TEXT green alive, red dead, blue seki, yellow unsettled; triangles: not clear");
    text
}

fn territory(engine: &mut Engine) -> String {
    let outcome = match engine.outcome() {
        Outcome::Score(score) => score.to_string(),
        Outcome::Repetition(_) => "no result".to_owned(),
    };
    let adjudication = engine.adjudicate();
    let territory = *adjudication.territory();
    let mut text = String::new();
    draw(&mut text, "BLACK", territory.points[Color::Black]);
    draw(&mut text, "WHITE", territory.points[Color::White]);
    draw(&mut text, "MARK", adjudication.dead());
    draw(&mut text, "CIRCLE", territory.seki);
    draw(&mut text, "SQUARE", territory.dame);
    draw(&mut text, "TRIANGLE", adjudication.unclear());
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

/// Shares of the playouts on the points, and what they say.
fn candidates(thought: &SearchResult) -> String {
    let mut text = String::new();
    let all: u64 = thought
        .candidates
        .iter()
        .map(|candidate| candidate.playouts)
        .sum();
    let mut labels = String::new();
    for candidate in &thought.candidates {
        let share = 100 * candidate.playouts / all.max(1);
        if let (Move::At(point), 1..) = (candidate.to, share) {
            write!(labels, " {point} {share}").expect("a string takes all");
        }
    }
    if !labels.is_empty() {
        writeln!(text, "LABEL{labels}").expect("a string takes all");
    }
    let best = thought.best.point();
    draw(&mut text, "CIRCLE", best.into_iter().collect());
    let SearchResult {
        best,
        winrate,
        lead,
        playouts,
        ..
    } = thought;
    let winrate = 100.0 * winrate;
    write!(
        text,
        "TEXT {best}: wins {winrate:.0} %, leads by {lead:.1}, {playouts} playouts"
    )
    .expect("a string takes all");
    text
}

/// Hundredths beside the points that more than one of them speaks for.
fn priors(engine: &Engine) -> String {
    let priors = engine.priors();
    let shown = priors.into_iter().filter_map(|(to, prior)| {
        let point = to.point()?;
        Some(format!("{point} {:.1}", 100.0 * prior))
    });
    words(shown)
}

/// What is left open, and both outcomes.
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

/// The points that nobody gains by, but somebody may fill.
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
    (adjudication.territory().dame & open) | ((left - black) - white)
}

/// The plays that a side still owes its own position, beside each what it gains if the game stops then and what it is
/// worth if the opponent would have moved next; or `last` for those that are needed once no dame is left.
pub fn reinforcements(engine: &mut Engine, color: Color) -> String {
    let owed = engine.reinforcements(color);
    let known: PointSet = owed.iter().map(|owed| owed.at).collect();
    let last = engine.adjudicate().reinforcements()[color] - known;
    let owed = owed.iter();
    let owed = owed.map(|owed| format!("{} {}/{}", owed.at, owed.gain, owed.worth));
    lines(owed.chain(last.iter().map(|at| format!("{at} last"))))
}

/// What GoGui draws while the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveDrawing {
    /// Nothing.
    None,
    /// Shares of the playouts.
    Counts,
    /// The expected line of play.
    Sequence,
}

impl LiveDrawing {
    const ALL: [(LiveDrawing, &str); 3] = [
        (LiveDrawing::None, "none"),
        (LiveDrawing::Counts, "counts"),
        (LiveDrawing::Sequence, "sequence"),
    ];

    /// Takes all drawings off again.
    pub const CLEAR: &str = "gogui-gfx: CLEAR\n";

    /// What goes to the error stream for a search of this color's move, that GoGui reads there.
    pub fn text(self, color: Color, thought: &SearchResult) -> Option<String> {
        let drawing = match self {
            LiveDrawing::None => return None,
            LiveDrawing::Counts => candidates(thought),
            LiveDrawing::Sequence => {
                let mut mover = color;
                let mut drawing = "VAR".to_owned();
                for (to, _) in &thought.candidates.first()?.pv {
                    let letter = if mover == Color::Black { 'b' } else { 'w' };
                    write!(drawing, " {letter} {to}").expect("a string takes all");
                    mover = !mover;
                }
                drawing
            }
        };
        Some(format!("gogui-gfx:\n{drawing}\n\n"))
    }
}

/// The rules as parameters, one a line.
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
    text
}

/// Sets one of the rules.
///
/// # Errors
///
/// What is wrong with the key or the value.
pub fn set_rules_parameter(engine: &mut Engine, key: &str, value: &str) -> Result<(), String> {
    let rules = match key {
        "rules" if value == "custom" => return Ok(()),
        "rules" => kata::read(value).map_err(|error| error.to_string())?,
        "komi" => {
            let komi = value
                .parse()
                .map_err(|_| "komi must be a number".to_owned())?;
            return engine
                .set_komi(komi)
                .map_err(|refusal: Refusal| refusal.to_string());
        }
        "suicide" | "hasButton" => {
            let on = boolean(value)?;
            kata::with_rule(*engine.rules(), key, &on.to_string())
                .map_err(|error| error.to_string())?
        }
        _ => kata::with_rule(*engine.rules(), key, value).map_err(|error| error.to_string())?,
    };
    engine.set_rules(rules);
    Ok(())
}

fn boolean(value: &str) -> Result<bool, String> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err("expected 0 or 1".to_owned()),
    }
}

/// The search as parameters, one a line.
pub fn search_parameters(engine: &Engine, live: LiveDrawing) -> String {
    let options = engine.options();
    let kinds: Vec<&str> = LiveDrawing::ALL.iter().map(|(_, name)| *name).collect();
    let live = LiveDrawing::ALL.iter().find(|(kind, _)| *kind == live);
    format!(
        "[list/{}] live_gfx {}\n[bool] friendly_pass {}\n[string] playouts {}\n[string] seconds {}\n\
         [string] resign_below {}\n[string] threads {}",
        kinds.join("/"),
        live.expect("all kinds are in the table").1,
        u8::from(options.friendly_pass),
        options.playouts.unwrap_or(0),
        options.time_per_move.map_or(0.0, |time| time.as_secs_f64()),
        options.search.resign,
        options.search.threads,
    )
}

/// Sets one of the parameters of the search; 0 playouts or seconds are no limit.
///
/// # Errors
///
/// What is wrong with the key or the value.
pub fn set_search_parameter(
    engine: &mut Engine,
    live: &mut LiveDrawing,
    key: &str,
    value: &str,
) -> Result<(), String> {
    let number = |least: f64, most: f64| {
        let number = value.parse().ok();
        let number = number.filter(|number: &f64| (least..=most).contains(number));
        number.ok_or(format!("{key} must be a number from {least} to {most}"))
    };
    let search = engine.options().search;
    match key {
        "live_gfx" => {
            let kind = LiveDrawing::ALL.iter().find(|(_, name)| *name == value);
            *live = kind.ok_or("live_gfx must be none, counts or sequence")?.0;
        }
        "friendly_pass" => engine.set_friendly_pass(boolean(value)?),
        "playouts" => {
            let playouts = number(0.0, 1e9)? as u64;
            engine.set_playouts(Some(playouts).filter(|&playouts| playouts > 0));
        }
        "seconds" => {
            let seconds = number(0.0, 1e6)?;
            let time = (seconds > 0.0).then(|| Duration::from_secs_f64(seconds.max(0.001)));
            engine.set_time_per_move(time);
        }
        "resign_below" => engine.set_search(SearchSettings {
            resign: number(0.0, 1.0)?,
            ..search
        }),
        "threads" => engine.set_search(SearchSettings {
            threads: number(1.0, 256.0)? as usize,
            ..search
        }),
        _ => {
            let known = "live_gfx friendly_pass playouts seconds resign_below threads";
            return Err(format!("unknown parameter, known are {known}"));
        }
    }
    Ok(())
}
