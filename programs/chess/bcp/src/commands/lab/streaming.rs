//! Long experiments: each result goes to a file as soon as it is there, from which an interrupted run goes on.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, ensure};
use bcp_suite::interrupt::{Interrupt, STATUS};
use bcp_suite::results::{Finished, Line, Run};
use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::commands::destination::Destination;

use super::printing::Settings;

/// The options for the file of results, and for the part of the experiment that is done.
#[derive(Args)]
pub(super) struct Streaming {
    #[command(flatten)]
    destination: Destination,
}

/// A line of a file: a result with its number, and the hash of the settings that made it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kept<R> {
    number: u32,
    settings: String,
    #[serde(flatten)]
    result: R,
}

impl<R: Serialize + DeserializeOwned> Line for Kept<R> {
    type Key = u32;

    /// 1: as it was before lines had a number.
    const SCHEMA: u32 = 2;

    fn key(&self) -> u32 {
        self.number
    }

    fn name(&self) -> String {
        format!("number {}", self.number)
    }
}

/// The work of an experiment.
pub(super) struct Work<'w> {
    /// The name of the items, for people: `positions`.
    pub(super) what: &'w str,
    /// Threads; 0 for all cores.
    pub(super) jobs: usize,
    pub(super) interrupt: &'w Interrupt,
    pub(super) settings: &'w Settings,
}

impl Streaming {
    /// Does the work whose results the file does not hold yet, and gives those of the shard in the order of their
    /// numbers. The status says what is missing, if something is.
    ///
    /// # Errors
    ///
    /// The first error of the work; the file cannot be used, or is of another experiment.
    pub(super) fn each<T: Sync, R>(
        &self,
        work: &Work<'_>,
        items: Vec<T>,
        number: impl Fn(&T) -> u32 + Sync,
        one: impl Fn(&T) -> Result<Option<R>> + Sync,
    ) -> Result<(Vec<R>, Option<ExitCode>)>
    where
        R: Serialize + DeserializeOwned + Clone + Send,
    {
        let mut finished = self.finished(work, items, number, one)?;
        let kept = std::mem::take(&mut finished.records);
        let missing = finished.status(work.what, kept.len());
        Ok((kept.into_iter().map(|kept| kept.result).collect(), missing))
    }

    /// The same for work that shows how far it has come: with each result comes whether it is the whole one. What an
    /// interrupt leaves is among the results, but is not written to the file.
    ///
    /// # Errors
    ///
    /// As [`each`](Self::each).
    pub(super) fn each_as_far<T: Sync, R>(
        &self,
        work: &Work<'_>,
        items: Vec<T>,
        number: impl Fn(&T) -> u32 + Sync,
        one: impl Fn(&T) -> Result<(R, bool)> + Sync,
    ) -> Result<(Vec<R>, Option<ExitCode>)>
    where
        R: Serialize + DeserializeOwned + Clone + Send,
    {
        let parts = Mutex::new(Vec::new());
        let whole = |item: &T| {
            let (result, whole) = one(item)?;
            if whole {
                return Ok(Some(result));
            }
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.push((number(item), result));
            Ok(None)
        };
        let mut finished = self.finished(work, items, &number, whole)?;
        let kept = std::mem::take(&mut finished.records);
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let status = if parts.is_empty() || finished.failure.is_some() {
            finished.status(work.what, kept.len())
        } else {
            let wanted = finished.wanted;
            let missing = wanted - kept.len() - parts.len();
            cli::tell(format_args!(
                "bcp: interrupted: {missing} of {wanted} {} are missing, {} are searched in part",
                work.what,
                parts.len()
            ));
            Some(ExitCode::from(STATUS))
        };
        let kept = kept.into_iter().map(|kept| (kept.number, kept.result));
        let mut all: Vec<(u32, R)> = kept.chain(parts).collect();
        all.sort_by_key(|(number, _)| *number);
        Ok((all.into_iter().map(|(_, result)| result).collect(), status))
    }

    /// Does the work; what was not finished is left out.
    fn finished<T: Sync, R>(
        &self,
        work: &Work<'_>,
        items: Vec<T>,
        number: impl Fn(&T) -> u32 + Sync,
        one: impl Fn(&T) -> Result<Option<R>> + Sync,
    ) -> Result<Finished<Kept<R>>>
    where
        R: Serialize + DeserializeOwned + Clone + Send,
    {
        let settings = work.settings.hash();
        let items = self.destination.part(items);
        let check = |line: &Kept<R>| {
            ensure!(
                line.settings == settings,
                "it holds results of other settings: {} and {}",
                line.settings.get(..12).unwrap_or(&line.settings),
                &settings[..12]
            );
            Ok(())
        };
        let writer = self.destination.writer(check)?;
        let how = Run {
            jobs: work.jobs,
            what: work.what,
            interrupt: work.interrupt,
        };
        let kept = |item: &T| {
            let result = one(item)?;
            Ok(result.map(|result| Kept {
                number: number(item),
                settings: settings.clone(),
                result,
            }))
        };
        let finished = bcp_suite::results::run(how, items, writer, &number, kept, |_| "done".to_owned())?;
        ensure!(
            finished.records.len() <= finished.wanted,
            "there are more results than {}: the file is of a whole run or of another shard",
            work.what
        );
        Ok(finished)
    }
}
