//! The outcomes of calls and of runs.

use crate::command::Command;

/// The reason for which a run stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The program has ended.
    Ended,
    /// It waits for input, and there will be no more.
    InputEnded,
    /// It waits for input that the console does not have yet.
    WantsInput,
    /// So many instructions were executed.
    Limit,
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The program goes on, with a word in R7.
    Word(u16),
    /// With a long word in RR6.
    Long(u32),
    /// As it is.
    Nothing,
    /// The call is made again when there is input.
    Wait,
    /// The run is over.
    Stop(Stop),
    /// Another program takes its place.
    Chain(Command),
}
