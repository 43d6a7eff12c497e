//! `bcp-lab mate`: mates found by proof-number searches.

use std::process::ExitCode;

use anyhow::Result;
use bcp_chess::Position;
use bcp_chess::bootstrap::ratio_of_sums;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::proof::{MateResult, Method, shortest_mate};
use bcp_suite::{Interrupt, Problem, Suite};
use clap::Args;
use cli::{Column, Table, grouped};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chosen::{Named, PositionChoice};
use crate::printing::{SAID, Settings, Text};
use crate::running::{Running, limits};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Searches to compare: pn, pn2, df-pn or exhaustive.
    #[arg(
        long,
        value_name = "SEARCH",
        value_delimiter = ',',
        default_value = "pn,pn2,df-pn,exhaustive"
    )]
    search: Vec<Method>,
    /// Maximum number of moves to mate, 1 to 20.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=20))]
    moves: u32,
    /// Maximum number of positions that a search visits, 1000 to 1000000000. The search pn keeps all visited positions
    /// in memory.
    #[arg(long, value_name = "N", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    limit_nodes: u64,
    /// Position as a FEN. Only its first four fields are used.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "suite"])]
    fen: Option<String>,
    #[command(flatten)]
    chosen: PositionChoice,
    #[command(flatten)]
    running: Running,
}

/// The results of all searches of a position.
#[derive(Clone, Serialize, Deserialize)]
struct PositionMates {
    searches: Vec<MateRow>,
}

/// The result of a search of a position.
#[derive(Clone, Serialize, Deserialize)]
struct MateRow {
    #[serde(flatten)]
    named: Named,
    search: String,
    /// Length of the shortest mate, in moves; `None` if there is none within the requested number, or the search was
    /// ended.
    mate: Option<u32>,
    /// The first move of the mate.
    first: Option<String>,
    /// Positions visited, including those visited in looking for shorter mates.
    positions: u64,
    /// True if the search was ended before it had an answer.
    ended: bool,
}

impl MateRow {
    fn new(position: &Position, problem: Option<&Problem>, search: Method, found: MateResult) -> Self {
        Self {
            named: Named::new(problem),
            search: search.to_string(),
            mate: found.moves,
            first: found.first.and_then(|m| position.san(m.into())),
            positions: found.positions,
            ended: found.ended,
        }
    }

    /// Formats the number of positions, with a mark if the search was ended.
    fn cell(&self) -> String {
        let mark = if self.ended { ">" } else { "" };
        format!("{mark}{}", grouped(self.positions))
    }
}

pub(crate) fn mate(arguments: &Arguments) -> Result<ExitCode> {
    let (positions, made_from) = arguments.chosen.positions_or(arguments.fen.as_deref(), Suite::mates)?;
    let names: Vec<String> = arguments.search.iter().map(ToString::to_string).collect();
    let options = json!({ "search": names, "moves": arguments.moves, "nodes": arguments.limit_nodes });
    let settings = Settings::new("bcp-lab mate", [options, made_from]);
    let one = |(position, problem): &(Position, Option<Problem>), interrupt: &Interrupt| {
        let limits = limits(arguments.limit_nodes, interrupt);
        let search = |search: &Method| {
            let found = shortest_mate(&Chess::from(position), arguments.moves, *search, limits);
            MateRow::new(position, problem.as_ref(), *search, found)
        };
        let searches = arguments.search.iter().map(search).collect();
        Ok((!interrupt.requested()).then_some(PositionMates { searches }))
    };
    let results = arguments.running.run("positions", settings, positions, one)?;
    let rows: Vec<&MateRow> = results.all.iter().flat_map(|searched| &searched.searches).collect();
    results.print(&rows, |out| print(out, &names, &results.all))
}

/// Prints a row for each position with the positions that each search visited, and a comparison below.
fn print(out: &mut Text, names: &[String], searched: &[PositionMates]) {
    let columns = [Column::left("position"), Column::right("mate"), Column::left("first")];
    let counts = names.iter().map(Column::right);
    let mut table = Table::new(columns.into_iter().chain(counts));
    for PositionMates { searches } in searched {
        let solved = searches.iter().find(|row| row.mate.is_some());
        let mate = match solved.and_then(|row| row.mate) {
            Some(moves) => moves.to_string(),
            None if searches.iter().all(|row| row.ended) => "?".to_owned(),
            None => "-".to_owned(),
        };
        let name = searches.first().map(|row| row.named.to_string()).unwrap_or_default();
        let first = solved.and_then(|row| row.first.clone()).unwrap_or_default();
        let cells = searches.iter().map(MateRow::cell);
        table.row([name, mate, first].into_iter().chain(cells));
    }
    let positions = |at: usize| searched.iter().map(move |one| one.searches[at].positions);
    let title = ["all".to_owned(), String::new(), String::new()];
    let sums = (0..names.len()).map(|at| grouped(positions(at).sum::<u64>()));
    table.row(title.into_iter().chain(sums));
    out.table(&table);
    let Some((last, others)) = names.split_last().filter(|(_, others)| !others.is_empty()) else {
        return;
    };
    out.line(format_args!(
        "\nas a percentage of the positions visited by {last}; {SAID} over the mates"
    ));
    for (at, name) in others.iter().enumerate() {
        let pairs: Vec<(u64, u64)> = positions(at).zip(positions(others.len())).collect();
        if let Some((ratio, interval)) = ratio_of_sums(&pairs) {
            let interval = interval.map_or_else(String::new, |margin| format!("  {:.1}", margin.in_per_cent()));
            out.line(format_args!("{name:12}{:>6.1} %{interval}", 100.0 * ratio));
        }
    }
}
