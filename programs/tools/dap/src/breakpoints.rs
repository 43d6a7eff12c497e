//! Breakpoints as a client sets them: each request replaces all breakpoints of its kind.

use std::num::NonZeroU64;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value as Json, json};
use z8000_debugger::breakpoint::{Breakpoint as Known, Kind, Message, Only};
use z8000_debugger::calls::Class;
use z8000_debugger::expression::Expression;
use z8000_debugger::machine::Address;

use super::debuggee::{Debuggee, Owner};
use super::protocol::{
    Breakpoint, Clauses, Entry, ExceptionFilter, FunctionBreakpoint, InstructionBreakpoint, Reference,
    RequestedBreakpoint, SetBreakpoints, Source, SourceBreakpoint,
};

/// The kind of a breakpoint, its place as a name, and the breakpoint as the client knows it.
pub(super) type PlacedBreakpoint = (Kind, String, Breakpoint);

impl Debuggee {
    /// Returns the owner of the breakpoints in a source.
    pub(super) fn owner(&self, source: &Source) -> Result<Owner> {
        let name = source.path.as_ref().or(source.name.as_ref());
        let file = match (self.file(source), name) {
            (Ok(file), _) => Ok(file),
            (Err(_), Some(name)) => Err(name.clone()),
            (Err(error), None) => return Err(error),
        };
        Ok(Owner::Source(file))
    }

    /// Replaces the breakpoints in a source.
    pub(super) fn set_in_source(&mut self, arguments: &SetBreakpoints) -> Result<Json> {
        let owner = self.owner(&arguments.source)?;
        Ok(self.set(owner, &arguments.breakpoints, |debuggee, one| {
            debuggee.at_line(arguments, one)
        }))
    }

    /// Replaces the breakpoints of an owner. `place` finds the place of each.
    pub(super) fn set<B: RequestedBreakpoint>(
        &mut self,
        owner: Owner,
        list: &[Entry<B>],
        place: impl Fn(&Self, &B) -> Result<PlacedBreakpoint>,
    ) -> Json {
        let mut breakpoints: Vec<Breakpoint> = Vec::new();
        if self.no_debug {
            return json!({ "breakpoints": breakpoints });
        }
        let old = self.owned.remove(&owner).unwrap_or_default();
        let mut kept: Vec<Known> = Vec::new();
        for id in old {
            kept.extend(self.session_mut().breakpoints.find(id).cloned());
            self.session_mut().breakpoints.remove(id);
            self.known.remove(&id);
        }
        // A breakpoint set in the console stays if the client only lists its place.
        kept.retain(|one| one.line.is_some());
        let mut ids = Vec::new();
        for Entry(wanted) in list {
            let id = self.session().breakpoints.next();
            let wanted = wanted.as_ref().map_err(|error| anyhow!("{error}"));
            let placed = wanted.and_then(|wanted| {
                let (kind, name, at) = place(self, wanted)?;
                let clauses = wanted.clauses();
                let before = kept.iter().find(|one| one.kind == kind && clauses == [None; 3]);
                let line = None;
                let breakpoint = match before {
                    Some(before) => Known { line, ..before.clone() },
                    None => self.with_clauses(kind, name, clauses)?,
                };
                self.session_mut().breakpoints.put(breakpoint);
                Ok(Breakpoint { verified: true, ..at })
            });
            // One that was not set has a number, too, as the client knows it.
            self.session_mut().breakpoints.number_from(id + 1);
            let answer = Breakpoint {
                id: Some(id),
                ..placed.unwrap_or_else(|error| Breakpoint {
                    message: Some(format!("{error:#}")),
                    unset: true,
                    ..Breakpoint::default()
                })
            };
            self.known.insert(id, answer.clone());
            ids.push(id);
            breakpoints.push(answer);
        }
        self.owned.insert(owner, ids);
        json!({ "breakpoints": breakpoints })
    }

    /// Sets a breakpoint with its clauses, except empty ones.
    fn with_clauses(&self, kind: Kind, place: String, clauses: Clauses<'_>) -> Result<Known> {
        let program = self.session().program();
        let given = clauses.map(|clause| clause.filter(|text| !text.trim().is_empty()));
        let [condition, hit, log] = given;
        let condition = condition.map(|text| Expression::new(text, program)).transpose()?;
        let log = log.map(|text| Message::new(text, program)).transpose()?;
        let (ignore, only) = hit.map(hits).transpose()?.unwrap_or_default();
        Ok(Known { place, ignore, only, log, once: false, ..Known::passing(kind, condition) })
    }

    fn at_line(&self, arguments: &SetBreakpoints, wanted: &SourceBreakpoint) -> Result<PlacedBreakpoint> {
        let program = self.session().program();
        let file = self.file(&arguments.source)?;
        let line = u32::try_from(wanted.line).ok();
        let line = line.with_context(|| format!("there is no line {}", wanted.line))?;
        let (line, addresses) = program.addresses(file, self.line_of(line))?;
        let place = format!("{}:{line}", program.files[file].name);
        let set = Breakpoint { line: Some(line - 1 + self.first_line()), ..Breakpoint::default() };
        Ok((Kind::Code(addresses), place, set))
    }

    pub(super) fn at_function(&self, wanted: &FunctionBreakpoint) -> Result<PlacedBreakpoint> {
        let address = self.session().program().code_address(&wanted.name)?;
        Ok(at_instruction(address, wanted.name.clone()))
    }

    pub(super) fn at_reference(&self, wanted: &InstructionBreakpoint) -> Result<PlacedBreakpoint> {
        let (_, address) = self.at(wanted.instruction_reference, wanted.offset)?;
        if !address.offset().is_multiple_of(2) {
            bail!("{address:#06x} is odd: instructions must begin at even addresses");
        }
        Ok(at_instruction(address, self.session().program().name(address)))
    }

    /// Returns the client's word for a stop at breakpoints.
    pub(super) fn breakpoint_reason(&mut self, ids: &[u32]) -> &'static str {
        let owner = |owner: &Owner| {
            let owned = self.owned.get(owner);
            owned.is_some_and(|owned| owned.iter().any(|id| ids.contains(id)))
        };
        let (function, instruction) = (owner(&Owner::Function), owner(&Owner::Instruction));
        let first = ids.first().and_then(|id| self.session_mut().breakpoints.find(*id));
        match first.map(|breakpoint| &breakpoint.kind) {
            Some(Kind::Access { .. } | Kind::Changes(_) | Kind::When(_)) => "data breakpoint",
            Some(Kind::Exception(..)) => "exception",
            _ if function => "function breakpoint",
            _ if instruction => "instruction breakpoint",
            _ => "breakpoint",
        }
    }
}

fn at_instruction(address: Address, place: String) -> PlacedBreakpoint {
    let set = Breakpoint {
        instruction_reference: Some(Reference::program(address)),
        ..Breakpoint::default()
    };
    (Kind::Code(vec![address]), place, set)
}

pub(super) fn at_exception(_: &Debuggee, wanted: &ExceptionFilter) -> Result<PlacedBreakpoint> {
    let filter = &wanted.filter_id;
    let class = Class::named(filter).with_context(|| {
        let all: Vec<String> = Class::ALL.iter().map(|(_, name)| format!("`{name}`")).collect();
        format!("unknown filter `{filter}`: expected one of {}", all.join(", "))
    })?;
    Ok((Kind::Exception(class, None), filter.clone(), Breakpoint::default()))
}

/// Parses a hit condition into the number of hits to ignore, and which of the others stop: 4 for `5` and `>= 5`, 5 for
/// `> 5`, one for `== 5`, every fifth for `% 5`.
fn hits(text: &str) -> Result<(u64, Option<Only>)> {
    let text = text.trim();
    let found = [">=", "==", ">", "=", "%"]
        .iter()
        .find_map(|sign| Some((*sign, text.strip_prefix(sign)?)));
    let (sign, digits) = found.unwrap_or((">=", text));
    let number: Option<u64> = digits.trim().parse().ok();
    let wrong = || format!("invalid hit count `{text}`: write 5, >= 5, > 5, == 5 or % 5");
    let number = number.with_context(wrong)?;
    Ok(match sign {
        ">=" => (number.saturating_sub(1), None),
        ">" => (number, None),
        "%" => (0, Some(Only::Every(NonZeroU64::new(number).with_context(wrong)?))),
        _ => (0, Some(Only::Hit(number))),
    })
}
