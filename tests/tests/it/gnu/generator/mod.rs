//! Reproducible pseudo-random programs of one to three files, in the language common to GNU as and this assembler, with
//! the script that links them.
//!
//! A plan is made first: sections with their segments, and for each file its chunks and their labels. An instruction
//! can therefore refer to a label before the code in between is known. Then the chunks are written.

mod code;
mod data;
mod expression;
mod macros;
mod plan;
mod writer;

use z8000_asm::Processor;
use z8000_tests::Random;

use plan::Plan;
use writer::Writer;

/// The source files of a program.
pub(super) struct Program {
    pub(super) processor: Processor,
    /// The text of each file, in order.
    pub(super) files: Vec<String>,
    /// The linker script.
    pub(super) script: String,
    /// True if the program places itself with `.org`: `.text` and `.data` are separate memories, and nothing is linked.
    pub(super) placed: bool,
}

/// Generates the program for a seed.
pub(super) fn program(seed: u64) -> Program {
    // Sequences of xorshift for neighbouring seeds begin in the same way; 0 is not a valid seed.
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..8 {
        random.bits();
    }
    let plan = Plan::new(&mut random);
    let mut files = Vec::new();
    for file in 0..plan.files {
        let mut writer = Writer::new(&plan, file, random);
        writer.file();
        files.push(writer.text);
        random = writer.random;
    }
    Program {
        processor: plan.processor,
        script: plan.script(&mut random),
        placed: plan.placed,
        files,
    }
}
