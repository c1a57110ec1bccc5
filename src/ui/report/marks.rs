//! Marks on the picture of a scored game, and their names.

use crate::formats::picture::{Mark, Marks};
use crate::go::color::{Color, PerColor};
use crate::go::point::PointSet;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::{Status, proved_points};
use crate::ui::language::Language;

/// Collects the marks of a scored game.
pub fn marks(scored: &ScoredGame) -> Marks {
    let adjudication = &scored.adjudication;
    let territory = adjudication.territory();
    let filled = |color: Color| -> PointSet {
        let plays = adjudication.finish().iter();
        let own = plays.filter(|(by, _)| *by == color);
        own.filter_map(|(_, to)| to.point()).collect()
    };
    Marks {
        dead: adjudication.dead(),
        territory: territory.points,
        seki: adjudication.stones(Status::Seki),
        dame: adjudication.dame(),
        filled: PerColor::from_fn(filled),
        unsettled: scored.unsettled(),
        estimated: PointSet::EMPTY,
        last: scored.position.last_move().and_then(|(_, to)| to.point()),
        differs: PointSet::EMPTY,
    }
}

/// Collects the marks of a scored game, with the points whose owner is only estimated.
pub(super) fn marks_with_estimates(scored: &ScoredGame) -> Marks {
    let proved = proved_points(&scored.position, &scored.adjudication);
    Marks {
        estimated: scored.position.board().size().all() - proved,
        ..marks(scored)
    }
}

/// The name of a mark.
pub fn mark(mark: Mark, language: Language) -> &'static str {
    let words = language.words();
    match mark {
        Mark::Territory(Color::Black) => words.black_point,
        Mark::Territory(Color::White) => words.white_point,
        Mark::Dead => words.dead,
        Mark::Seki => words.seki,
        Mark::Dame => words.dame,
        Mark::Filled => words.filled,
        Mark::Unsettled => words.not_clear,
        Mark::Estimated => words.estimated_owner,
        Mark::Last => words.last_move,
        Mark::Differs => words.differs,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::referee::game::scoring::Request;

    fn marked(moves: &str) -> Marks {
        let record = format!("(;SZ[9]KM[0]RU[Japanese]{moves})").parse().unwrap();
        marks(&ScoredGame::of(&record, &Request::default()).unwrap())
    }

    #[test]
    fn open_sides_are_marked_as_unclear_and_not_as_dame() {
        let begun = marked(";B[cc];W[gg];B[gc];W[cg]");
        assert!(begun.dame.is_empty() && begun.seki.is_empty());
        assert_eq!(begun.unsettled.len(), 77);
    }
}
