//! Generates the code of a trace, by a code generator of the host.
//!
//! The code of a term is generated where it is first needed. A term needed only by an exit is computed in that exit and
//! then discarded.

mod emitter;
mod exits;
mod generator;
mod memory;
mod trace;
mod values;

pub(crate) use generator::{Access, Generator, Kind, Memory, Op, Spot};
pub(crate) use trace::emit;
