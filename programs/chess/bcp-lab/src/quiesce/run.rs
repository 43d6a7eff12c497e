//! `bcp-lab quiesce`: null-move quiescence of any order in chess or Go.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_chess::{Move, Position};
use bcp_laboratory::go::{Go, PROBLEMS};
use bcp_laboratory::quiescence::{Tactical, Tactics};
use bcp_suite::{Interrupt, Problem, Suite};
use serde_json::{Value, json};

use super::options::{Arguments, GameName};
use super::search::{Task, search};
use super::table::{End, PositionResult, ResultRow, iterations, positions, summary};
use crate::chosen::Named;
use crate::printing::Settings;

pub(crate) fn quiesce(arguments: &Arguments) -> Result<ExitCode> {
    match arguments.game {
        GameName::Chess => all(arguments, chess(arguments)?),
        GameName::Go => {
            ensure!(
                arguments.fen.is_none() && arguments.chosen.suite.is_none(),
                "--fen and --suite require chess; use --positions 1-{} for Go",
                PROBLEMS.len()
            );
            all(arguments, go(arguments)?)
        }
    }
}

/// Positions with their numbers, and the settings that identify them.
type Tasks<G> = (Vec<(u32, Task<G>)>, Value);

fn chess(arguments: &Arguments) -> Result<Tasks<Tactics>> {
    let fen = arguments.fen.as_deref();
    let (positions, made_from) = arguments.chosen.positions_or(fen, || Suite::unbroken(None))?;
    let task = |(number, (position, problem)): (u32, (Position, Option<Problem>))| {
        let san = |&m: &Move| position.san(m).unwrap_or_default();
        let solutions = problem.iter().flat_map(|problem| &problem.solutions);
        let task = Task {
            named: Named::new(problem.as_ref()),
            solutions: solutions.map(san).collect(),
            gain: i32::MIN,
            game: Tactics::new(position),
            text: |game, m| game.position().san(m).unwrap_or_else(|| m.to_string()),
        };
        (number, task)
    };
    Ok((positions.into_iter().map(task).collect(), made_from))
}

fn go(arguments: &Arguments) -> Result<Tasks<Go>> {
    let count = PROBLEMS.len() as u32;
    let numbers = match &arguments.chosen.positions {
        Some(selection) => selection.numbers(count)?,
        None => (1..=count).collect(),
    };
    let task = |number: u32| {
        let problem = &PROBLEMS[number as usize - 1];
        let task = Task {
            named: Named { position: Some(number), id: problem.name.to_owned() },
            game: Go::from_text(problem.board, true)?,
            text: Go::move_text,
            solutions: problem.solutions.iter().map(|&m| m.to_owned()).collect(),
            gain: problem.gain,
        };
        Ok((number, task))
    };
    let tasks: Vec<_> = numbers.into_iter().map(task).collect::<Result<_>>()?;
    let names: Vec<String> = tasks.iter().map(|(_, task)| task.named.to_string()).collect();
    let made_from = json!({ "go": names });
    Ok((tasks, made_from))
}

/// Searches all positions and prints a line for each; a single one with its iterations.
fn all<G>(arguments: &Arguments, (tasks, made_from): Tasks<G>) -> Result<ExitCode>
where
    G: Tactical + Clone + Sync,
{
    let single = tasks.len() == 1;
    ensure!(
        !arguments.choices || single,
        "--choices requires a single position: --positions NUMBER or --fen FEN"
    );
    let settings = Settings::new("bcp-lab quiesce", [json!(arguments), made_from]);
    let one = |task: &Task<G>, interrupt: &Interrupt| {
        let searched = search(task, arguments, interrupt);
        let whole = searched.ended != End::Interrupted;
        Ok(Some((searched, whole)))
    };
    let results = arguments.running.run_as_far("positions", settings, tasks, one)?;
    let searched = &results.all;
    let rows: Vec<ResultRow<'_>> = searched.iter().map(PositionResult::row).collect();
    let status = results.print(&rows, |out| {
        if let ([searched], true) = (&searched[..], single) {
            iterations(out, searched);
        }
        out.table(&positions(&rows, arguments.nested.is_some()));
        if !single {
            summary(out, searched);
        }
    })?;
    let without = searched.iter().filter(|one| one.iterations.is_empty()).count();
    if without > 0 && !results.interrupted {
        cli::warn(format_args!(
            "in {without} of {} positions, no iteration was completed; increase --limit-nodes, or set --lower-depth",
            searched.len()
        ));
    }
    Ok(status)
}
