//! Trees written by hand, to follow a search with a pencil.

use super::game::{Game, Value};

/// A position of a tree: a value, and the positions that its moves lead to.
///
/// The value is the evaluation for the side that plays at the root, whoever is to play. A null move changes
/// nothing but the side to play, so the position behind it has the same value; it has no moves unless it is given some.
#[derive(Clone, Default, Debug)]
pub struct Node {
    value: Value,
    moves: Vec<Node>,
    passed: Option<Box<Node>>,
}

impl Node {
    /// A position without moves: the game goes on, but the search ends here.
    pub fn leaf(value: Value) -> Self {
        Self {
            value,
            ..Self::default()
        }
    }

    /// A position with moves.
    pub fn new(value: Value, moves: impl Into<Vec<Node>>) -> Self {
        Self {
            value,
            moves: moves.into(),
            passed: None,
        }
    }

    /// The same, with what a null move leads to.
    #[must_use]
    pub fn passing_to(self, node: Node) -> Self {
        Self {
            passed: Some(Box::new(node)),
            ..self
        }
    }
}

/// The game that a tree is. Moves are numbers, from 0.
///
/// The value of a position without moves is its evaluation: trees end where their author stopped.
#[derive(Clone, Debug)]
pub struct Tree {
    /// From the root to the position on the board.
    path: Vec<Node>,
}

impl Tree {
    /// A game that begins with a position.
    pub fn new(root: Node) -> Self {
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
        let next = self.node().moves[m].clone();
        self.path.push(next);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) {
        let node = self.node();
        let next = match &node.passed {
            Some(passed) => (**passed).clone(),
            None => Node::leaf(node.value),
        };
        self.path.push(next);
    }

    fn evaluate(&mut self) -> Value {
        let for_root = self.path.len() % 2 == 1;
        let value = self.node().value;
        if for_root { value } else { -value }
    }
}
