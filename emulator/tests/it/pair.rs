//! Two machines side by side: one run by an engine, and one run by the interpreter.

use std::error::Error;
use std::fmt;

use z8000::bus::Location;
use z8000::cpu::{Model, State};
use z8000::machine::{Machine, RunError, Stop};
use z8000::run::NoProbe;

/// How part of a run ended.
type Outcome = Result<Option<Stop>, RunError>;

/// The first difference between two machines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The last instruction count, since the machines were created, at which they agreed.
    pub(crate) agreed: u64,
    /// The address of the next instruction.
    pub(crate) at: Location,
    /// The model of the processor.
    pub(crate) model: Model,
    /// A description of the difference.
    pub(crate) what: String,
}

impl Error for Difference {}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} instructions, in the code starting at ", self.agreed)?;
        match self.model {
            Model::Z8001 => write!(f, "{}", self.at)?,
            Model::Z8002 => write!(f, "{:04x}", self.at.offset())?,
        }
        write!(f, ": {}", self.what)
    }
}

/// Two machines in the same state.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    /// The machine run by the engine.
    pub(crate) engine: Machine,
    /// The machine run by the interpreter.
    pub(crate) interpreter: Machine,
}

impl Pair {
    /// Pairs a machine that has an engine with a copy that has none.
    pub(crate) fn new(engine: Machine) -> Self {
        let mut interpreter = engine.clone();
        interpreter.set_engine(None);
        Self { engine, interpreter }
    }

    /// Runs both machines for a number of instructions, and compares them.
    pub(crate) fn advance(&mut self, instructions: u32) -> Result<Outcome, Difference> {
        let start = self.clone();
        match self.run(instructions) {
            Ok(ended) => Ok(ended),
            Err(what) => Err(first(start, instructions, what)),
        }
    }

    fn run(&mut self, instructions: u32) -> Result<Outcome, String> {
        let ours = self.engine.advance(instructions, &mut NoProbe);
        let theirs = self.interpreter.advance(instructions, &mut NoProbe);
        if ours != theirs {
            return Err(format!(
                "the engine ended with {ours:?}, the interpreter with {theirs:?}"
            ));
        }
        match self.difference() {
            None => Ok(ours),
            Some(what) => Err(what),
        }
    }

    /// Describes the first difference between the two machines in their current states.
    fn difference(&self) -> Option<String> {
        let (ours, theirs) = (&self.engine, &self.interpreter);
        let states = [ours, theirs].map(|machine| machine.cpu().state());
        let counts = [ours, theirs].map(counts);
        named(&states[0], counts[0])
            .zip(named(&states[1], counts[1]))
            .find(|((_, a), (_, b))| a != b)
            .map(|((what, a), (_, b))| format!("{what} is {a:x}; expected {b:x}"))
            .or_else(|| (states[0] != states[1]).then(|| "the rest of the processor state differs".to_owned()))
            .or_else(|| differs(ours, theirs))
    }
}

/// Returns the instructions and clocks since a machine was created.
const fn counts(machine: &Machine) -> [u64; 2] {
    [machine.steps(), machine.clocks()]
}

/// Returns the first difference in memory and devices, if there is one.
fn differs(ours: &Machine, theirs: &Machine) -> Option<String> {
    let [a, b] = [ours, theirs].map(|machine| machine.world().banks().bytes());
    if a != b {
        let at = a.iter().zip(b).position(|(a, b)| a != b)?;
        return Some(format!(
            "byte {:04x} of memory bank {} differs",
            at % 0x1_0000,
            at / 0x1_0000
        ));
    }
    (ours.device_state().expect("a state") != theirs.device_state().expect("a state"))
        .then(|| "a device differs".to_owned())
}

/// Returns the parts of a processor's state and the counts, with their names.
fn named(state: &State, [instructions, clocks]: [u64; 2]) -> impl Iterator<Item = (String, u64)> {
    let registers = (0..)
        .zip(state.registers)
        .map(|(n, value)| (format!("R{n}"), value.into()));
    let rest = [
        ("FCW", state.fcw.into()),
        ("PC segment", state.pc_segment.into()),
        ("PC", state.pc.into()),
        ("the clock count", clocks),
        ("the instruction count", instructions),
    ];
    registers.chain(rest.map(|(name, value)| (name.to_owned(), value)))
}

/// Finds the first difference in a piece that is known to end with one: the shortest piece that ends with a difference.
fn first(start: Pair, instructions: u32, mut what: String) -> Difference {
    let (mut same, mut differs) = (0, instructions);
    while differs - same > 1 {
        let middle = same + (differs - same) / 2;
        match start.clone().run(middle) {
            Ok(_) => same = middle,
            Err(other) => (differs, what) = (middle, other),
        }
    }
    let mut before = start.interpreter;
    // This run has already succeeded.
    let _ = before.advance(same, &mut NoProbe);
    Difference {
        agreed: before.steps(),
        at: before.cpu().location(),
        model: before.cpu().model(),
        what,
    }
}
