//! Fast games on a busy machine: the engine loses no game on time that a process which only watches
//! the clock would save.
//!
//! `cargo test --release --test clock -- --ignored --nocapture` plays 200 games with four busy
//! threads per core. `WAKARI_LOAD` sets another number of threads, for machines that have other
//! work already.

mod engine;

use engine::Engine;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wakari::color::Color;
use wakari::point::Size;
use wakari::search::clock::{Clock, TimeControl, moves_to_make};

/// Timeout for a response.
const PATIENCE: Duration = Duration::from_secs(60);
/// Main time of each side, in seconds.
const MAIN: f64 = 10.0;

fn ask(engine: &mut Engine, command: &str) -> String {
    assert!(engine.say(&format!("{command}\n")), "nobody reads");
    engine.answer(PATIENCE).expect("an answer").join("\n")
}

/// Number of cores.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Keeps `threads` threads busy until `is_over`. Records the longest time, in microseconds, for
/// which one of them was not scheduled.
fn keep_busy(threads: usize, is_over: &AtomicBool, longest: &AtomicU64) {
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut seen = Instant::now();
                while !is_over.load(Ordering::Relaxed) {
                    let now = Instant::now();
                    let away = (now - seen).as_micros() as u64;
                    longest.fetch_max(away, Ordering::Relaxed);
                    seen = now;
                }
            });
        }
    });
}

/// Plays a game of the engine against itself. No side may exceed its time by more than the
/// scheduling gaps observed during its moves.
fn play(size: u8, rules: &str, longest: &AtomicU64) {
    let mut engines = ["1", "2"].map(|seed| {
        let options = [
            "--threads",
            "1",
            "--rules",
            rules,
            "--resign",
            "0",
            "--seed",
            seed,
        ];
        let mut engine = Engine::start(options, Path::new("."));
        for command in [
            format!("boardsize {size}"),
            format!("time_settings {MAIN} 0 0"),
        ] {
            ask(&mut engine, &command);
        }
        engine
    });
    let mut left = [MAIN; 2];
    let mut missed = [0.0; 2];
    let (mut passes, mut moves) = (0, 0);
    while passes < 2 && moves < 250 {
        let turn = moves % 2;
        let color = ["black", "white"][turn];
        ask(
            &mut engines[turn],
            &format!("time_left {color} {:.2} 0", left[turn]),
        );
        longest.store(0, Ordering::Relaxed);
        let begun = Instant::now();
        let answer = ask(&mut engines[turn], &format!("genmove {color}"));
        let took = begun.elapsed().as_secs_f64();
        left[turn] -= took;
        missed[turn] += longest.load(Ordering::Relaxed) as f64 / 1e6;
        assert!(
            left[turn] + missed[turn] > 0.0,
            "{rules}, move {moves}, {answer}: took {took:.3} s, {:.3} s left, {:.3} s away",
            left[turn],
            missed[turn]
        );
        let to = answer.trim_start_matches("= ");
        passes = if to == "pass" { passes + 1 } else { 0 };
        ask(&mut engines[1 - turn], &format!("play {color} {to}"));
        moves += 1;
    }
}

/// Plays games while two busy threads per core run.
fn play_on_a_busy_machine(games: &[(u8, &str)]) {
    let (is_over, longest) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| keep_busy(2 * cores(), &is_over, &longest));
        let played = std::panic::catch_unwind(|| {
            for &(size, rules) in games {
                play(size, rules, &longest);
            }
        });
        is_over.store(true, Ordering::Relaxed);
        if let Err(panic) = played {
            std::panic::resume_unwind(panic);
        }
    });
}

#[test]
fn no_game_is_lost_on_time_on_a_busy_machine() {
    play_on_a_busy_machine(&[(9, "japanese-1989")]);
}

#[test]
#[ignore = "takes a minute, and all cores"]
fn no_game_is_lost_on_time_on_a_busy_machine_under_other_rules() {
    play_on_a_busy_machine(&[(9, "chinese"), (13, "proposal-2012")]);
}

/// A process that only watches the clock for a given time.
struct Spinner {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Environment variable that makes this program a spinner.
const SPINNER: &str = "WAKARI_SPINNER";
const SPUN: &str = "spun";

/// Not a test by itself: another test starts it in a new process.
#[test]
#[ignore = "is a process for another test"]
fn spinner() {
    if std::env::var_os(SPINNER).is_none() {
        return;
    }
    for line in std::io::stdin().lines() {
        let begun = Instant::now();
        let micros = line.ok().and_then(|line| line.parse().ok()).unwrap_or(0);
        while begun.elapsed() < Duration::from_micros(micros) {}
        let mut output = std::io::stdout();
        _ = writeln!(output, "{SPUN}").and_then(|()| output.flush());
    }
}

impl Spinner {
    fn start() -> Spinner {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "spinner", "--ignored", "--nocapture"])
            .env(SPINNER, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        Spinner {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn spin(&mut self, time: Duration) {
        writeln!(self.input, "{}", time.as_micros()).expect("it reads");
        let mut line = String::new();
        // On a single core, the harness prints the name of the test on the first line.
        while !line.trim_end().ends_with(SPUN) {
            line.clear();
            let length = self.output.read_line(&mut line).expect("it writes");
            assert!(length > 0, "it has ended");
        }
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        // The process may have ended already.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Conditions of a game: board size, rule set, main time and increment in seconds.
#[derive(Clone, Copy)]
struct Terms {
    side: u8,
    rules: &'static str,
    main: f64,
    increment: f64,
}

impl Terms {
    fn control(&self) -> TimeControl {
        match self.increment {
            0.0 => TimeControl::Absolute { main: self.main },
            increment => TimeControl::Fischer {
                main: self.main,
                increment,
                most: None,
                most_per_move: None,
            },
        }
    }

    fn told(&self) -> String {
        match self.increment {
            0.0 => format!("kata-time_settings absolute {}", self.main),
            increment => format!("kata-time_settings fischer {} {increment}", self.main),
        }
    }
}

/// Time used in a game.
#[derive(Clone, Copy, Debug)]
struct Timed {
    moves: usize,
    /// Minimum time left after a move, in seconds. The side has lost if it is not positive.
    least: f64,
}

/// Plays a game of the engine against itself.
fn engines_play(engines: &mut [Engine; 2], terms: Terms) -> Timed {
    for engine in engines.iter_mut() {
        for command in [
            format!("kata-set-rules {}", terms.rules),
            format!("boardsize {}", terms.side),
            terms.told(),
        ] {
            ask(engine, &command);
        }
    }
    let (mut left, mut least) = ([terms.main; 2], terms.main);
    let (mut passes, mut moves) = (0, 0);
    while passes < 2 && moves < 150 && least > 0.0 {
        let turn = moves % 2;
        let color = ["black", "white"][turn];
        ask(
            &mut engines[turn],
            &format!("time_left {color} {:.3} 0", left[turn]),
        );
        let begun = Instant::now();
        let answer = ask(&mut engines[turn], &format!("genmove {color}"));
        left[turn] -= begun.elapsed().as_secs_f64();
        least = least.min(left[turn]);
        left[turn] += terms.increment;
        let to = answer.trim_start_matches("= ");
        passes = if to == "pass" { passes + 1 } else { 0 };
        ask(&mut engines[1 - turn], &format!("play {color} {to}"));
        moves += 1;
    }
    Timed { moves, least }
}

/// Runs clocks under equal conditions for a number of moves. For each, the process spins for the
/// time that the engine would allot.
fn spinner_plays(spinner: &mut Spinner, terms: Terms, moves: usize) -> Timed {
    let size = Size::square(terms.side).expect("a size");
    let mut clocks = [(); 2].map(|()| Clock::new(terms.control()));
    let (mut left, mut least) = ([terms.main; 2], terms.main);
    for number in 0..moves {
        let (turn, color) = (number % 2, Color::BOTH[number % 2]);
        let clock = &mut clocks[turn];
        clock.show(color, left[turn], 0);
        let limits = clock.limits(color, moves_to_make(size, number));
        let limits = limits.expect("there is a clock");
        let time = limits.time.expect("it allots time");
        let begun = Instant::now();
        spinner.spin(time);
        let took = begun.elapsed().as_secs_f64();
        clock.spend(color, took, limits.deadline);
        left[turn] -= took;
        least = least.min(left[turn]);
        left[turn] += terms.increment;
        if least <= 0.0 {
            break;
        }
    }
    Timed { moves, least }
}

/// Number of runnable threads, if `/proc` has it.
fn runnable() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let (running, _) = text.split(' ').nth(3)?.split_once('/')?;
    running.parse().ok()
}

#[test]
#[ignore = "takes a quarter of an hour, and all cores"]
fn two_hundred_fast_games_lose_no_more_than_who_only_spins() {
    let load = std::env::var("WAKARI_LOAD").ok();
    let load = load.and_then(|load| load.parse().ok());
    let (is_over, longest) = (AtomicBool::new(false), AtomicU64::new(0));
    let rules = ["japanese-1989", "chinese", "proposal-2012", "tromp-taylor"];
    let mut lost = [0; 2];
    let (mut loads, mut least) = (Vec::new(), [f64::MAX; 2]);
    let played = std::thread::scope(|scope| {
        scope.spawn(|| keep_busy(load.unwrap_or(4 * cores()), &is_over, &longest));
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut engines = ["1", "2"].map(|seed| {
                let options = ["--threads", "1", "--resign", "0", "--seed", seed];
                Engine::start(options, Path::new("."))
            });
            let mut spinner = Spinner::start();
            for number in 0..200 {
                let terms = Terms {
                    side: [5, 7, 9][number % 3],
                    rules: rules[number % 4],
                    main: 1.0,
                    increment: [0.0, 0.1][number / 12 % 2],
                };
                let game = engines_play(&mut engines, terms);
                loads.extend(runnable());
                let spun = spinner_plays(&mut spinner, terms, game.moves);
                for (index, timed) in [game, spun].iter().enumerate() {
                    lost[index] += u32::from(timed.least <= 0.0);
                    least[index] = least[index].min(timed.least);
                }
                if number % 20 == 19 {
                    _ = writeln!(
                        std::io::stderr(),
                        "{} games, lost by the engine and by the spinner {lost:?}, least time left {least:.3?} s, \
                         threads that want to run {:.1}",
                        number + 1,
                        loads.iter().sum::<f64>() / loads.len().max(1) as f64
                    );
                }
            }
        }));
        is_over.store(true, Ordering::Relaxed);
        played
    });
    if let Err(panic) = played {
        std::panic::resume_unwind(panic);
    }
    assert!(lost[0] <= lost[1], "{lost:?}, least time left {least:?}");
}
