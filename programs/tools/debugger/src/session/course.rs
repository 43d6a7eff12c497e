//! The goals of movements, and the progress towards them.

use z8000::cpu::Cpu;

use crate::breakpoint::{Breakpoint, Kind, Target};
use crate::history::Machine;
use crate::machine::Address;

/// A moment of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Moment {
    /// Steps since the beginning: instructions, exceptions, and waits of the halted processor.
    pub steps: u64,
    /// Instructions since the beginning.
    pub instructions: u64,
    /// Clocks since the beginning.
    pub clocks: u64,
}

impl Moment {
    /// Returns the current moment of a machine.
    pub(super) fn of(machine: &Machine) -> Self {
        let subject = &machine.subject;
        Self {
            steps: subject.steps(),
            instructions: subject.instructions(),
            clocks: subject.clocks(),
        }
    }
}

/// Where a forward movement ends.
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
/// session.run(&Goal::Over, &mut |_| false);
/// // All of `five`: CALL, LDK, RET.
/// assert_eq!((session.pc(), session.now().instructions), (10.into(), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// Ends after this number of instructions and exceptions. Waiting for an exception is not counted separately.
    Step(u64),
    /// Ends after one instruction, including the handlers of exceptions that come before it; for a call, also including
    /// everything that it calls.
    Over,
    /// When the routine of a frame in the call stack returns; 0 is the innermost.
    Out(usize),
    /// Ends at the first of these breakpoints, which apply only to this movement; see [`Breakpoint::passing`].
    First(Vec<Breakpoint>),
    /// Ends at this number of steps since the beginning.
    Time(u64),
    /// Ends only when something stops the program.
    Forever,
}

impl Goal {
    /// Creates a goal that is reached at any of these addresses.
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
    /// let five = program.code_address("five")?;
    /// let mut session = Session::new(program, 4_000_000);
    /// session.run(&Goal::to(vec![five]), &mut |_| false);
    /// assert_eq!((session.pc(), session.now().clocks), (five, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to(addresses: Vec<Address>) -> Self {
        Self::First(vec![Breakpoint::passing(Kind::Code(addresses), None)])
    }
}

/// The default number of instructions between two calls of a [`Tick`](super::Tick): they take some milliseconds.
pub(super) const TICK: u64 = 1 << 21;

/// The end of a run: a target, or a number of steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) target: Target,
    pub(super) until: u64,
}

/// A backward search through the past, snapshot by snapshot.
#[derive(Debug, Clone)]
pub struct Hunt {
    pub(super) breakpoints: Vec<Breakpoint>,
    pub(super) target: Target,
    /// The moment after which everything has been searched.
    pub(super) end: u64,
    /// The moment before which a find must be.
    pub(super) before: u64,
    /// The previous stop and the processor's state there, if they differ from those at which the hunt began.
    pub(super) stop: Option<(Moment, Cpu)>,
}

/// A movement that a tick has interrupted.
#[derive(Debug, Clone)]
pub(super) enum UnfinishedMovement {
    Forward(Course),
    Back(Hunt),
}
