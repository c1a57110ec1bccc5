//! Groups: chains of one color that share a fate.

use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::referee::judge::{Adjudication, Judgement, Status};
use std::cmp::Reverse;

/// Groups the chains that have a property, the largest group first.
///
/// The chains of a group have one color and status. They are connected by stones like them and by
/// the territory that they own or, if they are dead, stand in.
pub(crate) fn groups(
    adjudication: &Adjudication,
    is: impl Fn(&Judgement) -> bool,
) -> Vec<Vec<&Judgement>> {
    let territory = &adjudication.territory().points;
    let mut groups = vec![];
    for status in [Status::Dead, Status::Seki, Status::Alive] {
        for color in Color::BOTH {
            let between = match status {
                Status::Dead => territory[!color],
                Status::Seki | Status::Alive => territory[color],
            };
            let chains = adjudication.chains().iter();
            let chains = chains.filter(|it| it.color == color && it.status == status && is(it));
            let stones: PointSet = chains.clone().map(|chain| chain.stones).collect();
            for part in (stones | between).components() {
                let within = chains.clone().filter(|chain| chain.stones.meets(&part));
                let group: Vec<&Judgement> = within.collect();
                if !group.is_empty() {
                    groups.push(group);
                }
            }
        }
    }
    groups.sort_by_key(|group| Reverse(stones_of(group)));
    groups
}

/// The number of stones of a group.
pub(crate) fn stones_of(group: &[&Judgement]) -> usize {
    group.iter().map(|chain| chain.stones.len()).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::position::Position;
    use crate::go::rules::Rules;
    use crate::referee::judge::{Effort, Occasion, adjudicate};

    #[test]
    fn chains_in_one_territory_are_a_group() {
        let board = diagram::board(
            ". X . X O .
             X X X X O O
             O O O O O .
             . . X . O .
             . X . . O .",
        )
        .unwrap();
        let position = Position::set_up(board, Color::Black, Rules::CHINESE);
        let judged = adjudicate(&position, Occasion::Stopped, &Effort::default());
        let sizes = |status| -> Vec<[usize; 2]> {
            let groups = groups(&judged, |chain| chain.status == status);
            let sizes = groups.iter().map(|group| [group.len(), stones_of(group)]);
            sizes.collect()
        };
        assert_eq!(sizes(Status::Dead), [[2, 2]]);
        assert_eq!(sizes(Status::Alive), [[1, 10], [1, 6]]);
    }
}
