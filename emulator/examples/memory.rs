//! A processor connected only to memory: two methods and `Cpu::run`.

use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, End, Model, Until};

/// 64 KB of memory, shared by all address spaces.
struct Memory(Vec<u8>);

impl Bus for Memory {
    fn read_byte(&mut self, _: Status, at: Location) -> u8 {
        self.0[usize::from(at.offset())]
    }

    fn write_byte(&mut self, _: Status, at: Location, value: u8) {
        self.0[usize::from(at.offset())] = value;
    }
}

/// A reset loads FCW from address 2 and PC from 4. The program adds the numbers from 100 down to 1.
const PROGRAM: [u16; 9] = [
    0, 0x4000, 6,      // system mode, start at 6
    0x8D08, // clr r0
    0x2101, 100,    // ld r1,#100
    0x8110, // add r0,r1
    0xF182, // djnz r1, to the addition
    0x7A00, // halt
];

fn main() {
    let mut memory = Memory(vec![0; 0x1_0000]);
    for (place, word) in memory.0.chunks_exact_mut(2).zip(PROGRAM) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    let mut cpu = Cpu::new(Model::Z8002);
    cpu.reset(&mut memory);
    let run = cpu.run(&mut memory, &Until::clocks(1_000_000));
    assert_eq!((run.end, cpu.register(0)), (End::Halted, 5050));
    println!(
        "{} after {} instructions, {} clocks",
        cpu.register(0),
        run.instructions,
        run.clocks
    );
}
