//! Why a run stopped.

use std::fmt;

use crate::breakpoint::{Breakpoint, BreakpointHits, Kind, WatchedAccess};
use crate::calls::Taken;
use crate::machine::Fault;

/// The reason why a run stopped.
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
/// start:  ldk     r1,#5
///         inc     r1,#2
///         halt
/// ";
/// # let files = Memory::new([("t.s", source)]);
/// # let program = Program::assembled(&assemble(&files, "t.s", &Options::default())?, &files, None)?;
/// let mut session = Session::new(program, 4_000_000);
/// let stop = session.run(&Goal::Forever, &mut |_| false);
/// assert_eq!((stop.word(), stop.to_string()), ("halted", "the processor has halted".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The goal was reached.
    Done,
    /// Breakpoints were hit, with the access or the exception that triggered them.
    Breakpoint {
        /// The numbers of these breakpoints.
        ids: Vec<u32>,
        /// The first watched access, if there was one.
        seen: Option<WatchedAccess>,
        /// The exception, if there was one.
        exception: Option<Taken>,
    },
    /// The processor has halted.
    Halted,
    /// The program waits for a character, but the input is exhausted.
    WantsInput,
    /// The movement has taken the number of clocks allowed by [`Session::set_limit`](super::Session::set_limit).
    Limit(u64),
    /// The program cannot continue.
    Error(Fault),
    /// The tick interrupted the movement.
    Interrupted,
    /// The start of the recorded past was reached.
    Beginning,
    /// The routine to leave has no caller.
    NoCaller,
}

impl Reason {
    /// Returns the reason for hits of breakpoints in a list, with what triggered them.
    pub(super) fn hit(list: &[Breakpoint], ids: Vec<u32>, found: &BreakpointHits) -> Self {
        let is_one = |kind: fn(&Kind) -> bool| list.iter().any(|one| ids.contains(&one.id) && kind(&one.kind));
        Self::Breakpoint {
            seen: found
                .seen
                .filter(|_| is_one(|kind| matches!(kind, Kind::Access { .. }))),
            exception: found
                .exception
                .filter(|_| is_one(|kind| matches!(kind, Kind::Exception(..)))),
            ids,
        }
    }

    /// Returns a short name of the reason, for JSON.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Breakpoint { .. } => "breakpoint",
            Self::Halted => "halted",
            Self::WantsInput => "input",
            Self::Limit(_) => "limit",
            Self::Error(_) => "error",
            Self::Interrupted => "interrupted",
            Self::Beginning => "beginning",
            Self::NoCaller => "no caller",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => write!(f, "stopped"),
            Self::Breakpoint { ids, seen, exception } => {
                let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
                write!(f, "breakpoint {}", ids.join(", "))?;
                if let Some(seen) = seen {
                    let digits = 2 * usize::from(seen.bytes);
                    if seen.write {
                        write!(
                            f,
                            ": {:04x} {:04x} -> {:0digits$x}",
                            seen.address, seen.before, seen.value
                        )?;
                    } else {
                        write!(f, ": {:04x} read, {:0digits$x}", seen.address, seen.value)?;
                    }
                    write!(f, " by {seen}")?;
                }
                if let Some(exception) = exception {
                    write!(f, ": {exception}")?;
                }
                Ok(())
            }
            Self::Halted => write!(f, "the processor has halted"),
            Self::WantsInput => write!(f, "the program is waiting for input; use `send` to provide it"),
            Self::Limit(clocks) => write!(
                f,
                "the limit of {clocks} clocks has been reached; `continue` runs past it"
            ),
            Self::Error(error) => write!(f, "{error}"),
            Self::Interrupted => write!(f, "interrupted"),
            Self::Beginning => write!(f, "no earlier stop: this is the start"),
            Self::NoCaller => write!(f, "the current routine has no caller to return to"),
        }
    }
}
