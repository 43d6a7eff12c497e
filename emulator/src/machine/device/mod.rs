//! Devices of machines.

mod api;
mod channel;
mod port;
mod timer;

pub use api::{At, Device, Standing};
pub use channel::{CLOCK, Channel, PATIENCE};
pub use port::{Key, READY, RECEIVED, Serial};
pub use timer::{CLOCKS as TIMER_CLOCKS, Timer};
