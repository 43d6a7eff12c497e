//! Many positions in one run: all, a shard, or what a queue has left, on all cores, to a file of results that can be
//! resumed.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use bcp_suite::results::{Destination, Queue, Run, is_stream, queue};
use bcp_suite::{CLAIMS, Interrupt, Problem, Selection};
use clap::Args;
use cli::grouped;
use z8000::board::Clock;

use super::attempt::Attempt;
use super::costs::Costs;
use super::options::{ProgramOptions, seconds};
use crate::results::{Provenance, Record, Settings, sha256};

/// Which positions, and where their results go.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Positions to run, as 1-20 or 1,5,7-9; all where it is left out.
    #[arg(long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Threads; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    #[command(flatten)]
    destination: Destination,
    /// Take the positions one by one from a folder that many machines share, the most expensive first.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "shard"])]
    queue: Option<PathBuf>,
    /// Results of an earlier run, which say how expensive positions are, if it was another than the one that is known.
    #[arg(long, value_name = "FILE", requires = "queue")]
    costs: Option<PathBuf>,
    /// Seconds after which a position is taken from a machine of which nothing was heard.
    #[arg(long, value_name = "S", requires = "queue", default_value = "300", value_parser = seconds)]
    lease: f64,
}

/// What came out.
pub(crate) struct Finished {
    /// In the order of the positions.
    pub(crate) records: Vec<Record>,
    run: bcp_suite::results::Finished<Record>,
    /// Whether all lines of the suite could be read.
    sound: bool,
    /// Whether what is missing is in other hands.
    elsewhere: bool,
}

impl Finished {
    /// The exit status of the command, after what is missing was told, and why.
    pub(crate) fn end(&self) -> ExitCode {
        let done = self.records.len();
        if self.elsewhere && self.run.failure.is_none() {
            if done < self.run.wanted {
                let missing = self.run.wanted - done;
                cli::tell(format_args!("bcp: {missing} positions are in other hands, or were"));
            }
            return if self.sound {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            };
        }
        match self.run.status("positions", done) {
            Some(status) => status,
            None if self.sound => ExitCode::SUCCESS,
            None => ExitCode::FAILURE,
        }
    }
}

impl Options {
    /// Options for a run of which nothing is said; a file of results is continued.
    pub(crate) fn quiet(positions: Option<Selection>, jobs: usize, out: Option<PathBuf>) -> Self {
        Self {
            positions,
            jobs,
            destination: Destination {
                resume: out.is_some(),
                out,
                ..Destination::default()
            },
            queue: None,
            costs: None,
            lease: 300.0,
        }
    }

    /// Whether the results go to the standard output, which then has nothing else.
    pub(crate) fn is_streamed(&self) -> bool {
        self.destination.out.as_deref().is_some_and(is_stream)
    }

    /// Whether anything is asked for that a single position has no use for.
    pub(crate) const fn is_used(&self) -> bool {
        let destination = &self.destination;
        let elsewhere = destination.out.is_some() || destination.shard.is_some() || self.queue.is_some();
        self.positions.is_some() || self.jobs != 0 || elsewhere
    }

    /// Runs the positions of the suite that were chosen. Broken lines of the suite are reported, and the others run.
    ///
    /// # Errors
    ///
    /// The suite, the program or the file of results cannot be used, or the program fails in a position.
    pub(crate) fn run(&self, program: &ProgramOptions, clock: Clock, limit_seconds: f64) -> Result<Finished> {
        self.searched(program, clock, limit_seconds, false, &Interrupt::listen()?)
    }

    /// The same; each position is searched to the limit where `to_limit` says so.
    pub(crate) fn searched(
        &self,
        program: &ProgramOptions,
        clock: Clock,
        limit_seconds: f64,
        to_limit: bool,
        interrupt: &Interrupt,
    ) -> Result<Finished> {
        let suite = program.suite()?;
        suite.report_broken(program.suite.as_deref());
        let all = suite.choose(self.positions.as_ref())?;
        let shard = self.destination.shard()?;
        let version = program.version();
        let settings = Settings {
            to_limit,
            suite_moves: program.suite_moves,
            claimed_gains: program.claimed_gains.then(|| sha256(CLAIMS.as_bytes())),
            ..Settings::new(clock, limit_seconds, version, &all)
        };
        let attempt = Attempt::new(program.program()?, version, &suite, clock, settings, shard)?;
        let how = Run {
            jobs: self.jobs,
            what: "positions",
            interrupt,
        };
        let sound = suite.broken.is_empty();
        if let Some(folder) = &self.queue {
            return self.queued(folder, how, &attempt, all, sound);
        }
        let problems = self.destination.part(all)?;
        let check = |record: &Record| record.check(&attempt.run, shard);
        let writer = self.destination.writer(check)?;
        let number = |problem: &Problem| problem.number;
        let run = |problem: &Problem| attempt.run(problem, interrupt);
        let mut run = bcp_suite::results::run(how, problems, writer, number, run, outcome)?;
        let records = std::mem::take(&mut run.records);
        ensure!(records.len() <= run.wanted, "there are more results than positions");
        Ok(Finished {
            records,
            run,
            sound,
            elsewhere: false,
        })
    }

    /// Runs what nobody has taken from a queue, the most expensive first, and gives all results that are there then.
    fn queued(
        &self,
        folder: &Path,
        how: Run<'_>,
        attempt: &Attempt,
        mut all: Vec<Problem>,
        sound: bool,
    ) -> Result<Finished> {
        let wanted = all.len();
        let costs = Costs::new(self.costs.as_deref(), &attempt.run)?;
        // Those of the same cost stay in their order.
        all.sort_by_key(|problem| Reverse(costs.of(problem)));
        let check = |run: &Provenance| match run.agrees(&attempt.run) {
            Ok(()) => Ok(()),
            Err(different) => bail!("it is of another run: {different}"),
        };
        let queue = Queue::open(folder, Duration::from_secs_f64(self.lease), &attempt.run, check)?;
        let number = |problem: &Problem| problem.number;
        let one = |problem: &Problem| {
            queue.take(&format!("{:03}", problem.number), || {
                attempt.run(problem, how.interrupt)
            })
        };
        let mut run = bcp_suite::results::run(how, all, None, number, one, outcome)?;
        let here = std::mem::take(&mut run.records);
        let cycles: u64 = here.iter().map(Record::cost).sum();
        cli::tell(format_args!(
            "bcp: {} of {wanted} positions were run here, {} cycles",
            here.len(),
            grouped(cycles)
        ));
        Ok(Finished {
            records: queue::results(folder)?,
            run,
            sound,
            elsewhere: !how.interrupt.requested(),
        })
    }
}

/// What is told of a finished position.
fn outcome(record: &Record) -> String {
    match record.result.seconds {
        Some(seconds) => format!("solved in {seconds:.2} Z8000 s"),
        None => "not solved".to_owned(),
    }
}
