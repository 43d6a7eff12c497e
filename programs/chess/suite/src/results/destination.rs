//! The options of a long run.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{Line, Shard, ShardChoice, Writer};

/// Where the results of a run go, and which part of it is done.
#[derive(Debug, Clone, Default, Args)]
pub struct Destination {
    /// Write each result to a file of JSON lines as soon as it is there; `-` is the standard output.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the file of an interrupted run.
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Run one part of many: 3/40, or auto/40 and auto in a Slurm array or under GNU parallel.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<ShardChoice>,
}

impl Destination {
    /// The part that is done; none if that is all.
    ///
    /// # Errors
    ///
    /// It is to be found in the environment, and is not there.
    pub fn shard(&self) -> Result<Option<Shard>> {
        self.shard.map(ShardChoice::find).transpose()
    }

    /// Those of the items that are done, by their places.
    ///
    /// # Errors
    ///
    /// As [`shard`](Self::shard).
    pub fn part<T>(&self, items: Vec<T>) -> Result<Vec<T>> {
        let shard = self.shard()?;
        let held = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let items = items.into_iter().enumerate();
        Ok(items.filter_map(|(place, item)| held(place).then_some(item)).collect())
    }

    /// The file for the results, if there is one. `check` says of each result in it why it is not of this run.
    ///
    /// # Errors
    ///
    /// As [`Writer::open`].
    pub fn writer<L: Line>(&self, check: impl Fn(&L) -> Result<()>) -> Result<Option<Writer<L>>> {
        let open = |path| Writer::open(path, self.resume, check);
        self.out.as_deref().map(open).transpose()
    }
}
