//! Routines: the parts of a program that are called by name.
//!
//! A label begins a routine if it is called somewhere, or if a comment of the source introduces it
//! as `! name - what it does`; and so does the address where the program starts. Other labels are
//! places within a routine.

use std::collections::{BTreeMap, BTreeSet};

use z8000::isa::Operation;

use super::flow::{ends, instruction, target};
use super::{Program, SymbolSection};
use crate::machine::{Address, Look};

/// A routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    /// Its label; `sub_` and the address where it has none.
    pub name: String,
    /// Address of its first instruction.
    pub start: Address,
    /// Address behind it, as a number: where the next one begins.
    pub end: u32,
}

/// The routines of a program, by address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Routines {
    list: Vec<Routine>,
    /// For each routine those that it goes to without calling them: by jumping, or by its end.
    leads_to: Vec<BTreeSet<usize>>,
}

impl Routines {
    pub(super) fn of(program: &Program) -> Self {
        let memory = program.subject.look();
        let code = code(program);
        let mut starts: BTreeMap<Address, ()> = BTreeMap::new();
        starts.insert(program.subject.pc(), ());
        for &at in &code {
            let Some(instruction) = instruction(memory, at) else {
                continue;
            };
            let calls = matches!(instruction.form.operation, Operation::Call | Operation::Calr);
            if let Some(target) = target(memory, at, &instruction).filter(|_| calls) {
                starts.insert(target, ());
            }
        }
        for name in introduced(program) {
            starts.insert(name, ());
        }
        let starts: Vec<Address> = starts.into_keys().collect();
        let list: Vec<Routine> = starts
            .iter()
            .enumerate()
            .map(|(index, &start)| Routine {
                name: program
                    .text_labels
                    .get(&start)
                    .cloned()
                    .unwrap_or_else(|| format!("sub_{}", digits(start))),
                start,
                end: starts
                    .get(index + 1)
                    .filter(|next| next.segment() == start.segment())
                    .map_or_else(|| program.end(start), |&next| next.linear() as u32),
            })
            .collect();
        let mut routines = Self {
            leads_to: vec![BTreeSet::new(); list.len()],
            list,
        };
        routines.connect(memory, &code);
        routines
    }

    /// Notes which routine reaches which without a call.
    fn connect(&mut self, memory: &dyn Look, code: &[Address]) {
        for &at in code {
            let (Some(from), Some(instruction)) = (self.index(at), instruction(memory, at)) else {
                continue;
            };
            let calls = matches!(instruction.form.operation, Operation::Call | Operation::Calr);
            let jump = target(memory, at, &instruction).filter(|_| !calls);
            let next = at.plus(instruction.length.into());
            let next = (!ends(&instruction)).then_some(next);
            for to in [jump, next].into_iter().flatten() {
                if let Some(to) = self.index(to).filter(|to| *to != from) {
                    self.leads_to[from].insert(to);
                }
            }
        }
    }

    /// All of them, by address.
    #[must_use]
    pub fn list(&self) -> &[Routine] {
        &self.list
    }

    /// Number of the routine that an address belongs to.
    #[must_use]
    pub fn index(&self, address: impl Into<Address>) -> Option<usize> {
        let address = address.into();
        let after = self.list.partition_point(|routine| routine.start <= address);
        let index = after.checked_sub(1)?;
        (address.linear() < self.list[index].end as usize).then_some(index)
    }

    /// The routine that an address belongs to.
    #[must_use]
    pub fn at(&self, address: impl Into<Address>) -> Option<&Routine> {
        self.index(address).map(|index| &self.list[index])
    }

    /// Whether a routine comes to another without calling it, be it over third ones.
    #[must_use]
    pub fn leads(&self, from: usize, to: usize) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut waiting = vec![from];
        while let Some(index) = waiting.pop() {
            if index == to {
                return true;
            }
            for &next in self.leads_to.get(index).into_iter().flatten() {
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        false
    }
}

/// Addresses of instructions: those of the lines that are some, or without a line map all that can
/// be reached from the start.
fn code(program: &Program) -> Vec<Address> {
    let lines: Vec<Address> = program
        .lines
        .iter()
        .filter(|line| &*line.section == "text" && line.clocks.is_some())
        .filter_map(|line| program.at(line.address.into()))
        .collect();
    if !lines.is_empty() {
        return lines;
    }
    let memory = program.subject.look();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![program.subject.pc()];
    while let Some(at) = waiting.pop() {
        if !program.subject.may_run(at) || !seen.insert(at) {
            continue;
        }
        let Some(instruction) = instruction(memory, at) else {
            continue;
        };
        waiting.extend(target(memory, at, &instruction));
        if !ends(&instruction) {
            waiting.push(at.plus(instruction.length.into()));
        }
    }
    seen.into_iter().collect()
}

/// Labels of the program memory that a comment introduces.
fn introduced(program: &Program) -> Vec<Address> {
    let lines = program.files.iter().flat_map(|file| &file.lines);
    let named = lines.filter_map(|line| {
        let (name, _) = line.strip_prefix("! ")?.split_once(" - ")?;
        let symbol = program.symbols.get(name)?;
        (symbol.section == SymbolSection::Text)
            .then(|| program.at(symbol.value))
            .flatten()
    });
    named.collect()
}

/// An address as a part of a name.
fn digits(at: Address) -> String {
    if at.has_segment() {
        format!("{:02x}_{:04x}", at.segment(), at.offset())
    } else {
        format!("{at:04x}")
    }
}
