//! The current position in a script that is being parsed.

use super::source::{Places, ScriptError};

/// The section whose contents are discarded.
pub(crate) const DISCARD: &str = "/DISCARD/";

/// A position in a script.
pub(super) struct Cursor<'s> {
    places: &'s Places,
    rest: &'s str,
    line: u32,
}

/// Returns true for characters of names in expressions, which may contain dots, such as `.text`.
fn is_name(character: char) -> bool {
    character.is_alphanumeric() || "_.$".contains(character)
}

/// Returns true for characters of file and section names, and of patterns for them.
fn is_pattern(character: char) -> bool {
    is_name(character) || "*?[]-+/\\:!^~@&<>=%".contains(character)
}

impl<'s> Cursor<'s> {
    pub(super) fn new(places: &'s Places, text: &'s str) -> Self {
        Self { places, rest: text, line: 1 }
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ScriptError {
        self.places.error(self.line, message)
    }

    /// Skips white space, comments, and lines from `#`, such as the line markers of a C preprocessor; returns the rest.
    pub(super) fn rest(&mut self) -> Result<&'s str, ScriptError> {
        loop {
            let text = self.rest.trim_start();
            self.advance(self.rest.len() - text.len());
            if text.starts_with('#') {
                self.advance(text.find('\n').unwrap_or(text.len()));
                continue;
            }
            let Some(comment) = text.strip_prefix("/*") else {
                return Ok(text);
            };
            let end = comment.find("*/").ok_or_else(|| self.error("unterminated comment"))?;
            self.advance(end + 4);
        }
    }

    fn advance(&mut self, bytes: usize) {
        let (over, rest) = self.rest.split_at(bytes);
        self.line += over.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.rest = rest;
    }

    /// Returns the line of the next token.
    pub(super) fn line(&mut self) -> Result<u32, ScriptError> {
        self.rest()?;
        Ok(self.line)
    }

    /// Skips a string and returns true if it comes next.
    pub(super) fn take(&mut self, text: &str) -> Result<bool, ScriptError> {
        let found = self.rest()?.starts_with(text);
        if found {
            self.advance(text.len());
        }
        Ok(found)
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), ScriptError> {
        if self.take(text)? {
            return Ok(());
        }
        self.expected(&format!("expected `{text}`"))
    }

    /// Returns an error with the expected string, and with what was found instead.
    pub(super) fn expected<T>(&mut self, what: &str) -> Result<T, ScriptError> {
        let found = self.found()?;
        Err(self.error(format!("{what}, found {found}")))
    }

    /// Returns the next token as it is quoted in messages.
    pub(super) fn found(&mut self) -> Result<String, ScriptError> {
        let rest = self.rest()?;
        let word: String = rest.chars().take_while(|character| is_pattern(*character)).collect();
        Ok(match (&*word, rest.chars().next()) {
            (_, None) => "the end of the script; a `}` may be missing".to_owned(),
            ("", Some(other)) => format!("`{other}`"),
            (word, _) => format!("`{word}`"),
        })
    }

    /// Returns a name as in expressions, or in quotes; `None` if there is none.
    pub(super) fn symbol(&mut self) -> Result<Option<&'s str>, ScriptError> {
        self.word(is_name)
    }

    /// Returns a name or pattern of files or sections, or a string in quotes; `None` if there is none.
    pub(super) fn pattern(&mut self) -> Result<Option<&'s str>, ScriptError> {
        self.word(is_pattern)
    }

    fn word(&mut self, belongs: fn(char) -> bool) -> Result<Option<&'s str>, ScriptError> {
        let rest = self.rest()?;
        if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted
                .find('"')
                .ok_or_else(|| self.error("missing closing quotation mark"))?;
            self.advance(end + 2);
            return Ok(Some(&quoted[..end]));
        }
        let end = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        self.advance(end);
        Ok(Some(&rest[..end]).filter(|word| !word.is_empty()))
    }

    /// Returns the next token without consuming it.
    pub(super) fn peek(&mut self) -> Result<&'s str, ScriptError> {
        let rest = self.rest()?;
        let end = rest.find(|character| !is_name(character)).unwrap_or(rest.len());
        Ok(&rest[..end])
    }

    /// Returns what follows the next token, which may be in quotes and is not consumed; empty if there is none.
    pub(super) fn after_name(&mut self) -> Result<&'s str, ScriptError> {
        let rest = self.rest()?;
        let length = match rest.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map(|end| end + 2),
            None => Some(self.peek()?.len()).filter(|length| *length > 0),
        };
        Ok(length.map_or("", |length| rest[length..].trim_start()))
    }

    /// Returns true if a section type such as `(NOLOAD)` or `()` comes next, rather than an address in parentheses.
    pub(super) fn is_type(&mut self) -> Result<bool, ScriptError> {
        let Some(rest) = self.rest()?.strip_prefix('(') else {
            return Ok(false);
        };
        let word = rest.split([')', '=', '(']).next().unwrap_or_default().trim();
        Ok(["", "NOLOAD", "DSECT", "COPY", "INFO", "OVERLAY", "READONLY", "TYPE"].contains(&word))
    }
}
