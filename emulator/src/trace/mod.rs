//! Traces: runs of instructions, written down as what they compute.
//!
//! A [`Trace`] begins at an address and follows the program the way it once went, through branches, calls and returns.
//! Where the program can go another way, the trace has an exit. Its values are terms ([`Term`]) over the registers
//! and flags at its start and over what it loads, so that whoever translates it computes only what somebody uses: a
//! store, an exit, or a decision. Clocks are constants of each exit.
//!
//! [`record`] makes a trace while the program runs. The operations that execute instructions (`cpu/ops`) also write
//! them down: they then work on a `Recorder` in place of a processor.

use alloc::vec::Vec;

mod numbers;
mod record;
mod recorder;
mod rows;
mod stored;

use crate::bus::Space;

pub use numbers::{Number, Slot, Term};
pub use record::{Follow, record};

/// A run of instructions from an address.
#[derive(Debug, Clone)]
pub struct Trace {
    /// Terms of its numbers.
    pub terms: Vec<Term>,
    /// The steps, in this order.
    pub steps: Vec<Step>,
    /// Where it goes at its end.
    pub end: Exit,
    /// Set when its end is its start.
    pub repeats: bool,
    /// Clocks of the longest way through it.
    pub most_clocks: u32,
    /// Instructions of the whole way through it.
    pub instructions: u32,
}

/// A step of a trace, besides computing.
#[derive(Debug, Clone)]
pub enum Step {
    /// Loads from memory; loads are numbered from 0 in the order of the program.
    Load {
        /// Number of the load.
        load: u32,
        /// Where from.
        at: Place,
    },
    /// Stores to memory.
    Store {
        /// Where to.
        at: Place,
        /// The value; its lower bits count.
        value: Number,
    },
    /// Before the stores of an instruction: if one of them is left to the interpreter, because its word is watched or
    /// has no RAM, leaves native code altogether.
    Guard {
        /// Where the stores go.
        at: Vec<Place>,
        /// To the instruction that stores, before anything of it is done.
        exit: Exit,
    },
    /// Leaves the trace.
    Leave {
        /// If this truth is 1.
        when: Number,
        /// The steps before it.
        steps: Vec<Step>,
        /// Where it goes.
        exit: Exit,
    },
}

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The address space.
    pub space: Space,
    /// Set for a word, at the even address; otherwise it is a byte.
    pub word: bool,
    /// The upper word of the address, which has the segment number; known to be that of PC without segmented mode.
    pub upper: Number,
    /// Offset within the segment, 0 to 0xFFFF.
    pub offset: Number,
}

/// A way out of a trace: the state of the processor, and where it continues.
#[derive(Debug, Clone)]
pub struct Exit {
    /// The registers and flags that have changed, but for flags that do not count.
    pub changed: Vec<(Slot, Number)>,
    /// The flags that do not count, because the program replaces them before anybody looks; bits as in FCW.
    pub replaced: u16,
    /// Where the program continues: the upper word of the address, as in [`Place`].
    pub upper: Number,
    /// Its offset, which is even.
    pub pc: Number,
    /// Address of the last instruction.
    pub from: u16,
    /// Clocks since the start of the trace.
    pub clocks: u32,
    /// Instructions since the start of the trace.
    pub instructions: u32,
}
