//! An incomplete game tree, with the bounds sequences of all its nodes.

use std::ops::Range;

use super::{Bounds, Evaluation};
use crate::game::Value;

/// The players. Max is the side to play at the root; values are from Max's point of view unless a player is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The side to play at the root.
    Max,
    /// The opponent.
    Min,
}

impl Side {
    /// Returns the other player.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// Converts a value from Max's point of view to this player's, or back.
    pub const fn sees(self, value: Value) -> Value {
        match self {
            Self::Max => value,
            Self::Min => value.saturating_neg(),
        }
    }
}

/// The number of a node of a [`Tree`]. The root is 0, and every node comes after its predecessor.
pub type NodeId = usize;

/// The root of every tree.
pub const ROOT: NodeId = 0;

#[derive(Debug)]
struct Node<M> {
    /// The predecessor, and the move that leads from it to this node; `None` at the root.
    entered: Option<(NodeId, M)>,
    turn: Side,
    depth: u32,
    /// Successors in the order of their moves; empty for a leaf.
    successors: Range<NodeId>,
    /// The values that conspirators can reach for Max, and for Min.
    bounds: [Bounds; 2],
}

/// An incomplete game tree. Of a node's successors, either all or none are present.
#[derive(Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The maximum size of the conspiracies that the bounds sequences distinguish; see [`Tree::new`].
    pub conspirators: usize,
    /// The number of nodes that have successors.
    pub expanded: usize,
    /// The maximum number of moves from the root to a node.
    pub depth: u32,
}

impl<M: Copy> Tree<M> {
    /// Returns a tree that consists only of the root.
    ///
    /// Bounds sequences are kept for conspiracies of up to `conspirators` leaves; larger conspiracies are assumed to be
    /// unlimited. With `usize::MAX`, the sequences are complete.
    pub fn new(root: Evaluation, conspirators: usize) -> Self {
        let mut tree = Self { nodes: Vec::new(), conspirators, expanded: 0, depth: 0 };
        tree.add(None, Side::Max, 0, root);
        tree
    }

    /// Gives a leaf its successors in order, and updates the bounds of all nodes above them. A node that has successors
    /// keeps them, and without any the node stays a leaf: see [`Tree::finish`].
    pub fn expand(&mut self, leaf: NodeId, successors: impl IntoIterator<Item = (M, Evaluation)>) {
        let (is_leaf, first) = (self.is_leaf(leaf), self.len());
        let (turn, depth) = (self.turn(leaf).opponent(), self.nodes[leaf].depth + 1);
        for (m, evaluation) in successors.into_iter().filter(|_| is_leaf) {
            self.add(Some((leaf, m)), turn, depth, evaluation);
        }
        if self.len() == first {
            return;
        }
        self.nodes[leaf].successors = first..self.len();
        self.expanded += 1;
        self.depth = self.depth.max(depth);
        self.back_up(Some(leaf));
    }

    /// Marks a leaf as a finished game with this value for the side to play, and updates the bounds of the nodes above
    /// the leaf.
    pub fn finish(&mut self, leaf: NodeId, value: Value) {
        let node = &mut self.nodes[leaf];
        node.bounds = by_side(node.turn, Evaluation::finished(value));
        let predecessor = node.entered.map(|(predecessor, _)| predecessor);
        self.back_up(predecessor);
    }

    fn add(&mut self, entered: Option<(NodeId, M)>, turn: Side, depth: u32, of: Evaluation) {
        let mut bounds = by_side(turn, of);
        bounds.iter_mut().for_each(|bounds| bounds.shorten(self.conspirators));
        self.nodes.push(Node { entered, turn, depth, successors: 0..0, bounds });
    }

    /// Computes the bounds of a node and of those above it, until they no longer change.
    fn back_up(&mut self, from: Option<NodeId>) {
        let mut next = from;
        while let Some(id) = next {
            let bounds = [Side::Max, Side::Min].map(|side| self.combine(id, side));
            let node = &mut self.nodes[id];
            if node.bounds == bounds {
                break;
            }
            node.bounds = bounds;
            next = node.entered.map(|(predecessor, _)| predecessor);
        }
    }

    /// Returns the values that conspirators below an inner node can reach for a player.
    fn combine(&self, id: NodeId, side: Side) -> Bounds {
        let successors = self.successors(id).map(|successor| self.bounds(successor, side));
        let mut bounds = if self.turn(id) == side {
            Bounds::alone(successors)
        } else {
            Bounds::together(successors)
        };
        bounds.shorten(self.conspirators);
        bounds
    }

    /// Returns the number of nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the tree consists only of the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Returns the player to move at a node.
    pub fn turn(&self, id: NodeId) -> Side {
        self.nodes[id].turn
    }

    /// Returns true if a node has no successors in the tree, either because it has not been expanded yet or because the
    /// game is over there.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.nodes[id].successors.is_empty()
    }

    /// Returns true if a node can be expanded.
    pub fn is_open(&self, id: NodeId) -> bool {
        self.is_leaf(id) && !self.bounds(id, Side::Max).is_empty()
    }

    /// Returns the successors of a node in order.
    pub fn successors(&self, id: NodeId) -> Range<NodeId> {
        self.nodes[id].successors.clone()
    }

    /// Returns the move that leads to a node; `None` at the root.
    pub fn entered_by(&self, id: NodeId) -> Option<M> {
        self.nodes[id].entered.map(|(_, m)| m)
    }

    /// Returns the moves from the root to a node.
    pub fn path(&self, id: NodeId) -> Vec<M> {
        let above = |&id: &NodeId| self.nodes[id].entered.map(|(predecessor, _)| predecessor);
        let mut path: Vec<M> = std::iter::successors(Some(id), above)
            .filter_map(|id| self.entered_by(id))
            .collect();
        path.reverse();
        path
    }

    /// Returns the moves that explain the value of the root: at each node, the first with the same value.
    pub fn line(&self) -> Vec<M> {
        let mut here = ROOT;
        while let Some(next) = self.successors(here).find(|&id| self.value(id) == self.value(ROOT)) {
            here = next;
        }
        self.path(here)
    }

    /// Returns the values that conspirators below a node can reach for a player, from that player's point of view.
    pub fn bounds(&self, id: NodeId, side: Side) -> &Bounds {
        &self.nodes[id].bounds[side as usize]
    }

    /// Returns the minimax value of a node, from Max's point of view.
    pub fn value(&self, id: NodeId) -> Value {
        self.bounds(id, Side::Max).at(0)
    }

    /// Returns the maximum value, from Max's point of view, that this number of conspirators can give a node: the
    /// paper's V<sub>max</sub>.
    pub fn v_max(&self, id: NodeId, conspirators: usize) -> Value {
        self.bounds(id, Side::Max).at(conspirators)
    }

    /// Returns the minimum value, from Max's point of view, that this number of conspirators can give a node: the
    /// paper's V<sub>min</sub>.
    pub fn v_min(&self, id: NodeId, conspirators: usize) -> Value {
        self.bounds(id, Side::Min).at(conspirators).saturating_neg()
    }

    /// Returns the number of conspirators needed to change a node's value to the given value; `None` if it cannot be
    /// reached.
    pub fn needed(&self, id: NodeId, value: Value) -> Option<usize> {
        let side = if value > self.value(id) { Side::Max } else { Side::Min };
        self.bounds(id, side).needed(side.sees(value))
    }

    /// Returns the number of conspirators beyond which the range of likely values of a node does not change or is not
    /// known.
    pub fn most_conspirators(&self, id: NodeId) -> usize {
        let longest = self.nodes[id].bounds.iter().map(Bounds::len).max();
        longest.unwrap_or(0).min(self.conspirators)
    }

    /// Returns the leftmost leaf below a node in some smallest set of conspirators for another value: the paper's
    /// MIN-STRATEGY-LEAF if that value is greater than the node's, and its dual if it is less. `None` if the value
    /// cannot be reached or is the node's own.
    pub fn strategy_leaf(&self, below: NodeId, value: Value) -> Option<NodeId> {
        let side = if value > self.value(below) {
            Side::Max
        } else {
            Side::Min
        };
        let value = side.sees(value);
        let needed = |id| self.bounds(id, side).needed(value);
        needed(below).filter(|&needed| needed > 0)?;
        let mut id = below;
        while !self.is_leaf(id) {
            let mut successors = self.successors(id);
            id = if self.turn(id) == side {
                // This player needs only one successor: the one that takes the fewest conspirators.
                successors.min_by_key(|&successor| needed(successor).unwrap_or(usize::MAX))?
            } else {
                // This player needs all successors: any that is not good enough yet.
                successors.find(|&successor| self.bounds(successor, side).at(0) < value)?
            };
        }
        Some(id)
    }
}

/// Returns the sequences of a leaf by player, Max first.
fn by_side(turn: Side, Evaluation { own, other }: Evaluation) -> [Bounds; 2] {
    match turn {
        Side::Max => [own, other],
        Side::Min => [other, own],
    }
}
