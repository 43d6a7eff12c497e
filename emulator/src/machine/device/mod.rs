//! Devices of machines.

mod api;
mod channel;
mod port;
mod timer;

pub(crate) use api::Facts;
pub use api::{At, Device, Standing};
pub use channel::{BREAK, CLOCK, CTS, Channel, DCD, PATIENCE, Signal};
pub use port::{Key, READY, RECEIVED, Serial};
pub use timer::{CLOCKS as TIMER_CLOCKS, Timer};
