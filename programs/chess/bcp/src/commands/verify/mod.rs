//! `bcp verify`: the Z8000 program against the Rust reference.

mod compare;
mod first_difference;
mod games;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_driver::Program;
use bcp_reference::game::Outcome;
use bcp_reference::search::Readings;
use bcp_suite::Selection;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel::{self, Threads};
use clap::Args;
use z8000::board::Clock;

use super::options::{SuiteOptions, seconds};
use bcp_suite::options::status;
use compare::compare;
use first_difference::first_difference;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to compare, such as 1-20 or 1,5,7-9; all by default.
    #[arg(short = 'n', long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Play N complete games instead of searching positions, and compare moves, values, nodes and results.
    #[arg(long, value_name = "N", conflicts_with_all = ["positions", "limit_seconds", "trace", "suite"])]
    games: Option<u32>,
    /// Emulated seconds for each position.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    limit_seconds: f64,
    /// Clock of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    #[command(flatten)]
    threads: Threads,
    /// If iterations differ, search again and name the first differing node.
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    from: SuiteOptions,
}

pub(crate) fn verify(arguments: &Arguments) -> Result<ExitCode> {
    let program = arguments.from.board.program()?;
    if let Some(games) = arguments.games {
        return verify_games(arguments, &program, games);
    }
    let problems = arguments.from.unbroken()?.choose(arguments.positions.as_ref())?;
    let variant = arguments.from.variant()?;
    let interrupt = Interrupt::listen()?;
    compare_constants(&program, &variant.readings)?;
    let limit = arguments.clock.clocks(arguments.limit_seconds);
    let results = parallel::each(&problems, arguments.threads, "positions", &interrupt, |problem| {
        compare(&program, problem, variant, limit, &interrupt)
    })?;
    let mut out = cli::Screen::default();
    let differing = || {
        results
            .iter()
            .filter_map(|result| Some((result, result.difference.as_ref()?)))
    };
    for (result, difference) in differing() {
        writeln!(out, "position {} differs at depth {}:", result.number, difference.depth)?;
        writeln!(out, "  Z8000      {}", difference.z8000)?;
        writeln!(out, "  reference  {}", difference.reference)?;
        if arguments.trace {
            let (_, first) = first_difference(&program, variant, &result.position, difference.depth)?;
            writeln!(
                out,
                "{}",
                first.as_deref().unwrap_or("  no event of the searches differs")
            )?;
        }
    }
    let differences = differing().count();
    let iterations: usize = results.iter().map(|result| result.iterations).sum();
    let nodes: u64 = results.iter().map(|result| u64::from(result.nodes)).sum();
    writeln!(
        out,
        "{} positions, {iterations} iterations, {nodes} nodes compared: {differences} differ",
        results.len()
    )?;
    let most = results.iter().map(|result| result.most).max().unwrap_or(0);
    if most > 0 {
        let entries: usize = results.iter().map(|result| result.entries).sum();
        writeln!(
            out,
            "{entries} entries of stored trees compared; at most {most} of {} in use",
            variant.readings.tree_entries
        )?;
    }
    let missing = interrupt::missing("positions", results.len(), problems.len());
    Ok(status(missing, differences == 0))
}

/// Plays games on both the program and the reference.
fn verify_games(arguments: &Arguments, program: &Program, games: u32) -> Result<ExitCode> {
    let variant = arguments.from.variant()?;
    let interrupt = Interrupt::listen()?;
    compare_constants(program, &variant.readings)?;
    let seeds: Vec<u64> = (1..=u64::from(games)).collect();
    let results = parallel::each(&seeds, arguments.threads, "games", &interrupt, |seed| {
        Ok(games::play(program, variant, *seed, &interrupt)?.map(|compared| (*seed, compared)))
    })?;
    let mut out = cli::Screen::default();
    for (seed, game) in &results {
        if let Some(difference) = &game.difference {
            writeln!(out, "game {seed} differs {difference}")?;
        }
    }
    let count = |outcome| results.iter().filter(|(_, game)| game.outcome == outcome).count();
    let moves: usize = results.iter().map(|(_, game)| game.moves).sum();
    let nodes: u64 = results.iter().map(|(_, game)| game.nodes).sum();
    let differ = results.iter().filter(|(_, game)| game.difference.is_some()).count();
    writeln!(
        out,
        "{} games, {moves} moves, {nodes} nodes compared: {differ} differ",
        results.len()
    )?;
    writeln!(
        out,
        "{} mates, {} stalemates, {} repetitions, {} by the fifty-move rule, {} cut short",
        count(Outcome::Mate),
        count(Outcome::Stalemate),
        count(Outcome::Repetition),
        count(Outcome::Fifty),
        count(Outcome::Open)
    )?;
    let missing = interrupt::missing("games", results.len(), seeds.len());
    Ok(status(missing, differ == 0))
}

/// Checks that the program has the constants of the reference: if they differ, nothing else can agree.
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
            // Under CP/M there is room for fewer moves of a game, on which no search depends.
            if name == "GAME_PLIES" && program.number("CPM") == Some(1) {
                continue;
            }
            // A program that --program names may be written without this name.
            let Some(z8000) = program.number(name) else { continue };
            ensure!(
                z8000 == value,
                "{name} is {z8000} in the Z8000 program (asm/constants.s), but {value} in the reference ({file}): \
                 their searches cannot agree"
            );
        }
    }
    Ok(())
}
