//! Exceptions, driven by programs in assembly: `exceptions/*.s`.

use std::path::Path;

use z8000::machine::{Machine, Stop};
use z8000::mmu::Violations;
use z8000_asm::{AddressSpace, Assembly, Options};
use z8000_boards::{Connected, Description, Section};
use z8000_tests::{assembled_file, repository};

fn program(name: &str) -> Assembly {
    assembled_file(&repository("tests/exceptions").join(name), &Options::default())
}

#[test]
fn a_memory_management_unit_traps() {
    let text = "processor = \"z8001\"\n[[memory]]\nkind = \"ram\"\nsize = 0x30000\n[[mmu]]\nselect = 2\nenabled = true";
    let mut machine = Description::read(text, Path::new(""))
        .and_then(Connected::new)
        .expect("a machine");
    let program = program("segment_trap.s");
    let image = program.image(Some(AddressSpace::Program)).expect("a small program");
    let code = Section::code("segment_trap", 0, image);
    machine.load(&[code]).expect("it fits");
    machine.start().expect("it starts");
    let mut traps = 0;
    // A run up to the next clock executes one instruction.
    for _ in 0..100 {
        machine.run(machine.clocks() + 1).expect("it runs");
        let cpu = machine.cpu();
        let begins = i64::from(cpu.pc()) == program.symbols["handler"].value;
        // The handler follows the halt.
        traps += usize::from(begins && !cpu.halted());
    }
    let cpu = machine.cpu();
    assert!(cpu.halted());
    assert_eq!(traps, 1);
    // The write within the segment was performed, the other one was not. There is no memory in bank 0.
    let word = |at: usize| &machine.world().banks().bytes()[0x1_0000 + at..][..2];
    assert_eq!(word(0x2_0100), [0x19, 0x86]);
    assert_eq!(word(0x2_1000), [0, 0]);
    // The program continued, and the handler saw unit 3, a limit, segment 1, block 10h, a data write.
    let registers = [8, 9, 2, 3].map(|n| cpu.register(n));
    let kind = u16::from(Violations::SLV.bits()) << 8 | 1;
    assert_eq!(registers, [1, 0x0800, kind, 0x1008]);
    assert_eq!((cpu.register(14), cpu.register(15)), (0, 0x8000));
}

#[test]
fn a_system_call_returns_and_a_privileged_instruction_is_refused() {
    let mut board = Machine::board();
    let program = program("system_call.s");
    // Program memory and data memory are separate; LDPS reads the latter.
    board.load(
        program.loadable(AddressSpace::Program).expect("a program of 64 KB"),
        program.loadable(AddressSpace::Program).expect("a program of 64 KB"),
    );
    board.reset();
    assert_eq!(board.run(10_000), Ok(Stop::Halted));
    let cpu = board.cpu();
    let registers = [2, 3, 4, 6].map(|n| cpu.register(n));
    assert_eq!(registers, [2, 2, 5, 0x7C05]);
    // The frame of the last call is still on the stack: identifier, FCW, PC.
    assert_eq!(cpu.register(15), 0x8000 - 6);
    assert_eq!(board.world().data_word(0x8000 - 6), 0x7F00);
    assert_eq!(board.world().data_word(0x7000 - 2), 2);
}
