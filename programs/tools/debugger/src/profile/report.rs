//! The profile as tables, as folded stacks and as a listing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;
use z8000::machine::Clock;
use z8000_asm::MapPlace;

use super::{Cost, Node, Profiler};
use crate::machine::Address;
use crate::program::{Program, Routine};

/// The cost of a routine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoutineRow {
    /// The name of the routine.
    pub routine: String,
    /// How often the routine was called, jumped to or run into.
    pub calls: u64,
    /// Clocks spent in it and in everything that it called; recursive calls are counted once.
    pub inclusive: u64,
    /// Clocks spent in the routine itself.
    pub exclusive: u64,
}

/// The cost of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineRow {
    /// Address of the first executed instruction of the line.
    pub address: Address,
    /// The place as `file:line`, or the address if there is no line.
    pub place: String,
    /// The text of the line; without a source line, empty or the disassembled instruction.
    pub text: String,
    /// How often the line was executed.
    pub count: u64,
    /// Clocks spent in the line.
    pub clocks: u64,
}

impl LineRow {
    pub(super) fn new(address: Address, place: String, text: &str, cost: Cost) -> Self {
        Self {
            address,
            place,
            text: text.to_owned(),
            count: cost.count,
            clocks: cost.clocks,
        }
    }
}

/// The profile of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Total number of clocks.
    pub clocks: u64,
    /// Routines in descending order of inclusive clocks.
    pub routines: Vec<RoutineRow>,
}

impl Profiler {
    /// Reports the calls and clocks of each routine, in descending order of inclusive clocks.
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
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Forever, &mut |_| false);
    /// let report = session.profile(0).report();
    /// let rows: Vec<_> = report.routines.iter().map(|row| (&*row.routine, row.inclusive, row.exclusive)).collect();
    /// // CALL 12 and HALT 8; LDK 5 and RET 10.
    /// assert_eq!(rows, [("start", 35, 20), ("five", 15, 15)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report(&self) -> Report {
        let inclusive = self.inclusive();
        let mut rows: BTreeMap<u32, RoutineRow> = BTreeMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let row = rows.entry(node.routine).or_insert_with(|| RoutineRow {
                routine: self.name(node.routine).to_owned(),
                calls: 0,
                inclusive: 0,
                exclusive: 0,
            });
            row.calls += node.calls;
            row.exclusive += self.clocks(index);
            // In a recursion, only the outermost call is counted.
            if self.outer(node).all(|outer| outer.routine != node.routine) {
                row.inclusive += inclusive[index];
            }
        }
        // Routines that were active before and did nothing here are omitted.
        let shown = rows.into_values().filter(|row| row.calls > 0 || row.inclusive > 0);
        let mut routines: Vec<RoutineRow> = shown.collect();
        routines.sort_unstable_by(|a, b| {
            (b.inclusive, b.exclusive, &a.routine).cmp(&(a.inclusive, a.exclusive, &b.routine))
        });
        Report { clocks: self.total(), routines }
    }

    /// Returns the clocks of each node and everything below it.
    fn inclusive(&self) -> Vec<u64> {
        let mut clocks: Vec<u64> = (0..self.nodes.len()).map(|node| self.clocks(node)).collect();
        // Parents come before their children.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let own = clocks[index];
            if let Some(parent) = clocks.get_mut(node.parent as usize) {
                *parent += own;
            }
        }
        clocks
    }

    /// Returns the nodes above a node, innermost first.
    fn outer(&self, node: &Node) -> impl Iterator<Item = &Node> {
        let parent = |node: &Node| self.nodes.get(node.parent as usize);
        std::iter::successors(parent(node), move |node| parent(node))
    }

    /// Formats folded stacks, which flame graph programs read. Each call path has a line `a;b;c CLOCKS` with the clocks
    /// that its last routine itself took; paths without any are omitted. The lines are in alphabetical order.
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
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Forever, &mut |_| false);
    /// assert_eq!(session.profile(0).folded(), "start 20\nstart;five 15\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn folded(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let clocks = self.clocks(index);
            if clocks == 0 {
                continue;
            }
            let mut names = vec![self.name(node.routine)];
            names.extend(self.outer(node).map(|outer| self.name(outer.routine)));
            names.reverse();
            lines.push(format!("{} {clocks}\n", names.join(";")));
        }
        lines.sort_unstable();
        lines.concat()
    }

    /// Returns the costs of the executed lines by file and line: of their own instructions and, up to a depth, of macro
    /// calls and repetitions in them. If a line generated several instructions together, the first determines how often
    /// it ran.
    pub(super) fn by_line(&self, program: &Program, depth: usize) -> BTreeMap<(usize, u32), Cost> {
        let mut costs: BTreeMap<(usize, u32), Cost> = BTreeMap::new();
        let mut before = Vec::new();
        for (address, cost) in self.executed() {
            let places: Vec<MapPlace> = program.places(address).take(depth).collect();
            for place in &places {
                let sum = costs.entry((place.file as usize, place.line)).or_default();
                sum.clocks += cost.clocks;
                if !before.contains(place) {
                    sum.count += cost.count;
                }
            }
            before = places;
        }
        costs
    }

    /// Returns the executed lines, in descending order of clocks. An instruction without a source line has its own
    /// row.
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
    /// start:  call    five
    ///         halt
    /// five:   ldk     r1,#5
    ///         ret
    /// ";
    /// # let files = Memory::new([("t.s", source)]);
    /// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::Forever, &mut |_| false);
    /// let lines = session.profile(0).lines(session.program());
    /// // The most expensive: CALL.
    /// assert_eq!((&*lines[0].place, lines[0].count, lines[0].clocks), ("t.s:4", 1, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self, program: &Program) -> Vec<LineRow> {
        let mut rows: BTreeMap<String, LineRow> = BTreeMap::new();
        let costs = self.by_line(program, 1);
        for (address, cost) in self.executed() {
            let (place, text, cost) = match program.line(address) {
                Some(line) => (line.to_string(), line.text.trim(), costs[&(line.file, line.line)]),
                None => (format!("{address:04x}"), "", cost),
            };
            rows.entry(place.clone())
                .or_insert_with(|| LineRow::new(address, place, text, cost));
        }
        let mut rows: Vec<LineRow> = rows.into_values().collect();
        rows.sort_unstable_by_key(|row| (Reverse(row.clocks), row.address));
        rows
    }

    /// Lists every source line with its cost (share of all clocks, clocks, and how often it was executed), then every
    /// executed instruction that has no source line.
    pub fn listing(&self, program: &Program) -> String {
        let mut out = format!("{:>6} {:>14} {:>12}  source\n", "%", "clocks", "times");
        let costs = self.by_line(program, 1);
        for (index, file) in program.files.iter().enumerate() {
            let _ = writeln!(out, "\n{}", file.name);
            for (number, text) in file.lines.iter().enumerate() {
                let number = number as u32 + 1;
                let cost = costs.get(&(index, number)).copied().unwrap_or_default();
                let row = format!("{}  {number:5}  {text}", self.columns(cost));
                let _ = writeln!(out, "{}", row.trim_end());
            }
        }
        let memory = program.machine();
        let bare = self.executed().filter(|(address, _)| program.line(*address).is_none());
        for (address, cost) in bare {
            let text = program.disassembled(memory, address).text;
            let _ = writeln!(out, "{}  {address:04x}  {text}", self.columns(cost));
        }
        for (name, cost) in self.besides(None) {
            let _ = writeln!(out, "{}  {name}", self.columns(cost));
        }
        out
    }

    fn columns(&self, cost: Cost) -> String {
        if cost.count == 0 {
            return " ".repeat(34);
        }
        let share = 100.0 * cost.clocks as f64 / self.total().max(1) as f64;
        format!("{share:6.2} {:14} {:12}", cost.clocks, cost.count)
    }
}

// How often lines and instructions were executed.

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
    /// Returns the lines of a routine, including those that never ran, and its executed instructions without a line.
    pub(crate) fn of_routine(&self, program: &Program, routine: &Routine) -> Vec<LineRow> {
        let (mut rows, mut seen) = (Vec::new(), BTreeSet::new());
        for address in program.code_lines(routine) {
            // A macro call counts as one line.
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

// The profile as human-readable tables.

impl Report {
    /// Returns a number of clocks as a percentage of all clocks.
    pub(crate) fn share(&self, clocks: u64) -> f64 {
        100.0 * clocks as f64 / self.clocks.max(1) as f64
    }

    /// Formats the first `most` routines, one per line, and the total: clocks, percentages, and seconds at a clock
    /// frequency.
    pub fn table(&self, clock: Clock, most: usize) -> String {
        let mut text = format!(
            "{:<16} {:>10} {:>14} {:>6} {:>9} {:>14} {:>6} {:>9} {:>9}\n",
            "routine", "calls", "inclusive", "%", "s", "exclusive", "%", "s", "per call"
        );
        for row in self.routines.iter().take(most) {
            let _ = writeln!(
                text,
                "{:<16} {:>10} {:>14} {:>6.2} {:>9.3} {:>14} {:>6.2} {:>9.3} {:>9}",
                row.routine,
                row.calls,
                row.inclusive,
                self.share(row.inclusive),
                clock.seconds(row.inclusive),
                row.exclusive,
                self.share(row.exclusive),
                clock.seconds(row.exclusive),
                row.inclusive / row.calls.max(1)
            );
        }
        let _ = writeln!(
            text,
            "\n{} clocks, {:.2} Z8000 seconds at {clock}",
            self.clocks,
            clock.seconds(self.clocks)
        );
        text
    }
}

impl Profiler {
    /// Formats the most expensive source lines, at most `most` of them; empty for 0.
    pub fn lines_table(&self, program: &Program, most: usize) -> String {
        if most == 0 {
            return String::new();
        }
        let mut text = format!("\n{:>6} {:>14} {:>12}  line\n", "%", "clocks", "times");
        for row in self.lines(program).iter().take(most) {
            let share = 100.0 * row.clocks as f64 / self.total().max(1) as f64;
            let _ = writeln!(
                text,
                "{share:>6.2} {:>14} {:>12}  {:<18} {}",
                row.clocks, row.count, row.place, row.text
            );
        }
        text
    }
}
