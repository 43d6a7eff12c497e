//! The options of a long run.

use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::results::{Line, Shard, Writer};
use clap::Args;
use cli::Output;

/// The file for the results of a run, and the part of it that is done.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Destination {
    /// Write each result to a file of JSON lines as soon as it is there; `-` is the standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<Output>,
    /// Go on with the file of an interrupted run.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Run one part of many: 3/40 for every 40th item from the third on.
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
}

impl Destination {
    /// Returns the items of the part that is done, or all of them.
    pub(crate) fn part<T>(&self, items: Vec<T>) -> Vec<T> {
        let held = |place: usize| self.shard.is_none_or(|shard| shard.holds(place));
        let items = items.into_iter().enumerate();
        items.filter_map(|(place, item)| held(place).then_some(item)).collect()
    }

    /// Opens the file for the results, if there is one. `check` refuses a result that is not from this run.
    ///
    /// # Errors
    ///
    /// As [`Writer::open`].
    pub(crate) fn writer<L: Line>(&self, check: impl Fn(&L) -> Result<()>) -> Result<Option<Writer<L>>> {
        let open = |out: &Output| Writer::open(out.path(), self.resume, check);
        self.out.as_ref().map(open).transpose()
    }
}

/// The exit status of a run: the one for missing results, if any; otherwise by whether the results are good.
pub(crate) fn status(missing: Option<ExitCode>, good: bool) -> ExitCode {
    match missing {
        Some(status) => status,
        None if good => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    }
}
