//! Conventions beyond the rules: how moves and set-ups are understood.

use crate::go::board::Play;
use crate::go::color::Color;
use crate::go::point::Move;
use crate::go::rules::{HandicapBonus, Rules};

/// How moves and set-ups are understood where the rules do not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// True if two or more stones that Black plays in a row at the start are handicap stones, where
    /// the rules compensate for these. OGS and gtp2ogs send them so.
    pub handicap_by_play: bool,
    /// True if stones that a record sets up or removes in mid-game were displaced by accident, with
    /// the consequence that the rules name. Otherwise an editor has put the board right.
    pub displaced: bool,
}

impl Default for Conventions {
    fn default() -> Conventions {
        Conventions {
            handicap_by_play: true,
            displaced: false,
        }
    }
}

impl Conventions {
    /// Returns the number of handicap stones among moves from the empty board.
    pub(super) fn handicap_in(self, rules: &Rules, plays: impl IntoIterator<Item = Play>) -> u32 {
        if !self.handicap_by_play || rules.handicap == HandicapBonus::None {
            return 0;
        }
        let is_stone = |&(color, to): &Play| color == Color::Black && to != Move::Pass;
        match plays.into_iter().take_while(is_stone).count() {
            1 => 0,
            stones => stones as u32,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::point::Size;
    use crate::referee::game::Game;

    fn plays(text: &str) -> Vec<Play> {
        let play = |text: &str| {
            let (color, at) = text.split_at(1);
            (color.parse().unwrap(), at.parse().unwrap())
        };
        text.split(' ').map(play).collect()
    }

    #[track_caller]
    fn check(rules: Rules, moves: &str, expected: u32) {
        let mut game = Game::new(Size::square(5).unwrap(), rules, None);
        game.play_all(&plays(moves)).unwrap();
        assert_eq!(game.position().handicap(), expected, "{rules} {moves}");
        // One by one, and by a referee.
        let mut single = Game::new(Size::square(5).unwrap(), rules, None);
        for play in plays(moves) {
            single.record_all(&[play]).unwrap();
        }
        assert_eq!(single.position().handicap(), expected, "{rules} {moves}");
        let is_stone = |number| number <= expected as usize;
        let mut breaches = single.breaches().into_iter();
        assert!(!breaches.any(|breach| is_stone(breach.number)));
        // In a record.
        let record = game.record(None);
        let mut loaded = Game::new(Size::square(5).unwrap(), rules, None);
        loaded.load(&record, None).unwrap();
        assert_eq!(loaded.position().handicap(), expected, "{record}");
        assert_eq!(loaded.record(None), record);
        // Taken back, and switched off.
        game.undo(plays(moves).len() as u32 - 1).unwrap();
        assert_eq!(game.position().handicap(), 0);
        single.set_conventions(Conventions {
            handicap_by_play: false,
            ..Conventions::default()
        });
        assert_eq!(single.position().handicap(), 0);
    }

    #[test]
    fn handicap_stones_may_be_played() {
        check(Rules::CHINESE, "bC2 bC4 wD1 bC1", 2);
        check(Rules::CHINESE, "bC2 bC4 bC3", 3);
        check(Rules::AGA, "bC2 bC4 bC3 wD1", 3);
        check(Rules::CHINESE, "bC2 wD1 bC4 bC1", 0);
        check(Rules::CHINESE, "bC2 bpass bC1 wD1", 0);
        check(Rules::CHINESE, "wC2 wC4 bD1", 0);
        check(Rules::JAPANESE_1989, "bC2 bC4 wD1", 0);
        check(Rules::TROMP_TAYLOR, "bC2 bC4 wD1", 0);
    }

    #[test]
    fn a_stated_number_is_not_counted_again() {
        let loaded = |text: &str| {
            let record = text.parse().unwrap();
            let mut game = Game::new(Size::square(5).unwrap(), Rules::CHINESE, None);
            game.load(&record, None).unwrap();
            game.position().handicap()
        };
        assert_eq!(loaded("(;SZ[5]HA[0];B[aa];B[bb];W[cc])"), 0);
        assert_eq!(loaded("(;SZ[5]HA[2];B[aa];B[bb];B[ee];W[cc])"), 2);
        assert_eq!(loaded("(;SZ[5];B[aa];B[bb];W[cc])"), 2);
        assert_eq!(loaded("(;SZ[5]AB[aa][bb];W[cc])"), 0);
        assert_eq!(loaded("(;SZ[5]AB[aa];B[bb];B[dd];W[cc])"), 0);
    }
}
