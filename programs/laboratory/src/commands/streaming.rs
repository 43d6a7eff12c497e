//! Long experiments: each result goes to a file as soon as it is there, from which an interrupted run goes on.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_results::{Destination, Line, Run};
use bcp_suite::interrupt::{self, Interrupt};
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
        let missing = interrupt::missing_of(work.what, finished.records.len(), finished.wanted);
        let results = finished.records.into_iter().map(|kept| kept.result);
        Ok((results.collect(), missing))
    }
}
