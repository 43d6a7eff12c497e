//! What becomes of a position, and how the times compare with those of the paper.

mod outcome;
mod statistics;

pub(crate) use outcome::{Outcome, finding};
pub(crate) use statistics::{Summary, Times};
