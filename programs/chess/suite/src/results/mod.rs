//! Results that survive an interrupted run: a line for each work item, written when the item is finished, from which
//! the run can be resumed.
//!
//! * [`Line`] is the content of a line; [`Lines`] is a file of lines, and [`Writer`] appends to it.
//! * [`Shard`] is a part of a run, for one of many machines. The concatenated files of all shards are the results of a
//!   run.
//! * [`run`] does the work whose results are not in the file yet.
//! * [`csv()`] makes a table for a spreadsheet.
//! * [`sha256`] identifies the sources of a result.

mod lines;
mod rows;
#[cfg(not(target_family = "wasm"))]
mod run;
mod shard;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

pub use lines::{Line, Lines, Versioned, Writer};
pub use rows::csv;
#[cfg(not(target_family = "wasm"))]
pub use run::{FinishedRun, Run, run};
pub use shard::Shard;

/// Returns the SHA-256 hash in lower-case hexadecimal, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
