//! The help and the manual pages: their examples, and the names of the options.

use crate::harness::folder;
use crate::help::{examples_succeed, options_have_one_name, options_have_their_defaults};

const Z8K: &str = env!("CARGO_BIN_EXE_z8k");

#[test]
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn the_examples_of_the_help_succeed() {
    // LDK R0,#5 (BD05h), then the jump to 00C0h.
    let measured = r#"{"name":"ldk","mode":"nonseg","code":[48389],"tail":[24072,192],"pc":512,"regs_in":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"fcw_in":16384,"regs_out":[5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],"fcw_out":16384,"cycles":5}"#;
    let framed = |message: &str| format!("Content-Length: {}\r\n\r\n{message}", message.len());
    let session: String = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    .map(framed)
    .concat();
    let inputs = [
        ("-", &*session),
        ("sieve.s", include_str!("../../../../../docs/tutorial/sieve.s")),
        ("hello.s", include_str!("../../../../../docs/tutorial/hello.s")),
        ("start.s", "        .global start\nstart:  ld      r0,#1\n        ret\n"),
        ("count.8kn", "start:\tld\tr0,#1\n\tret\n"),
        ("commands.txt", "step\n"),
        ("measured.jsonl", measured),
    ];
    let examples = include_str!("../../src/examples.txt");
    examples_succeed(Z8K, &folder("z8k-examples"), examples, &inputs, &[]);
}

#[test]
fn options_are_named_as_those_of_the_other_programs() {
    options_have_one_name(Z8K, &folder("z8k-names"));
}

#[test]
fn options_have_the_defaults_of_the_list() {
    options_have_their_defaults(Z8K, &folder("z8k-defaults"));
}
