//! Results that outlive a run: one JSON line a position, with what it was made from.

mod compare;
mod hash;
mod lines;
mod merge;
mod provenance;
mod record;
mod shard;

pub(crate) use compare::{Arguments as CompareArguments, compare};
pub(crate) use hash::sha256;
pub(crate) use lines::{Lines, Writer, write};
pub(crate) use merge::{Arguments as MergeArguments, merge};
pub(crate) use provenance::{Provenance, Settings};
pub(crate) use record::{Record, Told};
pub(crate) use shard::{Shard, ShardChoice};

#[cfg(test)]
mod tests;
