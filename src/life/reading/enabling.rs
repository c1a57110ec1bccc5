//! Article 7-1 of the rules of 1989: stones live that cannot be captured, or whose capture lets their owner
//! get new stones that cannot be captured.
//!
//! A stone that the owner could set just as well without the capture, on a dame beside stones of his that live without
//! it, is not one that the capture enables.

use crate::color::Color;
use crate::life::chain::Chain;
use crate::life::procedure::{Enabled, Side};
use crate::life::question::{Question, Subject};
use crate::point::{Point, PointSet};

/// How many times as many states a question may look at that answers for several chains.
const MORE_FOR_ALL: usize = 4;

/// Answers questions about the chains of one board.
pub(super) trait Oracle {
    /// The chains of the board.
    fn chains(&self) -> &[Chain];

    /// The stones of a color.
    fn stones(&self, color: Color) -> PointSet;

    /// The board without the chains that live unconditionally.
    fn open(&self) -> PointSet;

    /// The regions of empty points that border on these stones of a color, or on its unconditionally living ones, and on
    /// stones of the other color too.
    fn dame_beside(&self, color: Color, walls: &PointSet) -> PointSet;

    /// Whether a stone that a color plays on a point now lives unconditionally.
    fn is_had(&self, color: Color, at: Point) -> bool;

    /// Where new stones save a chain.
    fn enabled(&self) -> Enabled;

    /// Who succeeds in the game of a question, if that takes no more states than these.
    fn ask(&mut self, question: Question, share: usize) -> Option<Side>;
}

/// Who succeeds in the judgement of a chain, and the question whose answer decides it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub(super) winner: Side,
    pub(super) question: Question,
}

/// Who succeeds in the judgement of a chain, as far as questions of at most `share` states each decide it.
///
/// Where new stones count, the areas grow: nowhere, on the chain's own points, then on what is connected to
/// them. Who has a new stone in an area has one in every larger area. Most chains that die do so with
/// everything around them, so that one question answers for all: can the opponent sweep the area?
pub(super) fn winner(oracle: &mut impl Oracle, number: usize, share: usize) -> Option<Decided> {
    let chain = oracle.chains()[number];
    let within = |area| Question::chain(chain.color, chain.stones, area);
    let defended = |question| Decided {
        winner: Side::Defender,
        question,
    };
    let attacked = |question| Decided {
        winner: Side::Attacker,
        question,
    };
    if oracle.ask(within(PointSet::EMPTY), share) == Some(Side::Defender) {
        return Some(defended(within(PointSet::EMPTY)));
    }
    // What stands near is asked for in passing.
    let least_share = share / 4;
    let Reach { area: near, walls } = Reach::of(oracle, number, false, least_share);
    let Reach { area: far, .. } = Reach::of(oracle, number, true, least_share);
    let (near, far) = match oracle.enabled() {
        Enabled::Near => (near, far),
        Enabled::Gained => {
            let dame = oracle.dame_beside(chain.color, &PointSet::EMPTY);
            let had = dame.iter().filter(|&at| oracle.is_had(chain.color, at));
            let had: PointSet = had.collect();
            let near = Bounds {
                least: near.least - oracle.dame_beside(chain.color, &walls.most),
                most: near.most - oracle.dame_beside(chain.color, &walls.least),
            };
            let far = Bounds {
                least: far.least - had,
                most: far.most - had,
            };
            (near, far)
        }
    };
    let most = near.most | far.most;
    let all = Question {
        owner: chain.color,
        subject: Subject::Area(most | chain.stones),
    };
    let swept = sweep(oracle, &chain, all, share);
    if swept == Some(Side::Attacker) {
        return Some(attacked(all));
    }
    let doubt = if swept.is_none() { 2 } else { 1 };
    for (area, share) in [(chain.stones, share), (near.least, share / doubt)] {
        if oracle.ask(within(area), share) == Some(Side::Defender) {
            return Some(defended(within(area)));
        }
    }
    match oracle.ask(within(most), share / (2 * doubt)) {
        Some(Side::Defender) => {}
        Some(Side::Attacker) => return Some(attacked(within(most))),
        None => return None,
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
    if oracle.ask(within(area.least), share) == Some(Side::Defender) {
        return Some(defended(within(area.least)));
    }
    let is_taken = oracle.ask(within(area.most), share) == Some(Side::Attacker);
    is_taken.then(|| attacked(within(area.most)))
}

/// Whether the opponent can take all that stands in the area around a chain or comes there.
fn sweep(
    oracle: &mut impl Oracle,
    chain: &Chain,
    question: Question,
    share: usize,
) -> Option<Side> {
    // Its answer counts for each of the chains there.
    let area = question.area();
    let is_there = |near: &&Chain| near.color == chain.color && near.stones.meets(&area);
    let is_alone = oracle.chains().iter().filter(is_there).count() < 2;
    let more = if is_alone { 1 } else { MORE_FOR_ALL };
    oracle.ask(question, more * share)
}

/// An area, as far as it is known: what it contains at least and at most.
struct Bounds {
    least: PointSet,
    most: PointSet,
}

/// What a chain's capture may concern.
struct Reach {
    /// The points connected to the chain through empty points, chains of the opponent (only those that can be captured,
    /// or all), and chains of its owner that do not live by themselves.
    area: Bounds,
    /// The chains of its owner near it that do, which bound the area.
    walls: Bounds,
}

impl Reach {
    fn of(oracle: &mut impl Oracle, number: usize, through_all: bool, share: usize) -> Reach {
        let chain = oracle.chains()[number];
        let local = chain.stones.flood(&oracle.open());
        let (mut least, mut most) = (local, local);
        let [mut surely, mut perhaps] = [PointSet::EMPTY; 2];
        for other in 0..oracle.chains().len() {
            let near = oracle.chains()[other];
            if other == number || !near.stones.meets(&local) {
                continue;
            }
            let stays = stays(oracle, &near, chain.color, through_all, share);
            if stays != Some(false) {
                least -= near.stones;
                perhaps |= near.stones;
            }
            if stays == Some(true) {
                most -= near.stones;
                surely |= near.stones;
            }
        }
        let own: PointSet = oracle.stones(chain.color);
        Reach {
            area: Bounds {
                least: chain.stones.flood(&least),
                most: chain.stones.flood(&most),
            },
            walls: Bounds {
                least: surely & own,
                most: perhaps & own,
            },
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
