//! CP/M-8000 as a host: programs in the x.out format run on an emulated Z8001, and the host answers their system calls.
//!
//! * [`Host`] runs a program and answers its system calls. SC traps into a handler that is a single IRET; the host does
//!   its work before that instruction is executed, so that every call returns like any trap.
//! * [`memory`]: the segments, and which of them contain a program's instructions and data.
//! * [`program`]: executables, and the initial state of a program: memory, base page, stack.
//! * [`console`]: input and output of a program.
//! * [`drive`]: folders and disk images as drives.
//! * `bdos`, `bios`, `memory_call`: the calls. [`call`]: their names and arguments, for a debugger.
//!
//! Nothing here prints anything or reads the time, so a session is as deterministic as its input.
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

pub use bdos::{FUNCTIONS, Function};
pub use host::Host;
pub use outcome::{Fault, Registers, Stop};
