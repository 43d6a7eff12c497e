//! The processor against measurements of a real chip, which are not part of the repository.

use z8000_vectors::{Options, Outcome, check, parse};

use crate::measured::UNEXPLAINED;
use crate::shared::{folder, text};

/// The vectors of a file that do not agree.
fn failures(file: &str, masks: bool) -> Vec<String> {
    let text = text(&folder("silicon").join(file));
    let vectors = parse(&text).expect("vectors");
    let failed: Vec<String> = vectors
        .iter()
        .filter_map(|vector| match check(vector, Options { masks, bus: true }) {
            Outcome::Passed => None,
            Outcome::Failed(differences) => Some(format!("{}: {}", vector.name, differences.join(", "))),
        })
        .collect();
    println!(
        "{file}, masks {masks}: {} passed, {} failed",
        vectors.len() - failed.len(),
        failed.len()
    );
    failed
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn nonsegmented_instructions_agree_with_the_chip() {
    let failed = failures("nonseg.jsonl", false);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn clocks_agree_with_the_chip() {
    let failed = failures("timing.jsonl", false);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn segmented_instructions_agree_with_the_chip() {
    let mut failed = failures("seg.jsonl", false);
    failed.retain(|failure| !UNEXPLAINED.iter().any(|unexplained| failure.ends_with(unexplained)));
    assert!(failed.is_empty(), "{failed:#?}");
}
