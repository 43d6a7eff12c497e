//! A document and its lines, with positions as editors count them: in UTF-16 code units, which every editor supports.

use std::ops::Range;

/// A place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position {
    /// The line, from 0.
    pub(crate) line: usize,
    /// Number of bytes in the line before the place.
    pub(crate) byte: usize,
}

/// A document. Its lines are those of the assembler, which end with a line feed. For editors, a lone carriage return
/// also ends a line: editors' lines are called rows here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    text: String,
    /// The offset of each line; there is always at least one.
    starts: Vec<usize>,
    /// The offset of each row.
    rows: Vec<usize>,
}

impl Document {
    /// Creates a document from its text.
    pub(crate) fn new(text: String) -> Self {
        let bytes = text.as_bytes();
        let is_row_end = |at: usize| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let ends = (0..bytes.len()).filter(|at| is_row_end(*at));
        let rows: Vec<usize> = std::iter::once(0).chain(ends.map(|at| at + 1)).collect();
        let is_start = |at: &usize| *at == 0 || bytes[at - 1] == b'\n';
        let starts = rows.iter().copied().filter(is_start).collect();
        Self { text, starts, rows }
    }

    /// Returns the whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the number of lines; after a final line feed there is one more, which is empty.
    pub(crate) const fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns a line without its end, given its number from 0; empty if there is none.
    pub(crate) fn line(&self, number: usize) -> &str {
        self.part(&self.starts, number)
    }

    /// Returns a line or a row, without its end.
    fn part(&self, starts: &[usize], number: usize) -> &str {
        let Some(&start) = starts.get(number) else {
            return "";
        };
        let end = starts.get(number + 1).copied().unwrap_or(self.text.len());
        let whole = &self.text[start..end];
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Returns the lines, without their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        (0..self.line_count()).map(|number| self.line(number))
    }

    /// Returns true if a comment between `/*` and `*/` is open at the beginning of a line.
    pub(crate) fn is_in_comment(&self, line: usize) -> bool {
        let mut open = false;
        for before in self.lines().take(line) {
            if open || before.contains("/*") {
                let _ = z8000_asm::line_parts(before, &mut open);
            }
        }
        open
    }

    /// Converts an editor's position to a place. Beyond the end of the row, that is its end; beyond the text, the end
    /// of the text.
    pub(crate) fn position(&self, row: u32, character: u32) -> Position {
        let row = row as usize;
        let Some(&start) = self.rows.get(row) else {
            return self.at(self.text.len());
        };
        let mut left = character as usize;
        let mut offset = start;
        for one in self.part(&self.rows, row).chars() {
            let width = one.len_utf16();
            if left < width {
                break;
            }
            left -= width;
            offset += one.len_utf8();
        }
        self.at(offset)
    }

    fn at(&self, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let byte = offset - self.starts[line];
        Position { line, byte }
    }

    /// Converts a place to an editor's row and character.
    pub(crate) fn row_and_character(&self, at: Position) -> (u32, u32) {
        let offset = self.offset(at);
        // Unless a lone carriage return comes before it, the row has the number of the line.
        let is_here = |row: usize| {
            let begins = self.rows.get(row).is_some_and(|start| *start <= offset);
            begins && self.rows.get(row + 1).is_none_or(|next| offset < *next)
        };
        let search = || self.rows.partition_point(|start| *start <= offset) - 1;
        let row = if is_here(at.line) { at.line } else { search() };
        let before = &self.text[self.rows[row]..offset];
        let character = match before.is_ascii() {
            true => before.len(),
            false => before.chars().map(char::len_utf16).sum(),
        };
        (row as u32, character as u32)
    }

    /// Replaces a range of the text by another text.
    pub(crate) fn replace(&mut self, range: Range<Position>, text: &str) {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        let (start, end) = (start.min(end), start.max(end));
        self.text.replace_range(start..end, text);
        *self = Self::new(std::mem::take(&mut self.text));
    }

    /// Returns the offset of a place in bytes.
    fn offset(&self, at: Position) -> usize {
        let start = self.starts.get(at.line).copied().unwrap_or(self.text.len());
        let mut offset = self.text.len().min(start.saturating_add(at.byte));
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}
