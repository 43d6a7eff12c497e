//! What the searches have found, as lines.

use std::io::Write;

use anyhow::Result;

use super::run::Told;
use super::search::End;
use crate::quiescence::{Branching, Iteration, Verdict};

/// The heads of the columns.
pub(super) fn heading(out: &mut impl Write, nested: bool) -> Result<()> {
    writeln!(
        out,
        "{:>14}  depth  value  {:8}  {:16}  {:11}  {:>10}  {:>6}  {:>8}  {:>8}{}",
        "position",
        "move",
        "range",
        "ended",
        "nodes",
        "tried",
        "eligible",
        "complete",
        if nested { "  nested" } else { "" }
    )?;
    Ok(())
}

/// A position as a line.
pub(super) fn line(out: &mut impl Write, told: &Told) -> Result<()> {
    let outcome = &told.outcome;
    let last = outcome.iterations.last();
    let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let mark = match told.solved {
        Some(false) if last.is_some() => " ?",
        _ => "",
    };
    let nested = outcome.nested.map(|nested| format!("  {nested}"));
    writeln!(
        out,
        "{:>14}  {:>5}  {:>5}  {:8}  {:16}  {:11}  {:>10}  {:>6.2}  {:>8.2}  {:>8.2}{}",
        told.name,
        number(last.map(|last| last.depth.into())),
        number(last.map(|last| last.fat.value.into())),
        best(last) + mark,
        last.map(|last| last.fat.to_string()).unwrap_or_default(),
        ended(outcome.end),
        outcome.statistics.nodes,
        outcome.branching.tried_a_list(),
        outcome.branching.eligible_a_list(),
        outcome.branching.eligible_a_complete_list(),
        nested.unwrap_or_default()
    )?;
    Ok(())
}

/// The iterations of a single position, and what is known of its moves.
pub(super) fn iterations(out: &mut impl Write, told: &Told, choices: bool) -> Result<()> {
    writeln!(out, "depth  value  move      range                  nodes")?;
    for iteration in &told.outcome.iterations {
        writeln!(
            out,
            "{:>5}  {:>5}  {:8}  {:16}  {:>10}",
            iteration.depth,
            iteration.fat.value,
            best(Some(iteration)),
            iteration.fat.to_string(),
            iteration.statistics.nodes
        )?;
    }
    if let Some(last) = told.outcome.iterations.last().filter(|_| choices) {
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
pub(super) fn summary(out: &mut impl Write, told: &[Told]) -> Result<()> {
    let nodes: u64 = told.iter().map(|told| told.outcome.statistics.nodes).sum();
    let branching = told
        .iter()
        .map(|told| told.outcome.branching)
        .fold(Branching::default(), Branching::plus);
    let ended = |end| told.iter().filter(|told| told.outcome.end == end).count();
    let tried: u64 = told.iter().map(|told| told.outcome.statistics.tried).sum();
    let lists: u64 = told.iter().map(|told| told.outcome.statistics.lists).sum();
    writeln!(
        out,
        "\n{} positions: {} definite, {} settled, {} at the depth, {} at the limit of nodes",
        told.len(),
        ended(End::Found(Verdict::Definite)),
        ended(End::Found(Verdict::Settled)),
        ended(End::Depth),
        ended(End::Nodes)
    )?;
    let known: Vec<bool> = told.iter().filter_map(|told| told.solved).collect();
    if !known.is_empty() {
        let solved = known.iter().filter(|&&solved| solved).count();
        writeln!(out, "best move a solution in {solved} of {}", known.len())?;
    }
    writeln!(
        out,
        "branching of the highest order: {:.2} eligible moves a list, {:.2} in complete lists, {:.2} tried; the paper: about four",
        branching.eligible_a_list(),
        branching.eligible_a_complete_list(),
        branching.tried_a_list()
    )?;
    writeln!(
        out,
        "{nodes} nodes, {:.2} moves tried a list of any order",
        tried as f64 / lists.max(1) as f64
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
