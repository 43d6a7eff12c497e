//! The figures of `bcp ablate` for programs; described in `docs/reference/results-json.md`.

use serde::Serialize;

use super::explained::{Difference, Explained};
use super::reading::{self, Reading, Sight, steps};
use crate::judgement::{Model, Summary};

/// All that was found.
#[derive(Serialize)]
pub(super) struct Figures<'a> {
    limit_seconds: f64,
    readings: Vec<Row<'a>>,
    /// From the pseudocode to the program as it is, where at least two of the steps were run.
    steps: Vec<Step<'a>>,
}

#[derive(Serialize)]
struct Step<'a> {
    name: &'a str,
    step: &'a str,
    /// None for the first.
    more_than_before: Option<Difference>,
    /// By how much the probability of positions held out of the fit is greater.
    held_out_more: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    reading: &'a str,
    likelihood: Likelihood<'a>,
    likelihood_by_suite: Option<Likelihood<'a>>,
    summary: &'a Summary,
    position_96: Option<Sight>,
    position_96_mate: Option<Sight>,
}

#[derive(Serialize)]
struct Likelihood<'a> {
    logarithm: f64,
    held_out: f64,
    /// None for the first.
    more_than_first: Option<Difference>,
    #[serde(flatten)]
    model: &'a Model,
    alien_positions: Vec<u32>,
}

impl<'a> Figures<'a> {
    pub(super) fn new(readings: &'a [Reading], limit_seconds: f64) -> Self {
        let first = readings.first();
        let row = |reading: &'a Reading| {
            let first = first.filter(|first| !std::ptr::eq(*first, reading));
            Row {
                name: reading.row.file,
                reading: reading.row.name,
                likelihood: Likelihood::new(&reading.explained, first.map(|first| &first.explained)),
                likelihood_by_suite: (reading.by_suite.as_ref())
                    .map(|explained| Likelihood::new(explained, first.and_then(|first| first.by_suite.as_ref()))),
                summary: &reading.summary,
                position_96: reading.deepest,
                position_96_mate: reading.mate,
            }
        };
        Self {
            limit_seconds,
            readings: readings.iter().map(row).collect(),
            steps: steps(readings).iter().map(Step::new).collect(),
        }
    }
}

impl<'a> Step<'a> {
    fn new(step: &reading::Step<'a>) -> Self {
        let (this, before) = (step.reading, step.before);
        Self {
            name: this.row.file,
            step: step.what,
            more_than_before: before.map(|before| this.explained.more_than(&before.explained)),
            held_out_more: before.map(|before| this.explained.held_out - before.explained.held_out),
        }
    }
}

impl<'a> Likelihood<'a> {
    fn new(explained: &'a Explained, first: Option<&Explained>) -> Self {
        Self {
            logarithm: explained.log_likelihood(),
            held_out: explained.held_out,
            more_than_first: first.map(|first| explained.more_than(first)),
            model: &explained.model,
            alien_positions: explained.aliens(),
        }
    }
}
