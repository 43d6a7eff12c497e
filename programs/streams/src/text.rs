//! Text that commands no terminal.

use std::fmt::Write as _;

/// A text as it may be shown: a mark replaces what would command a terminal, or reverse the writing. The letters
/// `kept` are left.
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

/// JSON as it may be shown: what would command a terminal is written as `\u009b`, which a reader of JSON takes back.
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
