//! Fast games on a machine that is busy with other things: nobody loses on time what a process that does nothing but look at
//! the clock would have kept.

mod engine;

use engine::Engine;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long the engine may take for an answer before something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);
/// The seconds that each side has for its game.
const MAIN: f64 = 4.0;

fn ask(engine: &mut Engine, command: &str) -> String {
    assert!(engine.say(&format!("{command}\n")), "nobody reads");
    engine.answer(PATIENCE).expect("an answer").join("\n")
}

/// Keeps all cores busy twice over until this is set; and notes in microseconds for how long the clock was out of sight of
/// whoever looked at it all the time.
fn keep_busy(is_over: &AtomicBool, longest: &AtomicU64) {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..2 * cores {
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

/// Plays a game of the engine against itself; each side must be left with time, or with no more missing than whoever looks at
/// the clock all the time may have missed in all its moves.
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

#[test]
fn no_game_is_lost_on_time_on_a_busy_machine() {
    let (is_over, longest) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| keep_busy(&is_over, &longest));
        let played = std::panic::catch_unwind(|| {
            play(9, "japanese-1989", &longest);
            play(9, "chinese", &longest);
            play(13, "proposal-2012", &longest);
        });
        is_over.store(true, Ordering::Relaxed);
        if let Err(panic) = played {
            std::panic::resume_unwind(panic);
        }
    });
}
