//! What is wrong with a source, and where.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// One error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// What to look at or do, beside the caret; may be empty.
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
}

impl Diagnostic {
    /// Column of the fault, in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.text[..self.span.start].chars().count() + 1
    }
}

impl fmt::Display for Diagnostic {
    /// In the style of rustc: message, place, line, caret, notes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let annotation = AnnotationKind::Primary
            .span(self.span.clone())
            .label(self.label.as_str());
        let snippet = Snippet::source(self.text.as_str())
            .line_start(self.line as usize)
            .path(self.file.as_str())
            .annotation(annotation);
        let mut group = Level::ERROR
            .primary_title(self.message.as_str())
            .element(snippet);
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        f.write_str(&Renderer::plain().render(&[group]))
    }
}

/// All errors of a run, in the order of the source; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// The errors.
    pub list: Vec<Diagnostic>,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.list {
            writeln!(f, "{diagnostic}\n")?;
        }
        match self.list.len() {
            1 => write!(f, "1 error"),
            count => write!(f, "{count} errors"),
        }
    }
}

impl std::error::Error for Diagnostics {}

/// An error within a line, before it is known which line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) label: String,
    pub(crate) span: Range<usize>,
    pub(crate) note: Option<String>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            label: String::new(),
            span,
            note: None,
        }
    }

    /// Adds a word beside the caret.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a note below the line.
    pub(crate) fn note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }
}

/// The name most like a wrong one, for "did you mean".
pub(crate) fn similar<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let limit = (wrong.len() / 2).clamp(1, 3);
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(wrong.len()) <= limit)
        .map(|name| (distance(wrong, name), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// Letters to change, insert or delete to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = diagonal + usize::from(!x.eq_ignore_ascii_case(&y));
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
