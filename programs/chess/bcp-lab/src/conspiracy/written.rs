//! `bcp-lab conspiracy tree`: grows a tree given as text, leaf by leaf.

use std::process::ExitCode;

use anyhow::Result;
use bcp_laboratory::conspiracy::{
    Plain, ROOT, Search, TreeError, WrittenTree, basic, best_move, best_successor, deepened, undecided,
};
use bcp_laboratory::game::{INFINITY, Value};
use clap::{Args, ValueEnum};
use cli::{Column, Table};
use serde::Serialize;
use serde_json::json;

use super::options::{Delta, Sizes, StrategyName, Threshold};
use crate::printing::{Columns, Printing, Settings, number, table};

#[derive(Args)]
pub(super) struct Options {
    /// Tree to grow, such as '0(1(0 2) 0(1! -1))'. Static values are from the first player's point of view. Each value
    /// may be followed by its successors in parentheses, or by `!` if the game is over.
    #[arg(allow_hyphen_values = true, value_parser = tree)]
    tree: Tree,
    #[command(flatten)]
    threshold: Threshold,
    #[command(flatten)]
    delta: Delta,
    #[command(flatten)]
    sizes: Sizes,
    #[command(flatten)]
    printing: Printing,
}

/// A tree, as text and as a game.
type Tree = (String, WrittenTree);

fn tree(text: &str) -> Result<Tree, TreeError> {
    Ok((text.to_owned(), text.parse()?))
}

/// A step, for programs.
#[derive(Default, Serialize)]
struct StepRow {
    /// `value`: a step that makes the value certain; or a strategy that has made the best move certain.
    goal: String,
    /// The leaf that was expanded.
    leaf: Option<String>,
    /// Nodes of the tree after the expansion.
    nodes: usize,
    /// The value of the root.
    value: Value,
    /// The number of conspirators that the step works against.
    conspirators: Option<usize>,
    /// The values that these conspirators can give the root, without infinite ones.
    least: Option<Value>,
    greatest: Option<Value>,
    /// The best move of a strategy.
    #[serde(rename = "move")]
    best: Option<String>,
}

pub(super) fn written(options: &Options) -> Result<ExitCode> {
    let settings = json!({
        "tree": options.tree.0,
        "conspirators": options.threshold.conspirators,
        "delta": options.delta.delta,
        "nodes": options.sizes.most(),
    });
    let settings = Settings::new("bcp-lab conspiracy tree", [settings]);
    let (steps, choices) = (grow(options), choose(options));
    let (growing, choosing) = (steps_table(&steps), choices_table(&choices));
    let rows: Vec<StepRow> = steps.into_iter().chain(choices).collect();
    options.printing.print(&settings, 1, "trees", &rows, |out| {
        out.table(&growing);
        out.line("");
        out.table(&choosing);
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Every expansion that makes the value certain: by the basic procedure if the conspirators are given, by the
/// deepened one otherwise.
fn grow(options: &Options) -> Vec<StepRow> {
    let mut search = search(options);
    let given = options.threshold.conspirators;
    let delta = options.delta.delta;
    let mut rows = Vec::new();
    while search.tree().len() < options.sizes.most() {
        let tree = search.tree();
        let next = match given {
            Some(conspirators) => basic(tree, conspirators, delta),
            None => deepened(tree, delta),
        };
        let Some((leaf, conspirators)) = next.zip(given.or_else(|| undecided(tree, delta))) else {
            break;
        };
        search.expand(leaf);
        let tree = search.tree();
        let finite = |value: Value| (value.abs() < INFINITY).then_some(value);
        rows.push(StepRow {
            goal: "value".to_owned(),
            leaf: Some(name(&tree.path(leaf))),
            nodes: tree.len(),
            value: tree.value(ROOT),
            conspirators: Some(conspirators),
            least: finite(tree.v_min(ROOT, conspirators)),
            greatest: finite(tree.v_max(ROOT, conspirators)),
            best: None,
        });
    }
    rows
}

fn steps_table(steps: &[StepRow]) -> Table {
    let columns: Columns<StepRow> = vec![
        (Column::left("leaf").width(16), |step| {
            step.leaf.clone().unwrap_or_default()
        }),
        (Column::right("nodes").width(5), |step| step.nodes.to_string()),
        (Column::right("value").width(6), |step| step.value.to_string()),
        (Column::right("conspirators").width(12), |step| {
            number(step.conspirators, "")
        }),
        (Column::right("least").width(6), |step| number(step.least, "-inf")),
        (Column::right("greatest").width(8), |step| number(step.greatest, "inf")),
    ];
    table(steps, columns)
}

/// Returns the nodes that each strategy needs to make the best move certain.
fn choose(options: &Options) -> Vec<StepRow> {
    let row = |strategy: &StrategyName| {
        let mut search = search(options);
        while search.tree().len() < options.sizes.most()
            && let Some(leaf) = best_move(search.tree(), (*strategy).into())
        {
            search.expand(leaf);
        }
        let tree = search.tree();
        StepRow {
            goal: strategy.name(),
            nodes: tree.len(),
            value: tree.value(ROOT),
            best: best_successor(tree, 0).map(|best| name(&tree.path(best))),
            ..StepRow::default()
        }
    };
    StrategyName::value_variants().iter().map(row).collect()
}

fn choices_table(choices: &[StepRow]) -> Table {
    let columns: Columns<StepRow> = vec![
        (Column::left("strategy").width(16), |choice| choice.goal.clone()),
        (Column::right("nodes"), |choice| choice.nodes.to_string()),
        (Column::right("move").width(6), |choice| {
            number(choice.best.as_ref(), "-")
        }),
    ];
    table(choices, columns)
}

fn search(options: &Options) -> Search<WrittenTree, Plain> {
    Search::new(options.tree.1.clone(), Plain, options.threshold.most())
}

/// The places of moves in their lists, from 1.
fn name(path: &[usize]) -> String {
    if path.is_empty() {
        return "root".to_owned();
    }
    let places: Vec<String> = path.iter().map(|place| (place + 1).to_string()).collect();
    places.join(".")
}
