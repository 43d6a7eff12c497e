//! `bcp lab mate`: mates found by proof-number searches.

use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::{Problem, Suite, parallel};
use clap::Args;
use output::{Column, Table, grouped};
use serde::Serialize;

use super::Chosen;
use super::form::Form;
use crate::Limits;
use crate::chess::Chess;
use crate::proof::{Found, Method, shortest_mate};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Searches to compare: pn, pn2, df-pn, exhaustive.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "pn,pn2,df-pn,exhaustive"
    )]
    search: Vec<Method>,
    /// Moves of the longest mate that is looked for, 1 to 20.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    moves: u32,
    /// Positions that a search may look at, 1000 to 1000000000; pn keeps all of them in memory.
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// Any chess position; the first four fields of FEN count.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    fen: Option<String>,
    /// How to print the table.
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    #[command(flatten)]
    chosen: Chosen,
}

/// A position to find a mate in.
struct Task {
    name: String,
    position: Position,
}

/// What a search has found in a position.
#[derive(Serialize)]
struct Row {
    position: String,
    search: String,
    /// Moves of the shortest mate; none if there is none within those asked for, or the search was ended.
    mate: Option<u32>,
    /// The first of them.
    first: Option<String>,
    /// Positions looked at, for shorter mates too.
    positions: u64,
    /// Whether the search was ended before it had an answer.
    ended: bool,
}

impl Row {
    fn new(task: &Task, search: Method, found: Found) -> Self {
        Self {
            position: task.name.clone(),
            search: search.to_string(),
            mate: found.moves,
            first: found.first.and_then(|m| task.position.san(m.into())),
            positions: found.positions,
            ended: found.ended,
        }
    }

    /// Positions, with a mark where the search was ended.
    fn cell(&self) -> String {
        let mark = if self.ended { ">" } else { "" };
        format!("{mark}{}", grouped(self.positions))
    }
}

pub(super) fn mate(arguments: &Arguments) -> Result<ExitCode> {
    let tasks = tasks(arguments)?;
    let searches = &arguments.search;
    let runs: Vec<(&Task, Method)> = tasks
        .iter()
        .flat_map(|task| searches.iter().map(move |search| (task, *search)))
        .collect();
    let interrupt = Interrupt::listen()?;
    let rows = parallel::each(
        &runs,
        arguments.chosen.threads.jobs,
        "searches",
        &interrupt,
        |(task, search)| {
            let limits = Limits {
                nodes: arguments.nodes,
                stop: Some(interrupt.as_ref()),
            };
            let found = shortest_mate(&Chess::from(&task.position), arguments.moves, *search, limits);
            let cut = found.ended && interrupt.requested();
            Ok((!cut).then(|| Row::new(task, *search, found)))
        },
    )?;
    arguments.format.print(&table(searches, &tasks, &rows), &rows)?;
    Ok(interrupt::missing_of("searches", rows.len(), runs.len()).unwrap_or(ExitCode::SUCCESS))
}

/// The position of `--fen`, those of `--suite`, or the mates that are built in.
fn tasks(arguments: &Arguments) -> Result<Vec<Task>> {
    if let Some(fen) = &arguments.fen {
        let position = Position::from_fen_lenient(fen).with_context(|| format!("the FEN `{fen}`"))?;
        return Ok(vec![Task {
            name: "FEN".to_owned(),
            position,
        }]);
    }
    let suite = match &arguments.chosen.suite {
        Some(path) => Suite::unbroken(Some(path))?,
        None => Suite::mates()?,
    };
    let task = |problem: Problem| Task {
        name: match problem.id {
            Some(id) => format!("{} {id}", problem.number),
            None => problem.number.to_string(),
        },
        position: problem.position,
    };
    let problems = suite.choose(arguments.chosen.positions.as_ref())?;
    Ok(problems.into_iter().map(task).collect())
}

/// A row for each position, with the positions that each search has looked at.
fn table(searches: &[Method], tasks: &[Task], rows: &[Row]) -> Table {
    let columns = [Column::left("position"), Column::right("mate"), Column::left("first")];
    let counts = searches.iter().map(|search| Column::right(search.to_string()));
    let mut table = Table::new(columns.into_iter().chain(counts));
    for task in tasks {
        let of = |search: &Method| {
            let name = search.to_string();
            let same = |row: &&Row| row.position == task.name && row.search == name;
            rows.iter().find(same)
        };
        let all: Vec<Option<&Row>> = searches.iter().map(of).collect();
        let solved = all.iter().flatten().find(|row| row.mate.is_some());
        let open = all.iter().flatten().all(|row| row.ended);
        let mate = match solved.and_then(|row| row.mate) {
            Some(moves) => moves.to_string(),
            None if open => "?".to_owned(),
            None => "-".to_owned(),
        };
        let first = solved.and_then(|row| row.first.clone()).unwrap_or_default();
        let counts = all.iter().map(|row| row.map_or_else(|| "?".to_owned(), Row::cell));
        table.row([task.name.clone(), mate, first].into_iter().chain(counts));
    }
    let sums = searches.iter().map(|search| {
        let name = search.to_string();
        let sum: u64 = rows
            .iter()
            .filter(|row| row.search == name)
            .map(|row| row.positions)
            .sum();
        grouped(sum)
    });
    let title = ["all".to_owned(), String::new(), String::new()];
    table.row(title.into_iter().chain(sums));
    table
}
