//! Sections, symbols and relocations of COFF.

use z8000_object::{Object, coff};

use super::{Big, lines, read};

/// A section of COFF: name, physical and virtual address, size, flags. The contents are bytes that count up from 1.
pub(super) type CoffSection<'c> = (&'c str, u32, u32, u32, u32);
/// A symbol of COFF: name, value, number of the section, class, auxiliary entries.
pub(super) type CoffSymbol<'c> = (&'c str, u32, i16, u8, u8);
/// A relocation of COFF in the first section: address, symbol, offset, type, mark.
pub(super) type CoffRelocation<'c> = (u32, u32, u32, u16, &'c [u8; 2]);

pub(super) fn coff_file(
    flags: u16,
    sections: &[CoffSection],
    relocations: &[CoffRelocation],
    symbols: &[CoffSymbol],
) -> Vec<u8> {
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
    // A section with an offset in the file has contents, one without an offset is space.
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

/// The relocation types of GNU binutils, from `coff/z8k.h`; `SO` marks an address that may become shorter, 0x12 is our
/// own.
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
    // Relocations may be in any order in the file.
    let two: [CoffRelocation; 2] = [(0x14, 2, 1, 0x01, b"SC"), (0x10, 2, 2, 0x01, b"SC")];
    let told = read(&coff_file(0x1204, &sections, &two, &symbols)).expect("an object");
    assert_eq!(lines(&told, "  "), ["0 Word there+2", "4 Word there+1"]);
}

/// Without symbols and sections, only the length of the strings follows the header.
#[test]
fn an_empty_object_has_a_header() {
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
