//! Text for people.

use std::fmt::{Display, Write as _};
use std::io::{self, Write, stderr, stdout};

/// The letters that lay a text out.
const LAYOUT: &[char] = &['\n', '\t'];

/// Prints a text for people on standard output; as [`tell`], it commands no terminal.
///
/// # Errors
///
/// When it cannot be written: also when nobody reads it any more, which [`exit_code`](crate::exit_code) knows.
pub fn print(text: impl Display) -> io::Result<()> {
    pass(harmless(&text.to_string(), LAYOUT).as_bytes())
}

/// The standard output as a writer of lines for people: as [`print()`], it commands no terminal. A line that has not ended
/// waits: part of a letter may be missing.
#[derive(Debug, Default)]
pub struct Screen(Vec<u8>);

impl Screen {
    /// Adds bytes, and returns the lines that have ended.
    fn ended(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.0.extend_from_slice(bytes);
        let end = self
            .0
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |last| last + 1);
        let rest = self.0.split_off(end);
        std::mem::replace(&mut self.0, rest)
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let lines = self.ended(bytes);
        if !lines.is_empty() {
            print(String::from_utf8_lossy(&lines))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = std::mem::take(&mut self.0);
        if text.is_empty() {
            return Ok(());
        }
        print(String::from_utf8_lossy(&text))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Passes bytes on to standard output as they are: the contents of a file, or what this program itself colours.
///
/// # Errors
///
/// As [`print()`].
pub fn pass(bytes: &[u8]) -> io::Result<()> {
    let mut output = stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}

/// The same, with the end of a line behind it.
///
/// # Errors
///
/// As [`print()`].
pub fn print_line(line: impl Display) -> io::Result<()> {
    print(format_args!("{line}\n"))
}

/// Tells something on standard error, if that is open. What would command a terminal, as parts of a file that a message
/// quotes can, is replaced by a mark.
pub fn tell(line: impl Display) {
    let _ = writeln!(stderr(), "{}", harmless(&line.to_string(), LAYOUT));
}

/// A text as it may be shown: a mark stands for what would command a terminal, or turn the writing round. The letters
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

/// A text of a file as a spreadsheet takes it for a text: one that would be a formula gets an apostrophe.
pub fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_a_formula() {
        assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
        assert_eq!(
            ["+1", "-1", "@a", "WAC.001", ""].map(cell),
            ["'+1", "'-1", "'@a", "WAC.001", ""]
        );
    }

    #[test]
    fn a_line_waits_for_its_end() {
        let mut screen = Screen::default();
        let [first, last] = *"ü".as_bytes() else {
            panic!("a letter of two bytes")
        };
        assert_eq!(screen.ended(&[b'a', b'\n', first]), b"a\n");
        assert_eq!(screen.ended(&[last]), b"");
        assert_eq!(screen.ended(b"b\nc"), "üb\n".as_bytes());
        assert_eq!(std::mem::take(&mut screen.0), b"c");
    }

    #[test]
    fn json_commands_no_terminal_and_stays_what_it_is() {
        assert_eq!(
            harmless_json("{\"a\":\"\u{9b}1m\u{202e}\u{e9}\"}\n"),
            "{\"a\":\"\\u009b1m\\u202e\u{e9}\"}\n"
        );
    }

    #[test]
    fn a_message_commands_no_terminal() {
        assert_eq!(
            harmless("a\tb\nc: \u{1b}[2J\u{9b}1m\r\u{202e}", LAYOUT),
            "a\tb\nc: \u{fffd}[2J\u{fffd}1m\u{fffd}\u{fffd}"
        );
    }
}
