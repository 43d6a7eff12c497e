//! The parts of a document that an editor can fold.
//!
//! A routine extends from its header, `! name - what it does`, to the next one or, in a document without headers, from
//! a label to the next. Two or more comment lines form a part, and so do branches of conditions, macros and
//! repetitions. Of two parts with a common line, one contains the other.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use z8000_asm::{Syntax, directive};

use crate::document::Document;
use crate::words::{Kind, Word};

/// The kind of a part, by its end.
type End = &'static str;

/// A routine, ended by the next one.
const ROUTINE: End = "";

/// Comments, ended by a line that is not one.
const COMMENTS: End = "!";

/// A part whose end has not been reached.
struct OpenPart {
    start: usize,
    end: End,
    /// The last line before it that is not empty.
    before: usize,
}

#[derive(Default)]
struct Parts {
    /// The open parts, the innermost last; one of them at most is a routine.
    open: Vec<OpenPart>,
    /// The last line that is not empty.
    last: usize,
    /// The lines of each part, and true if they are comments.
    found: Vec<(RangeInclusive<usize>, bool)>,
}

/// The lines of each part of a text with these words, from 0, and true if they are comments.
pub(crate) fn parts(document: &Document, words: &[(usize, Word)]) -> Vec<(RangeInclusive<usize>, bool)> {
    let text = |(line, word): &(usize, Word)| &document.line(*line)[word.span.clone()];
    let is_defined = |(_, word): &&(usize, Word)| word.kind.defines() || word.kind == Kind::MacroName;
    let names: HashSet<&str> = words.iter().filter(is_defined).map(text).collect();
    let is_header = |one: &(usize, Word)| {
        let name = text(one).strip_prefix("! ").and_then(|text| text.split_once(" - "));
        one.1.span.start == 0 && name.is_some_and(|(name, _)| names.contains(name))
    };
    let has_headers = words.iter().any(is_header);
    let is_label = |one: &(usize, Word)| one.1.kind == Kind::Label && !text(one).starts_with(".L");
    let mut parts = Parts::default();
    for line in words.chunk_by(|one, other| one.0 == other.0) {
        let number = line[0].0;
        let begins = match has_headers {
            true => is_header(&line[0]),
            false => is_label(&line[0]),
        };
        let is_comment = line.iter().all(|(_, word)| word.kind == Kind::Comment);
        if begins || !is_comment || number > parts.last + 1 {
            parts.close(COMMENTS, parts.last);
        }
        if begins {
            parts.end_routine();
            parts.open(number, ROUTINE);
        }
        if is_comment && parts.innermost() != Some(COMMENTS) {
            parts.open(number, COMMENTS);
        }
        for word in line.iter().filter(|(_, word)| word.kind == Kind::Directive) {
            parts.directive(number, text(word));
        }
        parts.last = number;
    }
    parts.close(COMMENTS, parts.last);
    parts.end_routine();
    parts.found
}

impl Parts {
    fn innermost(&self) -> Option<End> {
        self.open.last().map(|open| open.end)
    }

    fn open(&mut self, start: usize, end: End) {
        let before = self.last;
        self.open.push(OpenPart { start, end, before });
    }

    fn directive(&mut self, line: usize, name: &str) {
        match directive(Syntax::Gnu, name).map_or("", |row| row.names[0]) {
            ".macro" => self.open(line, ".endm"),
            ".rept" | ".irp" | ".irpc" => self.open(line, ".endr"),
            ".else" | ".elseif" => {
                self.close(".endif", self.last);
                self.open(line, ".endif");
            }
            end @ (".endif" | ".endm" | ".endr") => self.close(end, line),
            name if name.starts_with(".if") => self.open(line, ".endif"),
            _ => {}
        }
    }

    /// Ends the innermost part, and a routine that has begun in it, if this is its end.
    fn close(&mut self, end: End, line: usize) {
        let is_in_routine = self.innermost() == Some(ROUTINE);
        let innermost = self.open.iter().rev().nth(usize::from(is_in_routine));
        if innermost.is_some_and(|open| open.end == end) {
            if is_in_routine {
                self.end_routine();
            }
            self.pop(self.open.len() - 1, line);
        }
    }

    /// Ends the routine before the first part in it that continues.
    fn end_routine(&mut self) {
        if let Some(at) = self.open.iter().rposition(|open| open.end == ROUTINE) {
            let end = self.open.get(at + 1).map_or(self.last, |next| next.before);
            self.pop(at, end);
        }
    }

    fn pop(&mut self, at: usize, end: usize) {
        let OpenPart { start, end: kind, .. } = self.open.remove(at);
        if start < end {
            self.found.push((start..=end, kind == COMMENTS));
        }
    }
}
