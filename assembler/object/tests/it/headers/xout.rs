//! Segments, symbols and relocations of x.out.

use z8000_object::{Binding, Kind, Object, Processor, Section, Symbol, Value, xout};

use super::{Big, lines, read};
use crate::notation::shown;

/// Returns an x.out file: magic number, segments with their bytes, relocations, symbols.
fn xout_file(
    magic: u16,
    segments: &[(u8, u8, &[u8])],
    relocations: &[&[u8; 6]],
    symbols: &[(u8, u8, u16, &str)],
) -> Vec<u8> {
    let contents: Vec<u8> = segments
        .iter()
        .filter(|segment| ![1, 2].contains(&segment.1))
        .flat_map(|segment| segment.2)
        .copied()
        .collect();
    let mut file = Big::default()
        .word(magic)
        .word(segments.len() as u16)
        .long(contents.len() as u32);
    file = file.long(6 * relocations.len() as u32).long(12 * symbols.len() as u32);
    for &(number, kind, bytes) in segments {
        file = file.bytes(&[number, kind]).word(bytes.len() as u16);
    }
    file = file.bytes(&contents).bytes(
        relocations
            .iter()
            .copied()
            .flatten()
            .copied()
            .collect::<Vec<u8>>()
            .as_slice(),
    );
    for &(segment, kind, value, name) in symbols {
        file = file.bytes(&[segment, kind]).word(value).name(name, 8);
    }
    file.0
}

/// From the description of x.out in CP/M-8000: EE00 and EE01 are segmented, EE02 and EE03 are not, EE06 and EE07 share
/// their text, EE0A and EE0B have two spaces; an odd number is linked.
#[test]
fn magic_numbers_of_xout_say_what_the_file_is() {
    for magic in 0xEDFF..=0xEE0C {
        let bytes = xout_file(magic, &[(3, 3, &[1, 2]), (4, 5, &[3, 4])], &[], &[]);
        let expected = match magic {
            0xEE00 => Ok("z8001\n0 0"),
            0xEE01 => Ok("z8001 entry 30000\n30000 40000"),
            0xEE02 | 0xEE06 | 0xEE0A => Ok("z8002\n0 0"),
            0xEE03 | 0xEE07 => Ok("z8002 entry 0\n0 2"),
            0xEE0B => Ok("z8002 entry 0\n0 0"),
            _ => Err("not an x.out file: expected EE00 to EE03, EE06, EE07, EE0A or EE0B at the start"),
        };
        let told = xout::read("f", &bytes).map(|object| {
            let text = shown(&object);
            let first = text
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("f ")
                .to_owned();
            format!(
                "{first}\n{:x} {:x}",
                object.sections[0].address, object.sections[1].address
            )
        });
        assert_eq!(
            told.as_deref().map_err(ToString::to_string),
            expected.map_err(str::to_owned),
            "{magic:x}"
        );
        assert_eq!(xout::is_xout(&bytes), expected.is_ok(), "{magic:x}");
    }
    assert!(!xout::is_xout(&[0xEE]));
}

/// Types of segments: 1 space, 2 stack, 3 code, 4 constants, 5 data, 6 and 7 mixed; asz8k writes 0.
#[test]
fn segments_and_symbols_of_xout_are_what_their_types_say() {
    let two = &[1, 2][..];
    let segments: Vec<(u8, u8, &[u8])> = (0..8).map(|kind| (0xFF, kind, two)).collect();
    let symbols = [
        (3, 1, 1, "own"),
        (5, 3, 2, "eight_ch"),
        (0xFF, 1, 7, "seven"),
        (0xFF, 3, 0xFFFF, "high"),
        (0xFF, 2, 0, "there"),
        (0xFF, 2, 1, "byte"),
        (0xFF, 2, 6, "six"),
        (0, 4, 0, "__text"),
    ];
    let relocations: [&[u8; 6]; 3] = [&[3, 1, 0, 0, 0, 2], &[5, 5, 0, 0, 0, 4], &[4, 1, 0, 0, 0, 7]];
    let expected = "f z8002
section .data data align 2 size 2: 0102
section .bss space align 2 size 2
section .stack space align 2 size 2
section .text code align 2 size 2: 0102
  0 Word [.stack]+258
section .rodata constants align 2 size 2: 0102
  0 Word [.text]+258
section .data data align 2 size 2: 0102
  0 Word there+258
section .text code align 2 size 2: 0102
section .text code align 2 size 2: 0102
symbol own local .text+1
symbol eight_ch global .data+2
symbol seven local 7
symbol high global 65535
symbol there global undefined
symbol byte global common 1 1
symbol six global common 6 2
";
    assert_eq!(
        read(&xout_file(0xEE02, &segments, &relocations, &symbols)).as_deref(),
        Ok(expected)
    );
    let refused = |bytes: Vec<u8>| read(&bytes).expect_err("refused");
    assert_eq!(
        refused(xout_file(0xEE02, &[(0xFF, 8, two)], &[], &[])),
        "segment 0 has unknown type 8"
    );
    for (segment, kind) in [(0, 0), (0, 5), (1, 1), (1, 3)] {
        let message =
            format!("symbol `a` has unknown type {kind}, or refers to segment {segment}, which does not exist");
        assert_eq!(
            refused(xout_file(0xEE02, &[(0xFF, 3, two)], &[], &[(segment, kind, 0, "a")])),
            message
        );
    }
    // Segment, type, offset, target; in each entry, the type, segment, bytes or target is one that does not exist.
    let symbols = [(0xFF, 2, 0, "there"), (0, 4, 0, "__text")];
    for relocation in [
        [0, 8, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [0, 1, 0, 1, 0, 0],
        [0, 1, 0, 0, 0, 1],
        [0, 5, 0, 0, 0, 2],
        [0, 5, 0, 0, 0, 1],
        [0, 3, 0, 0, 0, 0],
    ] {
        let found = refused(xout_file(0xEE02, &[(0xFF, 3, two)], &[&relocation], &symbols));
        assert!(
            found.starts_with("relocation 0 has an unknown type, or refers to"),
            "{relocation:?}: {found}"
        );
    }
    // A word, a short and a long address: the lower eight or sixteen bits are the addend, which is signed for a symbol.
    let long = &[0x83, 0x00, 0xFF, 0xFE][..];
    for (kind, expected) in [
        (1, "0 Word [.text]+33536"),
        (2, "0 Short [.text]+0"),
        (3, "0 Long [.text]+65534"),
        (5, "0 Word there-32000"),
        (6, "0 Short there+0"),
        (7, "0 Long there-2"),
    ] {
        let told = read(&xout_file(
            0xEE00,
            &[(0xFF, 3, long)],
            &[&[0, kind, 0, 0, 0, 0]],
            &symbols,
        ))
        .expect("an object");
        assert_eq!(lines(&told, "  "), [expected]);
    }
    // Relocations are sorted by offset, whatever their order in the file.
    let reversed: [&[u8; 6]; 2] = [&[0, 1, 0, 2, 0, 0], &[0, 1, 0, 0, 0, 0]];
    let told = read(&xout_file(0xEE00, &[(0xFF, 3, long)], &reversed, &symbols)).expect("an object");
    assert_eq!(lines(&told, "  "), ["0 Word [.text]+33536", "2 Word [.text]+65534"]);
}

/// In a linked program, segments follow each other at even addresses; symbols name a segment by its number.
#[test]
fn programs_of_xout_have_addresses() {
    let three = &[1, 2, 3][..];
    let segments: [(u8, u8, &[u8]); 4] = [(7, 3, three), (8, 5, three), (9, 1, three), (8, 4, three)];
    let symbols = [
        (8, 3, 5, "data"),
        (7, 1, 3, "low"),
        (9, 3, 8, "space"),
        (8, 1, 2, "before"),
    ];
    let told = |magic| read(&xout_file(magic, &segments, &[], &symbols)).expect("a program");
    let one = "f z8002 entry 0
section .text code align 2 size 3: 010203
section .data data at 4 align 2 size 3: 010203
section .bss space at 8 align 2 size 3
section .rodata constants at c align 2 size 3: 010203
symbol data global .data+1
symbol low local .text+3
symbol space global .bss+0
symbol before local 2
";
    assert_eq!(told(0xEE03), one);
    let split = "f z8002 entry 0
section .text code align 2 size 3: 010203
section .data data align 2 size 3: 010203
section .bss space at 4 align 2 size 3
section .rodata constants at 8 align 2 size 3: 010203
symbol data global .data+5
symbol low local .text+3
symbol space global .bss+4
symbol before local .data+2
";
    assert_eq!(told(0xEE0B), split);
    let segmented = "f z8001 entry 70000
section .text code at 70000 align 2 size 3: 010203
section .data data at 80000 align 2 size 3: 010203
section .bss space at 90000 align 2 size 3
section .rodata constants at 80003 align 2 size 3: 010203
symbol data global .data+5
symbol low local .text+3
symbol space global .bss+8
symbol before local .data+2
";
    assert_eq!(told(0xEE01), segmented);
    // The second part of a full segment begins at its end; a third part does not fit.
    let full = vec![0; 0xFFFF];
    for (count, is_read) in [(1, true), (2, true), (3, false)] {
        let parts: Vec<(u8, u8, &[u8])> = (0..count).map(|_| (0x81, 5, &full[..])).collect();
        assert_eq!(read(&xout_file(0xEE01, &parts, &[], &[])).is_ok(), is_read, "{count}");
    }
}

/// Each case: sections as kind, address and size; then the segments that are written, or the error.
#[test]
fn programs_become_segments_of_xout() {
    type Sections<'c> = &'c [(Kind, u32, u32)];
    let (code, data, constants, space) = (Kind::Code, Kind::Data, Kind::Constants, Kind::Space);
    let written = |segmented, sections: Sections| {
        let section = |&(kind, address, size): &(Kind, u32, u32)| {
            let bytes = if kind == Kind::Space {
                Vec::new()
            } else {
                vec![0xAA; size as usize]
            };
            Section { size, ..Section::at(&format!(".s{address:x}"), kind, address, bytes) }
        };
        let program = Object {
            processor: Processor::of(segmented),
            sections: sections.iter().map(section).collect(),
            entry: Some(0),
            ..Object::default()
        };
        let bytes = xout::write(&program).map_err(|error| error.to_string())?;
        let count = usize::from(bytes[3]);
        let rows = bytes[16..16 + 4 * count].chunks(4);
        let rows = rows.map(|row| format!(" {}:{}:{:02x}{:02x}", row[0], row[1], row[2], row[3]));
        let contents = bytes[16 + 4 * count..]
            .iter()
            .map(|byte| if *byte == 0 { '.' } else { 'x' });
        Ok::<_, String>(format!(
            "{:02x}{:02x}{} {}",
            bytes[0],
            bytes[1],
            rows.collect::<String>(),
            contents.collect::<String>()
        ))
    };
    let near: [(Sections, Result<&str, &str>); 16] = [
        (&[(code, 0, 2)], Ok("ee03 0:3:0002 xx")),
        (&[(code, 0, 3)], Ok("ee03 0:3:0004 xxx.")),
        // Sections of one kind become one segment, including the gap between them; sections of two kinds become two.
        (&[(code, 0, 2), (code, 2, 2)], Ok("ee03 0:3:0004 xxxx")),
        (&[(code, 0, 1), (code, 4, 2)], Ok("ee03 0:3:0006 x...xx")),
        (
            &[(code, 0, 2), (data, 2, 2), (space, 4, 6)],
            Ok("ee03 0:3:0002 1:5:0002 2:1:0006 xxxx"),
        ),
        (&[(data, 4, 2), (code, 0, 2)], Ok("ee03 0:3:0004 1:5:0002 xx..xx")),
        (
            &[(code, 0, 2), (constants, 2, 1), (data, 4, 1)],
            Ok("ee03 0:3:0002 1:4:0002 2:5:0002 xxx.x."),
        ),
        (
            &[(code, 0, 2), (space, 2, 1), (space, 6, 2)],
            Ok("ee03 0:3:0002 1:1:0006 xx"),
        ),
        (
            &[(code, 0, 2), (space, 2, 2), (data, 8, 2)],
            Ok("ee03 0:3:0002 1:1:0006 2:5:0002 xxxx"),
        ),
        (
            &[(code, 0, 2), (data, 8, 2), (data, 12, 2)],
            Ok("ee03 0:3:0008 1:5:0006 xx......xx..xx"),
        ),
        (
            &[(code, 0, 0xFFFF), (data, 0xFFFF, 1)],
            Err("section `.sffff` is at 0xffff: another section already occupies this address"),
        ),
        // Both sections begin at 0, which requires two address spaces.
        (&[(code, 0, 2), (data, 0, 2)], Ok("ee0b 0:3:0002 1:5:0002 xxxx")),
        (
            &[(data, 0, 2), (space, 2, 2), (code, 0, 2)],
            Ok("ee0b 0:3:0002 1:5:0002 2:1:0002 xxxx"),
        ),
        (
            &[(code, 2, 2)],
            Err("section `.s2` is at 0x2: the first section must be at 0"),
        ),
        (
            &[(code, 0, 4), (data, 2, 2)],
            Err("section `.s2` is at 0x2: another section already occupies this address"),
        ),
        (
            &[(code, 0, 2), (data, 0xFFFF, 2)],
            Err("section `.sffff` is at 0xffff: a segment can hold at most 64 KB"),
        ),
    ];
    for (sections, expected) in near {
        assert_eq!(
            written(false, sections).as_deref().map_err(String::as_str),
            expected,
            "{sections:x?}"
        );
    }
    let far: [(Sections, Result<&str, &str>); 7] = [
        (&[(code, 0, 2), (data, 0x1_0000, 2)], Ok("ee01 0:3:0002 1:5:0002 xxxx")),
        (
            &[(code, 0x2_0000, 2), (data, 0x3_0000, 2)],
            Ok("ee01 2:3:0002 3:5:0002 xxxx"),
        ),
        (
            &[(code, 0x2_0000, 2), (code, 0x3_0000, 2)],
            Ok("ee01 2:3:0002 3:3:0002 xxxx"),
        ),
        (
            &[(code, 0x2_0000, 2), (data, 0x2_0004, 2)],
            Ok("ee01 2:3:0004 2:5:0002 xx..xx"),
        ),
        (
            &[(code, 0x7F_0000, 1), (code, 0x7F_0002, 1)],
            Ok("ee01 127:3:0004 x.x."),
        ),
        (
            &[(code, 0x2_0002, 2)],
            Err("section `.s20002` is at 0x20002: the first section must be at 0"),
        ),
        (
            &[(code, 0x2_0000, 2), (code, 0x3_0002, 2)],
            Err("section `.s30002` is at 0x30002: the first section must be at 0"),
        ),
    ];
    for (sections, expected) in far {
        assert_eq!(
            written(true, sections).as_deref().map_err(String::as_str),
            expected,
            "{sections:x?}"
        );
    }
}

/// The magic number of an object does not depend on its sections.
#[test]
fn objects_have_their_magic_numbers() {
    for (segmented, magic) in [(true, [0xEE, 0]), (false, [0xEE, 2])] {
        let object = Object {
            processor: Processor::of(segmented),
            sections: [Kind::Code, Kind::Data]
                .map(|kind| Section::at(".s", kind, 0, vec![1, 2]))
                .to_vec(),
            ..Object::default()
        };
        assert_eq!(xout::write(&object).expect("an object")[..2], magic);
    }
}

/// A number in a symbol has 16 bits, signed or unsigned.
#[test]
fn symbols_have_the_numbers_that_fit() {
    for (value, fits) in [(0xFFFF, true), (0x1_0000, false), (-0x8000, true), (-0x8001, false)] {
        let symbol = Symbol {
            name: "a".into(),
            value: Value::Absolute(value),
            binding: Binding::Global,
        };
        let object = Object { symbols: vec![symbol], ..Object::default() };
        let written = xout::write(&object).map(|bytes| bytes[18..20].to_vec());
        assert_eq!(
            written.ok(),
            fits.then(|| (value as u16).to_be_bytes().to_vec()),
            "{value}"
        );
    }
}

/// Short addresses of x.out have an eight-bit addend; x.out has no relocation for a byte.
#[test]
fn relocations_of_xout_hold_their_addends() {
    let written = |field: &str| {
        let text = format!("object a.o z8001\nsection .text code\n<{field}>\n0102");
        let object = crate::notation::objects(&text).remove(0);
        xout::write(&object)
            .map(|bytes| bytes[20..24].to_vec())
            .map_err(|error| error.to_string())
    };
    let refused = |name: &str| {
        Err(format!(
            "x.out cannot represent the relocation at offset 0x0 in section `.text` ({name})"
        ))
    };
    assert_eq!(written("short there+ff"), Ok(vec![0, 0xFF, 1, 2]));
    assert_eq!(written("short there+100"), refused("Short"));
    assert_eq!(written("short there-1"), refused("Short"));
    assert_eq!(written("word there-1"), Ok(vec![0xFF, 0xFF, 1, 2]));
    assert_eq!(written("long there+1234"), Ok(vec![0x80, 0, 0x12, 0x34]));
    assert_eq!(written("segmented there+1234"), Ok(vec![0x80, 0, 0x12, 0x34]));
    assert_eq!(written("byte there"), refused("Byte"));
    assert_eq!(written("jr there"), refused("Relative8"));
}
