//! Devices at ports.

mod disk;
mod line;

pub(crate) use disk::Disk;
pub(crate) use line::{Line, Progress};
