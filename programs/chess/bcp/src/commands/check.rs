//! `bcp check`: results run again, to see whether they come out the same.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use bcp_laboratory::hash::nth;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{CLAIMS, Problem, Selection, parallel};
use clap::Args;
use serde_json::Value;
use z8000_translate::Choice;

use super::attempt::Attempt;
use super::destination::status;
use super::options::{BoardOptions, ProgramOptions, reading};
use crate::results::{Provenance, Record, Settings, read, sha256, short};

/// Differences of one position that are shown.
const SHOWN: usize = 5;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results, as `--out` writes them, of a run or of its parts one behind the other; `-` is the standard input.
    #[arg(value_name = "FILE")]
    results: PathBuf,
    /// Run so many of them again, drawn at random; all by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Seed of the draw.
    #[arg(long, value_name = "SEED", default_value_t = 1986, requires = "sample")]
    seed: u64,
    /// Threads; 0 for all cores.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// The positions, where the run had other ones than those that are built in.
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// The Z8000 program, where the run had another one than the one that is built in: its main source file.
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// A reading that the run had. May be given several times.
    #[arg(long = "reading", value_name = "NAME=VALUE", value_parser = reading)]
    changes: Vec<(String, i64)>,
    /// What runs the program: `compiled`, `interpreter` or `best`.
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Choice,
}

/// Runs results again and compares all that they say; the exit status says whether they are the same.
///
/// # Errors
///
/// The file cannot be read, or what its results were made from is not at hand.
pub(crate) fn check(arguments: &Arguments) -> Result<ExitCode> {
    let records = read(&arguments.results)?;
    let first = records.first().context("there are no results in it")?;
    let drawn = arguments.drawn(&records);
    let again = arguments.again(&first.run)?;
    cli::print(about(&first.run, &drawn, &again.attempt.run))?;

    let interrupt = Interrupt::listen()?;
    let compare = |record: &&Record| again.check(record, &interrupt);
    let found = parallel::each(&drawn, arguments.jobs, "positions", &interrupt, compare)?;
    for one in &found {
        one.print()?;
    }
    let different = found.iter().filter(|one| !one.differences.is_empty()).count();
    let iterations: usize = found.iter().map(|one| one.iterations).sum();
    cli::print_line(format_args!(
        "{} of {} results run again, with {iterations} iterations: {}",
        found.len(),
        records.len(),
        match different {
            0 => "all the same".to_owned(),
            different => format!("{different} differ"),
        }
    ))?;
    Ok(status(interrupt::missing(found.len(), drawn.len()), different == 0))
}

/// The run of a file, to be made again.
struct Again {
    problems: Vec<Problem>,
    attempt: Attempt,
}

/// A result that was run again.
struct Checked {
    number: u32,
    iterations: usize,
    differences: Vec<String>,
}

impl Again {
    /// Runs a result again; nothing if interrupted.
    fn check(&self, record: &Record, interrupt: &Interrupt) -> Result<Option<Checked>> {
        let number = record.result.number;
        let differences = match self.problems.iter().find(|problem| problem.number == number) {
            None => vec!["there is no such position".to_owned()],
            Some(problem) => match self.attempt.run(problem, interrupt)? {
                None => return Ok(None),
                Some(made) => differences(record, &made)?,
            },
        };
        Ok(Some(Checked {
            number,
            iterations: record.iterations.len(),
            differences,
        }))
    }
}

impl Checked {
    /// Prints the first differences.
    fn print(&self) -> Result<()> {
        let number = self.number;
        for difference in self.differences.iter().take(SHOWN) {
            cli::print_line(format_args!("position {number}: {difference}"))?;
        }
        if let Some(more @ 1..) = self.differences.len().checked_sub(SHOWN) {
            cli::print_line(format_args!("position {number}: {more} more"))?;
        }
        Ok(())
    }
}

impl Arguments {
    /// The results that are run again, in their order.
    fn drawn<'r>(&self, records: &'r [Record]) -> Vec<&'r Record> {
        let mut drawn: Vec<&Record> = records.iter().collect();
        if let Some(sample) = self.sample {
            let number = |record: &&Record| record.result.number;
            drawn.sort_by_key(|record| (nth(self.seed, number(record).into()), number(record)));
            drawn.truncate(sample as usize);
            drawn.sort_by_key(number);
        }
        drawn
    }

    /// Makes the sources of the results again.
    fn again(&self, run: &Provenance) -> Result<Again> {
        let set = &run.set;
        let options = ProgramOptions {
            board: BoardOptions {
                program: self.program.clone(),
                simple: set.version == "simple",
                changes: self.changes.clone(),
                engine: self.engine,
            },
            suite_moves: set.suite_moves,
            claimed_gains: set.claimed_gains.is_some(),
            suite: self.suite.clone(),
        };
        let suite = options.suite()?;
        let version = options.version();
        let settings = Settings {
            to_limit: set.to_limit,
            suite_moves: set.suite_moves,
            claimed_gains: set.claimed_gains.as_ref().map(|_| sha256(CLAIMS.as_bytes())),
            positions: set.positions.clone(),
            ..Settings::new(run.clock()?, set.limit_seconds, version, &[])
        };
        let attempt = Attempt::new(options.program()?, version, &suite, run.clock()?, settings)?;
        let made = &attempt.run;
        if made.suite != run.suite {
            bail!(
                "the results are of other positions, with hash {}, not {}: give their file with --suite",
                short(&run.suite),
                short(&made.suite)
            );
        }
        if made.program != run.program {
            bail!(
                "the results are of another Z8000 program, with hash {}, not {}: give what the run had, --reading or \
                 --program",
                short(&run.program),
                short(&made.program)
            );
        }
        Ok(Again {
            problems: suite.problems,
            attempt,
        })
    }
}

/// Says what is checked.
fn about(run: &Provenance, drawn: &[&Record], made: &Provenance) -> String {
    let numbers = Selection::text(drawn.iter().map(|record| record.result.number));
    let mut text = format!(
        "program {}, positions {}, clock {} Hz, limit {} s\n",
        short(&run.program),
        short(&run.suite),
        run.set.clock_hz,
        run.set.limit_seconds
    );
    for difference in made.differences(run) {
        text += &format!("now and then: {difference}\n");
    }
    text + &format!("run again: {numbers}\n")
}

/// Returns the differences of a result from the one made again, by its names in JSON.
fn differences(record: &Record, made: &Record) -> Result<Vec<String>> {
    let value = |of: &Record| {
        serde_json::to_value(Record {
            run: record.run.clone(),
            shard: None,
            ..of.clone()
        })
    };
    let mut found = Vec::new();
    compare("", &value(record)?, &value(made)?, &mut found);
    Ok(found)
}

/// Compares two values, and notes where they differ.
fn compare(path: &str, a: &Value, b: &Value, found: &mut Vec<String>) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|name| !a.contains_key(*name)));
            for name in names {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                let of = |object: &serde_json::Map<_, _>| object.get(name).cloned().unwrap_or_default();
                compare(&path, &of(a), &of(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{path}[{at}]"), a, b, found);
            }
        }
        (Value::Array(a), Value::Array(b)) => found.push(format!("{path} has {} items, now {}", a.len(), b.len())),
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{path} is {a} in the file, now {b}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::{record, run};

    #[test]
    fn differences_are_named() {
        let run = run();
        let one = record(3, &run);
        let mut other = one.clone();
        other.shard = Some("1/2".to_owned());
        assert!(differences(&one, &other).expect("JSON").is_empty());
        other.run.set.build = None;
        other.result.nodes += 1;
        other.iterations[0].variation.push("Kg8".to_owned());
        other.iterations[0].best = Some("Qc4+".to_owned());
        assert_eq!(
            differences(&one, &other).expect("JSON"),
            [
                "iterations[0].move is null in the file, now \"Qc4+\"",
                "iterations[0].variation has 1 items, now 2",
                "nodes is 10 in the file, now 11",
            ]
        );
    }
}
