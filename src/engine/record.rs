//! The game taken from a record and told as one.

use super::{Earlier, Engine, MOST_KOMI, Outcome, Refusal};
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::position::{Breach, Position};
use crate::rules::Repetition;
use crate::sgf::{Entry, Record, SetUp};

impl Engine {
    /// Takes over a recorded game, with its board and komi, up to the position before the move of a number
    /// counted from 1, or to its end. Rules stay: what they would have forbidden was played all the same.
    ///
    /// # Errors
    ///
    /// [`Refusal::Setup`] or [`Refusal::Record`], where stones cannot stand or moves have no place.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        let before = before.map_or(usize::MAX, |number| number as usize);
        let komi = record
            .komi
            .map(usual_komi)
            .filter(|komi| komi.abs() <= MOST_KOMI);
        let mut start = Position::new(record.size(), *self.rules());
        start.set_komi(komi.unwrap_or(self.position.komi()));
        start.set_handicap(record.handicap.unwrap_or(0));
        let mut position = start.clone();
        let mut plays = Vec::new();
        let mut played = 0;
        let mut earlier = Earlier::default();
        let mut breaches = Vec::new();
        for step in record.entries_before(before) {
            match step {
                &Entry::Play((color, to)) => {
                    played += 1;
                    if plays.is_empty() {
                        start.set_turn(color);
                        position.set_turn(color);
                    }
                    let (number, play) = (played, (color, to));
                    let fouls = position
                        .play_anyway(play)
                        .map_err(|reason| Refusal::Record { number, reason })?;
                    breaches.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
                    plays.push(play);
                }
                Entry::SetUp(set_up) => {
                    position = with_set_up(&position, set_up)?;
                    start = position.clone();
                    plays.clear();
                    earlier = Earlier {
                        moves: played,
                        breaches: breaches.clone(),
                    };
                }
                Entry::Comment(_) => {}
            }
        }
        let turn = record.turn_before(before);
        position.set_turn(turn);
        if plays.is_empty() {
            start.set_turn(turn);
        }
        self.komi = komi.or(self.komi);
        self.begin(start);
        self.earlier = earlier;
        self.plays = plays;
        self.reach(position);
        Ok(())
    }

    /// The game as a record, with the result if it is over.
    pub fn record(&mut self) -> Record {
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
        let set_up = SetUp {
            stones,
            turn,
            ..SetUp::default()
        };
        if !set_up.is_empty() {
            record.push(Entry::SetUp(Box::new(set_up)));
        }
        for &play in &self.plays {
            record.push(Entry::Play(play));
        }
        if self.position.is_over() {
            record.result = Some(match self.outcome() {
                Outcome::Score(score) => score.to_string(),
                Outcome::Repetition(Repetition::Draw) => "0".to_owned(),
                Outcome::Repetition(_) => "Void".to_owned(),
            });
        }
        record
    }
}

/// The position with stones put on it and taken off it, which a game begins from.
pub(crate) fn with_set_up(position: &Position, set_up: &SetUp) -> Result<Position, Refusal> {
    let board = position.board();
    let mut stones = PerColor::from_fn(|color| board.stones(color));
    set_up.apply(&mut stones);
    let board = Board::with_stones(board.size(), &stones[Color::Black], &stones[Color::White]);
    let turn = set_up.turn.unwrap_or(position.turn());
    let mut start = Position::set_up(board.ok_or(Refusal::Setup)?, turn, *position.rules());
    start.set_komi(position.komi());
    start.set_handicap(position.handicap());
    start.set_prisoners(position.prisoners());
    Ok(start)
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
