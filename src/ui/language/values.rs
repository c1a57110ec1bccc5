//! Values of the game in words: colors, moves, statuses, results, switches of the rules.

use super::words::Language;
use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::{Move, PointSet};
use crate::go::position::{Breach, Foul};
use crate::go::rules::{
    Button, Counting, Death, End, HandicapBonus, Ko, Preset, Repetition, Rules, Tax,
};
use crate::go::score::Score;
use crate::referee::ending::Over;
use crate::referee::game::{Outcome, Spoilt};
use crate::referee::judge::{Basis, Finding, Judgement, Status};

/// Maximum number of items named in a list.
const MOST_NAMED: usize = 20;

impl Language {
    /// A color.
    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.words().black,
            Color::White => self.words().white,
        }
    }

    /// A move without its player.
    pub fn to(self, to: Move) -> String {
        match to {
            Move::Pass => self.words().pass.to_owned(),
            Move::At(point) => point.to_string(),
        }
    }

    /// A move with its player.
    pub fn play(self, (color, to): Play) -> String {
        format!("{} {}", self.color(color), self.to(to))
    }

    /// A number of stones.
    pub fn stones(self, count: usize) -> String {
        match count {
            1 => self.words().one_stone.to_owned(),
            _ => self.words().stones(count),
        }
    }

    /// A number of points.
    pub fn number_of_points(self, points: f64) -> String {
        match points {
            1.0 => self.words().one_point.to_owned(),
            _ => self.words().number_of_points(points),
        }
    }

    /// The status of a chain.
    pub fn status(self, status: Status) -> &'static str {
        let words = self.words();
        match status {
            Status::Alive => words.alive,
            Status::Dead => words.dead,
            Status::Seki => words.seki,
        }
    }

    /// The evidence of a status, with the probability that it is right if it is not proved.
    pub fn evidence(self, judgement: &Judgement) -> String {
        let words = self.words();
        match judgement.basis {
            Basis::AllStand | Basis::PassAlive | Basis::Enclosed | Basis::Safe => {
                words.proved.to_owned()
            }
            Basis::Read(_) => words.proved_by_reading.to_owned(),
            Basis::Agreed => words.agreed.to_owned(),
            Basis::Searched(Finding::Walled) => words.searched_within_walls.to_owned(),
            Basis::Searched(Finding::Plain) => words.searched_plainly.to_owned(),
            Basis::Searched(Finding::Joined) => words.searched_joined.to_owned(),
            Basis::Searched(Finding::Played(_) | Finding::Weighed(_)) => {
                words.searched_surely(&self.sureness(judgement))
            }
            Basis::Estimated(_) => words.estimated_surely(&self.sureness(judgement)),
        }
    }

    /// The probability that an estimated status is right.
    pub(crate) fn sureness(self, judgement: &Judgement) -> String {
        match judgement.confidence() {
            Some(share) => self.percent(share),
            None => self.words().under_half.to_owned(),
        }
    }

    /// A share from 0 to 1 in percent, rounded down.
    fn percent(self, share: f64) -> String {
        self.words().percent((100.0 * share + 1e-9).floor())
    }

    /// A score as a result: `B+3.5`, or 黒3目半勝ち.
    pub fn result(self, score: &Score) -> String {
        let words = self.words();
        match score.winner() {
            None => words.jigo.to_owned(),
            Some(winner) => {
                let margin = self.points(score.margin().abs());
                words.won(score, self.color(winner), &margin)
            }
        }
    }

    /// A recorded result: `B+R`, or 黒中押勝. Other texts are unchanged.
    pub fn recorded(self, result: &str) -> String {
        let words = self.words();
        let winner = match result.as_bytes() {
            b"0" | b"Draw" => return words.drawn(result),
            b"Void" => return words.void(result),
            [b'B', b'+', ..] => Color::Black,
            [b'W', b'+', ..] => Color::White,
            _ => return result.to_owned(),
        };
        let winner = self.color(winner);
        match &result[2..] {
            "R" | "Resign" => words.resigned(result, winner),
            "T" | "Time" => words.out_of_time(result, winner),
            "F" | "Forfeit" => words.forfeited(result, winner),
            margin => match margin.parse() {
                Ok(margin) if margin > 0.0 && margin < 1000.0 => {
                    words.won_by(result, winner, &self.points(margin))
                }
                _ => result.to_owned(),
            },
        }
    }

    /// Points with the Japanese counter: 半目, 3目, 3目半, 6.75目.
    fn points(self, points: f64) -> String {
        let words = self.words();
        match (points.trunc(), points.fract()) {
            (0.0, 0.5) => words.half_a_point.to_owned(),
            (whole, 0.5) => words.points_and_half(whole),
            _ => words.points(points),
        }
    }

    /// The effect of a repeated position on the game.
    pub fn repetition(self, repetition: Repetition) -> &'static str {
        let words = self.words();
        match repetition {
            Repetition::NoResult => words.repeated_no_result,
            Repetition::Draw => words.repeated_draw,
            Repetition::PlayOn => words.repeated_play_on,
        }
    }

    /// The rule that a recorded move breaks.
    pub fn foul(self, foul: Foul) -> String {
        match foul {
            Foul::OutOfTurn => self.words().out_of_turn.to_owned(),
            Foul::Forbidden(illegal) => self.illegal_move(illegal),
        }
    }

    /// The end of a game.
    pub fn over(self, over: &Over) -> String {
        let words = self.words();
        match over {
            Over::Counted(counted) => self.result(&counted.score),
            Over::Draw => words.draw.to_owned(),
            Over::NoResult => words.no_result.to_owned(),
            Over::BothLose => words.both_lose.to_owned(),
            Over::Resigned(loser) => self.resigned(*loser),
            Over::Forfeit(breach) => self.forfeit(breach),
        }
    }

    /// The result of a game that a side resigned.
    pub fn resigned(self, loser: Color) -> String {
        let result = Outcome::Resigned(loser).in_sgf();
        self.words().resigned(&result, self.color(!loser))
    }

    /// A win by a foul of the other side.
    pub fn forfeit(self, breach: &Breach) -> String {
        let (winner, loser) = (self.color(breach.winner()), self.color(!breach.winner()));
        self.words().forfeit(winner, loser, &self.foul(breach.foul))
    }

    /// The end of a game that is not counted; `None` if it is counted.
    pub fn uncounted(self, outcome: &Outcome) -> Option<String> {
        match outcome {
            Outcome::Score(_) => None,
            Outcome::Repetition(repetition) => Some(self.repetition(*repetition).to_owned()),
            Outcome::BothLose => Some(self.words().both_lose.to_owned()),
            Outcome::Resigned(loser) => Some(self.resigned(*loser)),
            Outcome::Forfeit(breach) => Some(self.forfeit(breach)),
            Outcome::Displaced(spoilt) => Some(self.spoilt(*spoilt)),
        }
    }

    /// The end of a game with displaced stones that cannot be put back.
    fn spoilt(self, spoilt: Spoilt) -> String {
        let words = self.words();
        match spoilt {
            Spoilt::NoResult => words.displaced_no_result.to_owned(),
            Spoilt::BothLose => words.displaced_both_lose.to_owned(),
            Spoilt::Loss(loser) => words.lifted_wrongly(self.color(!loser), self.color(loser)),
        }
    }

    /// The title of a rule set; empty if it has no name.
    pub fn rules(self, rules: &Rules) -> &'static str {
        let words = self.words();
        let Some(preset) = rules.as_preset() else {
            return "";
        };
        match preset {
            Preset::Proposal2012 => words.proposal_2012,
            Preset::Japanese1989 => words.japanese_1989,
            Preset::Japanese1949 => words.japanese_1949,
            Preset::Improved2009 => words.improved_2009,
            Preset::Korean => words.korean,
            Preset::Chinese => words.chinese,
            Preset::ChineseOgs => words.chinese_ogs,
            Preset::ChineseKgs => words.chinese_kgs,
            Preset::Aga => words.aga,
            Preset::Bga => words.bga,
            Preset::French => words.french,
            Preset::AgaButton => words.aga_button,
            Preset::NewZealand => words.new_zealand,
            Preset::TrompTaylor => words.tromp_taylor,
            Preset::Cgos => words.cgos,
            Preset::Ing => words.ing,
            Preset::StoneScoring => words.stone_scoring,
            Preset::PureGo => words.pure_go,
            Preset::Wmsg => words.wmsg,
            Preset::Egf => words.egf,
            Preset::EgfArea => words.egf_area,
        }
    }

    /// The ko rule.
    pub fn ko(self, ko: Ko) -> &'static str {
        let words = self.words();
        match ko {
            Ko::Simple => words.simple_ko,
            Ko::PositionalSuperko => words.positional_superko,
            Ko::SituationalSuperko => words.situational_superko,
            Ko::DoubleKo => words.double_ko,
        }
    }

    /// The effect of a repeated position where it is legal.
    pub fn repeated(self, repetition: Repetition) -> &'static str {
        let words = self.words();
        match repetition {
            Repetition::NoResult => words.no_result,
            Repetition::Draw => words.draw,
            Repetition::PlayOn => words.play_on,
        }
    }

    /// The suicide rule.
    pub fn suicide(self, is_allowed: bool) -> &'static str {
        if is_allowed {
            self.words().suicide_allowed
        } else {
            self.words().suicide_forbidden
        }
    }

    /// The method of counting.
    pub fn counting(self, counting: Counting) -> &'static str {
        let words = self.words();
        match counting {
            Counting::Territory => words.territory_counting,
            Counting::Area => words.area_counting,
            Counting::Stones => words.stone_counting,
        }
    }

    /// The points that do not count.
    pub fn tax(self, tax: Tax) -> &'static str {
        let words = self.words();
        match tax {
            Tax::None => words.none,
            Tax::Seki => words.seki_tax,
            Tax::All => words.group_tax,
        }
    }

    /// White's compensation for handicap stones.
    pub fn handicap(self, handicap: HandicapBonus) -> &'static str {
        let words = self.words();
        match handicap {
            HandicapBonus::None => words.none,
            HandicapBonus::PerStone => words.handicap_per_stone,
            HandicapBonus::PerStoneButOne => words.handicap_per_stone_but_one,
        }
    }

    /// The value of the first pass.
    pub fn button(self, button: Button) -> &'static str {
        let words = self.words();
        match button {
            Button::None => words.none,
            Button::Half => words.button_to_first_pass,
            Button::OneToWhite => words.point_for_white_first,
        }
    }

    /// The end of play.
    pub fn end(self, end: End) -> &'static str {
        let words = self.words();
        match end {
            End::TwoPasses => words.two_passes,
            End::TwoPassesKoClosed => words.two_passes_ko_closed,
            End::FourPasses => words.four_passes,
            End::Agreement => words.agreement,
        }
    }

    /// The method of settling life and death.
    pub fn death(self, rules: &Rules) -> &'static str {
        let words = self.words();
        match rules.death {
            Death::Proposal2012 => words.death_proposal_2012,
            Death::Japanese1989 => words.death_japanese_1989,
            Death::Local if rules.three_points => words.death_japanese_1949,
            Death::Local => words.death_korean,
            Death::Agreement if rules.phased => words.death_improved_2009,
            Death::Agreement => words.death_agreement,
            Death::AllAlive => words.death_all_alive,
        }
    }

    /// The first items of a list, and the number of others.
    pub(crate) fn list(self, items: &[String], separator: &str) -> String {
        let named = &items[..items.len().min(MOST_NAMED)];
        let more = match items.len() - named.len() {
            0 => String::new(),
            more => self.words().and_more(more),
        };
        named.join(separator) + &more
    }

    /// The first points of a set, and the number of others.
    pub(crate) fn points_of(self, points: &PointSet) -> String {
        let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
        self.list(&names, " ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::color::PerColor;
    use crate::go::score::Tally;
    use crate::referee::judge::Share;

    #[track_caller]
    fn check(komi: f64, expected: &str) {
        let white = Tally {
            komi,
            ..Tally::default()
        };
        let score = Score {
            tallies: PerColor::new(Tally::default(), white),
        };
        assert_eq!(Language::Japanese.result(&score), expected);
        let english = match score.winner() {
            Some(_) => score.to_string(),
            None => "draw (jigo)".to_owned(),
        };
        assert_eq!(Language::English.result(&score), english);
    }

    #[test]
    fn results_are_told_as_japanese_players_tell_them() {
        check(0.5, "白半目勝ち");
        check(3.5, "白3目半勝ち");
        check(-12.0, "黒12目勝ち");
        check(6.75, "白6.75目勝ち");
        check(0.0, "持碁");
    }

    #[test]
    fn results_of_records_are_told_in_the_words_of_players() {
        let results = [
            ("B+R", "黒中押勝"),
            ("W+Resign", "白中押勝"),
            ("W+T", "白時間切れ勝ち"),
            ("B+Forfeit", "黒反則勝ち"),
            ("W+0.5", "白半目勝ち"),
            ("B+12", "黒12目勝ち"),
            ("B+6.50", "黒6目半勝ち"),
            ("0", "持碁"),
            ("Void", "無勝負"),
            ("?", "?"),
            ("B+", "B+"),
            ("B+多い", "B+多い"),
            ("B+nan", "B+nan"),
            ("W+1e9", "W+1e9"),
            ("黒中押し勝ち", "黒中押し勝ち"),
        ];
        for (result, expected) in results {
            assert_eq!(Language::Japanese.recorded(result), expected);
            assert_eq!(Language::English.recorded(result), result);
        }
    }

    /// A status that is not proved says how sure it is, unless nothing measures that.
    #[test]
    fn what_a_status_rests_on_is_said_where_it_stands() {
        let share = |stayed| Share {
            stayed,
            playouts: 600,
            is_advised: false,
        };
        for (status, basis, english, japanese) in [
            (
                Status::Alive,
                Basis::Estimated(share(0.75)),
                "alive (estimate: 94 %)",
                "活き石（推定：94％）",
            ),
            (
                Status::Dead,
                Basis::Estimated(share(0.0)),
                "dead (estimate: 99 %)",
                "死に石（推定：99％）",
            ),
            (
                Status::Dead,
                Basis::Estimated(share(0.6)),
                "dead (estimate: under 50 %)",
                "死に石（推定：50％未満）",
            ),
            (
                Status::Dead,
                Basis::Searched(Finding::Weighed(0.5)),
                "dead (searched: 50 %)",
                "死に石（探索：50％）",
            ),
            (
                Status::Seki,
                Basis::Searched(Finding::Walled),
                "seki (read, assuming that the stones around it live)",
                "セキ石（周りの石を活きとみた読み切り）",
            ),
            (
                Status::Alive,
                Basis::Safe,
                "alive (proved)",
                "活き石（証明済み）",
            ),
        ] {
            let judgement = Judgement {
                color: Color::Black,
                stones: PointSet::EMPTY,
                status,
                basis,
                states: 0,
            };
            let told = |language| crate::ui::language::judgement(&judgement, language);
            assert_eq!(told(Language::English), english);
            assert_eq!(told(Language::Japanese), japanese);
        }
    }

    #[test]
    fn every_set_of_rules_has_a_title() {
        for rules in Rules::ALL {
            for language in [Language::English, Language::Japanese] {
                assert!(!language.rules(&rules).is_empty(), "{rules}");
            }
        }
    }
}
