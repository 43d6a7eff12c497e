//! Games written as text, for examples and tests.

use std::str::FromStr;

use crate::game::{ChessLike, Game, INFINITY, Value};
use bcp_chess::hash::mix;

/// A game whose whole tree is written as text: `0(5(3 4) 2!)`.
///
/// A position is its static value, from the first player's point of view, followed by the positions to which its moves
/// lead, in order and in parentheses. `!` marks the end of the game. A position with nothing after it can still be
/// expanded; only then does it turn out that the game ends there, with the static value.
///
/// ```
/// use bcp_laboratory::conspiracy::{WrittenTree, alpha_beta};
/// use bcp_laboratory::game::INFINITY;
///
/// let mut game: WrittenTree = "0(5(3 4) 2!)".parse()?;
/// assert_eq!(alpha_beta(&mut game, 1, -INFINITY, INFINITY), 5);
/// assert_eq!(alpha_beta(&mut game, 2, -INFINITY, INFINITY), 3);
/// # Ok::<(), bcp_laboratory::conspiracy::TreeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenTree {
    /// All positions, starting with the root.
    positions: Vec<Position>,
    /// The positions from the root to the current one; a null move repeats a position.
    path: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    value: Value,
    over: bool,
    successors: Vec<usize>,
}

/// An error in the text of a [`WrittenTree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("character {} of the tree: expected {expected}", .at + 1)]
pub struct TreeError {
    /// The number of characters before the wrong character.
    pub at: usize,
    /// A description of what was expected instead.
    pub expected: &'static str,
}

impl FromStr for WrittenTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let characters: Vec<char> = text.chars().collect();
        let mut positions: Vec<Position> = Vec::new();
        // The positions whose parentheses are open.
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        loop {
            let error = |expected| TreeError { at, expected };
            match characters.get(at) {
                Some(' ') => at += 1,
                Some('-' | '0'..='9') if positions.is_empty() || !open.is_empty() => {
                    let rest = characters[at + 1..].iter();
                    let length = 1 + rest.take_while(|c| c.is_ascii_digit()).count();
                    let number: String = characters[at..at + length].iter().collect();
                    let value = number.parse().ok();
                    let value = value
                        .filter(|value: &Value| value.unsigned_abs() < INFINITY.unsigned_abs())
                        .ok_or(error("a whole number between -1000000 and 1000000"))?;
                    at += length;
                    let over = characters.get(at) == Some(&'!');
                    at += usize::from(over);
                    let id = positions.len();
                    positions.push(Position { value, over, successors: Vec::new() });
                    if let Some(&predecessor) = open.last() {
                        positions[predecessor].successors.push(id);
                    }
                    if characters.get(at) == Some(&'(') {
                        if over {
                            return Err(TreeError {
                                at,
                                expected: "no moves after !, which marks the end of the game",
                            });
                        }
                        open.push(id);
                        at += 1;
                    }
                }
                Some(')') if !open.is_empty() => {
                    open.pop();
                    at += 1;
                }
                None if open.is_empty() && !positions.is_empty() => break,
                _ if positions.is_empty() => return Err(error("a number")),
                None => return Err(error("another ) at the end")),
                _ if open.is_empty() => return Err(error("the end")),
                _ => return Err(error("a number or )")),
            }
        }
        Ok(Self { positions, path: vec![0] })
    }
}

impl WrittenTree {
    /// Returns the number of plies from the root to the deepest position.
    #[must_use]
    pub fn height(&self) -> u32 {
        let mut heights = vec![0; self.positions.len()];
        // Reverse order, since successors come after their predecessor.
        for (at, position) in self.positions.iter().enumerate().rev() {
            let below = position.successors.iter().map(|&successor| heights[successor] + 1);
            heights[at] = below.max().unwrap_or(0);
        }
        heights[0]
    }

    fn current(&self) -> &Position {
        let &id = self.path.last().expect("the root is never left");
        &self.positions[id]
    }

    /// Converts a value of the first player to the side to play.
    fn own(&self, value: Value) -> Value {
        if self.path.len().is_multiple_of(2) {
            -value
        } else {
            value
        }
    }
}

impl Game for WrittenTree {
    /// The index of the move in its position's list.
    type Move = usize;

    fn moves(&mut self, moves: &mut Vec<usize>) {
        moves.extend(0..self.current().successors.len());
    }

    fn make(&mut self, m: usize) {
        let next = self.current().successors[m];
        self.path.push(next);
    }

    fn unmake(&mut self) {
        self.path.pop();
    }

    fn make_null(&mut self) -> bool {
        self.path.extend_from_within(self.path.len() - 1..);
        true
    }

    fn evaluate(&mut self) -> Value {
        self.own(self.current().value)
    }

    fn terminal(&mut self) -> Option<Value> {
        let &Position { value, over, .. } = self.current();
        over.then(|| self.own(value))
    }
}

impl ChessLike for WrittenTree {
    /// Returns equal keys only for positions reached by the same moves.
    fn key(&self) -> u64 {
        self.path.iter().fold(0, |key, &id| mix(key ^ mix(id as u64)))
    }

    fn has_moved(&self) -> bool {
        matches!(self.path[..], [.., before, here] if before != here)
    }
}
