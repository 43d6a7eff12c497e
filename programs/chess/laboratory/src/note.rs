//! Notes that a search makes while it works.

use crate::proof::Numbers;
use crate::value::Value;

/// A word of a search about the position that the game is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// A call of the search begins: values between the bounds are of interest to it.
    Enter {
        /// The lower bound.
        alpha: Value,
        /// The upper bound.
        beta: Value,
        /// Plies left; below 0 where a null move has cost more than there were.
        depth: i32,
    },
    /// A visit of a depth-first proof-number search begins: it ends when one of its numbers reaches these.
    Prove(Numbers),
    /// The reason why the call will end, if not because its moves have been searched.
    Because(Reason),
    /// The least and the greatest value that the call leaves possible.
    Range(Value, Value),
    /// The call ends with a value for the side to play.
    Leave(Value),
    /// The visit ends with these numbers.
    Proved(Numbers),
}

/// The reason why a call has ended without a search of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The game is over.
    GameOver,
    /// There is no move.
    NoMoves,
    /// No plies are left: the position is evaluated. Calls within are a search of captures.
    Horizon,
    /// The null move fails high.
    NullMove,
    /// The table knows enough of the position.
    Table,
}
