//! The execution of each command, and the text of its reply.

use super::command::{Command, StatusName};
use super::input::{Heard, is_set};
use super::live::{Find, LiveEngine};
use super::parameter::LiveDrawing;
use super::reply::{CANCELLED, Failure, LoadError, Unreadable, lines, words};
use super::surroundings::Environment;
use super::{gogui, help, parse, raw, settings, zones};
use crate::engine::{Engine, FarFromOver};
use crate::formats::kata;
use crate::formats::sgf::Record;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Breach;
use crate::life::solve::{Task, budget, solve};
use crate::referee::ending::{Decision, NotNow};
use crate::referee::game::{Outcome, Refusal};
use crate::referee::judge::explain::{Explained, NoChain};
use crate::referee::judge::{Agreed, Status};
use crate::ui::language::{self, Language, Look};
use crate::util::files;
use crate::util::visible;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The name of the engine.
const NAME: &str = "Wakari";

/// Executes a command and returns the text of its reply.
///
/// # Errors
///
/// Returns a [`Failure`] if the command is not carried out.
pub(super) fn answer(
    live: &mut LiveEngine,
    command: Command,
    heard: &Heard,
    surroundings: &Environment,
) -> Result<String, Failure> {
    let outputs = surroundings.outputs.as_ref();
    let engine = &mut *live.engine;
    let done = |()| String::new();
    let nothing = String::new();
    Ok(match command {
        Command::ProtocolVersion => "2".to_owned(),
        Command::Name => NAME.to_owned(),
        Command::Version => match &surroundings.version {
            Some(version) => version.clone(),
            None => format!("{} ({} rules)", env!("CARGO_PKG_VERSION"), engine.rules()),
        },
        Command::KnownCommand(name) => parse::names().any(|known| known == name).to_string(),
        Command::ListCommands => lines(parse::names()),
        Command::Help(None) => help::all(),
        Command::Help(Some(name)) => help::of(&name).ok_or(Unreadable::UnknownCommand)?,
        Command::BoardSize { width, height } => engine.resize(width, height).map(done)?,
        Command::ClearBoard => {
            engine.clear();
            nothing
        }
        Command::Komi(komi) => engine.set_komi(komi).map(done)?,
        Command::GetKomi => engine.position().komi().to_string(),
        Command::Play(play) => engine.play(play).map(done)?,
        Command::Resign(color) => engine.decide(Decision::Resign(color)).map(done)?,
        Command::PlaySequence(plays) => engine.play_all(&plays).map(done)?,
        Command::GenMove(color) => searched(live, color, heard, Engine::generate),
        Command::RegGenMove(color) => searched(live, color, heard, Engine::suggest),
        Command::Search { color, cancellable } => {
            let color = color.unwrap_or(engine.position().turn());
            if cancellable {
                search_cancellable(live, color, &heard.followed)
            } else {
                searched(live, color, heard, Engine::suggest)
            }
        }
        Command::GenMoveCleanup(color) => {
            let is_fixed = engine.has_fixed_search(color);
            let found = heard.search(is_fixed, |stop| engine.clean_up(color, stop));
            found.to_string()
        }
        Command::SetSeed(seed) => {
            engine.set_seed(seed);
            nothing
        }
        Command::GetSeed => engine.options().search.seed.to_string(),
        Command::Undo(moves) => engine.undo(moves).map(done)?,
        Command::SetFreeHandicap(points) => engine.set_handicap(&points).map(done)?,
        Command::PlaceFreeHandicap(stones) => engine.free_handicap(stones).map(words)?,
        Command::FixedHandicap(stones) => engine.fixed_handicap(stones).map(words)?,
        Command::FinalScore => final_score(engine, live.errors, surroundings.unsettled_as_unknown),
        Command::EstimateScore => lead(engine.estimate()),
        Command::AllLegal(color) => legal_points(engine, color).to_string(),
        Command::IsLegal((color, to)) => {
            u8::from(engine.game().position_for(color).is_legal(to)).to_string()
        }
        Command::Captures(color) => engine.position().prisoners()[color].to_string(),
        Command::ListStones(color) => engine.position().board().stones(color).to_string(),
        Command::ClearCache => {
            engine.forget();
            nothing
        }
        Command::SetPosition(stones) => engine.set_position(&stones).map(done)?,
        Command::Title => {
            let position = engine.position();
            let terms = language::terms(position.rules(), position.komi());
            format!("{NAME}, {terms}")
        }
        Command::AnalyzeCommands => lines(gogui::ENTRIES.iter().copied()),
        Command::Show(picture) => gogui::show(engine, picture),
        Command::RulesParameter(None) => gogui::rules_parameters(engine),
        Command::RulesParameter(Some(parameter)) => gogui::set_rules_parameter(engine, parameter)
            .map(done)
            .map_err(Failure::Parameter)?,
        Command::SearchParameter(None) => gogui::search_parameters(engine, live.drawing),
        Command::SearchParameter(Some(parameter)) => {
            gogui::set_search_parameter(engine, &mut live.drawing, parameter);
            nothing
        }
        Command::GoguiVersion => {
            live.drawing = LiveDrawing::Counts;
            nothing
        }
        Command::FinalStatusList(status) => status_list(engine, status),
        Command::FinalStatus(point) => final_status(engine, point)?,
        Command::TimeSettings(control) => {
            engine.set_clock(control);
            nothing
        }
        Command::TimeLeft {
            color,
            seconds,
            stones,
        } => {
            engine.set_time_left(color, seconds, stones);
            nothing
        }
        Command::ListTimeSettings => lines([
            "none",
            "absolute",
            "byoyomi",
            "canadian",
            "fischer",
            "fischer-capped",
        ]),
        Command::ShowBoard => format!("\n{}", language::board(engine.position())),
        Command::LoadSgf { path, before } => {
            outputs.ok_or(Failure::NoFiles)?;
            load(engine, live.errors, &path, before)?
        }
        Command::PrintSgf(None) => visible::text(&engine.record().to_string()).into_owned(),
        Command::PrintSgf(Some(path)) => {
            let outputs = outputs.ok_or(Failure::NoFiles)?;
            let written = outputs.write(&path, engine.record().to_string());
            written
                .map(done)
                .map_err(|error| Failure::Save(path, error))?
        }
        Command::CpuTime => format!(
            "{:.3}",
            cpu_time::ProcessTime::now().as_duration().as_secs_f64()
        ),
        Command::SetRules(rules) => {
            engine.set_rules(rules);
            nothing
        }
        Command::GetRules => kata::to_json(engine.rules()),
        Command::SetRule(switch) => {
            if !switch.has_effect(engine.rules()) {
                let rules = engine.rules();
                let told = "friendlyPassOk has no effect, since the rules say what is dead";
                // Controllers may have closed the error stream.
                _ = writeln!(live.errors, "wakari: {told}: {rules}");
            }
            engine.set_rules(switch.apply(*engine.rules()));
            nothing
        }
        Command::ListParameters => settings::list(),
        Command::GetParameter(key) => settings::get(live, &key)?,
        Command::GetParameters => settings::get_all(live),
        Command::SetParameters(pairs) => settings::set(live, &pairs)?,
        Command::GetModels => {
            let size = engine.position().board().size();
            settings::models(surroundings.network.as_ref(), size)
        }
        Command::Setup(stones) => engine.set_up(&stones).map(done)?,
        Command::SetupPlayer(color) => {
            engine.set_turn(color);
            nothing
        }
        Command::DescribeRules => language::rules(engine.position(), Language::English),
        Command::DescribeStatus(point) => describe_status(engine, point)?,
        Command::Explain(point) => explain(engine, point, |board, explained| {
            language::explained(board, explained, Look::default(), Language::English)
        })?,
        Command::Solve { at, seconds } => solve_fight(engine, at, seconds)?,
        Command::DrawExplanation(point) => {
            explain(engine, point, |_, explained| gogui::explanation(explained))?
        }
        Command::DrawZones(color) => zones::zones(engine, color),
        Command::DrawAnswers(points) => zones::answers(engine, &points)?,
        Command::Reinforcements(color) => gogui::reinforcements(engine, color),
        Command::Ending(decision) => ending(engine, decision)?,
        Command::Agreed(dead) => agreed(engine, dead)?,
        Command::Prisoners(prisoners) => engine.set_prisoners(prisoners).map(done)?,
        Command::RawNetwork(question) => {
            let network = surroundings.network.as_ref().ok_or(Failure::NoNetwork)?;
            let color = question.color.unwrap_or(engine.position().turn());
            let position = engine.game().position_for(color);
            raw::raw(network.model(position.board().size()), &position, question)
        }
        Command::DescribeScore => describe_score(engine),
        Command::DescribeBreaches => breaches(engine),
        // The session handles an analysis while it runs.
        Command::Analyze(_)
        | Command::Quit
        | Command::GameOver
        | Command::Interrupt
        | Command::Notice
        | Command::Stop => nothing,
    })
}

/// Finds a move with `find`, which may also play it.
fn searched(live: &mut LiveEngine, color: Color, heard: &Heard, find: Find) -> String {
    let is_fixed = live.engine.has_fixed_search(color);
    let found = heard.search(is_fixed, |stop| live.find(color, stop, find));
    found.to_string()
}

/// Finds a move unless another line of input comes first.
fn search_cancellable(live: &mut LiveEngine, color: Color, followed: &Arc<AtomicBool>) -> String {
    let found = live.find(color, followed, Engine::suggest);
    if is_set(followed) {
        CANCELLED.to_owned()
    } else {
        found.to_string()
    }
}

/// Returns the points where a side may play.
fn legal_points(engine: &Engine, color: Color) -> PointSet {
    let position = engine.game().position_for(color);
    position.legal_moves().filter_map(Move::point).collect()
}

/// A lead of Black in points as a result.
fn lead(lead: f64) -> String {
    match lead {
        0.0 => "0".to_owned(),
        lead if lead > 0.0 => format!("B+{lead}"),
        lead => format!("W+{}", -lead),
    }
}

/// Lists the stones with a status, one chain a line.
fn status_list(engine: &mut Engine, status: StatusName) -> String {
    let stones = engine.stones_that_are(match status {
        StatusName::Alive => Status::Alive,
        StatusName::Dead => Status::Dead,
        StatusName::Seki => Status::Seki,
    });
    let board = engine.position().board();
    let mut rest = stones;
    let mut chains = Vec::new();
    while let Some(stone) = rest.first() {
        let chain: PointSet = board.chain(stone).collect();
        rest -= chain;
        chains.push(chain);
    }
    lines(chains)
}

/// Returns the status of a stone, or the owner of an empty point.
fn final_status(engine: &mut Engine, point: Point) -> Result<String, Failure> {
    let board = engine.position().board();
    if !board.size().contains(point) {
        return Err(Refusal::OffBoard.into());
    }
    if board.at(point).is_none() {
        let points = engine.adjudicate().territory().points;
        let owner = Color::BOTH
            .into_iter()
            .find(|&color| points[color].contains(point));
        return Ok(owner.map_or("dame".to_owned(), |color| {
            format!("{color}_territory").to_lowercase()
        }));
    }
    let mut is = |status| engine.stones_that_are(status).contains(point);
    let status = if is(Status::Dead) {
        "dead"
    } else if is(Status::Seki) {
        "seki"
    } else {
        "alive"
    };
    Ok(status.to_owned())
}

/// Describes the status of a stone and the evidence for it.
fn describe_status(engine: &mut Engine, point: Point) -> Result<String, Failure> {
    engine
        .adjudicate()
        .chain(point)
        .map(|judgement| language::judgement(judgement, Language::English))
        .ok_or(Failure::NoStone)
}

/// Counts with agreed dead stones, and lists the chains whose proof contradicts the agreement.
fn agreed(engine: &mut Engine, dead: PointSet) -> Result<String, Failure> {
    let board = engine.position().board();
    if !dead.is_subset(&(board.stones(Color::Black) | board.stones(Color::White))) {
        return Err(Failure::NoStone);
    }
    let judged = engine.adjudicate();
    let Agreed {
        adjudication,
        contradicted,
    } = judged.agreed(engine.position(), dead);
    let score = adjudication.score().to_string();
    let told = language::contradictions(&adjudication, &contradicted, Language::English);
    Ok(lines([score].into_iter().chain(told)))
}

/// The answer of `final_score` to a game without a settled result, as gogui-twogtp writes it.
const UNKNOWN: &str = "?";

/// The result, and the reason if it was not counted.
///
/// A game that is far from its end and goes on is estimated. A warning on the error stream says so,
/// or that a game was stopped early and is counted as it stands, or which points are unsettled.
/// With `unsettled_as_unknown` each of these games is answered with [`UNKNOWN`].
fn final_score(engine: &mut Engine, errors: &mut dyn Write, unsettled_as_unknown: bool) -> String {
    let outcome = engine.outcome();
    let far = match outcome {
        Outcome::Score(_) => engine.far_from_over(),
        _ => None,
    };
    let open = engine.open_points();
    let (warning, score) = match far {
        Some(FarFromOver::InPlay) => {
            let warning = "the game is far from over: its score is estimated".to_owned();
            let score = (!unsettled_as_unknown).then(|| lead(engine.estimate()));
            (warning, score)
        }
        Some(FarFromOver::Stopped) => {
            let warning =
                "the game was stopped far from its end: the board is counted as it stands";
            (warning.to_owned(), Some(result(&outcome)))
        }
        None if open.is_empty() => return result(&outcome),
        None => {
            let warning = format!(
                "the result is not settled: whose {open} is depends on further play \
                 (wakari-unsettled)"
            );
            (warning, Some(result(&outcome)))
        }
    };
    // GoGui colors lines that begin like this. Controllers may have closed the error stream.
    _ = writeln!(errors, "WARNING: {warning}");
    match score {
        Some(score) if !unsettled_as_unknown => score,
        _ => UNKNOWN.to_owned(),
    }
}

/// The result, and the reason if it was not counted.
fn result(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Forfeit(breach) => {
            let why = language::breach(breach, Language::English);
            format!("{} {why}", outcome.in_gtp())
        }
        Outcome::Displaced(_) => {
            let why = Language::English.uncounted(outcome).unwrap_or_default();
            format!("{} {why}", outcome.in_gtp())
        }
        _ => outcome.in_gtp(),
    }
}

/// Describes the score in full, and the moves that violate a rule.
fn describe_score(engine: &mut Engine) -> String {
    let score = match engine.outcome() {
        Outcome::Score(score) => {
            let counted = language::score(&score, Language::English);
            match engine.far_from_over() {
                Some(FarFromOver::InPlay) => {
                    let estimate = lead(engine.estimate());
                    format!("far from over, estimated {estimate}; as it stands: {counted}")
                }
                Some(FarFromOver::Stopped) | None => counted,
            }
        }
        outcome => Language::English.uncounted(&outcome).unwrap_or_default(),
    };
    format!("{score}\n{}", breaches(engine))
}

/// Lists the moves that violate a rule, one a line.
fn breaches(engine: &Engine) -> String {
    let breaches = engine.game().breaches();
    let told = breaches
        .iter()
        .map(|breach| language::breach(breach, Language::English));
    let displaced = engine.game().displacements().iter();
    let displaced = displaced.map(|found| language::displacement(found, Language::English));
    let game = engine.game();
    let is_forgiven = |breach: &Breach| game.is_forgiven(breach);
    let forgiven: Vec<Breach> = breaches.iter().copied().filter(is_forgiven).collect();
    let forgiven = language::forgiven(game.rules(), &forgiven, Language::English);
    let remedy = game.remedy();
    let remedy = remedy.map(|remedy| language::remedied(game.rules(), remedy, Language::English));
    lines(told.chain(forgiven).chain(displaced).chain(remedy))
}

/// The phase of the game on its way to the end, after a decision if there is one.
fn ending(engine: &mut Engine, decision: Option<Decision>) -> Result<String, Failure> {
    if let Some(decision) = decision {
        engine.decide(decision)?;
    }
    let ending = engine.game().ending().ok_or(NotNow::NoEnding)?;
    let mut told = vec![language::phase(ending.phase(), Language::English)];
    if let Some(first) = ending.first() {
        told.push(format!("first: {first}"));
    }
    let paid = ending.paid();
    let (black, white) = (paid[Color::Black], paid[Color::White]);
    if ending.first().is_some() || black + white > 0 {
        told.push(format!("given for passes: Black {black}, White {white}"));
    }
    let confirmed = ending.confirmed();
    let confirmed = Color::BOTH.into_iter().filter(|&color| confirmed[color]);
    told.extend(confirmed.map(|color| format!("{color} confirms the result")));
    Ok(lines(told))
}

/// The usual and the longest time to solve a fight, in seconds.
const USUAL_SECONDS: f64 = 5.0;
const MOST_SECONDS: f64 = 60.0;

/// Solves the fight about a chain, or about one that is looked for.
fn solve_fight(
    engine: &Engine,
    at: Option<Point>,
    seconds: Option<f64>,
) -> Result<String, Failure> {
    let board = engine.position().board();
    if let Some(at) = at
        && !board.size().contains(at)
    {
        return Err(NoChain::OffBoard(at).into());
    }
    if let Some(at) = at
        && board.is_empty(at)
    {
        return Err(NoChain::Empty(at).into());
    }
    let time = Duration::from_secs_f64(seconds.unwrap_or(USUAL_SECONDS).clamp(0.001, MOST_SECONDS));
    let task = Task {
        board,
        at,
        region: None,
        budget: budget(time),
    };
    let solution = solve(&task).ok_or(Failure::NoFight)?;
    Ok(language::fight::solved(board, &solution))
}

fn explain(
    engine: &mut Engine,
    point: Point,
    tell: impl Fn(&Board, &Explained) -> String,
) -> Result<String, Failure> {
    let explained = engine.explain(point)?;
    Ok(tell(engine.position().board(), &explained))
}

/// Loads a game; flaws of its record go to the error stream.
fn load(
    engine: &mut Engine,
    errors: &mut dyn Write,
    path: &Path,
    before: Option<u32>,
) -> Result<String, LoadError> {
    let record = Record::from_bytes(&files::read(path)?)?;
    engine.load(&record, before)?;
    // Controllers may have closed the error stream.
    let mut warn = |warning: &dyn Display| {
        _ = writeln!(errors, "wakari: {}: {warning}", visible::path(path));
    };
    for flaw in record.flaws.iter().chain(engine.game().flaws()) {
        warn(flaw);
    }
    let rules = engine.rules();
    if let Some(named) = record.rule_set().filter(|named| !named.plays_like(rules)) {
        let chosen = "the rules chosen in this session stay";
        warn(&format!(
            "the record is by {named} rules; {chosen}: {rules}"
        ));
    }
    Ok(String::new())
}
