//! The game taken from a record and told as one.

use super::playback::{Passage, Playback};
use super::{Earlier, Game, MOST_KOMI, Outcome, Refusal};
use crate::color::{Color, PerColor};
use crate::position::{Breach, Position};
use crate::rules::Repetition;
use crate::sgf::{Entry, Record, SetUp};

impl Game {
    /// Takes over a recorded game, with its board and komi, up to the position before the move of a number
    /// counted from 1, or to its end. Rules stay: what they would have forbidden was played all the same.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`], where stones cannot stand or moves have no place.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        let before = before.map_or(usize::MAX, |number| number as usize);
        let komi = komi_of(record);
        let mut start = Position::new(record.size(), *self.rules());
        start.set_komi(komi.unwrap_or(self.position.komi()));
        start.set_handicap(record.handicap.unwrap_or(0));
        let mut playback = Playback::new(record, start.clone(), before);
        let mut plays = Vec::new();
        let mut breaches = Vec::new();
        // How many moves and breaches came before the last stones were set up.
        let (mut moves_before, mut breaches_before) = (0, 0);
        while let Some(passage) = playback.advance()? {
            match passage {
                Passage::Played(play, fouls) => {
                    if plays.is_empty() {
                        start.set_turn(play.0);
                    }
                    let number = playback.moves();
                    breaches.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
                    plays.push(play);
                }
                Passage::SetUp => {
                    start = playback.position().clone();
                    plays.clear();
                    (moves_before, breaches_before) = (playback.moves(), breaches.len());
                }
                Passage::Comment(_) => {}
            }
        }
        let turn = record.turn_before(before);
        let mut position = playback.position().clone();
        position.set_turn(turn);
        if plays.is_empty() {
            start.set_turn(turn);
        }
        self.komi = komi.or(self.komi);
        self.begin(start);
        breaches.truncate(breaches_before);
        self.earlier = Earlier {
            moves: moves_before,
            breaches,
        };
        self.plays = plays;
        self.position = position;
        Ok(())
    }

    /// The game as a record, with its outcome if it is over.
    #[must_use]
    pub fn record(&self, outcome: Option<Outcome>) -> Record {
        let start = &self.start;
        let stones = PerColor::from_fn(|color| start.board().stones(color));
        let mut record = Record::new(start.board().size());
        record.komi = Some(start.komi());
        record.rules = Some(start.rules().to_string());
        record.handicap = Some(start.handicap()).filter(|&stones| stones > 0);
        // What readers take for granted need not be said.
        let usual = match start.handicap() {
            0 if start.board().empties().len() == record.size().area() => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        let turn = if self.plays.is_empty() {
            self.position.turn()
        } else {
            start.turn()
        };
        let turn = Some(turn).filter(|&turn| Some(turn) != usual);
        let set_up = SetUp::with_stones(&stones, turn);
        if !set_up.is_empty() {
            record.push(Entry::SetUp(Box::new(set_up)));
        }
        for &play in &self.plays {
            record.push(Entry::Play(play));
        }
        record.result = outcome.map(|outcome| match outcome {
            Outcome::Score(score) => score.to_string(),
            Outcome::Repetition(Repetition::Draw) => "0".to_owned(),
            Outcome::Repetition(_) => "Void".to_owned(),
        });
        record
    }
}

/// The komi of a record in points; none where it is beyond [`MOST_KOMI`].
fn komi_of(record: &Record) -> Option<f64> {
    let komi = record.komi.map(usual_komi);
    komi.filter(|komi| komi.abs() <= MOST_KOMI)
}

/// Komi in points. Some servers write hundredths, and some records count as the Chinese do, in stones of
/// two points: 375 and 3.75 are 7.5 points, 650 is 6.5.
fn usual_komi(written: f64) -> f64 {
    let komi = if written.abs() >= 100.0 {
        written / 100.0
    } else {
        written
    };
    let quarters = (komi * 4.0).rem_euclid(2.0);
    if quarters == 1.0 { komi * 2.0 } else { komi }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_servers_write_it() {
        for (written, meant) in [
            (6.5, 6.5),
            (0.0, 0.0),
            (-7.5, -7.5),
            (7.0, 7.0),
            (3.75, 7.5),
            (375.0, 7.5),
            (325.0, 6.5),
            (650.0, 6.5),
            (750.0, 7.5),
        ] {
            assert_eq!(usual_komi(written), meant, "{written}");
        }
    }
}
