//! Completions and manual pages, as the build of a release generates them.

use crate::common::folder;
use crate::help::{examples_succeed, options_have_one_name, options_have_their_defaults};
use crate::program::Program;

#[test]
fn every_experiment_has_completions_and_a_manual_page() {
    Program("").writes_pages(
        &folder("pages"),
        &["zugzwang", "--nested"],
        &["bcp-lab", "bcp-lab-conspiracy-chess"],
    );
}

const LAB: &str = env!("CARGO_BIN_EXE_bcp-lab");

#[test]
fn the_examples_of_the_help_succeed() {
    let examples = include_str!("../../src/examples.txt");
    examples_succeed(LAB, &folder("lab-examples"), examples, &[], &[]);
}

#[test]
fn options_are_named_as_those_of_the_other_programs() {
    options_have_one_name(LAB, &folder("lab-names"));
}

#[test]
fn options_have_the_defaults_of_the_list() {
    options_have_their_defaults(LAB, &folder("lab-defaults"));
}
