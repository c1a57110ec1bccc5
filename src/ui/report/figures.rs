//! Numbered diagrams of a game or a sequence, for print.

use super::replay::Replay;
use crate::formats::picture;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::ui::language::Language;

/// Maximum number of moves in one diagram.
const MOST_MOVES: usize = 100;

/// A numbered diagram of consecutive moves.
pub(super) struct Figure {
    /// Numbers of the first and last move, from 1.
    pub(super) moves: (usize, usize),
    /// The picture in SVG.
    pub(super) svg: String,
    /// Moves that the picture cannot show: passes, and plays on points already numbered.
    pub(super) beside: Vec<String>,
}

/// A diagram under construction.
struct FigureBuilder {
    start: Board,
    first: usize,
    numbered: Vec<(Point, Color, usize)>,
    taken: PointSet,
    beside: Vec<String>,
}

impl FigureBuilder {
    fn new(start: &Board, first: usize) -> FigureBuilder {
        FigureBuilder {
            taken: start.stones(Color::Black) | start.stones(Color::White),
            start: start.clone(),
            first,
            numbered: Vec::new(),
            beside: Vec::new(),
        }
    }

    fn show(&mut self, number: usize, color: Color, to: Move, language: Language) {
        match to {
            Move::At(at) if self.taken.insert(at) => self.numbered.push((at, color, number)),
            _ => self.beside.push(format!("{number} {}", language.to(to))),
        }
    }

    /// The board with these stones, the start of the next diagram.
    fn after(&self, stones: &PerColor<PointSet>) -> Board {
        let [black, white] = &stones.0;
        Board::with_stones(self.start.size(), black, white).expect("replays show boards")
    }

    /// Finishes the diagram before move `next`; `None` if it is empty.
    fn finish(self, next: usize) -> Option<Figure> {
        (next > self.first).then(|| Figure {
            moves: (self.first, next - 1),
            svg: picture::figure(&self.start, &self.numbered),
            beside: self.beside,
        })
    }
}

/// Splits a replay into diagrams of at most 100 moves. Set-up stones start a new one.
pub(super) fn figures(replay: &Replay, language: Language) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut stones = PerColor::from_fn(|color| replay.start.stones(color));
    let mut part = FigureBuilder::new(&replay.start, 1);
    let mut next = 1;
    for stage in &replay.stages {
        let is_full = next - part.first == MOST_MOVES && stage.play.is_some();
        if is_full {
            let start = part.after(&stones);
            figures.extend(
                std::mem::replace(&mut part, FigureBuilder::new(&start, next)).finish(next),
            );
        }
        for &(point, stone) in &stage.changes {
            for color in Color::BOTH {
                stones[color].remove(point);
            }
            if let Some(color) = stone {
                stones[color].insert(point);
            }
        }
        if let Some((color, to)) = stage.play {
            part.show(next, color, to, language);
            next += 1;
        } else {
            let start = part.after(&stones);
            figures.extend(
                std::mem::replace(&mut part, FigureBuilder::new(&start, next)).finish(next),
            );
        }
    }
    figures.extend(part.finish(next));
    figures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::sgf::Record;
    use crate::referee::game::scoring::Request;
    use crate::referee::judge::Effort;
    use crate::ui::report::Report;

    fn figures_of(text: &str) -> Vec<Figure> {
        let record: Record = text.parse().expect("a record");
        // The judgement does not matter here.
        let request = Request {
            effort: Effort {
                playouts: 10,
                seed: 1,
                states: 0,
                safety: 60_000,
                ..Effort::USUAL
            },
            ..Request::default()
        };
        let report = Report::of(&record, &request, None, &mut |_, _, _| {});
        let report = report.expect("a game that fits on its board");
        figures(&report.replay, Language::English)
    }

    #[test]
    fn what_cannot_be_shown_is_told_beside() {
        // White's corner stone is captured, and Black's third move is a pass.
        let game = "(;SZ[5];B[ab];W[aa];B[ba];W[ee];B[];W[aa])";
        let [only] = &figures_of(game)[..] else {
            panic!("one board has room for six moves");
        };
        assert_eq!(only.moves, (1, 6));
        assert_eq!(only.beside, ["5 pass", "6 A5"]);
        assert_eq!(only.svg.matches("<text").count() - 20, 4, "numbers");
    }

    #[test]
    fn long_games_and_set_up_stones_want_more_boards() {
        let moves = ";B[aa];W[]".to_owned() + &";B[];W[]".repeat(60);
        let found = figures_of(&format!("(;SZ[5]{moves})"));
        let moves: Vec<_> = found.iter().map(|figure| figure.moves).collect();
        assert_eq!(moves, [(1, 100), (101, 122)]);
        let found = figures_of("(;SZ[5];B[aa];AW[bb];W[cc])");
        let moves: Vec<_> = found.iter().map(|figure| figure.moves).collect();
        assert_eq!(moves, [(1, 1), (2, 2)]);
        assert!(figures_of("(;SZ[5]AB[aa])").is_empty());
    }
}
