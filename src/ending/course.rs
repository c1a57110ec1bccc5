//! The ending procedure of each rule set, as data.

use crate::rules::{Death, End, Preset, Repetition, Rules};

/// The ending procedure of a rule set: passes, the stop, and disputes.
///
/// The documents set no limit to disagreements. Where they provide no judge, the last resort
/// applies after [`most_disputes`](Course::most_disputes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Consecutive passes, by the sides in turn, that stop play.
    pub stopping: u32,
    /// After this many consecutive passes, both are asked whether to end the game.
    ///
    /// If this is set, the players may also agree to end it at any time.
    pub asked_after: Option<u32>,
    /// The step that follows when passes stop play.
    pub at_stop: AtStop,
    /// The side that moves first when play is resumed after a stop.
    pub resumption: Resumption,
    /// The number of disputes played out on the board. The last resort settles the next one.
    pub most_disputes: u32,
    /// The last resort in a dispute.
    pub last_resort: LastResort,
    /// True if both lose when they do not agree on the end and neither resumes play (1989, 13-1).
    pub both_lose: bool,
    /// True if both may consent to end the game without a result after a repetition.
    pub no_result: bool,
    /// True if each pass hands over a prisoner and White passes last.
    ///
    /// This holds under American rules and European area rules.
    pub pass_stones: bool,
    /// True if a player may consent to a violation by the opponent (1949, 60) or to displaced
    /// stones (61).
    pub consent: bool,
    /// The consequence of displaced stones.
    pub displaced: Mending,
}

/// The consequence of displaced stones.
///
/// They were moved, left on the board though captured, or lifted though not captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// The text says nothing. The game goes on as the board stands.
    Unsaid,
    /// All stones are put back according to the moves, and the game goes on.
    ///
    /// If that is impossible, the failure follows.
    PutBack {
        /// For stones that were moved.
        moved: Failure,
        /// For captured stones left on the board.
        left: Failure,
        /// For stones lifted without a capture.
        lifted: Failure,
    },
    /// The game goes on as the board stands if both consent. Otherwise the failure follows.
    Consent(Failure),
}

/// The outcome if displaced stones cannot be put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The game has no result (無勝負).
    NoResult,
    /// Both lose (両負け).
    BothLose,
    /// The side that displaced the stones loses.
    Loss,
}

/// The step that follows when passes stop play.
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
    /// The opponent of the side that asks (1989, 9-3).
    Opponent,
    /// The side that asks (1949, 40).
    Asker,
    /// The side to move, the opponent of the side that passed last.
    Turn,
}

/// The last resort in a dispute about the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastResort {
    /// Every stone on the board is alive.
    AllStand,
    /// A judge's finding by the rules' definition of life and death.
    Ruling,
    /// The complete end of the rules of 2009.
    ///
    /// No stones are removed, and stones without two eyes are in seki.
    CompleteEnd,
}

/// The most disputes where the text sets no limit.
const MOST_DISPUTES: u32 = 3;

impl Course {
    /// Returns the ending procedure of these rules.
    ///
    /// | rules | stop | then | dispute | last resort |
    /// |---|---|---|---|---|
    /// | 2012 | agreement or four passes (9) | claims | | ruling (7) |
    /// | 1989 | two passes (9-1) | claims (9-2) | on request (9-3) | ruling (7); both lose (13) |
    /// | 1949 | agreement (35) | claims | resumed (36, 40) | ruling (29 to 33, 45) |
    /// | 2009 | two passes | fill, claims | played out, each pass for a prisoner | complete end |
    /// | Korea | two passes | claims | | ruling by local reading |
    /// | China, America, New Zealand | two passes | claims | resumed | all stones stand |
    /// | Ing | four passes | agreed before: claims | resumed | all stones stand |
    /// | Tromp-Taylor, CGOS, pure go | two passes | counted | | all stones stand |
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
        }
    }
}

/// Returns true if the rules are derived from those of 1949.
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
            moved: Failure::NoResult,
            left: Failure::NoResult,
            lifted: Failure::Loss,
        },
        Preset::Japanese1989 => Mending::PutBack {
            moved: Failure::BothLose,
            left: Failure::BothLose,
            lifted: Failure::BothLose,
        },
        Preset::Japanese1949 => Mending::Consent(Failure::NoResult),
        _ => Mending::Unsaid,
    }
}

/// Returns true if the rules are derived from a preset with pass stones.
///
/// These are the American rules and their descendants.
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
