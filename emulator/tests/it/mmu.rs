//! The Z8010: the accesses that it permits, its violation records, and its commands. Expected values are calculated by
//! hand from the product specification.

use z8000::bus::{Location, Space, Status};
use z8000::mmu::{Attributes, Descriptor, Mode, Translation, Violations, Z8010};
use z8000::save::{SaveError, open, seal};

const SYSTEM_DATA: Status = status(Space::Data, true);
const NORMAL_DATA: Status = status(Space::Data, false);

const fn status(space: Space, system: bool) -> Status {
    Status { space, system }
}

/// Returns a unit with translation enabled and one descriptor: segment 5 at 123400h, with a limit and attributes.
fn unit(limit: u8, attributes: Attributes) -> Z8010 {
    let mut unit = Z8010::new(false);
    unit.write(0x00, (Mode::MSEN | Mode::TRNS).bits());
    unit.write(0x01, 5);
    for byte in [0x12, 0x34, limit, attributes.bits()] {
        unit.write(0x0F, byte);
    }
    unit
}

/// Returns the violations of an access to segment 5.
fn violation(unit: &mut Z8010, status: Status, offset: u16, write: bool) -> Violations {
    unit.access(status, Location::new(5, offset), write);
    let violations = unit.violations();
    unit.write(0x11, 0);
    violations
}

#[test]
fn addresses_are_translated_in_blocks_of_256_bytes() {
    let mut unit = unit(0xFF, Attributes::empty());
    let at = |offset| Location::new(5, offset);
    let address = |unit: &mut Z8010, offset| {
        let found = unit.access(SYSTEM_DATA, at(offset), false);
        found.map(|Translation { address, .. }| address)
    };
    assert_eq!(address(&mut unit, 0x0000), Some(0x12_3400));
    assert_eq!(address(&mut unit, 0x10FF), Some(0x12_44FF));
    assert_eq!(address(&mut unit, 0xFFFF), Some(0x13_33FF));
}

#[test]
fn attributes_are_checked() {
    let fetch = status(Space::Instruction, false);
    let cases = [
        (Attributes::RD, SYSTEM_DATA, true, Violations::RDV),
        (Attributes::RD, SYSTEM_DATA, false, Violations::empty()),
        (Attributes::SYS, NORMAL_DATA, false, Violations::SYSV),
        (Attributes::SYS, SYSTEM_DATA, true, Violations::empty()),
        (Attributes::EXC, SYSTEM_DATA, false, Violations::EXCV),
        (Attributes::EXC, fetch, false, Violations::empty()),
        (Attributes::CPUI, SYSTEM_DATA, false, Violations::CPUIV),
        (Attributes::DMAI, SYSTEM_DATA, true, Violations::empty()),
        (
            Attributes::RD | Attributes::SYS,
            NORMAL_DATA,
            true,
            Violations::RDV | Violations::SYSV,
        ),
    ];
    for (attributes, status, write, expected) in cases {
        let found = violation(&mut unit(0xFF, attributes), status, 0, write);
        assert_eq!(found, expected, "{attributes:?} {status:?} {write}");
    }
}

#[test]
fn limits_are_checked_upwards_and_downwards() {
    let up = |offset| violation(&mut unit(0x02, Attributes::empty()), SYSTEM_DATA, offset, true);
    assert_eq!(up(0x02FF), Violations::empty());
    assert_eq!(up(0x0300), Violations::SLV);
    let down = |offset, write| {
        let mut unit = unit(0xF0, Attributes::DIRW);
        violation(&mut unit, SYSTEM_DATA, offset, write)
    };
    assert_eq!(down(0xEFFF, true), Violations::SLV);
    assert_eq!(down(0xF000, true), Violations::PWW);
    assert_eq!(down(0xF000, false), Violations::empty());
    assert_eq!(down(0xF100, true), Violations::empty());
}

#[test]
fn a_violation_is_suppressed_until_the_instruction_ends_and_a_warning_is_not() {
    let suppressed = |unit: &mut Z8010, status, offset, write| {
        unit.access(status, Location::new(5, offset), write)
            .is_some_and(|translation| translation.suppressed)
    };
    let mut small = unit(0x02, Attributes::empty());
    assert!(suppressed(&mut small, SYSTEM_DATA, 0x0300, true));
    assert!(suppressed(&mut small, SYSTEM_DATA, 0x0000, true));
    assert_eq!(small.acknowledge(), Some(0x0100));
    assert_eq!(small.acknowledge(), None);
    assert!(!suppressed(&mut small, SYSTEM_DATA, 0x0000, true));

    // Further words of the same instruction do not end the suppression; the first word of the next one does.
    assert!(suppressed(&mut small, SYSTEM_DATA, 0x0300, true));
    for (space, ends) in [(Space::Program, false), (Space::Instruction, true)] {
        assert_eq!(suppressed(&mut small, status(space, true), 0x0000, false), !ends);
        assert_eq!(suppressed(&mut small, SYSTEM_DATA, 0x0000, true), !ends);
    }

    let mut stack = unit(0xF0, Attributes::DIRW);
    assert!(!suppressed(&mut stack, SYSTEM_DATA, 0xF000, true));
    assert_eq!(stack.acknowledge(), Some(0x0100));
}

#[test]
fn the_first_violation_is_kept_and_what_comes_on_top_is_kept_apart() {
    let mut unit = unit(0xF0, Attributes::DIRW);
    let instruction = status(Space::Instruction, true);
    unit.access(instruction, Location::new(5, 0xF234), false);
    unit.access(SYSTEM_DATA, Location::new(5, 0x1234), true);
    assert_eq!(unit.violations(), Violations::SLV);
    // A push of the trap's frame into the last block, then a second one.
    let stack = status(Space::Stack, true);
    unit.access(stack, Location::new(5, 0xF080), true);
    assert_eq!(unit.violations(), Violations::SLV | Violations::SWW);
    assert!(unit.acknowledge().is_some());
    unit.access(stack, Location::new(5, 0xF07E), true);
    assert_eq!(unit.acknowledge(), None);
    // A forbidden access, twice.
    unit.access(SYSTEM_DATA, Location::new(5, 0), false);
    let all = Violations::SLV | Violations::SWW | Violations::FATL;
    assert_eq!(unit.violations(), all);
    assert!(unit.acknowledge().is_some());
    unit.access(SYSTEM_DATA, Location::new(5, 0), false);
    assert_eq!(unit.acknowledge(), None);

    // Type, segment, offset, lines (a write, system mode, data), and the address of the instruction.
    let registers: Vec<u8> = (2..=7).map(|command| unit.read(command)).collect();
    assert_eq!(registers, [all.bits(), 5, 0x12, 0x08, 5, 0xF2]);
    unit.write(0x14, 0);
    assert_eq!(unit.violations(), Violations::SLV | Violations::SWW);
    unit.write(0x13, 0);
    assert_eq!(unit.violations(), Violations::SLV);
    unit.write(0x11, 0);
    assert_eq!(unit.violations(), Violations::empty());
}

#[test]
fn accesses_are_noted_in_the_descriptor() {
    let mut unit = unit(0x02, Attributes::empty());
    let mut after = |offset, write| {
        unit.access(SYSTEM_DATA, Location::new(5, offset), write);
        unit.acknowledge();
        unit.descriptor(5).attributes
    };
    assert_eq!(after(0x0300, true), Attributes::empty());
    assert_eq!(after(0x0000, false), Attributes::REF);
    assert_eq!(after(0x0000, true), Attributes::REF | Attributes::CHG);
}

#[test]
fn a_unit_answers_for_its_half_and_its_mode() {
    let answers = |mode: Mode, segment, system| {
        let mut unit = Z8010::new(false);
        unit.write(0x00, mode.bits());
        let status = status(Space::Data, system);
        unit.access(status, Location::new(segment, 0), false).is_some()
    };
    assert!(!answers(Mode::empty(), 0, true));
    assert!(answers(Mode::MSEN, 63, true));
    assert!(!answers(Mode::MSEN, 64, true));
    assert!(answers(Mode::MSEN | Mode::URS, 64, true));
    assert!(!answers(Mode::MSEN | Mode::URS, 63, true));
    assert!(answers(Mode::MSEN | Mode::MST, 0, true));
    assert!(!answers(Mode::MSEN | Mode::MST, 0, false));
    assert!(answers(Mode::MSEN | Mode::MST | Mode::NMS, 0, false));
    assert!(!answers(Mode::MSEN | Mode::MST | Mode::NMS, 0, true));
}

#[test]
fn without_translation_addresses_pass_as_they_are() {
    let mut unit = Z8010::new(true);
    let found = unit.access(NORMAL_DATA, Location::new(5, 0x1234), true);
    let expected = Translation { address: 0x05_1234, suppressed: false };
    assert_eq!(found, Some(expected));
}

#[test]
fn the_number_of_the_unit_is_a_bit_of_the_identifier() {
    let mut unit = unit(0x00, Attributes::empty());
    unit.write(0x00, (Mode::MSEN | Mode::TRNS).bits() | 6);
    unit.access(SYSTEM_DATA, Location::new(5, 0x8000), false);
    assert_eq!(unit.acknowledge(), Some(0x4000));
}

#[test]
fn commands_walk_through_the_descriptors() {
    let mut unit = Z8010::new(false);
    // The limits of segments 62, 63 and 0; then the bases of 62 and 63.
    unit.write(0x01, 62);
    for limit in [1, 2, 3] {
        unit.write(0x0D, limit);
    }
    assert_eq!(unit.read(0x01), 1);
    unit.write(0x01, 62);
    for byte in [0x11, 0x22, 0x33, 0x44] {
        unit.write(0x0C, byte);
    }
    let limits = [62, 63, 0].map(|number| unit.descriptor(number).limit);
    let bases = [62, 63].map(|number| unit.descriptor(number).base);
    assert_eq!((limits, bases), ([1, 2, 3], [0x1122, 0x3344]));

    // Command 0Bh stays at the descriptor and reads it repeatedly.
    unit.write(0x01, 62);
    let bytes: Vec<u8> = (0..5).map(|_| unit.read(0x0B)).collect();
    assert_eq!(bytes, [0x11, 0x22, 1, 0, 0x11]);
    // The counter can be set, and is reset to 0 by selecting another descriptor.
    unit.write(0x20, 2);
    assert_eq!(unit.read(0x0B), 1);
    unit.write(0x01, 63);
    assert_eq!((unit.read(0x20), unit.read(0x08)), (0, 0x33));
}

#[test]
fn all_segments_are_inhibited_at_once() {
    let mut unit = Z8010::new(false);
    unit.write(0x15, 0);
    unit.write(0x16, 0);
    let both = Attributes::CPUI | Attributes::DMAI;
    let expected = Descriptor { attributes: both, ..Descriptor::default() };
    assert!((0..64).all(|number| unit.descriptor(number) == expected));
    assert_eq!(unit.read(0x10), 0xFF);
}

/// The commands for the fields of a descriptor, from the table in the specification: each command accesses the bytes of
/// its field in turn; the next four commands also advance to the next descriptor after the last byte.
#[test]
fn each_command_has_its_field() {
    for (command, bytes) in [(0x08, 0..2), (0x09, 2..3), (0x0A, 3..4), (0x0B, 0..4)] {
        for next in [false, true] {
            let command = command + if next { 4 } else { 0 };
            let mut unit = Z8010::new(false);
            let mut expected = [[0; 4]; 64];
            unit.write(0x01, 62);
            let (mut segment, mut at) = (62, bytes.start);
            for value in 1..=9 {
                unit.write(command, value);
                expected[segment][at] = value;
                at += 1;
                if at == bytes.end {
                    at = bytes.start;
                    segment = (segment + usize::from(next)) % 64;
                }
            }
            for (number, expected) in (0..).zip(expected) {
                let Descriptor { base, limit, attributes } = unit.descriptor(number);
                let [high, low] = base.to_be_bytes();
                assert_eq!([high, low, limit, attributes.bits()], expected, "{command:x} {number}");
            }
            assert_eq!(unit.read(0x01), segment as u8, "{command:x}");
            // Reading accesses the same bytes.
            unit.write(0x01, 62);
            let (mut segment, mut at) = (62, bytes.start);
            for _ in 0..9 {
                assert_eq!(unit.read(command), expected[segment][at], "{command:x}");
                at += 1;
                if at == bytes.end {
                    at = bytes.start;
                    segment = (segment + usize::from(next)) % 64;
                }
            }
        }
    }
    // The mode can be read; undefined commands read as FFh and change nothing.
    let mut unit = unit(0x12, Attributes::RD);
    unit.write(0x00, 0xD5);
    assert_eq!((unit.read(0x00), unit.mode().bits()), (0xD5, 0xD5));
    let registers = |unit: &mut Z8010| [0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x20].map(|at| unit.read(at));
    let before = registers(&mut unit);
    for command in (0x02..=0xFF).filter(|command| !matches!(command, 0x08..=0x0F | 0x11 | 0x13..=0x16 | 0x20)) {
        unit.write(command, 0x55);
        assert_eq!(registers(&mut unit), before, "{command:x}");
        if command > 7 {
            assert_eq!(unit.read(command), 0xFF, "{command:x}");
        }
    }
}

#[test]
fn a_look_changes_nothing_and_is_not_suppressed() {
    let mut unit = unit(0x02, Attributes::empty());
    unit.access(SYSTEM_DATA, Location::new(5, 0x0300), true);
    let attributes = unit.descriptor(5).attributes;
    let look = |offset| unit.look(SYSTEM_DATA, Location::new(5, offset)).expect("an answer");
    let passed = [0, 0x02FF, 0x0300].map(|offset| look(offset).passed());
    assert_eq!(passed, [Some(0x12_3400), Some(0x12_36FF), None]);
    assert_eq!(unit.violations(), Violations::SLV);
    assert_eq!(unit.descriptor(5).attributes, attributes);
    assert_eq!(unit.look(SYSTEM_DATA, Location::new(64, 0)), None);
    let suppressed = unit.access(SYSTEM_DATA, Location::new(5, 0), false).expect("an answer");
    assert_eq!((suppressed.suppressed, suppressed.passed()), (true, None));
}

/// The bus status in the record of a violation, as bits of the status register: a read 10h, normal mode 20h.
#[test]
fn the_bus_status_of_a_violation_is_kept() {
    for (space, lines) in [
        (Space::Instruction, 0xD),
        (Space::Program, 0xC),
        (Space::Data, 0x8),
        (Space::Stack, 0x9),
    ] {
        for (system, write) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut unit = unit(0x00, Attributes::empty());
            unit.access(status(space, system), Location::new(5, 0x1234), write);
            let expected = lines | if write { 0 } else { 0x10 } | if system { 0 } else { 0x20 };
            assert_eq!(unit.read(0x05), expected, "{space:?} {system} {write}");
        }
    }
}

/// Returns the contents of a file with a saved unit.
fn saved(unit: &Z8010) -> Vec<u8> {
    seal(*b"MMU ", 1, |archive| unit.clone().archive(archive)).expect("a file")
}

#[test]
fn a_unit_goes_on_from_its_save_file() {
    let mut unit = unit(0xF0, Attributes::DIRW);
    unit.write(0x00, 0xDE);
    for byte in [0x55, 0x66, 0x77] {
        unit.write(0x0B, byte);
    }
    let fetch = status(Space::Instruction, false);
    unit.access(fetch, Location::new(5, 0xF234), false);
    unit.access(status(Space::Stack, false), Location::new(5, 0x1234), true);
    let file = saved(&unit);
    // Header, mode, 64 descriptors, segment, byte, violations, three addresses, status, two flags, checksum.
    assert_eq!(file.len(), 14 + 1 + 64 * 4 + 2 + 1 + 6 + 1 + 2 + 4);
    assert_eq!(file[14], 0xDE);
    assert_eq!(file[14 + 1 + 5 * 4..][..4], [0x12, 0x34, 0xF0, 0xA0]);
    assert_eq!(file[14 + 1 + 6 * 4..][..4], [0x55, 0x66, 0x77, 0]);
    // Segment 6, byte 3; a segment length violation at 12h of segment 5, by the instruction at F2h; a write to the
    // stack in normal mode; suppression and the trap request are active.
    let rest = [6, 3, 0x04, 5, 0x12, 5, 0xF2, 5, 0xF2, 0x29, 1, 1];
    assert_eq!(file[14 + 1 + 64 * 4..][..12], rest);
    let mut again = Z8010::new(true);
    open(&file, *b"MMU ", 1, |archive| again.archive(archive)).expect("its own file");
    assert_eq!(saved(&again), file);
    assert_eq!(again.mode().bits(), 0xDE);
    assert_eq!((again.acknowledge(), again.acknowledge()), (Some(0x4000), None));
    // A segment or a byte number that no unit has is refused.
    for (at, value, good) in [(0, 63, true), (0, 64, false), (1, 3, true), (1, 4, false)] {
        let contents = seal(*b"MMU ", 1, |archive| {
            let mut body = file[14..file.len() - 4].to_vec();
            body[1 + 64 * 4 + at] = value;
            archive.bytes(&mut body)
        })
        .expect("a file");
        let read = open(&contents, *b"MMU ", 1, |archive| Z8010::new(false).archive(archive));
        let expected = if good {
            Ok(())
        } else {
            Err(SaveError::Contents { at: 1 + 64 * 4 })
        };
        assert_eq!(read, expected, "{at} {value}");
    }
}

/// A reset clears the mode, except for the enable of a selected unit, and the violations; descriptors remain (Z8010 data
/// sheet, Reset).
#[test]
fn a_reset_leaves_the_descriptors() {
    for (selected, mode) in [(false, 0), (true, 0x80)] {
        let mut unit = Z8010::new(selected);
        unit.write(0x00, 0xC3);
        unit.write(0x01, 5);
        for byte in [0x12, 0x34, 0x0F, 0x01] {
            unit.write(0x0B, byte);
        }
        unit.access(SYSTEM_DATA, Location::new(5, 0), true)
            .expect("a segment of the unit");
        unit.write(0x20, 2);
        assert_ne!(unit.violations().bits(), 0);
        unit.reset();
        assert_eq!((unit.read(0x00), unit.read(0x02), unit.read(0x20)), (mode, 0, 0));
        assert_eq!(unit.descriptor(5).base, 0x1234);
        assert_eq!(unit.acknowledge(), None);
    }
}
