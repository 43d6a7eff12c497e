//! What the disassembler finds in small programs that are known, and that its text assembles to the same bytes.

use z8000::isa::Mode;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Piece, Program, ProgramError, Symbol};
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
    Piece {
        space,
        bytes: bytes.to_vec(),
        content,
        ..Piece::default()
    }
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

/// Disassembles a source that was assembled, from address 0 on.
fn text(source: &str) -> String {
    let [code, _] = built(source);
    checked(one_memory(&code), "", Options::default()).text.to_owned()
}

/// The lines without their comments, and blanks as one blank.
fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| {
            let code = line.split("! ").next().unwrap_or_default();
            code.split_whitespace().collect::<Vec<_>>().join(" ")
        })
        .collect()
}

/// Checks that lines follow each other, which `wanted` has with ` / ` between them.
#[track_caller]
fn has(text: &str, wanted: &str) {
    let lines = lines(text);
    let wanted: Vec<&str> = wanted.split(" / ").collect();
    let found = lines.windows(wanted.len()).any(|window| window == wanted);
    assert!(found, "{wanted:?} not in\n{text}");
}

#[test]
fn what_assemblers_write_in_another_way_is_followed_and_kept() {
    // LDB with a number, in its long form; EXTSB; NOP; RET.
    let long_form = [0x20, 0x0F, 0x00, 0x00, 0xB1, 0x70, 0x8D, 0x07, 0x9E, 0x08];
    let found = checked(one_memory(&long_form), "", Options::default());
    assert_eq!(found.instructions, [0, 4, 6, 8]);
    has(&found.text, ".word 0x200f,0x0000 / extsb r7 / nop / ret");
    assert!(found.text.contains("ldb rl7,#0x0"));
    // CPB with its byte in one half of the word only.
    let one_half = [0x0A, 0x08, 0x00, 0x0D, 0x9E, 0x08];
    let found = checked(one_memory(&one_half), "", Options::default());
    has(&found.text, ".word 0x0a08,0x000d / ret");
    assert!(found.text.contains("cpb rl0,#0xd"));
    // LDL with the number of an odd register.
    let odd = [0x14, 0x03, 0x00, 0x00, 0x00, 0x01, 0x9E, 0x08];
    has(
        &checked(one_memory(&odd), "", Options::default()).text,
        ".word 0x1403,0x0000,0x0001 / ret",
    );
}

#[test]
fn a_table_behind_a_comparison_is_followed() {
    let text = text(
        "\tcp r7,#2\n\tjr ugt,out\n\tadd r7,r7\n\tld r1,table(r7)\n\tjp @r1\n\
         table:\t.word one,two,out\nfar:\t.word 0x1234\n\
         one:\tinc r1,#1\n\tret\ntwo:\tdec r1,#1\n\tret\nout:\tclr r1\n\tret\n",
    );
    has(
        &text,
        "T000e: / .word L0016 / .word L001a / .word L001e / .word 0x1234 / L0016: / inc r1,#1",
    );
    has(&text, "ld r1,T000e(r7) / jp @r1");
    has(&text, "L001a: / dec r1,#1 / ret");
}

#[test]
fn a_table_without_bound_ends_where_its_code_begins() {
    let text = text(
        "\tadd r7,r7\n\tld r1,table(r7)\n\tcall @r1\n\tret\n\
         table:\t.word one,two\none:\tinc r1,#1\n\tret\ntwo:\tdec r1,#1\n\tret\n\t.word 0xb100\n",
    );
    has(&text, ".word L000e / .word L0012 / L000e: / inc r1,#1");
    has(&text, "dec r1,#1 / ret / .word 0xb100");
}

/// The code that compilers of 1984 made of a switch: a routine finds the place in a table that it is given.
#[test]
fn a_routine_that_looks_the_target_up_is_asked_for_each_caller() {
    let text = text(
        "\tld r7,r1\n\tld r6,#first\n\tjp range\none:\tclr r1\n\tret\ntwo:\tclr r2\n\tret\nother:\tclr r3\n\tret\n\
         first:\t.word 5,6,other,one,two\n\
         range:\tld r5,4(r6)\n\tcp r7,2(r6)\n\tjp gt,@r5\n\tsub r7,@r6\n\tjp lt,@r5\n\tadd r6,r7\n\tadd r6,r7\n\
         \tld r5,6(r6)\n\tjp @r5\n",
    );
    for wanted in ["clr r1", "clr r2", "clr r3"] {
        has(&text, &format!("{wanted} / ret"));
    }
    let search = self::text(
        "\tld r6,#second\n\tjp search\none:\tclr r1\n\tret\ntwo:\tclr r2\n\tret\nother:\tclr r3\n\tret\n\
         second:\t.word 3,'a','z',0,one,two,other\n\
         search:\tld r5,@r6\n\tld r4,r5\n\tinc r6,#2\n\tcpir r7,@r6,r5,eq\n\tadd r6,r4\n\tadd r6,r4\n\
         \tld r5,-2(r6)\n\tjp @r5\n",
    );
    for wanted in ["clr r1", "clr r2", "clr r3"] {
        has(&search, &format!("{wanted} / ret"));
    }
}

#[test]
fn a_list_of_jumps_is_followed() {
    let text = text(
        "\tcp r7,#1\n\tret ugt\n\tsla r7,#2\n\tjp list(r7)\n\
         list:\tjp one\n\tjp two\none:\tclr r1\n\tret\ntwo:\tclr r2\n\tret\n",
    );
    has(&text, "jp L000e(r7) / L000e: / jp L0016");
    has(&text, "clr r2 / ret");
}

#[test]
fn data_behind_a_call_is_stepped_over() {
    // Two words, which the routine fetches.
    let words = text(
        "\tcall take\n\t.word 0x1234,0xb100\n\tclr r1\n\tret\n\
         take:\tpop r1,@r15\n\tld r2,@r1\n\tinc r1,#2\n\tld r3,@r1\n\tinc r1,#2\n\tjp @r1\n",
    );
    has(&words, "call L000c / .word 0x1234,0xb100 / clr r1");
    // The same, with a return.
    let returns = text(
        "\tcall take\n\t.word 0x1234\n\tclr r1\n\tret\ntake:\tex r1,@r15\n\tld r2,@r1\n\tinc r1,#2\n\tex r1,@r15\n\tret\n",
    );
    has(&returns, "call L000a / .word 0x1234 / clr r1");
    // A string.
    let string = text(
        "\tcall print\n\t.asciz \"hello, world\"\n\t.even\n\tclr r1\n\tret\n\
         print:\tpop r1,@r15\n1:\tldb rl0,@r1\n\tinc r1,#1\n\ttestb rl0\n\tjr eq,2f\n\tout 0x20,r0\n\tjr 1b\n\
         2:\tinc r1,#1\n\tres r1,#0\n\tjp @r1\n",
    );
    has(&string, ".asciz \"hello, world\" / .byte 0x00 / clr r1 / ret");
}

#[test]
fn what_stands_behind_a_call_that_does_not_return_is_no_code() {
    let text = text("\ttest r1\n\tjr eq,1f\n\tcall stop\n\t.word 0xb100\n1:\tret\nstop:\thalt\n\tjr stop\n");
    has(&text, "call L000c / .word 0xb100 / L000a: / ret");
}

#[test]
fn calls_go_on_where_routines_jump_into_others_or_call_themselves() {
    let tail = text("\tcall a\n\tclr r1\n\tret\na:\ttest r2\n\tjp b\nb:\ttest r3\n\tret\n");
    has(&tail, "call L0008 / clr r1 / ret");
    let again = text("\tcall a\n\tclr r1\n\tret\na:\tdec r1,#1\n\tret eq\n\tcall a\n\tclr r2\n\tret\n");
    has(&again, "call L0008 / clr r1 / ret");
    has(&again, "call L0008 / clr r2 / ret");
}

#[test]
fn pointers_to_code_are_followed() {
    let register = text("\tld r1,#sub\n\tjr 1f\n\t.word 0xb100\n1:\tcall @r1\n\tret\nsub:\tclr r2\n\tret\n");
    has(&register, "ld r1,#L000c");
    has(&register, "L000c: / clr r2 / ret");
    // Nobody sees who calls it: but its address is a number, and it stands behind the end of other code.
    let pushed = text("\tpush @r15,#handler\n\tcall 0x8000\n\tret\nhandler:\tclr r2\n\tret\n");
    has(&pushed, "clr r2 / ret");
}

#[test]
fn nothing_is_code_without_a_reason() {
    let [code, _] = built("\tret\n\tclr r2\n\tclr r3\n\tret\n");
    let plain = checked(one_memory(&code), "", Options::default());
    assert_eq!(plain.instructions, [0]);
    let guess = Options {
        guess: true,
        ..Options::default()
    };
    assert_eq!(checked(one_memory(&code), "", guess).instructions, [0, 2, 4, 6]);
    // A section of code is a reason.
    let known = Program {
        pieces: vec![piece(AddressSpace::Program, &code, Content::Code)],
        ..one_memory(&code)
    };
    assert_eq!(checked(known, "", Options::default()).instructions, [0, 2, 4, 6]);
    // But not for a string.
    let [text, _] = built("\tret\n\t.asciz \"Hello, world\"\n");
    let known = Program {
        pieces: vec![piece(AddressSpace::Program, &text, Content::Code)],
        ..one_memory(&text)
    };
    assert_eq!(checked(known, "", guess).instructions, [0]);
}

#[test]
fn a_reset_and_the_program_status_area_are_entries() {
    let [code, _] = built(
        "\t.word 0,0x4000,start\nstart:\tld r1,#area\n\tldctl psap,r1\n1:\thalt\n\tjr 1b\n\
         area:\t.word 0,0, 0x4000,epu, 0x4000,priv, 0x4000,sc, 0,0, 0,0, 0,0, 0x4000,int1,int2\n\
         epu:\tclr r1\n\tiret\npriv:\tclr r2\n\tiret\nsc:\tclr r3\n\tiret\nint1:\tclr r4\n\tiret\nint2:\tclr r5\n\tiret\n",
    );
    let program = Program {
        entries: Vec::new(),
        ..one_memory(&code)
    };
    let options = Options {
        reset: true,
        ..Options::default()
    };
    let found = checked(program, "", options);
    for register in 1..=5 {
        has(&found.text, &format!("clr r{register} / iret"));
    }
    has(&found.text, "T0004: / .word L0006");
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
    has(&found.text, ".bss / .org 0x0016 / .space 42 / D0040: / .space 32");
}

#[test]
fn strings_are_found() {
    let text = text(
        "\tld r1,#2f\n\tldb rl0,@r1\n\tret\n1:\t.asciz \"several words\"\n2:\t.ascii \"say \\\"hi\\\"\\r\\n\"\n\t.byte 0,7\n",
    );
    has(&text, ".asciz \"several words\"");
    has(&text, "D0016: / .asciz \"say \\\"hi\\\"\\r\\n\"");
}

#[test]
fn hints_say_what_cannot_be_seen() {
    let source = "\tsc #2\n\tclr r1\n\tret\nhidden:\tclr r2\n\tcall stop\n\t.word 0xb100\n\t.byte 1,2\n\t.word 3,4\n\
                  \t.long 5\ntable:\t.word other\nother:\tclr r3\n\tret\nstop:\tret\n";
    let [code, _] = built(source);
    let hints = "entry 6 hidden\nname 0x1a other\nnoreturn 0x1e\nbytes 0xe..0x10\nwords 0x10..0x14\n\
                 longs 0x14..0x18\ntable 0x18..0x1a\ncomment 6 the hidden routine\n";
    let found = checked(one_memory(&code), hints, Options::default());
    let text = &found.text;
    assert!(text.contains("! the hidden routine\nhidden:\n\tclr r2"), "{text}");
    has(text, "clr r1 / ret");
    has(
        text,
        ".byte 0x01,0x02 / .word 0x0003,0x0004 / .long 0x00000005 / T0018: / .word other / other:",
    );
    let ends = checked(one_memory(&code), "noreturn sc 2\n", Options::default());
    assert_eq!(ends.instructions, [0]);
}

#[test]
fn hints_tell_of_data_behind_calls() {
    let [code, _] = built("\tcall 0x8000\n\t.asciz \"some text\"\n\tcall 0x9000\n\t.word 0xb100\n\tclr r1\n\tret\n");
    let found = checked(
        one_memory(&code),
        "inline 0x8000 text\ninline 0x9000 2\n",
        Options::default(),
    );
    has(
        &found.text,
        "call 0x8000 / D0004: / .asciz \"some text\" / call 0x9000 / .word 0xb100 / clr r1 / ret",
    );
}

#[test]
fn given_names_are_taken() {
    let [code, _] = built("\tld r1,count\n\tcall 0x8000\n\tret\ncount:\t.word 7\n");
    let name = |name: &str, address| Symbol {
        name: name.to_owned(),
        space: AddressSpace::Program,
        address,
    };
    let program = Program {
        // What the assembler cannot take for a label is left out.
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

#[test]
fn extended_instructions_have_a_second_word() {
    // EXT8F and what it is for; then NOP.
    let code = [0x8F, 0x58, 0x20, 0x01, 0x8D, 0x07, 0x9E, 0x08];
    let found = checked(one_memory(&code), "", Options::default());
    assert_eq!(found.instructions, [0, 4, 6]);
    has(&found.text, "ext8f #0x58 / .word 0x2001 / nop / ret");
}

#[test]
fn without_an_entry_everything_is_disassembled() {
    let code = [0xBD, 0x15, 0x9D, 0x00, 0x9E, 0x08, 0x01];
    let program = Program {
        entries: Vec::new(),
        ..one_memory(&code)
    };
    has(
        &checked(program, "", Options::default()).text,
        "ldk r1,#5 / .word 0x9d00 / ret / .byte 0x01",
    );
}

#[test]
fn programs_of_many_segments() {
    let code = [
        0x5F, 0x00, 0x81, 0x00, 0x00, 0x10, // call <<1>>0x10
        0x14, 0x02, 0x82, 0x00, 0x00, 0x20, // ldl rr2,#<<2>>0x20
        0x21, 0x21, // ld r1,@rr2
        0x5E, 0x08, 0x01, 0x18, // jp |<<1>>0x18|
    ];
    let far = [
        0x54, 0x04, 0x82, 0x00, 0x00, 0x24, // ldl rr4,<<2>>0x24
        0x9E, 0x08, // ret
        0x1F, 0x40, // call @rr4
        0x8D, 0x18, 0x7A, 0x00, // clr r1; halt
    ];
    let data = [0x12, 0x34, 0, 0, 0x81, 0, 0, 0x1A, 0x80, 0, 0, 0];
    let segment = |address, bytes: &[u8]| Piece {
        address,
        bytes: bytes.to_vec(),
        ..Piece::default()
    };
    let program = Program {
        mode: Mode::Segmented,
        pieces: vec![segment(0, &code), segment(0x1_0010, &far), segment(0x2_0020, &data)],
        entries: vec![0],
        ..Program::default()
    };
    let found = checked(program, "", Options::default());
    assert_eq!(
        found.instructions,
        [0, 6, 0xC, 0xE, 0x1_0010, 0x1_0016, 0x1_0018, 0x1_001A, 0x1_001C]
    );
    has(&found.text, "call L10010 / ldl rr2,#D20020 / ld r1,@rr2");
    has(&found.text, ".org 0x10010 / L10010: / ldl rr4,D20024");
    has(&found.text, "D20020: / .word 0x1234");
}

#[test]
fn a_table_of_segmented_addresses_is_followed() {
    let source = "\t.z8001\n\tcp r7,#1\n\tjr ugt,out\n\tsla r7,#2\n\tldl rr2,table(r7)\n\tjp @rr2\n\
                  table:\t.long one,two\none:\tclr r1\n\tret\ntwo:\tclr r2\n\tret\nout:\tclr r3\n\tret\n";
    let [code, _] = built(source);
    let program = Program {
        mode: Mode::Segmented,
        ..one_memory(&code)
    };
    let found = checked(program, "", Options::default());
    has(
        &found.text,
        "T0012: / .long L001a / .long L001e / L001a: / clr r1 / ret",
    );
}

/// A section of a linked program.
fn section(name: &str, kind: Kind, address: u32, bytes: &[u8], more: u32) -> Section {
    Section {
        name: name.to_owned(),
        kind,
        address,
        alignment: 2,
        size: bytes.len() as u32 + more,
        bytes: bytes.to_vec(),
        relocations: Vec::new(),
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
    // In one memory, data is no code because it is linked to it.
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
        checked(
            program,
            "",
            Options {
                guess: true,
                ..Options::default()
            }
        )
        .instructions,
        [0]
    );
}

#[test]
fn objects_have_to_be_linked_first() {
    let relocation = Relocation {
        offset: 2,
        field: Field::Word,
        target: Target::Section(0),
        addend: 0,
    };
    let text = Section {
        relocations: vec![relocation],
        ..section(".text", Kind::Code, 0, &[0x5F, 0, 0, 0], 0)
    };
    let object = Object {
        sections: vec![text],
        ..Object::default()
    };
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
            .map(|address| Piece {
                address,
                bytes: vec![0; 4],
                ..Piece::default()
            })
            .to_vec(),
        ..Program::default()
    };
    assert_eq!(refused(two(0, 2)), Err(ProgramError::Overlap(2)));
    assert!(matches!(refused(two(0, 0xFFFE)), Err(ProgramError::TooLarge { .. })));
    assert!(matches!(refused(two(0, u32::MAX)), Err(ProgramError::TooLarge { .. })));
    let segmented = |second| Program {
        mode: Mode::Segmented,
        ..two(0, second)
    };
    assert_eq!(refused(segmented(0x7F_0000)), Ok(()));
    assert!(matches!(
        refused(segmented(0x1_FFFE)),
        Err(ProgramError::TooLarge { .. })
    ));
    let odd = Program {
        entries: vec![3],
        ..two(0, 8)
    };
    assert_eq!(refused(odd), Err(ProgramError::OddEntry(3)));
}
