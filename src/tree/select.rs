//! Selection formulas, as plain functions.

/// How many playouts of a move its statistics as a move played at any time (AMAF) are worth at most.
const AMAF_WORTH: f64 = 3000.0;

/// What is known of a move: playouts and the mean value of each for the side that plays it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    /// Playouts that began with the move.
    pub playouts: f64,
    /// Their mean value, 0 to 1.
    pub value: f64,
    /// Playouts in which the side played the move at any time before the opponent did.
    pub amaf_playouts: f64,
    /// Their mean value, 0 to 1.
    pub amaf_value: f64,
    /// What was thought of the move before any playout, 0 to 1.
    pub prior: f64,
    /// How many playouts that is worth.
    pub prior_weight: f64,
}

impl Evidence {
    /// The value of the move with everything weighed: RAVE (Gelly and Silver 2007) with the weights of
    /// Silver's minimum-error schedule, the prior counted as playouts.
    pub fn estimate(&self) -> f64 {
        let playouts = self.playouts + self.prior_weight;
        let value = match playouts {
            0.0 => 0.5,
            _ => (self.playouts * self.value + self.prior_weight * self.prior) / playouts,
        };
        let amaf = self.amaf_playouts;
        if amaf == 0.0 {
            return value;
        }
        let weight = amaf / (amaf + playouts + amaf * playouts / AMAF_WORTH);
        weight * self.amaf_value + (1.0 - weight) * value
    }

    /// The estimate with a bonus for moves seldom tried (UCB1, Auer and others 2002). With RAVE and priors
    /// a small constant does best.
    pub fn urgency(&self, parent_playouts: f64, exploration: f64) -> f64 {
        let tried = self.playouts + 1.0;
        self.estimate() + exploration * ((parent_playouts + 1.0).ln() / tried).sqrt()
    }
}

/// How many moves of a position are looked at, the likely ones first, after so many playouts from it: progressive widening
/// (Coulom 2007, progressive unpruning of Chaslot and others 2008).
pub fn width(playouts: u32) -> usize {
    const FIRST: usize = 4;
    /// Playouts before there is one more.
    const PLAYOUTS: f64 = 40.0;
    /// How many times more before there is the next.
    const GROWTH: f64 = 1.35;
    let grown = (f64::from(playouts) / PLAYOUTS).ln() / GROWTH.ln();
    FIRST + (1.0 + grown).max(0.0) as usize
}

/// How many moves learn from playouts in which they were played later: more than are looked at, so that those looked at next are
/// known; all others would only take time.
pub fn soon_let_in(playouts: u32) -> usize {
    2 * width(playouts) + 8
}

/// The worth of a lead, in points for the side that asks, from 0 to 1: mostly whether it wins, and a little
/// by how much, so that a won game is finished tidily and a lost one closely.
pub fn worth(lead: f64, points: usize) -> f64 {
    const SCORE_PART: f64 = 0.06;
    let win = match lead {
        l if l > 0.0 => 1.0,
        l if l < 0.0 => 0.0,
        _ => 0.5,
    };
    let by_score = 0.5 + 0.5 * (lead / score_scale(points)).tanh();
    (1.0 - SCORE_PART) * win + SCORE_PART * by_score
}

/// A difference in points that counts much on a board of so many points.
pub fn score_scale(points: usize) -> f64 {
    points as f64 / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_comes_before_winning_by_more() {
        assert!(worth(0.5, 81) > worth(-0.5, 81) + 0.8);
        assert!(worth(9.5, 81) > worth(8.5, 81));
        assert!(worth(-8.5, 81) > worth(-9.5, 81));
        assert!((worth(0.0, 81) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_tree_widens_slowly() {
        assert_eq!([0, 39, 40, 54, 2_000].map(width), [4, 4, 5, 6, 18]);
    }

    #[test]
    fn playouts_outweigh_what_was_thought_before() {
        let evidence = |playouts| Evidence {
            playouts,
            value: 0.7,
            amaf_playouts: 10.0 * playouts,
            amaf_value: 0.2,
            prior: 0.1,
            prior_weight: 10.0,
        };
        assert!(evidence(1.0).estimate() < 0.3);
        assert!(evidence(1e6).estimate() > 0.69);
    }
}
