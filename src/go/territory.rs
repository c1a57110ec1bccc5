//! Territory: the owner of each point, given the dead stones and the rules.
//!
//! It does not decide which stones are dead.

mod precedent;

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::rules::{Counting, Removal, Rules, Tax};
use precedent::three_points;
pub use precedent::{THREE_POINTS, bent_fours};

/// The owner of each point of a board whose dead stones are known.
///
/// Prisoners and komi are not included. Under stone counting no points are owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Territory {
    /// The points surrounded by or given to each side, with those under dead stones.
    ///
    /// Points under the side's living stones are not included.
    pub points: PerColor<PointSet>,
    /// The empty points that neither side surrounds alone.
    ///
    /// Eyes in seki that do not count are neither dame nor territory.
    pub dame: PointSet,
    /// The living stones in seki; empty under rules that do not distinguish seki from life.
    pub seki: PointSet,
    /// The dead stones that are removed and become prisoners.
    pub taken_off: PointSet,
    /// The group tax of each side in points.
    pub tax: PerColor<u32>,
    /// The empty corners at which each side has [`THREE_POINTS`] without capturing.
    ///
    /// The corners themselves are neutral (precedent of 1949).
    pub three_points: PerColor<PointSet>,
}

/// The living stones in seki, under rules that distinguish seki from life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seki {
    /// Groups that touch dame (1989, article 8).
    NextToDame {
        /// Stones that are not in seki although they touch dame.
        ///
        /// The players left the dame open, or could not fill them for lack of liberties.
        except: PointSet,
    },
    /// The stones that the players claim to be in seki. Only the eyes next to them do not count.
    Claimed(PointSet),
}

/// Returns the territory with these dead stones; groups next to dame are in seki.
///
/// All other stones are alive. Points of `dead` without a stone are ignored.
pub fn territory(board: &Board, dead: &PointSet, rules: &Rules) -> Territory {
    let except = PointSet::EMPTY;
    territory_beside(board, dead, &Seki::NextToDame { except }, rules)
}

/// Returns the territory with an explicit definition of seki.
pub fn territory_beside(board: &Board, dead: &PointSet, seki: &Seki, rules: &Rules) -> Territory {
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
            // A region with a dead stone of its owner is neutral.
            eyes -= dead[color].flood(&eyes);
        }
        if !rules.ko_points {
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
        three_points: PerColor::default(),
    };
    if rules.counting == Counting::Stones {
        found.points = PerColor::default();
        found.dame = empty;
        return found;
    }
    if rules.tax != Tax::None {
        found.tax_groups(&living, seki, rules.tax);
    }
    if dead_stay {
        let from = match rules.removal {
            Removal::InEyes => eyes,
            _ => found.points,
        };
        let taken_off = |color: Color| dead[!color] & from[color];
        found.taken_off = taken_off(Color::Black) | taken_off(Color::White);
        if rules.three_points {
            let independent = PerColor::from_fn(|color| living[color] - found.seki);
            found.three_points = three_points(board, &independent, &dead);
        }
    }
    found
}

/// Returns the territory of a position, given the owners at the end of a playout from it.
///
/// The playout only decides which stones of the position stand, and who gets its empty points.
/// Under territory counting, the points of a side are those it owns at the end and has not yet
/// occupied. Excepted are points where standing stones of both sides meet, and points next to one
/// that the other side owns at the end: there stones will be played before the game is over. Seki
/// and group tax are left to the adjudication.
pub fn territory_confirmed(board: &Board, owners: &PerColor<PointSet>, rules: &Rules) -> Territory {
    let stones = PerColor::from_fn(|color| board.stones(color));
    let reach = |color: Color| (stones[color] & owners[color]).grown() - stones[!color];
    let meet = |color: Color| owners[color] & owners[!color].grown();
    let dame = reach(Color::Black) & reach(Color::White) | meet(Color::Black) | meet(Color::White);
    let owned = PerColor::from_fn(|color| owners[color] - stones[color]);
    let (dame, lost) = match rules.counting {
        // A stone whose point ends up neutral neither stands nor is a prisoner.
        Counting::Territory => (dame, PerColor::from_fn(|color| owners[!color])),
        Counting::Area | Counting::Stones => {
            let all = board.size().all();
            (
                PointSet::EMPTY,
                PerColor::from_fn(|color| all - owners[color]),
            )
        }
    };
    let lost = PerColor::from_fn(|color| stones[color] & lost[color]);
    Territory {
        points: PerColor::from_fn(|color| owned[color] - dame),
        dame,
        seki: PointSet::EMPTY,
        taken_off: lost[Color::Black] | lost[Color::White],
        tax: PerColor::default(),
        three_points: PerColor::default(),
    }
}

/// Returns the points that are dame with either side moving first.
///
/// `standing` are stones that are never captured. These dame are the empty points between standing
/// stones of both colors, and passages of two points, one next to standing stones of Black only and
/// the other next to those of White only. A stone played into a passage has only the other point as
/// a liberty, so it can be captured while that is empty.
#[must_use]
pub fn sure_dame(board: &Board, standing: &PerColor<PointSet>) -> PointSet {
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    let empties = board.size().all() - stones;
    let beside = PerColor::from_fn(|color| standing[color].grown() & empties);
    let dame = beside[Color::Black] & beside[Color::White];
    let all_standing = standing[Color::Black] | standing[Color::White];
    let is_passage = |part: &PointSet| {
        let is_beside_one = |color: Color| (*part & beside[color]).len() == 1;
        part.len() == 2
            && !part.meets(&dame)
            && part.border(&stones).is_subset(&all_standing)
            && Color::BOTH.into_iter().all(is_beside_one)
    };
    let passages = empties.components().filter(is_passage);
    passages.fold(dame, |points, passage| points | passage)
}

impl Territory {
    /// Removes the eyes of groups in seki and applies the group tax.
    ///
    /// Groups connect through stones and eyes.
    fn tax_groups(&mut self, living: &PerColor<PointSet>, seki: &Seki, tax: Tax) {
        for color in Color::BOTH {
            let eyes = self.points[color];
            // Eyes touch living stones of their owner only, so groups do not connect through eyes
            // of the other side.
            let groups = living[color] | eyes;
            let seki = match seki {
                Seki::NextToDame { except } => {
                    ((self.dame.grown() & living[color]) - *except).flood(&groups)
                }
                Seki::Claimed(stones) => {
                    let stones = *stones & living[color];
                    stones | stones.grown().flood(&eyes)
                }
            };
            self.seki |= seki & living[color];
            self.points[color] -= seki;
            if tax == Tax::All {
                let taxed = |group: PointSet| (group & eyes).len().min(2) as u32;
                self.tax[color] = (groups - seki).components().map(taxed).sum();
            }
        }
    }
}

/// Returns true if dead stones may stay on the board.
fn dead_stay(rules: &Rules) -> bool {
    rules.removal != Removal::All && rules.counting == Counting::Territory
}

/// Returns the eyes of a side at which the other side could take a ko now.
///
/// All stones of the ko are alive (article 8 of the proposal and its example 26:
/// 双方の活き石による劫の空点は地としない).
///
/// ```text
/// . X O .
/// X O . O
/// . X O .
/// ```
///
/// Black's point at the left does not count while White can take there: the stone that would be
/// taken is alone, and living white stones surround it. If one of the stones is dead, or none is in
/// atari, the point counts.
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::point::{Move, Size};
    use crate::go::position::Position;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Parses a board and its dead stones: `B S X` are black, `W s O` white, `b w` dead.
    pub(crate) fn judged(picture: &str) -> (Board, PointSet) {
        let stones = |letter| match letter {
            'B' | 'b' | 'S' => 'X',
            'W' | 'w' | 's' => 'O',
            '+' | '-' => '.',
            other => other,
        };
        let board =
            diagram::board(&picture.chars().map(stones).collect::<String>()).expect("a board");
        let dead = marked(board.size(), picture, &['b', 'w']);
        (board, dead)
    }

    /// Returns the points with one of these letters.
    fn marked(size: Size, picture: &str, letters: &[char]) -> PointSet {
        let rows: Vec<&str> = picture
            .lines()
            .filter(|row| !row.trim().is_empty())
            .collect();
        let drawn = rows
            .iter()
            .rev()
            .flat_map(|row| row.chars().filter(|c| !c.is_whitespace()));
        let points = size.points().zip(drawn);
        let points = points.filter(|(_, letter)| letters.contains(letter));
        points.map(|(point, _)| point).collect()
    }

    /// Draws a result in the letters of `judged`, with `S s` for stones in seki and `+ -` for
    /// territory.
    fn marks(board: &Board, dead: &PointSet, found: &Territory) -> String {
        let letter = |at: Point| match board.at(at) {
            Some(Color::Black) if dead.contains(at) => 'b',
            Some(Color::White) if dead.contains(at) => 'w',
            Some(Color::Black) if found.seki.contains(at) => 'S',
            Some(Color::White) if found.seki.contains(at) => 's',
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None if found.points[Color::Black].contains(at) => '+',
            None if found.points[Color::White].contains(at) => '-',
            None => '.',
        };
        diagram::picture(board.size(), letter)
    }

    /// Checks a picture that shows both the board and the expected territory.
    #[track_caller]
    fn check(rules: Rules, picture: &str) {
        let (board, dead) = judged(picture);
        let found = territory(&board, &dead, &rules);
        let rows: Vec<String> = picture
            .lines()
            .map(|row| row.split_whitespace().collect())
            .collect();
        let rows: Vec<&String> = rows.iter().filter(|row| !row.is_empty()).collect();
        let top = rows.len() as u8;
        let given =
            |at: Point| rows[usize::from(top - at.row())].as_bytes()[usize::from(at.column() - 1)];
        let expected = diagram::picture(board.size(), |at| char::from(given(at)));
        assert_eq!(expected, marks(&board, &dead, &found), "under {rules}");
    }

    const EXAMPLE_26: &str = "
        + B B + B W .
        B + B B B B W
        B B W W W W W
        W W W B B B B
        - W W B . B .
        W W B B W W B
        - W B W . W W";

    /// Proposal of 2012, example 26: three kos of living stones are neutral points.
    #[test]
    fn the_point_of_a_living_ko_is_nobodys() {
        check(Rules::PROPOSAL_2012, EXAMPLE_26);
        let (board, dead) = judged(EXAMPLE_26);
        let chinese = territory(&board, &dead, &Rules::CHINESE);
        assert_eq!(
            chinese.points[Color::Black].len(),
            3 + 1,
            "area counting knows no such exception"
        );
        assert_eq!(chinese.points[Color::White].len(), 2 + 2);
        let without_exception = Rules {
            ko_points: true,
            ..Rules::PROPOSAL_2012
        };
        let counted = territory(&board, &dead, &without_exception);
        assert_eq!(counted.points, chinese.points);
    }

    /// Proposal of 2012, example 10: a ko that only a dead stone could take is a point.
    ///
    /// Also its twin with the stone alive.
    #[test]
    fn a_ko_against_a_dead_stone_is_a_point() {
        let picture = "
            B w + + B W -
            + B B B B W W
            B B W W W W -
            W W W W W W W";
        check(Rules::PROPOSAL_2012, picture);
        check(
            Rules::PROPOSAL_2012,
            &picture
                .replace("B w + +", "B W . .")
                .replace("+ B B B", ". B B B"),
        );
    }

    /// Proposal of 2012, IV 3(3), third figure: eyes of seki stones and false eyes count, 7 : 11.
    #[test]
    fn eyes_in_seki_and_false_eyes_count_under_the_proposal() {
        let picture = "
            . B B + B + B . W
            W B B + B + B W -
            - W B B B B B B W
            W W W W W W . W W
            - W - W - W W W -
            - W W B W B W - -
            - W B B . B . W W
            W B B + B B B B W
            . B + B + B . W -";
        check(Rules::PROPOSAL_2012, picture);
        let (board, dead) = judged(picture);
        let found = territory(&board, &dead, &Rules::PROPOSAL_2012);
        assert_eq!(found.points.0.map(|points| points.len()), [7, 11]);
    }

    /// The 1989 commentary, figure 17: dead stones within a seki are not in territory and stay.
    ///
    /// Other rule sets count the same stones differently.
    #[test]
    fn dead_stones_in_a_seki_stay_under_1989() {
        let picture = "
            . S s b s B B B B
            S . s b s B B + B
            s s s . s B B B B
            B B s s s B B B B
            B B B B B B B B B
            B + B B B B B + B";
        check(Rules::JAPANESE_1989, picture);
        let (board, dead) = judged(picture);
        assert!(
            territory(&board, &dead, &Rules::JAPANESE_1989)
                .taken_off
                .is_empty()
        );
        let korean = territory(&board, &dead, &Rules::KOREAN);
        assert_eq!(korean, territory(&board, &dead, &Rules::JAPANESE_1989));
        assert_eq!(
            territory(&board, &dead, &Rules::JAPANESE_1949).taken_off,
            dead,
            "article 42"
        );
        let proposal = territory(&board, &dead, &Rules::PROPOSAL_2012);
        assert_eq!(proposal.taken_off, dead);
        assert_eq!(proposal.points[Color::White].len(), 3);
        let chinese = territory(&board, &dead, &Rules::CHINESE);
        assert_eq!(chinese.points[Color::White].len(), 3);
    }

    /// The rules of 1949, figure 8 (article 42): no territory in the seki, but two prisoners.
    #[test]
    fn stones_in_a_seki_eye_are_prisoners_under_1949() {
        let picture = "
            B B B B s . s S w
            B + B B s s s S w
            B B B B B s . S .
            B B B B B s S S S
            B B + B B B W W W
            B B B B B B W W -
            B B B B B B W W W
            B B B B B B W - W";
        check(Rules::JAPANESE_1949, picture);
        let (board, dead) = judged(picture);
        assert_eq!(
            territory(&board, &dead, &Rules::JAPANESE_1949).taken_off,
            dead
        );
        check(Rules::JAPANESE_1989, picture);
        assert!(
            territory(&board, &dead, &Rules::JAPANESE_1989)
                .taken_off
                .is_empty()
        );
    }

    /// The 1989 commentary, example 25: points between living and dead stones of one color are
    /// dame.
    #[test]
    fn a_region_with_an_own_dead_stone_is_dame() {
        check(
            Rules::JAPANESE_1989,
            "
            . S . b s B B B B
            S S S s s B B + B
            w S s . s B B B B
            . s s s s B B B B
            s s B B B B B B B
            B B B B B B B + B",
        );
    }

    /// The critique of 2012, appendix (5), figure 1: a group next to a dead stone only is not in
    /// seki.
    #[test]
    fn a_dead_stone_is_no_dame() {
        check(
            Rules::JAPANESE_1989,
            "
            . . . b W W -
            . . . . S W W
            . S . S S W -
            . . S W W W W
            . . S S W S W
            . . . . S S S
            . . . . . . .",
        );
    }

    /// The critique of 2012, appendix (3), figure 1: a group within a larger seki keeps its eye if
    /// it touches no dame. Under rules without seki all eyes count.
    #[test]
    fn a_group_without_dame_keeps_its_eyes() {
        let picture = "
            - W S S . s S S .
            W W W S . s S s s
            S S S S s s s s B
            s s s s s B B B B
            B B B B B B + + +";
        check(Rules::JAPANESE_1989, picture);
        check(Rules::IMPROVED_2009, picture);
        check(
            Rules {
                counting: Counting::Area,
                ..Rules::KOREAN
            },
            picture,
        );
        check(Rules::CHINESE, &picture.replace('S', "B").replace('s', "W"));
    }

    /// The critique of 2012, appendix (3), figure 2: open dame put everything into seki under 1989,
    /// and make no difference under rules without seki.
    #[test]
    fn open_dame_make_seki_under_1989() {
        let picture = "
            . s s S . .
            . s s S . .
            . s . S . .
            . s . S . .
            . s S S . .";
        check(Rules::JAPANESE_1989, picture);
        let open = "
            - W W B + +
            - W W B + +
            - W . B + +
            - W . B + +
            - W B B + +";
        for rules in [Rules::PROPOSAL_2012, Rules::CHINESE, Rules::TROMP_TAYLOR] {
            check(rules, open);
        }
    }

    /// Stones dead by agreement are removed before points are counted, wherever they stand.
    #[test]
    fn stones_dead_by_agreement_come_off_first() {
        let picture = "
            . B . b W -
            B B B W W W
            + + B W - -";
        let (board, dead) = judged(picture);
        let improved = territory(&board, &dead, &Rules::IMPROVED_2009);
        assert_eq!(improved.taken_off, dead);
        assert_eq!(improved.dame.len(), 2, "the dead stone leaves a dame");
        let japanese = territory(&board, &dead, &Rules::JAPANESE_1989);
        assert_eq!((japanese.taken_off.len(), japanese.dame.len()), (0, 1));
    }

    /// A group with eyes pays two points, one in seki loses its eyes, and no group pays more than
    /// it has.
    #[test]
    fn the_group_tax_takes_two_of_each_group() {
        let picture = "
            + B W - W - W
            B B W W W W W
            + B W W W W W
            B B B B B B B
            B + B + + + B";
        let (board, dead) = judged(picture);
        let taxed = territory(&board, &dead, &Rules::STONE_SCORING);
        assert_eq!(taxed.tax, PerColor::new(2, 2));
        let free = territory(&board, &dead, &Rules::CHINESE);
        assert_eq!((free.points, free.tax), (taxed.points, PerColor::default()));
        let two_groups = picture.replace("+ B W - W - W", "+ B W . B - W");
        let (board, dead) = judged(&two_groups);
        let taxed = territory(&board, &dead, &Rules::STONE_SCORING);
        assert!(taxed.points[Color::White].is_empty(), "in seki");
    }

    #[test]
    fn stones_alone_surround_nothing() {
        let (board, dead) = judged(EXAMPLE_26);
        let found = territory(&board, &dead, &Rules::PURE_GO);
        assert_eq!(found.points, PerColor::default());
        assert_eq!(found.dame.len(), board.empties().len());
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        let size = Size::square(19).expect("within the limits");
        for rules in Rules::ALL {
            let found = territory(&Board::new(size), &PointSet::EMPTY, &rules);
            assert_eq!(found.points, PerColor::default());
            assert_eq!(found.dame, size.all());
        }
    }

    /// Returns a position from a random game, and random chains of it as dead.
    pub(crate) fn random(seed: u64, rules: Rules) -> (Position, PointSet) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
        let size = Size::new(2 + below(8) as u8, 2 + below(8) as u8).expect("within the limits");
        let mut position = Position::new(size, rules);
        for _ in 0..below(3 * size.area()) {
            let moves: Vec<Move> = position.legal_moves().collect();
            position.play_legal(moves[below(moves.len())]);
        }
        let mut dead = PointSet::EMPTY;
        for stone in size.points() {
            if position.board().at(stone).is_some() && below(8) == 0 {
                dead.extend(position.board().chain(stone));
            }
        }
        (position, dead)
    }

    /// Finds the territory region by region, in the words of the articles.
    fn by_regions(board: &Board, dead: &PointSet, rules: &Rules) -> Territory {
        let living = PerColor::from_fn(|color| board.stones(color) - *dead);
        let free = (board.size().all() - living[Color::Black]) - living[Color::White];
        let stay = dead_stay(rules);
        let mut eyes = PerColor::<PointSet>::default();
        let mut dame = PointSet::EMPTY;
        for region in free.components() {
            let touches = |color: Color| region.grown().meets(&living[color]);
            let owner = Color::BOTH
                .into_iter()
                .find(|&color| touches(color) && !touches(!color));
            let owner =
                owner.filter(|&color| !(stay && (*dead & board.stones(color)).meets(&region)));
            match owner {
                Some(color) => eyes[color] |= region,
                None => dame |= region,
            }
        }
        if stay {
            dame -= *dead;
        }
        let mut points = eyes;
        let mut seki = PointSet::EMPTY;
        if rules.tax != Tax::None {
            for color in Color::BOTH {
                for group in (living[color] | eyes[color]).components() {
                    if (group & living[color]).grown().meets(&dame) {
                        points[color] -= group;
                        seki |= group & living[color];
                    }
                }
            }
        }
        let in_eyes =
            |color: Color, eyes: &PerColor<PointSet>| *dead & board.stones(color) & eyes[!color];
        let from = match rules.removal {
            Removal::InEyes => &eyes,
            _ => &points,
        };
        let taken_off = if stay {
            in_eyes(Color::Black, from) | in_eyes(Color::White, from)
        } else {
            *dead
        };
        Territory {
            points,
            dame,
            seki,
            taken_off,
            tax: PerColor::default(),
            three_points: PerColor::default(),
        }
    }

    /// Two independent methods agree: set operations and regions.
    #[test]
    fn sets_and_regions_agree() {
        let others = [
            Rules {
                tax: Tax::Seki,
                ..Rules::CHINESE
            },
            Rules {
                tax: Tax::None,
                ..Rules::JAPANESE_1989
            },
        ];
        let by_area = |rules: &Rules| rules.counting != Counting::Stones;
        // The exception for kos and the group tax have separate tests.
        let plain = |rules: &Rules| rules.ko_points && rules.tax != Tax::All;
        for rules in Rules::ALL
            .into_iter()
            .chain(others)
            .filter(by_area)
            .filter(plain)
        {
            for seed in 0..200 {
                let (position, dead) = random(seed, rules);
                let board = position.board();
                let found = territory(board, &dead, &rules);
                assert_eq!(
                    found,
                    by_regions(board, &dead, &rules),
                    "{rules}, seed {seed}:\n{board}\n{dead:?}"
                );
            }
        }
    }

    /// Every point is owned, a dame, an eye in seki, or occupied.
    #[test]
    fn no_point_is_counted_twice() {
        for rules in Rules::ALL {
            for seed in 0..100 {
                let (position, dead) = random(seed, rules);
                let board = position.board();
                let found = territory(board, &dead, &rules);
                let [black, white] = found.points.0;
                let living = (board.stones(Color::Black) | board.stones(Color::White)) - dead;
                let parts = [black, white, found.dame, living];
                let together: PointSet = parts.into_iter().collect();
                let sum: usize = parts.iter().map(|part| part.len()).sum();
                assert_eq!(
                    sum,
                    together.len(),
                    "{rules}, seed {seed}:\n{board}\n{dead:?}"
                );
                assert!(found.seki.is_subset(&living) && found.taken_off.is_subset(&dead));
            }
        }
    }

    /// A passage of two points is dame unless one of them touches both colors, a third point is
    /// connected to it, or a stone next to it may be captured (`b`).
    #[test]
    fn a_passage_of_two_points_is_dame_for_sure() {
        let pictures = [
            "W W B B
             W * * B
             W W B B",
            "W W B B
             W . * B
             W W W W",
            "W W W B B
             W . . . B
             W W W B B",
            "W W B b
             W . . b
             W W B B",
            "W W * B B
             W . W * B
             W W * B B",
            "* * B * W
             W B B W .",
        ];
        for picture in pictures {
            let (board, unsure) = judged(&picture.replace('*', "."));
            let standing = PerColor::from_fn(|color| board.stones(color) - unsure);
            let sure = marked(board.size(), picture, &['*']);
            assert_eq!(sure_dame(&board, &standing), sure, "{picture}");
        }
    }
}
