//! The fields of relocations, as a link fills them in.

use z8000_object::link::{Input, Options, Script, link};
use z8000_object::{Field, Kind, Object, Processor, Relocation, Section, Symbol, Target};

/// A value: a number, or an address in the program.
#[derive(Debug, Clone, Copy)]
enum Value {
    Number(i64),
    Place(i64),
}

use Value::{Number, Place};

/// Returns the bytes with a value written to a field at an address, or the reason why the value does not fit.
fn filled(bytes: &[u8], at: u32, field: Field, here: u32, value: Value) -> Result<Vec<u8>, String> {
    let start = here - at;
    let (target, addend) = match value {
        Number(number) => (Target::Symbol(0), number),
        Place(address) => (Target::Section(0), address - i64::from(start)),
    };
    let section = Section {
        alignment: 1,
        relocations: vec![Relocation { offset: at, field, target, addend }],
        ..Section::at(".text", Kind::Code, 0, bytes.to_vec())
    };
    let object = Object {
        name: "a.o".to_owned(),
        processor: Processor::Z8001,
        sections: vec![section],
        symbols: vec![Symbol::zero()],
        ..Object::default()
    };
    let script = format!("SECTIONS {{ .text {start:#x} : {{ *(.text) }} }}");
    let script = Script::read("x", &script).expect("a script");
    let linked = link(vec![Input::Object(object)], &Options { script, ..Options::default() });
    let mut sections = linked.map_err(|errors| errors.to_string())?.object.sections;
    assert_eq!((sections.len(), sections[0].address), (1, start));
    Ok(sections.remove(0).bytes)
}

/// Each case: the bytes before, the field, the value, and the bytes after. Calculated by hand from the formats of the
/// instructions.
#[test]
fn fields_are_written_into_their_bits() {
    type Case<'c> = (&'c [u8], u32, Field, u32, Value, &'c [u8]);
    let cases: [Case; 11] = [
        (&[0xC9, 0], 1, Field::Byte, 0x101, Number(-1), &[0xC9, 0xFF]),
        (&[0xBD, 0x10], 1, Field::LowNibble, 0x101, Number(7), &[0xBD, 0x17]),
        (&[0xBD, 0x01], 1, Field::HighNibble, 0x101, Number(7), &[0xBD, 0x71]),
        (&[0, 0], 0, Field::Word, 0x3_0010, Place(0x3_1234), &[0x12, 0x34]),
        (&[0; 4], 0, Field::Long, 0x10, Place(0x3_1234), &[0x83, 0, 0x12, 0x34]),
        (&[0; 4], 0, Field::Long, 0x10, Number(0x3_1234), &[0, 3, 0x12, 0x34]),
        (&[0; 2], 0, Field::Short, 0x10, Place(0x3_0034), &[3, 0x34]),
        // jr to itself, at 0x100: two bytes back.
        (&[0xE8, 0], 1, Field::Relative8, 0x101, Place(0x100), &[0xE8, 0xFF]),
        // djnz r2 to itself.
        (&[0xF2, 0x80], 1, Field::Relative7, 0x101, Place(0x100), &[0xF2, 0x81]),
        // calr to 0x200 from 0x100: 0xFE bytes ahead.
        (&[0xD0, 0], 0, Field::Relative12, 0x100, Place(0x200), &[0xDF, 0x81]),
        (&[0, 0], 0, Field::Relative16, 0x102, Place(0x100), &[0xFF, 0xFC]),
    ];
    for (before, at, field, here, value, after) in cases {
        assert_eq!(filled(before, at, field, here, value), Ok(after.to_vec()), "{field:?}");
    }
}

/// The smallest and the largest value that fit are accepted; the next ones beyond them are not.
#[test]
fn what_does_not_fit_is_an_error() {
    let fits = |field, here, value| filled(&[0; 4], 0, field, here, value).is_ok();
    let ends = |field, here, inside: [Value; 2], outside: [Value; 2]| {
        assert!(inside.into_iter().all(|value| fits(field, here, value)), "{field:?}");
        assert!(!outside.into_iter().any(|value| fits(field, here, value)), "{field:?}");
    };
    for (field, least, most) in [
        (Field::Byte, -128, 255),
        (Field::LowNibble, 0, 15),
        (Field::Word, -0x8000, 0xFFFF),
        (Field::Long, -0x8000_0000, 0xFFFF_FFFF),
    ] {
        ends(field, 0, [least, most].map(Number), [least - 1, most + 1].map(Number));
    }
    // Distances count from the end of the instruction: 0x1002 for bytes and words at 0x1000 and 0x1001.
    for (field, here, least, most) in [
        (Field::Relative8, 0x1001, 0x1002 - 256, 0x1002 + 254),
        (Field::Relative7, 0x1001, 0x1002 - 254, 0x1002),
        (Field::Relative12, 0x1000, 0x1002 - 4094, 0x1002 + 4096),
        (Field::Relative16, 0x1000, 0, 0x1002 + 0x7FFF),
    ] {
        ends(field, here, [least, most].map(Place), [least - 2, most + 2].map(Place));
    }
    let odd = filled(&[0], 0, Field::Relative8, 0x1001, Place(0x1001)).expect_err("odd");
    assert!(odd.ends_with(": a branch cannot reach the odd address 0x1001"), "{odd}");
    assert!(!fits(Field::Word, 0x1_0000, Place(0x2_0000)));
    assert!(!fits(Field::Short, 0, Place(0x1_0100)));
    assert!(!fits(Field::Long, 0, Place(0x80_0000)));
    assert!(fits(Field::Long, 0, Place(0x7F_FFFF)) && fits(Field::Segmented, 0, Place(0x7F_FFFF)));
    assert!(fits(Field::Short, 0, Place(0x7F_00FF)) && !fits(Field::Short, 0, Place(0x80_0000)));
}
