//! A board within a game: whose turn it is, what was played, and what the rules therefore forbid.

use crate::board::hash::BoardHash;
use crate::board::{Board, Observer};
use crate::color::{Color, PerColor};
use crate::point::{Move, Play, Point, Size};
use crate::rules::{Counting, End, Ko, Repetition, Rules};

/// Which rule forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IllegalMove {
    /// The point is not on this board.
    #[error("off the board")]
    OffBoard,
    /// There is a stone on the point.
    #[error("occupied")]
    Occupied,
    /// The play would capture nothing and have no liberty.
    #[error("suicide")]
    Suicide,
    /// The play would take back a ko at once.
    #[error("ko")]
    Ko,
    /// The play would take one of two kos and repeat the position; a play elsewhere must come first.
    #[error("double ko")]
    DoubleKo,
    /// The play would recreate an earlier position.
    #[error("superko")]
    Superko,
    /// The opponent has passed in answer to the taking of a ko: the ko must not be left open.
    #[error("pass after taking a ko")]
    PassAfterKo,
}

/// A board within a game: turn, history, prisoners, rules.
///
/// Knows nothing of life and death or of the score. Moves may be played after the game is over, and by
/// the same side twice in a row after [`set_turn`](Position::set_turn), as controllers do.
///
/// ```
/// use wakari::color::Color;
/// use wakari::point::{Move, Point, Size};
/// use wakari::position::{IllegalMove, Position};
/// use wakari::rules::Rules;
///
/// let mut position = Position::new(Size::square(9).unwrap(), Rules::JAPANESE_1989);
/// let center = Move::At(Point::new(5, 5).unwrap());
/// position.play(center).unwrap();
/// assert_eq!(position.turn(), Color::White);
/// assert_eq!(position.play(center), Err(IllegalMove::Occupied));
/// ```
//
// Invariants: `hash` is that of the stones on `board`; the last entry of `history` is the present position
// and the first one the position the game began from, so there is one more of them than moves.
#[derive(Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    rules: Rules,
    komi: f64,
    prisoners: PerColor<u32>,
    handicap: u32,
    button: Option<Color>,
    passes: u32,
    /// As `passes`, but for one that took the button.
    ending_passes: u32,
    last: Option<Play>,
    last_but_one: Option<Play>,
    hash: BoardHash,
    history: Vec<Past>,
    /// From which entry of `history` on positions may not be repeated under superko.
    since: usize,
    /// Whether a stone has come off the board since the beginning.
    lifted: bool,
    /// Where each side may not take back a ko before it has played elsewhere.
    owed: PerColor<Option<Point>>,
}

/// A position that has been: the hash of its stones but for the lowest bits, which tell who was to move
/// and what kind of move led to it; and the stones Black had captured less those White had.
#[derive(Clone, Copy, Debug)]
struct Past {
    key: u64,
    balance: i32,
}

impl Past {
    const TURN: u64 = 1;
    const TOOK_KO: u64 = 2;
    const PASSED: u64 = 4;
    const STONES: u64 = !7;

    fn key(hash: BoardHash, turn: Color) -> u64 {
        hash.0 & Past::STONES | turn as u64
    }

    fn is(self, flag: u64) -> bool {
        self.key & flag != 0
    }
}

impl Position {
    /// The beginning of an even game: an empty board, Black to move, the usual komi of the rules.
    pub fn new(size: Size, rules: Rules) -> Position {
        Position::set_up(Board::new(size), Color::Black, rules)
    }

    /// A game that begins from a board with stones on it.
    pub fn set_up(board: Board, turn: Color, rules: Rules) -> Position {
        let hash = BoardHash::of(&board);
        let start = Past {
            key: Past::key(hash, turn),
            balance: 0,
        };
        let ko = board
            .ko()
            .filter(|&ko| board.around(ko).is_enclosed_by(!turn));
        Position {
            board,
            turn,
            rules,
            komi: rules.komi,
            prisoners: PerColor::default(),
            handicap: 0,
            button: None,
            passes: 0,
            ending_passes: 0,
            last: None,
            last_but_one: None,
            hash,
            history: vec![start],
            since: 0,
            lifted: false,
            owed: PerColor::from_fn(|color| ko.filter(|_| color == turn)),
        }
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves next.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Lets this side move next, whoever moved last. A ko stays closed to the side it was taken from, and
    /// open to the other.
    pub fn set_turn(&mut self, turn: Color) {
        self.turn = turn;
        if let [start] = &mut self.history[..] {
            start.key = Past::key(self.hash, turn);
        }
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Puts other rules in force from now on. Leaves komi as it is.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// Points added to White's.
    #[inline]
    pub fn komi(&self) -> f64 {
        self.komi
    }

    /// Sets the points added to White's.
    pub fn set_komi(&mut self, komi: f64) {
        self.komi = komi;
    }

    /// The stones captured by each side; the stones of a suicide are captured by the opponent.
    #[inline]
    pub fn prisoners(&self) -> PerColor<u32> {
        self.prisoners
    }

    /// Sets the stones captured by each side, where the game before this position is not known.
    pub fn set_prisoners(&mut self, prisoners: PerColor<u32>) {
        self.prisoners = prisoners;
    }

    /// Number of handicap stones that the rules may give White points for.
    #[inline]
    pub fn handicap(&self) -> u32 {
        self.handicap
    }

    /// Sets the number of handicap stones. Puts no stone on the board.
    pub fn set_handicap(&mut self, stones: u32) {
        self.handicap = stones;
    }

    /// Who has taken the button, where the rules have one.
    #[inline]
    pub fn button(&self) -> Option<Color> {
        self.button
    }

    /// Passes in a row, by the sides in turn, up to now.
    #[inline]
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The move that led here; `None` at the beginning.
    #[inline]
    pub fn last_move(&self) -> Option<Play> {
        self.last
    }

    /// The move before the last one.
    #[inline]
    pub fn last_but_one(&self) -> Option<Play> {
        self.last_but_one
    }

    /// Number of moves since the beginning, passes included.
    #[inline]
    pub fn move_count(&self) -> usize {
        self.history.len() - 1
    }

    /// The hash of the stones.
    #[inline]
    pub fn hash(&self) -> BoardHash {
        self.hash
    }

    /// Says which rule forbids a move of the side whose turn it is.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if the move is one.
    pub fn check_legal(&self, to: Move) -> Result<(), IllegalMove> {
        let Move::At(point) = to else {
            return if self.leaves_ko_open() {
                Err(IllegalMove::PassAfterKo)
            } else {
                Ok(())
            };
        };
        if !self.board.is_empty(point) {
            let on_board = self.board.size().contains(point);
            return Err(if on_board {
                IllegalMove::Occupied
            } else {
                IllegalMove::OffBoard
            });
        }
        let around = self.board.around(point);
        let suicide = self.board.is_suicide(self.turn, point);
        if suicide && !(self.rules.suicide && around.touching(self.turn) > 0) {
            return Err(IllegalMove::Suicide);
        }
        // The ban is for the side whose stone was taken; the other one may fill the ko.
        if self.board.ko() == Some(point) && around.is_enclosed_by(!self.turn) {
            return Err(IllegalMove::Ko);
        }
        match self.rules.ko {
            Ko::Simple => Ok(()),
            Ko::DoubleKo => self.check_double_ko(point),
            // As long as no stone has come off, every position has stones that no earlier one had.
            Ko::PositionalSuperko | Ko::SituationalSuperko if !(self.lifted || suicide) => Ok(()),
            Ko::PositionalSuperko => self.check_superko(point, suicide, Past::STONES),
            Ko::SituationalSuperko => self.check_superko(point, suicide, Past::STONES | Past::TURN),
        }
    }

    /// Whether the side whose turn it is may make this move.
    #[inline]
    pub fn is_legal(&self, to: Move) -> bool {
        self.check_legal(to).is_ok()
    }

    /// Every move the side to move may make, a pass last.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.board.empties().iter().map(|&point| Move::At(point));
        points.chain([Move::Pass]).filter(|&to| self.is_legal(to))
    }

    /// Plays a move, or says which rule forbids it and changes nothing.
    ///
    /// # Errors
    ///
    /// The [`IllegalMove`], if the move is one.
    pub fn play(&mut self, to: Move) -> Result<(), IllegalMove> {
        self.check_legal(to)?;
        self.play_legal(to);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    ///
    /// In debug builds, if the point is not an empty point of the board.
    pub fn play_legal(&mut self, to: Move) {
        let mover = self.turn;
        let mut flags = 0;
        match to {
            Move::Pass => {
                flags = Past::PASSED;
                self.pass();
            }
            Move::At(point) => {
                let lifted = self.board.place(mover, point, &mut self.hash);
                self.prisoners[mover] += u32::from(lifted.captured);
                self.prisoners[!mover] += u32::from(lifted.suicided);
                self.lifted |= lifted.captured + lifted.suicided > 0;
                self.passes = 0;
                self.ending_passes = 0;
                self.owed[mover] = None;
                if let Some(ko) = self.board.ko() {
                    flags = Past::TOOK_KO;
                    self.owed[!mover] = Some(ko);
                }
            }
        }
        self.turn = !mover;
        self.last_but_one = self.last;
        self.last = Some((mover, to));
        let key = Past::key(self.hash, self.turn) | flags;
        self.history.push(Past {
            key,
            balance: self.balance(),
        });
    }

    /// Whether the game has come to its end by passes.
    pub fn is_over(&self) -> bool {
        let needed = match self.rules.end {
            End::TwoPasses | End::TwoPassesKoClosed | End::Agreement => 2,
            End::FourPasses => 4,
        };
        self.ending_passes >= needed
    }

    /// What the rules make of the present position if the last play has recreated an earlier one.
    ///
    /// Says `NoResult` or `Draw`, never `PlayOn`. The second occurrence is enough: whether the players go
    /// on repeating it is theirs to show, see [`occurrences`](Position::occurrences). Where prisoners
    /// count, a cycle in which one side loses more stones than the other means nothing: the count
    /// will stop that side.
    pub fn repetition(&self) -> Option<Repetition> {
        let repeats =
            self.rules.repetition != Repetition::PlayOn && self.earlier().next().is_some();
        repeats.then_some(self.rules.repetition)
    }

    /// How often the present position has stood on the board, by the same reckoning as
    /// [`repetition`](Position::repetition): 1 if it is new, and after a pass.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier().count()
    }

    /// The earlier positions that the last play has recreated.
    fn earlier(&self) -> impl Iterator<Item = &Past> {
        let (&now, before) = self
            .history
            .split_last()
            .expect("there is an entry for the beginning");
        // The draw of improved-2009 (rule 5) asks for the stones only, the no-result for the whole position.
        let same = match self.rules.repetition {
            Repetition::Draw => Past::STONES,
            Repetition::NoResult | Repetition::PlayOn => Past::STONES | Past::TURN,
        };
        let costs_count = self.rules.counting == Counting::Territory;
        let before = if self.lifted && !now.is(Past::PASSED) {
            before
        } else {
            &[]
        };
        before.iter().filter(move |past| {
            let same_position = (past.key ^ now.key) & same == 0 && !past.is(Past::PASSED);
            same_position && (past.balance == now.balance || !costs_count)
        })
    }

    fn balance(&self) -> i32 {
        let taken = |color| self.prisoners[color] as i32;
        taken(Color::Black).wrapping_sub(taken(Color::White))
    }

    fn pass(&mut self) {
        self.board.lift_ko();
        let in_turn = self.last.is_none_or(|(color, _)| color != self.turn) || self.passes == 0;
        self.passes += u32::from(in_turn);
        self.ending_passes += u32::from(in_turn || self.ending_passes == 0);
        if self.rules.button && self.button.is_none() {
            self.button = Some(self.turn);
            self.ending_passes = 0;
            // Whoever has the button is part of the position: none before this can come back.
            self.since = self.history.len();
        }
    }

    /// Whether a pass now would be the third of: a ko taken, a pass, a pass.
    fn leaves_ko_open(&self) -> bool {
        self.rules.end == End::TwoPassesKoClosed
            && self.last == Some((!self.turn, Move::Pass))
            && self
                .last_but_one
                .is_some_and(|(color, _)| color == self.turn)
            && self
                .history
                .iter()
                .nth_back(1)
                .is_some_and(|past| past.is(Past::TOOK_KO))
    }

    fn check_superko(&self, point: Point, suicide: bool, same: u64) -> Result<(), IllegalMove> {
        let key = Past::key(self.hash_after(point, suicide), !self.turn);
        let repeats = self.history[self.since..]
            .iter()
            .any(|past| (past.key ^ key) & same == 0);
        if repeats {
            Err(IllegalMove::Superko)
        } else {
            Ok(())
        }
    }

    /// The ban lasts until a play elsewhere; and a cycle that takes two kos in turn, with passes or
    /// without, may not be closed. Longer ones (triple ko) the article leaves to decisions.
    fn check_double_ko(&self, point: Point) -> Result<(), IllegalMove> {
        if !self.takes_ko(point) {
            return Ok(());
        }
        if self.owed[self.turn] == Some(point) {
            return Err(IllegalMove::Ko);
        }
        const TAKINGS_OF_TWO_KOS: usize = 4;
        let hash = self.hash_after(point, false);
        let mut takings = 1;
        for pair in self.history.windows(2).rev() {
            if !pair[1].is(Past::TOOK_KO | Past::PASSED) {
                break;
            }
            takings += usize::from(pair[1].is(Past::TOOK_KO));
            if takings > TAKINGS_OF_TWO_KOS {
                break;
            }
            if (pair[0].key ^ hash.0) & Past::STONES == 0 {
                return Err(IllegalMove::DoubleKo);
            }
        }
        Ok(())
    }

    /// Whether a stone on the point would take exactly one and be exposed to being taken back.
    fn takes_ko(&self, point: Point) -> bool {
        let captured =
            |&at: &Point| self.board.at(at) == Some(!self.turn) && self.board.is_in_atari(at);
        self.board.around(point).is_enclosed_by(!self.turn)
            && point
                .neighbours()
                .iter()
                .filter(|at| captured(at))
                .map(|&at| self.board.chain_size(at))
                .sum::<usize>()
                == 1
    }

    /// The hash of the stones after a play, found without playing it.
    fn hash_after(&self, point: Point, suicide: bool) -> BoardHash {
        let mut hash = self.hash;
        let lost = if suicide { self.turn } else { !self.turn };
        if !suicide {
            hash.placed(self.turn, point);
        }
        let mut seen = [None; 4];
        for (place, at) in point.neighbours().into_iter().enumerate() {
            if self.board.at(at) == Some(lost) && self.board.is_in_atari(at) {
                let chain = self.board.chain_name(at);
                if !seen.contains(&Some(chain)) {
                    seen[place] = Some(chain);
                    for stone in self.board.chain(at) {
                        hash.lifted(lost, stone);
                    }
                }
            }
        }
        hash
    }
}

/// Copies only what has changed size or value: a position used again and again keeps its memory.
impl Clone for Position {
    fn clone(&self) -> Position {
        Position {
            board: self.board.clone(),
            history: self.history.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.history.clone_from(&source.history);
        self.turn = source.turn;
        self.rules = source.rules;
        self.komi = source.komi;
        self.prisoners = source.prisoners;
        self.handicap = source.handicap;
        self.button = source.button;
        self.passes = source.passes;
        self.ending_passes = source.ending_passes;
        self.last = source.last;
        self.last_but_one = source.last_but_one;
        self.hash = source.hash;
        self.since = source.since;
        self.lifted = source.lifted;
        self.owed = source.owed;
    }
}
