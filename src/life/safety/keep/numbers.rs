//! Proof and disproof numbers (Allis 1994), and the choice of the most promising move.

/// The estimated effort to prove that a state is kept, and to prove that it is lost. Also used as
/// thresholds at which the search leaves a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl ProofNumbers {
    /// The number of a state that cannot be proved or disproved.
    pub(super) const INFINITE: u32 = 1 << 20;

    /// The numbers of a state that repeats on the current path or lies too deep.
    pub(super) const IN_CIRCLES: ProofNumbers = ProofNumbers {
        proof: ProofNumbers::INFINITE,
        disproof: 0,
    };

    /// Returns initial numbers for a state with an estimated proof number.
    pub(super) fn guessed(proof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof: 1 }
    }

    /// Returns thresholds with a limit on the proof number only.
    pub(super) fn limits(proof: u32) -> ProofNumbers {
        ProofNumbers {
            proof: proof.min(ProofNumbers::INFINITE),
            disproof: ProofNumbers::INFINITE,
        }
    }

    /// Returns true if either number reaches its threshold.
    pub(super) fn reach(self, limits: ProofNumbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// The item with the least key, and the least key of the others.
pub(super) struct BestChild<T> {
    pub(super) best: Option<(T, ProofNumbers)>,
    least: [u32; 3],
    /// The first component of the least key of the others.
    pub(super) second: u32,
}

impl<T> BestChild<T> {
    pub(super) fn new() -> BestChild<T> {
        BestChild {
            best: None,
            least: [ProofNumbers::INFINITE, 0, 0],
            second: ProofNumbers::INFINITE,
        }
    }

    pub(super) fn add(&mut self, item: T, numbers: ProofNumbers, key: [u32; 3]) {
        if self.best.is_none() || key < self.least {
            if self.best.is_some() {
                self.second = self.second.min(self.least[0]);
            }
            self.best = Some((item, numbers));
            self.least = key;
        } else {
            self.second = self.second.min(key[0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_key_is_chosen_and_the_next_is_known() {
        let mut choice = BestChild::new();
        assert!(choice.best.is_none());
        for (item, key) in [
            ('a', [4, 0, 1]),
            ('b', [3, 2, 0]),
            ('c', [3, 1, 9]),
            ('d', [5, 0, 0]),
        ] {
            choice.add(item, ProofNumbers::guessed(key[0]), key);
        }
        assert_eq!(choice.best, Some(('c', ProofNumbers::guessed(3))));
        assert_eq!(choice.second, 3);
    }

    #[test]
    fn what_leads_in_circles_reaches_every_limit() {
        let limits = ProofNumbers::limits(u32::MAX);
        assert!(ProofNumbers::IN_CIRCLES.reach(limits));
        assert!(!ProofNumbers::guessed(14).reach(limits));
        assert!(ProofNumbers::guessed(14).reach(ProofNumbers::limits(14)));
    }
}
