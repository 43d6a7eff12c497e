//! Results that outlive a run: a line for each piece of work, written as it is finished, from which the run goes on.
//!
//! * [`Line`] is the contents of a line; [`Lines`] is a file of them, and [`Writer`] adds to it.
//! * [`Shard`] is a part of a run, for one machine of many. The files of the parts, one behind the other, are the run.
//! * [`run`] does the work that a file does not hold yet.
//! * [`sha256`] names the sources of a result.

mod hash;
mod lines;
mod run;
mod shard;

pub use hash::sha256;
pub use lines::{Line, Lines, Versioned, Writer};
pub use run::{Finished, Run, run};
pub use shard::Shard;
