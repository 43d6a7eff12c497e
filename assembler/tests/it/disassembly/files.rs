//! Disassembly of linked programs and objects.

use z8000::isa::Mode;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Piece, Program, ProgramError, Relocatable};
use z8000_asm::{AddressSpace, Memory, Options as Assembling, assemble};
use z8000_object::{Field, Kind, Object, Relocation, Section, Target, file, xout};

use super::{built, checked, has, lines};

/// A section of a linked program.
fn section(name: &str, kind: Kind, address: u32, bytes: &[u8], more: u32) -> Section {
    Section {
        size: bytes.len() as u32 + more,
        ..Section::at(name, kind, address, bytes.to_vec())
    }
}

#[test]
fn linked_programs_are_read() {
    let [code, data] =
        built("\tld r1,D0000\n\tld D0002,r1\n\tret\n\t.data\nD0000:\t.word 7\n\t.bss\nD0002:\t.space 4\n");
    let object = Object {
        sections: vec![
            section(".text", Kind::Code, 0, &code, 0),
            section(".data", Kind::Data, 0, &data, 0),
            section(".bss", Kind::Space, 2, &[], 4),
        ],
        entry: Some(0),
        ..Object::default()
    };
    let bytes = xout::write(&object).expect("x.out");
    let object = file::read("p.z8k", &bytes).expect("x.out");
    let program = Program::of(&object, true).expect("it is linked");
    assert!(program.split);
    let found = checked(program, "", Options::default());
    has(
        &found.text,
        "ld r1,D0000 / ld D0002,r1 / ret / .data / .org 0x0000 / D0000: / .word 0x0007",
    );
    has(&found.text, "D0002: / .space 4");
    // In one memory, data is not disassembled as code although it is linked next to code.
    let object = Object {
        sections: vec![
            section(".text", Kind::Code, 0, &[0x9E, 0x08], 0),
            section(".data", Kind::Data, 2, &[0x8D, 0x07, 0x9E, 0x08], 0),
        ],
        entry: Some(0),
        ..Object::default()
    };
    let program = Program::of(&object, true).expect("it is linked");
    assert_eq!(
        checked(program, "", Options { guess: true, ..Options::default() }).instructions,
        [0]
    );
}

/// Code has its own memory if it overlaps data, and the kinds of the sections are known.
#[test]
fn sections_that_overlap_are_in_two_memories() {
    let (code, data, space) = (Kind::Code, Kind::Data, Kind::Space);
    let program = |typed, parts: &[(Kind, u32, u32)]| {
        let part = |&(kind, address, size): &(Kind, u32, u32)| match kind {
            Kind::Space => section(".s", kind, address, &[], size),
            _ => section(".s", kind, address, &vec![0; size as usize], 0),
        };
        let object = Object {
            sections: parts.iter().map(part).collect(),
            entry: Some(4),
            ..Object::default()
        };
        Program::of(&object, typed).expect("it is linked")
    };
    for (parts, split) in [
        (&[(code, 0, 4), (data, 4, 4)][..], false),
        (&[(code, 0, 5), (data, 4, 4)], true),
        (&[(code, 4, 4), (data, 0, 4)], false),
        (&[(code, 3, 4), (data, 0, 4)], true),
        (&[(code, 0, 4), (code, 2, 4)], false),
        (&[(data, 0, 4), (space, 2, 4)], false),
        (&[(code, 0, 4), (space, 2, 4)], true),
        (&[(code, 0, 4), (data, 0, 0)], false),
    ] {
        assert_eq!(program(true, parts).split, split, "{parts:?}");
        let found = program(false, parts);
        assert_eq!((found.split, found.entries), (false, vec![]), "{parts:?}");
    }
    let found = program(true, &[(code, 0, 6), (data, 4, 2), (space, 6, 3)]);
    let pieces: Vec<_> = found
        .pieces
        .iter()
        .map(|it| (it.space, it.address, it.bytes.len(), it.reserved, it.content))
        .collect();
    let expected = [
        (AddressSpace::Program, 0, 6, 0, Content::Code),
        (AddressSpace::Data, 4, 2, 0, Content::Data),
        (AddressSpace::Data, 6, 0, 3, Content::Data),
    ];
    assert_eq!((pieces, found.entries), (expected.to_vec(), vec![4]));
}

#[test]
fn objects_have_to_be_linked_first() {
    let relocation = Relocation { offset: 2, field: Field::Word, target: Target::Section(0), addend: 0 };
    let text = Section {
        relocations: vec![relocation],
        ..section(".text", Kind::Code, 0, &[0x5F, 0, 0, 0], 0)
    };
    let object = Object { sections: vec![text], ..Object::default() };
    assert_eq!(
        Program::of(&object, true),
        Err(ProgramError::NotLinked(".text".to_owned()))
    );
}

#[test]
fn programs_that_cannot_be_are_refused() {
    let refused = |program: Program| Disassembly::new(program, &Hints::default(), Options::default()).map(|_| ());
    let two = |first: u32, second: u32| Program {
        pieces: [first, second]
            .map(|address| Piece { address, bytes: vec![0; 4], ..Piece::default() })
            .to_vec(),
        ..Program::default()
    };
    assert_eq!(refused(two(0, 2)), Err(ProgramError::Overlap(2)));
    assert!(matches!(refused(two(0, 0xFFFE)), Err(ProgramError::TooLarge { .. })));
    assert!(matches!(refused(two(0, u32::MAX)), Err(ProgramError::TooLarge { .. })));
    let segmented = |second| Program { mode: Mode::Segmented, ..two(0, second) };
    assert_eq!(refused(segmented(0x7F_0000)), Ok(()));
    // A section may extend to the end of the memory, of a segment, or to the next piece.
    assert_eq!(refused(two(0, 0xFFFC)), Ok(()));
    assert_eq!(refused(two(0, 4)), Ok(()));
    assert_eq!(refused(two(0, 3)), Err(ProgramError::Overlap(3)));
    assert_eq!(refused(segmented(0x1_FFFC)), Ok(()));
    let message = |program: Program| refused(program).expect_err("refused").to_string();
    assert_eq!(
        message(two(0, 0xFFFD)),
        "4 bytes from 0xfffd extend past the end of the memory at 0x10000"
    );
    assert_eq!(
        message(two(0, 0x1_0000)),
        "4 bytes from 0x10000 extend past the end of the memory at 0x10000"
    );
    assert_eq!(
        message(segmented(0x1_FFFD)),
        "4 bytes from 0x1fffd extend past the end of the segment at 0x20000"
    );
    assert_eq!(
        message(segmented(0x80_0000)),
        "4 bytes from 0x800000 extend past the end of the memory at 0x800000"
    );
    let empty = Program {
        pieces: vec![Piece { address: 0x1_0000, ..Piece::default() }],
        ..Program::default()
    };
    assert!(refused(empty).is_err());
    assert!(matches!(
        refused(segmented(0x1_FFFE)),
        Err(ProgramError::TooLarge { .. })
    ));
    let odd = Program { entries: vec![3], ..two(0, 8) };
    assert_eq!(refused(odd), Err(ProgramError::OddEntry(3)));
}

/// Returns the object of a source.
fn object(source: &str) -> Object {
    let options = Assembling { for_linker: true, ..Assembling::default() };
    let assembly = assemble(&Memory::new([("p.s", source)]), "p.s", &options);
    assembly
        .unwrap_or_else(|errors| panic!("{errors}\n{source}"))
        .object("p.o")
}

/// Tests every form of a reference, addresses without a name, a jump into an instruction, and data that are not an
/// instruction.
#[test]
fn an_object_shows_its_references_by_their_symbols() {
    let source = "
        .z8001
        .global start
        .weak   maybe
        .comm   shared, 6
        .equ    limit, 7
        .text
start:  ld      r1, outside + 4
        ldl     rr2, #table
        ldl     rr4, rr2(#2)
        ld      @rr2, #port
        ldb     outside(r3), #low
        ldk     r5, #low
        call    maybe
        calr    far
        jr      nz, . + 4
        ld      r1, #0x2101
        djnz    r1, start
        .word   0x0f0f, start
        jp      |page|
        .data
        .word   1, 2
        .ascii  \"a text\\0\"
table:  .long   start, table + 2, shared
        .byte   low, 5
        .ascii  \"no end here\"
        .byte   6, low
        .section .more, \"b\"
        .space  9
";
    let first = object(source);
    let text = Relocatable::new(&first).source();
    has(
        &text,
        "start: / ld r1,outside+0x4 / ldl rr2,#table / ldl rr4,rr2(#0x2) / ld @rr2,#port",
    );
    has(&text, "ldb outside(r3),#low / ldk r5,#low / call maybe / calr far");
    has(&text, "jr ne,L0_0028+0x2 / L0_0028: / ld r1,#0x2101 / djnz r1,start");
    has(&text, ".word start / jp |page|");
    has(
        &text,
        ".word 0x0001,0x0002 / .asciz \"a text\" / table: / .equ L1_000d,.+2 / .long start",
    );
    has(&text, ".long L1_000d / .long shared / .byte low");
    has(
        &text,
        ".byte low / .byte 0x05 / .ascii \"no end here\" / .byte 0x06 / .byte low",
    );
    has(&text, ".section .more,\"b\" / .space 10");
    let whole = ".z8001 / .equ limit,7 / .global start / .global outside / .global port / .global low / .weak maybe / \
        .global far / .global page / .comm shared,6,8 / .global shared / .text / start: / ld r1,outside+0x4 / \
        ldl rr2,#table / ldl rr4,rr2(#0x2) / ld @rr2,#port / ldb outside(r3),#low / ldk r5,#low / call maybe / calr far / \
        jr ne,L0_0028+0x2 / L0_0028: / ld r1,#0x2101 / djnz r1,start / ext0f #0xf / .word start / jp |page| / .data / \
        .word 0x0001,0x0002 / .asciz \"a text\" / table: / .equ L1_000d,.+2 / .long start / .long L1_000d / .long shared / \
        .byte low / .byte 0x05 / .ascii \"no end here\" / .byte 0x06 / .byte low / .bss / .section .more,\"b\" / .space 10";
    assert_eq!(lines(&text).join(" / "), whole);
    let second = object(&text);
    let facts = |object: &Object| -> Vec<_> {
        let sections = object.sections.iter();
        sections
            .map(|section| (section.unfilled(), section.relocations.len(), section.size))
            .collect()
    };
    assert_eq!(facts(&first), facts(&second), "{text}");
}

/// A source in the format of the disassembler's output is reproduced exactly: each field that a linker fills in, in
/// each operand that can have it, with addends of both signs; words that no assembler writes as instructions; and each
/// kind of section.
#[test]
fn the_source_of_an_object_comes_back() {
    let source = include_str!("object.txt");
    for source in source.split("=== ").skip(1) {
        let object = object(source.split_once('\n').expect("a name").1);
        let text = Relocatable::new(&object).source();
        // The symbols come first, in the order of the object.
        let body = |text: &str| {
            let lines = lines(text);
            let start = lines.iter().position(|line| line == "start:").expect("a label");
            lines[start..].join("\n")
        };
        assert_eq!(body(&text), body(source));
        assert_eq!(self::object(&text).sections, object.sections, "{text}");
    }
}

/// Generated labels differ from the symbols of the object.
#[test]
fn labels_that_are_made_are_new() {
    let source = "L0_0004: nop\n jr .+4\n nop\n ret\n";
    let text = Relocatable::new(&object(source)).source();
    has(&text, "L0_0004: / nop / jr L0_0006 / nop / L0_0006: / ret");
    let source = "L0_0006: nop\n jr .+4\n nop\n ret\n";
    let text = Relocatable::new(&object(source)).source();
    has(&text, "L0_0006: / nop / jr L0_0006_ / nop / L0_0006_: / ret");
}
