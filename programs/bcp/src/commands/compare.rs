//! `bcp compare`: what changed from one run to another.

use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::options::Format;
use crate::report::tables::{self, Table};
use crate::results::{Lines, Record};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results of the run to compare with.
    #[arg(value_name = "A")]
    before: PathBuf,
    /// Results of the other run.
    #[arg(value_name = "B")]
    after: PathBuf,
    /// How to print what changed.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write a report as well: one HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

/// What two runs have in common, and what not.
#[derive(Debug, Serialize)]
struct Comparison {
    /// What they were made from, where that differs.
    runs: Vec<String>,
    /// Positions in both.
    compared: usize,
    /// Positions in one alone.
    only_before: Vec<u32>,
    only_after: Vec<u32>,
    /// Positions solved in each, among those in both.
    solved_before: usize,
    solved_after: usize,
    /// Geometric mean of the times after divided by those before, of positions that both solved; none if there are none.
    mean_ratio: Option<f64>,
    changes: Vec<Change>,
}

/// A position with another result.
#[derive(Debug, PartialEq, Serialize)]
struct Change {
    number: u32,
    before: Outcome,
    after: Outcome,
}

/// What is compared of a position.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Outcome {
    solved: bool,
    seconds: Option<f64>,
    depth: Option<u8>,
    value: Option<i16>,
    #[serde(rename = "move")]
    best: Option<String>,
    nodes: u32,
    /// Iterations up to the one that differs from the other run's, in everything they report.
    same_iterations: usize,
}

/// Compares two files of results; the exit status says whether they are the same.
pub(crate) fn compare(arguments: &Arguments) -> Result<ExitCode> {
    if let Some(path) = &arguments.report {
        output::check(path)?;
    }
    let (before, after) = (Lines::read(&arguments.before)?, Lines::read(&arguments.after)?);
    before.report_torn(&arguments.before);
    after.report_torn(&arguments.after);
    let comparison = Comparison::new(&before, &after);
    if let Some(path) = &arguments.report {
        let names = [&arguments.before, &arguments.after].map(|path| path.display().to_string());
        let about: Vec<&str> = [names[0].as_str(), "and then", names[1].as_str()].to_vec();
        let page = tables::page("What changed from one run to another", &about, &comparison.tables());
        output::write(path, page.into_string().as_bytes())?;
    }
    let mut out = stdout().lock();
    match arguments.format {
        Format::Text => write!(out, "{}", comparison.text())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&comparison)?)?,
    }
    Ok(if comparison.is_same() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

impl Comparison {
    fn new(before: &Lines, after: &Lines) -> Self {
        let keys = |lines: &Lines| lines.records.keys().copied().collect::<BTreeSet<u32>>();
        let (a, b) = (keys(before), keys(after));
        let pairs: Vec<(&Record, &Record)> = a
            .intersection(&b)
            .map(|number| (&before.records[number], &after.records[number]))
            .collect();
        let ratios: Vec<f64> = pairs
            .iter()
            .filter_map(|(a, b)| Some((b.result.seconds? / a.result.seconds?).ln()))
            .collect();
        let runs = pairs.first().map(|(a, b)| a.run.differences(&b.run));
        Self {
            runs: runs.unwrap_or_default(),
            compared: pairs.len(),
            only_before: a.difference(&b).copied().collect(),
            only_after: b.difference(&a).copied().collect(),
            solved_before: pairs.iter().filter(|(a, _)| a.result.solved).count(),
            solved_after: pairs.iter().filter(|(_, b)| b.result.solved).count(),
            mean_ratio: (!ratios.is_empty()).then(|| (ratios.iter().sum::<f64>() / ratios.len() as f64).exp()),
            changes: pairs.iter().filter_map(|(a, b)| change(a, b)).collect(),
        }
    }

    /// Whether the results are the same; what they were made from may differ.
    fn is_same(&self) -> bool {
        self.changes.is_empty() && self.only_before.is_empty() && self.only_after.is_empty()
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for run in &self.runs {
            out += &format!("runs differ: {run}\n");
        }
        for (numbers, of) in [(&self.only_before, "first"), (&self.only_after, "second")] {
            if !numbers.is_empty() {
                let list = bcp_suite::Selection::text(numbers.iter().copied());
                out += &format!("in the {of} alone: {list}\n");
            }
        }
        out += &format!(
            "{} positions in both, {} changed; solved {}, then {}",
            self.compared,
            self.changes.len(),
            self.solved_before,
            self.solved_after
        );
        if let Some(ratio) = self.mean_ratio {
            out += &format!("; time {ratio:.3} of what it was, geometric mean");
        }
        out.push('\n');
        for change in &self.changes {
            let (a, b) = (&change.before, &change.after);
            let what = match (a.solved, b.solved) {
                (false, true) => "now solved".to_owned(),
                (true, false) => "no longer solved".to_owned(),
                (false, false) => "not solved".to_owned(),
                (true, true) => match a.seconds.zip(b.seconds) {
                    Some((a, b)) => format!("{:.3} of the time", b / a),
                    None => "solved".to_owned(),
                },
            };
            out += &format!("position {:3}: {what}\n  {}\n  {}\n", change.number, a.text(), b.text());
        }
        out
    }
}

impl Comparison {
    /// The same as tables, the largest change of a time first.
    fn tables(&self) -> Vec<Table> {
        let mut runs = Table::new("The runs", &["figure", "first", "second"]);
        let only = |numbers: &[u32]| bcp_suite::Selection::text(numbers.iter().copied());
        for (name, first, second) in [
            (
                "solved, of those in both",
                self.solved_before.to_string(),
                self.solved_after.to_string(),
            ),
            ("positions in it alone", only(&self.only_before), only(&self.only_after)),
        ] {
            runs.add(vec![name.to_owned(), first, second]);
        }
        let mut settings = Table::new("Where the runs differ", &["what they were made from"]);
        self.runs.iter().for_each(|run| settings.add(vec![run.clone()]));
        let heads = ["position", "first, s", "second, s", "second / first", "first", "second"];
        let title = format!("{} of {} positions changed", self.changes.len(), self.compared);
        let mut changes = Table::new(&title, &heads);
        let ratio = |change: &Change| Some(change.after.seconds? / change.before.seconds?);
        let mut sorted: Vec<&Change> = self.changes.iter().collect();
        let far = |change: &Change| ratio(change).map_or(f64::INFINITY, |ratio| ratio.ln().abs());
        sorted.sort_by(|a, b| far(b).total_cmp(&far(a)));
        for change in sorted {
            let time = |outcome: &Outcome| {
                outcome
                    .seconds
                    .map_or_else(|| "F".to_owned(), |time| format!("{time:.2}"))
            };
            let found = |outcome: &Outcome| {
                let best = outcome.best.as_deref().unwrap_or("-");
                outcome
                    .depth
                    .map_or_else(String::new, |depth| format!("{best}, depth {depth}"))
            };
            changes.add(vec![
                change.number.to_string(),
                time(&change.before),
                time(&change.after),
                ratio(change).map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}")),
                found(&change.before),
                found(&change.after),
            ]);
        }
        vec![runs, settings, changes]
    }
}

impl Outcome {
    fn new(record: &Record, same_iterations: usize) -> Self {
        let result = &record.result;
        Self {
            solved: result.solved,
            seconds: result.seconds,
            depth: result.depth,
            value: result.value,
            best: result.best.clone(),
            nodes: result.nodes,
            same_iterations,
        }
    }

    fn text(&self) -> String {
        let time = match self.seconds {
            Some(seconds) => format!("{seconds:.2} s"),
            None => "F".to_owned(),
        };
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        format!(
            "{time:>10}  depth {}, value {}, {}, {} nodes; {} iterations the same",
            or_dash(self.depth.map(|depth| depth.to_string())),
            or_dash(self.value.map(|value| value.to_string())),
            or_dash(self.best.clone()),
            self.nodes,
            self.same_iterations
        )
    }
}

/// What changed in a position; nothing if neither the result nor any iteration did.
fn change(a: &Record, b: &Record) -> Option<Change> {
    if a.result == b.result && a.iterations == b.iterations {
        return None;
    }
    let both = a.iterations.iter().zip(&b.iterations);
    let same = both.take_while(|(a, b)| a == b).count();
    Some(Change {
        number: a.result.number,
        before: Outcome::new(a, same),
        after: Outcome::new(b, same),
    })
}
