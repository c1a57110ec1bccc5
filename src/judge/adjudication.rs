//! The judgement of a whole position.

use super::count::CountedBoard;
use super::effort::Occasion;
use super::status::{Basis, Judgement, Status};
use crate::board::{Board, Play};
use crate::color::{Color, PerColor};
use crate::life::benson::Settled;
use crate::life::safety::Safety;
use crate::point::{Point, PointSet};
use crate::rules::{Counting, Removal, Rules};
use crate::score::Score;
use crate::territory::{Territory, sure_dame};
use crate::tree::oracle::Oracle;
use std::sync::Arc;

/// The judgement of a whole position, made once, with what each verdict rests on.
///
/// The same position, occasion, rules, effort and oracle give the same one.
//
// Invariant: `judgements` has every chain of the position once.
#[derive(Clone, Debug)]
pub struct Adjudication {
    pub(super) judgements: Vec<Judgement>,
    pub(super) occasion: Occasion,
    pub(super) settled: Settled,
    pub(super) safety: Arc<Safety>,
    pub(super) dead: PointSet,
    pub(super) reinforcements: PerColor<PointSet>,
    /// The board that counts.
    pub(super) counted: CountedBoard,
    /// The board with the moves that were left.
    pub(super) played_on: CountedBoard,
    pub(super) unclear: PointSet,
    pub(super) open: PointSet,
    /// The work for reading that was not used.
    pub(super) work_left: u64,
    /// Who was asked about what is not proved or read.
    pub(super) adviser: Option<Arc<dyn Oracle>>,
}

impl Adjudication {
    /// What the position was judged as.
    pub fn occasion(&self) -> Occasion {
        self.occasion
    }

    /// What is settled whatever is played (Benson 1976).
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    /// Whether the work for reading ran out: more effort may prove or search more.
    pub fn has_run_out(&self) -> bool {
        self.work_left == 0
    }

    /// The oracle that was asked about what is not proved or read, if one was.
    pub fn adviser(&self) -> Option<&Arc<dyn Oracle>> {
        self.adviser.as_ref()
    }

    /// What is safe by alternating play, as far as was looked for.
    pub fn safety(&self) -> &Safety {
        &self.safety
    }

    /// Every chain with its status, Black's first.
    pub fn chains(&self) -> &[Judgement] {
        &self.judgements
    }

    /// What was found of the chain at a point; `None` where there is no stone.
    pub fn chain(&self, at: Point) -> Option<&Judgement> {
        self.judgements
            .iter()
            .find(|judgement| judgement.stones.contains(at))
    }

    /// What becomes of the stone at a point; `None` where there is none.
    pub fn status(&self, at: Point) -> Option<Status> {
        self.chain(at).map(|judgement| judgement.status)
    }

    /// The stones of a status. Those of all statuses together are the stones on the board.
    pub fn stones(&self, status: Status) -> PointSet {
        let of_status = self
            .judgements
            .iter()
            .filter(|judgement| judgement.status == status);
        of_status.map(|judgement| judgement.stones).collect()
    }

    /// The points, with stones or without, that are proved to be each side's.
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

    /// The dead stones of both colors.
    pub fn dead(&self) -> PointSet {
        self.dead
    }

    /// The dead stones that stand in nobody's territory: where territory is counted they stay, unless the rules take off all
    /// dead stones, and count nothing.
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

    /// Whose point is which on the [counted](Adjudication::finished) board.
    pub fn territory(&self) -> &Territory {
        &self.counted.territory
    }

    /// Whose each point of a judged board is, with stones or without: territory, and where living stones stand.
    pub fn owners(&self, board: &Board) -> PerColor<PointSet> {
        let points = &self.counted.territory.points;
        PerColor::from_fn(|color| points[color] | (board.stones(color) - self.dead))
    }

    /// Whose point an empty point of the counted board is; `None` if it is nobody's.
    pub fn owner(&self, at: Point) -> Option<Color> {
        let points = &self.counted.territory.points;
        Color::BOTH
            .into_iter()
            .find(|&color| points[color].contains(at))
    }

    /// The score of the counted board.
    pub fn score(&self) -> &Score {
        &self.counted.score
    }

    /// The score if both sides made the moves that are [left](Adjudication::left) before they counted.
    pub fn played_on(&self) -> &Score {
        &self.played_on.score
    }

    /// The board that is counted, dead stones still on it: the one of the position, or where stones count, with
    /// the last dame filled.
    pub fn finished(&self) -> &Board {
        &self.counted.finish.board
    }

    /// The moves that were made before counting, in order; passes are left out.
    pub fn finish(&self) -> &[Play] {
        &self.counted.finish.plays
    }

    /// The moves that both sides would still make in turn, whether or not they are made before counting:
    /// the last dame filled, and what must be connected because of it.
    pub fn left(&self) -> &[Play] {
        &self.played_on.finish.plays
    }

    /// The points that each side would have to fill in its own territory if both played on to the last dame.
    /// (手入れ)
    pub fn reinforcements(&self) -> &PerColor<PointSet> {
        &self.reinforcements
    }

    /// The points, with stones or without, of which the playouts do not say clearly whose they will be.
    pub fn unclear(&self) -> PointSet {
        self.unclear
    }

    /// Those of them whose owner play still decides. A dame between stones of both colors that clearly stand is none: it will
    /// be nobody's, whoever fills it. Where the game is far from over there are no dame yet. What is proved is none of them.
    pub fn unsettled(&self) -> PointSet {
        let proved = self.proved();
        self.perhaps_unsettled() - proved[Color::Black] - proved[Color::White]
    }

    /// The same, with points that may be proved.
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

    /// Regions with nothing but proved dead stones in them, that only chains of one color surround which clearly live.
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

    /// Dead stones, in no territory that is proved, beside living ones that are only estimated to live: whose points they stand on is
    /// open, though they are dead.
    pub(super) fn dead_beside_estimated(&self) -> PointSet {
        let estimated = self.stones_of(|chain| !chain.basis.is_proof()) - self.dead;
        let free = self.counted.finish.board.size().all() - self.standing();
        let territory = |color| self.settled.territory[color] | self.safety.territory[color];
        let [black, white] = Color::BOTH.map(territory);
        ((estimated.grown() & free).flood(&free) & self.dead) - black - white
    }

    /// The stones that are not dead.
    fn standing(&self) -> PointSet {
        let board = &self.counted.finish.board;
        (board.stones(Color::Black) | board.stones(Color::White)) - self.dead
    }

    /// The stones of some chains.
    fn stones_of(&self, is: impl Fn(&Judgement) -> bool) -> PointSet {
        let chains = self.judgements.iter().filter(|chain| is(chain));
        chains.map(|chain| chain.stones).collect()
    }

    /// Points that are nobody's. There are none yet in a game in progress that is far from over.
    pub fn dame(&self) -> PointSet {
        match self.is_unfinished() {
            true => PointSet::EMPTY,
            false => self.counted.territory.dame,
        }
    }

    /// Whether this is a game in progress that is far from over. Where every stone stands, whatever is left can be counted.
    pub fn is_unfinished(&self) -> bool {
        let is_judged = |chain: &Judgement| chain.basis != Basis::AllStand;
        self.occasion == Occasion::Game
            && self.judgements.iter().any(is_judged)
            && self.is_open(false)
    }

    /// All unclear points, but where every stone stands those that play could still make another side's.
    pub fn open(&self) -> PointSet {
        self.open
    }

    /// Whether so much is unclear that the count says little: the game is not nearly over. Where it has been ended,
    /// dame have been left on purpose and are clear.
    pub fn is_open(&self, is_ended: bool) -> bool {
        let dame = match is_ended {
            true => PointSet::EMPTY,
            false => self.counted.territory.dame,
        };
        is_open(&self.counted.finish.board, &(self.unclear | dame))
    }
}

/// Whether so many points are unclear that the game is not nearly over.
pub(super) fn is_open(board: &Board, unclear: &PointSet) -> bool {
    unclear.len() > MOST_UNCLEAR_BASE + board.size().area() / 8
}

/// With more points unclear than this and an eighth of the board, the game is not nearly over.
const MOST_UNCLEAR_BASE: usize = 4;
