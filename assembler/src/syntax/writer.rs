//! Writing the converted statements, with the origin of each part.

use std::collections::BTreeMap;
use std::ops::Range;

use super::expression::Code;
use super::scan::Comment;
use crate::fault::Fault;
use crate::source::WrittenStatement;

/// The statements and comments of a file.
#[derive(Default)]
pub(crate) struct Translation {
    /// Statements, in the order of the source. A line may have several, or none.
    pub(crate) written: Vec<WrittenStatement>,
    pub(crate) comments: Vec<Comment>,
}

/// The parity of the address of the next byte of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Parity {
    #[default]
    Even,
    Odd,
    Unknown,
}

/// Writes the statements of a file.
pub(crate) struct Writer<'a> {
    source: &'a str,
    starts: Vec<usize>,
    done: Vec<WrittenStatement>,
    /// The statement that is being written.
    open: Option<WrittenStatement>,
    /// The end of the statement's last part in the source.
    end: usize,
    pub(crate) section: String,
    pub(crate) parity: Parity,
    /// The parities of sections at the points where they were left.
    parities: BTreeMap<String, Parity>,
}

impl<'a> Writer<'a> {
    /// Creates a writer that begins in a section.
    pub(crate) fn new(source: &'a str, section: &str) -> Self {
        let lines = source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self {
            source,
            starts: std::iter::once(0).chain(lines.map(|(at, _)| at + 1)).collect(),
            done: Vec::new(),
            open: None,
            end: 0,
            section: section.to_owned(),
            parity: Parity::Even,
            parities: BTreeMap::new(),
        }
    }

    /// Continues in a section at the point where it was left.
    pub(crate) fn enter(&mut self, section: &str) {
        let left = std::mem::replace(&mut self.section, section.to_owned());
        self.parities.insert(left, self.parity);
        self.parity = self.parities.get(section).copied().unwrap_or_default();
    }

    /// Records that the section has grown, by an unknown number of bytes if `None`.
    pub(crate) const fn grow(&mut self, bytes: Option<i64>) {
        self.parity = match (self.parity, bytes) {
            (Parity::Unknown, _) | (_, None) => Parity::Unknown,
            (same, Some(bytes)) if bytes & 1 == 0 => same,
            (Parity::Even, _) => Parity::Odd,
            (Parity::Odd, _) => Parity::Even,
        };
    }

    /// Continues at an even address, so that the labels that follow have it.
    pub(crate) fn even(&mut self, at: &Range<usize>) {
        if self.parity != Parity::Even {
            self.left("\t.even", at);
            self.parity = Parity::Even;
        }
    }

    /// Returns all statements written.
    pub(crate) fn finish(mut self) -> Vec<WrittenStatement> {
        self.end();
        // Faults found later may belong to earlier lines.
        self.done.sort_by_key(|written| written.line);
        self.done
    }

    /// Returns the index of the line that contains a byte.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1
    }

    /// Returns true if a byte is the first one of its line.
    pub(crate) fn is_first(&self, at: usize) -> bool {
        self.starts.binary_search(&at).is_ok()
    }

    /// Returns true if a statement is being written.
    pub(crate) const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true if the current statement began on another line.
    pub(crate) fn is_other_line(&self, line: usize) -> bool {
        self.open.as_ref().is_some_and(|open| open.line != line)
    }

    /// Returns a part of the source.
    pub(crate) fn text(&self, span: &Range<usize>) -> &'a str {
        &self.source[span.clone()]
    }

    /// Begins a statement for the text at a byte, with the white space before it.
    pub(crate) fn begin(&mut self, at: usize) {
        self.end();
        let line = self.line(at);
        let before = &self.source[self.starts[line]..at];
        let blank = before.bytes().all(|byte| byte.is_ascii_whitespace());
        self.end = at;
        self.open = Some(WrittenStatement {
            line,
            text: if blank { before } else { "\t" }.to_owned(),
            ..WrittenStatement::default()
        });
    }

    /// Begins a statement at the left margin.
    pub(crate) fn begin_left(&mut self, at: usize) {
        self.begin(at);
        if let Some(open) = &mut self.open {
            open.text.clear();
        }
    }

    /// Ends the current statement.
    pub(crate) fn end(&mut self) {
        self.done.extend(self.open.take());
    }

    /// Writes the text for a part of the source, with the white space before that part.
    pub(crate) fn add(&mut self, text: &str, span: &Range<usize>) {
        if let Some(open) = &mut self.open {
            let gap = self.source.get(self.end..span.start).unwrap_or_default();
            let blank = |byte: u8| byte == b' ' || byte == b'\t';
            if gap.bytes().all(blank) {
                open.text.push_str(gap);
            } else if gap.bytes().any(|byte| byte.is_ascii_whitespace()) && !open.text.ends_with([' ', '\t']) {
                open.text.push(' ');
            }
        }
        self.tight(text, span);
    }

    /// Writes the text for a part of the source, without white space.
    pub(crate) fn tight(&mut self, text: &str, span: &Range<usize>) {
        if self.open.is_none() {
            self.begin(span.start);
        }
        let line = self.line(span.start);
        if let Some(open) = &mut self.open {
            let start = open.text.len();
            open.text.push_str(text);
            if line == open.line {
                let column = self.starts[line];
                let part = span.start - column..span.end.max(span.start) - column;
                open.parts.push((start..open.text.len(), part));
            }
            self.end = span.end;
        }
    }

    /// Writes a string without a counterpart in the source, attributed to a byte.
    pub(crate) fn between(&mut self, text: &str, at: usize) {
        self.tight(text, &(at..at));
    }

    /// Writes an expression or an operand.
    pub(crate) fn code(&mut self, code: &Code) {
        for (text, span) in &code.parts {
            self.add(text, span);
        }
    }

    /// Writes expressions or operands without white space, with commas between them.
    pub(crate) fn list<'c>(&mut self, codes: impl IntoIterator<Item = &'c Code>) {
        for (index, code) in codes.into_iter().enumerate() {
            if index > 0 {
                self.between(",", code.span().start);
            }
            code.parts.iter().for_each(|(text, span)| self.tight(text, span));
        }
    }

    /// Writes a statement at the left margin.
    pub(crate) fn left(&mut self, text: &str, span: &Range<usize>) {
        self.begin_left(span.start);
        self.tight(text, span);
        self.end();
    }

    /// Begins a statement with a directive and a name.
    pub(crate) fn named(&mut self, directive: &str, name: &str, span: &Range<usize>) {
        self.begin(span.start);
        self.between(directive, span.start);
        self.tight(name, span);
    }

    /// Begins a statement with a label.
    pub(crate) fn label(&mut self, name: &str, span: &Range<usize>, colon: &Range<usize>) {
        self.begin(span.start);
        self.tight(name, span);
        self.tight(":", colon);
    }

    /// Writes a whole statement for a part of the source.
    pub(crate) fn statement(&mut self, text: &str, span: &Range<usize>) {
        self.begin(span.start);
        self.tight(text, span);
        self.end();
    }

    /// Records a fault at a part of the source, and discards the current statement.
    pub(crate) fn fault(&mut self, mut fault: Fault) {
        self.open = None;
        let line = self.line(fault.span.start.min(self.source.len()));
        let start = self.starts[line];
        let end = self.starts.get(line + 1).map_or(self.source.len(), |next| next - 1);
        let bytes = |at: usize| at.min(end).saturating_sub(start);
        fault.span = bytes(fault.span.start)..bytes(fault.span.end);
        self.done
            .push(WrittenStatement { line, fault: Some(fault), ..WrittenStatement::default() });
    }
}
