//! The text of a script and of the scripts that it includes, and the locations of errors.

use thiserror::Error;

/// Maximum nesting depth of included scripts.
const DEEPEST: usize = 10;

/// Maximum number of bytes, and of parts, of a script with all that it includes.
const LARGEST: usize = 1 << 24;
const MOST: usize = 1000;

/// A function that returns the text of an included script.
pub(super) type Open<'o> = dyn Fn(&str) -> Result<String, String> + 'o;

/// Why a script cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct ScriptError {
    /// Name of the script.
    pub file: String,
    /// Number of the line in its file, from 1.
    pub line: u32,
    /// Description of the error.
    pub message: String,
}

/// The file and line of each line of a script with included parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Places {
    /// For each part, its first line in the whole script, its file, and the corresponding line there.
    parts: Vec<(u32, String, u32)>,
}

impl Places {
    /// Returns an error at a line of the whole script, from 1.
    pub(crate) fn error(&self, line: u32, message: impl Into<String>) -> ScriptError {
        let part = self.parts.partition_point(|(first, ..)| *first <= line);
        let (file, line) = match self.parts.get(part.wrapping_sub(1)) {
            Some((first, file, begin)) => (file.clone(), line - first + begin),
            None => (String::new(), line),
        };
        let message = message.into();
        ScriptError { file, line, message }
    }
}

/// Replaces each `INCLUDE` by the included script.
pub(super) fn whole(name: &str, text: &str, open: &Open) -> Result<(String, Places), ScriptError> {
    let mut source = Source { open, text: String::new(), line: 1, places: Places::default() };
    source.add(name, text, 0)?;
    Ok((source.text, source.places))
}

struct Source<'o> {
    open: &'o Open<'o>,
    text: String,
    /// The line at which `text` ends so far.
    line: u32,
    places: Places,
}

impl Source<'_> {
    fn push(&mut self, text: &str) {
        self.line += lines(text);
        self.text.push_str(text);
    }

    fn add(&mut self, name: &str, text: &str, depth: usize) -> Result<(), ScriptError> {
        self.places.parts.push((self.line, name.to_owned(), 1));
        let (mut from, mut line) = (0, 1);
        while let Some((at, file, end)) = include(text, from) {
            self.push(&text[from..at]);
            let wrong = |message: String| self.places.error(self.line, message);
            if depth == DEEPEST {
                return Err(wrong(format!(
                    "cannot include {file}: scripts can be nested at most {DEEPEST} levels deep"
                )));
            }
            let found = (self.open)(file).map_err(wrong)?;
            if self.text.len() + found.len() > LARGEST || self.places.parts.len() > MOST {
                let most = LARGEST >> 20;
                return Err(wrong(format!(
                    "cannot include {file}: the script would exceed {most} MB or {MOST} parts"
                )));
            }
            self.push("\n");
            self.add(file, &found, depth + 1)?;
            self.push("\n");
            line += lines(&text[from..end]);
            self.places.parts.push((self.line, name.to_owned(), line));
            from = end;
        }
        self.push(&text[from..]);
        Ok(())
    }
}

fn lines(text: &str) -> u32 {
    text.bytes().filter(|byte| *byte == b'\n').count() as u32
}

/// Finds the next `INCLUDE file` outside comments and quotes: returns its start, the file, and its end.
fn include(text: &str, from: usize) -> Option<(usize, &str, usize)> {
    let mut at = from;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let word = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        at += match first {
            '/' if rest.starts_with("/*") => rest[2..].find("*/")? + 4,
            '#' => rest.find('\n')?,
            '"' => rest[1..].find('"')? + 2,
            _ if &rest[..word] == "INCLUDE" => {
                let name = rest[word..].trim_start();
                let begin = at + rest.len() - name.len();
                let (file, length) = match name.strip_prefix('"') {
                    Some(quoted) => (&quoted[..quoted.find('"')?], quoted.find('"')? + 2),
                    None => {
                        let end = name.find(|character: char| character.is_whitespace() || ";{}".contains(character));
                        let length = end.unwrap_or(name.len());
                        (&name[..length], length)
                    }
                };
                return Some((at, file, begin + length));
            }
            _ => word.max(first.len_utf8()),
        };
    }
    None
}

/// Returns true for characters of words, including those of file names: `INCLUDE.o` is one word.
fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_.$*?[]-+\\:~".contains(c)
}
