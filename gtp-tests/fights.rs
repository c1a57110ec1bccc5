//! Seki and semeai on whole boards, each with a twin that differs by one stone and has another
//! result.
//!
//! A file of `gtp-tests/fights` is a set of positions. A position has a name, three scores (by
//! territory without the eyes of seki, by territory with them, and by area) and a picture. `S s`
//! are stones in seki, `B W` living stones of the fight, `b w` dead ones, and `X O` all others,
//! which live. Positions with `turn:` are games in progress, others have been stopped. `open:`
//! gives the reason why a position is known to fail.
//!
//! Each position is judged set up or played stone by stone, and rotated, mirrored or with colors
//! swapped, differently under each rule set. `-- --include-ignored`, or the name of a set, judges it
//! in four images, both set up and played. This applies to six rule sets; under each of the others,
//! one image is judged, of every fifth position in short runs and of all in long ones.
//!
//! `rules:` limits a position to some rule sets, if the rule texts judge its kos differently.

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wakari::board::{Board, diagram};
use wakari::color::Color;
use wakari::judge::{Adjudication, Effort, Occasion, Status, adjudicate};
use wakari::point::{Move, Point};
use wakari::position::Position;
use wakari::rules::{Counting, Death, Rules, Tax};

/// In short runs, other rule sets than those below judge one position in 5.
const ONE_OF: usize = 5;
/// Sets judged in parallel.
const RUNNERS: usize = 2;
const RULES: [Rules; 6] = [
    Rules::JAPANESE_1989,
    Rules::CHINESE,
    Rules::KOREAN,
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1949,
    Rules::AGA,
];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(RUNNERS);
    let is_long = arguments.include_ignored || arguments.filter.is_some();
    let trials = files().into_iter().map(|file| {
        let name = file.file_stem().expect("a file has a name");
        let name = name.to_string_lossy().into_owned();
        Trial::ignorable_test(name, move || judge_set(&file, is_long))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/fights");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.sort();
    files
}

/// Judges the positions of a file. Those known to fail are reported as ignored, with reasons.
fn judge_set(file: &Path, is_long: bool) -> Result<Completion, Failed> {
    let text = std::fs::read_to_string(file)?;
    let paragraphs = text.split("\n\n").filter(|text| !text.trim().is_empty());
    let fights: Vec<Fight> = paragraphs.map(Fight::read).collect::<Result<_, _>>()?;
    let mut complaints = vec![];
    let mut open = vec![];
    for (number, fight) in fights.iter().enumerate() {
        let found = fight.complaints(number, is_long);
        match &fight.open {
            Some(reason) if !found.is_empty() => open.push(format!("{}: {reason}", fight.name)),
            _ => complaints.extend(found),
        }
    }
    if !complaints.is_empty() {
        return Err(complaints.join("\n").into());
    }
    Ok(if open.is_empty() {
        Completion::Completed
    } else {
        Completion::ignored_with(open.join("; "))
    })
}

/// A position with its expected judgement.
#[derive(Clone)]
struct Fight {
    name: String,
    /// Letters of the picture, from the top row.
    rows: Vec<Vec<char>>,
    /// Black's lead: by territory without the eyes of seki, with them, and by area.
    scores: [f64; 3],
    /// The side to move, if the game is in progress.
    turn: Option<Color>,
    open: Option<String>,
    /// Rule sets for which the expectation holds; empty for all.
    rules: Vec<Rules>,
}

/// Origin of a position.
#[derive(Clone, Copy, Debug)]
enum Origin {
    SetUp,
    Played,
}

impl Fight {
    fn read(text: &str) -> Result<Fight, String> {
        let mut fight = Fight {
            name: String::new(),
            rows: vec![],
            scores: [0.0; 3],
            turn: None,
            open: None,
            rules: vec![],
        };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((key, value)) = line.split_once(": ") else {
                fight
                    .rows
                    .push(line.split_whitespace().flat_map(str::chars).collect());
                continue;
            };
            match key {
                "name" => fight.name = value.to_owned(),
                "open" => fight.open = Some(value.to_owned()),
                "rules" => {
                    let rules: Option<Vec<Rules>> = value.split(' ').map(Rules::preset).collect();
                    fight.rules = rules.ok_or(format!("what rules are {value}?"))?;
                }
                "turn" => fight.turn = Some(value.parse().map_err(|_| format!("who is {value}?"))?),
                "scores" => {
                    let scores: Option<Vec<f64>> = value.split(' ').map(lead).collect();
                    let scores = scores.and_then(|scores| scores.try_into().ok());
                    fight.scores = scores.ok_or(format!("not three scores: {value}"))?;
                }
                _ => return Err(format!("what is {key}?")),
            }
        }
        let width = fight.rows.first().map_or(0, Vec::len);
        if width > 0 && fight.rows.iter().all(|row| row.len() == width) {
            Ok(fight)
        } else {
            Err(format!("{}: the rows do not fit", fight.name))
        }
    }

    /// Differences from the expected judgements.
    fn complaints(&self, number: usize, is_long: bool) -> Vec<String> {
        let mut found = vec![];
        let others = Rules::ALL.iter().filter(|rules| !RULES.contains(rules));
        let rules = RULES.iter().chain(others).enumerate();
        let rules = rules.filter(|(_, rules)| self.rules.is_empty() || self.rules.contains(rules));
        for (place, rules) in rules {
            let is_usual = place < RULES.len();
            if !is_usual && !is_long && !(place + number).is_multiple_of(ONE_OF) {
                continue;
            }
            let ways = if is_long && is_usual {
                (0..4).map(|way| (4 * way + place + number) % 16).collect()
            } else {
                vec![(5 * place + 7 * number) % 16]
            };
            for way in ways {
                let image = self.image(way);
                for origin in [Origin::SetUp, Origin::Played] {
                    let is_due =
                        (place + number).is_multiple_of(2) == matches!(origin, Origin::SetUp);
                    if !is_long && is_usual && !is_due {
                        continue;
                    }
                    let wrong = image.wrong(rules, origin);
                    if !wrong.is_empty() {
                        let wrong = wrong.join(", ");
                        let board = image.board();
                        found.push(format!(
                            "{}, {rules}, {origin:?}: {wrong}\n{board}",
                            self.name
                        ));
                    }
                }
            }
        }
        found
    }

    /// Differences from the expected judgement under one rule set.
    fn wrong(&self, rules: &Rules, origin: Origin) -> Vec<String> {
        let judged = self.judged(rules, origin);
        let mut found = vec![];
        for (at, letter) in self.letters() {
            let in_seki = match rules.tax {
                Tax::None => Status::Alive,
                _ => Status::Seki,
            };
            let expected = match letter {
                'b' | 'w' if rules.death == Death::AllAlive => Status::Alive,
                'S' | 's' => in_seki,
                'b' | 'w' => Status::Dead,
                'B' | 'W' | 'X' | 'O' => Status::Alive,
                _ => continue,
            };
            let status = judged.status(at);
            if status != Some(expected) {
                found.push(format!("{at} is {status:?}"));
            }
        }
        let expected = match (rules.counting, rules.tax) {
            (Counting::Territory, Tax::Seki) => self.scores[0],
            (Counting::Territory, _) => self.scores[1],
            _ => self.scores[2],
        };
        // The scores of the files do not include the button.
        let [black, white] = judged.score().tallies.0.map(|tally| tally.button);
        let score = judged.score().margin() - black + white;
        let is_known = rules.tax != Tax::All
            && rules.death != Death::AllAlive
            && rules.counting != Counting::Stones;
        if self.turn.is_none() && is_known && score != expected {
            found.push(format!("the lead is {score} and not {expected}"));
        }
        found
    }

    fn judged(&self, rules: &Rules, origin: Origin) -> Adjudication {
        let turn = self.turn.unwrap_or(Color::Black);
        let mut position = match origin {
            Origin::SetUp => Position::set_up(self.board(), turn, *rules),
            Origin::Played => self.played(rules, turn),
        };
        position.set_komi(0.0);
        let occasion = match self.turn {
            Some(_) => Occasion::Game,
            None => Occasion::Stopped,
        };
        adjudicate(&position, occasion, &Effort::USUAL)
    }

    /// Plays the stones in an order without captures, then two passes if the game has been stopped.
    fn played(&self, rules: &Rules, turn: Color) -> Position {
        let board = self.board();
        let mut position = Position::new(board.size(), *rules);
        let mut stones: Vec<(Color, Point)> = board
            .size()
            .points()
            .filter_map(|at| board.at(at).map(|color| (color, at)))
            .collect();
        // A scattered order instead of rows.
        stones.sort_by_key(|(_, at)| (7 * u32::from(at.column()) + 11 * u32::from(at.row())) % 13);
        for (color, at) in stones {
            let play = (color, Move::At(at));
            position.play_anyway(play).expect("the point is empty");
        }
        position.set_turn(turn);
        for _ in 0..if self.turn.is_none() { 2 } else { 0 } {
            position.play(Move::Pass).expect("a pass is legal");
        }
        position
    }

    fn board(&self) -> Board {
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|&letter| stone(letter)).collect())
            .collect();
        diagram::board(&rows.join("\n")).expect("the stones can stand")
    }

    fn letters(&self) -> Vec<(Point, char)> {
        let height = self.rows.len();
        let row = |(number, row): (usize, &Vec<char>)| -> Vec<(Point, char)> {
            let point = |column: usize| Point::new(column as u8 + 1, (height - number) as u8);
            let letters = row.iter().enumerate();
            letters
                .map(|(column, &letter)| (point(column).expect("on the board"), letter))
                .collect()
        };
        self.rows.iter().enumerate().flat_map(row).collect()
    }

    /// The image given by the bits of `way`: mirrored, upside down, transposed, colors swapped.
    fn image(&self, way: usize) -> Fight {
        let mut image = self.clone();
        if way & 1 != 0 {
            for row in &mut image.rows {
                row.reverse();
            }
        }
        if way & 2 != 0 {
            image.rows.reverse();
        }
        if way & 4 != 0 {
            let width = image.rows[0].len();
            let column = |column: usize| image.rows.iter().map(|row| row[column]).collect();
            image.rows = (0..width).map(column).collect();
        }
        if way & 8 != 0 {
            for letter in image.rows.iter_mut().flatten() {
                *letter = exchanged(*letter);
            }
            image.scores = image.scores.map(|score| -score);
            image.turn = image.turn.map(|color| !color);
        }
        image
    }
}

/// The stone of a letter.
fn stone(letter: char) -> char {
    match letter {
        'B' | 'b' | 'S' => 'X',
        'W' | 'w' | 's' => 'O',
        other => other,
    }
}

/// The letter with its color swapped.
fn exchanged(letter: char) -> char {
    const PAIRS: [(char, char); 4] = [('X', 'O'), ('B', 'W'), ('b', 'w'), ('S', 's')];
    let pair = PAIRS
        .iter()
        .find(|pair| pair.0 == letter || pair.1 == letter);
    pair.map_or(
        letter,
        |&(one, other)| if letter == one { other } else { one },
    )
}

/// Parses a score like `B+3` or `0` as Black's lead.
fn lead(score: &str) -> Option<f64> {
    match score.split_once('+') {
        Some(("B", points)) => points.parse().ok(),
        Some(("W", points)) => points.parse::<f64>().ok().map(|points| -points),
        _ => (score == "0").then_some(0.0),
    }
}
