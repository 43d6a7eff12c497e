//! Devices, and what they are connected to.

mod api;
mod board;
mod channel;
mod cio;
mod disk;
mod ide;
mod latch;
mod line;
mod scc;
mod sectors;

pub use api::{At, Device};
pub(crate) use board::{Serial, Timer};
pub use channel::Channel;
pub(crate) use cio::Cio;
pub(crate) use disk::Disk;
pub(crate) use ide::{Ide, opened};
pub(crate) use latch::Latch;
pub(crate) use line::{Line, next_line};
pub(crate) use scc::Scc;
pub(crate) use sectors::Sectors;
