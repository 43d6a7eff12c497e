//! Which memories are programs: sizes at the limits of a reset vector and of a memory.

use z8000_asm::Memory;
use z8000_debugger::program::{LoadError, Program};
use z8000_object::{Kind, Section};

/// Returns the first `count` bytes of a program that contains only its reset vector: FCW 4000h, PC 6.
fn text(count: usize) -> Vec<u8> {
    let mut bytes = vec![0, 0, 0x40, 0, 0, 6];
    bytes.resize(count, 0);
    bytes
}

fn loaded(sections: &[Section]) -> Result<(), LoadError> {
    Program::linked(sections, None, &Memory::default(), None).map(|_| ())
}

#[test]
fn a_program_needs_a_reset_vector_and_64_kb_memories() {
    for (code, data, expected) in [
        (6, 0, Ok(())),
        (0x1_0000, 0x1_0000, Ok(())),
        (5, 0, Err(LoadError::TooShort(5))),
        // Data is in another memory, which the reset does not read.
        (0, 6, Err(LoadError::TooShort(0))),
        (5, 0x1_0000, Err(LoadError::TooShort(5))),
        (0, 0, Err(LoadError::TooShort(0))),
        (0x1_0001, 0, Err(LoadError::TooLarge(0x1_0001))),
        (6, 0x1_0001, Err(LoadError::TooLarge(0x1_0001))),
    ] {
        let result = Program::binary(&text(code), &vec![0; data], None, &Memory::default(), None);
        assert_eq!(result.map(|_| ()), expected, "{code} {data}");
    }
}

#[test]
fn the_end_of_a_section_counts_and_not_its_size() {
    let start = Section::at("text", Kind::Code, 0, text(6));
    for (at, size, expected) in [
        (0xFFF0, 0x10, Ok(())),
        (0xFFF0, 0x11, Err(LoadError::TooLarge(0x1_0001))),
        (0xFFFF_FFF0, 0x20, Err(LoadError::TooLarge(0x1_0000_0010))),
    ] {
        for kind in [Kind::Code, Kind::Data, Kind::Space] {
            let section = Section { size, ..Section::at("last", kind, at, Vec::new()) };
            assert_eq!(loaded(&[start.clone(), section]), expected, "{kind:?} {at:x} {size:x}");
        }
    }
    // Code at 2 that ends after the PC leaves FCW and PC as they are there.
    let vector = |fcw: u16| [fcw.to_be_bytes(), [0, 6]].concat();
    let at_2 = |fcw| loaded(&[Section::at("text", Kind::Code, 2, vector(fcw))]);
    assert_eq!(at_2(0x4000), Ok(()));
    assert_eq!(at_2(0xC000), Err(LoadError::Segmented(0xC000)));
}
