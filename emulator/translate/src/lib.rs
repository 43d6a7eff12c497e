//! Compiled execution of the Z8000: a program's traces as native code.
//!
//! [`Translator`] is an [`Engine`](z8000::run::Engine) for a machine. At frequently visited places, it has a trace
//! recorded (`z8000::trace`) and compiled (`emit`, `compiler`); a table indexed by PC leads from one piece of code to
//! the next (`cache`). Everything else is done by the interpreter. `native` contains the machine code and the call into
//! it, which are the unsafe code of the project. Where this crate is itself WebAssembly, so are the traces, by `web`.
//!
//! Without the feature `native`, or if there is no compiler for the host, there is no translator, and everything runs
//! in the interpreter.

#[cfg(feature = "native")]
mod account;
#[cfg(feature = "native")]
mod cache;
mod choice;
#[cfg(feature = "native")]
mod code;
#[cfg(feature = "native")]
mod context;
#[cfg(feature = "native")]
mod emit;
#[cfg(feature = "native")]
mod engine;
mod error;
mod habits;
#[cfg(feature = "native")]
mod layout;
#[cfg(all(feature = "native", not(target_family = "wasm")))]
mod native;
#[cfg(feature = "native")]
mod tables;
#[cfg(feature = "native")]
mod uses;
#[cfg(feature = "native")]
mod watched;
#[cfg(all(feature = "native", target_family = "wasm"))]
mod web;

#[cfg(all(feature = "native", not(target_family = "wasm")))]
use native as host;
#[cfg(all(feature = "native", target_family = "wasm"))]
use web as host;

pub use choice::{Choice, available, compiled};
#[cfg(feature = "native")]
pub use engine::Translator;
pub use error::NoCompiler;
pub use habits::Habits;
