//! The fields of files, each with every value that counts: files are made here from the descriptions of the formats.

use z8000_object::file::{self, Format, ReadError};
use z8000_object::{Kind, Object, Section, coff, xout};

use super::notation::shown;

/// A file of big-endian numbers.
#[derive(Default, Clone)]
struct Big(Vec<u8>);

impl Big {
    fn word(mut self, value: u16) -> Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn long(mut self, value: u32) -> Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    /// A name, filled up with zeros.
    fn name(mut self, name: &str, length: usize) -> Self {
        self.0.extend(name.as_bytes());
        self.0.resize(self.0.len() + length - name.len(), 0);
        self
    }
}

/// The lines of a description that begin with a word, without it.
fn lines<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    text.lines()
        .filter_map(|line| line.strip_prefix(word))
        .map(str::trim)
        .collect()
}

fn read(bytes: &[u8]) -> Result<String, String> {
    file::read("f", bytes)
        .map(|object| shown(&object))
        .map_err(|error| error.to_string())
}

/// A section of COFF: name, physical and virtual address, bytes, flags. All bytes count up from 1.
type CoffSection<'c> = (&'c str, u32, u32, u32, u32);
/// A symbol of COFF: name, value, number of the section, class, auxiliary entries.
type CoffSymbol<'c> = (&'c str, u32, i16, u8, u8);
/// A relocation of COFF in the first section: address, symbol, offset, type, mark.
type CoffRelocation<'c> = (u32, u32, u32, u16, &'c [u8; 2]);

fn coff_file(flags: u16, sections: &[CoffSection], relocations: &[CoffRelocation], symbols: &[CoffSymbol]) -> Vec<u8> {
    let program = flags & 2 != 0;
    let mut at = 20 + if program { 28 } else { 0 } + 40 * sections.len() as u32;
    let contents: u32 = sections.iter().map(|section| section.3).sum();
    let relocations_at = at + contents;
    let symbols_at = relocations_at + 16 * relocations.len() as u32;
    let mut file = Big::default().word(0x8000).word(sections.len() as u16).long(0);
    file = file.long(symbols_at).long(symbols.len() as u32);
    file = file.word(if program { 28 } else { 0 }).word(flags);
    if program {
        file = file.long(0).long(0).long(0).long(0).long(0x1234).long(0).long(0);
    }
    for (index, &(name, load, address, size, flags)) in sections.iter().enumerate() {
        let count = if index == 0 { relocations.len() as u16 } else { 0 };
        file = file.name(name, 8).long(load).long(address).long(size);
        file = file
            .long(if flags & 0x80 == 0 { at } else { 0 })
            .long(relocations_at)
            .long(0);
        file = file.word(count).word(0).long(flags);
        at += size;
    }
    let contents: Vec<u8> = (1..=contents as u8).collect();
    file = file.bytes(&contents);
    for &(address, symbol, offset, kind, mark) in relocations {
        file = file.long(address).long(symbol).long(offset).word(kind).bytes(mark);
    }
    let mut names = Big::default();
    for &(name, value, place, class, more) in symbols {
        file = if name.len() > 8 {
            let at = 4 + names.0.len() as u32;
            names = names.name(name, name.len() + 1);
            file.long(0).long(at)
        } else {
            file.name(name, 8)
        };
        file = file.long(value).word(place as u16).word(0).bytes(&[class, more]);
    }
    file.long(4 + names.0.len() as u32).bytes(&names.0).0
}

/// STYP_TEXT is 0x20, STYP_DATA 0x40, STYP_BSS 0x80, STYP_INFO 0x200; the alignment is in bits 20 to 23. A section for
/// debuggers is not part of the program.
#[test]
fn sections_of_coff_are_what_their_flags_say() {
    let sections: [CoffSection; 13] = [
        (".a", 0, 0, 1, 0x20),
        (".b", 0, 0, 1, 0x40),
        (".c", 0, 0, 0, 0x80),
        (".rodata", 0x10, 0x20, 1, 0x40),
        (".rdata", 0x20, 0x20, 1, 0x20),
        (".text", 0, 0, 1, 0),
        (".debug_x", 0, 0, 1, 0),
        (".stab", 0, 0, 1, 0),
        (".zdebug", 0, 0, 1, 0x40),
        (".comment", 0, 0, 1, 0),
        (".other", 0, 0, 1, 0x200),
        (".kept", 0, 0, 1, 0x220),
        (".wide", 0, 0, 1, 0x50_0040),
    ];
    let expected = "f z8001
section .a code align 2 size 1: 01
section .b data align 2 size 1: 02
section .c space align 2 size 0
section .rodata constants at 20@10 align 2 size 1: 03
section .rdata code at 20 align 2 size 1: 04
section .text code align 2 size 1: 05
section .zdebug data align 2 size 1: 08
section .kept code align 2 size 1: 0b
section .wide data align 16 size 1: 0c
";
    // A section with a place has contents, one without a place is space.
    assert_eq!(read(&coff_file(0x1204, &sections, &[], &[])).as_deref(), Ok(expected));
    let mut bytes = coff_file(0x1204, &[(".data", 0, 0, 4, 0x40)], &[], &[]);
    bytes[40..44].fill(0);
    assert_eq!(
        read(&bytes).as_deref(),
        Ok("f z8001\nsection .data space align 2 size 4\n")
    );
}

/// Classes: 2 external, 3 static, 6 label, 127 weak; -1 is absolute, -2 for debuggers.
#[test]
fn symbols_of_coff_are_what_their_classes_say() {
    let sections: [CoffSection; 3] = [
        (".text", 0x100, 0x100, 4, 0x20),
        (".stab", 0, 0, 1, 0),
        (".long_na", 0x200, 0x200, 2, 0x40),
    ];
    let symbols: [CoffSymbol; 20] = [
        ("start", 0x102, 1, 2, 0),
        ("own", 0x103, 1, 3, 0),
        ("label", 0x104, 1, 6, 0),
        ("weak", 0x100, 1, 127, 0),
        ("odd", 0x100, 1, 101, 0),
        ("before", 0xFF, 1, 2, 0),
        ("five", 5, -1, 2, 0),
        ("local", 6, -1, 3, 0),
        ("a_very_long_name", 7, -1, 6, 0),
        ("strange", 8, -1, 101, 0),
        ("file", 0, -2, 103, 1),
        ("skipped", 0, 1, 2, 0),
        ("there", 0, 0, 2, 0),
        ("maybe", 0, 0, 127, 0),
        ("perhaps", 4, 0, 127, 0),
        ("lost", 0, 0, 3, 0),
        ("room", 3, 0, 2, 0),
        ("much", 40, 0, 2, 0),
        ("gone", 0, 2, 2, 0),
        (".long_name_of_data", 0x200, 3, 3, 1),
    ];
    let expected = "f z8002 entry 1234
section .text code at 100 align 2 size 4: 01020304
section .long_name_of_data data at 200 align 2 size 2: 0607
symbol start global .text+2
symbol own local .text+3
symbol label local .text+4
symbol weak weak .text+0
symbol odd local .text+0
symbol before global 255
symbol five global 5
symbol local local 6
symbol a_very_long_name local 7
symbol there global undefined
symbol maybe weak undefined
symbol perhaps weak undefined
symbol room global common 3 4
symbol much global common 40 16
";
    assert_eq!(
        read(&coff_file(0x2206, &sections, &[], &symbols)).as_deref(),
        Ok(expected)
    );
    for (symbol, message) in [
        (("far", 0, 4, 2, 0), "symbol 0 refers to item 4, which does not exist"),
        (
            ("far", 0, 0x7FFF, 3, 0),
            "symbol 0 refers to item 32767, which does not exist",
        ),
    ] {
        assert_eq!(
            read(&coff_file(0x2204, &sections, &[], &[symbol])),
            Err(message.to_owned())
        );
    }
    for flags in [0x0204, 0x3204, 0x4204] {
        assert!(read(&coff_file(flags, &[], &[], &[])).is_err(), "{flags:x}");
    }
}

/// The types as GNU binutils have them, from `coff/z8k.h`; `SO` marks an address that may become shorter, 0x12 is ours.
#[test]
fn relocations_of_coff_are_what_their_types_say() {
    let sections: [CoffSection; 1] = [(".text", 0x10, 0x10, 8, 0x20)];
    let symbols: [CoffSymbol; 4] = [
        (".text", 0x10, 1, 3, 1),
        ("", 0, 0, 0, 0),
        ("there", 0, 0, 2, 0),
        ("here", 0x12, 1, 2, 0),
    ];
    let types = [
        (0x01, "Word"),
        (0x02, "Relative8"),
        (0x04, "Relative16"),
        (0x05, "Relative12"),
        (0x11, "Long"),
        (0x12, "Short"),
        (0x22, "Byte"),
        (0x23, "LowNibble"),
        (0x24, "HighNibble"),
        (0x25, "Relative7"),
    ];
    let relocated = |relocation: CoffRelocation| {
        let told = read(&coff_file(0x1204, &sections, &[relocation], &symbols))?;
        let line = told.lines().find(|line| line.starts_with("  ")).map(str::trim);
        Ok::<_, String>((line.map(str::to_owned), told.contains(" relaxable")))
    };
    let line = |text: &str| Ok((Some(text.to_owned()), false));
    for (kind, field) in types {
        assert_eq!(
            relocated((0x12, 2, 5, kind, b"SC")),
            line(&format!("2 {field} there+5")),
            "{kind:x}"
        );
    }
    assert_eq!(
        relocated((0x14, 2, 0, 0x11, b"SO")),
        Ok((Some("4 Segmented there+0".to_owned()), true))
    );
    assert_eq!(relocated((0x14, 2, 0, 0x01, b"SO")), line("4 Word there+0"));
    assert_eq!(relocated((0x10, 0, 0x14, 0x11, b"SC")), line("0 Long [.text]+20"));
    assert_eq!(relocated((0x10, 3, u32::MAX, 0x11, b"SC")), line("0 Long here-1"));
    assert_eq!(relocated((0x10, u32::MAX, 7, 0x01, b"SC")), line("0 Word *ABS*+7"));
    for (relocation, message) in [
        (
            (0x10, 1, 0, 0x01, b"SC"),
            "relocation 0 refers to item 1, which does not exist",
        ),
        (
            (0x10, 4, 0, 0x01, b"SC"),
            "relocation 0 refers to item 4, which does not exist",
        ),
        (
            (0x10, 0x8000_0000, 0, 0x01, b"SC"),
            "relocation 0 refers to item -2147483648, which does not exist",
        ),
        (
            (0x15, 2, 0, 0x11, b"SC"),
            "relocation at offset 0x5 is outside section `.text`",
        ),
        (
            (0x17, 2, 0, 0x01, b"SC"),
            "relocation at offset 0x7 is outside section `.text`",
        ),
        (
            (0x18, 2, 0, 0x22, b"SC"),
            "relocation at offset 0x8 is outside section `.text`",
        ),
        (
            (0x0F, 2, 0, 0x22, b"SC"),
            "relocation at offset 0xffffffff is outside section `.text`",
        ),
        (
            (0x10, 2, 0, 0x03, b"SC"),
            "relocation at offset 0x0 in section `.text` has unknown type 0x3",
        ),
    ] {
        assert_eq!(relocated(relocation), Err(message.to_owned()), "{relocation:x?}");
    }
    // In any order in the file.
    let two: [CoffRelocation; 2] = [(0x14, 2, 1, 0x01, b"SC"), (0x10, 2, 2, 0x01, b"SC")];
    let told = read(&coff_file(0x1204, &sections, &two, &symbols)).expect("an object");
    assert_eq!(lines(&told, "  "), ["0 Word there+2", "4 Word there+1"]);
}

/// An x.out file: magic number, segments with their bytes, relocations, symbols.
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

/// Types of segments: 1 space, 2 stack, 3 code, 4 constants, 5 data, 6 and 7 mixed; 0 is of asz8k.
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
    // Type, segment, offset, target: no field 4, no segment 1, nothing at 1, no symbol 1, none in its entry.
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
    // A word, a short and a long address: the lower eight or sixteen bits are the addend, signed for a symbol.
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
    // The second part of a full segment begins at its end, a third has no place.
    let full = vec![0; 0xFFFF];
    for (count, is_read) in [(1, true), (2, true), (3, false)] {
        let parts: Vec<(u8, u8, &[u8])> = (0..count).map(|_| (0x81, 5, &full[..])).collect();
        assert_eq!(read(&xout_file(0xEE01, &parts, &[], &[])).is_ok(), is_read, "{count}");
    }
}

/// Sections as kind, address and bytes; the segments that are written, or what is wrong with them.
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
            processor: z8000_object::Processor::of(segmented),
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
        // Sections of a kind are one segment, with the gap between them; those of two kinds are two.
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
        // Both from 0: two spaces.
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

/// Objects say so whatever their sections are; without symbols and sections nothing follows the header of COFF but the
/// length of its strings.
#[test]
fn objects_have_their_magic_numbers() {
    for (segmented, magic) in [(true, [0xEE, 0]), (false, [0xEE, 2])] {
        let object = Object {
            processor: z8000_object::Processor::of(segmented),
            sections: [Kind::Code, Kind::Data]
                .map(|kind| Section::at(".s", kind, 0, vec![1, 2]))
                .to_vec(),
            ..Object::default()
        };
        assert_eq!(xout::write(&object).expect("an object")[..2], magic);
    }
    let nothing = Big::default()
        .word(0x8000)
        .word(0)
        .long(0)
        .long(20)
        .long(0)
        .word(0)
        .word(0x2205 | 8)
        .long(4)
        .0;
    assert_eq!(coff::write(&Object::default()), Ok(nothing));
}

/// A number in a symbol has 16 bits, signed or unsigned; a name of Coherent may fill its field.
#[test]
fn symbols_have_the_numbers_that_fit() {
    for (value, fits) in [(0xFFFF, true), (0x1_0000, false), (-0x8000, true), (-0x8001, false)] {
        let symbol = z8000_object::Symbol {
            name: "a".into(),
            value: z8000_object::Value::Absolute(value),
            binding: z8000_object::Binding::Global,
        };
        let object = Object { symbols: vec![symbol], ..Object::default() };
        let written = xout::write(&object).map(|bytes| bytes[18..20].to_vec());
        assert_eq!(
            written.ok(),
            fits.then(|| (value as u16).to_be_bytes().to_vec()),
            "{value}"
        );
    }
    let mut rest = b"sixteen_letters_".to_vec();
    rest.extend([0x19, 0, 0, 0, 7, 0]);
    let object = file::shown("f", &coherent_file(0x10, [0, 0, 0, 0, 0, 0, 0, 22, 0], &rest)).expect("an object");
    assert_eq!(
        (&*object.symbols[0].name, object.address_of(&object.symbols[0])),
        ("sixteen_letters_", Some(7))
    );
}

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

/// Short addresses of x.out have an addend of eight bits; a byte has no relocation.
#[test]
fn relocations_of_xout_hold_their_addends() {
    let written = |field: &str| {
        let text = format!("object a.o z8001\nsection .text code\n<{field}>\n0102");
        let object = super::notation::objects(&text).remove(0);
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

/// A file of Coherent: words with the low byte first, long words with the high word first.
fn coherent_file(flags: u16, sizes: [u32; 9], rest: &[u8]) -> Vec<u8> {
    let word = |value: u16| value.to_le_bytes();
    let long = |value: u32| [word((value >> 16) as u16), word(value as u16)].concat();
    let mut file = vec![0x07, 0x01];
    file.extend([word(flags), word(4), word(48)].concat());
    sizes.into_iter().for_each(|size| file.extend(long(size)));
    file.extend(long(0x0300_0002));
    file.extend(rest);
    file
}

/// Flags: 1 shared, 2 separate, 4 linked, 8 a driver, 0x10 long addresses. Pages are segments of 64 KB; by hand from the
/// order of the segments: shared code, private code, space of code, shared data, private data, space.
#[test]
fn segments_of_coherent_are_where_its_linker_puts_them() {
    let sizes = [2, 4, 6, 8, 10, 12, 0, 0, 0];
    let contents: Vec<u8> = (0..24).collect();
    for (flags, starts) in [
        (0x10, [0, 2, 6, 12, 20, 30]),
        (0x14, [0x3_0000, 0x3_0002, 0x3_0006, 0x3_000C, 0x3_0014, 0x3_001E]),
        (0x15, [0x3_0000, 0x4_0000, 0x4_000E, 0x3_0002, 0x4_0004, 0x4_0014]),
        (0x16, [0x3_0000, 0x3_0002, 0x3_0006, 0x4_0000, 0x4_0008, 0x4_0012]),
        (0x17, [0x3_0000, 0x4_0000, 0x4_0004, 0x5_0000, 0x6_0000, 0x6_000A]),
        (0x1C, [0x3E_0000, 0x3E_0002, 0x3E_0006, 0x3E_000C, 0x3E_0014, 0x3E_001E]),
        (0x18, [0x3E_0000, 0x3E_0002, 0x3E_0006, 0x3E_000C, 0x3E_0014, 0x3E_001E]),
    ] {
        let object = file::shown("f", &coherent_file(flags, sizes, &contents)).expect("a program");
        let found: Vec<u32> = object.sections.iter().map(|section| section.address).collect();
        assert_eq!(found, starts, "{flags:x}");
        assert_eq!(object.entry, (flags & 4 != 0).then_some(0x3_0002), "{flags:x}");
        let first: Vec<Option<&u8>> = object.sections.iter().map(|section| section.bytes.first()).collect();
        assert_eq!(
            first,
            [Some(&0), Some(&2), None, Some(&6), Some(&14), None],
            "{flags:x}"
        );
    }
    assert_eq!(
        file::shown("f", &coherent_file(0x04, sizes, &contents)).map_err(|error| error.to_string()),
        Err("l.out with addresses of 16 bits is not read".to_owned())
    );
}

#[test]
fn symbols_and_relocations_of_coherent_are_what_their_types_say() {
    let mut rest = vec![0x80, 0, 0x12, 0x34, 0x83, 0, 0, 6, 0xFF, 0xFE, 0, 5, 9, 0x99];
    // The debugger's part is passed over.
    rest.extend(b"dbg");
    for (name, kind, high, low) in [
        ("code", 0x10_u16, 0_u16, 1_u16),
        ("code2", 0x01, 0, 9),
        ("space", 0x02, 0, 12),
        ("const", 0x13, 0, 12),
        ("data", 0x04, 0, 12),
        ("bss", 0x15, 0, 14),
        ("segment6", 0x06, 0, 7),
        ("number", 0x19, 1, 2),
        ("there", 0x1A, 0, 0),
        ("common", 0x1A, 0, 6),
    ] {
        rest.extend(name.bytes().chain(std::iter::repeat(0)).take(16));
        rest.extend([kind, high, low].map(u16::to_le_bytes).concat());
    }
    let relocation = |code: u8, at: u16, symbol: Option<u16>| {
        let mut bytes = vec![code, 0, 0];
        bytes.extend(at.to_le_bytes());
        symbol.into_iter().for_each(|symbol| bytes.extend(symbol.to_le_bytes()));
        bytes
    };
    let relocations = [
        relocation(0o107, 4, Some(8)),
        relocation(0o100, 0, None),
        relocation(0o44, 8, None),
        relocation(0o60, 10, None),
        relocation(0o7, 12, Some(9)),
    ]
    .concat();
    rest.extend(&relocations);
    let sizes = [8, 4, 0, 0, 2, 4, 3, 220, relocations.len() as u32];
    let expected = "f z8001
section .text code align 2 size 8: 8000123483000006
  0 Segmented [.text]+4660
  4 Segmented there+196614
section .text.private code at 8 align 2 size 4: fffe0005
  0 Word [.data]+65522
  2 Relative16 [.text]+5
section .bss.code space at c align 2 size 0
section .rodata constants at c align 2 size 0
section .data data at c align 2 size 2: 0999
  0 Byte common+9
section .bss space at e align 2 size 4
symbol code global .text+1
symbol code2 local .text.private+1
symbol space local .bss.code+0
symbol const global .rodata+0
symbol data local .data+0
symbol bss global .bss+0
symbol segment6 local 7
symbol number global 65538
symbol there global undefined
symbol common global common 6 2
";
    let told = |flags, rest: &[u8]| {
        let object = file::shown("f", &coherent_file(flags, sizes, rest));
        object.map(|object| shown(&object)).map_err(|error| error.to_string())
    };
    assert_eq!(told(0x10, &rest).as_deref(), Ok(expected));
    // A linked program has no relocations.
    assert!(told(0x14, &rest).is_ok_and(|text| !text.contains("  ")));
    // An unknown field, a place without contents, the end of a section, a segment and a symbol that there are not.
    let end = rest.len() - relocations.len();
    for wrong in [
        relocation(0o21, 0, None),
        relocation(0o40, 14, None),
        relocation(0o40, 7, None),
        relocation(0o100, 6, None),
        relocation(0o46, 0, None),
        relocation(0o47, 0, Some(10)),
        vec![0o40, 0, 0],
    ] {
        let mut bytes = rest[..end].to_vec();
        bytes.extend(&wrong);
        let mut sizes = sizes;
        sizes[8] = wrong.len() as u32;
        let error = file::shown("f", &coherent_file(0x10, sizes, &bytes))
            .expect_err("refused")
            .to_string();
        let message = format!(
            "a relocation of type {:#o} has no place, or its symbol does not exist",
            wrong[0]
        );
        assert_eq!(error, message);
    }
}

#[test]
fn files_are_recognised_by_their_first_bytes() {
    let zeus = [0xE6, 0xE7].map(|kind| [kind, 7, 0, 0, 0, 8]);
    let segmented = "a segmented object or program of ZEUS (s.out)";
    let flat = "a non-segmented object or program of ZEUS (a.out)";
    let rows: [(&[u8], Option<Format>, Option<&str>); 24] = [
        (b"", None, None),
        (b"start: nop", None, None),
        (&[0x80, 0], Some(Format::Coff), None),
        (&[0x80, 1], None, None),
        (&[0xEE, 3], Some(Format::Xout), None),
        (b":0", Some(Format::Hex), None),
        (b":F", Some(Format::Hex), None),
        (b":G", None, None),
        (b":", None, None),
        (b"S0", Some(Format::Srec), None),
        (b"S9", Some(Format::Srec), None),
        (b"S:", None, None),
        (b"S", None, None),
        (&zeus[0], None, Some(segmented)),
        (&zeus[1], None, Some(flat)),
        (&[0xE7, 5, 0, 0x0F, 1, 0], None, Some(flat)),
        (&[0xE7, 0x11, 0, 0, 0, 1], None, Some(flat)),
        (&[0xE7, 6, 0, 0, 0, 1], None, None),
        (&[0xE7, 7, 0, 0x10, 0, 1], None, None),
        (&[0xE7, 7, 0, 0, 0, 0], None, None),
        (
            &[7, 1, 0, 0, 4, 0],
            None,
            Some("an object or program of Coherent (l.out)"),
        ),
        (&[7, 1, 0, 0, 5, 0], None, None),
        (b"\x7FELF\x02\x01\x01", None, Some("an ELF file")),
        (b"\x7FEL", None, None),
    ];
    for (bytes, format, foreign) in rows {
        assert_eq!(
            (file::format(bytes), file::foreign(bytes)),
            (format, foreign),
            "{bytes:x?}"
        );
        if format.is_none() {
            let error = foreign.map_or(ReadError::Unknown, ReadError::Foreign);
            assert_eq!(file::read("f", bytes), Err(error.clone()), "{bytes:x?}");
        }
    }
    // The machine is at 18: 62 for x86-64, 183 for AArch64.
    for (machine, expected) in [
        (62, "an ELF file for x86-64"),
        (183, "an ELF file for AArch64"),
        (8, "an ELF file"),
    ] {
        let mut elf = b"\x7FELF".to_vec();
        elf.resize(20, 0);
        elf[18] = machine;
        assert_eq!(file::foreign(&elf), Some(expected));
    }
    let formats = [Format::Coff, Format::Xout, Format::Hex, Format::Srec];
    assert_eq!(
        formats.map(|format| format.to_string()),
        ["coff-z8k", "xout", "ihex", "srec"]
    );
    // A given format counts, whatever the bytes are.
    for format in formats {
        assert!(file::read_as("f", b"start: nop", format).is_err(), "{format}");
    }
}

/// All of an image is code of a program, which begins at its entry unless that is 0.
#[test]
fn images_are_loaded_as_code() {
    let section = "section .sec1 code at 100 align 1 size 2: 8d07\n";
    for (bytes, entry) in [
        (
            &b":020100008D0769\n:0400000500000100F6\n:00000001FF\n"[..],
            " entry 100",
        ),
        (b":020100008D0769\n:00000001FF\n", ""),
        (b"S10501008D0765\nS9030100FB\n", " entry 100"),
        (b"S10501008D0765\nS9030000FC\n", ""),
    ] {
        let program = file::read_program("f", bytes).expect("a program");
        assert_eq!(shown(&program), format!("f z8002{entry}\n{section}"));
    }
    // Another file is as it is.
    let data = coff_file(0x2204, &[(".data", 0, 0, 2, 0x40)], &[], &[]);
    assert_eq!(
        file::read_program("f", &data),
        coff::read("f", &data).map_err(ReadError::from)
    );
}
