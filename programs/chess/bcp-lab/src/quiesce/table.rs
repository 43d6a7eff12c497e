//! Search results, formatted as tables.

use bcp_chess::bootstrap::with_margin;
use bcp_laboratory::Statistics;
use bcp_laboratory::quiescence::Branching;
use cli::{Column, Table};
use serde::{Deserialize, Serialize};

use crate::chosen::Named;
use crate::printing::{Columns, Text, number, table};

/// Why a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// The value is definite.
    Definite,
    /// The choice of the move is settled.
    Settled,
    /// The requested depth was reached.
    Depth,
    /// The limit on nodes, or on the depth of a line, was reached.
    Nodes,
    /// Ctrl-C was pressed.
    Interrupted,
}

/// The results for a position, with moves as text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PositionResult {
    #[serde(flatten)]
    pub(super) named: Named,
    /// True if the last iteration solves the position; `None` if solutions are not known.
    pub(super) solved: Option<bool>,
    pub(super) ended: End,
    pub(super) branching: Branching,
    /// The value of the nested orders, if requested.
    pub(super) nested: Option<String>,
    /// The completed iterations.
    pub(super) iterations: Vec<Searching>,
    /// What is known about every move, the best first; empty unless requested.
    pub(super) choices: Vec<(String, String)>,
    /// Counts of the whole search, including an unfinished iteration.
    pub(super) statistics: Statistics,
}

/// The result of a completed iteration.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Searching {
    pub(super) depth: u32,
    pub(super) value: i32,
    #[serde(rename = "move")]
    pub(super) best: Option<String>,
    /// The range of the value, formatted as in the table.
    pub(super) range: String,
    pub(super) nodes: u64,
}

/// The results of a position in machine-readable form.
#[derive(Serialize)]
pub(super) struct ResultRow<'s> {
    #[serde(flatten)]
    named: &'s Named,
    depth: Option<u32>,
    value: Option<i32>,
    #[serde(rename = "move")]
    best: Option<&'s str>,
    solved: Option<bool>,
    range: Option<&'s str>,
    ended: End,
    nodes: u64,
    tried: f64,
    eligible: f64,
    complete: f64,
    nested: Option<&'s str>,
}

/// Returns a table with a row for each position.
pub(super) fn positions(rows: &[ResultRow<'_>], nested: bool) -> Table {
    let mut columns: Columns<ResultRow<'_>> = vec![
        (Column::right("position").width(14), |row| row.named.to_string()),
        (Column::right("depth"), |row| number(row.depth, "-")),
        (Column::right("value"), |row| number(row.value, "-")),
        (Column::left("move").width(8), |row| {
            let wrong = row.solved == Some(false) && row.depth.is_some();
            number(row.best, "-") + if wrong { " ?" } else { "" }
        }),
        (Column::left("range").width(16), |row| number(row.range, "")),
        (Column::left("ended").width(11), |row| {
            format!("{:?}", row.ended).to_lowercase()
        }),
        (Column::right("nodes").width(10), |row| row.nodes.to_string()),
        (Column::right("tried").width(6), |row| format!("{:.2}", row.tried)),
        (Column::right("eligible"), |row| format!("{:.2}", row.eligible)),
        (Column::right("complete"), |row| format!("{:.2}", row.complete)),
    ];
    if nested {
        columns.push((Column::left("nested"), |row| number(row.nested, "")));
    }
    table(rows, columns)
}

impl PositionResult {
    /// Returns the results of the position in machine-readable form.
    pub(super) fn row(&self) -> ResultRow<'_> {
        let last = self.iterations.last();
        ResultRow {
            named: &self.named,
            depth: last.map(|last| last.depth),
            value: last.map(|last| last.value),
            best: last.and_then(|last| last.best.as_deref()),
            solved: self.solved,
            range: last.map(|last| &*last.range),
            ended: self.ended,
            nodes: self.statistics.nodes,
            tried: self.branching.tried_a_list(),
            eligible: self.branching.eligible_a_list(),
            complete: self.branching.eligible_a_complete_list(),
            nested: self.nested.as_deref(),
        }
    }
}

/// Prints the iterations of a single position, and what is known about its moves.
pub(super) fn iterations(out: &mut Text, searched: &PositionResult) {
    let columns: Columns<Searching> = vec![
        (Column::right("depth"), |one| one.depth.to_string()),
        (Column::right("value"), |one| one.value.to_string()),
        (Column::left("move").width(8), |one| number(one.best.as_ref(), "-")),
        (Column::left("range").width(16), |one| one.range.clone()),
        (Column::right("nodes").width(10), |one| one.nodes.to_string()),
    ];
    out.table(&table(&searched.iterations, columns));
    if !searched.choices.is_empty() {
        out.line("");
        for (m, known) in &searched.choices {
            out.line(format_args!("{m:8}  {known}"));
        }
    }
    out.line("");
}

/// Prints the totals of all positions.
pub(super) fn summary(out: &mut Text, searched: &[PositionResult]) {
    let all: Statistics = searched.iter().map(|searched| searched.statistics).sum();
    let ended = |end| searched.iter().filter(|searched| searched.ended == end).count();
    out.line(format_args!(
        "\n{} positions: {} definite, {} settled, {} at the depth limit, {} at the node limit",
        searched.len(),
        ended(End::Definite),
        ended(End::Settled),
        ended(End::Depth),
        ended(End::Nodes)
    ));
    let known: Vec<bool> = searched.iter().filter_map(|searched| searched.solved).collect();
    if !known.is_empty() {
        let solved = known.iter().filter(|&&solved| solved).count();
        out.line(format_args!("best move is a solution in {solved} of {}", known.len()));
    }
    branching(out, searched);
    out.line(format_args!(
        "{} nodes, {:.2} moves tried per list of any order",
        all.nodes,
        all.branching()
    ));
}

/// Prints the branching factor of the highest order over all positions, with margins.
fn branching(out: &mut Text, searched: &[PositionResult]) {
    let text = |figure: fn(&Branching) -> f64| {
        let (all, interval) = with_margin(searched.len(), |places| {
            let of = places.iter().map(|place| searched[*place].branching);
            figure(&of.fold(Branching::default(), Branching::plus))
        });
        let interval = interval.map_or_else(String::new, |margin| format!(" ({margin:.2})"));
        format!("{all:.2}{interval}")
    };
    out.line(format_args!(
        "branching factor of the highest order: {} eligible moves per list, {} in complete lists, {} tried; the \
         paper: about \
         four",
        text(Branching::eligible_a_list),
        text(Branching::eligible_a_complete_list),
        text(Branching::tried_a_list)
    ));
    if searched.len() > 1 {
        out.line("(low..high): 95% bootstrap interval over the positions");
    }
}
