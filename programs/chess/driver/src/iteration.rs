//! An iteration of a search as the program reports it.

use std::fmt;

use bcp_chess::{Effort, Move, Position};
use bcp_reference::constants::{MAX_DEPTH, WIN};

use crate::facts::{Mate, Value};

/// Returns true if no iteration can follow one of this depth and value, because it is the deepest or the game is
/// decided.
pub const fn is_final(depth: u8, value: i16) -> bool {
    depth >= MAX_DEPTH || Value(value).is_decided()
}

/// The result of an iteration, which the console prints as a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Iteration {
    /// Depth, from 0.
    pub depth: u8,
    /// Value in pawns, for the side to play; see [`Value`] for its meaning.
    pub value: i16,
    /// Best move; `None` if no move beats the null move.
    pub best: Option<Move>,
    /// Nodes counted since the search began.
    pub nodes: u32,
    /// Clocks since the search command.
    pub cycles: u64,
}

impl Iteration {
    /// Parses a line `DEPTH VALUE MOVE NODES` of a search of a position; `None` for any other line.
    pub fn read(line: &str, position: &Position, cycles: u64) -> Option<Self> {
        let [depth, value, best, nodes] = *line.split(' ').collect::<Vec<_>>() else {
            return None;
        };
        Some(Self {
            depth: depth.parse().ok()?,
            value: value.parse().ok()?,
            best: match best {
                "-" => None,
                best => Some(position.move_from_text(best)?),
            },
            nodes: nodes.parse().ok()?,
            cycles,
        })
    }

    /// Returns true if the side to play mates.
    pub const fn is_mate(&self) -> bool {
        Value(self.value).is_mate()
    }

    /// Returns the moves that mate in one, in the order in which the program lists them, if it has seen such a mate and
    /// names no move; otherwise, an empty list. The program's test, see-checkmates, only finds that such a move exists.
    ///
    /// The value of the iteration is then `WIN - 1`, or `WIN` in the simple version, which does not count the plies to
    /// a mate.
    pub fn mates(&self, position: &Position) -> Vec<Move> {
        if self.best.is_none() && self.value >= WIN - 1 {
            position.mates_in_one()
        } else {
            Vec::new()
        }
    }

    /// Proves or refutes the mate that the iteration announces; `None` if it announces none. `first` is the move to which
    /// the value belongs.
    pub fn mate(&self, position: &Position, first: Option<Move>, effort: Effort<'_>) -> Option<Mate> {
        Mate::announced(Value(self.value), self.depth, position, first, effort)
    }

    /// Returns the best move, or the first mating move if the program has seen a mate in one and names no move.
    pub fn named(&self, position: &Position) -> Option<Move> {
        self.best.or_else(|| self.mates(position).first().copied())
    }
}

impl From<Iteration> for bcp_reference::search::Iteration {
    fn from(iteration: Iteration) -> Self {
        Self {
            depth: iteration.depth,
            value: iteration.value,
            best: iteration.best,
            nodes: iteration.nodes,
        }
    }
}

impl fmt::Display for Iteration {
    /// Writes the iteration as the program reports it: `DEPTH VALUE MOVE NODES`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        bcp_reference::search::Iteration::from(*self).fmt(f)
    }
}
