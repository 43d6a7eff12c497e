//! Measurements of a real chip, one JSON object per line, and the comparison of the processor with them.
//!
//! A vector consists of the state in which a few words of code started on a Z8001, and the state that they left:
//! registers, flags, memory and ports and, for some, clocks and bus cycles. The fields, and the small test machine, are
//! described in `docs/explanation/silicon.md`.

mod bench;
mod compare;
pub mod cycle;
mod format;

pub use compare::{Options, Outcome, check};
pub use format::{BusCycle, Vector, VectorError, parse};
