//! Commands that change the program's state and input, and the limits of the session.

use serde_json::json;

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::session::Tick;

commands! {
    "Changing"
    "set"   "" "PLACE = EXPRESSION" "change a register, a flag or memory" => set;
    "send"  "" "\"TEXT\""           "send text to the program; \\n ends a line" => send;
    "limit" "" "MEGABYTES"          "limit the memory used by the history" => limit;
}

fn set(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let assignment = split_assignment(arguments.required()?);
    let (place, text) = assignment.ok_or_else(|| arguments.wrong("missing `=`"))?;
    let target = interpreter.expression(place)?.place(interpreter.session.view());
    let target = target.map_err(CommandError::of(place))?;
    let value = interpreter.value(text)?.number;
    target
        .check(value, interpreter.session.program().has_segments())
        .map_err(|error| CommandError::Other(format!("`{place} = {text}`: {error}")))?;
    interpreter.session.set(target, value);
    let now = interpreter.value(place)?;
    let data = json!({ "place": place, "value": now.number });
    Ok(Answer::new(format!("{place} = {now}"), data))
}

/// Splits a string at the `=` of an assignment, ignoring comparisons.
fn split_assignment(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let at = (0..bytes.len()).find(|&at| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        bytes[at] == b'=' && bytes.get(at + 1) != Some(&b'=') && !matches!(before, Some(b'=' | b'!' | b'<' | b'>'))
    })?;
    Some((text[..at].trim(), text[at + 1..].trim()))
}

fn send(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let text = arguments.quoted(arguments.required()?)?;
    interpreter.session.send(text.as_bytes());
    Ok(Answer::new("", json!({ "sent": text.len() })))
}

fn limit(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let megabytes = interpreter.count(arguments.required()?)?;
    let bytes = usize::try_from(megabytes)
        .ok()
        .and_then(|megabytes| megabytes.checked_mul(1 << 20))
        .ok_or_else(|| arguments.wrong("the limit exceeds the address space of this computer"))?;
    interpreter.session.set_bound(bytes);
    let (count, bytes) = interpreter.session.snapshots();
    let data = json!({ "snapshots": count, "bytes": bytes });
    Ok(Answer::new(format!("{count} snapshots, {} MB", bytes >> 20), data))
}
