//! Compares the searches of a position by the Z8000 program and the reference, iteration by iteration.

use anyhow::{Context, Result};
use bcp_driver::{Entry, Limits, Program, Progress, Search, StoredTree};
use bcp_reference::constants::MAX_DEPTH;
use bcp_reference::search::{NodeLimit, Searcher, Version};
use bcp_suite::{Interrupt, Problem};
use serde::Serialize;

use crate::commands::options::Variant;

/// The result of the comparison of a position.
pub(crate) struct ComparedPosition {
    pub(crate) iterations: usize,
    pub(crate) nodes: u32,
    /// Number of stored-tree entries compared.
    pub(crate) entries: usize,
    /// Maximum number of stored-tree entries in use at once, including the root.
    pub(crate) most: usize,
    pub(crate) difference: Option<Difference>,
}

/// The first iteration that differs.
#[derive(Serialize)]
pub(crate) struct Difference {
    pub(crate) depth: u8,
    pub(crate) z8000: String,
    pub(crate) reference: String,
}

impl Difference {
    fn new(depth: u8, z8000: impl ToString, reference: impl ToString) -> Self {
        let (z8000, reference) = (z8000.to_string(), reference.to_string());
        Self { depth, z8000, reference }
    }
}

/// Compares the iterations that the Z8000 completes within a limit of clocks; `None` if interrupted.
pub(crate) fn compare(
    program: &Program,
    problem: &Problem,
    variant: Variant,
    limit: u64,
    interrupt: &Interrupt,
) -> Result<Option<ComparedPosition>> {
    let limits = Limits { cycles: limit, stop: Some(interrupt.as_ref()), ..Limits::default() };
    let mut search = Search::start(program, &problem.position, limits)?;
    let tree = match variant.version {
        Version::Stored => {
            Some(StoredTree::find(&|name| program.symbol(name)).context("the program has no stored tree")?)
        }
        Version::Simple => None,
    };
    let node_limit = NodeLimit(u32::MAX.into());
    let mut searcher = variant.searcher(problem.position.clone()).observed(&node_limit);
    let mut reference = searcher.search(MAX_DEPTH);
    let mut compared = ComparedPosition { iterations: 0, nodes: 0, entries: 0, most: 0, difference: None };
    compared.difference = loop {
        match search.next()? {
            Progress::Iteration(z8000) => {
                let expected = reference.next().map(|next| next.to_string());
                if expected.as_ref() != Some(&z8000.to_string()) {
                    let reference = expected.unwrap_or_else(|| "done".to_owned());
                    break Some(Difference::new(z8000.depth, z8000, reference));
                }
                if let Some(tree) = &tree
                    && let Some((entry, expected)) = compare_trees(&search, tree, reference.searcher(), &mut compared)?
                {
                    break Some(Difference::new(z8000.depth, entry, expected));
                }
                compared.iterations += 1;
                compared.nodes = z8000.nodes;
            }
            // Both searches must end after the same iteration.
            Progress::Done => break reference.next().map(|more| Difference::new(more.depth, "done", more)),
            // The count may include nodes that the program is about to subtract again.
            Progress::Limit if !variant.readings.count_ordering => break None,
            // The Z8000 should have completed an iteration that takes the reference fewer nodes.
            Progress::Limit => {
                let counted = search.memory().data_long(program.address("nodes")?);
                node_limit.0.set(counted);
                let missed = reference.next().filter(|next| next.nodes < counted);
                let z8000 = format!("not finished after {counted} nodes");
                break missed.map(|missed| Difference::new(missed.depth, z8000, missed));
            }
            Progress::Stopped => return Ok(None),
        }
    };
    Ok(Some(compared))
}

/// Compares the stored trees. Returns the first entry that differs, in the Z8000 program and in the reference.
fn compare_trees(
    search: &Search<'_>,
    tree: &StoredTree,
    reference: &Searcher<'_>,
    compared: &mut ComparedPosition,
) -> Result<Option<(String, String)>> {
    let z8000 = tree.moves(search.memory())?;
    let stored = reference.stored_moves();
    let expected: Vec<(u8, Entry)> = stored.iter().map(|m| (m.ply, Entry::expected(m))).collect();
    compared.entries += z8000.len();
    compared.most = compared.most.max(z8000.len() + 1);
    let length = z8000.len().max(expected.len());
    let different = (0..length).find(|&at| z8000.get(at) != expected.get(at));
    let text = |list: &[(u8, Entry)], at: usize| match list.get(at) {
        Some((ply, entry)) => format!("move {at} of the stored tree, ply {ply}: {entry}"),
        None => format!("a stored tree of {at} moves"),
    };
    Ok(different.map(|at| (text(&z8000, at), text(&expected, at))))
}
