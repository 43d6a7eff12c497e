//! Trees written by hand, on which a search can be followed step by step.

use bcp_laboratory::game::{Game, Value};

/// A position: its evaluation for the side that plays at the root, whoever is to play, and the positions after its
/// moves and, if given, after a null move. Otherwise a null move keeps the value and leads to a position without moves.
#[derive(Clone, Default, Debug)]
pub(crate) struct Node {
    value: Value,
    moves: Vec<Node>,
    passed: Option<Box<Node>>,
}

impl Node {
    pub(crate) fn passing_to(self, node: Node) -> Self {
        let passed = Some(Box::new(node));
        Self { passed, ..self }
    }
}

/// Returns a position with moves.
pub(crate) fn node(value: Value, moves: impl Into<Vec<Node>>) -> Node {
    let (moves, passed) = (moves.into(), None);
    Node { value, moves, passed }
}

/// Returns a position without moves: the game continues, but the search ends here.
pub(crate) fn leaf(value: Value) -> Node {
    node(value, [])
}

/// A tree as a game. Moves are numbers, from 0.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The positions from the root to the current one.
    path: Vec<Node>,
}

impl Tree {
    pub(crate) fn new(root: Node) -> Self {
        Self { path: vec![root] }
    }

    fn node(&self) -> &Node {
        self.path.last().expect("the root is never left")
    }
}

impl Game for Tree {
    type Move = usize;

    fn moves(&mut self, moves: &mut Vec<usize>) {
        moves.extend(0..self.node().moves.len());
    }

    fn make(&mut self, m: usize) {
        self.path.push(self.node().moves[m].clone());
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let passed = self.node().passed.as_deref().cloned();
        self.path.push(passed.unwrap_or_else(|| leaf(self.node().value)));
        true
    }

    fn evaluate(&mut self) -> Value {
        let value = self.node().value;
        if self.path.len() % 2 == 1 { value } else { -value }
    }
}
