//! How runs end: the slices between which they can be stopped, the reason in words, and the exit status.

use std::process::ExitCode;

use cli::interrupt;

/// Number of clocks between two flushes of the output, and between two checks whether the run must end.
pub(crate) const SLICE: u64 = 4_000_000;

/// The text for a run that HALT has ended.
pub(crate) const HALTED: &str = "halted";
pub(crate) const LIMIT: &str = "stopped at the limit";
pub(crate) const NO_INPUT: &str = "ran out of input";
pub(crate) const INTERRUPTED: &str = "interrupted";

/// Returns the exit status of a run that ended in this way.
pub(crate) fn status(how: &str) -> ExitCode {
    match how {
        INTERRUPTED => ExitCode::from(interrupt::status()),
        _ => ExitCode::SUCCESS,
    }
}

/// Reports how a run ended, with its numbers of instructions and clocks.
pub(crate) fn tell(how: &str, instructions: u64, clocks: u64) {
    cli::tell(format_args!("{how} after {instructions} instructions, {clocks} clocks"));
}
