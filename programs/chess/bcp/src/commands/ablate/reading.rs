//! A reading of the points that the sources leave open, and how well a run with it explains Table 1.

use anyhow::Result;
use bcp_driver::Value;
use bcp_suite::Problem;
use serde::Serialize;
use z8000::machine::Clock;

use super::explained::{Difference, Explained};
use super::rows::{AblationRow, STEPS};
use crate::judgement::{Outcome, Summary};
use crate::report::DEEPEST;
use crate::results::Record;

/// A reading of the sources, and how well it explains Table 1. As JSON, described in `docs/reference/results-json.md`.
#[derive(Serialize)]
pub(super) struct Reading {
    #[serde(flatten)]
    pub(super) row: &'static AblationRow,
    /// How well it explains the table, judged by the requested solutions.
    pub(super) likelihood: Explained,
    /// The same, judged by every solution in the suite; `None` unless only the book's were requested.
    pub(super) likelihood_by_suite: Option<Explained>,
    /// The results by the fixed rule, with times scaled by the model's factor.
    pub(super) summary: Summary,
    /// Positions that this reading solves and the first does not.
    pub(super) gains: Vec<u32>,
    /// Positions that the first reading solves and this one does not.
    pub(super) loses: Vec<u32>,
    /// Geometric mean, over the positions that both solve, of this reading's nodes to the solution divided by the first
    /// reading's; `None` if there are no such positions.
    pub(super) nodes_ratio: Option<f64>,
    /// The results, kept for comparison with other readings.
    #[serde(skip)]
    results: Vec<Outcome>,
    /// The iteration that solves position 96.
    #[serde(rename = "position_96")]
    pub(super) deepest: Option<Sight>,
    /// The iteration that sees the mate of position 96.
    #[serde(rename = "position_96_mate")]
    pub(super) mate: Option<Sight>,
}

/// The depth of an iteration, and the Z8000 seconds at its end.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Sight {
    pub(super) depth: u8,
    pub(super) seconds: f64,
}

impl Reading {
    /// Judges the results of a reading by the requested solutions and, if given, by all of them, and compares it with
    /// the first reading.
    pub(super) fn new(
        row: &'static AblationRow,
        problems: &[Problem],
        all_moves: Option<&[Problem]>,
        records: &[Record],
        clock: Clock,
        first: Option<&Self>,
    ) -> Result<Self> {
        let results: Vec<Outcome> = records.iter().map(|record| record.result.clone()).collect();
        let likelihood = Explained::new(problems, records, first.map(|first| &first.likelihood))?;
        let first_by_suite = first.and_then(|first| first.likelihood_by_suite.as_ref());
        let compared = first.map_or(&results[..], |first| &first.results);
        let deepest = records.iter().find(|record| record.result.number == DEEPEST);
        Ok(Self {
            row,
            summary: Summary::at(&results, clock, Some(likelihood.model.scale)),
            gains: solved_only(&results, compared),
            loses: solved_only(compared, &results),
            nodes_ratio: nodes_ratio(&results, compared),
            likelihood_by_suite: all_moves
                .map(|problems| Explained::new(problems, records, first_by_suite))
                .transpose()?,
            deepest: deepest.and_then(|record| Sight::of_solution(&record.result)),
            mate: deepest.and_then(Sight::of_mate),
            likelihood,
            results,
        })
    }
}

/// Returns the positions that are solved in this run and not in another run of the same positions.
fn solved_only(results: &[Outcome], other: &[Outcome]) -> Vec<u32> {
    let alone = results
        .iter()
        .zip(other)
        .filter(|(this, other)| this.solved && !other.solved);
    alone.map(|(this, _)| this.number).collect()
}

/// Returns the geometric mean of nodes to the solution divided by those of another run, over positions that both solve.
fn nodes_ratio(results: &[Outcome], other: &[Outcome]) -> Option<f64> {
    let both = results
        .iter()
        .zip(other)
        .filter(|(this, other)| this.solved && other.solved);
    let ratio =
        |(this, other): (&Outcome, &Outcome)| (f64::from(this.nodes.max(1)) / f64::from(other.nodes.max(1))).ln();
    let logarithms: Vec<f64> = both.map(ratio).collect();
    let mean = logarithms.iter().sum::<f64>() / logarithms.len() as f64;
    (!logarithms.is_empty()).then_some(mean.exp())
}

/// Returns, for the random orders, the mean of how much better than the first they explain Table 1, the standard
/// deviation, and their number; `None` if there are fewer than two.
pub(super) fn drawn(readings: &[Reading]) -> Option<(f64, f64, usize)> {
    let drawn = readings.iter().filter(|reading| reading.row.drawn);
    let totals = drawn.filter_map(|reading| Some(reading.likelihood.more_than_first.as_ref()?.total));
    let totals: Vec<f64> = totals.collect();
    if totals.len() < 2 {
        return None;
    }
    let count = totals.len() as f64;
    let mean = totals.iter().sum::<f64>() / count;
    let squares = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>();
    Some((mean, (squares / (count - 1.0)).sqrt(), totals.len()))
}

/// A step from the pseudocode to the present program. As JSON, described in `docs/reference/results-json.md`.
#[derive(Serialize)]
pub(super) struct Step<'a> {
    #[serde(skip)]
    pub(super) reading: &'a Reading,
    name: &'static str,
    /// The changes to the previous step, in words.
    pub(super) step: &'static str,
    /// How much better than the previous step it explains the table; `None` for the first.
    pub(super) more_than_before: Option<Difference>,
    /// The same difference for positions held out of the fit.
    held_out_more: Option<f64>,
}

/// Returns the steps that were run, in order; empty if there are fewer than two.
pub(super) fn steps(readings: &[Reading]) -> Vec<Step<'_>> {
    let mut before: Option<&Explained> = None;
    let mut found = Vec::new();
    for (name, step) in STEPS {
        if let Some(reading) = readings.iter().find(|reading| reading.row.name == *name) {
            let this = &reading.likelihood;
            found.push(Step {
                reading,
                name,
                step,
                more_than_before: before.map(|before| this.more_than(before)),
                held_out_more: before.map(|before| this.held_out - before.held_out),
            });
            before = Some(this);
        }
    }
    if found.len() < 2 { Vec::new() } else { found }
}

impl Sight {
    fn of_solution(result: &Outcome) -> Option<Self> {
        Some(Self { depth: result.depth?, seconds: result.seconds? })
    }

    fn of_mate(record: &Record) -> Option<Self> {
        let mate = record
            .iterations
            .iter()
            .find(|iteration| Value(iteration.value).is_mate())?;
        Some(Self { depth: mate.depth, seconds: mate.seconds })
    }
}
