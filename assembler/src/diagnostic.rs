//! Errors and warnings, their places in a source, and the report that collects them until the end of a run.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use z8000_object::MapPlace;
use z8000_object::text::escaped;

use crate::fault::{Fault, Fix};
use crate::reader::Reader;
use crate::source::Line;

/// The severity of an error or warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Severity {
    /// No program is made.
    #[default]
    Error,
    /// The program is likely not the intended one.
    Warning,
}

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// The message.
    pub message: String,
    /// A hint beside the caret; may be empty.
    pub label: String,
    /// Name of the file.
    pub file: String,
    /// Number of the line, from 1.
    pub line: u32,
    /// The line, after macro parameters were put in.
    pub text: String,
    /// Bytes of the line that are at fault.
    pub span: Range<usize>,
    /// The origin of the line, and hints.
    pub notes: Vec<String>,
    /// A change of the line after which it is likely right; `None` if a macro made the line.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Column of the fault, in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.text[..self.span.start].chars().count() + 1
    }
}

/// A message is shown up to this many characters.
const MESSAGE: usize = 300;

/// A message without the rest of a name that is megabytes long.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

/// A line is shown up to this many bytes before and after the fault.
const WINDOW: usize = 400;

impl Diagnostic {
    /// The part of the line that is shown, and the place of the fault in it: a line may be megabytes long.
    fn window(&self) -> (&str, Range<usize>) {
        let boundary = |at: usize| (0..=at).rev().find(|&at| self.text.is_char_boundary(at));
        let start = match self.span.start.saturating_sub(WINDOW) {
            0 => 0,
            at => boundary(at).unwrap_or(0),
        };
        let end = boundary((self.span.start + WINDOW).min(self.text.len())).unwrap_or(0);
        let end = end.max(self.span.start);
        let span = self.span.start - start..self.span.end.clamp(self.span.start, end) - start;
        (&self.text[start..end], span)
    }
}

impl fmt::Display for Diagnostic {
    /// In the style of rustc: message, place, line, caret, notes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, span) = self.window();
        let annotation = AnnotationKind::Primary.span(span).label(self.label.as_str());
        let snippet = Snippet::source(text)
            .line_start(self.line as usize)
            .path(self.file.as_str())
            .annotation(annotation);
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let message = shortened(&self.message);
        let mut group = level.primary_title(message.as_str()).element(snippet);
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        f.write_str(&Renderer::plain().render(&[group]))
    }
}

/// All errors of a run, or all its warnings, in the order of the source.
///
/// # Example
///
/// ```
/// use z8000_asm::{Memory, Options, assemble};
///
/// let sources = Memory::new([("a.s", "\tldk r1,#16\n")]);
/// let errors = assemble(&sources, "a.s", &Options::default()).unwrap_err();
/// let expected = "\
/// error: 16 is outside the range 0 to 15
///  --> a.s:1:9
///   |
/// 1 |     ldk r1,#16
///   |            ^^^
///
/// 1 error";
/// assert_eq!(errors.to_string(), expected);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics {
    /// The errors or warnings.
    pub list: Vec<Diagnostic>,
    /// The number of further ones, which are not in the list.
    pub more: usize,
}

impl fmt::Display for Diagnostics {
    /// One after the other, and their number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.list {
            writeln!(f, "{diagnostic}\n")?;
        }
        let what = match self.list.first().map(|first| first.severity) {
            Some(Severity::Warning) => "warning",
            _ => "error",
        };
        match self.list.len() {
            1 => write!(f, "1 {what}")?,
            count => write!(f, "{count} {what}s")?,
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, ", and {more} more"),
        }
    }
}

impl std::error::Error for Diagnostics {}

/// This many errors end the run, and further warnings are only counted.
const MOST: usize = 100;

/// This many repeated errors of expansions end it, too.
const REPEATED: usize = 10_000;

/// The limit on the expansions and includes that are shown for one line.
const TRACE: usize = 6;

/// The errors and warnings so far, each with the number of its statement.
#[derive(Default)]
pub(crate) struct Report {
    errors: Vec<(usize, Diagnostic)>,
    warnings: Vec<(usize, Diagnostic)>,
    /// Warnings that are only counted.
    more: usize,
    /// Errors of expansions that had been reported before.
    repeated: usize,
    /// Number of the line or statement at work, counted as lines are read.
    pub(crate) statement: usize,
    /// As GNU as: no advice.
    pub(crate) gnu: bool,
}

impl Report {
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.errors.len() >= MOST || self.repeated >= REPEATED
    }

    /// Takes the errors out, in the order of the source.
    pub(crate) fn take_errors(&mut self) -> Diagnostics {
        sorted(std::mem::take(&mut self.errors), 0)
    }

    /// The warnings, in the order of the source.
    pub(crate) fn warnings(self) -> Diagnostics {
        sorted(self.warnings, self.more)
    }

    /// Records an error of a line.
    pub(crate) fn error(&mut self, reader: &Reader<'_>, line: &Line, fault: Fault) {
        let (text, fault) = line.place(fault);
        self.add(reader, line.origin, text, fault, Severity::Error);
    }

    pub(crate) fn warn(&mut self, reader: &Reader<'_>, line: &Line, fault: Fault) {
        let (text, fault) = line.place(fault);
        self.add(reader, line.origin, text, fault, Severity::Warning);
    }

    /// Warns of what assembles in a line and is likely wrong, or could be better.
    pub(crate) fn advise<const N: usize>(
        &mut self,
        reader: &Reader<'_>,
        line: &Line,
        advice: impl FnOnce() -> [Option<Fault>; N],
    ) {
        if !self.gnu {
            let faults = advice().into_iter().flatten();
            faults.for_each(|fault| self.warn(reader, line, fault));
        }
    }

    /// Adds a fault of a line.
    pub(crate) fn add(&mut self, reader: &Reader<'_>, origin: MapPlace, text: &str, fault: Fault, severity: Severity) {
        if severity == Severity::Warning && self.warnings.len() >= MOST {
            self.more += 1;
            return;
        }
        // An error in the body of a macro is reported once, not for each call.
        let known = |(_, old): &(usize, Diagnostic)| {
            old.line == origin.line
                && old.message == fault.message
                && old.file == reader.files[origin.file as usize].name
        };
        let list = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        if origin.expansion.is_some() && list.iter().any(known) {
            self.repeated += usize::from(severity == Severity::Error);
            return;
        }
        let mut notes: Vec<String> = fault.note.into_iter().collect();
        trace(reader, origin, &mut notes);
        let end = text.len();
        let diagnostic = Diagnostic {
            severity,
            message: escaped(&fault.message).into_owned(),
            label: escaped(&fault.label).into_owned(),
            file: file_name(reader, origin),
            line: origin.line,
            text: escaped(text).into_owned(),
            span: fault.span.start.min(end)..fault.span.end.min(end),
            notes,
            fix: fault.fix.filter(|_| origin.expansion.is_none()).map(|fix| *fix),
        };
        list.push((self.statement, diagnostic));
    }

    /// Adds an error that does not belong to a line.
    pub(crate) fn outside(&mut self, reader: &Reader<'_>, name: &str, message: String) {
        let file = match reader.files.first() {
            Some(file) => file.name.clone(),
            None => name.to_owned(),
        };
        let diagnostic = Diagnostic { message, file, line: 1, ..Diagnostic::default() };
        self.errors.push((usize::MAX, diagnostic));
    }
}

fn sorted(mut list: Vec<(usize, Diagnostic)>, more: usize) -> Diagnostics {
    list.sort_by_key(|(statement, _)| *statement);
    Diagnostics { more, list: list.into_iter().map(|(_, diagnostic)| diagnostic).collect() }
}

/// Notes the macros and includes that a line came through.
fn trace(reader: &Reader<'_>, mut origin: MapPlace, notes: &mut Vec<String>) {
    while let Some(expansion) = origin.expansion {
        let expansion = &reader.expansions[expansion as usize];
        origin = expansion.call;
        notes.push(format!(
            "in the expansion of {} at {}:{}",
            expansion.what,
            file_name(reader, origin),
            origin.line
        ));
    }
    while let Some(included) = reader.files[origin.file as usize].included {
        origin = included;
        notes.push(format!("included at {}:{}", file_name(reader, origin), origin.line));
    }
    // A runaway recursion repeats the same note.
    if notes.len() > TRACE {
        let left_out = notes.len() - TRACE;
        notes.splice(TRACE - 1..notes.len() - 1, [format!("{left_out} more levels omitted")]);
    }
}

fn file_name(reader: &Reader<'_>, origin: MapPlace) -> String {
    escaped(&reader.files[origin.file as usize].name).into_owned()
}
