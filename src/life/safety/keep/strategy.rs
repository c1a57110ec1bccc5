//! Extraction of a strategy from the zone solver's records.

use super::super::proof::Next;
use super::super::zone::{ZoneBits, ZoneState};
use super::known::{Continuation, ProvenReply, ZonePart};
use super::{Keeper, Minded, StrategyReply, ZoneStrategy};
use fxhash::FxHashMap;

impl<'a> Keeper<'a> {
    /// Extracts the strategy from a proved root.
    pub(super) fn strategy(&self, place: usize, root: ZoneState) -> ZoneStrategy {
        let mut listed = Listed::default();
        let parts = match &self.kept[place].course {
            Continuation::Replies(_) if !self.task.clauses.is_empty() => {
                listed.place_of(self.node(place));
                0
            }
            _ => self
                .parts(place, root)
                .map(|node| listed.place_of(node))
                .count(),
        };
        let mut course = vec![];
        while let Some(&node) = listed.nodes.get(course.len()) {
            course.push(self.minded(node, &mut listed));
        }
        let points = match parts {
            0 => course[0].points,
            _ => self.kept[place].relevant | self.zone.joined(root),
        };
        ZoneStrategy {
            points,
            course,
            parts,
        }
    }

    /// Converts a proved state to a node of the strategy. States that follow are appended to the
    /// list.
    fn minded(&self, node: StrategyNode, listed: &mut Listed) -> Minded {
        let keeper = self.keeper(node);
        let kept = &keeper.kept[node.place];
        let Continuation::Replies(found) = &kept.course else {
            unreachable!("parts are listed one by one")
        };
        // An attack elsewhere is answered like a pass, if a pass has an answer.
        let within = kept.relevant & node.part.unwrap_or(ZoneBits::MAX);
        let is_minded = |found: &&ProvenReply| {
            let attack = found.reply.attack;
            attack.is_none_or(|at| within & (1 << at) != 0)
        };
        let response = |found: &ProvenReply| StrategyReply {
            attack: found.reply.attack,
            answer: found.reply.answer,
            next: self.next(node, found, listed),
        };
        let replies = found.iter().filter(is_minded).map(response).collect();
        let state = ZoneState {
            own: kept.own,
            other: kept.other,
            gone: 0,
        };
        let points = match node.part {
            None => within | self.zone.joined(state),
            Some(_) => within,
        };
        Minded {
            part: node.part,
            points,
            state: ZoneState {
                own: kept.own & points,
                other: kept.other & points,
                gone: 0,
            },
            replies,
        }
    }

    /// Returns the continuation after a reply.
    fn next(&self, node: StrategyNode, found: &ProvenReply, listed: &mut Listed) -> Next {
        let Some(next) = found.reply.next else {
            return Next::Settled;
        };
        let keeper = self.keeper(node);
        if node.part.is_none() && matches!(keeper.kept[next].course, Continuation::Replies(_)) {
            return Next::Situation(listed.place_of(self.node(next)));
        }
        let is_alone = node.is_alone || keeper.alone.is_some();
        let parts = keeper.parts(next, found.state);
        let parts = parts.map(|part| listed.place_of(StrategyNode { is_alone, ..part }));
        Next::Parts(parts.collect())
    }

    fn node(&self, place: usize) -> StrategyNode {
        StrategyNode {
            is_alone: false,
            place,
            part: None,
        }
    }

    fn keeper(&self, node: StrategyNode) -> &Keeper<'a> {
        match &self.alone {
            Some(alone) if node.is_alone => alone,
            _ => self,
        }
    }

    /// Returns the parts that are taken by themselves in a state. If it has replies, it is the only
    /// one.
    fn parts(
        &self,
        place: usize,
        state: ZoneState,
    ) -> impl Iterator<Item = StrategyNode> + use<'a> {
        let parts = match &self.kept[place].course {
            Continuation::Parts(parts) => parts.clone(),
            Continuation::Replies(_) => {
                let (closed, joined) = (self.task.goal.closed(), self.zone.joined(state));
                let rooms = self.zone.roomy(closed, joined);
                rooms.map(|points| ZonePart { points, place }).collect()
            }
        };
        let is_alone = self.alone.is_some();
        parts.into_iter().map(move |part| StrategyNode {
            is_alone,
            place: part.place,
            part: Some(part.points),
        })
    }
}

/// A proved state in a strategy: its index in [`Keeper::kept`], and its part if that is taken by
/// itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct StrategyNode {
    /// True if the solver for parts alone has proved it.
    is_alone: bool,
    place: usize,
    part: Option<ZoneBits>,
}

/// The nodes of a strategy in the order of first use.
#[derive(Default)]
struct Listed {
    nodes: Vec<StrategyNode>,
    places: FxHashMap<StrategyNode, usize>,
}

impl Listed {
    fn place_of(&mut self, node: StrategyNode) -> usize {
        *self.places.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }
}
