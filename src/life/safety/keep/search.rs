//! Depth-first proof-number search (df-pn: Nagai 2002) for guarantees.
//!
//! Many moves lead to equal states, and many attacks have the same answer. Proof numbers are
//! therefore not summed: a state has the number of its hardest move, plus little for the others
//! (weak proof-number search: Ueda et al. 2008; Yoshizoe 2008).
//!
//! A state that repeats on its own path counts as lost there, and results that depend on this are
//! not revised. Proofs may be missed, but none is false: a strategy consists of states that end
//! settled.

use super::super::zone::{Zone, ZoneBits, ZoneState, each};
use super::known::{
    Answers, AttackProgress, Attacks, Continuation, Left, OwnerReply, ProofResult, ProvenReply,
};
use super::numbers::{BestChild, ProofNumbers};
use super::{Exhausted, Keeper, Unkept, ZoneEvaluation};

/// The longest line searched, in attacks.
const LONGEST: usize = 2 * Zone::MOST_POINTS;
/// The number of further unanswered attacks that add 1 to a state's proof number.
const ATTACKS: u32 = 4;
/// The number of further untried answers that add 1 to a state's disproof number.
const ANSWERS: u32 = 2;

/// Initial proof numbers, from the static look-ahead.
mod guess {
    /// One more stone could settle everything, the owner to move; or any of several, the attacker
    /// to move.
    pub(super) const SETTLED: u32 = 1;
    /// The attacker has no move that stops the owner from settling everything with two stones, as
    /// far as the look-ahead sees.
    pub(super) const GOOD: u32 = 2;
    /// No single stone could settle everything, the owner to move.
    pub(super) const NOT_YET: u32 = 4;
    /// One stone (or none, for `NO_WAY`) could settle everything, the attacker to move. Not refined
    /// yet.
    pub(super) const ONE_WAY: u32 = 5;
    pub(super) const NO_WAY: u32 = 7;
    /// The attacker has a move that stops the owner.
    pub(super) const STOPPED: u32 = 8;
}

/// Creates the reply to an attack that is not named yet.
fn found(
    answer: Option<u8>,
    next: Option<usize>,
    state: ZoneState,
    relevant: ZoneBits,
) -> ProvenReply {
    let reply = OwnerReply {
        attack: None,
        answer,
        next,
    };
    ProvenReply {
        reply,
        state,
        relevant,
    }
}

impl Keeper<'_> {
    /// Proves guarantees. Returns the index of the proved state, or gives up at a proof number of
    /// `most`. There must be nothing to take.
    pub(super) fn hold(&mut self, root: ZoneState, most: u32) -> Result<usize, Unkept> {
        let root = self.attacked_at(root);
        match self.prove(root, ProofNumbers::limits(most)) {
            Ok(ProofResult::Kept(place)) => Ok(place),
            Ok(ProofResult::Lost(_) | ProofResult::Open(_)) => Err(Unkept::Refused),
            Err(Exhausted) => Err(Unkept::Exhausted),
        }
    }

    /// Searches a state until its numbers reach the thresholds. The clauses must hold in it, and
    /// not be settled.
    fn prove(
        &mut self,
        place: usize,
        limits: ProofNumbers,
    ) -> Result<ProofResult<usize>, Exhausted> {
        self.look_closer(place);
        let verdict = self.kept_at(place);
        if !matches!(verdict, ProofResult::Open(numbers) if !numbers.reach(limits)) {
            return Ok(verdict);
        }
        self.count_look()?;
        let attacks = &mut self.tree.attacked[place];
        attacks.is_on_path = true;
        let mut progress = attacks.progress.take();
        self.tree.depth += 1;
        let verdict = if self.tree.depth > LONGEST {
            ProofResult::Open(ProofNumbers::IN_CIRCLES)
        } else {
            self.answer_attacks(place, &mut progress, limits)?
        };
        self.tree.depth -= 1;
        let attacks = &mut self.tree.attacked[place];
        attacks.is_on_path = false;
        attacks.verdict = verdict;
        attacks.progress = match verdict {
            ProofResult::Open(_) => progress,
            ProofResult::Kept(_) | ProofResult::Lost(_) => None,
        };
        Ok(verdict)
    }

    /// Returns the index of a state with the attacker to move, and evaluates it when new.
    fn attacked_at(&mut self, state: ZoneState) -> usize {
        if let Some(&place) = self.tree.attacked_at.get(&state) {
            return place;
        }
        self.come_to += 1;
        let layout = self.layout(state);
        let (verdict, is_seen) = match self.known(state) {
            Some(kept) => (ProofResult::Kept(kept), true),
            None => {
                let (proof, is_seen) = match self.prospects.finishing(state).count_ones() {
                    0 => (guess::NO_WAY, false),
                    1 => (guess::ONE_WAY, false),
                    2 => (guess::GOOD, true),
                    _ => (guess::SETTLED, true),
                };
                (ProofResult::Open(ProofNumbers::guessed(proof)), is_seen)
            }
        };
        let place = self.tree.attacked.len();
        self.tree.attacked_at.insert(state, place);
        self.tree.attacked.push(Attacks {
            state,
            layout,
            known: self.places[layout].len(),
            verdict,
            is_on_path: false,
            is_seen,
            progress: None,
        });
        place
    }

    /// Returns the current result for a state with the attacker to move.
    fn kept_at(&mut self, place: usize) -> ProofResult<usize> {
        let attacks = &mut self.tree.attacked[place];
        if !matches!(attacks.verdict, ProofResult::Open(_)) {
            return attacks.verdict;
        }
        let kept = &self.places[attacks.layout];
        let mut fresh = kept[attacks.known..].iter();
        if let Some(known) = fresh.find(|kept| kept.is_kept(attacks.state)) {
            attacks.verdict = ProofResult::Kept(known.place);
            return attacks.verdict;
        }
        attacks.known = kept.len();
        if attacks.is_on_path {
            ProofResult::Open(ProofNumbers::IN_CIRCLES)
        } else {
            attacks.verdict
        }
    }

    /// Refines the initial proof number of a state.
    fn look_closer(&mut self, place: usize) {
        let attacks = &self.tree.attacked[place];
        if attacks.is_seen || !matches!(self.kept_at(place), ProofResult::Open(_)) {
            return;
        }
        let proof = if self.prospects.is_stopped(self.tree.attacked[place].state) {
            guess::STOPPED
        } else {
            guess::GOOD
        };
        let attacks = &mut self.tree.attacked[place];
        attacks.is_seen = true;
        attacks.verdict = ProofResult::Open(ProofNumbers::guessed(proof));
    }

    /// Finds replies to all relevant attacks, the hardest first.
    fn answer_attacks(
        &mut self,
        place: usize,
        progress: &mut Option<Box<AttackProgress>>,
        limits: ProofNumbers,
    ) -> Result<ProofResult<usize>, Exhausted> {
        let Attacks { state, layout, .. } = self.tree.attacked[place];
        let joined = self.layouts[layout].joined;
        let progress = progress.get_or_insert_with(|| Box::new(self.begun(state)));
        loop {
            let mut choice = BestChild::new();
            let mut hardest = 0;
            let mut waiting = 0;
            let mut is_answered = false;
            for play in 0..progress.plays.len() {
                let (at, after, answers) = progress.plays[play];
                if !progress.waits(at) {
                    continue;
                }
                let untried = &progress.replies[progress.vain.min(progress.replies.len())..];
                let verdict = match self.again(untried, after, usize::from(at)) {
                    Some(found) => ProofResult::Kept(found),
                    None => {
                        let answers = answers.unwrap_or_else(|| self.answered_at(after));
                        progress.plays[play].2 = Some(answers);
                        self.answered_by(answers, at)
                    }
                };
                match verdict {
                    ProofResult::Kept(found) => {
                        progress.answered |= 1 << at;
                        progress.relevant |= self.needed(state, after, joined, &found);
                        progress.replies.push(found);
                        is_answered = true;
                        if progress.replies.len() == 1 {
                            break;
                        }
                    }
                    ProofResult::Lost(mending) => {
                        return Ok(ProofResult::Lost(self.lost_to(at.into(), after, mending)));
                    }
                    ProofResult::Open(numbers) => {
                        waiting += 1;
                        hardest = hardest.max(numbers.proof);
                        let ease = ProofNumbers::INFINITE.saturating_sub(numbers.proof);
                        let rarity = u32::MAX - self.refuted[usize::from(at)];
                        let key = [numbers.disproof, ease, rarity];
                        choice.add(play, numbers, key);
                    }
                }
            }
            if is_answered {
                // More attacks may be relevant, on which no reply has been tried.
                progress.vain = 0;
                continue;
            }
            progress.vain = progress.replies.len();
            let Some((play, numbers)) = choice.best else {
                let more = self.more_relevant(state, joined, progress.relevant);
                if more & !progress.relevant != 0 {
                    progress.relevant |= more;
                    progress.vain = 0;
                    continue;
                }
                let replies = std::mem::take(&mut progress.replies);
                let course = Continuation::Replies(replies);
                let place = self.note_kept(state, progress.relevant, course);
                return Ok(ProofResult::Kept(place));
            };
            let others = (waiting - 1) / ATTACKS;
            let all = ProofNumbers {
                proof: (hardest + others).min(ProofNumbers::INFINITE),
                disproof: numbers.disproof,
            };
            if all.reach(limits) {
                return Ok(ProofResult::Open(all));
            }
            let limits = ProofNumbers {
                proof: limits.proof - others,
                disproof: limits.disproof.min(choice.second + 1),
            };
            let (at, after, answers) = progress.plays[play];
            let answers = answers.expect("what is open has been come to");
            self.look_for_answer(answers, after, at, limits)?;
        }
    }

    /// Generates the attacks in a state.
    fn begun(&self, state: ZoneState) -> AttackProgress {
        let attacks = each(self.zone.empty(state)).filter_map(|at| {
            let after = self.zone.attack(state, at, self.task.suicide)?;
            Some((at as u8, after, None))
        });
        AttackProgress {
            plays: attacks.collect(),
            relevant: 0,
            answered: 0,
            replies: vec![],
            vain: 0,
        }
    }

    /// Returns the index of a state after an attack, and evaluates it when new.
    fn answered_at(&mut self, after: ZoneState) -> usize {
        if let Some(&place) = self.tree.answered_at.get(&after) {
            return place;
        }
        let place = self.tree.answered.len();
        let verdict = self.guess_answer(after);
        self.tree.answered_at.insert(after, place);
        self.tree.answered.push(Answers {
            verdict,
            left: None,
        });
        place
    }

    /// Evaluates a state after an attack.
    fn guess_answer(&mut self, after: ZoneState) -> ProofResult<ProvenReply> {
        let standing = self.standing(after);
        if let ZoneEvaluation::Settled(relevant) = standing {
            return ProofResult::Kept(found(None, None, after, relevant));
        }
        if standing == ZoneEvaluation::Holds
            && let Some(place) = self.known(after)
        {
            let relevant = self.kept[place].relevant;
            return ProofResult::Kept(found(None, Some(place), after, relevant));
        }
        let proof = match self.prospects.finishing(after) {
            0 => guess::NOT_YET,
            _ => guess::SETTLED,
        };
        ProofResult::Open(ProofNumbers::guessed(proof))
    }

    /// Returns the current result for a state after an attack.
    fn answered_by(&self, place: usize, at: u8) -> ProofResult<ProvenReply> {
        let mut verdict = self.tree.answered[place].verdict;
        if let ProofResult::Kept(found) = &mut verdict {
            found.reply.attack = Some(at);
        }
        verdict
    }

    /// Searches for an answer to an attack until the numbers reach the thresholds.
    fn look_for_answer(
        &mut self,
        place: usize,
        after: ZoneState,
        at: u8,
        limits: ProofNumbers,
    ) -> Result<(), Exhausted> {
        let left = match self.tree.answered[place].left.take() {
            Some(left) => Ok(left),
            None => self.answers_left(after, at),
        };
        let answers = match left {
            Err(found) => Answers {
                verdict: ProofResult::Kept(found),
                left: None,
            },
            Ok(mut left) => {
                let verdict = self.choose_answer(&mut left, limits)?;
                let left = matches!(verdict, ProofResult::Open(_)).then_some(left);
                Answers { verdict, left }
            }
        };
        if let ProofResult::Kept(found) = answers.verdict
            && let Some(to) = found.reply.answer
        {
            self.last = Some(usize::from(to));
        }
        self.tree.answered[place] = answers;
        Ok(())
    }

    /// Generates the answers to an attack, the most promising first, or returns one that settles
    /// everything.
    fn answers_left(&mut self, after: ZoneState, at: u8) -> Result<Left, ProvenReply> {
        let mut answers = vec![];
        let (mending, mut changing) = match self.standing(after) {
            ZoneEvaluation::Broken(points) => (points, points),
            ZoneEvaluation::Holds | ZoneEvaluation::Settled(_) => (ZoneBits::MAX, 0),
        };
        if mending == ZoneBits::MAX {
            answers.push((None, self.attacked_at(after)));
        }
        let layout = self.layout(after);
        let plays = self.zone.answers(after) & mending;
        for to in self.in_order(plays, Some(at.into()), &self.layouts[layout]) {
            let Some(reply) = self.zone.answer(after, to) else {
                continue;
            };
            let to = Some(to as u8);
            match self.standing(reply) {
                ZoneEvaluation::Broken(points) => changing |= points,
                ZoneEvaluation::Settled(relevant) => return Err(found(to, None, reply, relevant)),
                ZoneEvaluation::Holds => answers.push((to, self.attacked_at(reply))),
            }
        }
        // Refine the numbers unless one answer is already good enough.
        let is_good = |verdict| match verdict {
            ProofResult::Kept(_) => true,
            ProofResult::Lost(_) => false,
            ProofResult::Open(ProofNumbers { proof, .. }) => proof <= guess::GOOD,
        };
        let mut places = answers.iter().map(|(_, place)| *place);
        if !places.any(|place| is_good(self.kept_at(place))) {
            for (_, place) in &answers {
                self.look_closer(*place);
            }
        }
        Ok(Left { answers, changing })
    }

    /// Searches the easiest of the untried answers until one works, all fail, or the numbers reach
    /// the thresholds.
    fn choose_answer(
        &mut self,
        left: &mut Left,
        limits: ProofNumbers,
    ) -> Result<ProofResult<ProvenReply>, Exhausted> {
        loop {
            let mut choice = BestChild::new();
            let mut disproof = 0;
            let mut place = 0;
            while let Some(&(to, reply)) = left.answers.get(place) {
                match self.kept_at(reply) {
                    ProofResult::Kept(next) => {
                        let relevant = self.kept[next].relevant;
                        let state = self.tree.attacked[reply].state;
                        return Ok(ProofResult::Kept(found(to, Some(next), state, relevant)));
                    }
                    ProofResult::Lost(points) => {
                        left.answers.remove(place);
                        left.changing |= points;
                        if to.is_none() {
                            // Playing nothing comes first, so all other answers are still untried.
                            let could_help = |to: u8| points & (1 << to) != 0;
                            left.answers.retain(|(to, _)| to.is_some_and(could_help));
                        }
                    }
                    ProofResult::Open(numbers) => {
                        disproof = disproof.max(numbers.disproof);
                        choice.add(reply, numbers, [numbers.proof, 0, 0]);
                        place += 1;
                    }
                }
            }
            let Some((reply, numbers)) = choice.best else {
                return Ok(ProofResult::Lost(left.changing));
            };
            let others = (left.answers.len() as u32 - 1) / ANSWERS;
            let all = ProofNumbers {
                proof: numbers.proof,
                disproof: (disproof + others).min(ProofNumbers::INFINITE),
            };
            if all.reach(limits) {
                return Ok(ProofResult::Open(all));
            }
            // Let a state become twice as hard as the next one, so that the search switches less
            // often.
            let limits = ProofNumbers {
                proof: limits.proof.min(2 * choice.second + 1),
                disproof: limits.disproof - (all.disproof - numbers.disproof),
            };
            self.prove(reply, limits)?;
        }
    }
}
