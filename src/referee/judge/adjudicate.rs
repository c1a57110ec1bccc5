//! The steps of a judgement, each a value: settled, read, estimated, corrected, finished, counted.

use super::adjudication::{Adjudication, is_open};
use super::consulted::consulted;
use super::correct::{with_read, with_safe, with_searched};
use super::count::{CountedBoard, Ends, reinforcements};
use super::effort::{Effort, Occasion};
use super::enclosed::{self, Doubts};
use super::estimate::{Estimate, estimate};
use super::finish::{Finish, finish};
use super::last_moves::{self, PlayedOut};
use super::local;
use super::orientation::canonical;
use super::status::{Basis, Judgement, Status};
use crate::go::board::Board;
use crate::go::color::{Color, PerColor};
use crate::go::point::{PerPoint, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Death, Rules};
use crate::go::territory::territory;
use crate::life::benson::{self, Settled};
use crate::life::chain::Chain;
use crate::life::meter::Meter;
use crate::life::procedure::Procedure;
use crate::life::reading::{Reading, ReadingResult, settle};
use crate::life::safety::{Safety, safety};
use crate::mcts::tree::oracle::Oracle;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// Share of the work for reading by the letter of the rules; the rest is for reading within walls.
const BY_THE_LETTER: f64 = 0.85;
/// Share of the work for reading by the letter under rules that ask many questions about each
/// chain. Plain fights are then read as well.
const BY_MANY_QUESTIONS: f64 = 0.5;

/// Judges every chain of a position, and counts.
///
/// Under territory scoring, a game is counted as it stands, and the dame that are left are neutral.
/// A point that its owner need only fill after the dame is the owner's as long as neither side has
/// filled the dame ([`reinforcements`](Adjudication::reinforcements)). Seki is judged as if the
/// dame were filled.
///
/// If stones count, dame count too. A game that is nearly over, but that both sides have not yet
/// passed out, is counted with the last dame filled in turn. A game that is far from over is
/// counted as it stands.
///
/// A [stopped game](Occasion::Stopped) and a [diagram](Occasion::Diagram) are counted as they
/// stand, with equal dead stones on equal boards. If the open parts of a stopped game can be
/// searched to their end and lead to one score whoever moves first, it is counted with the
/// reinforcements that filling the last dame forces ([`Effort::fills`]). Seki is judged as in a
/// game in progress. A diagram, however, is meant to the letter: under the rules of 1989 a dame
/// left open makes seki of all stones next to it.
///
/// ```
/// use wakari::board::diagram;
/// use wakari::color::Color;
/// use wakari::judge::{Effort, Occasion, Status, adjudicate};
/// use wakari::point::Point;
/// use wakari::position::Position;
/// use wakari::rules::Rules;
///
/// let board = diagram::board(". X . X O .
///                             X X X X O O
///                             O O O O O .").unwrap();
/// let mut position = Position::set_up(board, Color::Black, Rules::CHINESE);
/// position.set_komi(0.0);
/// let adjudication = adjudicate(&position, Occasion::Diagram, &Effort::default());
/// let a2 = Point::new(1, 2).unwrap();
/// assert_eq!(adjudication.status(a2), Some(Status::Alive));
/// assert_eq!(adjudication.score().to_string(), "W+2");
/// ```
pub fn adjudicate(position: &Position, occasion: Occasion, effort: &Effort) -> Adjudication {
    adjudicate_unless(position, occasion, effort, &AtomicBool::new(false))
}

/// Judges as [`adjudicate()`] does, but stops reading once another thread sets the flag.
///
/// Chains that are still undecided are then estimated.
pub fn adjudicate_unless(
    position: &Position,
    occasion: Occasion,
    effort: &Effort,
    stop: &AtomicBool,
) -> Adjudication {
    adjudicate_asking(None, position, occasion, effort, stop)
}

/// Judges as [`adjudicate_unless`] does, and consults an evaluator, if there is one, about chains
/// that are neither proved nor read.
///
/// The [aim](Effort::aim) of the effort divides the work into stages. The first stage that leaves
/// little in doubt is the answer, or else the last. A board that is turned or mirrored, or has its
/// colors exchanged, gets an equal judgement: all images are judged as one of them. This is not
/// worth its time if nothing is read or proved, as in the tree of a search.
pub fn adjudicate_asking(
    oracle: Option<&Arc<dyn Oracle>>,
    position: &Position,
    occasion: Occasion,
    effort: &Effort,
    stop: &AtomicBool,
) -> Adjudication {
    #[cfg(test)]
    super::log::note(position, occasion, effort);
    if effort.states == 0 && effort.safety == 0 {
        return judged_in_stages(oracle, position, occasion, effort, stop);
    }
    let image = canonical(position.board());
    let seen = position.image(image);
    let judged = judged_in_stages(oracle, &seen, occasion, effort, stop);
    judged.image(image.inverse(), position)
}

/// Judges a position in its own orientation, in the stages of the effort.
fn judged_in_stages(
    oracle: Option<&Arc<dyn Oracle>>,
    position: &Position,
    occasion: Occasion,
    effort: &Effort,
    stop: &AtomicBool,
) -> Adjudication {
    let mut stages = effort.stages(occasion, position.board()).into_iter();
    loop {
        let (stage, most_doubtful) = stages.next().expect("the last stage is accepted");
        let judged = judged(oracle, position, occasion, &stage, stop);
        let is_last = stages.len() == 0 || stop.load(Relaxed);
        if is_last || judged.doubtful() <= most_doubtful {
            return judged;
        }
    }
}

/// Judges a position in its own orientation, with a fixed effort.
fn judged(
    oracle: Option<&Arc<dyn Oracle>>,
    position: &Position,
    occasion: Occasion,
    effort: &Effort,
    stop: &AtomicBool,
) -> Adjudication {
    // The history of a board must not matter, not even to a playout.
    let stopped = (occasion != Occasion::Game).then(|| position.stopped());
    let position = stopped.as_ref().unwrap_or(position);
    let (board, rules) = (position.board(), position.rules());
    let settled = benson::settled(board, rules.suicide);
    let meter = effort.meter(board, stop);
    let asks_much = |procedure| enclosed::are_read_plainly(occasion, procedure);
    let share = if Procedure::of(rules).is_some_and(asks_much) {
        BY_MANY_QUESTIONS
    } else {
        BY_THE_LETTER
    };
    let limits = effort.limits(occasion, rules, meter.part(share));
    let read = settle(board, &settled, rules, &limits);
    meter.spend(limits.meter.used());
    let doubts = Doubts {
        position,
        occasion,
        settled: &settled,
        tried: &tried(&read),
        undecided: &undecided(&read),
        effort,
    };
    let (estimate, adviser) = if judges_chains(rules) {
        estimated(oracle, &doubts, &read, &meter, stop)
    } else {
        (Estimate::all_alive(board), None)
    };
    let safety = safe(position, &settled, &estimate, effort, &meter, stop);
    let estimate = with_safe(estimate, board, &safety);
    let open = estimate.unclear(board, &settled);
    let solved = solved(position, occasion, &settled, &estimate, &open, effort, stop);
    let trials = trials(position, occasion, &estimate, &open, &safety, effort, stop);
    let lost = match (occasion, trials.first()) {
        (Occasion::Game, Some(trial)) => trial.lost(board),
        _ => estimate.dead,
    };
    let dead = match rules.counting {
        Counting::Territory => estimate.settled_by(board, &lost),
        Counting::Area | Counting::Stones => lost,
    };
    let tried = trials.into_iter();
    let tried: Vec<CountedBoard> = tried
        .map(|trial| CountedBoard::as_it_stands(position, trial, occasion))
        .collect();
    // Where the small parts that are left come to one score whoever moves first, what they come to counts.
    let solved = solved.filter(|solved| solved.0.iter().all(|end| end.finish.lost(board) == dead));
    let solved = solved.as_ref();
    let resolved = solved.map_or(PointSet::EMPTY, last_moves::resolved);
    let filled = solved.filter(|_| effort.fills && !resolved.is_empty());
    let filled = filled.map(|solved| solved[position.turn()].finish.clone());
    let filled = filled.map(|filled| CountedBoard::as_it_stands(position, filled, occasion));
    let ends = Ends {
        tried: &tried,
        filled: filled.as_ref(),
        fills: effort.fills,
    };
    let (dead, counted) = counted(position, dead, &estimate, &open, &ends, occasion);
    let open = open - resolved;
    let open = open | open_borders(rules, &tried, &counted);
    let played_on = match (occasion, tried.into_iter().next()) {
        (Occasion::Game, Some(played_on)) => played_on,
        _ => counted.clone(),
    };
    let judge = |chain: Chain| {
        let reading = read.iter().find(|(stones, _)| *stones == chain.stones);
        let reading = reading.map(|(_, reading)| reading);
        let status = status(&chain, &dead, &counted);
        Judgement {
            color: chain.color,
            stones: chain.stones,
            status,
            basis: basis(&chain, status, rules, &settled, &safety, reading, &estimate),
            states: reading.map_or(0, |reading| reading.states),
        }
    };
    Adjudication {
        judgements: Chain::all(board).into_iter().map(judge).collect(),
        occasion,
        dead,
        // If every stone stands, there is nothing to judge.
        unclear: if judges_chains(rules) {
            open
        } else {
            PointSet::EMPTY
        },
        open,
        reinforcements: reinforcements(position, &dead, &played_on.finish),
        work_left: meter.left(),
        adviser,
        settled,
        safety: Arc::new(safety),
        counted,
        played_on,
    }
}

/// Returns the estimate of the chains that are not read, and the evaluator if it was consulted.
fn estimated(
    oracle: Option<&Arc<dyn Oracle>>,
    doubts: &Doubts,
    read: &[(PointSet, Reading)],
    meter: &Meter,
    stop: &AtomicBool,
) -> (Estimate, Option<Arc<dyn Oracle>>) {
    let (position, settled, effort) = (doubts.position, doubts.settled, doubts.effort);
    let board = position.board();
    let asked =
        oracle.filter(|oracle| effort.asks && oracle.judges() && is_any_open(board, settled, read));
    let mut adviser = None;
    let consult = |played: &PerPoint<f64>| {
        let expected = consulted(position, doubts.occasion, played, &**asked?, stop)?;
        adviser = asked.cloned();
        Some(expected)
    };
    let estimated = estimate(board, settled, read, effort, consult, stop);
    (corrected(doubts, estimated, meter, stop), adviser)
}

/// Returns the count and the stones that are dead in it.
///
/// Neither side takes off stones that are only estimated to be dead and stand on neutral points.
/// They stay, so that removing the dead stones and counting gives an equal score. Stones that the
/// rules prove dead stay dead.
fn counted(
    position: &Position,
    mut dead: PointSet,
    estimate: &Estimate,
    open: &PointSet,
    ends: &Ends,
    occasion: Occasion,
) -> (PointSet, CountedBoard) {
    let is_far_from_over = is_open(position.board(), open);
    loop {
        let counted = CountedBoard::final_count(position, dead, ends, occasion);
        if position.rules().counting != Counting::Territory || is_far_from_over {
            return (dead, counted);
        }
        // Dead stones in an eye of a group in seki are prisoners or stay, depending on the rules.
        let owned = territory(position.board(), &dead, &position.rules().untaxed()).points;
        let stays = |chain: &Chain| {
            chain.stones.meets(&dead)
                && !chain.stones.meets(&estimate.proved)
                && !chain.stones.is_subset(&owned[!chain.color])
        };
        let chains = Chain::all(position.board()).into_iter();
        let stay: PointSet = chains.filter(stays).map(|chain| chain.stones).collect();
        if stay.is_empty() {
            return (dead, counted);
        }
        dead -= stay;
    }
}

/// Returns the points that are neutral because a border is open there.
///
/// Only rules that tell seki by the dame left after filling have such points: the order of filling
/// decides whether a seki results.
fn open_borders(rules: &Rules, tried: &[CountedBoard], counted: &CountedBoard) -> PointSet {
    let tells_seki = rules.counting == Counting::Territory && *rules != rules.untaxed();
    if !tells_seki || tried.is_empty() {
        return PointSet::EMPTY;
    }
    let territory = &counted.territory;
    let [black, white] = territory.three_points.0;
    (counted.finish.breaches() & territory.dame) - black - white
}

/// Returns true if the rules leave anything to judge, unlike rules that let all stones stand.
pub(super) fn judges_chains(rules: &Rules) -> bool {
    rules.death != Death::AllAlive
}

/// Returns true if the status of any chain is left to an estimate.
fn is_any_open(board: &Board, settled: &Settled, read: &[(PointSet, Reading)]) -> bool {
    let decided = read
        .iter()
        .filter(|(_, reading)| reading.verdict != ReadingResult::Unsettled);
    let decided: PointSet = decided.map(|(stones, _)| *stones).collect();
    let known = settled.all() | decided;
    let stones = board.stones(Color::Black) | board.stones(Color::White);
    !stones.is_subset(&known)
}

/// Returns the chains that were read by the letter of the rules, with a verdict or without one.
fn tried(read: &[(PointSet, Reading)]) -> PointSet {
    let is_tried =
        |reading: &Reading| reading.verdict != ReadingResult::Unsettled || reading.states > 0;
    let tried = read.iter().filter(|(_, reading)| is_tried(reading));
    tried.map(|(stones, _)| *stones).collect()
}

/// Returns the chains that were read by the letter of the rules and are still open.
fn undecided(read: &[(PointSet, Reading)]) -> PointSet {
    let is_open =
        |reading: &Reading| reading.verdict == ReadingResult::Unsettled && reading.states > 0;
    let open = read.iter().filter(|(_, reading)| is_open(reading));
    open.map(|(stones, _)| *stones).collect()
}

/// Returns the estimate, corrected by reading within walls and by searching doubtful fights.
///
/// Chains that were read without assumed walls keep their verdicts. If that reading gave no
/// verdict, the walls are unreliable: the groups assumed to live are at stake themselves. These
/// chains are read once more as plain fights.
fn corrected(doubts: &Doubts, estimated: Estimate, meter: &Meter, stop: &AtomicBool) -> Estimate {
    let Doubts {
        position,
        settled,
        tried,
        effort,
        ..
    } = *doubts;
    let board = position.board();
    let found = enclosed::read_plainly(doubts, &estimated, meter);
    let estimated = with_read(estimated, board, &found);
    let found = enclosed::read(doubts, &estimated, meter);
    let estimate = with_read(estimated, board, &found);
    if effort.states == 0 {
        return estimate;
    }
    let found = local::search(doubts, &(settled.all() | *tried), &estimate, meter, stop);
    with_searched(estimate, board, tried, &found)
}

/// Returns the chains safe by alternating play, if few enough points are open for the search.
///
/// It uses the work reserved for it and the work left in a meter.
pub(super) fn safe(
    position: &Position,
    settled: &Settled,
    estimate: &Estimate,
    effort: &Effort,
    meter: &Meter,
    stop: &AtomicBool,
) -> Safety {
    let (board, rules) = (position.board(), position.rules());
    let is_far_from_over = is_open(board, &estimate.unclear(board, settled));
    if effort.safety == 0 || !judges_chains(rules) || is_far_from_over || stop.load(Relaxed) {
        return Safety::default();
    }
    let limits = effort.safety_limits(rules, meter);
    let safety = safety(board, &estimate.dead, &limits, stop);
    meter.spend(safety.work.saturating_sub(effort.kept_for_safety()));
    safety
}

/// Returns the ends of the position with either side first, found by searching the open parts;
/// `None` if these are too large or nothing depends on them.
fn solved(
    position: &Position,
    occasion: Occasion,
    settled: &Settled,
    estimate: &Estimate,
    open: &PointSet,
    effort: &Effort,
    stop: &AtomicBool,
) -> Option<PerColor<PlayedOut>> {
    let rules = position.rules();
    let is_to_the_letter = occasion == Occasion::Diagram && rules.dame_makes_seki;
    let is_far_from_over = is_open(position.board(), open);
    // A search plays a game in progress out itself.
    let is_needed = occasion != Occasion::Game && rules.counting == Counting::Territory;
    if is_to_the_letter
        || is_far_from_over
        || !is_needed
        || !judges_chains(rules)
        || effort.states == 0
    {
        return None;
    }
    last_moves::played_out(position, &estimate.dead, settled, effort, stop)
}

/// Returns boards with the last dame filled; none if the game is far from over or dame still
/// matter.
///
/// In a game in progress the side to move begins. In a stopped game each side begins once, only to
/// find the seki under territory scoring.
///
/// If a side loses a proved chain, or leaves opposing stones in its proved territory, the filling
/// is tried again with the replies of the proofs. If the side is better off without them, it gave
/// up something for more, and the first trial stands. Otherwise the second trial counts, or none if
/// it fails too.
fn trials(
    position: &Position,
    occasion: Occasion,
    estimate: &Estimate,
    open: &PointSet,
    safety: &Safety,
    effort: &Effort,
    stop: &AtomicBool,
) -> Vec<Finish> {
    let rules = position.rules();
    let is_to_the_letter = occasion == Occasion::Diagram && rules.dame_makes_seki;
    if is_to_the_letter || is_open(position.board(), open) || !judges_chains(rules) {
        return vec![];
    }
    let first = match (occasion, rules.counting) {
        (Occasion::Game, _) => vec![position.turn()],
        (_, Counting::Territory) => Color::BOTH.to_vec(),
        (_, Counting::Area | Counting::Stones) => vec![],
    };
    let first = first.into_iter();
    let (board, living) = (position.board(), safety.living());
    let fails = |trial: &Finish, color: Color| {
        let lost = trial.lost(board);
        let doomed = board.stones(!color) & safety.territory[color];
        lost.meets(&living[color]) || !doomed.is_subset(&lost)
    };
    let keeps_all = |trial: &&Finish| Color::BOTH.iter().all(|&color| !fails(trial, color));
    let tried = first.filter_map(|first| {
        let trial = |safety| finish(position, first, estimate, safety, effort, stop);
        let plain = trial(None);
        let failing: Vec<Color> = Color::BOTH
            .into_iter()
            .filter(|&color| fails(&plain, color))
            .collect();
        if failing.is_empty() {
            return Some(plain);
        }
        let by_proofs = trial(Some(safety));
        let rules = rules.untaxed();
        let gain = plain.margin(&rules) - by_proofs.margin(&rules);
        match failing[..] {
            [color] if f64::from(color.sign()) * gain > 0.0 => Some(plain),
            _ => Some(by_proofs).filter(|trial| keeps_all(&trial)),
        }
    });
    tried.collect()
}

fn status(chain: &Chain, dead: &PointSet, counted: &CountedBoard) -> Status {
    if chain.stones.meets(dead) {
        Status::Dead
    } else if chain.stones.meets(&counted.territory.seki) {
        Status::Seki
    } else {
        Status::Alive
    }
}

/// Returns the basis of a status.
///
/// In a game a chain that can be kept may be lost while filling the last dame, for something worth
/// more.
fn basis(
    chain: &Chain,
    status: Status,
    rules: &Rules,
    settled: &Settled,
    safety: &Safety,
    reading: Option<&Reading>,
    estimate: &Estimate,
) -> Basis {
    let is_dead = status == Status::Dead;
    match reading.map(|reading| reading.verdict) {
        _ if !judges_chains(rules) => Basis::AllStand,
        _ if chain.stones.is_subset(&settled.living[chain.color]) => Basis::PassAlive,
        _ if chain.stones.is_subset(&settled.territory[!chain.color]) => Basis::Enclosed,
        Some(verdict @ (ReadingResult::Alive | ReadingResult::Dead))
            if is_dead == (verdict == ReadingResult::Dead) =>
        {
            let procedure = Procedure::of(rules).expect("only procedures are read");
            Basis::Read(procedure)
        }
        _ if !is_dead && safety.is_safe(chain) || is_dead && safety.is_lost(chain) => Basis::Safe,
        _ => estimate.basis(chain),
    }
}
