//! How each set of rules ends a game, as data.

use crate::rules::{Death, End, Preset, Repetition, Rules};

/// How a set of rules ends a game: what the passes mean, what is asked then, and what a dispute leads to.
///
/// The documents leave open how often players may disagree. Where they ask nobody else, the last resort comes after
/// [`most_disputes`](Course::most_disputes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Passes in a row, by the sides in turn, that stop play.
    pub stopping: u32,
    /// Passes in a row after which both are asked whether that is the end. Who may be asked may also agree at any time
    /// to end the game.
    pub asked_after: Option<u32>,
    /// What follows when play has stopped by passes.
    pub at_stop: AtStop,
    /// Who moves first when play is resumed after it has stopped.
    pub resumption: Resumption,
    /// So many disputes are played out on the board; the next stop is settled by the last resort.
    pub most_disputes: u32,
    /// What settles a dispute in the end.
    pub last_resort: LastResort,
    /// Whether both lose if they do not agree on the end and neither asks to resume play (1989, 13-1).
    pub both_lose: bool,
    /// Whether both may consent to leave a repeated position without a result.
    pub no_result: bool,
    /// Whether each pass hands over a prisoner, and White passes last (American rules, and European ones for area).
    pub pass_stones: bool,
    /// Whether a player may consent to what is not as it should be: a foul of the opponent (1949, 60), or displaced stones
    /// (61).
    pub consent: bool,
    /// What becomes of a game in which stones were displaced.
    pub displaced: Mending,
}

/// What becomes of a game in which stones were moved, left on the board though taken, or lifted though not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// The text says nothing: the game goes on as the board stands.
    Unsaid,
    /// Everything is put back to where the moves had it, and the game goes on; or this follows, where that is impossible.
    PutBack {
        /// Where stones were moved.
        moved: Failure,
        /// Where stones were left on the board though taken.
        left: Failure,
        /// Where stones were lifted though not taken.
        lifted: Failure,
    },
    /// The game goes on as the board stands if both consent; or this follows.
    Consent(Failure),
}

/// What follows where displaced stones cannot be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The game has no result (無勝負).
    NoResult,
    /// Both lose (両負け).
    BothLose,
    /// Who did it loses.
    Loss,
}

/// What follows when play has stopped by passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtStop {
    /// The board is counted; what stands on it lives.
    Counted,
    /// Both say which stones are dead.
    Claims,
    /// The phases of the improved rules of 2009.
    Phases,
}

/// Who moves first when play is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    /// Play that has stopped is not resumed.
    Never,
    /// The opponent of whoever asks for it (1989, 9-3).
    Opponent,
    /// Whoever asks for it (1949, 40).
    Asker,
    /// The side whose turn it is: the opponent of whoever passed last.
    Turn,
}

/// What settles a dispute about the stones in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastResort {
    /// Every stone on the board lives.
    AllStand,
    /// Life and death as the rules define them, as whoever judges finds it.
    Ruling,
    /// The complete end of the rules of 2009: nothing is taken off, and what has not two eyes is in seki.
    CompleteEnd,
}

/// So often players may disagree where the text sets no limit.
const MOST_DISPUTES: u32 = 3;

impl Course {
    /// How these rules end a game.
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
        }
    }
}

/// Whether the rules, whatever was changed in them, are those of 1949.
fn is_of_1949(rules: &Rules) -> bool {
    rules.base == Preset::Japanese1949
}

/// What the texts say of displaced stones. That of 1989 speaks of stones that were moved (13-2); to stones left on the board or
/// lifted without being taken it is applied here too.
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

/// Whether the rules, whatever was changed in them, are such as have pass stones: those of the American association and
/// what follows them.
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
