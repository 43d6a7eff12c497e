//! The state while a source is read, and the current statement.

use std::ops::Range;

use z8000::isa::Mode;
use z8000_object::Processor;
use z8000_object::text::decode;

use crate::assembler::program::DelayedContent;
use crate::assembly::LineRecord;
use crate::diagnostic::Report;
use crate::fault::Fault;
use crate::layout::Layout;
use crate::lexer::{Kind, Sign, Token};
use crate::output::{Fixup, Output};
use crate::reader::Reader;
use crate::source::Line;
use crate::symbols::Symbols;
use crate::syntax::asl::Names;
use crate::value::Expression;

/// An instruction or a directive.
pub(super) struct Statement<'a> {
    pub(super) line: &'a Line,
    pub(super) name: &'a str,
    /// The place of the name.
    pub(super) span: Range<usize>,
    pub(super) arguments: &'a [Token<'a>],
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

/// A reading of all lines in progress.
pub(super) struct Reading<'s> {
    pub(super) reader: Reader<'s>,
    /// The levels of `.if`, the innermost last.
    pub(super) conditions: Vec<Condition>,
    pub(super) mode: Mode,
    pub(super) processor: Processor,
    pub(super) symbols: Symbols,
    pub(super) layout: Layout,
    /// The output of the current statement.
    pub(super) output: Output,
    pub(super) relocations: Vec<(u32, Fixup)>,
    pub(super) records: Vec<LineRecord>,
    pub(super) waiting: Vec<DelayedContent>,
    /// Expressions whose numbers were assumed, by statement and place in the line.
    pub(super) expected: Vec<((usize, usize), Expression, Line)>,
    pub(super) report: Report,
    /// What a source of AS has defined so far.
    pub(super) names: Names,
    /// The statements that lines of AS became, with their comments, for a conversion.
    pub(super) rewritten: Vec<(String, Option<String>)>,
    /// The comment of the line at work, if no statement has it yet.
    pub(super) comment: Option<String>,
    /// As GNU as: conditions can be omitted.
    pub(super) gnu: bool,
    /// `.data` is a part of `.text`.
    pub(super) data_in_text: bool,
}

/// The arguments of a directive.
impl<'a> Statement<'a> {
    /// Returns true if nothing precedes it, such as a label.
    pub(super) fn is_whole_line(&self) -> bool {
        self.line.text[..self.span.start].trim_ascii().is_empty()
    }

    /// The end of the line.
    pub(super) fn end(&self) -> usize {
        self.line.text.len()
    }

    /// The line after the directive.
    pub(super) fn rest(&self) -> &'a str {
        &self.line.text[self.span.end..]
    }

    /// A fault at the directive.
    pub(super) fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.span.clone(), message)
    }

    /// The arguments between commas.
    pub(super) fn fields(&self) -> impl Iterator<Item = &'a [Token<'a>]> {
        self.arguments.split(|token| token.kind == Kind::Sign(Sign::Comma))
    }

    /// The place of the first of some tokens, or the end of the line.
    pub(super) fn span_of(&self, tokens: &[Token<'_>]) -> Range<usize> {
        let first = tokens.first().map(|token| token.span.clone());
        first.unwrap_or(self.end()..self.end())
    }

    pub(super) fn takes_nothing(&self) -> Result<(), Fault> {
        match self.arguments {
            [] => Ok(()),
            [first, ..] => Err(Fault::new(first.span.clone(), "expected the end of the line")),
        }
    }

    /// The message of `.error` and `.warning`.
    pub(super) fn message(&self) -> Result<Fault, Fault> {
        match self.rest().trim().trim_matches('"') {
            "" => Err(self.fault("expected a message")),
            message => Ok(self.fault(message)),
        }
    }

    /// `name, value`: the name, its place, and the value.
    pub(super) fn definition(&self) -> Result<(&'a str, Range<usize>, &'a [Token<'a>]), Fault> {
        if let [name, comma, value @ ..] = self.arguments
            && let Kind::Name(symbol) = name.kind
            && comma.kind == Kind::Sign(Sign::Comma)
        {
            return Ok((symbol, name.span.clone(), value));
        }
        let span = self.span_of(self.arguments);
        Err(Fault::new(span, "expected a name, a comma and a value"))
    }

    pub(super) fn file_name(&self, field: &[Token<'_>]) -> Result<String, Fault> {
        match only(field) {
            Some(Kind::Text(name)) => Ok(decode(name.clone())),
            _ => Err(Fault::new(
                self.span_of(field),
                "expected a file name in quotation marks",
            )),
        }
    }
}

/// The token of a field that has only one.
pub(super) fn only<'t, 'a>(field: &'t [Token<'a>]) -> Option<&'t Kind<'a>> {
    match field {
        [token] => Some(&token.kind),
        _ => None,
    }
}
