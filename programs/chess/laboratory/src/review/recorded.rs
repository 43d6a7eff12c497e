//! The calls of both versions of the pseudocode, written down to be looked at.

use bcp_chess::{Move, Position};
use bcp_reference::search::{Searcher, Version};

use super::calls::Watching;
use super::readings::readings;
use super::version2::Version2;
use crate::game::Value;
use crate::trace::Recorder;

/// A record of the calls, and value and nodes of the last iteration.
pub type Recorded = (Recorder<Move>, Option<(Value, u64)>);

/// The calls of version 2 to a depth, iteration by iteration, or until so many nodes are counted; 0 for any number.
pub fn version2_calls(position: Position, depth: u8, nodes: u64, calls: Recorder<Move>) -> Recorded {
    let mut search = Version2::new(position, nodes, None);
    search.calls = calls;
    let last = search.it2v(depth).pop();
    (search.calls, last.map(|last| (last.value.into(), last.nodes)))
}

/// The same of version 1.
pub fn version1_calls(position: Position, depth: u8, limit: u64, calls: Recorder<Move>) -> Recorded {
    let watching = Watching { calls: calls.into(), limit };
    let searcher = Searcher::new(position).observed(&watching);
    let last = searcher
        .version(Version::Simple)
        .readings(readings())
        .search(depth)
        .last();
    (
        watching.calls.into_inner(),
        last.map(|last| (last.value.into(), last.nodes.into())),
    )
}
