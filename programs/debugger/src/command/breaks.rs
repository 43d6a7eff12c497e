//! Breakpoints.

use serde_json::{Value as Json, json};

use super::parse::Input;
use super::{Answer, CommandError, Interpreter};
use crate::breakpoint::{Breakpoint, Exceptions, Kind, Message, On};
use crate::expression::Expression;

/// What stands behind a breakpoint.
struct Options {
    condition: Option<Expression>,
    ignore: u64,
    log: Option<Message>,
    once: bool,
}

impl Interpreter {
    pub(super) fn breaks(&mut self, input: &Input<'_>) -> Result<Answer, CommandError> {
        match input.entry.name {
            "breakpoints" => {
                input.nothing()?;
                let list = self.session.breakpoints.list();
                let text: Vec<String> = list.iter().map(Breakpoint::to_string).collect();
                let data: Vec<Json> = list.iter().map(told).collect();
                Ok(Answer::new(text.join("\n"), json!({ "breakpoints": data })))
            }
            "delete" if input.rest == "all" => {
                self.session.breakpoints.clear();
                Ok(Answer::default())
            }
            "delete" => {
                let id = self.number(input)?;
                self.session.breakpoints.remove(id);
                Ok(Answer::default())
            }
            "enable" | "disable" => {
                let id = self.number(input)?;
                let enabled = input.entry.name == "enable";
                if let Some(breakpoint) = self.session.breakpoints.find(id) {
                    breakpoint.enabled = enabled;
                }
                Ok(Answer::default())
            }
            _ => self.add(input),
        }
    }

    /// The number of a breakpoint there is.
    fn number(&mut self, input: &Input<'_>) -> Result<u32, CommandError> {
        let text = input.something()?;
        let id = text.parse::<u32>().ok();
        id.filter(|&id| self.session.breakpoints.find(id).is_some())
            .ok_or_else(|| CommandError::Other(format!("there is no breakpoint `{text}`")))
    }

    fn add(&mut self, input: &Input<'_>) -> Result<Answer, CommandError> {
        let (what, clauses) = input.clauses()?;
        if what.is_empty() {
            return Err(input.wrong(format!("`{}` needs an argument", input.entry.name)));
        }
        let options = self.options(input, &clauses)?;
        let (kind, place) = self.kind(input, what)?;
        let breakpoint = self.session.breakpoints.add(kind, place);
        breakpoint.condition = options.condition;
        breakpoint.ignore = options.ignore;
        breakpoint.log = options.log;
        breakpoint.once = options.once;
        Ok(Answer::new(breakpoint.to_string(), told(breakpoint)))
    }

    fn options(&self, input: &Input<'_>, clauses: &[(&str, &str)]) -> Result<Options, CommandError> {
        let mut options = Options {
            condition: None,
            ignore: 0,
            log: None,
            once: false,
        };
        for &(name, text) in clauses {
            match name {
                "if" => options.condition = Some(self.expression(text)?),
                "ignore" => options.ignore = self.count(text)?,
                "log" => {
                    let text = input.quoted(text)?;
                    let message = Message::new(&text, self.session.program());
                    options.log = Some(message.map_err(|error| CommandError::Expression { text, error })?);
                }
                "once" if text.is_empty() => options.once = true,
                _ => return Err(input.wrong(format!("`{name} {text}` is not expected"))),
            }
        }
        Ok(options)
    }

    fn kind(&self, input: &Input<'_>, what: &str) -> Result<(Kind, String), CommandError> {
        Ok(match input.entry.name {
            "break" => {
                let (addresses, place) = self.place(what)?;
                (Kind::Code(addresses), place)
            }
            "range" => {
                let (from, to) = what
                    .split_once(',')
                    .ok_or_else(|| input.wrong("two addresses are needed"))?;
                let (from, to) = (self.address(from.trim())?, self.address(to.trim())?);
                if from > to {
                    return Err(input.wrong(format!("{from:04x} comes after {to:04x}")));
                }
                (Kind::Range(from, to), what.to_owned())
            }
            "watch" => {
                let (on, rest) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
                let on = match on {
                    "read" => On::Read,
                    "write" => On::Write,
                    "access" => On::Access,
                    "change" => On::Change,
                    other => {
                        return Err(input.wrong(format!("`{other}` is neither read, write, access nor change")));
                    }
                };
                let rest = rest.trim();
                if rest.is_empty() {
                    return Err(input.wrong("the address is missing"));
                }
                let (program, from, bytes) = self.area(rest, 2)?;
                let last = u64::from(from).saturating_add(bytes - 1);
                let to = u16::try_from(last).map_err(|_| input.wrong("the area goes beyond address 0xffff"))?;
                let kind = Kind::Access { program, from, to, on };
                (kind, rest.to_owned())
            }
            "when" => (Kind::When(self.expression(what)?), what.to_owned()),
            "changes" => (Kind::Changes(self.expression(what)?), what.to_owned()),
            "clock" => (Kind::Clock(self.count(what)?), what.to_owned()),
            _ => {
                let which = match what {
                    "trap" => Exceptions::Trap(None),
                    "halt" => Exceptions::Halt,
                    "error" => Exceptions::Error,
                    other => {
                        return Err(input.wrong(format!("`{other}` is neither trap, halt nor error")));
                    }
                };
                (Kind::Exception(which), what.to_owned())
            }
        })
    }
}

/// A breakpoint for programs.
fn told(breakpoint: &Breakpoint) -> Json {
    let kind = match breakpoint.kind {
        Kind::Code(_) => "break",
        Kind::Range(..) => "range",
        Kind::Access { .. } => "watch",
        Kind::When(_) => "when",
        Kind::Changes(_) => "changes",
        Kind::Clock(_) => "clock",
        Kind::Exception(_) => "exception",
    };
    let addresses = match &breakpoint.kind {
        Kind::Code(addresses) => addresses.clone(),
        Kind::Range(from, to) | Kind::Access { from, to, .. } => vec![*from, *to],
        _ => Vec::new(),
    };
    json!({
        "id": breakpoint.id, "kind": kind, "place": breakpoint.place, "addresses": addresses,
        "hits": breakpoint.hits, "enabled": breakpoint.enabled,
    })
}
