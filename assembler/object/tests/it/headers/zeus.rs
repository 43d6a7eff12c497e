//! Segments and names of ZEUS.

use z8000_object::file;

use super::Big;
use crate::notation::shown;

/// A file of ZEUS: magic number, flags, segments of 16 bytes, contents with as many bytes of relocations, symbols.
fn zeus_file(magic: u16, flags: u16, segments: &[[u8; 16]], contents: &[u8], symbols: &[(u32, u8, &str)]) -> Vec<u8> {
    let mut file = Big::default().word(magic).long(contents.len() as u32).long(0);
    file = file.word(16 * segments.len() as u16).word(14 * symbols.len() as u16);
    file = file
        .long(if magic >> 8 == 0xE6 { 0x0500_0010 } else { 0x10 })
        .word(flags)
        .long(0);
    for segment in segments {
        file = file.bytes(segment);
    }
    file = file.bytes(contents);
    if flags & 1 == 0 {
        file = file.bytes(&vec![0; contents.len()]);
    }
    for &(value, kind, name) in symbols {
        file = file.long(value).bytes(&[kind, 0]).name(name, 8);
    }
    file.0
}

/// A segment of ZEUS: its number, the starts of code, data and space in units of 256 bytes, and their sizes. Bits 4 to 6
/// of its attributes say which of the starts count.
const fn zeus_segment(number: u8, starts: [u8; 3], sizes: [u8; 3], attributes: u8) -> [u8; 16] {
    let [code, data, space] = sizes;
    [
        number, starts[0], starts[1], starts[2], 0, code, 0, data, 0, space, 0, attributes, 0, 0, 0, 0,
    ]
}

#[test]
fn segments_of_zeus_are_where_their_attributes_say() {
    let at = [1, 2, 3];
    for (magic, attributes, expected) in [
        (0xE707, 0x00, [0, 2, 4]),
        (0xE705, 0x00, [0, 2, 4]),
        (0xE711, 0x00, [0, 0, 2]),
        (0xE707, 0x10, [0x100, 0x102, 0x104]),
        (0xE707, 0x20, [0, 0x200, 0x202]),
        (0xE707, 0x40, [0, 2, 0x300]),
        (0xE707, 0x70, [0x100, 0x200, 0x300]),
        (0xE711, 0x20, [0, 0x200, 0x202]),
        (0xE607, 0x00, [0x5_0000, 0x5_0002, 0x5_0004]),
        (0xE611, 0x10, [0x5_0100, 0x5_0000, 0x5_0002]),
    ] {
        let number = if magic >> 8 == 0xE6 { 0x85 } else { 0 };
        let file = zeus_file(
            magic,
            0,
            &[zeus_segment(number, at, [2, 2, 2], attributes)],
            &[1, 2, 3, 4],
            &[],
        );
        let object = file::shown("f", &file).expect("a program");
        let starts: Vec<u32> = object.sections.iter().map(|section| section.address).collect();
        assert_eq!(starts, expected, "{magic:x} {attributes:x}");
    }
    // Without relocations; a segment without data; two segments.
    let segments = [
        zeus_segment(5, [0; 3], [2, 0, 4], 0),
        zeus_segment(6, [0; 3], [1, 2, 0], 0),
    ];
    let symbols = [
        (0x0500_0001, 0x22, "code"),
        (0x0600_0002, 0x03, "data"),
        (0x0500_0005, 0x24, "space"),
        (0x1234, 0x21, "number"),
        (0x0500_0000, 0x05, "file"),
        (0, 0x20, "there"),
        (6, 0x20, "common"),
        (0x0700_0000, 0x02, "nowhere"),
    ];
    let file = zeus_file(0xE607, 1, &segments, &[1, 2, 3, 4, 5], &symbols);
    let expected = "f z8001 entry 50010
section .text code at 50000 align 2 size 2: 0102
section .bss space at 50002 align 2 size 4
section .text code at 60000 align 2 size 1: 03
section .data data at 60001 align 2 size 2: 0405
symbol code global .text+1
symbol data local .data+1
symbol space global .bss+3
symbol number global 4660
symbol there global undefined
symbol common global common 6 2
symbol nowhere local 458752
";
    assert_eq!(shown(&file::shown("f", &file).expect("a program")), expected);
}

/// A long name has its length, with the byte of that, and continues in as many entries as it needs.
#[test]
fn names_of_zeus_go_on_in_entries() {
    let entry = |value: u32, name: &[u8]| {
        let mut bytes = Big::default().long(value).bytes(&[1, 0]).bytes(name).0;
        bytes.resize(14, 0);
        bytes
    };
    for (name, length) in [
        ("seven_7", 1),
        ("eight_88", 2),
        ("twenty_one_characters", 2),
        ("twenty_two_characters_", 3),
    ] {
        let mut long = vec![0x80 | (name.len() + 1) as u8];
        long.extend(name.bytes());
        let mut table = entry(5, &long[..long.len().min(8)]);
        let mut rest = long.get(8..).unwrap_or_default().to_vec();
        rest.resize(14 * (length - 1), 0);
        table.extend(rest);
        table.extend(entry(6, b"after"));
        let mut file = Big::default()
            .word(0xE707)
            .long(2)
            .long(0)
            .word(16)
            .word(table.len() as u16)
            .long(0)
            .word(1)
            .long(0);
        file = file
            .bytes(&zeus_segment(0, [0; 3], [2, 0, 0], 0))
            .bytes(&[1, 2])
            .bytes(&table);
        let object = file::shown("f", &file.0).expect("a program");
        let symbols: Vec<_> = object
            .symbols
            .iter()
            .map(|it| (it.name.to_string(), object.address_of(it)))
            .collect();
        assert_eq!(symbols, [(name.to_owned(), Some(5)), ("after".to_owned(), Some(6))]);
    }
}
