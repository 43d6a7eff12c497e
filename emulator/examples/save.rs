//! Saves a board in the middle of its program, and continues from the saved file.

use z8000::machine::{Machine, Stop};

fn main() {
    let mut board = Machine::board();
    // ld r1,#1000; add r0,r1; djnz r1, to the addition; halt
    let program: [u16; 8] = [0, 0x4000, 6, 0x2101, 1000, 0x8110, 0xF182, 0x7A00];
    let bytes: Vec<u8> = program.iter().flat_map(|word| word.to_be_bytes()).collect();
    board.load_program(0, &bytes);
    board.reset();
    assert_eq!(board.run(10_000), Ok(Stop::ClockLimit));

    let file = board.save().expect("a state");
    let mut loaded = Machine::board();
    loaded.restore(&file).expect("the file was just made");
    assert_eq!(loaded.clocks(), board.clocks());

    for board in [&mut board, &mut loaded] {
        assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
        assert_eq!(board.cpu().register(0), (500_500 % 0x1_0000) as u16);
    }
    assert_eq!((board.clocks(), board.cpu()), (loaded.clocks(), loaded.cpu()));
    println!("{} bytes; both halt after {} clocks", file.len(), board.clocks());
}
