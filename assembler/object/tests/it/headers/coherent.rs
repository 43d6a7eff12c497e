//! Segments, symbols and relocations of Coherent.

use z8000_object::file;

use crate::notation::shown;

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

/// A name may fill its field.
#[test]
fn names_have_sixteen_letters() {
    let mut rest = b"sixteen_letters_".to_vec();
    rest.extend([0x19, 0, 0, 0, 7, 0]);
    let object = file::shown("f", &coherent_file(0x10, [0, 0, 0, 0, 0, 0, 0, 22, 0], &rest)).expect("an object");
    assert_eq!(
        (&*object.symbols[0].name, object.address_of(&object.symbols[0])),
        ("sixteen_letters_", Some(7))
    );
}
