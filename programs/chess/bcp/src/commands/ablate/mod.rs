//! `bcp ablate`: how well each interpretation of what the papers leave open explains Table 1.

mod explained;
mod json;
mod reading;
mod rows;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_suite::{Interrupt, Selection};
use clap::Args;
use cli::Output;
use z8000::board::Clock;
use z8000_translate::Choice;

use super::batch;
use super::options::{BoardOptions, Format, ProgramOptions, SuiteOptions, seconds};
use crate::report::tables::{self, Table};
use reading::Reading;
use rows::{ROWS, Row};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to run, as 1-20 or 1,5,7-9; all where it is left out.
    #[arg(long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Threads; 0 for all cores. The results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds for each position: it is searched to this limit, whatever it finds.
    #[arg(long, value_name = "S", default_value = "300", value_parser = seconds)]
    limit_seconds: f64,
    /// Compare only these readings with the first, by the names of their files: king-first,null-mates-2.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Option<Vec<String>>,
    /// Accept every solution that the suite has; otherwise, where they are known, the moves of the book alone.
    #[arg(long)]
    suite_moves: bool,
    /// What runs the programs, as for `bcp table1`.
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Choice,
    /// Keep the results of each reading in this folder, as JSON lines; what is there is not run again.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How to print what was found.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write a report as well: one HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<Output>,
}

/// Text of the page above its tables.
const ABOUT: [&str; 3] = [
    "Each reading of what the sources leave open is a program of its own, run on the emulated Z8000 over the same \
     positions to the same limit, which does not depend on the paper\u{2019}s times.",
    "Likelihood: the logarithm of the probability of Table 1, if its author accepted a gain that the search showed for \
     the first time with a probability that depends on its size, if his times are ours times one scale with an error \
     that is normal in the logarithm, and if some positions are alien: judged or searched quite differently. \
     Intervals: 95 % of samples of the positions, drawn with replacement. A difference inside its interval decides \
     nothing.",
    "The fixed rule: times as bcp table1 has them, in whole seconds, with the clock that was set and with the scale \
     that fits best. Positions with a footnote in the paper are left out of all but the counts.",
];

pub(crate) fn ablate(arguments: &Arguments) -> Result<ExitCode> {
    arguments.report.iter().try_for_each(Output::check)?;
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let interrupt = Interrupt::listen()?;
    let rows = chosen(arguments.only.as_deref())?;
    let file = |row: &Row| Some(arguments.out.as_ref()?.join(format!("{}.jsonl", row.file)));
    cli::note(rows.iter().filter_map(|row| file(row)))?;
    let mut readings = Vec::new();
    for row in rows {
        let board = BoardOptions {
            engine: arguments.engine,
            simple: row.simple,
            changes: row
                .changes
                .iter()
                .map(|(name, value)| (name.to_string(), *value))
                .collect(),
            ..BoardOptions::default()
        };
        let program = ProgramOptions {
            from: SuiteOptions { board, suite: None },
            suite_moves: arguments.suite_moves,
            ..ProgramOptions::default()
        };
        let problems = program.suite()?.problems;
        let all_moves = ProgramOptions { suite_moves: true, ..program.clone() };
        let all_moves = all_moves.suite()?.problems;
        let all_moves = (!arguments.suite_moves).then_some(&all_moves[..]);
        let out = file(row).map(Output::from);
        let batch = batch::Options::quiet(arguments.positions.clone(), arguments.jobs, out);
        let finished = batch.run(&program, arguments.clock, arguments.limit_seconds, true, &interrupt)?;
        let status = finished.end();
        if status != ExitCode::SUCCESS {
            return Ok(status);
        }
        let (records, clock) = (&finished.records, arguments.clock);
        readings.push(Reading::new(row, &problems, all_moves, records, clock)?);
    }
    let found = table::tables(&readings, arguments.limit_seconds);
    match arguments.format {
        Format::Text => cli::print(found.iter().map(Table::markdown).collect::<String>())?,
        Format::Json => {
            let figures = json::Figures::new(&readings, arguments.limit_seconds);
            cli::print_line(serde_json::to_string_pretty(&figures)?)?;
        }
    }
    if let Some(report) = &arguments.report {
        let page = tables::page("How well each reading explains Table 1", &ABOUT, &found);
        report.write(page.into_string().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The first reading, and those that were asked for.
fn chosen(only: Option<&[String]>) -> Result<Vec<&'static Row>> {
    let Some(names) = only else {
        return Ok(ROWS.iter().collect());
    };
    let known: Vec<&str> = ROWS.iter().map(|row| row.file).collect();
    for name in names {
        ensure!(
            known.contains(&name.as_str()),
            "no reading is called `{name}`; there are {}",
            known.join(", ")
        );
    }
    let wanted = |(at, row): &(usize, &Row)| *at == 0 || names.iter().any(|name| name == row.file);
    Ok(ROWS.iter().enumerate().filter(wanted).map(|(_, row)| row).collect())
}
