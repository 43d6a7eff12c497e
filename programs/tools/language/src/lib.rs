//! Language services for editors of Z8000 assembly.
//!
//! A workspace has open texts and makes a program of them with the assembler, and a module for each question answers
//! it. [`mod@format`] lays out a source. [`server`] speaks the Language Server Protocol.
//!
//! Everything about instructions comes from the instruction table, everything about directives from the assembler's.
//!
//! ```
//! let laid_out = z8000_language::format::format("start: ld r1,#5 ! five\n")?;
//! assert_eq!(laid_out, "start:  ld      r1,#5                   ! five\n");
//! # Ok::<(), z8000_language::format::FormatError>(())
//! ```

mod completion;
mod document;
mod folding;
pub mod format;
pub mod grammar;
mod hover;
mod navigation;
mod outline;
mod program;
mod rename;
pub mod server;
mod words;
mod workspace;
