//! Runs a program on the board and lists the legal moves of a position, on a microcontroller or in WebAssembly.
#![cfg_attr(target_os = "none", no_std, no_main)]

use bcp_chess::{Position, START, perft};
use z8000::machine::{Machine, Stop};

/// Runs LDK R1,#5 and HALT, which take 13 clocks, and counts the 400 pairs of first moves.
fn passes() -> bool {
    let mut board = Machine::board();
    board.load_program(2, &[0x40, 0, 0, 6, 0xBD, 0x15, 0x7A, 0]);
    board.reset();
    let halted = board.run(1_000) == Ok(Stop::Halted) && board.cpu().register(1) == 5;
    halted && Position::from_fen(START).is_ok_and(|start| perft(&start, 2) == 400)
}

#[cfg(not(target_os = "none"))]
fn main() {
    assert!(passes());
}

#[cfg(target_os = "none")]
mod board {
    use embedded_alloc::LlffHeap as Heap;

    /// Size of the heap: tables of 256 KB, and two memories of 64 KB.
    const SIZE: usize = 0xC_0000;

    #[global_allocator]
    static HEAP: Heap = Heap::empty();

    #[cortex_m_rt::entry]
    fn main() -> ! {
        static mut MEMORY: [u8; SIZE] = [0; SIZE];
        // The only initialization, before anything is allocated.
        unsafe { HEAP.init(MEMORY.as_mut_ptr() as usize, SIZE) }
        assert!(super::passes());
        loop {
            cortex_m::asm::wfi();
        }
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        loop {
            cortex_m::asm::bkpt();
        }
    }
}
