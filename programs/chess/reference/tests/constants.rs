//! The constants of the reference equal those of the Z8000 program.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests make the files that they need"
)]

use std::collections::HashMap;

/// Returns the assembly's constants: each line `.equ NAME, value` whose value is a plain number.
fn assembly_constants() -> HashMap<String, i64> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../asm/constants.s");
    let text = std::fs::read_to_string(path).expect(path);
    text.lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix(".equ")?.trim().split_once(',')?;
            Some((name.trim().to_string(), number(value.trim())?))
        })
        .collect()
}

fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[test]
fn both_programs_have_the_same_constants() {
    let assembly = assembly_constants();
    for constants in [bcp_chess::constants::ALL, bcp_reference::constants::ALL] {
        assert!(constants.len() >= 11, "found only {constants:?}");
        for (name, value) in constants {
            assert_eq!(assembly.get(*name), Some(value), "{name}");
        }
    }
}
