//! Pictures of scored games.

use crate::formats::picture::{Caption, with_caption};
use crate::formats::sgf::{GameInfo, Record};
use crate::go::color::Color;
use crate::referee::game::Outcome;
use crate::referee::game::scoring::ScoredGame;
use crate::ui::language::{self, Language, scored};
use crate::ui::report;

/// Maximum number of fouls listed below a picture.
const BREACHES_SHOWN: usize = 4;

/// Draws the final position with its judgement, the rules and the result.
pub(super) fn svg(record: &Record, game: &ScoredGame, language: Language) -> String {
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
    let legend = |mark| report::mark(mark, language);
    let marks = report::marks(game);
    with_caption(game.position.board(), &marks, &caption, legend)
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
fn below(game: &ScoredGame, language: Language) -> Vec<String> {
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
