//! Article 7-1 of the rules of 1989: stones live that cannot be captured, or whose capture lets their owner
//! get new stones that cannot be captured.

use crate::color::Color;
use crate::life::chain::Chain;
use crate::life::procedure::{Enabled, Side};
use crate::life::question::{Question, Subject};
use crate::point::PointSet;

/// How many times as many states a question may look at that answers for several chains.
const MORE_FOR_ALL: usize = 4;

/// Answers questions about the chains of one board.
pub(super) trait Oracle {
    /// The chains of the board.
    fn chains(&self) -> &[Chain];

    /// The board without the chains that live unconditionally.
    fn open(&self) -> PointSet;

    /// Where new stones save a chain.
    fn enabled(&self) -> Enabled;

    /// Who succeeds in the game of a question, if that takes no more states than these.
    fn ask(&mut self, question: Question, share: usize) -> Option<Side>;
}

/// Who succeeds in the judgement of a chain, as far as questions of at most `share` states each decide it.
///
/// Where new stones count, the areas grow: nowhere, on the chain's own points, then on what is connected to
/// them. Who has a new stone in an area has one in every larger area. Most chains that die do so with
/// everything around them, so that one question answers for all: can the opponent sweep the area?
pub(super) fn winner(oracle: &mut impl Oracle, number: usize, share: usize) -> Option<Side> {
    let chain = oracle.chains()[number];
    let within = |area| Question::chain(chain.color, chain.stones, area);
    if oracle.ask(within(PointSet::EMPTY), share) == Some(Side::Defender) {
        return Some(Side::Defender);
    }
    // What stands near is asked for in passing.
    let least_share = share / 4;
    let near = Bounds::of(oracle, number, false, least_share);
    let far = Bounds::of(oracle, number, true, least_share);
    let most = near.most | far.most;
    let swept = sweep(oracle, &chain, &most, share);
    if swept == Some(Side::Attacker) {
        return Some(Side::Attacker);
    }
    let doubt = if swept.is_none() { 2 } else { 1 };
    for (area, share) in [(chain.stones, share), (near.least, share / doubt)] {
        if oracle.ask(within(area), share) == Some(Side::Defender) {
            return Some(Side::Defender);
        }
    }
    match oracle.ask(within(most), share / (2 * doubt)) {
        Some(Side::Defender) => {}
        decided => return decided,
    }
    let area = match oracle.enabled() {
        Enabled::Near => Bounds {
            least: far.least,
            most,
        },
        Enabled::Gained => {
            let open = far.most - near.least;
            let gained = gained(oracle, chain.color, &open, least_share);
            Bounds {
                least: near.least | (gained.least & far.least),
                most: near.most | gained.most,
            }
        }
    };
    for (area, winner) in [(area.least, Side::Defender), (area.most, Side::Attacker)] {
        if oracle.ask(within(area), share) == Some(winner) {
            return Some(winner);
        }
    }
    None
}

/// Whether the opponent can take all that stands in the area around a chain or comes there.
fn sweep(oracle: &mut impl Oracle, chain: &Chain, area: &PointSet, share: usize) -> Option<Side> {
    let question = Question {
        owner: chain.color,
        subject: Subject::Area(*area | chain.stones),
    };
    // Its answer counts for each of the chains there.
    let is_there = |near: &&Chain| near.color == chain.color && near.stones.meets(area);
    let is_alone = oracle.chains().iter().filter(is_there).count() < 2;
    let more = if is_alone { 1 } else { MORE_FOR_ALL };
    oracle.ask(question, more * share)
}

/// An area, as far as it is known: what it contains at least and at most.
struct Bounds {
    least: PointSet,
    most: PointSet,
}

impl Bounds {
    /// The points that a chain's capture may concern: connected to it through empty points, chains of the
    /// opponent (only those that can be captured, or all), and chains of its owner that do not live by
    /// themselves.
    fn of(oracle: &mut impl Oracle, number: usize, through_all: bool, share: usize) -> Bounds {
        let chain = oracle.chains()[number];
        let local = chain.stones.flood(&oracle.open());
        let (mut least, mut most) = (local, local);
        for other in 0..oracle.chains().len() {
            let near = oracle.chains()[other];
            if other == number || !near.stones.meets(&local) {
                continue;
            }
            match stays(oracle, &near, chain.color, through_all, share) {
                Some(true) => {
                    least -= near.stones;
                    most -= near.stones;
                }
                Some(false) => {}
                None => least -= near.stones,
            }
        }
        Bounds {
            least: chain.stones.flood(&least),
            most: chain.stones.flood(&most),
        }
    }
}

/// Whether a chain cuts off a color's chain near it: one of that color that lives by itself, or one of the other color
/// that cannot be captured, if not all of those are let through.
fn stays(
    oracle: &mut impl Oracle,
    near: &Chain,
    color: Color,
    through_all: bool,
    share: usize,
) -> Option<bool> {
    let mut stands = |area| {
        let winner = oracle.ask(Question::chain(near.color, near.stones, area), share);
        winner.map(|side| side == Side::Defender)
    };
    if near.color == color {
        match stands(PointSet::EMPTY) {
            Some(true) => Some(true),
            _ => stands(near.stones),
        }
    } else if through_all {
        Some(false)
    } else {
        stands(PointSet::EMPTY)
    }
}

/// The points on which a color, moving first, cannot get a stone to stand for ever.
fn gained(oracle: &mut impl Oracle, color: Color, points: &PointSet, share: usize) -> Bounds {
    let [mut least, mut most] = [PointSet::EMPTY; 2];
    for point in points.iter() {
        let question = Question {
            owner: color,
            subject: Subject::Point(point),
        };
        match oracle.ask(question, share) {
            Some(Side::Defender) => {}
            Some(Side::Attacker) => {
                least.insert(point);
                most.insert(point);
            }
            None => {
                most.insert(point);
            }
        }
    }
    Bounds { least, most }
}
