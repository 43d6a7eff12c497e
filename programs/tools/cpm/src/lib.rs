//! CP/M-8000 as a host: programs in x.out run on an emulated Z8001 and find the operating system that they call.
//!
//! * [`Host`] runs a program and answers its system calls. SC traps into a handler that is a single IRET; the host does
//!   its work before that instruction is executed, so that every call returns as the processor returns from a trap.
//! * [`memory`]: the segments, and which of them a program's instructions and data are in.
//! * [`program`]: executables, and the state in which a program starts: memory, base page, stack.
//! * [`console`]: the source and the destination of characters.
//! * [`drive`]: folders and disk images as drives.
//! * `bdos`, `bios`, `memory_call`: the calls. [`call`]: what they are, for a debugger.
//!
//! Nothing here prints, or asks for the time: a session is as deterministic as its input.
//!
//! ```
//! use z8000_asm::{Memory, Options, assemble};
//! use z8000_cpm::command::Command;
//! use z8000_cpm::console::SharedScript;
//! use z8000_cpm::{Host, Stop};
//! use z8000_object::xout;
//!
//! let text = "
//!         .z8002
//!         .text
//!         ld      r7,#greeting
//!         ld      r5,#9                   ! print a text
//!         sc      #2
//!         clr     r5                      ! and end
//!         sc      #2
//!         .data
//! greeting: .ascii \"hello$\"
//! ";
//! let sources = Memory::new([("hello.s", text)]);
//! let program = xout::write(&assemble(&sources, "hello.s", &Options::default())?.program())?;
//!
//! let console = SharedScript::default();
//! let mut host = Host::new(Box::new(console.clone()));
//! host.start(&program, &Command::new("HELLO", &[]), 0)?;
//! assert_eq!(host.run(1_000_000)?, Stop::Ended);
//! assert_eq!(console.take(), b"hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod base_page;
mod bdos;
mod bios;
pub mod call;
pub mod command;
pub mod console;
mod debugged;
pub mod drive;
mod fcb;
mod host;
pub mod memory;
mod memory_call;
mod outcome;
mod processor;
pub mod program;
mod run;

pub use bdos::{FUNCTIONS, Function, takes_address};
pub use host::Host;
pub use outcome::{Fault, Registers, Stop};
