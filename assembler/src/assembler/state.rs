//! The settings of a run, a run in progress, and the statement at work.

use std::ops::Range;

use z8000::isa::Mode;
use z8000_object::Processor;

use crate::assembly::{Assembly, LineRecord};
use crate::content::Content;
use crate::diagnostic::{Diagnostics, Report};
use crate::fault::Fault;
use crate::layout::Layout;
use crate::lexer::{Kind, Sign, Token};
use crate::output::{Fixup, Output};
use crate::reader::Reader;
use crate::source::Line;
use crate::symbols::Symbols;
use crate::syntax::Syntax;

/// The settings of a run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The processor to begin with; `.z8001` and `.z8002` choose again.
    pub processor: Processor,
    /// Symbols that are defined before the first line.
    pub symbols: Vec<(String, i64)>,
    /// Sources that follow the main one, as if all were one.
    pub further: Vec<String>,
    /// All sections are in one memory, and follow each other unless an `.org` says otherwise. If not set, code is in a
    /// separate memory.
    pub one_memory: bool,
    /// Make an object: a linker decides where sections go, and other objects may define symbols.
    pub for_linker: bool,
    /// The dialect of the sources.
    pub syntax: Syntax,
    /// Leave every distance to the linker, so that it may shorten segmented addresses.
    pub relaxable: bool,
    /// The limit on the bytes of the program, of contents and space; 256 MB if it is left out.
    pub most_bytes: Option<u64>,
    /// As GNU as does, give no advice, just the warnings that a source wants; and take a condition that is left out
    /// as one that always holds.
    pub gnu: bool,
}

/// The facts of a source, whether or not it assembles.
#[derive(Debug, Clone)]
pub struct Examination {
    /// The result of the lines without errors. It is the program only if there are no errors at all.
    pub assembly: Assembly,
    /// All errors of the source.
    pub errors: Diagnostics,
}

/// An instruction or a directive.
pub(super) struct Statement<'a> {
    pub(super) line: &'a Line,
    pub(super) name: &'a str,
    /// The place of the name.
    pub(super) span: Range<usize>,
    pub(super) arguments: &'a [Token<'a>],
}

/// A statement that waits for symbols.
pub(super) struct Waiting {
    pub(super) statement: usize,
    pub(super) line: Line,
    /// Index of its record.
    pub(super) record: usize,
    pub(super) content: Content,
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

/// A run in progress.
pub(super) struct Assembler<'s> {
    pub(super) reader: Reader<'s>,
    /// The levels of `.if`, the innermost last.
    pub(super) conditions: Vec<Condition>,
    pub(super) mode: Mode,
    /// The Z8001, if any of the program is for segmented mode.
    pub(super) processor: Processor,
    pub(super) symbols: Symbols,
    pub(super) layout: Layout,
    /// The output of the statement at work.
    pub(super) output: Output,
    /// The places that are left to a linker: the piece, and the field.
    pub(super) relocations: Vec<(u32, Fixup)>,
    pub(super) records: Vec<LineRecord>,
    pub(super) waiting: Vec<Waiting>,
    pub(super) report: Report,
    /// As GNU as: no advice, and conditions can be left out.
    pub(super) gnu: bool,
    /// Number of the line or statement at work, counted as lines are read.
    pub(super) statement: usize,
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
            [first, ..] => Err(Fault::new(first.span.clone(), "nothing more is expected here")),
        }
    }

    /// The message of `.error` and `.warning`.
    pub(super) fn message(&self) -> Result<Fault, Fault> {
        match self.rest().trim().trim_matches('"') {
            "" => Err(self.fault("a message is expected after this")),
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
        Err(Fault::new(span, "a name, a comma and a value are expected here"))
    }

    pub(super) fn file_name(&self, field: &[Token<'_>]) -> Result<String, Fault> {
        match only(field) {
            Some(Kind::Text(name)) => Ok(String::from_utf8_lossy(name).into_owned()),
            _ => Err(Fault::new(
                self.span_of(field),
                "a file name in quotation marks is expected here",
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
