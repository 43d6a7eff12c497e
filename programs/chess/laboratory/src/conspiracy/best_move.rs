//! The choice of the next leaf to expand in order to make the best move certain: section 9 of the paper.

use std::cmp::Reverse;

use super::growth::distance;
use super::tree::{NodeId, ROOT, Tree};

/// A strategy for making the best move certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Show that its value is what it seems to be.
    ProveBest,
    /// Show that the values of the other moves are smaller.
    DisproveRest,
    /// Rule out the larger change of a value. The paper leaves the choice open; its procedure for the value of the root
    /// chooses in this way.
    Further,
}

/// The successor of the root that is best whatever `conspirators` leaves do, if there is one; the leftmost of equals.
pub fn best_successor<M: Copy>(tree: &Tree<M>, conspirators: usize) -> Option<NodeId> {
    tree.successors(ROOT).find(|&best| {
        let least = tree.v_min(best, conspirators);
        rivals(tree, best).all(|rival| tree.v_max(rival, conspirators) <= least)
    })
}

/// The number of leaves in the smallest conspiracy that leaves no successor of the root certain to be best.
pub fn undecided_move<M: Copy>(tree: &Tree<M>) -> Option<usize> {
    let all = tree.successors(ROOT);
    let most = all.map(|id| tree.most_conspirators(id)).max()?;
    (1..=most).find(|&conspirators| best_successor(tree, conspirators).is_none())
}

/// The next leaf to expand in order to make the best move certain. `None` if no conspiracy distinguished by the tree's
/// sequences can make another move the best.
pub fn best_move<M: Copy>(tree: &Tree<M>, strategy: Strategy) -> Option<NodeId> {
    if tree.is_leaf(ROOT) {
        return tree.is_open(ROOT).then_some(ROOT);
    }
    let conspirators = undecided_move(tree)?;
    let best = best_successor(tree, conspirators - 1)?;
    let greatest = |rival| tree.v_max(rival, conspirators);
    let rival = rivals(tree, best).max_by_key(|&rival| (greatest(rival), Reverse(rival)))?;
    let (fall, rise) = (tree.v_min(best, conspirators), greatest(rival));
    let prove_best = match strategy {
        Strategy::ProveBest => true,
        Strategy::DisproveRest => false,
        Strategy::Further => distance(fall, tree.value(best)) >= distance(rise, tree.value(rival)),
    };
    let prove = tree.strategy_leaf(best, fall);
    let disprove = tree.strategy_leaf(rival, rise);
    // Conspirators may be unable to make the best move worse, or the other one better, but not both.
    if prove_best {
        prove.or(disprove)
    } else {
        disprove.or(prove)
    }
}

fn rivals<M: Copy>(tree: &Tree<M>, best: NodeId) -> impl Iterator<Item = NodeId> {
    tree.successors(ROOT).filter(move |&successor| successor != best)
}
