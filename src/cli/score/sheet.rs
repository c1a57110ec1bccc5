//! The picture of a game that has been judged.

use crate::color::Color;
use crate::game::Outcome;
use crate::language::{self, Language};
use crate::picture::{Caption, with_caption};
use crate::report;
use crate::scoring::ScoredGame;
use crate::sgf::{GameInfo, Record};

/// How many breaches are written below a picture.
const BREACHES_SHOWN: usize = 4;

/// The final position with everything that was judged, the terms and the result.
pub(super) fn svg(record: &Record, ruling: &ScoredGame, language: Language) -> String {
    let name = |color: Color| {
        let rank = match color {
            Color::Black => GameInfo::BlackRank,
            Color::White => GameInfo::WhiteRank,
        };
        let player = record.players[color]
            .as_deref()
            .unwrap_or(language.color(color))
            .to_owned();
        let rank = record.info.get(&rank);
        player + &rank.map_or(String::new(), |rank| format!(" {rank}"))
    };
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
    let above = vec![known.join(", "), super::terms(ruling, language)];
    let recorded = ruling.recorded.as_deref().map(|recorded| {
        language.choose(
            format!(" (recorded {recorded})"),
            format!("（棋譜の結果：{recorded}）"),
        )
    });
    let recorded = recorded.unwrap_or_default();
    let result = language.choose("Result", "結果");
    let below = match ruling.outcome {
        Outcome::Score(score) => {
            let [black, white] = Color::BOTH.map(|color| language::tally(&score, color, language));
            vec![
                format!("{result} {}{recorded}", language.result(&score)),
                black,
                white,
            ]
        }
        Outcome::Repetition(repetition) => {
            vec![format!(
                "{result}{}{}{recorded}",
                language.colon(),
                language.repetition(repetition)
            )]
        }
    };
    let breaches = ruling.breaches.iter().take(BREACHES_SHOWN);
    let breaches = breaches.map(|breach| language::breach(breach, language));
    let unplayed = language::finish(&ruling.adjudication, language);
    let unplayed = unplayed.lines().map(str::to_owned);
    let below = below.into_iter().chain(breaches).chain(unplayed).collect();
    let title = format!("{} – {}", name(Color::Black), name(Color::White));
    let caption = Caption {
        title,
        above,
        below,
    };
    let legend = |mark| report::mark(mark, language);
    let marks = report::marks(ruling);
    with_caption(ruling.position.board(), &marks, &caption, legend)
}
