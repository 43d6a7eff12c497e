//! A step of a search.

/// A step from a call of a search to one below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<M> {
    /// By a move.
    Move(M),
    /// By a null move.
    Null,
}
