//! Breakpoints as a client sets them: each request replaces all of its kind.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use z8000_debugger::breakpoint::{Exceptions, Kind, Message, On};
use z8000_debugger::expression::{Expression, Place};
use z8000_debugger::machine::Address;
use z8000_debugger::program::SymbolSection;
use z8000_debugger::session::Session;

use super::debuggee::{Debuggee, Owner};
use super::protocol::{
    AccessType, Body, Breakpoint, Clauses, DataBreakpoint, DataBreakpointInfo, FunctionBreakpoint,
    InstructionBreakpoint, Reference, SetBreakpoints, StopReason, Wanted, WatchedData,
};

impl Debuggee {
    /// Replaces the breakpoints of an owner by those that are wanted. `place` finds when one of them is hit, its
    /// name, and where it was set.
    fn replace<B: Wanted>(
        &mut self,
        owner: Owner,
        list: &[B],
        place: impl Fn(&Session, &B) -> Result<(Kind, String, Breakpoint)>,
    ) -> Body {
        let mut breakpoints = Vec::new();
        if self.no_debug {
            return Body::Breakpoints { breakpoints };
        }
        for id in self.owned.remove(&owner).unwrap_or_default() {
            self.session_mut().breakpoints.remove(id);
        }
        for wanted in list {
            let set = place(self.session(), wanted).and_then(|(kind, place, set)| {
                let id = self.add(kind, place, &wanted.clauses())?;
                self.owned.entry(owner.clone()).or_default().push(id);
                Ok(Breakpoint {
                    id: Some(id),
                    verified: true,
                    ..set
                })
            });
            breakpoints.push(set.unwrap_or_else(|error| Breakpoint {
                message: Some(format!("{error:#}")),
                ..Breakpoint::default()
            }));
        }
        Body::Breakpoints { breakpoints }
    }

    /// Adds a breakpoint and returns its number.
    fn add(&mut self, kind: Kind, place: String, clauses: &Clauses<'_>) -> Result<u32> {
        let given = |clause: Option<&str>| clause.map(str::to_owned).filter(|text| !text.trim().is_empty());
        let session = self.session_mut();
        let condition = given(clauses.condition)
            .map(|text| Expression::new(&text, session.program()))
            .transpose()?;
        let log = given(clauses.log_message)
            .map(|text| Message::new(&text, session.program()))
            .transpose()?;
        let ignore = given(clauses.hit_condition)
            .map(|text| ignored_hits(&text))
            .transpose()?;
        let breakpoint = session.breakpoints.add(kind, place);
        breakpoint.condition = condition;
        breakpoint.ignore = ignore.unwrap_or(0);
        breakpoint.log = log;
        Ok(breakpoint.id)
    }

    pub(super) fn set_breakpoints(&mut self, arguments: &SetBreakpoints) -> Result<Body> {
        let source = &arguments.source;
        let name = source.path.as_ref().or(source.name.as_ref());
        let name = name.context("the source has neither a path nor a name")?;
        let first_line = self.first_line;
        Ok(self.replace(
            Owner::Source(name.clone()),
            &arguments.breakpoints,
            |session, wanted| {
                let program = session.program();
                let file = program.file(name)?;
                let (line, addresses) = program.addresses(file, wanted.line.saturating_add(1) - first_line)?;
                let place = format!("{}:{line}", program.files()[file].name);
                let set = Breakpoint {
                    line: Some(line - 1 + first_line),
                    ..Breakpoint::default()
                };
                Ok((Kind::Code(addresses), place, set))
            },
        ))
    }

    pub(super) fn set_function_breakpoints(&mut self, list: &[FunctionBreakpoint]) -> Body {
        self.replace(Owner::Function, list, |session, wanted| {
            let address = session.program().code_address(&wanted.name)?;
            Ok(at_instruction(address, wanted.name.clone()))
        })
    }

    pub(super) fn set_instruction_breakpoints(&mut self, list: &[InstructionBreakpoint]) -> Body {
        self.replace(Owner::Instruction, list, |session, wanted| {
            let reference = wanted.instruction_reference.offset(wanted.offset.unwrap_or(0));
            let address = reference.and_then(|reference| session.program().at(reference.address.into()));
            let address = address.context("the address is outside the memory")?;
            if !address.offset().is_multiple_of(2) {
                bail!("{address:#06x} is odd: instructions begin at even addresses");
            }
            Ok(at_instruction(address, session.program().name(address)))
        })
    }

    pub(super) fn set_exception_breakpoints(&mut self, filters: &[String]) -> Body {
        self.replace(Owner::Exception, filters, |_, filter| {
            if filter != "trap" {
                bail!("the filter `{filter}` is unknown: there is `trap`");
            }
            let kind = Kind::Exception(Exceptions::Trap(None));
            Ok((kind, filter.clone(), Breakpoint::default()))
        })
    }

    pub(super) fn set_data_breakpoints(&mut self, list: &[WatchedData]) -> Body {
        self.replace(Owner::Data, list, |session, wanted| {
            let kind = match wanted.data_id.parse()? {
                DataId::Value(name) => {
                    let expression = Expression::new(&name, session.program())?;
                    return Ok((Kind::Changes(expression), name, Breakpoint::default()));
                }
                DataId::Area { start, last } => Kind::Access {
                    program: start.program,
                    from: known(session, start.address)?,
                    to: known(session, last)?,
                    on: match wanted.access_type {
                        Some(AccessType::Read) => On::Read,
                        Some(AccessType::ReadWrite) => On::Access,
                        Some(AccessType::Write) | None => On::Write,
                    },
                },
            };
            Ok((kind, wanted.data_id.clone(), Breakpoint::default()))
        })
    }

    /// Whether a name can be watched, and the identifier of what it stands for.
    pub(super) fn data_breakpoint_info(&self, arguments: &DataBreakpointInfo) -> Body {
        let found = self.data_id(arguments);
        let description = match &found {
            Ok(DataId::Area { start, last }) => {
                let bytes = last - start.address + 1;
                format!("{bytes} bytes at {}", arguments.name)
            }
            Ok(DataId::Value(name)) => name.clone(),
            Err(error) => format!("{error:#}"),
        };
        let access_types: &[_] = match &found {
            Ok(DataId::Area { .. }) => &["read", "write", "readWrite"],
            Ok(DataId::Value(_)) => &["write"],
            Err(_) => &[],
        };
        Body::DataBreakpointInfo(DataBreakpoint {
            data_id: found.ok().map(|id| id.to_string()),
            description,
            access_types,
        })
    }

    fn data_id(&self, arguments: &DataBreakpointInfo) -> Result<DataId> {
        let name = &arguments.name;
        let program = self.session().program();
        let (start, bytes) = match program.symbols().get(name) {
            Some(symbol) if symbol.section == SymbolSection::Data => {
                let at = program.at(symbol.value).context("the address is outside the memory")?;
                (Reference::data(at), arguments.bytes.unwrap_or(2))
            }
            _ => match Expression::new(name, program)?.place(self.session().view())? {
                Place::Memory {
                    program,
                    address,
                    bytes,
                } => (Reference::new(program, address), bytes.into()),
                _ => return Ok(DataId::Value(name.clone())),
            },
        };
        DataId::area(start, bytes).with_context(|| format!("{bytes} bytes cannot be watched"))
    }

    /// What a client calls a stop at breakpoints.
    pub(super) fn breakpoint_reason(&mut self, ids: &[u32]) -> StopReason {
        let owner = |owner: &Owner| {
            let list = self.owned.get(owner);
            list.is_some_and(|list| list.iter().any(|id| ids.contains(id)))
        };
        let (function, instruction) = (owner(&Owner::Function), owner(&Owner::Instruction));
        let first = ids.first().and_then(|id| self.session_mut().breakpoints.find(*id));
        match first.map(|breakpoint| &breakpoint.kind) {
            Some(Kind::Access { .. } | Kind::Changes(_) | Kind::When(_)) => StopReason::DataBreakpoint,
            Some(Kind::Exception(_)) => StopReason::Exception,
            _ if function => StopReason::FunctionBreakpoint,
            _ if instruction => StopReason::InstructionBreakpoint,
            _ => StopReason::Breakpoint,
        }
    }
}

/// An address of a request.
fn known(session: &Session, address: u32) -> Result<Address> {
    let address = session.program().at(address.into());
    address.context("the address is outside the memory")
}

fn at_instruction(address: Address, place: String) -> (Kind, String, Breakpoint) {
    let set = Breakpoint {
        instruction_reference: Some(Reference::program(address)),
        ..Breakpoint::default()
    };
    (Kind::Code(vec![address]), place, set)
}

/// What a data breakpoint watches; a client keeps it as a text.
enum DataId {
    /// The value of an expression.
    Value(String),
    /// Memory up to an address.
    Area { start: Reference, last: u32 },
}

impl DataId {
    /// None if there are no bytes, or if they extend beyond the memory.
    fn area(start: Reference, bytes: u64) -> Option<Self> {
        let last = u64::from(start.address).checked_add(bytes.checked_sub(1)?)?;
        let last = u32::try_from(last).ok()?;
        // Within a segment.
        (last >> 16 == start.address >> 16).then_some(())?;
        Some(Self::Area { start, last })
    }
}

impl FromStr for DataId {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some(name) = text.strip_prefix("value:") {
            return Ok(Self::Value(name.to_owned()));
        }
        let area = || {
            let (start, bytes) = text.rsplit_once(':')?;
            Self::area(start.parse().ok()?, bytes.parse().ok()?)
        };
        area().ok_or_else(|| anyhow!("the dataId `{text}` is unknown"))
    }
}

impl fmt::Display for DataId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(name) => write!(f, "value:{name}"),
            Self::Area { start, last } => write!(f, "{start}:{}", last - start.address + 1),
        }
    }
}

/// The hits that a hit condition ignores: 4 for `5` and `>= 5`, 5 for `> 5`.
fn ignored_hits(text: &str) -> Result<u64> {
    let text = text.trim();
    let (more, digits) = match text.strip_prefix(">=").or_else(|| text.strip_prefix("==")) {
        Some(rest) => (0, rest),
        None => match text.strip_prefix('>') {
            Some(rest) => (1, rest),
            None => (0, text),
        },
    };
    let number: Option<u64> = digits.trim().parse().ok();
    let number = number.with_context(|| format!("`{text}` is not a hit count: write 5, >= 5 or > 5"))?;
    Ok(number.saturating_add(more).saturating_sub(1))
}
