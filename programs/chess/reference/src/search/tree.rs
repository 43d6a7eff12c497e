//! The stored tree: its entries, and how they are allocated and freed.
//!
//! "The 1986 program maintained a linked-list tree from iteration to iteration. The tree was built and pruned
//! continuously throughout the searches." An entry stands for a position reached by an eligible move: a move that the
//! null move does not refute at the next ply.

use bcp_chess::Move;

use super::readings::Readings;

/// The number of a node's entry. Numbers from the tree's size upwards are temporary entries, one for each ply, which
/// are used when no other entry is free.
pub(super) type Node = usize;

/// The root's entry.
pub(super) const ROOT: Node = 0;

/// An entry of the tree: a position, and what is known about its moves.
#[derive(Clone, Default, Debug)]
pub(super) struct Entry {
    /// The move that leads to this position; `None` at the root.
    pub(super) m: Option<Move>,
    /// The t1v score of the move, for the side that made it: its gain if the other side passes.
    pub(super) score: i16,
    /// If the list is complete, moves outside it have scores of at most this.
    pub(super) lower: i16,
    /// The upper bound with which the children's scores were found: higher scores were cut off.
    pub(super) upper: i16,
    /// The best move at depth one; only while there is no list.
    pub(super) hint: Option<Move>,
    /// True if every move with a score above `lower` is among the children.
    pub(super) complete: bool,
    /// True if the side to play has a mate in one; `None` if that was not tested.
    pub(super) mates: Option<bool>,
    /// The eligible moves, the best first.
    pub(super) children: Vec<Node>,
}

/// The entries, used and free.
pub(super) struct Tree {
    entries: Vec<Entry>,
    free: Vec<Node>,
    size: usize,
    pruning: bool,
    /// The nodes from the root to the current position.
    pub(super) path: Vec<Node>,
}

/// A stored move and what is known about the position after it, for comparing trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredMove {
    /// The ply of the move; moves at the root have ply 1.
    pub ply: u8,
    /// The move.
    pub m: Move,
    /// The move's score: its value in pawns, for the side that plays it, if the other side passes.
    pub score: i16,
    /// If the list of replies is complete, the highest score that an unstored reply can have.
    pub lower: i16,
    /// The bound at which the scores of the replies were cut off.
    pub upper: i16,
    /// True if the list of replies is complete.
    pub complete: bool,
    /// The best reply found at depth one, with which a list will begin; `None` if there is none, or if there is a list.
    pub hint: Option<Move>,
    /// True if the other side can mate in one after the move; `None` if that was not tested.
    pub mates: Option<bool>,
}

impl Entry {
    /// Returns true if there is a list of eligible moves, complete or not.
    pub(super) fn has_list(&self) -> bool {
        self.complete || !self.children.is_empty()
    }
}

impl Tree {
    /// Returns all stored moves, each followed by those after it.
    pub(super) fn moves(&self) -> Vec<StoredMove> {
        let mut list = Vec::new();
        self.collect(ROOT, 1, &mut list);
        list
    }

    fn collect(&self, node: Node, ply: u8, list: &mut Vec<StoredMove>) {
        for &child in &self.entries[node].children {
            let entry = &self.entries[child];
            list.extend(entry.m.map(|m| StoredMove {
                ply,
                m,
                score: entry.score,
                lower: entry.lower,
                upper: entry.upper,
                complete: entry.complete,
                hint: entry.hint,
                mates: entry.mates,
            }));
            self.collect(child, ply + 1, list);
        }
    }

    /// Creates a tree with only its root.
    pub(super) fn new(readings: &Readings) -> Self {
        let size = readings.tree_entries;
        Self {
            entries: vec![Entry::default(); size],
            free: (ROOT + 1..size).collect(),
            size,
            pruning: readings.pruning,
            path: vec![ROOT],
        }
    }

    pub(super) fn entry(&self, node: Node) -> &Entry {
        &self.entries[node]
    }

    pub(super) fn entry_mut(&mut self, node: Node) -> &mut Entry {
        &mut self.entries[node]
    }

    /// Returns true for an entry that is not temporary.
    pub(super) const fn is_stored(&self, node: Node) -> bool {
        node < self.size
    }

    /// Adds an entry for a move of the last node on the path, after those of equal score in its list. If no entry is
    /// free, the tree is pruned; if that frees none, a temporary entry is used, which is not in any list.
    pub(super) fn add(&mut self, m: Move, score: i16) -> Node {
        if self.free.is_empty() && self.pruning {
            self.prune();
        }
        let parent = self.path[self.path.len() - 1];
        let node = self.free.pop().unwrap_or(self.size + self.path.len());
        if node >= self.entries.len() {
            self.entries.resize(node + 1, Entry::default());
        }
        self.entries[node] = Entry { m: Some(m), score, ..Entry::default() };
        if self.is_stored(node) {
            let siblings = &self.entries[parent].children;
            let behind = |other: &Node| self.entries[*other].score < score;
            let at = siblings.iter().position(behind).unwrap_or(siblings.len());
            self.entries[parent].children.insert(at, node);
        }
        node
    }

    /// Moves a child to the front of its list.
    pub(super) fn move_to_front(&mut self, node: Node, child: Node) {
        let children = &mut self.entries[node].children;
        if let Some(at) = children.iter().position(|&other| other == child) {
            children[..=at].rotate_right(1);
        }
    }

    /// Frees all entries below a node.
    pub(super) fn free_children(&mut self, node: Node) {
        let entry = &mut self.entries[node];
        entry.complete = false;
        entry.hint = None;
        (entry.lower, entry.upper) = (0, 0);
        for child in std::mem::take(&mut entry.children) {
            self.release(child);
        }
    }

    /// Frees an entry and all entries below it.
    fn release(&mut self, node: Node) {
        self.free_children(node);
        self.free.push(node);
    }

    /// Frees the less useful entries: for every node off the path, all except its best line.
    fn prune(&mut self) {
        for at in 0..self.path.len() {
            let next = self.path.get(at + 1).copied();
            for child in self.entries[self.path[at]].children.clone() {
                if Some(child) != next {
                    self.keep_best_line(child);
                }
            }
        }
    }

    /// Frees all entries below a node except the first of each list.
    fn keep_best_line(&mut self, mut node: Node) {
        while let Some(&first) = self.entries[node].children.first() {
            let others = self.entries[node].children.split_off(1);
            if !others.is_empty() {
                self.entries[node].complete = false;
            }
            for other in others {
                self.release(other);
            }
            node = first;
        }
    }
}
