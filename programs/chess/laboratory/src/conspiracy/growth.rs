//! The choice of the next leaf to expand in order to make the root's value certain: sections 5 and 8 of the paper.

use super::tree::{NodeId, ROOT, Tree};
use crate::game::{INFINITY, Value};

/// Returns the next leaf to expand by the basic procedure, which continues until conspiracies of up to N<sub>t</sub>
/// leaves (`conspirators`) cannot change the value of the root by more than Δ. Returns `None` once that is so.
pub fn basic<M: Copy>(tree: &Tree<M>, conspirators: usize, delta: Value) -> Option<NodeId> {
    if range(tree, conspirators) <= delta {
        return None;
    }
    let value = tree.value(ROOT);
    let greatest = tree.v_max(ROOT, conspirators);
    let least = tree.v_min(ROOT, conspirators);
    let rule_out = if distance(greatest, value) > distance(least, value) {
        greatest
    } else {
        least
    };
    tree.strategy_leaf(ROOT, rule_out)
}

/// Returns the next leaf to expand by the procedure with iterative deepening: the basic procedure with the size of the
/// smallest conspiracy that can change the value of the root by more than Δ. `None` if no conspiracy distinguished by
/// the tree's sequences can.
pub fn deepened<M: Copy>(tree: &Tree<M>, delta: Value) -> Option<NodeId> {
    let conspirators = undecided(tree, delta)?;
    basic(tree, conspirators, delta)
}

/// Returns the number of leaves in the smallest conspiracy that can change the value of the root by more than Δ; `None`
/// if no conspiracy distinguished by the tree's sequences can.
pub fn undecided<M: Copy>(tree: &Tree<M>, delta: Value) -> Option<usize> {
    (1..=tree.most_conspirators(ROOT)).find(|&conspirators| range(tree, conspirators) > delta)
}

/// Returns the distance between the extreme likely values of the root.
fn range<M: Copy>(tree: &Tree<M>, conspirators: usize) -> Value {
    tree.v_max(ROOT, conspirators) - tree.v_min(ROOT, conspirators)
}

/// Returns the distance between two values. All infinite distances count as equal.
pub(super) fn distance(likely: Value, value: Value) -> Value {
    if likely.abs() == INFINITY {
        INFINITY
    } else {
        (likely - value).abs()
    }
}
