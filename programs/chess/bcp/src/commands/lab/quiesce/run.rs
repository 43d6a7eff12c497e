//! `bcp lab quiesce`: null-move quiescence of any order on chess or Go.

use std::cmp::Reverse;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_chess::Position;
use bcp_laboratory::game::Value;
use bcp_laboratory::go::{Go, PROBLEMS};
use bcp_laboratory::quiescence::{Choice, Iteration, Tactical, Tactics};
use bcp_suite::interrupt::Interrupt;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::super::chosen::Chosen;
use super::super::printing::{self, Printing, Sample};
use super::super::streaming::Streaming;
use super::search::{End, Outcome, Settings, search};
use super::table::{Row, Searched, Searching, iterations, positions, summary};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: the positions of a suite, or built-in problems about capturing stones.
    #[arg(long, value_enum, default_value = "chess")]
    game: GameName,
    /// How often quiescence is applied to the evaluation: 2 is the paper's. The highest has the limit of depth.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    order: u32,
    /// Deepest iteration.
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=30))]
    depth: u32,
    /// Limit the depth of the orders between the first and the highest, which otherwise have none.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    lower_depth: Option<u32>,
    /// Any chess position; the first four fields of FEN count.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    fen: Option<String>,
    /// Nodes after which a position is given up; 0 for any number.
    #[arg(
        long, value_name = "N", default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(0..=10_000_000_000)
    )]
    nodes: u64,
    /// Let the first order not see mates in one.
    #[arg(long)]
    no_mates: bool,
    /// Go on to the full depth when nothing is left to find out.
    #[arg(long)]
    to_the_end: bool,
    /// Find out all that can be known of every move, and print it; for a single position.
    #[arg(long)]
    choices: bool,
    /// Print the value of two orders as well of which the first has this limit of depth: three levels of reliability.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=30))]
    nested: Option<u32>,
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    streaming: Streaming,
    #[command(flatten)]
    printing: Printing,
}

/// A game to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GameName {
    /// Material in pawns, and mates.
    Chess,
    /// Prisoners.
    Go,
}

/// A position to search, with what is known of it.
struct Task<G> {
    number: u32,
    /// Its number, or what else it is called.
    name: String,
    game: G,
    /// The moves that solve it, as text; none where they are not known.
    solutions: Vec<String>,
    /// The value that they have to bring.
    gain: Value,
}

/// Names the moves of a game.
trait Names: Tactical + Clone + Sync {
    fn text(&self, m: Self::Move) -> String;
}

impl Names for Tactics {
    fn text(&self, m: Self::Move) -> String {
        self.position().san(m).unwrap_or_else(|| m.to_string())
    }
}

impl Names for Go {
    fn text(&self, m: Self::Move) -> String {
        self.move_text(m)
    }
}

pub(crate) fn quiesce(arguments: &Arguments) -> Result<ExitCode> {
    match arguments.game {
        GameName::Chess => all(arguments, arguments.chess()?),
        GameName::Go => {
            ensure!(
                arguments.fen.is_none() && arguments.chosen.suite.is_none(),
                "--fen and --suite are chess positions; Go has --positions 1-{}",
                PROBLEMS.len()
            );
            all(arguments, arguments.go()?)
        }
    }
}

impl Arguments {
    const fn settings(&self) -> Settings {
        Settings {
            order: self.order,
            depth: self.depth,
            lower_depth: self.lower_depth,
            mates: !self.no_mates,
            nodes: self.nodes,
            to_the_end: self.to_the_end,
            choices: self.choices,
            nested: self.nested,
        }
    }

    /// Returns the settings that the results depend on.
    fn provenance<G>(&self, tasks: &[Task<G>]) -> Result<printing::Settings> {
        let options = json!({
            "order": self.order,
            "depth": self.depth,
            "lower_depth": self.lower_depth,
            "nodes": self.nodes,
            "mates": !self.no_mates,
            "to_the_end": self.to_the_end,
            "choices": self.choices,
            "nested": self.nested,
        });
        let mut settings = printing::Settings::new("bcp lab quiesce", options);
        settings.add(match (&self.fen, self.game) {
            (Some(fen), _) => json!({ "fen": fen }),
            (None, GameName::Chess) => self.chosen.provenance(&self.chosen.problems()?)?,
            (None, GameName::Go) => json!({ "go": tasks.iter().map(|task| &task.name).collect::<Vec<_>>() }),
        });
        Ok(settings)
    }

    fn chess(&self) -> Result<Vec<Task<Tactics>>> {
        if let Some(fen) = &self.fen {
            let position = Position::from_fen_lenient(fen).with_context(|| format!("the FEN `{fen}`"))?;
            return Ok(vec![Task {
                number: 1,
                name: "FEN".to_owned(),
                game: Tactics::new(position),
                solutions: Vec::new(),
                gain: Value::MIN,
            }]);
        }
        let problems = self.chosen.problems()?;
        let task = |problem: bcp_suite::Problem| {
            let san = |&m| problem.position.san(m).unwrap_or_default();
            Task {
                number: problem.number,
                name: problem.number.to_string(),
                solutions: problem.solutions.iter().map(san).collect(),
                gain: Value::MIN,
                game: Tactics::new(problem.position),
            }
        };
        Ok(problems.into_iter().map(task).collect())
    }

    fn go(&self) -> Result<Vec<Task<Go>>> {
        let count = PROBLEMS.len() as u32;
        let numbers = match &self.chosen.positions {
            Some(selection) => selection.numbers(count)?,
            None => (1..=count).collect(),
        };
        let task = |number: u32| {
            let problem = &PROBLEMS[number as usize - 1];
            Ok(Task {
                number,
                name: format!("{number} {}", problem.name),
                game: Go::from_text(problem.board, true)?,
                solutions: problem.solutions.iter().map(|&m| m.to_owned()).collect(),
                gain: problem.gain,
            })
        };
        numbers.into_iter().map(task).collect()
    }
}

/// Searches all positions and prints a line for each; a single one with its iterations.
fn all<G: Names>(arguments: &Arguments, tasks: Vec<Task<G>>) -> Result<ExitCode> {
    ensure!(
        !arguments.choices || tasks.len() == 1,
        "--choices is for a single position: --positions NUMBER or --fen FEN"
    );
    let search_settings = arguments.settings();
    let settings = arguments.provenance(&tasks)?;
    let interrupt = Interrupt::listen()?;
    let run = |task: &Task<G>| {
        let outcome = search(task.game.clone(), &search_settings, interrupt.as_ref());
        let searched = named(task, outcome, arguments.choices);
        let whole = searched.ended != End::Interrupted;
        Ok((searched, whole))
    };
    let work = arguments.chosen.work(&interrupt, &settings);
    let single = tasks.len() == 1;
    let number = |task: &Task<G>| task.number;
    let (searched, missing) = arguments.streaming.each_as_far(&work, tasks, number, run)?;
    let rows: Vec<Row<'_>> = searched.iter().map(Searched::row).collect();
    let sample = Sample(searched.len(), work.what);
    arguments.printing.print(&settings, sample, &rows, |out| {
        if let ([searched], true) = (&searched[..], single) {
            iterations(out, searched)?;
        }
        out.table(&positions(&searched, arguments.nested.is_some()));
        if !single {
            summary(out, &searched)?;
        }
        Ok(())
    })?;
    let without = searched
        .iter()
        .filter(|searched| searched.iterations.is_empty())
        .count();
    if without > 0 && !interrupt.requested() {
        cli::tell(format_args!(
            "bcp: no iteration was completed in {without} of {} positions; more --nodes or a --lower-depth help",
            searched.len()
        ));
    }
    Ok(missing.unwrap_or(ExitCode::SUCCESS))
}

/// Replaces moves by their names; what is known of every move is kept if it was asked for.
fn named<G: Names>(task: &Task<G>, outcome: Outcome<G::Move>, with_choices: bool) -> Searched {
    let iteration = |iteration: &Iteration<G::Move>| Searching {
        depth: iteration.depth,
        value: iteration.fat.value,
        best: iteration.best.map(|m| task.game.text(m)),
        range: iteration.fat.to_string(),
        nodes: iteration.statistics.nodes,
    };
    let iterations: Vec<Searching> = outcome.iterations.iter().map(iteration).collect();
    let solves = || {
        let last = iterations.last()?;
        Some(task.solutions.contains(last.best.as_ref()?) && last.value >= task.gain)
    };
    let last = outcome.iterations.last().filter(|_| with_choices);
    let mut choices = last.map_or(&[][..], |last| &last.choices).to_vec();
    choices.sort_by_key(|choice| Reverse(choice.fat.value));
    let choice = |choice: &Choice<G::Move>| (task.game.text(choice.m), choice.fat.to_string());
    Searched {
        position: task.name.clone(),
        solved: (!task.solutions.is_empty()).then(|| solves().unwrap_or(false)),
        ended: outcome.end,
        branching: outcome.branching,
        nested: outcome.nested.map(|nested| nested.to_string()),
        choices: choices.iter().map(choice).collect(),
        statistics: outcome.statistics,
        iterations,
    }
}
