//! Version 2 of the pseudocode in Don Beal's review of 2006, which has a hash table.
//!
//! Version 1 is [`Version::Simple`] of the reference; the stored tree of 1986, which both imitate, is
//! [`Version::Stored`]. All use the same board and count nodes by the same rule: where moves are listed.
//!
//! The published text of version 2 is untested and incomplete. `version2.rs` supplies what is missing, with each such
//! part marked REPAIR; `table.rs` is the hash table, of which the text shows only the calls.

mod calls;
mod table;
mod version2;

use bcp_chess::{Move, Position};
use bcp_reference::search::{Readings, Searcher, Version};

use crate::Limits;
use crate::game::Value;
use crate::trace::Recorder;
use calls::Watching;
pub use version2::{Iteration, Version2};

/// Returns the readings that make the reference comparable with version 2: moves are tried as listed, and double checks
/// are seen.
#[must_use]
pub fn readings() -> Readings {
    Readings { double_checks: true, list_order: 0, ..Readings::default() }
}

/// The record of the calls, and the depth, value and nodes of the last iteration; `None` instead of these if no
/// iteration was completed.
pub type ReviewCalls = (Recorder<Move>, Option<(u8, Value, u64)>);

/// Records the calls of version 2 to a depth, iteration by iteration, or until the node limit is reached.
pub fn version2_calls(position: Position, depth: u8, limits: Limits<'_>, calls: Recorder<Move>) -> ReviewCalls {
    let mut search = Version2::new(position, limits.nodes, limits.stop);
    search.calls = calls;
    let last = search.it2v(depth).pop();
    (
        search.calls,
        last.map(|last| (last.depth, last.value.into(), last.nodes)),
    )
}

/// Records the calls of version 1 as [`version2_calls`] does those of version 2.
pub fn version1_calls(position: Position, depth: u8, limits: Limits<'_>, calls: Recorder<Move>) -> ReviewCalls {
    let watching = Watching { calls: calls.into(), limits };
    let searcher = Searcher::new(position).observed(&watching);
    let last = searcher
        .version(Version::Simple)
        .readings(readings())
        .search(depth)
        .last();
    (
        watching.calls.into_inner(),
        last.map(|last| (last.depth, last.value.into(), last.nodes.into())),
    )
}
