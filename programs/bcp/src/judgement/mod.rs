//! What becomes of a position, and how the times compare with those of the paper.

mod attempt;
mod outcome;
mod statistics;

pub(crate) use attempt::{Attempt, finding};
pub(crate) use outcome::Outcome;
pub(crate) use statistics::{Summary, Times};
