//! `bcp merge`: the parts of a run put together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use bcp_suite::Selection;
use bcp_suite::results::{is_stream, queue, text};
use clap::Args;

use crate::results::{Lines, Provenance, Record, Shard};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Results of the shards, as `--out` has written them, or the folder of a queue; `-` is the standard input.
    #[arg(required = true, value_name = "FILE")]
    parts: Vec<PathBuf>,
    /// Where the whole goes; `-` is the standard output.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file of the whole, if there is one.
    #[arg(long)]
    force: bool,
}

/// Puts parts together; the whole does not depend on how the run was split.
///
/// # Errors
///
/// The parts are not of one run, disagree, or do not hold all its positions; the whole would replace another file. Then
/// nothing is written.
pub(crate) fn merge(arguments: &Arguments) -> Result<ExitCode> {
    let out = &arguments.out;
    let streamed = is_stream(out);
    let mut whole = Whole::default();
    for path in &arguments.parts {
        let lines = read(path)?;
        for record in lines {
            whole.add(record).with_context(|| path.display().to_string())?;
        }
    }
    let records = whole.finish()?;
    let text = text(&records)?;
    if streamed {
        cli::print(&text)?;
        return Ok(ExitCode::SUCCESS);
    }
    let written = match arguments.force {
        true => cli::write(out, text.as_bytes()),
        false => cli::create(out, text.as_bytes()),
    };
    match written {
        Err(error) if !arguments.force && out.is_file() => Err(error.context(match is_part(out, &arguments.parts) {
            true => "--out is one of the parts; name another file",
            false => "--force replaces the file",
        })),
        other => other,
    }?;
    cli::print_line(format_args!("{} positions in {}", records.len(), out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The results of a part: of a file, or of the folder of a queue.
fn read(path: &Path) -> Result<Vec<Record>> {
    if path.is_dir() {
        return queue::results(path);
    }
    let lines = Lines::read(path)?;
    lines.report_torn(path);
    Ok(lines.records.into_values().collect())
}

/// Whether a file is one of the parts, under this or another name.
fn is_part(out: &Path, parts: &[PathBuf]) -> bool {
    let same = |part: &PathBuf| matches!((part.canonicalize(), out.canonicalize()), (Ok(a), Ok(b)) if a == b);
    parts.iter().any(same)
}

/// What has been put together so far.
#[derive(Default)]
struct Whole {
    /// Whether results of different sources are put together.
    run: Option<Provenance>,
    /// Into how many shards the run was split, as far as the parts agree on it.
    counts: Vec<u32>,
    records: BTreeMap<u32, Record>,
}

impl Whole {
    fn add(&mut self, mut record: Record) -> Result<()> {
        let run = self.run.get_or_insert_with(|| record.run.clone());
        if let Err(different) = record.run.agrees(run) {
            bail!("it is of another run than the parts before it: {different}");
        }
        if let Some(shard) = record.shard.take() {
            self.counts.push(shard.count());
            self.counts.dedup();
        }
        let number = record.result.number;
        if let Some(known) = self.records.get(&number) {
            ensure!(
                known.same_result(&record),
                "position {number} stands in another part with another result"
            );
            return Ok(());
        }
        self.records.insert(number, record);
        Ok(())
    }

    /// All records in order, if all are there.
    fn finish(self) -> Result<Vec<Record>> {
        let run = self.run.context("the parts hold no results")?;
        let numbers = run.numbers()?;
        let missing: Vec<(usize, u32)> = numbers
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, number)| !self.records.contains_key(number))
            .collect();
        if missing.is_empty() {
            return Ok(self.records.into_values().collect());
        }
        let positions = Selection::text(missing.iter().map(|(_, number)| *number));
        let [count] = self.counts[..] else {
            bail!("positions {positions} are missing");
        };
        let mut shards: Vec<String> = Vec::new();
        for (place, _) in &missing {
            let shard = Shard::of(*place, count).to_string();
            if !shards.contains(&shard) {
                shards.push(shard);
            }
        }
        bail!(
            "shards {} are missing or not finished: positions {positions}",
            shards.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::{record, run};

    /// What the parts come to: the positions, or why not.
    fn merged(parts: &[(u32, &str)]) -> Result<Vec<u32>, String> {
        let run = run();
        let mut whole = Whole::default();
        for (number, shard) in parts {
            let added = whole.add(record(*number, &run, shard.parse().ok()));
            added.map_err(|error| format!("{error:#}"))?;
        }
        let records = whole.finish().map_err(|error| format!("{error:#}"))?;
        assert!(records.iter().all(|record| record.shard.is_none()));
        Ok(records.iter().map(|record| record.result.number).collect())
    }

    #[test]
    fn the_whole_does_not_depend_on_the_split() {
        let all: Vec<u32> = (1..=9).collect();
        let by = |count: u32| -> Vec<(u32, String)> {
            let of = |number: &u32| (*number, Shard::of(*number as usize - 1, count).to_string());
            all.iter().rev().map(of).collect()
        };
        for count in [1, 2, 9, 40] {
            let parts = by(count);
            let parts: Vec<(u32, &str)> = parts.iter().map(|(n, s)| (*n, s.as_str())).collect();
            assert_eq!(merged(&parts).as_ref(), Ok(&all));
        }
    }

    #[test]
    fn missing_shards_are_named() {
        let parts = [(1, "1/4"), (5, "1/4"), (9, "1/4"), (3, "3/4"), (4, "4/4"), (8, "4/4")];
        let error = merged(&parts).expect_err("two shards are missing");
        assert_eq!(error, "shards 2/4, 3/4 are missing or not finished: positions 2,6-7");
        assert_eq!(
            merged(&[(1, "")]).expect_err("positions are missing"),
            "positions 2-9 are missing"
        );
    }

    #[test]
    fn a_mix_is_refused() {
        let run = run();
        let mut whole = Whole::default();
        whole.add(record(1, &run, None)).expect("a record");
        whole.add(record(1, &run, None)).expect("the same once more");
        let mut other = record(1, &run, None);
        other.result.nodes += 1;
        assert!(whole.add(other).is_err());
        let mut other = record(2, &run, None);
        other.run.suite = "0".repeat(64);
        assert!(whole.add(other).is_err());
    }
}
