//! Assembler for the Z8001 and Z8002, in the dialect of GNU as.
//!
//! [`examine`] runs this pipeline:
//!
//! 1. Source: [`source`] reads files; `reader` splits them into lines, and expands includes, macros and repetitions.
//! 2. Statements: a line is parsed into labels, a name and operands ([`lexer`], [`expression`], `operand`), and each
//!    statement is placed (`assembler/statements`, `directive`, `instruction`). Its encoding may have to wait for
//!    symbols.
//! 3. Layout: pieces of sections get their addresses (`layout`, `placing`).
//! 4. Bytes: once every symbol is known, the statements that had to wait are encoded (`content`, `output`).
//!
//! The result is an [`Assembly`]. All errors of a run are collected ([`Diagnostics`]); an image is generated only if
//! there are none.

mod assembler;
mod assembly;
mod comment;
mod content;
mod convert;
mod diagnostic;
mod directive;
pub mod disassembly;
mod evaluation;
#[doc(hidden)]
pub mod expression;
mod fault;
mod instruction;
mod layout;
pub mod lexer;
mod macros;
mod mismatch;
mod object;
mod operand;
mod output;
mod placing;
mod reader;
mod register;
mod section;
pub mod source;
mod symbols;
pub mod syntax;
mod value;
mod warning;

pub use assembler::{Examination, Options, assemble, examine};
pub use assembly::{Assembly, ClockSum, LineRecord, MemoryError};
pub use convert::convert;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use directive::{Directive, Stored, directive, directives};
pub use fault::{Fault, Fix, Rule};
pub use instruction::LineClocks;
pub use layout::Piece;
pub use register::registers;
pub use section::{AddressSpace, Section, SectionInfo, Symbol};
pub use source::{Files, Memory, Sources, Text};
pub use syntax::Syntax;
pub use z8000_object::Kind as SectionKind;
pub use z8000_object::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, Processor};
/// Items for this project's editors and debugger.
#[doc(hidden)]
pub use {
    comment::{LinePart, line_parts},
    fault::similar,
    register::is_register,
};

// The examples in README, which visitors see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
