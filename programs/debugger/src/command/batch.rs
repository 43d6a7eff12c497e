//! Commands from a file, answers as JSON lines.

use std::io::{self, Write};

use serde_json::{Value as Json, json};

use super::Interpreter;
use crate::session::Tick;

/// Carries out the commands of a script, one a line, and writes one JSON object a line for each:
/// `command`, `ok`, and the fields of the answer, or `error`. Empty lines and those that begin
/// with `#` are passed over. A command that fails does not end the script.
///
/// Returns how many commands failed.
///
/// # Errors
///
/// When the answers cannot be written.
pub fn batch(
    interpreter: &mut Interpreter,
    script: &str,
    out: &mut dyn Write,
    tick: &mut Tick<'_>,
) -> io::Result<usize> {
    let mut failed = 0;
    for line in script.lines().map(str::trim) {
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
