//! Comparison of scored games with their records, in words.

use crate::referee::game::scoring::{Agreement, ScoredGame};
use crate::ui::language::{Language, scored};

/// Counts of games by agreement with their records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) same: usize,
    pub(super) different: usize,
    pub(super) uncounted: usize,
    pub(super) unreadable: usize,
}

impl Totals {
    /// Adds a game.
    pub(super) fn add(&mut self, agreement: Agreement) {
        *match agreement {
            Agreement::Same => &mut self.same,
            Agreement::Differs(_) | Agreement::NoResult => &mut self.different,
            Agreement::NotCounted => &mut self.uncounted,
        } += 1;
    }

    /// Formats the counts on one line.
    pub(super) fn text(&self, language: Language) -> String {
        let Totals {
            same,
            different,
            uncounted,
            unreadable,
        } = *self;
        let games = same + different + uncounted + unreadable;
        let words = language.words();
        words.totals(games, same, different, uncounted, unreadable)
    }
}

/// Formats the comparison on one line, followed by possible reasons for a difference.
pub(super) fn lines(id: &str, game: &ScoredGame, language: Language) -> String {
    let words = language.words();
    let recorded = match scored::recorded(game) {
        Some(result) => words.file_says(&result),
        None => words.no_result_in_file.to_owned(),
    };
    let agreement = game.agreement();
    let compared = match agreement {
        Agreement::Same => words.as_recorded.to_owned(),
        Agreement::NotCounted => format!("{recorded}{}", words.not_compared),
        Agreement::NoResult => format!("{recorded}{}{}", words.colon, words.seen_before),
        Agreement::Differs(by) => {
            let by = scored::difference(by, language);
            format!("{recorded}{}{by}", words.colon)
        }
    };
    let result = game.result();
    let mut text = format!("{id}{}{result}{}{compared}\n", words.colon, words.comma);
    if let Agreement::Differs(_) = agreement {
        for reason in scored::reasons(game, language) {
            text += &format!("  {reason}\n");
        }
    }
    for line in scored::breaches(game, language) {
        text += &format!("  {line}\n");
    }
    text
}
