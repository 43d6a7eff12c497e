//! Execution of the Z8000 by traces, several times as fast as one instruction at a time.
//!
//! [`Choice::engine`] gives an [`Engine`](z8000::machine::Engine) for a board. Where the program comes often, the engine
//! has a trace recorded (`z8000::trace`) and made into code, which it finds again by PC (`cache`). Everything else is
//! done by the interpreter. There are two kinds of code:
//!
//! * machine code of the host, made by Cranelift (`native`); `native/code.rs` has the calls into it, and the only unsafe
//!   code of the project;
//! * scripts, lists of small operations that every host carries out (`portable`).
//!
//! Without the feature `native`, or where there is no compiler for the host, scripts are the best choice.

mod cache;
mod choice;
mod engine;
mod habits;
#[cfg(feature = "native")]
mod native;
mod portable;

pub use choice::{Choice, NoCompiler};
pub use habits::Habits;
