//! The picture of a game that has been judged.

use crate::color::{Color, PerColor};
use crate::engine::Outcome;
use crate::life::Status;
use crate::picture::{Caption, Mark, Marks, with_caption};
use crate::point::PointSet;
use crate::report::{self, Language};
use crate::ruling::Ruling;
use crate::sgf::{Detail, Record};

/// How many breaches are written below a picture.
const BREACHES_SHOWN: usize = 4;

/// The final position with everything that was judged, the terms and the result.
pub(super) fn svg(record: &Record, ruling: &Ruling, language: Language) -> String {
    let name = |color: Color| {
        let rank = match color {
            Color::Black => Detail::BlackRank,
            Color::White => Detail::WhiteRank,
        };
        let player = record.players[color]
            .as_deref()
            .unwrap_or(language.color(color))
            .to_owned();
        let rank = record.details.get(&rank);
        player + &rank.map_or(String::new(), |rank| format!(" {rank}"))
    };
    let details = [Detail::Event, Detail::Round, Detail::Date, Detail::Place];
    let known: Vec<&str> = details
        .iter()
        .filter_map(|detail| record.details.get(detail).map(String::as_str))
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
            let [black, white] = Color::BOTH.map(|color| report::tally(&score, color, language));
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
    let breaches = breaches.map(|breach| report::breach(breach, language));
    let below = below.into_iter().chain(breaches).collect();
    let title = format!("{} – {}", name(Color::Black), name(Color::White));
    let caption = Caption {
        title,
        above,
        below,
    };
    let legend = |mark: Mark| match mark {
        Mark::Territory(Color::Black) => language.choose("Black’s point", "黒地"),
        Mark::Territory(Color::White) => language.choose("White’s point", "白地"),
        Mark::Dead => language.status(Status::Dead),
        Mark::Seki => language.status(Status::Seki),
        Mark::Dame => language.choose("dame", "駄目"),
        Mark::Filled => language.choose("filled before counting", "計算前に打たれた点"),
        Mark::Unsettled => language.choose("not clear", "不確か"),
        Mark::Last => language.choose("last move", "最終手"),
    };
    with_caption(ruling.position.board(), &marks(ruling), &caption, legend)
}

/// What a ruling says of each point.
fn marks(ruling: &Ruling) -> Marks {
    let adjudication = &ruling.adjudication;
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
        dame: territory.dame,
        filled: PerColor::from_fn(filled),
        unsettled: ruling.unsettled(),
        last: ruling.position.last_move().and_then(|(_, to)| to.point()),
    }
}
