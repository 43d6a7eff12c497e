//! The calls of both versions of the pseudocode, written down to be looked at.

use bcp_chess::{Move, Position};
use bcp_reference::search::{Searcher, Version};

use super::readings::readings;
use super::version2::Version2;
use crate::trace::Recorder;

/// The calls of version 2 to a depth, iteration by iteration: up to `most`, those of captures only if that is wanted.
pub fn version2_calls(position: Position, depth: u8, most: usize, captures: bool) -> Recorder<Move> {
    let mut search = Version2::new(position, 0, None);
    search.calls = Recorder::new(most, captures);
    search.it2v(depth);
    search.calls
}

/// The same of version 1.
pub fn version1_calls(position: Position, depth: u8, most: usize, captures: bool) -> Recorder<Move> {
    let searcher = Searcher::observed(position, Recorder::new(most, captures));
    let mut searcher = searcher.version(Version::Simple).readings(readings());
    searcher.search(depth).for_each(drop);
    searcher.observer().clone()
}
