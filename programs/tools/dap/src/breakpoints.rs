//! Breakpoints as a client sets them: each request replaces all breakpoints of its kind.

use std::num::NonZeroU64;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value as Json, json};
use z8000_debugger::breakpoint::{Breakpoint as Known, Kind, Message, Only};
use z8000_debugger::calls::Class;
use z8000_debugger::expression::Expression;
use z8000_debugger::machine::Address;

use super::debuggee::{Debuggee, Owner, Set, Wish};
use super::protocol::{
    Breakpoint, Clauses, Entry, ExceptionFilter, FunctionBreakpoint, InstructionBreakpoint, Reference,
    RequestedBreakpoint, SetBreakpoints, Source, SourceBreakpoint,
};

/// The event at which a breakpoint is hit, its name, and the place where it was set.
pub(super) type PlacedBreakpoint = (Kind, String, Breakpoint);

impl Debuggee {
    /// The owner of the breakpoints in a source.
    pub(super) fn owner(&self, source: &Source) -> Result<Owner> {
        let name = source.path.as_ref().or(source.name.as_ref());
        let file = match (self.file(source), name) {
            (Ok(file), _) => Ok(file),
            (Err(_), Some(name)) => Err(name.clone()),
            (Err(error), None) => return Err(error),
        };
        Ok(Owner::Source(file))
    }

    /// Replaces the breakpoints of an owner. `ids` are their previous numbers.
    pub(super) fn set(&mut self, wish: Wish, ids: Option<&[u32]>) -> Result<Json> {
        let breakpoints = match &wish {
            Wish::Source(arguments) => {
                let owner = self.owner(&arguments.source)?;
                let of = |debuggee: &Self, one: &SourceBreakpoint| debuggee.at_line(arguments, one);
                self.replace(owner, &wish, &arguments.breakpoints, ids, of)
            }
            Wish::Function(list) => self.replace(Owner::Function, &wish, list, ids, Self::at_function),
            Wish::Instruction(list) => self.replace(Owner::Instruction, &wish, list, ids, Self::at_reference),
            Wish::Data(list) => self.replace(Owner::Data, &wish, list, ids, Self::at_data),
            Wish::Exception(list) => self.replace(Owner::Exception, &wish, list, ids, at_exception),
        };
        Ok(json!({ "breakpoints": breakpoints }))
    }

    /// The same for one kind of breakpoint, whose place `place` finds.
    fn replace<B: RequestedBreakpoint>(
        &mut self,
        owner: Owner,
        wish: &Wish,
        list: &[Entry<B>],
        ids: Option<&[u32]>,
        place: impl Fn(&Self, &B) -> Result<PlacedBreakpoint>,
    ) -> Vec<Breakpoint> {
        let mut breakpoints = Vec::new();
        if self.no_debug {
            return breakpoints;
        }
        let old = self.owned.remove(&owner).map(|set| set.ids).unwrap_or_default();
        let mut kept: Vec<Known> = Vec::new();
        for id in old {
            kept.extend(self.session_mut().breakpoints.find(id).cloned());
            self.session_mut().breakpoints.remove(id);
            self.known.remove(&id);
        }
        // A typed breakpoint stays if the client only lists its place.
        kept.retain(|one| one.line.is_some());
        let mut set = Vec::new();
        for (index, Entry(wanted)) in list.iter().enumerate() {
            let numbers = &mut self.session_mut().breakpoints;
            let id = match ids.and_then(|ids| ids.get(index)) {
                Some(id) => *id,
                None => numbers.next(),
            };
            numbers.number_from(id);
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
            // One that was not set still keeps its number: after a restart it may have a place.
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
            set.push(id);
            breakpoints.push(answer);
        }
        let wish = Some(wish.clone());
        self.owned.insert(owner, Set { wish, ids: set });
        breakpoints
    }

    /// A breakpoint with its clauses, except empty ones.
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

    fn at_function(&self, wanted: &FunctionBreakpoint) -> Result<PlacedBreakpoint> {
        let address = self.session().program().code_address(&wanted.name)?;
        Ok(at_instruction(address, wanted.name.clone()))
    }

    fn at_reference(&self, wanted: &InstructionBreakpoint) -> Result<PlacedBreakpoint> {
        let (_, address) = self.at(wanted.instruction_reference, wanted.offset)?;
        if !address.offset().is_multiple_of(2) {
            bail!("{address:#06x} is odd: instructions must begin at even addresses");
        }
        Ok(at_instruction(address, self.session().program().name(address)))
    }

    /// The client's name for a stop at breakpoints.
    pub(super) fn breakpoint_reason(&mut self, ids: &[u32]) -> &'static str {
        let owner = |owner: &Owner| {
            let set = self.owned.get(owner);
            set.is_some_and(|set| set.ids.iter().any(|id| ids.contains(id)))
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

fn at_exception(_: &Debuggee, wanted: &ExceptionFilter) -> Result<PlacedBreakpoint> {
    let filter = &wanted.filter_id;
    let class = Class::named(filter).with_context(|| {
        let all: Vec<String> = Class::ALL.iter().map(|(_, name)| format!("`{name}`")).collect();
        format!("unknown filter `{filter}`: expected one of {}", all.join(", "))
    })?;
    Ok((Kind::Exception(class, None), filter.clone(), Breakpoint::default()))
}

/// The hits that a hit condition ignores, and of the others those that stop: 4 for `5` and `>= 5`, 5 for `> 5`, one for
/// `== 5`, every fifth for `% 5`.
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
