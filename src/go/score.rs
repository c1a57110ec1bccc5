//! The score: area, territory or stones, prisoners and komi.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::rules::{Button, Counting, Rules};
use crate::go::territory::{THREE_POINTS, Territory, territory, territory_confirmed};
use std::fmt;

/// The score terms off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// The stones captured by each side in play.
    pub prisoners: PerColor<u32>,
    /// Number of handicap stones.
    pub handicap: u32,
    /// Points added to White's.
    pub komi: f64,
    /// The side that took the button by passing first, under rules with a button.
    pub button: Option<Color>,
    /// The stones in seki that each side forfeits at the end (2009).
    ///
    /// They were played while life and death was played out.
    pub forfeits: PerColor<u32>,
}

impl Terms {
    /// Returns the terms of a position.
    pub fn of(position: &Position) -> Terms {
        Terms {
            prisoners: position.prisoners(),
            handicap: position.handicap(),
            komi: position.komi(),
            button: position.button(),
            forfeits: PerColor::default(),
        }
    }
}

/// The points of one side by kind. A kind that the rules do not count is zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Tally {
    /// Surrounded points, including those under dead stones.
    pub territory: u32,
    /// Living stones on the board.
    pub stones: u32,
    /// Stones captured in play.
    pub prisoners: u32,
    /// Dead stones of the opponent removed at the end.
    pub dead: u32,
    /// Points by precedent, for shapes that are left as they stand.
    pub precedent: u32,
    /// Points lost by group tax or forfeited.
    pub tax: u32,
    /// Points for handicap stones; White's only.
    pub handicap: u32,
    /// Komi; White's only.
    pub komi: f64,
    /// Points for the button.
    pub button: f64,
}

impl Tally {
    /// Returns the sum.
    pub fn total(&self) -> f64 {
        let captured = self.prisoners + self.dead;
        let gains = self.territory + self.stones + captured + self.precedent + self.handicap;
        f64::from(gains) - f64::from(self.tax) + self.komi + self.button
    }
}

/// The score of a finished game, with the points of each side.
///
/// It is displayed as a result: `B+3.5`, `W+12`, `0`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
#[non_exhaustive]
pub struct Score {
    /// The points of each side.
    pub tallies: PerColor<Tally>,
}

impl Score {
    /// Returns Black's lead in points, negative if White leads.
    pub fn margin(&self) -> f64 {
        let margin = self.tallies[Color::Black].total() - self.tallies[Color::White].total();
        // A komi such as 6.9 has no exact binary form. The rounding error is not part of the score.
        (margin * 1e6).round() / 1e6
    }

    /// Returns the winner; `None` for a draw (jigo, 持碁).
    pub fn winner(&self) -> Option<Color> {
        match self.margin() {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(Color::Black) => write!(f, "B+{}", self.margin()),
            Some(Color::White) => write!(f, "W+{}", -self.margin()),
            None => f.write_str("0"),
        }
    }
}

impl Position {
    /// Counts the position as it stands, with these dead stones taken off; all others are alive.
    ///
    /// Points of `dead` without a stone are ignored. [`Terms::of`], [`territory`] and [`score`] are
    /// the steps.
    ///
    /// ```
    /// use wakari::board::diagram;
    /// use wakari::color::Color;
    /// use wakari::point::{Point, PointSet};
    /// use wakari::position::Position;
    /// use wakari::rules::Rules;
    ///
    /// let board = diagram::board(". X O . .
    ///                             . X O X .
    ///                             . X O . .").unwrap();
    /// let mut position = Position::set_up(board, Color::Black, Rules::JAPANESE_1989);
    /// position.set_komi(0.5);
    /// let dead: PointSet = Point::new(4, 2).into_iter().collect();
    /// assert_eq!(position.score(&dead).to_string(), "W+4.5");
    /// ```
    pub fn score(&self, dead: &PointSet) -> Score {
        let territory = territory(self.board(), dead, self.rules());
        score(self.board(), &territory, &Terms::of(self), self.rules())
    }
}

/// Counts a board whose [`territory`] is known.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::point::PointSet;
/// use wakari::rules::Rules;
/// use wakari::score::{Terms, score};
/// use wakari::territory::territory;
///
/// let board = diagram::board(". X O . .
///                             . X O . .
///                             . X O O .").unwrap();
/// let terms = Terms { komi: 0.5, ..Terms::default() };
/// let rules = Rules::JAPANESE_1989;
/// let territory = territory(&board, &PointSet::EMPTY, &rules);
/// assert_eq!(score(&board, &territory, &terms, &rules).to_string(), "W+2.5");
/// ```
pub fn score(board: &Board, territory: &Territory, terms: &Terms, rules: &Rules) -> Score {
    let stones = PerColor::from_fn(|color| board.stones(color));
    let count = |points: PointSet| points.len() as u32;
    let tally = |color: Color| {
        let white = color == Color::White;
        let mut tally = Tally {
            territory: count(territory.points[color]),
            precedent: THREE_POINTS * count(territory.three_points[color]),
            tax: territory.tax[color] + terms.forfeits[color],
            handicap: if white {
                rules.handicap_points(terms.handicap)
            } else {
                0
            },
            komi: if white { terms.komi } else { 0.0 },
            button: button(rules, terms, color),
            ..Tally::default()
        };
        match rules.counting {
            Counting::Territory => {
                tally.prisoners = terms.prisoners[color];
                tally.dead = count(stones[!color] & territory.taken_off);
            }
            Counting::Area | Counting::Stones => {
                tally.stones = count(stones[color] - territory.taken_off);
            }
        }
        tally
    };
    Score {
        tallies: PerColor::from_fn(tally),
    }
}

/// Returns Black's lead in a position, given the owners at the end of a playout from it.
///
/// It is the score of the territory that the end [confirms](territory_confirmed).
pub fn confirmed_lead(
    board: &Board,
    owners: &PerColor<PointSet>,
    terms: &Terms,
    rules: &Rules,
) -> f64 {
    let territory = territory_confirmed(board, owners, rules);
    score(board, &territory, terms, rules).margin()
}

/// Returns Black's lead apart from the points that each side will own.
///
/// Every point is assumed to be owned in the end. Under territory counting, each stone played costs
/// its side one point.
pub fn beside_area(board: &Board, terms: &Terms, rules: &Rules) -> f64 {
    let played =
        |color: Color| board.stones(color).len() as f64 + f64::from(terms.prisoners[!color]);
    let stones = match rules.counting {
        Counting::Area | Counting::Stones => 0.0,
        Counting::Territory => played(Color::White) - played(Color::Black),
    };
    stones + beside_board(terms, rules)
}

/// Returns the points of a side for the button.
fn button(rules: &Rules, terms: &Terms, color: Color) -> f64 {
    match rules.button {
        _ if terms.button != Some(color) => 0.0,
        Button::None => 0.0,
        Button::Half => 0.5,
        Button::OneToWhite => f64::from(u8::from(color == Color::White)),
    }
}

/// Returns Black's lead from komi, handicap compensation and the button.
pub fn beside_board(terms: &Terms, rules: &Rules) -> f64 {
    let button = button(rules, terms, Color::Black) - button(rules, terms, Color::White);
    button - terms.komi - f64::from(rules.handicap_points(terms.handicap))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::point::{Move, Point, Size};
    use crate::go::territory::territory;
    use crate::go::territory::tests::{judged, random};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn count(picture: &str, rules: Rules, terms: Terms) -> Score {
        let (board, dead) = judged(picture);
        score(&board, &territory(&board, &dead, &rules), &terms, &rules)
    }

    #[track_caller]
    fn check(picture: &str, rules: Rules, expected: &str) {
        let found = count(picture, rules, Terms::default()).to_string();
        assert_eq!(found, expected, "under {rules}:{picture}");
    }

    #[test]
    fn points_owned_and_what_is_beside_them_are_the_lead() {
        let board = diagram::board(
            ". X .
             X . X
             . X .",
        )
        .expect("a board");
        let owners = PerColor::new(board.size().all(), PointSet::EMPTY);
        let terms = Terms {
            prisoners: PerColor::new(2, 1),
            komi: 5.5,
            ..Terms::default()
        };
        for rules in [Rules::PROPOSAL_2012, Rules::CHINESE] {
            let lead = 9.0 + beside_area(&board, &terms, &rules);
            assert_eq!(lead, confirmed_lead(&board, &owners, &terms, &rules));
        }
    }

    /// Computes the confirmed lead by its definition, without a `Territory`.
    ///
    /// Under area counting it is the number of points owned. Under territory counting it is the
    /// owned points without an own stone that are not dame, plus prisoners and dead stones.
    #[test]
    fn the_confirmed_lead_is_what_its_definition_says() {
        for seed in 0..300 {
            let (position, _) = random(seed, Rules::CHINESE);
            let board = position.board();
            // Arbitrary owners; some points are neutral.
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut owners = PerColor::<PointSet>::default();
            for point in board.size().points() {
                match dice.next_u64() % 5 {
                    0 | 1 => _ = owners[Color::Black].insert(point),
                    2 | 3 => _ = owners[Color::White].insert(point),
                    _ => {}
                }
            }
            let terms = Terms {
                prisoners: PerColor::new(3, 1),
                komi: 6.5,
                ..Terms::default()
            };
            let stones = PerColor::from_fn(|color| board.stones(color));
            let reach = |color: Color| (stones[color] & owners[color]).grown() - stones[!color];
            let meet = |color: Color| owners[color] & owners[!color].grown();
            let dame = (reach(Color::Black) & reach(Color::White))
                | meet(Color::Black)
                | meet(Color::White);
            let territory = |color: Color| {
                (owners[color] - stones[color] - dame).len()
                    + (stones[!color] & owners[color]).len()
                    + terms.prisoners[color] as usize
            };
            let lead = |points: &dyn Fn(Color) -> usize| {
                points(Color::Black) as f64 - points(Color::White) as f64 - terms.komi
            };
            let by_territory = confirmed_lead(board, &owners, &terms, &Rules::PROPOSAL_2012);
            assert_eq!(by_territory, lead(&territory), "{board}");
            let by_area = confirmed_lead(board, &owners, &terms, &Rules::CHINESE);
            assert_eq!(by_area, lead(&|color| owners[color].len()), "{board}");
        }
    }

    /// The critique of 2012, IV 3(1), figure 1: eyes in seki count under the proposal and not under
    /// 1989.
    #[test]
    fn rules_differ_about_eyes_in_seki() {
        let picture = "
            . X X . X O . X .
            X O O X . O O O X
            . X O O O O O X .
            X . X O O O X . X
            O X . X O X . X O
            O O X X O X X O O
            . O X X O X X O .
            O O X X O X X O O
            . O X . X . X O .";
        check(picture, Rules::JAPANESE_1989, "W+4");
        check(picture, Rules::PROPOSAL_2012, "B+7");
        check(picture, Rules::KOREAN, "W+4");
        // Each side has 32 stones; Black has 11 points, White 4.
        check(picture, Rules::CHINESE, "B+7");
        check(picture, Rules::PURE_GO, "0");
    }

    /// Proposal of 2012, example 26: 3 points against 2.
    #[test]
    fn example_26_of_the_proposal() {
        let picture = "
            . X X . X O .
            X . X X X X O
            X X O O O O O
            O O O X X X X
            . O O X . X .
            O O X X O O X
            . O X O . O O";
        let score = count(picture, Rules::PROPOSAL_2012, Terms::default());
        assert_eq!(
            Color::BOTH.map(|color| score.tallies[color].territory),
            [3, 2]
        );
        assert_eq!(score.to_string(), "B+1");
    }

    /// Proposal of 2012, appendix (3), figure 3: 14 points against 8 with a komi of 5.5. A dead
    /// stone is worth 2.
    #[test]
    fn komi_and_a_dead_stone() {
        let picture = "
            . . O . . O X . X
            O O O O O O X X w
            X X X X O O O X .
            . . . . X O . X .
            . X . . X O O X X
            X . X X X X O O X
            X X O O O X X O O
            O O . . O X . X O
            . . O O O X X X O";
        let komi = Terms {
            komi: 5.5,
            ..Terms::default()
        };
        let score = count(picture, Rules::PROPOSAL_2012, komi);
        assert_eq!(score.to_string(), "B+0.5");
        assert_eq!(
            (
                score.tallies[Color::Black].territory,
                score.tallies[Color::Black].dead
            ),
            (13, 1)
        );
        assert_eq!(
            (
                score.tallies[Color::White].territory,
                score.tallies[Color::White].komi
            ),
            (8, 5.5)
        );
    }

    /// The critique of 2012, appendix (6)-1: prisoners that do not fit into territory are added to
    /// their holder's points.
    #[test]
    fn prisoners_fill_territory_and_the_rest_is_added() {
        let picture = "
            . . X X O O
            . . X O . .
            . . X O O O
            . . X O . O
            . X O . . O
            . X O O O .";
        let held = |white| Terms {
            prisoners: PerColor::new(0, white),
            ..Terms::default()
        };
        let territory = |white| count(picture, Rules::JAPANESE_1989, held(white)).to_string();
        assert_eq!((territory(6), territory(13)), ("W+2".into(), "W+9".into()));
        // Prisoners do not count under area counting.
        let area = |white| count(picture, Rules::CHINESE, held(white)).to_string();
        assert_eq!(area(13), area(0));
    }

    /// The rules of 1949, figure 8: two prisoners from the seki, none under 1989 (its figure 17).
    #[test]
    fn article_42_of_1949() {
        let picture = "
            X X X X O . O X w
            X . X X O O O X w
            X X X X X O . X .
            X X X X X O X X X
            X X . X X X O O O
            X X X X X X O O .
            X X X X X X O O O
            X X X X X X O . O
            X X X X X X X O O";
        check(picture, Rules::JAPANESE_1949, "B+2");
        check(picture, Rules::JAPANESE_1989, "0");
    }

    /// Tromp-Taylor rules count all stones as alive.
    ///
    /// If the players agree on dead stones, their points count.
    #[test]
    fn the_dead_are_data() {
        let picture = "
            . X O . .
            x X O . x
            . X O . .";
        check(&picture.replace('x', "X"), Rules::TROMP_TAYLOR, "B+4");
        check(
            &picture.replace("O . x", "O . b").replace('x', "X"),
            Rules::CHINESE,
            "W+3",
        );
        check(
            &picture.replace("O . x", "O . b").replace('x', "X"),
            Rules::JAPANESE_1989,
            "W+5",
        );
    }

    #[test]
    fn white_is_paid_for_handicap_stones() {
        let handicap = |rules| {
            let terms = Terms {
                handicap: 3,
                komi: 0.5,
                ..Terms::default()
            };
            count(". X . O .\n. X . O .", rules, terms).to_string()
        };
        assert_eq!(handicap(Rules::CHINESE), "W+3.5");
        assert_eq!(handicap(Rules::AGA), "W+2.5");
        assert_eq!(handicap(Rules::JAPANESE_1989), "W+0.5");
        assert_eq!(handicap(Rules::TROMP_TAYLOR), "W+0.5");
    }

    #[test]
    fn the_button_is_half_a_point() {
        let button = |rules, button| {
            let terms = Terms {
                button,
                ..Terms::default()
            };
            count(". X . O .\n. X . O .", rules, terms).to_string()
        };
        for (rules, black, white) in [
            (Rules::AGA_BUTTON, "B+0.5", "W+0.5"),
            (Rules::WMSG, "0", "W+1"),
            (Rules::CHINESE, "0", "0"),
        ] {
            assert_eq!(button(rules, Some(Color::Black)), black);
            assert_eq!(button(rules, Some(Color::White)), white);
            assert_eq!(button(rules, None), "0");
        }
    }

    /// Group tax: two groups against one cost two points.
    #[test]
    fn two_groups_pay_twice() {
        let picture = "
            . X O . O X .
            X X O O O X X
            . X O . O X .";
        check(picture, Rules::STONE_SCORING, "B+1");
        check(picture, Rules::CHINESE, "B+3");
    }

    #[test]
    fn results_are_written_without_idle_zeros() {
        let show = |komi| {
            let terms = Terms {
                komi,
                ..Terms::default()
            };
            count(". X . O .\n. X . O .", Rules::CHINESE, terms).to_string()
        };
        assert_eq!(show(12.0), "W+12");
        assert_eq!(show(-3.5), "B+3.5");
        assert_eq!(show(6.75), "W+6.75");
        assert_eq!(show(0.0), "0");
        assert_eq!(show(-0.0), "0");
    }

    /// Area and territory scores differ by the number of stones played.
    ///
    /// If each stone is on the board or a prisoner, the two margins differ by Black's plays minus
    /// White's.
    #[test]
    fn area_and_territory_differ_by_the_plays() {
        for seed in 0..300 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
            let size =
                Size::new(2 + below(8) as u8, 2 + below(8) as u8).expect("within the limits");
            let mut position = Position::new(size, Rules::TROMP_TAYLOR);
            let mut plays = PerColor::new(0.0, 0.0);
            for _ in 0..below(4 * size.area()) {
                let moves: Vec<Move> = position.legal_moves().collect();
                let to = moves[below(moves.len())];
                plays[position.turn()] += f64::from(to != Move::Pass);
                position.play_legal(to);
            }
            let terms = Terms {
                prisoners: position.prisoners(),
                ..Terms::default()
            };
            let margin = |rules: Rules| {
                let board = position.board();
                let territory = territory(board, &PointSet::EMPTY, &rules);
                score(board, &territory, &terms, &rules).margin()
            };
            let difference = plays[Color::Black] - plays[Color::White];
            let territory = Rules {
                counting: Counting::Territory,
                ..Rules::CHINESE
            };
            let board = position.board();
            assert_eq!(
                margin(Rules::CHINESE) - margin(territory),
                difference,
                "seed {seed}:\n{board}"
            );
        }
    }

    /// Maps the points of a board by `to` and exchanges its colors if asked.
    fn image(board: &Board, size: Size, exchange: bool, to: impl Fn(Point) -> Point) -> Board {
        let moved = |color: Color| -> PointSet {
            board
                .stones(if exchange { !color } else { color })
                .iter()
                .map(&to)
                .collect()
        };
        Board::with_stones(size, &moved(Color::Black), &moved(Color::White))
            .expect("as many liberties")
    }

    /// Under all rules, rotation keeps the score, and exchanging the colors negates it before komi.
    #[test]
    fn symmetry() {
        for rules in Rules::ALL {
            for seed in 0..100 {
                let (position, dead) = random(seed, rules);
                let board = position.board();
                let size = board.size();
                let PerColor([black, white]) = position.prisoners();
                let margin = |board: &Board, dead: &PointSet, prisoners: PerColor<u32>| {
                    let terms = Terms {
                        prisoners,
                        ..Terms::default()
                    };
                    score(board, &territory(board, dead, &rules), &terms, &rules).margin()
                };
                let here = margin(board, &dead, PerColor::new(black, white));
                let exchanged = image(board, size, true, |at| at);
                let there = margin(&exchanged, &dead, PerColor::new(white, black));
                assert_eq!(here, -there, "{rules}, seed {seed}:\n{board}\n{dead:?}");
                let turned = Size::new(size.height(), size.width()).expect("a board's sides");
                let to = |at: Point| Point::new(at.row(), size.width() + 1 - at.column());
                let to = |at: Point| to(at).expect("on the turned board");
                let turned = image(board, turned, false, to);
                let there = margin(
                    &turned,
                    &dead.iter().map(to).collect(),
                    PerColor::new(black, white),
                );
                assert_eq!(here, there, "{rules}, seed {seed}:\n{board}\n{dead:?}");
            }
        }
    }

    /// Counts the area of a board with all stones alive, by a flood fill from each point.
    fn area_point_by_point(board: &Board) -> i32 {
        let reaches = |from: Point, color: Color| {
            let (mut seen, mut next) = (PointSet::EMPTY, vec![from]);
            while let Some(at) = next.pop() {
                if board.at(at) == Some(color) {
                    return true;
                }
                if board.is_empty(at) && seen.insert(at) {
                    next.extend(at.neighbours());
                }
            }
            false
        };
        let value = |at: Point| match board.at(at) {
            Some(color) => color.sign(),
            None => i32::from(reaches(at, Color::Black)) - i32::from(reaches(at, Color::White)),
        };
        board.size().points().map(value).sum()
    }

    /// All 12,675 legal boards on 3×3.
    #[test]
    fn all_of_a_small_world() {
        let mut boards = 0;
        for code in 0..3usize.pow(9) {
            let letter = |at: u32| [".", "X", "O"][code / 3usize.pow(at) % 3];
            let rows: Vec<String> = (0..3)
                .map(|row| (0..3).map(|column| letter(3 * row + column)).collect())
                .collect();
            let Ok(board) = diagram::board(&rows.join("\n")) else {
                continue;
            };
            boards += 1;
            let rules = Rules::TROMP_TAYLOR;
            let found = score(
                &board,
                &territory(&board, &PointSet::EMPTY, &rules),
                &Terms::default(),
                &rules,
            );
            assert_eq!(
                found.margin(),
                f64::from(area_point_by_point(&board)),
                "{board}"
            );
        }
        assert_eq!(boards, 12_675);
    }
}
