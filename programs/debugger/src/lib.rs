//! A debugger for Z8000 programs, without a user interface.
//!
//! * [`program`]: image, symbols, lines and routines of what is debugged.
//! * [`profile`]: where the clocks go.

pub mod profile;
pub mod program;
