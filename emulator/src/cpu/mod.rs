//! The processor.
//!
//! [`Cpu::step`] executes one instruction, [`Cpu::run`] many. The first word selects a row of the instruction table and
//! the function generated for it (`dispatch.rs`).

mod addressing;
mod alu;
mod details;
mod direct;
mod dispatch;
mod exceptions;
mod execution;
mod fcw;
mod interrupts;
pub(crate) mod ops;
mod processor;
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
    size::{Byte, Long, Word},
    timing::Course,
    value::{Bit, Flags, Value, operators},
    verbs::Verbs,
};

pub use dispatch::Functions;
pub use exceptions::{Interrupt, Interrupts, Trap};
pub use fcw::Fcw;
pub use processor::{Cpu, Model, Repetition, STACK_POINTER};
pub use run::{End, OFFSETS, PASSED, Places, Run, STOPS, Until};
pub use state::{State, StateError};
pub use step::{Event, Step};
