//! PUCT simulations: descent, evaluation of the leaf and backup.
//!
//! See Rosin (2011) and Silver et al. (2017). Where the game ends inside the tree, the position is
//! adjudicated; the evaluator advises on life and death that is neither proved nor read.
//! Transpositions share their children, so a result counts for all orders of moves.

use super::consultation::Consultation;
use super::decision::is_late;
use super::shared::lock;
use super::worker::{Terminal, Worker};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, Point, PointSet};
use crate::go::position::Position;
use crate::mcts::tree::oracle::{Outlook, View};
use crate::mcts::tree::{Expansion, MovePrior, NodeId, TerminalResult, Tree};
use smallvec::SmallVec;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Weights of the score utility: absolute, and relative to the lead expected at the root.
///
/// They are KataGo's (Wu 2019), halved for values from 0 to 1.
const SCORE: f64 = 0.05;
const SCORE_BEYOND: f64 = 0.15;
/// The share of the expected lead around which the relative score utility is centered.
const CENTER: f64 = 0.8;
/// At the root of a late position, one simulation in this many starts with a pass, so that passing
/// is evaluated as well as playing.
const PASS_EVERY: u32 = 16;

/// The result at a leaf.
struct LeafResult {
    /// Black's lead in points.
    lead: f64,
    /// The win probability of each side.
    wins: PerColor<f64>,
    source: LeafSource,
}

/// The source of a result.
enum LeafSource {
    /// An evaluation.
    Said(Arc<Outlook>),
    /// The adjudication of a finished game.
    Counted(Arc<TerminalResult>),
    /// A draw by repetition.
    Repeated,
}

impl LeafResult {
    /// Returns the result of a finished game.
    fn end(ending: Arc<TerminalResult>) -> LeafResult {
        let lead = ending.lead;
        let win = match lead {
            lead if lead > 0.0 => 1.0,
            lead if lead < 0.0 => 0.0,
            _ => 0.5,
        };
        LeafResult {
            lead,
            wins: PerColor::new(win, 1.0 - win),
            source: LeafSource::Counted(ending),
        }
    }

    /// Returns a draw by repetition.
    fn draw() -> LeafResult {
        LeafResult {
            lead: 0.0,
            wins: PerColor::new(0.5, 0.5),
            source: LeafSource::Repeated,
        }
    }

    /// Returns the result of an evaluation with `turn` to move.
    fn said(outlook: Arc<Outlook>, turn: Color) -> LeafResult {
        let win = |color| {
            if color == turn {
                outlook.win
            } else {
                1.0 - outlook.win
            }
        };
        LeafResult {
            lead: f64::from(turn.sign()) * outlook.lead,
            wins: PerColor::from_fn(win),
            source: LeafSource::Said(outlook),
        }
    }

    /// Returns the utility for each side, given Black's lead expected at the root.
    ///
    /// `points` is the area of the board.
    fn utilities(&self, expected: f64, points: usize) -> PerColor<f64> {
        let side = (points as f64).sqrt();
        let deviation = match &self.source {
            LeafSource::Said(outlook) => outlook.deviation,
            LeafSource::Counted(_) | LeafSource::Repeated => 0.0,
        };
        let score = SCORE * mean_worth(self.lead, deviation, 2.0 * side)
            + SCORE_BEYOND * mean_worth(self.lead - CENTER * expected, deviation, 0.75 * side);
        PerColor::from_fn(|color: Color| self.wins[color] + f64::from(color.sign()) * score)
    }
}

/// Returns the expected score utility, -1 to 1, of a normally distributed lead.
///
/// `lead` is the mean and `deviation` the standard deviation, in points.
fn mean_worth(lead: f64, deviation: f64, scale: f64) -> f64 {
    /// Sample points on each side of the mean, and their distance in standard deviations.
    const SIDE: i32 = 8;
    const STEP: f64 = 0.35;
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -SIDE..=SIDE {
        let away = f64::from(step) * STEP;
        let weight = (-away * away / 2.0).exp();
        sum += weight * ((lead + away * deviation) / scale).atan();
        weights += weight;
    }
    sum / weights * std::f64::consts::FRAC_2_PI
}

/// Returns the children of a node: the plays outside `pointless` by descending prior, then the
/// pass.
///
/// `utility` is the predicted utility for the side to move.
fn expansion(
    outlook: &Outlook,
    pointless: &PointSet,
    utility: f64,
    surroundings: Option<u64>,
) -> Expansion {
    let is_to_try = |(to, _): &&(Move, f32)| to.point().is_none_or(|at| !pointless.contains(at));
    let tried = || outlook.policy.iter().filter(is_to_try);
    let sum: f32 = tried().map(|(_, probability)| probability).sum();
    let share = |&(to, probability): &(Move, f32)| MovePrior {
        to,
        value: probability / sum.max(f32::MIN_POSITIVE),
        weight: 1,
    };
    let mut moves: Vec<MovePrior> = tried().map(share).collect();
    moves.sort_by(|one, other| {
        let passes = |prior: &MovePrior| prior.to == Move::Pass;
        let order = passes(one).cmp(&passes(other));
        order.then(other.value.total_cmp(&one.value))
    });
    Expansion {
        moves,
        predicted: Some(utility as f32),
        surroundings,
    }
}

/// Returns the transposition key of a position, given the points that are not played.
///
/// It covers all that matters for what follows except earlier boards. Those only make moves illegal
/// or end the game, which is checked during the descent.
fn key(position: &Position, pointless: &PointSet) -> u64 {
    let mut hasher = DefaultHasher::new();
    let passes = (
        position.passes(),
        position.ending_passes(),
        position.button(),
    );
    let prisoners = position.prisoners();
    let kos = position.closed_kos();
    (
        position.hash(),
        position.turn(),
        passes,
        prisoners,
        kos,
        pointless,
    )
        .hash(&mut hasher);
    hasher.finish()
}

/// Returns the key for the bias correction; `None` if the last move did not answer a play.
///
/// It covers the last move, the play it answers, and the stones, ataris and ko near it on the board
/// before.
fn surroundings(position: &Position) -> Option<u64> {
    const REACH: u8 = 2;
    let mut last = position.last_moves();
    let (color, to) = last.next()?;
    let answered = last.next()?.1.point()?;
    let (board, ko) = position.board_before(1)?;
    let mut hasher = DefaultHasher::new();
    (color, to, answered, ko).hash(&mut hasher);
    if let Move::At(at) = to {
        let is_near = |point: &Point| {
            let columns = point.column().abs_diff(at.column());
            columns.max(point.row().abs_diff(at.row())) <= REACH
        };
        for point in board.size().points().filter(is_near) {
            let stone = board.at(point);
            let is_in_atari = stone.is_some() && board.is_in_atari(point);
            (stone, is_in_atari).hash(&mut hasher);
        }
    }
    Some(hasher.finish())
}

impl Worker<'_> {
    /// Expands the root. This simulation is not counted.
    ///
    /// In a tree kept from an earlier search, the children get the priors of the root evaluation.
    pub(super) fn begin_with(&mut self, consultation: &Consultation) {
        let tree = self.shared.tree;
        self.begin_line();
        let found = LeafResult::said(Arc::clone(&consultation.root), self.position.turn());
        let (pointless, utility) = (&self.shared.pointless, self.utility(&found, consultation));
        let expansion = expansion(&consultation.root, pointless, utility, None);
        let expansion = self.with_plays_left(expansion, 1);
        if tree.is_leaf(Tree::ROOT) {
            self.simulation.enter_evaluated(tree, Tree::ROOT);
            tree.expand(Tree::ROOT, || expansion);
            self.back_up(&found, consultation);
        } else {
            tree.reconsider(Tree::ROOT, &expansion);
        }
    }

    /// Adds the plays that the bans leave, if the evaluator proposes none of them.
    fn with_plays_left(&self, mut expansion: Expansion, depth: usize) -> Expansion {
        let left = self
            .shared
            .plays_left(&self.position, depth, &expansion.moves);
        let value = 1.0 / left.len().max(1) as f32;
        let priors = left.into_iter().map(|at| MovePrior {
            to: Move::At(at),
            value,
            weight: 1,
        });
        expansion.moves.splice(..0, priors);
        expansion
    }

    /// Returns the utility of a result for the side to move.
    fn utility(&self, found: &LeafResult, consultation: &Consultation) -> f64 {
        let area = self.position.board().size().area();
        found.utilities(consultation.expected, area)[self.position.turn()]
    }

    /// Runs one simulation: descends, evaluates the leaf and backs up the result.
    pub(super) fn consult(&mut self, consultation: &Consultation) {
        self.begin_line();
        let found = self.reach(consultation);
        self.back_up(&found, consultation);
    }

    fn back_up(&mut self, found: &LeafResult, consultation: &Consultation) {
        let (turn, began_with) = (self.position.turn(), self.began_with());
        let size = self.position.board().size();
        let mut outcomes = lock(self.outcomes);
        match &found.source {
            LeafSource::Said(outlook) => {
                outcomes.add_outlook(outlook, turn, &size.all(), began_with)
            }
            LeafSource::Counted(ending) => outcomes.add_ending(ending, &size.all(), began_with),
            LeafSource::Repeated => outcomes.add_lead(found.lead, began_with),
        }
        drop(outcomes);
        let utilities = found.utilities(consultation.expected, size.area());
        let tree = self.shared.tree;
        self.simulation
            .back_up_evaluation(tree, turn, &utilities, &found.wins, found.lead);
    }

    /// Descends to a leaf or the end of the game; returns the result there.
    fn reach(&mut self, consultation: &Consultation) -> LeafResult {
        let tree = self.shared.tree;
        let longest = 2 * self.position.board().size().area();
        let mut node = Tree::ROOT;
        loop {
            self.simulation.enter_evaluated(tree, node);
            match self.end_at(node) {
                Some(Terminal::Passes) => return LeafResult::end(self.ending(node)),
                Some(Terminal::Repetition) => return LeafResult::draw(),
                None => {}
            }
            if tree.is_leaf(node) || self.simulation.depth() > longest {
                return self.ask(node, consultation);
            }
            let Some(child) = self.most_promising(node) else {
                // There is no legal move, not even a pass.
                let outlook = consultation.below.look(&self.position, View::BELOW);
                return LeafResult::said(outlook, self.position.turn());
            };
            node = child;
            self.play(tree.node(node).to());
        }
    }

    /// Evaluates the position and expands its node, if it is a leaf.
    ///
    /// If a transposition has been searched already, its means replace the evaluation.
    fn ask(&mut self, node: NodeId, consultation: &Consultation) -> LeafResult {
        let (tree, turn) = (self.shared.tree, self.position.turn());
        let outlook = consultation.below.look(&self.position, View::BELOW);
        let found = LeafResult::said(Arc::clone(&outlook), turn);
        let (pointless, utility) = (self.vain_attacks(), self.utility(&found, consultation));
        tree.expand_at(node, key(&self.position, &pointless), || {
            let surroundings = surroundings(&self.position);
            let expansion = expansion(&outlook, &pointless, utility, surroundings);
            self.with_plays_left(expansion, self.simulation.depth())
        });
        match tree.means_below(node) {
            None => found,
            Some((win, lead)) => LeafResult {
                wins: PerColor::from_fn(|color| if color == turn { win } else { 1.0 - win }),
                lead: f64::from(turn.sign()) * lead,
                ..found
            },
        }
    }

    /// Selects the child to descend to; `None` if no child is legal.
    fn most_promising(&self, node: NodeId) -> Option<NodeId> {
        let tree = self.shared.tree;
        let (turn, depth) = (self.position.turn(), self.simulation.depth());
        let is_free = |&child: &NodeId| {
            let to = tree.node(child).to();
            !self.shared.is_banned(turn, to, depth)
        };
        let is_pass = |&child: &NodeId| tree.node(child).to() == Move::Pass;
        if node == Tree::ROOT
            && tree.root().begun_evaluations().is_multiple_of(PASS_EVERY)
            && is_late(self.shared.position)
            && let Some(pass) = tree.children(node).last().filter(is_pass)
            && is_free(&pass)
        {
            return Some(pass);
        }
        // A transposition may reach a move that repeats a position of this line.
        let mut illegal: SmallVec<[NodeId; 2]> = SmallVec::new();
        loop {
            let is_legal = |child: &NodeId| !illegal.contains(child);
            let best = tree.most_promising(node, |child| is_legal(child) && is_free(child));
            let best = best.or_else(|| tree.most_promising(node, is_legal))?;
            if self.position.is_legal(tree.node(best).to()) {
                return Some(best);
            }
            illegal.push(best);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::search::secured::LineOfPlay;
    use crate::engine::search::{Noise, Search, SearchLimits, SearchResult, SearchSettings, Watch};
    use crate::go::board::diagram;
    use crate::go::color::Color;
    use crate::go::point::{Move, PerPoint, PointSet, Size};
    use crate::go::position::Position;
    use crate::go::rules::Rules;
    use crate::mcts::tree::oracle::{Oracle, Outlook, View};
    use crate::mcts::tree::{Node, NodeId, Tree};
    use crate::referee::judge::{Effort, Judged, Occasion};
    use std::collections::HashMap;
    use std::fmt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
    use std::thread;
    use std::time::Duration;

    /// A test evaluator: every game is even, every move equally likely. It sleeps before answering.
    #[derive(Debug, Default)]
    struct Indifferent {
        thinks: Duration,
        asked: AtomicU64,
    }

    impl Oracle for Indifferent {
        fn name(&self) -> &str {
            "indifferent"
        }

        fn look(&self, position: &Position, _view: View) -> Arc<Outlook> {
            self.asked.fetch_add(1, Relaxed);
            thread::sleep(self.thinks);
            let moves: Vec<Move> = position.legal_moves().collect();
            let share = 1.0 / moves.len() as f32;
            Arc::new(Outlook {
                policy: moves.into_iter().map(|to| (to, share)).collect(),
                win: 0.5,
                lead: 0.0,
                deviation: 5.0,
                ownership: Box::new(PerPoint::new(0.0)),
            })
        }
    }

    /// The indifferent evaluator with its answers changed by a function.
    struct Changed<F>(F);

    impl<F> fmt::Debug for Changed<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Changed")
        }
    }

    impl<F: Fn(&Position, bool, &mut Outlook) + Send + Sync> Oracle for Changed<F> {
        fn name(&self) -> &str {
            "changed"
        }

        fn look(&self, position: &Position, view: View) -> Arc<Outlook> {
            let mut outlook = Outlook::clone(&Indifferent::default().look(position, view));
            (self.0)(position, view.at_root, &mut outlook);
            Arc::new(outlook)
        }
    }

    const EFFORT: Effort = Effort {
        playouts: 50,
        seed: 1,
        states: 2_000,
        safety: 2_000,
        ..Effort::USUAL
    };

    fn search(oracle: Arc<Indifferent>, threads: usize) -> Search {
        let settings = SearchSettings {
            threads,
            memory: 8 << 20,
            seed: 1,
            resign: 0.0,
            effort: EFFORT,
        };
        Search::asking(Some(oracle), settings)
    }

    fn evaluations(playouts: u64) -> SearchLimits {
        SearchLimits {
            playouts: Some(playouts),
            ..SearchLimits::default()
        }
    }

    fn position(picture: &str, turn: Color, rules: Rules) -> Position {
        let board = diagram::board(picture).expect("a board");
        Position::set_up(board, turn, rules)
    }

    /// A finished game is counted by the adjudication, not by the evaluator. Both colors.
    #[test]
    fn the_end_of_a_game_is_counted() {
        let blacks = "
            . X . X O
            X X X X O
            . X X O O
            X X X O .
            . X X O O";
        let exchanged = blacks.replace('X', "#").replace('O', "X").replace('#', "O");
        for rules in [Rules::CHINESE, Rules::JAPANESE_1989, Rules::TROMP_TAYLOR] {
            for (picture, winner) in [(blacks, Color::Black), (&exchanged, Color::White)] {
                let mut position = position(picture, !winner, rules);
                position.set_komi(0.5);
                position.play(Move::Pass).expect("legal");
                let never = Arc::default();
                let mut search = search(Arc::default(), 1);
                let found = search.analyze(&position, &evaluations(120), &never, None);
                let pass = found.candidates.iter().find(|one| one.to == Move::Pass);
                let pass = pass.expect("it has been tried");
                assert!(pass.winrate > 0.99 && pass.lead > 5.0, "{rules}: {pass:?}");
                assert_eq!(found.best, Move::Pass, "{rules}");
                assert_eq!(found.noise, Noise::Evaluations(0.0));
                let mut judged = Judged::not_yet(Occasion::of(&position));
                let found = search.think(&position, &mut judged, &evaluations(60), &never);
                assert_eq!(found.best, Move::Pass, "{rules}");
            }
        }
    }

    /// The engine does not pass while the next move decides something, even if the evaluator sees
    /// nothing in it. Where the rules leave life and death to the players, the position is
    /// adjudicated as from the side to move.
    #[test]
    fn what_a_pass_gives_away_is_played() {
        let whites = "
            . . . O X . X . .
            O O O O X X X X X
            X X X X X . X . X
            . X . X . X X X X
            X X X X X X O O O
            X O O O O O O . O
            O O . O . O O O .
            O . O O O O . O O
            . O O . O . O O .";
        let exchanged = whites.replace('X', "#").replace('O', "X").replace('#', "O");
        for rules in [Rules::CHINESE, Rules::AGA] {
            for (picture, owner) in [(whites, Color::White), (&exchanged, Color::Black)] {
                for is_answer in [true, false] {
                    let mut position = if is_answer {
                        position(picture, !owner, rules)
                    } else {
                        position(picture, owner, rules)
                    };
                    if is_answer {
                        position.play(Move::Pass).expect("legal");
                    }
                    let mut judged = Judged::not_yet(Occasion::Game);
                    let mut search = search(Arc::default(), 1);
                    let found =
                        search.think(&position, &mut judged, &evaluations(60), &Arc::default());
                    assert_ne!(found.best, Move::Pass, "{rules}, {owner}, {is_answer}");
                }
            }
        }
    }

    fn empty(side: u8) -> Position {
        Position::new(Size::square(side).expect("a size"), Rules::PROPOSAL_2012)
    }

    #[test]
    fn so_many_questions_are_asked_and_the_same_found_again() {
        let never = Arc::default();
        let find = || -> (u64, SearchResult) {
            let oracle = Arc::new(Indifferent::default());
            let mut search = search(Arc::clone(&oracle), 1);
            let found = search.analyze(&empty(7), &evaluations(300), &never, None);
            (oracle.asked.load(Relaxed), found)
        };
        let (asked, found) = find();
        assert_eq!((asked, found.new_playouts), (301, 300));
        let again = find().1;
        let moves = |found: &SearchResult| -> Vec<(Move, u64)> {
            let candidates = found.candidates.iter();
            candidates.map(|one| (one.to, one.playouts)).collect()
        };
        assert_eq!(moves(&found), moves(&again));
        let sum: u64 = found.candidates.iter().map(|one| one.playouts).sum();
        assert_eq!(sum, 300);
        assert!(
            found
                .ownership
                .of(crate::go::point::Point::new(4, 4).expect("a point"))
                .abs()
                < 0.02
        );
    }

    /// Counts evaluations instead of time: each takes 40 ms or more, so at most 15 in a row end
    /// before the deadline on any machine, and 20 leave room for the decision after the search.
    #[test]
    fn slow_answers_break_no_deadline() {
        for threads in [1, 3] {
            let oracle = Arc::new(Indifferent {
                thinks: Duration::from_millis(40),
                ..Indifferent::default()
            });
            let mut search = search(Arc::clone(&oracle), threads);
            let never = Arc::default();
            let limits = SearchLimits {
                playouts: None,
                time: Some(Duration::from_millis(600)),
                deadline: Some(Duration::from_millis(600)),
            };
            let mut judged = Judged::not_yet(Occasion::Game);
            let found = search.think(&empty(9), &mut judged, &limits, &never);
            let asked = oracle.asked.load(Relaxed);
            assert!(asked <= 20 * threads as u64, "{asked} evaluations");
            assert!(found.new_playouts > 0);
            // After a stop each thread finishes the evaluation it is about to begin, and no more.
            let stop = Arc::new(AtomicBool::new(false));
            let mut asked_at_stop = 0;
            let mut tell = |_: &SearchResult| {
                stop.store(true, Relaxed);
                asked_at_stop = oracle.asked.load(Relaxed);
            };
            let watch = Watch {
                interval: Duration::from_millis(100),
                min_moves: 0,
                bans: &[],
                moves_ownership: true,
                tell: &mut tell,
            };
            _ = search.analyze(&empty(9), &evaluations(1_000_000), &stop, Some(watch));
            let more = oracle.asked.load(Relaxed) - asked_at_stop;
            assert!(more <= threads as u64, "{more} evaluations after the stop");
        }
    }

    /// An uncertain lead has a lower utility than a certain one.
    ///
    /// Without a lead, uncertainty is worth nothing.
    #[test]
    fn a_lead_that_scatters_is_worth_less() {
        use super::mean_worth;
        let sure = mean_worth(5.0, 0.0, 7.0);
        assert!((sure - (5.0_f64 / 7.0).atan() * std::f64::consts::FRAC_2_PI).abs() < 1e-12);
        assert!(mean_worth(0.0, 12.0, 7.0).abs() < 1e-12);
        let scattering = mean_worth(5.0, 12.0, 7.0);
        assert!(
            0.3 * sure < scattering && scattering < 0.6 * sure,
            "{scattering}"
        );
        assert!((mean_worth(-5.0, 12.0, 7.0) + scattering).abs() < 1e-12);
    }

    /// Records where the children of each position begin, down to a depth.
    fn note(
        tree: &Tree,
        node: NodeId,
        position: &Position,
        depth: usize,
        seen: &mut HashMap<u64, Vec<NodeId>>,
    ) {
        let children = tree.children(node);
        if children.is_empty() || depth == 0 {
            return;
        }
        let key = super::key(position, &PointSet::EMPTY);
        seen.entry(key).or_default().push(children.start);
        for child in children {
            let mut after = position.clone();
            after.play(tree.node(child).to()).expect("legal");
            note(tree, child, &after, depth - 1, seen);
        }
    }

    /// In each tree, also after pruning and below a new root, transpositions share their children.
    ///
    /// Results found there count at once.
    #[test]
    fn orders_of_moves_are_searched_as_one() {
        let never = Arc::default();
        let mut search = search(Arc::default(), 1);
        let first = empty(3);
        _ = search.analyze(&first, &evaluations(20_000), &never, None);
        let mut second = first.clone();
        second.play("B2".parse().expect("a move")).expect("legal");
        second.play("C1".parse().expect("a move")).expect("legal");
        let node = search.follow(
            &first,
            &["B2", "C1"].map(|to| to.parse().expect("a move")),
            &second,
        );
        let below = search.tree.subtree(node.expect("it is in the tree"));
        let pruned = search.tree.pruned();
        for (tree, root) in [(&search.tree, &first), (&pruned, &first), (&below, &second)] {
            let mut seen = HashMap::new();
            note(tree, Tree::ROOT, root, 5, &mut seen);
            assert!(
                seen.values()
                    .all(|begin| begin.iter().all(|one| *one == begin[0]))
            );
            let in_common = seen.values().filter(|begin| begin.len() > 1).count();
            assert!(in_common > 10, "{in_common}");
        }
        let value = search.tree.value_below(Tree::ROOT).expect("children");
        assert!((search.tree.root().value() + value - 1.0).abs() < 1e-3);
    }

    /// A move that is legal in one order of moves is not played where it repeats a position in
    /// another.
    #[test]
    fn no_position_comes_up_again_under_superko() {
        let watch = |position: &Position, _: bool, _: &mut Outlook| {
            let passed = position.last_move().is_some_and(|(_, to)| to == Move::Pass);
            assert!(passed || !position.has_occurred(2), "{}", position.board());
        };
        for rules in [Rules::TROMP_TAYLOR, Rules::NEW_ZEALAND] {
            let board = diagram::board(". . .\n. . .").expect("a board");
            let position = Position::set_up(board, Color::Black, rules);
            let oracle: Arc<dyn Oracle> = Arc::new(Changed(watch));
            let settings = search(Arc::default(), 1).settings;
            let mut search = Search::asking(Some(oracle), settings);
            let found = search.analyze(&position, &evaluations(4_000), &Arc::default(), None);
            assert_eq!(found.new_playouts, 4_000, "{rules}");
        }
    }

    /// If the adjudication cannot decide life and death, it asks the evaluator at the end of a game
    /// too.
    #[test]
    fn ends_are_counted_with_advice() {
        let picture = "
            . . . . .
            . X . O .
            . X . O .
            . X . O .
            . . . . .";
        let lead = |owner: f32| {
            let owned = move |_: &Position, _: bool, outlook: &mut Outlook| {
                *outlook.ownership = PerPoint::new(owner);
            };
            let oracle: Arc<dyn Oracle> = Arc::new(Changed(owned));
            let settings = search(Arc::default(), 1).settings;
            let mut position = position(picture, Color::White, Rules::JAPANESE_1989);
            position.play(Move::Pass).expect("legal");
            let mut search = Search::asking(Some(oracle), settings);
            let found = search.analyze(&position, &evaluations(60), &Arc::default(), None);
            let pass = found.candidates.iter().find(|one| one.to == Move::Pass);
            pass.expect("it has been tried").lead
        };
        assert!(
            lead(1.0) > lead(-1.0) + 20.0,
            "{} {}",
            lead(1.0),
            lead(-1.0)
        );
    }

    /// Attacks on proved territory are not searched anywhere.
    ///
    /// Plays in the mover's own proved territory are searched below the root only, where they may
    /// gain something elsewhere.
    #[test]
    fn only_vain_attacks_are_left_out_below_the_root() {
        let picture = "
            . . X . O . .
            . . X . O . .
            X X X . O O O
            . . X . O . .
            . . X . O . .
            X X X . O O O
            . . X . O . .";
        let mut position = position(picture, Color::White, Rules::JAPANESE_1989);
        position.play(Move::Pass).expect("legal");
        let mut search = search(Arc::default(), 1);
        let limits = evaluations(200);
        let found = search.analyze(&position, &limits, &Arc::default(), None);
        let secured = search.secured.as_ref().expect("territories are proved");
        let line = LineOfPlay::new(secured);
        let closed = |color| secured.closed() & line.owned(color);
        assert!(Color::BOTH.iter().all(|&color| closed(color).len() > 5));
        let is_in = |to: Move, points: &PointSet| to.point().is_some_and(|at| points.contains(at));
        let mut moves = found.candidates.iter().map(|one| one.to);
        assert!(moves.all(|to| !is_in(to, &secured.closed())));
        let shares: f64 = found.candidates.iter().map(|one| one.prior).sum();
        assert!((shares - 1.0).abs() < 1e-3, "{shares}");
        let tree = &search.tree;
        let below = tree
            .children(Tree::ROOT)
            .flat_map(|child| tree.children(child));
        let whites: Vec<&Node> = below.map(|child| tree.node(child)).collect();
        let played_in = |points: &PointSet| -> u32 {
            let inside = whites.iter().filter(|child| is_in(child.to(), points));
            inside.map(|child| child.playouts()).sum()
        };
        assert_eq!(played_in(&closed(Color::Black)), 0);
        assert!(played_in(&closed(Color::White)) > 0);
    }

    /// The moves at the root have the priors of a root evaluation, also in a tree that was kept.
    #[test]
    fn a_root_is_seen_as_one_wherever_it_was_before() {
        // Below the root the first moves are the likelier, at the root the last ones.
        let sobered = |_: &Position, at_root: bool, outlook: &mut Outlook| {
            let last = outlook.policy.len() - 1;
            for (place, (_, share)) in outlook.policy.iter_mut().enumerate() {
                *share = if at_root {
                    (place + 1) as f32 / ((last + 1) * (last + 2) / 2) as f32
                } else {
                    (last - place) as f32 / (last * (last + 1) / 2) as f32
                };
            }
        };
        let oracle: Arc<dyn Oracle> = Arc::new(Changed(sobered));
        let settings = search(Arc::default(), 1).settings;
        let mut search = Search::asking(Some(Arc::clone(&oracle)), settings);
        let mut position = empty(5);
        let never = Arc::default();
        for kept in [false, true, true] {
            let found = search.analyze(&position, &evaluations(400), &never, None);
            assert_eq!(found.playouts > found.new_playouts + 1, kept);
            let said = oracle.look(&position, View::ROOT);
            for one in &found.candidates {
                let share = said.policy.iter().find(|(to, _)| *to == one.to);
                let (_, share) = share.expect("a legal move");
                assert!((one.prior - f64::from(*share)).abs() < 1e-3, "{}", one.to);
            }
            position.play(found.best).expect("legal");
        }
    }

    /// An illegal move is no candidate, even if the tree has searched it as a legal move of a
    /// transposition.
    #[test]
    fn what_repeats_a_position_of_the_game_is_no_candidate() {
        let board = diagram::board(". . .\n. . .").expect("a board");
        let never = Arc::default();
        for game in 0..20 {
            let mut position = Position::set_up(board.clone(), Color::Black, Rules::TROMP_TAYLOR);
            let mut search = search(Arc::default(), 1);
            for number in 0..14 {
                let found = search.analyze(&position, &evaluations(150), &never, None);
                let mut tried = found.candidates.iter().map(|one| one.to);
                assert!(
                    tried.all(|to| position.is_legal(to)),
                    "{}",
                    position.board()
                );
                let legal: Vec<Move> = position.legal_moves().collect();
                let to = legal[(game * game + 5 * number) % legal.len()];
                position.play(to).expect("legal");
            }
        }
    }

    /// A full tree is pruned and the search goes on.
    #[test]
    fn memory_is_bounded() {
        let mut search = search(Arc::default(), 2);
        let never = Arc::default();
        let found = search.analyze(&empty(19), &evaluations(1500), &never, None);
        assert!(found.new_playouts >= 1500 && !found.candidates.is_empty());
        // Each expansion has added children to the tree.
        let tree = &search.tree;
        let mut open = vec![Tree::ROOT];
        let mut nodes = 1;
        while let Some(node) = open.pop() {
            nodes += tree.children(node).len();
            open.extend(tree.children(node));
        }
        assert!(nodes * size_of::<Node>() < 8 << 20, "{nodes}");
    }
}
