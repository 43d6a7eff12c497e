//! Commands for breakpoints.

use serde_json::{Value as Json, json};

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::breakpoint::{Breakpoint, Kind, Message, On};
use crate::calls::Class;
use crate::session::Tick;

const BREAK: &str = "PLACE [if E] [ignore N] [log \"TEXT {E}\"] [once]";
const EXCEPTION: &str = "nvi|vi|nmi|sc|trap [N] [if E] ...";
const WATCH: &str = "read|write|access|change [program] ADDRESS[,BYTES] [if E] ...";

commands! {
    "Breakpoints"
    "break"       "br" BREAK                   "break before the instruction at a place"
        => |debugger, arguments, _| debugger.add(arguments, code);
    "range"       ""   "FROM,TO [if E] ..."    "break before any instruction between two addresses"
        => |debugger, arguments, _| debugger.add(arguments, range);
    "watch"       "wa" WATCH                   "break after an access to memory"
        => |debugger, arguments, _| debugger.add(arguments, watch);
    "when"        ""   "EXPRESSION [ignore N] ..." "break when an expression becomes true"
        => |debugger, arguments, _| debugger.add(arguments, when);
    "changes"     ""   "EXPRESSION [if E] ..." "break when the value of an expression changes"
        => |debugger, arguments, _| debugger.add(arguments, changes);
    "clock"       ""   "CLOCKS [if E] ..."     "break after a number of clocks since the start"
        => |debugger, arguments, _| debugger.add(arguments, clock);
    "exception"   ""   EXCEPTION               "break after an exception; with N, only if N is its identifier"
        => |debugger, arguments, _| debugger.add(arguments, exception);
    "breakpoints" "bl" ""                      "list the breakpoints" => list;
    "delete"      "d"  "N|all"                 "delete a breakpoint, or all of them" => delete;
    "enable"      ""   "N"                     "enable a breakpoint"
        => |debugger, arguments, _| enable(debugger, arguments, true);
    "disable"     ""   "N"                     "disable a breakpoint"
        => |debugger, arguments, _| enable(debugger, arguments, false);
}

/// The event at which a breakpoint is hit, and its place as shown in lists.
type EventResult = Result<(Kind, String), CommandError>;

fn code(interpreter: &Interpreter, _: &Arguments<'_>, text: &str) -> EventResult {
    let (addresses, place) = interpreter.place(text)?;
    Ok((Kind::Code(addresses), place))
}

fn range(interpreter: &Interpreter, arguments: &Arguments<'_>, text: &str) -> EventResult {
    let addresses = text.split_once(',');
    let (from, to) = addresses.ok_or_else(|| arguments.wrong("expected two addresses"))?;
    let (from, to) = (interpreter.address(from.trim())?, interpreter.address(to.trim())?);
    if from > to {
        return Err(arguments.wrong(format!(
            "the first address, {from:04x}, is greater than the second, {to:04x}"
        )));
    }
    Ok((Kind::Range(from, to), text.to_owned()))
}

fn watch(interpreter: &Interpreter, arguments: &Arguments<'_>, text: &str) -> EventResult {
    let (word, area) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let on = On::ALL.into_iter().find(|on| on.word() == word);
    let on = on.ok_or_else(|| arguments.wrong(format!("expected read, write, access or change, found `{word}`")))?;
    let area = area.trim();
    if area.is_empty() {
        return Err(arguments.wrong("missing address"));
    }
    let (program, from, bytes) = interpreter.area(area, 2)?;
    if bytes > from.room() {
        return Err(arguments.beyond(from));
    }
    let to = from.with_offset(from.offset() + (bytes - 1) as u16);
    Ok((Kind::Access { program, from, to, on }, area.to_owned()))
}

fn when(interpreter: &Interpreter, _: &Arguments<'_>, text: &str) -> EventResult {
    Ok((Kind::When(interpreter.expression(text)?), text.to_owned()))
}

fn changes(interpreter: &Interpreter, _: &Arguments<'_>, text: &str) -> EventResult {
    Ok((Kind::Changes(interpreter.expression(text)?), text.to_owned()))
}

fn clock(interpreter: &Interpreter, _: &Arguments<'_>, text: &str) -> EventResult {
    Ok((Kind::Clock(interpreter.count(text)?), text.to_owned()))
}

fn exception(interpreter: &Interpreter, arguments: &Arguments<'_>, text: &str) -> EventResult {
    let (word, number) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let class = Class::named(word);
    let class = class.ok_or_else(|| arguments.wrong(format!("expected nvi, vi, nmi, sc or trap, found `{word}`")))?;
    let number = match number.trim() {
        "" => None,
        text => {
            let number = u16::try_from(interpreter.count(text)?).ok();
            Some(number.ok_or_else(|| arguments.wrong(format!("`{text}` is greater than 0xffff")))?)
        }
    };
    Ok((Kind::Exception(class, number), text.to_owned()))
}

impl Interpreter {
    /// Adds a breakpoint, whose kind and place `kind` parses from the text before the clauses.
    fn add(&mut self, arguments: &Arguments<'_>, kind: fn(&Self, &Arguments<'_>, &str) -> EventResult) -> Outcome {
        let (text, clauses) = arguments.clauses()?;
        if text.is_empty() {
            return Err(arguments.missing());
        }
        let (mut condition, mut ignore, mut log, mut once) = (None, 0, None, false);
        for (name, text) in clauses {
            match name {
                "if" => condition = Some(self.expression(text)?),
                "ignore" => ignore = self.count(text)?,
                "log" => {
                    let text = arguments.quoted(text)?;
                    let message = Message::new(&text, self.session.program());
                    log = Some(message.map_err(CommandError::of(&text))?);
                }
                "once" if text.is_empty() => once = true,
                _ => return Err(arguments.wrong(format!("unexpected `{name} {text}`"))),
            }
        }
        let (kind, place) = kind(self, arguments, text)?;
        let breakpoint = self.session.breakpoints.put(Breakpoint {
            place,
            line: Some(arguments.line.to_owned()),
            ignore,
            log,
            once,
            ..Breakpoint::passing(kind, condition)
        });
        Ok(Answer::new(breakpoint.to_string(), fields(breakpoint)))
    }
}

fn list(interpreter: &mut Interpreter, _: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    let list = interpreter.session.breakpoints.list();
    let text: Vec<String> = list.iter().map(Breakpoint::to_string).collect();
    let data: Vec<Json> = list.iter().map(fields).collect();
    Ok(Answer::new(text.join("\n"), json!({ "breakpoints": data })))
}

fn delete(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    if arguments.text == "all" {
        interpreter.session.breakpoints.retain(|_| false);
    } else {
        let id = existing(interpreter, arguments)?.id;
        interpreter.session.breakpoints.remove(id);
    }
    Ok(Answer::default())
}

fn enable(interpreter: &mut Interpreter, arguments: &Arguments<'_>, enabled: bool) -> Outcome {
    let id = existing(interpreter, arguments)?.id;
    interpreter.session.breakpoints.enable(id, enabled);
    Ok(Answer::default())
}

/// Returns the breakpoint with the given number.
fn existing<'i>(
    interpreter: &'i mut Interpreter,
    arguments: &Arguments<'_>,
) -> Result<&'i mut Breakpoint, CommandError> {
    let text = arguments.required()?;
    let id = text.parse::<u32>().ok();
    id.and_then(|id| interpreter.session.breakpoints.find(id))
        .ok_or_else(|| CommandError::Other(format!("unknown breakpoint `{text}`")))
}

/// Returns a breakpoint as JSON.
fn fields(breakpoint: &Breakpoint) -> Json {
    let addresses = match &breakpoint.kind {
        Kind::Code(addresses) => addresses.clone(),
        Kind::Range(from, to) | Kind::Access { from, to, .. } => vec![*from, *to],
        _ => Vec::new(),
    };
    json!({
        "id": breakpoint.id, "kind": breakpoint.kind.word(), "place": breakpoint.place, "addresses": addresses,
        "hits": breakpoint.hits, "enabled": breakpoint.enabled,
    })
}
