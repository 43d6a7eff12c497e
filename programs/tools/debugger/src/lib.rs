//! A debugger for Z8000 programs, without a user interface.
//!
//! * [`program`]: image, symbols, lines and routines of the debugged program.
//! * [`session`]: a program under the debugger: going forward and back, the call stack.
//! * [`breakpoint`]: what stops it.
//! * [`expression`]: values of registers, flags, memory and symbols.
//! * [`machine`]: what is asked of a machine, and its addresses.
//! * [`history`]: snapshots, and the changes that came from outside.
//! * [`profile`]: where the clocks go.
//! * [`command`]: the commands that every user interface of the debugger understands.

pub mod breakpoint;
pub mod command;
pub mod expression;
pub mod history;
pub mod machine;
pub mod profile;
pub mod program;
pub mod session;
mod trace;

// The examples that visitors see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
