//! The figures of `bcp ablate` for programs; described in `docs/reference/results-json.md`.

use serde::Serialize;

use super::explained::{Difference, Explained};
use super::reading::{Reading, Sight};
use crate::judgement::{CLASSES, Summary};

/// All that was found.
#[derive(Serialize)]
pub(super) struct Figures<'a> {
    limit_seconds: f64,
    readings: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    reading: &'a str,
    likelihood: Likelihood,
    likelihood_by_suite: Option<Likelihood>,
    summary: &'a Summary,
    position_96: Option<Sight>,
    position_96_mate: Option<Sight>,
}

#[derive(Serialize)]
struct Likelihood {
    logarithm: f64,
    /// None for the first.
    more_than_first: Option<Difference>,
    scale: f64,
    deviation: f64,
    aliens: f64,
    accepts: [f64; CLASSES],
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
        }
    }
}

impl Likelihood {
    fn new(explained: &Explained, first: Option<&Explained>) -> Self {
        Self {
            logarithm: explained.log_likelihood(),
            more_than_first: first.map(|first| explained.more_than(first)),
            scale: explained.model.scale,
            deviation: explained.model.deviation,
            aliens: explained.model.aliens,
            accepts: explained.model.accepts,
            alien_positions: explained.aliens(),
        }
    }
}
