//! Small known programs are disassembled; the output assembles to the same bytes.

mod edits;
mod effects;
mod files;

use std::fs;

use z8000::isa::Mode;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Piece, Program, Symbol};
use z8000_asm::{AddressSpace, Memory, Options as Assembling, assemble};

/// Returns the program memory and the data memory of a source.
fn built(source: &str) -> [Vec<u8>; 2] {
    let sources = Memory::new([("p.s", source)]);
    let assembly =
        assemble(&sources, "p.s", &Assembling::default()).unwrap_or_else(|errors| panic!("{errors}\n{source}"));
    [AddressSpace::Program, AddressSpace::Data].map(|space| assembly.image(Some(space)).expect("a small program"))
}

fn piece(space: AddressSpace, bytes: &[u8], content: Content) -> Piece {
    Piece { space, bytes: bytes.to_vec(), content, ..Piece::default() }
}

/// Disassembles a program, assembles the text again, and compares the bytes.
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

/// Returns a program in one memory, with its entry at 0.
fn one_memory(bytes: &[u8]) -> Program {
    Program {
        pieces: vec![piece(AddressSpace::Program, bytes, Content::Unknown)],
        entries: vec![0],
        ..Program::default()
    }
}

/// Returns the lines without their comments, and with single spaces.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| {
            let code = line.split("! ").next().unwrap_or_default();
            code.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Checks that the lines in `wanted`, separated by ` / `, appear consecutively in the text.
#[track_caller]
fn has(text: &str, wanted: &str) {
    let lines = lines(text);
    let wanted: Vec<&str> = wanted.split(" / ").collect();
    let found = lines.windows(wanted.len()).any(|window| window == wanted);
    assert!(found, "{wanted:?} not in\n{text}");
}

/// Programs in one memory, with instructions for the test in their comments: `!with` gives the options (`far`: in
/// segment 1), `!hint` a line of hints, `!instructions` the addresses of instructions, `!lines` consecutive lines,
/// `!text` a part of the output. The snapshot contains the complete output.
#[test]
fn programs_are_followed() {
    let mut texts = String::new();
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
        texts += &format!("=== {name}\n{}", found.text);
    }
    insta::assert_snapshot!(texts);
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
    // Such a small number next to a register may be the offset of a field.
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

/// If an unknown number is added to an address of the program, the address is the base of a table, attributed to the
/// instruction that contains it; if it is added to another number, nothing is known.
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
        // A name that cannot be a label in the assembler is omitted.
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

/// On a Z8001, an address outside the program is written in its long form; one at the end of the program has a label.
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
        "\t.text",
        "\t.org\t0x10000",
        "\tcall monitor                    ! 10000  5f00 8300 1234",
        "\tcall end                        ! 10006  5f00 8100 001c",
        "\tld r1,port                      ! 1000c  6101 8300 5678",
        "\tjp 0x81000008                   ! 10012  5e08 8100 0008",
        "\t.word 0x9e08,0x9e08             ! 10018",
        "end:",
        ".Lend_1001c:",
        "\t.bss",
        "\t.org\t0x35678+((.Lend_1001c-0x35678+1)&-2&(.Lend_1001c-0x35678>0))",
        "port:",
        "\t.space 2                        ! 35678",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

/// Pieces that begin or end at odd addresses, immediately after another piece, a byte after it, and further away; the
/// reserved part of a piece is space.
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
    // Without an entry, the disassembler examines every even address.
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
        ".Lend_002b:",
        ".bss",
        ".org 0x0030+((.Lend_002b-0x0030+1)&-2&(.Lend_002b-0x0030>0))",
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

/// Code that is reached in both modes is reported once, unless a hint gives its mode; modes that alternate without end,
/// and truncated images, are handled like any others.
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
    has(&found.text, "unsegm / L0012: / ld r2,D1234 / ldctl r3,fcw / res r3,#15");
    // Code that has the same effect in both modes is not reported.
    let same = source.replace("ld r2,0x1234", "ld r2,#1");
    let [bytes, _] = built(&same);
    let with = |bytes: &[u8]| Program {
        pieces: vec![piece(AddressSpace::Program, bytes, Content::Unknown)],
        ..program(0)
    };
    assert!(checked(with(&bytes), "", reset).notes.is_empty());
    // The comparison covers sixteen instructions; an instruction that loads FCW makes the rest equal.
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
    // Addresses, the stack and jumps depend on the mode; registers and numbers do not.
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

/// An instruction that loads relative to itself reads program memory, even if data memory has another byte at the
/// address.
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

/// The first name of an address is used, each name only once, and only if it can be a label.
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
