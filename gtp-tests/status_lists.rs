//! Status lists agree with the score: removing the stones of `final_status_list dead` from a
//! stopped game and counting yields `final_score`.
//!
//! The games are played here, more of them in the long form. `WAKARI_GAMES=FOLDER` adds the records
//! of a folder. The count below is independent of the engine: it floods regions and looks at the
//! colors around them.

mod engine;

use engine::Engine;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(120);
const RULES: [&str; 4] = ["japanese-1989", "proposal-2012", "korean", "chinese"];
/// Games that have not ended after this many moves are stopped.
const MOST_MOVES: usize = 250;

type At = (usize, usize);

/// Sends a command and returns the response.
fn ask(engine: &mut Engine, command: &str) -> Result<String, String> {
    engine.say(&format!("{command}\n"));
    let answer = engine.answer(PATIENCE).map_err(|_| command.to_owned())?;
    let answer = answer.join("\n");
    match answer.strip_prefix("=") {
        Some(text) => Ok(text.trim().to_owned()),
        None => Err(format!("{command}: {answer}")),
    }
}

fn at(name: &str) -> At {
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(&name[..1]);
    let row: usize = name[1..].parse().expect("a row");
    (column.expect("a column"), row - 1)
}

fn name((column, row): At) -> String {
    let letter = &"ABCDEFGHJKLMNOPQRSTUVWXYZ"[column..=column];
    format!("{letter}{}", row + 1)
}

/// A stopped game according to the status lists.
struct Told {
    side: usize,
    stones: BTreeMap<At, char>,
    dead: BTreeSet<At>,
    seki: BTreeSet<At>,
    /// Prisoners of Black and White.
    prisoners: [f64; 2],
    komi: f64,
    /// Black's lead.
    score: f64,
}

impl Told {
    fn by(engine: &mut Engine, side: usize) -> Result<Told, String> {
        let points = |text: String| -> BTreeSet<At> { text.split_whitespace().map(at).collect() };
        let mut stones = BTreeMap::new();
        for (color, letter) in [("black", 'X'), ("white", 'O')] {
            let listed = points(ask(engine, &format!("list_stones {color}"))?);
            stones.extend(listed.into_iter().map(|at| (at, letter)));
        }
        let mut number = |command: &str| -> Result<f64, String> {
            let text = ask(engine, command)?;
            text.parse().map_err(|_| format!("{command}: {text}"))
        };
        let prisoners = [number("captures black")?, number("captures white")?];
        let komi = number("get_komi")?;
        let result = ask(engine, "final_score")?;
        let score = match result.split_once('+') {
            Some(("B", points)) => points.parse().ok(),
            Some(("W", points)) => points.parse().ok().map(|points: f64| -points),
            _ => (result == "0").then_some(0.0),
        };
        Ok(Told {
            side,
            stones,
            dead: points(ask(engine, "final_status_list dead")?),
            seki: points(ask(engine, "final_status_list seki")?),
            prisoners,
            komi,
            score: score.ok_or(result)?,
        })
    }

    fn neighbors(&self, (column, row): At) -> Vec<At> {
        let mut found = vec![];
        if column > 0 {
            found.push((column - 1, row));
        }
        if row > 0 {
            found.push((column, row - 1));
        }
        if column + 1 < self.side {
            found.push((column + 1, row));
        }
        if row + 1 < self.side {
            found.push((column, row + 1));
        }
        found
    }

    /// Regions without living stones, each with the living stones around it.
    fn regions(&self) -> Vec<(BTreeSet<At>, BTreeSet<At>)> {
        let lives = |at: &At| self.stones.contains_key(at) && !self.dead.contains(at);
        let mut seen = BTreeSet::new();
        let mut regions = vec![];
        for first in (0..self.side * self.side).map(|at| (at % self.side, at / self.side)) {
            if lives(&first) || !seen.insert(first) {
                continue;
            }
            let (mut region, mut walls) = (BTreeSet::from([first]), BTreeSet::new());
            let mut left = vec![first];
            while let Some(at) = left.pop() {
                for next in self.neighbors(at) {
                    if lives(&next) {
                        walls.insert(next);
                    } else if seen.insert(next) {
                        region.insert(next);
                        left.push(next);
                    }
                }
            }
            regions.push((region, walls));
        }
        regions
    }

    /// Black's lead, counted after removal of the dead stones.
    fn counted(&self, rules: &str) -> f64 {
        let is_area = rules == "chinese";
        let eyes_in_seki_count = is_area || rules == "proposal-2012";
        let mut points = [0.0, self.komi];
        for (at, letter) in &self.stones {
            let owner = usize::from(*letter == 'O');
            match (self.dead.contains(at), is_area) {
                (true, false) => points[1 - owner] += 1.0,
                (false, true) => points[owner] += 1.0,
                _ => {}
            }
        }
        for (region, walls) in self.regions() {
            let colors: BTreeSet<char> = walls.iter().map(|at| self.stones[at]).collect();
            let in_seki = walls.iter().any(|at| self.seki.contains(at));
            let is_ko = rules == "proposal-2012" && self.is_ko(&region);
            if colors.len() == 1 && (eyes_in_seki_count || !in_seki) && !is_ko {
                points[usize::from(colors.contains(&'O'))] += region.len() as f64;
            }
        }
        if !is_area {
            points[0] += self.prisoners[0];
            points[1] += self.prisoners[1];
        }
        points[0] - points[1]
    }

    /// Returns true if a region is the empty point of a ko, which is neutral by the 2012 proposal
    /// (example 26): a living stone next to it has no other liberty, and its capture can be
    /// recaptured.
    fn is_ko(&self, region: &BTreeSet<At>) -> bool {
        let mut points = region.iter();
        let (Some(&point), None) = (points.next(), points.next()) else {
            return false;
        };
        if self.stones.contains_key(&point) {
            return false;
        }
        let lives = |at: &At| self.stones.contains_key(at) && !self.dead.contains(at);
        let is_alone = |stone: &At| {
            let holds =
                |at: &At| *at == point || lives(at) && self.stones[at] != self.stones[stone];
            lives(stone) && self.neighbors(*stone).iter().all(holds)
        };
        self.neighbors(point).iter().any(is_alone)
    }
}

/// Counts a stopped game under all four rule sets; returns the differences between lists and score.
fn compare(engine: &mut Engine, side: usize, game: &str) -> Result<Vec<String>, String> {
    let mut different = vec![];
    for rules in RULES {
        ask(engine, &format!("kata-set-rules {rules}"))?;
        let told = Told::by(engine, side)?;
        let counted = told.counted(rules);
        if counted != told.score {
            let dead: Vec<String> = told.dead.iter().map(|&at| name(at)).collect();
            let seki: Vec<String> = told.seki.iter().map(|&at| name(at)).collect();
            let board = ask(engine, "showboard")?;
            different.push(format!(
                "{game} by {rules}: Black leads by {} in final_score, by {counted} in the lists\ndead {}\nseki {}\n{board}",
                told.score,
                dead.join(" "),
                seki.join(" ")
            ));
        }
    }
    Ok(different)
}

fn stop(engine: &mut Engine) -> Result<(), String> {
    for color in ["b", "w"] {
        ask(engine, &format!("play {color} pass"))?;
    }
    Ok(())
}

/// Plays a game with few playouts, so that stones die, and stops it.
fn play(engine: &mut Engine, side: usize, seed: usize) -> Result<(), String> {
    ask(engine, "kata-set-rules japanese-1989")?;
    ask(engine, &format!("boardsize {side}"))?;
    ask(engine, "clear_board")?;
    ask(engine, &format!("set_random_seed {seed}"))?;
    let mut passes = 0;
    for number in 0..MOST_MOVES {
        let to = ask(engine, ["genmove b", "genmove w"][number % 2])?;
        passes = if to.eq_ignore_ascii_case("pass") {
            passes + 1
        } else {
            0
        };
        if passes == 2 {
            return Ok(());
        }
    }
    stop(engine)
}

fn start() -> Engine {
    let options = "--threads 1 --playouts 20 --resign 0 --seed 1 --score-playouts 200 --effort 0.5";
    Engine::start(options.split(' '), Path::new("."))
}

/// Plays games, given as side and number, and compares the lists of each with its score.
#[track_caller]
fn check_games(games: &[(usize, usize)]) {
    let mut engine = start();
    let mut different = vec![];
    for &(side, count) in games {
        for seed in 0..count {
            let game = format!("{side}x{side}, seed {seed}");
            play(&mut engine, side, seed).expect("it plays");
            different.extend(compare(&mut engine, side, &game).expect("it answers"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}

#[test]
fn whoever_takes_the_dead_stones_off_gets_the_score() {
    check_games(&[(7, 4), (9, 2)]);
}

#[test]
#[ignore = "takes minutes"]
fn whoever_takes_the_dead_stones_off_gets_the_score_in_many_games() {
    check_games(&[(7, 100), (9, 100), (13, 40), (19, 10)]);
}

/// The records in the folder `WAKARI_GAMES`, sorted.
fn games() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("WAKARI_GAMES") else {
        return vec![];
    };
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut games: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "sgf"))
        .collect();
    games.sort();
    games
}

#[test]
fn so_it_does_in_the_games_of_a_folder() {
    let mut engine = start();
    let mut different = vec![];
    for game in games() {
        let game = game.to_string_lossy().into_owned();
        ask(&mut engine, &format!("loadsgf {game}")).expect("a record");
        let board = ask(&mut engine, "showboard").expect("a board");
        let side = board.lines().filter_map(|line| {
            let row = line.split_whitespace().next()?;
            row.parse::<usize>().ok()
        });
        let side = side.max().expect("rows have numbers");
        stop(&mut engine).expect("a pass is legal");
        different.extend(compare(&mut engine, side, &game).expect("it answers"));
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}
