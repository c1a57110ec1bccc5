//! Illustrations of a safety proof: the zones a chain rests on, and attacks on them with their
//! answers.
//!
//! They prove nothing; [`verify`](SafetyProof::verify) checks the proof.

use super::defence::Defence;
use super::proof::{Next, Promise, SafeZone, SafetyProof, ZoneAnswer};
use crate::go::board::{Board, Play};
use crate::go::point::{Move, Point, PointSet};
use crate::life::variation::{Variation, VariationEnd, Variations};
use std::cmp::Reverse;

/// The most attacks on one zone in a variation.
const MOST_ATTACKS: usize = 4;
/// The most other first attacks shown.
const MOST_TRIES: usize = 3;

/// A zone that a chain rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// The index of the zone in the proof.
    pub zone: usize,
    /// The points of the zone.
    pub points: PointSet,
    /// Its promise.
    pub gives: Gives,
}

/// The promise of a zone, with each chain named by one of its stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The chain has one or two liberties in the zone.
    Liberties {
        /// The chain that has them.
        chain: Point,
        /// One or two liberties.
        count: u32,
    },
    /// The chain is connected to one of several others, or has two liberties in the zone.
    Tie {
        /// The chain to connect.
        chain: Point,
        /// The chains it connects to.
        to: Vec<Point>,
    },
}

/// A zone index and one of the zone's promises.
type ZonePromise<'a> = (usize, &'a Promise);

/// The most liberties that a zone promises to one of the chains reached.
struct LibertySource<'a> {
    count: u32,
    /// The index of that chain among those reached.
    from: usize,
    step: ZonePromise<'a>,
}

fn sum(sources: &[LibertySource]) -> u32 {
    sources.iter().map(|source| source.count).sum()
}

impl SafetyProof {
    /// Names the chains of a promise by stones.
    #[must_use]
    pub fn gives(&self, promise: &Promise) -> Gives {
        let name = |chain: usize| self.chains[chain].first().expect("a chain has stones");
        match promise {
            Promise::Liberties { chain, count } => Gives::Liberties {
                chain: name(*chain),
                count: *count,
            },
            Promise::Tied { chain, to } => Gives::Tie {
                chain: name(*chain),
                to: to.iter().map(|&to| name(to)).collect(),
            },
        }
    }

    /// The number of shades.
    pub const SHADES: usize = 5;

    /// Returns a shade below [`SHADES`](SafetyProof::SHADES) for displaying each zone. Nearby zones
    /// differ as far as the shades suffice.
    #[must_use]
    pub fn shades(&self) -> Vec<usize> {
        let mut shades: Vec<usize> = vec![];
        for (place, zone) in self.zones.iter().enumerate() {
            let near = zone.points.grown().grown().grown();
            let is_free = |shade: &usize| {
                let mut before = self.zones.iter().zip(&shades);
                !before.any(|(other, taken)| taken == shade && near.meets(&other.points))
            };
            let mut all = (place..place + Self::SHADES).map(|shade| shade % Self::SHADES);
            shades.push(all.find(is_free).unwrap_or(place % Self::SHADES));
        }
        shades
    }

    /// Returns the zones that make a chain, named by its index, safe.
    ///
    /// They are the zones with its liberties and the ties to the nearest chains with others, until
    /// there are two liberties; or one zone that ties it to safe chains.
    #[must_use]
    pub fn support(&self, chain: usize) -> Vec<Support> {
        let found = self.by_liberties(chain).or_else(|| self.by_ties(chain));
        let found = found.unwrap_or_default().into_iter();
        let support = found.map(|(zone, promise)| Support {
            zone,
            points: self.zones[zone].points,
            gives: self.gives(promise),
        });
        support.collect()
    }

    fn promises(&self) -> impl Iterator<Item = ZonePromise<'_>> {
        let zones = self.zones.iter().enumerate();
        zones.flat_map(|(place, zone)| zone.promises.iter().map(move |promise| (place, promise)))
    }

    /// Finds two liberties of the chain and the chains it is tied to, nearest first, with the ties
    /// that lead to them.
    fn by_liberties(&self, chain: usize) -> Option<Vec<ZonePromise<'_>>> {
        // The chains reached, each with its predecessor and the tie from there.
        let mut reached: Vec<(usize, Option<(usize, ZonePromise)>)> = vec![(chain, None)];
        let mut sources: Vec<LibertySource> = vec![];
        let mut next = 0;
        while let Some(&(here, _)) = reached.get(next)
            && sum(&sources) < 2
        {
            let own = self.promises().filter_map(|step| match step.1 {
                Promise::Liberties { chain, count } if *chain == here => Some((*count, step)),
                _ => None,
            });
            let mut own: Vec<(u32, ZonePromise)> = own.collect();
            own.sort_by_key(|(count, _)| Reverse(*count));
            for (count, step) in own {
                let source = LibertySource {
                    count,
                    from: next,
                    step,
                };
                let known = sources.iter().position(|known| known.step.0 == step.0);
                match known {
                    Some(place) if sources[place].count < count => sources[place] = source,
                    None if sum(&sources) < 2 => sources.push(source),
                    _ => {}
                }
            }
            for step in self.promises() {
                if let Promise::Tied { chain, to } = step.1
                    && let [to] = to[..]
                    && *chain == here
                    && reached.iter().all(|(known, _)| *known != to)
                {
                    reached.push((to, Some((next, step))));
                }
            }
            next += 1;
        }
        if sum(&sources) < 2 {
            return None;
        }
        let mut found: Vec<ZonePromise> = vec![];
        for source in sources {
            let mut way = vec![source.step];
            let mut at = source.from;
            while let Some((before, tie)) = reached[at].1 {
                way.push(tie);
                at = before;
            }
            for step in way.into_iter().rev() {
                if !found.contains(&step) {
                    found.push(step);
                }
            }
        }
        Some(found)
    }

    /// Finds a tie to chains that are safe without it.
    fn by_ties(&self, chain: usize) -> Option<Vec<ZonePromise<'_>>> {
        let chains = 0..self.chains.len();
        let mut safe: Vec<usize> = chains
            .filter(|&chain| self.by_liberties(chain).is_some())
            .collect();
        loop {
            let before = safe.len();
            for (zone, promise) in self.promises() {
                if let Promise::Tied { chain: tied, to } = promise
                    && !safe.contains(tied)
                    && to.iter().all(|to| safe.contains(to))
                {
                    if *tied == chain {
                        return Some(vec![(zone, promise)]);
                    }
                    safe.push(*tied);
                }
            }
            if safe.len() == before {
                return None;
            }
        }
    }

    /// Returns attacks on the zones of a chain with their answers, on the board of the proof: in
    /// each zone in turn the attacks that resist longest, and other first attacks.
    #[must_use]
    pub fn variations(&self, board: &Board, support: &[Support]) -> Variations {
        let mut zones: Vec<usize> = vec![];
        for support in support {
            if !zones.contains(&support.zone) {
                zones.push(support.zone);
            }
        }
        let mut main = Attack::new(self, board);
        let mut tries = vec![];
        for &zone in &zones {
            let lasting = lasting(&self.zones[zone]);
            let first = main.resist(zone, &lasting, None);
            for (attack, _) in Defence::new(self, board).answers(zone) {
                let is_other = first.is_some() && first != Some(attack);
                let mut other = Attack::new(self, board);
                if is_other && other.resist(zone, &lasting, Some(attack)).is_some() {
                    tries.push(other.variation(&[zone]));
                }
            }
        }
        tries.sort_by_key(|tried| Reverse(tried.plays.len()));
        tries.truncate(MOST_TRIES);
        Variations {
            main: main.variation(&zones),
            tries,
        }
    }
}

/// Returns the longest run of attacks that need answers: `lasting[n][situation]` for at most n
/// attacks.
fn lasting(zone: &SafeZone) -> Vec<Vec<usize>> {
    let mut lasting = vec![vec![0; zone.strategy.len()]];
    for attacks in 0..MOST_ATTACKS {
        let next = |next: &Next| longest(next, &lasting[attacks]);
        let answered = zone.strategy.iter().map(|situation| {
            let answers = situation.answers.iter();
            let answered =
                answers.filter(|answer| answer.attack.is_some() && answer.answer.is_some());
            let attacks = answered.map(|answer| 1 + next(&answer.next));
            attacks.max().unwrap_or(0)
        });
        lasting.push(answered.collect());
    }
    lasting
}

/// Returns the longest run of attacks among the situations of a continuation.
fn longest(next: &Next, lasting: &[usize]) -> usize {
    let next = next.situations().iter();
    next.map(|&next| lasting[next]).max().unwrap_or(0)
}

/// Attacks on the board, each answered by the proof.
struct Attack<'a> {
    proof: &'a SafetyProof,
    board: Board,
    defence: Defence<'a>,
    plays: Vec<Play>,
}

impl<'a> Attack<'a> {
    fn new(proof: &'a SafetyProof, board: &Board) -> Attack<'a> {
        let mut board = board.clone();
        board.lift_ko();
        Attack {
            defence: Defence::new(proof, &board),
            proof,
            board,
            plays: vec![],
        }
    }

    /// Attacks a zone with moves that need an answer, starting at `first` if given.
    ///
    /// Returns the first attack, if there was one.
    fn resist(
        &mut self,
        zone: usize,
        lasting: &[Vec<usize>],
        first: Option<Point>,
    ) -> Option<Point> {
        let attacker = !self.proof.owner;
        let mut begun = None;
        for left in (0..MOST_ATTACKS).rev() {
            let is_wanted = |at: Point| begun.is_some() || first.is_none_or(|first| first == at);
            let is_legal = |at: Point| {
                self.board.is_empty(at)
                    && self.board.ko() != Some(at)
                    && !self.board.is_suicide(attacker, at)
            };
            let answers = self.defence.answers(zone).filter(|&(attack, answer)| {
                answer.answer.is_some() && is_legal(attack) && is_wanted(attack)
            });
            // Among equals `max_by_key` keeps the last, hence the reversal.
            let lasts = |(_, answer): &(Point, &ZoneAnswer)| longest(&answer.next, &lasting[left]);
            let Some((attack, _)) = answers.rev().max_by_key(lasts) else {
                break;
            };
            let answer = self.defence.answer(attack)?;
            for (color, at) in [(attacker, attack), (!attacker, answer)] {
                self.board.place(color, at, &mut ());
                self.plays.push((color, Move::At(at)));
            }
            begun.get_or_insert(attack);
        }
        begun
    }

    fn variation(self, zones: &[usize]) -> Variation {
        let is_settled = |zone: &usize| self.defence.is_settled(*zone);
        Variation {
            end: if zones.iter().all(is_settled) {
                VariationEnd::Settled
            } else {
                VariationEnd::Open
            },
            plays: self.plays,
            ko_passes: vec![],
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::color::Color::{Black, White};
    use crate::life::safety::{Safety, SafetyLimits, safety};
    use std::sync::atomic::AtomicBool;

    fn found(picture: &str) -> (Board, Safety) {
        let board = diagram::board(picture).unwrap();
        let limits = SafetyLimits {
            work: u64::MAX,
            zone: 4_000,
            zone_most: 4_000,
            color: 40_000,
            more: 0,
            again: u64::MAX,
            harder: u64::MAX,
            suicide: false,
            superko: false,
        };
        let found = safety(&board, &PointSet::EMPTY, &limits, &AtomicBool::new(false));
        (board, found)
    }

    /// Two walls, each with its territory behind it and with cuts and eyes to answer for.
    const WALLS: &str = "
        . . X O . . .
        . X X O O . .
        X . X O . O .
        . X O O . . .
        X . X O O O .
        . X X O . . .
        . . X O . . .";

    /// Two chains connected at A3 or B3, with an eye each.
    const TIED: &str = "
        . . . . . O
        X X . . O O
        . . O O O .
        X X X X O O
        . X . X O .";

    fn name(point: Point) -> String {
        point.to_string()
    }

    #[test]
    fn a_tie_leads_to_the_liberties() {
        let (_, safety) = found(TIED);
        let proof = safety.proofs[Black].as_ref().unwrap();
        let stone = "A4".parse().unwrap();
        let chain = proof.chains.iter().position(|chain| chain.contains(stone));
        let support = proof.support(chain.unwrap());
        let Gives::Tie { chain, to } = &support[0].gives else {
            panic!("{support:?}");
        };
        assert_eq!((name(*chain), to.len()), ("A4".to_owned(), 1));
        let liberties = support.iter().map(|support| match support.gives {
            Gives::Liberties { chain, count } if chain == to[0] => count,
            _ => 0,
        });
        assert_eq!(liberties.sum::<u32>(), 2, "{support:?}");
    }

    /// The support of each chain adds up to safety, and the variations agree with the defence.
    #[test]
    fn every_chain_has_its_support() {
        let mut attacks = 0;
        for picture in [WALLS, TIED] {
            let (board, safety) = found(picture);
            for owner in [Black, White] {
                let Some(proof) = &safety.proofs[owner] else {
                    continue;
                };
                for chain in 0..proof.chains.len() {
                    let support = proof.support(chain);
                    let stone = proof.chains[chain].first().unwrap();
                    let mut tied = vec![stone];
                    let mut sum = 0;
                    for support in &support {
                        assert_eq!(support.points, proof.zones[support.zone].points);
                        match &support.gives {
                            Gives::Liberties { chain, count } => {
                                assert!(tied.contains(chain));
                                sum += count;
                            }
                            Gives::Tie { chain, to } => {
                                assert!(tied.contains(chain));
                                tied.extend(to);
                            }
                        }
                    }
                    assert!(sum >= 2 || tied.len() > 2, "{stone}: {support:?}");
                    let shown = proof.variations(&board, &support);
                    for line in [&shown.main].into_iter().chain(&shown.tries) {
                        let mut defence = Defence::new(proof, &board);
                        assert_eq!(line.plays.len() % 2, 0);
                        for pair in line.plays.chunks(2) {
                            let [attack, answer] = [pair[0], pair[1]];
                            assert_eq!([attack.0, answer.0], [!owner, owner]);
                            let found = defence.answer(attack.1.point().unwrap());
                            assert_eq!(found, answer.1.point());
                            attacks += 1;
                        }
                    }
                    assert!(shown.tries.len() <= MOST_TRIES);
                }
            }
        }
        assert!(attacks > 10, "{attacks}");
    }

    #[test]
    fn zones_near_each_other_have_other_shades() {
        let (_, safety) = found(WALLS);
        for proof in safety.proofs.0.iter().flatten() {
            let shades = proof.shades();
            for (place, zone) in proof.zones.iter().enumerate() {
                for (other, shade) in proof.zones.iter().zip(&shades).take(place) {
                    let touch = zone.points.grown().meets(&other.points);
                    assert!(!touch || *shade != shades[place]);
                }
            }
        }
    }
}
