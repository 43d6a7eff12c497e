//! `bcp lab mate`: mates found by proof-number searches.

use std::fmt::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_laboratory::Limits;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::proof::{Found, Method, shortest_mate};
use bcp_suite::interrupt::Interrupt;
use bcp_suite::results::sha256;
use bcp_suite::{Problem, Selection, Suite};
use clap::Args;
use cli::{Column, Table, grouped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::chosen::Chosen;
use super::margin::{Margin, SAID, ratio_of_sums};
use super::printing::{self, Printing, Sample, Text};
use super::streaming::Streaming;

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
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    streaming: Streaming,
    #[command(flatten)]
    printing: Printing,
}

/// A position to find a mate in.
struct Task {
    number: u32,
    name: String,
    position: Position,
}

/// The results of all searches of a position.
#[derive(Clone, Serialize, Deserialize)]
struct Searched {
    searches: Vec<Row>,
}

/// The result of a search of a position.
#[derive(Clone, Serialize, Deserialize)]
struct Row {
    position: String,
    search: String,
    /// Moves of the shortest mate; none if there is none within those asked for, or the search was ended.
    mate: Option<u32>,
    /// The first of them.
    first: Option<String>,
    /// Positions looked at, for shorter mates too.
    positions: u64,
    /// Set if the search was ended before it had an answer.
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
    let (tasks, made_from) = tasks(arguments)?;
    let interrupt = Interrupt::listen()?;
    let limits = Limits {
        nodes: arguments.nodes,
        stop: Some(interrupt.as_ref()),
    };
    let run = |task: &Task| {
        let search = |search: &Method| {
            let found = shortest_mate(&Chess::from(&task.position), arguments.moves, *search, limits);
            Row::new(task, *search, found)
        };
        let searches = arguments.search.iter().map(search).collect();
        Ok((!interrupt.requested()).then_some(Searched { searches }))
    };
    let names: Vec<String> = arguments.search.iter().map(ToString::to_string).collect();
    let options = json!({ "search": names, "moves": arguments.moves, "nodes": arguments.nodes });
    let mut settings = printing::Settings::new("bcp lab mate", options);
    settings.add(made_from);
    let work = arguments.chosen.work(&interrupt, &settings);
    let (searched, missing) = arguments.streaming.each(&work, tasks, |task| task.number, run)?;
    let rows: Vec<&Row> = searched.iter().flat_map(|searched| &searched.searches).collect();
    let sample = Sample(searched.len(), work.what);
    let text = |out: &mut Text| print(out, &names, &searched);
    arguments.printing.print(&settings, sample, &rows, text)?;
    Ok(missing.unwrap_or(ExitCode::SUCCESS))
}

/// The position of `--fen`, those of `--suite`, or the mates that are built in; and what they were taken from.
fn tasks(arguments: &Arguments) -> Result<(Vec<Task>, Value)> {
    if let Some(fen) = &arguments.fen {
        let position = Position::from_fen_lenient(fen).with_context(|| format!("the FEN `{fen}`"))?;
        let task = Task {
            number: 1,
            name: "FEN".to_owned(),
            position,
        };
        return Ok((vec![task], json!({ "fen": fen })));
    }
    let suite = match &arguments.chosen.suite {
        Some(path) => Suite::unbroken(Some(path))?,
        None => Suite::mates()?,
    };
    let task = |problem: Problem| Task {
        number: problem.number,
        name: match problem.id {
            Some(id) => format!("{} {id}", problem.number),
            None => problem.number.to_string(),
        },
        position: problem.position,
    };
    let problems = suite.choose(arguments.chosen.positions.as_ref())?;
    let positions = Selection::text(problems.iter().map(|problem| problem.number));
    let made_from = json!({ "suite": sha256(&suite.bytes), "positions": positions });
    Ok((problems.into_iter().map(task).collect(), made_from))
}

/// A row for each position, with the positions that each search has looked at, and below how they compare.
fn print(out: &mut Text, names: &[String], searched: &[Searched]) -> Result<()> {
    let columns = [Column::left("position"), Column::right("mate"), Column::left("first")];
    let counts = names.iter().map(Column::right);
    let mut table = Table::new(columns.into_iter().chain(counts));
    for Searched { searches } in searched {
        let solved = searches.iter().find(|row| row.mate.is_some());
        let mate = match solved.and_then(|row| row.mate) {
            Some(moves) => moves.to_string(),
            None if searches.iter().all(|row| row.ended) => "?".to_owned(),
            None => "-".to_owned(),
        };
        let name = searches.first().map(|row| row.position.clone()).unwrap_or_default();
        let first = solved.and_then(|row| row.first.clone()).unwrap_or_default();
        table.row([name, mate, first].into_iter().chain(searches.iter().map(Row::cell)));
    }
    let positions = |at: usize| searched.iter().map(move |one| one.searches[at].positions);
    let title = ["all".to_owned(), String::new(), String::new()];
    let sums = (0..names.len()).map(|at| grouped(positions(at).sum::<u64>()));
    table.row(title.into_iter().chain(sums));
    out.table(&table);
    let Some((last, others)) = names.split_last().filter(|(_, others)| !others.is_empty()) else {
        return Ok(());
    };
    writeln!(out, "\nin per cent of the positions of {last}; {SAID} of the mates")?;
    for (at, name) in others.iter().enumerate() {
        let pairs: Vec<(u64, u64)> = positions(at).zip(positions(others.len())).collect();
        if let Some((ratio, interval)) = ratio_of_sums(&pairs) {
            write!(out, "{name:12}{:>6.1} %", 100.0 * ratio)?;
            if let Some(Margin { low, high }) = interval {
                write!(out, "  {:.1}..{:.1}", 100.0 * low, 100.0 * high)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}
