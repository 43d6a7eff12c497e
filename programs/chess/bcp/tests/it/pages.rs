//! The help and the manual pages: their examples, and the names of the options.

use crate::common::folder;
use crate::help::{examples_succeed, options_have_one_name, options_have_their_defaults};

const BCP: &str = env!("CARGO_BIN_EXE_bcp");

#[test]
fn the_examples_of_the_help_succeed() {
    let inputs = [("games.pgn", "1. e4 e5 *\n"), ("commands.txt", "step\n")];
    let examples = include_str!("../../src/examples.txt");
    examples_succeed(BCP, &folder("bcp-examples"), examples, &inputs, &[]);
}

#[test]
fn options_are_named_as_those_of_the_other_programs() {
    options_have_one_name(BCP, &folder("bcp-names"));
}

#[test]
fn options_have_the_defaults_of_the_list() {
    options_have_their_defaults(BCP, &folder("bcp-defaults"));
}
