//! CP/M-8000 as a host: programs in x.out run on an emulated Z8001 and find the operating system that they call.
//!
//! * [`Host`] runs a program and answers its system calls. SC traps into a handler that is a single IRET; the host does
//!   its work before that instruction is executed, so that every call returns as the processor returns from a trap.
//! * [`memory`]: the segments, and which of them a program's instructions and data are in.
//! * [`program`]: executables, and what a program finds when it starts: memory, base page, stack.
//! * [`console`]: where characters come from and go to.
//! * [`drive`]: folders and disk images as drives.
//! * `bdos`, `bios`, `memory_call`: the calls.
//!
//! Nothing here prints, or asks for the time: a session is as deterministic as its input.

mod base_page;
mod bdos;
mod bios;
pub mod command;
pub mod console;
pub mod drive;
mod fault;
mod host;
mod machine;
pub mod memory;
mod memory_call;
pub mod program;

pub use bdos::{FUNCTIONS, Function};
pub use fault::{Fault, Registers};
pub use host::{Host, Stop};
