//! `bcp compare`: compares two runs position by position.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bcp_driver::Value;
use clap::Args;
use cli::Format;
use serde::Serialize;

use crate::judgement::Outcome;
use crate::results::{Record, read};
use bcp_suite::options::status;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results of the baseline run.
    #[arg(value_name = "A")]
    before: PathBuf,
    /// Results of the run to compare with the baseline.
    #[arg(value_name = "B")]
    after: PathBuf,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

/// The differences of two runs.
#[derive(Debug, Serialize)]
struct Comparison<'r> {
    /// Differences in their sources.
    runs: Vec<String>,
    /// Positions in both.
    compared: usize,
    /// Positions in one alone.
    only_before: Vec<u32>,
    only_after: Vec<u32>,
    /// Positions solved in each, among those in both.
    solved_before: usize,
    solved_after: usize,
    /// Geometric mean of the times after divided by those before, of positions that both solved; `None` if there are
    /// none.
    mean_ratio: Option<f64>,
    /// How many positions have another result, shown or not.
    changed: usize,
    changes: Vec<Change<'r>>,
}

/// A position with another result.
#[derive(Debug, Serialize)]
struct Change<'r> {
    number: u32,
    before: Side<'r>,
    after: Side<'r>,
}

/// The result of one run.
#[derive(Debug, Serialize)]
struct Side<'r> {
    #[serde(flatten)]
    result: &'r Outcome,
    /// Iterations up to the one that differs from the other run's, in everything they report.
    same_iterations: usize,
}

/// Compares two files of results; the exit status shows whether they are the same.
pub(crate) fn compare(arguments: &Arguments) -> Result<ExitCode> {
    let (before, after) = (read(&arguments.before)?, read(&arguments.after)?);
    let comparison = Comparison::new(&before, &after);
    let mut out = cli::Screen::default();
    match arguments.format {
        Format::Text => write!(out, "{}", comparison.text())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(&comparison)?)?,
    }
    Ok(status(None, comparison.is_same()))
}

impl Change<'_> {
    /// Time after divided by time before, if both runs solved the position.
    fn ratio(&self) -> Option<f64> {
        Some(self.after.result.seconds? / self.before.result.seconds?)
    }
}

/// The results of a run.
type ByNumber<'r> = BTreeMap<u32, &'r Record>;

fn by_number(records: &[Record]) -> ByNumber<'_> {
    records.iter().map(|record| (record.result.number, record)).collect()
}

impl<'r> Comparison<'r> {
    fn new(before: &'r [Record], after: &'r [Record]) -> Self {
        let (before, after) = (by_number(before), by_number(after));
        let both = before.iter().filter_map(|(number, a)| Some((*a, *after.get(number)?)));
        let pairs: Vec<(&'r Record, &'r Record)> = both.collect();
        let only = |of: &ByNumber<'_>, other: &ByNumber<'_>| {
            let numbers = of.keys().copied();
            numbers.filter(|number| !other.contains_key(number)).collect()
        };
        let ratio = |(a, b): &(&Record, &Record)| Some((b.result.seconds? / a.result.seconds?).ln());
        let ratios: Vec<f64> = pairs.iter().filter_map(ratio).collect();
        let runs = pairs.first().map(|(a, b)| a.run.differences(&b.run));
        let changes: Vec<Change<'_>> = pairs.iter().filter_map(|(a, b)| change(a, b)).collect();
        Self {
            runs: runs.unwrap_or_default(),
            compared: pairs.len(),
            only_before: only(&before, &after),
            only_after: only(&after, &before),
            solved_before: pairs.iter().filter(|(a, _)| a.result.solved).count(),
            solved_after: pairs.iter().filter(|(_, b)| b.result.solved).count(),
            mean_ratio: (!ratios.is_empty()).then(|| (ratios.iter().sum::<f64>() / ratios.len() as f64).exp()),
            changed: changes.len(),
            changes,
        }
    }

    /// Returns true if the results are the same; what they were made from may differ.
    fn is_same(&self) -> bool {
        self.changed == 0 && self.only_before.is_empty() && self.only_after.is_empty()
    }

    fn text(&self) -> String {
        let mut out = String::new();
        for run in &self.runs {
            out += &format!("the first run differs from the second: {run}\n");
        }
        for (numbers, of) in [(&self.only_before, "first"), (&self.only_after, "second")] {
            if !numbers.is_empty() {
                let list = bcp_suite::Selection::text(numbers.iter().copied());
                out += &format!("only in the {of} run: {list}\n");
            }
        }
        out += &format!(
            "{} positions in both runs, {} changed; {} solved in the first run, {} in the second",
            self.compared, self.changed, self.solved_before, self.solved_after
        );
        if let Some(ratio) = self.mean_ratio {
            out += &format!("; times {ratio:.3} of the baseline's (geometric mean)");
        }
        out.push('\n');
        for change in &self.changes {
            let (a, b) = (&change.before, &change.after);
            let what = match (a.result.solved, b.result.solved) {
                (false, true) => "now solved".to_owned(),
                (true, false) => "no longer solved".to_owned(),
                (false, false) => "not solved".to_owned(),
                (true, true) => written_or(change.ratio(), "solved", |ratio| {
                    format!("{ratio:.3} of the baseline's time")
                }),
            };
            out += &format!("position {:3}: {what}\n  {}\n  {}\n", change.number, a.text(), b.text());
        }
        out
    }
}

impl Side<'_> {
    fn text(&self) -> String {
        let Self { result, same_iterations: same } = self;
        let time = written_or(result.seconds, "F", |seconds| format!("{seconds:.2} s"));
        let depth = written_or(result.depth, "-", |depth| depth.to_string());
        let value = written_or(result.value, "-", |value| Value(value).console());
        let (best, nodes) = (result.best.as_deref().unwrap_or("-"), result.nodes);
        format!("{time:>10}  depth {depth}, value {value}, {best}, {nodes} nodes; {same} identical iterations")
    }
}

/// A figure as text, or what stands for a missing one.
fn written_or<T>(figure: Option<T>, none: &str, text: impl Fn(T) -> String) -> String {
    figure.map_or_else(|| none.to_owned(), text)
}

/// Returns the change in a position; `None` if neither the result nor any iteration changed.
fn change<'r>(a: &'r Record, b: &'r Record) -> Option<Change<'r>> {
    if a.result.is_same(&b.result) && a.iterations == b.iterations {
        return None;
    }
    let both = a.iterations.iter().zip(&b.iterations);
    let same_iterations = both.take_while(|(a, b)| a == b).count();
    let side = |record: &'r Record| Side { result: &record.result, same_iterations };
    Some(Change { number: a.result.number, before: side(a), after: side(b) })
}
