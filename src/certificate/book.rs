//! The answers of a zone as words: one for each situation, with a letter for each point.

use super::error::BookError;
use crate::life::safety::local::{LocalPlay, LocalState};
use crate::life::safety::proof::{Answer, SafeZone, Situation};
use crate::point::{Point, PointSet};
use fxhash::FxHashMap;

/// What names the points of a zone, in the order in which they are listed.
const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#$%&*+-=?@~^";
/// No answer.
const NONE: u8 = b'.';
/// After the stones that are minded.
const STONES: char = '/';

/// The most points of a zone that can be written.
pub(super) const MOST_POINTS: usize = LETTERS.len();

/// The words of a zone whose points are listed in the order of the set.
pub(super) fn words(play: &LocalPlay, zone: &SafeZone) -> Vec<String> {
    let points: Vec<Point> = zone.points.iter().collect();
    let letter = |at: Point| {
        let place = points.iter().position(|point| *point == at);
        char::from(place.map_or(NONE, |place| LETTERS[place]))
    };
    // In the order in which they are named first.
    let mut order = vec![];
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    if !zone.strategy.is_empty() {
        order.push(0);
        numbers.insert(0, 1);
    }
    let mut words = vec![];
    while let Some(situation) = order.get(words.len()).and_then(|&at| zone.strategy.get(at)) {
        let state = LocalState::from(situation);
        let joined = play.joined(&state);
        let mut word: String = ((state.own - joined) | state.other)
            .iter()
            .map(letter)
            .collect();
        word.push(STONES);
        for at in state.empty().iter() {
            word.push(letter(at));
            let found = situation.answers.iter().find(|answer| answer.attack == at);
            word.push(
                found
                    .and_then(|found| found.answer)
                    .map_or(char::from(NONE), letter),
            );
            if let Some(next) = found.and_then(|found| found.next) {
                let number = *numbers.entry(next).or_insert_with(|| {
                    order.push(next);
                    order.len()
                });
                word.push_str(&number.to_string());
            }
        }
        words.push(word);
    }
    words
}

/// The point of a zone that a letter names.
fn point(points: &[Point], letter: u8) -> Option<Point> {
    let place = LETTERS.iter().position(|known| *known == letter)?;
    points.get(place).copied()
}

/// A word taken apart: the stones that are minded, and each empty point that is, with the letter of its answer and the number of
/// the situation that comes then.
struct Word {
    stones: PointSet,
    plays: Vec<(Point, u8, Option<usize>)>,
}

impl Word {
    fn read(word: &str, points: &[Point]) -> Option<Word> {
        let point = |letter: u8| point(points, letter);
        let (stones, plays) = word.split_once(STONES)?;
        let mut bytes = plays.bytes().peekable();
        let mut read = vec![];
        while let Some(attack) = bytes.next() {
            let answer = bytes.next()?;
            let mut number = String::new();
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                number.push(char::from(digit));
            }
            let next = match number.is_empty() {
                true => None,
                false => Some(number.parse().ok()?),
            };
            read.push((point(attack)?, answer, next));
        }
        let named: PointSet = stones.bytes().map(point).collect::<Option<_>>()?;
        (named.len() == stones.len()).then_some(Word {
            stones: named,
            plays: read,
        })
    }

    fn empty(&self) -> PointSet {
        self.plays.iter().map(|(attack, ..)| *attack).collect()
    }
}

/// What the words of a zone say whose points are listed in this order.
pub(super) fn strategy(
    play: &LocalPlay,
    beginning: LocalState,
    points: &[Point],
    words: &[&str],
) -> Result<Vec<Situation>, BookError> {
    // What comes before a situation that was named.
    let mut before = vec![beginning];
    let mut strategy = vec![];
    for (number, text) in (1..).zip(words) {
        let come = *before.get(number - 1).ok_or(BookError::Left(number))?;
        let word = Word::read(text, points).ok_or(BookError::Word(number))?;
        let state = minded(play, &come, &word).ok_or(BookError::Minded(number))?;
        let mut answers = vec![];
        for &(attack, letter, next) in &word.plays {
            let wrong = BookError::Answer {
                word: number,
                attack,
            };
            let Some(after) = play.attack(&state, attack) else {
                match (letter, next) {
                    (NONE, None) => continue,
                    _ => return Err(wrong),
                }
            };
            let answer = match letter {
                NONE => None,
                letter => Some(point(points, letter).ok_or(wrong)?),
            };
            let come = match answer {
                Some(answer) => play.answer(&after, answer).ok_or(wrong)?,
                None => after,
            };
            match next {
                Some(next) if next == before.len() + 1 => before.push(come),
                Some(next) if next == 0 || next > before.len() => return Err(wrong),
                _ => {}
            }
            answers.push(Answer {
                attack,
                answer,
                next: next.map(|next| next - 1),
            });
        }
        strategy.push(Situation {
            points: state.points,
            own: state.own,
            other: state.other,
            answers,
        });
    }
    match !words.is_empty() && before.len() > strategy.len() {
        true => Err(BookError::Missing(strategy.len() + 1)),
        false => Ok(strategy),
    }
}

/// What of a situation is minded: the stones and the empty points that are named, and the stones that are joined.
fn minded(play: &LocalPlay, come: &LocalState, word: &Word) -> Option<LocalState> {
    let joined = play.joined(come);
    let loose = (come.own - joined) | come.other;
    let is_named = word.stones.is_subset(&loose)
        && word.empty().is_subset(&come.empty())
        && word.empty().len() == word.plays.len();
    let points = joined | word.stones | word.empty();
    is_named.then_some(LocalState {
        points,
        own: come.own & points,
        other: come.other & points,
    })
}
