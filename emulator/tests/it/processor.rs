//! The processor from outside: traps of a Z8002, calculated by hand, and properties that hold for any program.

use crate::ram::{Ram, Xorshift};
use z8000::bus::{Bus, Location, Status};
use z8000::cpu::{Cpu, Event, Fcw, Model, Trap};

/// Returns a Z8002 with the given FCW at 0200h, its system stack at 8000h, its normal stack at 9000h and its program
/// status area at 0400h, where each trap has FCW 4000h and its own PC.
fn z8002(fcw: u16, code: &[u16]) -> (Cpu, Ram) {
    let mut ram = Ram::new();
    ram.set(0x0400, &[0, 0, 0x4000, 0x1100, 0x4000, 0x1200, 0x4000, 0x1300]);
    // LD R1,#0400h; LDCTL PSAP,R1; LD R1,#9000h; LDCTL NSP,R1; LD R15,#8000h; LDPS 0010h
    ram.set(0x0000, &[0, 0x4000, 0x0100]);
    ram.set(0x0010, &[fcw, 0x0200]);
    ram.set(0x0100, &[0x2101, 0x0400, 0x7D1D, 0x2101, 0x9000, 0x7D1F]);
    ram.set(0x010C, &[0x210F, 0x8000, 0x7900, 0x0010]);
    ram.set(0x0200, code);
    let mut cpu = Cpu::new(Model::Z8002);
    cpu.reset(&mut ram);
    for _ in 0..6 {
        assert_eq!(cpu.step(&mut ram).event, Event::Retired);
    }
    assert_eq!((cpu.pc(), cpu.fcw().bits()), (0x0200, fcw));
    (cpu, ram)
}

/// Executes an instruction that traps, and checks that the frame consists of PC, FCW and the instruction.
fn expect_trap(fcw: u16, code: &[u16], trap: Trap, handler: u16) {
    let (mut cpu, mut ram) = z8002(fcw, code);
    let step = cpu.step(&mut ram);
    assert_eq!((step.event, step.clocks), (Event::Trapped(trap), 33));
    assert_eq!((cpu.pc(), cpu.fcw().bits()), (handler, 0x4000));
    assert_eq!(cpu.register(15), 0x7FFA);
    assert_eq!(ram.words(0x7FFA), [code[0], fcw, 0x0202]);
}

#[test]
fn a_system_call_traps_in_both_modes() {
    expect_trap(0x4000, &[0x7F12], Trap::SystemCall, 0x1300);
    expect_trap(0x0080, &[0x7F12], Trap::SystemCall, 0x1300);
}

#[test]
fn privileged_instructions_trap_in_normal_mode() {
    // HALT; DI VI; IN R0,port; LDPS address; INIR, which has its own second word.
    for code in [
        &[0x7A00][..],
        &[0x7C01],
        &[0x3B04, 0x0100],
        &[0x7900, 0x0010],
        &[0x3B20, 0x0340],
    ] {
        expect_trap(0x0000, code, Trap::PrivilegedInstruction, 0x1200);
    }
}

#[test]
fn extended_instructions_trap_unless_enabled() {
    expect_trap(0x4000, &[0x8E11], Trap::ExtendedInstruction, 0x1100);
    let (mut cpu, mut ram) = z8002(0x6000, &[0x8E11]);
    assert_eq!(cpu.step(&mut ram).event, Event::Retired);
}

#[test]
fn a_return_from_a_trap_restores_the_normal_stack() {
    let (mut cpu, mut ram) = z8002(0x0040, &[0x7F12]);
    ram.set(0x1300, &[0x7B00]);
    cpu.step(&mut ram);
    assert_eq!(cpu.register(15), 0x7FFA);
    let step = cpu.step(&mut ram);
    assert_eq!((step.event, step.clocks), (Event::Retired, 13));
    assert_eq!((cpu.pc(), cpu.fcw()), (0x0202, Fcw::Z));
    assert_eq!(cpu.register(15), 0x9000);
}

#[test]
fn a_halted_processor_stays_halted() {
    let (mut cpu, mut ram) = z8002(0x4000, &[0x7A00]);
    assert_eq!(cpu.step(&mut ram).event, Event::Halted);
    assert_eq!(cpu.step(&mut ram).event, Event::Waited);
    assert_eq!(cpu.pc(), 0x0202);
}

#[test]
fn an_undefined_word_changes_nothing() {
    let (mut cpu, mut ram) = z8002(0x4000, &[0x9D00]);
    let step = cpu.step(&mut ram);
    assert_eq!(step.event, Event::Undefined { word: 0x9D00 });
    assert_eq!(cpu.pc(), 0x0200);
}

#[test]
fn a_repetition_that_never_ends_is_cut_into_steps() {
    // LDIRB @R2,@R4,R2: the counter is also the address, and is incremented as often as decremented.
    let (mut cpu, mut ram) = z8002(0x4000, &[0xBA41, 0x0220]);
    cpu.set_register(2, 0x3000);
    for _ in 0..2 {
        let step = cpu.step(&mut ram);
        assert_eq!(step.event, Event::Retired);
        assert_eq!(cpu.pc(), 0x0200);
    }
}

#[test]
fn a_z8001_resets_to_a_segment() {
    let mut ram = Ram::new();
    ram.set(0, &[0, 0xC000, 0x0500, 0x1234]);
    let mut cpu = Cpu::new(Model::Z8001);
    cpu.reset(&mut ram);
    assert_eq!((cpu.pc_segment(), cpu.pc()), (5, 0x1234));
    assert!(cpu.fcw().contains(Fcw::SEG | Fcw::SYSTEM));
}

/// Memory with a different reset vector in normal mode.
struct Modes([Ram; 2]);

impl Bus for Modes {
    fn read_byte(&mut self, status: Status, at: Location) -> u8 {
        self.0[usize::from(status.system)].read_byte(status, at)
    }

    fn write_byte(&mut self, status: Status, at: Location, value: u8) {
        self.0[usize::from(status.system)].write_byte(status, at, value);
    }
}

#[test]
fn a_reset_is_in_system_mode() {
    let mut memory = Modes([Ram::new(), Ram::new()]);
    memory.0[0].set(0, &[0, 0, 0x2222]);
    memory.0[1].set(0, &[0, 0x4000, 0x1110]);
    let mut cpu = Cpu::new(Model::Z8002);
    cpu.set_fcw(0);
    cpu.reset(&mut memory);
    assert_eq!((cpu.pc(), cpu.fcw()), (0x1110, Fcw::SYSTEM));
}

#[test]
fn any_bytes_run_without_panic_and_every_step_takes_clocks() {
    let mut random = Xorshift(0x1986_2357);
    for round in 0..100 {
        let mut ram = Ram::new();
        ram.bytes.fill_with(|| random.next() as u8);
        let model = [Model::Z8001, Model::Z8002][round & 1];
        let mut cpu = Cpu::new(model);
        cpu.reset(&mut ram);
        for _ in 0..20_000 {
            // Small numbers keep most of the block instructions short.
            let number = random.next();
            cpu.set_register((number & 15) as usize, (number >> 4 & 0x3F) as u16);
            let step = cpu.step(&mut ram);
            ram.log.clear();
            assert!(step.clocks > 0, "{step:?}");
            match step.event {
                Event::Retired | Event::Trapped(_) | Event::Interrupted(_) => {}
                Event::Halted | Event::Waited => {
                    cpu.reset(&mut ram);
                    cpu.set_pc(random.next() as u16);
                }
                Event::Undefined { .. } => cpu.set_pc(random.next() as u16),
            }
        }
    }
}

#[test]
fn conditions_come_in_complementary_pairs() {
    for bits in 0..16 {
        let fcw = Fcw::from_bits_truncate(bits << 4);
        for code in 0..8 {
            assert_ne!(fcw.holds(code), fcw.holds(code + 8), "{fcw:?} {code}");
        }
    }
}

#[test]
fn signed_conditions_take_overflow_into_account() {
    // 7FFFh - FFFFh = 8000h with overflow: the first is greater.
    let fcw = Fcw::C | Fcw::S | Fcw::PV;
    assert!(fcw.holds(9) && fcw.holds(10) && !fcw.holds(1) && !fcw.holds(2));
}

/// EI and DI: a bit that is 0 selects the interrupt; 2 is the vectored and 1 the non-vectored one.
#[test]
fn interrupts_are_enabled_and_disabled_by_their_names() {
    let bits = |set: u16| (set & 2) << 11 | (set & 1) << 11;
    for (before, named) in (0..16).map(|n| (n >> 2, n & 3)) {
        for (instruction, after) in [(0x7C04, before | named), (0x7C00, before & !named)] {
            let (mut cpu, mut ram) = z8002(0x4000 | bits(before), &[instruction | (3 ^ named)]);
            assert_eq!(cpu.step(&mut ram).event, Event::Retired);
            let fcw = cpu.fcw().bits();
            assert_eq!(fcw, 0x4000 | bits(after), "{instruction:x} {before} {named}");
        }
    }
}

/// LDCTL to each control register and back: a Z8002 has no segments, and the lower half of PSAPOFF is 0.
#[test]
fn control_registers_keep_what_their_model_has() {
    let rows: [(u16, u16, [u16; 2]); 8] = [
        // FCW remains in system mode, with EPA and all flags, and with SEG on a Z8001.
        (2, 0xE0FC, [0xE0FC, 0x60FC]),
        (3, 0x9E05, [0x9E05; 2]),
        (4, 0x8500, [0x8500, 0]),
        (5, 0x1234, [0x1200; 2]),
        (6, 0x8600, [0x8600, 0]),
        (7, 0x4321, [0x4321; 2]),
        // These registers do not exist.
        (0, 0x1234, [0; 2]),
        (1, 0x1234, [0; 2]),
    ];
    for (model, expected) in [(Model::Z8001, 0), (Model::Z8002, 1)] {
        for (number, value, values) in rows {
            let mut ram = Ram::new();
            // LDCTL register,R1; LDCTL R2,register.
            ram.set(0x0200, &[0x7D18 | number, 0x7D20 | number]);
            let mut cpu = Cpu::new(model);
            cpu.set_pc(0x0200);
            cpu.set_register(1, value);
            let before = cpu.state();
            for _ in 0..2 {
                assert_eq!(cpu.step(&mut ram).event, Event::Retired, "{number}");
            }
            assert_eq!(cpu.register(2), values[expected], "{model:?} {number}");
            // No other part of the state has changed.
            let mut state = cpu.state();
            state.registers[2] = 0;
            state.pc = 0x0200;
            match number {
                2 => state.fcw = before.fcw,
                3 => state.refresh = 0,
                4 | 5 => state.psap = [0; 2],
                6 | 7 => state.other_stack = [0; 2],
                _ => {}
            }
            assert_eq!(state, before, "{model:?} {number}");
        }
    }
}
