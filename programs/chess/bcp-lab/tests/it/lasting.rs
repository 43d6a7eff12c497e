//! Results files of earlier versions can still be read.

use std::fs;

use crate::common::folder;
use crate::program::Program;

const LAB: Program = Program("");

/// Results of `bcp-lab compare` from before lines had a number: positions 5 and 6 to depth 3.
#[test]
fn lines_of_the_laboratory_are_read() {
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/compare-1.jsonl");
    let run = "compare --positions 5-6 --depth 3 --search r2";
    // Null moves that failed high were not counted in that version.
    let of = |row: &str| row.starts_with("null moves failing high");
    let tables = LAB.printed(&format!("tables '{old}'"));
    assert!(tables.lines().any(|row| of(row) && row.ends_with(" -")), "{tables}");
    let others = |tables: &str| {
        tables
            .lines()
            .filter(|row| !of(row))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(others(&tables), others(&LAB.printed(run)));
    let file = folder("lasting").join("r.jsonl");
    fs::copy(old, &file).expect("a copy");
    let resume = format!("{run} --resume --out '{}'", file.display());
    LAB.check(&resume, 0, &["2 of 2 searches are already done"]);
    assert!(
        fs::read_to_string(&file)
            .expect("results")
            .starts_with("{\"schema\":2,\"position\":5,")
    );
}
