//! A text and its lines, with positions as editors count them.

use std::ops::Range;

/// The unit in which a position in a line is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16, as an editor does that says nothing else.
    #[default]
    Utf16,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    /// The line, from 0.
    pub(crate) line: usize,
    /// Bytes of the line before it.
    pub(crate) byte: usize,
}

/// A text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    text: String,
    /// The beginning of each line; there is always a first one.
    starts: Vec<usize>,
}

impl Document {
    /// A text as it is.
    pub(crate) fn new(text: String) -> Self {
        let behind = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(behind).collect();
        Self { text, starts }
    }

    /// All of it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The number of lines; behind a last line feed there is one more, which is empty.
    pub(crate) const fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// A line without its end, by its number from 0; empty if there is none.
    pub(crate) fn line(&self, number: usize) -> &str {
        self.parts(number).0
    }

    /// The end of a line: a line feed, perhaps with a carriage return, or nothing.
    pub(crate) fn line_end(&self, number: usize) -> &str {
        self.parts(number).1
    }

    fn parts(&self, number: usize) -> (&str, &str) {
        let Some(&start) = self.starts.get(number) else {
            return ("", "");
        };
        let end = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        let whole = &self.text[start..end];
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = line.strip_suffix('\r').unwrap_or(line);
        whole.split_at(line.len())
    }

    /// The lines, without their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        (0..self.line_count()).map(|number| self.line(number))
    }

    /// Returns true if a comment between `/*` and `*/` is open where a line begins.
    pub(crate) fn is_in_comment(&self, line: usize) -> bool {
        let mut open = false;
        for before in self.lines().take(line) {
            if open || before.contains("/*") {
                let _ = z8000_asm::line_parts(before, &mut open);
            }
        }
        open
    }

    /// The place that an editor names. Beyond the end of the line it is the end, and beyond the text the end of that.
    pub(crate) fn position(&self, line: u32, character: u32, encoding: Encoding) -> Position {
        let line = line as usize;
        if line >= self.line_count() {
            let last = self.line_count() - 1;
            return Position {
                line: last,
                byte: self.line(last).len(),
            };
        }
        let text = self.line(line);
        let mut left = character as usize;
        let mut byte = 0;
        for one in text.chars() {
            let width = encoding.width(one);
            if left < width {
                break;
            }
            left -= width;
            byte += one.len_utf8();
        }
        Position { line, byte }
    }

    /// The number by which an editor knows a place in its line.
    pub(crate) fn character(&self, at: Position, encoding: Encoding) -> u32 {
        let line = self.line(at.line);
        let before = line.char_indices().take_while(|(index, _)| *index < at.byte);
        before.map(|(_, one)| encoding.width(one) as u32).sum()
    }

    /// Puts a text in the place of another.
    pub(crate) fn replace(&mut self, range: Range<Position>, text: &str) {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let (start, end) = (start.min(end), start.max(end));
        self.text.replace_range(start..end, text);
        *self = Self::new(std::mem::take(&mut self.text));
    }

    /// Bytes before a place.
    fn offset(&self, at: Position) -> usize {
        let line = self.line(at.line);
        let byte = (0..=at.byte.min(line.len()))
            .rev()
            .find(|byte| line.is_char_boundary(*byte));
        let start = self.starts.get(at.line).copied().unwrap_or(self.text.len());
        start + byte.unwrap_or(0)
    }
}

impl Encoding {
    const fn width(self, one: char) -> usize {
        match self {
            Self::Utf8 => one.len_utf8(),
            Self::Utf16 => one.len_utf16(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_as_asked() {
        let document = Document::new("a\u{e9}\u{1f600}b\r\nx\n".to_owned());
        assert_eq!(document.line_count(), 3);
        assert_eq!(document.line(0), "a\u{e9}\u{1f600}b");
        let b = Position { line: 0, byte: 7 };
        assert_eq!(document.character(b, Encoding::Utf16), 4);
        assert_eq!(document.position(0, 4, Encoding::Utf16), b);
        assert_eq!(document.character(b, Encoding::Utf8), 7);
        assert_eq!(document.position(0, 7, Encoding::Utf8), b);
        // Within a character, and beyond the line and the text.
        assert_eq!(document.position(0, 3, Encoding::Utf16).byte, 3);
        assert_eq!(document.position(0, 99, Encoding::Utf16).byte, 8);
        assert_eq!(document.position(99, 0, Encoding::Utf16), Position { line: 2, byte: 0 });
    }

    #[test]
    fn a_change_keeps_the_lines() {
        let texts = ["", "a", "a\nb\nc", "\n\n", "a\r\nb\r\n"];
        let at = |line, byte| Position { line, byte };
        for text in texts {
            for inserted in ["", "x", "x\ny", "\n", "x\n\ny\n"] {
                for range in [
                    at(0, 0)..at(0, 0),
                    at(0, 0)..at(1, 1),
                    at(0, 1)..at(9, 9),
                    at(1, 0)..at(2, 0),
                ] {
                    let mut document = Document::new(text.to_owned());
                    document.replace(range, inserted);
                    let whole = Document::new(document.text().to_owned());
                    assert_eq!(document, whole, "{text:?} {inserted:?}");
                }
            }
        }
    }
}
