//! A run: work on all cores, in which each result is written as soon as it is known.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use crate::parallel::{Threads, locked};
use crate::{Interrupt, interrupt, parallel};
use anyhow::{Error, Result};

use super::lines::{Line, Writer};

/// The results of a run.
#[derive(Debug)]
pub struct FinishedRun<L> {
    /// The results: with a file, all that it contains, even for other items, in ascending order of key; otherwise,
    /// those of this run, in the order of the items.
    pub records: Vec<L>,
    /// The number of results that a complete run has.
    pub wanted: usize,
    /// The error that ended the run early: the first error of the work or of the file. `None` if the run was completed
    /// or interrupted.
    pub failure: Option<Error>,
}

impl<L> FinishedRun<L> {
    /// Reports why a run is incomplete, and returns its exit status; `None` if it is complete. `done` is the number of
    /// requested results that exist; `what` is the name of the items.
    pub fn status(&self, what: &str, done: usize) -> Option<ExitCode> {
        let Some(failure) = &self.failure else {
            return interrupt::missing(what, done, self.wanted);
        };
        if cli::is_broken_pipe(failure) {
            // The reader of the results stream has closed it, which is not an error.
            return Some(ExitCode::SUCCESS);
        }
        cli::warn(format_args!("{failure:#}"));
        if done < self.wanted {
            let missing = self.wanted - done;
            cli::warn(format_args!(
                "ended early: {missing} of {} {what} are missing",
                self.wanted
            ));
        }
        Some(ExitCode::FAILURE)
    }
}

/// The settings of a run.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The number of threads, and whether progress is shown.
    pub threads: Threads,
    /// Name of the items in messages, such as `positions`.
    pub what: &'a str,
    /// Ends the run early; unfinished work is then dropped.
    pub interrupt: &'a Interrupt,
}

/// Does the work whose results are not in the file yet, and sorts the file. Without a file, all work is done. `key`
/// returns the key of an item's line. `told` gets each result, including those already in the file, in the order of the
/// items and as soon as the results before it are available.
///
/// The first error of the work or of the file ends the run in the same way as an interrupt: finished results are kept,
/// in memory if they could not be written.
///
/// # Errors
///
/// No thread can be started.
pub fn run<T: Sync, L: Line + Clone + Send>(
    how: Run<'_>,
    mut items: Vec<T>,
    mut writer: Option<Writer<L>>,
    key: impl Fn(&T) -> L::Key,
    work: impl Fn(&T) -> Result<Option<L>> + Sync,
    mut told: impl FnMut(&L) -> Result<()> + Send,
) -> Result<FinishedRun<L>>
where
    L::Key: Send,
{
    let Run { threads, what, interrupt } = how;
    let wanted = items.len();
    let order: Vec<L::Key> = items.iter().map(&key).collect();
    let mut known = BTreeMap::new();
    if let Some(writer) = &mut writer {
        known.clone_from(writer.records());
        writer.expect(items.iter().map(&key));
        items.retain(|item| !writer.records().contains_key(&key(item)));
        if items.len() < wanted {
            cli::warn(format_args!(
                "{} of {wanted} {what} are already done",
                wanted - items.len()
            ));
        }
    }
    let out = Mutex::new(writer);
    // The first error, which ends the run.
    let failure = Mutex::new(None);
    let fail = |error: Error| {
        locked(&failure).get_or_insert(error);
        interrupt.request();
    };
    let one = |item: &T| {
        let record = match work(item) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(None),
            Err(error) => {
                fail(error);
                return Ok(None);
            }
        };
        // A thread that panicked cannot have left a partial line, because lines are written whole.
        if let Some(writer) = locked(&out).as_mut()
            && let Err(error) = writer.append(record.clone())
        {
            fail(error);
        }
        Ok(Some(record))
    };
    let mut order = order.into_iter();
    // Results already in the file, up to the next result that is finished in this run.
    let mut in_turn = |finished: Option<&L>| {
        for next in order.by_ref() {
            let finished = finished.filter(|record| record.key() == next);
            let before = known.remove(&next);
            if let Some(record) = finished.or(before.as_ref())
                && locked(&failure).is_none()
                && let Err(error) = told(record)
            {
                fail(error);
            }
            if finished.is_some() {
                break;
            }
        }
    };
    let finished = |record: &L| {
        in_turn(Some(record));
        Ok(())
    };
    let mut records = parallel::each(&items, threads, what, interrupt, one, finished)?;
    in_turn(None);
    if let Some(writer) = out.into_inner().unwrap_or_else(PoisonError::into_inner) {
        // Finished results stay in the file, in order, whatever happened to the others.
        let (all, ordered) = writer.finish(records);
        records = all;
        if let Err(error) = ordered {
            fail(error);
        }
    }
    Ok(FinishedRun {
        records,
        wanted,
        failure: failure.into_inner().unwrap_or_else(PoisonError::into_inner),
    })
}
