//! Routines: the parts of a program that are called by name.
//!
//! A label begins a routine if it is called somewhere, or if a comment of the source introduces it
//! as `! name - what it does`; and so does the address where the program starts. Other labels are
//! places within a routine.

use std::collections::{BTreeMap, BTreeSet};

use z8000::isa::Operation;
use z8000::machine::Memory;

use super::flow::{ends, instruction, target};
use super::{Program, SymbolSection};

/// A routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routine {
    /// Its label; `sub_` and the address where it has none.
    pub name: String,
    /// Address of its first instruction.
    pub start: u16,
    /// Address behind it: where the next one begins.
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
        let memory = program.board.memory();
        let code = code(program);
        let mut starts: BTreeMap<u16, ()> = BTreeMap::new();
        starts.insert(program.board.cpu().pc(), ());
        for &at in &code {
            let Some(instruction) = instruction(memory, at) else {
                continue;
            };
            let calls = matches!(instruction.form.operation, Operation::Call | Operation::Calr);
            if let Some(target) = target(&instruction).filter(|_| calls) {
                starts.insert(target, ());
            }
        }
        for name in introduced(program) {
            starts.insert(name, ());
        }
        let starts: Vec<u16> = starts.into_keys().collect();
        let list: Vec<Routine> = starts
            .iter()
            .enumerate()
            .map(|(index, &start)| Routine {
                name: program
                    .text_labels
                    .get(&start)
                    .cloned()
                    .unwrap_or_else(|| format!("sub_{start:04x}")),
                start,
                end: starts
                    .get(index + 1)
                    .map_or_else(|| program.board.loaded().end, |&next| next.into()),
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
    fn connect(&mut self, memory: &Memory, code: &[u16]) {
        for &at in code {
            let (Some(from), Some(instruction)) = (self.index(at), instruction(memory, at)) else {
                continue;
            };
            let calls = matches!(instruction.form.operation, Operation::Call | Operation::Calr);
            let jump = target(&instruction).filter(|_| !calls);
            let next = at.wrapping_add(instruction.length.into());
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
    pub fn index(&self, address: u16) -> Option<usize> {
        let after = self.list.partition_point(|routine| routine.start <= address);
        let index = after.checked_sub(1)?;
        (u32::from(address) < self.list[index].end).then_some(index)
    }

    /// The routine that an address belongs to.
    #[must_use]
    pub fn at(&self, address: u16) -> Option<&Routine> {
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
fn code(program: &Program) -> Vec<u16> {
    let lines: Vec<u16> = program
        .lines
        .iter()
        .filter(|line| &*line.section == "text" && line.clocks.is_some())
        .filter_map(|line| u16::try_from(line.address).ok())
        .collect();
    if !lines.is_empty() {
        return lines;
    }
    let memory = program.board.memory();
    let loaded = program.board.loaded();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![program.board.cpu().pc()];
    while let Some(at) = waiting.pop() {
        if !loaded.contains(&at.into()) || !seen.insert(at) {
            continue;
        }
        let Some(instruction) = instruction(memory, at) else {
            continue;
        };
        waiting.extend(target(&instruction));
        if !ends(&instruction) {
            waiting.push(at.wrapping_add(instruction.length.into()));
        }
    }
    seen.into_iter().collect()
}

/// Labels of the program memory that a comment introduces.
fn introduced(program: &Program) -> Vec<u16> {
    let lines = program.files.iter().flat_map(|file| &file.lines);
    let named = lines.filter_map(|line| {
        let (name, _) = line.strip_prefix("! ")?.split_once(" - ")?;
        let symbol = program.symbols.get(name)?;
        (symbol.section == SymbolSection::Text)
            .then(|| u16::try_from(symbol.value).ok())
            .flatten()
    });
    named.collect()
}
