//! Reinforcement (手入れ): the plays that a side should still make in its own position.

use super::adjudication::Adjudication;
use super::effort::Effort;
use super::last_moves;
use super::status::{Basis, Judgement};
use super::walls::plainly_settled;
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::score::{Score, Terms, score};
use crate::go::territory::territory;
use crate::life::benson;
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::{Procedure, Side};
use crate::life::reading::{Budget, Reader};
use std::sync::atomic::AtomicBool;

/// A play that a side should make before the game stops.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Reinforcement {
    /// The point to play at.
    pub at: Point,
    /// Gain in points if the game stops. It is above 0 if the position needs the play as it stands,
    /// not only against the opponent's next move.
    pub gain: f64,
    /// Value in points if the opponent would have moved next.
    pub worth: f64,
    /// The stones of both sides whose status depends on the play.
    pub stones: PointSet,
    /// The score after the opponent's best answer, if the game then stops.
    pub score: Score,
}

/// Returns the reinforcements that a side should consider, most valuable first. It should play one.
///
/// They are plays in fights, and plays in the last open parts of a game that ends better for the
/// side with them than with the opponent moving first. Dame are none. The search stops when another
/// thread sets the flag.
pub fn reinforcements(
    position: &Position,
    adjudication: &Adjudication,
    side: Color,
    effort: &Effort,
    stop: &AtomicBool,
) -> Vec<Reinforcement> {
    let mut found = in_fights(position, adjudication, side, effort, stop);
    if let Some(played_out) = last_moves::of_judged(position, adjudication, effort, stop) {
        let owed = last_moves::owed(position, adjudication, &played_out, side, effort, stop);
        for play in owed {
            if found.iter().all(|known| known.at != play.at) {
                found.push(Reinforcement {
                    at: play.at,
                    gain: play.gain,
                    worth: play.worth,
                    stones: PointSet::EMPTY,
                    score: play.score,
                });
            }
        }
    }
    found.sort_by(|one: &Reinforcement, other| {
        let by_worth = other.worth.total_cmp(&one.worth);
        by_worth.then(one.at.cmp(&other.at))
    });
    found
}

/// Returns the reinforcements that a side should consider in fights.
///
/// If the rules judge a chain with the opponent moving first, a reinforcement is a play that
/// changes the status of chains when the game stops after it. If the side itself moves first, it is
/// a play without which the opponent could change a status by one more move, even if that move is
/// answered. A play that gains points as the position stands is included even if it attacks.
///
/// Only fights that can be read to their end within the effort are considered, in larger parts of
/// the board those within walls that plainly live. Rules that do not judge by reading need no
/// reinforcement.
pub fn in_fights(
    position: &Position,
    adjudication: &Adjudication,
    side: Color,
    effort: &Effort,
    stop: &AtomicBool,
) -> Vec<Reinforcement> {
    let rules = position.rules();
    // If disputes are played out, alternating play decides life.
    let played_out = rules.phased.then_some(Procedure::LOCAL);
    let Some(procedure) = Procedure::of(rules).or(played_out) else {
        return Vec::new();
    };
    let board = position.board();
    let meter = effort.meter_for_plays(board, adjudication.work_left, stop);
    let limits = effort.limits(adjudication.occasion(), position.rules(), meter);
    let settled = adjudication.settled();
    let living = settled.living[Color::Black] | settled.living[Color::White];
    let mut case = Case {
        position,
        adjudication,
        procedure,
        side,
        walls: plainly_settled(position, adjudication).living,
        states: limits.board,
        chain: limits.chain,
        meter: limits.meter,
    };
    let empty: PointSet = board.empties().iter().copied().collect();
    let is_small = |part: &PointSet| {
        let room = (*part & empty).len();
        part.len() <= limits.points && room <= MOST_ROOM.min(limits.room)
    };
    let walls = case.walls[Color::Black] | case.walls[Color::White];
    let mut found = Vec::new();
    for part in (board.size().all() - living).components() {
        let is_whole = is_small(&part);
        let has_fight = |part: &PointSet| {
            adjudication.chains().iter().any(|chain| {
                if is_whole {
                    chain.stones.meets(part) && matches!(chain.basis, Basis::Read(_))
                } else {
                    chain.stones.is_subset(part)
                }
            })
        };
        let parts = if is_whole { part } else { part - walls }.components();
        for part in parts.filter(is_small).filter(has_fight) {
            let places = (part & empty) - settled.territory[!side];
            found.extend(case.in_part(&part, &places));
        }
    }
    found
}

/// Returns true if every status is proved and no open point is left.
///
/// A region is open if it lies between pass-alive stones of both colors or has no living stone next
/// to it. In a decided position, only the plays that [`reinforcements`] finds are left.
pub fn is_decided(position: &Position, adjudication: &Adjudication) -> bool {
    let chains = adjudication.chains();
    let is_known = |chain: &Judgement| chain.basis.is_proof();
    let board = position.board();
    let settled = adjudication.settled();
    let dead = adjudication.dead();
    let living = PerColor::from_fn(|color| board.stones(color) - dead);
    let free = (board.size().all() - living[Color::Black]) - living[Color::White];
    let is_open = |region: PointSet| {
        let around = region.grown();
        let lives = |living: &PerColor<PointSet>| living.0.map(|living| around.meets(&living));
        lives(&settled.living) == [true; 2] || lives(&living) == [false; 2]
    };
    chains.iter().all(is_known) && !free.components().any(is_open)
}

/// Maximum number of empty points in a part; larger parts have too many plays to try.
const MOST_ROOM: usize = 24;

/// The position for trying plays, and the budget that is left for reading.
struct Case<'a> {
    position: &'a Position,
    adjudication: &'a Adjudication,
    procedure: Procedure,
    side: Color,
    /// The stones that plainly live, as walls for parts that are too large otherwise.
    walls: PerColor<PointSet>,
    /// The number of states left.
    states: usize,
    /// Maximum number of states for one chain.
    chain: usize,
    /// The budget for reading, which another thread may stop.
    meter: Meter<'a>,
}

/// A board after some plays, with all prisoners up to there.
struct TriedBoard {
    board: Board,
    prisoners: PerColor<u32>,
}

impl Case<'_> {
    /// Returns the reinforcements in one part of the board.
    fn in_part(&mut self, part: &PointSet, places: &PointSet) -> Vec<Reinforcement> {
        let side = self.side;
        let now = TriedBoard {
            board: self.position.board().clone(),
            prisoners: self.position.prisoners(),
        };
        let dead = self.adjudication.dead();
        let value = self.value(&now, &dead);
        // The opponent moves once more, with an answer if this side moves first in the reading.
        let mut threats = vec![];
        let mut risk = value;
        for at in places.iter() {
            let after = self.play(&now, !side, at);
            let Some((after, lost)) = after.and_then(|after| self.judge(after, side, part, &dead))
            else {
                continue;
            };
            let value_after = self.value(&after, &lost);
            let is_threat = !self
                .changed(&after, self.judged_first(side), part, &lost)
                .is_empty();
            if is_threat && value_after < value {
                threats.push(at);
                risk = risk.min(value_after);
            }
        }
        let mut found = vec![];
        for at in places.iter() {
            let after = self.play(&now, side, at);
            let Some((after, lost)) = after.and_then(|after| self.judge(after, !side, part, &dead))
            else {
                continue;
            };
            let stones = self.changed(&after, self.judged_first(!side), part, &lost);
            if stones.is_empty() && threats.is_empty() {
                continue;
            }
            let mut score = self.score(&after, &lost);
            let mut worst = self.lead(&score);
            // Every reply of the opponent must have an answer.
            for reply in places.iter().filter(|&reply| reply != at) {
                if worst <= risk {
                    break;
                }
                let Some(next) = self.play(&after, !side, reply) else {
                    continue;
                };
                let Some((next, lost)) = self.judge(next, side, part, &lost) else {
                    worst = risk;
                    break;
                };
                let answered = self.score(&next, &lost);
                if self.lead(&answered) < worst {
                    (score, worst) = (answered, self.lead(&answered));
                }
            }
            if worst > risk {
                found.push(Reinforcement {
                    at,
                    gain: worst - value,
                    worth: worst - risk,
                    stones,
                    score,
                });
            }
        }
        found
    }

    /// Returns a board with its dead stones; `None` if a chain cannot be read.
    ///
    /// The chains of the part that are judged with `first` to move are read. All others keep their
    /// status.
    fn judge(
        &mut self,
        after: TriedBoard,
        first: Color,
        part: &PointSet,
        dead: &PointSet,
    ) -> Option<(TriedBoard, PointSet)> {
        if self.meter.is_told() {
            return None;
        }
        let color = self.judged_first(first);
        let read = self.dead(&after, color, part)?;
        let carried = self.carried(&after, !color, part, dead, &read);
        Some((after, read | carried | (*dead - *part)))
    }

    /// Returns the color whose chains are judged with `side` moving first.
    fn judged_first(&self, side: Color) -> Color {
        match self.procedure.first {
            Side::Defender => side,
            Side::Attacker => !side,
        }
    }

    /// Returns the board after a play; `None` if the play is illegal.
    fn play(&self, before: &TriedBoard, color: Color, at: Point) -> Option<TriedBoard> {
        let board = &before.board;
        if !board.is_empty(at) || board.ko() == Some(at) || board.is_suicide(color, at) {
            return None;
        }
        let (mut board, mut prisoners) = (board.clone(), before.prisoners);
        prisoners[color] += u32::from(board.place(color, at, &mut ()).captured);
        Some(TriedBoard { board, prisoners })
    }

    /// Returns the dead stones of a color in a part; `None` if one of its chains there cannot be
    /// read.
    fn dead(&mut self, after: &TriedBoard, color: Color, part: &PointSet) -> Option<PointSet> {
        let budget = Budget {
            states: self.chain.min(self.states),
        };
        let mut settled = benson::settled(&after.board, false);
        for color in Color::BOTH {
            settled.living[color] |= (self.walls[color] - *part) & after.board.stones(color);
        }
        let reader = Reader::assuming(&after.board, settled, self.procedure, budget);
        let mut reader = reader.within(self.meter.clone());
        let chains = Chain::all_of(&after.board, color).into_iter();
        reader.dead_among(
            chains.filter(|chain| chain.stones.meets(part)),
            &mut self.states,
        )
    }

    /// Returns the dead stones of a color in a part without reading.
    ///
    /// Chains keep the status of their stones. New stones are dead on points of the other side,
    /// except next to stones that were read as dead.
    fn carried(
        &self,
        after: &TriedBoard,
        color: Color,
        part: &PointSet,
        dead: &PointSet,
        read: &PointSet,
    ) -> PointSet {
        let before = self.position.board().stones(color);
        let is_lost = |chain: &Chain| {
            let old = chain.stones & before;
            let is_opponents = |at: Point| self.adjudication.owner(at) == Some(!color);
            if old.is_empty() {
                chain.stones.iter().all(is_opponents) && !chain.stones.grown().meets(read)
            } else {
                old.is_subset(dead)
            }
        };
        let chains = Chain::all_of(&after.board, color).into_iter();
        let lost = chains.filter(|chain| chain.stones.meets(part) && is_lost(chain));
        lost.map(|chain| chain.stones).collect()
    }

    /// Returns the stones of the position in a part whose status has changed.
    fn changed(
        &self,
        after: &TriedBoard,
        color: Color,
        part: &PointSet,
        dead: &PointSet,
    ) -> PointSet {
        let stones = self.position.board().stones(color) & *part;
        let lost = (stones - after.board.stones(color)) | (stones & *dead);
        let were_lost = stones & self.adjudication.dead();
        lost ^ were_lost
    }

    /// Returns the lead of the side in points.
    fn value(&self, after: &TriedBoard, dead: &PointSet) -> f64 {
        self.lead(&self.score(after, dead))
    }

    fn lead(&self, score: &Score) -> f64 {
        score.margin() * f64::from(self.side.sign())
    }

    fn score(&self, after: &TriedBoard, dead: &PointSet) -> Score {
        let rules = self.position.rules().untaxed();
        let stones = after.board.stones(Color::Black) | after.board.stones(Color::White);
        let dead = *dead & stones;
        let territory = territory(&after.board, &dead, &rules);
        let terms = Terms {
            prisoners: after.prisoners,
            ..Terms::of(self.position)
        };
        score(&after.board, &territory, &terms, &rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::rules::Rules;
    use crate::referee::judge::Occasion;
    use crate::referee::judge::adjudicate;

    const EFFORT: Effort = Effort {
        playouts: 60,
        seed: 2,
        states: 100_000,
        safety: 2_000,
        ..Effort::USUAL
    };

    /// Returns the position on the board of a case file.
    fn position(case: &str, rules: Rules) -> Position {
        let (_, rest) = case.split_once("\nboard:\n").expect("a case has a board");
        let (picture, _) = rest.split_once("\nstatus:\n").expect("and a status");
        let board = diagram::board(picture).expect("a board");
        Position::set_up(board, Color::Black, rules)
    }

    /// Returns the plays that a side needs as the position stands.
    fn needed(case: &str, rules: Rules, side: Color) -> Vec<String> {
        let position = position(case, rules);
        let adjudication = adjudicate(&position, Occasion::of(&position), &EFFORT);
        let found = reinforcements(
            &position,
            &adjudication,
            side,
            &EFFORT,
            &AtomicBool::new(false),
        );
        assert!(found.windows(2).all(|pair| pair[0].worth >= pair[1].worth));
        assert!(
            found
                .iter()
                .all(|owed| owed.worth > 0.0 && owed.worth >= owed.gain)
        );
        let needed = found.iter().filter(|owed| owed.gain > 0.0);
        needed.map(|owed| owed.at.to_string()).collect()
    }

    macro_rules! case {
        ($name:literal) => {
            include_str!(concat!("../../../gtp-tests/cases/", $name, ".case"))
        };
    }

    /// Example 6: Black's eternal life holds under the proposal unless White plays at a (C12);
    /// under the rules of 1989 Black is dead as it stands.
    #[test]
    fn eternal_life_needs_a_play_only_under_the_proposal() {
        let case = case!("proposal-2012/p2012-06");
        let found = needed(case, Rules::PROPOSAL_2012, Color::White);
        assert_eq!(found[0], "C12", "{found:?}");
        assert!(needed(case, Rules::JAPANESE_1989, Color::White).is_empty());
    }

    /// Example 9: a direct ko has to be settled by Black at C9; example 10: a ko with one more move
    /// to make has not.
    #[test]
    fn a_direct_ko_is_settled_and_an_approach_move_ko_is_left() {
        for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989] {
            let found = needed(case!("proposal-2012/p2012-09"), rules, Color::Black);
            assert_eq!(found, ["C9"], "{rules}");
            for side in Color::BOTH {
                let found = needed(case!("proposal-2012/p2012-10"), rules, side);
                assert!(found.is_empty(), "{rules}: {found:?}");
            }
        }
    }

    /// Example 14: only the rules of 1989 make White throw in (at a, A10 here).
    #[test]
    fn a_throw_in_is_needed_only_under_the_rules_of_1989() {
        let case = case!("proposal-2012/p2012-14");
        assert!(needed(case, Rules::PROPOSAL_2012, Color::White).is_empty());
        let found = needed(case, Rules::JAPANESE_1989, Color::White);
        assert!(found.contains(&"A10".to_owned()), "{found:?}");
    }

    /// The figures of the proposal in which common sense needs no play by Black. The procedure of
    /// 1989 demands one in figures 2 and 4, where it finds Black dead, and in figures 1 and 5,
    /// where it finds a Black stone dead.
    #[test]
    fn common_sense_needs_no_play_under_the_proposal() {
        let cases = [
            (case!("proposal-2012/p2012-fu-1-1"), true),
            (case!("proposal-2012/p2012-fu-1-2"), true),
            (case!("proposal-2012/p2012-fu-1-3"), false),
            (case!("proposal-2012/p2012-fu-1-4"), true),
            (case!("proposal-2012/p2012-fu-1-5"), true),
        ];
        for (case, in_1989) in cases {
            let found = needed(case, Rules::PROPOSAL_2012, Color::Black);
            assert!(found.is_empty(), "{found:?}");
            let found = needed(case, Rules::JAPANESE_1989, Color::Black);
            assert_eq!(!found.is_empty(), in_1989, "{found:?}");
        }
    }

    #[test]
    fn rules_that_do_not_judge_by_reading_need_no_play() {
        let case = case!("proposal-2012/p2012-09");
        assert!(needed(case, Rules::CHINESE, Color::Black).is_empty());
    }
}
