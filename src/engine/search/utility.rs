//! The utility of the end of a playout.
//!
//! In an open game the utility is almost entirely the win. In a lopsided game nearly all playouts
//! have one winner, whatever the moves, and wins could not tell moves apart: the losing side would
//! play anywhere and the winning side would give its lead away. There the score counts too,
//! relative to the expected lead, as in the dynamic score utility of KataGo (Wu 2019) and in
//! dynamic komi (Baudiš 2011). This hardly changes the mean utility, so playouts made under
//! another expected lead remain comparable.
//!
//! Utilities only choose moves. The reported win probability, by which the engine resigns, counts
//! wins.

use crate::go::color::{Color, PerColor};
use crate::mcts::tree::Node;
use crate::mcts::tree::select::{score_scale, utility};

/// The weight of the predicted win probability against the playout (Silver et al. 2016).
const PREDICTION_WEIGHT: f64 = 0.5;

/// The utility function for the current state of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Utility {
    /// Black's mean lead in points.
    expected_lead: f64,
    /// The weight of the score, relative to a win, beyond its weight in an open game.
    score_weight: f64,
}

impl Utility {
    /// Derives the utility function from the statistics of the root, with `turn` to move there.
    pub(super) fn new(root: &Node, turn: Color) -> Utility {
        // A node's lead is that of the side that has just moved.
        let expected_lead = -f64::from(turn.sign()) * root.lead();
        Utility {
            expected_lead,
            score_weight: score_weight(root.winrate(), root.playouts()),
        }
    }

    /// Returns the utility for each side of Black's lead in points at the end of a playout.
    ///
    /// It is 0 to 1, or slightly beyond in a lopsided game. `points` is the area of the board; the
    /// win probabilities predicted in the tree are mixed in.
    pub(super) fn of(
        self,
        lead: f64,
        points: usize,
        predicted_win: Option<PerColor<f64>>,
    ) -> PerColor<f64> {
        let beyond = ((lead - self.expected_lead) / score_scale(points)).tanh();
        PerColor::from_fn(|color: Color| {
            let sign = f64::from(color.sign());
            let played = utility(sign * lead, points);
            let mixed = predicted_win.map_or(played, |win| {
                (1.0 - PREDICTION_WEIGHT) * played + PREDICTION_WEIGHT * win[color]
            });
            mixed + sign * self.score_weight * beyond
        })
    }
}

/// Returns the additional weight of the score, given the win rate (0 to 1) over some playouts.
fn score_weight(winrate: f64, playouts: u32) -> f64 {
    /// The weight when all playouts have one winner.
    const MAX_WEIGHT: f64 = 0.15;
    /// The win rate of the side ahead at which a game becomes lopsided.
    ///
    /// Noise in playouts draws win rates toward one half.
    const OPEN: f64 = 0.75;
    /// Even playouts added to the real ones, so that a few do not make a game lopsided.
    const PSEUDO_PLAYOUTS: f64 = 16.0;
    let playouts = f64::from(playouts);
    let wins = playouts * winrate.max(1.0 - winrate) + PSEUDO_PLAYOUTS / 2.0;
    let ahead = wins / (playouts + PSEUDO_PLAYOUTS);
    MAX_WEIGHT * ((ahead - OPEN) / (1.0 - OPEN)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    /// Returns the utility function for a win rate and an expected lead.
    fn at(winrate: f64, expected_lead: f64) -> Utility {
        Utility {
            expected_lead,
            score_weight: score_weight(winrate, 1000),
        }
    }

    #[test]
    fn in_an_open_game_winning_is_all() {
        let open = at(0.3, -12.0);
        for lead in [-30.5, -0.5, 0.0, 0.5, 8.0] {
            let expected = PerColor::new(utility(lead, 81), utility(-lead, 81));
            assert_eq!(open.of(lead, 81, None), expected);
        }
    }

    #[test]
    fn in_a_lopsided_one_points_count_too() {
        let gain =
            |here: Utility| here.of(-28.5, 81, None)[Black] - here.of(-31.5, 81, None)[Black];
        let lost = at(0.02, -30.0);
        assert!(gain(lost) > 20.0 * gain(at(0.5, -30.0)));
        // Winning still counts most.
        let step = lost.of(0.5, 81, None)[Black] - lost.of(-0.5, 81, None)[Black];
        assert!(step > 0.9, "{step}");
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        for here in [at(0.5, 0.0), at(0.05, -30.0), at(1.0, 60.0)] {
            for lead in [-60.0, -30.5, -0.5, 0.0, 0.5, 80.0] {
                let utilities = here.of(lead, 81, None);
                assert!((utilities[Black] + utilities[White] - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_few_playouts_do_not_make_a_game_lopsided() {
        assert_eq!(score_weight(1.0, 10), 0.0);
        assert!(score_weight(1.0, 50) > 0.0);
        assert_eq!(score_weight(0.0, 300), score_weight(1.0, 300));
    }

    #[test]
    fn predictions_count_beside_the_playout() {
        let open = at(0.5, 0.0);
        let predicted = |lead, black| {
            let win = PerColor::from_fn(|color| if color == Black { black } else { 1.0 - black });
            open.of(lead, 81, Some(win))[Black]
        };
        assert!(
            predicted(3.5, 0.9) > predicted(3.5, 0.1) && predicted(3.5, 0.1) > predicted(-3.5, 0.1)
        );
        let won = open.of(3.5, 81, None);
        assert_eq!(open.of(3.5, 81, Some(won)), won);
    }
}
