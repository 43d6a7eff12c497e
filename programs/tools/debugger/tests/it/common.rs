//! Small programs for the debugger.

use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::program::Program;

/// Assembles a single file called `t.s`.
pub(crate) fn program(source: &str) -> Program {
    let files = Memory::new([("t.s", source)]);
    let assembly = assemble(&files, "t.s", &Options::default())
        .unwrap_or_else(|errors| panic!("the test's program assembles: {errors}"));
    Program::assembled(&assembly, &files, None).expect("a program of 64 KB")
}

/// The beginning of every program in these tests.
pub(crate) const HEAD: &str = "        .z8002\n        .text\n        .org 0\n        .word 0, 0x4000, start\n";
