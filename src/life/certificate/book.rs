//! The strategy of a zone as words: one word for each situation, one letter for each point.

use super::error::BookError;
use crate::go::point::{Move, Point, PointSet};
use crate::life::safety::local::{LocalPlay, LocalState};
use crate::life::safety::proof::{Next, SafeZone, Situation, ZoneAnswer};
use fxhash::FxHashMap;

/// The names of the points of a zone, in the order of its list.
const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#$%&*+-=?@~^";
/// No answer.
const NONE: u8 = b'.';
/// A pass.
const PASS: u8 = b'!';
/// Follows the relevant stones.
const STONES: char = '/';
/// Precedes the numbers of situations in parts that are taken by themselves; `AND` separates them.
const PARTS: u8 = b':';
const AND: u8 = b',';

/// The most points of a zone that can be written.
pub(super) const MOST_POINTS: usize = LETTERS.len();

/// Writes the strategy of a zone as words. The points are listed in the order of the set.
pub(super) fn words(play: &LocalPlay, zone: &SafeZone) -> Vec<String> {
    let points: Vec<Point> = zone.points.iter().collect();
    let letter = |at: Point| {
        let place = points.iter().position(|point| *point == at);
        char::from(place.map_or(NONE, |place| LETTERS[place]))
    };
    // Situations in the order of first mention.
    let mut order: Vec<usize> = if zone.strategy.is_empty() {
        vec![]
    } else {
        (0..zone.parts.max(1)).collect()
    };
    let mut numbers: FxHashMap<usize, usize> =
        order.iter().map(|&place| (place, place + 1)).collect();
    let mut words = vec![];
    while let Some(situation) = order.get(words.len()).and_then(|&at| zone.strategy.get(at)) {
        let state = LocalState::from(situation);
        let joined = play.where_it_is(situation).joined(&state);
        let mut word: String = ((state.own - joined) | state.other)
            .iter()
            .map(letter)
            .collect();
        word.push(STONES);
        let mut number = |next: usize| {
            let number = *numbers.entry(next).or_insert_with(|| {
                order.push(next);
                order.len()
            });
            number.to_string()
        };
        let plays = state.empty().iter().map(Some).chain([None]);
        for (attack, answer) in plays.map(|attack| (attack, situation.answer_to(attack))) {
            match attack {
                Some(at) => word.push(letter(at)),
                None if answer.is_some() => word.push(char::from(PASS)),
                None => continue,
            }
            let at = answer.and_then(|answer| answer.answer);
            word.push(at.map_or(char::from(NONE), letter));
            match answer.map(|answer| &answer.next) {
                None | Some(Next::Settled) => {}
                Some(Next::Situation(next)) => word.push_str(&number(*next)),
                Some(Next::Parts(parts)) => {
                    let parts: Vec<String> = parts.iter().map(|&part| number(part)).collect();
                    word.push(char::from(PARTS));
                    word.push_str(&parts.join(","));
                }
            }
        }
        words.push(word);
    }
    words
}

/// Returns the point of a zone with a letter.
fn point(points: &[Point], letter: u8) -> Option<Point> {
    let place = LETTERS.iter().position(|known| *known == letter)?;
    points.get(place).copied()
}

/// One play of a word (`None` for a pass), with the letter of its answer and the numbers of the
/// situations that follow.
struct BookEntry {
    attack: Option<Point>,
    answer: u8,
    /// True if these are parts that are taken by themselves.
    are_parts: bool,
    next: Vec<usize>,
}

/// A parsed word: the relevant stones, and an entry for each relevant empty point.
struct Word {
    stones: PointSet,
    entries: Vec<BookEntry>,
}

impl Word {
    fn read(word: &str, points: &[Point]) -> Option<Word> {
        let point = |letter: u8| point(points, letter);
        let (stones, plays) = word.split_once(STONES)?;
        let mut bytes = plays.bytes().peekable();
        let mut entries: Vec<BookEntry> = vec![];
        while let Some(attack) = bytes.next() {
            let answer = bytes.next()?;
            let are_parts = bytes.next_if_eq(&PARTS).is_some();
            let mut next = vec![];
            let mut is_more = are_parts || bytes.peek().is_some_and(u8::is_ascii_digit);
            while is_more {
                let mut number = String::new();
                while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                    number.push(char::from(digit));
                }
                next.push(number.parse().ok()?);
                is_more = are_parts && bytes.next_if_eq(&AND).is_some();
            }
            let attack = match attack {
                PASS if entries.iter().any(|entry| entry.attack.is_none()) => return None,
                PASS => None,
                letter => Some(point(letter)?),
            };
            entries.push(BookEntry {
                attack,
                answer,
                are_parts,
                next,
            });
        }
        let named: PointSet = stones.bytes().map(point).collect::<Option<_>>()?;
        (named.len() == stones.len()).then_some(Word {
            stones: named,
            entries,
        })
    }

    /// Returns the named empty points, or `None` if one is named twice.
    fn empty(&self) -> Option<PointSet> {
        let mut attacks = self.entries.iter().filter_map(|entry| entry.attack);
        let mut empty = PointSet::EMPTY;
        attacks.all(|attack| empty.insert(attack)).then_some(empty)
    }
}

/// The state of a situation that has no word yet: the result of a play, for the zone or for a part
/// that is taken by itself.
#[derive(Clone, Copy)]
struct Coming {
    state: LocalState,
    part: Option<PointSet>,
}

impl Coming {
    fn in_part(state: &LocalState, part: PointSet) -> Coming {
        let points = state.points & part;
        Coming {
            state: LocalState {
                points,
                own: state.own & points,
                other: state.other & points,
            },
            part: Some(part),
        }
    }
}

/// Reads the strategy of a zone from its words. `points` gives the order of the letters; `zone` is
/// complete except for its strategy.
pub(super) fn strategy(
    play: &LocalPlay,
    beginning: LocalState,
    zone: &SafeZone,
    points: &[Point],
    words: &[&str],
) -> Result<Vec<Situation>, BookError> {
    let mut coming = vec![];
    match zone.parts {
        0 => coming.push(Coming {
            state: beginning,
            part: None,
        }),
        parts => {
            let rooms = play.rooms(&beginning, &zone.taken);
            coming.extend(rooms.map(|room| Coming::in_part(&beginning, room)));
            if coming.len() != parts {
                return Err(BookError::Parts);
            }
        }
    }
    let mut strategy = vec![];
    for (number, text) in (1..).zip(words) {
        let come = *coming.get(number - 1).ok_or(BookError::Left(number))?;
        let play = &match &come.part {
            Some(part) => play.within(part),
            None => play.clone(),
        };
        let word = Word::read(text, points).ok_or(BookError::Word(number))?;
        let state = minded(play, &come.state, &word).ok_or(BookError::Minded(number))?;
        let mut answers = vec![];
        for entry in &word.entries {
            let wrong = BookError::Answer {
                word: number,
                attack: entry.attack.map_or(Move::Pass, Move::At),
            };
            let after = match entry.attack {
                Some(attack) => play.attack(&state, attack),
                None => Some(state),
            };
            let Some(after) = after else {
                match entry.answer {
                    NONE if entry.next.is_empty() => continue,
                    _ => return Err(wrong),
                }
            };
            let answer = match entry.answer {
                NONE => None,
                letter => Some(point(points, letter).ok_or(wrong)?),
            };
            let left = match answer {
                Some(answer) => play.answer(&after, answer).ok_or(wrong)?,
                None => after,
            };
            let rooms: Vec<PointSet> = if entry.are_parts {
                let region = come.part.unwrap_or(zone.taken);
                play.rooms(&left, &region).collect()
            } else {
                vec![]
            };
            if entry.are_parts && rooms.len() != entry.next.len() {
                return Err(wrong);
            }
            for (place, &next) in entry.next.iter().enumerate() {
                if next == coming.len() + 1 {
                    coming.push(match rooms.get(place) {
                        Some(&room) => Coming::in_part(&left, room),
                        None => Coming {
                            state: left,
                            part: None,
                        },
                    });
                } else if next == 0 || next > coming.len() {
                    return Err(wrong);
                }
            }
            let next: Vec<usize> = entry.next.iter().map(|next| next - 1).collect();
            answers.push(ZoneAnswer {
                attack: entry.attack,
                answer,
                next: match (entry.are_parts, next.first()) {
                    (true, _) => Next::Parts(next),
                    (false, Some(&next)) => Next::Situation(next),
                    (false, None) => Next::Settled,
                },
            });
        }
        strategy.push(Situation {
            part: come.part,
            points: state.points,
            own: state.own,
            other: state.other,
            answers,
        });
    }
    let is_begun = !words.is_empty() || zone.parts > 0;
    if is_begun && coming.len() > strategy.len() {
        Err(BookError::Missing(strategy.len() + 1))
    } else {
        Ok(strategy)
    }
}

/// Returns the relevant part of a state: the named stones and empty points, and the connected
/// stones.
fn minded(play: &LocalPlay, come: &LocalState, word: &Word) -> Option<LocalState> {
    let joined = play.joined(come);
    let loose = (come.own - joined) | come.other;
    let empty = word.empty()?;
    let points = joined | word.stones | empty;
    let is_named = word.stones.is_subset(&loose) && empty.is_subset(&come.empty());
    is_named.then_some(LocalState {
        points,
        own: come.own & points,
        other: come.other & points,
    })
}
