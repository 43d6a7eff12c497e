//! Results of runs: one JSON line per position, with its provenance.

use std::path::Path;

use anyhow::{Result, ensure};
use bcp_suite::results::Lines;

pub(crate) use bcp_driver::results::{IterationRecord, Provenance, Record, Settings};
pub(crate) use bcp_suite::results::sha256;

/// Reads the results of a run, sorted by position. Reports an incomplete last line, and results judged by another rule
/// for solved positions. `-` is standard input.
///
/// # Errors
///
/// The file cannot be read or has no result; or its lines are broken, belong to different runs or contradict each
/// other.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>> {
    let lines = Lines::read(path)?;
    lines.report(path);
    ensure!(
        !lines.records.is_empty(),
        "{}: no results found; a run writes them with --out FILE",
        cli::name(path)
    );
    Ok(lines.records.into_values().collect())
}

#[cfg(test)]
pub(crate) mod tests;
