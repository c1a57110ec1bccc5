//! An exhaustive prover for small zones, which produces proofs of all kinds.

use super::Dice;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::safety::check::SafetyError;
use crate::life::safety::local::{LocalPlay, LocalState};
use crate::life::safety::proof::{Next, Promise, SafeZone, SafetyProof, Situation, ZoneAnswer};
use fxhash::{FxHashMap, FxHashSet};
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};

/// The most states of a zone.
const MOST_STATES: usize = 1000;

/// Attacks, each with the owner's answers and the resulting states.
type Plays = Vec<(Point, Vec<(Option<Point>, LocalState)>)>;

/// Returns all attacks and answers. With a random generator, the owner also drops random points
/// from the relevant ones.
fn plays(play: &LocalPlay, state: &LocalState, dice: &mut Option<&mut Dice>) -> Plays {
    let mut plays = vec![];
    for at in state.empty().iter() {
        let Some(after) = play.attack(state, at) else {
            continue;
        };
        let answers = after.empty().iter();
        let answers = answers.filter_map(|to| Some((Some(to), play.answer(&after, to)?)));
        let mut all: Vec<_> = [(None, after)].into_iter().chain(answers).collect();
        if let Some(dice) = dice {
            let forgetful = all.iter().filter_map(|&(answer, next)| {
                let mut fewer = next;
                let gone = next.points.iter().choose(dice)?;
                fewer.points.remove(gone);
                fewer.own &= fewer.points;
                fewer.other &= fewer.points;
                let is_sound = play.is_sound(&fewer) && play.can_become(&next, &fewer);
                (is_sound && dice.random()).then_some((answer, fewer))
            });
            let forgetful: Vec<_> = forgetful.collect();
            all.splice(0..0, forgetful);
        }
        plays.push((at, all));
    }
    plays
}

/// Searches for a strategy that keeps all promises until they are settled.
fn keep(
    play: &LocalPlay,
    root: LocalState,
    promises: &[Promise],
    mut dice: Option<&mut Dice>,
) -> Option<Vec<Situation>> {
    let mut known: FxHashMap<LocalState, Plays> = FxHashMap::default();
    let mut lost: FxHashSet<LocalState> = FxHashSet::default();
    let mut waiting = vec![root];
    while let Some(state) = waiting.pop() {
        if known.contains_key(&state)
            || lost.contains(&state)
            || play.are_settled(&state, promises, &PointSet::EMPTY)
        {
            continue;
        }
        // Part of a chain may have been dropped from the relevant points.
        if !play.is_sound(&state) || !promises.iter().all(|promise| play.holds(&state, promise)) {
            lost.insert(state);
            continue;
        }
        let plays = plays(play, &state, &mut dice);
        waiting.extend(
            plays
                .iter()
                .flat_map(|(_, after)| after.iter().map(|(_, next)| *next)),
        );
        known.insert(state, plays);
        if known.len() > MOST_STATES {
            return None;
        }
    }
    // A state is won if every attack has an answer to a settled state or one won in an earlier
    // round.
    let mut won: FxHashMap<LocalState, usize> = FxHashMap::default();
    for round in 1.. {
        let is_won = |next: &LocalState| {
            won.get(next).is_some_and(|&earlier| earlier < round)
                || !known.contains_key(next) && !lost.contains(next)
        };
        let wins = |plays: &Plays| {
            let mut plays = plays.iter();
            plays.all(|(_, after)| after.iter().any(|(_, next)| is_won(next)))
        };
        let fresh: Vec<LocalState> = known
            .iter()
            .filter(|(state, plays)| !won.contains_key(*state) && wins(plays))
            .map(|(state, _)| *state)
            .collect();
        if fresh.is_empty() {
            break;
        }
        won.extend(fresh.into_iter().map(|state| (state, round)));
    }
    if lost.contains(&root) || known.contains_key(&root) && !won.contains_key(&root) {
        return None;
    }
    let mut strategy: Vec<Situation> = vec![];
    let mut order: Vec<LocalState> = vec![];
    order.extend(known.contains_key(&root).then_some(root));
    while let Some(&state) = order.get(strategy.len()) {
        let rank = won[&state];
        let is_nearer = |next: &LocalState| {
            if known.contains_key(next) {
                won.get(next).is_some_and(|&other| other < rank)
            } else {
                !lost.contains(next)
            }
        };
        let mut answers = vec![];
        for (attack, after) in &known[&state] {
            let &(answer, next) = after.iter().find(|(_, next)| is_nearer(next))?;
            let place = known.contains_key(&next).then(|| {
                order
                    .iter()
                    .position(|&had| had == next)
                    .unwrap_or_else(|| {
                        order.push(next);
                        order.len() - 1
                    })
            });
            answers.push(ZoneAnswer {
                attack: Some(*attack),
                answer,
                next: place.map_or(Next::Settled, Next::Situation),
            });
        }
        strategy.push(Situation {
            part: None,
            points: state.points,
            own: state.own,
            other: state.other,
            answers,
        });
    }
    Some(strategy)
}

fn keep_in(
    board: &Board,
    proof: &SafetyProof,
    points: PointSet,
    promises: &[Promise],
    dice: Option<&mut Dice>,
) -> Option<SafeZone> {
    let play = LocalPlay::new(board, proof);
    let beginning = play.beginning(board, proof, points);
    if points.is_empty() || !play.is_sound(&beginning) {
        return None;
    }
    Some(SafeZone {
        points,
        promises: promises.to_vec(),
        taken: PointSet::EMPTY,
        strategy: keep(&play, beginning, promises, dice)?,
        parts: 0,
    })
}

/// Creates the proof with these chains, zones and promises, if the promises can be kept.
pub(super) fn with(
    board: &Board,
    owner: Color,
    chains: &[&str],
    zones: &[(&str, &[Promise])],
) -> Option<SafetyProof> {
    let stones = board.stones(owner);
    let chain = |name: &&str| super::points(name).flood(&stones);
    let mut proof = SafetyProof {
        owner,
        suicide: false,
        solid: false,
        chains: chains.iter().map(chain).collect(),
        zones: vec![],
    };
    for (points, promises) in zones {
        let zone = keep_in(board, &proof, super::points(points), promises, None)?;
        proof.zones.push(zone);
    }
    Some(proof)
}

/// Returns the points of a zone: a small part enclosed by the owner, or random connected points.
fn random_zone(board: &Board, owner: Color, free: &PointSet, dice: &mut Dice) -> Option<PointSet> {
    let seed: PointSet = [free.iter().choose(dice)?].into_iter().collect();
    let part = seed.flood(&(board.size().all() - board.stones(owner)));
    let part = match dice.random() {
        true => part,
        // Include unprotected stones of the owner.
        false => part.flood(free),
    };
    if dice.random() && part.len() <= 6 && part.is_subset(free) {
        return Some(part);
    }
    let size = dice.random_range(1..=5);
    let mut zone = seed;
    while zone.len() < size {
        let Some(next) = zone.border(free).iter().choose(dice) else {
            break;
        };
        zone.insert(next);
    }
    Some(zone)
}

/// Returns a random promise about a chain next to the zone.
fn random_promise(near: &[usize], dice: &mut Dice) -> Option<Promise> {
    let chain = *near.choose(dice)?;
    Some(match dice.random_range(0..4) {
        0 => Promise::Liberties { chain, count: 1 },
        1 => Promise::Liberties { chain, count: 2 },
        2 => Promise::Tied {
            chain,
            to: vec![*near.choose(dice)?],
        },
        _ => Promise::Tied {
            chain,
            to: near.iter().copied().filter(|_| dice.random()).collect(),
        },
    })
}

/// Creates a proof with random zones and promises, for as many chains as they make safe.
pub(super) fn prove(
    board: &Board,
    owner: Color,
    suicide: bool,
    dice: &mut Dice,
) -> Option<SafetyProof> {
    let stones = board.stones(owner);
    let mut chains: Vec<PointSet> = stones.components().collect();
    chains.shuffle(dice);
    // Leave some chains unprotected in the zones.
    let loose = dice
        .random_range(0..3_usize)
        .saturating_sub(1)
        .min(chains.len());
    chains.truncate(chains.len() - loose);
    let protected: PointSet = chains.iter().copied().collect();
    let mut free = board.size().all() - protected;
    let mut zones = vec![];
    while let Some(zone) = random_zone(board, owner, &free, dice) {
        free -= zone;
        zones.push(zone);
    }
    let solid = dice.random();
    while !chains.is_empty() {
        let mut proof = SafetyProof {
            owner,
            suicide,
            solid,
            chains: chains.clone(),
            zones: vec![],
        };
        for points in &zones {
            let is_near = |chain: &usize| chains[*chain].grown().meets(points);
            let near: Vec<usize> = (0..chains.len()).filter(is_near).collect();
            let mut held: Option<SafeZone> = None;
            for _ in 0..8 {
                let mut promises = held.as_ref().map_or(vec![], |held| held.promises.clone());
                promises.extend(random_promise(&near, dice));
                let forgets = dice.random_ratio(1, 3);
                let forgetful = forgets.then_some(&mut *dice);
                held = keep_in(board, &proof, *points, &promises, forgetful).or(held);
            }
            proof.zones.extend(held);
        }
        match proof.verify(board) {
            Ok(()) => return Some(proof),
            Err(SafetyError::Unsafe(chain)) => _ = chains.remove(chain),
            Err(error) => panic!("{error}\n{board}\n{proof:?}"),
        }
    }
    None
}
