//! A run: work on all cores, each result written as soon as it is there.

use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use bcp_suite::{Interrupt, parallel};
use indicatif::HumanDuration;

use crate::lines::{Line, Writer};

/// What a run has come to.
#[derive(Debug)]
pub struct Finished<L> {
    /// In their order. All that the file held before are included, also those of other items.
    pub records: Vec<L>,
    /// How many there are when nothing is missing.
    pub wanted: usize,
}

/// How work is done.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Threads; 0 for all cores.
    pub jobs: usize,
    /// What is worked on, for people: `positions`.
    pub what: &'a str,
    /// Ends it early; what is not finished then is left out.
    pub interrupt: &'a Interrupt,
}

/// Does the work whose results a file does not hold yet, and puts the file in order. Without a file, all is done. `key`
/// is the key of an item's line; `said` is what is told about a result where no terminal shows a progress bar.
///
/// # Errors
///
/// The first error of the work, or of the file. What was finished before stays in the file.
pub fn run<T: Sync, L: Line + Clone + Send>(
    how: Run<'_>,
    mut items: Vec<T>,
    writer: Option<Writer<L>>,
    key: impl Fn(&T) -> L::Key,
    work: impl Fn(&T) -> Result<Option<L>> + Sync,
    said: impl Fn(&L) -> String + Sync,
) -> Result<Finished<L>>
where
    L::Key: Send,
{
    let Run { jobs, what, interrupt } = how;
    let wanted = items.len();
    if let Some(writer) = &writer {
        items.retain(|item| !writer.records().contains_key(&key(item)));
        if items.len() < wanted {
            output::tell(format_args!(
                "bcp: {} of {wanted} {what} are there",
                wanted - items.len()
            ));
        }
    }
    let progress = Progress::new(items.len());
    let out = Mutex::new(writer);
    let one = |item: &T| {
        let Some(record) = work(item)? else {
            return Ok(None);
        };
        progress.finished(|| format!("{}: {}", record.name(), said(&record)));
        // A thread that panicked has not left half a line: they are written whole.
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(writer) = out.as_mut() {
            writer.append(record.clone())?;
        }
        Ok(Some(record))
    };
    let results = parallel::each(&items, jobs, what, interrupt, one);
    let writer = out.into_inner().unwrap_or_else(PoisonError::into_inner);
    // What was finished stays in the file, in order, whatever happened to the others.
    let kept = writer.map(Writer::finish).transpose();
    let records = results?;
    let records = kept?.unwrap_or(records);
    Ok(Finished { records, wanted })
}

/// Reports finished work, one line each, where no terminal shows a progress bar.
struct Progress {
    since: Instant,
    all: usize,
    done: Mutex<usize>,
    lines: bool,
}

impl Progress {
    fn new(all: usize) -> Self {
        Self {
            since: Instant::now(),
            all,
            done: Mutex::new(0),
            lines: !stderr().is_terminal(),
        }
    }

    fn finished(&self, text: impl FnOnce() -> String) {
        if !self.lines {
            return;
        }
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        let left = self.since.elapsed() / (*done as u32) * (self.all - *done) as u32;
        output::tell(format_args!(
            "{}/{} {}; {} left",
            *done,
            self.all,
            text(),
            HumanDuration(left)
        ));
    }
}
