//! Splitting a file into tokens, by the rules of a dialect.

use std::borrow::Cow;
use std::ops::Range;

/// A token, and its range of bytes in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind<'a> {
    Name(&'a str),
    /// A number, in the syntax of GNU as, and its value.
    Number(String, i64),
    /// A string, or a character constant, with its escapes resolved.
    Text(Vec<u8>),
    Sign(&'static str),
    NewLine,
    /// A string that is not a token of the dialect, with an error message.
    Wrong(Cow<'static, str>),
}

impl<'a> Token<'a> {
    /// Returns true if the token is this sign, or this word in upper or lower case.
    pub(crate) fn is(&self, text: &str) -> bool {
        match self.kind {
            Kind::Sign(sign) => sign == text,
            Kind::Name(name) => name.eq_ignore_ascii_case(text),
            _ => false,
        }
    }

    pub(crate) const fn name(&self) -> Option<&'a str> {
        match self.kind {
            Kind::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// A comment, or the part of it in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) line: usize,
    /// The column of the first character, from 0.
    pub(crate) column: usize,
    /// The text without the signs that enclose it.
    pub(crate) text: String,
}

/// A token's kind and length in bytes.
pub(crate) type Read<'a> = (Kind<'a>, usize);

/// The lexical rules of a dialect.
pub(crate) struct Rules {
    /// The signs that begin a comment to the end of the line.
    pub(crate) line_comments: &'static [&'static str],
    /// The signs that begin and end other comments.
    pub(crate) comments: &'static [(&'static str, &'static str)],
    /// Returns true if a byte may occur in a name; with `true`, at its beginning.
    pub(crate) name: fn(u8, bool) -> bool,
    /// Reads numbers, strings and names that are peculiar to the dialect.
    pub(crate) special: for<'a> fn(&'a str) -> Option<Read<'a>>,
    /// The signs; a sign of two characters precedes the one that it begins with.
    pub(crate) signs: &'static [&'static str],
}

/// Splits a file into tokens and comments.
pub(crate) fn scan<'a>(text: &'a str, rules: &Rules) -> (Vec<Token<'a>>, Vec<Comment>) {
    let mut scanner = Scanner { text, tokens: Vec::new(), comments: Vec::new(), at: 0, line: 0, start: 0 };
    while scanner.at < text.len() {
        scanner.next(rules);
    }
    (scanner.tokens, scanner.comments)
}

struct Scanner<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    comments: Vec<Comment>,
    at: usize,
    /// The current line, and its start.
    line: usize,
    start: usize,
}

impl<'a> Scanner<'a> {
    fn next(&mut self, rules: &Rules) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return;
        };
        if first == '\n' {
            self.push(Kind::NewLine, 1);
            self.new_line();
        } else if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if let Some(begin) = rules.line_comments.iter().find(|begin| rest.starts_with(**begin)) {
            let end = rest.find('\n').unwrap_or(rest.len());
            self.comment(&rest[begin.len()..end]);
            self.at += end;
        } else if let Some((begin, end)) = rules.comments.iter().find(|(begin, _)| rest.starts_with(begin)) {
            self.block(begin.len(), end);
        } else {
            let (kind, length) = token(rest, first, rules);
            self.push(kind, length);
        }
    }

    fn push(&mut self, kind: Kind<'a>, length: usize) {
        self.tokens.push(Token { kind, span: self.at..self.at + length });
        self.at += length;
    }

    const fn new_line(&mut self) {
        self.line += 1;
        self.start = self.at;
    }

    fn comment(&mut self, text: &str) {
        self.comments.push(Comment {
            line: self.line,
            column: self.text[self.start..self.at].chars().count(),
            text: text.trim_end().to_owned(),
        });
    }

    /// Reads a comment that may extend over several lines.
    fn block(&mut self, begin: usize, end: &str) {
        let rest = &self.text[self.at + begin..];
        let Some(length) = rest.find(end) else {
            return self.push(Kind::Wrong("unterminated comment".into()), self.text.len() - self.at);
        };
        let mut lines = rest[..length].split('\n').peekable();
        let first = lines.next().unwrap_or_default();
        self.comment(first);
        self.at += begin + first.len();
        for line in lines {
            self.push(Kind::NewLine, 1);
            self.new_line();
            self.comment(line);
            self.at += line.len();
        }
        self.at += end.len();
    }
}

fn token<'a>(rest: &'a str, first: char, rules: &Rules) -> Read<'a> {
    if let Some(read) = (rules.special)(rest) {
        return read;
    }
    let bytes = rest.as_bytes();
    if (rules.name)(bytes[0], true) {
        let length = 1 + bytes[1..].iter().take_while(|byte| (rules.name)(**byte, false)).count();
        return (Kind::Name(&rest[..length]), length);
    }
    match rules.signs.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Kind::Sign(sign), sign.len()),
        None => (
            Kind::Wrong(format!("unexpected character `{}`", first.escape_debug()).into()),
            first.len_utf8(),
        ),
    }
}

/// Returns the number of letters and digits at the beginning.
pub(crate) fn word_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_alphanumeric).count()
}

/// Returns a number with a prefix in the syntax of GNU as, or the error in its digits.
pub(crate) fn number(prefix: &str, digits: &str, radix: u32) -> Kind<'static> {
    match i64::from_str_radix(digits, radix) {
        Ok(value) if prefix.is_empty() => Kind::Number(value.to_string(), value),
        Ok(value) => Kind::Number(format!("{prefix}{digits}"), value),
        Err(_) if digits.is_empty() => Kind::Wrong("expected digits".into()),
        Err(_) if digits.bytes().all(|byte| char::from(byte).is_digit(radix)) => {
            Kind::Wrong("the number is too large: the maximum is 0x7fffffffffffffff".into())
        }
        Err(_) => {
            let digit = digits.chars().find(|digit| !digit.is_digit(radix)).unwrap_or_default();
            Kind::Wrong(format!("invalid digit `{digit}` in a base-{radix} number").into())
        }
    }
}

/// Reads a number with its base at the end: `255`, `0FFh`, `377o`, `377q`, `11111111b`, and in some dialects `255d`.
pub(crate) fn suffixed(rest: &str, has_decimals: bool) -> Read<'static> {
    let length = word_length(rest);
    let word = rest[..length].to_ascii_lowercase();
    let digits = &word[..length - 1];
    let kind = match word.as_bytes()[length - 1] {
        b'h' => number("0x", digits, 16),
        b'o' | b'q' => number("0", digits, 8),
        b'b' => number("0b", digits, 2),
        b'd' if has_decimals => number("", digits, 10),
        b'0'..=b'9' => number("", &word, 10),
        _ => Kind::Wrong("invalid number: write, for example, 52, 34h, 64o or 110100b".into()),
    };
    (kind, length)
}
