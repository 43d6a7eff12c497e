//! Small known programs, disassembled; the text assembles to the same bytes.

use std::collections::BTreeMap;
use std::fs;

use z8000::isa::Mode;
use z8000_asm::disassembly::{
    Content, Disassembly, Hints, Options, Piece, Program, ProgramError, Reference, Relocatable, Symbol,
};
use z8000_asm::{AddressSpace, Memory, Options as Assembling, assemble};
use z8000_object::{Field, Kind, Object, Relocation, Section, Target, file, xout};

/// The program memory and the data memory of a source.
fn built(source: &str) -> [Vec<u8>; 2] {
    let sources = Memory::new([("p.s", source)]);
    let assembly =
        assemble(&sources, "p.s", &Assembling::default()).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
    [AddressSpace::Program, AddressSpace::Data].map(|space| assembly.image(Some(space)))
}

fn piece(space: AddressSpace, bytes: &[u8], content: Content) -> Piece {
    Piece { space, bytes: bytes.to_vec(), content, ..Piece::default() }
}

/// Disassembles, and assembles the text again.
fn checked(program: Program, hints: &str, options: Options) -> Disassembly {
    let expected: Vec<Vec<u8>> = [AddressSpace::Program, AddressSpace::Data]
        .map(|space| {
            let mut image = Vec::new();
            for piece in program.pieces.iter().filter(|piece| piece.space == space) {
                image.resize(piece.address as usize, 0);
                image.extend(&piece.bytes);
            }
            image
        })
        .to_vec();
    let hints = Hints::parse(hints).unwrap_or_else(|error| panic!("{error}"));
    let disassembly = Disassembly::new(program, &hints, options).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(built(&disassembly.text).to_vec(), expected, "{}", disassembly.text);
    disassembly
}

/// A program in one memory, entered at 0.
fn one_memory(bytes: &[u8]) -> Program {
    Program {
        pieces: vec![piece(AddressSpace::Program, bytes, Content::Unknown)],
        entries: vec![0],
        ..Program::default()
    }
}

/// The lines without their comments, and with single spaces.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| {
            let code = line.split("! ").next().unwrap_or_default();
            code.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Checks that the lines in `wanted`, with ` / ` between them, follow each other.
#[track_caller]
fn has(text: &str, wanted: &str) {
    let lines = lines(text);
    let wanted: Vec<&str> = wanted.split(" / ").collect();
    let found = lines.windows(wanted.len()).any(|window| window == wanted);
    assert!(found, "{wanted:?} not in\n{text}");
}

/// Parts of a file of expected output, by the names in front of them.
fn texts(file: &str) -> BTreeMap<&str, &str> {
    let texts = file.split("=== ").skip(1);
    texts
        .map(|text| text.split_once('\n').expect("a name and a text"))
        .collect()
}

/// Programs in one memory, with instructions in their comments: `!with` how they are disassembled (`far`: in segment 1),
/// `!hint` a line of hints, `!instructions` where they are, `!lines` lines that follow each other, `!text` a part of
/// the output. `texts.txt` has all of it.
#[test]
fn programs_are_followed() {
    let texts = texts(include_str!("disassembly/texts.txt"));
    for path in super::sources("it/disassembly") {
        let source = fs::read_to_string(&path).expect("a text");
        println!("{}", path.display());
        let said = |what: &str| -> Vec<&str> {
            let lines = source
                .lines()
                .filter_map(|line| line.strip_prefix('!')?.strip_prefix(what));
            lines.map(str::trim).collect()
        };
        let with = said("with").join(" ");
        let [guess, reset, code, no_entry, segments, far] =
            ["guess", "reset", "code", "no-entry", "segments", "far"].map(|word| with.contains(word));
        let address = if far { 0x1_0000 } else { 0 };
        let [bytes, _] = built(&source);
        let content = if code { Content::Code } else { Content::Unknown };
        let program = Program {
            mode: if segments { Mode::Segmented } else { Mode::Nonsegmented },
            pieces: vec![Piece { address, ..piece(AddressSpace::Program, &bytes, content) }],
            entries: if reset || no_entry { Vec::new() } else { vec![address] },
            ..Program::default()
        };
        let found = checked(program, &said("hint").join("\n"), Options { reset, guess });
        for addresses in said("instructions") {
            let addresses = addresses
                .split(' ')
                .map(|digits| u32::from_str_radix(digits, 16).expect("hexadecimal"));
            assert_eq!(found.instructions, addresses.collect::<Vec<_>>());
        }
        said("lines").iter().for_each(|wanted| has(&found.text, wanted));
        said("text")
            .iter()
            .for_each(|wanted| assert!(found.text.contains(wanted), "{wanted} not in\n{}", found.text));
        let name = path.file_stem().expect("a name").to_string_lossy();
        assert_eq!(Some(&&*found.text), texts.get(&*name), "{name}");
    }
}

#[test]
fn data_gets_labels_and_sizes() {
    let source = "\tldb rl0,flag\n\tld r1,count\n\tldl rr2,total\n\tld r4,#buffer\n\tclrb @r4\n\tadd r1,r1\n\tld r5,list(r1)\n\
         \tret\n\t.data\nflag:\t.byte 1\n\t.even\ncount:\t.word 2\ntotal:\t.long 3\nlist:\t.word 1,2,3\n\
         text:\t.asciz \"a text\"\n\t.even\n\t.bss\n\t.org 0x40\nbuffer:\t.space 16\n";
    let [code, data] = built(source);
    let mut second = piece(AddressSpace::Data, &data, Content::Data);
    second.reserved = 0x60 - data.len() as u32;
    let program = Program {
        split: true,
        pieces: vec![piece(AddressSpace::Program, &code, Content::Code), second],
        entries: vec![0],
        ..Program::default()
    };
    let found = checked(program, "", Options::default());
    has(
        &found.text,
        "ldb rl0,D0000 / ld r1,D0002 / ldl rr2,D0004 / ld r4,#D0040 / clrb @r4",
    );
    // A number this small beside a register may be the distance of a field.
    has(&found.text, "ld r5,0x8(r1)");
    has(
        &found.text,
        "D0000: / .byte 0x01 / .byte 0x00 / D0002: / .word 0x0002 / D0004: / .long 0x00000003",
    );
    has(
        &found.text,
        "D0008: / .word 0x0001,0x0002,0x0003,0x6120,0x7465,0x7874,0x0000",
    );
    has(
        &found.text,
        ".Lend_0016: / .bss / .org .Lend_0016 / .space 42 / D0040: / .space 32",
    );
}

/// An unknown number added to an address of the program leaves it the base of a table, attributed to the instruction
/// that it is written in; added to another number, it leaves nothing.
#[test]
fn an_address_and_something_is_a_base() {
    let [code, _] = built(
        "\tcall address\n\tjp number\naddress:\tld r1,#0x2000\n\tadd r7,r7\n\tadd r1,r7\n\tld r2,@r1\n\tjp @r2\n\
         number:\tld r1,#4\n\tadd r1,r7\n\tadd r1,#0x2ffc\n\tld r2,@r1\n\tjp @r2\n\t.word 0x1234\n\
         \tclr r3\n\tret\n\t.word 0x1234\n\tclr r4\n\tret\n",
    );
    let data = |address, words: [u8; 4]| Piece { address, ..piece(AddressSpace::Data, &words, Content::Data) };
    let (found, not_found) = (code.len() as u8 - 10, code.len() as u8 - 4);
    let program = Program {
        split: true,
        pieces: vec![
            piece(AddressSpace::Program, &code, Content::Unknown),
            data(0x2000, [0, found, 0x12, 0x34]),
            data(0x3000, [0, not_found, 0x12, 0x34]),
        ],
        entries: vec![0],
        ..Program::default()
    };
    let text = checked(program, "", Options::default()).text;
    has(&text, "ld r1,#D2000 / add r7,r7 / add r1,r7 / ld r2,@r1 / jp @r2");
    has(&text, "D2000: / .word L0024 / .word 0x1234");
    has(&text, "ld r1,#0x4 / add r1,r7 / add r1,#0x2ffc / ld r2,@r1 / jp @r2");
    has(&text, "L0024: / clr r3 / ret / .word 0x1234,0x8d48,0x9e08");
    has(&text, ".word 0x002a,0x1234");
}

#[test]
fn given_names_are_taken() {
    let [code, _] = built("\tld r1,count\n\tcall 0x8000\n\tret\ncount:\t.word 7\n");
    let name = |name: &str, address| Symbol { name: name.to_owned(), space: AddressSpace::Program, address };
    let program = Program {
        // A name that the assembler cannot treat as a label is omitted.
        symbols: vec![
            name("r5", 0),
            name("count", 0xA),
            name("monitor", 0x8000),
            name("a b", 8),
        ],
        ..one_memory(&code)
    };
    let found = checked(program, "", Options::default());
    has(&found.text, ".equ monitor,0x8000");
    has(&found.text, "ld r1,count / call monitor / ret / count: / .word 0x0007");
}

/// On a Z8001, an address elsewhere is in its long form; one at the end of the program has a label.
#[test]
fn given_names_have_segments() {
    // call <<3>>0x1234; call <<1>>0x1C; ld r1,<<3>>0x5678; jp <<1>>8; ret
    let code = [
        0x5F, 0, 0x83, 0, 0x12, 0x34, 0x5F, 0, 0x81, 0, 0, 0x1C, 0x61, 1, 0x83, 0, 0x56, 0x78, 0x5E, 8, 0x81, 0, 0, 8,
        0x9E, 8, 0x9E, 8,
    ];
    let name = |name: &str, address| Symbol { name: name.to_owned(), space: AddressSpace::Program, address };
    let program = Program {
        mode: Mode::Segmented,
        pieces: vec![Piece {
            address: 0x1_0000,
            ..piece(AddressSpace::Program, &code, Content::Unknown)
        }],
        entries: vec![0x1_0000],
        symbols: vec![
            name("monitor", 0x3_1234),
            name("port", 0x3_5678),
            name("unused", 0x3_0000),
            name("end", 0x1_001C),
        ],
        ..Program::default()
    };
    let text = Disassembly::new(program, &Hints::default(), Options::default())
        .expect("a program")
        .text;
    let expected = [
        "\t.z8001",
        "\t.equ\tmonitor,0x83001234",
        "\t.equ\tport,0x83005678",
        "\t.text",
        "\t.org\t0x10000",
        "\tcall monitor                    ! 10000  5f00 8300 1234",
        "\tcall end                        ! 10006  5f00 8100 001c",
        "\tld r1,port                      ! 1000c  6101 8300 5678",
        "\tjp 0x81000008                   ! 10012  5e08 8100 0008",
        "\t.word 0x9e08,0x9e08             ! 10018",
        "end:",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

/// Pieces that begin or end at odd addresses, right after another, a byte after it, and further away; the reserved part
/// of one is space.
#[test]
fn pieces_begin_and_end_anywhere() {
    let part = |address, bytes: &[u8], reserved| Piece {
        address,
        reserved,
        ..piece(AddressSpace::Program, bytes, Content::Unknown)
    };
    let program = Program {
        pieces: vec![
            part(0x21, &[1, 0x8D, 0x18, 0x9E, 0x08, 0x12], 3),
            part(0, &[0x5F, 0, 0, 0x22, 0x5F, 0, 0, 0x0A, 0x9E], 0),
            part(0x0A, &[0x9E, 0x08], 1),
            part(0x0E, &[0x34], 1),
            part(0x2A, &[0x56], 0),
            part(0x30, &[], 1),
        ],
        entries: vec![0],
        ..Program::default()
    };
    // Without an entry, every even address is looked at.
    let sweep = Program { entries: Vec::new(), ..program.clone() };
    let found = Disassembly::new(sweep, &Hints::default(), Options::default()).expect("a program");
    assert_eq!(found.instructions, [0, 4, 0xA, 0x22, 0x24]);
    let found = Disassembly::new(program, &Hints::default(), Options::default()).expect("a program");
    assert_eq!(found.instructions, [0, 4, 0xA, 0x22, 0x24]);
    let expected = [
        ".z8002",
        ".text",
        ".org 0x0000",
        "call L0022",
        "call L000a",
        ".byte 0x9e",
        ".Lend_0009:",
        ".org .Lend_0009+1",
        "L000a:",
        "ret",
        ".Lend_000c:",
        ".bss",
        ".org .Lend_000c",
        ".space 1",
        ".Lend_000d:",
        ".text",
        ".org .Lend_000d+1",
        ".byte 0x34",
        ".Lend_000f:",
        ".bss",
        ".org .Lend_000f",
        ".space 1",
        ".text",
        ".org 0x0021",
        ".byte 0x01",
        "L0022:",
        "clr r1",
        "ret",
        ".byte 0x12",
        ".Lend_0027:",
        ".bss",
        ".org .Lend_0027",
        ".space 3",
        ".Lend_002a:",
        ".text",
        ".org .Lend_002a",
        ".byte 0x56",
        ".bss",
        ".org 0x0030",
        ".space 1",
    ];
    assert_eq!(lines(&found.text), expected);
}

#[test]
fn programs_of_many_segments() {
    let code = [
        0x5F, 0x00, 0x81, 0x00, 0x00, 0x10, // call <<1>>0x10
        0x14, 0x02, 0x82, 0x00, 0x00, 0x20, // ldl rr2,#<<2>>0x20
        0x21, 0x21, // ld r1,@rr2
        0x76, 0x06, 0x81, 0x00, 0x00, 0x20, // lda rr6,<<1>>0x20
        0x1F, 0x60, // call @rr6
        0x5E, 0x08, 0x01, 0x18, // jp |<<1>>0x18|
    ];
    let far = [
        0x54, 0x04, 0x82, 0x00, 0x00, 0x24, // ldl rr4,<<2>>0x24
        0x9E, 0x08, // ret
        0x1F, 0x40, // call @rr4
        0x8D, 0x18, 0x7A, 0x00, // clr r1; halt
        0x12, 0x34, 0x9E, 0x08, // a word; ret
    ];
    let data = [0x12, 0x34, 0, 0, 0x81, 0, 0, 0x1A, 0x80, 0, 0, 0];
    let segment = |address, bytes: &[u8]| Piece { address, bytes: bytes.to_vec(), ..Piece::default() };
    let program = Program {
        mode: Mode::Segmented,
        pieces: vec![segment(0, &code), segment(0x1_0010, &far), segment(0x2_0020, &data)],
        entries: vec![0],
        ..Program::default()
    };
    let found = checked(program, "", Options::default());
    assert_eq!(
        found.instructions,
        [
            0, 6, 0xC, 0xE, 0x14, 0x16, 0x1_0010, 0x1_0016, 0x1_0018, 0x1_001A, 0x1_001C, 0x1_0020
        ]
    );
    has(&found.text, "call L10010 / ldl rr2,#D20020 / ld r1,@rr2");
    has(&found.text, ".org 0x10010 / L10010: / ldl rr4,D20024");
    has(&found.text, "D20020: / .word 0x1234");
}

/// Paths that reach a place in both modes are named once each, and a hint decides; modes that alternate without end, and
/// images that are cut off anywhere, are like any others.
#[test]
fn paths_in_two_modes_are_named() {
    let source = ".z8001\n.word 0,0xc000\n.long start\nstart: test r7\n jr eq,both\n ld r1,#0x4000\n ldctl fcw,r1\n \
                  unsegm\nboth: ld r2,0x1234\n ldctl r3,fcw\n res r3,#15\n ldctl fcw,r3\n jr both\n";
    let [bytes, _] = built(source);
    let program = |length: usize| Program {
        mode: Mode::Segmented,
        pieces: vec![piece(AddressSpace::Program, &bytes[..length], Content::Unknown)],
        ..Program::default()
    };
    let reset = Options { reset: true, ..Options::default() };
    let notes = checked(program(bytes.len()), "", reset).notes;
    let [note] = &notes[..] else { panic!("{notes:?}") };
    assert!(note.starts_with("0x0012 is reached in both modes"), "{note}");
    let found = checked(program(bytes.len()), "mode 0x12 nonsegmented", reset);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    has(
        &found.text,
        "unsegm / L0012: / ld r2,0x1234 / ldctl r3,fcw / res r3,#15",
    );
    // Code that does the same in both modes is in neither's way.
    let same = source.replace("ld r2,0x1234", "ld r2,#1");
    let [bytes, _] = built(&same);
    let with = |bytes: &[u8]| Program {
        pieces: vec![piece(AddressSpace::Program, bytes, Content::Unknown)],
        ..program(0)
    };
    assert!(checked(with(&bytes), "", reset).notes.is_empty());
    // Sixteen instructions are compared; one that loads FCW makes the rest equal.
    let many = |count: usize| {
        let fill = "ld r2,#1\n".repeat(count);
        let [bytes, _] = built(
            &source
                .replace("ld r2,0x1234\n", &fill)
                .replace("ldctl r3,fcw\n res r3,#15\n", ""),
        );
        with(&bytes)
    };
    for (count, notes) in [(15, 0), (16, 1)] {
        assert_eq!(checked(many(count), "", reset).notes.len(), notes, "{count}");
    }
    // Addresses, the stack and jumps differ; registers and numbers do not.
    for (instruction, notes) in [
        ("ld r1,@r2", 1),
        ("ldb @r2,rl1", 1),
        ("ld r1,r2(#2)", 1),
        ("ld r1,r2(r3)", 1),
        ("push @r2,r1", 1),
        ("ldirb @r2,@r4,r1", 1),
        ("lda r2,0x10", 1),
        ("jr both", 1),
        ("calr both", 1),
        ("djnz r1,both", 1),
        ("ret eq", 1),
        ("sc #1", 1),
        ("halt", 1),
        ("ld r1,r2", 0),
        ("inc r1,#1", 0),
        ("ldl rr2,rr4", 0),
        ("ex r1,r2", 0),
        ("in r1,0x10", 0),
    ] {
        let [bytes, _] = built(&source.replace("ld r2,0x1234", instruction));
        let found = Disassembly::new(with(&bytes), &Hints::default(), reset).expect("a program");
        assert_eq!(found.notes.len(), notes, "{instruction}");
    }
    for length in 0..=bytes.len() {
        checked(
            Program {
                mode: Mode::Segmented,
                pieces: vec![piece(AddressSpace::Program, &bytes[..length], Content::Unknown)],
                ..Program::default()
            },
            "",
            reset,
        );
    }
}

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
    // In one memory, data is not code because it is linked to it.
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

/// Code has a memory of its own if it overlaps with data, and kinds are known.
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
    // Up to the end of the memory, a segment, and another piece.
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

/// The object of a source.
fn object(source: &str) -> Object {
    let options = Assembling { for_linker: true, ..Assembling::default() };
    let assembly = assemble(&Memory::new([("p.s", source)]), "p.s", &options);
    assembly
        .unwrap_or_else(|errors| panic!("{errors}\n{source}"))
        .object("p.o")
}

/// Every form of a reference, places without a name, a jump into an instruction, and data that are not an instruction.
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
    has(&text, ".byte low / .byte 0x05 / .ascii \"no end here\"");
    has(&text, ".section .more,\"b\" / .space 10");
    let whole = ".z8001 / .equ limit,7 / .global start / .global outside / .global port / .global low / .weak maybe / \
        .global far / .global page / .comm shared,6,8 / .global shared / .text / start: / ld r1,outside+0x4 / \
        ldl rr2,#table / ldl rr4,rr2(#0x2) / ld @rr2,#port / ldb outside(r3),#low / ldk r5,#low / call maybe / calr far / \
        jr ne,L0_0028+0x2 / L0_0028: / ld r1,#0x2101 / djnz r1,start / ext0f #0xf / .word start / jp |page| / .data / \
        .word 0x0001,0x0002 / .asciz \"a text\" / table: / .equ L1_000d,.+2 / .long start / .long L1_000d / .long shared / \
        .byte low / .byte 0x05 / .ascii \"no end here\" / .bss / .section .more,\"b\" / .space 10";
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

/// A source in the form of the disassembler comes back as it is: each field that a linker fills in, in each operand
/// that has it, with addends of both signs; words that no assembler writes as instructions; and each kind of section.
#[test]
fn the_source_of_an_object_comes_back() {
    let source = include_str!("disassembly/object.txt");
    for source in source.split("=== ").skip(1) {
        let object = object(source.split_once('\n').expect("a name").1);
        let text = Relocatable::new(&object).source();
        // The symbols come first, in their order in the object.
        let body = |text: &str| {
            let lines = lines(text);
            let start = lines.iter().position(|line| line == "start:").expect("a label");
            lines[start..].join("\n")
        };
        assert_eq!(body(&text), body(source));
        assert_eq!(self::object(&text).sections, object.sections, "{text}");
    }
}

/// A number that a run used as an address is one, as is any other passed to a routine that was only given addresses.
#[test]
fn numbers_are_addresses_if_a_run_says_so() {
    let [code, _] = built(
        "\tpush @r15,#0x20\n\tcall show\n\tpush @r15,#0x22\n\tcall show\n\tinc r15,#4\n\tret\nshow:\tret\n\t.org 0x20\n\t.word 0x14,7\n",
    );
    let at = |space, at, to| Reference { space, at, to };
    let (program, data) = (AddressSpace::Program, AddressSpace::Data);
    let disassembled = |executed: &[u32]| {
        let hints = Hints {
            executed: executed.to_vec(),
            references: vec![at(program, 2, data), at(program, 0x20, program)],
            ..Hints::default()
        };
        let program = Program {
            pieces: vec![piece(AddressSpace::Program, &code, Content::Unknown)],
            entries: vec![0],
            ..Program::default()
        };
        let found = Disassembly::new(program, &hints, Options::default()).expect("a program");
        assert_eq!(built(&found.text)[0], code, "{}", found.text);
        found.text
    };
    let text = disassembled(&[0, 4, 0x14]);
    has(&text, "push @r15,#D0020 / call L0014 / push @r15,#D0022 / call L0014");
    has(&text, ".word L0014");
    let text = disassembled(&[0, 4, 8, 0xC, 0x10, 0x12, 0x14]);
    has(&text, "push @r15,#D0020 / call L0014 / push @r15,#0x22 / call L0014");
}

/// Of the words on the stack, the first four may be arguments of a routine.
#[test]
fn four_arguments_are_looked_at() {
    let pushed = |first: u32| {
        (0..5)
            .map(|number| format!("push @r15,#{}\n", first + 2 * number))
            .collect::<String>()
    };
    let source = format!(
        "{}call show\ninc r15,#10\n{}call show\ninc r15,#10\nret\nshow: ret\n.org 0x80\n.space 64\n",
        pushed(0x80),
        pushed(0xA0)
    );
    let [code, _] = built(&source);
    let (program, data) = (AddressSpace::Program, AddressSpace::Data);
    let hints = Hints {
        executed: vec![0, 4, 8, 0xC, 0x10, 0x14],
        references: (0..5)
            .map(|number| Reference { space: program, at: 4 * number + 2, to: data })
            .collect(),
        ..Hints::default()
    };
    let text = Disassembly::new(one_memory(&code), &hints, Options::default())
        .expect("a program")
        .text;
    has(
        &text,
        "push @r15,#D0080 / push @r15,#D0082 / push @r15,#D0084 / push @r15,#D0086 / push @r15,#D0088 / call L0036 / inc r15,#10",
    );
    has(
        &text,
        "push @r15,#0xa0 / push @r15,#D00a2 / push @r15,#D00a4 / push @r15,#D00a6 / push @r15,#D00a8 / call L0036",
    );
}

/// Words that a run used as addresses become tables: those that follow each other one, in either memory; so do words that
/// hints name.
#[test]
fn words_that_are_addresses_become_tables() {
    let [code, _] = built("\tnop\n\tret\n\t.org 0x20\n\t.word 0,2,0,0x22,2,0x24\n");
    let at = |at, to| Reference { space: AddressSpace::Program, at, to };
    let (program, data) = (AddressSpace::Program, AddressSpace::Data);
    let hints = Hints {
        references: vec![
            at(0x20, program),
            at(0x22, program),
            at(0x26, data),
            at(0x28, program),
            at(0x22, program),
        ],
        addresses: vec![(program, 0x2A)],
        ..Hints::default()
    };
    let text = Disassembly::new(one_memory(&code), &hints, Options::default())
        .expect("a program")
        .text;
    has(
        &text,
        "ret / .space 28 / T0020: / .word L0000 / D0022: / .word D0002 / D0024: / .word 0x0000 / T0026: / .word D0022 / .word D0002 / .word D0024",
    );
}

/// A table without a bound ends with the last entry that a run has used, if there was one.
#[test]
fn tables_end_where_a_run_ended() {
    let source = "ld r1,table(r7)\njp @r1\n.org 0x80,0x0f\ntable: .word one,two,one,two\n.org 0x90,0x0f\none: clr r1\nret\ntwo: clr r2\nret\n";
    let [code, _] = built(source);
    let text = |used: &[u32]| {
        let (space, to) = (AddressSpace::Program, AddressSpace::Program);
        let references = used.iter().map(|number| Reference { space, at: 0x80 + 2 * number, to });
        let hints = Hints { references: references.collect(), ..Hints::default() };
        Disassembly::new(one_memory(&code), &hints, Options::default())
            .expect("a program")
            .text
    };
    has(
        &text(&[]),
        ".word L0090 / .word L0094 / .word L0090 / .word L0094 / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f",
    );
    has(
        &text(&[0, 2]),
        ".word L0090 / .word L0094 / .word L0090 / .word 0x0094,0x0f0f,0x0f0f,0x0f0f,0x0f0f",
    );
    has(
        &text(&[1]),
        ".word L0090 / .word L0094 / .word 0x0090,0x0094,0x0f0f,0x0f0f,0x0f0f,0x0f0f",
    );
    has(
        &text(&[0]),
        ".word L0090 / .word 0x0094,0x0090,0x0094,0x0f0f,0x0f0f,0x0f0f,0x0f0f",
    );
}

/// The same address in the memory of data is not that of an instruction.
#[test]
fn words_of_data_are_not_in_instructions() {
    let [code, _] = built("\tld r1,#0x10\n\tld r2,#0x12\n\tret\n");
    let data: Vec<u8> = (0..0x20).collect();
    let program = Program {
        split: true,
        pieces: vec![
            piece(AddressSpace::Program, &code, Content::Unknown),
            piece(AddressSpace::Data, &data, Content::Data),
        ],
        entries: vec![0],
        ..Program::default()
    };
    let reference = |space, at| Reference { space, at, to: AddressSpace::Data };
    let hints = Hints {
        references: vec![reference(AddressSpace::Data, 2), reference(AddressSpace::Program, 6)],
        ..Hints::default()
    };
    let text = Disassembly::new(program, &hints, Options::default())
        .expect("a program")
        .text;
    has(&text, "ld r1,#0x10 / ld r2,#D0012 / ret");
    has(
        &text,
        ".word 0x0001 / T0002: / .word 0x0203 / .word 0x0405,0x0607,0x0809,0x0a0b,0x0c0d,0x0e0f,0x1011 / D0012:",
    );
}

/// An instruction that loads relative to itself reads the memory of the program, even where data has another.
#[test]
fn relative_loads_are_of_the_program() {
    let [code, _] = built("\tldr r1,x\n\tld r2,0x8\n\tldar r3,x\n\tlda r4,0xa\n\tret\nx:\t.word 0x1234\n");
    let data = [0x0A; 16];
    let program = Program {
        split: true,
        pieces: vec![
            piece(AddressSpace::Program, &code, Content::Unknown),
            piece(AddressSpace::Data, &data, Content::Data),
        ],
        entries: vec![0],
        ..Program::default()
    };
    let text = checked(program, "", Options::default()).text;
    has(&text, "ldr r1,D0012 / ld r2,D0008 / ldar r3,D0012 / lda r4,D000a");
    has(&text, "ret / D0012: / .word 0x1234");
}

/// Labels that are made differ from the symbols of the object.
#[test]
fn labels_that_are_made_are_new() {
    let source = "L0_0004: nop\n jr .+4\n nop\n ret\n";
    let text = Relocatable::new(&object(source)).source();
    has(&text, "L0_0004: / nop / jr L0_0006 / nop / L0_0006: / ret");
    let source = "L0_0006: nop\n jr .+4\n nop\n ret\n";
    let text = Relocatable::new(&object(source)).source();
    has(&text, "L0_0006: / nop / jr L0_0006_ / nop / L0_0006_: / ret");
}

/// A jump through a register leads where the instructions before it say, and nowhere else.
#[test]
fn instructions_have_their_effects() {
    let rows = include_str!("disassembly/effects.tsv").lines();
    for (lines, value) in rows.filter_map(|row| row.split_once('\t')) {
        let jump = if lines.contains("jp") { "" } else { "jp @r1" };
        let source = format!(
            "{}\n{jump}\n.org 0x70\n.rept 72\nret\n.endr\n",
            lines.replace(';', "\n")
        );
        let [bytes, _] = built(&source);
        let found = checked(one_memory(&bytes), "", Options::default()).instructions;
        let reached: Vec<String> = found
            .iter()
            .filter(|at| **at >= 0x70)
            .map(|at| format!("{at:x}"))
            .collect();
        let expected: Vec<&str> = [value].into_iter().filter(|value| *value != "-").collect();
        assert_eq!(reached, expected, "{lines}");
    }
}

/// What a register may hold after some lines, of all that it may hold before, by the manual.
fn left(lines: &str, register: &str) -> Vec<u16> {
    let mut numbers: Vec<u16> = (0..=u16::MAX).collect();
    let mut compared = 0;
    for line in lines.split(';') {
        let (operation, operands) = line.split_once(' ').expect("an operation");
        let (first, second) = operands.split_once(',').unwrap_or((operands, ""));
        let number = |text: &str| -> u16 {
            let text = text.trim_start_matches('#');
            match text.strip_prefix("0x") {
                Some(digits) => u16::from_str_radix(digits, 16).expect("a number"),
                None => text.parse().expect("a number"),
            }
        };
        let byte = first.starts_with("rl") || first.starts_with("rh");
        match operation {
            "cp" | "cpb" => compared = number(second),
            "test" => compared = 0,
            "jr" => numbers.retain(|value| {
                // Every jump leads away.
                let value = if byte { value & 0xFF } else { *value };
                let (signed, other) = (value.cast_signed(), compared.cast_signed());
                !match first {
                    "ugt" => value > compared,
                    "nc" => value >= compared,
                    "c" => value < compared,
                    "ule" => value <= compared,
                    "gt" => signed > other,
                    "ge" => signed >= other,
                    "lt" => signed < other,
                    "le" => signed <= other,
                    "mi" => signed < 0,
                    other => panic!("{other}"),
                }
            }),
            _ => {
                for value in &mut numbers {
                    *value = match operation {
                        "and" => *value & number(second),
                        "andb" => *value & (0xFF00 | number(second)),
                        "clrb" => *value & 0xFF,
                        "add" if second == register => value.wrapping_add(*value),
                        "add" | "inc" => value.wrapping_add(number(second)),
                        "sub" | "dec" => value.wrapping_sub(number(second)),
                        "sla" | "sll" => *value << number(second),
                        "mult" => value.wrapping_mul(number(second)),
                        other => panic!("{other}"),
                    };
                }
            }
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Of a table of 64 addresses, those are followed to which an index leads, whatever it was made of.
#[test]
fn tables_have_the_entries_of_their_indexes() {
    let rows = "cp r7,#5;jr ugt,out;add r7,r7|cp r7,#5;jr nc,out;add r7,r7|cp r7,#5;jr gt,out;cp r7,#0;jr lt,out;add r7,r7|\
        cp r7,#5;jr ge,out;test r7;jr mi,out;sla r7,#1|cp r7,#3;jr c,out;cp r7,#6;jr ugt,out;sub r7,#3;add r7,r7|\
        cp r7,#6;jr ugt,out;cp r7,#3;jr c,out;sub r7,#3;add r7,r7|cp r7,#3;jr ule,out;cp r7,#6;jr nc,out;sub r7,#4;add r7,r7|\
        dec r7,#1;cp r7,#4;jr ugt,out;add r7,r7|sub r7,#0x41;cp r7,#5;jr ugt,out;sla r7,#1|and r7,#7;add r7,r7|\
        and r7,#7;sla r7,#2|and r7,#7;sll r7,#3|and r7,#3;mult rr6,#6|and r7,#6|and r7,#0xc|and r7,#0x18|and r7,#0x40|\
        and r7,#3;inc r7,#2;add r7,r7|and r7,#3;add r7,#4;add r7,r7|and r7,#7;add r7,r7;add r7,#0x10|\
        and r7,#0xe;add r7,#0x60|and r7,#3;sla r7,#1;inc r7,#16|cp r7,#4;jr ugt,out;sla r7,#3|\
        cp r7,#4;jr ge,out;cp r7,#1;jr lt,out;dec r7,#1;sla r7,#1|cp r7,#4;jr le,out;cp r7,#9;jr gt,out;sub r7,#5;sla r7,#1|\
        cp r7,#20;jr ugt,out;cp r7,#15;jr c,out;sla r7,#1|clrb rh7;cpb rl7,#5;jr ugt,out;add r7,r7|\
        clrb rh7;cpb rl7,#6;jr nc,out;sla r7,#1|andb rl7,#3;clrb rh7;add r7,r7|cp r7,#31;jr ugt,out;mult rr6,#4|\
        cp r7,#2;jr ugt,out;mult rr6,#10|cp r7,#2;jr ugt,out;add r7,r7;add r7,r7|and r7,#3;dec r7,#3;add r7,#5;add r7,r7|\
        cp r7,#63;jr ugt,out;add r7,r7|cp r7,#0;jr ugt,out;add r7,r7|cp r7,#1;jr c,out;cp r7,#1;jr ugt,out;add r7,r7";
    for lines in rows.split('|') {
        // Each target is a RET, and nothing but the table leads there.
        let table: String = (0..64)
            .map(|number| format!(".word {:#x}\n", 0x300 + 4 * number))
            .collect();
        let source = format!(
            "{}\nld r1,table(r7)\njp @r1\nout: ret\n.org 0x200,0x0f\ntable:\n{table}.org 0x300,0x0f\n.rept 64\nret\n.word 0x0f0f\n.endr\n",
            lines.replace(';', "\n")
        );
        let [bytes, _] = built(&source);
        let found = checked(one_memory(&bytes), "", Options::default()).instructions;
        let reached: Vec<u32> = found.into_iter().filter(|at| *at >= 0x300).collect();
        let expected: Vec<u32> = left(lines, "r7")
            .iter()
            .map(|offset| 0x300 + 2 * u32::from(*offset))
            .collect();
        assert_eq!(reached, expected, "{lines}");
    }
}

/// The first name of an address counts, a name only once, and only one that a label can have.
#[test]
fn names_are_given_once() {
    let code = [0x5E, 0x08, 0x00, 0x04, 0x9E, 0x08];
    let label = |names: &[(u32, &str)]| {
        let symbol =
            |&(address, name): &(u32, &str)| Symbol { name: name.to_owned(), space: AddressSpace::Program, address };
        let program = Program { symbols: names.iter().map(symbol).collect(), ..one_memory(&code) };
        let text = checked(program, "", Options::default()).text;
        let line = lines(&text).into_iter().find(|line| line.starts_with("jp "));
        line.expect("the jump").trim_start_matches("jp ").to_owned()
    };
    let cases: [(&[(u32, &str)], &str); 10] = [
        (&[], "L0004"),
        (&[(4, "first"), (4, "second")], "first"),
        (&[(0, "one"), (4, "one")], "L0004"),
        (&[(0, "one"), (4, "one"), (4, "other")], "other"),
        (&[(0, "L0004")], "L0004_"),
        (&[(4, "r5"), (4, "good")], "good"),
        (&[(4, "sp")], "L0004"),
        (&[(4, ".text"), (4, ".Lx")], ".Lx"),
        (&[(4, "1a"), (4, "a b"), (4, "a$b")], "a$b"),
        (&[(4, "rr14"), (4, "rr16"), (4, "rr")], "rr"),
    ];
    for (names, expected) in cases {
        assert_eq!(label(names), expected, "{names:?}");
    }
}
