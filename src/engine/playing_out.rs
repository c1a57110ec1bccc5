//! What is played while a dispute about life and death is played out (improved rules of 2009, article 10).
//!
//! Each pass costs a prisoner there, as much as a stone in one's own territory, and if the players never agree the game
//! goes to its complete end, where what could be captured by one side's plays alone counts as seki and surrounds nothing. So before it passes a side
//! takes what is dead, and gives stones that the opponent calls dead two eyes that need no answer.

use super::Engine;
use super::moves::BEFORE_THE_SEARCH;
use crate::board::Board;
use crate::color::Color;
use crate::ending::Phase;
use crate::judge::{Adjudication, adjudicate_asking};
use crate::life::benson;
use crate::point::{Move, Point, PointSet};
use crate::position::Position;
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many plays within the own territory are looked at, the most promising first.
const MOST_CANDIDATES: usize = 8;

impl Engine {
    /// While a dispute is played out: the next move that makes good what this side claims, or a pass where all of it has
    /// been made good. `None` otherwise, where it is open who lives, and where no such move is safe: then a search finds the
    /// answer.
    pub(super) fn next_to_prove(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Option<Move> {
        let is_played_out = |phase: &Phase| *phase == Phase::PlayOut;
        let is_phased = self.rules().phased;
        let ending = is_phased.then(|| self.game.ending()).flatten()?;
        if !is_played_out(ending.phase()) {
            return None;
        }
        let position = self.game.position_for(color);
        let standing = self.judging(BEFORE_THE_SEARCH, |engine| engine.judged_for(&position));
        // A stone in seki is lost as much as another one if it is taken.
        let kept = position.board().stones(color) - standing.dead();
        // Where it is open who lives, there is nothing to prove yet.
        if !standing.open().is_empty() {
            return None;
        }
        if standing.dead().meets(&position.board().stones(!color)) {
            return self.next_to_take(&position, &standing, stop);
        }
        let doubted = self
            .game
            .last_claim(!color)
            .map(|claim| claim.dead | claim.seki);
        let settled = benson::settled(position.board(), false).living[color];
        let to_settle = (kept - settled) & doubted.unwrap_or(kept);
        let candidates = match to_settle.is_empty() {
            true => vec![],
            false => settling_plays(&position, &standing.territory().points[color], color),
        };
        let mut moves = candidates.into_iter().map(Move::At).chain([Move::Pass]);
        self.judging(BEFORE_THE_SEARCH, |engine| {
            moves.find(|&to| engine.keeps(&position, &standing, to))
        })
    }

    pub(super) fn judged_for(&self, position: &Position) -> Adjudication {
        let effort = &self.options.search.effort;
        adjudicate_asking(
            self.oracle.as_ref(),
            position,
            self.game.occasion(),
            effort,
            &Arc::clone(&self.interrupt),
        )
    }
}

/// Plays within the own territory that give stones eyes: those after which most stones live without an answer, then those
/// that leave most eyes, and the smallest.
fn settling_plays(position: &Position, territory: &PointSet, color: Color) -> Vec<Point> {
    let board = position.board();
    let empties: PointSet = board.empties().iter().copied().collect();
    let mut ranked: Vec<_> = (*territory & empties)
        .iter()
        .filter(|&at| position.is_legal(Move::At(at)))
        .filter_map(|at| {
            let mut after = board.clone();
            after.place(color, at, &mut ());
            (!after.is_in_atari(at)).then(|| (Reverse(rank(&after, territory, color)), at))
        })
        .collect();
    ranked.sort_by_key(|&(rank, _)| rank);
    ranked.truncate(MOST_CANDIDATES);
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// How well stones live: how many without an answer; how many separate eyes; how small the largest of these is.
fn rank(board: &Board, territory: &PointSet, color: Color) -> (usize, usize, Reverse<usize>) {
    let living = benson::settled(board, false).living[color].len();
    let eyes: Vec<PointSet> = (*territory - board.stones(color)).components().collect();
    let largest = eyes.iter().map(PointSet::len).max().unwrap_or(0);
    (living, eyes.len(), Reverse(largest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;
    use crate::engine::Options;
    use crate::judge::Effort;
    use crate::point::Size;
    use crate::rules::Rules;
    use crate::search::SearchSettings;

    fn engine(picture: &str, turn: Color) -> Engine {
        let board = diagram::board(picture).expect("a board");
        let stones = |color| {
            board
                .stones(color)
                .iter()
                .map(move |at| (color, at))
                .collect::<Vec<_>>()
        };
        let stones = [stones(Color::Black), stones(Color::White)].concat();
        let mut engine = Engine::new(Options {
            rules: Rules::IMPROVED_2009,
            komi: Some(0.0),
            size: board.size(),
            playouts: Some(50),
            time_per_move: None,
            lag: None,
            referee: false,
            friendly_pass: false,
            new_seeds: false,
            search: SearchSettings {
                threads: 1,
                memory: 8 << 20,
                seed: 1,
                resign: 0.0,
                effort: Effort {
                    playouts: 100,
                    ..Effort::default()
                },
            },
        });
        engine.set_position(&stones).expect("the stones can stand");
        engine.set_turn(turn);
        engine
    }

    /// To the phase in which a dispute is played out: White says that nothing is dead, or that Black's wall is.
    fn dispute(engine: &mut Engine, dead: &[&str], claimed: &[&str]) {
        let points = |names: &[&str]| names.join(" ");
        let turn = engine.position().turn();
        for color in [turn, !turn] {
            engine.play((color, Move::Pass)).expect("a pass");
        }
        for text in ["b no", "w no"] {
            engine
                .decide(text.parse().expect("a decision"))
                .expect("asked");
        }
        for color in [turn, !turn] {
            engine.play((color, Move::Pass)).expect("a pass");
        }
        let claims = [
            "b yes".to_owned(),
            "w yes".to_owned(),
            format!("b claim {}", points(dead)),
            format!("w claim {}", points(claimed)),
        ];
        for text in claims {
            engine
                .decide(text.trim().parse().expect("a decision"))
                .expect("asked");
        }
        let ending = engine.game().ending().expect("an ending");
        assert_eq!(ending.phase(), &Phase::PlayOut);
    }

    /// White has a dead stone in Black's corner.
    const CORNER: &str = "
        . X O . . . .
        . X O . . . .
        O X O . . . .
        . X O . . . .
        . X O O O O O
        . X X X X X X
        . . . . . . .";

    /// Plays it out with an opponent that only passes, and says what it came to.
    fn played_out(engine: &mut Engine, color: Color) -> (f64, usize) {
        let stop = Arc::default();
        for moves in 0.. {
            let ending = engine.game().ending().expect("an ending");
            if let Phase::Confirm | Phase::Over(_) = ending.phase() {
                let judged = engine.judged_for(ending.position());
                return (
                    ending.score(&crate::ending::Claim::of(&judged)).margin(),
                    moves,
                );
            }
            let turn = ending.position().turn();
            match turn == color {
                true => drop(engine.generate(color, &stop, None)),
                false => engine.play((turn, Move::Pass)).expect("a pass"),
            }
            assert!(moves < 200, "it ends");
        }
        unreachable!()
    }

    #[test]
    fn a_dead_stone_is_taken_at_no_cost() {
        for turn in Color::BOTH {
            let mut engine = engine(CORNER, turn);
            let before = engine.adjudicate().score().margin();
            dispute(&mut engine, &["A5"], &[]);
            let (after, moves) = played_out(&mut engine, Color::Black);
            assert_eq!(after, before, "after {moves} moves, {turn} first");
            assert_eq!(
                engine.position().board().at("A5".parse().expect("a point")),
                None
            );
        }
    }

    /// At the complete end only what lives without an answer surrounds points.
    #[test]
    fn a_wall_that_is_called_dead_gets_two_eyes() {
        for turn in Color::BOTH {
            let mut engine = engine(CORNER, turn);
            let before = engine.adjudicate().score().margin();
            dispute(&mut engine, &["A5"], &["B3"]);
            let (after, _) = played_out(&mut engine, Color::Black);
            let board = engine.position().board();
            let living = benson::settled(board, false).living[Color::Black];
            assert_eq!(living, board.stones(Color::Black), "{board}");
            assert_eq!(after, before, "{board}");
            assert_eq!(board.size(), Size::square(7).expect("a size"));
        }
    }
}
