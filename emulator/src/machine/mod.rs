//! Machines: a processor with memory and devices, addresses as their programs see them, and access for debuggers.

mod address;
mod look;

#[cfg(feature = "machine")]
mod banks;
#[cfg(feature = "machine")]
mod clock;
#[cfg(feature = "machine")]
mod device;
#[cfg(feature = "machine")]
mod hosted;
#[cfg(feature = "machine")]
mod listening;
#[cfg(feature = "machine")]
mod paging;
#[cfg(feature = "machine")]
mod parts;
#[cfg(feature = "machine")]
mod physical;
#[cfg(feature = "machine")]
mod polled;
#[cfg(feature = "machine")]
mod registers;
#[cfg(feature = "machine")]
mod running;
#[cfg(feature = "machine")]
mod saved;
#[cfg(feature = "machine")]
mod sight;
#[cfg(feature = "machine")]
mod system;
#[cfg(feature = "machine")]
mod text;
#[cfg(feature = "machine")]
mod units;
#[cfg(feature = "machine")]
mod watched;
#[cfg(feature = "machine")]
mod world;

pub use address::Address;
pub use look::{Fault, Look, Outside};

#[cfg(feature = "machine")]
pub use {
    banks::Banks,
    clock::Clock,
    device::{
        At, BREAK, CLOCK, CTS, Channel, DCD, Device, Key, PATIENCE, READY, RECEIVED, Serial, Signal, Standing,
        TIMER_CLOCKS, Timer,
    },
    hosted::{Answered, System},
    paging::Paging,
    parts::{
        BAUD, Conflict, DATA_PORT, Kind, Line, Memory, Mirror, Modes, PAGE, PERIOD_PORT, Parts, Port, STATUS_PORT,
        Spaces, TAKEN_PORT, TimerPart, Unit,
    },
    physical::Physical,
    running::{RunError, Stop},
    sight::Sight,
    system::Machine,
    text::Text,
    watched::{Access, Watcher},
    world::{Devices, World},
};
