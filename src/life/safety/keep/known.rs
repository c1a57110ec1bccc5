//! What is known of the states of a zone: how they are kept, and how far the searches have come.

use super::super::zone::{Bits, State};
use super::numbers::Numbers;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// What the owner does after a play of the attacker, or his pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// The attacker's play.
    pub(super) attack: Option<u8>,
    /// The owner's, if he needs one.
    pub(super) answer: Option<u8>,
    /// Where that leads, by its place in [`Keeper::kept`](super::Keeper::kept); `None` if to where no answer is needed any more.
    pub(super) next: Option<usize>,
}

/// What a state that is kept rests on. It is kept whatever stands on other points.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) own: Bits,
    /// The attacker's stones among what is relevant.
    pub(super) other: Bits,
    pub(super) relevant: Bits,
    pub(super) course: Course,
}

/// The place of what a state that is kept rests on, and what tells whether it is kept in another one, too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// In [`Keeper::kept`](super::Keeper::kept).
    pub(super) place: usize,
    /// The attacker's stones among what is relevant.
    pub(super) other: Bits,
    pub(super) relevant: Bits,
}

impl Place {
    /// Whether a state with the same stones of the owner's is kept so.
    pub(super) fn is_kept(&self, state: State) -> bool {
        state.other & self.relevant == self.other && state.gone & self.relevant == 0
    }
}

/// What is done in a state that is kept.
#[derive(Clone, Debug)]
pub(super) enum Course {
    /// Attacks are replied to, and passes where something is to be taken.
    Replies(Vec<Found>),
    /// Nothing has to be done for the clauses any more. What is left to be taken is taken part by part.
    Parts(SmallVec<[Part; 2]>),
}

/// A part that is taken by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) points: Bits,
    /// The place of what is known of it: in the keeper for parts [`alone`](super::Keeper::alone), if there is one, else in the same.
    pub(super) place: usize,
}

/// A reply that keeps all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) reply: Reply,
    /// What it leads to, and what is relevant there.
    pub(super) state: State,
    pub(super) relevant: Bits,
}

/// What proof numbers tell of a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict<T> {
    /// It is kept, by this.
    Kept(T),
    /// It is lost, and a stone of the owner at any other point than these would not change that.
    Lost(Bits),
    Open(Numbers),
}

/// The states that have been come to.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Those with the attacker to move, and their places.
    pub(super) attacked: Vec<Attacks>,
    pub(super) attacked_at: FxHashMap<State, usize>,
    /// Those after an attack, the owner to move, and their places.
    pub(super) answered: Vec<Answers>,
    pub(super) answered_at: FxHashMap<State, usize>,
    /// How many attacks have been made on the way to the state that is looked at.
    pub(super) depth: usize,
}

/// What is known of a state, the attacker to move.
#[derive(Debug)]
pub(super) struct Attacks {
    pub(super) state: State,
    /// Its place in [`Keeper::layouts`](super::Keeper::layouts).
    pub(super) layout: usize,
    /// How much of what is kept there has been looked at.
    pub(super) known: usize,
    pub(super) verdict: Verdict<usize>,
    pub(super) is_on_path: bool,
    /// Whether its first numbers come from a closer look.
    pub(super) is_seen: bool,
    pub(super) progress: Option<Box<Progress>>,
}

/// How far the attacks in a state have been answered.
#[derive(Debug)]
pub(super) struct Progress {
    /// The attacks, what they lead to, and the places of that in [`Tree::answered`], if it is there.
    pub(super) plays: SmallVec<[(u8, State, Option<usize>); 12]>,
    /// The points that are known to matter; none before the first answer is known.
    pub(super) relevant: Bits,
    /// The attacks that are answered.
    pub(super) answered: Bits,
    pub(super) replies: Vec<Found>,
    /// How many of the replies do not work against any attack that is left.
    pub(super) vain: usize,
}

impl Progress {
    /// Whether an attack waits for an answer.
    pub(super) fn waits(&self, at: u8) -> bool {
        let matters = self.replies.is_empty() || self.relevant & (1 << at) != 0;
        self.answered & (1 << at) == 0 && matters
    }
}

/// What is known of a state after an attack, the owner to move.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) verdict: Verdict<Found>,
    /// The answers that may be tried, if they are known, and what they lead to.
    pub(super) left: Option<Left>,
}

/// Answers that are neither known to work nor not to.
#[derive(Debug)]
pub(super) struct Left {
    /// With the places in [`Tree::attacked`] of what they lead to; `None` for no answer at all.
    pub(super) answers: Vec<(Option<u8>, usize)>,
    /// Where a stone could make a difference to those that do not work.
    pub(super) changing: Bits,
}

/// Why a state is not known to be kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failed {
    /// It is lost, and a stone of the owner at any other point than these would not change that.
    Lost(Bits),
    /// It is not settled within so many attacks.
    Open(usize),
}

/// What is known of states from a search with more and more attacks.
#[derive(Debug)]
pub(super) struct Deepening {
    pub(super) failed: FxHashMap<State, Failed>,
    /// How many answers are tried to an attack.
    pub(super) width: usize,
    /// What was asked about last of what is not hopeless: it is asked about once more before it is searched.
    pub(super) hopeful: Option<(State, usize)>,
}

impl Default for Deepening {
    fn default() -> Deepening {
        Deepening {
            failed: FxHashMap::default(),
            width: usize::MAX,
            hopeful: None,
        }
    }
}
