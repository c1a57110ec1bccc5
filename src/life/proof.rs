//! Proofs of life and death, and their verification with the board alone.

use super::benson;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Move, Play, Point, PointSet};
use std::collections::HashMap;

/// A state of the verification game of a chain, as it is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The stones of each color.
    pub stones: [PointSet; 2],
    /// The point that a ko closes to the side to move.
    pub ko: Option<Point>,
    /// The side to move.
    pub turn: Color,
}

impl Moment {
    /// The moment before the first move on a board: no ko is closed.
    pub fn first(board: &Board, turn: Color) -> Moment {
        Moment {
            stones: Color::BOTH.map(|color| board.stones(color)),
            ko: None,
            turn,
        }
    }

    /// The board of this moment; `None` if a chain would have no liberty.
    pub fn board(&self, size: crate::point::Size) -> Option<Board> {
        Board::with_stones(size, &self.stones[0], &self.stones[1])
    }

    /// What a move leads to, and how many stones it takes; `None` if it is not legal.
    pub fn after(&self, board: &Board, to: Move) -> Option<(Moment, u32)> {
        let turn = !self.turn;
        let Move::At(at) = to else {
            let ko = None;
            return Some((Moment { ko, turn, ..*self }, 0));
        };
        if !board.is_empty(at) || self.ko == Some(at) || board.is_suicide(self.turn, at) {
            return None;
        }
        let mut after = board.clone();
        let lifted = after.place(self.turn, at, &mut ());
        let moment = Moment {
            stones: Color::BOTH.map(|color| after.stones(color)),
            ko: after.ko(),
            turn,
        };
        Some((moment, u32::from(lifted.captured)))
    }
}

/// A claim that a chain is alive or dead by article 7 of the proposal of 2012, or by the same play with the other side first
/// (rules of 1949, Korean rules), with what is needed to check it.
///
/// The chain is judged alone: no ko is closed at the beginning, and only the part of the board without unconditionally
/// living chains that it is in is played on. The other side succeeds if from some moment on it always owns a point of
/// the chain, or if its owner loses more and more stones.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The chain, with its owner.
    pub chain: PointSet,
    /// Whose it is.
    pub owner: Color,
    /// Who moves first: its owner by the proposal of 2012, the other side by the rules of 1949 and the Korean ones.
    pub first: Color,
    /// Whether it is claimed to live.
    pub alive: bool,
    /// The winner's move in every moment that the other side can bring about.
    pub strategy: HashMap<Moment, Move>,
    /// A line of play by the strategy, against resistance.
    pub line: Vec<Play>,
}

/// Why a proof proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The chain is not one of the board.
    #[error("there is no such chain on the board")]
    Chain,
    /// The strategy says nothing of a moment that can come up.
    #[error("the strategy has no move where one is needed")]
    NoMove,
    /// The strategy names a move that the rules forbid.
    #[error("the strategy names an illegal move: {0}")]
    Illegal(Move),
    /// The play can go round for ever to the other side's advantage.
    #[error("the play can go on for ever to the other side's advantage")]
    Cycle,
    /// The proof is too large to be checked.
    #[error("too many moments to check")]
    TooLarge,
}

/// The most moments that are looked at in checking a proof.
const MOST_MOMENTS: usize = 500_000;

impl Proof {
    /// The side that must succeed.
    pub fn winner(&self) -> Color {
        if self.alive { self.owner } else { !self.owner }
    }

    /// Replays the strategy against everything that the other side can try.
    ///
    /// Uses the board, and Benson's theorem for what is settled; nothing of what found the proof.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found.
    pub fn verify(&self, board: &Board) -> Result<(), ProofError> {
        let replay = Replay::of(self, board)?;
        let is_refuted = if self.alive {
            replay.is_owned_for_ever() || replay.loses_for_ever()
        } else {
            replay.is_free_for_ever()
        };
        if is_refuted {
            Err(ProofError::Cycle)
        } else {
            Ok(())
        }
    }

    /// Whether nothing can change any more about the chain's points, and the winner has succeeded.
    ///
    /// A side keeps its unconditionally living chains (Benson 1976), and what they enclose if the other side
    /// can have no two eyes there: at most one point, or two neighbours, are not next to them. The
    /// argument is that of [`benson::settled`]; stones of the side's own inside change nothing in it.
    pub fn is_settled(&self, board: &Board) -> bool {
        let living = benson::settled(board, false).living;
        let kept = |color: Color| {
            let walls = living[color];
            let inside = walls.grown();
            let rest = (board.size().all() - walls).components();
            let is_small = |part: &PointSet| {
                let inner = *part - inside;
                !part.meets(&living[!color])
                    && match inner.len() {
                        0 | 1 => true,
                        2 => inner.components().count() == 1,
                        _ => false,
                    }
            };
            let small = rest.filter(is_small).filter(|_| !walls.is_empty());
            small.fold(walls, |kept, part| kept | part)
        };
        if self.alive {
            self.chain.is_subset(&kept(self.owner))
        } else {
            self.chain.meets(&kept(!self.owner))
        }
    }

    /// Whether the attacker owns a point of the chain: by a stone, or by surrounding it.
    pub fn attacker_owns(&self, board: &Board) -> bool {
        let attacker = board.stones(!self.owner);
        let empty: PointSet = board.empties().iter().copied().collect();
        self.chain.meets(&attacker)
            || (self.chain & empty).iter().any(|at| {
                let part = [at].into_iter().collect::<PointSet>().flood(&empty);
                let around = part.grown();
                around.meets(&attacker) && !around.meets(&board.stones(self.owner))
            })
    }
}

/// The part of a board, without unconditionally living chains, that a chain is in.
pub fn local_area(board: &Board, chain: &PointSet) -> PointSet {
    let living = benson::settled(board, false).living;
    chain.flood(&((board.size().all() - living[Color::Black]) - living[Color::White]))
}

/// Every moment that can come up while the winner follows the strategy.
struct Replay {
    owned: Vec<bool>,
    /// Moves by moment: where to, and the stones that the chain's owner loses more than he takes.
    moves: Vec<Vec<(usize, i64)>>,
}

impl Replay {
    fn of(proof: &Proof, board: &Board) -> Result<Replay, ProofError> {
        let own = board.stones(proof.owner);
        let first = proof.chain.first().ok_or(ProofError::Chain)?;
        let seed: PointSet = [first].into_iter().collect();
        if !own.contains(first) || seed.flood(&own) != proof.chain {
            return Err(ProofError::Chain);
        }
        let area = local_area(board, &proof.chain);
        let start = Moment::first(board, proof.first);
        let mut numbers = HashMap::from([(start, 0)]);
        let mut moments = vec![start];
        let mut replay = Replay {
            owned: Vec::new(),
            moves: Vec::new(),
        };
        while let Some(&moment) = moments.get(replay.moves.len()) {
            if moments.len() > MOST_MOMENTS {
                return Err(ProofError::TooLarge);
            }
            let board = moment
                .board(board.size())
                .expect("play leaves no chain without liberty");
            replay.owned.push(proof.attacker_owns(&board));
            let mut found = Vec::new();
            if !proof.is_settled(&board) {
                for to in choices(proof, &moment, &area)? {
                    let Some((after, taken)) = moment.after(&board, to) else {
                        if moment.turn == proof.winner() {
                            return Err(ProofError::Illegal(to));
                        }
                        continue;
                    };
                    let number = *numbers.entry(after).or_insert_with(|| {
                        moments.push(after);
                        moments.len() - 1
                    });
                    let sign = if moment.turn == proof.owner { -1 } else { 1 };
                    found.push((number, sign * i64::from(taken)));
                }
            }
            replay.moves.push(found);
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

    fn is_owned_for_ever(&self) -> bool {
        self.has_cycle(|node| self.owned[node])
    }

    /// Whether moments in which the attacker owns nothing can come up again and again, without the chain's owner losing
    /// more and more stones by it.
    fn is_free_for_ever(&self) -> bool {
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
        self.has_gain(&part, |from, cost| {
            (is_open[part[from]]).then(|| i64::from(!self.owned[from]) - stone * cost)
        })
    }

    /// Whether some cycle costs the chain's owner stones.
    fn loses_for_ever(&self) -> bool {
        self.has_gain(&self.parts(), |_, cost| Some(cost))
    }

    /// Whether what the moves of some cycle are worth comes to more than nothing (Bellman and Ford: a longest way that
    /// keeps growing), given what a move from a moment is worth, or none where it is left out, by the stones it costs.
    fn has_gain(&self, part: &[usize], worth: impl Fn(usize, i64) -> Option<i64>) -> bool {
        let count = self.moves.len();
        let mut moves = Vec::new();
        for from in 0..count {
            for &(to, cost) in self.moves[from]
                .iter()
                .filter(|edge| part[edge.0] == part[from])
            {
                moves.extend(worth(from, cost).map(|worth| (from, to, worth)));
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
fn choices(proof: &Proof, moment: &Moment, area: &PointSet) -> Result<Vec<Move>, ProofError> {
    if moment.turn == proof.winner() {
        let to = proof.strategy.get(moment).ok_or(ProofError::NoMove)?;
        return match to {
            Move::At(at) if !area.contains(*at) => Err(ProofError::Illegal(*to)),
            _ => Ok(vec![*to]),
        };
    }
    Ok(area.iter().map(Move::At).chain([Move::Pass]).collect())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::diagram;
    use crate::life::reading::{Budget, Procedure, Reader};

    /// Bent four in the corner (proposal of 2012, example 7-1): White is dead, Black's corner alive.
    pub(in crate::life) const BENT_FOUR: &str = "
        X X X . O X X X .
        . O O O O X X X X
        O O X X X X X X .
        X X X X X X X X X";
    /// A double-ko seki (example 25): everything is alive.
    pub(in crate::life) const DOUBLE_KO: &str = "
        . X . X O X X X .
        X X X O O X X X X
        O X O . O X X X .
        . O O O O X X X X
        O O X X X X X X .
        X X X X X X X X X";

    /// A direct ko: the corner belongs to whoever takes it first.
    pub(in crate::life) const DIRECT_KO: &str = "
        X O . X O O . O .
        . X X X O O O O O
        X X O O O O . O .
        O O O O O O O O O";
    /// A cycle in which White gives three stones to take two (example 23, the reference): D7 is dead.
    pub(in crate::life) const LOSING_CYCLE: &str = "
        . O . O O X . X X
        O X O . O X X X X
        . X X O O X . X X
        X . X X X O X X X
        O O X O O O O X .
        O X X O . O O X X
        X X O . O O O X X
        O O O O O O O O O
        . O . O . O . O .";

    /// The board, and the proof of what becomes of the chain of a stone by the proposal of 2012.
    pub(in crate::life) fn proof(picture: &str, column: u8, row: u8) -> (Board, Proof) {
        proof_by(Procedure::PROPOSAL_2012, picture, column, row)
    }

    /// The same by another procedure.
    pub(in crate::life) fn proof_by(
        procedure: Procedure,
        picture: &str,
        column: u8,
        row: u8,
    ) -> (Board, Proof) {
        let board = diagram::board(picture).expect("a board");
        let stone = Point::new(column, row).expect("on the board");
        let budget = Budget { states: 100_000 };
        let proof = Reader::new(&board, procedure, budget).prove(stone);
        (board, proof.expect("the chain is settled"))
    }

    #[test]
    fn proofs_of_readings_hold() {
        let cases = [
            (BENT_FOUR, 2, 3, false),
            (BENT_FOUR, 1, 4, true),
            (DOUBLE_KO, 2, 6, true),
            (DOUBLE_KO, 4, 6, true),
            (DOUBLE_KO, 5, 6, true),
            (DOUBLE_KO, 1, 4, true),
        ];
        for (picture, column, row, alive) in cases {
            let (board, proof) = proof(picture, column, row);
            assert_eq!(proof.alive, alive);
            assert_eq!(proof.verify(&board), Ok(()), "{column}, {row} in\n{board}");
        }
    }

    #[test]
    fn the_line_is_play_on_the_board() {
        let (board, proof) = proof(BENT_FOUR, 2, 3);
        let mut moment = Moment::first(&board, proof.first);
        for &(color, to) in &proof.line {
            assert_eq!(color, moment.turn);
            let board = moment.board(board.size()).expect("legal");
            moment = moment.after(&board, to).expect("a legal move").0;
        }
        let board = moment.board(board.size()).expect("legal");
        assert!(proof.is_settled(&board), "{board}");
    }

    #[test]
    fn corrupted_proofs_are_refuted() {
        for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
            let (board, proof) = proof(picture, column, row);
            let opposite = Proof {
                alive: !proof.alive,
                ..proof.clone()
            };
            assert_eq!(opposite.verify(&board), Err(ProofError::NoMove));
            let nothing = Proof {
                strategy: HashMap::new(),
                ..proof.clone()
            };
            assert_eq!(nothing.verify(&board), Err(ProofError::NoMove));
            let idle = Proof {
                strategy: proof
                    .strategy
                    .keys()
                    .map(|key| (*key, Move::Pass))
                    .collect(),
                ..proof.clone()
            };
            assert!(
                idle.verify(&board).is_err(),
                "passing for ever wins nothing"
            );
            let occupied = Move::At(proof.chain.first().expect("a chain has stones"));
            let moves = proof.strategy.keys().map(|key| (*key, occupied));
            let illegal = Proof {
                strategy: moves.collect(),
                ..proof.clone()
            };
            assert!(illegal.verify(&board).is_err());
            let mut part = proof.clone();
            part.chain
                .remove(part.chain.first().expect("a chain has stones"));
            assert_eq!(part.verify(&board), Err(ProofError::Chain));
        }
    }

    /// Each single move that is taken out of a strategy, as kept by a proof, is missed.
    #[test]
    fn every_move_of_a_proof_is_needed() {
        let (board, proof) = proof(BENT_FOUR, 2, 3);
        for moment in proof.strategy.keys() {
            let mut gap = proof.clone();
            gap.strategy.remove(moment);
            assert_eq!(gap.verify(&board), Err(ProofError::NoMove));
        }
    }

    /// A proof of one board says nothing of its twin, in which White has an eye outside.
    #[test]
    fn a_proof_does_not_fit_a_twin() {
        let (_, proof) = proof(BENT_FOUR, 2, 3);
        let twin = "
            X X X . O X X X .
            . O O O O X X X X
            O . O X X X X X .
            O O O X X X X X X";
        let twin = diagram::board(twin).expect("a board");
        assert!(proof.verify(&twin).is_err());
        let first = proof.chain.first().expect("a chain has stones");
        let own = twin.stones(proof.owner);
        let chain = [first].into_iter().collect::<PointSet>().flood(&own);
        let forged = Proof { chain, ..proof };
        assert!(forged.verify(&twin).is_err());
    }
}
