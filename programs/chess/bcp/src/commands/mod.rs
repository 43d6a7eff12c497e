//! The commands, one file each.

pub(crate) mod ablate;
mod batch;
pub(crate) mod dap;
pub(crate) mod debug;
mod options;
pub(crate) mod play;
pub(crate) mod profile;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod solve;
pub(crate) mod table1;
mod transcript;
pub(crate) mod uci;
pub(crate) mod verify;
