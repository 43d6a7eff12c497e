//! `bcp lab zugzwang`: where null moves fail, and which of the searches notice it.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{Problem, Suite, parallel};
use clap::Args;
use output::grouped;
use serde::Serialize;

use super::super::Chosen;
use super::compare::distinct;
use super::table::{Format, Titled, over, value_text};
use super::trial::Trial;
use crate::null_move::{MAX_DEPTH, Settings};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Depth to which each search goes, 1 to 30.
    #[arg(
        long, value_name = "N", default_value_t = 14,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH))
    )]
    depth: u8,
    /// Nodes after which a search is given up, 1000 to 1000000000.
    #[arg(
        long, value_name = "N", default_value_t = 20_000_000,
        value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000)
    )]
    nodes: u64,
    /// Searches to compare, as in `bcp lab compare`.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "none,r3,verified,r3+plenkner,r3+double,r3+pawns,verified+pawns"
    )]
    search: Vec<Settings>,
    /// How to print the table.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    chosen: Chosen,
}

/// What a search has made of a position.
#[derive(Serialize)]
struct Outcome {
    position: u32,
    id: Option<String>,
    search: String,
    /// The depth from which on the search plays a solution; none if the last iteration does not.
    found: Option<u8>,
    /// Nodes up to the end of that iteration, or of the last one.
    nodes: u64,
    /// Depth of the last iteration, and what it has found: in hundredths of a pawn, for the side to play.
    depth: u8,
    value: i32,
    #[serde(rename = "move")]
    best: Option<String>,
    /// Whether Ctrl-C has ended the search before it came to the depth or the number of nodes that was asked for.
    interrupted: bool,
}

impl Outcome {
    /// What a search has found; none if it has completed nothing.
    fn new(problem: &Problem, search: Settings, trial: &Trial, interrupted: bool) -> Option<Self> {
        let iterations = &trial.iterations;
        let last = iterations.last()?;
        let wrong = |at: &usize| !problem.solutions.contains(&iterations[*at].best.into());
        let after = (0..iterations.len()).rev().find(wrong).map_or(0, |at| at + 1);
        let found = iterations.get(after);
        Some(Self {
            position: problem.number,
            id: problem.id.clone(),
            search: search.to_string(),
            found: found.map(|iteration| iteration.depth),
            nodes: found.unwrap_or(last).statistics.nodes,
            depth: last.depth,
            value: last.value,
            best: problem.position.san(last.best.into()),
            interrupted,
        })
    }

    fn cell(&self) -> String {
        let found = match self.found {
            Some(depth) => depth.to_string(),
            None => self.best.clone().unwrap_or_else(|| "-".to_owned()),
        };
        let end = if self.interrupted {
            format!(" at {}", self.depth)
        } else {
            String::new()
        };
        over(
            format!("{found}: {}{end}", value_text(self.value)),
            &grouped(self.nodes),
        )
    }
}

pub(crate) fn zugzwang(arguments: &Arguments) -> Result<ExitCode> {
    distinct(&arguments.search)?;
    let suite = match &arguments.chosen.suite {
        Some(path) => Suite::unbroken(Some(path))?,
        None => Suite::zugzwang()?,
    };
    let problems = suite.choose(arguments.chosen.positions.as_ref())?;
    let runs: Vec<(&Problem, Settings)> = problems
        .iter()
        .flat_map(|problem| arguments.search.iter().map(move |search| (problem, *search)))
        .collect();
    let interrupt = Interrupt::listen()?;
    let outcomes = parallel::each(
        &runs,
        arguments.chosen.threads.jobs,
        "searches",
        &interrupt,
        |(problem, search)| {
            let (depth, nodes) = (arguments.depth, arguments.nodes);
            let trial = Trial::new(&problem.position, *search, depth, nodes, &interrupt);
            let interrupted = interrupt.requested() && !trial.complete;
            Ok(Outcome::new(problem, *search, &trial, interrupted))
        },
    )?;
    let mut out = stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&outcomes)?)?,
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(&mut out);
            for outcome in &outcomes {
                writer.serialize(outcome)?;
            }
            writer.flush()?;
        }
        format => write!(out, "{}", table(arguments, &problems, &outcomes).print(format))?,
    }
    if interrupt.requested() {
        let cut = outcomes.iter().filter(|outcome| outcome.interrupted);
        output::tell(format_args!(
            "bcp: interrupted: {} of {} searches are missing, and {} shown as far as they came (`at DEPTH`)",
            runs.len() - outcomes.len(),
            runs.len(),
            cut.count()
        ));
        return Ok(ExitCode::from(interrupt::STATUS));
    }
    Ok(ExitCode::SUCCESS)
}

/// A row for each position.
fn table(arguments: &Arguments, problems: &[Problem], outcomes: &[Outcome]) -> Titled {
    let title = format!(
        "The depth from which on each search plays the solution, or what it plays instead; its value at the last \
         depth, {} at most;\nbelow, nodes up to the depth found, or of all",
        arguments.depth
    );
    let names: Vec<String> = arguments.search.iter().map(ToString::to_string).collect();
    let mut table = Titled::new(title, "position", names.clone());
    for problem in problems {
        let cell = |name: &String| {
            let same = |outcome: &&Outcome| outcome.position == problem.number && outcome.search == *name;
            outcomes.iter().find(same).map_or_else(|| "?".to_owned(), Outcome::cell)
        };
        let id = problem.id.as_deref().unwrap_or_default();
        let name = format!("{} {id} {}", problem.number, problem.solution_text);
        table.row(name, names.iter().map(cell));
    }
    table
}
