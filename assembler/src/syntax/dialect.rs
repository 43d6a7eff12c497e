//! Files as lines of the dialect of GNU as.

use std::string::FromUtf8Error;
use std::sync::Arc;

use super::name::Syntax;
use super::writer::Translation;
use super::{asz8k, plz};
use crate::source::{Line, Origin, Text};

/// The dialect of the sources of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect {
    pub(crate) syntax: Syntax,
    /// True if the run begins in segmented mode.
    pub(crate) segmented: bool,
}

impl Dialect {
    /// The text of a file. Sources in period dialects may be in ISO 8859-1.
    pub(crate) fn text(self, bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
        match String::from_utf8(bytes) {
            Err(error) if self.syntax != Syntax::Gnu => Ok(error.into_bytes().into_iter().map(char::from).collect()),
            text => text,
        }
    }

    /// Writes a file anew.
    pub(super) fn translate(self, text: &str) -> Translation {
        match self.syntax {
            Syntax::Gnu => Translation::default(),
            Syntax::Asz8k => asz8k::translate(text),
            Syntax::Plz => plz::translate(text, self.segmented),
        }
    }

    /// The lines of a file, written anew: each with the first statement that it became, and further ones behind it.
    pub(crate) fn lines(self, text: &Arc<str>, file: u32, depth: usize) -> Vec<Line> {
        let mut written = self.translate(text).written.into_iter().peekable();
        let mut lines = Vec::new();
        let mut start = 0;
        for (index, raw) in text.split_inclusive('\n').enumerate() {
            let end = start + raw.trim_end_matches(['\n', '\r']).len();
            let source = Text::part(text, start..end);
            let origin = Origin {
                file,
                line: index as u32 + 1,
                expansion: None,
            };
            let mut first = true;
            while first || written.peek().is_some_and(|next| next.line <= index) {
                let next = written.next_if(|next| next.line <= index).unwrap_or_default();
                let text = Text::from(next.text.clone());
                lines.push(Line {
                    // The whole line is shown with its first statement.
                    shown: if first { source.clone() } else { text.clone() },
                    text,
                    origin,
                    depth,
                    follows: !first,
                    written: Some(next.of(source.clone()).into()),
                });
                first = false;
            }
            start += raw.len();
        }
        lines
    }
}
