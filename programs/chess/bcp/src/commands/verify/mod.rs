//! `bcp verify`: compares the Z8000 program with the Rust reference.

mod compare;
mod first_difference;
mod games;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_driver::Program;
use bcp_reference::game::Outcome;
use bcp_reference::search::Readings;
use bcp_suite::interrupt::{self, Interrupt};
use bcp_suite::parallel::{self, Threads};
use bcp_suite::{Problem, Selection};
use clap::Args;
use cli::Format;
use serde::Serialize;
use z8000::machine::Clock;

use super::options::{SuiteOptions, Variant, seconds};
use bcp_suite::options::status;
use compare::{ComparedPosition, Difference, compare};
use first_difference::first_difference;
use games::ComparedGame;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Positions to compare, such as `1-20` or `1,5,7-9`. By default, all positions are compared.
    #[arg(short = 'n', long, value_name = "LIST")]
    positions: Option<Selection>,
    /// Play N complete games instead of searching positions, and compare moves, values, nodes and results.
    #[arg(long, value_name = "N", conflicts_with_all = ["positions", "limit_seconds", "trace", "suite"])]
    games: Option<u32>,
    /// Emulated seconds for the search of each position.
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    limit_seconds: f64,
    /// Clock rate of the emulated Z8000.
    #[arg(long, default_value = "4MHz")]
    clock: Clock,
    #[command(flatten)]
    threads: Threads,
    /// If iterations differ, search again, and report the first differing node.
    #[arg(long)]
    trace: bool,
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
    /// Entries of stored trees that were compared, the most in use at once, and how many there may be.
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
    /// The first node that differs, in words, if requested, and if there is one.
    node: Option<String>,
}

/// The result of a comparison of games as JSON.
#[derive(Serialize)]
struct PlayedGames<'r> {
    games: usize,
    moves: usize,
    nodes: u64,
    mates: usize,
    stalemates: usize,
    repetitions: usize,
    fifty_moves: usize,
    broken_off: usize,
    differences: Vec<DifferingGame<'r>>,
}

#[derive(Serialize)]
struct DifferingGame<'r> {
    game: u64,
    difference: &'r str,
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
    let one = |problem: &Problem| {
        let Some(mut compared) = compare(&program, problem, variant, limit, &interrupt)? else {
            return Ok(None);
        };
        let difference = compared.difference.take();
        let found = difference.map(|difference| differing(arguments, &program, variant, problem, difference));
        Ok(Some((compared, found.transpose()?)))
    };
    let text = arguments.format == Format::Text;
    let told = |(_, found): &(ComparedPosition, Option<DifferingPosition>)| match found {
        Some(found) if text => Ok(cli::print(found.text(arguments.trace))?),
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

/// A position whose searches differ; its first differing node is searched for on request.
fn differing(
    arguments: &Arguments,
    program: &Program,
    variant: Variant,
    problem: &Problem,
    difference: Difference,
) -> Result<DifferingPosition> {
    let node = match arguments.trace {
        true => first_difference(program, variant, &problem.position, difference.depth)?.1,
        false => None,
    };
    Ok(DifferingPosition { number: problem.number, difference, node })
}

impl DifferingPosition {
    fn text(&self, traced: bool) -> String {
        let Difference { depth, z8000, reference } = &self.difference;
        let mut text = format!(
            "position {} differs at depth {depth}:\n  Z8000      {z8000}\n  reference  {reference}\n",
            self.number
        );
        if traced {
            text += self.node.as_deref().unwrap_or("  all events of the searches agree");
            text += "\n";
        }
        text
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

/// Plays games on both the program and the reference.
fn verify_games(arguments: &Arguments, program: &Program, games: u32) -> Result<ExitCode> {
    let variant = arguments.from.variant()?;
    let interrupt = Interrupt::listen()?;
    compare_constants(program, &variant.readings)?;
    let seeds: Vec<u64> = (1..=u64::from(games)).collect();
    let one = |seed: &u64| Ok(games::play(program, variant, *seed, &interrupt)?.map(|compared| (*seed, compared)));
    let text = arguments.format == Format::Text;
    let told = |(seed, game): &(u64, ComparedGame)| match &game.difference {
        Some(difference) if text => Ok(cli::print_line(format_args!("game {seed} differs {difference}"))?),
        _ => Ok(()),
    };
    let results = parallel::each(&seeds, arguments.threads, "games", &interrupt, one, told)?;
    let count = |outcome| results.iter().filter(|(_, game)| game.outcome == outcome).count();
    let all = PlayedGames {
        games: results.len(),
        moves: results.iter().map(|(_, game)| game.moves).sum(),
        nodes: results.iter().map(|(_, game)| game.nodes).sum(),
        mates: count(Outcome::Mate),
        stalemates: count(Outcome::Stalemate),
        repetitions: count(Outcome::Repetition),
        fifty_moves: count(Outcome::Fifty),
        broken_off: count(Outcome::Open),
        differences: results
            .iter()
            .filter_map(|(seed, game)| DifferingGame::of(*seed, game))
            .collect(),
    };
    if text {
        cli::print(all.text())?;
    } else {
        cli::print_line(serde_json::to_string_pretty(&all)?)?;
    }
    let missing = interrupt::missing("games", results.len(), seeds.len());
    Ok(status(missing, all.differences.is_empty()))
}

impl<'r> DifferingGame<'r> {
    fn of(game: u64, compared: &'r ComparedGame) -> Option<Self> {
        let difference = compared.difference.as_deref()?;
        Some(Self { game, difference })
    }
}

impl PlayedGames<'_> {
    fn text(&self) -> String {
        let Self {
            games,
            moves,
            nodes,
            mates,
            stalemates,
            repetitions,
            fifty_moves,
            broken_off,
            ..
        } = self;
        let differ = self.differences.len();
        format!(
            "{games} games, {moves} moves, {nodes} nodes compared: {differ} differ\n\
             {mates} mates, {stalemates} stalemates, {repetitions} repetitions, {fifty_moves} by the fifty-move rule, \
             {broken_off} cut short\n"
        )
    }
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
                "{name} is {z8000} in the Z8000 program (asm/constants.s), but {value} in the reference ({file}): the \
                 two searches cannot agree"
            );
        }
    }
    Ok(())
}
