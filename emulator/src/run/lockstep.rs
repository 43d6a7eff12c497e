//! Two machines side by side: one run by an engine, and one run by the interpreter.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Debug};

use crate::bus::Location;
use crate::cpu::{Cpu, Model, State};

/// Where the states of two machines differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The last instruction count, since the machines were created, at which they agreed.
    pub agreed: u64,
    /// Address of the next instruction.
    pub at: Location,
    /// The model of the processor.
    pub model: Model,
    /// A description of the difference.
    pub what: String,
}

impl core::error::Error for Difference {}

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

/// A machine that can be run side by side with a copy.
pub trait Subject: Clone {
    /// The outcome of part of a run.
    type Outcome: Debug + PartialEq;

    /// Switches to the interpreter.
    fn interpret(&mut self);
    /// Runs at most this many instructions.
    fn advance(&mut self, instructions: u32) -> Self::Outcome;
    /// Returns true if the machine can continue after this outcome.
    fn goes_on(ended: &Self::Outcome) -> bool;
    /// The processor.
    fn cpu(&self) -> &Cpu;
    /// Mutable access to the processor.
    fn cpu_mut(&mut self) -> &mut Cpu;
    /// Resets the processor.
    fn reset(&mut self);
    /// Discards the characters that the program has sent.
    fn drop_output(&mut self);
    /// Instructions and clocks since the machine was created.
    fn counts(&self) -> [u64; 2];
    /// Describes the first difference in memory and devices, if there is one.
    fn differs(&self, other: &Self) -> Option<String>;
}

/// Two machines in the same state.
///
/// # Example
///
/// ```
/// use z8000::board::{Board, Stop};
/// use z8000::run::Pair;
///
/// let mut board = Board::new();
/// // FCW and PC; LDK R1,#5; HALT.
/// board.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
/// board.reset();
/// let mut pair = Pair::new(board);
/// pair.interpreter.cpu_mut().set_register(2, 1);
/// let difference = pair.advance(10).unwrap_err();
/// assert_eq!((difference.agreed, difference.what.as_str()), (0, "R2 is 0; expected 1"));
/// ```
#[derive(Debug, Clone)]
pub struct Pair<S> {
    /// The machine run by the engine.
    pub engine: S,
    /// The machine run by the interpreter.
    pub interpreter: S,
}

impl<S: Subject> Pair<S> {
    /// Pairs a machine that has an engine with a copy that has none.
    #[must_use]
    pub fn new(engine: S) -> Self {
        let mut interpreter = engine.clone();
        interpreter.interpret();
        Self { engine, interpreter }
    }

    /// Runs both for a number of instructions, and compares them.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn advance(&mut self, instructions: u32) -> Result<S::Outcome, Difference> {
        let start = self.clone();
        match self.run(instructions) {
            Ok(ended) => Ok(ended),
            Err(what) => Err(first(start, instructions, what)),
        }
    }

    fn run(&mut self, instructions: u32) -> Result<S::Outcome, String> {
        let ours = self.engine.advance(instructions);
        let theirs = self.interpreter.advance(instructions);
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

    /// Describes the first difference between the two now.
    fn difference(&self) -> Option<String> {
        let (ours, theirs) = (&self.engine, &self.interpreter);
        let states = [ours, theirs].map(|machine| machine.cpu().state());
        let counts = [ours, theirs].map(Subject::counts);
        named(&states[0], counts[0])
            .zip(named(&states[1], counts[1]))
            .find(|((_, a), (_, b))| a != b)
            .map(|((what, a), (_, b))| format!("{what} is {a:x}; expected {b:x}"))
            .or_else(|| (states[0] != states[1]).then(|| "the rest of the processor state differs".to_owned()))
            .or_else(|| ours.differs(theirs))
    }
}

/// The parts of a processor's state and the counts, with their names.
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

/// The first difference within a piece that is known to end with one: the shortest piece that ends with one.
fn first<S: Subject>(start: Pair<S>, instructions: u32, mut what: String) -> Difference {
    let (mut same, mut differs) = (0, instructions);
    while differs - same > 1 {
        let middle = same + (differs - same) / 2;
        match start.clone().run(middle) {
            Ok(_) => same = middle,
            Err(other) => (differs, what) = (middle, other),
        }
    }
    let mut before = start.interpreter;
    // The same run went well a moment ago.
    let _ = before.advance(same);
    Difference {
        agreed: before.counts()[0],
        at: before.cpu().location(),
        model: before.cpu().model(),
        what,
    }
}
