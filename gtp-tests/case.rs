//! Positions with expected judgements, read from `.case` files, and their images: rotated,
//! mirrored, with colors swapped, and with more or less living padding.

use rand::RngExt;
use wakari::board::{Board, diagram};
use wakari::color::{Color, PerColor};
use wakari::judge::{Adjudication, Status};
use wakari::life::benson;
use wakari::playout::Dice;
use wakari::point::{Move, Point, Size};
use wakari::position::Position;
use wakari::rules::Rules;

type Grid = Vec<Vec<char>>;

/// A position with its expected judgement.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) rules: Rules,
    komi: f64,
    prisoners: PerColor<u32>,
    /// First column and row, last column and row of the source's diagram, counted from 0 at the top
    /// left. The rest is padding.
    shown: [usize; 4],
    board: Grid,
    status: Grid,
    /// Black's margin, if stated.
    margin: Option<f64>,
    expectations: Vec<Expectation>,
}

/// Expected legality of a move after others.
#[derive(Clone)]
struct Expectation {
    after: Vec<(Color, Move)>,
    color: Color,
    to: Move,
    is_legal: bool,
}

impl Case {
    /// Parses a case file.
    pub(crate) fn read(text: &str) -> Result<Case, String> {
        let mut case = Case {
            id: String::new(),
            rules: Rules::PROPOSAL_2012,
            komi: 0.0,
            prisoners: PerColor::new(0, 0),
            shown: [0, 0, 0, 0],
            board: vec![],
            status: vec![],
            margin: None,
            expectations: vec![],
        };
        let mut after = vec![];
        let mut grid: Option<bool> = None;
        for line in text.lines() {
            let line = if line.starts_with("note") {
                line
            } else {
                line.split('#').next().unwrap_or("")
            };
            let line = line.trim();
            match line {
                "" => continue,
                "board:" => grid = Some(true),
                "status:" => grid = Some(false),
                _ if grid.is_some() && !line.contains(':') => {
                    let row = line.chars().filter(|c| !c.is_whitespace()).collect();
                    let rows = if grid == Some(true) {
                        &mut case.board
                    } else {
                        &mut case.status
                    };
                    rows.push(row);
                }
                _ => {
                    let (key, value) = line.split_once(':').ok_or(format!("what is '{line}'?"))?;
                    case.set(key, value.trim(), &mut after)
                        .ok_or(format!("not understood: {line}"))?;
                }
            }
        }
        let height = case.board.len();
        let is_square = |grid: &Grid| grid.iter().all(|row| row.len() == height);
        let [_, _, last_column, last_row] = case.shown;
        let fits = case.status.len() == height && last_column < height && last_row < height;
        if !fits || !is_square(&case.board) || !is_square(&case.status) {
            return Err("the grids do not fit".to_owned());
        }
        case.board().ok_or("the stones cannot stand")?;
        Ok(case)
    }

    fn set(&mut self, key: &str, value: &str, after: &mut Vec<(Color, Move)>) -> Option<()> {
        match key {
            "id" => self.id = value.to_owned(),
            "rules" => self.rules = Rules::preset(value.split_whitespace().next()?)?,
            "komi" => self.komi = value.parse().ok()?,
            "prisoners" => {
                let mut words = value.split_whitespace();
                let mut of = |name| words.next()?.strip_prefix(name)?.parse().ok();
                self.prisoners = PerColor::new(of("black=")?, of("white=")?);
            }
            "diagram" => {
                let numbers: Vec<usize> = value.split(' ').flat_map(str::parse).collect();
                let &[left, top, width, height] = &numbers[..] else {
                    return None;
                };
                self.shown = [left - 1, top - 1, left + width - 2, top + height - 2];
            }
            "score" => self.margin = margin(value),
            "after" => {
                let moves = value.split(',').map(|text| {
                    let (color, at) = text.trim().split_once(' ')?;
                    Some((color.parse().ok()?, at.parse().ok()?))
                });
                *after = moves.collect::<Option<_>>()?;
            }
            "expect" => {
                let mut words = value.split_whitespace();
                let (color, to) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
                let is_legal = words.next()? == "legal";
                self.expectations.push(Expectation {
                    after: after.clone(),
                    color,
                    to,
                    is_legal,
                });
            }
            _ => {}
        }
        Some(())
    }

    fn size(&self) -> Size {
        let side = |length: usize| u8::try_from(length).expect("checked when read");
        Size::new(side(self.board[0].len()), side(self.board.len())).expect("checked when read")
    }

    fn at(&self, grid: &Grid, point: Point) -> char {
        grid[grid.len() - usize::from(point.row())][usize::from(point.column()) - 1]
    }

    fn board(&self) -> Option<Board> {
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().collect()).collect();
        diagram::board(&rows.join("\n")).ok()
    }

    /// The position to judge.
    pub(crate) fn position(&self) -> Position {
        let board = self.board().expect("checked when read");
        let mut position = Position::set_up(board, Color::Black, self.rules);
        position.set_komi(self.komi);
        position.set_prisoners(self.prisoners);
        position
    }

    /// The position after a game that played every stone. None is captured on the way.
    pub(crate) fn played(&self) -> Position {
        let set_up = self.position();
        let mut played = Position::new(self.size(), self.rules);
        for at in self.size().points() {
            if let Some(color) = set_up.board().at(at) {
                let play = (color, Move::At(at));
                played.play_anyway(play).expect("the point is empty");
            }
        }
        played.set_turn(set_up.turn());
        played.set_komi(self.komi);
        played.set_prisoners(self.prisoners);
        played
    }

    /// Differences of a judgement from the expected one.
    pub(crate) fn complaints(&self, adjudication: &Adjudication) -> Vec<String> {
        let mut wrong = vec![];
        let territory = adjudication.territory();
        // Territory follows from the statuses, so it is not stated if one of them is not.
        let is_complete = !self.status.iter().flatten().any(|&letter| letter == '?');
        for at in self.size().points() {
            let expected = self.at(&self.status, at);
            let found = match adjudication.status(at) {
                Some(Status::Alive) => "BW",
                Some(Status::Dead) => "bw",
                Some(Status::Seki) => "Ss",
                Some(_) => "",
                None if territory.points[Color::Black].contains(at) => "+",
                None if territory.points[Color::White].contains(at) => "-",
                None => ".",
            };
            let is_stated = expected != '?' && (is_complete || adjudication.status(at).is_some());
            if is_stated && !found.contains(expected) {
                let found = found.chars().next().unwrap_or('?');
                wrong.push(format!("{at} {found} for {expected}"));
            }
        }
        let margin = adjudication.score().margin();
        if self.margin.is_some_and(|expected| expected != margin) {
            wrong.push(format!(
                "score {margin} for {}",
                self.margin.unwrap_or(margin)
            ));
        }
        for expectation in &self.expectations {
            let mut position = self.position();
            for &(color, to) in &expectation.after {
                position.set_turn(color);
                if position.play(to).is_err() {
                    wrong.push(format!("{color} {to} cannot be played"));
                }
            }
            position.set_turn(expectation.color);
            let is_legal = position.is_legal(expectation.to);
            if is_legal != expectation.is_legal {
                let Expectation { color, to, .. } = expectation;
                wrong.push(format!("{color} {to} legal: {is_legal}"));
            }
        }
        wrong
    }

    /// A random image: shifted on a larger board by padding on all sides, with some eyes filled,
    /// rotated or mirrored, with or without colors swapped.
    pub(crate) fn transformed(&self, dice: &mut Dice) -> Case {
        let mut case = self.clone();
        case.expectations.clear();
        // Padding is added on every side, so that the diagram is shifted. A side that the diagram
        // itself reaches stays.
        for mirror in [Case::upside_down, Case::left_to_right, Case::upside_down] {
            case.grow(dice.random_range(0..3), dice.random_range(0..3));
            mirror(&mut case);
        }
        case.grow(dice.random_range(0..3), dice.random_range(0..3));
        case.fill_eyes(dice);
        if dice.random_range(0..2) == 1 {
            case.swap_colors();
        }
        for mirror in [Case::upside_down, Case::transposed, Case::left_to_right] {
            if dice.random_range(0..2) == 1 {
                mirror(&mut case);
            }
        }
        case
    }

    fn grids(&mut self) -> [&mut Grid; 2] {
        [&mut self.board, &mut self.status]
    }

    /// Repeats the last row and the last column, if these are living padding.
    fn grow(&mut self, columns: usize, rows: usize) {
        let lives = |letters: &[char]| letters.iter().all(|&c| "BW+-".contains(c));
        let [_, _, last_column, last_row] = self.shown;
        for _ in 0..rows {
            let bottom = self.status.last().expect("a board has rows").clone();
            if last_row + 1 < self.board.len() && self.board.len() < 25 && lives(&bottom) {
                self.count(bottom.into_iter(), 1.0);
                for grid in self.grids() {
                    grid.push(grid.last().expect("a board has rows").clone());
                }
            }
        }
        for _ in 0..columns {
            let width = self.board[0].len();
            let side: Vec<char> = self.status.iter().map(|row| row[width - 1]).collect();
            if last_column + 1 < width && width < 25 && lives(&side) {
                self.count(side.into_iter(), 1.0);
                for grid in self.grids() {
                    for row in grid {
                        row.push(row[width - 1]);
                    }
                }
            }
        }
    }

    /// Fills about half of the eyes in the padding, unless this changes which chains are
    /// unconditionally alive.
    fn fill_eyes(&mut self, dice: &mut Dice) {
        let [left, top, right, bottom] = self.shown;
        for row in 0..self.board.len() {
            for column in 0..self.board[0].len() {
                let is_shown = (left..=right).contains(&column) && (top..=bottom).contains(&row);
                let (color, stone, living) = match self.status[row][column] {
                    '+' => (Color::Black, 'X', 'B'),
                    '-' => (Color::White, 'O', 'W'),
                    _ => continue,
                };
                if is_shown || self.board[row][column] != '.' || dice.random_range(0..2) == 0 {
                    continue;
                }
                let mut filled = self.clone();
                filled.board[row][column] = stone;
                filled.status[row][column] = living;
                filled.count([self.status[row][column]].into_iter(), -1.0);
                let living = |case: &Case| {
                    let board = case.board()?;
                    Some(benson::settled(&board, false).living)
                };
                let before = living(self).expect("the board could be read");
                let stays = living(&filled).is_some_and(|after| {
                    after[!color] == before[!color] && before[color].is_subset(&after[color])
                });
                if stays {
                    *self = filled;
                }
            }
        }
    }

    /// Adds the territory in a part of the status to the margin.
    fn count(&mut self, letters: impl Iterator<Item = char>, sign: f64) {
        for letter in letters {
            self.margin = self.margin.map(|margin| match letter {
                '+' => margin + sign,
                '-' => margin - sign,
                _ => margin,
            });
        }
    }

    fn swap_colors(&mut self) {
        const LETTERS: [(char, char); 5] =
            [('X', 'O'), ('B', 'W'), ('b', 'w'), ('+', '-'), ('S', 's')];
        for grid in self.grids() {
            for letter in grid.iter_mut().flatten() {
                let other = |&(one, other): &(char, char)| match () {
                    () if *letter == one => Some(other),
                    () if *letter == other => Some(one),
                    () => None,
                };
                *letter = LETTERS.iter().find_map(other).unwrap_or(*letter);
            }
        }
        self.komi = -self.komi;
        self.margin = self.margin.map(|margin| -margin);
        let [black, white] = Color::BOTH.map(|color| self.prisoners[color]);
        self.prisoners = PerColor::new(white, black);
    }

    fn upside_down(&mut self) {
        let height = self.board.len();
        let [left, top, right, bottom] = self.shown;
        self.shown = [left, height - 1 - bottom, right, height - 1 - top];
        for grid in self.grids() {
            grid.reverse();
        }
    }

    fn left_to_right(&mut self) {
        let width = self.board[0].len();
        let [left, top, right, bottom] = self.shown;
        self.shown = [width - 1 - right, top, width - 1 - left, bottom];
        for row in self.grids().into_iter().flatten() {
            row.reverse();
        }
    }

    fn transposed(&mut self) {
        let [left, top, right, bottom] = self.shown;
        self.shown = [top, left, bottom, right];
        for grid in self.grids() {
            let columns = 0..grid[0].len();
            *grid = columns
                .map(|column| grid.iter().map(|row| row[column]).collect())
                .collect();
        }
    }
}

/// Parses Black's margin: `B+3.5`, `W+2` or `0`. Returns `None` if it is not stated.
fn margin(text: &str) -> Option<f64> {
    let text = text.split_whitespace().next()?;
    match text.split_once('+') {
        Some(("B", points)) => points.parse().ok(),
        Some(("W", points)) => points.parse().ok().map(|points: f64| -points),
        _ => text.parse().ok(),
    }
}
