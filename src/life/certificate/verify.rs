//! The verifier of certificates, written plainly from `docs/certificates.md`.

use super::claim::{Certificate, Claim, ClaimKind, Fate, Ground, Verdict};
use super::error::{CertificateError, Fault};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::life::proof::Proof;
use crate::life::question::Question;
use crate::life::safety::check::SafetyError;
use std::fmt;

/// The extent of what a certificate shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The chains with a verdict on each ground, in the order of [`Ground::ALL`].
    pub by_ground: [ChainCount; Ground::ALL.len()],
    /// The number of points, empty or occupied, with a proved owner: proved stones, and points
    /// where no opposing stone can stay.
    pub points: usize,
    /// The number of points of the board.
    pub area: usize,
}

/// A share of the chains on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainCount {
    /// The number of chains.
    pub chains: usize,
    /// The number of their stones.
    pub stones: usize,
}

impl Coverage {
    fn of(&self, is_wanted: impl Fn(Ground) -> bool) -> ChainCount {
        let shares = Ground::ALL.iter().zip(&self.by_ground);
        let wanted = shares.filter(|(ground, _)| is_wanted(**ground));
        wanted.fold(ChainCount::default(), |sum, (_, share)| ChainCount {
            chains: sum.chains + share.chains,
            stones: sum.stones + share.stones,
        })
    }

    /// Returns the share that is proved.
    #[must_use]
    pub fn proved(&self) -> ChainCount {
        self.of(Ground::is_covered)
    }

    /// Returns all chains on the board.
    #[must_use]
    pub fn all(&self) -> ChainCount {
        self.of(|_| true)
    }
}

/// Writes one line:
/// `proved 5 of 6 chains, 40 of 42 stones, 60 of 81 points (benson 5; not covered: estimated 1)`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (proved, all) = (self.proved(), self.all());
        write!(
            f,
            "proved {} of {} chains, {} of {} stones, {} of {} points",
            proved.chains, all.chains, proved.stones, all.stones, self.points, self.area
        )?;
        let listed = |covered: bool| {
            let shares = Ground::ALL.iter().zip(&self.by_ground);
            let wanted =
                shares.filter(|(ground, share)| ground.is_covered() == covered && share.chains > 0);
            let texts = wanted.map(|(ground, share)| format!("{} {}", ground.word(), share.chains));
            texts.collect::<Vec<_>>().join(", ")
        };
        match (listed(true), listed(false)) {
            (proved, rest) if rest.is_empty() && proved.is_empty() => Ok(()),
            (proved, rest) if rest.is_empty() => write!(f, " ({proved})"),
            (proved, rest) if proved.is_empty() => write!(f, " (not covered: {rest})"),
            (proved, rest) => write!(f, " ({proved}; not covered: {rest})"),
        }
    }
}

/// The results that verified claims show for each color.
#[derive(Default)]
struct Shown {
    benson: PerColor<PointSet>,
    safety: PerColor<PointSet>,
    /// The points of enclosed regions of the color.
    enclosed: PerColor<PointSet>,
    /// The points that zones of the color take.
    territory: PerColor<PointSet>,
    /// The answered questions: true if the owner succeeds.
    answers: Vec<(Question, bool)>,
}

impl Shown {
    /// Returns the points with a proved owner, except for stones that live by strategies.
    fn points(&self) -> PointSet {
        let all = [&self.benson, &self.safety, &self.enclosed, &self.territory];
        all.into_iter().flat_map(|of| of.0).collect()
    }
}

impl Certificate {
    /// Verifies every claim, and that each covered verdict follows from the claims.
    ///
    /// # Errors
    ///
    /// The first fault found, with its line.
    pub fn verify(&self) -> Result<Coverage, CertificateError> {
        let mut shown = Shown::default();
        let mut states = 0;
        for Claim { line, kind } in &self.claims {
            let at = |fault: Fault| CertificateError { line: *line, fault };
            match kind {
                ClaimKind::Benson(color, stones) => {
                    check_benson(&self.board, *color, stones, self.suicide).map_err(at)?;
                    shown.benson[*color] |= *stones;
                }
                ClaimKind::Safety(proof, lines) => {
                    // A proof that holds with suicide also holds without.
                    if self.superko && !proof.solid || self.suicide && !proof.suicide {
                        return Err(at(Fault::Rules));
                    }
                    proof
                        .verify(&self.board)
                        .map_err(|error| CertificateError {
                            line: line_of(&error, lines).unwrap_or(*line),
                            fault: Fault::Safety(error),
                        })?;
                    shown.safety[proof.owner] |= proof.chains.iter().copied().collect();
                    shown.territory[proof.owner] |= proof.territory();
                }
                ClaimKind::Strategy(script) => {
                    let procedure = self.procedure.filter(|_| !self.suicide);
                    let procedure = procedure.ok_or_else(|| at(Fault::Rules))?;
                    let verified = script.verify(&self.board, procedure);
                    states += verified.map_err(|error| at(Fault::Strategy(error)))?;
                    if states > Certificate::MOST_STATES {
                        return Err(at(Fault::TooLarge));
                    }
                    shown.answers.push((script.question, script.alive));
                }
                ClaimKind::Enclosed(..) => {}
            }
        }
        for Claim { line, kind } in &self.claims {
            if let ClaimKind::Enclosed(color, at) = kind {
                let region = enclosed(&self.board, *color, *at, &shown.benson[*color]);
                shown.enclosed[*color] |= region.ok_or(CertificateError {
                    line: *line,
                    fault: Fault::Enclosed(*at),
                })?;
            }
        }
        self.check_verdicts(&shown)
    }

    fn check_verdicts(&self, shown: &Shown) -> Result<Coverage, CertificateError> {
        let mut judged = PointSet::EMPTY;
        let mut points = shown.points();
        let mut coverage = Coverage {
            area: self.board.size().area(),
            ..Coverage::default()
        };
        for verdict in &self.verdicts {
            let at = |fault: Fault| CertificateError {
                line: verdict.line,
                fault,
            };
            let found = chain(&self.board, verdict.stone);
            let (color, chain) = found
                .filter(|(_, chain)| !chain.meets(&judged))
                .ok_or_else(|| at(Fault::Verdict(verdict.stone)))?;
            if !self.is_shown(shown, verdict, color, &chain) {
                return Err(at(Fault::Unfounded(verdict.stone)));
            }
            if verdict.ground == Ground::Strategy && verdict.fate != Fate::Dead {
                points |= chain;
            }
            judged |= chain;
            let share = &mut coverage.by_ground[verdict.ground as usize];
            share.chains += 1;
            share.stones += chain.len();
        }
        coverage.points = points.len();
        let stones = self.board.stones(Color::Black) | self.board.stones(Color::White);
        match (stones - judged).first() {
            Some(missing) => Err(CertificateError {
                line: 0,
                fault: Fault::Missing(missing),
            }),
            None => Ok(coverage),
        }
    }

    /// Returns true if a verdict follows from the verified claims, or needs none.
    fn is_shown(&self, shown: &Shown, verdict: &Verdict, color: Color, chain: &PointSet) -> bool {
        let is_dead = verdict.fate == Fate::Dead;
        let stays = matches!(verdict.fate, Fate::Alive | Fate::Seki);
        match verdict.ground {
            Ground::Benson => stays && chain.is_subset(&shown.benson[color]),
            Ground::Safety => stays && chain.is_subset(&shown.safety[color]),
            Ground::Enclosed => is_dead && chain.is_subset(&shown.enclosed[!color]),
            Ground::Territory => is_dead && chain.is_subset(&shown.territory[!color]),
            Ground::Strategy => self.procedure.is_some_and(|procedure| {
                let claim = Proof::claim(color, *chain, procedure, stays);
                (stays || is_dead) && claim.follows_from(&shown.answers, &self.board)
            }),
            Ground::Read
            | Ground::Searched
            | Ground::Estimated
            | Ground::Agreed
            | Ground::Rules => true,
        }
    }
}

/// Returns the line of the zone with an error.
fn line_of(error: &SafetyError, lines: &[usize]) -> Option<usize> {
    match error {
        SafetyError::Zone(zone, _) => lines.get(*zone).copied(),
        _ => None,
    }
}

fn chain(board: &Board, stone: Point) -> Option<(Color, PointSet)> {
    let seed: PointSet = [stone].into_iter().collect();
    let found = Color::BOTH.map(|color| (color, seed.flood(&board.stones(color))));
    found.into_iter().find(|(_, chain)| !chain.is_empty())
}

/// Returns the regions of a color: the connected parts of the board without its stones.
fn regions(board: &Board, color: Color) -> impl Iterator<Item = PointSet> {
    (board.size().all() - board.stones(color)).components()
}

/// Checks Benson's theorem: each chain of the set has two vital regions that touch no stone outside
/// the set.
fn check_benson(board: &Board, color: Color, set: &PointSet, suicide: bool) -> Result<(), Fault> {
    let stones = board.stones(color);
    let own: Vec<PointSet> = regions(board, color)
        .filter(|region| region.border(&stones).is_subset(set))
        .collect();
    for chain in set.components() {
        let is_vital = |region: &&PointSet| {
            let needed = if suicide {
                **region
            } else {
                **region - board.stones(!color)
            };
            needed.is_subset(&chain.grown())
        };
        if own.iter().filter(is_vital).count() < 2 {
            return Err(Fault::Benson(chain.first().expect("a chain has a stone")));
        }
    }
    Ok(())
}

/// Returns the region of a color at a point, if its wall consists of living stones and it has no
/// room for two opposing eyes: at most one point is not next to the wall, or two adjacent ones.
fn enclosed(board: &Board, color: Color, at: Point, living: &PointSet) -> Option<PointSet> {
    let region = regions(board, color).find(|region| region.contains(at))?;
    let wall = region.border(&board.stones(color));
    let inner = region - wall.grown();
    let is_small = inner.len() <= 1 || inner.len() == 2 && inner.components().count() == 1;
    (!wall.is_empty() && wall.is_subset(living) && is_small).then_some(region)
}
