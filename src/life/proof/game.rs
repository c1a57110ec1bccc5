//! The games by which the rules judge, played on the board: written from their letter.

use crate::board::Board;
use crate::color::{Color, PerColor};
use crate::life::benson;
use crate::life::chain::Chain;
use crate::life::procedure::{KoBan, Procedure, Side, Success};
use crate::life::region::Region;
use crate::point::{Point, PointSet, Size};

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
    pub(super) solid: PointSet,
    /// The points where plays matter.
    pub in_play: PointSet,
    /// The solid chains next to points that they cut off.
    pub(super) walls: PointSet,
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
    pub(super) counts_losses: bool,
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
        let is_of_2012 = procedure.success == Success::OwningForGood;
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
        after.removed |= taken.meets(&self.chain) && self.procedure.success == Success::Capturing;
        Some((after, -count))
    }

    /// What is settled in a moment for a winner, the owner or the other side.
    ///
    /// He has succeeded in 2012 if he keeps the points of the chain, or one of them: his unconditionally living chains
    /// (Benson 1976), and what they enclose with no room for two eyes. In 1989 a stone lives that no answer is
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
            Success::OwningForGood if alive => {
                self.chain.is_subset(&kept(board, &living, self.owner))
            }
            Success::OwningForGood => self.chain.meets(&kept(board, &living, !self.owner)),
            Success::Capturing if alive => {
                own.meets(&moment.new) || !moment.removed && self.chain.is_subset(&own)
            }
            Success::Capturing => {
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
    pub(super) fn standing(&self, moment: &Moment) -> (PointSet, bool) {
        (moment.new, !moment.removed)
    }

    /// Whether the attacker owns a point of the chain: by a stone, or by surrounding it.
    pub(super) fn attacker_owns(&self, board: &Board) -> bool {
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
