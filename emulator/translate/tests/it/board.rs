//! A board with a program in assembly, for tests and benchmarks.

use z8000::machine::Machine;
use z8000::run::Engine;
use z8000_asm::{AddressSpace, Memory, Options, assemble};

/// Returns a board with a program that begins at `start`, run by an engine.
pub(crate) fn board(source: &str, engine: Option<Box<dyn Engine>>) -> Machine {
    let source = format!(".z8002\n.text\n.org 0\n.word 0, 0x4000, start\n{source}\n");
    let sources = Memory::new([("program.s", source.as_str())]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let mut board = Machine::board();
    board.load(
        assembly.loadable(AddressSpace::Program).expect("a program of 64 KB"),
        assembly.loadable(AddressSpace::Data).expect("a program of 64 KB"),
    );
    board.reset();
    board.set_engine(engine);
    board
}
