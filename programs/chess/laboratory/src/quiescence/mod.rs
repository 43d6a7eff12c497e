//! Quiescence defined by the null move: Beal, *A Generalised Quiescence Search Algorithm* (1990).
//!
//! A side that does nothing gets the value of the position with the other side to play. It can nearly always do better,
//! so that this value is a lower bound, and a more reliable one than any evaluation is a value. Where a lower bound
//! meets the upper bound that the other side's null move gives, the value is settled and the search ends by itself.
//!
//! Read in this order:
//!
//! 1. `quiesce.rs`: an [`Evaluate`] is anything that gives a position a value. [`Static`] asks the game; [`Quiesce`]
//!    makes a better evaluation of any evaluation (Fig. 3), so that it can be applied to its own result: [`order`]
//!    builds any order.
//! 2. `tactical.rs`: what chess offers to be faster, [`Captures`] and [`SeeFinish`]: first-order quiescence of material
//!    without the moves that it would reject, and mates in one on top.
//! 3. `fat.rs` and `limited.rs`: with a depth limit, the result is a range and a value inside ([`Fat`], Fig. 5).
//! 4. `deepening.rs`: depth after depth, until the value is definite or the choice of the move is (Figs. 6 and 7).
//! 5. `nested.rs`: the depth-limited search on top of itself: three levels of reliability.
//! 6. `full_width.rs`: what all this is compared with.
//! 7. `ordering.rs` and `census.rs`: which move is tried first, and counting what the second order does, from outside.
//!
//! `tests/it/trees.rs` has trees written by hand, on which every one of these can be followed with a pencil; `chess.rs`
//! plays chess on the board of the 1986 program.

mod census;
mod chess;
mod deepening;
mod fat;
mod full_width;
mod limited;
mod nested;
mod ordering;
mod quiesce;
mod tactical;

pub use census::{Branching, Census, FirstOrder};
pub use chess::Tactics;
pub use deepening::{Choice, Deepening, Iteration, Verdict};
pub use fat::Fat;
pub use full_width::FullWidth;
pub use limited::{QuiesceD, ToDepth};
pub use nested::{Nested, NestedQuiesceD};
pub use ordering::{AsListed, BestMoves, Ordering};
pub use quiesce::{Evaluate, Quiesce, Static, order};
pub use tactical::{Captures, SeeFinish, Tactical};
