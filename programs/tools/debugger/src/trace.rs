//! A record of every executed instruction.

use std::fmt;

use z8000::cpu::Cpu;
use z8000::run::Probe;

use crate::expression::{Expression, View};
use crate::machine::{Address, Look, World};
use crate::program::Program;

/// The heading of a trace file.
pub(crate) const HEADING: &str =
    "# instruction clocks pc fcw r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 | name: instruction";

/// The state before an instruction, and the instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// Instructions executed before it.
    pub(crate) instructions: u64,
    /// Clocks before it.
    pub(crate) clocks: u64,
    /// Its address.
    pub(crate) pc: Address,
    /// FCW before it.
    pub(crate) fcw: u16,
    /// Registers before it.
    pub(crate) registers: [u16; 16],
    /// Its address by name.
    pub(crate) name: String,
    /// The instruction.
    pub(crate) text: String,
}

/// A line of a trace file.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {:04x} {:04x}",
            self.instructions, self.clocks, self.pc, self.fcw
        )?;
        for register in self.registers {
            write!(f, " {register:04x}")?;
        }
        write!(f, " | {}: {}", self.name, self.text)
    }
}

/// Selects the instructions to record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Only those in this range of addresses.
    pub(crate) range: Option<(Address, Address)>,
    /// Only if this is not 0.
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

/// Passes each instruction that the filter selects to a sink.
pub(crate) struct Tracer<'a, S: FnMut(Record)> {
    /// The program, for names.
    pub(crate) program: &'a Program,
    /// Selects the instructions to record.
    pub(crate) filter: &'a Filter,
    /// Instructions executed before the next one.
    pub(crate) instructions: u64,
    /// Takes the records.
    pub(crate) sink: S,
}

impl<S: FnMut(Record)> Tracer<'_, S> {
    /// An instruction begins.
    fn next(&mut self, clocks: u64, cpu: &Cpu, memory: &dyn Look) {
        let instructions = self.instructions;
        self.instructions += 1;
        let pc = Address::of_pc(cpu);
        let view = View { cpu, memory, clocks, instructions };
        if !self.filter.wants(pc, view) {
            return;
        }
        (self.sink)(Record {
            instructions,
            clocks,
            pc,
            fcw: cpu.fcw().bits(),
            registers: std::array::from_fn(|n| cpu.register(n)),
            name: self.program.name(pc),
            text: self.program.disassembled(memory, pc).text,
        });
    }
}

impl<S: FnMut(Record)> Probe<World> for Tracer<'_, S> {
    fn instruction(&mut self, clocks: u64, cpu: &Cpu, world: &World) {
        self.next(clocks, cpu, &world.seen_by(cpu));
    }
}
