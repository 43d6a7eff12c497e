//! The pseudocode of Don Beal's review of 2006 with a hash table: its version 2.
//!
//! Version 1 is [`Version::Simple`](bcp_reference::search::Version::Simple) of the reference, and what both imitate,
//! the stored tree of 1986, is [`Version::Stored`](bcp_reference::search::Version::Stored). All play on the same board
//! and count nodes by the same rule: where moves are listed.
//!
//! The published text of version 2 is untested and has lost a part. What was put in its place stands in `version2.rs`,
//! each piece behind the word REPAIR; `table.rs` is the hash table, of which the text says only how it is called.

mod calls;
mod readings;
mod recorded;
mod table;
mod version2;

pub use readings::readings;
pub use recorded::{Recorded, version1_calls, version2_calls};
pub use version2::{Iteration, Version2};
