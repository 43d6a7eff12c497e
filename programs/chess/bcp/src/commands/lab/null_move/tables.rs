//! `bcp lab tables`: the tables of `bcp lab compare`, from the files that it has written.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use bcp_laboratory::null_move::Settings;
use bcp_suite::results::{Line, Lines};
use clap::Args;

use super::super::printing::Format;
use super::compare::Depths;
use super::record::Record;
use super::report::{Report, searches};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results, as `--out` has written them: shards, or runs of several searches.
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<PathBuf>,
    /// Depths to compare at, as 8, 8,9 or 8-10; the greatest if left out.
    #[arg(long, value_name = "LIST")]
    depth: Option<Depths>,
    /// Searches to compare, in this order; all of which there are results if left out.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    search: Vec<Settings>,
    /// The search that the others are compared with; verified if it is among them.
    #[arg(long, value_name = "SEARCH")]
    against: Option<Settings>,
    /// How to print the tables.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn tables(arguments: &Arguments) -> Result<ExitCode> {
    let mut all: BTreeMap<_, Record> = BTreeMap::new();
    for path in &arguments.parts {
        let lines = Lines::<Record>::read(path)?;
        lines.report_torn(path);
        for (key, record) in lines.records {
            let name = record.name();
            if let Some(other) = all.insert(key, record.clone()) {
                ensure!(
                    other == record,
                    "{}: {name} stands in another file with another result",
                    path.display()
                );
            }
        }
    }
    let records: Vec<Record> = all.into_values().collect();
    let deepest = records.first().context("the files hold no results")?.run.depth;
    let depths = arguments
        .depth
        .as_ref()
        .map_or_else(|| vec![deepest], |depths| depths.0.clone());
    let names = match &arguments.search[..] {
        [] => searches(&records),
        chosen => chosen.iter().map(ToString::to_string).collect(),
    };
    let report = Report::new(records, names, depths, arguments.against.as_ref())?;
    cli::print(report.print(arguments.format)?)?;
    Ok(ExitCode::SUCCESS)
}
