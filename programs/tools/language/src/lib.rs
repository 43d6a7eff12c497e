//! Language services for editors of Z8000 assembly.
//!
//! The analysis knows no protocol: a [`Workspace`] has open texts and makes a [`Program`] of them with the assembler,
//! and a module for each question answers it. [`mod@format`] lays a source out anew. `server` speaks the Language
//! Server Protocol.
//!
//! Everything about instructions comes from the instruction table, everything about directives from the assembler's.
//!
//! ```
//! let laid_out = z8000_language::format::format("start: ld r1,#5 ! five\n")?;
//! assert_eq!(laid_out, "start:  ld      r1,#5                   ! five\n");
//! # Ok::<(), z8000_language::format::FormatError>(())
//! ```

pub mod clocks;
pub mod completion;
pub mod document;
pub mod format;
pub mod grammar;
pub mod hover;
pub mod navigation;
pub mod outline;
pub mod program;
pub mod rename;
pub mod server;
pub mod words;
pub mod workspace;

pub use document::{Document, Encoding, Position};
pub use program::{Found, Open, Program};
pub use workspace::{Settings, Workspace};
