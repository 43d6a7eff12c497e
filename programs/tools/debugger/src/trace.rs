//! A record of every executed instruction, and of the exceptions and waits between them.

use std::fmt;

use z8000::cpu::{Cpu, Event, Step};
use z8000::run::{Host as _, Probe};

use crate::calls::Interruption;
use crate::expression::{Expression, View};
use crate::machine::{Address, Look, World};
use crate::program::Program;
use crate::session::Moment;

/// The heading of a trace file.
pub(crate) const HEADING: &str =
    "# step clocks pc fcw r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 | name: instruction";

/// An executed instruction, and the state before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// Steps before the instruction.
    pub(crate) steps: u64,
    /// Clocks before the instruction.
    pub(crate) clocks: u64,
    /// The address of the instruction.
    pub(crate) pc: Address,
    /// FCW before the instruction.
    pub(crate) fcw: u16,
    /// R0 to R15 before the instruction.
    pub(crate) registers: [u16; 16],
    /// The address by name.
    pub(crate) name: String,
    /// The instruction as text.
    pub(crate) text: String,
}

/// Writes a line of a trace file.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:04x} {:04x}", self.steps, self.clocks, self.pc, self.fcw)?;
        for register in self.registers {
            write!(f, " {register:04x}")?;
        }
        write!(f, " | {}: {}", self.name, self.text)
    }
}

/// An event in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Row {
    /// An instruction is about to be executed.
    Instruction(Record),
    /// An exception or a wait: the steps and clocks before it, and a description.
    Other(u64, u64, String),
}

/// Selects the instructions that are recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// The range of addresses whose instructions are recorded; `None` for all.
    pub(crate) range: Option<(Address, Address)>,
    /// The expression that must not be 0 before a recorded instruction; `None` for all.
    pub(crate) condition: Option<Expression>,
}

impl Filter {
    fn wants(&self, pc: Address, view: View<'_>) -> bool {
        self.range.is_none_or(|(from, to)| (from..=to).contains(&pc))
            && self
                .condition
                .as_ref()
                .is_none_or(|condition| condition.holds(view).unwrap_or(false))
    }
}

/// Passes each instruction that the filter selects to a sink and, if it selects all, everything else as well.
pub(crate) struct Tracer<'a, S: FnMut(Row)> {
    /// The program, for the names of addresses.
    pub(crate) program: &'a Program,
    /// Selects the instructions that are recorded.
    pub(crate) filter: &'a Filter,
    /// Steps before the next instruction.
    steps: u64,
    instructions: u64,
    /// Clocks before the next step; below, clocks before the current wait.
    clocks: u64,
    waits: Option<(u64, u64)>,
    /// Receives the rows.
    sink: S,
}

impl<'a, S: FnMut(Row)> Tracer<'a, S> {
    /// Traces a run from a moment.
    pub(crate) fn new(program: &'a Program, filter: &'a Filter, from: Moment, sink: S) -> Self {
        let Moment { steps, clocks, instructions } = from;
        Self { program, filter, steps, instructions, clocks, waits: None, sink }
    }

    /// Ends the trace, and writes a wait that has not ended.
    pub(crate) fn finish(&mut self) {
        if let Some((steps, clocks)) = self.waits.take() {
            self.other(steps, clocks, format!("waited {} clocks", self.clocks - clocks));
        }
    }

    fn other(&mut self, steps: u64, clocks: u64, text: String) {
        if *self.filter == Filter::default() {
            (self.sink)(Row::Other(steps, clocks, text));
        }
    }

    /// Records an instruction that is about to be executed.
    fn next(&mut self, clocks: u64, cpu: &Cpu, memory: &dyn Look) {
        let (steps, instructions) = (self.steps, self.instructions);
        self.instructions += 1;
        let pc = Address::of_pc(cpu);
        let view = View { cpu, memory, clocks, instructions };
        if !self.filter.wants(pc, view) {
            return;
        }
        (self.sink)(Row::Instruction(Record {
            steps,
            clocks,
            pc,
            fcw: cpu.fcw().bits(),
            registers: std::array::from_fn(|n| cpu.register(n)),
            name: self.program.name(pc),
            text: self.program.disassembled(memory, pc).text,
        }));
    }
}

impl<S: FnMut(Row)> Probe<World> for Tracer<'_, S> {
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, world: &World) {
        self.next(clocks, cpu, &world.seen_by(cpu));
    }

    fn step(&mut self, cpu: &mut Cpu, world: &mut World) -> Step {
        let from = Address::of_pc(cpu);
        let step = world.step(cpu);
        if step.event == Event::Waited {
            self.waits.get_or_insert((self.steps, self.clocks));
        } else {
            self.finish();
        }
        if let Some(taken) = Interruption::of(step.event, from, cpu, &world.seen_by(cpu)) {
            self.other(self.steps, self.clocks, taken.text(self.program));
        }
        self.clocks += u64::from(step.clocks);
        self.steps += u64::from(!cpu.is_repeating());
        step
    }
}
