//! Citations: the articles of the rule texts, by subject.
//!
//! There are numbers for the proposal of 2012, the rules of 1989 and 1949, and the improved rules
//! of
//! 2009. Other presets cite nothing. A custom rule set cites only the article on life and death, if
//!       it has that from one of these texts.

use super::words::Language;
use crate::go::rules::{Death, Preset, Rules};
use crate::referee::game::Outcome;

/// A subject that an article is cited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// Retaking a ko.
    Ko,
    /// Suicide.
    Suicide,
    /// Repeated positions.
    Repetition,
    /// Life and death.
    Life,
    /// Seki.
    Seki,
    /// Territory and neutral points.
    Territory,
    /// Dame: points that both sides border.
    Dame,
    /// Eyes of groups in seki are not territory.
    EyeInSeki,
    /// Dead stones in an eye of a seki are prisoners.
    PrisonersInSeki,
    /// The point of a ko between living stones is not territory.
    KoPoint,
    /// Removal of dead stones, and their value.
    TakenOff,
    /// Shapes settled by precedent.
    Precedent,
    /// The end of play.
    End,
    /// Both sides may lose.
    BothLose,
    /// A player may resign, and loses.
    Resignation,
    /// A foul loses the game.
    Foul,
    /// Displaced stones.
    Displaced,
    /// A foul may be forgiven.
    Forgiven,
    /// A confirmed result stands.
    ResultStands,
}

/// An article of a text, or a range of articles. A hyphen separates article and paragraph.
struct Citation {
    text: Preset,
    fact: Fact,
    first: &'static str,
    last: Option<&'static str>,
}

const fn at(text: Preset, fact: Fact, number: &'static str) -> Citation {
    Citation {
        text,
        fact,
        first: number,
        last: None,
    }
}

const CITATIONS: [Citation; 51] = {
    use Fact::*;
    use Preset::{Improved2009, Japanese1949, Japanese1989, Proposal2012};
    [
        at(Proposal2012, Suicide, "4"),
        at(Proposal2012, Ko, "5"),
        at(Proposal2012, Resignation, "6"),
        at(Proposal2012, Life, "7"),
        at(Proposal2012, Territory, "8"),
        at(Proposal2012, Dame, "8"),
        at(Proposal2012, KoPoint, "8"),
        at(Proposal2012, End, "9"),
        at(Proposal2012, TakenOff, "10"),
        at(Proposal2012, ResultStands, "10"),
        at(Proposal2012, Repetition, "11"),
        at(Proposal2012, Foul, "12"),
        at(Japanese1989, Suicide, "4"),
        at(Japanese1989, Ko, "6"),
        at(Japanese1989, Life, "7"),
        at(Japanese1989, Seki, "8"),
        at(Japanese1989, Territory, "8"),
        at(Japanese1989, Dame, "8"),
        at(Japanese1989, EyeInSeki, "8"),
        at(Japanese1989, End, "9"),
        at(Japanese1989, TakenOff, "10"),
        at(Japanese1989, ResultStands, "10-4"),
        at(Japanese1989, Resignation, "11"),
        at(Japanese1989, Repetition, "12"),
        at(Japanese1989, BothLose, "13"),
        at(Japanese1989, Displaced, "13-2"),
        at(Japanese1989, Foul, "14"),
        at(Japanese1949, Suicide, "27"),
        at(Japanese1949, Ko, "28"),
        at(Japanese1949, Repetition, "28-5"),
        Citation {
            text: Japanese1949,
            fact: Life,
            first: "29",
            last: Some("33"),
        },
        at(Japanese1949, Seki, "32"),
        at(Japanese1949, Territory, "34"),
        at(Japanese1949, EyeInSeki, "34"),
        at(Japanese1949, KoPoint, "34"),
        at(Japanese1949, End, "35"),
        at(Japanese1949, Resignation, "37"),
        at(Japanese1949, Dame, "39"),
        at(Japanese1949, TakenOff, "41"),
        at(Japanese1949, PrisonersInSeki, "42"),
        at(Japanese1949, ResultStands, "44"),
        at(Japanese1949, Precedent, "45"),
        at(Japanese1949, Foul, "60"),
        at(Japanese1949, Forgiven, "60"),
        at(Japanese1949, Displaced, "61"),
        at(Improved2009, Suicide, "3"),
        at(Improved2009, Ko, "4"),
        at(Improved2009, Repetition, "5"),
        at(Improved2009, End, "6"),
        at(Improved2009, Life, "8-2"),
        at(Improved2009, EyeInSeki, "8-5"),
    ]
};

impl Language {
    /// Cites a subject: ` (article 8)`, （第8条）; empty for custom rules and texts without numbers.
    pub(crate) fn cited(self, rules: &Rules, fact: Fact) -> String {
        let number = rules.as_preset().and_then(|text| self.number(text, fact));
        number.map_or(String::new(), |number| self.words().in_brackets(&number))
    }

    /// Cites the article that ends a game without a count; empty if it was counted.
    pub(crate) fn cited_outcome(self, rules: &Rules, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Score(_) => String::new(),
            Outcome::Repetition(_) => self.cited(rules, Fact::Repetition),
            Outcome::BothLose => self.cited(rules, Fact::BothLose),
            Outcome::Resigned(_) => self.cited(rules, Fact::Resignation),
            Outcome::Forfeit(_) => self.cited(rules, Fact::Foul),
            Outcome::Displaced(_) => self.cited(rules, Fact::Displaced),
        }
    }

    /// Cites the article on life and death with the name of its text; `None` if there is no number.
    pub(crate) fn cited_life(self, rules: &Rules) -> Option<String> {
        let words = self.words();
        let (text, name) = match rules.death {
            Death::Proposal2012 => (Preset::Proposal2012, words.text_of_2012),
            Death::Japanese1989 => (Preset::Japanese1989, words.text_of_1989),
            Death::Local if rules.three_points => (Preset::Japanese1949, words.text_of_1949),
            Death::Agreement if rules.phased => (Preset::Improved2009, words.text_of_2009),
            Death::Local | Death::Agreement | Death::AllAlive => return None,
        };
        let number = self.number(text, Fact::Life)?;
        Some(words.in_text(name, &number))
    }

    /// The number of the article on a subject.
    fn number(self, text: Preset, fact: Fact) -> Option<String> {
        let words = self.words();
        let mut citations = CITATIONS.iter();
        let found = citations.find(|cited| cited.text == text && cited.fact == fact)?;
        Some(match (found.last, found.first.split_once('-')) {
            _ if text == Preset::Improved2009 => words.number_of_rule(found.first),
            (Some(last), _) => words.articles(found.first, last),
            (None, Some((article, paragraph))) => words.paragraph(article, paragraph),
            (None, None) => words.article(found.first),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Fact::*;
    use super::*;
    use crate::go::board::diagram;
    use crate::go::color::Color;
    use crate::go::position::Position;
    use crate::referee::judge::explain::explain_any;
    use crate::referee::judge::{Effort, Occasion, adjudicate};
    use crate::ui::language;
    use regex::Regex;
    use std::collections::BTreeSet;

    /// Subjects of the cited articles, text by text, with the facts they may be cited for.
    const SUBJECTS: &[(Preset, &str, &str, &[Fact])] = &[
        (
            Preset::Proposal2012,
            "4",
            "no play may be left without a liberty",
            &[Suicide],
        ),
        (
            Preset::Proposal2012,
            "5",
            "a ko is not taken back on the next own turn; a pass lifts the ban",
            &[Ko],
        ),
        (
            Preset::Proposal2012,
            "6",
            "a player may resign and loses",
            &[Resignation],
        ),
        (
            Preset::Japanese1989,
            "11",
            "a player may resign and loses",
            &[Resignation],
        ),
        (
            Preset::Japanese1949,
            "37",
            "giving up for another reason, or resigning, loses",
            &[Resignation],
        ),
        (
            Preset::Proposal2012,
            "7",
            "alive and dead: the owner moves first, a cycle is life",
            &[Life],
        ),
        (
            Preset::Proposal2012,
            "8",
            "territory is surrounded by living stones of one side, dame is the rest; so is the point of a living ko",
            &[Territory, Dame, KoPoint],
        ),
        (
            Preset::Proposal2012,
            "9",
            "the end: agreement, or four passes in a row",
            &[End],
        ),
        (
            Preset::Proposal2012,
            "10",
            "dead stones in territory are taken off; prisoners fill territory; then it stands",
            &[TakenOff, ResultStands],
        ),
        (
            Preset::Proposal2012,
            "11",
            "no result when a position repeats and neither gives way",
            &[Repetition],
        ),
        (
            Preset::Japanese1989,
            "4",
            "a stone stands on the board only with an empty point beside it",
            &[Suicide],
        ),
        (
            Preset::Japanese1989,
            "6",
            "a ko is not taken back on the next turn",
            &[Ko],
        ),
        (
            Preset::Japanese1989,
            "7",
            "alive and dead: what cannot be taken, or what enables new stones",
            &[Life],
        ),
        (
            Preset::Japanese1989,
            "8",
            "eye points, dame, stones in seki, territory",
            &[Seki, Territory, Dame, EyeInSeki],
        ),
        (
            Preset::Japanese1989,
            "9",
            "the stop by two passes, the agreed end, the resumption",
            &[End],
        ),
        (
            Preset::Japanese1989,
            "10",
            "dead stones in territory are taken off; the count",
            &[TakenOff],
        ),
        (
            Preset::Japanese1989,
            "12",
            "no result when a position repeats and both agree",
            &[Repetition],
        ),
        (
            Preset::Japanese1949,
            "27",
            "points that are forbidden unless the play captures",
            &[Suicide],
        ),
        (
            Preset::Japanese1949,
            "28",
            "a ko is taken back only after a play elsewhere",
            &[Ko],
        ),
        (
            Preset::Japanese1949,
            "28-5",
            "triple ko, quadruple ko, eternal life: settled by precedent",
            &[Repetition],
        ),
        (
            Preset::Japanese1949,
            "29",
            "eyes: the first of the articles on life and death",
            &[Life],
        ),
        (
            Preset::Japanese1949,
            "32",
            "seki: no eye, or one each; it counts as life",
            &[Seki],
        ),
        (
            Preset::Japanese1949,
            "33",
            "dead: the last of the articles on life and death",
            &[Life],
        ),
        (
            Preset::Japanese1949,
            "34",
            "territory is surrounded by living stones and cannot be invaded; what stones in seki surround is none",
            &[Territory, EyeInSeki, KoPoint],
        ),
        (
            Preset::Japanese1949,
            "35",
            "the game ends when both agree",
            &[End],
        ),
        (
            Preset::Japanese1949,
            "39",
            "dame are nobody's and are filled by either",
            &[Dame],
        ),
        (
            Preset::Japanese1949,
            "41",
            "dead stones in territory are taken off and fill territory",
            &[TakenOff],
        ),
        (
            Preset::Japanese1949,
            "42",
            "stones in an eye in seki may be taken before the count",
            &[PrisonersInSeki],
        ),
        (
            Preset::Japanese1949,
            "45",
            "doubtful cases are settled by the precedents",
            &[Precedent],
        ),
        (Preset::Improved2009, "3", "no suicide", &[Suicide]),
        (
            Preset::Improved2009,
            "4",
            "a ko is not taken back at once; a pass is a threat",
            &[Ko],
        ),
        (
            Preset::Improved2009,
            "5",
            "a repeated position with equal captures is a draw",
            &[Repetition],
        ),
        (
            Preset::Improved2009,
            "6",
            "two passes in a row stop the game",
            &[End],
        ),
        (
            Preset::Improved2009,
            "8-2",
            "both claim what is dead and what is in seki",
            &[Life],
        ),
        (
            Preset::Improved2009,
            "8-5",
            "territory, but for what is claimed to be in seki",
            &[EyeInSeki],
        ),
        (
            Preset::Proposal2012,
            "12",
            "a foul that is found before the end loses",
            &[Foul],
        ),
        (
            Preset::Japanese1989,
            "10-4",
            "once confirmed a result stands",
            &[ResultStands],
        ),
        (Preset::Japanese1989, "13", "both lose", &[BothLose]),
        (
            Preset::Japanese1989,
            "13-2",
            "displaced stones are put back, or both lose",
            &[Displaced],
        ),
        (
            Preset::Japanese1949,
            "61",
            "displaced stones stay by agreement, or there is no result",
            &[Displaced],
        ),
        (Preset::Japanese1989, "14", "a foul loses", &[Foul]),
        (
            Preset::Japanese1949,
            "44",
            "the count, after which the result stands",
            &[ResultStands],
        ),
        (
            Preset::Japanese1949,
            "60",
            "illegal moves, as the commentary of 1989 quotes it",
            &[Foul, Forgiven],
        ),
    ];

    /// Each entry of the table is an article on that subject, and each article of the list is
    /// cited.
    #[test]
    fn every_citation_is_of_an_article_on_its_subject() {
        for cited in &CITATIONS {
            for number in [Some(cited.first), cited.last].into_iter().flatten() {
                let is_on = |(text, article, _, facts): &&(Preset, &str, &str, &[Fact])| {
                    *text == cited.text && *article == number && facts.contains(&cited.fact)
                };
                assert!(
                    SUBJECTS.iter().any(|subject| is_on(&subject)),
                    "{} {number} for {:?}",
                    cited.text,
                    cited.fact
                );
            }
        }
        for (text, article, subject, facts) in SUBJECTS {
            for fact in *facts {
                let mut citations = CITATIONS.iter();
                let found = citations.find(|cited| cited.text == *text && cited.fact == *fact);
                let is_cited = found
                    .is_some_and(|cited| cited.first == *article || cited.last == Some(*article));
                assert!(is_cited, "{text} {article}, {subject}, for {fact:?}");
            }
        }
    }

    /// Each fact has one citation per text, and is cited under its own rules only.
    #[test]
    fn nothing_is_cited_twice_or_from_another_text() {
        for (index, cited) in CITATIONS.iter().enumerate() {
            let mut before = CITATIONS[..index].iter();
            assert!(
                !before.any(|other| (other.text, other.fact) == (cited.text, cited.fact)),
                "{} {:?}",
                cited.text,
                cited.fact
            );
        }
        for rules in Rules::ALL {
            let texts = CITATIONS.iter().map(|cited| cited.text);
            let has_text = texts.clone().any(|text| text == rules.base);
            for cited in &CITATIONS {
                let told = Language::English.cited(&rules, cited.fact);
                assert!(has_text || told.is_empty(), "{rules}: {told}");
            }
        }
        let custom = Rules {
            ko_points: true,
            ..Rules::PROPOSAL_2012
        };
        assert_eq!(Language::English.cited(&custom, Territory), "");
        assert_eq!(
            Language::English.cited_life(&custom).as_deref(),
            Some("proposal of 2012, article 7")
        );
    }

    /// Boards with something to cite: living kos (2012, example 26), stones in an eye of a seki
    /// (1949, figure 8), three points without capturing, dead stones of both sides (1989, example
    /// 9).
    const BOARDS: [&str; 4] = [
        ". X X . X O .
         X . X X X X O
         X X O O O O O
         O O O X X X X
         . O O X . X .
         O O X X O O X
         . O X O . O O",
        "X X X X O . O X O
         X . X X O O O X O
         X X X X X O . X .
         X X X X X O X X X
         X X . X X X O O O
         X X X X X X O O .
         X X X X X X O O O
         X X X X X X O . O
         X X X X X X X O O",
        ". X X O O O . O O
         O X X O O . O O O
         X O O O O O O O O
         X X X O O O O O O
         X X X X X X X X X
         X . X X X X X X X
         X X X X . X X X X
         X X X X X X X X X
         X X X X X X X X X",
        "X O . X O O O
         . X X X O . O
         X X O O O O O
         O O O O O O O
         O O O O O O O
         O . O O . O O
         O O O O O O O",
    ];

    /// The explanations of all chains and empty points cite only articles of their own text.
    #[test]
    fn no_sentence_cites_another_text() {
        let number = Regex::new(r"(?:articles?|rule) (\d[-\d]*)(?: to (\d+))?").expect("a pattern");
        let effort = Effort {
            playouts: 20,
            seed: 1,
            states: 20_000,
            safety: 2_000,
            ..Effort::USUAL
        };
        let mut told_by_1949 = BTreeSet::new();
        for rules in Rules::ALL {
            // The European rules do not define life and death themselves.
            let own_text = match rules.base {
                Preset::Egf => Preset::Japanese1989,
                base => base,
            };
            for picture in BOARDS {
                let board = diagram::board(picture).expect("a board");
                let position = Position::set_up(board, Color::Black, rules);
                let judged = adjudicate(&position, Occasion::Diagram, &effort);
                let mut told = language::rules(&position, Language::English);
                for at in position.board().size().points() {
                    let found = explain_any(&position, &judged, at, &effort).expect("on the board");
                    told += &language::explained(
                        position.board(),
                        &found,
                        language::Look::default(),
                        Language::English,
                    );
                }
                for found in number.captures_iter(&told) {
                    for cited in [found.get(1), found.get(2)].into_iter().flatten() {
                        let is_own = |(text, article, _, _): &&(Preset, &str, &str, &[Fact])| {
                            *text == own_text && *article == cited.as_str()
                        };
                        let is_known = SUBJECTS.iter().any(|subject| is_own(&subject));
                        assert!(is_known, "{rules}: {}", &found[0]);
                        if rules == Rules::JAPANESE_1949 {
                            told_by_1949.insert(cited.as_str().to_owned());
                        }
                    }
                }
            }
        }
        for article in ["32", "34", "39", "41", "42", "45"] {
            assert!(
                told_by_1949.contains(article),
                "{article}: {told_by_1949:?}"
            );
        }
    }

    #[test]
    fn articles_are_written_as_each_text_counts_them() {
        let told = |rules: Rules, fact: Fact| {
            [Language::English, Language::Japanese].map(|language| language.cited(&rules, fact))
        };
        assert_eq!(
            told(Rules::JAPANESE_1989, Seki),
            [" (article 8)", "（第8条）"]
        );
        assert_eq!(
            told(Rules::JAPANESE_1949, Seki),
            [" (article 32)", "（第32条）"]
        );
        assert_eq!(
            told(Rules::JAPANESE_1949, Life),
            [" (articles 29 to 33)", "（第29条〜第33条）"]
        );
        assert_eq!(
            told(Rules::JAPANESE_1949, Repetition),
            [" (article 28-5)", "（第28条第5項）"]
        );
        assert_eq!(
            told(Rules::IMPROVED_2009, EyeInSeki),
            [" (rule 8-5)", "（ルール8-5）"]
        );
        assert_eq!(told(Rules::STONE_SCORING, Seki), ["", ""]);
        assert_eq!(told(Rules::PROPOSAL_2012, Seki), ["", ""]);
    }
}
