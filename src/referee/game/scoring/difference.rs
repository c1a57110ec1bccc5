//! Comparison of the score with the recorded result, and explanations of a difference.

use super::recorded::Recorded;
use super::scored::{RulesSource, ScoredGame};
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::rules::{Counting, Repetition, Rules};
use crate::go::score::{Terms, score};
use crate::go::territory::{Seki, territory_beside};
use crate::referee::game::{Outcome, Spoilt};
use crate::referee::judge::Status;

/// The comparison of the score with the recorded result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Agreement {
    /// The results agree.
    Same,
    /// The results differ: Black's lead as scored minus Black's lead as recorded.
    Differs(f64),
    /// The record has no counted result.
    NotCounted,
    /// A repetition left the game without a winner, but the record has a winner or a score.
    NoResult,
}

/// A change that would turn the score into the recorded result.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// Stones with another status: their color, their points and the status found.
    Stones(Vec<(Color, PointSet, Status)>),
    /// Dead stones that were not marked and count as alive: proved dead, or single stones.
    Unmarked(Vec<(Color, PointSet)>),
    /// The board counted as it stands, without these moves of the judgement.
    ///
    /// They are the moves into the player's own territory, or all of them if there are none.
    AsItStands(Vec<Play>),
    /// One side filled this many of these own points, as it would have to if play went on.
    Reinforcements(Color, usize, PointSet),
    /// Another komi.
    Komi(f64),
    /// Another way of counting, represented by a rule set.
    Rules(Rules),
    /// Points that are not clear, or that a side had to fill before the count.
    Points(PointSet),
    /// Moves are missing: the record does not end with two passes.
    Unfinished,
}

/// Usual komis, for records with a missing or wrong komi.
const USUAL_KOMI: [f64; 9] = [0.0, 0.5, 3.75, 4.5, 5.5, 6.5, 7.0, 7.5, 8.0];
/// The most groups whose status is varied.
const MOST_GROUPS: usize = 48;
/// The most stones of a group whose status is varied together with another one.
const MOST_STONES_IN_PAIRS: usize = 16;
/// The most reasons of one kind.
const MOST_REASONS: usize = 3;

impl ScoredGame {
    /// Compares the score with the recorded result.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        agreement(self)
    }

    /// Returns changes that would give the recorded result, the likeliest first.
    ///
    /// It is empty if the results agree, if the record has no score, or if no change is found.
    #[must_use]
    pub fn reasons(&self) -> Vec<Reason> {
        reasons(self)
    }
}

fn agreement(game: &ScoredGame) -> Agreement {
    match (game.outcome, recorded(game)) {
        (Outcome::Score(score), Recorded::Margin(margin)) => match score.margin() - margin {
            difference if difference.abs() < 1e-6 => Agreement::Same,
            difference => Agreement::Differs(difference),
        },
        (
            Outcome::Score(_)
            | Outcome::Resigned(_)
            | Outcome::Forfeit(_)
            | Outcome::Displaced(Spoilt::Loss(_)),
            _,
        )
        | (_, Recorded::Nothing) => Agreement::NotCounted,
        (Outcome::BothLose | Outcome::Displaced(_), Recorded::NoResult) => Agreement::Same,
        (Outcome::Repetition(Repetition::Draw), Recorded::Margin(0.0))
        | (Outcome::Repetition(Repetition::NoResult), Recorded::NoResult) => Agreement::Same,
        (Outcome::Repetition(_) | Outcome::BothLose | Outcome::Displaced(_), _) => {
            Agreement::NoResult
        }
    }
}

/// Reads the recorded result.
///
/// Quarters, unless they come from the komi, are doubled: some records give area in units of two
/// points (子).
fn recorded(game: &ScoredGame) -> Recorded {
    let has_quarters = |points: f64| (points * 4.0).rem_euclid(2.0) == 1.0;
    let text = game.recorded.as_deref().unwrap_or_default();
    match Recorded::read(text) {
        Recorded::Margin(margin) if has_quarters(margin) && !has_quarters(game.position.komi()) => {
            Recorded::Margin(margin * 2.0)
        }
        recorded => recorded,
    }
}

fn reasons(game: &ScoredGame) -> Vec<Reason> {
    let (Agreement::Differs(difference), Recorded::Margin(recorded)) =
        (agreement(game), recorded(game))
    else {
        return Vec::new();
    };
    let count = Recount::of(game);
    let fits = |margin: f64| (margin - recorded).abs() < 1e-6;
    let (adjudication, rules) = (&game.adjudication, game.position.rules());
    let mut found = Vec::new();
    // Facts missing from the record are the likeliest to differ, stated ones the least likely.
    if !game.states_komi {
        found.extend(by_komi(game, difference));
    }
    if game.source == RulesSource::Default {
        found.extend(count.by_rules(rules, fits));
    }
    found.extend(by_reinforcements(game, difference));
    if fits(count.margin(game.position.board(), &adjudication.dead(), rules)) {
        found.push(Reason::AsItStands(count.costly_plays()));
    }
    found.extend(count.by_groups(&groups(game), rules, fits));
    if !found.is_empty() {
        return found;
    }
    let filled = adjudication.left().iter().filter_map(|(_, to)| to.point());
    let points: PointSet = filled.chain(game.unsettled().iter()).collect();
    if !points.is_empty() && difference.abs() <= points.len() as f64 {
        found.push(Reason::Points(points));
    }
    if game.position.passes() < 2 {
        found.push(Reason::Unfinished);
    }
    if game.states_komi {
        found.extend(by_komi(game, difference));
    }
    if game.source != RulesSource::Default {
        found.extend(count.by_rules(rules, fits));
    }
    found
}

/// Returns the points that the side with too many points counted but would have to fill if play
/// went on.
fn by_reinforcements(game: &ScoredGame, difference: f64) -> Option<Reason> {
    if game.position.rules().counting != Counting::Territory {
        return None;
    }
    let (color, count) = if difference > 0.0 {
        (Color::Black, difference)
    } else {
        (Color::White, -difference)
    };
    let points = game.adjudication.reinforcements()[color];
    let enough = count.fract() == 0.0 && count <= points.len() as f64;
    enough.then_some(Reason::Reinforcements(color, count as usize, points))
}

/// Returns the usual komi that would remove the difference.
fn by_komi(game: &ScoredGame, difference: f64) -> Option<Reason> {
    let komi = game.position.komi() + difference;
    USUAL_KOMI.contains(&komi).then_some(Reason::Komi(komi))
}

/// Stones that live and die together, with the status found.
struct Group {
    color: Color,
    stones: PointSet,
    is_dead: bool,
    /// True if they are proved dead or a single dead stone.
    is_plainly_dead: bool,
}

impl Group {
    /// Returns true if two groups like this may both be misjudged.
    fn is_small(&self) -> bool {
        self.stones.len() <= MOST_STONES_IN_PAIRS
    }
}

/// The game, recounted with other dead stones.
struct Recount<'a> {
    game: &'a ScoredGame,
    terms: Terms,
    /// Seki by dame, except for the stones that were not judged to be in seki.
    seki: Seki,
}

impl Recount<'_> {
    fn of(game: &ScoredGame) -> Recount<'_> {
        let adjudication = &game.adjudication;
        let mut terms = Terms::of(&game.position);
        if game.position.rules().counting == Counting::Territory {
            // Includes the stones captured while the last dame were filled.
            terms.prisoners =
                PerColor::from_fn(|color| adjudication.score().tallies[color].prisoners);
        }
        let board = adjudication.finished();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        Recount {
            game,
            terms,
            seki: Seki::NextToDame {
                except: stones - adjudication.dead() - adjudication.stones(Status::Seki),
            },
        }
    }

    /// Returns Black's lead with these stones dead.
    fn margin(&self, board: &Board, dead: &PointSet, rules: &Rules) -> f64 {
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let dead = *dead & stones;
        let territory = territory_beside(board, &dead, &self.seki, rules);
        score(board, &territory, &self.terms, rules).margin()
    }

    /// Returns the moves before the count that filled own points; all of them if there are none.
    fn costly_plays(&self) -> Vec<Play> {
        let (position, adjudication) = (&self.game.position, &self.game.adjudication);
        let dead = adjudication.dead();
        let territory = territory_beside(position.board(), &dead, &self.seki, position.rules());
        let is_costly = |(color, to): &Play| {
            to.point()
                .is_some_and(|point| territory.points[*color].contains(point))
        };
        let plays = adjudication.finish();
        let costly: Vec<Play> = plays.iter().copied().filter(is_costly).collect();
        if costly.is_empty() {
            plays.to_vec()
        } else {
            costly
        }
    }

    /// Tries area rules instead of territory rules, or the reverse.
    fn by_rules(&self, rules: &Rules, fits: impl Fn(f64) -> bool) -> Option<Reason> {
        let adjudication = &self.game.adjudication;
        let other = match rules.counting {
            Counting::Territory => Rules::CHINESE,
            Counting::Area | Counting::Stones => Rules::JAPANESE_1989,
        };
        let margin = self.margin(adjudication.finished(), &adjudication.dead(), &other);
        fits(margin).then_some(Reason::Rules(other))
    }

    /// Returns the single groups, or otherwise the pairs of small groups, whose other status fits.
    fn by_groups(
        &self,
        groups: &[Group],
        rules: &Rules,
        fits: impl Fn(f64) -> bool,
    ) -> Vec<Reason> {
        let adjudication = &self.game.adjudication;
        let fits_with = |changed: &[&Group]| {
            let mut dead = adjudication.dead();
            for group in changed {
                if group.is_dead {
                    dead -= group.stones;
                } else {
                    dead |= group.stones;
                }
            }
            fits(self.margin(adjudication.finished(), &dead, rules))
        };
        let reason = |changed: &[&Group]| {
            if changed.iter().all(|group| group.is_plainly_dead) {
                let unmarked = changed.iter().map(|group| (group.color, group.stones));
                return Reason::Unmarked(unmarked.collect());
            }
            let told = |group: &&Group| {
                let found = if group.is_dead {
                    Status::Dead
                } else {
                    Status::Alive
                };
                (group.color, group.stones, found)
            };
            Reason::Stones(changed.iter().map(told).collect())
        };
        let single = groups.iter().map(|group| vec![group]);
        let mut found: Vec<Reason> = single
            .filter(|changed| fits_with(changed))
            .map(|changed| reason(&changed))
            .take(MOST_REASONS)
            .collect();
        if found.is_empty() {
            let small: Vec<&Group> = groups.iter().filter(|group| group.is_small()).collect();
            let pairs = small.iter().enumerate().flat_map(|(index, one)| {
                small[index + 1..]
                    .iter()
                    .map(move |other| vec![*one, *other])
            });
            found = pairs
                .filter(|changed| fits_with(changed))
                .map(|changed| reason(&changed))
                .take(MOST_REASONS)
                .collect();
        }
        found
    }
}

/// Returns the groups whose status may be wrong.
///
/// These are the dead stones of each surrounded region, and living groups without a proved stone.
fn groups(game: &ScoredGame) -> Vec<Group> {
    let adjudication = &game.adjudication;
    let board = adjudication.finished();
    let dead = adjudication.dead();
    let living = PerColor::from_fn(|color| board.stones(color) - dead);
    let free = (board.size().all() - living[Color::Black]) - living[Color::White];
    let chains = adjudication.chains().iter();
    let proved = chains.filter(|chain| chain.basis.is_proof());
    let proved: PointSet = proved.map(|chain| chain.stones).collect();
    let mut groups = Vec::new();
    for color in Color::BOTH {
        let lost = free
            .components()
            .map(|region| (region & dead & board.stones(color), true));
        let held = (living[color] | adjudication.territory().points[color])
            .components()
            .map(|group| (group & living[color], false));
        for (stones, is_dead) in lost.chain(held) {
            if !stones.is_empty() && (is_dead || !stones.meets(&proved)) {
                groups.push(Group {
                    color,
                    stones,
                    is_dead,
                    is_plainly_dead: is_dead && (stones.len() == 1 || stones.is_subset(&proved)),
                });
            }
        }
    }
    groups.sort_by_key(|group| group.stones.len());
    groups.truncate(MOST_GROUPS);
    groups
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::Point;
    use crate::referee::game::scoring::Request;

    /// Black owns three columns, White two.
    const GAME: &str = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]";

    fn game(facts: &str, moves: &str) -> ScoredGame {
        let record = format!("(;SZ[5]{facts}{moves})").parse().unwrap();
        ScoredGame::of(&record, &Request::default()).unwrap()
    }

    #[test]
    fn results_are_read_as_people_write_them() {
        for (text, expected) in [
            ("B+0.5", Recorded::Margin(0.5)),
            ("W+10.", Recorded::Margin(-10.0)),
            (" black + 3 ", Recorded::Margin(3.0)),
            ("W+", Recorded::Win(Color::White)),
            ("B+T", Recorded::Win(Color::Black)),
            ("B+..", Recorded::Win(Color::Black)),
            ("jigo", Recorded::Margin(0.0)),
            ("", Recorded::Nothing),
            ("Void", Recorded::NoResult),
            ("+3", Recorded::Nothing),
            ("黑中盘胜", Recorded::Win(Color::Black)),
        ] {
            assert_eq!(Recorded::read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_record_agrees_or_does_not() {
        let with = |result: &str| game(&format!("KM[0.5]RU[Chinese]RE[{result}]"), GAME);
        assert_eq!(with("B+4.5").agreement(), Agreement::Same);
        assert_eq!(with("B+2.25").agreement(), Agreement::Same, "in stones");
        assert_eq!(with("W+1.5").agreement(), Agreement::Differs(6.0));
        assert_eq!(with("B+R").agreement(), Agreement::NotCounted);
        assert_eq!(with("Void").agreement(), Agreement::NotCounted);
        assert_eq!(with("B+4.5").reasons(), []);
        assert_eq!(with("B+R").reasons(), []);
    }

    #[test]
    fn a_repetition_agrees_with_no_result() {
        // Black plays two stones into the corner, White captures them, Black recaptures one.
        let with = |rules: &str, result: &str| {
            let facts = format!("SZ[5]AB[cd][be][de]AW[ad][bd]PL[B]RU[{rules}]RE[{result}]");
            let record = format!("(;{facts};B[ae];W[ce];B[be];W[];B[ae])");
            let game = ScoredGame::of(&record.parse().unwrap(), &Request::default()).unwrap();
            (game.result(), game.agreement())
        };
        let zero = "0".to_owned();
        assert_eq!(with("Chinese", "Void"), (zero.clone(), Agreement::Same));
        assert_eq!(with("Chinese", "B+3"), (zero.clone(), Agreement::NoResult));
        assert_eq!(with("Chinese", "?"), (zero, Agreement::NotCounted));
        assert_eq!(with("Japanese", "Void").1, Agreement::NotCounted);
    }

    #[test]
    fn komi_and_rules_explain_a_difference() {
        let reasons = |facts: &str| game(facts, GAME).reasons();
        // Without a stated komi it is 7.5: B+5 on the board.
        assert_eq!(
            reasons("RU[Chinese]RE[B+4.5]").first(),
            Some(&Reason::Komi(0.5))
        );
        assert_eq!(
            reasons("RU[Chinese]KM[6.5]RE[B+5]").last(),
            Some(&Reason::Komi(0.0))
        );
        // Black passed first, and has one stone more than White.
        let moves =
            ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[ba];W[];B[];W[]";
        let found = game("KM[0.5]RE[B+4.5]", moves);
        assert_eq!(found.result(), "B+3.5");
        assert_eq!(
            found.reasons().first(),
            Some(&Reason::Rules(Rules::CHINESE))
        );
    }

    #[test]
    fn stones_explain_a_difference() {
        let moves =
            ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[ab];B[];W[]";
        let found = game("KM[0.5]RU[Chinese]RE[W+6.5]", moves);
        assert_eq!(found.result(), "B+4.5");
        let a4 = [Point::new(1, 4).unwrap()].into_iter().collect();
        assert_eq!(
            found.reasons(),
            [Reason::Unmarked(vec![(Color::White, a4)])]
        );
    }

    #[test]
    fn a_record_may_be_cut_short() {
        let found = game("KM[0.5]RU[Chinese]RE[B+9.5]", ";B[ca];W[da];B[cb];W[db]");
        assert!(found.reasons().contains(&Reason::Unfinished));
    }
}
