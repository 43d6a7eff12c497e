//! Measures how fast each engine runs a program, and how fast code is generated: `cargo bench -p z8000-translate`.
//!
//! Every run checks the result of the program.

use divan::{Bencher, black_box};
use z8000::machine::Stop;
use z8000_translate::Choice;

#[path = "../tests/it/board.rs"]
mod board;

fn main() {
    divan::main();
}

/// Additions, comparisons, calls and stores, a million times.
const MIX: &str = "\
start:  ld      r15,#0x8000
        ld      r0,#100
round:  ld      r1,#10000
step:   add     r2,r1
        cp      r2,#0x4000
        jr      lt,1f
        inc     r3,#1
1:      calr    put
        djnz    r1,step
        djnz    r0,round
        halt
put:    push    @r15,r2
        pop     r4,@r15
        ret
";

/// Returns the expected count in R3, calculated by the host.
fn expected() -> u16 {
    let (mut sum, mut above) = (0_u16, 0_u16);
    for _ in 0..100 {
        for step in (1..=10_000_u16).rev() {
            sum = sum.wrapping_add(step);
            above = above.wrapping_add(u16::from(sum as i16 >= 0x4000));
        }
    }
    above
}

#[divan::bench(args = ["interpreter", "compiled"])]
fn a_million_rounds(bencher: Bencher<'_, '_>, engine: &str) {
    let choice: Choice = engine.parse().expect("an engine");
    let fresh = board::board(MIX, choice.engine().expect("a host with a compiler"));
    let expected = expected();
    bencher.with_inputs(|| fresh.clone()).bench_values(|mut board| {
        assert_eq!(board.run(u64::MAX), Ok(Stop::Halted));
        assert_eq!(board.cpu().register(3), expected);
        black_box(board)
    });
}
