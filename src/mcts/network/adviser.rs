//! Adviser: a network as the evaluator of a search, with an evaluation cache.

use super::evaluation::Evaluation;
use super::inputs::Inputs;
use super::model::OPTIMISM_AT_ROOT;
use super::source::Source;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::Color;
use crate::go::point::{PerPoint, Size};
use crate::go::position::Position;
use crate::mcts::tree::oracle::{Oracle, Outlook, View};
use fxhash::FxHashMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

/// Weight of the optimistic policy below the root (KataGo's default).
const OPTIMISM: f32 = 1.0;

/// A network as the evaluator of a search, with an evaluation cache.
pub struct Adviser {
    source: Source,
    /// Number of symmetries averaged at the root, 1 to 8.
    symmetries: usize,
    said: Mutex<Said>,
}

impl Adviser {
    /// Default size of the evaluation cache in bytes.
    pub const MEMORY: usize = 32 << 20;

    /// Wraps a network, with an empty cache and one symmetry at the root.
    #[must_use]
    pub fn new(source: impl Into<Source>) -> Adviser {
        Adviser::seeing(source, 1)
    }

    /// Wraps a network that averages the root over this many symmetries, 1 to 8.
    #[must_use]
    pub fn seeing(source: impl Into<Source>, symmetries: usize) -> Adviser {
        Adviser {
            source: source.into(),
            symmetries: symmetries.clamp(1, 8),
            said: Mutex::new(Said::within(Adviser::MEMORY)),
        }
    }

    /// Replaces the cache by an empty one of this many bytes.
    #[must_use]
    pub fn with_memory(self, memory: usize) -> Adviser {
        Adviser {
            said: Mutex::new(Said::within(memory)),
            ..self
        }
    }

    /// Runs the network on a position that is not in the cache.
    ///
    /// The root is averaged over `symmetries` symmetries. Other positions are seen in one symmetry,
    /// chosen by the hash of the inputs: a network's orientation bias then averages out over many
    /// positions (Silver et al. 2017). The seed shifts the choice.
    fn evaluate(&self, inputs: &Inputs, (told, view): CacheKey) -> Evaluation {
        let model = self.source.model(inputs.size());
        let turned = match view.seed {
            0 => 0,
            seed => (hash(&(told, seed)) % 8) as usize,
        };
        if !view.at_root {
            let symmetry = Symmetry::all().nth(((told % 8) as usize + turned) % 8);
            let symmetry = symmetry.unwrap_or(Symmetry::NONE);
            return model.evaluate(inputs, symmetry, OPTIMISM);
        }
        let seen = Symmetry::all().chain(Symmetry::all());
        let seen = seen.skip(turned).take(self.symmetries);
        let said: Vec<Evaluation> = seen
            .map(|symmetry| model.evaluate(inputs, symmetry, OPTIMISM_AT_ROOT))
            .collect();
        Evaluation::mean(&said, inputs.size())
    }

    fn said<T>(&self, with: impl FnOnce(&mut Said) -> T) -> T {
        with(&mut self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Adviser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Adviser({})", self.name())
    }
}

impl Oracle for Adviser {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn plays_on(&self, size: Size) -> bool {
        self.source.plays_on(size)
    }

    fn doubt(&self) -> f64 {
        self.source.doubt()
    }

    fn judges(&self) -> bool {
        self.source.judges()
    }

    fn look(&self, position: &Position, view: View) -> Arc<Outlook> {
        let inputs = Inputs::of(position);
        // Below the root, the moves that led to a position are ignored, so that transpositions
        // share an entry.
        let told = if view.at_root {
            inputs.hash()
        } else {
            inputs.hash_but_for_moves()
        };
        let (question, turn) = ((told, view), position.turn());
        if let Some(outlook) = self.said(|said| Some(outlook(&inputs, said.of(question)?, turn))) {
            return Arc::new(outlook);
        }
        let answer = answer(&inputs, &self.evaluate(&inputs, question));
        self.said(|said| said.keep(question, &answer));
        Arc::new(outlook(&inputs, &answer, turn))
    }

    fn forgetful(&self) -> Option<Arc<dyn Oracle>> {
        Some(Arc::new(Adviser {
            source: self.source.clone(),
            symmetries: self.symmetries,
            said: Mutex::new(self.said(|said| Said::with_room(said.room))),
        }))
    }
}

/// Flattens an evaluation to numbers for the cache.
///
/// The layout is: win probability, lead, standard deviation of the lead; the policy in the order of
/// `inputs.moves`; the owner of each point. All are from the perspective of the side to move.
fn answer(inputs: &Inputs, evaluation: &Evaluation) -> Vec<f32> {
    let win = evaluation.win + 0.5 * evaluation.no_result;
    let values = [win, evaluation.lead, evaluation.deviation()].map(|value| value as f32);
    let policy = evaluation
        .policy
        .iter()
        .map(|&(_, probability)| probability);
    let points = inputs.size().points();
    let owners = points.map(|point| evaluation.ownership[point]);
    values.into_iter().chain(policy).chain(owners).collect()
}

/// Rebuilds an evaluation from the numbers of [`answer`].
fn outlook(inputs: &Inputs, answer: &[f32], turn: Color) -> Outlook {
    let (values, rest) = answer.split_at(3);
    let (policy, owners) = rest.split_at(inputs.moves.len());
    let mut ownership = Box::new(PerPoint::new(0.0));
    for (point, &owner) in inputs.size().points().zip(owners) {
        ownership[point] = turn.sign() as f32 * owner;
    }
    Outlook {
        policy: inputs
            .moves
            .iter()
            .copied()
            .zip(policy.iter().copied())
            .collect(),
        win: f64::from(values[0]),
        lead: f64::from(values[1]),
        deviation: f64::from(values[2]),
        ownership,
    }
}

/// Cache key: the hash of the inputs and the view.
type CacheKey = (u64, View);

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Evaluation cache of two generations.
///
/// When the younger generation is full, the older one is dropped.
#[derive(Debug)]
struct Said {
    lately: CacheGeneration,
    before: CacheGeneration,
    /// Capacity of each generation, in numbers.
    room: usize,
}

/// One generation: answers one after the other in a single allocation.
// Separate allocations would be scattered between the buffers of evaluations and fragment the heap.
#[derive(Debug, Default)]
struct CacheGeneration {
    /// Start and length of each answer in `numbers`.
    places: FxHashMap<CacheKey, (usize, usize)>,
    numbers: Vec<f32>,
}

impl CacheGeneration {
    fn of(&self, question: CacheKey) -> Option<&[f32]> {
        let &(begin, length) = self.places.get(&question)?;
        Some(&self.numbers[begin..begin + length])
    }
}

impl Said {
    /// An empty cache of at most this many bytes.
    fn within(memory: usize) -> Said {
        Said::with_room(memory / 2 / size_of::<f32>())
    }

    fn with_room(room: usize) -> Said {
        Said {
            lately: CacheGeneration::default(),
            before: CacheGeneration::default(),
            room,
        }
    }

    fn of(&self, question: CacheKey) -> Option<&[f32]> {
        let lately = self.lately.of(question);
        lately.or_else(|| self.before.of(question))
    }

    /// Stores an answer. If the younger generation is full, the older one is dropped first.
    fn keep(&mut self, question: CacheKey, answer: &[f32]) {
        let numbers = &self.lately.numbers;
        if numbers.len() + answer.len() > numbers.capacity() {
            self.before = mem::take(&mut self.lately);
            self.lately.numbers = Vec::with_capacity(self.room.max(answer.len()));
        }
        let CacheGeneration { places, numbers } = &mut self.lately;
        places.insert(question, (numbers.len(), answer.len()));
        numbers.extend_from_slice(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Rules;
    use crate::mcts::network::KataModel;
    use crate::mcts::network::tests::random_file;
    use std::collections::HashSet;

    #[test]
    fn what_was_said_is_remembered_and_memory_bounded() {
        let file = random_file(12, 3);
        let model = KataModel::read(&file[..], file.len() as u64).expect("a network");
        let adviser = Adviser::new(Arc::new(model));
        let mut position = Position::new(Size::square(5).expect("a size"), Rules::CHINESE);
        let count = || adviser.said(|said| said.lately.places.len());
        let first = adviser.look(&position, View::BELOW);
        let again = adviser.look(&position, View::BELOW);
        assert_eq!((&first.policy, first.win), (&again.policy, again.win));
        assert_eq!((&first.ownership, count()), (&again.ownership, 1));
        let forgetful = adviser.forgetful().expect("it remembers");
        assert_eq!(forgetful.look(&position, View::BELOW).policy, first.policy);
        assert_eq!(count(), 1);
        assert!((0.0..=1.0).contains(&first.win) && first.policy.len() == 26);
        // The root and another komi have separate entries.
        adviser.look(&position, View::ROOT);
        position.set_komi(-position.komi());
        adviser.look(&position, View::BELOW);
        assert_eq!(count(), 3);
        let mut said = Said::within(800_000);
        let answer = vec![0.5; 1000];
        for number in 0..1000 {
            said.keep((number, View::BELOW), &answer);
            assert_eq!(said.of((number, View::BELOW)), Some(&answer[..]));
        }
        let kept = said.lately.places.len() + said.before.places.len();
        assert!((100..=200).contains(&kept), "{kept}");
        assert!(said.of((910, View::BELOW)).is_some() && said.of((700, View::BELOW)).is_none());
        assert_eq!(said.lately.numbers.capacity(), 100_000);
    }

    /// Below the root, transpositions share an entry; at the root, the last moves are part of the
    /// key.
    #[test]
    fn transpositions_are_asked_about_once() {
        let file = random_file(12, 3);
        let model = KataModel::read(&file[..], file.len() as u64).expect("a network");
        let adviser = Adviser::new(Arc::new(model));
        let count = || adviser.said(|said| said.lately.places.len());
        let after = |moves: &str, rules: Rules| {
            let mut position = Position::new(Size::square(5).expect("a size"), rules);
            for to in moves.split(' ') {
                position.play(to.parse().expect("a move")).expect("legal");
            }
            position
        };
        let one = after("B2 D4 C3 D2 E1", Rules::CHINESE);
        let other = after("E1 D2 C3 D4 B2", Rules::CHINESE);
        let said = adviser.look(&one, View::BELOW);
        assert_eq!(said.policy, adviser.look(&other, View::BELOW).policy);
        assert_eq!(count(), 1);
        adviser.look(&one, View::ROOT);
        adviser.look(&other, View::ROOT);
        assert_eq!(count(), 3);
        // A pass just made and the rules are part of the key.
        adviser.look(&after("B2 D4 C3 D2 E1", Rules::JAPANESE_1989), View::BELOW);
        adviser.look(
            &after("B2 D4 C3 D2 pass pass E1", Rules::JAPANESE_1989),
            View::BELOW,
        );
        assert_eq!(count(), 4);
        adviser.look(
            &after("B2 D4 C3 D2 pass", Rules::JAPANESE_1989),
            View::BELOW,
        );
        adviser.look(
            &after("D2 C3 D4 B2 pass", Rules::JAPANESE_1989),
            View::BELOW,
        );
        assert_eq!(count(), 6);
        let mut turned = one.clone();
        turned.set_turn(!one.turn());
        adviser.look(&turned, View::BELOW);
        assert_eq!(count(), 7);
    }

    /// The root is the mean over the chosen number of symmetries.
    #[test]
    fn the_root_is_seen_by_symmetries() {
        let file = random_file(12, 3);
        let model = KataModel::read(&file[..], file.len() as u64).expect("a network");
        let model = Arc::new(model);
        let mut position = Position::new(Size::new(5, 4).expect("a size"), Rules::CHINESE);
        for to in ["B2", "D3", "C1"] {
            position.play(to.parse().expect("a move")).expect("legal");
        }
        let inputs = Inputs::of(&position);
        let seen: Vec<Evaluation> = Symmetry::all()
            .map(|symmetry| model.evaluate(&inputs, symmetry, OPTIMISM_AT_ROOT))
            .collect();
        for symmetries in [1, 3, 8] {
            let adviser = Adviser::seeing(Arc::clone(&model), symmetries);
            let said = adviser.look(&position, View::ROOT);
            let of = &seen[..symmetries];
            let mean = |value: &dyn Fn(&Evaluation) -> f64| {
                of.iter().map(value).sum::<f64>() / symmetries as f64
            };
            assert!((said.lead - mean(&|one| one.lead)).abs() < 1e-4);
            assert!((said.win - mean(&|one| one.win + 0.5 * one.no_result)).abs() < 1e-5);
            for (number, &(to, probability)) in said.policy.iter().enumerate() {
                let expected = mean(&|one| f64::from(one.policy[number].1));
                assert!((f64::from(probability) - expected).abs() < 1e-5, "{to}");
            }
            let sign = f64::from(position.turn().sign());
            for point in inputs.size().points() {
                let expected = sign * mean(&|one| f64::from(one.ownership[point]));
                assert!((f64::from(said.ownership[point]) - expected).abs() < 1e-5);
            }
            // Below the root there is one symmetry, which varies with the position.
            let mut chosen = HashSet::new();
            for komi in 0..20 {
                let mut other = position.clone();
                other.set_komi(f64::from(komi));
                let inputs = Inputs::of(&other);
                let below = adviser.look(&other, View::BELOW);
                let views = Symmetry::all().map(|view| model.evaluate(&inputs, view, OPTIMISM));
                let is_it = |view: &Evaluation| below.lead == f64::from(view.lead as f32);
                let views: Vec<Evaluation> = views.collect();
                chosen.insert(views.iter().position(is_it).expect("it is one of them"));
            }
            assert!(chosen.len() > 3, "{chosen:?}");
            // A seed chooses other symmetries, at the root too, unless all eight are averaged
            // there.
            for view in [View::ROOT, View::BELOW] {
                let seen = |seed| adviser.look(&position, view.with_seed(seed)).lead;
                let leads: Vec<f64> = (0..20).map(seen).collect();
                let is_one = leads.iter().all(|lead| (lead - leads[0]).abs() < 1e-4);
                assert_eq!(
                    is_one,
                    view.at_root && symmetries == 8,
                    "{view:?}: {leads:?}"
                );
            }
        }
    }

    /// Ownership is by color, everything else by side to move: exchanging the colors negates it.
    ///
    /// The network's inputs are equal for both, so the second evaluation comes from the cache.
    #[test]
    fn an_outlook_is_of_the_side_to_move() {
        let file = random_file(12, 3);
        let model = KataModel::read(&file[..], file.len() as u64).expect("a network");
        let adviser = Adviser::new(Arc::new(model));
        let size = Size::square(5).expect("a size");
        let look = |first: Color| {
            let mut position = Position::new(size, Rules::JAPANESE_1989);
            position.set_komi(0.0);
            position.set_turn(first);
            for at in ["C3", "B2", "D4"] {
                position.play(at.parse().expect("a move")).expect("legal");
            }
            adviser.look(&position, View::BELOW)
        };
        let (one, other) = (look(Color::Black), look(Color::White));
        assert_eq!(
            (one.win, one.lead, one.deviation),
            (other.win, other.lead, other.deviation)
        );
        assert_eq!(one.policy, other.policy);
        for point in size.points() {
            assert_eq!(one.ownership[point], -other.ownership[point]);
        }
    }
}
