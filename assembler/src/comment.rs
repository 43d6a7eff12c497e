//! Comments and statements: which parts of a line are to be assembled.

use std::ops::Range;

use crate::lexer::quoted_length;

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
    if !*in_comment && line.trim_start().starts_with('#') {
        // As in GNU as: a comment, or what a preprocessor says of lines.
        return Contents::Part(0..0);
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

/// The first line of a text, if it is plain: at most one statement, so long as it is, and a comment behind it. Where the
/// statement ends, and where the line does. None for other lines; they may be plain too.
pub(crate) fn plain_line(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let special = |from: usize| {
        from + bytes[from..]
            .iter()
            .take_while(|byte| !SPECIAL[usize::from(**byte)])
            .count()
    };
    let mut at = special(0);
    let (statement, line) = loop {
        match bytes.get(at) {
            None | Some(b'\n') => break (at, at),
            Some(b'!') if bytes.get(at + 1) != Some(&b'=') => break (at, end_of_line(bytes, at)),
            Some(b'"' | b'\'') => at = special(at + quoted_length(&text[at..end_of_line(bytes, at)])),
            Some(b'/') if bytes.get(at + 1) != Some(&b'*') => at = special(at + 1),
            Some(_) => return None,
        }
    };
    let first = bytes[..statement].iter().position(|byte| !matches!(byte, b' ' | b'\t'));
    if first.is_some_and(|first| bytes[first] == b'#') {
        return None;
    }
    Some((text[..statement].trim_ascii_end().len(), line))
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let length = bytes[from..].iter().position(|byte| *byte == b'\n');
    length.map_or(bytes.len(), |length| from + length)
}

/// Statements that begin farther to the right lose their column.
const COLUMNS: usize = 400;

/// The bytes that may end a line, or begin a comment, a text or another statement.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut index = 0;
    while index < BEGINNINGS.len() {
        special[BEGINNINGS[index] as usize] = true;
        index += 1;
    }
    special
};

const BEGINNINGS: &[u8] = b"\n!/\"';";

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
        let mut at = 0;
        while let Some(character) = self.line[at..].chars().next() {
            let rest = &self.line[at..];
            let comment = if *in_comment {
                rest.starts_with("*/")
            } else {
                rest.starts_with("/*")
            };
            if comment {
                *in_comment = !*in_comment;
                self.blank();
                self.blank();
                at += 2;
                continue;
            }
            let mut length = character.len_utf8();
            match character {
                _ if *in_comment => self.blank(),
                '"' | '\'' => {
                    length = quoted_length(rest);
                    self.statement.push_str(&rest[..length]);
                }
                '!' if !(condition && rest.starts_with("!=")) => return at,
                ';' => self.next_statement(at + 1),
                _ => self.statement.push(character),
            }
            at += length;
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

/// The first word of a line after its labels.
pub(crate) fn directive(text: &str) -> &str {
    &text[directive_range(text)]
}

/// Where the first word of a line after its labels stands.
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

    /// The fast way knows fewer lines, and says the same of those.
    #[test]
    fn plain_lines_are_those_of_the_scanner() {
        let lines = [
            "ld r1,r2 ! why",
            "ldb rl0,#'!' ! x",
            ".ascii \"!\" ! x",
            "a/2 ! x",
            "",
            "  \t",
            "! all",
            "ldb rl0,#'\\''",
            "ldb rl0,#'/ ! '",
            ".ascii \"\\\"!\" ! \"",
            "nop  \r",
            "'",
            "\"open",
            "nop",
            "x: ret",
        ];
        for line in lines {
            let mut open = false;
            let expected = contents(line, &mut open);
            for text in [line.to_owned(), format!("{line}\nret \" ' ! /*\n")] {
                let (statement, end) = plain_line(&text).unwrap_or_else(|| panic!("{line:?} is plain"));
                assert_eq!(Contents::Part(0..statement), expected, "{line:?}");
                assert_eq!(end, line.len(), "{line:?}");
            }
        }
        for line in ["a /* b", "nop; ret", "# 1 \"a.c\"", ".if a != b", "  # x"] {
            assert_eq!(plain_line(line), None, "{line:?}");
        }
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
