//! All that can come up while the winner follows a strategy, and whether he succeeds in all of it.

use super::{Answer, Game, Moment, ProofError, Settled, Step, Strategy};
use crate::board::Board;
use crate::point::PointSet;
use fxhash::FxHashMap;

/// The most moments that are looked at in checking a strategy.
const MOST_MOMENTS: usize = 500_000;

/// Every moment that can come up while the winner follows the strategy.
pub(super) struct Replay {
    /// Whether the attacker owns a point of the chain (2012).
    owned: Vec<bool>,
    /// What the attacker must still see gone (1989).
    standing: Vec<(PointSet, bool)>,
    /// Moves by moment: where to, and the stones that the owner loses more than he takes.
    moves: Vec<Vec<(usize, i64)>>,
}

impl Replay {
    pub(super) fn of(
        strategy: &Strategy,
        game: &Game,
        board: &Board,
    ) -> Result<Replay, ProofError> {
        let start = game.start(board);
        let mut numbers = FxHashMap::default();
        numbers.insert(start, 0);
        let mut moments = vec![start];
        let mut settled_then: Vec<Settled> = Vec::new();
        let mut replay = Replay {
            owned: Vec::new(),
            standing: Vec::new(),
            moves: Vec::new(),
        };
        while let Some(&moment) = moments.get(replay.moves.len()) {
            if moments.len() > MOST_MOMENTS {
                return Err(ProofError::TooLarge);
            }
            let board = moment
                .board(board.size())
                .expect("play leaves no chain without liberty");
            replay.owned.push(game.attacker_owns(&board));
            replay.standing.push(game.standing(&moment));
            let settled = game.settled(&moment, &board, strategy.alive);
            settled_then.push(settled);
            let mut found = Vec::new();
            if !settled.is_over {
                for answer in choices(strategy, game, &moment, &board, &settled.in_play)? {
                    let Some((mut after, gain)) = game.after(&moment, &board, answer.step) else {
                        if moment.turn == strategy.winner() {
                            return Err(ProofError::Illegal(answer.step));
                        }
                        continue;
                    };
                    after.memory = answer.memory;
                    let number = *numbers.entry(after).or_insert_with(|| {
                        moments.push(after);
                        moments.len() - 1
                    });
                    found.push((number, -gain));
                }
            }
            replay.moves.push(found);
        }
        for (moves, settled) in replay.moves.iter().zip(&settled_then) {
            let is_kept = |to: usize| settled.walls.is_subset(&settled_then[to].solid);
            if !moves.iter().all(|&(to, _)| is_kept(to)) {
                return Err(ProofError::GivenUp);
            }
        }
        Ok(replay)
    }

    /// Whether there is a cycle through such moments only.
    fn has_cycle(&self, is_in: impl Fn(usize) -> bool) -> bool {
        let mut entering = vec![0usize; self.moves.len()];
        let inside = |node: usize| self.moves[node].iter().map(|edge| edge.0);
        for node in (0..self.moves.len()).filter(|&node| is_in(node)) {
            for to in inside(node).filter(|&to| is_in(to)) {
                entering[to] += 1;
            }
        }
        let mut work: Vec<usize> = (0..self.moves.len())
            .filter(|&node| is_in(node) && entering[node] == 0)
            .collect();
        let mut sorted = 0;
        while let Some(node) = work.pop() {
            sorted += 1;
            for to in inside(node).filter(|&to| is_in(to)) {
                entering[to] -= 1;
                if entering[to] == 0 {
                    work.push(to);
                }
            }
        }
        sorted < (0..self.moves.len()).filter(|&node| is_in(node)).count()
    }

    pub(super) fn is_owned_for_ever(&self) -> bool {
        self.has_cycle(|node| self.owned[node])
    }

    /// Whether moments in which the attacker owns nothing can come up again and again, without the chain's owner losing
    /// more and more stones by it.
    pub(super) fn is_free_for_ever(&self) -> bool {
        let part = self.parts();
        let is_on_cycle = |node: usize| {
            self.moves[node]
                .iter()
                .any(|edge| part[edge.0] == part[node])
        };
        let count = self.moves.len();
        let mut is_open = vec![false; count];
        for node in (0..count).filter(|&node| !self.owned[node] && is_on_cycle(node)) {
            is_open[part[node]] = true;
        }
        // Free moments count where the stones come out even: fewer than one stone is worth, all together.
        let stone = count as i64 + 1;
        self.has_gain(&part, |from, _, cost| {
            (is_open[part[from]]).then(|| i64::from(!self.owned[from]) - stone * cost)
        })
    }

    /// Whether some cycle costs the chain's owner stones.
    pub(super) fn loses_for_ever(&self) -> bool {
        self.has_gain(&self.parts(), |_, _, cost| Some(cost))
    }

    /// Whether play can go round for ever while nothing stands all the time: then each thing is gone again and again.
    pub(super) fn is_all_taken_for_ever(&self) -> bool {
        let part = self.parts();
        let count = self.moves.len();
        let mut always = vec![(PointSet::EMPTY, false); count];
        for node in 0..count {
            always[part[node]] = self.standing[part[node]];
        }
        let mut goes_on = vec![false; count];
        for node in 0..count {
            let (new, untouched) = &mut always[part[node]];
            *new &= self.standing[node].0;
            *untouched &= self.standing[node].1;
            let mut moves = self.moves[node].iter();
            goes_on[part[node]] |= moves.any(|edge| part[edge.0] == part[node]);
        }
        (0..count).any(|root| goes_on[root] && always[root] == (PointSet::EMPTY, false))
    }

    /// Whether some one thing can stand for ever, without the owner losing more and more stones where these are counted.
    pub(super) fn stands_for_ever(&self, counts_losses: bool) -> bool {
        let things = self
            .standing
            .iter()
            .fold(PointSet::EMPTY, |all, (new, _)| all | *new);
        let new = things.iter().map(Some);
        new.chain([None]).any(|thing| {
            let stands = |node: usize| match thing {
                Some(at) => self.standing[node].0.contains(at),
                None => self.standing[node].1,
            };
            self.has_cycle(stands)
                && !(counts_losses && {
                    let stone = self.moves.len() as i64 + 1;
                    let goes_even = |from: usize, to: usize, cost: i64| {
                        (stands(from) && stands(to)).then(|| 1 - stone * cost)
                    };
                    !self.has_gain(&self.parts(), goes_even)
                })
        })
    }

    /// Whether what the moves of some cycle are worth comes to more than nothing (Bellman and Ford: a longest way that
    /// keeps growing), given what a move from one moment to another is worth, or none where it is left out, by the stones it costs.
    fn has_gain(&self, part: &[usize], worth: impl Fn(usize, usize, i64) -> Option<i64>) -> bool {
        let count = self.moves.len();
        let mut moves = Vec::new();
        for from in 0..count {
            for &(to, cost) in self.moves[from]
                .iter()
                .filter(|edge| part[edge.0] == part[from])
            {
                moves.extend(worth(from, to, cost).map(|worth| (from, to, worth)));
            }
        }
        let most = moves.iter().map(|&(_, _, worth)| worth).max().unwrap_or(0);
        if most <= 0 {
            return false;
        }
        let mut sum = vec![0i64; count];
        for _ in 0..=count {
            let mut grew = false;
            for &(from, to, worth) in &moves {
                let through = sum[from] + worth;
                if through > sum[to] {
                    sum[to] = through;
                    grew = true;
                }
                // More than a way without a cycle can come to.
                if through > most * count as i64 {
                    return true;
                }
            }
            if !grew {
                return false;
            }
        }
        true
    }

    /// The strongly connected part of each moment (Kosaraju): two have the same number if each can come
    /// up after the other.
    fn parts(&self) -> Vec<usize> {
        let count = self.moves.len();
        let mut into = vec![Vec::new(); count];
        for from in 0..count {
            for &(to, _) in &self.moves[from] {
                into[to].push(from);
            }
        }
        let mut order = Vec::new();
        let mut seen = vec![false; count];
        for root in 0..count {
            let mut path = vec![(root, 0)];
            if std::mem::replace(&mut seen[root], true) {
                continue;
            }
            while let Some((node, next)) = path.last_mut() {
                if let Some(&(to, _)) = self.moves[*node].get(*next) {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        path.push((to, 0));
                    }
                } else {
                    order.push(*node);
                    path.pop();
                }
            }
        }
        let mut part = vec![usize::MAX; count];
        for &root in order.iter().rev() {
            let mut work = vec![root];
            while let Some(node) = work.pop() {
                if part[node] == usize::MAX {
                    part[node] = root;
                    work.extend(into[node].iter().filter(|&&from| part[from] == usize::MAX));
                }
            }
        }
        part
    }
}

/// The moves that must be looked at: the strategy's, or all of the other side's.
fn choices(
    strategy: &Strategy,
    game: &Game,
    moment: &Moment,
    board: &Board,
    in_play: &PointSet,
) -> Result<Vec<Answer>, ProofError> {
    if moment.turn == strategy.winner() {
        let answer = strategy.moves.get(moment).ok_or(ProofError::NoMove)?;
        // A ko elsewhere the loser may have ended.
        let here = Moment {
            closed: moment.closed & *in_play,
            ..*moment
        };
        let is_here = match answer.step {
            Step::Play(at) => in_play.contains(at),
            Step::Pass => true,
            Step::KoPass | Step::PassFor(_) => game.after(&here, board, answer.step).is_some(),
        };
        return match is_here {
            true => Ok(vec![*answer]),
            false => Err(ProofError::Illegal(answer.step)),
        };
    }
    let memory = moment.memory;
    let steps = game.steps(moment, board, in_play).into_iter();
    Ok(steps.map(|step| Answer { step, memory }).collect())
}
