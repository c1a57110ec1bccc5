//! Positions of the rule texts that several tests use.

/// Bent four in the corner (proposal of 2012, example 7-1): White is dead, Black's corner alive.
pub(in crate::life::reading) const BENT_FOUR: &str = "
    X X X . O X X X .
    . O O O O X X X X
    O O X X X X X X .
    X X X X X X X X X";

/// A double-ko seki (example 25): everything is alive.
pub(in crate::life::reading) const DOUBLE_KO: &str = "
    . X . X O X X X .
    X X X O O X X X X
    O X O . O X X X .
    . O O O O X X X X
    O O X X X X X X .
    X X X X X X X X X";

/// A direct ko: the corner belongs to the side that takes it first.
pub(in crate::life::reading) const DIRECT_KO: &str = "
    X O . X O O . O .
    . X X X O O O O O
    X X O O O O . O .
    O O O O O O O O O";

/// A cycle that costs White three stones for two (example 23, the reference): D7 is dead.
pub(in crate::life::reading) const LOSING_CYCLE: &str = "
    . O . O O X . X X
    O X O . O X X X X
    . X X O O X . X X
    X . X X X O X X X
    O O X O O O O X .
    O X X O . O O X X
    X X O . O O O X X
    O O O O O O O O O
    . O . O . O . O .";
