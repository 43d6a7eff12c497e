//! Addresses of machines, memory as a debugger sees it, and the bus that reports accesses.

use z8000::bus::{Location, Space, Status};
use z8000::cpu::{Cpu, Fcw, Interrupt, Model};
use z8000::isa::{self, Mode};
use z8000::machine::{
    Access, Address, Channel, Conflict, Kind, Look, Machine, Memory, Mirror, Modes, Parts, Spaces, Watcher,
};

#[test]
fn a_number_is_an_address_up_to_the_last_one() {
    let flat = |offset| Some(Address::flat(offset));
    let segmented = |segment, offset| Some(Address::segmented(segment, offset));
    let rows = [
        (-1, None, None),
        (0, flat(0), segmented(0, 0)),
        (0xFFFF, flat(0xFFFF), segmented(0, 0xFFFF)),
        (0x1_0000, None, segmented(1, 0)),
        (0x7F_FFFF, None, segmented(127, 0xFFFF)),
        (0x80_0000, None, None),
        (0xFF_FFFF, None, None),
        // The address in a pair of registers, with or without bit 31.
        (0x100_0000, None, segmented(1, 0)),
        (0x0512_3456, None, segmented(5, 0x3456)),
        (0x8512_3456, None, segmented(5, 0x3456)),
        (0xFFFF_FFFF, None, segmented(127, 0xFFFF)),
        (0x1_0000_0000, None, None),
    ];
    for (number, without, with) in rows {
        assert_eq!(Address::of(number, false), without, "{number:#x}");
        assert_eq!(Address::of(number, true), with, "{number:#x}");
    }
    assert_eq!(
        (Address::count(false), Address::count(true)),
        (0x1_0000, 128 * 0x1_0000)
    );
}

#[test]
fn an_address_has_parts_and_neighbours_in_its_segment() {
    let (flat, far) = (Address::flat(0x1234), Address::segmented(0x85, 0x1234));
    // Only seven bits of the segment are used.
    assert_eq!((far.segment(), far.offset(), far.linear()), (5, 0x1234, 0x5_1234));
    assert_eq!((flat.segment(), flat.offset(), flat.linear()), (0, 0x1234, 0x1234));
    assert!(far.has_segment() && !flat.has_segment());
    assert_eq!(
        (far.to_string(), flat.to_string()),
        ("<<5>>0x1234".into(), "1234".into())
    );
    assert_eq!(
        (Address::flat(5).to_string(), format!("{:x}", Address::flat(5))),
        ("0005".into(), "5".into())
    );
    assert_eq!(
        (Address::from(0x1234), far.location()),
        (flat, Location::new(5, 0x1234))
    );
    assert_eq!(
        far.to_decode(),
        isa::Address { segment: 5, offset: 0x1234, short: false }
    );
    assert_eq!(far.with_offset(7), Address::segmented(5, 7));
    for (at, bytes, plus, added, subtracted) in [
        (0x1234, 2, 0x1236, Some(0x1236), Some(0x1232)),
        (0xFFFE, 1, 0xFFFF, Some(0xFFFF), Some(0xFFFD)),
        (0xFFFE, 2, 0, None, Some(0xFFFC)),
        (0xFFFE, 5, 3, None, Some(0xFFF9)),
        (2, 2, 4, Some(4), Some(0)),
        (2, 3, 5, Some(5), None),
    ] {
        let here = far.with_offset(at);
        assert_eq!(here.plus(bytes), far.with_offset(plus));
        assert_eq!(here.checked_add(bytes), added.map(|offset| far.with_offset(offset)));
        assert_eq!(
            here.checked_sub(bytes),
            subtracted.map(|offset| far.with_offset(offset))
        );
    }
    assert_eq!(
        [0, 0x1234, 0xFFFF].map(|at| Address::flat(at).room()),
        [0x1_0000, 0xEDCC, 1]
    );
    // If the mode has no segments, the target of an instruction is in the instruction's segment.
    let target = isa::Address::segmented(7, 0x4000);
    assert_eq!(far.target(target, Mode::Segmented), Address::segmented(7, 0x4000));
    assert_eq!(far.target(target, Mode::Nonsegmented), Address::segmented(5, 0x4000));
    assert!(flat < Address::flat(0x1235) && Address::segmented(4, 0xFFFF) < far);
    assert_eq!(serde_json::to_string(&[far, flat]).expect("JSON"), "[332340,4660]");
}

#[test]
fn a_processor_is_at_an_address_of_its_model() {
    for (model, expected) in [
        (Model::Z8001, Address::segmented(3, 0x4568)),
        (Model::Z8002, Address::flat(0x4568)),
    ] {
        let mut cpu = Cpu::new(model);
        // PC is even.
        cpu.set_location(Location::new(3, 0x4569));
        assert_eq!(Address::of_pc(&cpu), expected);
        assert_eq!(cpu.location(), expected.location());
    }
}

#[test]
fn locations_are_equal_by_segment_and_offset() {
    let at = Location::new(5, 0xFFFE);
    assert_eq!(
        (at.segment(), at.offset(), at.to_string()),
        (5, 0xFFFE, "<<5>>0xfffe".into())
    );
    assert_eq!(at.plus(1), Location::new(5, 0xFFFF));
    assert_eq!(at.plus(4), Location::new(5, 2));
    assert_eq!(Location::new(0x85, 1), Location::new(5, 1));
    assert_ne!(at, Location::new(4, 0xFFFE));
    assert_ne!(at, Location::new(5, 0xFFFF));
    let set: std::collections::HashSet<_> = [at, Location::new(0x85, 0xFFFE), Location::new(5, 0)].into();
    assert_eq!(set.len(), 2);
}

/// The accesses reported to a watcher.
#[derive(Default)]
struct Seen(Vec<Access>);

impl Watcher for Seen {
    fn sees(&mut self, access: Access) {
        self.0.push(access);
    }
}

#[test]
fn a_watched_machine_does_what_others_do_and_shows_its_accesses() {
    // LD R1,1000h; LDB 1000h,RH0; LDB RL2,1001h; OUTB #FF03h,RL1; LD 1000h,R1; HALT.
    let program = [
        0x61, 1, 0x10, 0, 0x6E, 0, 0x10, 0, 0x60, 0xA, 0x10, 1, 0x3A, 0x96, 0xFF, 3, 0x6F, 1, 0x10, 0, 0x7A, 0,
    ];
    let mut machine = Machine::board();
    machine.load_program(0, &program);
    machine.load_data(0x1000, &[0x12, 0x34]);
    let (mut plain, mut seen) = (machine.clone(), Seen::default());
    for _ in 0..5 {
        machine.step(Some(&mut seen)).expect("it runs");
        plain.step(None).expect("it runs");
    }
    assert!(machine.save() == plain.save());
    assert_eq!(machine.take_output(0), [0x34]);
    let status = Status { space: Space::Data, system: true };
    let access = |number, bytes, value, before, write| {
        let device = None;
        Access { status, number, bytes, value, before, write, device }
    };
    let data: Vec<_> = seen.0.into_iter().filter(|access| access.status == status).collect();
    // A write is reported with the previous contents of the memory.
    let expected = [
        access(0x1000, 2, 0x1234, 0x1234, false),
        access(0x1000, 1, 0, 0x12, true),
        access(0x1001, 1, 0x34, 0x34, false),
        access(0x1000, 2, 0x1234, 0x0034, true),
    ];
    assert_eq!(data, expected);
}

/// Each byte is the lower byte of its address; in program memory, bit 7 is inverted.
struct Bytes;

impl Look for Bytes {
    fn byte(&self, program: bool, at: Address) -> u8 {
        at.offset() as u8 ^ if program { 0x80 } else { 0 }
    }

    fn mode(&self) -> Mode {
        Mode::Segmented
    }
}

#[test]
fn a_debugger_looks_at_words_at_even_addresses() {
    for at in [0x20, 0x21] {
        let at = Address::segmented(3, at);
        assert_eq!((Bytes.word(false, at), Bytes.word(true, at)), (0x2021, 0xA0A1));
    }
    let mut board = Machine::board();
    board.load([(0x20, &[1, 2, 3, 4][..])], [(0x20, &[5, 6, 7, 8, 9, 10][..])]);
    let memory = board.world();
    let at = Address::flat(0x23);
    assert_eq!((board.byte(true, at), board.byte(false, at)), (4, 8));
    assert_eq!((board.word(true, at), board.word(false, at)), (0x0304, 0x0708));
    assert_eq!(memory.data_byte(0x21), 6);
    assert_eq!((memory.program_word(0x20), memory.data_word(0x22)), (0x0102, 0x0708));
    assert_eq!(memory.data_long(0x22), 0x0708_090A);
    assert_eq!(board.mode(), Mode::Nonsegmented);
    for (space, byte) in [
        (Space::Instruction, 4),
        (Space::Program, 4),
        (Space::Data, 8),
        (Space::Stack, 8),
    ] {
        assert_eq!(
            memory.peek(Status { space, system: true }, at.location()),
            byte,
            "{space:?}"
        );
    }
}

/// A debugger can set control registers with the bits that the model has, and only the flags of FCW.
#[test]
fn registers_are_set_as_the_model_has_them() {
    for (model, psap, pc, fcw) in [
        (Model::Z8001, [0x8500, 0x3400], (5, 0x1234), 0xD0FF),
        (Model::Z8002, [0, 0x3400], (0, 0x1234), 0x50FF),
    ] {
        let mut cpu = Cpu::new(model);
        cpu.set_psap([0x8500, 0x34FF]);
        cpu.set_other_stack([0x8600, 0x4321]);
        cpu.set_refresh(0x9E05);
        cpu.set_location(Location::new(5, 0x1235));
        assert_eq!(
            (cpu.psap(), cpu.other_stack(), cpu.refresh()),
            (psap, [0x8600, 0x4321], 0x9E05)
        );
        assert_eq!((cpu.pc_segment(), cpu.pc()), pc);
        cpu.set_fcw(0xD003);
        cpu.set_flags(0xFFFF);
        assert_eq!(cpu.fcw().bits(), fcw, "{model:?}");
        cpu.set_flags(0x0044);
        assert_eq!(cpu.fcw().bits(), fcw & !0xFC | 0x44);
        for interrupt in [
            Interrupt::NonMaskable,
            Interrupt::SegmentTrap,
            Interrupt::Vectored,
            Interrupt::NonVectored,
        ] {
            assert_eq!(cpu.requested(interrupt), None);
            cpu.request(interrupt, 0x12);
            assert_eq!(cpu.requested(interrupt), Some(0x12));
            cpu.withdraw(interrupt);
            assert_eq!((cpu.requested(interrupt), cpu.needs_attention()), (None, false));
        }
        assert!(!cpu.fcw().contains(Fcw::SEG) || model == Model::Z8001);
    }
}

/// The error for a description includes a line; parts created by a program are checked as well.
#[test]
fn memory_at_no_address_is_refused() {
    let with = |start, size, of: Option<u32>| {
        let (space, mode) = (Spaces::All, Modes::All);
        let memory = Memory { kind: Kind::Ram, start, size, space, mode, waits: 0 };
        let mirror = of.map(|of| Mirror { start: 0x10_0000, size: 0x1_0000, of, space, mode });
        Machine::new(Parts {
            model: Model::Z8001,
            memory: vec![memory],
            mirror: mirror.into_iter().collect(),
            ..Parts::board()
        })
    };
    assert!(with(0, 0x1_0000, Some(0)).is_ok());
    for (start, size) in [
        (0, 0),
        (0, 0x1_0001),
        (0x80, 0x100),
        (u32::MAX - 0xFF, 0x100),
        (0xFF_FF00, 0x200),
    ] {
        let conflict = with(start, size, None).expect_err("no such memory");
        assert_eq!(conflict.place, "memory 1", "{start:#x} {size:#x}");
    }
    for of in [0x8000, 0xFFFF_0000] {
        assert_eq!(
            with(0, 0x1_0000, Some(of)).expect_err("no such memory").place,
            "mirror 1"
        );
    }
}

#[test]
fn numbers_at_the_ends_of_their_types_are_as_others() {
    assert_eq!(Machine::board().reset_word(u32::MAX), 0);
    assert_eq!(
        Conflict::new("memory", Some(usize::MAX), "wrong").place,
        format!("memory {}", usize::MAX)
    );
    let mut channel = Channel::new(9_600);
    channel.receive(b"ab");
    channel.arrive(u64::MAX);
    channel.take();
    assert!(!channel.has_come());
}
