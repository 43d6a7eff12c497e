//! Splitting a line into statements and comments.

use std::ops::Range;

use crate::lexer::quoted_length;

/// The statements of a line, without comments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// One statement, given as a range of bytes of the line.
    Part(Range<usize>),
    /// Several statements separated by `;`, or one that contains a comment. Text that is not part of a statement is
    /// replaced by spaces, which preserves the columns.
    Statements(Vec<String>),
}

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinePart {
    /// Code or white space, as a range of bytes of the line. A comment within a statement splits the code.
    Code(Range<usize>),
    /// A comment, including its delimiters, as a range of bytes.
    Comment(Range<usize>),
    /// The `;` after a statement, at this byte.
    Separator(usize),
}

/// Splits a line in the dialect of GNU as into its parts. `!` begins a comment to the end of the line; `/*` begins a
/// comment that ends with `*/`, and `in_comment` is true while such a comment is open, also from one line to the next.
/// In a condition, `!=` is an operator; elsewhere it begins a comment like any `!`. As in GNU as, a `#` at the
/// beginning of a line or a statement begins a comment or a preprocessor's line information.
///
/// # Example
///
/// ```
/// use z8000_asm::{LinePart, line_parts};
///
/// let parts = line_parts("nop; ret ! done", &mut false);
/// let expected = [LinePart::Code(0..3), LinePart::Separator(3), LinePart::Code(4..9), LinePart::Comment(9..15)];
/// assert_eq!(parts, expected);
/// ```
pub fn line_parts(line: &str, in_comment: &mut bool) -> Vec<LinePart> {
    if !*in_comment && line.trim_start().starts_with('#') {
        return vec![LinePart::Comment(0..line.len())];
    }
    let word = directive(line);
    let condition = word.eq_ignore_ascii_case(".if") || word.eq_ignore_ascii_case(".elseif");
    let mut parts = Vec::new();
    // The beginning of the current part, and its end so far.
    let (mut start, mut at) = (0, 0);
    while let Some(character) = line[at..].chars().next() {
        let rest = &line[at..];
        if *in_comment {
            let length = rest.find("*/");
            *in_comment = length.is_none();
            at = length.map_or(line.len(), |length| at + length + 2);
            parts.push(LinePart::Comment(start..at));
            start = at;
            continue;
        }
        let mut length = character.len_utf8();
        let ends = match character {
            '"' | '\'' => {
                length = quoted_length(rest);
                None
            }
            '/' if rest.starts_with("/*") => {
                *in_comment = true;
                length = 2;
                Some(at)
            }
            '!' if !(condition && rest.starts_with("!=")) => {
                length = rest.len();
                Some(at)
            }
            ';' => Some(at),
            // As in a whole line, `#` at the beginning of a statement begins a comment.
            '#' if line[start..at].trim().is_empty() && matches!(parts.last(), Some(LinePart::Separator(_))) => {
                length = rest.len();
                Some(at)
            }
            _ => None,
        };
        at += length;
        if let Some(end) = ends {
            if start < end {
                parts.push(LinePart::Code(start..end));
            }
            start = end;
            match character {
                ';' => parts.push(LinePart::Separator(end)),
                '!' | '#' => parts.push(LinePart::Comment(end..at)),
                _ => continue,
            }
            start = at;
        }
    }
    if start < at {
        parts.push(match in_comment {
            true => LinePart::Comment(start..at),
            false => LinePart::Code(start..at),
        });
    }
    parts
}

/// Returns the statements of a line; for `in_comment`, see [`line_parts`].
pub(crate) fn contents(line: &str, in_comment: &mut bool) -> Contents {
    // Most lines contain no character that begins or ends a part.
    let begins = |byte| matches!(byte, b'!' | b'\'' | b'"' | b'/' | b';');
    if !*in_comment && !line.bytes().any(begins) && !line.trim_start().starts_with('#') {
        return Contents::Part(0..line.trim_end().len());
    }
    let parts = line_parts(line, in_comment);
    match &parts[..] {
        [] | [LinePart::Comment(_)] => Contents::Part(0..0),
        [LinePart::Code(code)] | [LinePart::Code(code), LinePart::Comment(_)] => {
            Contents::Part(0..line[..code.end].trim_end().len())
        }
        parts => Contents::Statements(statements(line, parts)),
    }
}

/// Statements that begin at a higher column lose their column.
const COLUMNS: usize = 400;

/// Returns the statements of a line, with other text replaced by spaces.
fn statements(line: &str, parts: &[LinePart]) -> Vec<String> {
    let mut done = Vec::new();
    let mut statement = String::new();
    for part in parts {
        match part {
            LinePart::Code(range) => statement.push_str(&line[range.clone()]),
            LinePart::Comment(range) => {
                statement.push_str(&" ".repeat(range.len()));
            }
            LinePart::Separator(at) => {
                // In very long lines, columns do not matter, but their spaces would use much memory.
                let blanks = match at + 1 {
                    0..=COLUMNS => " ".repeat(*at + 1),
                    _ => String::new(),
                };
                done.push(std::mem::replace(&mut statement, blanks));
            }
        }
    }
    done.push(statement);
    for statement in &mut done {
        statement.truncate(statement.trim_end().len());
    }
    done
}

/// Returns the first word of a line after its labels.
pub(crate) fn directive(text: &str) -> &str {
    &text[directive_range(text)]
}

/// Returns the position of the first word of a line after its labels.
pub(crate) fn directive_range(text: &str) -> Range<usize> {
    let mut start = 0;
    loop {
        let rest = &text[start..];
        start += rest.len() - rest.trim_start().len();
        let rest = &text[start..];
        let length = rest.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(rest.len());
        match rest[length..].starts_with(':') {
            true => start += length + 1,
            false => return start..start + length,
        }
    }
}
