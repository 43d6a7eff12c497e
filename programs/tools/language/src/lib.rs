//! Language services for editors of Z8000 assembly.
//!
//! A workspace has open documents, which the assembler converts to programs; each kind of query about them has its own
//! module. [`server`] implements the Language Server Protocol.
//!
//! Everything about instructions comes from the instruction table, and everything about directives from the assembler's
//! table.

mod completion;
mod document;
mod hover;
mod linked;
mod navigation;
mod program;
mod rename;
pub mod server;
mod words;
mod workspace;
