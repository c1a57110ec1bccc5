//! Pictures of scored games: the marks on the board, their names, and the words around it.

use crate::formats::picture::{Caption, Mark, Marks, with_caption};
use crate::formats::sgf::{GameInfo, Record};
use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::referee::game::Outcome;
use crate::referee::game::scoring::ScoredGame;
use crate::referee::judge::{Status, proved_points};
use crate::ui::language::{self, Language, scored};

/// Maximum number of fouls listed below a picture.
const BREACHES_SHOWN: usize = 4;

/// Draws the final position with its judgement, the rules and the result.
pub fn svg(record: &Record, game: &ScoredGame, language: Language) -> String {
    let details = [
        GameInfo::Event,
        GameInfo::Round,
        GameInfo::Date,
        GameInfo::Place,
    ];
    let known: Vec<&str> = details
        .iter()
        .filter_map(|detail| record.info.get(detail).map(String::as_str))
        .collect();
    let [black, white] = Color::BOTH.map(|color| name(record, color, language));
    let caption = Caption {
        title: format!("{black} – {white}"),
        above: vec![known.join(", "), scored::terms(game, language)],
        below: below(game, language),
    };
    let legend = |mark| mark_name(mark, language);
    with_caption(game.position.board(), &marks(game), &caption, legend)
}

/// A player with rank.
fn name(record: &Record, color: Color, language: Language) -> String {
    let rank = match color {
        Color::Black => GameInfo::BlackRank,
        Color::White => GameInfo::WhiteRank,
    };
    let player = record.players[color].as_deref();
    let player = player.unwrap_or(language.color(color)).to_owned();
    let rank = record.info.get(&rank);
    player + &rank.map_or(String::new(), |rank| format!(" {rank}"))
}

/// The result with its parts, fouls, and points left unplayed.
pub fn below(game: &ScoredGame, language: Language) -> Vec<String> {
    let words = language.words();
    let recorded = scored::recorded_result(game, language);
    let recorded = recorded.map_or(String::new(), |result| words.result_in_caption(&result));
    let mut lines = match game.outcome {
        Outcome::Score(score) => {
            let [black, white] = Color::BOTH.map(|color| language::tally(&score, color, language));
            let result = language.result(&score);
            vec![format!("{} {result}{recorded}", words.result), black, white]
        }
        outcome => {
            let why = language.uncounted(&outcome).unwrap_or_default();
            vec![format!("{}{}{why}{recorded}", words.result, words.colon)]
        }
    };
    let breaches = game.breaches.iter().take(BREACHES_SHOWN);
    lines.extend(breaches.map(|breach| language::breach(breach, language)));
    let finish = language::finish(&game.adjudication, language);
    lines.extend(finish.lines().map(str::to_owned));
    lines
}

/// Collects the marks of a scored game.
pub fn marks(scored: &ScoredGame) -> Marks {
    let adjudication = &scored.adjudication;
    let territory = adjudication.territory();
    Marks {
        dead: adjudication.dead(),
        territory: territory.points,
        seki: adjudication.stones(Status::Seki),
        dame: adjudication.dame(),
        filled: adjudication.filled(),
        unsettled: scored.unsettled(),
        estimated: PointSet::EMPTY,
        last: scored.position.last_move().and_then(|(_, to)| to.point()),
        differs: PointSet::EMPTY,
    }
}

/// Collects the marks of a scored game, with the points whose owner is only estimated.
pub fn marks_with_estimates(scored: &ScoredGame) -> Marks {
    let proved = proved_points(&scored.position, &scored.adjudication);
    Marks {
        estimated: scored.position.board().size().all() - proved,
        ..marks(scored)
    }
}

/// The name of a mark.
pub fn mark_name(mark: Mark, language: Language) -> &'static str {
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
