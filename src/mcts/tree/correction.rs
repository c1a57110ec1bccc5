//! Subtree value bias correction: learned errors of the evaluator, by local context.
//!
//! The context is the move that led to a node and the stones around it. An evaluator that misjudges
//! a move in one place of the tree likely misjudges it in others (KataGo; Wu, `KataGoMethods.md`,
//! 2020).

use fxhash::FxHashMap;

/// Fraction of the mean error that a prediction is corrected by (KataGo's default).
const TRUST: f64 = 0.45;
/// Fraction of a node's contribution that is dropped with the node (KataGo's default).
const FORGOTTEN: f64 = 0.8;

/// Weighted sum of errors: found value minus predicted value.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    sum: f64,
    weight: f64,
}

impl Errors {
    fn add(&mut self, errors: Errors, times: f64) {
        self.sum += errors.sum * times;
        self.weight += errors.weight * times;
    }
}

/// Errors by context. A node is identified by the index of its first child.
#[derive(Debug, Default)]
pub(super) struct Corrections {
    errors: FxHashMap<u64, Errors>,
    /// Context and contribution of each node.
    nodes: FxHashMap<u32, (u64, Errors)>,
}

impl Corrections {
    /// Registers the context of a node.
    pub(super) fn note(&mut self, node: u32, surroundings: u64) {
        let nothing = (surroundings, Errors::default());
        self.nodes.entry(node).or_insert(nothing);
    }

    /// Returns the expected error of the prediction at a node, for the side to move.
    pub(super) fn of(&self, node: u32) -> f64 {
        let noted = self.nodes.get(&node);
        match noted.and_then(|(surroundings, _)| self.errors.get(surroundings)) {
            Some(errors) if errors.weight > 0.001 => TRUST * errors.sum / errors.weight,
            _ => 0.0,
        }
    }

    /// Records that a node's value exceeds its prediction by `more`, after this many playouts.
    ///
    /// It replaces the node's earlier contribution.
    pub(super) fn learn(&mut self, node: u32, more: f64, playouts: f64) {
        let weight = playouts.powf(0.85);
        let found = Errors {
            sum: more * weight,
            weight,
        };
        if let Some((surroundings, added)) = self.nodes.get_mut(&node) {
            let errors = self.errors.entry(*surroundings).or_default();
            errors.add(*added, -1.0);
            errors.add(found, 1.0);
            *added = found;
        }
    }

    /// Remaps the errors to a copy of the tree with other node indices.
    ///
    /// The contribution of a dropped node remains in part if a kept node has its context.
    pub(super) fn renamed(&self, names: &FxHashMap<u32, u32>) -> Corrections {
        let mut left: FxHashMap<u64, Errors> = self.errors.clone();
        let mut nodes = FxHashMap::default();
        for (node, (surroundings, added)) in &self.nodes {
            if let Some(name) = names.get(node) {
                nodes.insert(*name, (*surroundings, *added));
            } else if let Some(errors) = left.get_mut(surroundings) {
                errors.add(*added, -FORGOTTEN);
            }
        }
        let kept = nodes.values().filter_map(|(surroundings, _)| {
            let errors = left.get(surroundings)?;
            Some((*surroundings, *errors))
        });
        Corrections {
            errors: kept.collect(),
            nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two nodes with one context, and one with another.
    fn noted() -> Corrections {
        let mut corrections = Corrections::default();
        for (node, surroundings) in [(1, 77), (2, 77), (3, 78)] {
            corrections.note(node, surroundings);
        }
        corrections
    }

    #[test]
    fn what_was_wrong_in_one_node_is_corrected_in_others_like_it() {
        let mut corrections = noted();
        assert_eq!(corrections.of(1), 0.0);
        corrections.learn(1, -0.2, 10.0);
        assert!((corrections.of(2) + 0.2 * TRUST).abs() < 1e-12);
        assert_eq!(corrections.of(3), 0.0);
        // A later finding replaces an earlier one.
        corrections.learn(1, 0.1, 20.0);
        assert!((corrections.of(2) - 0.1 * TRUST).abs() < 1e-12);
        corrections.learn(2, -0.1, 20.0);
        assert!(corrections.of(1).abs() < 1e-12);
        // A node without a registered context neither contributes nor is corrected.
        corrections.learn(9, 1.0, 1.0);
        assert_eq!(corrections.of(9), 0.0);
    }

    #[test]
    fn what_is_left_out_is_mostly_forgotten() {
        let mut corrections = noted();
        corrections.learn(1, 0.4, 10.0);
        corrections.learn(2, -0.4, 10.0);
        corrections.learn(3, 0.4, 10.0);
        let names = [(2, 5)].into_iter().collect();
        let renamed = corrections.renamed(&names);
        assert_eq!(renamed.nodes.len(), 1);
        assert_eq!(renamed.errors.len(), 1);
        let expected = -0.4 * FORGOTTEN / (2.0 - FORGOTTEN) * TRUST;
        assert!((renamed.of(5) - expected).abs() < 1e-12);
    }
}
