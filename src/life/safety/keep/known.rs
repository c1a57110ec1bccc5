//! Records of the zone solver: proved states, their replies, and the progress of both searches.

use super::super::zone::{ZoneBits, ZoneState};
use super::numbers::ProofNumbers;
use fxhash::FxHashMap;
use smallvec::SmallVec;

/// The owner's reply to an attack or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OwnerReply {
    /// The attacker's play; `None` for a pass.
    pub(super) attack: Option<u8>,
    /// The owner's play, if one is needed.
    pub(super) answer: Option<u8>,
    /// The resulting proved state, as an index into [`Keeper::kept`](super::Keeper::kept); `None`
    /// if it needs no answer.
    pub(super) next: Option<usize>,
}

/// A proved state with its relevance zone. Stones on other points do not matter.
#[derive(Clone, Debug)]
pub(super) struct ProvenState {
    pub(super) own: ZoneBits,
    /// The attacker's relevant stones.
    pub(super) other: ZoneBits,
    pub(super) relevant: ZoneBits,
    pub(super) course: Continuation,
}

/// The key of a proved state among those with equal owner stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Its index in [`Keeper::kept`](super::Keeper::kept).
    pub(super) place: usize,
    /// The attacker's relevant stones.
    pub(super) other: ZoneBits,
    pub(super) relevant: ZoneBits,
}

impl Place {
    /// Returns true if the proof covers a state with equal owner stones.
    pub(super) fn is_kept(&self, state: ZoneState) -> bool {
        state.other & self.relevant == self.other && state.gone & self.relevant == 0
    }
}

/// The continuation from a proved state.
#[derive(Clone, Debug)]
pub(super) enum Continuation {
    /// Each relevant attack has a reply, and so has a pass if there is territory to take.
    Replies(Vec<ProvenReply>),
    /// The clauses need no more moves. Each part left is taken by itself.
    Parts(SmallVec<[ZonePart; 2]>),
}

/// A part that is taken by itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZonePart {
    pub(super) points: ZoneBits,
    /// The index of its proved state, in the solver for parts [`alone`](super::Keeper::alone) if
    /// there is one.
    pub(super) place: usize,
}

/// A reply that works.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProvenReply {
    pub(super) reply: OwnerReply,
    /// The resulting state, and its relevance zone.
    pub(super) state: ZoneState,
    pub(super) relevant: ZoneBits,
}

/// The result of the proof-number search for a state.
#[derive(Clone, Copy, Debug)]
pub(super) enum ProofResult<T> {
    /// It is proved, by this.
    Kept(T),
    /// It is lost. Only an owner stone at one of these points could change that.
    Lost(ZoneBits),
    Open(ProofNumbers),
}

/// The search tree of the proof-number search.
#[derive(Debug, Default)]
pub(super) struct ProofTree {
    /// The states with the attacker to move, and their indices.
    pub(super) attacked: Vec<Attacks>,
    pub(super) attacked_at: FxHashMap<ZoneState, usize>,
    /// The states after an attack, the owner to move, and their indices.
    pub(super) answered: Vec<Answers>,
    pub(super) answered_at: FxHashMap<ZoneState, usize>,
    /// The number of attacks on the current path.
    pub(super) depth: usize,
}

/// A state with the attacker to move.
#[derive(Debug)]
pub(super) struct Attacks {
    pub(super) state: ZoneState,
    /// Its index in [`Keeper::layouts`](super::Keeper::layouts).
    pub(super) layout: usize,
    /// The number of proved states of that layout already compared with it.
    pub(super) known: usize,
    pub(super) verdict: ProofResult<usize>,
    pub(super) is_on_path: bool,
    /// True if its initial numbers come from the refined evaluation.
    pub(super) is_seen: bool,
    pub(super) progress: Option<Box<AttackProgress>>,
}

/// The progress of answering the attacks in a state.
#[derive(Debug)]
pub(super) struct AttackProgress {
    /// Each attack with the resulting state and, once reached, its index in
    /// [`ProofTree::answered`].
    pub(super) plays: SmallVec<[(u8, ZoneState, Option<usize>); 12]>,
    /// The points known to be relevant; empty until the first attack is answered.
    pub(super) relevant: ZoneBits,
    /// The attacks already answered.
    pub(super) answered: ZoneBits,
    pub(super) replies: Vec<ProvenReply>,
    /// The number of replies already tried on all remaining attacks without success.
    pub(super) vain: usize,
}

impl AttackProgress {
    /// Returns true if an attack still needs an answer.
    pub(super) fn waits(&self, at: u8) -> bool {
        let matters = self.replies.is_empty() || self.relevant & (1 << at) != 0;
        self.answered & (1 << at) == 0 && matters
    }
}

/// A state after an attack, the owner to move.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) verdict: ProofResult<ProvenReply>,
    /// The untried answers, once they have been generated.
    pub(super) left: Option<Left>,
}

/// The answers not yet decided.
#[derive(Debug)]
pub(super) struct Left {
    /// Each answer (`None` for no stone) with the index of the resulting state in
    /// [`ProofTree::attacked`].
    pub(super) answers: Vec<(Option<u8>, usize)>,
    /// The points where a stone could have changed the failure of the other answers.
    pub(super) changing: ZoneBits,
}

/// Why a state is not proved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failed {
    /// It is lost. Only an owner stone at one of these points could change that.
    Lost(ZoneBits),
    /// It is undecided within this number of attacks.
    Open(usize),
}

/// The state of iterative deepening.
#[derive(Debug)]
pub(super) struct Deepening {
    pub(super) failed: FxHashMap<ZoneState, Failed>,
    /// The number of answers tried for each attack.
    pub(super) width: usize,
    /// The last state and number of attacks found not hopeless. It is checked once more right
    /// before its search.
    pub(super) hopeful: Option<(ZoneState, usize)>,
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
