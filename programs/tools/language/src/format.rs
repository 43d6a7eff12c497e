//! The layout of a source: labels, names, operands and comments in columns. Nothing else is changed, so the source
//! assembles to the same bytes.
//!
//! * A label is in column 0, a statement in column 8, its operands 8 columns further, and a comment after them in
//!   column 40. Longer text moves the rest to one space after it, and a long label moves the statement to the next
//!   multiple of 8.
//! * A directive may be farther right, in the multiple of 8 nearest to where it was, as in tables of data. Directives
//!   in consecutive lines that all have a label share one column.
//! * A comment that a statement pushes beyond column 40 keeps its column if that is farther right.
//! * Comments on separate lines, directives and assignments in column 0, operands, lines with several statements or
//!   with `/* */`, lines with white space other than spaces and tabs, and preprocessor lines are left unchanged, except
//!   for trailing spaces.

use std::ops::Range;

use thiserror::Error;
use z8000_asm::{LinePart, line_parts, returns_alone};

use crate::document::Document;

/// The column of names, and the distance of columns.
const STEP: usize = 8;

/// The column of comments.
const COMMENT: usize = 40;

/// The formatter would have changed more than spaces.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "formatting would change more than the spaces in line {line}, so the line was left unchanged; please report this \
     error: {text}"
)]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The original line.
    pub text: String,
}

/// A line by its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Line<'t> {
    /// As it is.
    Kept(&'t str),
    /// A statement or a label, or both.
    Fields(Fields<'t>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Fields<'t> {
    /// The labels, with their colons; may be empty.
    label: &'t str,
    /// The instruction, directive or macro; may be empty.
    name: &'t str,
    /// The text that follows it; may be empty.
    operands: &'t str,
    /// The comment; may be empty.
    comment: &'t str,
    /// The columns of the name and of the comment, as they are written. They do not affect the meaning of the line.
    columns: [usize; 2],
}

impl Fields<'_> {
    /// Returns true if two lines have the same meaning.
    fn same(&self, other: &Self) -> bool {
        let columns = [0; 2];
        Fields { columns, ..*self } == Fields { columns, ..*other }
    }

    fn is_directive(&self) -> bool {
        self.name.starts_with('.')
    }

    /// The column of the name, if the line were alone.
    fn own_column(&self) -> usize {
        // The next column after the label that leaves a space.
        let behind = (column_of(self.label) + 1).next_multiple_of(STEP);
        match self.is_directive() {
            true => behind.max((self.columns[0] + STEP / 2 - 1) / STEP * STEP),
            false => behind,
        }
    }
}

/// Formats a source in the dialect of GNU as. A last line without a line feed gets one.
///
/// # Errors
///
/// A line would change in more than its spaces, which is a bug in the formatter.
pub fn format(text: &str) -> Result<String, FormatError> {
    if returns_alone(text) {
        return Ok(format(&text.replace('\r', "\n"))?.replace('\n', "\r"));
    }
    let document = Document::new(text.to_owned());
    let lines = read(&document);
    let mut formatted = String::with_capacity(text.len());
    for (index, laid_out) in lay_out(&lines).into_iter().enumerate() {
        // Blanks may change the meaning of a line: then it stays as it is.
        let is_same = match (&lines[index], read_line(&laid_out, &mut false)) {
            (Line::Fields(before), Line::Fields(after)) => before.same(&after),
            (before, _) => matches!(before, Line::Kept(_)),
        };
        let laid_out = match is_same {
            true => laid_out,
            false => document.line(index).to_owned(),
        };
        formatted.push_str(&laid_out);
        // The last line has an end, too.
        formatted.push_str(match document.line_end(index) {
            "" if !laid_out.is_empty() => "\n",
            end => end,
        });
    }
    check(&document, &formatted)?;
    Ok(formatted)
}

/// Compares the meanings of two texts, line by line.
fn check(before: &Document, after: &str) -> Result<(), FormatError> {
    let after = Document::new(after.to_owned());
    let (old, new) = (read(before), read(&after));
    // The line feed that was missing makes an empty line.
    let same = |index: usize| match (&old[index], new.get(index)) {
        (Line::Kept(one), Some(Line::Kept(other))) => without_blanks(one) == without_blanks(other),
        (Line::Fields(one), Some(Line::Fields(other))) => one.same(other),
        _ => false,
    };
    let wrong = (0..old.len()).find(|index| !same(*index));
    let wrong = wrong.or((new.len() > old.len() + 1).then(|| old.len() - 1));
    match wrong {
        None => Ok(()),
        Some(index) => Err(FormatError { line: index + 1, text: before.line(index).to_owned() }),
    }
}

fn read(document: &Document) -> Vec<Line<'_>> {
    let mut open = false;
    document.lines().map(|line| read_line(line, &mut open)).collect()
}

fn read_line<'t>(line: &'t str, open: &mut bool) -> Line<'t> {
    let was_open = *open;
    let is_odd = line.contains(|one: char| one.is_whitespace() && !matches!(one, ' ' | '\t'));
    let parts = line_parts(line, open);
    let (code, comment) = match &parts[..] {
        _ if was_open || *open || is_odd => return Line::Kept(line),
        [LinePart::Code(code)] => (code.clone(), ""),
        [LinePart::Code(code), LinePart::Comment(comment)] if line[comment.start..].starts_with('!') => {
            (code.clone(), without_blanks(&line[comment.clone()]))
        }
        _ => return Line::Kept(line),
    };
    match fields(&line[code.clone()]) {
        Some(fields) => Line::Fields(Fields {
            comment,
            columns: [fields.columns[0], column_of(&line[..code.end])],
            ..fields
        }),
        None => Line::Kept(line),
    }
}

/// A line without trailing spaces, unless other white space is before them: that may have a meaning.
fn without_blanks(line: &str) -> &str {
    let text = line.trim_end_matches([' ', '\t']);
    match text.ends_with(char::is_whitespace) {
        true => line,
        false => text,
    }
}

/// The columns of a line without its comment; `None` if it is left as it is.
fn fields(code: &str) -> Option<Fields<'_>> {
    let mut at = blanks(code, 0);
    let start = at;
    let mut label = start..start;
    while let Some(colon) = label_end(code, at) {
        label.end = colon + 1;
        at = blanks(code, colon + 1);
    }
    let rest = code[at..].trim_end();
    if rest.is_empty() && label.is_empty() {
        return None;
    }
    let name = word(rest);
    let operands = rest[name.end..].trim_start();
    // `name = value` has no columns, and a name that is not apart from its operands stays with them.
    let is_plain = !operands.starts_with('=') && rest[name.end..].starts_with(|one: char| one.is_whitespace());
    let (name, operands) = match is_plain {
        true => (&rest[name], operands),
        false => (rest, ""),
    };
    if at == 0 && (name.starts_with('.') || name.contains('=')) {
        return None;
    }
    Some(Fields {
        label: code[label].trim_end(),
        name,
        operands,
        comment: "",
        columns: [column_of(&code[..at]), 0],
    })
}

/// The column after a text that begins a line.
fn column_of(text: &str) -> usize {
    text.chars().fold(0, |column, one| match one {
        '\t' => (column + 1).next_multiple_of(STEP),
        _ => column + 1,
    })
}

fn blanks(code: &str, from: usize) -> usize {
    code.len() - code[from..].trim_start().len()
}

/// The place of the colon of a label that begins here.
fn label_end(code: &str, at: usize) -> Option<usize> {
    let in_label = |one: char| one.is_alphanumeric() || "_.$\\@()".contains(one);
    let length = code[at..].find(|one| !in_label(one))?;
    (length > 0 && code[at + length..].starts_with(':')).then_some(at + length)
}

fn word(text: &str) -> Range<usize> {
    let in_word = |one: char| one.is_alphanumeric() || "_.$\\@".contains(one);
    0..text.find(|one| !in_word(one)).unwrap_or(text.len())
}

fn lay_out(lines: &[Line<'_>]) -> Vec<String> {
    let mut laid_out = Vec::with_capacity(lines.len());
    while laid_out.len() < lines.len() {
        let rest = &lines[laid_out.len()..];
        let run = rest.iter().take_while(|line| is_labelled_directive(line)).count();
        let together = rest[..run.max(1)].iter().map(|line| match line {
            Line::Fields(fields) => fields.own_column(),
            Line::Kept(_) => 0,
        });
        let column = together.max().unwrap_or(0);
        laid_out.extend(rest[..run.max(1)].iter().map(|line| one_line(line, column)));
    }
    laid_out
}

/// Returns true if a directive has a label before it.
fn is_labelled_directive(line: &Line<'_>) -> bool {
    matches!(line, Line::Fields(fields) if !fields.label.is_empty() && fields.is_directive())
}

/// A line with its statement in a column.
fn one_line(line: &Line<'_>, column: usize) -> String {
    let fields = match line {
        Line::Kept(text) => return without_blanks(text).to_owned(),
        Line::Fields(fields) => fields,
    };
    let mut text = String::from(fields.label);
    if !fields.name.is_empty() {
        pad(&mut text, column);
        text.push_str(fields.name);
    }
    if !fields.operands.is_empty() {
        text.push(' ');
        pad(&mut text, column + STEP);
        text.push_str(fields.operands);
    }
    if !fields.comment.is_empty() {
        text.push(' ');
        let pushed = column_of(&text) > COMMENT;
        pad(&mut text, if pushed { fields.columns[1] } else { COMMENT });
        text.push_str(fields.comment);
    }
    text
}

fn pad(text: &mut String, column: usize) {
    let missing = column.saturating_sub(column_of(text));
    text.extend(std::iter::repeat_n(' ', missing));
}
