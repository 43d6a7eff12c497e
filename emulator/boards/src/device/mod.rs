//! Devices, and what they are connected to.

mod api;
mod channel;
mod cio;
mod disk;
mod ide;
mod latch;
mod line;
mod scc;
mod sectors;
mod serial;
mod timer;

pub use api::{At, Device};
pub use channel::Channel;
pub(crate) use cio::Cio;
pub(crate) use disk::Disk;
pub(crate) use ide::{Ide, opened};
pub(crate) use latch::Latch;
pub(crate) use line::{Line, next_line};
pub(crate) use scc::Scc;
pub(crate) use sectors::Sectors;
pub(crate) use serial::Serial;
pub(crate) use timer::Timer;
