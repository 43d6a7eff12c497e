//! How often lines and instructions were executed.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cost, LineRow, Profiler};
use crate::machine::Address;
use crate::program::{Program, Routine};

/// The costs of a run by source line and by instruction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Costs by index of the file and number of the line. A macro call or a repetition includes the costs of everything
    /// that it expands to.
    pub lines: BTreeMap<(usize, u32), Cost>,
    /// Costs by address.
    pub instructions: BTreeMap<Address, Cost>,
}

impl Profiler {
    /// Returns the costs of the whole run.
    ///
    /// # Example
    ///
    /// ```
    /// # use z8000_asm::{Memory, Options, assemble};
    /// # use z8000_debugger::program::Program;
    /// use z8000_debugger::session::{Goal, Session};
    ///
    /// let source = "
    ///         .z8002
    ///         .word   0, 0x4000, start
    /// start:  ldk     r1,#0
    /// loop:   inc     r1,#1
    ///         jr      loop
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Step(6), &mut |_| false);
    /// let counts = session.profile(0).counts(session.program());
    /// // After LDK, INC and JR by turns; INC takes 4 clocks.
    /// let inc = counts.lines[&(0, 5)];
    /// assert_eq!((inc.count, inc.clocks), (3, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self, program: &Program) -> Counts {
        let mut instructions = BTreeMap::new();
        instructions.extend(self.executed());
        Counts { lines: self.by_line(program, usize::MAX), instructions }
    }
}

impl Counts {
    /// The lines of a routine, including those that never ran, and its instructions without a line that ran.
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
        let memory = program.machine();
        for (&address, &cost) in &self.instructions {
            if routine.contains(address) && program.line(address).is_none() {
                let text = program.disassembled(memory, address).text;
                rows.push(LineRow::new(address, address.to_string(), &text, cost));
            }
        }
        rows
    }
}
