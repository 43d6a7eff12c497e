//! Commands that dump and search memory.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::answer::{Answer, CommandError, Outcome};
use super::arguments::memory;
use super::interpreter::{Arguments, Interpreter};
use crate::machine::Address;
use crate::session::Tick;

/// The maximum number of matches that are listed.
const MOST: usize = 100;

/// The size of a segment in bytes.
const SEGMENT: u32 = 0x1_0000;

/// Formats a row of a memory dump: address, bytes grouped as words, characters. `row` has at most 8 bytes, so that it
/// fits next to the panes of a terminal.
///
/// # Example
///
/// ```
/// use z8000_debugger::command::hex_row;
///
/// let row = hex_row(0x1000, b"Z8000 ok");
/// assert!(row.starts_with("1000  5a38 3030 3020 6f6b ") && row.ends_with("Z8000 ok"));
/// ```
pub fn hex_row(at: impl Into<Address>, row: &[u8]) -> String {
    let mut text = format!("{} ", at.into());
    let width = text.len() + 20;
    for (index, byte) in row.iter().enumerate() {
        let gap = if index % 2 == 0 { " " } else { "" };
        let _ = write!(text, "{gap}{byte:02x}");
    }
    let shown: String = row
        .iter()
        .map(|&byte| match byte {
            0x20..=0x7E => char::from(byte),
            _ => '.',
        })
        .collect();
    format!("{text:<width$} {shown}")
}

/// Handles `find [program] "TEXT"|BYTES|word E|long E [in FROM,TO]`.
pub(super) fn find(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (text, clauses) = arguments.clauses()?;
    let (program, what) = memory(text);
    let wanted = bytes(interpreter, arguments, what)?;
    let (mut from, mut to) = segment(interpreter.memory_address);
    for (name, text) in clauses {
        let Some((first, last)) = text.split_once(',').filter(|_| name == "in") else {
            return Err(arguments.wrong(format!("unexpected `{name} {text}`")));
        };
        (from, to) = (interpreter.address(first.trim())?, interpreter.address(last.trim())?);
    }
    let places = places(interpreter, program, (from, to), &wanted);
    if let (Some(first), false) = (places.first(), program) {
        interpreter.memory_address = *first;
    }
    Ok(answer(interpreter, program, &places))
}

/// Returns the first and the last address of the segment that contains an address.
const fn segment(at: Address) -> (Address, Address) {
    (at.with_offset(0), at.with_offset(0xFFFF))
}

/// Parses the bytes to search for.
fn bytes(interpreter: &Interpreter, arguments: &Arguments<'_>, what: &str) -> Result<Vec<u8>, CommandError> {
    if what.starts_with('"') {
        let text = arguments.quoted(what)?;
        return match text.len() {
            0 => Err(arguments.wrong("the string is empty")),
            _ => Ok(text.into_bytes()),
        };
    }
    if let Some(word) = what.strip_prefix("word ") {
        return number(interpreter, word, 2);
    }
    if let Some(long) = what.strip_prefix("long ") {
        return number(interpreter, long, 4);
    }
    let mut all = Vec::new();
    for byte in what.split_whitespace() {
        all.extend(number(interpreter, byte, 1)?);
    }
    if all.is_empty() {
        return Err(arguments.wrong("expected a string in quotation marks, bytes, `word E` or `long E`"));
    }
    Ok(all)
}

/// Returns the last bytes of a number, which may be signed or unsigned.
fn number(interpreter: &Interpreter, text: &str, bytes: usize) -> Result<Vec<u8>, CommandError> {
    let number = interpreter.value(text)?.number;
    let bits = 8 * bytes as u32;
    let (least, most) = (-(1_i64 << (bits - 1)), (1_i64 << bits) - 1);
    if !(least..=most).contains(&number) {
        let what = match bytes {
            1 => "byte",
            2 => "word",
            _ => "long word",
        };
        let message = format!("`{text}` is {number}; expected a {what} from {least} to {most}");
        return Err(CommandError::Other(message));
    }
    Ok(number.to_be_bytes()[8 - bytes..].to_vec())
}

/// Returns the addresses of at most `MOST + 1` matches; the extra one shows that there are more than can be listed.
fn places(interpreter: &Interpreter, program: bool, (from, to): (Address, Address), wanted: &[u8]) -> Vec<Address> {
    let memory = interpreter.session.look();
    let last = to.linear().saturating_sub(from.linear()).min(SEGMENT as usize - 1);
    let here = |at: &Address| {
        let of = |(n, byte): (usize, &u8)| {
            let place = at.checked_add(n as u16);
            place.is_some_and(|place| memory.byte(program, place) == *byte)
        };
        wanted.iter().enumerate().all(of)
    };
    let all = (0..=last).filter_map(|n| from.checked_add(n as u16));
    all.filter(here).take(MOST + 1).collect()
}

fn answer(interpreter: &Interpreter, program: bool, places: &[Address]) -> Answer {
    let (session, more) = (&interpreter.session, places.len() > MOST);
    let memory = session.look();
    let shown = &places[..places.len().min(MOST)];
    let name = |at: Address| session.program().name_in(program, at);
    let line = |at: &Address| {
        let row: Vec<u8> = (0..8).map(|n| memory.byte(program, at.plus(n))).collect();
        let line = format!("{}  {}", hex_row(*at, &row), name(*at).unwrap_or_default());
        line.trim_end().to_owned()
    };
    let mut lines: Vec<String> = shown.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("not found".to_owned());
    }
    if more {
        lines.push(format!("... and more; only the first {MOST} are shown"));
    }
    let row = |at: &Address| json!({ "address": at, "name": name(*at) });
    let data: Json = shown.iter().map(row).collect();
    let data = json!({ "program": program, "found": data, "more": more });
    Answer::new(lines.join("\n"), data)
}
