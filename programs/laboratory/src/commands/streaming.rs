//! Long experiments: each result goes to a file as soon as it is there, from which an interrupted run goes on.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, ensure};
use bcp_results::{Destination, Line, Run};
use bcp_suite::interrupt::{self, Interrupt, STATUS};
use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::printing::Settings;

/// Where the results of an experiment go, and which part of it is done.
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

    fn key(&self) -> u32 {
        self.number
    }

    fn name(&self) -> String {
        format!("number {}", self.number)
    }
}

/// What an experiment works on.
pub(super) struct Work<'w> {
    /// What it is called, for people: `positions`.
    pub(super) what: &'w str,
    /// Threads; 0 for all cores.
    pub(super) jobs: usize,
    pub(super) interrupt: &'w Interrupt,
    pub(super) settings: &'w Settings,
}

/// What was asked for, and how much of it is there.
struct Finished<R> {
    kept: Vec<Kept<R>>,
    wanted: usize,
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
        let Finished { kept, wanted } = self.finished(work, items, number, one)?;
        let missing = interrupt::missing_of(work.what, kept.len(), wanted);
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
        let Finished { kept, wanted } = self.finished(work, items, &number, whole)?;
        let parts = parts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let status = (kept.len() < wanted).then(|| {
            let missing = wanted - kept.len() - parts.len();
            output::tell(format_args!(
                "bcp: interrupted: {missing} of {wanted} {} are missing, {} are searched in part",
                work.what,
                parts.len()
            ));
            ExitCode::from(STATUS)
        });
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
    ) -> Result<Finished<R>>
    where
        R: Serialize + DeserializeOwned + Clone + Send,
    {
        let settings = work.settings.hash();
        let items = self.destination.part(items)?;
        let check = |line: &Kept<R>| {
            ensure!(
                line.settings == settings,
                "it holds results of other settings: {} and {}",
                &line.settings[..line.settings.len().min(12)],
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
        let finished = bcp_results::run(how, items, writer, &number, kept, |_| "done".to_owned())?;
        ensure!(
            finished.records.len() <= finished.wanted,
            "there are more results than {}: the file is of a whole run or of another shard",
            work.what
        );
        Ok(Finished {
            kept: finished.records,
            wanted: finished.wanted,
        })
    }
}
