//! The 1986 search: second-order quiescence on top of a capture tree that sees mates in one.
//!
//! | module | routine | purpose |
//! |---|---|---|
//! | `t1v` | `t1v`, `xt1v` | what captures win (first order) |
//! | `mate` | `matev`, `mated` | whether the side to play can mate in one |
//! | `t2v` | `t2v` | what moves win that the opponent cannot ignore (second order) |
//! | `tree` | | the stored tree, kept from iteration to iteration |
//! | `order` | | the order of moves that gain equally |
//! | `it2v` | `it2v` | second order to increasing depths |
//! | `think` | `think` | the choice of the move to play |
//! | `simple` | `t2v` | second order without a stored tree, as in the pseudocode |
//! | `memory` | | best moves, kept from iteration to iteration in the simple version |
//! | `searcher` | | the state that all routines share |
//! | `readings` | | the points that the sources leave open |
//! | `event` | | the events for an observer, which may stop the search |
//!
//! All routines share one board and make and unmake their moves on it. All routines are fail-hard: given a lower bound
//! `lv` and an upper bound `uv`, they return a value between the two. Values are in pawns, from the point of view of
//! the side to play.

mod event;
mod it2v;
mod mate;
mod memory;
mod order;
mod readings;
mod searcher;
mod simple;
mod t1v;
mod t2v;
#[cfg(test)]
mod tests;
mod think;
mod tree;

pub use event::{Event, Listed, NodeLimit, Observer};
pub use it2v::{Iteration, Iterations};
pub use readings::{ReadingError, Readings, Version};
pub use searcher::Searcher;
pub use think::{Player, Thoughts};
pub use tree::StoredMove;
