//! The processor.
//!
//! [`Cpu::step`] runs one instruction, [`Cpu::run`] many. The first word selects a row of the instruction table, and
//! with it the function that was made for the row (`dispatch.rs`).

mod addressing;
mod alu;
mod details;
mod direct;
mod dispatch;
mod exceptions;
mod execution;
mod fcw;
mod flags;
mod interrupts;
mod model;
pub(crate) mod ops;
mod places;
mod processor;
mod ran;
mod run;
mod size;
mod state;
mod step;
mod timing;
mod traps;
mod value;
mod verbs;

#[cfg(feature = "compiler")]
pub(crate) use {
    details::is_ordinary,
    execution::{Execution, Row},
    flags::Flags,
    size::{Byte, Long, Word},
    timing::Course,
    value::{Bit, Value, operators},
    verbs::Verbs,
};

pub use dispatch::Functions;
pub use exceptions::{Interrupt, Interrupts, Trap};
pub use fcw::Fcw;
pub use model::{Model, STACK_POINTER};
pub use places::{OFFSETS, PASSED, Places, STOPS};
pub use processor::{Cpu, Repetition};
pub use run::{End, Run, Until};
pub use state::{State, StateError};
pub use step::{Event, Step};
