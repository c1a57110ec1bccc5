//! The stones and points that the endgame solver grants without play.

use crate::life::benson::Settled;

/// Stones and points that the solver grants to their owner in addition to Benson's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Granted {
    /// Nothing: the solution rests on play and reading alone.
    #[default]
    Nothing,
    /// Stones proved safe and their territory, where an attack needs an answer only inside that
    /// territory. No play there changes the result.
    Proved(Settled),
    /// Groups that plainly live, which is not a proof: the solution has to be confirmed.
    ///
    /// Liberties of chains that are short of them stay open.
    Assumed(Settled),
}

impl Granted {
    /// Returns the stones and points of both sides.
    pub(super) fn settled(&self) -> Settled {
        match self {
            Granted::Nothing => Settled::default(),
            Granted::Proved(settled) | Granted::Assumed(settled) => *settled,
        }
    }
}
