//! Files as lines of the dialect of GNU as.

use std::string::FromUtf8Error;
use std::sync::Arc;

use super::name::Syntax;
use super::writer::Translation;
use super::{asz8k, plz};
use crate::comment::{Contents, contents};
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

    /// The lines of a file, and the one on which a comment began that the file does not end.
    pub(crate) fn lines(self, text: &Arc<str>, file: u32, depth: usize) -> (Vec<Line>, Option<Line>) {
        match self.syntax {
            Syntax::Gnu => lines(text, file, depth),
            _ => (self.written_anew(text, file, depth), None),
        }
    }

    /// The lines of a file, each with the first statement that it became, and further ones behind it.
    fn written_anew(self, text: &Arc<str>, file: u32, depth: usize) -> Vec<Line> {
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

/// The lines of a file in the dialect of GNU as, and the one on which a comment began that the file does not end.
fn lines(whole: &Arc<str>, file: u32, depth: usize) -> (Vec<Line>, Option<Line>) {
    let (mut lines, mut comment) = (Vec::new(), None);
    let mut start = 0;
    for (index, raw) in whole.split_inclusive('\n').enumerate() {
        let line = raw.strip_suffix('\n').unwrap_or(raw);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let all = Text::part(whole, start..start + line.len());
        let with = |text: Text, shown: Text, follows: bool| Line {
            text,
            shown,
            origin: Origin {
                file,
                line: index as u32 + 1,
                expansion: None,
            },
            follows,
            depth,
            written: None,
        };
        let mut is_open = comment.is_some();
        let found = contents(line, &mut is_open);
        comment = is_open.then(|| comment.take().unwrap_or_else(|| with(all.clone(), all.clone(), false)));
        match found {
            Contents::Part(range) => {
                let text = Text::part(whole, start + range.start..start + range.end);
                lines.push(with(text, all, false));
            }
            Contents::Statements(list) => {
                for (number, statement) in list.into_iter().enumerate() {
                    let text = Text::from(statement);
                    // The whole line is shown with its first statement.
                    let shown = if number == 0 { all.clone() } else { text.clone() };
                    lines.push(with(text, shown, number > 0));
                }
            }
        }
        start += raw.len();
    }
    (lines, comment)
}
