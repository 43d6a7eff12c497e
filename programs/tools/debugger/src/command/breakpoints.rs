//! Breakpoints.

use serde_json::{Value as Json, json};

use super::answer::{Answer, CommandError, Outcome};
use super::interpreter::{Arguments, Interpreter, commands};
use crate::breakpoint::{Breakpoint, Exceptions, Kind, Message, On};
use crate::expression::Expression;
use crate::session::Tick;

const BREAK: &str = "PLACE [if E] [ignore N] [log \"TEXT {E}\"] [once]";
const WATCH: &str = "read|write|access|change [program] ADDRESS[,BYTES] [if E] ...";

commands! {
    "Breakpoints"
    "break"       "br" BREAK                   "break before the instruction at a place" => break_at;
    "range"       ""   "FROM,TO [if E] ..."    "break before any instruction between two addresses" => range;
    "watch"       "wa" WATCH                   "break after an access to memory" => watch;
    "when"        ""   "EXPRESSION [ignore N] ..." "break when an expression becomes true" => when;
    "changes"     ""   "EXPRESSION [if E] ..." "break when the value of an expression changes" => changes;
    "clock"       ""   "CLOCKS [if E] ..."     "break at a number of clocks since the start" => clock;
    "exception"   ""   "trap|halt|error ..."   "break on a trap, a halt or an error" => exception;
    "breakpoints" "bl" ""                      "list the breakpoints" => list;
    "delete"      "d"  "N|all"                 "delete a breakpoint, or all of them" => delete;
    "enable"      ""   "N"                     "enable a breakpoint" => enable;
    "disable"     ""   "N"                     "disable a breakpoint" => disable;
}

fn break_at(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        let (addresses, place) = interpreter.place(text)?;
        Ok((Kind::Code(addresses), place))
    })
}

fn range(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        let addresses = text.split_once(',');
        let (from, to) = addresses.ok_or_else(|| arguments.wrong("two addresses are needed"))?;
        let (from, to) = (interpreter.address(from.trim())?, interpreter.address(to.trim())?);
        if from > to {
            return Err(arguments.wrong(format!("{from:04x} is greater than {to:04x}")));
        }
        Ok((Kind::Range(from, to), text.to_owned()))
    })
}

fn watch(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        let (on, area) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let on = match on {
            "read" => On::Read,
            "write" => On::Write,
            "access" => On::Access,
            "change" => On::Change,
            other => {
                return Err(arguments.wrong(format!("`{other}` is neither read, write, access nor change")));
            }
        };
        let area = area.trim();
        if area.is_empty() {
            return Err(arguments.wrong("the address is missing"));
        }
        let (program, from, bytes) = interpreter.area(area, 2)?;
        if bytes > from.room() {
            return Err(arguments.wrong(format!(
                "the area extends beyond address {:#06x}",
                from.with_offset(0xFFFF)
            )));
        }
        let to = from.with_offset(from.offset() + (bytes - 1) as u16);
        Ok((Kind::Access { program, from, to, on }, area.to_owned()))
    })
}

fn when(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        Ok((Kind::When(interpreter.expression(text)?), text.to_owned()))
    })
}

fn changes(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        Ok((Kind::Changes(interpreter.expression(text)?), text.to_owned()))
    })
}

fn clock(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |interpreter, text| {
        Ok((Kind::Clock(interpreter.count(text)?), text.to_owned()))
    })
}

fn exception(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    add(interpreter, arguments, |_, text| {
        let which = match text {
            "trap" => Exceptions::Trap(None),
            "halt" => Exceptions::Halt,
            "error" => Exceptions::Error,
            other => return Err(arguments.wrong(format!("`{other}` is neither trap, halt nor error"))),
        };
        Ok((Kind::Exception(which), text.to_owned()))
    })
}

/// Adds a breakpoint, whose kind and place are read from the text before the clauses.
fn add(
    interpreter: &mut Interpreter,
    arguments: &Arguments<'_>,
    kind: impl FnOnce(&Interpreter, &str) -> Result<(Kind, String), CommandError>,
) -> Outcome {
    let (text, clauses) = arguments.clauses()?;
    if text.is_empty() {
        return Err(arguments.wrong(format!("`{}` needs an argument", arguments.command.name)));
    }
    let options = Options::read(interpreter, arguments, &clauses)?;
    let (kind, place) = kind(interpreter, text)?;
    let breakpoint = interpreter.session.breakpoints.add(kind, place);
    breakpoint.condition = options.condition;
    breakpoint.ignore = options.ignore;
    breakpoint.log = options.log;
    breakpoint.once = options.once;
    Ok(Answer::new(breakpoint.to_string(), fields(breakpoint)))
}

/// The clauses of a breakpoint.
#[derive(Default)]
struct Options {
    condition: Option<Expression>,
    ignore: u64,
    log: Option<Message>,
    once: bool,
}

impl Options {
    fn read(
        interpreter: &Interpreter,
        arguments: &Arguments<'_>,
        clauses: &[(&str, &str)],
    ) -> Result<Self, CommandError> {
        let mut options = Self::default();
        for &(name, text) in clauses {
            match name {
                "if" => options.condition = Some(interpreter.expression(text)?),
                "ignore" => options.ignore = interpreter.count(text)?,
                "log" => {
                    let text = arguments.quoted(text)?;
                    let message = Message::new(&text, interpreter.session.program());
                    options.log = Some(message.map_err(|error| CommandError::Expression { text, error })?);
                }
                "once" if text.is_empty() => options.once = true,
                _ => return Err(arguments.wrong(format!("`{name} {text}` is not expected"))),
            }
        }
        Ok(options)
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
        interpreter.session.breakpoints.clear();
    } else {
        let id = existing(interpreter, arguments)?.id;
        interpreter.session.breakpoints.remove(id);
    }
    Ok(Answer::default())
}

fn enable(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    existing(interpreter, arguments)?.enabled = true;
    Ok(Answer::default())
}

fn disable(interpreter: &mut Interpreter, arguments: &Arguments<'_>, _: &mut Tick<'_>) -> Outcome {
    existing(interpreter, arguments)?.enabled = false;
    Ok(Answer::default())
}

/// The breakpoint whose number is given.
fn existing<'i>(
    interpreter: &'i mut Interpreter,
    arguments: &Arguments<'_>,
) -> Result<&'i mut Breakpoint, CommandError> {
    let text = arguments.required()?;
    let id = text.parse::<u32>().ok();
    id.and_then(|id| interpreter.session.breakpoints.find(id))
        .ok_or_else(|| CommandError::Other(format!("there is no breakpoint `{text}`")))
}

/// A breakpoint for programs.
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
