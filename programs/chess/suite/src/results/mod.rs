//! Results that outlive a run: a line for each piece of work, written as it is finished, from which the run goes on.
//!
//! * [`Line`] is the contents of a line; [`Lines`] is a file of them, and [`Writer`] adds to it.
//! * [`Shard`] is a part of a run, for one machine of many. The files of the parts, concatenated, are the run.
//! * [`run`] does the work that a file does not hold yet.
//! * [`csv()`] makes a table of rows for a spreadsheet.
//! * [`sha256`] names the sources of a result.

mod lines;
mod rows;
mod run;
mod shard;

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

pub use lines::{Line, Lines, Versioned, Writer};
pub use rows::csv;
pub use run::{FinishedRun, Run, run};
pub use shard::Shard;

/// SHA-256 in lower-case hexadecimal, which anybody can repeat with `sha256sum`.
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
