//! An error within a text, before it is known which line of which file the text is.

use std::ops::Range;

use thiserror::Error;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// What to look at or do, beside the caret; may be empty.
    pub label: String,
    /// The bytes of the text that are at fault.
    pub span: Range<usize>,
    /// A hint below the line.
    pub note: Option<String>,
}

impl Fault {
    /// A fault without label and note.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            label: String::new(),
            span,
            note: None,
        }
    }

    /// Adds words beside the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a note below the line.
    #[must_use]
    pub fn note(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }
}
