//! Endless play: the cycles of a directed graph with edge costs.

/// A directed graph with edge costs.
pub(super) struct CycleGraph {
    /// The edges from each node: target and cost.
    edges: Vec<Vec<(usize, i64)>>,
    /// The strongly connected component of each node, named by one of its nodes.
    components: Vec<usize>,
}

impl CycleGraph {
    /// The graph with these edges from each node: target and cost.
    pub(super) fn new(edges: Vec<Vec<(usize, i64)>>) -> CycleGraph {
        let components = components(&edges);
        CycleGraph { edges, components }
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns the strongly connected component of a node. Two nodes share one if each can be
    /// reached from the other.
    pub(super) fn component(&self, node: usize) -> usize {
        self.components[node]
    }

    /// Returns true if a cycle passes through a node.
    pub(super) fn is_on_cycle(&self, node: usize) -> bool {
        let mut edges = self.edges[node].iter();
        edges.any(|&(to, _)| self.components[to] == self.components[node])
    }

    /// Returns true if there is a cycle through accepted nodes only: they have no topological order
    /// (Kahn).
    pub(super) fn has_cycle_within(&self, is_in: impl Fn(usize) -> bool) -> bool {
        let nodes: Vec<usize> = (0..self.len()).filter(|&node| is_in(node)).collect();
        let next = |node: usize| {
            let edges = self.edges[node].iter().map(|edge| edge.0);
            edges.filter(|&to| is_in(to))
        };
        let mut entering = vec![0usize; self.len()];
        for &node in &nodes {
            next(node).for_each(|to| entering[to] += 1);
        }
        let mut work = nodes.clone();
        work.retain(|&node| entering[node] == 0);
        let mut sorted = 0;
        while let Some(node) = work.pop() {
            sorted += 1;
            for to in next(node) {
                entering[to] -= 1;
                if entering[to] == 0 {
                    work.push(to);
                }
            }
        }
        sorted < nodes.len()
    }

    /// Returns true if the edges of some cycle have a positive total worth.
    ///
    /// `worth` values an edge by its source, target and cost; `None` leaves the edge out. If there
    /// is such a cycle, a longest path keeps growing (Bellman 1958), and the edges of its last
    /// growth soon contain the cycle (Cherkassky and Goldberg 1999).
    pub(super) fn has_gain(&self, worth: impl Fn(usize, usize, i64) -> Option<i64>) -> bool {
        let edges = self.worths(worth);
        let mut longest = vec![0i64; self.len()];
        let mut before = vec![None; self.len()];
        for pass in 1..=self.len() {
            let mut has_grown = false;
            for &(from, to, worth) in &edges {
                let through = longest[from] + worth;
                if through > longest[to] {
                    longest[to] = through;
                    before[to] = Some(from);
                    has_grown = true;
                }
            }
            if !has_grown {
                return false;
            }
            if pass.is_power_of_two() && goes_round(&before) {
                return true;
            }
        }
        !self.edges.is_empty()
    }

    /// Returns the edges that can be part of a cycle, with their worth.
    fn worths(&self, worth: impl Fn(usize, usize, i64) -> Option<i64>) -> Vec<(usize, usize, i64)> {
        let mut found = Vec::new();
        for (from, edges) in self.edges.iter().enumerate() {
            for &(to, cost) in edges {
                if self.components[from] == self.components[to] {
                    found.extend(worth(from, to, cost).map(|worth| (from, to, worth)));
                }
            }
        }
        found
    }
}

/// Returns true if following the predecessors from some node never ends.
fn goes_round(before: &[Option<usize>]) -> bool {
    // The first node whose walk reached each node.
    let mut begun = vec![None; before.len()];
    (0..before.len()).any(|begin| {
        let mut at = Some(begin);
        while let Some(node) = at.filter(|&node| begun[node].is_none()) {
            begun[node] = Some(begin);
            at = before[node];
        }
        at.is_some_and(|node| begun[node] == Some(begin))
    })
}

/// Returns the strongly connected component of each node, named by one of its nodes (Kosaraju).
fn components(edges: &[Vec<(usize, i64)>]) -> Vec<usize> {
    let mut into = vec![Vec::new(); edges.len()];
    for (from, edges) in edges.iter().enumerate() {
        edges.iter().for_each(|&(to, _)| into[to].push(from));
    }
    let mut components = vec![None; edges.len()];
    for root in finished(edges).into_iter().rev() {
        let mut work = vec![root];
        while let Some(node) = work.pop() {
            if components[node].is_none() {
                components[node] = Some(root);
                work.extend(&into[node]);
            }
        }
    }
    let named = components.into_iter().enumerate();
    named.map(|(node, root)| root.unwrap_or(node)).collect()
}

/// Returns the nodes in depth-first postorder.
fn finished(edges: &[Vec<(usize, i64)>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; edges.len()];
    for root in 0..edges.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            if let Some(&(to, _)) = edges[*node].get(*next) {
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
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::playout::{dice, roll};

    /// Finds the worth of every simple cycle through accepted nodes by walking every path.
    fn cycles(edges: &[Vec<(usize, i64)>], is_in: &dyn Fn(usize) -> bool) -> Vec<i64> {
        fn walk(
            edges: &[Vec<(usize, i64)>],
            is_in: &dyn Fn(usize) -> bool,
            path: &mut Vec<usize>,
            worth: i64,
            found: &mut Vec<i64>,
        ) {
            let (first, last) = (path[0], path[path.len() - 1]);
            for &(to, cost) in edges[last].iter().filter(|edge| is_in(edge.0)) {
                if to == first {
                    found.push(worth - cost);
                } else if !path.contains(&to) {
                    path.push(to);
                    walk(edges, is_in, path, worth - cost, found);
                    path.pop();
                }
            }
        }
        let mut found = Vec::new();
        for first in (0..edges.len()).filter(|&node| is_in(node)) {
            walk(edges, is_in, &mut vec![first], 0, &mut found);
        }
        found
    }

    #[test]
    fn cycles_are_those_found_by_walking_every_path() {
        let mut dice = dice(7);
        let mut counts = [0; 4];
        for _ in 0..3_000 {
            let size = 1 + roll(&mut dice, 6);
            let mut edges = vec![Vec::new(); size];
            for _ in 0..roll(&mut dice, 2 * size + 1) {
                let cost = roll(&mut dice, 7) as i64 - 3;
                edges[roll(&mut dice, size)].push((roll(&mut dice, size), cost));
            }
            let graph = CycleGraph::new(edges.clone());
            let is_in = |node: usize| !node.is_multiple_of(3);
            let within = !cycles(&edges, &is_in).is_empty();
            assert_eq!(graph.has_cycle_within(is_in), within, "{edges:?}");
            let all = cycles(&edges, &|_| true);
            let gains = all.iter().any(|&worth| worth > 0);
            assert_eq!(graph.has_gain(|_, _, cost| Some(-cost)), gains, "{edges:?}");
            let is_any = (0..size).any(|node| graph.is_on_cycle(node));
            assert_eq!(is_any, !all.is_empty(), "{edges:?}");
            counts[usize::from(within)] += 1;
            counts[2 + usize::from(gains)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
