//! Breakpoints as a client sets them: each request replaces all of its kind.

use serde_json::{Value as Json, json};
use z8000_debugger::breakpoint::{Exceptions, Kind, Message, On};
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::program::SymbolSection;
use z8000_debugger::session::Session;

use super::server::{Outcome, Server};

/// A breakpoint that was asked for: when it is hit, what it is called, and where it landed.
type Wanted = Result<(Kind, String, Json), String>;

impl Server {
    /// Replaces the breakpoints of a key by those that are wanted, and tells what became of them.
    fn replace(&mut self, key: &str, list: &[Json], wanted: impl Fn(&Session, &Json) -> Wanted) -> Outcome {
        if self.no_debug {
            return Ok(json!({ "breakpoints": [] }));
        }
        let old = self.owned.remove(key).unwrap_or_default();
        let session = self.session()?;
        for id in old {
            session.breakpoints.remove(id);
        }
        let mut ids = Vec::new();
        let mut told = Vec::new();
        for one in list {
            let made = wanted(session, one).and_then(|(kind, place, mut landed)| {
                let options = Options::read(session, one)?;
                let breakpoint = session.breakpoints.add(kind, place);
                breakpoint.condition = options.condition;
                breakpoint.ignore = options.ignore;
                breakpoint.log = options.log;
                ids.push(breakpoint.id);
                landed["id"] = json!(breakpoint.id);
                landed["verified"] = json!(true);
                Ok(landed)
            });
            told.push(made.unwrap_or_else(|error| json!({ "verified": false, "message": error })));
        }
        self.owned.insert(key.to_owned(), ids);
        Ok(json!({ "breakpoints": told }))
    }

    pub(super) fn set_breakpoints(&mut self, arguments: &Json) -> Outcome {
        let source = &arguments["source"];
        let name = source["path"].as_str().or_else(|| source["name"].as_str());
        let name = name.ok_or("the source has neither a path nor a name")?.to_owned();
        let from = self.lines_from;
        self.replace(&format!("source {name}"), &list(arguments), |session, one| {
            let program = session.program();
            let file = program.file(&name).map_err(|error| error.to_string())?;
            let line = one["line"].as_u64().ok_or("the line is missing")?;
            let line = u32::try_from(line).map_err(|_| "there is no such line")? + 1 - from;
            let (found, addresses) = program.addresses(file, line).map_err(|error| error.to_string())?;
            let place = format!("{}:{found}", program.files()[file].name);
            Ok((Kind::Code(addresses), place, json!({ "line": found - 1 + from })))
        })
    }

    pub(super) fn set_function_breakpoints(&mut self, arguments: &Json) -> Outcome {
        self.replace("function", &list(arguments), |session, one| {
            let name = one["name"].as_str().ok_or("the name is missing")?;
            let address = session
                .program()
                .code_address(name)
                .map_err(|error| error.to_string())?;
            let reference = format!("{address:#06x}");
            Ok((
                Kind::Code(vec![address]),
                name.to_owned(),
                json!({ "instructionReference": reference }),
            ))
        })
    }

    pub(super) fn set_instruction_breakpoints(&mut self, arguments: &Json) -> Outcome {
        self.replace("instruction", &list(arguments), |session, one| {
            let reference = one["instructionReference"].as_str().unwrap_or_default();
            let (_, address) = reference_of(reference)?;
            let offset = one["offset"].as_i64().unwrap_or(0);
            let address =
                u16::try_from(i64::from(address) + offset).map_err(|_| "the address is outside of the memory")?;
            if !address.is_multiple_of(2) {
                return Err(format!("{address:#06x} is odd: instructions begin at even addresses"));
            }
            let place = session.program().name(address);
            let reference = format!("{address:#06x}");
            Ok((
                Kind::Code(vec![address]),
                place,
                json!({ "instructionReference": reference }),
            ))
        })
    }

    pub(super) fn set_exception_breakpoints(&mut self, arguments: &Json) -> Outcome {
        let filters: Vec<Json> = arguments["filters"].as_array().cloned().unwrap_or_default();
        self.replace("exception", &filters, |_, one| match one.as_str() {
            Some("trap") => Ok((Kind::Exception(Exceptions::Trap(None)), "trap".to_owned(), json!({}))),
            _ => Err(format!("the filter {one} is not known: there is `trap`")),
        })
    }

    /// Whether a name can be watched, and the identifier of what it stands for.
    pub(super) fn data_breakpoint_info(&mut self, arguments: &Json) -> Outcome {
        let name = arguments["name"].as_str().ok_or("the name is missing")?;
        let session = self.session()?;
        let none = |reason: String| json!({ "dataId": null, "description": reason });
        let program = session.program();
        if let Some(symbol) = program.symbols().get(name)
            && symbol.section == SymbolSection::Data
        {
            let bytes = arguments["bytes"].as_u64().unwrap_or(2);
            return Ok(json!({
                "dataId": format!("data:{:#06x}:{bytes}", symbol.value),
                "description": format!("{bytes} bytes at {name}"),
                "accessTypes": ["read", "write", "readWrite"],
            }));
        }
        let expression = match Expression::new(name, program) {
            Ok(expression) => expression,
            Err(error) => return Ok(none(error.to_string())),
        };
        Ok(match expression.place(session.view()) {
            Ok(Place::Memory {
                program,
                address,
                bytes,
            }) => {
                let memory = if program { "program" } else { "data" };
                json!({
                    "dataId": format!("{memory}:{address:#06x}:{bytes}"),
                    "description": name,
                    "accessTypes": ["read", "write", "readWrite"],
                })
            }
            Ok(_) => json!({
                "dataId": format!("value:{name}"), "description": name, "accessTypes": ["write"],
            }),
            Err(error) => none(error.to_string()),
        })
    }

    pub(super) fn set_data_breakpoints(&mut self, arguments: &Json) -> Outcome {
        self.replace("data", &list(arguments), |session, one| {
            let id = one["dataId"].as_str().ok_or("the dataId is missing")?;
            if let Some(name) = id.strip_prefix("value:") {
                let expression = Expression::new(name, session.program()).map_err(|error| error.to_string())?;
                return Ok((Kind::Changes(expression), name.to_owned(), json!({})));
            }
            let unknown = || format!("the dataId `{id}` is not known");
            let (area, bytes) = id.rsplit_once(':').ok_or_else(unknown)?;
            let (program, from) = reference_of(area)?;
            let bytes: u16 = bytes.parse().ok().filter(|bytes| *bytes > 0).ok_or_else(unknown)?;
            let to = from.checked_add(bytes - 1).ok_or_else(unknown)?;
            let on = match one["accessType"].as_str() {
                Some("read") => On::Read,
                Some("readWrite") => On::Access,
                _ => On::Write,
            };
            let kind = Kind::Access { program, from, to, on };
            Ok((kind, area.to_owned(), json!({})))
        })
    }
}

/// The list of breakpoints in a request.
fn list(arguments: &Json) -> Vec<Json> {
    arguments["breakpoints"].as_array().cloned().unwrap_or_default()
}

/// An address with the memory it is of: `0x1a78` and `program:0x1a78` of the program, `data:0x1000`
/// of the data.
pub(super) fn reference_of(text: &str) -> Result<(bool, u16), String> {
    let (program, digits) = match text.split_once(':') {
        Some(("data", digits)) => (false, digits),
        Some(("program", digits)) => (true, digits),
        _ => (true, text),
    };
    let parsed = match digits.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    parsed
        .map(|address| (program, address))
        .map_err(|_| format!("`{text}` is no address: write 0x1a78, program:0x1a78 or data:0x1000"))
}

/// Condition, hit count and log message.
struct Options {
    condition: Option<Expression>,
    ignore: u64,
    log: Option<Message>,
}

impl Options {
    fn read(session: &Session, one: &Json) -> Result<Self, String> {
        let given = |name: &str| one[name].as_str().filter(|text| !text.trim().is_empty());
        let condition = given("condition")
            .map(|text| Expression::new(text, session.program()))
            .transpose()
            .map_err(|error| error.to_string())?;
        let log = given("logMessage")
            .map(|text| Message::new(text, session.program()))
            .transpose()
            .map_err(|error| error.to_string())?;
        let ignore = given("hitCondition").map(hits).transpose()?.unwrap_or(0);
        Ok(Self { condition, ignore, log })
    }
}

/// How many hits to ignore: of `5` and `>= 5` four, of `> 5` five.
fn hits(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (more, digits) = match text.strip_prefix(">=").or_else(|| text.strip_prefix("==")) {
        Some(rest) => (0, rest),
        None => match text.strip_prefix('>') {
            Some(rest) => (1, rest),
            None => (0, text),
        },
    };
    let number: u64 = digits
        .trim()
        .parse()
        .map_err(|_| format!("`{text}` is no hit count: write 5, >= 5 or > 5"))?;
    Ok((number + more).saturating_sub(1))
}
