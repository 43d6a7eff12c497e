//! How fast the processor is: runs a program on the board and prints instructions and clocks a
//! second.
//!
//! Without arguments the program is a mixed loop; with three, `PROGRAM DATA INPUT`, they are the
//! files that fill program memory, data memory and the serial port's queue.

use std::time::Instant;

use z8000::machine::Board;

/// Counts, shifts, stores, calls and compares, 65,536 times 256:
///
/// ```text
///         ld    r15,#0x8000
///         clr   r3
/// outer:  ld    r2,#256
/// inner:  ld    r1,r3
///         add   r1,r2
///         and   r1,#0x0ffe
///         ld    r4,0x1000(r1)
///         inc   r4,#1
///         ld    0x1000(r1),r4
///         calr  compare
///         jr    eq,skip
///         xorb  rl5,rh4
/// skip:   djnz  r2,inner
///         djnz  r3,outer
///         halt
/// compare: bit  r4,#3
///         push  @r15,r4
///         pop   r6,@r15
///         cp    r6,r2
///         ret
/// ```
const LOOP: [u16; 28] = [
    0x0000, 0x4000, 0x0006, 0x210F, 0x8000, 0x8D38, 0x2102, 0x0100, 0xA131, 0x8121, 0x0701, 0x0FFE,
    0x6114, 0x1000, 0xA940, 0x6F14, 0x1000, 0xDFFB, 0xE601, 0x884D, 0xF28D, 0xF390, 0x7A00, 0xA743,
    0x93F4, 0x97F6, 0x8B26, 0x9E08,
];

fn main() -> std::io::Result<()> {
    let mut board = Board::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [program, data, input] = arguments.as_slice() {
        board.load_program(0, &std::fs::read(program)?);
        board.load_data(0, &std::fs::read(data)?);
        board.serial().send(&std::fs::read(input)?);
    } else {
        let bytes: Vec<u8> = LOOP.iter().flat_map(|word| word.to_be_bytes()).collect();
        board.load_program(0, &bytes);
    }
    board.reset();
    let start = Instant::now();
    let stop = board.run(u64::MAX);
    let seconds = start.elapsed().as_secs_f64();
    print!("{}", String::from_utf8_lossy(&board.serial().take_output()));
    println!(
        "{stop:?} after {} instructions, {} clocks, {seconds:.3} s: {:.0} million instructions/s, {:.0} million clocks/s",
        board.instructions(),
        board.clocks(),
        board.instructions() as f64 / seconds / 1e6,
        board.clocks() as f64 / seconds / 1e6,
    );
    Ok(())
}
