//! Assembler for the Z8001 and Z8002, in the dialect that GNU as accepts.
//!
//! The pipeline, which [`examine`] runs:
//!
//! 1. Source: [`source`] reads files; `reader` makes their lines, with includes, macros and repetitions expanded.
//! 2. Statements: a line becomes labels, a name and operands ([`lexer`], [`expression`], `operand`), and each statement
//!    gets its place (`assembler/statements`, `directive`, `instruction`); its contents may wait for symbols.
//! 3. Layout: pieces of sections get their addresses (`layout`, `placing`).
//! 4. Bytes: with every symbol known, the contents that had to wait are encoded (`content`, `output`).
//!
//! The result is an [`Assembly`].
//! All errors of a run are collected ([`Diagnostics`]); an image is made only if there are none.

mod assembler;
mod assembly;
mod comment;
mod content;
mod diagnostic;
mod directive;
pub mod disassembly;
mod evaluation;
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
pub use assembly::{Assembly, ClockSum, LineRecord};
pub use comment::{LinePart, line_parts};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use directive::{Directive, directive, directives};
pub use fault::{Fault, Fix, similar};
pub use instruction::LineClocks;
pub use layout::Piece;
pub use register::{is_register, registers};
pub use section::{AddressSpace, Section, SectionInfo, Symbol};
pub use source::{Files, Memory, Sources, Text};
pub use syntax::{Syntax, convert};
pub use z8000_object::Kind as SectionKind;
pub use z8000_object::text::returns_alone;
pub use z8000_object::{LineMap, MapExpansion, MapLine, MapPlace, MapSection, MapSymbol, Processor};

// The examples that visitors see first.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
