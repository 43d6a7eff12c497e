//! The experiment of Table 1: the error in the value of a partial tree as a function of its number of nodes.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::tree::ROOT;
use super::{Plain, RandomTree, Search, deepened};
use crate::game::{Game, INFINITY, Value};
use crate::quiescence::{AsListed, FullWidth, Static};
use crate::{Counted, Limits};

/// The results for one tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The value of the whole game, for the side that begins.
    pub value: Value,
    /// How the value of alpha-beta approaches the true value.
    pub alpha_beta: Course,
    /// How the value of the conspiracy-number search approaches the true value.
    pub conspiracy: Course,
}

/// How the value of a search approaches the true value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Course {
    /// The absolute error of the search's value after each of the given numbers of nodes. A search that has no value
    /// yet counts as having the value 0.
    pub errors: Vec<Value>,
    /// The number of nodes after which the search's value was correct and remained so; `None` if it was wrong at the
    /// end.
    pub settled: Option<usize>,
}

/// Searches a random tree with iteratively deepened alpha-beta, to the end of the game, and with conspiracy numbers,
/// and compares their values after the same numbers of nodes. Returns `None` if it was stopped.
///
/// For alpha-beta, the nodes visited in all iterations are counted, and the value is that of the last complete
/// iteration. For the conspiracy search, the nodes of its tree are counted; the tree grows to the largest of the given
/// numbers.
pub fn experiment(tree: &RandomTree, nodes: &[usize], stop: Option<&AtomicBool>) -> Option<Outcome> {
    let fixed = by_alpha_beta(tree, stop)?;
    let grown = by_conspiracy(tree, nodes.iter().copied().max().unwrap_or(0), stop)?;
    let &(_, value) = fixed.last()?;
    let course = |values: &Values| Course {
        errors: nodes
            .iter()
            .map(|&nodes| (within(values, nodes) - value).abs())
            .collect(),
        settled: settled(values, value),
    };
    Some(Outcome { value, alpha_beta: course(&fixed), conspiracy: course(&grown) })
}

/// The successive values of a search, each with the number of nodes visited by then.
type Values = Vec<(usize, Value)>;

fn by_alpha_beta(tree: &RandomTree, stop: Option<&AtomicBool>) -> Option<Values> {
    let mut values = Vec::new();
    let mut nodes = 0;
    for depth in 0..=tree.shape.depth {
        let limits = Limits { nodes: 0, stop };
        let mut counted = Counted::new(tree.clone(), limits);
        let value = alpha_beta(&mut counted, depth, -INFINITY, INFINITY);
        if counted.interrupted {
            return None;
        }
        nodes += counted.statistics.nodes as usize;
        values.push((nodes, value));
    }
    Some(values)
}

fn by_conspiracy(tree: &RandomTree, most: usize, stop: Option<&AtomicBool>) -> Option<Values> {
    let mut search = Search::new(tree.clone(), Plain, usize::MAX);
    let mut values = Vec::new();
    loop {
        let tree = search.tree();
        values.push((tree.len(), tree.value(ROOT)));
        let next = deepened(tree, 0).filter(|_| tree.len() < most);
        let Some(leaf) = next else {
            return Some(values);
        };
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return None;
        }
        search.expand(leaf);
    }
}

/// Returns the last value of a search with at most this number of nodes; 0 before its first value.
fn within(values: &Values, nodes: usize) -> Value {
    let complete = values.partition_point(|&(needed, _)| needed <= nodes);
    complete.checked_sub(1).map_or(0, |last| values[last].1)
}

/// Returns the number of nodes from which the search's value was right and stayed so.
fn settled(values: &Values, value: Value) -> Option<usize> {
    let wrong = values.iter().rposition(|&(_, other)| other != value);
    let first = wrong.map_or(0, |last| last + 1);
    values.get(first).map(|&(nodes, _)| nodes)
}

/// Searches a position to a depth by alpha-beta, with which the paper compares. Returns the value if it lies between
/// the bounds; otherwise, a bound on it (fail-soft).
pub fn alpha_beta<G: Game>(game: &mut G, depth: u32, alpha: Value, beta: Value) -> Value {
    let mut search = FullWidth::new(Static, AsListed);
    search.search(game, alpha, beta, depth)
}
