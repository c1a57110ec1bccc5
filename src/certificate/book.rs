//! The answers of a zone as words: one for each situation in the order in which they come about, with one letter for
//! each empty point.

use super::error::BookError;
use crate::life::safety::local::{LocalPlay, LocalState};
use crate::life::safety::proof::{Promise, SafeZone, Situation};
use crate::point::{Point, PointSet};
use fxhash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What names the points of a zone, in the order in which they are listed.
const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-";
/// No answer.
const NONE: u8 = b'.';

/// The most points of a zone that can be written.
pub(super) const MOST_POINTS: usize = LETTERS.len();

/// The situations of a zone in the order of their words.
struct Course<'a> {
    play: &'a LocalPlay<'a>,
    promises: &'a [Promise],
    seen: FxHashSet<LocalState>,
    waiting: VecDeque<LocalState>,
}

impl<'a> Course<'a> {
    fn new(play: &'a LocalPlay<'a>, promises: &'a [Promise], root: LocalState) -> Course<'a> {
        let mut course = Course {
            play,
            promises,
            seen: FxHashSet::default(),
            waiting: VecDeque::new(),
        };
        course.reach(root);
        course
    }

    /// A situation has come about: if answers may be needed in it, it has its word after those that are waiting.
    fn reach(&mut self, state: LocalState) {
        if !self.play.are_settled(&state, self.promises) && self.seen.insert(state) {
            self.waiting.push_back(state);
        }
    }
}

/// The words of a zone whose points are listed in the order of the set.
pub(super) fn words(play: &LocalPlay, root: LocalState, zone: &SafeZone) -> Vec<String> {
    let points: Vec<Point> = zone.points.iter().collect();
    let letter = |at: Point| {
        let place = points.iter().position(|point| *point == at);
        place.map_or(NONE, |place| LETTERS[place])
    };
    let listed: FxHashMap<LocalState, &Situation> = zone
        .strategy
        .iter()
        .map(|situation| {
            let (own, other) = (situation.own, situation.other);
            (LocalState { own, other }, situation)
        })
        .collect();
    let mut course = Course::new(play, &zone.promises, root);
    let mut words = vec![];
    while let Some(state) = course.waiting.pop_front() {
        let answers = listed.get(&state).map_or(&[][..], |found| &found.answers);
        let answer = |attack: Point| answers.iter().find(|(play, _)| *play == attack)?.1;
        let mut word = String::new();
        for attack in play.empty(&state).iter() {
            let Some(after) = play.attack(&state, attack) else {
                word.push(char::from(NONE));
                continue;
            };
            let answer = answer(attack);
            word.push(char::from(answer.map_or(NONE, letter)));
            let next = answer.map_or(Some(after), |answer| play.answer(&after, answer));
            next.into_iter().for_each(|next| course.reach(next));
        }
        words.push(word);
    }
    words
}

/// What the words of a zone say whose points are listed in this order.
pub(super) fn strategy(
    play: &LocalPlay,
    root: LocalState,
    promises: &[Promise],
    points: &[Point],
    words: &[&str],
) -> Result<Vec<Situation>, BookError> {
    let mut course = Course::new(play, promises, root);
    let mut strategy = vec![];
    while let Some(state) = course.waiting.pop_front() {
        let place = strategy.len() + 1;
        let word = words.get(place - 1).ok_or(BookError::Missing(place))?;
        let empty: PointSet = play.empty(&state);
        let attacks: Vec<Point> = points
            .iter()
            .copied()
            .filter(|at| empty.contains(*at))
            .collect();
        if attacks.len() != word.len() {
            return Err(BookError::Length(place));
        }
        let mut answers = vec![];
        for (attack, letter) in attacks.into_iter().zip(word.bytes()) {
            let wrong = BookError::Answer {
                word: place,
                attack,
            };
            let after = play.attack(&state, attack);
            if letter == NONE {
                after.into_iter().for_each(|after| course.reach(after));
                continue;
            }
            let named = LETTERS.iter().position(|known| *known == letter);
            let answer = *named.and_then(|named| points.get(named)).ok_or(wrong)?;
            let next = after
                .and_then(|after| play.answer(&after, answer))
                .ok_or(wrong)?;
            answers.push((attack, Some(answer)));
            course.reach(next);
        }
        strategy.push(Situation {
            own: state.own,
            other: state.other,
            answers,
        });
    }
    match words.len() > strategy.len() {
        true => Err(BookError::Left(strategy.len() + 1)),
        false => Ok(strategy),
    }
}
