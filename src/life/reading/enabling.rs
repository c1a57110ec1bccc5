//! Article 7-1 of the rules of 1989: stones live that cannot be captured, or whose capture lets their owner
//! get new stones that cannot be captured.

use super::{Question, Reader, Settled};
use crate::color::Color;
use crate::life::chain::Chain;
use crate::life::procedure::{Enabled, Side};
use crate::point::PointSet;

/// How many times as many states a question may look at that answers for several chains.
const MORE_FOR_ALL: usize = 4;

impl Reader<'_> {
    /// Who succeeds, as far as questions of at most so many states each decide it.
    ///
    /// Where new stones count, the areas grow: nowhere, on the chain's own points, then on what is connected to
    /// them. Who has a new stone in an area has one in every larger area. Most chains that die do so with
    /// everything around them, so that one question answers for all: can the opponent sweep the area?
    pub(super) fn enables(&mut self, number: usize, share: usize) -> Settled {
        let chain = self.chains[number];
        let within = |area| Question::Chain { number, area };
        if self.ask(within(PointSet::EMPTY), share) == Some(Side::Defender) {
            return Some(Side::Defender);
        }
        // What stands near is asked for in passing.
        let least_share = share / 4;
        let [near, near_at_most] =
            [false, true].map(|most| self.area(number, false, most, least_share));
        let [far, far_at_most] =
            [false, true].map(|most| self.area(number, true, most, least_share));
        let most = near_at_most | far_at_most;
        let sweep = Question::Sweep {
            color: chain.color,
            area: most | chain.stones,
        };
        // Its answer counts for each of the chains there.
        let is_there = |near: &&Chain| near.color == chain.color && near.stones.meets(&most);
        let is_alone = self.chains.iter().filter(is_there).count() < 2;
        let swept = self.ask(
            sweep,
            if is_alone {
                share
            } else {
                MORE_FOR_ALL * share
            },
        );
        if swept == Some(Side::Attacker) {
            return Some(Side::Attacker);
        }
        let doubt = if swept.is_none() { 2 } else { 1 };
        for (area, share) in [(chain.stones, share), (near, share / doubt)] {
            if self.ask(within(area), share) == Some(Side::Defender) {
                return Some(Side::Defender);
            }
        }
        match self.ask(within(most), share / (2 * doubt)) {
            Some(Side::Defender) => {}
            decided => return decided,
        }
        let [least, most] = match self.procedure.enabled {
            Enabled::Near => [far, most],
            Enabled::Gained => {
                let open = far_at_most - near;
                let [gained, perhaps] = self.gained(chain.color, &open, least_share);
                [near | (gained & far), near_at_most | gained | perhaps]
            }
        };
        for (area, winner) in [(least, Side::Defender), (most, Side::Attacker)] {
            if self.ask(within(area), share) == Some(winner) {
                return Some(winner);
            }
        }
        None
    }

    /// The points that a color, moving first, cannot get a stone to stand on for ever, and those of which that
    /// is not known.
    fn gained(&mut self, color: Color, points: &PointSet, share: usize) -> [PointSet; 2] {
        let [mut gained, mut perhaps] = [PointSet::EMPTY; 2];
        for point in points.iter() {
            match self.ask(Question::Claim { color, point }, share) {
                Some(Side::Defender) => {}
                Some(Side::Attacker) => _ = gained.insert(point),
                None => _ = perhaps.insert(point),
            }
        }
        [gained, perhaps]
    }

    /// The points that a chain's capture may concern: connected to it through empty points, chains of the
    /// opponent (only those that can be captured, or all), and chains of its owner that do not live by
    /// themselves. `most` says what to do about chains that are not decided.
    fn area(&mut self, number: usize, through_all: bool, most: bool, share: usize) -> PointSet {
        let chain = self.chains[number];
        let living = self.settled.living[Color::Black] | self.settled.living[Color::White];
        let local = chain.stones.flood(&(self.board.size().all() - living));
        let mut within = local;
        for other in 0..self.chains.len() {
            let near = self.chains[other];
            if other == number || !near.stones.meets(&local) {
                continue;
            }
            let mut stands = |area| {
                let number = other;
                let winner = self.ask(Question::Chain { number, area }, share);
                winner.map(|side| side == Side::Defender)
            };
            let stays = if near.color == chain.color {
                match stands(PointSet::EMPTY) {
                    Some(true) => Some(true),
                    _ => stands(near.stones),
                }
            } else if through_all {
                Some(false)
            } else {
                stands(PointSet::EMPTY)
            };
            if stays.unwrap_or(!most) {
                within -= near.stones;
            }
        }
        chain.stones.flood(&within)
    }
}
