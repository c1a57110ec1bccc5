//! Proof and disproof numbers (Allis 1994), and the choice of the most promising move.

/// The estimated effort to prove that a state is kept, and to prove that it is lost. Also used as
/// thresholds at which the search leaves a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// The number of a state that cannot be proved or disproved.
    pub(super) const INFINITE: u32 = 1 << 20;

    /// The numbers of a state that repeats on the current path or lies too deep.
    pub(super) const IN_CIRCLES: Numbers = Numbers {
        proof: Numbers::INFINITE,
        disproof: 0,
    };

    /// Returns initial numbers for a state with an estimated proof number.
    pub(super) fn guessed(proof: u32) -> Numbers {
        Numbers { proof, disproof: 1 }
    }

    /// Returns thresholds with a limit on the proof number only.
    pub(super) fn limits(proof: u32) -> Numbers {
        Numbers {
            proof: proof.min(Numbers::INFINITE),
            disproof: Numbers::INFINITE,
        }
    }

    /// Returns true if either number reaches its threshold.
    pub(super) fn reach(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// The item with the least key, and the least key of the others.
pub(super) struct Choice<T> {
    pub(super) best: Option<(T, Numbers)>,
    least: [u32; 3],
    /// The first component of the least key of the others.
    pub(super) second: u32,
}

impl<T> Choice<T> {
    pub(super) fn new() -> Choice<T> {
        Choice {
            best: None,
            least: [Numbers::INFINITE, 0, 0],
            second: Numbers::INFINITE,
        }
    }

    pub(super) fn add(&mut self, item: T, numbers: Numbers, key: [u32; 3]) {
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
        let mut choice = Choice::new();
        assert!(choice.best.is_none());
        for (item, key) in [
            ('a', [4, 0, 1]),
            ('b', [3, 2, 0]),
            ('c', [3, 1, 9]),
            ('d', [5, 0, 0]),
        ] {
            choice.add(item, Numbers::guessed(key[0]), key);
        }
        assert_eq!(choice.best, Some(('c', Numbers::guessed(3))));
        assert_eq!(choice.second, 3);
    }

    #[test]
    fn what_leads_in_circles_reaches_every_limit() {
        let limits = Numbers::limits(u32::MAX);
        assert!(Numbers::IN_CIRCLES.reach(limits));
        assert!(!Numbers::guessed(14).reach(limits));
        assert!(Numbers::guessed(14).reach(Numbers::limits(14)));
    }
}
