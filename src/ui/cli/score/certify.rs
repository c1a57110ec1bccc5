//! Certificates of scored games.

use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::go::rules::Ko;
use crate::life::certificate::{Certificate, Claim, ClaimKind, Fate, Ground, Verdict};
use crate::life::procedure::Procedure;
use crate::life::proof::Script;
use crate::life::question::Question;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::{Basis, Effort, Judgement, Status, strategies};

/// Maximum number of moves of all strategies together: half of what a verifier accepts.
///
/// Strategies that do not fit are left out.
const MOST_MOVES: usize = Certificate::MOST_WORDS / 2;

/// Collects the proofs of a position: Benson's theorem, enclosed regions, safety by alternating
/// play, and strategies of chains that were read.
pub(super) fn certificate(game: &ScoredGame, effort: &Effort) -> Certificate {
    let (position, adjudication) = (&game.position, &game.adjudication);
    let rules = position.rules();
    let settled = adjudication.settled();
    let proofs = &adjudication.safety().proofs;
    let board = position.board();
    let procedure = Procedure::of(rules);
    let mut shown = ClaimedPoints {
        benson: settled.living,
        safety: PerColor::from_fn(|color| {
            let chains = proofs[color].iter().flat_map(|proof| &proof.chains);
            chains.copied().collect()
        }),
        enclosed: settled.territory,
        territory: adjudication.safety().territory,
        answers: vec![],
    };
    let chains = adjudication.chains();
    let read = chains
        .iter()
        .filter(|chain| shown.ground(chain, board) == Ground::Read);
    let strategies = strategies::strategies(position, adjudication, read, effort);
    let (mut moves, mut left) = (MOST_MOVES, Certificate::MOST_STATES);
    let scripts = strategies.iter().filter_map(|strategy| {
        let (script, states) = strategy.script(board, procedure?).ok()?;
        let fewer = moves.checked_sub(script.responses.len());
        (moves, left) = fewer.zip(left.checked_sub(states))?;
        Some(script)
    });
    let scripts: Vec<Script> = scripts.collect();
    let answers = scripts.iter().map(|script| (script.question, script.alive));
    shown.answers = answers.collect();
    let mut claims = vec![];
    for color in Color::BOTH {
        let regions = settled.territory[color].components();
        let captured = board.stones(!color);
        let first = |region: PointSet| region.meets(&captured).then(|| region.first()).flatten();
        let enclosed = regions.filter_map(first);
        claims.push(ClaimKind::Benson(color, settled.living[color]));
        claims.extend(enclosed.map(|at| ClaimKind::Enclosed(color, at)));
        let proof = proofs[color].clone();
        claims.extend(proof.map(|proof| ClaimKind::Safety(proof, vec![])));
    }
    claims.extend(scripts.into_iter().map(ClaimKind::Strategy));
    claims.retain(|claim| match claim {
        ClaimKind::Benson(_, stones) => !stones.is_empty(),
        ClaimKind::Enclosed(..) | ClaimKind::Strategy(_) => true,
        ClaimKind::Safety(proof, _) => !proof.chains.is_empty(),
    });
    let claims = claims.into_iter().map(|kind| Claim { line: 0, kind });
    let verdicts = chains.iter().filter_map(|chain| {
        Some(Verdict {
            line: 0,
            stone: chain.stones.first()?,
            fate: fate(chain.status),
            ground: shown.ground(chain, board),
        })
    });
    Certificate {
        rules: rules.to_string().replace(char::is_whitespace, "-"),
        procedure,
        suicide: rules.suicide,
        superko: matches!(rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko),
        board: board.clone(),
        claims: claims.collect(),
        verdicts: verdicts.collect(),
    }
}

fn fate(status: Status) -> Fate {
    match status {
        Status::Alive => Fate::Alive,
        Status::Dead => Fate::Dead,
        Status::Seki => Fate::Seki,
    }
}

/// The points covered by the claims, by color.
struct ClaimedPoints {
    benson: PerColor<PointSet>,
    safety: PerColor<PointSet>,
    enclosed: PerColor<PointSet>,
    territory: PerColor<PointSet>,
    /// The outcomes of the questions that strategies answer.
    answers: Vec<(Question, bool)>,
}

impl ClaimedPoints {
    /// The claim that shows a verdict, or else its unproved evidence.
    fn ground(&self, chain: &Judgement, board: &Board) -> Ground {
        let is_in =
            |stones: &PerColor<PointSet>, color: Color| chain.stones.is_subset(&stones[color]);
        let follows = || {
            let claim = strategies::claim(chain);
            claim.is_some_and(|claim| claim.follows_from(&self.answers, board))
        };
        match chain.status {
            Status::Alive | Status::Seki if is_in(&self.benson, chain.color) => Ground::Benson,
            Status::Alive | Status::Seki if is_in(&self.safety, chain.color) => Ground::Safety,
            Status::Dead if is_in(&self.enclosed, !chain.color) => Ground::Enclosed,
            Status::Dead if is_in(&self.territory, !chain.color) => Ground::Territory,
            _ if follows() => Ground::Strategy,
            _ => match chain.basis {
                Basis::AllStand => Ground::Rules,
                Basis::Safe => Ground::Searched,
                Basis::PassAlive | Basis::Enclosed | Basis::Read(_) => Ground::Read,
                Basis::Searched(_) => Ground::Searched,
                Basis::Agreed => Ground::Agreed,
                Basis::Estimated(_) => Ground::Estimated,
            },
        }
    }
}
