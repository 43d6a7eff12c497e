//! Compares the processor with measurements of a real chip, which are not part of the repository.

use z8000_vectors::{Options, Outcome, check, parse};

use crate::measured::UNEXPLAINED;
use crate::shared::{folder, text};

/// Returns the vectors of a file that do not agree; the file must contain at least `least` vectors.
fn failures(file: &str, masks: bool, least: usize) -> Vec<String> {
    let text = text(&folder("silicon").join(file));
    let vectors = parse(&text).expect("vectors");
    assert!(vectors.len() >= least, "only {} measurements", vectors.len());
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
    let failed = failures("nonseg.jsonl", false, 850);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn clocks_agree_with_the_chip() {
    let failed = failures("timing.jsonl", false, 110);
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "needs the chip's measurements: set Z8000_SHARED"]
fn segmented_instructions_agree_with_the_chip() {
    let failed = failures("seg.jsonl", false, 900);
    let (unexplained, others): (Vec<_>, Vec<_>) =
        (failed.iter()).partition(|failure| UNEXPLAINED.iter().any(|unexplained| failure.ends_with(unexplained)));
    assert!(others.is_empty(), "{others:#?}");
    // A listed measurement that agrees must be removed from the list.
    assert_eq!(unexplained.len(), UNEXPLAINED.len(), "{unexplained:#?}");
}
