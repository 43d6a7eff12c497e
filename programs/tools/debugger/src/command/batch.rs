//! Executes commands from a file, with answers as JSON lines or as text.

use std::io::{self, BufRead, BufReader, Read as _, Write, stdin};
use std::path::Path;

use serde_json::{Map, Value as Json};

use super::answer::{CommandError, Outcome};
use super::interpreter::Interpreter;
use crate::session::Tick;

/// Opens a script; `-` is standard input.
///
/// # Errors
///
/// The file cannot be opened.
pub fn script(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if streams::is_standard(path) {
        return Ok(Box::new(stdin().lock()));
    }
    Ok(Box::new(BufReader::new(streams::opened(path)?)))
}

/// The form in which answers to a script are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Machine-readable: one JSON object per command and line, as made by [`told`].
    #[default]
    Json,
    /// Human-readable: the command after `> `, then the answer or the error, as on a terminal.
    Text,
}

impl Form {
    /// Formats a command and its outcome as lines.
    fn lines(self, command: &str, outcome: Outcome) -> String {
        match (self, outcome) {
            (Self::Json, outcome) => streams::harmless_json(&format!("{}\n", told(command, outcome))),
            (Self::Text, outcome) => {
                let text = outcome.map_or_else(|error| error.to_string(), |answer| answer.text);
                let shown = match text.trim_end_matches('\n') {
                    "" => format!("> {command}\n"),
                    text => format!("> {command}\n{text}\n"),
                };
                // The answer may contain output of the program, which must not control the terminal.
                streams::harmless(&shown.replace('\r', ""), &['\n', '\t'])
            }
        }
    }
}

/// Formats a command and its outcome as JSON: `command`, `ok`, and the fields of the answer, or `error`.
///
/// # Example
///
/// ```
/// use z8000_debugger::command::{CommandError, told};
///
/// let told = told("step", Err(CommandError::Other("no program".to_owned())));
/// assert_eq!(told.to_string(), r#"{"command":"step","error":"no program","ok":false}"#);
/// ```
pub fn told(command: &str, outcome: Outcome) -> Json {
    let (ok, fields) = match outcome {
        Ok(answer) => (true, answer.data),
        Err(error) => (false, Map::from_iter([("error".to_owned(), error.to_string().into())])),
    };
    let mut object = Map::from_iter([("command".to_owned(), command.into()), ("ok".to_owned(), ok.into())]);
    object.extend(fields);
    object.into()
}

/// Executes a script, one command per line. Each command is executed and answered before the next is read. Empty lines
/// and lines that begin with `#` are skipped. The script ends after `quit` and after a command that the tick has
/// interrupted, but not after one that fails or a line that is not UTF-8.
///
/// Returns the number of commands that failed.
///
/// # Errors
///
/// The script cannot be read, or the answers cannot be written.
///
/// # Example
///
/// ```
/// # use z8000_asm::{Memory, Options, assemble};
/// # use z8000_debugger::program::Program;
/// use z8000_debugger::command::{Form, Interpreter, batch};
/// use z8000_debugger::session::Session;
///
/// let source = "
///         .z8002
///         .word   0, 0x4000, start
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
/// let mut script = &b"# Two instructions\nstep 2\nprint r1\nstpe\n"[..];
/// let mut out = Vec::new();
/// assert_eq!(batch(&mut interpreter, &mut script, Form::Text, &mut out, &mut |_| false)?, 1);
/// assert!(String::from_utf8(out)?.contains("> print r1\nr1 = 0x0007 = 7\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn batch(
    interpreter: &mut Interpreter,
    script: &mut dyn BufRead,
    form: Form,
    out: &mut dyn Write,
    tick: &mut Tick<'_>,
) -> io::Result<usize> {
    const LONGEST: u64 = 1 << 20;
    let (mut failed, mut interrupted) = (0, false);
    while !interrupted {
        let mut bytes = Vec::new();
        // The line is limited, because a device may never end one.
        match script.take(LONGEST).read_until(b'\n', &mut bytes)? as u64 {
            0 => break,
            LONGEST => return Err(io::Error::other("a line is longer than 1 MB")),
            _ => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let outcome = match std::str::from_utf8(&bytes) {
            Ok(_) => interpreter.execute(line, &mut |session| {
                interrupted = tick(session);
                interrupted
            }),
            Err(_) => Err(CommandError::Other("the line is not valid UTF-8".to_owned())),
        };
        failed += usize::from(outcome.is_err());
        out.write_all(form.lines(line, outcome).as_bytes())?;
        out.flush()?;
        if interpreter.finished() {
            break;
        }
    }
    Ok(failed)
}
