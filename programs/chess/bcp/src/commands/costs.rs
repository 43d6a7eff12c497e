//! What positions cost, so that the most expensive come first.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use bcp_suite::{BUILT_IN, Problem};
use csv::Reader;

use crate::results::{Lines, Provenance, Record, sha256};

/// Whole Z8000 seconds that the built-in positions took in the run of `docs/results/table1.json`.
const KNOWN: &str = include_str!("costs.csv");

/// Clocks that positions are expected to take.
pub(super) struct Costs {
    by_number: BTreeMap<u32, u64>,
    /// The most that a position can take; what is not known is expected to.
    limit: u64,
}

impl Costs {
    /// Those of an earlier run, or what is known of the built-in positions.
    pub(super) fn new(earlier: Option<&Path>, run: &Provenance) -> Result<Self> {
        let by_number = match earlier {
            Some(path) => Lines::read(path)?.records.into_values().map(cost).collect(),
            None if run.suite == sha256(BUILT_IN.as_bytes()) => known(run.set.clock_hz)?,
            None => BTreeMap::new(),
        };
        Ok(Self {
            by_number,
            limit: run.clock()?.clocks(run.set.limit_seconds),
        })
    }

    /// Those of a position.
    pub(super) fn of(&self, problem: &Problem) -> u64 {
        let known = self.by_number.get(&problem.number).copied();
        known.unwrap_or(self.limit).min(self.limit)
    }
}

fn cost(record: Record) -> (u32, u64) {
    (record.result.number, record.cost())
}

fn known(clock_hz: u64) -> Result<BTreeMap<u32, u64>> {
    let mut reader = Reader::from_reader(KNOWN.as_bytes());
    let rows = reader.deserialize().map(|row| {
        let (number, seconds): (u32, u64) = row?;
        Ok((number, seconds.saturating_mul(clock_hz)))
    });
    rows.collect::<Result<_, csv::Error>>().context("the known costs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_known_cost() {
        let known = known(1_000).expect("the file");
        assert_eq!(known.len(), 300);
        // Not solved within 2,000 seconds, and solved at once.
        assert_eq!((known[&2], known[&5]), (2_000_000, 0));
    }
}
