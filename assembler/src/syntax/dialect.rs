//! Files as lines of the dialect of GNU as.

use std::rc::Rc;
use std::string::FromUtf8Error;
use std::sync::Arc;

use z8000_object::MapPlace;

use super::name::Syntax;
use super::writer::Translation;
use super::{asz8k, plz};
use crate::comment::{Contents, contents};
use crate::source::{Line, Text, Written};

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

    /// The lines of a file, and the one on which a comment began that the file does not end. In another dialect each has
    /// the first statement that it became, and further ones behind it.
    pub(crate) fn lines(self, whole: &Arc<str>, file: u32, depth: usize) -> (Vec<Line>, Option<Line>) {
        let mut anew = self.translate(whole).written.into_iter().peekable();
        let (mut lines, mut comment) = (Vec::new(), None);
        let mut start = 0;
        for (index, raw) in whole.split_inclusive('\n').enumerate() {
            let line = raw.trim_end_matches(['\n', '\r']);
            let all = Text::part(whole, start..start + line.len());
            let with = |number: usize, text: Text, written: Option<Written>| Line {
                // The whole line is shown with its first statement.
                shown: if number == 0 { all.clone() } else { text.clone() },
                text,
                origin: MapPlace {
                    file,
                    line: index as u32 + 1,
                    expansion: None,
                },
                follows: number > 0,
                depth,
                written: written.map(Rc::new),
            };
            if self.syntax == Syntax::Gnu {
                let mut is_open = comment.is_some();
                let found = contents(line, &mut is_open);
                comment = is_open.then(|| comment.take().unwrap_or_else(|| with(0, all.clone(), None)));
                match found {
                    Contents::Part(range) => {
                        let text = Text::part(whole, start + range.start..start + range.end);
                        lines.push(with(0, text, None));
                    }
                    Contents::Statements(list) => {
                        let list = list.into_iter().enumerate();
                        lines.extend(list.map(|(number, statement)| with(number, statement.into(), None)));
                    }
                }
            } else {
                for number in 0.. {
                    let next = anew.next_if(|next| next.line <= index);
                    if number > 0 && next.is_none() {
                        break;
                    }
                    let mut next = next.unwrap_or_default();
                    next.source = Some(all.clone());
                    lines.push(with(number, Text::from(next.text.clone()), Some(next)));
                }
            }
            start += raw.len();
        }
        (lines, comment)
    }
}
