//! The figures of a run under alternative rules for when a position is solved.

use anyhow::Result;
use bcp_driver::results::{Outcome, Times, is_long, rounded_up};
use bcp_suite::{Judge, RULES};
use serde::Serialize;

use crate::results::Record;

/// Limits in seconds, shorter than the paper's, within which solved positions are counted.
pub(crate) const EARLIER: [f64; 2] = [300.0, 1000.0];

/// The figures of a run under a rule. As JSON, described in `docs/reference/results-json.md`.
#[derive(Debug, Serialize)]
pub(crate) struct RuleFigures {
    pub(crate) rule: &'static str,
    /// Positions solved within 300 and within 1,000 seconds.
    pub(crate) solved_within: [usize; 2],
    /// Positions solved within the limit.
    pub(crate) solved: usize,
    pub(crate) both_unsolved: usize,
    /// Rank correlation of the times, with its interval, and the correlation of times above ten seconds; `None` if
    /// there are fewer than two times.
    pub(crate) spearman: Option<f64>,
    pub(crate) spearman_interval: Option<(f64, f64)>,
    pub(crate) long_spearman: Option<f64>,
    /// Share of the times within a factor of two of the paper's; below, further such shares.
    pub(crate) within_2: Option<f64>,
}

/// Returns the figures of a run under each rule, beginning with the rule in use. The result is empty if the searches
/// ended as soon as that rule had decided, or if it uses the book's claims.
///
/// # Errors
///
/// The position of a record cannot be read.
pub(crate) fn by_rules(records: &[Record]) -> Result<Vec<RuleFigures>> {
    let suits = |record: &Record| record.run.set.to_limit && record.run.set.claimed_gains.is_none();
    if records.is_empty() || !records.iter().all(suits) {
        return Ok(Vec::new());
    }
    let problems = records.iter().map(Record::problem).collect::<Result<Vec<_>>>()?;
    let judges: Vec<Judge<'_>> = records
        .iter()
        .zip(&problems)
        .map(|(record, problem)| record.judge(problem))
        .collect();
    let figures = RULES.map(|(name, rule)| {
        let solution =
            |(record, judge): (&Record, &Judge<'_>), limit| judge.solution_by(rule, record.known().min(limit));
        let both = || records.iter().zip(&judges);
        let solved = |limit: f64| both().filter(|one| solution(*one, limit).is_some()).count();
        let outcome = |(record, judge): (&Record, &Judge<'_>)| {
            let mut result = record.result.clone();
            result.judge(solution((record, judge), f64::INFINITY), &record.iterations);
            result
        };
        let results: Vec<Outcome> = both().map(outcome).collect();
        let times =
            |wanted: &dyn Fn(&Outcome) -> bool| Times::of(&results, &|seconds| rounded_up(seconds, 1.0), wanted);
        let (all, long) = (times(&|_| true), times(&is_long));
        let both_unsolved = |result: &&Outcome| !result.solved && result.table1_seconds.is_none();
        RuleFigures {
            rule: name,
            solved_within: EARLIER.map(solved),
            solved: results.iter().filter(|result| result.solved).count(),
            both_unsolved: results.iter().filter(both_unsolved).count(),
            spearman: all.as_ref().map(|times| times.spearman),
            spearman_interval: all.as_ref().and_then(|times| times.spearman_interval),
            long_spearman: long.map(|times| times.spearman),
            within_2: all.map(|times| times.within_2),
        }
    });
    Ok(figures.into())
}
