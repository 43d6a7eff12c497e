//! A trace as code of Cranelift.
//!
//! A term becomes code where it is first needed. What only an exit needs is computed in that exit, and forgotten behind
//! it.

mod emitter;
mod exits;
mod memory;
mod trace;
mod values;

pub(crate) use exits::leave;
pub(crate) use trace::{PARAMETERS, emit};
