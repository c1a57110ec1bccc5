//! Reading a game from a record, and writing it as one.

use super::facts::Facts;
use super::playback::{Passage, Playback};
use super::undisturbed::Undisturbed;
use super::{Earlier, Game, MOST_KOMI, MOST_PRISONERS, Outcome, Refusal};
use crate::formats::sgf::{Entry, Record, SetUp};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::position::{Breach, Displacement, Position};
use crate::referee::ending::{Decision, Ending};

impl Game {
    /// Loads a recorded game with its board and komi.
    ///
    /// It is loaded up to the move with the number `before`, counted from 1. Its rules apply if
    /// [records may change them](Game::take_rules_of_records) and it names known ones. Moves that
    /// the rules forbid are played too.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal::Setup`] or [`Refusal::Record`] if stones cannot stand or a move is
    /// impossible, within [`Refusal::At`] if the place is known.
    pub fn load(&mut self, record: &Record, before: Option<u32>) -> Result<(), Refusal> {
        let before = before.map_or(usize::MAX, |number| number as usize);
        let komi = komi_of(record);
        let rules = match self.usual_rules {
            Some(usual) => record.rule_set().unwrap_or(usual),
            None => *self.rules(),
        };
        let mut start = Position::new(record.size(), rules);
        start.set_komi(komi.or(self.komi).unwrap_or(rules.komi));
        start.set_handicap(record.handicap.unwrap_or(0));
        if let Some(held) = record.prisoners {
            start.set_prisoners(PerColor::from_fn(|color| held[color].min(MOST_PRISONERS)));
        }
        let mut first = start.clone();
        if record.handicap.is_none() {
            let begins = record.entries().iter().take_while(
                |entry| !matches!(entry, Entry::SetUp(set_up) if !set_up.points().is_empty()),
            );
            let plays = begins.filter_map(Entry::play);
            first.set_handicap(self.conventions.handicap_in(&rules, plays));
        }
        let mut playback = Playback::new(record, first, before);
        let mut plays = Vec::new();
        let mut breaches = Vec::new();
        let mut decisions = Vec::new();
        // The number of moves and violations before the last setup.
        let (mut moves_before, mut breaches_before) = (0, 0);
        let mut displacements = Vec::new();
        let mut consents = Vec::new();
        let mut flaws = Vec::new();
        // Stones set up in mid-game are displaced only for a referee.
        let are_displaced = self.conventions.displaced;
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
                Passage::Cleared(_) | Passage::SetUp => {
                    let goes_on = goes_on && are_displaced && passage == Passage::SetUp;
                    if let Passage::Cleared(flaw) = passage {
                        flaws.push(flaw);
                    }
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
                Passage::Turn => {}
                Passage::Left(_) if !are_displaced => {}
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
        self.position.set_rules(rules);
        self.begin(start);
        self.states_handicap |= record.handicap.is_some();
        breaches.truncate(breaches_before);
        let earlier = undisturbed.plays.len() - plays.len();
        undisturbed.plays.truncate(earlier);
        self.earlier = Earlier {
            moves: moves_before,
            breaches,
            consents,
            displacements,
            undisturbed: Some(undisturbed).filter(Undisturbed::is_disturbed),
            flaws,
        };
        self.plays = plays;
        self.position = position;
        self.count_handicap();
        self.take_over(decisions);
        let is_whole = record.entries_before(before).len() == record.entries().len();
        self.facts = Some(Box::new(Facts {
            players: record.players.clone(),
            info: record.info.clone(),
            result: record.result.clone().filter(|_| is_whole),
        }));
        Ok(())
    }

    /// Returns the game as a record, with its outcome if it is over.
    #[must_use]
    pub fn record(&self, outcome: Option<Outcome>) -> Record {
        let start = &self.start;
        let stones = PerColor::from_fn(|color| start.board().stones(color));
        let mut record = Record::new(start.board().size());
        record.komi = Some(start.komi());
        record.set_rules(start.rules());
        let handicap = self.position.handicap();
        record.handicap = Some(handicap).filter(|&stones| stones > 0);
        let held = start.prisoners();
        record.prisoners = Some(held).filter(|held| *held != PerColor::default());
        // A side to move that readers assume is not written.
        let usual = match handicap {
            0 if start.board().empties().len() == record.size().area() => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        };
        let first = self.plays.first().map(|&(color, _)| color);
        let turn = first.unwrap_or(self.position.turn());
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
        // After the last move it is the other side's turn, unless the game says otherwise.
        let next = self.plays.last().map(|&(color, _)| !color);
        if next.is_some_and(|next| next != self.position.turn()) {
            let set_up = SetUp::with_stones(&PerColor::default(), Some(self.position.turn()));
            record.push(Entry::SetUp(Box::new(set_up)));
        }
        record.result = outcome.map(|outcome| outcome.in_sgf());
        if let Some(facts) = &self.facts {
            record.players = facts.players.clone();
            record.info = facts.info.clone();
            record.result = facts.result.clone().or(record.result);
        }
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

/// Returns the komi of a record; `None` if it is beyond [`MOST_KOMI`].
fn komi_of(record: &Record) -> Option<f64> {
    record.komi.filter(|komi| komi.abs() <= MOST_KOMI)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::{Move, Point, Size};
    use crate::go::position::Foul;
    use crate::go::rules::{Repetition, Rules, Tax};
    use crate::referee::ending::Phase;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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

    /// A random session: moves by either side, moves taken back, stones set up, prisoners, rules.
    fn session(rng: &mut Xoshiro256PlusPlus) -> Game {
        let size = Size::new(rng.random_range(2..6), rng.random_range(2..6)).unwrap();
        let rules = Rules::ALL[rng.random_range(0..Rules::ALL.len())];
        let komi = [None, Some(50.0), Some(3.75), Some(-6.5)][rng.random_range(0..4)];
        let mut game = Game::new(size, rules, komi);
        let points: Vec<Point> = size.points().collect();
        let color = |rng: &mut Xoshiro256PlusPlus| Color::BOTH[rng.random_range(0..2)];
        let number = |rng: &mut Xoshiro256PlusPlus| rng.random_range(0..4);
        for _ in 0..rng.random_range(0..30) {
            let at = points[rng.random_range(0..points.len())];
            // Refused requests change nothing.
            match rng.random_range(0..40) {
                0 => _ = game.set_up(&[(color(rng), at)]),
                1 => game.set_turn(color(rng)),
                2 => _ = game.undo(number(rng)),
                3 => {
                    let mut held = game.position().prisoners();
                    held[color(rng)] += number(rng);
                    game.set_prisoners(held).unwrap();
                }
                4 => game.set_rules(Rules::ALL[rng.random_range(0..Rules::ALL.len())]),
                5 => game.set_rules(Rules {
                    tax: Tax::All,
                    suicide: true,
                    ..*game.rules()
                }),
                6 => _ = game.set_handicap(&points[..2]),
                7 => {
                    let mut record = game.record(None);
                    let mut set_up = SetUp::default();
                    let what = [None, Some(Color::Black), Some(Color::White)];
                    set_up.put(what[rng.random_range(0..3)], &[at].into_iter().collect());
                    record.push(Entry::SetUp(Box::new(set_up)));
                    _ = game.load(&record, None);
                }
                8 => _ = game.play_all(&[(color(rng), Move::Pass)]),
                9..15 => _ = game.record_all(&[(color(rng), Move::At(at))]),
                _ => _ = game.play_all(&[(game.position().turn(), Move::At(at))]),
            }
        }
        game
    }

    /// A written game reads back to an equal position: board, prisoners, side to move, rules, komi.
    #[test]
    fn what_is_written_is_read_to_the_same_position() {
        for seed in 0..3000 {
            let game = session(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let text = game.record(None).to_string();
            let mut loaded = Game::new(Size::square(19).unwrap(), Rules::PROPOSAL_2012, None);
            loaded.take_rules_of_records();
            loaded.load(&text.parse().unwrap(), None).unwrap();
            let facts = |game: &Game| {
                let position = game.position();
                let seen = (position.turn(), position.prisoners(), position.komi());
                let passes = (position.passes(), position.ending_passes());
                (seen, passes, position.handicap(), *position.rules())
            };
            assert_eq!(facts(&loaded), facts(&game), "seed {seed}: {text}");
            let boards = (loaded.position().board(), game.position().board());
            assert_eq!(boards.0, boards.1, "seed {seed}: {text}");
            assert_eq!(loaded.record(None).to_string(), text, "seed {seed}");
        }
    }

    /// The facts of a record stay; its result stays until the game changes.
    #[test]
    fn what_a_record_says_is_kept() {
        let text = "(;SZ[5]PB[A]PW[B]RU[Chinese]KM[0.5]EV[E]DT[2001-02-03]RE[B+R];B[cc];W[dd])";
        let mut game = Game::new(Size::square(5).unwrap(), Rules::CHINESE, None);
        game.load(&text.parse().unwrap(), None).unwrap();
        let written = game.record(None);
        let read: Record = text.parse().unwrap();
        assert_eq!(
            (&written.players, &written.info),
            (&read.players, &read.info)
        );
        assert_eq!(written.result, read.result);
        let mut changed = game.clone();
        changed
            .play_all(&[(Color::Black, "B2".parse().unwrap())])
            .unwrap();
        assert_eq!(changed.record(None).result, None);
        assert_eq!(changed.record(None).players, read.players);
        let mut changed = game.clone();
        changed.undo(1).unwrap();
        assert_eq!(changed.record(None).result, None);
        game.load(&text.parse().unwrap(), Some(2)).unwrap();
        assert_eq!(game.record(None).result, None);
        game.clear();
        assert_eq!(game.record(None).players, PerColor::default());
    }

    /// A loaded record brings its rules, unless rules have been chosen.
    #[test]
    fn a_record_brings_its_rules() {
        let new = || Game::new(Size::square(5).unwrap(), Rules::PROPOSAL_2012, None);
        let load = |game: &mut Game, text: &str| game.load(&text.parse().unwrap(), None).unwrap();
        let mut game = new();
        load(&mut game, "(;SZ[5]RU[Chinese])");
        assert_eq!(game.rules(), &Rules::PROPOSAL_2012);
        game.take_rules_of_records();
        load(&mut game, "(;SZ[5]RU[Chinese])");
        assert_eq!(
            (game.rules(), game.position().komi()),
            (&Rules::CHINESE, 7.5)
        );
        load(&mut game, "(;SZ[5]RU[no such])");
        assert_eq!(game.rules(), &Rules::PROPOSAL_2012);
        game.set_komi(3.0).unwrap();
        load(&mut game, "(;SZ[5]RU[AGA])");
        assert_eq!((game.rules(), game.position().komi()), (&Rules::AGA, 3.0));
        game.set_rules(Rules::KOREAN);
        load(&mut game, "(;SZ[5]RU[AGA])");
        assert_eq!(game.rules(), &Rules::KOREAN);
    }
}
