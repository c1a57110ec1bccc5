//! Statistics of playouts and evaluations: ownership, and the leads after each move at the root.

use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, PointSet};
use crate::mcts::playout::Ownership;
use crate::mcts::tree::TerminalResult;
use crate::mcts::tree::oracle::Outlook;
use crate::mcts::tree::select::score_scale;

/// Statistics of the playouts or evaluations of a search.
// Moves at the root are identified by their index among its children, which pruning keeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    ownership: Ownership,
    leads: Leads,
    by_move: Vec<MoveOutcomes>,
    keeps_moves_ownership: bool,
}

/// Statistics of the playouts that began with one move.
#[derive(Clone, Debug, Default)]
struct MoveOutcomes {
    leads: Leads,
    /// Playouts that ended in an adjudication.
    counted: u64,
    ownership: Option<Box<Ownership>>,
}

/// Moments of a set of leads in points.
#[derive(Clone, Copy, Debug, Default)]
struct Leads {
    number: f64,
    sum: f64,
    squares: f64,
}

/// A prior for the standard deviation of leads, and its weight in playouts.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeviationPrior {
    /// The standard deviation in points.
    deviation: f64,
    weight: f64,
}

impl DeviationPrior {
    /// The prior before the first playout: a lead that is large on a board of `points` points.
    pub(super) fn of_playouts(points: usize) -> DeviationPrior {
        DeviationPrior {
            deviation: score_scale(points),
            weight: 10.0,
        }
    }

    /// Returns the prior with another standard deviation.
    pub(super) fn with(self, deviation: f64) -> DeviationPrior {
        DeviationPrior { deviation, ..self }
    }

    /// The prior from the root evaluation.
    ///
    /// Its weight is small, since each evaluation has a deviation.
    pub(super) fn said(deviation: f64) -> DeviationPrior {
        DeviationPrior {
            deviation,
            weight: 1.0,
        }
    }
}

impl Leads {
    fn add(&mut self, lead: f64) {
        self.add_all(Leads::expected(lead, 0.0));
    }

    /// The moments of one uncertain lead: its mean and standard deviation.
    fn expected(lead: f64, deviation: f64) -> Leads {
        Leads {
            number: 1.0,
            sum: lead,
            squares: lead * lead + deviation * deviation,
        }
    }

    fn add_all(&mut self, others: Leads) {
        self.number += others.number;
        self.sum += others.sum;
        self.squares += others.squares;
    }

    /// Returns the standard deviation, with the prior mixed in.
    fn deviation(&self, expected: DeviationPrior) -> f64 {
        let DeviationPrior { deviation, weight } = expected;
        let squares = (self.squares - self.sum.powi(2) / self.number.max(1.0)).max(0.0);
        ((squares + weight * deviation.powi(2)) / (self.number + weight)).sqrt()
    }
}

impl Outcomes {
    /// Creates empty statistics. `keeps_moves_ownership` turns on ownership after each move.
    pub(super) fn new(keeps_moves_ownership: bool) -> Outcomes {
        Outcomes {
            keeps_moves_ownership,
            ..Outcomes::default()
        }
    }

    /// Adds the ownership at the end of a playout.
    ///
    /// `began_with` is the index of its first move at the root.
    pub(super) fn add_owners(&mut self, owners: &PerColor<PointSet>, began_with: Option<usize>) {
        self.ownership.add(owners);
        if let Some(at) = began_with.filter(|_| self.keeps_moves_ownership) {
            let ownership = &mut self.of_mut(at).ownership;
            ownership.get_or_insert_default().add(owners);
        }
    }

    /// Adds the adjudication of a game that ended inside the tree.
    pub(super) fn add_counted(&mut self, ending: &TerminalResult, began_with: Option<usize>) {
        self.add_owners(&ending.owners, began_with);
        if let Some(at) = began_with {
            self.of_mut(at).counted += 1;
        }
    }

    /// Adds Black's lead in points at the end of a playout.
    pub(super) fn add_lead(&mut self, lead: f64, began_with: Option<usize>) {
        self.leads.add(lead);
        if let Some(at) = began_with {
            self.of_mut(at).leads.add(lead);
        }
    }

    /// Adds an evaluation with `turn` to move.
    pub(super) fn add_outlook(
        &mut self,
        outlook: &Outlook,
        turn: Color,
        points: &PointSet,
        began_with: Option<usize>,
    ) {
        let leads = Leads::expected(f64::from(turn.sign()) * outlook.lead, outlook.deviation);
        self.add_expected(leads, &outlook.ownership, points, began_with);
    }

    /// Adds the adjudication of a finished game in a search with an evaluator.
    pub(super) fn add_ending(
        &mut self,
        ending: &TerminalResult,
        points: &PointSet,
        began_with: Option<usize>,
    ) {
        let mut owned = PerPoint::new(0.0);
        for color in Color::BOTH {
            for at in ending.owners[color].iter() {
                owned[at] = color.sign() as f32;
            }
        }
        let leads = Leads::expected(ending.lead, 0.0);
        self.add_expected(leads, &owned, points, began_with);
    }

    fn add_expected(
        &mut self,
        leads: Leads,
        owned: &PerPoint<f32>,
        points: &PointSet,
        began_with: Option<usize>,
    ) {
        self.leads.add_all(leads);
        self.ownership.add_expected(owned, points);
        let Some(at) = began_with else { return };
        let keeps_ownership = self.keeps_moves_ownership;
        let outcomes = self.of_mut(at);
        outcomes.leads.add_all(leads);
        if keeps_ownership {
            let ownership = outcomes.ownership.get_or_insert_default();
            ownership.add_expected(owned, points);
        }
    }

    /// Adds the statistics of another thread.
    pub(super) fn add_all(&mut self, others: &Outcomes) {
        self.ownership.add_all(&others.ownership);
        self.leads.add_all(others.leads);
        for (at, other) in others.by_move.iter().enumerate() {
            let outcomes = self.of_mut(at);
            outcomes.leads.add_all(other.leads);
            outcomes.counted += other.counted;
            if let Some(seen) = &other.ownership {
                outcomes.ownership.get_or_insert_default().add_all(seen);
            }
        }
    }

    /// Returns the ownership over all playouts.
    pub(super) fn into_ownership(self) -> Ownership {
        self.ownership
    }

    /// Returns the standard deviation of the leads in points, with the prior mixed in.
    pub(super) fn deviation(&self, expected: DeviationPrior) -> f64 {
        self.leads.deviation(expected)
    }

    /// Returns the standard deviation of the leads after a move, with the prior mixed in.
    pub(super) fn deviation_after(&self, at: usize, expected: DeviationPrior) -> f64 {
        let of_move = self.by_move.get(at).map(|outcomes| outcomes.leads);
        of_move.unwrap_or_default().deviation(expected)
    }

    /// Returns the number of playouts after a move that ended in an adjudication.
    pub(super) fn counted_after(&self, at: usize) -> u64 {
        self.by_move.get(at).map_or(0, |outcomes| outcomes.counted)
    }

    /// Returns the ownership after a move, if it is recorded.
    pub(super) fn ownership_after(&self, at: usize) -> Option<Box<Ownership>> {
        self.by_move.get(at)?.ownership.clone()
    }

    fn of_mut(&mut self, at: usize) -> &mut MoveOutcomes {
        if at >= self.by_move.len() {
            self.by_move.resize_with(at + 1, MoveOutcomes::default);
        }
        &mut self.by_move[at]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::point::{Point, Size};

    #[test]
    fn each_move_has_its_own_outcomes() {
        let all = Size::square(3).expect("a size").all();
        let at = Point::new(2, 2).expect("a point");
        let of =
            |color| PerColor::from_fn(|side| if side == color { all } else { PointSet::EMPTY });
        for keeps in [false, true] {
            let mut outcomes = Outcomes::new(keeps);
            let mut others = outcomes.clone();
            for (lead, color, began_with) in [
                (3.0, Color::Black, 0),
                (-1.0, Color::White, 4),
                (5.0, Color::Black, 4),
            ] {
                let outcomes = if lead > 4.0 {
                    &mut others
                } else {
                    &mut outcomes
                };
                outcomes.add_owners(&of(color), Some(began_with));
                outcomes.add_lead(lead, Some(began_with));
            }
            others.add_owners(&of(Color::White), None);
            outcomes.add_all(&others);
            let deviations = [0, 1, 4, 9]
                .map(|at| outcomes.deviation_after(at, DeviationPrior::of_playouts(81).with(0.0)));
            // Two leads, each 3 points from their mean, and a prior of weight 10 without deviation.
            let expected = [0.0, 0.0, f64::sqrt(18.0 / 12.0), 0.0];
            assert_eq!(deviations, expected);
            let after = |began_with| Some(outcomes.ownership_after(began_with)?.of(at));
            let expected = [Some(1.0), None, Some(0.0)].map(|owner| owner.filter(|_| keeps));
            assert_eq!([0, 1, 4].map(after), expected);
            assert_eq!(outcomes.into_ownership().of(at), 0.0);
        }
    }

    #[test]
    fn the_spread_of_leads_is_known_from_the_playouts() {
        let mut outcomes = Outcomes::default();
        assert!(
            (outcomes.deviation(DeviationPrior::of_playouts(81)) - score_scale(81)).abs() < 1e-9
        );
        for turn in 0..10_000 {
            outcomes.add_lead(if turn % 2 == 0 { 23.0 } else { -17.0 }, None);
        }
        assert!((outcomes.deviation(DeviationPrior::of_playouts(81)) - 20.0).abs() < 0.1);
    }
}
