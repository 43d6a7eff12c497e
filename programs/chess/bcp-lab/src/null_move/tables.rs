//! `bcp-lab tables`: the tables of `bcp-lab compare`, made from its results files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_laboratory::null_move::Settings;
use bcp_suite::results::{Line, Lines};
use clap::Args;

use super::compare::Depths;
use super::record::Record;
use super::report::{Report, searches};
use bcp_suite::options::Format;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results files written by `bcp-lab compare --out`, such as the shards of one run, or runs with different
    /// searches.
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<PathBuf>,
    /// Depths to compare, 1 to 30: a number, list or range, such as `8`, `8,9` or `8-10`. The default is the maximum
    /// depth in the files.
    #[arg(long, value_name = "PLIES")]
    depth: Option<Depths>,
    /// Searches to compare, in the order of the table columns, by their names in the files. By default, all searches in
    /// the files are compared.
    #[arg(long, value_name = "SEARCH", value_delimiter = ',')]
    search: Vec<String>,
    /// Baseline search. The default is `verified` if it is among the searches compared; otherwise there is no
    /// baseline.
    #[arg(long, value_name = "SEARCH")]
    against: Option<String>,
    /// Output format.
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn tables(arguments: &Arguments) -> Result<ExitCode> {
    let mut all: BTreeMap<_, Record> = BTreeMap::new();
    for path in &arguments.parts {
        let lines = Lines::<Record>::read(path)?;
        lines.report(path);
        for (key, record) in lines.records {
            let name = record.name();
            if let Some(other) = all.insert(key, record.clone()) {
                ensure!(
                    other == record,
                    "{}: the result of {name} differs from its result in an earlier file",
                    path.display()
                );
            }
        }
    }
    let records: Vec<Record> = all.into_values().collect();
    let deepest = records.first().context("the files contain no results")?.run.depth;
    let depths = arguments
        .depth
        .as_ref()
        .map_or_else(|| vec![deepest], |depths| depths.0.clone());
    let known = searches(&records);
    let against = arguments.against.as_deref().map(|name| named(name, &known));
    let names = match &arguments.search[..] {
        [] => known,
        chosen => chosen.iter().map(|name| named(name, &known)).collect::<Result<_>>()?,
    };
    let report = Report::new(records, names, depths, against.transpose()?.as_deref())?;
    cli::print(report.print(arguments.format)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the full name of a search: one in the results files, of any program, or one of ours written in another way.
fn named(name: &str, known: &[String]) -> Result<String> {
    let own = name
        .parse::<Settings>()
        .map_or_else(|_| name.to_owned(), |own| own.to_string());
    let found = known.iter().find(|known| *known == name || **known == own);
    found
        .cloned()
        .with_context(|| format!("no results for `{name}`: the files contain {}", known.join(", ")))
}
