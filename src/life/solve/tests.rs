use super::*;
use crate::go::point::Size;
use fxhash::FxHashMap;

/// The rules of a fight once more, point by point, on boards small enough to play out.
struct Plain {
    near: Vec<Vec<usize>>,
    /// True for points next to an empty point outside.
    leaks: Vec<bool>,
    /// The colors of points: 0 empty, 1 owner, 2 attacker, 3 outside.
    start: Vec<u8>,
    target: usize,
    /// The side, 1 or 2, that may retake kos.
    ko_winner: u8,
}

type Node = (Vec<u8>, Option<usize>, u8);

impl Plain {
    fn chain(&self, cells: &[u8], at: usize) -> (Vec<usize>, bool) {
        let mut chain = vec![at];
        let mut is_free = false;
        let mut place = 0;
        while place < chain.len() {
            let point = chain[place];
            is_free |= self.leaks[point];
            for &next in &self.near[point] {
                if cells[next] == cells[at] && !chain.contains(&next) {
                    chain.push(next);
                }
                is_free |= cells[next] == 0;
            }
            place += 1;
        }
        (chain, is_free)
    }

    fn play(&self, node: &Node, at: usize) -> Option<Node> {
        let (cells, ko, turn) = node;
        if cells[at] != 0 || *ko == Some(at) {
            return None;
        }
        let other = 3 - turn;
        let mut after = cells.clone();
        after[at] = *turn;
        let mut taken = vec![];
        for &next in &self.near[at] {
            if after[next] == other {
                let (chain, is_free) = self.chain(&after, next);
                if !is_free {
                    for &stone in &chain {
                        after[stone] = 0;
                    }
                    taken.extend(chain);
                }
            }
        }
        let (chain, is_free) = self.chain(&after, at);
        if !is_free {
            return None;
        }
        let liberties = self.near[at].iter().filter(|&&next| after[next] == 0);
        let is_ko = taken.len() == 1
            && chain.len() == 1
            && liberties.count() == 1
            && !self.leaks[at]
            && self.ko_winner != other;
        Some((after, is_ko.then(|| taken[0]), other))
    }

    /// Returns the winner, 1 or 2, if that is decided.
    fn over(&self, cells: &[u8]) -> Option<u8> {
        if cells[self.target] != 1 {
            return Some(2);
        }
        let (chain, _) = self.chain(cells, self.target);
        let has_escaped = chain.iter().any(|&stone| self.leaks[stone]);
        has_escaped.then_some(1)
    }

    /// Returns true if the attacker can capture the target.
    fn is_captured(&self, first: u8) -> bool {
        let root: Node = (self.start.clone(), None, first);
        let mut index: FxHashMap<Node, usize> = FxHashMap::default();
        let mut nodes = vec![root.clone()];
        let mut nexts: Vec<Vec<usize>> = vec![];
        index.insert(root, 0);
        while nexts.len() < nodes.len() {
            let node = nodes[nexts.len()].clone();
            let mut next = vec![];
            if self.over(&node.0).is_none() {
                let pass = (node.0.clone(), None, 3 - node.2);
                let plays = (0..node.0.len()).filter_map(|at| self.play(&node, at));
                for after in plays.chain([pass]) {
                    let count = nodes.len();
                    let place = *index.entry(after.clone()).or_insert(count);
                    if place == count {
                        nodes.push(after);
                    }
                    next.push(place);
                }
            }
            nexts.push(next);
        }
        let mut captured: Vec<bool> = nodes
            .iter()
            .map(|node| self.over(&node.0) == Some(2))
            .collect();
        loop {
            let mut has_changed = false;
            for place in (0..nodes.len()).rev() {
                if captured[place] || nexts[place].is_empty() {
                    continue;
                }
                let mut after = nexts[place].iter().map(|&next| captured[next]);
                captured[place] = match nodes[place].2 {
                    2 => after.any(|is_captured| is_captured),
                    _ => after.all(|is_captured| is_captured),
                };
                has_changed |= captured[place];
            }
            if !has_changed {
                return captured[0];
            }
        }
    }
}

/// Plays out the fight about `at` on `region`.
fn plainly(board: &Board, at: Point, region: &PointSet, first: Color) -> FightResult {
    let owner = board.at(at).unwrap();
    let points: Vec<Point> = board.size().points().collect();
    let place = |point: Point| points.iter().position(|&other| other == point);
    let is_outside = |point: Point| board.is_empty(point) && !region.contains(point);
    let near: Vec<Vec<usize>> = points
        .iter()
        .map(|point| point.neighbours().into_iter().filter_map(place).collect())
        .collect();
    let leaks = near
        .iter()
        .map(|near| near.iter().any(|&next| is_outside(points[next])));
    let color = |point: &Point| match board.at(*point) {
        None if region.contains(*point) => 0,
        None => 3,
        Some(color) if color == owner => 1,
        Some(_) => 2,
    };
    let captured = |ko_winner| {
        let plain = Plain {
            leaks: leaks.clone().collect(),
            start: points.iter().map(color).collect(),
            target: place(at).unwrap(),
            near: near.clone(),
            ko_winner,
        };
        plain.is_captured(if first == owner { 1 } else { 2 })
    };
    match (captured(1), captured(2)) {
        (true, _) => FightResult::Dead,
        (_, false) => FightResult::Alive,
        _ => FightResult::Ko,
    }
}

/// A generator of pseudo-random numbers (Steele, Lea and Flood 2014).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end
    }
}

/// Compares the solver with playing out random fights on a board. Returns how many of each fate
/// there were.
fn compare(width: u8, height: u8, empties: usize, seed: u64, count: u32) -> [u32; 3] {
    let size = Size::new(width, height).unwrap();
    let mut numbers = Numbers(seed);
    let mut fates = [0; 3];
    let mut done = 0;
    while done < count {
        let mut stones = [PointSet::EMPTY; 2];
        let mut region = PointSet::EMPTY;
        let share = 2 + numbers.below(4);
        for point in size.points() {
            match numbers.below(share + 2) {
                0 => _ = stones[0].insert(point),
                1 => _ = stones[1].insert(point),
                _ if numbers.below(8) > 0 => _ = region.insert(point),
                _ => {}
            }
        }
        let [black, white] = stones;
        let Some(board) = Board::with_stones(size, &black, &white) else {
            continue;
        };
        // Captures can make more room than the empty points.
        let area = size.area() - (size.all() - black - white - region).len();
        let Some(at) = black.first().filter(|_| area <= empties) else {
            continue;
        };
        done += 1;
        let task = Task {
            board: &board,
            at: Some(at),
            region: Some(region),
            budget: Meter::new(u64::MAX, 1 << 26),
        };
        let solved = solve(&task).unwrap();
        for first in Color::BOTH {
            let expected = plainly(&board, at, &region, first);
            let found = solved.first[first].fate;
            assert_eq!(
                found, expected,
                "{first:?} first, about {at} on {region}, case {done}:\n{board}"
            );
            fates[found as usize] += 1;
        }
    }
    fates
}

#[test]
fn small_fights_are_solved_as_played_out() {
    for (width, height, seed) in [(3, 3, 1), (4, 2, 2), (2, 4, 3)] {
        let fates = compare(width, height, 9, seed, 40);
        assert!(fates[0] > 0 && fates[1] > 0, "{fates:?}");
    }
}

#[test]
fn turned_and_with_colors_exchanged_a_fight_ends_alike() {
    let size = Size::square(3).unwrap();
    let mut numbers = Numbers(5);
    let mut done = 0;
    while done < 40 {
        let mut stones = [PointSet::EMPTY; 2];
        for point in size.points() {
            if let color @ 0..2 = numbers.below(5) {
                stones[color as usize].insert(point);
            }
        }
        let turned = stones.map(|set| {
            let points = set.iter();
            points
                .filter_map(|at| Point::new(at.row(), at.column()))
                .collect::<PointSet>()
        });
        let (Some(board), Some(other), Some(at)) = (
            Board::with_stones(size, &stones[0], &stones[1]),
            Board::with_stones(size, &turned[1], &turned[0]),
            stones[0].first(),
        ) else {
            continue;
        };
        done += 1;
        let fates = |board: &Board, at: Point, first: Color| {
            let task = Task {
                board,
                at: Some(at),
                region: Some(size.all()),
                budget: Meter::new(u64::MAX, 1 << 26),
            };
            let solved = solve(&task).unwrap();
            [first, !first].map(|color| solved.first[color].fate)
        };
        let image = Point::new(at.row(), at.column()).unwrap();
        assert_eq!(
            fates(&board, at, Color::Black),
            fates(&other, image, Color::White),
            "case {done}:\n{board}"
        );
    }
}

#[test]
fn a_fight_without_time_is_unsettled() {
    let size = Size::square(9).unwrap();
    let points = |names: &str| {
        let points = names.split(' ').map(|name| name.parse::<Point>().unwrap());
        points.collect::<PointSet>()
    };
    let black = points("B9 B8 C8 D8 E8 F8 F9");
    let white = points("A9 A8 A7 B7 C7 D7 E7 F7 G8 G9");
    let board = Board::with_stones(size, &black, &white).unwrap();
    let solved = |work| {
        let task = Task {
            board: &board,
            at: None,
            region: None,
            budget: Meter::new(work, 1 << 26),
        };
        let solved = solve(&task).unwrap();
        assert_eq!((solved.owner, solved.target), (Color::Black, black));
        solved
    };
    assert!(!solved(1).is_proved());
    let solved = solved(Meter::A_SECOND);
    assert!(solved.is_proved());
    let first = |color: Color| {
        let answer = &solved.first[color];
        (answer.fate, &answer.moves[..])
    };
    let middle = [Move::At("D9".parse().unwrap())];
    assert_eq!(first(Color::Black), (FightResult::Alive, &middle[..]));
    assert_eq!(first(Color::White), (FightResult::Dead, &middle[..]));
}
