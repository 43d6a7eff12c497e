//! A debugger for Z8000 programs, without a user interface.
//!
//! * [`program`]: image, symbols, lines and routines of the debugged program.
//! * [`session`]: a program under the debugger: movement forward and back, the call stack.
//! * [`breakpoint`]: the conditions that stop the program.
//! * [`calls`]: the exceptions, and the frames that calls and exceptions open.
//! * [`expression`]: values of registers, flags, memory and symbols.
//! * [`machine`]: the machine, its addresses, and its connections.
//! * [`origin`]: where a value comes from.
//! * [`history`]: snapshots, and the changes that came from outside.
//! * [`profile`]: clocks by routine, line and call path.
//! * [`command`]: the commands that are common to all user interfaces of the debugger.

pub mod breakpoint;
pub mod calls;
pub mod command;
pub mod expression;
pub mod history;
pub mod machine;
pub mod origin;
pub mod profile;
pub mod program;
pub mod session;
mod trace;

// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
