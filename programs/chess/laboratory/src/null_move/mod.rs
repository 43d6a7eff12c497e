//! Null-move pruning and its family, in the framework of a chess program.
//!
//! The framework is that of GENESIS, the program of *Verified Null-Move Pruning* (David and Netanyahu, 2002, section
//! 4): principal variation search with a transposition table and the history heuristic, iteratively deepened; a leaf in
//! check is searched one ply deeper, and beyond the leaves only captures are searched. To learn how it works, read
//! these in order:
//!
//! | file | what |
//! |---|---|
//! | `on_chess.rs` | [`ChessSearcher`]: the search for chess only |
//! | `searcher.rs` | [`Searcher`]: the state of a search |
//! | `search.rs` | the node: Figures 1 and 3 of the paper, and the late move reductions of later programs |
//! | `rights.rs`, `pruning.rs` | when a null move is tried, to what depth, and what its value implies |
//! | `options.rs` | variations described in the survey, one function each |
//! | `layer.rs` | beyond the full width: Beal's null-move quiescence, and the captures |
//! | `deepening.rs` | iterations, and the moves of the root |
//! | `order.rs`, `table.rs` | what makes it fast: the order of the moves, and the table |
//! | `settings.rs` | the searches and their variations by name, one row each |
//!
//! The searches of the family differ only in their [`Settings`], so that trees of equal depth can be compared. A null
//! move is not tried for a side that is in check or has only its king and pawns, twice in a row, or where only a mate
//! would reach the bound.

mod deepening;
mod layer;
mod on_chess;
mod options;
mod order;
mod pruning;
mod rights;
mod search;
mod searcher;
mod settings;
mod table;

pub use crate::values::MAX_DEPTH;
pub use deepening::Iteration;
pub use on_chess::ChessSearcher;
pub use searcher::{Memory, Searcher, TABLE_BITS};
pub use settings::{FailHigh, Framework, MAX_LAYER, MAX_REDUCTION, Reduction, Settings, SettingsError};
