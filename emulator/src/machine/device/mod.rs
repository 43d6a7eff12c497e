//! Devices of machines.

mod api;
mod channel;
mod port;
mod standing;
mod timer;

pub use api::{At, Device};
pub use channel::{BREAK, CLOCK, CTS, Channel, DCD, PATIENCE, Signal};
pub use port::{Key, READY, RECEIVED, Serial};
pub(crate) use standing::Facts;
pub use standing::Standing;
pub use timer::{CLOCKS as TIMER_CLOCKS, Timer};
