//! The program as loaded into a debugger, and its search with a profiler.

use anyhow::Result;
use bcp_driver::{Program, Progress, Search};
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program as Debugged;

/// The program with its line map and its sources.
///
/// # Errors
///
/// It does not fit into memory.
pub fn debugged(program: &Program) -> Result<Debugged> {
    let debugged = Debugged::assembled(program.assembly(), &*program.sources(), program.folder())?;
    Ok(debugged.run_by(program.engine()))
}

/// Runs a search to the end of its next iteration, counting each instruction. The loop is compiled in this crate, with
/// full optimisation; the command crates are optimised less.
///
/// # Errors
///
/// As [`Search::next`].
#[inline(never)]
pub fn profile(search: &mut Search<'_>, profiler: &mut Profiler) -> Result<Progress> {
    search.next_with(profiler)
}
