//! The run that is reported, and all figures computed from its results.

use std::collections::BTreeSet;

use bcp_suite::{QUIZ, Selection};
use z8000::machine::Clock;

use super::moment::Page;
use super::paper;
use crate::judgement::{Outcome, RuleFigures, Summary, by_rules};
use crate::results::Record;

/// The results of a run, and all that is computed from them.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(super) records: &'a [Record],
    pub(super) results: Vec<Outcome>,
    pub(super) summary: Summary,
    /// Figures under alternative rules; empty if the searches did not continue to the limit.
    pub(super) rules: Vec<RuleFigures>,
    pub(super) clock: Clock,
    pub(super) limit_seconds: f64,
    /// The page in the browser to which the report links.
    pub(super) page: Option<&'a Page>,
}

/// The quizzes; and for each row its number, and for each quiz the index of its result in the report.
type Layout = (Vec<u32>, Vec<(u32, Vec<Option<usize>>)>);

impl<'a> Report<'a> {
    /// Creates a report on results, which must be in the order of their positions.
    pub(crate) fn new(records: &'a [Record], clock: Clock, limit_seconds: f64) -> Self {
        let results: Vec<Outcome> = records.iter().map(|record| record.result.clone()).collect();
        Self {
            summary: Summary::new(&results, clock),
            // If a position cannot be read, there are no figures; its row in the table says so.
            rules: by_rules(records).unwrap_or_default(),
            records,
            results,
            clock,
            limit_seconds,
            page: None,
        }
    }

    /// Adds links to moments of a page.
    pub(crate) fn linked(self, page: Option<&'a Page>) -> Self {
        Self { page, ..self }
    }

    /// Describes the lines of the suite that were not run.
    pub(super) fn rejected(&self) -> Option<&str> {
        self.records.first()?.run.set.rejected.as_deref()
    }

    /// Describes what is missing from the run; `None` if it is complete.
    pub(super) fn missing(&self) -> Option<String> {
        let first = self.records.first()?;
        let wanted = first.run.numbers().ok()?;
        let done = |number: &u32| self.results.iter().any(|result| result.number == *number);
        let missing: Vec<u32> = wanted.iter().copied().filter(|number| !done(number)).collect();
        if missing.is_empty() {
            return None;
        }
        Some(format!(
            "{} of the {} positions of this run; {} {} missing ({})",
            self.results.len(),
            wanted.len(),
            missing.len(),
            if missing.len() == 1 { "is" } else { "are" },
            Selection::text(missing.iter().copied())
        ))
    }

    /// Returns the facts about the run, each as key, name and value.
    pub(super) fn facts(&self) -> Vec<(&'static str, &'static str, String)> {
        let Some(Record { run, .. }) = self.records.first() else {
            return Vec::new();
        };
        let set = &run.set;
        vec![
            ("program", "program image, SHA-256", run.program.clone()),
            ("suite", "positions, SHA-256", run.suite.clone()),
            ("settings", "settings, SHA-256", run.settings.clone()),
            ("positions", "positions run", set.positions.clone()),
            ("clock", "clock", self.clock.to_string()),
            ("limit", "limit", format!("{} s per position", set.limit_seconds)),
            ("depth", "deepest iteration", set.depth.to_string()),
            ("version", "version of the search", set.version.clone()),
            (
                "instructions",
                "instruction table, SHA-256",
                set.instruction_table.clone(),
            ),
            ("criterion", "rule for “solved”, SHA-256", set.criterion.clone()),
            ("bcp", "bcp", set.bcp.clone()),
        ]
    }

    /// Returns the paper's layout: quizzes across, numbers down.
    pub(super) fn layout(&self) -> Layout {
        let results = || self.results.iter();
        let quizzes: BTreeSet<u32> = results().map(|result| result.quiz).collect();
        let places: BTreeSet<u32> = results().map(|result| result.place).collect();
        let at = |quiz: u32, place: u32| results().position(|result| (result.quiz, result.place) == (quiz, place));
        let row = |place| (place, quizzes.iter().map(|quiz| at(*quiz, place)).collect());
        let rows = places.into_iter().map(row).collect();
        (quizzes.into_iter().collect(), rows)
    }

    /// Describes where a position is in the layout: the paper's deepest, or else the last that was run.
    pub(super) fn example(&self) -> Option<String> {
        let deepest = self.results.iter().find(|result| result.number == paper::DEEPEST);
        let result = deepest.or(self.results.last())?;
        let (number, quiz, place) = (result.number, result.quiz, result.place);
        Some(format!("position {number} is in column {quiz}, row {place}."))
    }

    /// Returns the heading of a column: its quiz or, without the paper's positions, the number to add to that of a row.
    pub(super) fn heading(&self, quiz: u32) -> u32 {
        if self.has_paper() {
            quiz
        } else {
            QUIZ * quiz.saturating_sub(1)
        }
    }

    /// Returns true if the positions are the paper's, and so have its times.
    pub(super) fn has_paper(&self) -> bool {
        self.results.iter().any(|result| result.table1_seconds.is_some())
    }
}
