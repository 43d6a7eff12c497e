//! Finds routines.
//!
//! A routine begins at the start address of the program, and at each address that is called somewhere, to which a
//! vector leads, or whose label a comment in the source introduces as `! name - what it does`. Other labels are places
//! within a routine.

use std::collections::BTreeSet;

use super::flow::{instruction, target};
use super::image::{Program, SymbolSection};
use super::routines::{Routine, Routines};
use super::vectors::handlers;
use crate::machine::{Address, Look};

/// Returns the routines of a program.
pub(super) fn routines(program: &Program) -> Routines {
    let memory = &program.subject;
    let mut starts = BTreeSet::from([program.subject.pc()]);
    let mut code = code(program, &starts);
    starts.extend(handlers(program, &code));
    if program.instruction_lines().next().is_none() {
        code = reachable(program, &starts);
    }
    for &at in &code {
        let Some(instruction) = instruction(memory, at) else {
            continue;
        };
        if instruction.calls() {
            starts.extend(target(memory, at, &instruction));
        }
    }
    starts.extend(introduced(program));
    let starts: Vec<Address> = starts.into_iter().collect();
    let routine = |(index, &start): (usize, &Address)| {
        let label = program.text_labels.get(&start).cloned();
        let next = starts.get(index + 1).filter(|next| next.segment() == start.segment());
        Routine {
            name: label.unwrap_or_else(|| sub_name(start)),
            start,
            end: next.map_or_else(|| program.end(start), |&next| next.linear() as u32),
        }
    };
    let list: Vec<Routine> = starts.iter().enumerate().map(routine).collect();
    let mut routines = Routines { leads_to: vec![BTreeSet::new(); list.len()], list };
    connect(&mut routines, memory, &code);
    routines
}

/// Records the routines that each routine reaches without a call.
fn connect(routines: &mut Routines, memory: &dyn Look, code: &[Address]) {
    for &at in code {
        let (Some(from), Some(instruction)) = (routines.index(at), instruction(memory, at)) else {
            continue;
        };
        let jump = target(memory, at, &instruction).filter(|_| !instruction.calls());
        let next = at.plus(instruction.length.into());
        let next = (!instruction.ends()).then_some(next);
        for to in [jump, next].into_iter().flatten() {
            if let Some(to) = routines.index(to).filter(|to| *to != from) {
                routines.leads_to[from].insert(to);
            }
        }
    }
}

/// Returns addresses of instructions: according to the lines or, without a line map, all that can be reached.
fn code(program: &Program, starts: &BTreeSet<Address>) -> Vec<Address> {
    let lines = program.instruction_lines();
    let lines: Vec<Address> = lines.filter_map(|line| program.at(line.address.into())).collect();
    if lines.is_empty() {
        reachable(program, starts)
    } else {
        lines
    }
}

/// Returns the addresses of the instructions that can be reached from some starts.
fn reachable(program: &Program, starts: &BTreeSet<Address>) -> Vec<Address> {
    let memory = &program.subject;
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<Address> = starts.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        if !program.subject.may_run(at) || !seen.insert(at) {
            continue;
        }
        let Some(instruction) = instruction(memory, at) else {
            continue;
        };
        waiting.extend(target(memory, at, &instruction));
        if !instruction.ends() {
            waiting.push(at.plus(instruction.length.into()));
        }
    }
    seen.into_iter().collect()
}

/// Returns the labels in program memory that a comment introduces.
fn introduced(program: &Program) -> Vec<Address> {
    let lines = program.files.iter().flat_map(|file| &file.lines);
    let named = lines.filter_map(|line| {
        let (name, _) = line.strip_prefix("! ")?.split_once(" - ")?;
        let symbol = program.symbols.get(name)?;
        program
            .at(symbol.value)
            .filter(|_| symbol.section == SymbolSection::Text)
    });
    named.collect()
}

/// Returns the name of a routine without a label.
pub(crate) fn sub_name(at: Address) -> String {
    if at.has_segment() {
        format!("sub_{:02x}_{:04x}", at.segment(), at.offset())
    } else {
        format!("sub_{:04x}", at.offset())
    }
}
