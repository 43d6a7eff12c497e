//! Machines and programs for the tests.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_asm::{AddressSpace, Memory, Options, assemble};
use z8000_system::{Description, Ended, Machine, Part, Space};

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(crate) fn machine(text: &str, folder: &Path) -> Machine {
    let description = Description::read(text, folder).expect("a description");
    Machine::new(description).expect("a machine")
}

/// The parts of a source.
pub(crate) fn parts(source: &str) -> Vec<Part> {
    let sources = Memory::new([("program.s", source)]);
    let assembly = assemble(&sources, "program.s", &Options::default()).expect("it assembles");
    let pieces = assembly.pieces.iter().filter(|piece| !piece.bytes.is_empty());
    pieces
        .map(|piece| Part {
            name: "program.s".to_owned(),
            at: piece.origin,
            bytes: piece.bytes.clone(),
            space: match piece.space {
                AddressSpace::Program => Space::Program,
                AddressSpace::Data => Space::Data,
            },
        })
        .collect()
}

pub(crate) fn run(machine: &mut Machine, source: &str) -> Ended {
    machine.load(&parts(source)).expect("memory for it");
    machine.start();
    machine.run(100_000_000).expect("it runs")
}

pub(crate) const BOARD: &str = include_str!("../../machines/board.toml");
pub(crate) const Z8001: &str = include_str!("../../machines/z8001.toml");
