//! What the searches have found, as tables.

use std::io::Write;

use anyhow::Result;
use output::{Column, Table};
use serde::Serialize;

use super::search::{End, Outcome};
use crate::Statistics;
use crate::quiescence::{Branching, Iteration, Verdict};

/// What came out of a position, with the names of moves for moves.
pub(super) struct Searched {
    pub(super) name: String,
    pub(super) outcome: Outcome<String>,
    /// Whether the last iteration solves it; none where solutions are not known.
    pub(super) solved: Option<bool>,
}

/// The same for programs.
#[derive(Serialize)]
pub(super) struct Row {
    position: String,
    depth: Option<u32>,
    value: Option<i32>,
    #[serde(rename = "move")]
    best: Option<String>,
    solved: Option<bool>,
    /// As it stands in the table.
    range: Option<String>,
    ended: &'static str,
    nodes: u64,
    tried: f64,
    eligible: f64,
    complete: f64,
    nested: Option<String>,
}

/// A row for each position.
pub(super) fn positions(searched: &[Searched], nested: bool) -> Table {
    let mut columns = vec![
        Column::right("position").width(14),
        Column::right("depth"),
        Column::right("value"),
        Column::left("move").width(8),
        Column::left("range").width(16),
        Column::left("ended").width(11),
        Column::right("nodes").width(10),
        Column::right("tried").width(6),
        Column::right("eligible"),
        Column::right("complete"),
    ];
    columns.extend(nested.then(|| Column::left("nested")));
    let mut table = Table::new(columns);
    for searched in searched {
        table.row(searched.cells());
    }
    table
}

impl Searched {
    /// The position for programs.
    pub(super) fn row(&self) -> Row {
        let outcome = &self.outcome;
        let last = outcome.iterations.last();
        Row {
            position: self.name.clone(),
            depth: last.map(|last| last.depth),
            value: last.map(|last| last.fat.value),
            best: last.and_then(|last| last.best.clone()),
            solved: self.solved,
            range: last.map(|last| last.fat.to_string()),
            ended: ended(outcome.end),
            nodes: outcome.statistics.nodes,
            tried: outcome.branching.tried_a_list(),
            eligible: outcome.branching.eligible_a_list(),
            complete: outcome.branching.eligible_a_complete_list(),
            nested: outcome.nested.as_ref().map(ToString::to_string),
        }
    }

    fn cells(&self) -> Vec<String> {
        let outcome = &self.outcome;
        let last = outcome.iterations.last();
        let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let mark = match self.solved {
            Some(false) if last.is_some() => " ?",
            _ => "",
        };
        let mut cells = vec![
            self.name.clone(),
            number(last.map(|last| last.depth.into())),
            number(last.map(|last| last.fat.value.into())),
            best(last) + mark,
            last.map(|last| last.fat.to_string()).unwrap_or_default(),
            ended(outcome.end).to_owned(),
            outcome.statistics.nodes.to_string(),
            format!("{:.2}", outcome.branching.tried_a_list()),
            format!("{:.2}", outcome.branching.eligible_a_list()),
            format!("{:.2}", outcome.branching.eligible_a_complete_list()),
        ];
        cells.extend(outcome.nested.map(|nested| nested.to_string()));
        cells
    }
}

/// The iterations of a single position, and what is known of its moves.
pub(super) fn iterations(out: &mut impl Write, searched: &Searched, choices: bool) -> Result<()> {
    let mut table = Table::new([
        Column::right("depth"),
        Column::right("value"),
        Column::left("move").width(8),
        Column::left("range").width(16),
        Column::right("nodes").width(10),
    ]);
    for iteration in &searched.outcome.iterations {
        table.row([
            iteration.depth.to_string(),
            iteration.fat.value.to_string(),
            best(Some(iteration)),
            iteration.fat.to_string(),
            iteration.statistics.nodes.to_string(),
        ]);
    }
    write!(out, "{table}")?;
    if let Some(last) = searched.outcome.iterations.last().filter(|_| choices) {
        writeln!(out)?;
        let mut known: Vec<_> = last.choices.iter().collect();
        known.sort_by_key(|choice| std::cmp::Reverse(choice.fat.value));
        for choice in known {
            writeln!(out, "{:8}  {}", choice.m, choice.fat)?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// All positions together.
pub(super) fn summary(out: &mut impl Write, searched: &[Searched]) -> Result<()> {
    let all: Statistics = searched.iter().map(|searched| searched.outcome.statistics).sum();
    let branching = searched
        .iter()
        .map(|searched| searched.outcome.branching)
        .fold(Branching::default(), Branching::plus);
    let ended = |end| searched.iter().filter(|searched| searched.outcome.end == end).count();
    writeln!(
        out,
        "\n{} positions: {} definite, {} settled, {} at the depth, {} at the limit of nodes",
        searched.len(),
        ended(End::Found(Verdict::Definite)),
        ended(End::Found(Verdict::Settled)),
        ended(End::Depth),
        ended(End::Nodes)
    )?;
    let known: Vec<bool> = searched.iter().filter_map(|searched| searched.solved).collect();
    if !known.is_empty() {
        let solved = known.iter().filter(|&&solved| solved).count();
        writeln!(out, "best move a solution in {solved} of {}", known.len())?;
    }
    writeln!(
        out,
        "branching of the highest order: {:.2} eligible moves per list, {:.2} in complete lists, {:.2} tried; \
         the paper: about four",
        branching.eligible_a_list(),
        branching.eligible_a_complete_list(),
        branching.tried_a_list()
    )?;
    writeln!(
        out,
        "{} nodes, {:.2} moves tried per list of any order",
        all.nodes,
        all.branching()
    )?;
    Ok(())
}

fn best(iteration: Option<&Iteration<String>>) -> String {
    let best = iteration.and_then(|iteration| iteration.best.clone());
    best.unwrap_or_else(|| "-".to_owned())
}

const fn ended(end: End) -> &'static str {
    match end {
        End::Found(Verdict::Definite) => "definite",
        End::Found(_) => "settled",
        End::Depth => "depth",
        End::Nodes => "nodes",
        End::Interrupted => "interrupted",
    }
}
