//! A run of many positions, as `bcp table1` does it: each worker of the page searches some of them.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow, ensure};
use bcp_driver::results::{Attempt, JudgedSearch, Outcome, Settings, Summary};
use bcp_driver::{Program, Progress};
use bcp_reference::search::Version;
use bcp_suite::results::Line;
use bcp_suite::{Selection, Suite, find};
use z8000::machine::Clock;

use crate::problems;
use crate::protocol::{Answer, Slice};
use crate::session::HERTZ;

/// Stops a search after each of its short slices, so that the worker can poll the page.
static STOPPED: AtomicBool = AtomicBool::new(true);

/// A run of many positions.
#[derive(Debug)]
pub(crate) struct Run {
    suite: Suite,
    attempt: Attempt,
    compiled: bool,
    /// The position that is searched, if it is not finished.
    search: Option<(u32, JudgedSearch<'static>)>,
}

impl Run {
    /// Prepares a run of the built-in positions, or of those in a file, with a limit in seconds.
    ///
    /// # Errors
    ///
    /// The file or the selection cannot be used.
    pub(crate) fn new(file: Option<String>, positions: Option<&str>, seconds: f64) -> Result<Self> {
        ensure!(
            (0.01..=100_000.0).contains(&seconds),
            "the limit must be between 0.01 and 100,000 seconds"
        );
        let mut suite = problems::suite(file)?;
        let selection: Option<Selection> = positions
            .map(str::parse)
            .transpose()
            .map_err(|error| anyhow!("{error}"))?;
        let chosen = suite.choose(selection.as_ref())?;
        let clock = clock()?;
        let settings = Settings::new(clock, seconds, Version::Stored, &suite, &chosen);
        let program = Program::built_in()?;
        let compiled = program.engine().is_some();
        let attempt = Attempt::new(program, &suite, clock, settings)?;
        suite.problems = chosen;
        Ok(Self { suite, attempt, compiled, search: None })
    }

    /// Returns the settings of the run and the numbers of its positions.
    ///
    /// # Errors
    ///
    /// The settings cannot be written as JSON.
    pub(crate) fn answer(&self) -> Result<Answer> {
        Ok(Answer::Prepared {
            compiled: self.compiled,
            run: serde_json::to_string(&self.attempt.run)?,
            positions: self.suite.problems.iter().map(|problem| problem.number).collect(),
        })
    }

    /// Begins to search a position, unless it is the one whose search was interrupted.
    ///
    /// # Errors
    ///
    /// The run has no such position.
    pub(crate) fn solve(&mut self, number: u32) -> Result<()> {
        if self.search.as_ref().is_none_or(|(known, _)| *known != number) {
            let problem = find(&self.suite.problems, number)?;
            self.search = Some((number, self.attempt.start(problem, &STOPPED)?));
        }
        Ok(())
    }

    /// Continues the search for a slice.
    ///
    /// # Errors
    ///
    /// The program fails.
    pub(crate) fn advance(&mut self, slice: Slice) -> Result<Answer> {
        let (number, mut search) = self.search.take().context("no position is being searched")?;
        let before = search.work();
        loop {
            let end = search.next()?;
            let (instructions, clocks) = (search.work().0 - before.0, search.work().1 - before.1);
            if !matches!(end, Progress::Iteration(_) | Progress::Stopped) {
                let record = self.attempt.record(search, end).context("the search was not judged")?;
                return Ok(Answer::Solved { line: Some(record.line()?) });
            }
            if instructions as f64 >= slice.instructions {
                self.search = Some((number, search));
                return Ok(Answer::Busy { instructions, clocks });
            }
        }
    }
}

fn clock() -> Result<Clock> {
    let clock = format!("{HERTZ}Hz").parse();
    clock.map_err(|error| anyhow!("{error}"))
}

/// Summarises results, one JSON line each, as `bcp table1` does.
///
/// # Errors
///
/// A line is not a result.
pub(crate) fn summary(lines: &str) -> Result<Answer> {
    let results: Vec<Outcome> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let text = Summary::new(&results, clock()?).text(&results);
    Ok(Answer::Summary { text })
}
