//! A tree that is written down: how it grows, leaf by leaf.

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, ValueEnum};
use output::{Column, Table};

use super::{Nodes, StrategyName, Threshold};
use crate::conspiracy::{Plain, ROOT, Search, WrittenTree, basic, best_move, best_successor, deepened, undecided};
use crate::game::{INFINITY, Value};

#[derive(Args)]
pub(super) struct Options {
    /// The tree, as '0(1(0 2) 0(1! -1))': static values for the first player, the positions after them in parentheses,
    /// ! where the game is over.
    #[arg(allow_hyphen_values = true)]
    tree: WrittenTree,
    #[command(flatten)]
    threshold: Threshold,
    #[command(flatten)]
    nodes: Nodes,
}

pub(super) fn written(options: &Options) -> Result<ExitCode> {
    output::print_line(grow(options))?;
    output::print(choose(options))?;
    Ok(ExitCode::SUCCESS)
}

/// Every expansion that makes the value certain: by the basic procedure where the conspirators are given, by the
/// deepened one otherwise.
fn grow(options: &Options) -> Table {
    let mut search = search(options);
    let given = options.threshold.conspirators;
    let columns = [
        ("nodes", 5),
        ("value", 6),
        ("conspirators", 12),
        ("least", 6),
        ("greatest", 8),
    ];
    let columns = columns.map(|(heading, width)| Column::right(heading).width(width));
    let mut table = Table::new(std::iter::once(Column::left("leaf").width(16)).chain(columns));
    while search.tree().len() < options.nodes.most() {
        let tree = search.tree();
        let next = match given {
            Some(conspirators) => basic(tree, conspirators, 0),
            None => deepened(tree, 0),
        };
        let Some((leaf, conspirators)) = next.zip(given.or_else(|| undecided(tree, 0))) else {
            break;
        };
        search.expand(leaf);
        let tree = search.tree();
        table.row([
            name(&tree.path(leaf)),
            tree.len().to_string(),
            tree.value(ROOT).to_string(),
            conspirators.to_string(),
            number(tree.v_min(ROOT, conspirators)),
            number(tree.v_max(ROOT, conspirators)),
        ]);
    }
    table
}

/// What each strategy needs to make the best move certain.
fn choose(options: &Options) -> Table {
    let mut table = Table::new([
        Column::left("strategy").width(16),
        Column::right("nodes"),
        Column::right("move").width(6),
    ]);
    for strategy in StrategyName::value_variants() {
        let mut search = search(options);
        while search.tree().len() < options.nodes.most()
            && let Some(leaf) = best_move(search.tree(), (*strategy).into())
        {
            search.expand(leaf);
        }
        let tree = search.tree();
        let best = best_successor(tree, 0).map_or("-".to_owned(), |best| name(&tree.path(best)));
        let strategy = strategy.to_possible_value();
        let strategy = strategy.as_ref().map_or("", |value| value.get_name());
        table.row([strategy, &tree.len().to_string(), &best]);
    }
    table
}

fn search(options: &Options) -> Search<WrittenTree, Plain> {
    Search::new(options.tree.clone(), Plain, options.threshold.most())
}

/// The places of moves in their lists, from 1.
fn name(path: &[usize]) -> String {
    if path.is_empty() {
        return "root".to_owned();
    }
    let places: Vec<String> = path.iter().map(|place| (place + 1).to_string()).collect();
    places.join(".")
}

fn number(value: Value) -> String {
    if value.abs() < INFINITY {
        value.to_string()
    } else {
        let sign = if value < 0 { "-" } else { "" };
        format!("{sign}inf")
    }
}
