//! Agreed dead stones: the position counted by the agreement and compared with the rules.

use super::adjudication::Adjudication;
use super::count::CountedBoard;
use super::effort::Occasion;
use super::finish::Finish;
use super::status::{Basis, Judgement, Status};
use crate::go::color::PerColor;
use crate::go::point::PointSet;
use crate::go::position::Position;
use std::sync::Arc;

/// A position counted with the dead stones that the players agree on.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The judgement by the agreement, from which the score, the territory and all statuses follow.
    ///
    /// A chain whose proof agrees keeps it. All others rest on [`Basis::Agreed`].
    pub adjudication: Adjudication,
    /// The chains whose proved status contradicts the agreement.
    ///
    /// The agreement counts all the same.
    pub contradicted: Vec<Judgement>,
}

impl Adjudication {
    /// Counts the judged position with dead stones that the players agree on.
    ///
    /// The result lists the chains whose proved status contradicts the agreement; estimates
    /// contradict nothing. A chain is dead as a whole: one stone names it. Points without a stone
    /// are ignored. The board is counted as it stands, as that of a [stopped
    /// game](Occasion::Stopped) or of the judged diagram.
    ///
    /// ```
    /// use wakari::board::diagram;
    /// use wakari::color::Color;
    /// use wakari::judge::{Effort, Occasion, adjudicate};
    /// use wakari::point::Point;
    /// use wakari::position::Position;
    /// use wakari::rules::Rules;
    ///
    /// let board = diagram::board(". X . X O .
    ///                             X X X X O O
    ///                             O O O O O .").unwrap();
    /// let mut position = Position::set_up(board, Color::Black, Rules::PROPOSAL_2012);
    /// position.set_komi(0.0);
    /// let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
    /// let agreed = judged.agreed(&position, [Point::new(2, 3).unwrap()].into_iter().collect());
    /// assert_eq!(judged.score().to_string(), "0");
    /// assert_eq!(agreed.adjudication.score().to_string(), "W+16");
    /// assert_eq!(agreed.contradicted.len(), 1);
    /// ```
    pub fn agreed(&self, position: &Position, dead: PointSet) -> Agreed {
        let by_rules = self.chains();
        let named = by_rules.iter().filter(|chain| chain.stones.meets(&dead));
        let dead: PointSet = named.map(|chain| chain.stones).collect();
        let occasion = match self.occasion {
            Occasion::Game | Occasion::Stopped => Occasion::Stopped,
            Occasion::Diagram => Occasion::Diagram,
        };
        let standing = Finish::with_dead(position, dead);
        let counted = CountedBoard::as_it_stands(position, standing, occasion);
        let contradicts = |chain: &&Judgement| {
            let is_dead = chain.stones.meets(&dead);
            chain.basis.is_proof() && is_dead != (chain.status == Status::Dead)
        };
        let judgement = |chain: &Judgement| {
            let status = counted.status(&chain.stones);
            let is_proved = chain.basis.is_proof() && !contradicts(&chain);
            Judgement {
                status,
                basis: if is_proved {
                    chain.basis
                } else {
                    Basis::Agreed
                },
                ..*chain
            }
        };
        Agreed {
            contradicted: by_rules.iter().filter(contradicts).copied().collect(),
            adjudication: Adjudication {
                judgements: by_rules.iter().map(judgement).collect(),
                occasion,
                settled: self.settled,
                safety: Arc::clone(&self.safety),
                dead,
                reinforcements: PerColor::default(),
                played_on: counted.clone(),
                counted,
                unclear: PointSet::EMPTY,
                open: PointSet::EMPTY,
                work_left: u64::MAX,
                adviser: None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::color::Color;
    use crate::go::point::Point;
    use crate::go::rules::Rules;
    use crate::referee::judge::{Effort, adjudicate};

    fn points(names: &str) -> PointSet {
        let named = names.split_whitespace();
        named
            .map(|name| name.parse::<Point>().expect("a point"))
            .collect()
    }

    /// Checks the score and the contradicted chains for an agreement on dead stones.
    #[track_caller]
    fn check(picture: &str, rules: Rules, dead: &str, expected: &str, contradicted: &str) {
        let board = diagram::board(picture).expect("a board");
        let mut position = Position::set_up(board, Color::Black, rules);
        position.set_komi(0.0);
        let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
        let found = judged.agreed(&position, points(dead));
        assert_eq!(found.adjudication.score().to_string(), expected, "{rules}");
        let stones = found.contradicted.iter().map(|chain| chain.stones);
        assert!(
            points(contradicted)
                .iter()
                .all(|at| stones.clone().any(|of| of.contains(at))),
            "{rules}: {:?}",
            found.contradicted
        );
        let chains = points(contradicted).len();
        assert_eq!(chains, found.contradicted.len(), "{rules}");
    }

    /// Black's territory contains the dead stone B6. Nothing else is in doubt.
    const INVADER: &str = ". X . X . X O . .
                           . X X X X X O O O
                           . . . . X O O . O
                           . O . . X O . O .
                           . . . . X O O O .
                           X X X X X X O . O
                           . X . . . X O O .
                           . X . . X X O . O
                           . X . . X O O . O";

    #[test]
    fn an_agreement_counts_and_is_compared_with_the_rules() {
        for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::KOREAN] {
            check(INVADER, rules, "B6", "B+17", "");
            // If B6 lives, the points around it are neutral.
            check(INVADER, rules, "", "B+2", "B6");
            // Points without a stone are ignored.
            check(INVADER, rules, "B6 A1 A3", "B+17", "");
        }
        // The statuses follow the agreement, and one stone names its whole chain.
        let board = diagram::board(INVADER).expect("a board");
        let position = Position::set_up(board, Color::Black, Rules::PROPOSAL_2012);
        let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
        let found = judged.agreed(&position, points("G9")).adjudication;
        assert_eq!(
            found.status(points("G7").first().expect("a point")),
            Some(Status::Dead)
        );
        assert_eq!(
            found
                .chain(points("G9").first().expect("a point"))
                .map(|chain| chain.basis),
            Some(Basis::Agreed)
        );
        assert!(found.dead().len() > 10);
    }
}
