//! Comments and statements: which parts of a line are to be assembled.

use std::ops::Range;

/// What a line holds besides comments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// One statement: these bytes of the line.
    Part(Range<usize>),
    /// Several statements between `;`, or one with a comment in it. What does not belong to a
    /// statement is replaced by blanks, which keeps the columns.
    Statements(Vec<String>),
}

/// Finds the statements of a line: `!` begins a comment to the end of the line, `/*` one up to
/// `*/`, and `in_comment` says whether one of these is open. In a condition `!=` is an operator;
/// elsewhere it begins a comment like any `!`.
pub(crate) fn contents(line: &str, in_comment: &mut bool) -> Contents {
    if !*in_comment && !line.bytes().any(is_special) {
        return Contents::Part(0..line.trim_end().len());
    }
    let mut scanner = Scanner {
        line,
        done: Vec::new(),
        statement: String::new(),
        simple: !*in_comment,
    };
    let end = scanner.scan(in_comment);
    if scanner.simple {
        return Contents::Part(0..line[..end].trim_end().len());
    }
    scanner.done.push(scanner.statement);
    for statement in &mut scanner.done {
        statement.truncate(statement.trim_end().len());
    }
    Contents::Statements(scanner.done)
}

/// Statements that begin farther to the right lose their column.
const COLUMNS: usize = 400;

/// Whether a byte may begin a comment, a text or another statement.
const fn is_special(byte: u8) -> bool {
    matches!(byte, b'!' | b'/' | b'"' | b'\'' | b';')
}

struct Scanner<'a> {
    line: &'a str,
    done: Vec<String>,
    statement: String,
    /// Whether the statement is the beginning of the line as it is.
    simple: bool,
}

impl Scanner<'_> {
    /// Goes through the line; returns where what is to be assembled ends.
    fn scan(&mut self, in_comment: &mut bool) -> usize {
        let word = directive(self.line);
        let condition = word.eq_ignore_ascii_case(".if") || word.eq_ignore_ascii_case(".elseif");
        let mut characters = self.line.char_indices();
        let mut quoted = false;
        let mut escaped = false;
        while let Some((at, character)) = characters.next() {
            let rest = &self.line[at..];
            if *in_comment {
                self.blank();
                if rest.starts_with("*/") {
                    characters.next();
                    self.blank();
                    *in_comment = false;
                }
                continue;
            }
            if quoted {
                quoted = escaped || character != '"';
                escaped = character == '\\' && !escaped;
            } else if rest.starts_with("/*") {
                characters.next();
                self.blank();
                self.blank();
                *in_comment = true;
                continue;
            } else if character == '\'' {
                // A character constant may be any sign, `!`, `;` and `"` included.
                let length = character_constant(rest);
                self.statement.push_str(&rest[..length]);
                while characters.as_str().len() > rest.len() - length {
                    characters.next();
                }
                continue;
            } else if character == '!' && !(condition && rest.starts_with("!=")) {
                return at;
            } else if character == ';' {
                self.next_statement(at + 1);
                continue;
            } else {
                quoted = character == '"';
            }
            self.statement.push(character);
        }
        self.line.len()
    }

    fn blank(&mut self) {
        self.simple = false;
        self.statement.push(' ');
    }

    fn next_statement(&mut self, at: usize) {
        self.simple = false;
        // In lines that are too long to be read columns do not matter, but their blanks would add up.
        let blanks = match at {
            0..=COLUMNS => " ".repeat(self.line[..at].chars().count()),
            _ => String::new(),
        };
        let done = std::mem::replace(&mut self.statement, blanks);
        self.done.push(done);
    }
}

/// Length of the character constant that a text begins with: `'a'`, `'a`, `'\\n'`.
fn character_constant(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    let escaped = characters.next().is_some_and(|(_, first)| first == '\\');
    if escaped {
        characters.next();
    }
    match characters.next() {
        Some((at, '\'')) => at + 1,
        Some((at, _)) => at,
        None => text.len(),
    }
}

/// The first word of a line after its labels.
pub(crate) fn directive(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let word = rest.split(|c: char| c.is_whitespace() || c == ':').next();
        let word = word.unwrap_or_default();
        match rest[word.len()..].strip_prefix(':') {
            Some(after) => rest = after.trim_start(),
            None => return word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statements of a line, one after the other.
    fn statements(line: &str, open: &mut bool) -> Vec<String> {
        match contents(line, open) {
            Contents::Part(range) => vec![line[range].to_owned()],
            Contents::Statements(list) => list,
        }
    }

    #[test]
    fn comments_go() {
        let mut open = false;
        assert_eq!(statements("ld r1,r2 ! why", &mut open), ["ld r1,r2"]);
        assert_eq!(statements("ldb rl0,#'!' ! x", &mut open), ["ldb rl0,#'!'"]);
        assert_eq!(statements(".ascii \"!\" ! x", &mut open), [".ascii \"!\""]);
        assert_eq!(statements("a /* b", &mut open), ["a"]);
        assert_eq!(statements("c */ d", &mut open), ["     d"]);
        assert_eq!(statements("nop !==== x", &mut open), ["nop"]);
        assert_eq!(statements(".if a != b ! x", &mut open), [".if a != b"]);
        assert_eq!(statements("a/2 ! x", &mut open), ["a/2"]);
    }

    #[test]
    fn semicolons_part_statements() {
        let mut open = false;
        assert_eq!(statements("nop; ret ! x;y", &mut open), ["nop", "     ret"]);
        let quoted = "ldb rl0,#';'; ret";
        let parts = ["ldb rl0,#';'", "              ret"];
        assert_eq!(statements(quoted, &mut open), parts);
        let text = ".ascii \";\"";
        assert_eq!(statements(text, &mut open), [text]);
    }
}
