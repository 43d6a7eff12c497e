//! Go on a small board: the second game, in which a search that knows nothing of Go finds ladders and nets.
//!
//! The null move is a legal move here, the pass, and hardly ever a good one before the end: Beal's own example of a
//! second game. The evaluation is to Go what material is to chess: prisoners, and nothing else. First-order quiescence
//! is then the search of captures, and the second order looks at moves that threaten to capture or save stones.

mod board;
mod problems;
mod text;

pub use board::{Go, Move, SIZES};
pub use problems::{PROBLEMS, Problem};
pub use text::GoError;
