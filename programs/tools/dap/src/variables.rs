//! Scopes and variables.

use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};
use z8000::cpu::Cpu;
use z8000_debugger::command::Detail;
use z8000_debugger::expression::{Expression, View};
use z8000_debugger::program::Datum;

use super::debuggee::Debuggee;
use super::effect::Reply;
use super::protocol::{Reference, without_null};

/// Variable references of the scopes.
const REGISTERS: u32 = 1;
const FLAGS: u32 = 2;
const CLOCKS: u32 = 3;
const DATA: u32 = 4;
const DETAILS: u32 = 5;
/// Registers and flags as expressions; the last flag exists only on a Z8001.
const REGISTER_NAMES: [&str; 18] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "pc", "fcw",
];
const FLAG_NAMES: [&str; 11] = [
    "fcw.c",
    "fcw.z",
    "fcw.s",
    "fcw.v",
    "fcw.da",
    "fcw.h",
    "fcw.nvie",
    "fcw.vie",
    "fcw.epa",
    "fcw.system",
    "fcw.seg",
];

/// The first reference for the origins of registers, flags and data, in this order. Each has a child that is evaluated
/// only when it is opened, followed by its value.
const ORIGINS: u32 = 1 << 15;
/// The maximum number of intervals of the past that are searched for a variable.
const SEARCHED: u32 = 16;

/// The first reference for details with parts, in their order.
const PARTS: u32 = 16;

/// Added to the references of the innermost frame, once for each frame further out.
const FRAME: u32 = 1 << 16;
/// The maximum number of frames that have references.
const MOST_FRAMES: usize = 1 << 15;

impl Debuggee {
    /// Returns the scopes of a frame; those of different frames differ only in the registers.
    pub(super) fn scopes(&self, frame: Option<usize>) -> Json {
        let frame = frame.map_or(0, |id| id.saturating_sub(1)).min(MOST_FRAMES - 1);
        let scope = |name: &str, reference: u32, hint: &str| {
            json!({
                "name": name, "variablesReference": reference, "expensive": false, "presentationHint": hint,
            })
        };
        let mut scopes = vec![
            scope("Registers", REGISTERS + frame as u32 * FRAME, "registers"),
            scope("Flags", FLAGS, "registers"),
            scope("Clocks", CLOCKS, "locals"),
            scope("Data", DATA, "globals"),
        ];
        if let Some(extension) = self.interpreter.extension() {
            scopes.insert(0, scope(extension.commands.title, DETAILS, "locals"));
        }
        json!({ "scopes": scopes })
    }

    pub(super) fn variables(&mut self, reference: u32) -> Result<Json> {
        if let Some(index) = (reference % FRAME).checked_sub(ORIGINS) {
            return self.origin(index);
        }
        let frame = self.frame(Some((reference / FRAME) as usize + 1));
        let flags = FLAG_NAMES.len() - usize::from(!self.session().program().has_segments());
        let (first, names) = match reference % FRAME {
            REGISTERS => (0, REGISTER_NAMES.to_vec()),
            FLAGS => (REGISTER_NAMES.len(), FLAG_NAMES[..flags].to_vec()),
            CLOCKS => (usize::MAX, vec!["$clocks", "$instructions"]),
            DATA => (REGISTER_NAMES.len() + FLAG_NAMES.len(), self.data().collect()),
            other => return self.parts(other),
        };
        // The registers of callers do not change, so only the innermost frame has origins.
        let written = |n: usize| first.checked_add(n).filter(|_| reference < FRAME);
        let variables = (0..)
            .zip(&names)
            .filter_map(|(n, name)| self.variable(name, &frame, written(n)));
        Ok(json!({ "variables": variables.collect::<Json>() }))
    }

    /// Returns the labels of data.
    fn data(&self) -> impl Iterator<Item = &str> {
        let program = self.session().program();
        let names = program.symbols.keys().map(String::as_str);
        names.filter(|name| program.datum(name).is_some())
    }

    /// Returns the place of the variable with this number.
    fn place(&self, number: u32) -> Option<String> {
        let mut names = REGISTER_NAMES.into_iter().chain(FLAG_NAMES).chain(self.data());
        let name = names.nth(number as usize)?;
        let datum = self.session().program().datum(name);
        let of_data = |datum: Datum| format!("{}{name},{}", ["", "program "][usize::from(datum.program)], datum.bytes);
        Some(datum.map_or_else(|| name.to_owned(), of_data))
    }

    /// Returns the child `written by` of a variable; once it is opened, the answer of `origin`.
    fn origin(&mut self, reference: u32) -> Result<Json> {
        let (place, opened) = (self.place(reference / 2), reference % 2 == 1);
        let place = place.context("unknown variable")?;
        let mut value = String::new();
        if opened {
            let mut searched = 0;
            let outcome = self.interpreter.execute(&format!("origin {place}"), &mut |_| {
                searched += 1;
                searched >= SEARCHED
            });
            value = outcome.map_or_else(|error| error.to_string(), |answer| answer.text);
        }
        Ok(json!({ "variables": [{
            "name": "written by", "value": value, "variablesReference": if opened { 0 } else { ORIGINS + reference + 1 },
            "presentationHint": { "lazy": !opened },
        }] }))
    }

    /// Returns the details from the extension, or the parts of one of them.
    fn parts(&self, reference: u32) -> Result<Json> {
        let missing = || format!("unknown scope {reference}");
        let extension = self.interpreter.extension().with_context(missing)?;
        let details = Detail::default().of((extension.details)(self.session()));
        let mut next = PARTS;
        let mut list = vec![(DETAILS, &details)];
        let mut found = None;
        // Details with parts are numbered in the order of this walk.
        while let Some((number, detail)) = list.pop() {
            let mut variables = Vec::new();
            for part in &detail.parts {
                let mut of_parts = 0;
                if !part.parts.is_empty() {
                    of_parts = next;
                    list.push((next, part));
                    next += 1;
                }
                variables.push(json!({ "name": part.name, "value": part.value, "variablesReference": of_parts }));
            }
            if number == reference {
                found = Some(variables);
                break;
            }
        }
        Ok(json!({ "variables": found.with_context(missing)? }))
    }

    /// Returns the processor's state in an outer frame; the current state for the innermost frame, and if there is no
    /// such frame.
    pub(super) fn frame(&self, id: Option<usize>) -> Cpu {
        let session = self.session();
        let outer = id
            .filter(|id| *id > 1)
            .and_then(|id| session.frames().into_iter().nth(id - 1));
        outer.map_or_else(|| session.cpu().clone(), |frame| session.cpu_of(&frame))
    }

    /// Describes a variable; `written` is the number of its `written by`.
    fn variable(&self, name: &str, cpu: &Cpu, written: Option<usize>) -> Option<Json> {
        let written = written.filter(|n| *n < ORIGINS as usize / 2 && name != "pc");
        let datum = self.session().program().datum(name);
        let expression = self.contents(name);
        let view = View { cpu, ..self.session().view() };
        Some(without_null(json!({
            "name": name,
            "value": self.value(name, &Expression::new(&expression, self.session().program()).ok()?, view).ok()?,
            "variablesReference": written.map_or(0, |n| ORIGINS + 2 * n as u32),
            "evaluateName": expression,
            "memoryReference": datum.map(|datum| Reference::new(datum.program, datum.address)),
        })))
    }

    /// Returns the expression for the contents of a name: the data at a data label, or the name itself.
    pub(super) fn contents(&self, name: &str) -> String {
        let datum = self.session().program().datum(name);
        datum.map_or_else(|| name.to_owned(), |datum| datum.expression(name))
    }

    /// Formats a value for the client: a string or an array as in the source, otherwise a number.
    pub(super) fn value(&self, name: &str, expression: &Expression, view: View<'_>) -> Result<String> {
        let datum = self.session().program().datum(name.trim());
        match datum.and_then(|datum| datum.text(self.session().look())) {
            Some(text) => Ok(text),
            None => Ok(expression.value(view)?.to_string()),
        }
    }

    pub(super) fn set_variable(&mut self, reference: u32, name: &str, value: &str) -> Result<Reply> {
        let is_of_frame = matches!(name, "pc" | "r15") || name == "r14" && self.session().program().has_segments();
        if reference >= FRAME && is_of_frame {
            bail!("{name} of a caller cannot be set: select the innermost frame");
        }
        match reference {
            DATA => self.assign(name, value),
            _ => self.assign_to(name, value),
        }
    }

    /// Changes a register, memory, or the data at a label.
    pub(super) fn assign(&mut self, place: &str, value: &str) -> Result<Reply> {
        self.assign_to(&self.contents(place.trim()), value)
    }

    fn assign_to(&mut self, place: &str, value: &str) -> Result<Reply> {
        let session = self.session_mut();
        let expression = Expression::new(place, session.program())?;
        let target = expression.place(session.view())?;
        let number = session.evaluate(value)?.number;
        target
            .check(number, session.program().has_segments())
            .with_context(|| format!("`{place} = {value}`"))?;
        session.set(target, number);
        let value = expression.value(self.session().view())?.to_string();
        Ok(self.changed(json!({ "value": value, "variablesReference": 0 })))
    }
}
