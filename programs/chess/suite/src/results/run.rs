//! A run: work on all cores, each result written as soon as it is known.

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
    /// The results in their order. All that the file held before are included, even those of other items.
    pub records: Vec<L>,
    /// The number of results when none is missing.
    pub wanted: usize,
    /// The error that ended the run early, unless an interrupt did: the first of the work, or of the file.
    pub failure: Option<Error>,
}

impl<L> FinishedRun<L> {
    /// Reports why a run is incomplete, and gives its exit status; `None` if it is complete. `done` is the number of
    /// the wanted results that exist, `what` is the name of its items.
    pub fn status(&self, what: &str, done: usize) -> Option<ExitCode> {
        let Some(failure) = &self.failure else {
            return interrupt::missing(what, done, self.wanted);
        };
        if cli::is_broken_pipe(failure) {
            // The reader of a stream of results has seen enough.
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

/// The way in which work is done.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The threads, and whether their progress is shown.
    pub threads: Threads,
    /// Name of the items, for people: `positions`.
    pub what: &'a str,
    /// Ends it early; work that is not finished then is left out.
    pub interrupt: &'a Interrupt,
}

/// Does the work whose results a file does not hold yet, and puts the file in order. Without a file, all is done. `key`
/// is the key of an item's line. `told` gets each result, also of those that the file holds, in the order of the items
/// and as soon as those before it are there.
///
/// The first error, of the work or of the file, ends the run as an interrupt does: what was finished is kept, in memory
/// even if it could not be written.
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
    // The first error is noted; it ends the run.
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
        // A thread that panicked has not left half a line: they are written whole.
        if let Some(writer) = locked(&out).as_mut()
            && let Err(error) = writer.append(record.clone())
        {
            fail(error);
        }
        Ok(Some(record))
    };
    let mut order = order.into_iter();
    // Those that the file holds, up to the next one that is finished.
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
        // What was finished stays in the file, in order, whatever happened to the others.
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
