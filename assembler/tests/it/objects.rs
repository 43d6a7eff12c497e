//! Programs for a linker: the contents of an object in addition to its bytes.

use z8000_asm::{Memory, Options, Section, assemble};
use z8000_object::{Object, Value};

use super::assembled;

/// Returns the object of a source whose distances a linker may change.
fn object(source: &str) -> Object {
    let options = Options { for_linker: true, relaxable: true, ..Options::default() };
    assembled(source, &options).object("p.o")
}

/// By default, common space is aligned to the next power of two, at most 16; a source may set another alignment.
#[test]
fn common_space_is_aligned_by_its_size() {
    let cases = [
        ("1", 1),
        ("2", 2),
        ("3", 4),
        ("8", 8),
        ("9", 16),
        ("16", 16),
        ("40", 16),
        ("40,2", 2),
        ("1,64", 64),
    ];
    for (arguments, expected) in cases {
        let object = object(&format!("\t.comm shared,{arguments}\n"));
        let size = arguments
            .split(',')
            .next()
            .and_then(|size| size.parse().ok())
            .expect("a size");
        let value = Value::Common { size, alignment: expected };
        assert_eq!(object.symbols[0].value, value, "{arguments}");
    }
}

/// Local common space follows other labels of `.bss`, at a multiple of the largest power of two that fits it, at most
/// 8.
#[test]
fn local_common_space_is_aligned_by_its_size() {
    for (size, expected) in [(1, 1), (2, 2), (3, 2), (4, 4), (7, 4), (8, 8), (9, 8), (40, 8)] {
        let source = format!("\t.lcomm first,1\n\t.lcomm second,{size}\n");
        let assembly = assembled(&source, &Options::default());
        let second = &assembly.symbols["second"];
        assert_eq!((second.value, second.section), (expected, Some(Section::BSS)), "{size}");
    }
}

/// A section has the largest alignment of its statements, and is padded to a multiple of it.
#[test]
fn sections_keep_their_largest_alignment() {
    let cases = [
        ("nop", 2, 2),
        ("nop\n .balign 8\n nop", 8, 16),
        ("nop\n .balign 8\n nop\n .balign 4\n nop", 8, 16),
        (".balign 16", 16, 0),
        // The alignment counts although it was not carried out.
        ("nop\n .balign 8,0,2", 8, 8),
    ];
    for (lines, alignment, size) in cases {
        let object = object(&format!(" {lines}\n"));
        let text = object.section(".text").expect("text");
        assert_eq!((text.alignment, text.size), (alignment, size), "{lines}");
        assert_eq!(text.bytes.len(), size as usize, "{lines}");
    }
}

/// A linker may move code apart as long as no value depends on a distance in it, and it is aligned to words.
#[test]
fn distances_and_alignments_keep_code_together() {
    let cases = [
        ("a: nop\nb: jp a", true),
        ("a: nop\nb: jr a", true),
        ("a: nop\nb: ld r1,#b-a", false),
        ("a: nop\n .if . == a\n .endif", false),
        ("a: nop\n .word a+2", true),
        ("a: nop\n .word 5-3", true),
        ("a: nop\n .balign 2\n nop", true),
        ("a: nop\n .balign 4\n nop", false),
    ];
    for (lines, expected) in cases {
        assert_eq!(object(&format!("{lines}\n")).relaxable, expected, "{lines}");
    }
    let options = Options { for_linker: true, ..Options::default() };
    assert!(!assembled("a: jp a\n", &options).object("p.o").relaxable);
}

/// Differences within a section are numbers, on their own or added to an address; those of other objects are left to
/// the linker.
#[test]
fn sums_of_addresses_keep_one() {
    for (expression, expected) in [
        ("a", Some(("a", 0))),
        ("b", Some(("b", 0))),
        ("b-a", None),
        ("b+4-a", None),
        ("a+(b-a)", Some(("a", 2))),
        ("(b-a)*2+a", Some(("a", 4))),
        ("other+(b-a)", Some(("other", 2))),
        ("a-b+other", Some(("other", -2))),
        ("other-2", Some(("other", -2))),
        ("-(a-b)+b", Some(("b", 2))),
    ] {
        let options = Options { for_linker: true, ..Options::default() };
        let source = format!("a: nop\nb: nop\n.word {expression}\n");
        let object = assembled(&source, &options).object("p.o");
        let text = object.section(".text").expect("text");
        let found = text.relocations.first().map(|relocation| {
            let place = |value: Value| match value {
                Value::Place { offset, .. } => i64::from(offset),
                _ => 0,
            };
            match relocation.target {
                z8000_object::Target::Symbol(symbol) => {
                    let symbol = &object.symbols[symbol];
                    (
                        symbol.value == Value::Undefined,
                        place(symbol.value) + relocation.addend,
                    )
                }
                z8000_object::Target::Section(_) => (false, relocation.addend),
            }
        });
        let expected = expected.map(|(name, addend)| match name {
            "other" => (true, addend),
            "b" => (false, 2 + addend),
            _ => (false, addend),
        });
        assert_eq!(found, expected, "{expression}");
    }
}

/// The linker can add a number to an address; an expression that requires more is an error.
#[test]
fn what_only_the_linker_knows_is_an_error() {
    let sum = "the linker assigns these addresses, and the only operation it supports is adding a number";
    let cases = [
        ("a: .word a+a", sum),
        ("a: nop\nb: .word a+b-other", sum),
        ("a: .word other-a", sum),
        ("a: .word ~a", sum),
        ("a: .word a&1", sum),
        ("a: .word a/2", sum),
        ("a: .word a<<1", sum),
        ("a: .word a==other", sum),
        ("a: .word -a", sum),
        ("a: .word other*2", sum),
        ("a: ld r1,#a>>8", sum),
        ("a: .data\nb: .word b-a", sum),
    ];
    for (lines, expected) in cases {
        let text = format!("{lines}\n");
        let options = Options { for_linker: true, ..Options::default() };
        let sources = Memory::new([("a.s", text.as_str())]);
        let errors = assemble(&sources, "a.s", &options).expect_err(lines);
        let messages: Vec<&str> = errors.list.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, [expected], "{lines}");
    }
}
