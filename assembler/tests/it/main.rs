//! Tests of the assembler as a whole: one binary, a module per subject.

mod disassembly;
mod encodings;
mod hints;
mod source;
