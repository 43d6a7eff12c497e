//! Completions and manual pages, as the build of a release has them made.

use crate::common::folder;
use crate::program::Program;

#[test]
fn every_experiment_has_completions_and_a_manual_page() {
    Program("").writes_pages(
        &folder("pages"),
        &["zugzwang", "--nested"],
        &["bcp-lab", "bcp-lab-conspiracy-tree"],
    );
}
