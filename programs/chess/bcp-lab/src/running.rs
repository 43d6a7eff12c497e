//! Long experiments: each result is immediately written to a file, from which an interrupted run can be resumed.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, ensure};
use bcp_laboratory::Limits;
use bcp_suite::interrupt::{Interrupt, status};
use bcp_suite::parallel::{Threads, locked};
use bcp_suite::results::{Line, Run};
use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use bcp_suite::options::Destination;

use crate::printing::{Printing, Settings, Text};

/// Options of every long experiment: threads, results file and output format.
#[derive(Args)]
pub(crate) struct Running {
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    destination: Destination,
    #[command(flatten)]
    printing: Printing,
}

/// A line of a results file: a result with its number, and the hash of the settings that produced it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ResultLine<R> {
    number: u32,
    settings: String,
    #[serde(flatten)]
    result: R,
}

impl<R: Serialize + DeserializeOwned> Line for ResultLine<R> {
    type Key = u32;

    /// Number of the format of a line. Format 1 had no number; format 2 had a position's number and name as one string.
    const SCHEMA: u32 = 3;

    fn key(&self) -> u32 {
        self.number
    }

    fn name(&self) -> String {
        format!("number {}", self.number)
    }
}

/// The results of an experiment.
pub(crate) struct Results<'e, R> {
    /// Results in the order of their numbers.
    pub(crate) all: Vec<R>,
    /// True if Ctrl-C was pressed.
    pub(crate) interrupted: bool,
    /// The exit status if results are missing.
    status: Option<ExitCode>,
    printing: &'e Printing,
    settings: Settings,
    /// The word for the items in messages, such as `positions`.
    pub(crate) what: &'static str,
}

impl<R> Results<'_, R> {
    /// Prints the rows, or else the text. Returns the exit status for missing results if any are missing.
    ///
    /// # Errors
    ///
    /// The same as [`Printing::print`].
    pub(crate) fn print<L: Serialize>(&self, rows: &[L], text: impl FnOnce(&mut Text)) -> Result<ExitCode> {
        self.printing
            .print(&self.settings, self.all.len(), self.what, rows, text)?;
        Ok(self.status.unwrap_or(ExitCode::SUCCESS))
    }
}

impl Running {
    /// Does the work for the items that have no result in the file yet. Each item has a number, and `what` names the
    /// items in messages, such as `positions`. The work returns `None` if Ctrl-C ended it.
    ///
    /// # Errors
    ///
    /// The work failed, the file cannot be used, or it belongs to another experiment.
    pub(crate) fn run<T: Sync, R: Serialize + DeserializeOwned + Clone + Send>(
        &self,
        what: &'static str,
        settings: Settings,
        items: Vec<(u32, T)>,
        one: impl Fn(&T, &Interrupt) -> Result<Option<R>> + Sync,
    ) -> Result<Results<'_, R>> {
        self.run_as_far(what, settings, items, |item, interrupt| {
            Ok(one(item, interrupt)?.map(|result| (result, true)))
        })
    }

    /// Like [`run`](Self::run), for work that returns partial results, each with `true` if it is complete. The result
    /// of an interrupted item is returned, but is not written to the file.
    ///
    /// # Errors
    ///
    /// The same as [`run`](Self::run).
    pub(crate) fn run_as_far<T: Sync, R: Serialize + DeserializeOwned + Clone + Send>(
        &self,
        what: &'static str,
        settings: Settings,
        items: Vec<(u32, T)>,
        one: impl Fn(&T, &Interrupt) -> Result<Option<(R, bool)>> + Sync,
    ) -> Result<Results<'_, R>> {
        let interrupt = Interrupt::listen()?;
        let hash = settings.hash();
        let items = self.destination.part(items);
        let check = |line: &ResultLine<R>| {
            ensure!(
                line.settings == hash,
                "the file is from a run with different settings: their hash is {}, not {}",
                line.settings.get(..12).unwrap_or(&line.settings),
                &hash[..12]
            );
            Ok(())
        };
        let writer = self.destination.writer(check)?;
        let how = Run { threads: self.threads, what, interrupt: &interrupt };
        let parts = Mutex::new(Vec::new());
        let kept = |(number, item): &(u32, T)| {
            let (number, settings) = (*number, hash.clone());
            let Some((result, whole)) = one(item, &interrupt)? else {
                return Ok(None);
            };
            if whole {
                return Ok(Some(ResultLine { number, settings, result }));
            }
            locked(&parts).push((number, result));
            Ok(None)
        };
        let mut finished = bcp_suite::results::run(how, items, writer, |(number, _)| *number, kept, |_| Ok(()))?;
        let (whole, wanted) = (std::mem::take(&mut finished.records), finished.wanted);
        ensure!(
            whole.len() <= wanted,
            "the file has {} results, but this run has only {wanted} {what}: the file is from a whole run or from a \
             different shard",
            whole.len()
        );
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let status = if parts.is_empty() || finished.failure.is_some() {
            finished.status(what, whole.len())
        } else {
            cli::warn(format_args!(
                "interrupted: {} of {wanted} {what} are missing, and {} are only partly searched",
                wanted - whole.len() - parts.len(),
                parts.len()
            ));
            Some(ExitCode::from(status()))
        };
        let whole = whole.into_iter().map(|kept| (kept.number, kept.result));
        let mut all: Vec<(u32, R)> = whole.chain(parts).collect();
        all.sort_by_key(|(number, _)| *number);
        Ok(Results {
            all: all.into_iter().map(|(_, result)| result).collect(),
            interrupted: interrupt.requested(),
            status,
            printing: &self.printing,
            settings,
            what,
        })
    }
}

/// Returns the limits of a search: a number of nodes, with 0 for no limit, and Ctrl-C.
pub(crate) fn limits(nodes: u64, interrupt: &Interrupt) -> Limits<'_> {
    Limits { nodes, stop: Some(interrupt.as_ref()) }
}
