//! `bcp ablate`: how well each interpretation of what the papers leave open explains Table 1.

mod explained;
mod reading;
mod rows;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_suite::parallel::Threads;
use bcp_suite::{Interrupt, Selection};
use clap::Args;
use cli::{Format, Output};
use serde::Serialize;
use z8000::machine::Clock;
use z8000_translate::Choice;

use super::batch;
use super::options::{BoardOptions, ProgramOptions, SuiteOptions, seconds};
use reading::{Reading, Step, steps};
use rows::{AblationRow, ROWS};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to run, such as `1-20` or `1,5,7-9`. By default, all positions are run.
    #[arg(short = 'n', long, value_name = "LIST")]
    positions: Option<Selection>,
    #[command(flatten)]
    threads: Threads,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    /// Emulated seconds for each position. Every search runs to this limit, even after the position is solved.
    #[arg(long, value_name = "S", default_value = "300", value_parser = seconds)]
    limit_seconds: f64,
    /// Compare only these readings with the first reading, such as `king-first,null-mates-2`. Each reading is named as
    /// its file in `--out-dir`.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Option<Vec<String>>,
    /// Accept every solution in the suite. By default, only the book's moves are accepted, where they are known.
    #[arg(long)]
    suite_moves: bool,
    /// Engine that runs the program: `compiled` (native code), `interpreter` (one instruction at a time) or `best`
    /// (`compiled` if the host supports it, otherwise `interpreter`). All engines give cycle-identical results.
    #[arg(long, value_name = "NAME", default_value_t)]
    engine: Choice,
    /// Keep the results of each reading in this folder, as JSON lines, and reuse existing results.
    #[arg(long, value_name = "FOLDER")]
    out_dir: Option<PathBuf>,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

/// The findings; described in `docs/reference/results-json.md`.
#[derive(Serialize)]
struct Figures<'r> {
    limit_seconds: f64,
    readings: &'r [Reading],
    /// The steps from the pseudocode to the present program, if at least two of them were run.
    steps: Vec<Step<'r>>,
}

pub(crate) fn ablate(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(folder) = &arguments.out_dir {
        cli::gate::make_folder(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    }
    let interrupt = Interrupt::listen()?;
    let rows = chosen(arguments.only.as_deref())?;
    let file = |row: &AblationRow| Some(arguments.out_dir.as_ref()?.join(format!("{}.jsonl", row.name)));
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
        let batch = batch::Options::quiet(arguments.positions.clone(), arguments.threads, out);
        let finished = batch.run(
            &program,
            arguments.clock,
            arguments.limit_seconds,
            true,
            &interrupt,
            |_| Ok(()),
        )?;
        let status = finished.end();
        if status != ExitCode::SUCCESS {
            return Ok(status);
        }
        let (records, clock) = (&finished.run.records, arguments.clock);
        let reading = Reading::new(row, &problems, all_moves, records, clock, readings.first())?;
        readings.push(reading);
    }
    let (limit_seconds, readings, steps) = (arguments.limit_seconds, &readings[..], steps(&readings));
    match arguments.format {
        Format::Text => cli::print(table::text(limit_seconds, readings, &steps))?,
        Format::Json => {
            let figures = Figures { limit_seconds, readings, steps };
            cli::print_line(serde_json::to_string_pretty(&figures)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the first reading, followed by the requested ones; default: all.
fn chosen(only: Option<&[String]>) -> Result<Vec<&'static AblationRow>> {
    let Some(names) = only else {
        return Ok(ROWS.iter().collect());
    };
    let known: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    for name in names {
        ensure!(
            known.contains(&name.as_str()),
            "unknown reading `{name}`: expected one of {}",
            known.join(", ")
        );
    }
    let wanted = |(at, row): &(usize, &AblationRow)| *at == 0 || names.iter().any(|name| name == row.name);
    Ok(ROWS.iter().enumerate().filter(wanted).map(|(_, row)| row).collect())
}
