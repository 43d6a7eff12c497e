//! The program between two stages of the assembler.

use z8000_object::Processor;

use crate::assembly::LineRecord;
use crate::content::Content;
use crate::diagnostic::Report;
use crate::layout::Layout;
use crate::output::Fixup;
use crate::reader::Reader;
use crate::source::Line;
use crate::symbols::Symbols;

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
    /// The statements that lines of AS became, with their comments.
    pub(super) rewritten: Vec<(String, Option<String>)>,
}

/// A statement that waits for symbols.
pub(super) struct DelayedContent {
    pub(super) statement: usize,
    pub(super) line: Line,
    /// Index of its record.
    pub(super) record: usize,
    pub(super) content: Content,
}
