//! The figures of the papers as code: each in a short file that uses the names in the figure and can be read alongside
//! it.
//!
//! | file | figure |
//! |---|---|
//! | `minimax.rs` | minimax, the baseline for the savings of the others |
//! | `pvs.rs` | principal variation search, which the other figures use for the moves |
//! | `standard.rs` | standard null-move pruning: David and Netanyahu 2002, Figure 1 |
//! | `verified.rs` | verified null-move pruning: the same, Figure 3 |
//! | `extended.rs` | extended null-move reductions: the same authors, 2008 |
//! | `late.rs` | late move reductions: Tord Romstad's description of Fruit and Glaurung, 2005 |
//! | `quiesce.rs` | null-move quiescence: Beal 1990, Fig. 3 |
//! | `quiesce_d.rs` | the same with a depth limit: Fig. 5 |
//! | `functions.rs` | what the figures call but do not show: `null_ok()`, `quiescence()`, the search of the moves |
//!
//! They are not fast: there is no table, and moves are in the game's order. Tests compare them with the searches of
//! [`null_move`](crate::null_move) and [`quiescence`](crate::quiescence), node for node where both do the same.
//!
//! ```
//! use bcp_laboratory::conspiracy::WrittenTree;
//! use bcp_laboratory::figures::pvs;
//! use bcp_laboratory::game::INFINITY;
//!
//! let mut game: WrittenTree = "0(5(3 4) 2!)".parse()?;
//! assert_eq!(pvs::search(&mut game, -INFINITY, INFINITY, 2), 3);
//! # Ok::<(), bcp_laboratory::conspiracy::TreeError>(())
//! ```

pub mod extended;
mod functions;
pub mod late;
pub mod minimax;
pub mod pvs;
pub mod quiesce;
pub mod quiesce_d;
pub mod standard;
pub mod verified;

pub use functions::quiescence;
