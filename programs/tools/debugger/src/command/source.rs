//! Commands that show memory, instructions, source and symbols.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::json;

use super::answer::{Answer, CommandError, Outcome};
use super::find::{find, hex_row};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::session::Tick;

commands! {
    "Memory and source"
    "memory"      "m" "[program] ADDRESS[,BYTES]" "dump the data memory or the program memory" => memory;
    "find"        ""  "[program] \"TEXT\"|BYTES|word E|long E [in FROM,TO]" "find a string, bytes or a number in \
                                                                             memory" => find;
    "disassemble" "x" "[PLACE[,N]]" "disassemble N instructions from a place" => disassemble;
    "list"        "l" "[PLACE]"     "show the source lines around a place; repeated, the next ones" => list;
    "symbols"     ""  "[PART]"      "list the symbols whose names contain a string" => symbols;
}

/// Number of source lines that `list` shows.
const LINES: u32 = 11;

fn memory(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (program, from, bytes) = interpreter.area(arguments.required()?, 64)?;
    if !program {
        interpreter.memory_address = from;
    }
    let memory = interpreter.session.look();
    // The bytes cannot extend beyond the end of the segment.
    let count = bytes.min(from.room()) as u32;
    let all: Vec<u8> = (0..count).map(|n| memory.byte(program, from.plus(n as u16))).collect();
    let mut text = String::new();
    for (index, row) in all.chunks(8).enumerate() {
        let at = from.plus(8 * index as u16);
        let _ = writeln!(text, "{}", hex_row(at, row));
    }
    let data = json!({ "address": from, "program": program, "bytes": all });
    Ok(Answer::new(text.trim_end(), data))
}

fn disassemble(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (place, count) = match arguments.text.rsplit_once(',') {
        Some((place, count)) => (place.trim(), interpreter.count(count.trim())?),
        None => (arguments.text, 10),
    };
    let pc = interpreter.session.here();
    let from = match place {
        "" => pc,
        place => interpreter.place(place)?.0.first().copied().unwrap_or(pc),
    };
    let program = interpreter.session.program();
    let memory = interpreter.session.look();
    let count = usize::try_from(count).unwrap_or(usize::MAX).min(0x8000);
    let mut text = String::new();
    let mut data = Vec::new();
    for at in program.around(memory, from, 0, count) {
        let found = program.disassembled(memory, at);
        let here = if at == pc { '>' } else { ' ' };
        let label = program.text_labels.get(&at).map_or("", String::as_str);
        let _ = writeln!(text, "{here}{at:04x}  {:<15} {label:<14} {}", found.hex(), found.text);
        data.push(json!({ "address": at, "words": found.words, "label": label, "text": found.text }));
    }
    Ok(Answer::new(text.trim_end(), json!({ "instructions": data })))
}

fn list(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let program = Arc::clone(interpreter.session.program());
    let pc = interpreter.session.here();
    let current = program.line(pc);
    let here = current.map(|line| (line.file, line.line));
    let (file, first) = match (arguments.text, interpreter.next_line) {
        ("", Some(next)) => next,
        ("", None) => {
            let missing = "the next instruction has no source line; `disassemble` shows instructions";
            let (file, line) = here.ok_or_else(|| CommandError::Other(missing.to_owned()))?;
            (file, line.saturating_sub(LINES / 2).max(1))
        }
        (place, _) => {
            let (addresses, _) = interpreter.place(place)?;
            let line = addresses.first().and_then(|&at| program.line(at));
            let line = line.ok_or_else(|| CommandError::Other(format!("`{place}` has no source line")))?;
            (line.file, line.line.saturating_sub(LINES / 2).max(1))
        }
    };
    let source = program.files.get(file);
    if let Some(file) = source.filter(|file| file.lines.is_empty()) {
        let why = "was found neither in the current folder nor next to the program: start the debugger in the folder \
                   where the program was assembled";
        return Err(CommandError::Other(format!("the source {} {why}", file.name)));
    }
    let lines = source.map_or(&[][..], |file| &file.lines);
    let last = (first + LINES - 1).min(lines.len() as u32);
    let mut text = source.map_or_else(String::new, |file| file.name.clone());
    let mut data = Vec::new();
    for number in first..=last {
        let line = &lines[number as usize - 1];
        let mark = if here == Some((file, number)) { '>' } else { ' ' };
        let _ = write!(text, "\n{mark}{number:5}  {}", line.trim_end());
        data.push(json!({ "line": number, "text": line }));
    }
    interpreter.next_line = Some((file, last + 1));
    let data = json!({ "file": source.map(|file| &file.name), "lines": data });
    Ok(Answer::new(text, data))
}

fn symbols(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let all = &interpreter.session.program().symbols;
    let (mut text, mut data) = (Vec::new(), Vec::new());
    for (name, symbol) in all.iter().filter(|(name, _)| name.contains(arguments.text)) {
        let section = symbol.section.name();
        text.push(format!("{:8x} {section:8} {name}", symbol.value));
        data.push(json!({ "name": name, "value": symbol.value, "section": section }));
    }
    Ok(Answer::new(text.join("\n"), json!({ "symbols": data })))
}
