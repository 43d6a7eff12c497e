//! The stored tree: its entries, and how they are allocated and freed.
//!
//! "The 1986 program maintained a linked-list tree from iteration to iteration. The tree was built and pruned
//! continuously throughout the searches." An entry stands for a position reached by an eligible move: a move that the
//! null move does not refute at the next ply.

use bcp_chess::Move;

use super::readings::Readings;

/// A node of the tree by the number of its entry. Numbers from its size on are entries that do not last, one for
/// each ply: they are used while no other is free.
pub(super) type Node = usize;

/// The root's entry.
pub(super) const ROOT: Node = 0;

/// A position of the tree.
#[derive(Clone, Default, Debug)]
pub(super) struct Entry {
    /// The move that leads here; `None` at the root.
    pub(super) m: Option<Move>,
    /// The t1v score of that move, for the side that made it: its gain if the other side does nothing.
    pub(super) score: i16,
    /// Moves that are not among the children had scores up to this one, if the list is complete.
    pub(super) lower: i16,
    /// The upper bound under which the children's scores were found: it has cut off those above.
    pub(super) upper: i16,
    /// The move that was best at depth one; only while there is no list.
    pub(super) hint: Option<Move>,
    /// True if every move with a score above `lower` is among the children.
    pub(super) complete: bool,
    /// True if the side to play has a mate in one; `None` if none was searched for.
    pub(super) mates: Option<bool>,
    /// The eligible moves, the best one first.
    pub(super) children: Vec<Node>,
}

/// The entries, used and free.
pub(super) struct Tree {
    entries: Vec<Entry>,
    free: Vec<Node>,
    size: usize,
    pruning: bool,
    /// The nodes from the root to this one.
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
    /// All stored moves, each followed by those after it.
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

    /// A tree that holds only its root.
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

    /// Returns true if an entry lasts.
    pub(super) const fn is_stored(&self, node: Node) -> bool {
        node < self.size
    }

    /// An entry for a move of the last node on the path, after those of equal score in its list. If none is free the
    /// tree is pruned; if that frees none, the entry does not last and is not in any list.
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

    /// Put a child at the head of its list.
    pub(super) fn move_to_front(&mut self, node: Node, child: Node) {
        let children = &mut self.entries[node].children;
        if let Some(at) = children.iter().position(|&other| other == child) {
            children[..=at].rotate_right(1);
        }
    }

    /// Free all entries below a node.
    pub(super) fn free_children(&mut self, node: Node) {
        let entry = &mut self.entries[node];
        entry.complete = false;
        entry.hint = None;
        (entry.lower, entry.upper) = (0, 0);
        for child in std::mem::take(&mut entry.children) {
            self.release(child);
        }
    }

    /// Free an entry and all below it.
    fn release(&mut self, node: Node) {
        self.free_children(node);
        self.free.push(node);
    }

    /// Free the less needed entries: for every node off the path, all but its best line.
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

    /// Free all entries below a node but the first of each list.
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
