//! Reading a game from a record, and writing it as one.

use super::playback::{Passage, Playback};
use super::undisturbed::Undisturbed;
use super::{Earlier, Game, MOST_KOMI, Outcome, Refusal};
use crate::formats::sgf::{Entry, Record, SetUp};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::position::{Breach, Displacement, Position};
use crate::referee::ending::{Decision, Ending};

impl Game {
    /// Loads a recorded game with its board and komi.
    ///
    /// It is loaded up to the move with the number `before`, counted from 1. The rules in force
    /// stay. Moves that they forbid are played too.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Setup`] or [`Refusal::Record`] if stones cannot stand or a move is
    /// impossible, within [`Refusal::At`] if the place is known.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        let before = before.map_or(usize::MAX, |number| number as usize);
        let komi = komi_of(record);
        let mut start = Position::new(record.size(), *self.rules());
        start.set_komi(komi.unwrap_or(self.position.komi()));
        start.set_handicap(record.handicap.unwrap_or(0));
        let mut playback = Playback::new(record, start.clone(), before);
        let mut plays = Vec::new();
        let mut breaches = Vec::new();
        let mut decisions = Vec::new();
        // The number of moves and violations before the last setup.
        let (mut moves_before, mut breaches_before) = (0, 0);
        let mut displacements = Vec::new();
        let mut consents = Vec::new();
        // The game as it would be without displaced stones.
        let mut undisturbed = Undisturbed::from(start.clone());
        loop {
            let board = playback.position().board().clone();
            let goes_on = !undisturbed.plays.is_empty() && playback.position().passes() < 2;
            let Some(passage) = playback.advance()? else {
                break;
            };
            match passage {
                Passage::Played(play, fouls) => {
                    if plays.is_empty() {
                        start.set_turn(play.0);
                    }
                    undisturbed.add(play);
                    let number = playback.moves();
                    breaches.extend(fouls.into_iter().map(|foul| Breach { number, play, foul }));
                    plays.push(play);
                }
                Passage::SetUp => {
                    let now = playback.position().board();
                    let moves = playback.moves();
                    let displaced = Displacement::between(&board, now, moves);
                    start = playback.position().clone();
                    match displaced.filter(|found| goes_on && !is_new_board(found, &board)) {
                        Some(found) => {
                            undisturbed.disturb();
                            displacements.push(found);
                        }
                        // A board may be set up again to change the side to move.
                        None if *now == board && !displacements.is_empty() => {}
                        None => undisturbed = Undisturbed::from(start.clone()),
                    }
                    consents.extend(consents_in(&decisions, moves_before));
                    plays.clear();
                    decisions.clear();
                    (moves_before, breaches_before) = (playback.moves(), breaches.len());
                }
                Passage::Left(on) => {
                    undisturbed.disturb();
                    displacements.push(Displacement::left(on, playback.moves()));
                }
                Passage::Comment(text) => {
                    let left = MOST_DECISIONS - decisions.len();
                    let here = decisions_in(text).take(left);
                    decisions.extend(here.map(|decision| (plays.len(), decision)));
                }
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
        let before = undisturbed.plays.len() - plays.len();
        undisturbed.plays.truncate(before);
        self.earlier = Earlier {
            moves: moves_before,
            breaches,
            consents,
            displacements,
            undisturbed: Some(undisturbed).filter(Undisturbed::is_disturbed),
        };
        self.plays = plays;
        self.position = position;
        self.take_over(decisions);
        Ok(())
    }

    /// Returns the game as a record, with its outcome if it is over.
    #[must_use]
    pub fn record(&self, outcome: Option<Outcome>) -> Record {
        let start = &self.start;
        let stones = PerColor::from_fn(|color| start.board().stones(color));
        let mut record = Record::new(start.board().size());
        record.komi = Some(start.komi());
        record.rules = Some(start.rules().to_string());
        record.handicap = Some(start.handicap()).filter(|&stones| stones > 0);
        // A side to move that readers assume is not written.
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
        let course = self.course_in_comments();
        record.push_comment(&course[0]);
        for (&play, comment) in self.plays.iter().zip(&course[1..]) {
            record.push(Entry::Play(play));
            record.push_comment(comment);
        }
        record.result = outcome.map(|outcome| outcome.in_sgf());
        record
    }
}

/// Returns true if no stone is left: then another board is shown, and no stone was displaced.
fn is_new_board(displacement: &Displacement, before: &Board) -> bool {
    let stones = before.stones(Color::Black) | before.stones(Color::White);
    stones.is_subset(&displacement.off)
}

/// Returns the consents among the decisions, each with the number of moves before.
///
/// `moves` is the number of moves before the first decision.
fn consents_in(decisions: &[(usize, Decision)], moves: usize) -> Vec<(usize, Color)> {
    let consents = decisions
        .iter()
        .filter_map(|(at, decision)| match decision {
            Decision::Consent(color) => Some((moves + at, *color)),
            _ => None,
        });
    consents.collect()
}

/// The prefix of a decision in a comment.
const DECISION: &str = "Ending: ";
/// The prefix of a new phase in a comment.
const PHASE: &str = "Phase: ";
/// The most decisions read from one record.
const MOST_DECISIONS: usize = 1000;

/// Returns the decisions in a comment, one per line.
fn decisions_in(comment: &str) -> impl Iterator<Item = Decision> {
    let lines = comment
        .lines()
        .filter_map(|line| line.strip_prefix(DECISION));
    let decisions = lines.filter_map(|text| text.parse().ok());
    // Moves taken back are not among the moves of the record.
    decisions.filter(|decision| !matches!(decision, Decision::TakeBack(_)))
}

impl Game {
    /// Adopts the decisions that the rules have a place for.
    pub(super) fn take_over(&mut self, decisions: Vec<(usize, Decision)>) {
        let mut ending = Ending::new(self.start.clone());
        let mut played = 0;
        for (at, decision) in decisions {
            for &play in &self.plays[played..at] {
                if ending.record(play).is_err() {
                    return;
                }
            }
            played = at;
            if ending.decide(decision.clone()).is_ok() {
                self.decisions.push((at, decision));
            }
        }
    }

    /// Returns comments on the ending, before the first move and after each move.
    ///
    /// They hold the decisions and the new phases. They are empty if there are no decisions and the
    /// rules have no phases.
    fn course_in_comments(&self) -> Vec<String> {
        let mut told = vec![String::new(); self.plays.len() + 1];
        if self.ending_in_force().is_some() || !self.decisions.is_empty() {
            let mut ending = Ending::new(self.start.clone());
            let mut decisions = self.decisions.iter().peekable();
            for (number, told) in told.iter_mut().enumerate() {
                let mut phase = ending.phase().clone();
                if let Some(&play) = number.checked_sub(1).and_then(|last| self.plays.get(last)) {
                    let _followed = ending.record(play);
                }
                let mut tell_phase = |ending: &Ending, told: &mut String| {
                    if *ending.phase() != phase {
                        phase = ending.phase().clone();
                        *told += &format!("{PHASE}{phase}\n");
                    }
                };
                tell_phase(&ending, told);
                while let Some((_, decision)) = decisions.next_if(|(at, _)| *at == number) {
                    let _followed = ending.decide(decision.clone());
                    *told += &format!("{DECISION}{decision}\n");
                    tell_phase(&ending, told);
                }
            }
        }
        told
    }
}

/// Returns the komi of a record in points; `None` if it is beyond [`MOST_KOMI`].
fn komi_of(record: &Record) -> Option<f64> {
    let komi = record.komi.map(usual_komi);
    komi.filter(|komi| komi.abs() <= MOST_KOMI)
}

/// Converts a komi to points.
///
/// Some servers write hundredths, and some records give usual komis in the Chinese unit of two
/// points: 375 and 3.75 are 7.5 points, 650 is 6.5.
fn usual_komi(written: f64) -> f64 {
    /// Usual komis in points and in units of two points.
    const IN_POINTS: [f64; 5] = [5.5, 6.5, 7.0, 7.5, 8.0];
    const IN_STONES: [f64; 3] = [2.75, 3.25, 3.75];
    let hundredths = written.abs() / 100.0;
    let komi = if IN_POINTS.contains(&hundredths) || IN_STONES.contains(&hundredths) {
        written / 100.0
    } else {
        written
    };
    if IN_STONES.contains(&komi.abs()) {
        2.0 * komi
    } else {
        komi
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::{Move, Point, Size};
    use crate::go::position::Foul;
    use crate::go::rules::{Repetition, Rules};
    use crate::referee::ending::Phase;

    /// A game of 2009 with moves, decisions and phases can be written, read back and continued.
    #[test]
    fn decisions_survive_in_the_record() {
        let at = |name: &str| name.parse().unwrap();
        for [first, second] in [[Color::Black, Color::White], [Color::White, Color::Black]] {
            let mut game = Game::new(Size::square(5).unwrap(), Rules::IMPROVED_2009, Some(0.0));
            let walls: Vec<_> = (1..=5)
                .flat_map(|row| [(first, row, 2), (second, row, 4)])
                .map(|(color, row, column)| (color, Point::new(column, row).unwrap()))
                .collect();
            game.set_up(&walls).unwrap();
            game.set_turn(first);
            let decide = |game: &mut Game, what: &str| {
                for color in ["b", "w"] {
                    game.decide(format!("{color} {what}").parse().unwrap())
                        .unwrap();
                }
            };
            game.play_all(&[(first, at("pass")), (second, at("pass"))])
                .unwrap();
            decide(&mut game, "yes");
            game.play_all(&[(first, at("C1")), (second, at("C2"))])
                .unwrap();
            let before = game.record(None).to_string();
            game.play_all(&[(first, at("pass")), (second, at("pass"))])
                .unwrap();
            decide(&mut game, "yes");
            decide(&mut game, "claim");
            assert!(game.is_over());
            let outcome = game.outcome(|| unreachable!("it is decided"));
            let text = game.record(Some(outcome)).to_string();
            for part in [
                "Ending: b yes",
                "Phase: fill",
                "Phase: confirm",
                "Phase: over",
                "RE[0]",
            ] {
                assert!(text.contains(part), "{part} in {text}");
            }
            let mut loaded = Game::new(game.size(), Rules::IMPROVED_2009, None);
            loaded.load(&text.parse().unwrap(), None).unwrap();
            assert_eq!(loaded.record(Some(outcome)).to_string(), text);
            assert_eq!(loaded.outcome(|| unreachable!("it is decided")), outcome);
            assert_eq!(loaded.play_all(&[(first, at("pass"))]), Err(Refusal::Over));
            // Also while dame are filled.
            loaded.load(&before.parse().unwrap(), None).unwrap();
            assert_eq!(loaded.ending().unwrap().phase(), &Phase::Fill);
            assert_eq!(loaded.record(None).to_string(), before);
        }
    }

    /// Other comments, and decisions without a place in the game, are ignored.
    #[test]
    fn decisions_that_do_not_fit_are_left_out() {
        let mut game = Game::new(Size::square(5).unwrap(), Rules::JAPANESE_1989, None);
        let record = "(;SZ[5]C[Ending: b yes\nEnding: b claim A1];B[cc]C[Ending: nonsense\nEnding: w resume])";
        game.load(&record.parse().unwrap(), None).unwrap();
        assert_eq!(game.decisions, []);
    }

    /// A request to resume play stays while the other side takes back moves of the filling (8-1).
    #[test]
    fn the_request_to_resume_survives_what_is_taken_back() {
        let at = |name: &str| name.parse().unwrap();
        for asker in Color::BOTH {
            let mut game = Game::new(Size::square(5).unwrap(), Rules::IMPROVED_2009, None);
            let plays = ["C3", "C4", "pass", "pass"];
            let turns = Color::BOTH.into_iter().cycle();
            let plays: Vec<_> = turns.zip(plays.map(at)).collect();
            game.play_all(&plays).unwrap();
            for color in Color::BOTH {
                game.decide(Decision::Answer(color, true)).unwrap();
            }
            game.play_all(&[
                (Color::Black, at("D4")),
                (Color::White, at("B4")),
                (Color::Black, at("B3")),
            ])
            .unwrap();
            game.decide(Decision::Resume(asker)).unwrap();
            game.undo(1).unwrap();
            game.undo(1).unwrap();
            assert_eq!(game.ending().unwrap().phase(), &Phase::Play);
            assert_eq!(game.position().turn(), Color::White);
            let mut ordinary = game.clone();
            ordinary.undo(2).unwrap();
            assert_eq!(
                ordinary.decisions,
                [],
                "before the filling there is no request"
            );
            // The resumed play has its own stop.
            let pair = [(Color::White, at("pass")), (Color::Black, at("pass"))];
            game.play_all(&pair).unwrap();
            for color in Color::BOTH {
                game.decide(Decision::Answer(color, true)).unwrap();
            }
            assert_eq!(game.ending().unwrap().phase(), &Phase::Confirm);
        }
    }

    /// A resignation is written to the record and read back, and taken back like a move; what the
    /// side that was asked takes back of the filling is a move less.
    #[test]
    fn resignations_are_recorded_and_taken_back() {
        let at = |name: &str| name.parse().unwrap();
        for (loser, result) in [(Color::Black, "W+R"), (Color::White, "B+R")] {
            let mut game = Game::new(Size::square(5).unwrap(), Rules::JAPANESE_1989, None);
            let plays = [(Color::Black, at("C3")), (Color::White, at("C4"))];
            game.play_all(&plays).unwrap();
            let before = game.record(None).to_string();
            game.decide(Decision::Resign(loser)).unwrap();
            assert!(game.is_over());
            assert_eq!(
                game.play_all(&[(Color::Black, at("D4"))]),
                Err(Refusal::Over)
            );
            let outcome = game.outcome(|| unreachable!("it is decided"));
            assert_eq!(outcome, Outcome::Resigned(loser));
            let text = game.record(Some(outcome)).to_string();
            assert!(text.contains(&format!("RE[{result}]")), "{text}");
            let mut loaded = Game::new(game.size(), Rules::JAPANESE_1989, None);
            loaded.load(&text.parse().unwrap(), None).unwrap();
            assert_eq!(loaded.resigned(), Some(loser));
            for mut game in [game, loaded] {
                assert_eq!(game.clone().undo(4), Err(Refusal::Undo));
                let mut all = game.clone();
                all.undo(3).unwrap();
                assert_eq!((all.position().move_count(), all.resigned()), (0, None));
                game.undo(1).unwrap();
                assert_eq!(game.record(None).to_string(), before);
                assert_eq!(game.play_all(&[(Color::Black, at("D4"))]), Ok(()));
            }
        }
        let mut game = Game::new(Size::square(5).unwrap(), Rules::IMPROVED_2009, None);
        let turns = Color::BOTH.into_iter().cycle();
        let plays = turns
            .zip(["C3", "C4", "pass", "pass"].map(at))
            .collect::<Vec<_>>();
        game.play_all(&plays).unwrap();
        for color in Color::BOTH {
            game.decide(Decision::Answer(color, true)).unwrap();
        }
        game.play_all(&[(Color::Black, at("D4"))]).unwrap();
        game.decide(Decision::Resume(Color::Black)).unwrap();
        let refused = game.decide(Decision::TakeBack(Color::Black));
        assert_eq!(refused, Err(crate::referee::ending::NotNow::Phase));
        assert_eq!(
            game.decide(Decision::TakeBack(Color::White)),
            Ok(Phase::Play)
        );
        assert_eq!(game.position().turn(), Color::Black);
        assert_eq!(game.position().move_count(), 4);
        assert!(
            game.decisions
                .contains(&(4, Decision::Resume(Color::Black)))
        );
    }

    #[test]
    fn results_are_written_as_others_read_them() {
        let breach = |color| Breach {
            number: 3,
            play: (color, Move::Pass),
            foul: Foul::OutOfTurn,
        };
        for (outcome, sgf, gtp) in [
            (Outcome::Repetition(Repetition::NoResult), "Void", "0"),
            (Outcome::Repetition(Repetition::Draw), "0", "0"),
            (Outcome::BothLose, "Void", "0"),
            (Outcome::Resigned(Color::White), "B+R", "B+R"),
            (Outcome::Resigned(Color::Black), "W+R", "W+R"),
            (Outcome::Forfeit(breach(Color::White)), "B+F", "B+F"),
            (Outcome::Forfeit(breach(Color::Black)), "W+F", "W+F"),
        ] {
            assert_eq!((&*outcome.in_sgf(), &*outcome.in_gtp()), (sgf, gtp));
        }
    }

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
            (-3.75, -7.5),
            (6.25, 6.25),
            (0.75, 0.75),
            (-6.25, -6.25),
            (100.0, 100.0),
            (5000.0, 5000.0),
        ] {
            assert_eq!(usual_komi(written), meant, "{written}");
        }
    }
}
