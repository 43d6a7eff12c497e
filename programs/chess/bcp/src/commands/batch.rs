//! Running many positions: all or a shard, on all cores, with results in a file from which the run can be resumed.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_driver::results::Attempt;
use bcp_suite::options::{Destination, status};
use bcp_suite::parallel::Threads;
use bcp_suite::results::Run;
use bcp_suite::{CLAIMS, Interrupt, Problem, Selection, Suite};
use clap::Args;
use cli::Output;
use z8000::machine::Clock;

use super::options::ProgramOptions;
use crate::results::{Record, Settings, sha256};

/// Positions to run, and the destination of their results.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Positions to run, such as `1-20` or `1,5,7-9`. By default, all positions are run.
    #[arg(short = 'n', long, value_name = "LIST")]
    pub(crate) positions: Option<Selection>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    destination: Destination,
}

/// The results of a run.
pub(crate) struct Finished {
    pub(crate) run: bcp_suite::results::FinishedRun<Record>,
    /// True if all lines of the suite could be read.
    sound: bool,
}

impl Finished {
    /// Reports what is missing and why, and returns the exit status of the command.
    pub(crate) fn end(&self) -> ExitCode {
        status(self.run.status("positions", self.run.records.len()), self.sound)
    }
}

impl Options {
    /// Returns options for a run without progress output; an existing results file is continued.
    pub(crate) fn quiet(positions: Option<Selection>, threads: Threads, out: Option<Output>) -> Self {
        Self {
            positions,
            threads,
            destination: Destination { resume: out.is_some(), out, ..Destination::default() },
        }
    }

    /// Returns true if the results go to standard output, which must then contain nothing else.
    pub(crate) fn is_streamed(&self) -> bool {
        self.destination.out.as_ref().is_some_and(Output::is_standard)
    }

    /// Returns the first option in use that does not apply to a single position.
    pub(crate) fn used(&self) -> Option<&'static str> {
        let destination = &self.destination;
        let options = [
            ("--positions", self.positions.is_some()),
            ("--jobs", self.threads.jobs != 0),
            ("--out", destination.out.is_some()),
            ("--shard", destination.shard.is_some()),
        ];
        options.iter().find(|(_, is_used)| *is_used).map(|(option, _)| *option)
    }

    /// Returns the positions of a suite that are to be run.
    pub(crate) fn problems(&self, suite: &Suite) -> Result<Vec<Problem>> {
        Ok(self.destination.part(suite.choose(self.positions.as_ref())?))
    }

    /// Runs the chosen positions of the suite, each to the limit if `to_limit` is set. `told` receives the results in
    /// the order of the positions, each as soon as all earlier results are available. Broken lines of the suite are
    /// reported, and the others are run.
    ///
    /// # Errors
    ///
    /// The suite, the program or the file of results cannot be used, or the program fails in a position.
    pub(crate) fn run(
        &self,
        program: &ProgramOptions,
        clock: Clock,
        limit_seconds: f64,
        to_limit: bool,
        interrupt: &Interrupt,
        told: impl FnMut(&Record) -> Result<()> + Send,
    ) -> Result<Finished> {
        let suite = program.suite()?;
        suite.report_broken(program.from.suite.as_deref());
        let all = suite.choose(self.positions.as_ref())?;
        let version = program.from.version();
        let settings = Settings {
            to_limit,
            suite_moves: program.suite_moves,
            claimed_gains: program.claimed_gains.then(|| sha256(CLAIMS.as_bytes())),
            ..Settings::new(clock, limit_seconds, version, &suite, &all)
        };
        let attempt = Attempt::new(program.program()?, &suite, clock, settings)?;
        let how = Run { threads: self.threads, what: "positions", interrupt };
        let problems = self.problems(&suite)?;
        let numbers: BTreeSet<u32> = problems.iter().map(|problem| problem.number).collect();
        let check = |record: &Record| {
            record.check(&attempt.run)?;
            let number = record.result.number;
            ensure!(
                numbers.contains(&number),
                "the file contains results of a different shard: position {number} is not in this shard"
            );
            Ok(())
        };
        let writer = self.destination.writer(check)?;
        let number = |problem: &Problem| problem.number;
        let run = |problem: &Problem| {
            let mut search = attempt.start(problem, interrupt.as_ref())?;
            let end = search.run(|_| Ok(()))?;
            Ok(attempt.record(search, end))
        };
        let run = bcp_suite::results::run(how, problems, writer, number, run, told)?;
        Ok(Finished { run, sound: suite.broken.is_empty() })
    }
}
