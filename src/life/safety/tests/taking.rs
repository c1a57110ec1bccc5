//! Territory captured on the board by following a proof, as its theorem says, against random play.

use super::{Dice, limits};
use crate::go::board::Board;
use crate::go::color::Color::{Black, White};
use crate::go::point::{Point, PointSet, Size};
use crate::life::safety::local::{LocalPlay, LocalState};
use crate::life::safety::proof::{Next, SafetyProof};
use crate::life::safety::safety;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use std::sync::atomic::AtomicBool;

/// The owner's play by a proof: it keeps the promises of the zones, and uses free turns to take
/// their territory.
struct Taking<'a> {
    board: Board,
    proof: &'a SafetyProof,
    /// The current states of each zone with their situations; empty once the zone is settled and
    /// has no rooms.
    standing: Vec<Vec<(LocalState, usize)>>,
}

fn only(at: Point) -> PointSet {
    [at].into_iter().collect()
}

impl<'a> Taking<'a> {
    fn new(board: &Board, proof: &'a SafetyProof) -> Taking<'a> {
        let standing = proof.zones.iter().map(|zone| {
            let first = zone.strategy.iter().take(zone.parts.max(1));
            let first = first.enumerate();
            first.map(|(place, first)| (first.into(), place)).collect()
        });
        Taking {
            board: board.clone(),
            standing: standing.collect(),
            proof,
        }
    }

    fn protected(&self) -> PointSet {
        self.proof.chains.iter().copied().collect()
    }

    fn play(&self) -> LocalPlay<'a> {
        LocalPlay::new(&self.board, self.proof)
    }

    /// Plays an attack or pass, and the owner's reply.
    fn turn(&mut self, attack: Option<Point>) {
        if let Some(at) = attack {
            self.board.place(!self.proof.owner, at, &mut ());
            let stones = self.board.stones(self.proof.owner);
            assert!(self.protected().is_subset(&stones), "{at}\n{}", self.board);
        }
        if attack.is_some_and(|at| self.is_answered(at)) {
            return;
        }
        for zone in 0..self.standing.len() {
            for part in 0..self.standing[zone].len() {
                if self.goes_on(zone, part, None) {
                    return;
                }
            }
        }
        let settled = (0..self.standing.len()).filter(|&zone| self.standing[zone].is_empty());
        for zone in settled.collect::<Vec<_>>() {
            if self.clears(zone) {
                return;
            }
        }
    }

    fn is_answered(&mut self, at: Point) -> bool {
        let is_minded = |(state, _): &(LocalState, usize)| state.empty().contains(at);
        let minding = self
            .standing
            .iter()
            .map(|parts| parts.iter().position(is_minded));
        let found = minding
            .enumerate()
            .find_map(|(zone, part)| Some((zone, part?)));
        found.is_some_and(|(zone, part)| self.goes_on(zone, part, Some(at)))
    }

    /// Follows a situation's answer to an attack or pass. Returns false if it has no answer.
    fn goes_on(&mut self, zone: usize, part: usize, attack: Option<Point>) -> bool {
        let strategy = &self.proof.zones[zone].strategy;
        let (state, place) = self.standing[zone][part];
        let situation = &strategy[place];
        let play = self.play().where_it_is(situation);
        if attack.is_some_and(|at| play.attack(&state, at).is_none()) {
            return false;
        }
        let Some(answer) = situation.answer_to(attack) else {
            assert_eq!(attack, None, "every play has an answer");
            return false;
        };
        if let Some(at) = answer.answer {
            self.put(at);
        }
        self.standing[zone].remove(part);
        let next = answer.next.situations().iter();
        let next = next.map(|&next| ((&strategy[next]).into(), next));
        self.standing[zone].extend(next);
        assert!(
            answer.next != Next::Settled
                || situation.part.is_some()
                || self.standing[zone].is_empty()
        );
        true
    }

    fn put(&mut self, at: Point) {
        let owner = self.proof.owner;
        let is_legal = self.board.is_empty(at)
            && self.board.ko() != Some(at)
            && !self.board.is_suicide(owner, at);
        assert!(is_legal, "{at}\n{}", self.board);
        self.board.place(owner, at, &mut ());
    }

    /// Clears a narrow part of a zone without rooms. Returns false if no attacking stone is left
    /// there.
    fn clears(&mut self, zone: usize) -> bool {
        let taken = self.proof.zones[zone].taken;
        let own = self.board.stones(self.proof.owner);
        let staying = self.protected().flood(&own);
        let others = self.board.stones(!self.proof.owner);
        let empty: PointSet = self.board.empties().iter().copied().collect();
        let mut parts = (taken - staying).components();
        let Some(part) = parts.find(|part| part.meets(&others)) else {
            return false;
        };
        let inner = part - staying.grown();
        let beside = (part - inner) & empty;
        let next_to_inner = (inner & empty).border(&beside).first();
        let legal = |at: &Point| !self.board.is_suicide(self.proof.owner, *at);
        let within = (inner & empty).iter().find(legal);
        let Some(at) = next_to_inner.or(beside.first()).or(within) else {
            panic!("nothing to fill in {part:?}\n{}", self.board);
        };
        self.put(at);
        true
    }

    fn has_all(&self) -> bool {
        let others = self.board.stones(!self.proof.owner);
        !others.meets(&self.proof.territory())
    }
}

/// Plays random attacks on a proof, mostly in its territory, then passes. In the end no attacking
/// stone may be left there.
pub(crate) fn takes_by_chance(board: &Board, proof: &SafetyProof, games: usize, dice: &mut Dice) {
    let attacker = !proof.owner;
    for _ in 0..games {
        let mut taking = Taking::new(board, proof);
        for _ in 0..dice.random_range(0..40) {
            let legal: Vec<Point> = {
                let is_play = |at: &&Point| {
                    let board = &taking.board;
                    board.ko() != Some(**at) && !board.is_suicide(attacker, **at)
                };
                taking
                    .board
                    .empties()
                    .iter()
                    .filter(is_play)
                    .copied()
                    .collect()
            };
            let near = legal.iter().filter(|at| proof.territory().contains(**at));
            let attack = match dice.random_range(0..10) {
                0 | 1 => None,
                2 => legal.choose(dice).copied(),
                _ => near.choose(dice).copied(),
            };
            taking.turn(attack);
        }
        for _ in 0..2 * board.size().area() {
            taking.turn(None);
        }
        assert!(taking.has_all(), "{}\n{proof:?}", taking.board);
    }
}

/// Creates a black wall around random points with stones of both colors, amid white stones.
fn walled_in(side: u8, dice: &mut Dice) -> Option<(Board, PointSet)> {
    let size = Size::square(side).unwrap();
    let all = size.all();
    let mut part = only(all.iter().choose(dice)?);
    let points = dice.random_range(4..=13);
    while part.len() < points {
        part.insert(part.border(&all).iter().choose(dice)?);
    }
    let wall = part.grown().grown() & all;
    let wall = wall - part;
    let mut stones = [wall, PointSet::EMPTY];
    for at in part.iter() {
        match dice.random_range(0..10) {
            0 => _ = stones[0].insert(at),
            1 | 2 => _ = stones[1].insert(at),
            _ => {}
        }
    }
    let given_up = stones[1];
    stones[1] |= all - part.grown().grown().grown();
    let board = Board::with_stones(size, &stones[0], &stones[1])?;
    Some((board, given_up))
}

#[test]
fn what_is_taken_is_taken_on_the_board() {
    let mut dice = Dice::seed_from_u64(31);
    let (mut taken, mut parts) = (0, 0);
    for _ in 0..300 {
        let Some((board, given_up)) = walled_in(7, &mut dice) else {
            continue;
        };
        let limits = limits(dice.random(), dice.random());
        let found = safety(&board, &given_up, &limits, &AtomicBool::new(false));
        let Some(proof) = found.proofs[Black].as_ref() else {
            continue;
        };
        if !proof.territory().is_empty() {
            takes_by_chance(&board, proof, 20, &mut dice);
            taken += 1;
            let passes = |zone: &crate::life::safety::proof::SafeZone| {
                zone.strategy
                    .iter()
                    .any(|situation| situation.answer_to(None).is_some())
            };
            parts += usize::from(proof.zones.iter().any(passes));
        }
        assert!(found.territory[White].is_empty() || found.proofs[White].is_some());
    }
    assert!(taken > 25 && parts > 10, "{taken} {parts}");
}
