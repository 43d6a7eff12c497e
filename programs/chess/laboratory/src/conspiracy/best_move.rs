//! The choice of the next leaf to expand in order to make the best move certain: section 9 of the paper.

use std::cmp::Reverse;

use super::growth::distance;
use super::tree::{NodeId, ROOT, Tree};

/// A strategy for making the best move certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Prove that the best move is as good as it appears.
    ProveBest,
    /// Prove that the other moves are worse than the best move.
    DisproveRest,
    /// Rule out the larger change in value first. The paper leaves the choice open; its procedure for the value of the
    /// root chooses in this way.
    Further,
}

/// Returns the successor of the root that remains best whatever values `conspirators` leaves take, the leftmost if
/// there are several; `None` if there is none.
pub fn best_successor<M: Copy>(tree: &Tree<M>, conspirators: usize) -> Option<NodeId> {
    tree.successors(ROOT).find(|&best| {
        let least = tree.v_min(best, conspirators);
        rivals(tree, best).all(|rival| tree.v_max(rival, conspirators) <= least)
    })
}

/// Returns the size of the smallest conspiracy that makes it uncertain which successor of the root is best; `None` if
/// no conspiracy distinguished by the tree's sequences does.
pub fn undecided_move<M: Copy>(tree: &Tree<M>) -> Option<usize> {
    let all = tree.successors(ROOT);
    let most = all.map(|id| tree.most_conspirators(id)).max()?;
    (1..=most).find(|&conspirators| best_successor(tree, conspirators).is_none())
}

/// Returns the next leaf to expand in order to make the best move certain; `None` if no conspiracy distinguished by the
/// tree's sequences can make another move the best.
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
    // Conspirators may be unable to make the best move worse or the other move better, but not both.
    if prove_best {
        prove.or(disprove)
    } else {
        disprove.or(prove)
    }
}

fn rivals<M: Copy>(tree: &Tree<M>, best: NodeId) -> impl Iterator<Item = NodeId> {
    tree.successors(ROOT).filter(move |&successor| successor != best)
}
