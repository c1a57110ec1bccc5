//! Whether a ruling is what the record says, in words.

use crate::language::{self, Language};
use crate::report;
use crate::scoring::{Agreement, ScoredGame};

/// How many games came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) same: usize,
    pub(super) different: usize,
    pub(super) uncounted: usize,
    pub(super) unreadable: usize,
}

impl Summary {
    pub(super) fn add(&mut self, agreement: Agreement) {
        *match agreement {
            Agreement::Same => &mut self.same,
            Agreement::Differs(_) | Agreement::NoResult => &mut self.different,
            Agreement::NotCounted => &mut self.uncounted,
        } += 1;
    }

    /// All of it in a line.
    pub(super) fn text(&self, language: Language) -> String {
        let Summary {
            same,
            different,
            uncounted,
            unreadable,
        } = self;
        let games = same + different + uncounted + unreadable;
        language.choose(
            format!(
                "games {games}: as recorded {same}, different {different}, recorded without a count {uncounted}, unreadable {unreadable}"
            ),
            format!(
                "{games}局：棋譜と一致 {same}、不一致 {different}、棋譜に計算なし {uncounted}、読めない {unreadable}"
            ),
        )
    }
}

/// One line, and where the record has another result a line for each reason found.
pub(super) fn lines(id: &str, ruling: &ScoredGame, language: Language) -> String {
    let recorded = match &ruling.recorded {
        Some(result) => {
            let result = super::printable(result);
            language.choose(
                format!("the file says {result}"),
                format!("棋譜では{result}"),
            )
        }
        None => language
            .choose("the file says nothing", "棋譜に結果なし")
            .to_owned(),
    };
    let compared = match ruling.agreement() {
        Agreement::Same => language.choose("as recorded", "棋譜と一致").to_owned(),
        Agreement::NotCounted => {
            format!(
                "{recorded}{}",
                language.choose(", not compared", "、比較せず")
            )
        }
        Agreement::NoResult => {
            let repeated = report::repeated(language);
            format!("{recorded}{}{repeated}", language.colon())
        }
        Agreement::Differs(difference) => {
            let by = report::difference(difference, language);
            format!("{recorded}{}{by}", language.colon())
        }
    };
    let mut text = format!(
        "{id}{}{}{}{compared}\n",
        language.colon(),
        ruling.result(),
        language.comma()
    );
    if let Agreement::Differs(_) = ruling.agreement() {
        let reasons = ruling.reasons();
        for reason in &reasons {
            text += &format!("  {}\n", report::reason(reason, language));
        }
        if reasons.is_empty() {
            text += &format!("  {}\n", report::no_reason(language));
        }
    }
    for breach in &ruling.breaches {
        text += &format!("  {}\n", language::breach(breach, language));
    }
    text
}
