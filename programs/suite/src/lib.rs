//! Suites of test positions: what every command needs that runs many of them.
//!
//! * [`Suite`] reads positions with their solutions from CSV or EPD; [`Selection`] chooses among them.
//! * [`Judge`] says when a search has solved a position.
//! * [`parallel::each`] runs many on all cores, and [`Interrupt`] ends that early when the user asks for it.

// They panic where nobody reads: output::print and output::tell do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod criterion;
mod csv;
mod epd;
#[cfg(not(target_family = "wasm"))]
pub mod interrupt;
#[cfg(not(target_family = "wasm"))]
pub mod parallel;
mod positions;
mod problem;
mod selection;
mod source;

pub use criterion::{Finding, Judge, RULE};
#[cfg(not(target_family = "wasm"))]
pub use interrupt::Interrupt;
pub use positions::{BUILT_IN, Broken, CLAIMS, Suite, find, suite};
pub use problem::{Book, Claim, Problem, QUIZ};
pub use selection::Selection;
