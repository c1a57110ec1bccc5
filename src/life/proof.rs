//! Proofs of life and death, and their verification with the board alone.
//!
//! What is verified is written from the rules and shares no code with what finds the proofs, but for the values that name
//! a procedure. Every move that the other side could make is tried, whatever it may be worth.

use super::benson;
use super::chain::Chain;
use super::reading::{Enabled, KoBan, Line, Procedure, Side, Success};
use super::region::Region;
use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::point::{Point, PointSet, Size};
use fxhash::FxHashMap;
use std::collections::HashMap;

/// A move of a verification game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A play.
    Play(Point),
    /// A pass.
    Pass,
    /// A pass that lifts the bans of all kos, which only a side may make that could otherwise take one
    /// ([`KoBan::KoPass`]).
    KoPass,
    /// A pass that lets a stone be taken back, where each ko needs a pass of its own ([`KoBan::PassForEach`]).
    PassFor(Point),
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Play(at) => write!(f, "{at}"),
            Step::Pass => f.write_str("pass"),
            Step::KoPass => f.write_str("pass for the kos"),
            Step::PassFor(stone) => write!(f, "pass for {stone}"),
        }
    }
}

/// A state of a verification game, as it is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The stones of each color.
    pub stones: [PointSet; 2],
    /// The stones that have taken in a ko and may not be taken back yet.
    pub closed: PointSet,
    /// The owner's stones in the area that have come since the beginning (1989).
    pub new: PointSet,
    /// Whether the chain is off the board, or has been (1989).
    pub removed: bool,
    /// The side to move.
    pub turn: Color,
    /// What the winner bears in mind of the play before, as a number of his own.
    pub memory: u16,
}

impl Moment {
    /// The board of this moment; `None` if a chain would have no liberty.
    pub fn board(&self, size: Size) -> Option<Board> {
        Board::with_stones(size, &self.stones[0], &self.stones[1])
    }
}

/// A question about a board whose answer is who succeeds in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can the chain be taken for good (2012, 1949, Korean), or be taken off with no new stone of its owner in the area
    /// standing for ever (1989)?
    Chain {
        /// Its stones.
        chain: PointSet,
        /// Where new stones count; nowhere but in 1989.
        area: PointSet,
    },
    /// Can all be taken that the owner has in an area or plays there, the other side moving first (1989)?
    Sweep(PointSet),
    /// Can all be taken that the owner plays on a point, who moves first (1989; losses are not counted)?
    Point(Point),
}

/// What is settled in a moment of a game for its winner.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// Whether he has succeeded, and nothing that matters can change any more.
    pub is_over: bool,
    /// Those of his chains that live without an answer by small eyes.
    solid: PointSet,
    /// The points where plays matter.
    pub in_play: PointSet,
    /// The solid chains next to points that they cut off.
    walls: PointSet,
}

/// The game that answers a question.
///
/// The other side succeeds in 2012 if from some moment on it always owns a point of the chain; in 1989 if the chain is taken
/// off and no new stone of its owner stands for ever in the area; and by both if the owner loses more and more stones. No
/// ko is closed at the beginning, and only the part of the board without unconditionally living chains is played on.
#[derive(Clone, Debug)]
pub struct Game {
    procedure: Procedure,
    owner: Color,
    first: Color,
    chain: PointSet,
    area: PointSet,
    /// What counts as new from the beginning.
    held: PointSet,
    counts_losses: bool,
    /// Where it is played.
    place: PointSet,
}

impl Game {
    /// The game on a board; `None` if there is no such chain, the area is not where it is played, or the procedure
    /// knows no such question.
    pub fn new(
        board: &Board,
        procedure: Procedure,
        owner: Color,
        question: &Question,
    ) -> Option<Game> {
        let own = board.stones(owner);
        let (chain, area) = match *question {
            Question::Chain { chain, area } => (chain, area),
            Question::Sweep(area) => (PointSet::EMPTY, area),
            Question::Point(point) => (PointSet::EMPTY, [point].into_iter().collect()),
        };
        let seed: PointSet = (chain | area).iter().take(1).collect();
        let place = local_area(board, &if chain.is_empty() { seed } else { chain });
        let is_chain =
            chain.is_empty() || chain.iter().take(1).collect::<PointSet>().flood(&own) == chain;
        let is_of_2012 = procedure.success == Success::OwningAtLast;
        if !is_chain
            || seed.is_empty()
            || !area.is_subset(&place)
            || is_of_2012 && (chain.is_empty() || !area.is_empty())
            || procedure.ko == KoBan::PassOnceForEach
        {
            return None;
        }
        let is_first = matches!(question, Question::Point(_)) || procedure.first == Side::Defender;
        Some(Game {
            procedure,
            owner,
            first: if is_first { owner } else { !owner },
            chain,
            area,
            held: match question {
                Question::Sweep(_) => own & area,
                _ => PointSet::EMPTY,
            },
            counts_losses: !matches!(question, Question::Point(_)),
            place,
        })
    }

    /// The moment before the first move.
    pub fn start(&self, board: &Board) -> Moment {
        Moment {
            stones: Color::BOTH.map(|color| board.stones(color)),
            closed: PointSet::EMPTY,
            new: self.held,
            removed: self.chain.is_empty(),
            turn: self.first,
            memory: 0,
        }
    }

    /// The moves on some points that come into question in a moment, whether [legal](Game::after) or not.
    pub fn steps(&self, moment: &Moment, board: &Board, points: &PointSet) -> Vec<Step> {
        let empty = points.iter().filter(|&at| board.is_empty(at));
        let mut steps: Vec<Step> = empty.map(Step::Play).collect();
        steps.push(Step::Pass);
        match self.procedure.ko {
            KoBan::KoPass => steps.push(Step::KoPass),
            KoBan::PassForEach => steps.extend(moment.closed.iter().map(Step::PassFor)),
            KoBan::NextTurn | KoBan::PassOnceForEach => {}
        }
        steps
    }

    /// What a move leads to, and how many stones more the owner takes by it than he loses; `None` if it is not legal.
    pub fn after(&self, moment: &Moment, board: &Board, step: Step) -> Option<(Moment, i64)> {
        let mut after = Moment {
            turn: !moment.turn,
            ..*moment
        };
        let at = match step {
            Step::Play(at) => at,
            Step::Pass => {
                if self.procedure.ko == KoBan::NextTurn {
                    after.closed = PointSet::EMPTY;
                }
                return Some((after, 0));
            }
            Step::KoPass => {
                let mut closed = moment.closed.iter();
                let is_missed = closed.any(|stone| is_missed(moment, board, stone));
                after.closed = PointSet::EMPTY;
                let is_legal = self.procedure.ko == KoBan::KoPass && is_missed;
                return is_legal.then_some((after, 0));
            }
            Step::PassFor(stone) => {
                let is_missed = moment.closed.contains(stone) && is_missed(moment, board, stone);
                after.closed.remove(stone);
                let is_legal = self.procedure.ko == KoBan::PassForEach && is_missed;
                return is_legal.then_some((after, 0));
            }
        };
        if !self.place.contains(at) || !board.is_empty(at) || board.is_suicide(moment.turn, at) {
            return None;
        }
        let mut played = board.clone();
        played.place(moment.turn, at, &mut ());
        after.stones = Color::BOTH.map(|color| played.stones(color));
        let other = !moment.turn as usize;
        let taken = moment.stones[other] - after.stones[other];
        if taken.len() == 1 && taken.is_subset(&moment.closed) {
            return None;
        }
        if self.procedure.ko == KoBan::NextTurn {
            after.closed = PointSet::EMPTY;
        }
        if played.ko().is_some() {
            after.closed.insert(at);
        }
        after.closed = after
            .closed
            .iter()
            .filter(|&stone| is_ko(&played, stone))
            .collect();
        let count = taken.len() as i64;
        if moment.turn == self.owner {
            after.new |= [at].into_iter().collect::<PointSet>() & self.area;
            return Some((after, count));
        }
        after.new -= taken;
        after.removed |= taken.meets(&self.chain) && self.procedure.success == Success::Removing;
        Some((after, -count))
    }

    /// What is settled in a moment for a winner, the owner or the other side.
    ///
    /// He has succeeded in 2012 if he keeps the points of the chain, or one of them: his unconditionally living chains
    /// (Benson 1976), and [what they enclose](kept) with no room for two eyes. In 1989 a stone lives that no answer is
    /// needed for; and nothing new comes to stand for ever where the other side keeps all, or old stones live.
    ///
    /// What his chains with two small eyes cut off from the chain and the area is not played on: to the loser a play
    /// there is a pass. Nothing is lost by that as long as the winner does not play there either, needs no ko there, and
    /// does not spoil the eyes of those chains elsewhere, all of which is seen to. For an eye there that was vital to one
    /// of them the loser cannot fill, so that it goes on to live whatever he plays there, and on this side of it nothing
    /// changes. (With large eyes it would be so too; but he may want to play in those.)
    pub fn settled(&self, moment: &Moment, board: &Board, alive: bool) -> Settled {
        let living = benson::settled(board, false).living;
        let own = living[self.owner];
        let is_over = match self.procedure.success {
            Success::OwningAtLast if alive => {
                self.chain.is_subset(&kept(board, &living, self.owner))
            }
            Success::OwningAtLast => self.chain.meets(&kept(board, &living, !self.owner)),
            Success::Removing if alive => {
                own.meets(&moment.new) || !moment.removed && self.chain.is_subset(&own)
            }
            Success::Removing => {
                let lost = kept(board, &living, !self.owner);
                let is_lost = moment.removed || self.chain.is_subset(&lost);
                is_lost && self.area.is_subset(&(lost | (own - moment.new)))
            }
        };
        let matter = self.chain | self.area;
        let winner = if alive { self.owner } else { !self.owner };
        let mut eyes = Region::all_of(board, winner);
        eyes.retain(|eye| eye.is_too_small_for_two_eyes() && !(alive && eye.points.meets(&matter)));
        let solid = benson::benson(&Chain::all_of(board, winner), &eyes, false);
        let open = self.place - solid;
        let in_play = matter.flood(&open);
        Settled {
            is_over,
            solid,
            in_play,
            walls: (open - in_play).grown() & solid,
        }
    }

    /// What holds in a moment that decides if it holds for ever: the points of the owner's new stones; and of the chain
    /// that it has not been taken off, which no point stands for.
    fn standing(&self, moment: &Moment) -> (PointSet, bool) {
        (moment.new, !moment.removed)
    }

    /// Whether the attacker owns a point of the chain: by a stone, or by surrounding it.
    fn attacker_owns(&self, board: &Board) -> bool {
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

/// Whether a stone has just been taken in a ko, or could: it is alone, and its only liberty is closed in by its color.
fn is_ko(board: &Board, stone: Point) -> bool {
    let Some(color) = board.at(stone) else {
        return false;
    };
    let liberty = board.only_liberty(stone);
    board.around(stone).touching(color) == 0
        && liberty.is_some_and(|at| board.around(at).is_enclosed_by(color))
}

/// Whether the side to move could take a stone in a ko, and nothing else with it, were it not closed.
fn is_missed(moment: &Moment, board: &Board, stone: Point) -> bool {
    let Some(at) = board.only_liberty(stone) else {
        return false;
    };
    let mut others = at.neighbours().into_iter().filter(|&other| other != stone);
    let is_taken = |other| board.at(other) == Some(!moment.turn) && board.is_in_atari(other);
    board.at(stone) == Some(!moment.turn) && !others.any(is_taken)
}

/// What a side keeps for good: its unconditionally living chains, and what they enclose if the other side can have no two
/// eyes there: at most one point, or two neighbours, are not next to them.
///
/// The argument is that of [`benson::settled`]; stones of the side's own inside change nothing in it. Whatever the other
/// side plays there can be taken, one part after the other, again and again.
fn kept(board: &Board, living: &PerColor<PointSet>, color: Color) -> PointSet {
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
}

/// The part of a board, without unconditionally living chains, that a chain is in.
pub fn local_area(board: &Board, chain: &PointSet) -> PointSet {
    let living = benson::settled(board, false).living;
    chain.flood(&((board.size().all() - living[Color::Black]) - living[Color::White]))
}

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
            (Success::OwningAtLast, true) => replay.is_owned_for_ever() || replay.loses_for_ever(),
            (Success::OwningAtLast, false) => replay.is_free_for_ever(),
            (Success::Removing, true) => {
                replay.is_all_taken_for_ever() || game.counts_losses && replay.loses_for_ever()
            }
            (Success::Removing, false) => replay.stands_for_ever(game.counts_losses),
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
    pub line: Line,
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

/// The most moments that are looked at in checking a strategy.
const MOST_MOMENTS: usize = 500_000;

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
            Success::OwningAtLast => {
                let (chain, area) = (self.chain, PointSet::EMPTY);
                self.main.question == Question::Chain { chain, area }
            }
            // Who has a new stone in an area has one in every larger area.
            Success::Removing => match (self.main.question, self.alive) {
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

/// Every moment that can come up while the winner follows the strategy.
struct Replay {
    /// Whether the attacker owns a point of the chain (2012).
    owned: Vec<bool>,
    /// What the attacker must still see gone (1989).
    standing: Vec<(PointSet, bool)>,
    /// Moves by moment: where to, and the stones that the owner loses more than he takes.
    moves: Vec<Vec<(usize, i64)>>,
}

impl Replay {
    fn of(strategy: &Strategy, game: &Game, board: &Board) -> Result<Replay, ProofError> {
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
        self.has_gain(&part, |from, _, cost| {
            (is_open[part[from]]).then(|| i64::from(!self.owned[from]) - stone * cost)
        })
    }

    /// Whether some cycle costs the chain's owner stones.
    fn loses_for_ever(&self) -> bool {
        self.has_gain(&self.parts(), |_, _, cost| Some(cost))
    }

    /// Whether play can go round for ever while nothing stands all the time: then each thing is gone again and again.
    fn is_all_taken_for_ever(&self) -> bool {
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
    fn stands_for_ever(&self, counts_losses: bool) -> bool {
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
            for (number, &(color, to)) in proof.line.plays.iter().enumerate() {
                assert_eq!(color, moment.turn);
                let step = match to.point() {
                    Some(at) => Step::Play(at),
                    None if proof.line.ko_passes.contains(&number) => Step::KoPass,
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
                Success::OwningAtLast => PointSet::EMPTY,
                Success::Removing => local_area(&twin, &chain),
            };
            forged.main.question = Question::Chain { chain, area };
            assert!(forged.verify(&twin).is_err());
        }
    }
}
