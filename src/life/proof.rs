//! Proofs of life and death, and their verification with the board alone.
//!
//! What is verified is written from the rules and shares no code with what finds the proofs, but for the values that name
//! a procedure. Every move that the other side could make is tried, whatever it may be worth.

mod game;
mod replay;

use super::procedure::{Enabled, Procedure, Success};
use super::variation::Variation;
use crate::board::Board;
use crate::color::Color;
use crate::point::{Point, PointSet};
pub use game::{Game, Moment, Question, Settled, Step, local_area};
use replay::Replay;
use std::collections::HashMap;

/// A move of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is played.
    pub step: Step,
    /// What its player bears [in mind](Moment::memory) from now on.
    pub memory: u16,
}

impl From<Step> for Answer {
    fn from(step: Step) -> Answer {
        Answer { step, memory: 0 }
    }
}

/// How one side succeeds in the game that answers a question.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// What is asked.
    pub question: Question,
    /// Whose chain or area it is.
    pub owner: Color,
    /// Whether it is claimed that the owner succeeds.
    pub alive: bool,
    /// The winner's move in every moment that the other side can bring about.
    pub moves: HashMap<Moment, Answer>,
}

impl Strategy {
    /// What is claimed, with nothing to show it.
    pub fn without_moves(question: Question, owner: Color, alive: bool) -> Strategy {
        Strategy {
            question,
            owner,
            alive,
            moves: HashMap::new(),
        }
    }

    /// The side that must succeed.
    pub fn winner(&self) -> Color {
        if self.alive { self.owner } else { !self.owner }
    }

    /// Replays the strategy by a procedure against everything that the other side can try.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found.
    pub fn verify(&self, board: &Board, procedure: Procedure) -> Result<(), ProofError> {
        let game = Game::new(board, procedure, self.owner, &self.question);
        let game = game.ok_or(ProofError::Question)?;
        let replay = Replay::of(self, &game, board)?;
        let is_refuted = match (procedure.success, self.alive) {
            (Success::OwningForGood, true) => replay.is_owned_for_ever() || replay.loses_for_ever(),
            (Success::OwningForGood, false) => replay.is_free_for_ever(),
            (Success::Capturing, true) => {
                replay.is_all_taken_for_ever() || game.counts_losses && replay.loses_for_ever()
            }
            (Success::Capturing, false) => replay.stands_for_ever(game.counts_losses),
        };
        match is_refuted {
            true => Err(ProofError::Cycle),
            false => Ok(()),
        }
    }
}

/// A claim that a chain is alive or dead by a procedure, with what is needed to check it.
///
/// The chain is judged alone, in the part of the board without unconditionally living chains that it is in. In 1989 it is
/// the area in which a new stone saves it that [must be shown](Proof::area) too: by premises about the chains near
/// it, and about points where its owner could have played anyway.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The chain, with its owner.
    pub chain: PointSet,
    /// Whose it is.
    pub owner: Color,
    /// By which procedure: who moves first, what a ko is, what must be achieved.
    pub procedure: Procedure,
    /// Whether it is claimed to live.
    pub alive: bool,
    /// How that comes about.
    pub main: Strategy,
    /// What the area rests on.
    pub premises: Vec<Strategy>,
    /// The winner's play against resistance.
    pub variation: Variation,
}

/// Why a proof proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The chain is not one of the board.
    #[error("there is no such chain on the board")]
    Chain,
    /// A strategy is for no game of the procedure on this board.
    #[error("there is no such question about the board")]
    Question,
    /// What is claimed does not follow from what is shown.
    #[error("the claim does not follow from what is shown")]
    Claim,
    /// A strategy says nothing of a moment that can come up.
    #[error("the strategy has no move where one is needed")]
    NoMove,
    /// A strategy names a move that the rules forbid.
    #[error("the strategy names an illegal move: {0}")]
    Illegal(Step),
    /// A strategy spoils the eyes of chains that cut something off because they lived without an answer.
    #[error("the strategy gives up chains that cut something off")]
    GivenUp,
    /// The play can go round for ever to the other side's advantage.
    #[error("the play can go on for ever to the other side's advantage")]
    Cycle,
    /// A strategy is too large to be checked.
    #[error("too many moments to check")]
    TooLarge,
}
impl Proof {
    /// Replays every strategy against everything that the other side can try, and looks whether the claim follows.
    ///
    /// Uses the board, and Benson's theorem for what is settled; nothing of what found the proof.
    ///
    /// # Errors
    ///
    /// The first gap or mistake found.
    pub fn verify(&self, board: &Board) -> Result<(), ProofError> {
        let own = board.stones(self.owner);
        let seed: PointSet = self.chain.iter().take(1).collect();
        if seed.is_empty() || seed.flood(&own) != self.chain {
            return Err(ProofError::Chain);
        }
        if !self.follows(board) {
            return Err(ProofError::Claim);
        }
        let mut strategies = [&self.main].into_iter().chain(&self.premises);
        strategies.try_for_each(|strategy| strategy.verify(board, self.procedure))
    }

    /// Whether the claim follows if all strategies succeed.
    pub fn follows(&self, board: &Board) -> bool {
        if (self.main.owner, self.main.alive) != (self.owner, self.alive) {
            return false;
        }
        match self.procedure.success {
            Success::OwningForGood => {
                let (chain, area) = (self.chain, PointSet::EMPTY);
                self.main.question == Question::Chain { chain, area }
            }
            // Who has a new stone in an area has one in every larger area.
            Success::Capturing => match (self.main.question, self.alive) {
                (Question::Chain { chain, area }, true) => {
                    chain == self.chain && area.is_subset(&self.area(board))
                }
                (Question::Chain { chain, area }, false) => {
                    chain == self.chain && self.area(board).is_subset(&area)
                }
                (Question::Sweep(area), false) => (self.area(board) | self.chain).is_subset(&area),
                _ => false,
            },
        }
    }

    /// The area in which a new stone of its owner saves the chain by article 7-1 of 1989, if it is to live as far as the
    /// premises show that it reaches at least, and if it is to die at most.
    ///
    /// From the chain it reaches through empty points, through chains of its owner that can be taken with no new stone
    /// on their points standing for ever, and through chains of the other side that can be taken. As [`Enabled`] has it,
    /// it reaches through the other chains of the other side too; in 1989 only to points that the owner, moving first,
    /// could not have had anyway.
    pub fn area(&self, board: &Board) -> PointSet {
        let place = local_area(board, &self.chain);
        let through = |passes_others: bool| {
            let mut within = place;
            for color in Color::BOTH {
                let chains = (board.stones(color) & place).components();
                for chain in chains.filter(|chain| *chain != self.chain) {
                    let is_own = color == self.owner;
                    let area = if is_own { chain } else { PointSet::EMPTY };
                    let stays = match self.alive {
                        true => !self.shows(color, &chain, &area, false),
                        false => self.shows(color, &chain, &area, true),
                    };
                    if stays && (is_own || !passes_others) {
                        within -= chain;
                    }
                }
            }
            self.chain.flood(&within)
        };
        let far = through(true);
        match self.procedure.enabled {
            Enabled::Near => far,
            Enabled::Gained => {
                let near = through(false);
                let points = (far - near).iter();
                let counts = |&point: &Point| {
                    let is_shown = |alive: bool| {
                        self.premises.iter().any(|shown| {
                            shown.question == Question::Point(point)
                                && (shown.owner, shown.alive) == (self.owner, alive)
                        })
                    };
                    if self.alive {
                        is_shown(false)
                    } else {
                        !is_shown(true)
                    }
                };
                near | points.filter(counts).collect()
            }
        }
    }

    /// Whether a premise shows what becomes of a chain, where new stones in an area save it.
    fn shows(&self, owner: Color, chain: &PointSet, area: &PointSet, alive: bool) -> bool {
        let answers = |shown: &&Strategy| match shown.question {
            Question::Chain { chain: c, area: a } if alive => c == *chain && a.is_subset(area),
            Question::Chain { chain: c, area: a } => c == *chain && area.is_subset(&a),
            Question::Sweep(swept) => !alive && (*chain | *area).is_subset(&swept),
            Question::Point(_) => false,
        };
        let shown = self.premises.iter();
        let mut shown = shown.filter(|shown| (shown.owner, shown.alive) == (owner, alive));
        shown.any(|shown| answers(&shown))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::diagram;
    use crate::life::reading::{Budget, Reader};

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

    /// The game that decides.
    pub(in crate::life) fn game(board: &Board, proof: &Proof) -> Game {
        let game = Game::new(board, proof.procedure, proof.owner, &proof.main.question);
        game.expect("a game of this board")
    }

    #[test]
    fn the_line_is_play_on_the_board() {
        for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
            let (board, proof) = proof_by(procedure, BENT_FOUR, 2, 3);
            let game = game(&board, &proof);
            let mut moment = game.start(&board);
            for (number, &(color, to)) in proof.variation.plays.iter().enumerate() {
                assert_eq!(color, moment.turn);
                let step = match to.point() {
                    Some(at) => Step::Play(at),
                    None if proof.variation.ko_passes.contains(&number) => Step::KoPass,
                    None => Step::Pass,
                };
                let board = moment.board(board.size()).expect("legal");
                moment = game.after(&moment, &board, step).expect("a legal move").0;
            }
            let board = moment.board(board.size()).expect("legal");
            assert!(
                game.settled(&moment, &board, proof.alive).is_over,
                "{board}"
            );
        }
    }

    #[test]
    fn corrupted_proofs_are_refuted() {
        for (picture, column, row) in [(BENT_FOUR, 2, 3), (DOUBLE_KO, 2, 6)] {
            for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
                let (board, proof) = proof_by(procedure, picture, column, row);
                let with = |moves: HashMap<Moment, Answer>| {
                    let mut spoilt = proof.clone();
                    spoilt.main.moves = moves;
                    spoilt
                };
                let mut opposite = proof.clone();
                opposite.alive = !proof.alive;
                assert_eq!(opposite.verify(&board), Err(ProofError::Claim));
                opposite.main.alive = !proof.alive;
                let refusal = opposite.verify(&board);
                assert!(refusal == Err(ProofError::NoMove) || refusal == Err(ProofError::Claim));
                let nothing = with(HashMap::new());
                assert_eq!(nothing.verify(&board), Err(ProofError::NoMove));
                let all = |step: Step| {
                    let moments = proof.main.moves.keys();
                    with(moments.map(|moment| (*moment, step.into())).collect())
                };
                let idle = all(Step::Pass);
                assert!(
                    idle.verify(&board).is_err(),
                    "passing for ever wins nothing"
                );
                let occupied = proof.chain.first().expect("a chain has stones");
                assert!(all(Step::Play(occupied)).verify(&board).is_err());
                let mut part = proof.clone();
                part.chain.remove(occupied);
                assert_eq!(part.verify(&board), Err(ProofError::Chain));
            }
        }
    }

    /// Each single move that is taken out of a strategy, as kept by a proof, is missed.
    #[test]
    fn every_move_of_a_proof_is_needed() {
        for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
            let (board, proof) = proof_by(procedure, BENT_FOUR, 2, 3);
            for moment in proof.main.moves.keys() {
                let mut gap = proof.clone();
                gap.main.moves.remove(moment);
                assert_eq!(gap.verify(&board), Err(ProofError::NoMove));
            }
        }
    }

    /// A proof of one board says nothing of its twin, in which White has an eye outside.
    #[test]
    fn a_proof_does_not_fit_a_twin() {
        for procedure in [Procedure::PROPOSAL_2012, Procedure::JAPANESE_1989] {
            let (_, proof) = proof_by(procedure, BENT_FOUR, 2, 3);
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
            let mut forged = Proof { chain, ..proof };
            assert_eq!(forged.verify(&twin), Err(ProofError::Claim));
            let area = match forged.procedure.success {
                Success::OwningForGood => PointSet::EMPTY,
                Success::Capturing => local_area(&twin, &chain),
            };
            forged.main.question = Question::Chain { chain, area };
            assert!(forged.verify(&twin).is_err());
        }
    }
}
