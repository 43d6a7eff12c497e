//! Options that several commands share: the results of a long run, and their format.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use cli::Output;

use crate::results::{Line, Shard, Writer};

/// The results file of a run, and the shard that it covers.
#[derive(Debug, Clone, Default, Args)]
pub struct Destination {
    /// Write each result to this file, as a JSON line, as soon as it is available. `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<Output>,
    /// Resume an interrupted run from its `--out` file.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Run only shard I of N: `3/40` runs every 40th item, starting with the third.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
}

impl Destination {
    /// Returns the items of the selected shard, or all of them.
    pub fn part<T>(&self, items: Vec<T>) -> Vec<T> {
        let held = |place: usize| self.shard.is_none_or(|shard| shard.holds(place));
        let items = items.into_iter().enumerate();
        items.filter_map(|(place, item)| held(place).then_some(item)).collect()
    }

    /// Opens the file for the results, if there is one. `check` rejects results that do not belong to this run.
    ///
    /// # Errors
    ///
    /// The same as for [`Writer::open`].
    pub fn writer<L: Line>(&self, check: impl Fn(&L) -> Result<()>) -> Result<Option<Writer<L>>> {
        let open = |out: &Output| Writer::open(out.path(), self.resume, check);
        self.out.as_ref().map(open).transpose()
    }
}

/// Returns the exit status of a run: the status for missing results, if any; otherwise, one that depends on whether the
/// results are good.
pub fn status(missing: Option<ExitCode>, good: bool) -> ExitCode {
    match missing {
        Some(status) => status,
        None if good => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}

/// The form in which results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Human-readable, for a terminal.
    Text,
    /// Machine-readable, as described in docs/reference/results-json.md.
    Json,
    /// Comma-separated values, for spreadsheets.
    Csv,
}
