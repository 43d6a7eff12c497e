//! The program that the emulator is timed with does what its count of instructions says.

use z8000::board::Stop;
use z8000_asm::Options;
use z8000_tests::{assembled_file, board_of, repository};

#[test]
fn the_mix_takes_as_many_instructions_as_it_says() {
    let options = Options { symbols: vec![("ROUNDS".to_owned(), 20)], ..Options::default() };
    let mut board = board_of(&assembled_file(&repository("asm/bench/mix.s"), &options));
    assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
    assert_eq!(board.instructions(), 5 + 20 * (6 + 16 * 250));
}
