//! A small machine: a Z8002, memory, a serial port.

mod board;
mod clock;
mod serial;

pub use board::{Board, Memory, NoProbe, Probe, RunError, SLICE, Stop};
pub use clock::Clock;
pub use serial::{DATA_PORT, READY, RECEIVED, STATUS_PORT, Serial};
