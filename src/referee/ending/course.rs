//! The ending of each rule set, as data.

use crate::go::rules::{Death, End, Preset, Repetition, Rules};

/// The ending of a rule set: the meaning of passes, the questions that follow, and the way of a
/// dispute.
///
/// The documents leave open how often players may disagree. Without a judge the last resort comes
/// after [`most_disputes`](Course::most_disputes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Consecutive passes, by the sides in turn, that stop play.
    pub stopping: u32,
    /// Number of consecutive passes after which both are asked whether that is the end. Such rules
    /// also let the players agree at any time to end the game.
    pub asked_after: Option<u32>,
    /// The step that follows when passes have stopped play.
    pub at_stop: AtStop,
    /// The side that moves first when play is resumed after it has stopped.
    pub resumption: Resumption,
    /// The number of disputes played out on the board. The last resort settles the next one.
    pub most_disputes: u32,
    /// The means that settles a dispute in the end.
    pub last_resort: LastResort,
    /// True if both lose where they do not agree on the end and neither asks to resume play (1989,
    /// 13-1).
    pub both_lose: bool,
    /// True if both may consent to leave a repeated position without a result.
    pub no_result: bool,
    /// True if each pass hands over a prisoner and White passes last (American rules, and European
    /// ones for area).
    pub pass_stones: bool,
    /// True if a player may consent to an irregularity: a foul of the opponent (1949, 60), or
    /// displaced stones (61).
    pub consent: bool,
    /// The consequence of displaced stones.
    pub displaced: Mending,
    /// The time until which a foul that is found decides the game.
    pub foul_decides: FoulDecides,
}

/// The time until which a foul that is found decides the game, where the rules make it lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoulDecides {
    /// Until play has ended, by agreement or by passes (2012, 9 and 12).
    UntilPlayEnds,
    /// Until the game is counted.
    UntilCounted,
    /// Until both players have confirmed the result (1989, 10-4 and 14).
    UntilConfirmed,
}

/// The consequence of stones that were moved, left on the board though taken, or lifted though not
/// taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// The text says nothing. The game goes on as the board stands.
    Unsaid,
    /// All stones are put back according to the moves, and the game goes on.
    ///
    /// If that is impossible, the failure follows.
    PutBack {
        /// If stones were moved.
        moved: MendingFailure,
        /// If stones were left on the board though taken.
        left: MendingFailure,
        /// If stones were lifted though not taken.
        lifted: MendingFailure,
    },
    /// The game goes on as the board stands if both consent. Otherwise the failure follows.
    Consent(MendingFailure),
}

/// The end of a game in which displaced stones cannot be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MendingFailure {
    /// The game has no result (無勝負).
    NoResult,
    /// Both lose (両負け).
    BothLose,
    /// The side that displaced them loses.
    Loss,
}

/// The step that follows when passes have stopped play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStop {
    /// The board is counted, with all stones alive.
    Counted,
    /// Both sides claim the dead stones.
    Claims,
    /// The phases of the improved rules of 2009.
    Phases,
}

/// The side that moves first when play is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// Play is not resumed after a stop.
    Never,
    /// The opponent of the side that asks for it (1989, 9-3).
    Opponent,
    /// The side that asks (1949, 40).
    Asker,
    /// The side whose turn it is: the opponent of the side that passed last.
    Turn,
}

/// The means that settles a dispute about the stones in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastResort {
    /// Every stone on the board is alive.
    AllStand,
    /// Life and death as the rules define them, by the finding of a judge.
    Ruling,
    /// The complete end of the rules of 2009.
    ///
    /// No stones are removed, and stones without two eyes are in seki.
    CompleteEnd,
}

/// The most disputes where the text sets no limit.
const MOST_DISPUTES: u32 = 3;

impl Course {
    /// Returns the ending of these rules.
    ///
    /// | rules | stop | then | dispute | at last |
    /// |---|---|---|---|---|
    /// | 2012 | agreement or four passes (9) | claims | | the rules' own life and death (7) |
    /// | 1989 | two passes (9-1) | claims (9-2) | on request resumed, the opponent first (9-3) | the same (7); both lose (13) |
    /// | 1949 | agreement (35) | claims | resumed (36, 40) | the same (29 to 33, 45) |
    /// | 2009 | two passes | fill, claims | played out, a pass for a prisoner | the complete end |
    /// | Korea | two passes | claims | | judged locally |
    /// | China, America, New Zealand | two passes | claims | resumed | every stone stands |
    /// | Ing | four passes | agreed before: claims | resumed | every stone stands |
    /// | Tromp and Taylor, CGOS, pure go | two passes | counted | | every stone stands |
    #[must_use]
    pub fn of(rules: &Rules) -> Course {
        let by_agreement = rules.end == End::Agreement;
        let four = rules.end == End::FourPasses;
        let at_stop = match rules.death {
            _ if rules.phased => AtStop::Phases,
            Death::AllAlive => AtStop::Counted,
            Death::Agreement if four => AtStop::Counted,
            _ => AtStop::Claims,
        };
        let last_resort = match rules.death {
            _ if rules.phased => LastResort::CompleteEnd,
            Death::AllAlive | Death::Agreement => LastResort::AllStand,
            Death::Proposal2012 | Death::Japanese1989 | Death::Local => LastResort::Ruling,
        };
        Course {
            stopping: if four { 4 } else { 2 },
            asked_after: (four || by_agreement).then_some(2),
            at_stop,
            resumption: match (at_stop, rules.death) {
                (AtStop::Counted, Death::AllAlive) | (_, Death::Proposal2012) => Resumption::Never,
                (_, Death::Local) if by_agreement => Resumption::Asker,
                (_, Death::Japanese1989 | Death::Local) => Resumption::Opponent,
                _ => Resumption::Turn,
            },
            most_disputes: match last_resort {
                LastResort::Ruling if !by_agreement => 0,
                _ => MOST_DISPUTES,
            },
            last_resort,
            both_lose: rules.death == Death::Japanese1989,
            no_result: rules.repetition == Repetition::NoResult,
            pass_stones: has_pass_stones(rules.base),
            consent: is_of_1949(rules),
            displaced: displaced(rules),
            foul_decides: match rules.death {
                Death::Proposal2012 => FoulDecides::UntilPlayEnds,
                Death::Japanese1989 => FoulDecides::UntilConfirmed,
                Death::Agreement | Death::AllAlive | Death::Local => FoulDecides::UntilCounted,
            },
        }
    }
}

/// Returns true if the rules are those of 1949, with switches changed or not.
fn is_of_1949(rules: &Rules) -> bool {
    rules.base == Preset::Japanese1949
}

/// Returns the consequence of displaced stones.
///
/// The text of 1989 covers moved stones only (13-2). It is applied here also to captured stones
/// left on the board and to stones lifted without a capture.
fn displaced(rules: &Rules) -> Mending {
    match rules.base {
        Preset::Proposal2012 => Mending::PutBack {
            moved: MendingFailure::NoResult,
            left: MendingFailure::NoResult,
            lifted: MendingFailure::Loss,
        },
        Preset::Japanese1989 => Mending::PutBack {
            moved: MendingFailure::BothLose,
            left: MendingFailure::BothLose,
            lifted: MendingFailure::BothLose,
        },
        Preset::Japanese1949 => Mending::Consent(MendingFailure::NoResult),
        _ => Mending::Unsaid,
    }
}

/// Returns true if the rules have pass stones, with switches changed or not: those of the American
/// association and what follows them.
fn has_pass_stones(base: Preset) -> bool {
    matches!(
        base,
        Preset::Aga | Preset::Bga | Preset::French | Preset::AgaButton | Preset::EgfArea
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_rules_comes_to_an_end() {
        for rules in Rules::ALL {
            let course = Course::of(&rules);
            let asks_nobody = course.at_stop == AtStop::Counted && course.asked_after.is_none();
            assert_eq!(asks_nobody, rules.death == Death::AllAlive, "{rules}");
            assert_eq!(
                course.at_stop == AtStop::Phases,
                course.last_resort == LastResort::CompleteEnd,
                "{rules}"
            );
        }
    }

    #[test]
    fn the_documents_differ_where_they_say_so() {
        let of = |rules: Rules| Course::of(&rules);
        let stops = |rules: Rules| (of(rules).stopping, of(rules).asked_after);
        assert_eq!(stops(Rules::PROPOSAL_2012), (4, Some(2)));
        assert_eq!(stops(Rules::ING), (4, Some(2)));
        assert_eq!(stops(Rules::JAPANESE_1949), (2, Some(2)));
        assert_eq!(stops(Rules::JAPANESE_1989), (2, None));
        assert_eq!(
            of(Rules::JAPANESE_1989).resumption,
            Resumption::Opponent,
            "9-3"
        );
        assert!(of(Rules::JAPANESE_1989).both_lose && !of(Rules::PROPOSAL_2012).both_lose);
        assert!(of(Rules::AGA).pass_stones && !of(Rules::NEW_ZEALAND).pass_stones);
    }
}
