//! `events`: lists the past events of the search.

use std::io;

use serde_json::{Value as Json, json};
use z8000::cpu::Cpu;
use z8000::machine::World;
use z8000_debugger::command::{Answer, Arguments, CommandError, Interpreter, Outcome, write_new};
use z8000_debugger::session::{Session, Tick};

use crate::events::{Happening, Places, SCHEMA, Watcher, sentence};
use crate::view::SearchView;

/// Number of events listed by default; up to [`MOST`] can be requested.
const LAST: usize = 20;
const MOST: usize = 10_000;

/// Number of most recent instructions that are searched for events first.
const NEAR: u64 = 1_000_000;

pub(crate) fn events(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let session = &interpreter.session;
    let (file, since) = match arguments.text().rsplit_once(" since ") {
        // As for `save`, the name of a file may contain spaces.
        Some((file, moment)) => (file.trim(), Some(moment.trim())),
        None => (arguments.text(), None),
    };
    if file.bytes().all(|byte| byte.is_ascii_digit()) && since.is_none() {
        let most = file.parse().unwrap_or(if file.is_empty() { LAST } else { MOST });
        return last(session, most.min(MOST));
    }
    let from = interpreter.since(arguments, since)?;
    let events = write(session, file, from)?;
    Ok(Answer::new(
        format!("{file}: {events} events"),
        json!({ "file": file, "events": events }),
    ))
}

/// Prints a link for the page, which needs a position, a depth and the built-in program.
pub(crate) fn link(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let recording = interpreter.session.recording();
    let mut lines = recording.sent_at_start().unwrap_or_default().lines();
    let position = lines.next().and_then(|line| line.strip_prefix("p "));
    let depth = lines.next().and_then(|line| line.strip_prefix("g "));
    let (Some(fen), Some(depth), None) = (position, depth, lines.next()) else {
        let message = "the page can open only an unchanged search, but input was sent to the program, or something was \
                       changed in it: use `save` instead";
        return Err(CommandError::Other(message.to_owned()));
    };
    let (fen, at) = (fen.replace(' ', "+"), recording.instructions());
    let link = format!("index.html#fen={fen}&depth={depth}&instruction={at}&step");
    Ok(Answer::new(link.clone(), json!({ "link": link })))
}

/// Passes every event from a moment to the present to a sink.
fn watch(session: &Session, places: &Places, from: u64, mut sink: impl FnMut(Happening, &Cpu, &World)) {
    session.replay(from, &mut Watcher::new(places, from, &mut sink));
}

/// Lists the last events as sentences.
fn last(session: &Session, most: usize) -> Outcome {
    let places = Places::of_view(&SearchView::of(session)?)?;
    let now = session.now().steps;
    let (mut span, mut from, mut seen) = (NEAR, now, 0);
    while seen < most && from > 0 {
        from = now.saturating_sub(span);
        seen = 0;
        watch(session, &places, from, |_, _, _| seen += 1);
        span = span.saturating_mul(4);
    }
    let mut told: Vec<(String, Json)> = Vec::new();
    watch(session, &places, from, |happening, cpu, memory| {
        if seen <= most {
            let view = SearchView::at_moment(session.program(), cpu, memory);
            told.extend(telling(&happening, &view));
        } else {
            seen -= 1;
        }
    });
    let (mut lines, events): (Vec<String>, Vec<Json>) = told.into_iter().unzip();
    if lines.is_empty() {
        lines.push("no event of the search before this moment".to_owned());
    }
    Ok(Answer::new(
        lines.join("\n"),
        json!({ "schema": SCHEMA, "events": events }),
    ))
}

/// Formats an event as a line, and as JSON.
fn telling(happening: &Happening, view: &SearchView<'_>) -> Option<(String, Json)> {
    let text = sentence(happening, view)?;
    // One level of indentation for each move on the board.
    let depth = view.made().count();
    let mut event = happening.to_json(view.root_side()?);
    event["text"] = json!(text);
    Some((
        format!("{:>10} {}{text}", happening.instructions, "  ".repeat(depth)),
        event,
    ))
}

/// Writes the events from a moment, one JSON object per line, after a line with the version of the format.
fn write(session: &Session, file: &str, from: u64) -> Result<u64, CommandError> {
    let view = SearchView::of(session)?;
    let places = Places::of_view(&view)?;
    let root = view.root_side();
    let root = root.ok_or_else(|| CommandError::Other("no position is set up yet".to_owned()))?;
    let mut count = 0;
    write_new(file, |out| {
        writeln!(out, "{}", json!({ "schema": SCHEMA, "for": root.name() }))?;
        let mut result: io::Result<()> = Ok(());
        watch(session, &places, from, |happening, _, _| {
            if result.is_ok() {
                count += 1;
                result = writeln!(out, "{}", happening.to_json(root));
            }
        });
        result
    })?;
    Ok(count)
}
