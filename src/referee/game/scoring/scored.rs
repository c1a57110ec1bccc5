//! A recorded game, judged and counted.

use super::recorded::Recorded;
use crate::formats::sgf::{Flaw, Record};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::{Breach, Displacement, Position};
use crate::go::rules::Rules;
use crate::go::score::Score;
use crate::mcts::tree::oracle::Oracle;
use crate::referee::game::{Conventions, Game, Outcome, Refusal, Remedy};
use crate::referee::judge::unsettled::Unsettled;
use crate::referee::judge::{Adjudication, Effort, Judged, Judgement, Meant};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Options for scoring recorded games. They take precedence over the record.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Request {
    /// The rules.
    pub rules: Option<Rules>,
    /// The komi.
    pub komi: Option<f64>,
    /// The number of moves before the position to judge; `None` for the last position.
    pub after: Option<u32>,
    /// The agreed dead stones, at least one of each chain; `None` if they are to be judged.
    pub dead: Option<PointSet>,
    /// The prisoners of each side.
    pub prisoners: Option<PerColor<u32>>,
    /// The side to move.
    pub turn: Option<Color>,
    /// The way to judge the position: as a diagram or as a game.
    pub meant: Option<Meant>,
    /// How moves and set-ups are understood.
    pub conventions: Conventions,
    /// The effort of the judgement.
    pub effort: Effort,
}

#[cfg(test)]
impl Request {
    /// Returns a request with a judgement of this many milliseconds.
    ///
    /// Tests use it if they need no longer one.
    pub(crate) fn brief(milliseconds: u64) -> Request {
        Request {
            effort: Effort::taking(std::time::Duration::from_millis(milliseconds)),
            ..Request::default()
        }
    }
}

/// The source of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesSource {
    /// The request.
    Request,
    /// The record.
    Record,
    /// The default, since the record names no known rules.
    Default,
}

/// The reasons why a record cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoringError {
    /// The game has fewer moves than asked for.
    #[error("move {asked} is asked for: the game has {moves} moves")]
    Short {
        /// The requested move.
        asked: u32,
        /// The moves of the game.
        moves: usize,
    },
    /// There is no stone at a point named as dead.
    #[error("there is no stone at {0}")]
    NoStone(Point),
    /// The record cannot be played, or its komi is too large.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// A recorded game with the judgement of its final position.
#[derive(Clone, Debug)]
pub struct ScoredGame {
    /// The position that was judged.
    pub position: Position,
    /// The judgement.
    pub adjudication: Arc<Adjudication>,
    /// The chains whose proved status contradicts the agreement; `None` without an agreement.
    pub contradicted: Option<Vec<Judgement>>,
    /// The outcome at this position.
    pub outcome: Outcome,
    /// The source of the rules.
    pub source: RulesSource,
    /// True if the request or the record states the komi.
    pub states_komi: bool,
    /// Flaws in the text of the record that did not prevent reading it.
    pub flaws: Vec<Flaw>,
    /// The number of moves of the record.
    pub moves: usize,
    /// The number of moves before the position.
    pub after: usize,
    /// The moves that violate a rule.
    pub breaches: Vec<Breach>,
    /// The violations that the opponent has consented to (1949, 60).
    pub forgiven: Vec<Breach>,
    /// The stones that were displaced between moves.
    pub displacements: Vec<Displacement>,
    /// The consequence of displaced stones.
    ///
    /// `None` if there is none: all were put back, or the record has a result.
    pub remedy: Option<Remedy>,
    /// The result as written in the record.
    pub recorded: Option<String>,
    /// True if the record has a result. Rule violations found now do not change it.
    pub stands: bool,
}

impl ScoredGame {
    /// Plays a record and judges its last position. The result is deterministic.
    ///
    /// What the players decided about the end holds; a recorded ruling of a judge is made anew.
    ///
    /// ```
    /// use wakari::game::scoring::{Request, ScoredGame};
    /// let record = "(;SZ[3]KM[0]RU[Chinese];B[bb];W[];B[])".parse().unwrap();
    /// let game = ScoredGame::of(&record, &Request::default()).unwrap();
    /// assert_eq!(game.result(), "B+9");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`ScoringError`] if the record cannot be played up to the position.
    pub fn of(record: &Record, request: &Request) -> Result<ScoredGame, ScoringError> {
        ScoredGame::asking(None, record, request)
    }

    /// Works as [`of`](ScoredGame::of) does, with an evaluator for what is neither proved nor read.
    ///
    /// # Errors
    ///
    /// Returns a [`ScoringError`] if the record cannot be played up to the position.
    pub fn asking(
        oracle: Option<&Arc<dyn Oracle>>,
        record: &Record,
        request: &Request,
    ) -> Result<ScoredGame, ScoringError> {
        let moves = record.moves().count();
        if let Some(asked) = request.after.filter(|&after| after as usize > moves) {
            return Err(ScoringError::Short { asked, moves });
        }
        let (rules, source) = rules_of(record, request);
        let mut game = Game::new(record.size(), rules, None);
        game.mean(request.meant);
        game.set_conventions(request.conventions);
        let before = request.after.map(|after| after.saturating_add(1));
        game.load(record, before)?;
        game.forget_rulings();
        if let Some(komi) = request.komi {
            game.set_komi(komi)?;
        }
        let recorded = record.result.as_deref().map(Recorded::read);
        let stands = recorded.is_some_and(|recorded| recorded != Recorded::Nothing);
        let breaches = game.breaches();
        let forgiven = breaches.iter().copied();
        let forgiven = forgiven.filter(|breach| game.is_forgiven(breach)).collect();
        let displacements = game.displacements().to_vec();
        let flaws = record.flaws.iter().chain(game.flaws()).cloned().collect();
        let foul = game.deciding_foul().filter(|_| !stands);
        let remedy = game.remedy().filter(|_| !stands);
        if let (Some(Remedy::PutBack), Some(mended)) = (remedy, game.put_back()) {
            game = mended;
        }
        let position = as_agreed(game.position(), request);
        let never = AtomicBool::new(false);
        let mut judged = Judged::asking(oracle.cloned(), game.occasion());
        let by_rules = judged.by(&position, &request.effort, &never);
        let (adjudication, contradicted) = match request.dead {
            Some(dead) => {
                let agreed = by_rules.agreed(&position, stones_named(&position, dead)?);
                (Arc::new(agreed.adjudication), Some(agreed.contradicted))
            }
            None => (by_rules, None),
        };
        Ok(ScoredGame {
            outcome: match (foul, remedy) {
                (Some(foul), _) => Outcome::Forfeit(foul),
                (None, Some(Remedy::Ends(spoilt))) => Outcome::Displaced(spoilt),
                (None, _) => game.outcome(|| Arc::clone(&adjudication)),
            },
            stands,
            breaches,
            forgiven,
            displacements,
            remedy,
            position,
            adjudication,
            contradicted,
            source,
            states_komi: request.komi.or(record.komi).is_some(),
            flaws,
            moves,
            after: request.after.map_or(moves, |after| after as usize),
            recorded: record.result.clone(),
        })
    }

    /// Returns the result as a GTP string.
    ///
    /// It is `0` if a repetition leaves the game without a winner, and `B+F` if a violation decides
    /// it.
    pub fn result(&self) -> String {
        self.outcome.in_gtp()
    }

    /// Returns true if the recorded result stands in spite of violations that would have lost.
    pub fn stands_in_spite_of_fouls(&self) -> bool {
        self.stands && self.position.rules().fouls_lose && !self.breaches.is_empty()
    }

    /// Returns the scores with either side to move first, if points are unsettled and the scores
    /// differ.
    #[must_use]
    pub fn scores_by_first_move(&self, effort: &Effort) -> Option<PerColor<Score>> {
        if self.unsettled().is_empty() || self.outcome.score().is_none() {
            return None;
        }
        let never = AtomicBool::new(false);
        let open = Unsettled::of(&self.position, &self.adjudication, effort, &never);
        let [black, white] = &open.scores.0;
        (black.margin() != white.margin()).then_some(open.scores)
    }

    /// Returns the points whose owner depends on further play.
    pub fn unsettled(&self) -> PointSet {
        self.adjudication.unsettled()
    }
}

/// Returns the position with the requested prisoners and side to move.
fn as_agreed(position: &Position, request: &Request) -> Position {
    let mut position = position.clone();
    if let Some(prisoners) = request.prisoners {
        position.set_prisoners(prisoners);
    }
    if let Some(turn) = request.turn {
        position.set_turn(turn);
    }
    position
}

/// Checks that each point has a stone, and returns the points.
fn stones_named(position: &Position, stones: PointSet) -> Result<PointSet, ScoringError> {
    let board = position.board();
    let has_stone = |at: &Point| board.size().contains(*at) && board.at(*at).is_some();
    match stones.iter().find(|at| !has_stone(at)) {
        Some(at) => Err(ScoringError::NoStone(at)),
        None => Ok(stones),
    }
}

/// Returns the requested rules, else those of the record, else the default.
fn rules_of(record: &Record, request: &Request) -> (Rules, RulesSource) {
    match (request.rules, record.rule_set()) {
        (Some(rules), _) => (rules, RulesSource::Request),
        (None, Some(rules)) => (rules, RulesSource::Record),
        (None, None) => (Rules::PROPOSAL_2012, RulesSource::Default),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::color::Color;
    use crate::go::position::{Foul, IllegalMove};
    use crate::referee::game::Spoilt;

    /// A ko that White retakes at once.
    const KO: &str = ";B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[ea];W[bc];B[cc];W[bc];B[ee];W[ed]";

    fn exchanged(moves: &str) -> String {
        moves
            .replace(";B", ";x")
            .replace(";W", ";B")
            .replace(";x", ";W")
    }

    /// Scores a game with rule violations, as a referee who looks for displaced stones.
    fn game(facts: &str, moves: &str) -> ScoredGame {
        let record = format!("(;SZ[5]{facts}{moves})").parse().unwrap();
        let request = Request {
            conventions: Conventions {
                displaced: true,
                ..Conventions::default()
            },
            ..Request::brief(100)
        };
        ScoredGame::of(&record, &request).unwrap()
    }

    /// Stones set up in mid-game are an editor's act: the board is as written.
    #[test]
    fn set_ups_in_mid_game_are_taken_as_written() {
        for (moves, board) in [
            (";B[cc];W[dd];AE[dd];W[cd];B[dd]", "C3 D2 / C2"),
            (";B[cc];W[dd];AE[dd]AW[cd]", "C3 / C2"),
            (";B[aa];W[cc];AE[aa]AB[ab];B[dd];W[aa]", "A4 D2 / A5 C3"),
            (";B[aa];W[cc];B[bb];AE[cc];W[ee];B[cc]", "A5 B4 C3 / E1"),
            (";B[cc];W[dd];AB[ee]", "C3 E1 / D2"),
        ] {
            for rules in [
                "Japanese",
                "japanese-1949",
                "proposal-2012",
                "Chinese",
                "Korean",
            ] {
                let record = format!("(;SZ[5]RU[{rules}]{moves})").parse().unwrap();
                let found = ScoredGame::of(&record, &Request::brief(100)).unwrap();
                let stones = |color| {
                    let mut names: Vec<String> = found
                        .position
                        .board()
                        .stones(color)
                        .iter()
                        .map(|at| at.to_string())
                        .collect();
                    names.sort();
                    names.join(" ")
                };
                let seen = format!("{} / {}", stones(Color::Black), stones(Color::White));
                assert_eq!(seen, board, "{rules}{moves}");
                assert!(found.outcome.score().is_some() && found.remedy.is_none());
                assert_eq!(found.displacements, []);
                // The session has the same board.
                let mut game = Game::new(record.size(), *found.position.rules(), None);
                game.load(&record, None).unwrap();
                assert_eq!(game.position().board(), found.position.board());
            }
        }
    }

    /// A move on a stone is played, as FF\[4\] has it, and named.
    #[test]
    fn a_stone_on_a_stone_is_counted() {
        let walls = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
        for (more, number) in [
            (";B[de];W[de];B[];W[]", 11),
            (";B[ce];W[];B[]", 11),
            (";W[ca];B[ca];W[];B[]", 11),
        ] {
            let record = format!("(;SZ[5]KM[0.5]RU[Chinese]{walls}{more})")
                .parse()
                .unwrap();
            let found = ScoredGame::of(&record, &Request::brief(100)).unwrap();
            assert_eq!(found.result(), "B+4.5", "{more}");
            assert!(
                matches!(found.flaws[0], Flaw::Occupied { number: first, .. } if first == number),
                "{:?}",
                found.flaws
            );
        }
    }

    /// A violation found before the end loses; a recorded result stands.
    ///
    /// See 2012, 12; 1949, 44; 1989, 14.
    #[test]
    fn a_foul_loses_unless_the_result_is_recorded() {
        for rules in ["proposal-2012", "japanese-1949", "japanese-1989"] {
            for (moves, result) in [(KO.to_owned(), "B+F"), (exchanged(KO), "W+F")] {
                let found = game(&format!("RU[{rules}]"), &moves);
                assert_eq!(found.result(), result, "{rules}");
                let Outcome::Forfeit(breach) = found.outcome else {
                    panic!("{rules}: {:?}", found.outcome);
                };
                assert_eq!(breach.number, 10);
                assert_eq!(breach.foul, Foul::Forbidden(IllegalMove::Ko));
                assert!(!found.stands_in_spite_of_fouls());
                for recorded in ["B+3.5", "W+R", "0", "Void"] {
                    let found = game(&format!("RU[{rules}]RE[{recorded}]"), &moves);
                    assert!(found.outcome.score().is_some(), "{rules} {recorded}");
                    assert_eq!(found.breaches.len(), 1);
                    assert!(found.stands_in_spite_of_fouls());
                }
                assert_eq!(game(&format!("RU[{rules}]RE[?]"), &moves).result(), result);
            }
        }
        let named = game("RU[Chinese]", KO);
        assert!(named.outcome.score().is_some() && named.breaches.len() == 1);
    }

    /// Stones that appear or vanish between moves are noticed.
    ///
    /// Setup before the first move or on a new board, and removal after the end, are no
    /// displacements.
    #[test]
    fn stones_displaced_between_moves_are_noticed() {
        let displaced = |moves: &str| {
            let found = game("RE[B+1]", moves).displacements;
            let told = |it: &Displacement| (it.after, it.off.to_string(), it.on.to_string());
            found.iter().map(told).collect::<Vec<_>>()
        };
        let one = |after, off: &str, on: &str| vec![(after, off.to_owned(), on.to_owned())];
        assert_eq!(
            displaced(";B[aa];W[cc];AE[aa]AB[ab];B[dd]"),
            one(2, "A5", "A4")
        );
        assert_eq!(displaced(";B[aa];W[cc];AW[aa];B[dd]"), one(2, "A5", "A5"));
        assert_eq!(displaced(";B[aa];W[cc];AB[dd]"), one(2, "", "D2"));
        for none in [
            "AB[aa];W[cc]",
            "AB[aa];AW[bb];W[cc]",
            ";B[aa];W[cc];AB[aa];B[dd]",
            ";B[aa];W[cc];B[];W[];AE[aa]",
        ] {
            assert_eq!(displaced(none), [], "{none}");
        }
    }

    /// Two moves of Black at the start are handicap stones only if the record says so.
    #[test]
    fn two_moves_at_the_start_of_an_even_game_are_a_foul() {
        let moves = ";B[bb];B[dd];W[bd];B[db]";
        assert_eq!(game("", moves).result(), "W+F");
        assert_eq!(game("HA[0]", moves).result(), "W+F");
        assert_eq!(game("HA[2]", moves).breaches, []);
        let set_up = "HA[2]AB[bb][dd]";
        assert_eq!(game(set_up, ";W[bd];B[db]").breaches, []);
        assert_eq!(game(set_up, ";B[bd];B[db]").breaches.len(), 1);
        let white = game("", &exchanged(moves));
        assert_eq!(
            (white.result().as_str(), white.breaches[0].play.0),
            ("B+F", Color::White)
        );
    }

    /// Rotates moves on 5×5 by 90°.
    fn turned(moves: &str) -> String {
        let turn = |pair: &[u8]| [b'a' + (b'e' - pair[1]), pair[0]].map(char::from);
        let mut text = String::new();
        let mut rest = moves;
        while let Some((before, after)) = rest.split_once('[') {
            let (value, later) = after.split_once(']').unwrap();
            let is_point = value.len() == 2 && value.bytes().all(|c| (b'a'..=b'e').contains(&c));
            text += before;
            text.push('[');
            if is_point {
                text.extend(turn(value.as_bytes()))
            } else {
                text += value
            }
            text.push(']');
            rest = later;
        }
        text + rest
    }

    /// 1949, 60: only the opponent may consent to a violation, and only under these rules.
    #[test]
    fn a_foul_that_is_forgiven_decides_nothing() {
        let consents = |color: &str| {
            format!(
                "{};B[de]",
                KO.replacen(";B[ee]", &format!("C[Ending: {color} consent];B[ee]"), 1)
            )
        };
        for image in [str::to_owned, turned] {
            for (color, decided) in [("b", false), ("w", true)] {
                let moves = image(&consents(color));
                let swapped = exchanged(&moves);
                let other = if color == "b" { "w" } else { "b" };
                let swapped =
                    swapped.replace(&format!("{color} consent"), &format!("{other} consent"));
                for (moves, foul) in [(&moves, "B+F"), (&swapped, "W+F")] {
                    let found = game("RU[japanese-1949]", moves);
                    assert_eq!(found.result() == foul, decided, "{color}: {moves}");
                    assert_eq!(found.forgiven.len(), usize::from(!decided));
                    assert_eq!(found.breaches.len(), 1, "it is named all the same");
                    assert_eq!(game("RU[japanese-1989]", moves).result(), foul);
                }
            }
        }
        // Consent covers earlier violations only.
        let early = KO.replacen(";B[cc]", ";B[cc]C[Ending: b consent]", 1);
        assert_eq!(game("RU[japanese-1949]", &early).result(), "B+F");
    }

    /// Displaced stones are put back.
    ///
    /// If that is impossible or consent is missing, each text decides.
    #[test]
    fn displaced_stones_are_put_back_or_decide_as_the_texts_say() {
        // The last move but one is on the point where the stone stood before.
        let moved = ";B[aa];W[cc];AE[aa]AB[ab];B[dd];W[ee]";
        let moved_for_good = ";B[aa];W[cc];AE[aa]AB[ab];B[dd];W[aa]";
        let lifted = ";B[aa];W[cc];B[bb];AE[cc];W[ee];B[cc]";
        let left = ";B[ba];W[aa];B[ab];AW[aa];W[ee];B[dd]";
        let both = "C[Ending: b consent\nEnding: w consent]";
        for image in [str::to_owned, turned] {
            for swaps in [false, true] {
                let check = |rules: &str, moves: &str, result: Option<&str>, remedy| {
                    let moves = image(moves);
                    let (moves, result) = match (swaps, result) {
                        (true, Some("W+F")) => (exchanged_all(&moves), Some("B+F")),
                        (true, _) => (exchanged_all(&moves), result),
                        (false, _) => (moves, result),
                    };
                    let found = game(&format!("RU[{rules}]"), &moves);
                    let counted = found
                        .outcome
                        .score()
                        .is_none()
                        .then(|| found.outcome.in_sgf());
                    assert_eq!(counted.as_deref(), result, "{rules} {moves}");
                    let told = found.remedy.map(|remedy| matches!(remedy, Remedy::PutBack));
                    assert_eq!(told, remedy, "{rules} {moves}");
                    found
                };
                for rules in ["proposal-2012", "japanese-1989"] {
                    let found = check(rules, moved, None, Some(true));
                    let [back, away] = ["aa", "ab"].map(|at| {
                        let text = image(&format!("[{at}]"));
                        let pair = text.as_bytes();
                        Point::new(pair[1] - b'a' + 1, 5 - (pair[2] - b'a')).unwrap()
                    });
                    let board = found.position.board();
                    assert!(
                        board.at(back).is_some() && board.at(away).is_none(),
                        "{board}"
                    );
                    // Stones that the record itself puts back have no consequence.
                    let restored = ";B[aa];W[cc];AE[aa]AB[ab];B[dd];AB[aa]AE[ab];W[ee]";
                    check(rules, restored, None, None);
                }
                check("proposal-2012", moved_for_good, Some("Void"), Some(false));
                check("japanese-1989", moved_for_good, Some("Void"), Some(false));
                check("proposal-2012", lifted, Some("W+F"), Some(false));
                check("japanese-1989", lifted, Some("Void"), Some(false));
                // Captured stones left on the board are removed when they are noticed.
                check("proposal-2012", left, None, None);
                for moves in [moved, moved_for_good, lifted] {
                    check("japanese-1949", moves, Some("Void"), Some(false));
                    check(
                        "japanese-1949",
                        &format!("{moves}{both}"),
                        None,
                        Some(false),
                    );
                    check("chinese", moves, None, None);
                }
                let one = format!("{moved}C[Ending: b consent]");
                check("japanese-1949", &one, Some("Void"), Some(false));
            }
        }
        let by_1989 = game("RU[japanese-1989]", moved_for_good);
        assert_eq!(by_1989.outcome, Outcome::Displaced(Spoilt::BothLose));
        let recorded = game("RU[japanese-1989]RE[B+3]", moved_for_good);
        assert!(recorded.outcome.score().is_some(), "the result stands");
    }

    /// Exchanges colors in moves and setup.
    fn exchanged_all(moves: &str) -> String {
        exchanged(moves)
            .replace("AB[", "Ax[")
            .replace("AW[", "AB[")
            .replace("Ax[", "AW[")
    }

    /// The agreed dead stones are counted, not the judged ones.
    #[test]
    fn what_the_players_agreed_is_counted() {
        let moves = ";B[ba];W[ca];B[bb];W[cb];B[bc];W[cc];B[bd];W[cd];B[be];W[ce];B[];W[]";
        let agreed = "C[Ending: b claim C1\nEnding: w claim C1]";
        let found = game("RU[Japanese]KM[0]", &format!("{moves}{agreed}"));
        assert_eq!(found.result(), "B+25");
        assert_eq!(game("RU[Japanese]KM[0]", moves).result(), "W+5");
    }
}
