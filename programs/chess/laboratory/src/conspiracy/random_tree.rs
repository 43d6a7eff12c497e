//! The random trees of Table 1.

use crate::game::{ChessLike, Game, Value};
use bcp_chess::hash::{mix, nth};

/// A game whose static values are a random walk: each is the previous position's value plus a random integer from -n to
/// n, where n decreases by one with every ply, to 1 at the last ply.
///
/// A position is determined by a hash of the seed and of the moves that lead to it, so the order in which positions are
/// visited does not matter.
#[derive(Clone, Debug)]
pub struct RandomTree {
    /// The properties that all trees of the experiment share.
    pub shape: Shape,
    /// The positions from the root to the current one.
    path: Vec<Position>,
}

/// The properties that all trees of an experiment share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of moves in each position, 1 or more.
    pub branching: u32,
    /// Number of plies after which the game is over.
    pub depth: u32,
    /// True to list moves as generated; otherwise, moves are sorted by the static value of the position to which they
    /// lead, the best for the side to play first, and moves with equal values keep their order. The paper sorts its
    /// example by static values and does not say how it sorts its random trees; if they were not sorted, alpha-beta
    /// would need far more nodes than the paper's table shows.
    pub as_drawn: bool,
}

impl Shape {
    /// The shape used for Table 1 of the paper.
    pub const PAPER: Self = Self { branching: 10, depth: 6, as_drawn: false };
}

#[derive(Clone, Copy, Debug)]
struct Position {
    hash: u64,
    /// The static value, from the first player's point of view.
    value: Value,
    /// True if it is the second player's turn.
    second: bool,
}

impl Position {
    /// Returns the static value from the point of view of the side to play.
    const fn own(self) -> Value {
        if self.second { -self.value } else { self.value }
    }
}

impl RandomTree {
    /// Returns the root of tree `number` for a seed.
    pub fn new(seed: u64, number: u32, shape: Shape) -> Self {
        let seed = mix(seed);
        let root = Position { hash: child(seed, number), value: 0, second: false };
        Self { shape, path: vec![root] }
    }

    /// Returns the number of plies from the root to the current position.
    fn ply(&self) -> u32 {
        self.path.len() as u32 - 1
    }

    fn current(&self) -> Position {
        *self.path.last().expect("the root is never left")
    }

    fn after(&self, m: u32) -> Position {
        let before = self.current();
        let hash = child(before.hash, m);
        // The paper's n = 7 - d, where its trees are six plies deep and d is the ply of the position after the move.
        let n = (self.shape.depth - self.ply()) as Value;
        Position {
            hash,
            value: before.value + uniform(mix(hash), n),
            second: !before.second,
        }
    }
}

/// Returns the hash of a child, given its number and the parent's hash.
fn child(hash: u64, number: u32) -> u64 {
    nth(hash, u64::from(number))
}

/// Returns a number from -n to n. The remainder favours some numbers by less than one part in 2^50.
fn uniform(hash: u64, n: Value) -> Value {
    let numbers = 2 * i64::from(n) + 1;
    (hash % numbers as u64) as Value - n
}

impl Game for RandomTree {
    type Move = u32;

    fn moves(&mut self, moves: &mut Vec<u32>) {
        if self.ply() >= self.shape.depth {
            return;
        }
        let first = moves.len();
        moves.extend(0..self.shape.branching);
        if !self.shape.as_drawn {
            moves[first..].sort_by_cached_key(|&m| self.after(m).own());
        }
    }

    fn make(&mut self, m: u32) {
        let position = self.after(m);
        self.path.push(position);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        let mut position = self.current();
        position.second = !position.second;
        self.path.push(position);
        true
    }

    fn evaluate(&mut self) -> Value {
        self.current().own()
    }

    fn terminal(&mut self) -> Option<Value> {
        (self.ply() >= self.shape.depth).then(|| self.current().own())
    }
}

impl ChessLike for RandomTree {
    /// Returns equal keys only for positions reached by the same moves.
    fn key(&self) -> u64 {
        self.path.iter().fold(0, |key, position| mix(key ^ position.hash))
    }

    fn has_moved(&self) -> bool {
        matches!(self.path[..], [.., before, here] if before.hash != here.hash)
    }
}
