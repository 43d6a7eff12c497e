//! Generates Cranelift code for a trace.
//!
//! The code of a term is generated where it is first needed. A term needed only by an exit is computed in that exit,
//! and not kept.

mod emitter;
mod exits;
mod memory;
mod trace;
mod values;

pub(crate) use exits::leave;
pub(crate) use trace::{PARAMETERS, emit};
