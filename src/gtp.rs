//! The Go Text Protocol, version 2: from a line to a command, to the engine, to a reply.
//!
//! A thread of its own reads the input, so that the comment `# interrupt`, or the line that ends an analysis,
//! is heard while a command runs; see [`serve`]. Commands are answered in order, one answer each.

pub mod analysis;
pub mod command;
pub mod gogui;
pub mod kata;
pub mod line;
pub mod reply;
mod session;

use crate::board::Board;
use crate::engine::{Engine, Outcome};
use crate::files;
use crate::life::Status;
use crate::life::explain::Explanation;
use crate::point::{Move, Point, PointSet};
use crate::report::{self, Language};
use crate::sgf;
use command::{Command, Request, StatusName};
use gogui::LiveDrawing;
use line::Line;
use reply::{lines, words};
use session::{Session, is_set};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// What the engine is called.
pub const NAME: &str = "Wakari";
/// Lines that are read before they are answered.
const LINES_AHEAD: usize = 64;
/// How long a search may go on after `quit` has come in: controllers kill a program soon after.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// A line, and what may end the command in it.
struct Heard {
    line: Line,
    /// Set when the command is to come to its end.
    stop: Arc<AtomicBool>,
    /// Set when another line has come in, or the end of the input.
    followed: Arc<AtomicBool>,
}

/// Answers the commands of `input` on `output` until `quit` or the end of the input. What is drawn while the
/// engine thinks goes to `errors`, where GoGui looks for it.
///
/// # Errors
///
/// The first error of `output`, as when nobody reads it any more, or of `input`.
pub fn serve(
    engine: &mut Engine,
    input: impl Read + Send + 'static,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<()> {
    let mut session = Session {
        engine,
        output: &mut output,
        errors: &mut errors,
        live: LiveDrawing::None,
    };
    for heard in listen(input) {
        if !session.respond(&heard?)? {
            break;
        }
    }
    Ok(())
}

/// Reads lines in a thread that ends with the input or when nobody listens any more.
fn listen(input: impl Read + Send + 'static) -> Receiver<io::Result<Heard>> {
    let (speak, hear) = mpsc::sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut stop = Arc::new(AtomicBool::new(false));
        let mut last = Arc::new(AtomicBool::new(false));
        let end = line::read_lines(input, |line| {
            last.store(true, Ordering::Relaxed);
            match &line {
                Line::Nothing => return true,
                Line::Interrupt => {
                    // Everything heard so far is to end; what comes after is not.
                    stop.store(true, Ordering::Relaxed);
                    stop = Arc::new(AtomicBool::new(false));
                    return true;
                }
                Line::Text(_) | Line::TooLong(_) => {}
            }
            let quits = is_quit(&line);
            last = Arc::new(AtomicBool::new(false));
            let heard = Heard {
                line,
                stop: Arc::clone(&stop),
                followed: Arc::clone(&last),
            };
            let is_heard = speak.send(Ok(heard)).is_ok();
            if quits {
                thread::sleep(LAST_WORDS);
                stop.store(true, Ordering::Relaxed);
            }
            is_heard
        });
        last.store(true, Ordering::Relaxed);
        if let Err(error) = end {
            // If nobody listens the session is over already.
            _ = speak.send(Err(error));
        }
    });
    hear
}

fn is_quit(line: &Line) -> bool {
    matches!(line, Line::Text(text) if Request::parse(text).command == Ok(Command::Quit))
}

/// Carries a command out and says what there is to say, or why it was refused.
fn answer(session: &mut Session, command: Command, heard: &Heard) -> Result<String, String> {
    let stop = &*heard.stop;
    let engine = &mut *session.engine;
    let refused = |refusal| reply::refusal(&refusal);
    let done = |()| String::new();
    let nothing = String::new();
    Ok(match command {
        Command::ProtocolVersion => "2".to_owned(),
        Command::Name => NAME.to_owned(),
        Command::Version => format!("{} ({} rules)", env!("CARGO_PKG_VERSION"), engine.rules()),
        Command::KnownCommand(name) => command::names().any(|known| known == name).to_string(),
        Command::ListCommands => lines(command::names()),
        Command::BoardSize { width, height } => {
            engine.resize(width, height).map(done).map_err(refused)?
        }
        Command::ClearBoard => {
            engine.clear();
            nothing
        }
        Command::Komi(komi) => engine.set_komi(komi).map(done).map_err(refused)?,
        Command::GetKomi => engine.position().komi().to_string(),
        Command::Play(play) => engine.play(play).map(done).map_err(refused)?,
        Command::PlaySequence(plays) => engine.play_all(&plays).map(done).map_err(refused)?,
        Command::GenMove(color) => session.think(color, stop, Engine::generate).to_string(),
        Command::RegGenMove(color) => session.think(color, stop, Engine::suggest).to_string(),
        Command::Search { color, cancellable } => {
            let color = color.unwrap_or(engine.position().turn());
            let stop = if cancellable { &heard.followed } else { stop };
            let found = session.think(color, stop, Engine::suggest);
            match cancellable && is_set(stop) {
                true => "cancelled".to_owned(),
                false => found.to_string(),
            }
        }
        Command::GenMoveCleanup(color) => engine.clean_up(color, stop).to_string(),
        Command::Undo(moves) => engine.undo(moves).map(done).map_err(refused)?,
        Command::SetFreeHandicap(points) => {
            engine.set_handicap(&points).map(done).map_err(refused)?
        }
        Command::PlaceFreeHandicap(stones) => {
            engine.free_handicap(stones).map(words).map_err(refused)?
        }
        Command::FixedHandicap(stones) => {
            engine.fixed_handicap(stones).map(words).map_err(refused)?
        }
        Command::FinalScore => match engine.outcome() {
            Outcome::Score(score) => score.to_string(),
            // A controller that counts games has no other word for a game without a winner.
            Outcome::Repetition(_) => "0".to_owned(),
        },
        Command::EstimateScore => estimate(engine.estimate()),
        Command::AllLegal(color) => {
            let position = engine.position_for(color);
            let points: PointSet = position.legal_moves().filter_map(Move::point).collect();
            points.to_string()
        }
        Command::IsLegal((color, to)) => {
            u8::from(engine.position_for(color).is_legal(to)).to_string()
        }
        Command::Captures(color) => engine.position().prisoners()[color].to_string(),
        Command::ListStones(color) => engine.position().board().stones(color).to_string(),
        Command::ClearCache => {
            engine.forget();
            nothing
        }
        Command::SetPosition(stones) => engine.set_position(&stones).map(done).map_err(refused)?,
        Command::Title => {
            let position = engine.position();
            let terms = report::terms(position.rules(), position.komi());
            format!("{NAME}, {terms}")
        }
        Command::AnalyzeCommands => lines(gogui::ENTRIES.iter().copied()),
        Command::Show(picture) => gogui::show(engine, picture),
        Command::RulesParameter(None) => gogui::rules_parameters(engine),
        Command::RulesParameter(Some((key, value))) => {
            gogui::set_rules_parameter(engine, &key, &value).map(done)?
        }
        Command::SearchParameter(None) => gogui::search_parameters(engine, session.live),
        Command::SearchParameter(Some((key, value))) => {
            gogui::set_search_parameter(engine, &mut session.live, &key, &value).map(done)?
        }
        Command::GoguiVersion => {
            session.live = LiveDrawing::Counts;
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
        Command::ShowBoard => format!("\n{}", report::board(engine.position())),
        Command::LoadSgf { path, before } => load(engine, &path, before)?,
        Command::PrintSgf(path) => print(engine, path.as_deref())?,
        Command::CpuTime => format!(
            "{:.3}",
            cpu_time::ProcessTime::now().as_duration().as_secs_f64()
        ),
        Command::SetRules(text) => {
            let rules = kata::read(&text).map_err(|error| error.to_string())?;
            engine.set_rules(rules);
            nothing
        }
        Command::GetRules => kata::to_json(engine.rules()),
        Command::SetRule { key, value } => {
            let rules = kata::with_rule(*engine.rules(), &key, &value)
                .map_err(|error| error.to_string())?;
            engine.set_rules(rules);
            nothing
        }
        Command::KgsRules(name) => {
            let name = if name.eq_ignore_ascii_case("chinese") {
                "chinese-kgs"
            } else {
                &name
            };
            let rules = kata::read(name).map_err(|error| error.to_string())?;
            engine.set_rules(rules);
            nothing
        }
        Command::Setup(stones) => engine.set_up(&stones).map(done).map_err(refused)?,
        Command::SetupPlayer(color) => {
            engine.set_turn(color);
            nothing
        }
        Command::DescribeRules => report::rules(engine.position(), Language::English),
        Command::DescribeStatus(point) => describe_status(engine, point)?,
        Command::Explain(point) => explain(engine, point, |board, explained| {
            report::explanation(board, explained, Language::English)
        })?,
        Command::DrawExplanation(point) => explain(engine, point, |_, explained| {
            report::drawing(explained, Language::English)
        })?,
        Command::Reinforcements(color) => gogui::reinforcements(engine, color),
        Command::DescribeScore => {
            let score = match engine.outcome() {
                Outcome::Score(score) => report::score(&score, Language::English),
                Outcome::Repetition(repetition) => {
                    Language::English.repetition(repetition).to_owned()
                }
            };
            format!("{score}\n{}", breaches(engine))
        }
        Command::DescribeBreaches => breaches(engine),
        // An analysis is answered by lines while it runs.
        Command::Analyze(_)
        | Command::Quit
        | Command::GameOver
        | Command::Interrupt
        | Command::Notice
        | Command::Stop => nothing,
    })
}

/// A lead as a score.
fn estimate(lead: f64) -> String {
    match (lead * 10.0).round() / 10.0 {
        0.0 => "0".to_owned(),
        lead if lead > 0.0 => format!("B+{lead}"),
        lead => format!("W+{}", -lead),
    }
}

/// The stones of a status, a chain a line.
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

/// The status of a stone, or whose an empty point is.
fn final_status(engine: &mut Engine, point: Point) -> Result<String, String> {
    let board = engine.position().board();
    if !board.size().contains(point) {
        return Err(reply::refusal(&crate::engine::Refusal::OffBoard));
    }
    if board.at(point).is_none() {
        let points = engine.adjudicate().territory().points;
        let owner = crate::color::Color::BOTH
            .into_iter()
            .find(|&color| points[color].contains(point));
        return Ok(owner.map_or("dame".to_owned(), |color| {
            format!("{color}_territory").to_lowercase()
        }));
    }
    let is = |status, engine: &mut Engine| engine.stones_that_are(status).contains(point);
    Ok(match () {
        () if is(Status::Dead, engine) => "dead",
        () if is(Status::Seki, engine) => "seki",
        () => "alive",
    }
    .to_owned())
}

/// The status of a stone and how it is known.
fn describe_status(engine: &mut Engine, point: Point) -> Result<String, String> {
    let judgements = engine.adjudicate().chains();
    let judgement = judgements
        .iter()
        .find(|judgement| judgement.stones.contains(point));
    judgement
        .map(|judgement| report::judgement(judgement, Language::English))
        .ok_or("no stone there".to_owned())
}

/// The moves that break a rule, one a line.
fn breaches(engine: &Engine) -> String {
    let breaches = engine.breaches();
    let told = breaches
        .iter()
        .map(|breach| report::breach(breach, Language::English));
    lines(told)
}

fn explain(
    engine: &mut Engine,
    point: Point,
    tell: impl Fn(&Board, &Explanation) -> String,
) -> Result<String, String> {
    let explained = engine.explain(point).map_err(|error| error.to_string())?;
    Ok(tell(engine.position().board(), &explained))
}

fn load(engine: &mut Engine, path: &str, before: Option<u32>) -> Result<String, String> {
    let fail = |reason: &dyn std::fmt::Display| format!("cannot load file: {reason}");
    let bytes = files::read(Path::new(path)).map_err(|error| fail(&error))?;
    let record = sgf::Record::from_bytes(&bytes).map_err(|error| fail(&error))?;
    engine
        .load(&record, before)
        .map_err(|refusal| fail(&refusal))?;
    Ok(String::new())
}

fn print(engine: &mut Engine, path: Option<&str>) -> Result<String, String> {
    let text = engine.record().to_string();
    match path {
        None => Ok(text),
        Some(path) => {
            let written = files::write(Path::new(path), &text);
            written
                .map(|()| String::new())
                .map_err(|error| format!("cannot write file: {error}"))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::life::Effort;
    use crate::point::Size;
    use crate::rules::Rules;
    use crate::search::Settings;
    use std::io::Cursor;
    use std::time::{Duration, Instant};

    fn engine(rules: Rules) -> Engine {
        Engine::new(Options {
            rules,
            komi: None,
            size: Size::square(9).unwrap(),
            playouts: Some(20),
            time_per_move: None,
            referee: false,
            friendly_pass: false,
            search: Settings {
                threads: 1,
                memory: 8 << 20,
                seed: 1,
                resign: 0.0,
                effort: Effort {
                    playouts: 50,
                    seed: 1,
                    states: 2_000,
                },
            },
        })
    }

    /// Everything that is answered to some lines.
    fn talk(engine: &mut Engine, input: &str) -> String {
        let mut output = Vec::new();
        serve(
            engine,
            Cursor::new(input.as_bytes().to_vec()),
            &mut output,
            io::sink(),
        )
        .unwrap();
        String::from_utf8(output).unwrap()
    }

    /// Checks a conversation in which each line has its answer below it, without the blank line.
    #[track_caller]
    fn check(rules: Rules, conversation: &str) {
        let mut engine = engine(rules);
        let mut lines = conversation
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .peekable();
        while let Some(line) = lines.next() {
            let mut expected = String::new();
            while let Some(answer) = lines.next_if(|line| line.starts_with(['=', '?', '|'])) {
                expected += &format!("{}\n", answer.trim_start_matches("| "));
            }
            let answer = talk(&mut engine, line);
            let answer = answer.strip_suffix('\n').unwrap_or(&answer);
            assert_eq!(answer, expected, "to {line}");
        }
    }

    #[test]
    fn what_is_asked_is_answered() {
        check(
            Rules::PROPOSAL_2012,
            "protocol_version
             = 2
             7 name
             =7 Wakari
             version
             = 0.1.0 (proposal-2012 rules)
             known_command play
             = true
             known_command analyze
             = false
             # nothing
             8 nosuch
             ?8 unknown command
             9 play b
             ?9 syntax error: expected play COLOR VERTEX
             kata-list_time_settings
             = none
             | absolute
             | byoyomi
             | canadian
             | fischer
             | fischer-capped
             gogui-interrupt
             =
             kgs-game_over
             =
             quit
             =",
        );
    }

    #[test]
    fn rules_and_komi_outlive_a_game() {
        check(
            Rules::PROPOSAL_2012,
            "get_komi
             = 6.5
             kata-set-rules chinese
             =
             get_komi
             = 7.5
             komi 0.5
             =
             kata-set-rules aga
             =
             get_komi
             = 0.5
             boardsize 13 7
             =
             clear_board
             =
             get_komi
             = 0.5
             version
             = 0.1.0 (aga rules)
             kata-set-rule suicide true
             =
             kata-get-rules
             = {\"hasButton\":false,\"ko\":\"SITUATIONAL\",\"scoring\":\"AREA\",\"suicide\":true,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"N-1\",\"friendlyPassOk\":true}
             kgs-rules japanese and so on
             =
             version
             = 0.1.0 (japanese-1989 rules)
             kgs-rules chinese
             =
             version
             = 0.1.0 (chinese-kgs rules)",
        );
    }

    #[test]
    fn moves_that_the_rules_forbid_are_named() {
        let ko = "play b c4\nplay w d4\nplay b d3\nplay w e3\nplay b d5\nplay w e5\nplay b j9\nplay w f4\nplay b e4\n";
        let mut engine = engine(Rules::CHINESE_OGS);
        assert_eq!(talk(&mut engine, ko), "=\n\n".repeat(9));
        check_last(&mut engine, "play w d4", "? illegal move: ko");
        check_last(&mut engine, "play w e4", "? illegal move: occupied");
        check_last(&mut engine, "play w k1", "? illegal move: off the board");
        talk(&mut engine, "clear_board\nplay w a2\nplay w b1\n");
        check_last(&mut engine, "play b a1", "? illegal move: suicide");
        // Two black stones without a liberty would leave the stones that were there before them.
        talk(
            &mut engine,
            "kata-set-rules tromp-taylor\nclear_board\nplay w a2\nplay w b2\nplay w c1\nplay b a1\n",
        );
        check_last(&mut engine, "play b b1", "? illegal move: superko");
        check_last(&mut engine, "kata-set-rules new-zealand", "=");
        check_last(&mut engine, "play b b1", "=");
    }

    #[track_caller]
    fn check_last(engine: &mut Engine, line: &str, expected: &str) {
        assert_eq!(talk(engine, line), format!("{expected}\n\n"), "{line}");
    }

    #[test]
    fn what_fails_changes_nothing() {
        let mut engine = engine(Rules::PROPOSAL_2012);
        talk(&mut engine, "komi 5.5\nplay b d4\nplay w e5\nplay b d5\n");
        let state = "get_komi\nshowboard\nkata-get-rules\nprintsgf\nversion\n";
        let before = talk(&mut engine, state);
        for line in [
            "boardsize 26",
            "boardsize 0 5",
            "rectangular_boardsize 9",
            "komi nan",
            "komi 1000000",
            "play w d4",
            "play w t19",
            "gogui-play_sequence w a1 b a2 w a3 b a3",
            "gg-undo 4",
            "set_free_handicap a1 a2",
            "fixed_handicap 2",
            "place_free_handicap 2",
            "gogui-setup b a1 w a1",
            "gogui-setup b d4",
            "gogui-setup w t19",
            "loadsgf /nonexistent.sgf",
            "loadsgf .",
            "kata-set-rules chess",
            "kata-set-rules {\"ko\":1}",
            "kata-set-rule ko triple",
            "kgs-rules chess",
            "final_status t19",
            "final_status_list living",
            "wakari-status a1",
            "printsgf /nonexistent/folder/file.sgf",
            "time_settings -1 0 0",
            "nosuch",
        ] {
            let answer = talk(&mut engine, line);
            assert!(answer.starts_with("? "), "{line}: {answer}");
            assert_eq!(talk(&mut engine, state), before, "{line}");
        }
    }

    #[test]
    fn moves_are_taken_back() {
        let mut engine = engine(Rules::CHINESE);
        talk(&mut engine, "play b a1\nplay w a2\nplay b j9\n");
        let before = talk(&mut engine, "showboard");
        talk(
            &mut engine,
            "play w b1\nplay b d4\nplay b e5\nplay w pass\n",
        );
        assert_eq!(talk(&mut engine, "gg-undo 4"), "=\n\n");
        assert_eq!(talk(&mut engine, "showboard"), before);
        check_last(&mut engine, "gg-undo 0", "=");
        check_last(&mut engine, "gg-undo", "=");
        check_last(&mut engine, "gg-undo 2", "=");
        check_last(
            &mut engine,
            "undo",
            "? cannot undo: not so many moves have been played",
        );
    }

    #[test]
    fn handicaps_are_placed() {
        check(
            Rules::CHINESE,
            "boardsize 19
             =
             fixed_handicap 5
             = D4 Q16 D16 Q4 K10
             kata-set-rules japanese-1949
             =
             clear_board
             =
             fixed_handicap 3
             = Q16 D4 Q4
             clear_board
             =
             fixed_handicap 9
             = Q16 D4 Q4 D16 Q10 D10 K16 K4 K10
             kata-set-rules chinese
             =
             set_free_handicap a1 a2
             ? board not empty: there are stones on the board
             boardsize 8
             =
             fixed_handicap 5
             ? invalid number of stones: not a number of handicap stones for this board
             fixed_handicap 3
             = C3 F6 C6
             clear_board
             =
             set_free_handicap a1
             ? bad vertex list: not two or more different points of the board
             set_free_handicap a1 a1
             ? bad vertex list: not two or more different points of the board
             set_free_handicap a1 b1 c1
             =
             undo
             ? cannot undo: not so many moves have been played
             boardsize 7
             =
             fixed_handicap 4
             = C3 E5 C5 E3
             boardsize 6
             =
             fixed_handicap 2
             ? invalid number of stones: not a number of handicap stones for this board",
        );
        let mut engine = engine(Rules::CHINESE);
        for (side, most) in [(5, 16), (9, 40), (19, 100)] {
            for stones in [2, 3, 9, 10, 13, most] {
                let answer = talk(
                    &mut engine,
                    &format!("boardsize {side}\nplace_free_handicap {stones}"),
                );
                assert_eq!(answer.split_whitespace().count(), 2 + stones, "{answer}");
            }
        }
        for line in [
            "place_free_handicap 361",
            "place_free_handicap 1",
            "place_free_handicap 4294967296",
        ] {
            let answer = talk(&mut engine, &format!("boardsize 19\n{line}"));
            assert!(answer.contains("? invalid number of stones"), "{answer}");
        }
    }

    #[test]
    fn stones_are_set_up() {
        check(
            Rules::CHINESE,
            "gogui-setup b a1 w c3
             =
             gogui-setup_player w
             =
             play w a2
             =
             undo
             =
             undo
             ? cannot undo: not so many moves have been played
             gogui-play_sequence b b1 w pass
             =
             gg-undo 2
             =
             printsgf
             = (;FF[4]GM[1]CA[UTF-8]AP[Wakari:0.1.0]SZ[9]KM[7.5]RU[chinese]AB[ai]AW[cg]PL[B])",
        );
    }

    #[test]
    fn games_are_written_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a game.sgf");
        let path = path.display();
        let mut engine = engine(Rules::CHINESE);
        talk(
            &mut engine,
            "boardsize 9 7\nkomi 3.5\nfixed_handicap 2\nplay w a1\nplay b b2\nplay w pass\n",
        );
        let (board, record) = (
            talk(&mut engine, "showboard"),
            talk(&mut engine, "printsgf"),
        );
        check_last(&mut engine, &format!("printsgf {path}"), "=");
        talk(&mut engine, "boardsize 19\nkomi 0\n");
        check_last(&mut engine, &format!("loadsgf {path}"), "=");
        assert_eq!(
            (
                talk(&mut engine, "showboard"),
                talk(&mut engine, "printsgf")
            ),
            (board, record)
        );
        check_last(&mut engine, &format!("loadsgf {path} 2"), "=");
        check_last(&mut engine, "undo", "=");
        check_last(
            &mut engine,
            "undo",
            "? cannot undo: not so many moves have been played",
        );
    }

    #[test]
    fn status_lists_part_the_stones() {
        let mut engine = engine(Rules::JAPANESE_1989);
        talk(
            &mut engine,
            "gogui-play_sequence b d4 w e5 b e4 w d5 b c5 w c6 b a1 w j9",
        );
        let lists = "final_status_list alive\nfinal_status_list dead\nfinal_status_list seki\n";
        let answer = talk(&mut engine, lists);
        let mut stones: Vec<&str> = answer
            .split_whitespace()
            .filter(|&word| word != "=")
            .collect();
        stones.sort_unstable();
        assert_eq!(stones, ["A1", "C5", "C6", "D4", "D5", "E4", "E5", "J9"]);
        assert_eq!(talk(&mut engine, lists), answer);
        for stone in stones {
            let status = talk(&mut engine, &format!("final_status {stone}"));
            assert!(
                ["= alive\n\n", "= dead\n\n", "= seki\n\n"].contains(&&*status),
                "{status}"
            );
        }
    }

    #[test]
    fn odd_komi_gives_scores_as_written() {
        check(
            Rules::TROMP_TAYLOR,
            "boardsize 3
             =
             gogui-play_sequence b b2 w pass
             =
             komi 8.9
             =
             final_score
             = B+0.1
             komi 9
             =
             final_score
             = 0",
        );
    }

    #[test]
    fn a_repeated_position_is_no_win() {
        let cycle = "gogui-setup w a2 w b2 b c2 b d1 b b1
                     =
                     gogui-play_sequence b a1 w c1 b b1 w pass b a1
                     =";
        let end = "final_score
                   = 0
                   wakari-score
                   = no result: the position has come up again";
        check(Rules::CHINESE, &format!("{cycle}\n{end}"));
        // Where prisoners count, the side that loses more of them in the cycle will stop.
        let mut engine = engine(Rules::JAPANESE_1989);
        talk(
            &mut engine,
            "gogui-setup w a2 w b2 b c2 b d1 b b1\ngogui-play_sequence b a1 w c1 b b1 w pass b a1",
        );
        assert!(talk(&mut engine, "wakari-score").starts_with("= Black "));
    }

    #[test]
    fn moves_are_found_and_played() {
        let mut engine = engine(Rules::PROPOSAL_2012);
        let answer = talk(&mut engine, "reg_genmove w\nundo");
        assert!(
            answer.ends_with("\n\n? cannot undo: not so many moves have been played\n\n"),
            "{answer}"
        );
        let answer = talk(
            &mut engine,
            "genmove w\ngenmove w\nkgs-genmove_cleanup b\ngg-undo 3",
        );
        assert!(
            !answer.contains('?') && answer.ends_with("=\n\n"),
            "{answer}"
        );
    }

    /// Input that says something, waits for what a test sends, and then comes to its end.
    struct Slow {
        chunks: mpsc::Receiver<Vec<u8>>,
    }

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let chunk = self.chunks.recv().unwrap_or_default();
            buffer[..chunk.len()].copy_from_slice(&chunk);
            Ok(chunk.len())
        }
    }

    #[test]
    fn a_running_search_can_be_interrupted() {
        let mut engine = engine(Rules::CHINESE);
        talk(&mut engine, "kata-time_settings byoyomi 0 600 1");
        let (send, chunks) = mpsc::channel();
        let talker = thread::spawn(move || {
            send.send(b"boardsize 19\n1 genmove b\n".to_vec()).unwrap();
            thread::sleep(Duration::from_millis(300));
            send.send(b"# interrupt\n2 name\nquit\n".to_vec()).unwrap();
        });
        let begun = Instant::now();
        let mut output = Vec::new();
        engine.set_playouts(None);
        serve(&mut engine, Slow { chunks }, &mut output, io::sink()).unwrap();
        talker.join().unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(
            output.contains("=1 ") && output.ends_with("=2 Wakari\n\n=\n\n"),
            "{output}"
        );
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn a_long_judgement_can_be_interrupted() {
        let mut engine = engine(Rules::JAPANESE_1989);
        let search = engine.options().search;
        engine.set_search(Settings {
            effort: Effort {
                states: 100_000_000,
                ..search.effort
            },
            ..search
        });
        let begun = Instant::now();
        let said = &[
            "boardsize 5\ngogui-setup b b2 b c3 w d4 w e2 b a4\n1 final_score\n",
            "# interrupt\n2 name\n3 wakari-unsettled\n",
            "# interrupt\n4 name\n",
        ];
        let answer = talk_slowly(&mut engine, said, Duration::from_millis(300));
        for begin in [
            "\n=1 ",
            "\n=2 Wakari\n",
            "\n=3 Black first",
            "\n=4 Wakari\n",
        ] {
            assert!(answer.contains(begin), "{answer}");
        }
        assert!(begun.elapsed() < Duration::from_secs(60));
    }

    /// What is answered to chunks of input that come with some time between them.
    fn talk_slowly(engine: &mut Engine, said: &'static [&str], pause: Duration) -> String {
        let (send, chunks) = mpsc::channel();
        let talker = thread::spawn(move || {
            for chunk in said {
                send.send(chunk.as_bytes().to_vec()).unwrap();
                thread::sleep(pause);
            }
        });
        let mut output = Vec::new();
        serve(engine, Slow { chunks }, &mut output, io::sink()).unwrap();
        talker.join().unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn any_line_ends_an_analysis() {
        for end in ["\n", "# what\n", "stop\n", "name\n", "# interrupt\n"] {
            let said: &'static [&str] = Box::leak(Box::new([
                "7 kata-analyze b 5 maxmoves 2\n",
                end,
                "8 name\n",
            ]));
            let answer = talk_slowly(
                &mut engine(Rules::CHINESE),
                said,
                Duration::from_millis(200),
            );
            let lines: Vec<&str> = answer.lines().collect();
            let infos = lines
                .iter()
                .filter(|line| line.starts_with("info move "))
                .count();
            assert_eq!(lines[0], "=7", "{answer}");
            assert!(infos >= 2 && lines[infos + 1].is_empty(), "{answer}");
            assert!(answer.ends_with("=8 Wakari\n\n"), "{answer}");
            assert!(
                lines.iter().all(|line| line.matches("info ").count() <= 2),
                "{answer}"
            );
        }
    }

    #[test]
    fn a_move_is_found_and_told_of() {
        let mut engine = engine(Rules::CHINESE);
        for dialect in ["kata", "lz", "cgos"] {
            let answer = talk(&mut engine, &format!("3 {dialect}-genmove_analyze w\nundo"));
            let lines: Vec<&str> = answer.lines().collect();
            assert_eq!(lines.len(), 6, "{answer}");
            assert_eq!((lines[0], lines[3], lines[4]), ("=3", "", "="), "{answer}");
            assert!(lines[2].starts_with("play "), "{answer}");
        }
        let answer = talk(&mut engine, "kata-search_analyze b allow b c3 1\nundo");
        assert!(answer.contains("\nplay C3\n\n? cannot undo"), "{answer}");
        // So long that the line after it comes in time.
        engine.set_playouts(Some(10_000_000));
        let answer = talk(
            &mut engine,
            "kata-search_cancellable\nundo\nkata-search_cancellable w\nname",
        );
        assert!(answer.contains("? cannot undo"), "{answer}");
        assert!(answer.ends_with("= cancelled\n\n= Wakari\n\n"), "{answer}");
        let answer = talk(&mut engine, "kata-search_analyze_cancellable b\nname");
        assert!(
            answer.ends_with("\nplay cancelled\n\n= Wakari\n\n"),
            "{answer}"
        );
        check_last(
            &mut engine,
            "kata-analyze b nosuch 3",
            &format!(
                "? {}",
                "syntax error: expected kata-analyze [COLOR] [INTERVAL] and any of: interval HUNDREDTHS, minmoves N, maxmoves N, avoid COLOR VERTEX,VERTEX,... N, allow COLOR VERTEX,VERTEX,... N, rootInfo true|false, ownership true|false, ownershipStdev true|false, pvVisits true|false"
            ),
        );
    }

    #[test]
    fn quit_is_answered_soon_whatever_runs() {
        let mut engine = engine(Rules::CHINESE);
        talk(&mut engine, "kata-time_settings byoyomi 0 600 1");
        engine.set_playouts(None);
        let begun = Instant::now();
        let answer = talk(&mut engine, "boardsize 19\ngenmove b\nquit");
        assert!(answer.ends_with("\n\n=\n\n"), "{answer}");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn gogui_is_shown_what_is_thought() {
        let mut engine = engine(Rules::CHINESE);
        engine.set_playouts(Some(1500));
        let mut errors = Vec::new();
        let input = Cursor::new(&b"gogui-version 1.6.0\ngenmove b\n"[..]);
        serve(&mut engine, input, io::sink(), &mut errors).unwrap();
        let drawn = String::from_utf8(errors).unwrap();
        assert!(
            drawn.is_empty() || drawn.ends_with("\n\ngogui-gfx: CLEAR\n"),
            "{drawn}"
        );
        for line in [
            "wakari-statuses",
            "wakari-territory",
            "wakari-candidates",
            "wakari-variation",
            "wakari-priors",
            "wakari-param_rules",
            "wakari-param_search",
            "gogui-title",
            "gogui-analyze_commands",
        ] {
            let answer = talk(&mut engine, line);
            assert!(
                answer.starts_with("= ") && answer.len() > 4,
                "{line}: {answer}"
            );
        }
        let numbers = talk(&mut engine, "wakari-ownership");
        assert_eq!(numbers.lines().count(), 9 + 2, "{numbers}");
        assert_eq!(numbers.split_whitespace().count(), 81 + 1, "{numbers}");
        for (line, then) in [
            (
                "wakari-param_rules rules japanese-1989",
                "rules japanese-1989\n",
            ),
            ("wakari-param_rules komi 3.5", "komi 3.5\n"),
            ("wakari-param_rules suicide 1", "suicide 1\n"),
            ("wakari-param_rules ko POSITIONAL", "rules custom\n"),
            ("wakari-param_search playouts 30", "playouts 30\n"),
            ("wakari-param_search live_gfx sequence", "live_gfx sequence"),
            ("wakari-param_search resign_below 0.1", "resign_below 0.1\n"),
        ] {
            let name = line.split(' ').next().unwrap();
            check_last(&mut engine, line, "=");
            if !line.contains("live_gfx") {
                assert!(talk(&mut engine, name).contains(then), "{line}");
            }
        }
        for line in [
            "wakari-param_rules nosuch 1",
            "wakari-param_rules komi",
            "wakari-param_rules komi x",
            "wakari-param_rules suicide 2",
            "wakari-param_search threads 0",
            "wakari-param_search live_gfx all",
            "wakari-dame 3",
        ] {
            assert!(talk(&mut engine, line).starts_with('?'), "{line}");
        }
    }

    #[test]
    fn the_board_is_told_in_detail() {
        check(
            Rules::CHINESE,
            "set_position b a2 w a1 w b2 b c1
             =
             captures w
             = 0
             list_stones b
             = C1 A2
             is_legal b b1
             = 1
             play b b1
             =
             captures b
             = 1
             is_legal w a1
             = 0
             is_legal w pass
             = 1
             list_stones w
             = B2
             boardsize 2
             =
             all_legal w
             = A1 B1 A2 B2
             set_position b a1 b a2 w b1 w b2
             ? illegal setup: the stones cannot stand on the board
             set_position b a1 w a1
             ? illegal setup: the stones cannot stand on the board
             set_position
             =
             cgos-opponent_name A Name
             =
             cgos-opponent_rating 1800?
             =
             cgos-gameover B+3.5
             =
             stop
             =
             clear_cache
             =",
        );
    }

    /// Black has the left, White the right; a white stone at B6 is dead, and Black wins by a point if it is.
    const INVADED: &str = "boardsize 7\nkomi -8\ngogui-setup b c1 b c2 b c3 b c4 b c5 b c6 b c7 b a4 b b2 \
                           w d1 w d2 w d3 w d4 w d5 w d6 w d7 w f4 w f2 w b6\nplay w pass";

    /// The moves that Black makes while White passes, until Black does.
    fn moves_until_pass(engine: &mut Engine, command: &str) -> Vec<String> {
        let next = |_: usize| {
            let answer = talk(engine, &format!("{command} b"));
            talk(engine, "play w pass");
            answer.trim_start_matches("= ").trim_end().to_owned()
        };
        (0..20).map(next).take_while(|to| to != "pass").collect()
    }

    #[test]
    fn what_would_count_as_alive_is_taken() {
        for rules in [Rules::TROMP_TAYLOR, Rules::CGOS] {
            let mut engine = engine(rules);
            talk(&mut engine, INVADED);
            assert_eq!(moves_until_pass(&mut engine, "genmove").len(), 3, "{rules}");
            check_last(&mut engine, "final_score", "= B+1");
        }
        for rules in [Rules::CHINESE, Rules::JAPANESE_1989, Rules::PROPOSAL_2012] {
            let mut engine = engine(rules);
            talk(&mut engine, INVADED);
            assert_eq!(moves_until_pass(&mut engine, "genmove"), [""; 0], "{rules}");
        }
    }

    #[test]
    fn the_board_is_cleaned_up_where_that_is_free() {
        for (rules, moves, score) in [
            (Rules::CHINESE, 3, "= B+1"),
            (Rules::JAPANESE_1989, 0, "= B+2"),
        ] {
            let mut engine = engine(rules);
            talk(&mut engine, INVADED);
            let played = moves_until_pass(&mut engine, "kgs-genmove_cleanup");
            assert_eq!(played.len(), moves, "{rules}: {played:?}");
            assert!(
                talk(&mut engine, "final_score").starts_with(score),
                "{rules}"
            );
        }
    }

    #[test]
    fn a_won_game_is_not_given_up_but_may_be_ended() {
        let mut engine = engine(Rules::CHINESE);
        // Whatever wins less often than always would be given up.
        talk(
            &mut engine,
            "wakari-param_search resign_below 1\nwakari-param_search playouts 400",
        );
        talk(&mut engine, INVADED);
        let answer = talk(&mut engine, "genmove b");
        assert!(!answer.contains("resign"), "{answer}");
        talk(
            &mut engine,
            "komi 40\ngogui-play_sequence b pass w pass b pass w pass b pass w pass b pass w f6",
        );
        check_last(&mut engine, "genmove b", "= resign");
        talk(
            &mut engine,
            "komi -40\nplay w pass\nwakari-param_search friendly_pass 1",
        );
        check_last(&mut engine, "genmove b", "= pass");
    }

    #[test]
    fn a_reader_that_is_gone_ends_the_session() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let input = Cursor::new(b"name\n".repeat(10_000));
        let ended = serve(&mut engine(Rules::CHINESE), input, Gone, io::sink());
        assert_eq!(
            ended.map_err(|error| error.kind()),
            Err(io::ErrorKind::BrokenPipe)
        );
    }

    #[test]
    fn long_lines_and_odd_bytes_get_one_answer_each() {
        let mut engine = engine(Rules::CHINESE);
        let long = "x".repeat(line::LONGEST_LINE + 1);
        let answer = talk(&mut engine, &format!("5 name {long}\n6 name"));
        assert_eq!(answer, "?5 line longer than 1048576 bytes\n\n=6 Wakari\n\n");
        let mut output = Vec::new();
        serve(
            &mut engine,
            Cursor::new(b"\xff\xfe\n3 \x80\n\x00\nplay b d4\x00".to_vec()),
            &mut output,
            io::sink(),
        )
        .unwrap();
        let answer = String::from_utf8(output).unwrap();
        assert_eq!(answer, "? unknown command\n\n?3 unknown command\n\n=\n\n");
    }
}
