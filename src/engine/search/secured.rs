//! Safety proofs at the search root, and the part of them that holds along a line of play.
//!
//! Proved territory belongs to its owner even if the opponent moves first, as long as the owner
//! answers every attack that the proof names. Neither side needs to play there, in the tree or in
//! playouts, and its ownership need not be estimated by playouts. There are two exceptions: play
//! that the rules require and, during a ko fight, threats. Threats are attacks that need an answer,
//! and moves that remove such attacks.
//!
//! Along a line the strategy of the proof gives the owner's answers. If a required answer is not
//! played, or cannot be, its group stops being secured. Other moves of the owner are assumed to do
//! no harm, which is not proved, so below the root the proofs yield a good estimate only. Nor is it
//! proved that such a move at home gains nothing elsewhere, say a liberty for a fight next door. A
//! search with an evaluator therefore allows these moves below the root.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Death};
use crate::life::benson::Settled;
use crate::life::safety::Safety;
use crate::life::safety::defence::Defence;
use crate::life::safety::proof::{Promise, SafeZone, SafetyProof};
use crate::referee::judge::{Effort, secured};
use std::sync::atomic::AtomicBool;

/// The safety proofs at the root of a search.
#[derive(Debug)]
pub(super) struct Secured {
    board: Board,
    safety: Safety,
    groups: Vec<SafeGroup>,
    /// The index of its group, for each zone of each color's proof.
    of_zones: PerColor<Vec<Option<usize>>>,
}

/// Chains whose safety rests on shared zones, and their territory.
#[derive(Debug)]
struct SafeGroup {
    owner: Color,
    stones: PointSet,
    /// The territory between the chains.
    territory: PointSet,
    /// The points of the territory that need no play.
    closed: PointSet,
}

impl Secured {
    /// Proves safety in a position within an effort.
    ///
    /// Returns `None` if nothing is proved, or if the rules make play at home necessary: every
    /// stone is a point, or dead stones must be taken off by play.
    pub(super) fn of(position: &Position, effort: &Effort, stop: &AtomicBool) -> Option<Secured> {
        let (board, rules) = (position.board(), position.rules());
        if rules.counting == Counting::Stones || rules.phased || rules.death == Death::AllAlive {
            return None;
        }
        let safety = secured(position, effort, stop);
        let (groups, of_zones) = groups_of(board, &safety);
        (!groups.is_empty()).then(|| Secured {
            board: board.clone(),
            safety,
            groups,
            of_zones,
        })
    }

    /// Returns the points that need no play.
    pub(super) fn closed(&self) -> PointSet {
        self.groups.iter().map(|group| group.closed).collect()
    }

    /// Returns true if all stones and points of a group are secured here too.
    fn secures(&self, group: &SafeGroup) -> bool {
        let owned = self.owned()[group.owner];
        (group.stones | group.territory).is_subset(&owned)
    }

    fn owned(&self) -> PerColor<PointSet> {
        PerColor::from_fn(|color| {
            let own = self.groups.iter().filter(|group| group.owner == color);
            own.map(|group| group.stones | group.territory).collect()
        })
    }

    /// Returns the answer required of the side to move after moves from this root.
    ///
    /// Returns `None` if `now`, a proof for the board reached, secures the group without it.
    pub(super) fn owed_after(
        &self,
        moves: &[(Color, Move)],
        now: Option<&Secured>,
    ) -> Option<Point> {
        let mut line = LineOfPlay::new(self);
        let mut board = self.board.clone();
        for &(color, to) in moves {
            if let Move::At(at) = to {
                board.place(color, at, &mut ());
            }
            line.follow(color, to, &board);
        }
        let (group, at) = line.owed?;
        let is_secured = now.is_some_and(|now| now.secures(&self.groups[group]));
        (!is_secured).then_some(at)
    }
}

/// Returns the groups of both colors, and for each zone of the proofs the index of its group.
fn groups_of(board: &Board, safety: &Safety) -> (Vec<SafeGroup>, PerColor<Vec<Option<usize>>>) {
    let mut groups = vec![];
    let of_zones = PerColor::from_fn(|color| match &safety.proofs[color] {
        Some(proof) => add_groups(&mut groups, board, proof, &safety.territory[color]),
        None => vec![],
    });
    (groups, of_zones)
}

/// Returns the stones and territory that no play elsewhere can take from their owner.
///
/// These are the pass-alive chains and their territory, and chains that are safe by alternating
/// play whose zones lie in their territory: each attack there is answered there, and no play
/// outside it weakens the proof. A group with a zone that reaches out of its territory may need an
/// answer to a play on a dame, and is left out.
pub(super) fn proved_alone(board: &Board, settled: &Settled, safety: &Safety) -> Settled {
    let (groups, of_zones) = groups_of(board, safety);
    let mut proved = *settled;
    for (place, group) in groups.iter().enumerate() {
        let color = group.owner;
        let zones = safety.proofs[color].iter().flat_map(|proof| &proof.zones);
        let mut own = zones
            .zip(&of_zones[color])
            .filter(|(_, of)| **of == Some(place));
        if own.all(|(zone, _)| zone.points.is_subset(&group.territory)) {
            proved.living[color] |= group.stones;
            proved.territory[color] |= group.territory;
        }
    }
    proved
}

/// Adds the groups of a color, and returns for each zone of the proof the index of its group.
fn add_groups(
    groups: &mut Vec<SafeGroup>,
    board: &Board,
    proof: &SafetyProof,
    territory: &PointSet,
) -> Vec<Option<usize>> {
    // The group number of each chain; at first each chain is alone.
    let mut numbers: Vec<usize> = (0..proof.chains.len()).collect();
    let mut join = |chains: &[usize]| {
        let joined: Vec<usize> = chains.iter().map(|&chain| numbers[chain]).collect();
        if let Some(&first) = joined.first() {
            let others = numbers.iter_mut().filter(|number| joined.contains(number));
            others.for_each(|number| *number = first);
        }
    };
    let parts: Vec<PointSet> = territory.components().collect();
    let walls = parts.iter().map(|part| {
        let around = part.grown();
        let chains = (0..).zip(&proof.chains);
        let wall = chains.filter(|(_, chain)| chain.meets(&around));
        wall.map(|(chain, _)| chain).collect()
    });
    let walls: Vec<Vec<usize>> = walls.collect();
    walls.iter().for_each(|wall| join(wall));
    // The chains that a zone serves: those with a guarantee, and the walls of its territory.
    let minded_for = |zone: &SafeZone| -> Vec<usize> {
        let named = zone.promises.iter().flat_map(|promise| match promise {
            Promise::Liberties { chain, .. } => vec![*chain],
            Promise::Tied { chain, to } => [&[*chain], &to[..]].concat(),
        });
        let taken = parts.iter().zip(&walls);
        let taken = taken.filter(|(part, _)| part.meets(&zone.taken));
        named
            .chain(taken.flat_map(|(_, wall)| wall.iter().copied()))
            .collect()
    };
    let minded_for: Vec<Vec<usize>> = proof.zones.iter().map(minded_for).collect();
    minded_for.iter().for_each(|chains| join(chains));
    let first = groups.len();
    let mut places: Vec<Option<usize>> = vec![None; proof.chains.len()];
    for (chain, &number) in numbers.iter().enumerate() {
        let place = *places[number].get_or_insert_with(|| {
            groups.push(SafeGroup {
                owner: proof.owner,
                stones: PointSet::EMPTY,
                territory: PointSet::EMPTY,
                closed: PointSet::EMPTY,
            });
            groups.len() - 1
        });
        groups[place].stones |= proof.chains[chain];
    }
    let place_of = |chain: usize| places[numbers[chain]];
    for (part, wall) in parts.iter().zip(&walls) {
        if let Some(place) = wall.first().and_then(|&chain| place_of(chain)) {
            groups[place].territory |= *part;
        }
    }
    let empty: PointSet = board.empties().iter().copied().collect();
    for group in &mut groups[first..] {
        group.closed = group.territory & (empty | board.stones(!proof.owner));
    }
    let of_zone = |chains: &Vec<usize>| place_of(*chains.first()?);
    minded_for.iter().map(of_zone).collect()
}

/// A line of play from the root, with the groups that are still secured.
#[derive(Clone, Debug)]
pub(super) struct LineOfPlay<'a> {
    secured: &'a Secured,
    /// The strategies at the root, and as followed once a zone has been attacked.
    fresh: PerColor<Option<Defence<'a>>>,
    defences: PerColor<Option<Defence<'a>>>,
    begins: SecuredPoints,
    held: SecuredPoints,
    /// The answer required of the side to move, with the index of its group.
    owed: Option<(usize, Point)>,
}

/// The secured points.
#[derive(Clone, Copy, Debug)]
struct SecuredPoints {
    closed: PointSet,
    owned: PerColor<PointSet>,
}

impl<'a> LineOfPlay<'a> {
    /// Creates the empty line.
    pub(super) fn new(secured: &'a Secured) -> LineOfPlay<'a> {
        let begins = SecuredPoints {
            closed: secured.closed(),
            owned: secured.owned(),
        };
        let fresh = PerColor::from_fn(|color: Color| {
            let proof = secured.safety.proofs[color].as_ref()?;
            Some(Defence::new(proof, &secured.board))
        });
        LineOfPlay {
            secured,
            fresh,
            defences: PerColor::default(),
            begins,
            held: begins,
            owed: None,
        }
    }

    /// Returns to the root.
    pub(super) fn begin(&mut self) {
        self.held = self.begins;
        self.owed = None;
        self.defences = PerColor::default();
    }

    /// Follows a move that has been played; `board` is the board after it.
    pub(super) fn follow(&mut self, color: Color, to: Move, board: &Board) {
        if let Some((group, at)) = self.owed.take()
            && to != Move::At(at)
        {
            self.give_up(group);
        }
        let (owner, Move::At(at)) = (!color, to) else {
            return;
        };
        let Some(fresh) = &self.fresh[owner] else {
            return;
        };
        let group = fresh
            .zone_at(at)
            .and_then(|zone| self.secured.of_zones[owner][zone]);
        let Some(group) = group.filter(|&group| self.holds(group)) else {
            return;
        };
        let defence = self.defences[owner].get_or_insert_with(|| fresh.clone());
        // No answer is required if the zone needs none or it has been played already.
        let answer = defence.answer(at);
        let Some(answer) = answer.filter(|&answer| board.at(answer) != Some(owner)) else {
            return;
        };
        if board.is_empty(answer) && board.is_playable(owner, answer) {
            self.owed = Some((group, answer));
        } else {
            self.give_up(group);
        }
    }

    /// Returns true if a group is still secured.
    fn holds(&self, group: usize) -> bool {
        let SafeGroup { owner, stones, .. } = &self.secured.groups[group];
        stones.is_subset(&self.held.owned[*owner])
    }

    fn give_up(&mut self, group: usize) {
        let SafeGroup {
            owner,
            stones,
            territory,
            closed,
        } = self.secured.groups[group];
        self.held.closed -= closed;
        self.held.owned[owner] -= stones | territory;
    }

    /// Returns the answer required of the side to move.
    pub(super) fn owed(&self) -> Option<Point> {
        self.owed.map(|(_, at)| at)
    }

    /// Returns the points closed to the rest of a playout, once a required answer is played.
    pub(super) fn closed(&self) -> &PointSet {
        &self.held.closed
    }

    /// Returns the proved territory that needs no play on the board that the line has reached.
    ///
    /// Groups that require an answer are left out, and so are threats and their answers while there
    /// is a ko.
    pub(super) fn pointless(&self, board: &Board) -> PointSet {
        let mut pointless = self.held.closed;
        if let Some((group, _)) = self.owed {
            pointless -= self.secured.groups[group].closed;
        }
        if !pointless.is_empty() && has_ko(board) {
            pointless -= self.threats();
        }
        pointless
    }

    /// Returns the secured points of a color.
    pub(super) fn owned(&self, color: Color) -> PointSet {
        self.held.owned[color]
    }

    /// Returns the attacks that need an answer, with the answers.
    fn threats(&self) -> PointSet {
        let mut threats = PointSet::EMPTY;
        for color in Color::BOTH {
            let proof = self.secured.safety.proofs[color].as_ref();
            let defence = self.defences[color].as_ref().or(self.fresh[color].as_ref());
            let (Some(proof), Some(defence)) = (proof, defence) else {
                continue;
            };
            for zone in 0..proof.zones.len() {
                let answers = defence.answers(zone);
                for (attack, answer) in answers.filter_map(|(at, one)| Some((at, one.answer?))) {
                    threats.insert(attack);
                    threats.insert(answer);
                }
            }
        }
        threats
    }

    /// Corrects the owners at the end of a playout: secured points belong to their owner.
    pub(super) fn corrected(&self, owners: &PerColor<PointSet>) -> PerColor<PointSet> {
        let owned = &self.held.owned;
        PerColor::from_fn(|color: Color| (owners[color] - owned[!color]) | owned[color])
    }
}

/// Returns true if the board has a ko.
///
/// That is a point closed by the ko rule, or a single stone that a single stone can capture.
fn has_ko(board: &Board) -> bool {
    let can_be_taken = |color: Color, at: Point| {
        board.around(at).is_enclosed_by(color)
            && board.captures(!color, at)
            && at
                .neighbours()
                .into_iter()
                .filter(|&near| board.at(near).is_some())
                .all(|near| !board.is_in_atari(near) || board.chain_size(near) == 1)
    };
    let mut empties = board.empties().iter();
    board.ko().is_some()
        || empties.any(|&at| Color::BOTH.into_iter().any(|color| can_be_taken(color, at)))
}

#[cfg(test)]
mod tests;
