//! To turn a board, to mirror it and to exchange its colors changes nothing that is proved of it.

use crate::board::Board;
use crate::color::Color;
use crate::judge::{Adjudication, Effort, Judgement, Occasion, Status, adjudicate};
use crate::playout::{Dice, dice, play_lightly, play_out};
use crate::point::{Point, PointSet, Size};
use crate::position::Position;
use crate::rules::{Rules, Tax};
use rand::RngExt;
use std::ops::RangeInclusive;

/// One way to look at a square board: turned or mirrored in one of eight ways, the colors exchanged or not.
#[derive(Clone, Copy)]
pub(crate) struct Image {
    pub(crate) size: Size,
    pub(crate) way: usize,
}

impl Image {
    pub(crate) const COUNT: usize = 16;

    /// Where a point comes to lie.
    pub(crate) fn point(self, at: Point) -> Point {
        let (mut column, mut row) = (at.column(), at.row());
        if self.way & 1 != 0 {
            column = self.size.width() + 1 - column;
        }
        if self.way & 2 != 0 {
            row = self.size.height() + 1 - row;
        }
        if self.way & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::new(column, row).expect("on the board")
    }

    pub(crate) fn points(self, points: &PointSet) -> PointSet {
        points.iter().map(|at| self.point(at)).collect()
    }

    fn is_exchanged(self) -> bool {
        self.way & 8 != 0
    }

    pub(crate) fn color(self, color: Color) -> Color {
        if self.is_exchanged() { !color } else { color }
    }

    /// The position with this board.
    pub(crate) fn position(self, board: &Board, rules: Rules) -> Position {
        let [black, white] = Color::BOTH.map(|color| self.points(&board.stones(self.color(color))));
        let board = Board::with_stones(self.size, &black, &white).expect("as many liberties");
        let mut position = Position::set_up(board, self.color(Color::Black), rules);
        position.set_komi(0.0);
        position
    }
}

/// A board as games end with, or not far from it: played out at random, or by the policy to somewhere in its second
/// half, with some stones taken away so that not everything lives.
pub(crate) fn late_board(size: Size, dice: &mut Dice) -> Board {
    let mut board = Board::new(size);
    if dice.random_range(0..2) == 0 {
        play_lightly(&mut board, Color::Black, dice);
    } else {
        let mut plays = vec![];
        play_out(&mut board, Color::Black, None, dice, |color, at| {
            plays.push((color, at));
        });
        let count = dice.random_range(plays.len() / 2..=plays.len());
        board = Board::new(size);
        for &(color, at) in &plays[..count] {
            board.place(color, at, &mut ());
        }
    }
    let away: PointSet = size
        .points()
        .filter(|_| dice.random_range(0..12) == 0)
        .collect();
    let [black, white] = Color::BOTH.map(|color| board.stones(color) - away);
    Board::with_stones(size, &black, &white).expect("no fewer liberties")
}

/// What came of comparing the judgements of boards with those of their images.
#[derive(Debug, Default)]
struct Agreement {
    /// Chains of images that are proved to be what the chain of the board is.
    proved: usize,
    /// Those of which one is proved and the other is not.
    half_proved: usize,
    /// Diagrams of which everything is proved, as it is of the board: the count is the same as well.
    counted: usize,
}

impl Agreement {
    /// Compares what is proved of an image with what is of the board; tells where they contradict each other.
    fn add(
        &mut self,
        here: &Adjudication,
        there: &Adjudication,
        image: Image,
        is_as_it_stands: bool,
    ) -> Result<(), Point> {
        let first = |chain: &Judgement| chain.stones.first().expect("a chain has stones");
        for chain in here.chains() {
            let other = there.chain(image.point(first(chain)));
            let other = other.filter(|other| other.stones == image.points(&chain.stones));
            let other = other.ok_or(first(chain))?;
            let [dead, dead_there] = [chain, other].map(|chain| chain.status == Status::Dead);
            let [basis, basis_there] = [chain.basis, other.basis];
            let is_by_theorem = [basis, basis_there].map(|basis| basis.needs_no_play());
            match (basis.is_proof(), basis_there.is_proof()) {
                (true, true) if dead == dead_there && is_by_theorem[0] == is_by_theorem[1] => {
                    self.proved += 1;
                }
                (false, false) => {}
                // Only reading may come to the end of its budget on the way.
                (true, false) | (false, true) if is_by_theorem == [false, false] => {
                    self.half_proved += 1;
                }
                _ => return Err(first(chain)),
            }
        }
        // Where the last dame are tried out, that proves nothing.
        let all = [here, there].map(|all| all.chains().iter());
        let is_all_proved = all
            .into_iter()
            .flatten()
            .all(|chain| chain.basis.is_proof());
        if is_as_it_stands && is_all_proved {
            self.counted += 1;
            let sign = if image.is_exchanged() { -1.0 } else { 1.0 };
            let differs = |at: &Point| {
                let owner = here.owner(*at).map(|color| image.color(color));
                let to = image.point(*at);
                (owner, here.status(*at)) != (there.owner(to), there.status(to))
            };
            assert_eq!(sign * here.score().margin(), there.score().margin());
            return image.size.points().find(differs).map_or(Ok(()), Err);
        }
        Ok(())
    }
}

/// Judges random boards and all their images under rules of each kind.
fn compare_images(
    sides: RangeInclusive<u8>,
    boards: usize,
    playouts: u32,
    states: usize,
) -> Agreement {
    let effort = Effort {
        playouts,
        seed: 1,
        states,
        safety: 20_000,
        ..Effort::USUAL
    };
    let mut agreement = Agreement::default();
    for seed in 0..boards as u64 {
        let mut dice = dice(seed);
        let size = Size::square(dice.random_range(sides.clone())).expect("within the limits");
        let board = late_board(size, &mut dice);
        let is_diagram = dice.random_range(0..4) > 0;
        let occasion = match is_diagram {
            true => Occasion::Diagram,
            false => Occasion::Game,
        };
        for rules in [
            Rules::PROPOSAL_2012,
            Rules::JAPANESE_1989,
            Rules::KOREAN,
            Rules::CHINESE,
        ] {
            // Elsewhere it counts whether what touches dame is in seki once they are filled.
            let is_as_it_stands = is_diagram && (rules.dame_makes_seki || rules.tax == Tax::None);
            let judge = |image: Image| {
                let position = image.position(&board, rules);
                adjudicate(&position, occasion, &effort)
            };
            let here = judge(Image { size, way: 0 });
            for image in (1..Image::COUNT).map(|way| Image { size, way }) {
                let there = judge(image);
                let added = agreement.add(&here, &there, image, is_as_it_stands);
                let way = image.way;
                added.unwrap_or_else(|at| {
                    let chains = [here.chain(at), there.chain(image.point(at))];
                    panic!("{at} in image {way} under {rules}, seed {seed}:\n{board}\n{chains:?}")
                });
            }
        }
        if seed % 50 == 49 {
            tell(format_args!("{} boards: {agreement:?}", seed + 1));
        }
    }
    agreement
}

/// Where the budget ends may differ, and that it does seldom.
#[test]
fn what_is_proved_does_not_depend_on_where_and_who() {
    let found = compare_images(5..=7, 12, 10, 200);
    assert!(found.proved > 1_000 && found.counted > 50, "{found:?}");
    assert!(found.half_proved < found.proved / 20, "{found:?}");
}

/// 500 boards of 5×5 to 9×9: `cargo test --release --lib many_boards_does_not -- --ignored --nocapture`.
#[test]
#[ignore = "takes a quarter of an hour"]
fn what_is_proved_of_many_boards_does_not_depend_on_where_and_who() {
    let found = compare_images(5..=9, 500, 100, 500);
    tell(format_args!("{found:?}"));
    assert!(found.half_proved < found.proved / 20, "{found:?}");
}

/// A line of progress for the tests that take minutes.
fn tell(what: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{what}");
}
