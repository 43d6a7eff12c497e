//! Results of positions, as `bcp table1` writes them, and how their times compare with the paper's.
//!
//! * [`Attempt`] searches positions of a suite with the same settings; [`JudgedSearch`] is one search, which can
//!   continue after it was stopped.
//! * [`Record`] is a line of results: an [`Outcome`], the iterations, and their [`Provenance`].
//! * [`Summary`] compares the times of many outcomes with Table 1.

mod attempt;
mod iteration;
mod outcome;
mod provenance;
mod record;
mod statistics;
mod text;

pub use attempt::{Attempt, JudgedSearch};
pub use iteration::IterationRecord;
pub use outcome::{Outcome, rounded_up};
pub use provenance::{Provenance, Settings};
pub use record::Record;
pub use statistics::{Summary, Times, interval, is_long};
