//! A small machine with a Z8002, memory, a serial port and a timer.

mod clock;
mod lockstep;
mod memory;
mod serial;
mod timer;
mod z8002;

pub use clock::Clock;
pub use memory::Memory;
pub use serial::{DATA_PORT, PATIENCE, READY, RECEIVED, STATUS_PORT, Serial};
pub use timer::{CLOCKS as TIMER_CLOCKS, PERIOD_PORT, Signal, TAKEN_PORT, Timer};
pub use z8002::{Board, RunError, Stop};
