//! Text that cannot control a terminal.

use std::fmt::Write as _;
use std::io;

/// Makes text safe to display: characters that would control a terminal or reverse the writing direction are replaced
/// with U+FFFD, except those in `kept`.
pub fn harmless(text: &str, kept: &[char]) -> String {
    let shown = |letter: char| {
        if commands(letter) && !kept.contains(&letter) {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    };
    text.chars().map(shown).collect()
}

fn commands(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Makes JSON safe to display: characters that would control a terminal or reverse the writing direction, except line
/// feeds, are written as escapes such as `\u009b`, which a JSON reader decodes.
pub fn harmless_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    for letter in json.chars() {
        if commands(letter) && letter != '\n' {
            let _ = write!(shown, "\\u{:04x}", u32::from(letter));
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Converts a system error to words only: without its number, and without the path of a temporary file, which would
/// mean nothing to a reader.
pub fn plain(error: io::Error) -> io::Error {
    let text = error.to_string();
    let reason = text.split_once(" at path ").map_or(&text[..], |(reason, _)| reason);
    let reason = without_numbers(reason);
    if reason == text {
        return error;
    }
    io::Error::new(error.kind(), reason)
}

/// Removes the numbers of system errors, such as `(os error 2)`, from a message.
pub fn without_numbers(text: &str) -> String {
    const NUMBER: &str = " (os error ";
    let mut parts = text.split(NUMBER);
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => left += rest,
            _ => left += &format!("{NUMBER}{part}"),
        }
    }
    left
}
