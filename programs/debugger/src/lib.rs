//! A debugger for Z8000 programs, without a user interface.
//!
//! * [`program`]: image, symbols, lines and routines of what is debugged.
//! * [`session`]: a program under the debugger: going forward and back, the call stack.
//! * [`breakpoint`]: what stops it.
//! * [`expression`]: values of registers, flags, memory and symbols.
//! * [`history`]: snapshots, and the changes that came from outside.
//! * [`profile`]: where the clocks go.
//! * [`trace`]: what was carried out, instruction by instruction, and where two runs part.
//! * [`clock`]: clock frequencies, and Z8000 seconds.
//! * [`command`]: the commands that every face of the debugger understands.

pub mod breakpoint;
/// Clock frequencies, which belong to the machine.
pub mod clock {
    pub use z8000::machine::Clock;
}
pub mod command;
pub mod expression;
pub mod history;
pub mod profile;
pub mod program;
pub mod session;
pub mod trace;
