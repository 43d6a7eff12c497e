//! Language services for editors of Z8000 assembly.
//!
//! A workspace has open documents, which the assembler converts to programs; each kind of query about them has its own
//! module. [`mod@format`] formats a source. [`server`] implements the Language Server Protocol.
//!
//! Everything about instructions comes from the instruction table, and everything about directives from the assembler's
//! table.
//!
//! ```
//! let laid_out = z8000_language::format::format("start: ld r1,#5 ! five\n")?;
//! assert_eq!(laid_out, "start:  ld      r1,#5                   ! five\n");
//! # Ok::<(), z8000_language::format::FormatError>(())
//! ```

mod completion;
mod document;
pub mod format;
mod hover;
mod navigation;
mod outline;
mod program;
mod rename;
pub mod server;
mod words;
mod workspace;
