//! Reproducible pseudo-random programs of one to three files, in the language that GNU as and this assembler share,
//! with the script that links them.
//!
//! A plan comes first: sections with their segments, and for each file its chunks and their labels. An instruction can
//! therefore refer to a label before the code in between is known. Then the chunks are written.

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

/// A program in source.
pub(super) struct Program {
    pub(super) processor: Processor,
    /// The text of each file.
    pub(super) files: Vec<String>,
    /// The script that links them.
    pub(super) script: String,
    /// Set when it places itself with `.org`: `.text` and `.data` are separate memories, and nothing is to be linked.
    pub(super) placed: bool,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> Program {
    // Neighbouring seeds of xorshift begin in the same way; 0 is not a seed.
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
