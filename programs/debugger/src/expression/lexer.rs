//! The words of an expression.

use std::ops::Range;

use super::{ExpressionError, fault};

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Number(i64),
    Name(&'t str),
    Sign(&'static str),
}

/// Signs, those of two characters first.
const SIGNS: [&str; 23] = [
    "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "|", "^", "&", "<", ">", "+", "-", "*", "/", "%", "!", "~", "(",
    ")", "[",
];

/// The words of a text, with their places.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, ExpressionError> {
    let mut list = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (token, length) = if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let end = end.unwrap_or(rest.len());
            (Token::Number(number(&rest[..end], at)?), end)
        } else if is_name(first) {
            let end = rest.find(|c: char| !is_name(c) && !c.is_ascii_digit());
            let end = end.unwrap_or(rest.len());
            (Token::Name(&rest[..end]), end)
        } else if first == '\'' {
            character(rest, at)?
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else if first == ']' {
            (Token::Sign("]"), 1)
        } else {
            return Err(fault(
                format!("`{first}` cannot stand in an expression"),
                at..at + first.len_utf8(),
            ));
        };
        list.push((token, at..at + length));
        at += length;
    }
    Ok(list)
}

const fn is_name(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$')
}

/// A character in quotes.
fn character(rest: &str, at: usize) -> Result<(Token<'_>, usize), ExpressionError> {
    let mut characters = rest.chars().skip(1);
    match (characters.next(), characters.next()) {
        (Some(c), Some('\'')) if c.is_ascii() => Ok((Token::Number(i64::from(u32::from(c))), 3)),
        _ => Err(fault("a character stands between two quotes: 'a'", at..at + 1)),
    }
}

/// A number: decimal, `0x` or `0b`.
fn number(text: &str, at: usize) -> Result<i64, ExpressionError> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let parsed = if let Some(hex) = digits.strip_prefix("0x") {
        i64::from_str_radix(hex, 16)
    } else if let Some(bits) = digits.strip_prefix("0b") {
        i64::from_str_radix(bits, 2)
    } else {
        digits.parse()
    };
    parsed.map_err(|_| {
        fault(
            format!("`{text}` is no number: write 52, 0x34 or 0b110100"),
            at..at + text.len(),
        )
    })
}
