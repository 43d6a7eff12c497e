//! A tree that is written down: how it grows, leaf by leaf.

use std::process::ExitCode;

use anyhow::Result;
use bcp_reference::lab::conspiracy::{
    Plain, ROOT, Search, Strategy, WrittenTree, basic, best_move, best_successor, deepened,
    undecided,
};
use bcp_reference::lab::game::{INFINITY, Value};

/// Prints every expansion, then the best move.
pub(super) fn written(
    game: &WrittenTree,
    conspirators: Option<usize>,
    nodes: usize,
) -> Result<ExitCode> {
    grow(game, conspirators, nodes);
    println!();
    best(game, conspirators, nodes);
    Ok(ExitCode::SUCCESS)
}

fn grow(game: &WrittenTree, threshold: Option<usize>, nodes: usize) {
    let mut search = Search::new(game.clone(), Plain, threshold.unwrap_or(usize::MAX));
    println!("leaf          conspirators   nodes   value   least  greatest");
    loop {
        let tree = search.tree();
        let next = match threshold {
            Some(conspirators) => basic(tree, conspirators, 0),
            None => deepened(tree, 0),
        };
        let conspirators = threshold.or(undecided(tree, 0));
        let Some(leaf) = next.filter(|_| tree.len() < nodes) else {
            break;
        };
        let conspirators = conspirators.unwrap_or(0);
        let path = name(&tree.path(leaf));
        search.expand(leaf);
        let tree = search.tree();
        println!(
            "{path:<14}{conspirators:>12}{:>8}{:>8}{:>8}{:>10}",
            tree.len(),
            tree.value(ROOT),
            number(tree.v_min(ROOT, conspirators)),
            number(tree.v_max(ROOT, conspirators)),
        );
    }
}

fn best(game: &WrittenTree, conspirators: Option<usize>, nodes: usize) {
    println!("strategy         best   nodes");
    for (name, strategy) in super::STRATEGIES {
        let conspirators = conspirators.unwrap_or(usize::MAX);
        let mut search = Search::new(game.clone(), Plain, conspirators);
        while search.tree().len() < nodes
            && let Some(leaf) = best_move(search.tree(), strategy)
        {
            search.expand(leaf);
        }
        let tree = search.tree();
        let best = best_successor(tree, 0).map_or("-".to_owned(), |best| super::name(&tree.path(best)));
        println!("{name:<16}{best:>5}{:>8}", tree.len());
    }
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
    match value {
        INFINITY => "inf".to_owned(),
        value if value == -INFINITY => "-inf".to_owned(),
        value => value.to_string(),
    }
}
