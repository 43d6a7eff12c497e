//! Lines in the form in which GNU as passes them to its macros: with only significant spaces, and with characters
//! converted to numbers.

use z8000_object::text::encode;

use crate::lexer::{escape, is_name_start, quoted_length};

/// Returns the text after the name of a macro or directive in this form. White space between two words, and between a
/// word and a string or character, becomes one space; a character becomes its number. Strings are unchanged.
///
/// Most calls contain nothing to change, and are copied.
pub(crate) fn scrubbed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim();
    let mut after_word = false;
    while let Some(first) = rest.bytes().next() {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            rest = &rest[blank..];
            let next = rest.bytes().next();
            if after_word && next.is_some_and(|next| is_word(next) || matches!(next, b'"' | b'\'' | b'\\')) {
                out.push(' ');
            }
            after_word = false;
            continue;
        }
        let length = match first {
            b'"' => {
                let length = quoted_length(rest);
                out.push_str(&rest[..length]);
                length
            }
            b'\'' => {
                let (number, length) = character(&rest[1..]);
                out.push_str(&number.to_string());
                1 + length
            }
            _ if is_word(first) => {
                let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
                out.push_str(&rest[..length]);
                length
            }
            _ => {
                out.push(char::from(first));
                1
            }
        };
        after_word = is_word(first) || first == b'"';
        rest = &rest[length..];
    }
    out
}

/// Returns true if a byte is part of a name, a number, or a character outside ASCII.
const fn is_word(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit()
}

/// Returns the number of a character after its quotation mark, and its length in bytes including a closing mark.
pub(super) fn character(text: &str) -> (u8, usize) {
    let (number, length) = match text.strip_prefix('\\') {
        Some(after) => match after.chars().next() {
            // Here, only letters are escapes for characters, not numbers.
            Some(first) if first.is_ascii_alphabetic() => {
                let value = escape(after).map_or(after.as_bytes()[0], |(value, _)| value);
                (value, 2)
            }
            Some(first) => (first_byte(after), 1 + first.len_utf8()),
            None => (b'\\', 1),
        },
        None => (first_byte(text), text.chars().next().map_or(0, char::len_utf8)),
    };
    let closed = text[length..].starts_with('\'');
    (number, length + usize::from(closed))
}

fn first_byte(text: &str) -> u8 {
    let first = text.chars().next().map_or(0, char::len_utf8);
    encode(&text[..first]).first().copied().unwrap_or(b'\n')
}
