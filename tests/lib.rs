//! Helpers for the tests across the crates; the tests are in `tests/`, their data in the other folders here.

#![allow(
    clippy::disallowed_methods,
    reason = "the tools of the repository write its own documents"
)]

pub mod documents;
pub mod fuzz;

/// The examples in the page for users of the libraries, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/libraries.md")]
pub struct Libraries;

use std::path::{Path, PathBuf};

use z8000::machine::{Machine, Stop};
use z8000_asm::{AddressSpace, Assembly, Files, Memory, Options, assemble};

/// Returns the path of a folder of the repository.
#[must_use]
pub fn repository(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)
}

/// Returns a reset board with the chess program.
///
/// # Panics
///
/// The program cannot be assembled.
#[must_use]
pub fn chess_board() -> Machine {
    board_with(&[])
}

/// Returns a reset board with the chess program, assembled with symbols defined before its first line.
///
/// # Panics
///
/// The program cannot be assembled.
#[must_use]
pub fn board_with(symbols: &[(&str, i64)]) -> Machine {
    board_of(&assembly_with(symbols))
}

/// Returns a reset board with a program, whose terminal sends lines immediately.
#[must_use]
pub fn board_of(assembly: &Assembly) -> Machine {
    let mut board = Machine::board();
    board.set_baud(0);
    board.load(
        assembly.loadable(AddressSpace::Program).expect("a program of 64 KB"),
        assembly.loadable(AddressSpace::Data).expect("a program of 64 KB"),
    );
    board.reset();
    board
}

/// Assembles the chess program with symbols defined before its first line.
///
/// # Panics
///
/// The program cannot be assembled.
#[must_use]
pub fn assembly_with(symbols: &[(&str, i64)]) -> Assembly {
    let options = Options {
        symbols: symbols.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
        ..Options::default()
    };
    assembled_file(&repository("asm/bcp.s"), &options)
}

/// Assembles a source file.
///
/// # Panics
///
/// The file cannot be assembled.
#[must_use]
pub fn assembled_file(path: &Path, options: &Options) -> Assembly {
    let (files, main) = Files::beside(path);
    assemble(&files, &main, options).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Assembles a string as `source.s`.
///
/// # Panics
///
/// The string cannot be assembled.
#[must_use]
pub fn assembled(text: &str, options: &Options) -> Assembly {
    let sources = Memory::new([("source.s", text)]);
    assemble(&sources, "source.s", options).unwrap_or_else(|errors| panic!("{errors}\n{text}"))
}

/// Returns the files in a folder with an ending, sorted by name.
///
/// # Panics
///
/// There is no such folder.
#[must_use]
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == ending));
    paths.sort();
    paths
}

/// Returns the sources in a folder of the repository, sorted by name.
///
/// # Panics
///
/// There is no such folder.
#[must_use]
pub fn sources(folder: &str) -> Vec<PathBuf> {
    files(&repository(folder), "s")
}

/// Returns the 300 positions of Win at Chess.
///
/// # Panics
///
/// The file cannot be read.
#[must_use]
pub fn win_at_chess() -> Vec<String> {
    let suite = repository("programs/chess/suite/positions/win-at-chess.csv");
    let suite = std::fs::read_to_string(suite).expect("the positions");
    let rows = suite.lines().skip(1);
    rows.map(|row| row.split(',').nth(3).expect("a position").to_owned())
        .collect()
}

/// Sends lines to the program and returns its answer, up to the moment when it waits for more input.
///
/// # Panics
///
/// The program stops for another reason.
pub fn converse(board: &mut Machine, lines: &str) -> String {
    board.send(0, lines.as_bytes());
    let stop = board.run(u64::MAX).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stop, Stop::WantsInput, "the program should wait for a command");
    String::from_utf8(board.take_output(0)).expect("the program answers in ASCII")
}

/// A reproducible generator of 64-bit pseudo-random numbers: xorshift (Marsaglia 2003). The seed must not be 0.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns a 64-bit number.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number from 0 to `limit` - 1; 0 if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() >> 32) as usize % limit.max(1)
    }
}
