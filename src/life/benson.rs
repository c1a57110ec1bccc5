//! Unconditional life by Benson's theorem, and the territory it settles.

use super::chain::Chain;
use super::region::Region;
use crate::go::board::Board;
use crate::go::board::symmetry::Image;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;

/// Returns the stones of one color that live even if their owner always passes.
///
/// This is David Benson's theorem (*Life in the Game of Go*, 1976). `chains` and `regions` are
/// those of one color on one board; a region left out of the list does not count as an eye. A chain
/// lives if two regions are [vital](Region::is_vital_to) to it whose walls live in this sense too.
/// The algorithm starts with all chains and drops those that fail until nothing changes.
///
/// Given all regions, the result is exact: no other chain lives without its owner's help. Tests
/// check both directions on every small board, with and without suicide. Superko is ignored, since
/// it only takes moves away from the side that must capture.
#[must_use]
pub fn benson(chains: &[Chain], regions: &[Region], suicide: bool) -> PointSet {
    let mut living: Vec<&Chain> = chains.iter().collect();
    let mut enclosed: Vec<&Region> = regions.iter().collect();
    loop {
        let before = living.len();
        let has_two_eyes = |chain: &&Chain| {
            let vital = enclosed
                .iter()
                .filter(|region| region.is_vital_to(chain, suicide));
            vital.take(2).count() == 2
        };
        living.retain(has_two_eyes);
        let stones = living.iter().map(|chain| chain.stones).collect();
        if living.len() == before {
            return stones;
        }
        enclosed.retain(|region| region.wall.is_subset(&stones));
    }
}

/// The life and territory of each color that hold whatever the opponent plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settled {
    /// The stones that live even if their owner always passes.
    pub living: PerColor<PointSet>,
    /// The points, empty or under opposing stones, that the color keeps or takes by answering each
    /// play: no opposing stone lives there.
    pub territory: PerColor<PointSet>,
}

impl Settled {
    /// Returns the settled stones and territory on an image of the board.
    #[must_use]
    pub fn image(&self, image: Image) -> Settled {
        Settled {
            living: image.point_sets(&self.living),
            territory: image.point_sets(&self.territory),
        }
    }

    /// Returns all points whose owner is settled.
    #[must_use]
    pub fn all(&self) -> PointSet {
        self.living.0.into_iter().chain(self.territory.0).collect()
    }
}

/// Returns the life and territory settled by Benson's theorem and by the size of regions.
///
/// A region belongs to its owner for good if its whole wall is unconditionally alive and it is [too
/// small for two eyes](Region::is_too_small_for_two_eyes) (Müller 1997). The claim: the owner,
/// answering each opposing play in the region with at most one of its own, can capture every stone
/// in the region and loses no stone of the wall. The argument:
///
/// - Each chain of the wall has two vital regions. The owner clears one region at a time. The
///   chains around it keep their other region, so neither they nor the stones joined to them can be
///   captured.
/// - The owner may fill every empty point of the region that is next to the wall, because the stone
///   joins the wall. Once all of them are filled, the opposing chains there have no liberties but
///   inner points.
/// - If there is one inner point, filling it captures all of them. If there are two adjacent inner
///   points, the owner fills one. If the opponent captures that stone by filling the other, the
///   captured stone's point is the only liberty left to the opposing chains. The opponent cannot
///   fill it, and the owner recaptures there: at once or, in a ko, after a pass, since no ko can be
///   fought where nothing else is at stake.
///
/// The owner may have to fill an eye, so this territory is not what the owner keeps by passing.
/// Only the ban on retaking a ko at once is considered, not superko.
#[must_use]
pub fn settled(board: &Board, suicide: bool) -> Settled {
    let mut settled = Settled::default();
    for color in Color::BOTH {
        let regions = Region::all_of(board, color);
        let living = benson(&Chain::all_of(board, color), &regions, suicide);
        settled.living[color] = living;
        let is_kept = |region: &&Region| {
            // The region of an empty board has no wall.
            !region.wall.is_empty()
                && region.wall.is_subset(&living)
                && region.is_too_small_for_two_eyes()
        };
        for region in regions.iter().filter(is_kept) {
            settled.territory[color] |= region.points;
        }
    }
    settled
}

#[cfg(test)]
pub(in crate::life) mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::point::{Point, Size};
    use std::collections::{BTreeMap, HashMap};

    #[track_caller]
    fn check(picture: &str, black: &str, white: &str) {
        let board = diagram::board(picture).expect("a board");
        let settled = settled(&board, false);
        let seen = |color: Color| {
            let mark = |at: Point| match () {
                () if settled.living[color].contains(at) => 'L',
                () if settled.territory[color].contains(at) => '+',
                () => '.',
            };
            let rows = (1..=board.size().height()).rev().map(|row| {
                let columns = 1..=board.size().width();
                columns
                    .map(|column| mark(Point::new(column, row).expect("on board")))
                    .collect()
            });
            rows.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(seen(Color::Black), black, "{board}");
        assert_eq!(seen(Color::White), white, "{board}");
    }

    #[test]
    fn two_eyes_live() {
        check(
            ". X . X .
             X X X X O
             O O O O O
             . O . O .",
            "+L+L. LLLL. ..... .....",
            "..... ....L LLLLL +L+L+",
        );
    }

    #[test]
    fn an_eye_shared_with_a_chain_that_has_no_other_is_none() {
        check(
            ". X . X O .
             X X X O O .",
            "...... ......",
            "...... ......",
        );
        check(
            ". X . X O .
             X X X X O .",
            "+L+L++ LLLL++",
            "...... ......",
        );
    }

    #[test]
    fn what_could_hold_two_eyes_is_not_settled() {
        check(
            ". X O . O
             X O O O O
             . X O . O
             X X O O O
             . X O . O",
            "..... ..... ..... ..... .....",
            "..L+L .LLLL ..L+L ..LLL ..L+L",
        );
        check(
            ". O . X . X
             . . . X X X
             X X X X . X",
            "+++L+L +++LLL LLLL+L",
            "...... ...... ......",
        );
    }

    /// Numbers a board among all fillings of its points, as digits to base 3.
    fn number(board: &Board) -> usize {
        let digit = |at| board.at(at).map_or(0, |color| color as usize + 1);
        board
            .size()
            .points()
            .fold(0, |number, at| number * 3 + digit(at))
    }

    fn all_boards(size: Size) -> Vec<Option<Board>> {
        let points: Vec<Point> = size.points().collect();
        let board_of = |number: usize| {
            let mut rest = number;
            let mut stones = [PointSet::EMPTY; 3];
            for &at in points.iter().rev() {
                stones[rest % 3].insert(at);
                rest /= 3;
            }
            Board::with_stones(size, &stones[1], &stones[2])
        };
        (0..3usize.pow(points.len() as u32)).map(board_of).collect()
    }

    /// Finds by exhaustive play, for each board, the black stones White can capture if Black always
    /// passes.
    fn stones_that_can_be_taken(boards: &[Option<Board>], suicide: bool) -> Vec<PointSet> {
        let mut lost = vec![PointSet::EMPTY; boards.len()];
        let mut changed = true;
        while changed {
            changed = false;
            // Without suicide White only adds stones. Visiting boards with higher numbers first
            // saves passes.
            for (number_before, board) in boards.iter().enumerate().rev() {
                let Some(board) = board else { continue };
                let black = board.stones(Color::Black);
                let mut found = lost[number_before];
                for &at in board.empties() {
                    let mut after = board.clone();
                    let lifted = after.place(Color::White, at, &mut ());
                    if lifted.suicided == 0 || (suicide && lifted.suicided > 1) {
                        let later = lost[number(&after)];
                        found |= black & (later | (black - after.stones(Color::Black)));
                    }
                }
                if found != lost[number_before] {
                    lost[number_before] = found;
                    changed = true;
                }
            }
        }
        lost
    }

    /// Checks both directions of the theorem on every board of a size.
    fn benson_is_exact(size: Size) {
        let boards = all_boards(size);
        for suicide in [false, true] {
            let lost = stones_that_can_be_taken(&boards, suicide);
            for (board, lost) in boards.iter().zip(lost) {
                let Some(board) = board else { continue };
                let living = settled(board, suicide).living[Color::Black];
                // A chain is captured as a whole, so a chain with a lost stone is lost.
                let kept = board.stones(Color::Black) - lost;
                assert_eq!(living, kept, "suicide {suicide}\n{board}");
            }
        }
    }

    #[test]
    fn unconditional_life_is_exact_on_all_small_boards() {
        for (width, height) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
            benson_is_exact(Size::new(width, height).expect("within the limits"));
        }
    }

    /// A board in play: its number, the point closed by a ko, and the side to move.
    type BoardInPlay = (usize, Option<Point>, Color);

    /// All plays and passes on all boards of a size.
    ///
    /// The first states are the legal boards with White to move, in the order of their numbers.
    struct AllPlay {
        states: Vec<BoardInPlay>,
        /// The number of plays and passes in each state.
        choices: Vec<usize>,
        /// The predecessors of each state, one entry per move.
        before: Vec<Vec<usize>>,
    }

    fn all_play(boards: &[Option<Board>], suicide: bool) -> AllPlay {
        let legal = boards
            .iter()
            .enumerate()
            .filter(|(_, board)| board.is_some());
        let mut states: Vec<BoardInPlay> = legal
            .map(|(number, _)| (number, None, Color::White))
            .collect();
        let mut places: HashMap<BoardInPlay, usize> = HashMap::new();
        places.extend(
            states
                .iter()
                .enumerate()
                .map(|(place, &state)| (state, place)),
        );
        let mut choices = vec![];
        let mut before: Vec<Vec<usize>> = vec![];
        while let Some(&(here, ko, turn)) = states.get(choices.len()) {
            let board = boards[here].as_ref().expect("only legal boards follow");
            let mut following = vec![(here, None, !turn)];
            for &at in board.empties().iter().filter(|&&at| Some(at) != ko) {
                let mut after = board.clone();
                let lifted = after.place(turn, at, &mut ());
                if lifted.suicided == 0 || (suicide && lifted.suicided > 1) {
                    following.push((number(&after), after.ko(), !turn));
                }
            }
            let place = choices.len();
            choices.push(following.len());
            for state in following {
                let next = *places.entry(state).or_insert_with(|| {
                    states.push(state);
                    states.len() - 1
                });
                before.resize(states.len(), vec![]);
                before[next].push(place);
            }
        }
        AllPlay {
            states,
            choices,
            before,
        }
    }

    impl AllPlay {
        /// Returns for each state whether Black can force a wanted board from it.
        fn forced(&self, wanted: impl Fn(usize) -> bool) -> Vec<bool> {
            let mut won: Vec<bool> = self.states.iter().map(|state| wanted(state.0)).collect();
            let mut waiting: Vec<usize> = (0..won.len()).filter(|&place| won[place]).collect();
            // White's moves that do not lead to a won state.
            let mut left = self.choices.clone();
            while let Some(place) = waiting.pop() {
                for &before in &self.before[place] {
                    left[before] -= 1;
                    let wins = self.states[before].2 == Color::Black || left[before] == 0;
                    if wins && !won[before] {
                        won[before] = true;
                        waiting.push(before);
                    }
                }
            }
            won
        }
    }

    /// Returns true if no mirror image or rotation of the board comes before it. A result for one
    /// image holds for all.
    fn is_first_image(board: &Board) -> bool {
        let size = board.size();
        let (width, height) = (size.width(), size.height());
        let place = |at: Point, image: u8| {
            let (mut column, mut row) = (at.column(), at.row());
            if image & 1 != 0 {
                column = width + 1 - column;
            }
            if image & 2 != 0 {
                row = height + 1 - row;
            }
            if image & 4 != 0 {
                (column, row) = (row, column);
            }
            Point::new(column, row).expect("on board")
        };
        let contents = |image: u8| {
            size.points()
                .map(move |at| board.at(place(at, image)).map(|color| color as u8))
        };
        let images = if width == height { 8 } else { 4 };
        (1..images).all(|image| contents(0).le(contents(image)))
    }

    /// Claimed territory of Black, and claimed living stones.
    type Claim = (PointSet, PointSet);

    /// Checks claims by exhaustive play, White moving first and anywhere on the board.
    ///
    /// Black must clear the claimed territory of white stones and keep the claimed living stones.
    /// One board is checked for each set of images, and one in `one_of` distinct claims.
    pub(in crate::life) fn territory_is_kept(
        size: Size,
        one_of: usize,
        claimed: impl Fn(&Board, bool) -> Vec<Claim>,
    ) {
        let boards = all_boards(size);
        let legal: Vec<&Board> = boards.iter().flatten().collect();
        for suicide in [false, true] {
            let mut claims: BTreeMap<[Vec<Point>; 2], (Claim, Vec<usize>)> = BTreeMap::new();
            let first = legal
                .iter()
                .enumerate()
                .filter(|(_, board)| is_first_image(board));
            for (place, board) in first {
                let found = claimed(board, suicide).into_iter();
                for claim in found.filter(|(territory, _)| !territory.is_empty()) {
                    let name = [claim.0, claim.1].map(|points| points.iter().collect());
                    let (_, places) = claims.entry(name).or_insert_with(|| (claim, vec![]));
                    places.push(place);
                }
            }
            assert!(!claims.is_empty());
            let play = all_play(&boards, suicide);
            for ((territory, living), places) in claims.into_values().step_by(one_of) {
                let won = play.forced(|number| {
                    let board = boards[number].as_ref().expect("only legal boards follow");
                    living.is_subset(&board.stones(Color::Black))
                        && !territory.meets(&board.stones(Color::White))
                });
                for place in places {
                    assert!(won[place], "{territory:?}\n{}", legal[place]);
                }
            }
        }
    }

    #[test]
    fn territory_for_good_is_kept_on_all_small_boards() {
        for (width, height) in [(3, 2), (4, 2), (3, 3)] {
            let size = Size::new(width, height).expect("within the limits");
            territory_is_kept(size, 1, |board, suicide| {
                let settled = settled(board, suicide);
                vec![(
                    settled.territory[Color::Black],
                    settled.living[Color::Black],
                )]
            });
        }
    }
}
