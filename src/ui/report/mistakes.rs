//! The largest mistakes of each side, with a better move and its value.
//!
//! The searches of the win-rate graph are short and only raise suspicion. A suspected move is
//! searched again with more playouts, after the move played and after the move preferred: the
//! opponent is to move in both, so the bias of the search cancels. Only differences that exceed the
//! standard error are reported.

use super::course::{Searched, Standing};
use super::progress::{Activity, ProgressCallback};
use super::replay::{Replay, walk};
use super::searcher::{Searcher, Searches};
use crate::engine::search::SearchResult;
use crate::formats::sgf::Record;
use crate::go::board::Play;
use crate::go::color::{Color, PerColor};
use crate::go::point::Move;
use crate::go::position::Position;
use crate::referee::game::scoring::ScoredGame;
use crate::util::in_order::map_in_order;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// A move that lost value compared with a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Move number, from 1.
    pub number: usize,
    /// The move played.
    pub play: Play,
    /// The better move.
    pub better: Move,
    /// Loss of mean lead in points, for the side that played.
    pub points: f64,
    /// Loss of win probability, 0 to 1, for the side that played.
    pub winrate: f64,
    /// The better move and its expected continuation.
    pub replay: Replay,
}

/// Maximum number of mistakes reported per side.
const MOST_TOLD: usize = 5;
/// Number of moves searched again per side.
const MOST_SUSPECTED: usize = 6;
/// Factor on the playouts of these searches.
const AGAIN: u64 = 4;
/// Standard errors that a difference must exceed, so that hardly any is reported by chance.
const ERRORS: f64 = 3.0;
/// Minimum loss to report: this much of both, ...
const LEAST: Standing = Standing {
    winrate: 0.03,
    lead: 0.5,
};
/// ... or this much win probability with hardly any points, ...
const LEAST_GAMES: Standing = Standing {
    winrate: 0.25,
    lead: 0.1,
};
/// ... or this many points in a decided game.
const LEAST_POINTS: f64 = 1.0;
/// Win probability above which the game is decided.
const DECIDED: f64 = 0.95;
/// Maximum length of the continuation, and the minimum share of playouts of each move in it.
const MOST_FOLLOWING: usize = 8;
const LEAST_FOLLOWED: f64 = 0.05;

/// Returns the largest mistakes of each side, largest first, given the search of each position.
///
/// `jobs` moves are searched again in parallel.
pub(super) fn mistakes(
    record: &Record,
    scored: &ScoredGame,
    searched: &[Searched],
    searches: &Searches,
    jobs: NonZeroUsize,
    progress: &mut ProgressCallback,
) -> PerColor<Vec<Mistake>> {
    let numbers = suspects(record, scored, searched);
    let mut suspects = Vec::new();
    each_move(record, scored, &mut |number, play, before, after| {
        if numbers.contains(&number) {
            suspects.push((number, play, before.clone(), after.clone()));
        }
    });
    let total = suspects.len();
    let again = |(number, play, before, after): (usize, Play, Position, Position)| {
        let mut searcher = Searcher::new(2, searches, AGAIN);
        mistake(&mut searcher, number, play, &before, &after)
    };
    let compared = map_in_order(suspects, jobs, again, |done| {
        progress(Activity::Comparing, done, total);
    });
    let mut found = PerColor::<Vec<Mistake>>::default();
    for mistake in compared.into_iter().flatten() {
        found[mistake.play.0].push(mistake);
    }
    for mistakes in &mut found.0 {
        mistakes.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
        mistakes.truncate(MOST_TOLD);
    }
    found
}

impl Mistake {
    fn cost(&self) -> f64 {
        cost(Standing {
            winrate: self.winrate,
            lead: self.points,
        })
    }
}

/// The weight of a loss: a point counts as much as 1 % of win probability.
fn cost(lost: Standing) -> f64 {
    lost.lead + 100.0 * lost.winrate
}

/// Visits each legal move in turn, with its number and the positions before and after it.
fn each_move(
    record: &Record,
    scored: &ScoredGame,
    visit: &mut dyn FnMut(usize, Play, &Position, &Position),
) {
    let mut before: Option<Position> = None;
    let mut number = 0;
    walk(record, scored, &mut |after, play, _| {
        if let Some(play) = play {
            number += 1;
            let is_in_turn =
                |before: &&Position| play.0 == before.turn() && before.is_legal(play.1);
            if let Some(before) = before.as_ref().filter(is_in_turn) {
                visit(number, play, before, after);
            }
        }
        before = Some(after.clone());
    });
}

/// Returns the move numbers with the largest apparent loss of each side.
fn suspects(record: &Record, scored: &ScoredGame, searched: &[Searched]) -> BTreeSet<usize> {
    let mut lost = PerColor::<Vec<(f64, usize)>>::default();
    each_move(record, scored, &mut |number, (color, to), _, _| {
        let [before, after] = [number - 1, number].map(|number| searched.get(number));
        if let (Some(before), Some(after)) = (before, after)
            && before.best != to
        {
            let cost = cost(before.standing.of(color).less(after.standing.of(color)));
            lost[color].push((cost, number));
        }
    });
    let mut suspects = BTreeSet::new();
    for moves in &mut lost.0 {
        moves.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        suspects.extend(moves.iter().take(MOST_SUSPECTED).map(|&(_, number)| number));
    }
    suspects
}

impl Standing {
    fn less(self, other: Standing) -> Standing {
        Standing {
            winrate: self.winrate - other.winrate,
            lead: self.lead - other.lead,
        }
    }
}

/// Returns the move as a mistake if a longer search finds a better one.
fn mistake(
    searcher: &mut Searcher,
    number: usize,
    play: Play,
    before: &Position,
    after: &Position,
) -> Option<Mistake> {
    let better = searcher.think_afresh(before).best;
    let mut instead = before.clone();
    if better == play.1 || instead.play(better).is_err() {
        return None;
    }
    let found = searcher.think_afresh(&instead);
    let played = searcher.think_afresh(after);
    let [with_better, with_played] = [(&instead, &found), (after, &played)]
        .map(|(position, found)| WinrateEstimate::of(position, found, play.0));
    let lost = with_better.standing.less(with_played.standing);
    let errors = with_better.errors_beside(&with_played);
    let chances = [&with_better, &with_played].map(|estimate| estimate.standing.winrate);
    let is_decided = chances.iter().all(|&chance| chance > DECIDED)
        || chances.iter().all(|&chance| chance < 1.0 - DECIDED);
    is_told(lost, errors, is_decided).then(|| Mistake {
        number,
        play,
        better,
        points: lost.lead.max(0.0),
        winrate: lost.winrate.max(0.0),
        replay: Replay::of_line(before.board(), &line(play.0, better, &found)),
    })
}

/// Returns true if a loss is large enough and beyond error, in points and win probability alike.
///
/// A move that wins more games also gains points on average, and conversely. A contradiction
/// between the two is an error of the search.
fn is_told(lost: Standing, errors: Standing, is_decided: bool) -> bool {
    let points_are_sure = lost.lead >= ERRORS * errors.lead;
    let games_are_sure = lost.winrate >= ERRORS * errors.winrate;
    let exceeds = |least: Standing| lost.winrate >= least.winrate && lost.lead >= least.lead;
    if is_decided {
        return points_are_sure && lost.lead >= LEAST_POINTS && lost.winrate >= -errors.winrate;
    }
    let are_sure = (points_are_sure || games_are_sure) && exceeds(errors);
    (are_sure && exceeds(LEAST)) || (games_are_sure && exceeds(LEAST_GAMES))
}

/// Win rate and lead of a position for a color, with their standard errors.
struct WinrateEstimate {
    standing: Standing,
    errors: Standing,
}

impl WinrateEstimate {
    fn of(position: &Position, found: &SearchResult, color: Color) -> WinrateEstimate {
        let to_move = Standing {
            winrate: found.winrate,
            lead: found.lead,
        };
        // A solved position has no candidates and no error.
        let errors = found.candidates.first().map(|best| {
            let playouts = best.playouts.max(1) as f64;
            // A share of 0 or 1 is not certain either (Laplace smoothing).
            let share = (best.winrate * playouts + 1.0) / (playouts + 2.0);
            Standing {
                winrate: (share * (1.0 - share) / playouts).sqrt(),
                lead: best.deviation / playouts.sqrt(),
            }
        });
        WinrateEstimate {
            standing: to_move.of(position.turn()).of(color),
            errors: errors.unwrap_or(Standing {
                winrate: 0.0,
                lead: 0.0,
            }),
        }
    }

    /// Standard errors of the difference from another estimate.
    fn errors_beside(&self, other: &WinrateEstimate) -> Standing {
        Standing {
            winrate: self.errors.winrate.hypot(other.errors.winrate),
            lead: self.errors.lead.hypot(other.errors.lead),
        }
    }
}

/// The better move with the expected continuation.
fn line(color: Color, better: Move, found: &SearchResult) -> Vec<Play> {
    let least = (LEAST_FOLLOWED * found.playouts as f64).max(1.0);
    let expected = found.candidates.first().map_or(&[][..], |best| &best.pv);
    let expected = expected
        .iter()
        .take(MOST_FOLLOWING)
        .take_while(|(_, playouts)| *playouts as f64 >= least);
    let mut side = color;
    let mut line = vec![(color, better)];
    for &(to, _) in expected {
        side = !side;
        line.push((side, to));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::game::scoring::Request;

    const JOBS: NonZeroUsize = NonZeroUsize::new(2).expect("two is not zero");

    fn standing(winrate: f64, lead: f64) -> Standing {
        Standing { winrate, lead }
    }

    #[test]
    fn what_is_within_error_is_not_told() {
        let exact = standing(0.0, 0.0);
        for (lost, errors, is_decided, told) in [
            // Both are significant; one is within its error; both are.
            (standing(0.2, 8.0), standing(0.02, 1.0), false, true),
            (standing(0.2, 2.0), standing(0.02, 1.0), false, true),
            (standing(0.03, 8.0), standing(0.02, 1.0), false, true),
            (standing(0.03, 2.0), standing(0.02, 1.0), false, false),
            // A game is rarely lost by no points.
            (standing(0.2, 0.0), standing(0.02, 0.1), false, false),
            (standing(0.2, 0.4), standing(0.02, 0.1), false, false),
            (standing(0.2, 0.6), standing(0.02, 0.1), false, true),
            (standing(0.2, 0.6), standing(0.02, 0.7), false, false),
            (standing(0.04, 0.6), standing(0.01, 0.1), false, true),
            (standing(0.02, 0.6), standing(0.01, 0.1), false, false),
            (standing(0.01, 9.0), standing(0.005, 0.4), false, false),
            (standing(0.3, 0.2), standing(0.02, 0.9), false, true),
            (standing(0.3, 0.0), standing(0.02, 0.9), false, false),
            // The two contradict each other.
            (standing(0.0, 8.0), standing(0.02, 1.0), false, false),
            (standing(0.2, -2.0), standing(0.02, 1.0), false, false),
            (standing(-0.1, 8.0), standing(0.02, 1.0), true, false),
            // A decided game loses points only; a solved one may be lost by half a point.
            (standing(0.0, 8.0), standing(0.02, 1.0), true, true),
            (standing(1.0, 0.5), exact, false, true),
            (standing(0.0, 0.5), exact, true, false),
            (exact, exact, true, false),
        ] {
            assert_eq!(
                is_told(lost, errors, is_decided),
                told,
                "{lost:?} {errors:?}"
            );
        }
    }

    /// Mistakes of a game on 7×7 under area scoring, with the board turned and colors exchanged.
    #[track_caller]
    fn mistakes_of(
        moves: &[&str],
        turn: &dyn Fn(u8, u8) -> (u8, u8),
        exchanged: bool,
    ) -> PerColor<Vec<Mistake>> {
        let letter = |number: u8| char::from(b'a' + number);
        let (mut text, mut color) = if exchanged {
            (String::from("(;SZ[7]RU[Chinese]KM[-7.5]PL[W]"), 'W')
        } else {
            (String::from("(;SZ[7]RU[Chinese]KM[7.5]"), 'B')
        };
        for point in moves {
            let point = match point.as_bytes() {
                [x, y] => {
                    let (x, y) = turn(x - b'a', y - b'a');
                    format!("{}{}", letter(x), letter(y))
                }
                _ => String::new(),
            };
            text += &format!(";{color}[{point}]");
            color = if color == 'B' { 'W' } else { 'B' };
        }
        let record: Record = (text + ")").parse().expect("a record");
        let scored = ScoredGame::of(&record, &Request::brief(200)).expect("it fits on its board");
        let searches = Searches {
            playouts: 200,
            oracle: None,
        };
        let searched =
            super::super::course::searched(&record, &scored, &searches, JOBS, &mut |_, _, _| {});
        mistakes(
            &record,
            &scored,
            &searched,
            &searches,
            JOBS,
            &mut |_, _, _| {},
        )
    }

    /// A game won by half a point: before its last moves, short searches see losses where there are
    /// none.
    #[test]
    fn what_costs_no_points_is_no_mistake() {
        let game = include_str!("../../../gtp-tests/sgf/finished.sgf");
        let coordinates = regex::Regex::new(r"\[([a-i])([a-i])\]").expect("a pattern");
        let turned = coordinates.replace_all(game, |point: &regex::Captures| {
            let row = char::from(b'a' + b'i' - point[2].as_bytes()[0]);
            format!("[{row}{}]", &point[1])
        });
        for text in [game, &turned] {
            let record: Record = text.parse().expect("a record");
            let scored = ScoredGame::of(&record, &Request::brief(200)).expect("it fits");
            let searches = Searches {
                playouts: 400,
                oracle: None,
            };
            let mut searcher = Searcher::new(2, &searches, AGAIN);
            let mut compared = 0;
            each_move(&record, &scored, &mut |number, play, before, after| {
                if !(32..=36).contains(&number) {
                    return;
                }
                compared += 1;
                let Some(found) = mistake(&mut searcher, number, play, before, after) else {
                    return;
                };
                let loses =
                    |least: Standing| found.points >= least.lead && found.winrate >= least.winrate;
                assert!(
                    found.points >= LEAST_POINTS || loses(LEAST) || loses(LEAST_GAMES),
                    "{found:?}"
                );
            });
            assert_eq!(compared, 5);
        }
    }

    /// A wall down the middle with its last point open. White passes instead of closing it and
    /// Black plays there, which loses a game that White was winning by half a point.
    #[test]
    fn a_blunder_is_told_however_the_board_is_turned() {
        let blunder = [
            "da", "ea", "db", "eb", "dc", "ec", "dd", "ed", "de", "ee", "df", "ef", "dg", "", "eg",
            "fg",
        ];
        let twins: [&dyn Fn(u8, u8) -> (u8, u8); 2] = [&|x, y| (x, y), &|x, y| (6 - y, x)];
        for turn in twins {
            for exchanged in [false, true] {
                let (own, other) = if exchanged {
                    (Color::White, Color::Black)
                } else {
                    (Color::Black, Color::White)
                };
                let found = mistakes_of(&blunder, turn, exchanged);
                let first = found[other].first().expect("a mistake");
                assert_eq!((first.number, first.play), (14, (other, Move::Pass)));
                assert_eq!(first.replay.stages[0].play, Some((other, first.better)));
                assert!(first.points > 0.5 && first.winrate > 0.5, "{first:?}");
                assert!(
                    found[own].iter().all(|mistake| mistake.number < 14),
                    "{found:?}"
                );
            }
        }
    }
}
