//! `bcp verify`: compares the Z8000 program with the Rust reference.

mod compare;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_driver::Program;
use bcp_reference::search::Readings;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel::{self, Threads};
use bcp_suite::{Problem, Selection};
use clap::Args;
use cli::Format;
use serde::Serialize;
use z8000::machine::Clock;

use super::options::{SuiteOptions, seconds};
use bcp_suite::options::status;
use compare::{ComparedPosition, Difference, compare};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to compare, such as `1-20` or `1,5,7-9`. By default, all positions are compared.
    #[arg(short = 'n', long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Emulated seconds for the search of each position.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    limit_seconds: f64,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    #[command(flatten)]
    threads: Threads,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    from: SuiteOptions,
}

/// The result of a comparison of positions as JSON.
#[derive(Serialize)]
struct Positions<'r> {
    positions: usize,
    iterations: usize,
    nodes: u64,
    /// Stored-tree entries compared; most in use at once; capacity of the tree.
    entries: usize,
    most_entries: usize,
    tree_entries: usize,
    differences: Vec<&'r DifferingPosition>,
}

/// A position whose searches differ.
#[derive(Serialize)]
struct DifferingPosition {
    number: u32,
    #[serde(flatten)]
    difference: Difference,
}

pub(crate) fn verify(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.from.board.program()?;
    let problems = arguments.from.unbroken()?.choose(arguments.positions.as_ref())?;
    let variant = arguments.from.variant()?;
    let interrupt = Interrupt::listen()?;
    compare_constants(&program, &variant.readings)?;
    let limit = arguments.clock.clocks(arguments.limit_seconds);
    let one = |problem: &Problem| {
        let Some(mut compared) = compare(&program, problem, variant, limit, &interrupt)? else {
            return Ok(None);
        };
        let difference = compared.difference.take();
        let found = difference.map(|difference| DifferingPosition { number: problem.number, difference });
        Ok(Some((compared, found)))
    };
    let text = arguments.format == Format::Text;
    let told = |(_, found): &(ComparedPosition, Option<DifferingPosition>)| match found {
        Some(found) if text => Ok(cli::print(found.text())?),
        _ => Ok(()),
    };
    let results = parallel::each(&problems, arguments.threads, "positions", &interrupt, one, told)?;
    let compared = || results.iter().map(|(compared, _)| compared);
    let all = Positions {
        positions: results.len(),
        iterations: compared().map(|one| one.iterations).sum(),
        nodes: compared().map(|one| u64::from(one.nodes)).sum(),
        entries: compared().map(|one| one.entries).sum(),
        most_entries: compared().map(|one| one.most).max().unwrap_or(0),
        tree_entries: variant.readings.tree_entries,
        differences: results.iter().filter_map(|(_, found)| found.as_ref()).collect(),
    };
    if text {
        cli::print(all.text())?;
    } else {
        cli::print_line(serde_json::to_string_pretty(&all)?)?;
    }
    let missing = interrupt::missing("positions", results.len(), problems.len());
    Ok(status(missing, all.differences.is_empty()))
}

impl DifferingPosition {
    fn text(&self) -> String {
        let Difference { depth, z8000, reference } = &self.difference;
        format!(
            "position {} differs at depth {depth}:\n  Z8000      {z8000}\n  reference  {reference}\n",
            self.number
        )
    }
}

impl Positions<'_> {
    fn text(&self) -> String {
        let Self { positions, iterations, nodes, entries, most_entries, tree_entries, .. } = self;
        let differ = self.differences.len();
        let mut text =
            format!("{positions} positions, {iterations} iterations, {nodes} nodes compared: {differ} differ\n");
        if *most_entries > 0 {
            text += &format!(
                "{entries} entries of stored trees compared; at most {most_entries} of {tree_entries} in use\n"
            );
        }
        text
    }
}

/// Checks that the program's constants equal those of the reference: if they differ, no search can agree.
fn compare_constants(program: &Program, readings: &Readings) -> Result<()> {
    let readings = readings.numbers();
    let reading = |name: &str| readings.iter().find(|(known, _)| *known == name);
    let files = [
        (bcp_chess::constants::ALL, "programs/chess/rules/src/constants.rs"),
        (
            bcp_reference::constants::ALL,
            "programs/chess/reference/src/constants.rs",
        ),
    ];
    for (constants, file) in files {
        for &(name, value) in constants {
            let value = reading(name).map_or(value, |(_, value)| *value);
            // Under CP/M there is room for fewer moves of a game, which affects no search.
            if name == "GAME_PLIES" && program.number("CPM") == Some(1) {
                continue;
            }
            // A program given with --program need not define this name.
            let Some(z8000) = program.number(name) else { continue };
            ensure!(
                z8000 == value,
                "{name} is {z8000} in the Z8000 program (asm/constants.s), but {value} in the reference ({file}): the \
                 two searches cannot agree"
            );
        }
    }
    Ok(())
}
