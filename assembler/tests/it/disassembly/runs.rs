//! What a run adds to a disassembly: which numbers and words it used as addresses.

use z8000_asm::AddressSpace;
use z8000_asm::disassembly::{Content, Disassembly, Hints, Options, Program, Reference};

use super::{built, has, one_memory, piece};

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
