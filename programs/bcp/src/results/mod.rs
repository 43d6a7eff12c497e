//! Results that outlive a run: one JSON line per position, with what it was made from.

mod hash;
mod lines;
mod provenance;
mod record;
mod shard;

pub(crate) use hash::sha256;
pub(crate) use lines::{Lines, Writer, replace};
pub(crate) use provenance::{Provenance, Settings};
pub(crate) use record::{IterationRecord, Record};
pub(crate) use shard::{Shard, ShardChoice};

#[cfg(test)]
pub(crate) mod tests;
