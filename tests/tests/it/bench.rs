//! The program that the emulator is timed with does what its count of instructions says.

use z8000::board::{Board, Stop};
use z8000_asm::{AddressSpace, Files, Options, assemble};
use z8000_tests::repository;

#[test]
fn the_mix_takes_as_many_instructions_as_it_says() {
    let (files, main) = Files::beside(&repository("asm/bench/mix.s"));
    let options = Options {
        symbols: vec![("ROUNDS".to_owned(), 20)],
        ..Options::default()
    };
    let assembly = assemble(&files, &main, &options).unwrap_or_else(|errors| panic!("{errors}"));
    let mut board = Board::new();
    board.load(
        assembly.loadable(AddressSpace::Program),
        assembly.loadable(AddressSpace::Data),
    );
    board.reset();
    assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(board.instructions(), 5 + 20 * (6 + 16 * 250));
}
