//! What the end of a playout is worth to a search, as the game stands.
//!
//! In an open game almost nothing but winning counts. In a lopsided one nearly all playouts end alike, whatever is played,
//! and winning would not tell one move from another: the loser would play anywhere, the winner give away what it has.
//! There the score counts too, from the lead that is expected: the dynamic score utility of KataGo (Wu 2019), akin to a
//! komi that follows the game (Baudiš 2011). The mean worth of the playouts is not changed by this, so that those from before,
//! when something else was expected, remain comparable.
//!
//! Only moves are chosen by worth. The winning probabilities that are reported, and by which a game is given up, count wins.

use crate::color::{Color, PerColor};
use crate::tree::Node;
use crate::tree::select::{score_scale, utility};

/// How much of the worth of a playout is what the network foretold (Silver and others 2016, who took one half).
const FORETOLD: f64 = 0.3;

/// How a game stands by the playouts of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outlook {
    /// Black's mean lead in points.
    expected: f64,
    /// How much the score counts more than in an open game, where winning counts one.
    weight: f64,
}

impl Outlook {
    /// From the root of the tree, where it is this side's turn.
    pub(super) fn new(root: &Node, turn: Color) -> Outlook {
        // A node's lead is that of the side that has just moved.
        let expected = -f64::from(turn.sign()) * root.lead();
        Outlook {
            expected,
            weight: weight(root.winrate(), root.playouts()),
        }
    }

    /// What Black's lead in points at the end of a playout is worth to each side, on a board of so many points: from 0 to 1, or
    /// a little beyond in a lopsided game. If the chances to win were foretold on the way, that counts too.
    pub(super) fn worths(
        self,
        lead: f64,
        points: usize,
        foretold: Option<PerColor<f64>>,
    ) -> PerColor<f64> {
        let beyond = ((lead - self.expected) / score_scale(points)).tanh();
        PerColor::from_fn(|color: Color| {
            let sign = f64::from(color.sign());
            let played = utility(sign * lead, points);
            let worth = foretold.map_or(played, |won| {
                (1.0 - FORETOLD) * played + FORETOLD * won[color]
            });
            worth + sign * self.weight * beyond
        })
    }
}

/// How much the score counts more where one of the sides wins so many of so many playouts.
fn weight(winrate: f64, playouts: u32) -> f64 {
    /// The most, where all playouts end alike.
    const MOST: f64 = 0.15;
    /// Above this part of the playouts, won by one of the sides, the game begins to be lopsided; the noise of playouts draws all
    /// of them toward one half.
    const OPEN: f64 = 0.75;
    /// Playouts that would have to be outweighed before the game is thought lopsided, half of them won.
    const DOUBT: f64 = 16.0;
    let playouts = f64::from(playouts);
    let won = (playouts * winrate.max(1.0 - winrate) + DOUBT / 2.0) / (playouts + DOUBT);
    MOST * ((won - OPEN) / (1.0 - OPEN)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    /// A game on 9×9 that stands so.
    fn outlook(winrate: f64, expected: f64) -> Outlook {
        let weight = weight(winrate, 1000);
        Outlook { expected, weight }
    }

    #[test]
    fn in_an_open_game_winning_is_all() {
        let open = outlook(0.3, -12.0);
        for lead in [-30.5, -0.5, 0.0, 0.5, 8.0] {
            let expected = PerColor::new(utility(lead, 81), utility(-lead, 81));
            assert_eq!(open.worths(lead, 81, None), expected);
        }
    }

    #[test]
    fn in_a_lopsided_one_points_count_too() {
        let gain = |outlook: Outlook| {
            outlook.worths(-28.5, 81, None)[Black] - outlook.worths(-31.5, 81, None)[Black]
        };
        let lost = outlook(0.02, -30.0);
        assert!(gain(lost) > 20.0 * gain(outlook(0.5, -30.0)));
        // And winning most.
        let step = lost.worths(0.5, 81, None)[Black] - lost.worths(-0.5, 81, None)[Black];
        assert!(step > 0.9, "{step}");
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        for outlook in [outlook(0.5, 0.0), outlook(0.05, -30.0), outlook(1.0, 60.0)] {
            for lead in [-60.0, -30.5, -0.5, 0.0, 0.5, 80.0] {
                let worths = outlook.worths(lead, 81, None);
                assert!((worths[Black] + worths[White] - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn a_few_playouts_do_not_make_a_game_lopsided() {
        assert_eq!(weight(1.0, 10), 0.0);
        assert!(weight(1.0, 50) > 0.0);
        assert_eq!(weight(0.0, 300), weight(1.0, 300));
    }

    #[test]
    fn what_is_foretold_counts_beside_the_playout() {
        let open = outlook(0.5, 0.0);
        let worth = |lead, black| {
            let foretold =
                PerColor::from_fn(|color| if color == Black { black } else { 1.0 - black });
            open.worths(lead, 81, Some(foretold))[Black]
        };
        assert!(worth(3.5, 0.9) > worth(3.5, 0.1) && worth(3.5, 0.1) > worth(-3.5, 0.1));
        let won = open.worths(3.5, 81, None);
        assert_eq!(open.worths(3.5, 81, Some(won)), won);
    }
}
