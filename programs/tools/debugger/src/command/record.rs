//! Commands that profile, trace, save and open the history.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value as Json, json};
use z8000::run::Probe;

use super::answer::{Answer, CommandError, Outcome};
use super::counts::counts;
use super::interpreter::{Arguments, Interpreter, commands};
use crate::machine::{Address, World};
use crate::profile::Profiler;
use crate::program::Program;
use crate::session::{Reason, Recording, Tick};
use crate::trace::{Filter, HEADING, Row, Tracer};

const PROFILE: &str = "[since start|mark|last] [N]";
const COUNTS: &str = "[PLACE | ADDRESS,BYTES] [since start|mark|last]";
const REPORT: &str = "FILE [since start|mark|last]";
const TRACE: &str = "[N] | FILE [since start|mark|last] [in FROM,TO] [if E]";

commands! {
    "Profile and trace"
    "profile" "pr" PROFILE "list the N routines that took the most clocks" => profile;
    "counts"  ""   COUNTS  "count how often each line of a routine ran, or each word was accessed" => counts;
    "folded"  ""   REPORT  "write folded stacks, for flame graphs"
        => |debugger, arguments, _| write_profile(debugger, arguments, |profiler, _| profiler.folded());
    "listing" ""   REPORT  "write every source line with its clocks"
        => |debugger, arguments, _| write_profile(debugger, arguments, Profiler::listing);
    "trace"   "t"  TRACE   "list the last N instructions and exceptions, or write a trace to a file" => trace;
    "save"    ""   "FILE"  "save the history up to here: the inputs and their times" => save;
    "open"    ""   "FILE"  "open a saved history of the same program, and go to its end" => open;
}

fn save(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let file = arguments.required()?;
    let recording = json!(interpreter.session.recording());
    write_new(file, |out| writeln!(out, "{recording:#}"))?;
    let data = json!({ "file": file, "instructions": recording["instructions"] });
    Ok(Answer::new(format!("{file}: history saved"), data))
}

fn open(interpreter: &mut Interpreter, arguments: &Arguments<'_>, tick: &mut Tick<'_>) -> Outcome {
    let file = arguments.required()?;
    let wrong = |error: &dyn std::fmt::Display| CommandError::Other(format!("{file}: {error}"));
    let bytes = streams::contents(file.as_ref()).map_err(|error| wrong(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| wrong(&error.utf8_error()))?;
    let recording = Recording::read(&text).map_err(|error| wrong(&error))?;
    interpreter
        .session
        .open(&recording, tick)
        .map_err(|error| wrong(&error))?;
    interpreter.console_reported = 0;
    Ok(interpreter.stopped(&Reason::Done))
}

/// Number of instructions that `trace` lists by default; below, the maximum.
const LAST: u64 = 20;
const MOST: u64 = 100_000;

/// Number of routines that `profile` lists by default.
const ROUTINES: u64 = 20;

fn profile(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let mut words: Vec<&str> = arguments.text.split_whitespace().collect();
    let mut most = ROUTINES;
    if let Some(count) = words.last().and_then(|word| word.parse().ok()) {
        most = count;
        words.pop();
    }
    let since = match words[..] {
        [] => interpreter.since(arguments, None)?,
        ["since", moment] => interpreter.since(arguments, Some(moment))?,
        _ => return Err(arguments.wrong(format!("unexpected `{}`", arguments.text))),
    };
    let mut report = interpreter.session.profile(since).report();
    report.routines.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let mut text = format!(
        "{:<20} {:>10} {:>14} {:>6} {:>14} {:>6}",
        "routine", "calls", "inclusive", "%", "exclusive", "%"
    );
    for row in &report.routines {
        let _ = write!(
            text,
            "\n{:<20} {:>10} {:>14} {:>6.2} {:>14} {:>6.2}",
            row.routine,
            row.calls,
            row.inclusive,
            report.share(row.inclusive),
            row.exclusive,
            report.share(row.exclusive)
        );
    }
    let seconds = interpreter.session.seconds(report.clocks);
    let _ = write!(text, "\n{} clocks, {seconds:.6} Z8000 seconds", report.clocks);
    Ok(Answer::new(text, json!(report)))
}

/// Writes a profile to a file; the only permitted clause is `since`.
fn write_profile(
    interpreter: &Interpreter,
    arguments: &Arguments<'_>,
    text: impl FnOnce(&Profiler, &Program) -> String,
) -> Outcome {
    let (file, since) = interpreter.only_since(arguments)?;
    if file.is_empty() {
        return Err(arguments.wrong("missing file name"));
    }
    let profiler = interpreter.session.profile(since);
    let text = text(&profiler, interpreter.session.program());
    write_new(file, |out| out.write_all(text.as_bytes()))?;
    let lines = text.lines().count();
    let data = json!({ "file": file, "lines": lines, "clocks": profiler.total() });
    Ok(Answer::new(format!("{file}: {lines} lines"), data))
}

fn trace(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let (what, clauses) = arguments.clauses()?;
    let count = match what {
        "" => Some(LAST),
        text => text.parse::<u64>().ok(),
    };
    let Some(count) = count else {
        if what.split_whitespace().all(|word| word.parse::<u64>().is_ok()) {
            return Err(arguments.wrong(format!("expected exactly one number, found `{what}`")));
        }
        return write_trace(interpreter, arguments, what, &clauses);
    };
    if !clauses.is_empty() {
        return Err(arguments.wrong("a filter requires a file"));
    }
    let from = interpreter.session.before_events(count.min(MOST));
    let mut rows = Vec::new();
    replay(interpreter, from, &Filter::default(), |row| rows.push(row));
    let text: Vec<String> = rows.iter().map(line).collect();
    let row = |row: &Row| match row {
        Row::Instruction(record) => json!({
            "steps": record.steps, "clocks": record.clocks,
            "pc": record.pc, "name": record.name, "text": record.text,
        }),
        Row::Other(steps, clocks, text) => json!({ "steps": steps, "clocks": clocks, "event": text }),
    };
    let data: Json = rows.iter().map(row).collect();
    Ok(Answer::new(text.join("\n"), json!({ "trace": data })))
}

fn replay(interpreter: &Interpreter, from: u64, filter: &Filter, sink: impl FnMut(Row)) {
    let mut past = interpreter.session.past(from);
    let mut tracer = Tracer::new(interpreter.session.program(), filter, past.now(), sink);
    past.advance::<dyn Probe<World>>(u64::MAX, &mut tracer);
    tracer.finish();
}

fn write_trace(interpreter: &Interpreter, arguments: &Arguments<'_>, file: &str, clauses: &[(&str, &str)]) -> Outcome {
    let mut filter = Filter::default();
    let mut since = None;
    for &(name, text) in clauses {
        match name {
            "since" => since = Some(text),
            "if" => filter.condition = Some(interpreter.expression(text)?),
            "in" => filter.range = Some(range(interpreter, arguments, text)?),
            _ => return Err(arguments.wrong(format!("unexpected `{name}`"))),
        }
    }
    let from = interpreter.since(arguments, since)?;
    let mut count = 0_u64;
    write_new(file, |out| {
        writeln!(out, "{HEADING}")?;
        let mut result = Ok(());
        replay(interpreter, from, &filter, |row| {
            if result.is_err() {
                return;
            }
            result = match row {
                Row::Instruction(record) => {
                    count += 1;
                    writeln!(out, "{record}")
                }
                Row::Other(_, _, text) => writeln!(out, "# {text}"),
            };
        });
        result
    })?;
    let data = json!({ "file": file, "instructions": count });
    Ok(Answer::new(format!("{file}: {count} instructions"), data))
}

/// Parses `FROM,TO`, or the name of a routine.
fn range(interpreter: &Interpreter, arguments: &Arguments<'_>, text: &str) -> Result<(Address, Address), CommandError> {
    if let Some((from, to)) = text.split_once(',') {
        return Ok((interpreter.address(from.trim())?, interpreter.address(to.trim())?));
    }
    let start = interpreter.address(text)?;
    let routines = &interpreter.session.program().routines;
    let routine = routines.at(start).filter(|routine| routine.start == start);
    let routine = routine.ok_or_else(|| arguments.wrong(format!("no routine starts at `{text}`")))?;
    Ok((start, start.with_offset(routine.end.saturating_sub(1) as u16)))
}

/// Formats a row of a trace as a line.
fn line(row: &Row) -> String {
    match row {
        Row::Instruction(record) => format!(
            "{:>12} {:>13} {:04x} {:<20} {}",
            record.steps, record.clocks, record.pc, record.name, record.text
        ),
        Row::Other(steps, clocks, text) => format!("{steps:>12} {clocks:>13} # {text}"),
    }
}

/// Creates a file, completely or not at all.
///
/// # Errors
///
/// A file with that name exists, such as the source being debugged, or a pipe for which the view would wait; or the
/// file cannot be written.
pub fn write_new(name: &str, contents: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CommandError> {
    if Path::new(name).exists() {
        return Err(CommandError::Other(format!(
            "{name} exists: choose another file, or remove it"
        )));
    }
    streams::replace(Path::new(name), contents)
        .map_err(|error| CommandError::Other(format!("cannot write {name}: {error}")))
}
