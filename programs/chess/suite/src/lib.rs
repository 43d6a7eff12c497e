//! Suites of test positions: what every command that runs many of them needs.
//!
//! * [`Suite`] reads positions with their solutions from CSV or EPD; [`Selection`] selects some of them.
//! * [`Judge`] decides when a search has solved a position.
//! * [`parallel::each`] processes many items on all cores, and [`Interrupt`] ends the run early on request.
//!
//! ```
//! use bcp_suite::{Finding, Judge, find, suite};
//!
//! let positions = suite(None)?;
//! assert_eq!(positions.len(), 300);
//! let problem = find(&positions, 5)?;
//! let best = problem.position.move_from_san("Qc4+").ok();
//!
//! // A mate counts at once.
//! let mut judge = Judge::new(problem);
//! let depth_0 = Finding { best: None, value: 0, is_mate: false, mates_at_once: false, seconds: 0.1 };
//! assert!(!judge.see(depth_0));
//! assert!(judge.see(Finding { best, value: 124, is_mate: true, seconds: 0.8, ..depth_0 }));
//! assert_eq!(judge.solution(2000.0), Some(1));
//! # Ok::<(), anyhow::Error>(())
//! ```

// These macros panic on a closed pipe; cli::print and cli::tell do not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod built_in;
// Results record a hash of this file's text.
#[rustfmt::skip]
mod criterion;
mod csv;
mod epd;
#[cfg(not(target_family = "wasm"))]
pub mod interrupt;
#[cfg(feature = "options")]
pub mod options;
#[cfg(not(target_family = "wasm"))]
pub mod parallel;
mod positions;
mod problem;
pub mod results;
mod selection;
mod source;

pub use criterion::{Finding, Judge, RULE, RULES, Rule};
#[cfg(not(target_family = "wasm"))]
pub use interrupt::Interrupt;
pub use positions::{BUILT_IN, BrokenLine, CLAIMS, Suite, find, suite};
pub use problem::{Book, Claim, Problem, QUIZ, unnamed};
pub use selection::{Selection, ranges};
