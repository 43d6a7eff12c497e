//! A reading of what the sources leave open, as its run explains Table 1.

use anyhow::Result;
use bcp_reference::constants::MATES;
use bcp_suite::Problem;
use serde::Serialize;
use z8000::board::Clock;

use super::explained::Explained;
use super::rows::{Row, STEPS};
use crate::judgement::{Outcome, Summary};
use crate::report::DEEPEST;
use crate::results::Record;

/// A reading of the sources, and how well it explains Table 1.
pub(super) struct Reading {
    pub(super) row: &'static Row,
    /// With the solutions that were asked for.
    pub(super) explained: Explained,
    /// With every solution that the suite has, where the book's alone were asked for.
    pub(super) by_suite: Option<Explained>,
    /// By the fixed rule, the scaled times at the model's scale.
    pub(super) summary: Summary,
    /// Where position 96 is solved.
    pub(super) deepest: Option<Sight>,
    /// Where its mate is seen.
    pub(super) mate: Option<Sight>,
}

/// The end of an iteration.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Sight {
    pub(super) depth: u8,
    pub(super) seconds: f64,
}

impl Reading {
    /// Judges the results of a reading, with the solutions that were asked for and, where given, with all.
    pub(super) fn new(
        row: &'static Row,
        problems: &[Problem],
        all_moves: Option<&[Problem]>,
        records: &[Record],
        clock: Clock,
    ) -> Result<Self> {
        let results: Vec<Outcome> = records.iter().map(|record| record.result.clone()).collect();
        let explained = Explained::new(problems, records)?;
        let deepest = records.iter().find(|record| record.result.number == DEEPEST);
        Ok(Self {
            row,
            summary: Summary::at(&results, clock, Some(explained.model.scale)),
            by_suite: all_moves
                .map(|problems| Explained::new(problems, records))
                .transpose()?,
            deepest: deepest.and_then(|record| Sight::of_solution(&record.result)),
            mate: deepest.and_then(Sight::of_mate),
            explained,
        })
    }
}

/// Returns, of the orders drawn by chance, the mean of what they explain better than the first, the standard deviation, and how
/// many they are; nothing if they are fewer than two.
pub(super) fn drawn(first: &Reading, readings: &[Reading]) -> Option<(f64, f64, usize)> {
    let drawn = readings.iter().filter(|reading| reading.row.drawn);
    let totals = drawn.map(|reading| reading.explained.more_than(&first.explained).total);
    let totals: Vec<f64> = totals.collect();
    if totals.len() < 2 {
        return None;
    }
    let count = totals.len() as f64;
    let mean = totals.iter().sum::<f64>() / count;
    let squares = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>();
    Some((mean, (squares / (count - 1.0)).sqrt(), totals.len()))
}

/// A step from the pseudocode to the program as it is.
pub(super) struct Step<'a> {
    pub(super) reading: &'a Reading,
    /// Its changes of the one before.
    pub(super) what: &'static str,
    /// The step before it; none for the first.
    pub(super) before: Option<&'a Reading>,
}

/// The steps that were run, in their order; none if they are fewer than two.
pub(super) fn steps(readings: &[Reading]) -> Vec<Step<'_>> {
    let mut before = None;
    let mut found = Vec::new();
    for (file, what) in STEPS {
        if let Some(reading) = readings.iter().find(|reading| reading.row.file == *file) {
            found.push(Step { reading, what, before });
            before = Some(reading);
        }
    }
    if found.len() < 2 { Vec::new() } else { found }
}

impl Sight {
    fn of_solution(result: &Outcome) -> Option<Self> {
        Some(Self { depth: result.depth?, seconds: result.seconds? })
    }

    fn of_mate(record: &Record) -> Option<Self> {
        let mate = record.iterations.iter().find(|iteration| iteration.value >= MATES)?;
        Some(Self { depth: mate.depth, seconds: mate.seconds })
    }
}
