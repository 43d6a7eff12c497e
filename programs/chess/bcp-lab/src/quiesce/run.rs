//! `bcp-lab quiesce`: null-move quiescence of any order.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use bcp_chess::Position;
use bcp_suite::{Interrupt, Problem, Suite};
use serde_json::json;

use super::options::Arguments;
use super::search::search;
use super::table::{End, PositionResult, ResultRow, iterations, positions, summary};
use crate::printing::Settings;

/// Searches all positions and prints a line for each; a single one with its iterations.
pub(crate) fn quiesce(arguments: &Arguments) -> Result<ExitCode> {
    let fen = arguments.fen.as_deref();
    let (tasks, made_from) = arguments.chosen.positions_or(fen, || Suite::unbroken(None))?;
    let single = tasks.len() == 1;
    ensure!(
        !arguments.choices || single,
        "--choices requires a single position: --positions NUMBER or --fen FEN"
    );
    let settings = Settings::new("bcp-lab quiesce", [json!(arguments), made_from]);
    let one = |(position, problem): &(Position, Option<Problem>), interrupt: &Interrupt| {
        let searched = search(position, problem.as_ref(), arguments, interrupt);
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
