//! The points that a stopped game leaves open.

use super::adjudicate::adjudicate_asking;
use super::adjudication::Adjudication;
use super::count::reinforcements;
use super::effort::{Effort, Occasion};
use super::last_moves::{self, PlayedOut};
use super::reinforce::{Reinforcement, in_fights};
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::score::Score;
use std::sync::atomic::AtomicBool;

/// The open points of a stopped game, and the score with each side to play first.
///
/// If both scores are equal, stopping cost neither side anything.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unsettled {
    /// The points with an unclear owner, or one that depends on the first move.
    pub points: PointSet,
    /// The points of its territory that each side would have to fill if both played on to the last
    /// dame (手入れ).
    pub reinforcements: PerColor<PointSet>,
    /// The score if the color plays first and both play on until nothing is left.
    pub scores: PerColor<Score>,
}

impl Unsettled {
    /// Plays the position out with either side first.
    ///
    /// If the open parts are too large to be searched, the judgements of a game in progress with
    /// either side to move are compared. Reading stops when another thread sets the flag.
    pub fn of(
        position: &Position,
        judged: &Adjudication,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> Unsettled {
        let solved = last_moves::of_judged(position, judged, effort, stop);
        let parts = solved.as_ref().map(|solved| solved[Color::Black].parts);
        let parts = parts.unwrap_or(PointSet::EMPTY);
        let owed = PerColor::from_fn(|side| in_fights(position, judged, side, effort, stop));
        let is_fought = |play: &&Reinforcement| play.gain > 0.0 && !parts.contains(play.at);
        match solved {
            Some(solved) if !owed.0.iter().flatten().any(|play| is_fought(&play)) => {
                Unsettled::solved(position, judged, &solved)
            }
            _ => Unsettled::compared(position, judged, &owed, effort, stop),
        }
    }

    /// Returns the result of searching the open parts.
    fn solved(
        position: &Position,
        judged: &Adjudication,
        solved: &PerColor<PlayedOut>,
    ) -> Unsettled {
        let [black, white] = &solved.0;
        let scores = PerColor::new(black.score(position), white.score(position));
        let filled = [black, white]
            .map(|played_out| reinforcements(position, &judged.dead(), &played_out.finish));
        let empty: PointSet = position.board().empties().iter().copied().collect();
        let open = if scores[Color::Black].margin() == scores[Color::White].margin() {
            PointSet::EMPTY
        } else {
            black.hot & (empty | judged.unclear())
        };
        Unsettled {
            points: (judged.unclear() - black.parts) | open,
            reinforcements: PerColor::from_fn(|color| filled[0][color] | filled[1][color]),
            scores,
        }
    }

    /// Compares the judgements of a game in progress with either side to move.
    ///
    /// A diagram is judged as it stands; the side to move does not matter.
    fn compared(
        position: &Position,
        judged: &Adjudication,
        owed: &PerColor<Vec<Reinforcement>>,
        effort: &Effort,
        stop: &AtomicBool,
    ) -> Unsettled {
        let as_game = |turn: Color| {
            let mut position = match judged.occasion() {
                Occasion::Game => position.clone(),
                Occasion::Stopped | Occasion::Diagram => position.stopped(),
            };
            position.set_turn(turn);
            adjudicate_asking(judged.adviser(), &position, Occasion::Game, effort, stop)
        };
        let judge = |turn: Color| match judged.occasion() {
            Occasion::Diagram => None,
            Occasion::Game if turn == position.turn() => None,
            Occasion::Game | Occasion::Stopped => Some(as_game(turn)),
        };
        let found = PerColor::from_fn(judge);
        let [black, white] = Color::BOTH.map(|turn| found[turn].as_ref().unwrap_or(judged));
        let mut points = black.unclear() | white.unclear() | (black.dead() ^ white.dead());
        for color in Color::BOTH {
            let territory = |of: &Adjudication| of.territory().points[color];
            points |= territory(black) ^ territory(white);
        }
        for play in owed.0.iter().flatten().filter(|play| play.gain > 0.0) {
            points |= play.stones;
            points.insert(play.at);
        }
        let first = |side: Color, played_on: &Score| first_move(owed, side).unwrap_or(*played_on);
        let filled = |color| black.reinforcements()[color] | white.reinforcements()[color];
        Unsettled {
            points,
            reinforcements: PerColor::from_fn(filled),
            scores: PerColor::new(
                first(Color::Black, black.played_on()),
                first(Color::White, white.played_on()),
            ),
        }
    }
}

/// Returns the score after the first play of a side.
///
/// It is the play that gains most, or one that keeps the other side from gaining.
fn first_move(owed: &PerColor<Vec<Reinforcement>>, side: Color) -> Option<Score> {
    let gaining = |side: Color| {
        let plays = owed[side].iter().filter(|play| play.gain > 0.0);
        plays.max_by(|one, other| one.gain.total_cmp(&other.gain))
    };
    let keeping = || gaining(!side).and(owed[side].first());
    gaining(side).or_else(keeping).map(|play| play.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::point::{Move, Point};
    use crate::go::rules::Rules;
    use crate::referee::judge::adjudicate_unless;

    fn unsettled(picture: &str, rules: Rules) -> Unsettled {
        let board = diagram::board(picture).expect("a board");
        let mut position = Position::set_up(board, Color::Black, rules);
        position.set_komi(0.0);
        position.play(Move::Pass).expect("a pass is legal");
        let (effort, never) = (Effort::default(), AtomicBool::new(false));
        let judged = adjudicate_unless(&position, Occasion::Game, &effort, &never);
        Unsettled::of(&position, &judged, &effort, &never)
    }

    /// White at D3 makes Black connect at B3, with either side to play first.
    #[test]
    fn a_reinforcement_is_told_and_not_taken_away() {
        let found = unsettled(
            ". X O . O
             X X O O .
             . . X . O
             X X O O .
             . X O . O",
            Rules::JAPANESE_1989,
        );
        let b3: PointSet = [Point::new(2, 3).expect("on board")].into_iter().collect();
        assert_eq!(found.reinforcements[Color::Black], b3);
        assert!(found.reinforcements[Color::White].is_empty());
        assert_eq!(
            found.scores.0.map(|score| score.to_string()),
            ["W+1", "W+1"]
        );
    }

    /// Under area scoring the last dame is a point for the side that plays first.
    #[test]
    fn the_last_dame_goes_to_the_first() {
        let found = unsettled(
            ". X X O .
             X X X O O
             . X . O .
             X X X O O
             . X X O .",
            Rules::CHINESE,
        );
        assert_eq!(
            found.scores.0.map(|score| score.to_string()),
            ["B+5", "B+3"]
        );
    }

    /// Nothing in the corner is dead as it stands, but the side that plays B9 first decides it.
    #[test]
    fn what_the_first_play_is_worth_is_told() {
        let picture = crate::referee::judge::tests::occasions::CORNER;
        let exchanged: String = picture
            .chars()
            .map(|letter| match letter {
                'X' => 'O',
                'O' => 'X',
                other => other,
            })
            .collect();
        for (picture, scores) in [
            (picture, ["W+4", "W+18"]),
            (exchanged.as_str(), ["B+18", "B+4"]),
        ] {
            let board = diagram::board(picture).expect("a board");
            let mut position = Position::set_up(board, Color::Black, Rules::PROPOSAL_2012);
            position.set_komi(0.0);
            let (effort, never) = (Effort::default(), AtomicBool::new(false));
            let judged = adjudicate_unless(&position, Occasion::Diagram, &effort, &never);
            let found = Unsettled::of(&position, &judged, &effort, &never);
            assert_eq!(found.scores.0.map(|score| score.to_string()), scores);
        }
    }
}
