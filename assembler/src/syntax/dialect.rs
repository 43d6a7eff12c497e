//! Converts files to lines in the dialect of GNU as.

use std::collections::VecDeque;
use std::iter::Peekable;
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

use z8000_object::MapPlace;
use z8000_object::text::{byte, source};

use super::name::Syntax;
use super::writer::Translation;
use super::{asz8k, plz};
use crate::comment::{Contents, contents};
use crate::source::{Line, Text, WrittenStatement};

/// The dialect of the sources of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect {
    syntax: Syntax,
    /// True if the source begins in segmented mode.
    segmented: bool,
}

impl Dialect {
    pub(crate) const fn new(syntax: Syntax, segmented: bool) -> Self {
        Self { syntax, segmented }
    }

    /// Returns the name of the dialect. Without the feature `dialects`, the result is constant, so that the compiler
    /// omits the translators.
    pub(crate) const fn syntax(self) -> Syntax {
        if cfg!(feature = "dialects") {
            self.syntax
        } else {
            Syntax::Gnu
        }
    }

    /// Returns the reason why sources in this dialect cannot be read, if there is one.
    pub(crate) fn refusal(self) -> Option<&'static str> {
        let reason = "only sources for GNU as can be read: the assembler was built without the feature `dialects`";
        (self.syntax() != self.syntax).then_some(reason)
    }

    /// Returns the text of a file. Sources in period dialects may be in ISO 8859-1.
    pub(crate) fn text(self, bytes: Vec<u8>) -> String {
        let text = source(bytes);
        match self.syntax() {
            Syntax::Gnu | Syntax::Asl => text,
            Syntax::Asz8k | Syntax::Plz => text.chars().map(|own| byte(own).map_or(own, char::from)).collect(),
        }
    }

    /// Converts a file to statements of GNU as.
    pub(crate) fn translate(self, text: &str) -> Translation {
        match self.syntax() {
            // Lines for AS are converted when they are read, because their meaning depends on previous lines.
            Syntax::Gnu | Syntax::Asl => Translation::default(),
            Syntax::Asz8k => asz8k::translate(text),
            Syntax::Plz => plz::translate(text, self.segmented),
        }
    }

    /// Returns a reader for the lines of a file. In another dialect, each line is the first statement to which it was
    /// converted; further statements follow it.
    pub(crate) fn lines(self, whole: Arc<String>, file: u32, depth: usize) -> Lines {
        let mut written = self.translate(&whole).written;
        // Errors at the end of the file belong to its last line.
        if !written.is_empty() {
            let last = whole.lines().count().saturating_sub(1);
            written
                .iter_mut()
                .for_each(|statement| statement.line = statement.line.min(last));
        }
        Lines {
            dialect: self,
            anew: written.into_iter().peekable(),
            whole,
            file,
            depth,
            start: 0,
            index: 0,
            number: 1,
            more: VecDeque::new(),
            comment: None,
        }
    }
}

/// A reader for the lines of a file.
pub(crate) struct Lines {
    dialect: Dialect,
    /// In another dialect, the converted statements that were not yet read.
    anew: Peekable<vec::IntoIter<WrittenStatement>>,
    whole: Arc<String>,
    file: u32,
    depth: usize,
    /// The start of the next line, and its index.
    start: usize,
    index: usize,
    /// The number of the next line, which a preprocessor may have set.
    number: u32,
    /// Further statements of the previous line.
    more: VecDeque<Line>,
    /// The line on which an open comment began.
    pub(crate) comment: Option<Line>,
}

impl Iterator for Lines {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        if let Some(line) = self.more.pop_front() {
            return Some(line);
        }
        let rest = self
            .whole
            .as_bytes()
            .get(self.start..)
            .filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|byte| *byte == b'\n');
        let raw = &rest[..end.map_or(rest.len(), |end| end + 1)];
        let last = raw.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let all = Text::part(&self.whole, self.start..self.start + last.map_or(0, |last| last + 1));
        self.start += raw.len();
        let first = match self.dialect.syntax() {
            Syntax::Gnu => self.statements(all),
            Syntax::Asz8k | Syntax::Plz => self.translated(all),
            Syntax::Asl => self.line(0, all.clone(), all, None),
        };
        self.index += 1;
        self.number = self.number.saturating_add(1);
        Some(first)
    }
}

impl Lines {
    /// Sets the number of the next line, and the index of its file.
    pub(crate) const fn renumber(&mut self, number: u32, file: u32) {
        (self.number, self.file) = (number, file);
    }

    /// Returns the index of the file that lines come from.
    pub(crate) const fn file(&self) -> u32 {
        self.file
    }

    /// Creates a statement of the current line.
    fn line(&self, number: usize, shown: Text, text: Text, written: Option<WrittenStatement>) -> Line {
        Line {
            shown,
            text,
            origin: MapPlace { file: self.file, line: self.number, expansion: None },
            follows: number > 0,
            depth: self.depth,
            written: written.map(Rc::new),
        }
    }

    /// Returns the first statement of a line in the dialect of GNU as.
    fn statements(&mut self, all: Text) -> Line {
        let mut is_open = self.comment.is_some();
        let found = contents(&all, &mut is_open);
        self.comment = match self.comment.take() {
            _ if !is_open => None,
            None => Some(self.line(0, all.clone(), all.clone(), None)),
            open => open,
        };
        match found {
            Contents::Part(range) => {
                let text = all.within(range);
                self.line(0, all, text, None)
            }
            Contents::Statements(list) => {
                let lines = list.into_iter().enumerate();
                let lines = lines.map(|(number, statement)| self.line(number, all.clone(), statement.into(), None));
                self.more = lines.collect();
                self.first(&all)
            }
        }
    }

    /// Returns the first statement to which a line of another dialect was converted.
    fn translated(&mut self, all: Text) -> Line {
        for number in 0.. {
            let next = self.anew.next_if(|next| next.line <= self.index);
            if number > 0 && next.is_none() {
                break;
            }
            let mut next = next.unwrap_or_default();
            next.source = Some(all.clone());
            let line = self.line(number, all.clone(), Text::from(next.text.clone()), Some(next));
            self.more.push_back(line);
        }
        self.first(&all)
    }

    /// Returns the first of the waiting statements.
    fn first(&mut self, all: &Text) -> Line {
        let first = self.more.pop_front();
        first.unwrap_or_else(|| self.line(0, all.clone(), all.within(0..0), None))
    }
}
