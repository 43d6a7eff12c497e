//! A small machine: a Z8002, memory, a serial port, a timer.

mod board;
mod clock;
mod engine;
mod lockstep;
mod memory;
mod probe;
mod saved;
mod serial;
mod timer;

pub use board::{Board, PATIENCE, RunError, SLICE, Stop};
pub use clock::Clock;
pub use engine::{Bank, Banked, Code, Engine, LINE, Lines, Ran, Running, follows, line_of};
pub use lockstep::{Difference, Pair, Subject};
pub use memory::Memory;
pub use probe::{NoProbe, Probe};
pub use serial::{DATA_PORT, READY, RECEIVED, STATUS_PORT, Serial};
pub use timer::{CLOCKS as TIMER_CLOCKS, PERIOD_PORT, Signal, TAKEN_PORT, Timer};
