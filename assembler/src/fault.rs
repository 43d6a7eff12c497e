//! An error in source text, before its file and line number are known.

use std::ops::Range;

use thiserror::Error;

/// An error in a piece of source text, and its location there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Fault {
    /// The message.
    pub message: String,
    /// A hint next to the caret; may be empty.
    pub label: String,
    /// The range of bytes that are wrong.
    pub span: Range<usize>,
    /// A hint below the line, if there is one.
    pub note: Option<String>,
    /// A change that probably corrects the text, if one is known.
    pub fix: Option<Box<Fix>>,
}

/// A change of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The range of bytes of the line to replace.
    pub span: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Fault {
    /// Creates an error without a label or a note.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            label: String::new(),
            span,
            note: None,
            fix: None,
        }
    }

    /// Adds a label next to the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Sets the note below the line; `None` for no note.
    #[must_use]
    pub fn note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    /// Adds a probable correction: a replacement for a range of bytes.
    #[must_use]
    pub fn fix(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.fix = Some(Box::new(Fix { span, text: text.into() }));
        self
    }

    /// Adds a suggestion: the known name nearest to the wrong one, if one is near enough.
    pub(crate) fn similar<'a>(self, wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match nearest(wrong, known) {
            Some(name) => {
                let span = self.span.clone();
                self.note(Some(format!("did you mean `{name}`?"))).fix(span, name)
            }
            None => self,
        }
    }
}

/// Returns `did you mean` and the most similar known name; `None` if all differ in more than three letters, or in more
/// than half of those of `wrong`. Case is ignored.
///
/// # Example
///
/// ```
/// use z8000_asm::similar;
///
/// let known = ["start", "stop"];
/// assert_eq!(similar("strat", known).as_deref(), Some("did you mean `start`?"));
/// assert_eq!(similar("finish", known), None);
/// ```
pub fn similar<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// The nearest of the known names, if it is near enough: no more than half of the letters differ, and no more than 3. Two
/// letters that have changed places count as one.
/// Case does not count.
pub(crate) fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wrong.len() / 2).clamp(1, 3);
    let wrong = wrong.to_ascii_lowercase();
    known
        .into_iter()
        .filter(|name| name.len().abs_diff(wrong.len()) <= limit)
        .map(|name| (strsim::osa_distance(&wrong, &name.to_ascii_lowercase()), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}
