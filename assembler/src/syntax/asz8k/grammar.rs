//! Tokens and expressions of asz8k.

use crate::expression::Binary;
use crate::fault::Fault;
use crate::lexer;
use crate::register::is_register;
use crate::syntax::expression::{Code, Cursor, Grammar};
use crate::syntax::scan::{Kind, Read, Rules, Token, suffixed};

pub(super) const RULES: Rules = Rules {
    line_comments: &[";"],
    comments: &[],
    name: |byte, first| {
        byte.is_ascii_alphabetic() || matches!(byte, b'$' | b'_' | b'.') || !first && byte.is_ascii_digit()
    },
    special,
    signs: &[
        "<<", "<=", "<", ">>", ">=", ">", "!=", "~", "*", "/", "%", "+", "-", "=", "&", "^", "|", "(", ")", "#", "@",
        ",", ":", "{", "}",
    ],
};

fn special(rest: &str) -> Option<Read<'_>> {
    match rest.as_bytes()[0] {
        b'0'..=b'9' => Some(suffixed(rest, true)),
        b'\'' => Some(characters(rest, b'\'')),
        b'"' => Some(characters(rest, b'"')),
        _ => {
            let length = name_length(rest);
            let is_parameter = rest[..length].contains('?');
            is_parameter.then(|| (Kind::Name(&rest[..length]), length))
        }
    }
}

/// Returns the length of a name that may contain parameters of a macro: `?1`, `?#`, `??`.
fn name_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        match bytes[at..] {
            [b'?', b'0'..=b'9' | b'#' | b'?', ..] => at += 2,
            [byte, ..] if (RULES.name)(byte, at == 0) => at += 1,
            _ => return at,
        }
    }
}

/// Reads a string or a character, with the escapes `\n`, `\r`, `\t`, `\b`, `\f` and octal numbers.
fn characters(rest: &str, end: u8) -> Read<'_> {
    let mut bytes = Vec::new();
    let mut at = 1;
    loop {
        let Some(next) = rest[at..].chars().next().filter(|next| *next != '\n') else {
            let message = match end {
                b'"' => "missing closing quotation mark",
                _ => "expected a character and a closing quotation mark",
            };
            return (Kind::Wrong(message.into()), at);
        };
        let length = next.len_utf8();
        match next {
            '\\' => at += 1 + escape(&rest[at + 1..], &mut bytes),
            _ if next == char::from(end) && !(end == b'\'' && bytes.is_empty()) => return (Kind::Text(bytes), at + 1),
            _ => {
                bytes.extend(&rest.as_bytes()[at..at + length]);
                at += length;
            }
        }
    }
}

/// Reads the escape after a `\`, and returns its length. Its letter may be in upper case.
fn escape(rest: &str, bytes: &mut Vec<u8>) -> usize {
    let lower: String = rest.chars().take(3).collect::<String>().to_ascii_lowercase();
    if let Some((byte, length)) = lexer::escape(&lower) {
        bytes.push(byte);
        return length;
    }
    let letter = rest.chars().next().filter(|letter| *letter != '\n');
    let length = letter.map_or(0, char::len_utf8);
    bytes.extend(&rest.as_bytes()[..length]);
    length
}

pub(super) struct Expressions;

impl Grammar for Expressions {
    const SHORT_ENDS: bool = false;
    const BLANKS_END: bool = true;
    const BINARY: &'static [(&'static str, Binary, u8)] = &[
        ("|", Binary::Or, 1),
        ("^", Binary::Xor, 2),
        ("&", Binary::And, 3),
        ("=", Binary::Equal, 4),
        // In GNU as, `!=` begins a comment, except in conditions.
        ("!=", Binary::Different, 4),
        ("<", Binary::Less, 4),
        (">", Binary::Greater, 4),
        ("<=", Binary::LessEqual, 4),
        (">=", Binary::GreaterEqual, 4),
        ("+", Binary::Add, 5),
        ("-", Binary::Subtract, 5),
        ("*", Binary::Multiply, 6),
        ("/", Binary::Divide, 6),
        ("%", Binary::Remainder, 6),
        ("<<", Binary::ShiftLeft, 6),
        (">>", Binary::ShiftRight, 6),
    ];

    fn leaf(&self, _: &mut Cursor<'_, '_>, first: &Token<'_>) -> Result<Code, Fault> {
        match first.kind {
            Kind::Name("$") => Ok(Code::new(".", first.span.clone())),
            Kind::Name(name) => Ok(Code::new(with_parameters(name), first.span.clone())),
            _ => Err(Fault::new(first.span.clone(), "expected an expression")),
        }
    }

    fn register(&self, token: &Token<'_>) -> Option<String> {
        let name = token.name()?;
        (is_register(name) || name.starts_with('?')).then(|| with_parameters(name))
    }
}

/// Returns a name in which parameters are in the syntax of GNU as.
pub(super) fn with_parameters(name: &str) -> String {
    let mut parts = name.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        match part.chars().next() {
            Some('#') => text.push_str("\\@"),
            Some(digit) => text.push_str(&format!("\\a{digit}\\()")),
            // `??` gives an empty part followed by another part.
            None => {
                text.push_str("\\rest\\()");
                text.push_str(parts.next().unwrap_or_default());
            }
        }
        text.push_str(part.get(1..).unwrap_or_default());
    }
    text.strip_suffix("\\()").unwrap_or(&text).to_owned()
}
