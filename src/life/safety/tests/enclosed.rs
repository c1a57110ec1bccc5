//! Random enclosed regions on larger boards, checked by exact play.

#![allow(clippy::print_stdout)]

use super::{Dice, limits, never_lost_within};
use crate::go::board::Board;
use crate::go::color::Color::{self, Black, White};
use crate::go::point::{Point, PointSet, Size};
use crate::life::safety::safety;
use fxhash::FxHashMap;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// The most states of exact play.
const MOST_STATES: usize = 4_000;

/// Creates a region enclosed by Black, with stones of both colors in it and a living white group
/// all around. Some outside liberties of Black may be open.
fn region(dice: &mut Dice) -> Option<Board> {
    let size = Size::square(dice.random_range(6..=9)).unwrap();
    let all = size.all();
    let mut region: PointSet = [size.points().choose(dice)?].into_iter().collect();
    let points = dice.random_range(4..=8);
    while region.len() < points {
        region.insert(region.border(&all).iter().choose(dice)?);
    }
    let mut wall = region.border(&all);
    // Fill most corners, which connects the wall.
    let is_corner = |at: &Point| {
        let beside: PointSet = [*at].into_iter().collect();
        beside.border(&wall).len() > 1
    };
    let corners = (all - wall - region).iter().filter(is_corner);
    let filled: PointSet = corners.filter(|_| dice.random_ratio(3, 4)).collect();
    wall |= filled;
    let mut stones = [wall, all - region - wall];
    // White gets eyes far from the region, and the border some dame.
    let far = all - wall.grown() - region;
    let mut eyes = 0;
    for at in far.iter() {
        let is_eye = (at.column() + 2 * at.row()) % 5 == 0;
        if is_eye {
            stones[1].remove(at);
            eyes += 1;
        }
    }
    let beside = (wall.border(&all) - region).iter();
    for at in beside
        .filter(|_| dice.random_ratio(1, 10))
        .collect::<Vec<_>>()
    {
        stones[1].remove(at);
    }
    for at in region
        .iter()
        .filter(|_| dice.random_ratio(1, 5))
        .collect::<Vec<_>>()
    {
        stones[usize::from(dice.random_ratio(1, 2))].insert(at);
    }
    (eyes > 2)
        .then(|| Board::with_stones(size, &stones[0], &stones[1]))
        .flatten()
}

/// Returns true if Black, White moving first, can clear its territory of white stones and keep its
/// living stones, including all kos. Both sides play only on `places`. Returns `None` if there are
/// too many states.
fn is_kept(
    board: &Board,
    places: &PointSet,
    territory: &PointSet,
    living: &PointSet,
    suicide: bool,
) -> Option<bool> {
    type State = (PointSet, PointSet, Option<Point>, Color);
    let key = |board: &Board, turn: Color| -> State {
        (board.stones(Black), board.stones(White), board.ko(), turn)
    };
    let mut numbers: FxHashMap<State, usize> = FxHashMap::default();
    let mut states = vec![(board.clone(), White)];
    numbers.insert(key(board, White), 0);
    let mut next: Vec<Vec<usize>> = vec![];
    while let Some((here, turn)) = states.get(next.len()).cloned() {
        let mut following = vec![];
        let mut passed = here.clone();
        passed.lift_ko();
        following.push(passed);
        if living.is_subset(&here.stones(Black)) {
            let empties = here.empties().iter();
            for &at in empties.filter(|at| places.contains(**at) && here.ko() != Some(**at)) {
                let mut after = here.clone();
                let lifted = after.place(turn, at, &mut ());
                if lifted.suicided == 0 || suicide && lifted.suicided > 1 {
                    following.push(after);
                }
            }
        }
        let followed = following.into_iter().map(|after| {
            *numbers.entry(key(&after, !turn)).or_insert_with(|| {
                states.push((after, !turn));
                states.len() - 1
            })
        });
        let followed = followed.collect();
        next.push(followed);
        if states.len() > MOST_STATES {
            return None;
        }
    }
    let is_good = |(board, _): &(Board, Color)| {
        living.is_subset(&board.stones(Black)) && !territory.meets(&board.stones(White))
    };
    let mut won: Vec<bool> = states.iter().map(is_good).collect();
    loop {
        let mut changed = false;
        for place in 0..won.len() {
            let mut each = next[place].iter().map(|&next| won[next]);
            let wins = match states[place].1 {
                Black => each.any(|won| won),
                White => each.all(|won| won),
            };
            if wins && !won[place] {
                won[place] = true;
                changed = true;
            }
        }
        if !changed {
            return Some(won[0]);
        }
    }
}

/// Counts of the regions tried.
#[derive(Debug, Default)]
struct Tried {
    regions: usize,
    safe: usize,
    safe_tried: usize,
    taken: usize,
    taken_tried: usize,
}

fn confirm(regions: usize) -> Tried {
    let mut dice = Dice::seed_from_u64(41);
    let mut tried = Tried::default();
    while tried.regions < regions {
        let Some(board) = region(&mut dice) else {
            continue;
        };
        tried.regions += 1;
        let limits = limits(dice.random(), dice.random());
        let invaders: PointSet = board.stones(White);
        // All white stones inside the black wall are given up.
        let inside = (board.size().all() - board.stones(Black)).components();
        let around = inside.max_by_key(PointSet::len).unwrap_or_default();
        let found = safety(
            &board,
            &(invaders - around),
            &limits,
            &AtomicBool::new(false),
        );
        let Some(proof) = found.proofs[Black]
            .as_ref()
            .filter(|proof| !proof.chains.is_empty())
        else {
            continue;
        };
        tried.safe += 1;
        let living = found.living()[Black];
        let zones: PointSet = proof.zones.iter().map(|zone| zone.points).collect();
        let territory = found.territory[Black] - around;
        let places = territory | zones | (around & living.grown());
        let holds = never_lost_within(&places, MOST_STATES, &board, proof);
        assert_ne!(holds, Some(false), "{board}\n{proof:?}");
        tried.safe_tried += usize::from(holds.is_some());
        if !territory.is_empty() {
            tried.taken += 1;
            let kept = is_kept(&board, &places, &territory, &living, limits.suicide);
            assert_ne!(kept, Some(false), "{territory:?}\n{board}\n{proof:?}");
            tried.taken_tried += usize::from(kept.is_some());
        }
        if tried.regions % 1000 == 0 {
            println!("{tried:?}");
        }
    }
    tried
}

#[test]
fn enclosed_regions_are_kept_against_exact_play() {
    let tried = confirm(150);
    assert!(tried.safe_tried > 10 && tried.taken_tried > 5, "{tried:?}");
}

/// `cargo test --release --lib many_enclosed_regions -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_enclosed_regions_are_kept_against_exact_play() {
    println!("{:?}", confirm(20_000));
}
