//! The judgement of a whole position.

use super::count::CountedBoard;
use super::effort::Occasion;
use super::status::{Basis, Judgement, Status};
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::rules::{Counting, Removal, Rules};
use crate::go::score::Score;
use crate::go::territory::{Territory, sure_dame};
use crate::life::benson::Settled;
use crate::life::safety::Safety;
use crate::mcts::tree::oracle::Oracle;
use std::sync::Arc;

/// The judgement of a whole position, with the evidence for each verdict.
///
/// Position, occasion, rules, effort and evaluator determine it.
// Invariant: `judgements` contains every chain of the position once.
#[derive(Clone, Debug)]
pub struct Adjudication {
    pub(super) judgements: Vec<Judgement>,
    pub(super) occasion: Occasion,
    pub(super) settled: Settled,
    pub(super) safety: Arc<Safety>,
    pub(super) dead: PointSet,
    pub(super) reinforcements: PerColor<PointSet>,
    /// The board that is counted.
    pub(super) counted: CountedBoard,
    /// The board with the remaining moves played.
    pub(super) played_on: CountedBoard,
    pub(super) unclear: PointSet,
    pub(super) open: PointSet,
    /// The unused work for reading.
    pub(super) work_left: u64,
    /// The evaluator that estimated what is neither proved nor read, if one was consulted.
    pub(super) adviser: Option<Arc<dyn Oracle>>,
}

impl Adjudication {
    /// Returns the kind of position it was judged as.
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// Returns the unconditionally living chains and their territory (Benson 1976).
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    /// Returns true if the work for reading ran out. More effort may then prove or search more.
    pub fn has_run_out(&self) -> bool {
        self.work_left == 0
    }

    /// Returns the evaluator that estimated what is neither proved nor read, if one was consulted.
    pub fn adviser(&self) -> Option<&Arc<dyn Oracle>> {
        self.adviser.as_ref()
    }

    /// Returns the chains and territory that were proved safe by alternating play.
    pub fn safety(&self) -> &Safety {
        &self.safety
    }

    /// Returns every chain with its status, Black's first.
    pub fn chains(&self) -> &[Judgement] {
        &self.judgements
    }

    /// Returns the judgement of the chain at a point; `None` if the point has no stone.
    pub fn chain(&self, at: Point) -> Option<&Judgement> {
        self.judgements
            .iter()
            .find(|judgement| judgement.stones.contains(at))
    }

    /// Returns the status of the stone at a point; `None` if there is none.
    pub fn status(&self, at: Point) -> Option<Status> {
        self.chain(at).map(|judgement| judgement.status)
    }

    /// Returns the stones with a status. The statuses partition the stones on the board.
    pub fn stones(&self, status: Status) -> PointSet {
        let of_status = self
            .judgements
            .iter()
            .filter(|judgement| judgement.status == status);
        of_status.map(|judgement| judgement.stones).collect()
    }

    /// Returns the points, empty or occupied, that are proved to be each side's.
    pub fn proved(&self) -> PerColor<PointSet> {
        let (settled, safety) = (&self.settled, &self.safety);
        let safe = safety.living();
        let mut proved = PerColor::from_fn(|color| {
            let settled = settled.living[color] | settled.territory[color];
            settled | safe[color] | safety.territory[color]
        });
        let read = |judgement: &&Judgement| matches!(judgement.basis, Basis::Read(_));
        for judgement in self.judgements.iter().filter(read) {
            match judgement.status {
                Status::Alive | Status::Seki => proved[judgement.color] |= judgement.stones,
                Status::Dead => proved[!judgement.color] |= judgement.stones,
            }
        }
        proved
    }

    /// Returns the dead stones of both colors.
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    /// Returns the dead stones that stand in no territory and stay on the board.
    ///
    /// They count nothing. There are none under area scoring, or if the rules remove all dead
    /// stones.
    pub fn staying(&self, rules: &Rules) -> PointSet {
        if rules.counting != Counting::Territory || rules.removal == Removal::All {
            return PointSet::EMPTY;
        }
        let territory = self.territory();
        let stays = |chain: &&Judgement| {
            let taken = territory.points[!chain.color] | territory.taken_off;
            chain.status == Status::Dead && !chain.stones.meets(&taken)
        };
        self.chains()
            .iter()
            .filter(stays)
            .map(|chain| chain.stones)
            .collect()
    }

    /// Returns the owners of the points of the [counted](Adjudication::finished) board.
    pub fn territory(&self) -> &Territory {
        &self.counted.territory
    }

    /// Returns the points of each side on a judged board: its territory and its living stones.
    pub fn owners(&self, board: &Board) -> PerColor<PointSet> {
        let points = &self.counted.territory.points;
        PerColor::from_fn(|color| points[color] | (board.stones(color) - self.dead))
    }

    /// Returns the owner of an empty point of the counted board; `None` if it is neutral.
    pub fn owner(&self, at: Point) -> Option<Color> {
        let points = &self.counted.territory.points;
        Color::BOTH
            .into_iter()
            .find(|&color| points[color].contains(at))
    }

    /// Returns the score of the counted board.
    pub fn score(&self) -> &Score {
        &self.counted.score
    }

    /// Returns the score after both sides play the moves that are [left](Adjudication::left).
    pub fn played_on(&self) -> &Score {
        &self.played_on.score
    }

    /// Returns the board that is counted, with the dead stones on it.
    ///
    /// This is the board of the position, or the one with the last moves played if these are
    /// counted.
    pub fn finished(&self) -> &Board {
        &self.counted.finish.board
    }

    /// Returns the moves played before counting, in order, without passes.
    pub fn finish(&self) -> &[Play] {
        &self.counted.finish.plays
    }

    /// Returns the points at which each side plays before counting.
    pub fn filled(&self) -> PerColor<PointSet> {
        self.counted.finish.played()
    }

    /// Returns the moves that both sides would still play, whether or not they are counted.
    ///
    /// They fill the last dame and connect what that threatens.
    pub fn left(&self) -> &[Play] {
        &self.played_on.finish.plays
    }

    /// Returns the points that each side has to fill in its own territory while the last dame are
    /// filled (手入れ).
    pub fn reinforcements(&self) -> &PerColor<PointSet> {
        &self.reinforcements
    }

    /// Returns the points, empty or occupied, whose owner the playouts leave unclear.
    pub fn unclear(&self) -> PointSet {
        self.unclear
    }

    /// Returns the unclear points whose owner still depends on play.
    ///
    /// A dame between stones of both colors that clearly stand is not among them: it stays neutral,
    /// even when filled. In a game far from over there are no dame, so all empty neutral points
    /// count. Proved points are never unsettled.
    pub fn unsettled(&self) -> PointSet {
        let proved = self.proved();
        self.perhaps_unsettled() - proved[Color::Black] - proved[Color::White]
    }

    /// Returns the unsettled points without removing the proved ones.
    fn perhaps_unsettled(&self) -> PointSet {
        let board = &self.counted.finish.board;
        if self.is_unfinished() {
            return self.unclear | self.counted.territory.dame;
        }
        if is_open(board, &self.unclear) {
            return self.unclear;
        }
        let standing = PerColor::from_fn(|color| (board.stones(color) - self.dead) - self.unclear);
        let beside = PerColor::from_fn(|color| standing[color].grown());
        let fought = (board.stones(Color::Black) | board.stones(Color::White)) & self.unclear;
        let is_dame = |part: &PointSet| {
            part.is_subset(&self.counted.territory.dame)
                && Color::BOTH
                    .into_iter()
                    .all(|color| part.meets(&beside[color]))
                && part.is_subset(&(beside[Color::Black] | beside[Color::White]))
                && !part.grown().meets(&fought)
        };
        let empty = self.unclear - fought;
        let dame = empty.components().filter(is_dame).collect::<PointSet>();
        let sure = (sure_dame(board, &standing) & self.counted.territory.dame) - fought.grown();
        self.unclear - dame - sure - self.proved_territory()
    }

    /// Returns the number of points that more work may decide otherwise: unsettled points, and
    /// stones whose estimate is not sure.
    pub(super) fn doubtful(&self) -> usize {
        let is_sure = |chain: &&Judgement| chain.basis.is_proof() || chain.is_sure();
        let unsure = self.judgements.iter().filter(|chain| !is_sure(chain));
        let unsure: PointSet = unsure.map(|chain| chain.stones).collect();
        (unsure | self.unsettled()).len()
    }

    /// Returns the regions that are clearly the territory of one side.
    ///
    /// They contain no stones except proved dead ones. All chains around them are of one color and
    /// clearly live.
    fn proved_territory(&self) -> PointSet {
        let board = &self.counted.finish.board;
        let dead = self.stones_of(|chain| chain.status == Status::Dead && chain.basis.is_proof());
        let proved = self.stones_of(|chain| chain.status != Status::Dead && chain.basis.is_proof());
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let standing = self.standing();
        let living = proved | (standing - self.unclear);
        let is_proved = |region: &PointSet| {
            let owned = |color| region.is_subset(&self.counted.territory.points[color]);
            Color::BOTH.into_iter().any(owned)
                && (*region & stones).is_subset(&dead)
                && (region.grown() & standing).is_subset(&living)
        };
        let regions = (board.size().all() - standing).components();
        regions.filter(is_proved).collect()
    }

    /// Returns the dead stones in unproved territory next to chains that are only estimated to
    /// live.
    ///
    /// The stones are dead, but the owner of their points is open.
    pub(super) fn dead_beside_estimated(&self) -> PointSet {
        let estimated = self.stones_of(|chain| !chain.basis.is_proof()) - self.dead;
        let free = self.counted.finish.board.size().all() - self.standing();
        let territory = |color| self.settled.territory[color] | self.safety.territory[color];
        let [black, white] = Color::BOTH.map(territory);
        ((estimated.grown() & free).flood(&free) & self.dead) - black - white
    }

    /// Returns the stones that are not dead.
    fn standing(&self) -> PointSet {
        let board = &self.counted.finish.board;
        (board.stones(Color::Black) | board.stones(Color::White)) - self.dead
    }

    /// Returns the stones of the chains with a property.
    fn stones_of(&self, is: impl Fn(&Judgement) -> bool) -> PointSet {
        let chains = self.judgements.iter().filter(|chain| is(chain));
        chains.map(|chain| chain.stones).collect()
    }

    /// Returns the neutral points; none in a game in progress that is far from over.
    pub fn dame(&self) -> PointSet {
        if self.is_unfinished() {
            PointSet::EMPTY
        } else {
            self.counted.territory.dame
        }
    }

    /// Returns true if this is a game in progress that is far from over.
    ///
    /// Under rules that let all stones stand, any position can be counted.
    pub fn is_unfinished(&self) -> bool {
        let is_judged = |chain: &Judgement| chain.basis != Basis::AllStand;
        self.occasion == Occasion::Game
            && self.judgements.iter().any(is_judged)
            && self.is_open(false)
    }

    /// Returns the unclear points.
    ///
    /// Under rules that let all stones stand, [`unclear`](Adjudication::unclear) is empty. These
    /// points are still those that play could give to the other side.
    pub fn open(&self) -> PointSet {
        self.open
    }

    /// Returns true if too much is unclear for the count to mean much: the game is not nearly over.
    ///
    /// If the game has ended, dame were left on purpose and are clear.
    pub fn is_open(&self, is_ended: bool) -> bool {
        let dame = if is_ended {
            PointSet::EMPTY
        } else {
            self.counted.territory.dame
        };
        is_open(&self.counted.finish.board, &(self.unclear | dame))
    }
}

/// Returns true if too many points are unclear for a game that is nearly over.
pub(super) fn is_open(board: &Board, unclear: &PointSet) -> bool {
    unclear.len() > MOST_UNCLEAR_BASE + board.size().area() / 8
}

/// A game is nearly over with at most this many unclear points, plus an eighth of the board.
const MOST_UNCLEAR_BASE: usize = 4;
