//! Quiescence defined by the null move: Beal, *A Generalised Quiescence Search Algorithm* (1990).
//!
//! A side that passes gets the value of the position with the other side to play. It can nearly always do better, so
//! this value is a lower bound, and it is more reliable as a bound than any evaluation is as a value. Where a lower
//! bound meets the upper bound from the other side's null move, the value is settled and the search terminates.
//!
//! Read these in order:
//!
//! 1. `quiesce.rs`: an [`Evaluate`] is anything that gives a position a value. [`Static`] uses the game's own
//!    evaluation; [`Quiesce`] turns any evaluation into a better one (Fig. 3), and can therefore be applied to its own
//!    result: [`order`] builds any order.
//! 2. `tactical.rs`: faster code for chess: [`Captures`], first-order quiescence of material that skips the moves it
//!    would reject, and [`SeeFinish`], mates in one on top of it.
//! 3. `fat.rs` and `limited.rs`: with a depth limit, the result is a range and a value within it ([`Fat`], Fig. 5).
//! 4. `deepening.rs`: iterative deepening until the value or the choice of the move is definite (Figs. 6 and 7).
//! 5. `nested.rs`: the depth-limited search applied to itself, with three levels of reliability.
//! 6. `full_width.rs`: the search with which all these are compared.
//! 7. `ordering.rs` and `census.rs`: the move that is tried first, and counts of the second order's work, made without
//!    changing it.
//!
//! `tests/it/trees.rs` has small trees on which all of these can be followed by hand; `chess.rs` is chess on the board
//! of the reconstruction.

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
