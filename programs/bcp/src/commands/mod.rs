//! The commands, one file each.

pub(crate) mod ablate;
mod attempt;
mod batch;
pub(crate) mod compare;
pub(crate) mod debug;
pub(crate) mod merge;
mod options;
pub(crate) mod perft;
pub(crate) mod profile;
pub(crate) mod report;
pub(crate) mod solve;
pub(crate) mod table1;
pub(crate) mod verify;
