//! Errors and warnings, and their places in a source.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::fault::Fix;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// No program is made.
    Error,
    /// The program is likely not what was meant.
    Warning,
}

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
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
    /// How the line came about, and hints.
    pub notes: Vec<String>,
    /// A change of the line after which it is likely right; none where a macro made the line.
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
    /// The part of the line that is shown, and where in it the fault is: a line may be megabytes long.
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics {
    /// The errors or warnings.
    pub list: Vec<Diagnostic>,
    /// How many more there are, which are not in the list.
    pub more: usize,
}

impl fmt::Display for Diagnostics {
    /// One after the other, and how many.
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
