//! Replay: a sequence of boards, of a game or a line of play.

use crate::formats::sgf::Record;
use crate::go::board::Board;
use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::Point;
use crate::go::position::Position;
use crate::referee::game::playback::{Passage, Playback};
use crate::referee::game::scoring::ScoredGame;

/// Maximum number of moves shown step by step.
pub(super) const MOST_STEPS: usize = 2_000;

/// An initial board and the changes to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The board before the first move.
    pub start: Board,
    /// The comment on it.
    pub comment: String,
    /// The steps after it.
    pub stages: Vec<ReplayStep>,
}

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub struct ReplayStep {
    /// The move; `None` for stones added or removed in another way.
    pub play: Option<Play>,
    /// Changed points, with their new contents.
    pub changes: Vec<(Point, Option<Color>)>,
    /// The comment in the record.
    pub comment: String,
}

impl Replay {
    /// Replays a record as far as it was judged, up to [`MOST_STEPS`] moves.
    ///
    /// If displaced stones are put back before the board is judged, that is the last step.
    pub(super) fn of_record(record: &Record, scored: &ScoredGame) -> Replay {
        let mut replay: Option<(Replay, Board)> = None;
        let mut has_begun = false;
        walk(record, scored, &mut |position, play, comment| {
            has_begun |= play.is_some();
            match &mut replay {
                Some((replay, before)) if has_begun => {
                    replay.stages.push(ReplayStep {
                        play,
                        changes: changes(before, position.board()),
                        comment: comment.to_owned(),
                    });
                    before.clone_from(position.board());
                }
                // Set-up before the first move makes the first board.
                _ => {
                    let first = Replay {
                        start: position.board().clone(),
                        comment: comment.to_owned(),
                        stages: Vec::new(),
                    };
                    replay = Some((first, position.board().clone()));
                }
            }
        });
        let (mut replay, last) = replay.expect("a walk begins with a position");
        let put_back = changes(&last, scored.position.board());
        if has_begun && !put_back.is_empty() && replay.stages.len() < MOST_STEPS {
            replay.stages.push(ReplayStep {
                play: None,
                changes: put_back,
                comment: String::new(),
            });
        }
        replay
    }

    /// Replays a line of play on a board, up to the first occupied point.
    pub(super) fn of_line(start: &Board, line: &[Play]) -> Replay {
        let mut replay = Replay {
            start: start.clone(),
            comment: String::new(),
            stages: Vec::new(),
        };
        let mut board = start.clone();
        for &(color, to) in line {
            let before = board.clone();
            if let Some(at) = to.point() {
                if !board.is_empty(at) {
                    break;
                }
                board.place(color, at, &mut ());
            }
            replay.stages.push(ReplayStep {
                play: Some((color, to)),
                changes: changes(&before, &board),
                comment: String::new(),
            });
        }
        replay
    }
}

fn changes(before: &Board, after: &Board) -> Vec<(Point, Option<Color>)> {
    let points = after.size().points();
    let changed = points.filter(|&point| before.at(point) != after.at(point));
    changed.map(|point| (point, after.at(point))).collect()
}

/// Visits the first position and the one after each move or set-up, with its comment.
///
/// Ends where the record was judged, and at [`MOST_STEPS`] moves.
pub(super) fn walk(
    record: &Record,
    scored: &ScoredGame,
    visit: &mut dyn FnMut(&Position, Option<Play>, &str),
) {
    let mut start = Position::new(record.size(), *scored.position.rules());
    start.set_komi(scored.position.komi());
    start.set_handicap(scored.position.handicap());
    start.set_turn(record.turn_before(1));
    let mut playback = Playback::new(record, start, scored.after + 1);
    // The comment on a position follows it in the record.
    let (mut reached, mut play) = (playback.position().clone(), None);
    let mut comment = String::new();
    while let Ok(Some(passage)) = playback.advance() {
        if let Passage::Comment(text) = passage {
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment += text;
            continue;
        }
        visit(&reached, play, &comment);
        comment.clear();
        play = match passage {
            Passage::Played(play, _) => Some(play),
            _ => None,
        };
        reached.clone_from(playback.position());
        if playback.moves() == MOST_STEPS {
            break;
        }
    }
    visit(&reached, play, &comment);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::Move;
    use crate::referee::game::scoring::Request;

    fn replay(text: &str, after: Option<u32>) -> Replay {
        let record: Record = text.parse().expect("a record");
        let request = Request {
            after,
            ..Request::default()
        };
        let scored = ScoredGame::of(&record, &request).expect("a game that fits on its board");
        let replay = Replay::of_record(&record, &scored);
        let mut board = vec![None; record.size().area()];
        let index = |at: Point| {
            usize::from(at.row() - 1) * usize::from(record.size().width())
                + usize::from(at.column() - 1)
        };
        for point in record.size().points() {
            board[index(point)] = replay.start.at(point);
        }
        for (point, stone) in replay.stages.iter().flat_map(|stage| &stage.changes) {
            board[index(*point)] = *stone;
        }
        for point in record.size().points() {
            assert_eq!(
                board[index(point)],
                scored.position.board().at(point),
                "{point}"
            );
        }
        replay
    }

    #[test]
    fn the_last_board_is_the_one_that_is_judged() {
        // A capture, a set-up in the middle of the game, comments.
        let text = "(;SZ[3]RU[Chinese]C[before]AB[ca];B[ab];W[aa];B[ba]C[taken];AW[cc];W[bc])";
        let all = replay(text, None);
        assert_eq!((all.stages.len(), &*all.comment), (5, "before"));
        assert_eq!(all.stages[2].comment, "taken");
        assert_eq!(all.stages[2].changes.len(), 2);
        assert_eq!((all.stages[3].play, all.stages[3].changes.len()), (None, 1));
        // The added stone is an editor's act under every rule set.
        let by_default = replay(&text.replace("RU[Chinese]", ""), None);
        assert_eq!(by_default.stages, all.stages);
        assert_eq!(replay(text, Some(2)).stages.len(), 2);
        assert_eq!(replay(text, Some(0)).stages.len(), 0);
        assert_eq!(replay("(;SZ[3])", None).stages.len(), 0);
    }

    #[test]
    fn a_line_of_play_takes_stones_off() {
        let board = crate::go::board::diagram::board(
            "O X .
             . . .
             . . .",
        );
        let board = board.expect("a board");
        let at = Move::At(Point::new(1, 2).expect("within the limits"));
        let line = [(Color::White, Move::Pass), (Color::Black, at)];
        let replay = Replay::of_line(&board, &line);
        assert!(replay.stages[0].changes.is_empty());
        assert_eq!(replay.stages[1].changes.len(), 2);
        let again = [(Color::Black, at), (Color::White, at)];
        assert_eq!(Replay::of_line(&board, &again).stages.len(), 1);
    }
}
