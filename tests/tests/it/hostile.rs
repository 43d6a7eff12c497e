//! Sources that would exhaust the memory, the stack or the time of a careless assembler.

use std::time::{Duration, Instant};

use z8000_asm::{Memory, Options, assemble};

/// The time limit for one of these sources, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Assembles a source; returns the first error, or an empty string.
fn first_error(source: &str) -> String {
    let begun = Instant::now();
    let sources = Memory::new([("hostile.s", source)]);
    let result = assemble(&sources, "hostile.s", &Options::default());
    assert!(begun.elapsed() < PATIENCE, "took {:?}", begun.elapsed());
    match result {
        Ok(_) => String::new(),
        Err(errors) => errors.list[0].message.clone(),
    }
}

#[test]
fn repetitions_end() {
    let lines = "macros and repeated blocks produce more than 1000000 lines";
    assert_eq!(first_error(".rept 1000000000000\nnop\n.endr\n"), lines);
    let nested = ".rept 2000\n.rept 2000\n.rept 2000\nnop\n.endr\n.endr\n.endr\n";
    assert_eq!(first_error(nested), lines);
    assert_eq!(first_error(".rept 1000000000000\n.endr\n"), "");
    assert!(first_error(".rept -1\n.endr\n").contains("the number of repetitions must not be negative"));
}

/// An error that every repetition would report is reported once, and ends the assembly immediately.
#[test]
fn errors_of_repetitions_end() {
    let sources = Memory::new([("hostile.s", ".rept 900000\n.bogus\n.endr\n.other\n")]);
    let errors = assemble(&sources, "hostile.s", &Options::default()).expect_err("no directive");
    assert_eq!(errors.list.len(), 1, "{errors}");
}

#[test]
fn open_conditions_are_reported_up_to_a_limit() {
    let source = ".if 1\n".repeat(1_000_000);
    let sources = Memory::new([("hostile.s", source.as_str())]);
    let errors = assemble(&sources, "hostile.s", &Options::default()).expect_err("open conditions");
    assert_eq!(errors.list.len(), 100);
}

#[test]
fn recursion_ends() {
    let deep = "macros and repeated blocks are nested more than 64 levels deep";
    assert_eq!(first_error(".macro a\na\na\n.endm\na\n"), deep);
    let doubled = ".macro a x\na \\x\\x\n.endm\na yyyyyyyy\n";
    assert!(first_error(doubled).contains("an argument has"));
    let include = first_error(".include \"hostile.s\"\n.include \"hostile.s\"\n");
    assert_eq!(include, "include files are nested more than 64 levels deep");
}

#[test]
fn long_lines_are_read() {
    let bytes = format!(".byte {}\n", ["1"; 1_000_000].join(","));
    assert_eq!(first_error(&bytes), "");
    assert_eq!(first_error(&"nop;".repeat(1_000_000)), "");
    let name = first_error(&"x".repeat(10_000_000));
    assert!(name.starts_with("unknown instruction, directive or macro"));
    let endless = first_error(&format!(".byte {}\n", ["1"; 3_000_000].join(",")));
    assert_eq!(endless, "the statement is too long");
    let sum = first_error(&format!(".word {}1\n", "1+".repeat(1_000_000)));
    assert_eq!(sum, "an expression can have at most 1000 operators");
    for nested in ["(", "-"] {
        let error = first_error(&format!(".word {}1\n", nested.repeat(1_000_000)));
        assert_eq!(error, "the expression is nested too deeply");
    }
}

#[test]
fn definitions_that_share_others_are_evaluated_once() {
    let mut source = ".word a0\n".to_owned();
    for number in 0..60 {
        let next = number + 1;
        source += &format!(".equ a{number},a{next}+a{next}\n");
    }
    let error = first_error(&format!("{source}.equ a60,1\n"));
    assert!(error.starts_with("1152921504606846976 is outside"), "{error}");
    let circle = first_error(".equ a,b+b\n.equ b,a+a\n.word a\n");
    assert!(circle.contains("is recursive"), "{circle}");
}

#[test]
fn space_is_limited() {
    let error = first_error(&".space 0xffffff\n".repeat(400));
    assert!(error.contains("larger than 256 MB"), "{error}");
    assert!(first_error(".space 0x7fffffffffffffff\n").contains("cannot reserve"));
    let gap = first_error(".org 0xffffffff\n.byte 1,2,3\n.org 1\n.balign 0x80000000\n");
    assert!(gap.contains("larger than 256 MB"), "{gap}");
}

#[test]
fn arithmetic_does_not_overflow() {
    assert_eq!(first_error(".word 1/0\n"), "division by zero");
    assert_eq!(first_error(".word 5%(2-2)\n"), "division by zero");
    let least = "(-0x7fffffffffffffff-1)";
    assert!(first_error(&format!(".word {least}/-1\n")).contains("outside"));
    assert!(first_error(&format!(".word -{least}, {least}%-1\n")).contains("outside"));
    assert_eq!(
        first_error(&format!(".word 1<<64, 1<<{least}>>63\n")),
        "the shift count is negative"
    );
}
