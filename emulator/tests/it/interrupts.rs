//! Interrupts, driven from outside. Frames and addresses are calculated by hand from the manual: a Z8002 pushes PC, FCW
//! and identifier, and its entries consist of FCW and PC.

use crate::ram::Ram;
use z8000::cpu::{Cpu, Event, Fcw, Interrupt, Model};

/// Returns a processor at 0200h with its program status area at 0 and its stack at 8000h, and memory with words at
/// addresses.
fn machine(model: Model, fcw: u16, contents: &[(u16, &[u16])]) -> (Cpu, Ram) {
    let mut ram = Ram::new();
    for &(at, words) in contents {
        ram.set(at, words);
    }
    let mut cpu = Cpu::new(model);
    cpu.set_fcw(fcw);
    cpu.set_register(15, 0x8000);
    cpu.set_pc(0x0200);
    (cpu, ram)
}

const HALT: u16 = 0x7A00;
const IRET: u16 = 0x7B00;
const SYSTEM: u16 = Fcw::SYSTEM.bits();

/// The addresses of the entries of a Z8002: FCW, then PC.
const NMI: u16 = 0x14;
const NVI: u16 = 0x18;
const VI: u16 = 0x1C;

#[test]
fn an_interrupt_in_the_middle_of_a_repetition() {
    let (mut cpu, mut ram) = machine(
        Model::Z8002,
        SYSTEM,
        &[
            (NMI, &[SYSTEM, 0x0300]),
            // LDIR @R2,@R1,R3; HALT
            (0x0200, &[0xBB11, 0x0320, HALT]),
            // INC R4,#1; IRET
            (0x0300, &[0xA940, IRET]),
            (0x1000, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ],
    );
    for (register, value) in [(1, 0x1000), (2, 0x2000), (3, 10)] {
        cpu.set_register(register, value);
    }
    cpu.set_deadline(0);
    let mut clocks = 0;
    for _ in 0..3 {
        clocks += cpu.step(&mut ram).clocks;
    }
    assert_eq!((cpu.register(3), cpu.pc()), (7, 0x0200));

    cpu.request(Interrupt::NonMaskable, 0xABCD);
    let step = cpu.step(&mut ram);
    assert_eq!(step.event, Event::Interrupted(Interrupt::NonMaskable));
    assert_eq!(cpu.pc(), 0x0300);
    clocks += step.clocks;
    assert_eq!(ram.words(0x7FFA), [0xABCD, SYSTEM, 0x0200]);

    while !cpu.halted() {
        clocks += cpu.step(&mut ram).clocks;
    }
    // LDIR takes 11 + 9n, and 7 more after the interrupt; INC 4, IRET 13, HALT 8, and the interrupt takes as long as
    // SC: 33.
    assert_eq!(clocks, 11 + 10 * 9 + 7 + 33 + 4 + 13 + 8);
    assert_eq!((cpu.register(3), cpu.register(4)), (0, 1));
    assert_eq!(ram.words(0x2000), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(cpu.register(15), 0x8000);
}

/// The bus cycles of LDIR according to the manual: two fetches, then a read and a write for each word, with no cycle in
/// between, wherever the processor checks for a request.
#[test]
fn a_repetition_is_the_same_in_pieces() {
    let run = |deadline| {
        let contents: &[(u16, &[u16])] = &[(0x0200, &[0xBB11, 0x0320, HALT])];
        let (mut cpu, mut ram) = machine(Model::Z8002, SYSTEM, contents);
        for (register, value) in [(1, 0x1000), (2, 0x2000), (3, 4)] {
            cpu.set_register(register, value);
        }
        cpu.set_deadline(deadline);
        ram.log.clear();
        let (mut clocks, mut steps) = (0, 0);
        while !cpu.halted() {
            clocks += cpu.step(&mut ram).clocks;
            steps += 1;
        }
        let accesses: Vec<_> = ram.log.iter().map(|&(at, _, write)| (at, write)).collect();
        (clocks, accesses, steps)
    };
    let moved = (0..8).map(|n| ([0x1000, 0x2000][n & 1] + (n as u16 & !1), n & 1 == 1));
    let fetches = |at: u16| (at, false);
    let printed: Vec<_> = [0x0200, 0x0202]
        .map(fetches)
        .into_iter()
        .chain(moved)
        .chain([fetches(0x0204)])
        .collect();
    // A deadline of 17 is after the second iteration; the iterations end at 16, 25, 34 and 43 clocks.
    for (deadline, steps) in [(0, 5), (17, 3), (u64::MAX, 2)] {
        // 11 + 9n, and 8 for HALT.
        assert_eq!(run(deadline), (11 + 4 * 9 + 8, printed.clone(), steps), "{deadline}");
    }
}

#[test]
fn a_repetition_is_given_up_where_somebody_sets_pc() {
    let contents: &[(u16, &[u16])] = &[(0x0200, &[0xBB11, 0x0320, HALT])];
    let (mut cpu, mut ram) = machine(Model::Z8002, SYSTEM, contents);
    cpu.set_deadline(0);
    // The first part takes 7 of the 11 clocks that are not iterations.
    for (again, clocks) in [(false, 7 + 9), (false, 9), (true, 7 + 9), (false, 9)] {
        if again {
            cpu.set_pc(0x0200);
        }
        assert_eq!(cpu.step(&mut ram).clocks, clocks);
        assert!(cpu.is_repeating() && cpu.needs_attention());
    }
    // After a change of PC, the next instruction is not a repetition.
    cpu.set_pc(0x0204);
    assert!(!cpu.is_repeating() && !cpu.needs_attention());
    assert_eq!((cpu.step(&mut ram).event, cpu.halted()), (Event::Halted, true));
}

#[test]
fn masked_interrupts_wait_and_nested_ones_return() {
    let vie = SYSTEM | Fcw::VIE.bits();
    let nvie = SYSTEM | Fcw::NVIE.bits();
    let (mut cpu, mut ram) = machine(
        Model::Z8002,
        SYSTEM,
        &[
            (NVI, &[SYSTEM, 0x0500]),
            // The handler of a vectored interrupt enables the other one; PC number 3.
            (VI, &[nvie, 0, 0, 0, 0x0400]),
            // EI VI; NOP; HALT
            (0x0200, &[0x7C05, 0x8D07, HALT]),
            // INC R4,#1; IRET, and INC R5,#1; IRET
            (0x0400, &[0xA940, IRET]),
            (0x0500, &[0xA950, IRET]),
        ],
    );
    cpu.request(Interrupt::Vectored, 0x0003);
    cpu.request(Interrupt::NonVectored, 0x1234);
    assert_eq!(cpu.step(&mut ram).event, Event::Retired);
    assert_eq!(cpu.fcw().bits(), vie);

    let heard = cpu.step(&mut ram).event;
    assert_eq!(heard, Event::Interrupted(Interrupt::Vectored));
    assert_eq!((cpu.pc(), cpu.fcw().bits()), (0x0400, nvie));
    cpu.withdraw(Interrupt::Vectored);
    let heard = cpu.step(&mut ram).event;
    assert_eq!(heard, Event::Interrupted(Interrupt::NonVectored));
    assert_eq!((cpu.pc(), cpu.fcw().bits()), (0x0500, SYSTEM));
    cpu.withdraw(Interrupt::NonVectored);

    while !cpu.halted() {
        cpu.step(&mut ram);
    }
    assert_eq!((cpu.register(4), cpu.register(5)), (1, 1));
    assert_eq!((cpu.register(15), cpu.fcw().bits()), (0x8000, vie));
}

#[test]
fn the_non_maskable_one_comes_first_and_only_once() {
    let (mut cpu, mut ram) = machine(
        Model::Z8002,
        SYSTEM | Fcw::VIE.bits() | Fcw::NVIE.bits(),
        &[(NMI, &[SYSTEM, 0x0300]), (0x0300, &[0x8D07, 0x8D07])],
    );
    for interrupt in [Interrupt::NonVectored, Interrupt::Vectored, Interrupt::NonMaskable] {
        cpu.request(interrupt, 0);
    }
    let heard = cpu.step(&mut ram).event;
    assert_eq!(heard, Event::Interrupted(Interrupt::NonMaskable));
    assert_eq!(cpu.step(&mut ram).event, Event::Retired);
}

#[test]
fn a_halted_processor_wakes_up() {
    let (mut cpu, mut ram) = machine(
        Model::Z8002,
        SYSTEM | Fcw::NVIE.bits(),
        &[(NVI, &[SYSTEM, 0x0500]), (0x0200, &[HALT, 0xBD17]), (0x0500, &[IRET])],
    );
    assert_eq!(cpu.step(&mut ram).event, Event::Halted);
    assert_eq!(cpu.step(&mut ram).event, Event::Waited);
    cpu.request(Interrupt::NonVectored, 0);
    let heard = cpu.step(&mut ram).event;
    assert_eq!(heard, Event::Interrupted(Interrupt::NonVectored));
    cpu.withdraw(Interrupt::NonVectored);
    cpu.step(&mut ram);
    // After HALT: LDK R1,#7.
    assert_eq!(cpu.pc(), 0x0202);
    cpu.step(&mut ram);
    assert_eq!(cpu.register(1), 7);
}

#[test]
fn a_segment_trap_of_a_z8001() {
    let segmented = SYSTEM | Fcw::SEG.bits();
    // The fourth entry has four words: reserved, FCW, segment, offset.
    let contents: &[(u16, &[u16])] = &[(0x20, &[0, segmented, 0x0500, 0x0600])];
    let (mut cpu, mut ram) = machine(Model::Z8001, segmented, contents);
    cpu.request(Interrupt::SegmentTrap, 0x0102);
    let heard = cpu.step(&mut ram).event;
    assert_eq!(heard, Event::Interrupted(Interrupt::SegmentTrap));
    assert_eq!((cpu.pc_segment(), cpu.pc()), (5, 0x0600));
    // Identifier, FCW, the segment with bit 15 set, as measured on a chip, and the offset.
    assert_eq!(ram.words(0x7FF8), [0x0102, segmented, 0x8000, 0x0200]);
}
