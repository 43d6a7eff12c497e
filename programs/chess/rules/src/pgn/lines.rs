//! Reads the lines of a file, whatever its line endings and encoding.

use std::io::{BufRead, ErrorKind, Result};

/// Reads lines that end in LF, CR LF or CR; a line that is not UTF-8 is treated as Latin-1.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    /// Number of lines read so far.
    pub(super) count: u64,
    /// True if a CR ended the last line: a following LF belongs to it.
    after_return: bool,
}

const MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: BufRead> Lines<R> {
    pub(super) const fn new(input: R) -> Self {
        Self { input, count: 0, after_return: false }
    }

    /// Returns the next line without its end; `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<String>> {
        let Some(mut bytes) = self.bytes()? else {
            return Ok(None);
        };
        self.count += 1;
        if self.count == 1 && bytes.starts_with(MARK) {
            bytes.drain(..MARK.len());
        }
        let latin = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
        Ok(Some(
            String::from_utf8(bytes).unwrap_or_else(|error| latin(error.into_bytes())),
        ))
    }

    fn bytes(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = None;
        loop {
            let available = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                available => available?,
            };
            if std::mem::take(&mut self.after_return) && available.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            if available.is_empty() {
                return Ok(line);
            }
            let line = line.get_or_insert_with(Vec::new);
            let end = available.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (text, ending) = available.split_at(end.unwrap_or(available.len()));
            line.extend_from_slice(text);
            self.after_return = ending.first() == Some(&b'\r');
            let used = text.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(std::mem::take(line)));
            }
        }
    }
}
