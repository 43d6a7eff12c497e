//! Traces: sequences of instructions, recorded as the values that they compute.
//!
//! A [`Trace`] begins at an address and follows the path that the program took when it was recorded, through branches,
//! calls and returns. Where the program can take another path, the trace has an exit. Its values are terms ([`Term`])
//! of the registers and flags at its start and of the values that it loads. A translator therefore computes only the
//! values used by a store, an exit, or a decision. Clocks are constants of each exit.
//!
//! [`record`] creates a trace while the program runs. The operations that execute instructions (`cpu/ops`) also record
//! them: they then work on a `Recorder` instead of a processor.

use alloc::vec::Vec;

mod numbers;
mod record;
mod recorder;
mod rows;
mod stored;

use crate::bus::Space;

pub use numbers::{Number, Slot, Term};
pub use record::{Follow, record};

/// A sequence of instructions from an address.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The terms to which the trace's numbers refer.
    pub terms: Vec<Term>,
    /// The memory accesses and possible exits of the trace, in order.
    pub steps: Vec<Step>,
    /// Where the program continues after the trace.
    pub end: Exit,
    /// True if the trace is a loop, which ends where it starts.
    pub repeats: bool,
    /// Clocks of the longest path through the trace.
    pub most_clocks: u32,
    /// The number of instructions on the complete path.
    pub instructions: u32,
}

/// A step of a trace, other than a computation.
#[derive(Debug, Clone)]
pub enum Step {
    /// Loads from memory; loads are numbered from 0 in the order of the program.
    Load {
        /// Number of the load, to which [`Term::Loaded`] refers.
        load: u32,
        /// The place from which it loads.
        at: Place,
    },
    /// Stores to memory.
    Store {
        /// The place to which it stores.
        at: Place,
        /// The value, of which only the low 16 bits, or 8 for a byte, are stored.
        value: Number,
    },
    /// Precedes the stores of an instruction. Leaves native code if the interpreter must execute one of them, because
    /// its word is watched or is not RAM.
    Guard {
        /// The addresses of the stores.
        at: Vec<Place>,
        /// The exit to the storing instruction, before any part of it is executed.
        exit: Exit,
    },
    /// Leaves the trace if a condition is true.
    Leave {
        /// The condition: a truth value, 1 to leave.
        when: Number,
        /// The steps to execute before leaving.
        steps: Vec<Step>,
        /// Where the program continues.
        exit: Exit,
    },
}

/// A place in memory: its address space, size and address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The address space of the access.
    pub space: Space,
    /// True for a word, for which bit 0 of the offset is ignored; false for a byte.
    pub word: bool,
    /// The upper word of the address, with the segment number; in non-segmented mode, the segment of PC.
    pub upper: Number,
    /// Offset within the segment, 0 to 0xFFFF.
    pub offset: Number,
}

/// An exit from a trace: the state of the processor, and where the program continues.
#[derive(Debug, Clone)]
pub struct Exit {
    /// The registers and flags that have changed, except flags that do not matter.
    pub changed: Vec<(Slot, Number)>,
    /// The flags that do not matter because the program replaces them before testing them; bits as in FCW.
    pub replaced: u16,
    /// Where the program continues: the upper word of the address, as in [`Place`].
    pub upper: Number,
    /// Where the program continues: the offset, which is even.
    pub pc: Number,
    /// Offset of the last instruction executed.
    pub from: u16,
    /// Clocks since the start of the trace.
    pub clocks: u32,
    /// Instructions since the start of the trace.
    pub instructions: u32,
}
