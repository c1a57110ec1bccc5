//! Moves while a dispute about life and death is played out (improved rules of 2009, article 10).
//!
//! Each pass costs a prisoner, as much as a stone in one's own territory. If the players never
//! agree, the game goes to its complete end, where stones that could be captured by plays of one
//! side alone count as seki and surround no territory. So before a side passes, it captures dead
//! stones, and gives stones that the opponent calls dead two eyes that need no answer. If two more
//! passes would be the complete end, it does so for all of its stones, and plays on while the
//! complete end would score less than its claim.

use super::Engine;
use super::moves::{BEFORE_THE_SEARCH, TAKING};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::life::benson;
use crate::referee::ending::{Ending, Over, Phase, StatusClaim};
use crate::referee::judge::{Adjudication, Occasion, adjudicate_asking};
use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most plays tried, in order of promise.
const MOST_CANDIDATES: usize = 8;
/// The cost of a pass in points, equal to that of a play in one's own territory.
const A_PASS: f64 = 1.0;

impl Engine {
    /// Returns the next move that proves this side's claim, or a pass once all of it is proved.
    ///
    /// `None` outside of this phase, while life and death are open, and if no such move is safe;
    /// then a search chooses. A pass that may lead to a complete end worth less than the claim is
    /// made only if no play is worth more.
    pub(super) fn next_to_prove(&mut self, color: Color, stop: &Arc<AtomicBool>) -> Option<Move> {
        let is_phased = self.rules().phased;
        let ending = is_phased.then(|| self.game.ending()).flatten()?;
        if *ending.phase() != Phase::PlayOut {
            return None;
        }
        let ending = ending.clone();
        let position = self.game.position_for(color);
        let standing = self.judging(BEFORE_THE_SEARCH, |engine| engine.judged_for(&position));
        let claimed = lead(&ending, &standing, color);
        let end = complete_end(&ending, color).filter(|end| end + A_PASS < claimed);
        // While life and death are open, there is nothing to prove.
        let proving = if standing.open().is_empty() {
            self.next_to_settle(&position, &standing, end.is_some(), stop)
        } else {
            None
        };
        match (proving, end) {
            (None | Some(Move::Pass), Some(end)) => {
                Some(self.next_to_avoid(&ending, &standing, end, stop))
            }
            _ => proving,
        }
    }

    /// Returns the next move that captures dead stones, or makes eyes that need no answer.
    ///
    /// The eyes are for stones that the opponent doubts, or for all stones if `settles_all` is set.
    fn next_to_settle(
        &mut self,
        position: &Position,
        standing: &Adjudication,
        settles_all: bool,
        stop: &Arc<AtomicBool>,
    ) -> Option<Move> {
        let (board, color) = (position.board(), position.turn());
        if standing.dead().meets(&board.stones(!color)) {
            return self.next_to_take(position, standing, stop);
        }
        // Capturing stones in seki costs as much as capturing others.
        let kept = board.stones(color) - standing.dead();
        let doubted = self
            .game
            .last_claim(!color)
            .map(|claim| claim.dead | claim.seki)
            .filter(|_| !settles_all);
        let settled = benson::settled(board, false).living[color];
        let to_settle = (kept - settled) & doubted.unwrap_or(kept);
        let candidates = if to_settle.is_empty() {
            vec![]
        } else {
            settling_plays(position, &standing.territory().points[color], color)
        };
        let mut moves = candidates.into_iter().map(Move::At).chain([Move::Pass]);
        self.judging(BEFORE_THE_SEARCH, |engine| {
            moves.find(|&to| engine.keeps(position, standing, to))
        })
    }

    /// Returns the most promising play that is worth more than the complete end, or a pass.
    fn next_to_avoid(
        &mut self,
        ending: &Ending,
        standing: &Adjudication,
        end: f64,
        stop: &Arc<AtomicBool>,
    ) -> Move {
        let position = ending.position();
        let empties = position.board().empties().iter().copied().collect();
        let ranked = self.ranked(position, &standing.dead(), &empties, stop);
        let mut plays = ranked.into_iter().take(MOST_CANDIDATES).map(Move::At);
        let play = plays.find(|&to| {
            let (mut after, color) = (ending.clone(), position.turn());
            after.play((color, to)).is_ok() && {
                let judged = self.judging(TAKING, |engine| engine.judged_for(after.position()));
                lead(&after, &judged, color) > end
            }
        });
        play.unwrap_or(Move::Pass)
    }

    /// Judges a position that follows the one at hand, as [`adjudicate_in_play`] does.
    ///
    /// [`adjudicate_in_play`]: Engine::adjudicate_in_play
    pub(super) fn judged_for(&self, position: &Position) -> Adjudication {
        let occasion = match self.game.occasion() {
            Occasion::Diagram => Occasion::Game,
            occasion => occasion,
        };
        let effort = &self.options.search.effort;
        adjudicate_asking(
            self.oracle.as_ref(),
            position,
            occasion,
            effort,
            &Arc::clone(&self.interrupt),
        )
    }
}

/// Returns the lead of a side in points if both sides claim the judged statuses.
fn lead(ending: &Ending, judged: &Adjudication, color: Color) -> f64 {
    f64::from(color.sign()) * ending.score(&StatusClaim::of(judged)).margin()
}

/// Returns the lead of a side in points if both pass now and this ends the game without agreement.
fn complete_end(ending: &Ending, color: Color) -> Option<f64> {
    let mut ending = ending.clone();
    [color, !color].into_iter().find_map(|side| {
        ending.play((side, Move::Pass)).ok()?;
        match ending.over()? {
            Over::Counted(counted) => Some(f64::from(color.sign()) * counted.score.margin()),
            _ => None,
        }
    })
}

/// Returns plays in a side's own territory that make eyes.
///
/// They are ordered by the stones alive without an answer, then by the number of eyes, then by
/// size.
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

/// Ranks a board: stones alive without an answer, separate eyes, and the size of the largest eye.
fn rank(board: &Board, territory: &PointSet, color: Color) -> (usize, usize, Reverse<usize>) {
    let living = benson::settled(board, false).living[color].len();
    let eyes: Vec<PointSet> = (*territory - board.stones(color)).components().collect();
    let largest = eyes.iter().map(PointSet::len).max().unwrap_or(0);
    (living, eyes.len(), Reverse(largest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::engine::search::SearchSettings;
    use crate::go::board::diagram;
    use crate::go::point::Size;
    use crate::go::rules::Rules;
    use crate::referee::game::Conventions;
    use crate::referee::judge::Effort;

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
            takes_rules: false,
            conventions: Conventions::default(),
            friendly_pass: false,
            new_seeds: false,
            search: SearchSettings {
                threads: 1,
                memory: 8 << 20,
                seed: 1,
                resign: 0.0,
                effort: Effort {
                    playouts: 100,
                    work: Effort::USUAL.work / 10,
                    ..Effort::USUAL
                },
            },
        });
        engine.set_position(&stones).expect("the stones can stand");
        engine.set_turn(turn);
        engine
    }

    /// Plays to the play-out phase, with White's claim of dead stones.
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

    /// Plays out against an opponent that only passes; returns the score and the number of moves.
    fn played_out(engine: &mut Engine, color: Color) -> (f64, usize) {
        let stop = Arc::default();
        for moves in 0.. {
            let ending = engine.game().ending().expect("an ending");
            let came_to = match ending.phase() {
                Phase::Confirm => {
                    let judged = engine.judged_for(ending.position());
                    Some(ending.score(&StatusClaim::of(&judged)))
                }
                Phase::Over(Over::Counted(counted)) => Some(counted.score),
                _ => None,
            };
            if let Some(score) = came_to {
                return (score.margin(), moves);
            }
            let turn = ending.position().turn();
            if turn == color {
                let _ = engine.generate(color, &stop, None);
            } else {
                engine.play((turn, Move::Pass)).expect("a pass");
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

    /// At the complete end, only stones alive without an answer surround territory.
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

    /// At the complete end White's stones would be in seki, as no stones are removed.
    #[test]
    fn no_pass_leads_to_a_complete_end_that_counts_less() {
        const OPEN: &str = "
            . . . . X .
            . O O O O X
            . O X X X .
            . O O X . X
            . O X X O .
            . X . X O .";
        for turn in Color::BOTH {
            let mut engine = engine(OPEN, turn);
            engine.options.playouts = Some(8);
            engine.options.search.effort.playouts = 50;
            let before = engine.adjudicate().score().margin();
            let black = [
                "B1", "D1", "C2", "D2", "D3", "F3", "C4", "D4", "E4", "F5", "E6",
            ];
            let white = ["E1", "B2", "E2", "B3", "C3", "B4", "B5", "C5", "D5", "E5"];
            dispute(&mut engine, &white, &black);
            let (after, moves) = played_out(&mut engine, Color::White);
            assert!(after <= before, "{after} for {before} after {moves} moves");
        }
    }
}
