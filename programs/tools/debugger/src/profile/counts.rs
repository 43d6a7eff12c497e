//! The execution counts of lines and instructions.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cost, LineRow, Profiler};
use crate::machine::Address;
use crate::program::{Program, Routine};

/// The costs of what ran, by line, and by instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// By file and line. A macro call or a repetition has the costs of everything that it expands to.
    pub lines: BTreeMap<(usize, u32), Cost>,
    /// By address.
    pub instructions: BTreeMap<Address, Cost>,
}

impl Profiler {
    /// The costs of all that ran.
    pub fn counts(&self, program: &Program) -> Counts {
        Counts {
            lines: self.by_line(program, usize::MAX),
            instructions: self.executed().collect(),
        }
    }
}

impl Counts {
    /// The lines of a routine, those that never ran as well, and the instructions in it without a line that ran.
    pub(crate) fn of_routine(&self, program: &Program, routine: &Routine) -> Vec<LineRow> {
        let (mut rows, mut seen) = (Vec::new(), BTreeSet::new());
        for address in program.code_lines(routine) {
            // A macro call is one line.
            let Some(line) = program.places(address).last().and_then(|place| program.source(place)) else {
                continue;
            };
            let key = (line.file, line.line);
            if seen.insert(key) {
                let cost = self.lines.get(&key).copied().unwrap_or_default();
                rows.push(LineRow::new(address, line.to_string(), line.text.trim_end(), cost));
            }
        }
        let memory = program.subject().look();
        for (&address, &cost) in &self.instructions {
            if routine.contains(address) && program.line(address).is_none() {
                let text = program.disassembled(memory, address).text;
                rows.push(LineRow::new(address, address.to_string(), &text, cost));
            }
        }
        rows
    }
}
