//! Helpers of the tests across the crates; the tests are in `tests/`, their data in folders
//! beside it.

pub mod documents;
pub mod fuzz;
pub mod random;

/// The examples of the page for those who use the libraries.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/libraries.md")]
pub struct Libraries;

use std::path::{Path, PathBuf};

use z8000::board::{Board, Stop};
use z8000_asm::{AddressSpace, Assembly, Files, Options, assemble};

/// A folder of the repository.
#[must_use]
pub fn repository(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)
}

/// The chess program, reset, on a board.
///
/// # Panics
///
/// If it does not assemble.
#[must_use]
pub fn chess_board() -> Board {
    board_with(&[])
}

/// The simple version of the chess program, without a stored tree.
///
/// # Panics
///
/// If it does not assemble.
#[must_use]
pub fn simple_chess_board() -> Board {
    board_with(&[("SIMPLE", 1)])
}

/// The chess program with symbols defined before its first line, reset, on a board.
///
/// # Panics
///
/// If it does not assemble.
#[must_use]
pub fn board_with(symbols: &[(&str, i64)]) -> Board {
    let mut board = Board::new();
    let assembly = assembly_with(symbols);
    board.load(
        assembly.loadable(AddressSpace::Program),
        assembly.loadable(AddressSpace::Data),
    );
    board.reset();
    board
}

/// The chess program, assembled with symbols defined before its first line.
///
/// # Panics
///
/// If it does not assemble.
#[must_use]
pub fn assembly_with(symbols: &[(&str, i64)]) -> Assembly {
    let (files, main) = Files::beside(&repository("asm/bcp.s"));
    let options = Options {
        symbols: symbols.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
        ..Options::default()
    };
    assemble(&files, &main, &options).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Sends lines to the program and returns the lines that it answers with, until it wants more.
///
/// # Panics
///
/// If the program stops for another reason.
pub fn converse(board: &mut Board, lines: &str) -> String {
    board.serial().send(lines.as_bytes());
    let stop = board.run(u64::MAX).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(stop, Stop::WantsInput, "the program should wait for a command");
    String::from_utf8(board.serial().take_output()).expect("the program answers in ASCII")
}
