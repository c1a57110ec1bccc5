//! How playouts have ended: who owned what, and the leads after each move at the root.

use crate::color::{Color, PerColor};
use crate::playout::Ownership;
use crate::point::PointSet;
use crate::tree::oracle::Outlook;
use crate::tree::select::score_scale;

/// How playouts have ended.
//
// Moves at the root are told by their place among its children, which stays the same when the tree is pruned.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    ownership: Ownership,
    leads: Leads,
    by_move: Vec<MoveOutcomes>,
    keeps_moves_ownership: bool,
}

/// How the playouts have ended that began with one move.
#[derive(Clone, Debug, Default)]
struct MoveOutcomes {
    leads: Leads,
    ownership: Option<Box<Ownership>>,
}

/// By how much some playouts were won, in points.
#[derive(Clone, Copy, Debug, Default)]
struct Leads {
    number: f64,
    sum: f64,
    squares: f64,
}

impl Leads {
    fn add(&mut self, lead: f64) {
        self.add_all(Leads::expected(lead, 0.0));
    }

    /// One that is not known but expected, with its standard deviation.
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

    /// The standard deviation; that of a few counts beside what is expected.
    fn deviation(&self, expected: f64) -> f64 {
        /// The weight of what is expected before the first playout.
        const EXPECTED: f64 = 10.0;
        let squares = (self.squares - self.sum.powi(2) / self.number.max(1.0)).max(0.0);
        ((squares + EXPECTED * expected.powi(2)) / (self.number + EXPECTED)).sqrt()
    }
}

impl Outcomes {
    /// No playout yet. `keeps_moves_ownership` says whether it is kept who owned what after each move.
    pub(super) fn new(keeps_moves_ownership: bool) -> Outcomes {
        Outcomes {
            keeps_moves_ownership,
            ..Outcomes::default()
        }
    }

    /// Adds what each side owns at the end of a playout, and the move at the root that it began with, if any.
    pub(super) fn add_owners(&mut self, owners: &PerColor<PointSet>, began_with: Option<usize>) {
        self.ownership.add(owners);
        if let Some(at) = began_with.filter(|_| self.keeps_moves_ownership) {
            let ownership = &mut self.of_mut(at).ownership;
            ownership.get_or_insert_default().add(owners);
        }
    }

    /// Adds the lead in points, of one side always the same, at the end of a playout, and the move at the root that it began
    /// with, if any.
    pub(super) fn add_lead(&mut self, lead: f64, began_with: Option<usize>) {
        self.leads.add(lead);
        if let Some(at) = began_with {
            self.of_mut(at).leads.add(lead);
        }
    }

    /// Adds what was said of a position in place of a playout, with this side to move there, and the move at the root that
    /// led to it, if any.
    pub(super) fn add_outlook(
        &mut self,
        outlook: &Outlook,
        turn: Color,
        points: &PointSet,
        began_with: Option<usize>,
    ) {
        let leads = Leads::expected(f64::from(turn.sign()) * outlook.lead, outlook.deviation);
        self.leads.add_all(leads);
        self.ownership.add_expected(&outlook.ownership, points);
        let Some(at) = began_with else { return };
        let keeps_ownership = self.keeps_moves_ownership;
        let outcomes = self.of_mut(at);
        outcomes.leads.add_all(leads);
        if keeps_ownership {
            let ownership = outcomes.ownership.get_or_insert_default();
            ownership.add_expected(&outlook.ownership, points);
        }
    }

    /// Adds other playouts.
    pub(super) fn add_all(&mut self, others: &Outcomes) {
        self.ownership.add_all(&others.ownership);
        self.leads.add_all(others.leads);
        for (at, other) in others.by_move.iter().enumerate() {
            let outcomes = self.of_mut(at);
            outcomes.leads.add_all(other.leads);
            if let Some(seen) = &other.ownership {
                outcomes.ownership.get_or_insert_default().add_all(seen);
            }
        }
    }

    /// Who owned what at the end of all of them.
    pub(super) fn into_ownership(self) -> Ownership {
        self.ownership
    }

    /// The standard deviation of the leads in points; that of a few counts beside what is large on a board of so many
    /// points.
    pub(super) fn deviation(&self, points: usize) -> f64 {
        self.leads.deviation(score_scale(points))
    }

    /// That of the leads after a move; that of a few counts beside what is expected.
    pub(super) fn deviation_after(&self, at: usize, expected: f64) -> f64 {
        let of_move = self.by_move.get(at).map(|outcomes| outcomes.leads);
        of_move.unwrap_or_default().deviation(expected)
    }

    /// Who owned what after a move, if that is kept.
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
    use crate::point::{Point, Size};

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
            let deviations = [0, 1, 4, 9].map(|at| outcomes.deviation_after(at, 0.0));
            // Two leads, three points from their mean, with ten more at it.
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
        assert!((outcomes.deviation(81) - score_scale(81)).abs() < 1e-9);
        for turn in 0..10_000 {
            outcomes.add_lead(if turn % 2 == 0 { 23.0 } else { -17.0 }, None);
        }
        assert!((outcomes.deviation(81) - 20.0).abs() < 0.1);
    }
}
