//! The chips of boards, disks, and the connections of serial ports.

pub(crate) mod cio;
mod ctc;
mod disk;
mod hdc;
mod ide;
mod latch;
mod line;
mod pio;
mod reti;
pub(crate) mod scc;
mod sectors;

pub(crate) use cio::Cio;
pub(crate) use ctc::Ctc;
pub(crate) use disk::Disk;
pub(crate) use hdc::Hdc;
pub(crate) use ide::{Ide, opened};
pub(crate) use latch::Latch;
pub(crate) use line::Line;
pub(crate) use pio::Pio;
pub(crate) use reti::Reti;
pub(crate) use scc::Scc;
pub(crate) use sectors::Sectors;
