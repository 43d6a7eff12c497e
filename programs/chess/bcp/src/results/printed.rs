//! Reading results from a results file, or from the output of `--format json`.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use bcp_suite::results::Lines;
use serde::Deserialize;
use serde_json::Value;

use super::iteration::IterationRecord;
use super::provenance::Provenance;
use super::record::Record;
use crate::judgement::Outcome;

/// A position and its outcome, with as much of its search as the format contains.
#[derive(Debug, Deserialize)]
pub(crate) struct Printed {
    #[serde(flatten)]
    pub(crate) result: Outcome,
    /// Empty if the format contains none.
    #[serde(default)]
    pub(crate) iterations: Vec<IterationRecord>,
    #[serde(default)]
    pub(crate) run: Option<Provenance>,
}

impl From<Record> for Printed {
    fn from(record: Record) -> Self {
        let Record { result, iterations, run, .. } = record;
        Self { result, iterations, run: Some(run) }
    }
}

/// Reads the results of a run: its lines, or the JSON that `bcp table1` and `bcp solve` print. `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or has no results.
pub(crate) fn read_printed(path: &Path) -> Result<Vec<Printed>> {
    let bytes = cli::read(path)?;
    let document = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    let positions = match document {
        Value::Array(positions) => positions,
        Value::Object(mut report) if report.contains_key("positions") => match report.remove("positions") {
            Some(Value::Array(positions)) => positions,
            _ => Vec::new(),
        },
        _ => {
            let lines = Lines::<Record>::parse(&bytes).with_context(|| cli::name(path))?;
            lines.report(path);
            ensure!(!lines.records.is_empty(), "{}: no results found", cli::name(path));
            return Ok(lines.records.into_values().map(Printed::from).collect());
        }
    };
    let context = || format!("{}: this JSON file contains no results of a run", cli::name(path));
    let printed: Vec<Printed> = positions
        .into_iter()
        .map(serde_json::from_value)
        .collect::<Result<_, _>>()
        .with_context(context)?;
    let is_plain = |one: &Printed| {
        let Outcome { id, best, .. } = &one.result;
        !id.chars()
            .chain(best.iter().flat_map(|text| text.chars()))
            .any(char::is_control)
    };
    ensure!(
        printed.iter().all(is_plain),
        "a string in {} contains control characters",
        cli::name(path)
    );
    Ok(printed)
}
