//! Whose point is which, given the dead stones and the rules.
//!
//! Nothing here decides which stones are dead.

use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::{Point, PointSet};
use crate::rules::{Counting, Death, Rules, Tax};

/// Whose point is which on a board whose dead stones are known.
///
/// Says nothing of prisoners or komi. The points of a set of rules that counts stones alone are all
/// nobody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// The points each side has surrounded and is given, those under dead stones included, those under its own
    /// living stones not.
    pub points: PerColor<PointSet>,
    /// The empty points that no side alone surrounds. The eyes of groups in seki, where they do not
    /// count, are neither these nor territory.
    pub dame: PointSet,
    /// The living stones in seki; empty where the rules make no difference between seki and life.
    pub seki: PointSet,
    /// The dead stones that are taken off the board and become prisoners.
    pub taken_off: PointSet,
    /// Points taken from each side by the group tax.
    pub tax: PerColor<u32>,
}

/// Whose point is which, when these stones are dead and all others alive.
///
/// Points without a stone in `dead` mean nothing.
pub fn territory(board: &Board, dead: &PointSet, rules: &Rules) -> Territory {
    let all = board.size().all();
    let stones = PerColor::from_fn(|color| board.stones(color));
    let dead = PerColor::from_fn(|color| stones[color] & *dead);
    let living = PerColor::from_fn(|color| stones[color] - dead[color]);
    let free = (all - living[Color::Black]) - living[Color::White];
    let dead_stay = dead_stay(rules);
    let empty = if dead_stay {
        (free - dead[Color::Black]) - dead[Color::White]
    } else {
        free
    };

    let reached = PerColor::from_fn(|color| living[color].grown().flood(&free));
    let eyes = PerColor::from_fn(|color| {
        let mut eyes = reached[color] - reached[!color];
        if dead_stay {
            // A region with a dead stone of its owner in it is nobody's.
            eyes -= dead[color].flood(&eyes);
        }
        if rules.death == Death::Proposal2012 {
            eyes -= ko_points(board, color, &living, &eyes);
        }
        eyes
    });
    let mut found = Territory {
        points: eyes,
        dame: (empty - eyes[Color::Black]) - eyes[Color::White],
        seki: PointSet::EMPTY,
        taken_off: dead[Color::Black] | dead[Color::White],
        tax: PerColor::default(),
    };
    if rules.counting == Counting::Stones {
        found.points = PerColor::default();
        found.dame = empty;
        return found;
    }
    if rules.tax != Tax::None {
        found.tax_groups(&living, rules.tax);
    }
    if dead_stay {
        // Article 42 of 1949: stones in an eye of a seki may be captured before counting.
        let from = if rules.death == Death::Japanese1949 {
            eyes
        } else {
            found.points
        };
        let taken_off = |color: Color| dead[!color] & from[color];
        found.taken_off = taken_off(Color::Black) | taken_off(Color::White);
    }
    found
}

impl Territory {
    /// Takes away the eyes of groups in seki: those with a living stone next to a dame (article 8 of
    /// 1989), a group being what holds together through stones and eyes; and the group tax.
    fn tax_groups(&mut self, living: &PerColor<PointSet>, tax: Tax) {
        for color in Color::BOTH {
            let eyes = self.points[color];
            // Eyes touch living stones of their owner only: no group meets another through them.
            let groups = living[color] | eyes;
            let seki = (self.dame.grown() & living[color]).flood(&groups);
            self.seki |= seki & living[color];
            self.points[color] -= seki;
            if tax == Tax::All {
                let taxed = |group: PointSet| (group & eyes).len().min(2) as u32;
                self.tax[color] = (groups - seki).components().map(taxed).sum();
            }
        }
    }
}

/// Whether dead stones stay where they stand unless they stand in territory. Where stones are dead by
/// agreement, or count by area, all of them come off first.
fn dead_stay(rules: &Rules) -> bool {
    let by_rule = match rules.death {
        Death::Proposal2012 | Death::Japanese1989 | Death::Japanese1949 | Death::Korean => true,
        Death::Improved2009 | Death::Agreement | Death::AllAlive => false,
    };
    by_rule && rules.counting == Counting::Territory
}

/// The eyes of a side at which the other could take a ko now, where the ko is made of living stones of
/// both (article 8 of the proposal: 双方の活き石による劫の空点は地としない, example 26).
///
/// ```text
///   . X O .      Black's point at the left is none while White can take there:
///   X O . O      the stone taken is alone, and white stones that live stand
///   . X O .      around it. If one of the stones is dead, or it is not in atari, it counts.
/// ```
fn ko_points(
    board: &Board,
    owner: Color,
    living: &PerColor<PointSet>,
    eyes: &PointSet,
) -> PointSet {
    let is_ko = |&point: &Point| {
        let stones_around = |at: Point| {
            at.neighbours()
                .into_iter()
                .filter(|&at| board.at(at).is_some())
        };
        let mut in_atari = stones_around(point).filter(|&at| board.is_in_atari(at));
        let (Some(stone), None) = (in_atari.next(), in_atari.next()) else {
            return false;
        };
        board.is_empty(point)
            && board.around(point).is_enclosed_by(owner)
            && board.chain_size(stone) == 1
            && stones_around(point).all(|at| living[owner].contains(at))
            && stones_around(stone).all(|at| living[!owner].contains(at))
    };
    eyes.iter().filter(is_ko).collect()
}
