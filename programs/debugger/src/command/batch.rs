//! Commands from a file, answers as JSON lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write, stdin};
use std::path::Path;

use serde_json::{Value as Json, json};

use super::interpreter::Interpreter;
use crate::session::Tick;

/// Opens a script; `-` is the standard input.
///
/// # Errors
///
/// When the file cannot be opened.
pub fn script(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

/// Executes a script, one command per line, each before the next one is read, and writes one JSON object per command
/// and line: `command`, `ok`, and the fields of the answer, or `error`. Empty lines and those that begin with `#` are
/// skipped. A command that fails does not end the script.
///
/// Returns how many commands failed.
///
/// # Errors
///
/// When the script cannot be read or the answers cannot be written.
pub fn batch(
    interpreter: &mut Interpreter,
    script: &mut dyn BufRead,
    out: &mut dyn Write,
    tick: &mut Tick<'_>,
) -> io::Result<usize> {
    let mut failed = 0;
    for line in script.lines() {
        let line = line?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let answer = match interpreter.execute(line, tick) {
            Ok(answer) => {
                let mut object = json!({ "command": line, "ok": true });
                if let Json::Object(fields) = &mut object {
                    fields.extend(answer.data);
                }
                object
            }
            Err(error) => {
                failed += 1;
                json!({ "command": line, "ok": false, "error": error.to_string() })
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
        if interpreter.finished() {
            break;
        }
    }
    Ok(failed)
}
