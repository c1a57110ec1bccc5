//! A scored game as a certificate.

use crate::certificate::{Certificate, Claim, ClaimKind, Fate, Ground, Verdict};
use crate::color::{Color, PerColor};
use crate::game::scoring::ScoredGame;
use crate::judge::{Basis, Judgement, Status};
use crate::point::PointSet;
use crate::rules::Ko;

/// What is proved of the position that is judged: by Benson's theorem, by the size of regions, and by alternating play.
pub(super) fn certificate(game: &ScoredGame) -> Certificate {
    let (position, adjudication) = (&game.position, &game.adjudication);
    let rules = position.rules();
    let settled = adjudication.settled();
    let proofs = &adjudication.safety().proofs;
    let shown = Shown {
        benson: settled.living,
        safety: PerColor::from_fn(|color| {
            let chains = proofs[color].iter().flat_map(|proof| &proof.chains);
            chains.copied().collect()
        }),
        enclosed: settled.territory,
        territory: adjudication.safety().territory,
    };
    let mut claims = vec![];
    for color in Color::BOTH {
        let regions = settled.territory[color].components();
        let captured = position.board().stones(!color);
        let first = |region: PointSet| region.meets(&captured).then(|| region.first()).flatten();
        let enclosed = regions.filter_map(first);
        claims.push(ClaimKind::Benson(color, settled.living[color]));
        claims.extend(enclosed.map(|at| ClaimKind::Enclosed(color, at)));
        let proof = proofs[color].clone();
        claims.extend(proof.map(|proof| ClaimKind::Safety(proof, vec![])));
    }
    claims.retain(|claim| match claim {
        ClaimKind::Benson(_, stones) => !stones.is_empty(),
        ClaimKind::Enclosed(..) => true,
        ClaimKind::Safety(proof, _) => !proof.chains.is_empty(),
    });
    let claims = claims.into_iter().map(|kind| Claim { line: 0, kind });
    let verdicts = adjudication.chains().iter();
    let verdicts = verdicts.filter_map(|chain| {
        Some(Verdict {
            line: 0,
            stone: chain.stones.first()?,
            fate: fate(chain.status),
            ground: shown.ground(chain),
        })
    });
    Certificate {
        rules: rules.to_string().replace(char::is_whitespace, "-"),
        suicide: rules.suicide,
        superko: matches!(rules.ko, Ko::PositionalSuperko | Ko::SituationalSuperko),
        board: position.board().clone(),
        claims: claims.collect(),
        verdicts: verdicts.collect(),
    }
}

fn fate(status: Status) -> Fate {
    match status {
        Status::Alive => Fate::Alive,
        Status::Dead => Fate::Dead,
        Status::Seki => Fate::Seki,
        Status::Unsettled => Fate::Unsettled,
    }
}

/// What the claims show, for each color.
struct Shown {
    benson: PerColor<PointSet>,
    safety: PerColor<PointSet>,
    enclosed: PerColor<PointSet>,
    territory: PerColor<PointSet>,
}

impl Shown {
    /// What shows a verdict, or what it rests on where nothing does.
    fn ground(&self, chain: &Judgement) -> Ground {
        let is_in =
            |stones: &PerColor<PointSet>, color: Color| chain.stones.is_subset(&stones[color]);
        match chain.status {
            Status::Alive | Status::Seki if is_in(&self.benson, chain.color) => Ground::Benson,
            Status::Alive | Status::Seki if is_in(&self.safety, chain.color) => Ground::Safety,
            Status::Dead if is_in(&self.enclosed, !chain.color) => Ground::Enclosed,
            Status::Dead if is_in(&self.territory, !chain.color) => Ground::Territory,
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
