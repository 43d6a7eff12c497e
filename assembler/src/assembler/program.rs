//! The program, as it is passed between the stages of the assembler.

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

/// A program in any stage of assembly.
pub(super) struct Program<'s> {
    /// The files and expansions that the lines came from.
    pub(super) reader: Reader<'s>,
    pub(super) report: Report,
    /// The required processor: the Z8001 if any part of the program is for segmented mode.
    pub(super) processor: Processor,
    pub(super) symbols: Symbols,
    /// The pieces, with their bytes.
    pub(super) layout: Layout,
    /// The fields that a linker must fill in: the piece, and the field.
    pub(super) relocations: Vec<(u32, Fixup)>,
    pub(super) records: Vec<LineRecord>,
    /// The statements that are not encoded yet.
    pub(super) waiting: Vec<DelayedContent>,
    /// The statements to which lines for AS were converted, with their comments.
    pub(super) rewritten: Vec<(String, Option<String>)>,
    /// The open levels of `.if`, the innermost last.
    pub(super) conditions: Vec<Condition>,
    pub(super) mode: Mode,
    /// The output of the current statement.
    pub(super) output: Output,
    /// Expressions whose values were assumed, by statement and position in the line.
    pub(super) expected: Vec<((usize, usize), Expression, Line)>,
    /// The names that a source for AS has defined so far.
    pub(super) names: Names,
    /// The comment of the current line, until it is attached to a statement.
    pub(super) comment: Option<String>,
    /// True to behave like GNU as: condition codes may be omitted.
    pub(super) gnu: bool,
    pub(super) data_in_text: bool,
}

/// A level of `.if`.
pub(super) struct Condition {
    /// True if the lines of the current branch are assembled.
    pub(super) active: bool,
    /// True if no further branch may be assembled, usually because one already was.
    pub(super) done: bool,
    /// True after `.else`, so that another `.else` is an error.
    pub(super) last: bool,
    pub(super) line: Line,
    pub(super) span: Range<usize>,
}

/// A statement that waits for symbols.
pub(super) struct DelayedContent {
    pub(super) statement: usize,
    pub(super) line: Line,
    /// The index of its line record.
    pub(super) record: usize,
    pub(super) content: Content,
}
