//! The results of the searches, as tables.

use std::fmt::Write;

use anyhow::Result;
use bcp_laboratory::Statistics;
use bcp_laboratory::quiescence::Branching;
use cli::{Column, Table};
use serde::{Deserialize, Serialize};

use super::super::margin::with_margin;
use super::super::printing::Text;
use super::search::End;

/// The results for a position, with the names of moves for moves.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Searched {
    pub(super) position: String,
    /// Set if the last iteration solves it; none where solutions are not known.
    pub(super) solved: Option<bool>,
    pub(super) ended: End,
    pub(super) branching: Branching,
    /// The value of two orders, if it was asked for.
    pub(super) nested: Option<String>,
    /// Those that were completed.
    pub(super) iterations: Vec<Searching>,
    /// The knowledge of every move, the best first, if it was asked for.
    pub(super) choices: Vec<(String, String)>,
    /// Of the whole search, an iteration that was not completed included.
    pub(super) statistics: Statistics,
}

/// An iteration.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Searching {
    pub(super) depth: u32,
    pub(super) value: i32,
    #[serde(rename = "move")]
    pub(super) best: Option<String>,
    /// As it stands in the table.
    pub(super) range: String,
    pub(super) nodes: u64,
}

/// The same for programs.
#[derive(Serialize)]
pub(super) struct Row<'s> {
    position: &'s str,
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
    pub(super) fn row(&self) -> Row<'_> {
        let last = self.iterations.last();
        Row {
            position: &self.position,
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

    fn cells(&self) -> Vec<String> {
        let last = self.iterations.last();
        let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let mark = match self.solved {
            Some(false) if last.is_some() => " ?",
            _ => "",
        };
        let mut cells = vec![
            self.position.clone(),
            number(last.map(|last| last.depth.into())),
            number(last.map(|last| last.value.into())),
            best(last) + mark,
            last.map(|last| last.range.clone()).unwrap_or_default(),
            ended(self.ended).to_owned(),
            self.statistics.nodes.to_string(),
            format!("{:.2}", self.branching.tried_a_list()),
            format!("{:.2}", self.branching.eligible_a_list()),
            format!("{:.2}", self.branching.eligible_a_complete_list()),
        ];
        cells.extend(self.nested.clone());
        cells
    }
}

/// The iterations of a single position, and what is known of its moves.
pub(super) fn iterations(out: &mut Text, searched: &Searched) -> Result<()> {
    let mut table = Table::new([
        Column::right("depth"),
        Column::right("value"),
        Column::left("move").width(8),
        Column::left("range").width(16),
        Column::right("nodes").width(10),
    ]);
    for iteration in &searched.iterations {
        table.row([
            iteration.depth.to_string(),
            iteration.value.to_string(),
            best(Some(iteration)),
            iteration.range.clone(),
            iteration.nodes.to_string(),
        ]);
    }
    out.table(&table);
    if !searched.choices.is_empty() {
        writeln!(out)?;
        for (m, known) in &searched.choices {
            writeln!(out, "{m:8}  {known}")?;
        }
    }
    writeln!(out)?;
    Ok(())
}

/// All positions together.
pub(super) fn summary(out: &mut Text, searched: &[Searched]) -> Result<()> {
    let all: Statistics = searched.iter().map(|searched| searched.statistics).sum();
    let ended = |end| searched.iter().filter(|searched| searched.ended == end).count();
    writeln!(
        out,
        "\n{} positions: {} definite, {} settled, {} at the depth, {} at the limit of nodes",
        searched.len(),
        ended(End::Definite),
        ended(End::Settled),
        ended(End::Depth),
        ended(End::Nodes)
    )?;
    let known: Vec<bool> = searched.iter().filter_map(|searched| searched.solved).collect();
    if !known.is_empty() {
        let solved = known.iter().filter(|&&solved| solved).count();
        writeln!(out, "best move a solution in {solved} of {}", known.len())?;
    }
    branching(out, searched)?;
    writeln!(
        out,
        "{} nodes, {:.2} moves tried per list of any order",
        all.nodes,
        all.branching()
    )?;
    Ok(())
}

/// The branching of the highest order over all positions, with margins.
fn branching(out: &mut Text, searched: &[Searched]) -> Result<()> {
    let text = |figure: fn(&Branching) -> f64| {
        let (all, interval) = with_margin(searched.len(), |places| {
            let of = places.iter().map(|place| searched[*place].branching);
            figure(&of.fold(Branching::default(), Branching::plus))
        });
        let interval = interval.map_or_else(String::new, |margin| format!(" ({margin:.2})"));
        format!("{all:.2}{interval}")
    };
    writeln!(
        out,
        "branching of the highest order: {} eligible moves per list, {} in complete lists, {} tried; the paper: about \
         four",
        text(Branching::eligible_a_list),
        text(Branching::eligible_a_complete_list),
        text(Branching::tried_a_list)
    )?;
    if searched.len() > 1 {
        writeln!(out, "(low..high): 95 % of bootstrap samples of the positions")?;
    }
    Ok(())
}

fn best(iteration: Option<&Searching>) -> String {
    let best = iteration.and_then(|iteration| iteration.best.clone());
    best.unwrap_or_else(|| "-".to_owned())
}

const fn ended(end: End) -> &'static str {
    match end {
        End::Definite => "definite",
        End::Settled => "settled",
        End::Depth => "depth",
        End::Nodes => "nodes",
        End::Interrupted => "interrupted",
    }
}
