//! Generating Cranelift code for a trace.
//!
//! The code of a term is generated where it is first needed. What only an exit needs is computed in that exit and then
//! forgotten.

mod emitter;
mod exits;
mod memory;
mod trace;
mod values;

pub(crate) use exits::leave;
pub(crate) use trace::{PARAMETERS, emit};
