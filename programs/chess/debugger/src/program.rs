//! Loads the program for the debugger, and profiles its search.

use anyhow::Result;
use bcp_driver::{Program, Progress, Search};
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::Program as Debugged;

/// Loads the program for the debugger, with its line map and its sources. Commands arrive at once, as from the driver.
///
/// # Errors
///
/// The program does not fit into memory.
pub fn debugged(program: &Program) -> Result<Debugged> {
    let debugged = Debugged::assembled(program.assembly(), &*program.sources(), program.folder())?;
    Ok(debugged.run_by(program.engine()).with_baud(0))
}

/// Runs a search to the end of its next iteration, counting each instruction. This function is here because the command
/// crates are compiled with less optimisation.
///
/// # Errors
///
/// As for [`Search::next`].
#[inline(never)]
pub fn profile(search: &mut Search<'_>, profiler: &mut Profiler) -> Result<Progress> {
    search.next_with(profiler)
}
