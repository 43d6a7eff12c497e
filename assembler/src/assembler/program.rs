//! The program, while it is read and between two stages of the assembler.

use std::ops::Range;

use z8000::isa::Mode;
use z8000_object::Processor;

use crate::assembly::LineRecord;
use crate::content::Content;
use crate::diagnostic::Report;
use crate::layout::Layout;
use crate::output::{Fixup, Output};
use crate::reader::Reader;
use crate::source::Line;
use crate::symbols::Symbols;
use crate::syntax::asl::Names;
use crate::value::Expression;

/// A program, as far as the stages have made it.
pub(super) struct Program<'s> {
    /// The files and expansions that the lines came from.
    pub(super) reader: Reader<'s>,
    pub(super) report: Report,
    /// The Z8001, if any of the program is for segmented mode.
    pub(super) processor: Processor,
    pub(super) symbols: Symbols,
    /// The pieces, with their bytes.
    pub(super) layout: Layout,
    /// The places that are left to a linker: the piece, and the field.
    pub(super) relocations: Vec<(u32, Fixup)>,
    pub(super) records: Vec<LineRecord>,
    /// The statements that have no bytes yet.
    pub(super) waiting: Vec<DelayedContent>,
    /// The statements that lines of AS became, with their comments, for a conversion.
    pub(super) rewritten: Vec<(String, Option<String>)>,
    /// The levels of `.if`, the innermost last.
    pub(super) conditions: Vec<Condition>,
    pub(super) mode: Mode,
    /// The output of the current statement.
    pub(super) output: Output,
    /// Expressions whose numbers were assumed, by statement and place in the line.
    pub(super) expected: Vec<((usize, usize), Expression, Line)>,
    /// What a source of AS has defined so far.
    pub(super) names: Names,
    /// The comment of the current line, if no statement has it yet.
    pub(super) comment: Option<String>,
    /// As GNU as: conditions can be omitted.
    pub(super) gnu: bool,
    /// `.data` is a part of `.text`.
    pub(super) data_in_text: bool,
}

/// A level of `.if`.
pub(super) struct Condition {
    /// Lines are assembled.
    pub(super) active: bool,
    /// A branch has been taken already, or none may be.
    pub(super) done: bool,
    /// The branch is that of `.else`.
    pub(super) last: bool,
    pub(super) line: Line,
    pub(super) span: Range<usize>,
}

/// A statement that waits for symbols.
pub(super) struct DelayedContent {
    pub(super) statement: usize,
    pub(super) line: Line,
    /// Index of its record.
    pub(super) record: usize,
    pub(super) content: Content,
}
