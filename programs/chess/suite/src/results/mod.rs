//! Results that outlive a run: a line for each piece of work, written as it is finished, from which the run goes on.
//!
//! * [`Line`] is what a line holds; [`Lines`] is a file of them, and [`Writer`] adds to it.
//! * [`Shard`] is a part of a run, for one machine of many.
//! * [`Destination`] is what a command asks for: the file and the part.
//! * [`Queue`] is a folder of which many machines take the next piece of work.
//! * [`run`] does the work that a file does not hold yet.
//! * [`sha256`] says what a result was made from.

mod destination;
mod hash;
mod lines;
pub mod queue;
mod run;
mod shard;

pub use destination::Destination;
pub use hash::sha256;
pub use lines::{Line, Lines, Versioned, Writer, is_stream, replace, text};
pub use queue::Queue;
pub use run::{Finished, Run, run};
pub use shard::{Shard, ShardChoice};
