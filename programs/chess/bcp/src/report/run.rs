//! The run that a report is of, with all that is computed from its results.

use bcp_suite::Selection;
use z8000::board::Clock;

use super::moment::Page;
use crate::judgement::{Outcome, Summary};
use crate::results::Record;

/// Results, and all that is computed from them.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(super) records: &'a [Record],
    pub(super) results: Vec<Outcome>,
    pub(super) summary: Summary,
    pub(super) clock: Clock,
    pub(super) limit_seconds: f64,
    /// The page in the browser that the report links to.
    pub(super) page: Option<&'a Page>,
}

impl<'a> Report<'a> {
    /// The report of results in the order of their positions.
    pub(crate) fn new(records: &'a [Record], clock: Clock, limit_seconds: f64) -> Self {
        let results: Vec<Outcome> = records.iter().map(|record| record.result.clone()).collect();
        Self {
            summary: Summary::new(&results, clock),
            records,
            results,
            clock,
            limit_seconds,
            page: None,
        }
    }

    /// The same with links to moments of a page.
    pub(crate) fn linked(self, page: Option<&'a Page>) -> Self {
        Self { page, ..self }
    }

    /// Says what is missing of the run; none where it is whole.
    pub(super) fn missing(&self) -> Option<String> {
        let first = self.records.first()?;
        let wanted = first.run.numbers().ok()?;
        let done = |number: &u32| self.results.iter().any(|result| result.number == *number);
        let missing: Vec<u32> = wanted.iter().copied().filter(|number| !done(number)).collect();
        if missing.is_empty() {
            return None;
        }
        Some(format!(
            "{} of the {} positions of this run; {} are missing ({})",
            self.results.len(),
            wanted.len(),
            missing.len(),
            Selection::text(missing.iter().copied())
        ))
    }

    /// Returns true if the positions are the paper's, with its times.
    pub(super) fn has_paper(&self) -> bool {
        self.results.iter().any(|result| result.table1_seconds.is_some())
    }
}
