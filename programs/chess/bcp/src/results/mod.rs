//! Results of the program: one JSON line per position, with what it was made from.

mod provenance;
mod record;

pub(crate) use bcp_suite::results::{Shard, sha256};
pub(crate) use provenance::{Provenance, Settings, short};
pub(crate) use record::{IterationRecord, Record};

pub(crate) type Lines = bcp_suite::results::Lines<Record>;

#[cfg(test)]
pub(crate) mod tests;
