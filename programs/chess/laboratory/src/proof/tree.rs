//! The tree of a proof-number search.

use std::ops::Range;

use super::{Examined, Numbers, Question};

/// The number of a node of a [`ProofTree`]. Every node comes after its predecessor.
pub type NodeId = usize;

/// The root of every tree.
pub const ROOT: NodeId = 0;

#[derive(Debug)]
struct Node<M> {
    /// The predecessor, and the move that leads from it to this node; `None` at the root.
    entered: Option<(NodeId, M)>,
    proves: bool,
    /// The range of the successors; empty for a leaf.
    successors: Range<NodeId>,
    numbers: Numbers,
}

/// The positions that a search stores, with their numbers. Of a position's moves, either all or none are present.
#[derive(Debug)]
pub struct ProofTree<M> {
    nodes: Vec<Node<M>>,
}

impl<M: Copy> ProofTree<M> {
    /// Returns a tree that consists only of the root.
    pub fn new<Q: Question<Move = M>>(question: &mut Examined<'_, Q>) -> Self {
        let numbers = question.numbers(&mut Vec::new());
        let root = Node { entered: None, proves: question.proves(), successors: 0..0, numbers };
        Self { nodes: vec![root] }
    }

    /// Returns the number of nodes in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if the tree consists only of the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Returns the proof and disproof numbers of a node.
    pub fn numbers(&self, id: NodeId) -> Numbers {
        self.nodes[id].numbers
    }

    /// Returns true if the side that wants the answer to be yes is to play at a node.
    pub fn proves(&self, id: NodeId) -> bool {
        self.nodes[id].proves
    }

    /// Returns the successors of a node, in the order of their moves.
    pub fn successors(&self, id: NodeId) -> Range<NodeId> {
        self.nodes[id].successors.clone()
    }

    /// Returns the predecessor of a node; `None` for the root.
    pub fn predecessor(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].entered.map(|(predecessor, _)| predecessor)
    }

    /// Returns the move that leads to a node; `None` at the root.
    pub fn entered_by(&self, id: NodeId) -> Option<M> {
        self.nodes[id].entered.map(|(_, m)| m)
    }

    /// Returns the most-proving leaf, and the moves that lead to it: at each position, the move with which the side to
    /// play needs the fewest leaves, the first of equals. If the root is answered, the leaf may be answered too.
    pub fn most_proving(&self) -> (NodeId, Vec<M>) {
        let (mut id, mut path) = (ROOT, Vec::new());
        while let Some(next) = self.easiest(id) {
            path.extend(self.entered_by(next));
            id = next;
        }
        (id, path)
    }

    /// Returns the successor with which the side to play needs the fewest leaves, the first of equals; `None` for a
    /// leaf.
    pub fn easiest(&self, id: NodeId) -> Option<NodeId> {
        let node = &self.nodes[id];
        let needs = |&successor: &NodeId| self.nodes[successor].numbers.easy(node.proves);
        node.successors.clone().min_by_key(needs)
    }

    /// Gives a leaf its successors, each with its move, whether the proving side plays there, and its numbers. Updates
    /// the numbers of the leaf and of all nodes above it. A node that has successors keeps them, and without any the node
    /// stays a leaf.
    pub fn expand(&mut self, leaf: NodeId, successors: impl IntoIterator<Item = (M, bool, Numbers)>) {
        let (is_leaf, first) = (self.successors(leaf).is_empty(), self.len());
        let successors = successors.into_iter().filter(|_| is_leaf);
        self.nodes.extend(successors.map(|(m, proves, numbers)| Node {
            entered: Some((leaf, m)),
            proves,
            successors: 0..0,
            numbers,
        }));
        if self.len() == first {
            return;
        }
        self.nodes[leaf].successors = first..self.len();
        let mut next = Some(leaf);
        while let Some(id) = next {
            let node = &self.nodes[id];
            let below = self.nodes[node.successors.clone()].iter().map(|node| node.numbers);
            let numbers = Numbers::of_moves(node.proves, below);
            // The numbers of the leaf itself may be unchanged, too.
            if numbers == node.numbers {
                break;
            }
            let node = &mut self.nodes[id];
            node.numbers = numbers;
            next = node.entered.map(|(predecessor, _)| predecessor);
        }
    }
}
