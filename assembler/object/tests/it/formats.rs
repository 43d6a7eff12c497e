//! Compares files with the bytes in `tests/samples`, made by GNU binutils or written by hand from the formats.

use std::fs;
use std::path::Path;

use z8000_object::{
    Binding, Field, Kind, LineMap, Object, Processor, Relocation, Section, Symbol, Target, Value, archive, coff, file,
    xout,
};

use super::notation;

fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name);
    notation::bytes(&fs::read_to_string(path).expect("a sample"))
}

/// Returns the value and the binding of a symbol.
fn symbol(object: &Object, name: &str) -> (Value, Binding) {
    let found: Vec<_> = object.symbols.iter().filter(|symbol| &*symbol.name == name).collect();
    assert_eq!(found.len(), 1, "{name}");
    (found[0].value, found[0].binding)
}

fn place(section: usize, offset: u32) -> Value {
    Value::Place { section, offset }
}

/// Returns each section as its name, kind, address and size.
fn sections(object: &Object) -> Vec<(&str, Kind, u32, u32)> {
    let sections = object.sections.iter();
    sections.map(|it| (&*it.name, it.kind, it.address, it.size)).collect()
}

/// Returns each relocation as its offset, its field, the name of its target, and its addend.
fn relocations(object: &Object, section: usize) -> Vec<(u32, Field, String, i64)> {
    let relocations = object.sections[section].relocations.iter();
    let target = |target| match target {
        Target::Symbol(symbol) => object.symbols[symbol].name.to_string(),
        Target::Section(section) => format!("[{section}]"),
    };
    let row = |it: &Relocation| (it.offset, it.field, target(it.target), it.addend);
    relocations.map(row).collect()
}

#[test]
fn an_object_of_gnu_as_is_read() {
    let object = coff::read("sample.o", &sample("object.hex")).expect("an object");
    assert_eq!((object.processor, object.entry), (Processor::Z8001, None));
    assert!(object.is_relocatable());
    assert_eq!(
        sections(&object),
        [
            (".text", Kind::Code, 0, 14),
            (".data", Kind::Data, 0, 6),
            (".bss", Kind::Space, 0, 0),
            (".a_long_name", Kind::Data, 0, 2),
        ]
    );
    assert_eq!(object.sections[3].bytes, [1, 0]);
    let there = |offset, field, addend| (offset, field, "there".to_owned(), addend);
    assert_eq!(
        relocations(&object, 0),
        [
            there(2, Field::Long, 4),
            there(7, Field::Relative8, 0),
            there(8, Field::Relative12, 0),
            (10, Field::Word, "local".to_owned(), 0),
            (12, Field::Byte, "limit2".to_owned(), 0),
        ]
    );
    for (name, value, binding) in [
        ("local", place(0, 10), Binding::Local),
        ("start", place(0, 0), Binding::Global),
        ("limit", Value::Absolute(0x1234), Binding::Global),
        ("shared", Value::Common { size: 6, alignment: 8 }, Binding::Global),
        ("there", Value::Undefined, Binding::Global),
        ("maybe", Value::Undefined, Binding::Weak),
    ] {
        assert_eq!(symbol(&object, name), (value, binding), "{name}");
    }
    assert_eq!(object.symbols.len(), 7);
}

/// A section has the long name of its symbol only if the short name in its header is the beginning of that name.
#[test]
fn long_names_begin_as_short_ones() {
    let mut bytes = sample("object.hex");
    let name = |bytes: &[u8]| {
        coff::read("sample.o", bytes).expect("an object").sections[3]
            .name
            .clone()
    };
    assert_eq!(name(&bytes), ".a_long_name");
    let header = bytes.windows(8).position(|part| part == b".a_long_").expect("a header");
    bytes[header + 7] = b'X';
    assert_eq!(name(&bytes), ".a_longX");
}

/// An object written as COFF is read back completely, and writing it again gives the same bytes.
#[test]
fn objects_survive_coff() {
    let text = "object a.o z8001 relaxable\nsection .text code 10\nstart::\n6101 <segmented there+4> e8 <jr start>\n\
                bd10 <low few> 9e08 <short [.text]+2>\nsection .a_long_name_of_data data 1\n05\nsection .bss space\nspace 8\n\
                absolute few 5\ncommon shared 6 8\nweak maybe\nlocal:\nline a.s 3 2";
    let mut object = notation::objects(text).remove(0);
    // Local symbols come first in the file.
    object.symbols.sort_by_key(|symbol| symbol.binding != Binding::Local);
    let index = |name: &str| object.symbols.iter().position(|it| &*it.name == name).expect(name);
    for (relocation, name) in [(0, "there"), (1, "start"), (2, "few")] {
        object.sections[0].relocations[relocation].target = Target::Symbol(index(name));
    }
    let bytes = coff::write(&object).expect("an object");
    let read = coff::read("a.o", &bytes).expect("the object");
    assert_eq!(read, object);
    assert_eq!(coff::write(&read), Ok(bytes));
}

#[test]
fn a_program_has_the_header_of_gnu_ld() {
    let section = |name: &str, kind, address, size, bytes: &[u8]| Section {
        size,
        ..Section::at(name, kind, address, bytes.to_vec())
    };
    let program = Object {
        processor: Processor::Z8002,
        sections: vec![
            section(".text", Kind::Code, 0x30100, 2, &[0x9E, 8]),
            section(".data", Kind::Data, 0x30102, 4, &[1, 2, 3, 0]),
            section(".bss", Kind::Space, 0x30106, 6, &[]),
        ],
        symbols: vec![Symbol { name: "start".into(), value: place(0, 0), binding: Binding::Local }],
        entry: Some(0x30100),
        ..Object::default()
    };
    let bytes = coff::write(&program).expect("a program");
    let expected = sample("program.hex");
    // Each tool chooses the position and the number of symbols.
    assert_eq!(bytes[..8], expected[..8]);
    assert_eq!(bytes[16..expected.len()], expected[16..]);
    let read = coff::read("", &bytes).expect("the program");
    assert_eq!((read.entry, sections(&read)), (Some(0x30100), sections(&program)));
    assert!(!read.is_relocatable());
    assert_eq!(symbol(&read, "start").0, place(0, 0));
}

/// `ld8k -r` leaves entries without a type after the relocations.
#[test]
fn relocations_without_a_type_are_passed_over() {
    let mut bytes = sample("cpm-object.hex");
    let object = xout::read("a.o", &bytes).expect("an object");
    // After 16 bytes of header, three segments, ten bytes of contents and two relocations.
    bytes.splice(50..50, [0, 0, 8, 0xB6, 0, 0]);
    bytes[11] += 6;
    assert_eq!(xout::read("a.o", &bytes).expect("an object"), object);
}

#[test]
fn objects_of_cpm_are_read_and_written() {
    let bytes = sample("cpm-object.hex");
    let object = xout::read("a.o", &bytes).expect("an object");
    assert_eq!((object.processor, object.entry), (Processor::Z8002, None));
    assert_eq!(
        sections(&object),
        [
            (".text", Kind::Code, 0, 8),
            (".data", Kind::Data, 0, 2),
            (".bss", Kind::Space, 0, 6),
        ]
    );
    assert_eq!(
        relocations(&object, 0),
        [
            (2, Field::Word, "there".to_owned(), 4),
            (6, Field::Word, "[0]".to_owned(), 6),
        ]
    );
    for (name, value) in [
        ("local", place(0, 6)),
        ("start", place(0, 0)),
        ("there", Value::Undefined),
        ("shared", Value::Common { size: 6, alignment: 2 }),
    ] {
        assert_eq!(symbol(&object, name).0, value, "{name}");
    }
    // Only the names of segments are lost: they become those of the sections.
    let written = xout::write(&object).expect("an object");
    assert_eq!(written.len(), bytes.len() - 12);
    assert_eq!(written[0x10..0x26], bytes[0x10..0x26]);
    assert_eq!(xout::read("a.o", &written), Ok(object));
}

#[test]
fn programs_of_cpm_are_read_and_written() {
    for (name, expected, entry) in [
        (
            "cpm-program.hex",
            vec![
                (".text", Kind::Code, 0, 3),
                (".data", Kind::Data, 4, 3),
                (".bss", Kind::Space, 8, 16),
            ],
            0,
        ),
        (
            "cpm-split.hex",
            vec![
                (".text", Kind::Code, 0, 4),
                (".rodata", Kind::Constants, 0, 3),
                (".data", Kind::Data, 4, 2),
                (".bss", Kind::Space, 6, 256),
            ],
            0,
        ),
        (
            "cpm-segmented.hex",
            vec![(".text", Kind::Code, 0x20000, 2), (".data", Kind::Data, 0x30000, 2)],
            0x20000,
        ),
    ] {
        let bytes = sample(name);
        let program = xout::read(name, &bytes).expect("a program");
        assert_eq!(sections(&program), expected, "{name}");
        assert_eq!(program.entry, Some(entry), "{name}");
        let written = xout::write(&program).expect("a program");
        if name == "cpm-program.hex" {
            // Segments are padded to an even number of bytes.
            let again = xout::read(name, &written).expect("a program");
            assert_eq!(again.sections[0].bytes, [0x9E, 8, 1, 0]);
            assert_eq!(symbol(&program, "data2").0, place(1, 1));
            assert_eq!(sections(&again)[1..], [(".data", Kind::Data, 4, 4), expected[2]]);
        } else if name == "cpm-segmented.hex" {
            assert_eq!(written, bytes, "{name}");
            assert_eq!(symbol(&program, "data2").0, place(1, 1));
        }
    }
}

/// Two segments with the same number follow each other, as the loader of CP/M-8000 puts them.
#[test]
fn segments_with_the_same_number_follow_each_other() {
    let bytes = notation::bytes("EE01 0002 00000006 00000000 00000000 02 03 0004 02 05 0002 8D07 9E08 1234");
    let program = xout::read("a.z8k", &bytes).expect("a program");
    let expected = [(".text", Kind::Code, 0x20000, 4), (".data", Kind::Data, 0x20004, 2)];
    assert_eq!(sections(&program), expected);
}

/// A program without external symbols has the magic number that the assembler of CP/M-8000 gives to an executable; its
/// segments then have no numbers.
#[test]
fn an_object_that_misses_nothing_is_an_object() {
    let bytes = notation::bytes("EE03 0001 00000002 00000000 0000000C FF 03 0002 9E08 00 03 0000 7374617274000000");
    let object = xout::read("a.o", &bytes).expect("an object");
    assert_eq!((object.entry, symbol(&object, "start").0), (None, place(0, 0)));
}

#[test]
fn what_xout_cannot_hold_is_named() {
    for (text, message) in [
        (
            "object a.o z8002\nsection .text code\n<long there>",
            "x.out cannot represent the relocation at offset 0x0 in section `.text` (Long)",
        ),
        (
            "object a.o z8002\nsection .text code\ntoo_long_a::\ntoo_long_b::\n9e08",
            "x.out names have at most eight characters, so `too_long_a` and `too_long_b` would become identical",
        ),
    ] {
        let object = notation::objects(text).remove(0);
        assert_eq!(xout::write(&object).expect_err(text).to_string(), message);
    }
}

/// A constant that only its own source uses is not needed in the file; one that other sources use is.
#[test]
fn local_constants_that_xout_cannot_hold_are_left_out() {
    let mut object = notation::objects("object a.o z8002\nsection .text code\nstart::\n9e08").remove(0);
    let mut constant = Symbol::zero();
    constant.value = Value::Absolute(0x0B00_0000);
    object.symbols.insert(0, constant);
    let read = xout::read("a.o", &xout::write(&object).expect("an object")).expect("the object");
    assert_eq!((read.symbols.len(), symbol(&read, "start").0), (1, place(0, 0)));
    object.symbols[0].binding = Binding::Global;
    let message = xout::write(&object).expect_err("no room").to_string();
    assert_eq!(
        message,
        "x.out cannot represent symbol `*ABS*`, whose value is 0xb000000"
    );
}

/// The distance between two labels in one section is known.
#[test]
fn distances_in_a_section_need_no_relocation() {
    let object = notation::objects("object a.o z8001\nsection .text code\ne8 <jr on>\non:\n6101 <long on>").remove(0);
    let bytes = xout::write(&object).expect("an object");
    let read = xout::read("a.o", &bytes).expect("the object");
    assert_eq!(read.sections[0].bytes, [0xE8, 0, 0x61, 1, 0x80, 0, 0, 2]);
    assert_eq!(relocations(&read, 0), [(4, Field::Long, "[0]".to_owned(), 2)]);
}

/// The program has no segment that could contain its symbols.
#[test]
fn symbols_of_a_program_of_empty_sections_are_absolute() {
    let mut program = notation::objects("object a z8002\nsection .text code\nend::").remove(0);
    program.entry = Some(0);
    let bytes = xout::write(&program).expect("a program");
    let read = xout::read("a", &bytes).expect("the program");
    assert_eq!(symbol(&read, "end"), (Value::Absolute(0), Binding::Global));
}

#[test]
fn archives_are_those_of_gnu_ar() {
    let object = coff::write(&notation::objects("object a.o z8002\nsection .text code\nstart::\n9e08").remove(0));
    let object = object.expect("an object");
    let member = |name: &str| archive::Member { name: name.to_owned(), bytes: &object, date: 0 };
    let members = [member("a.o"), member("a_long_member_name.o")];
    let bytes = archive::write(archive::Kind::Unix, &members).expect("an archive");
    // Calculated by hand: the index has two symbols; a.o is at 8 + 60 + 24 + 60 + 22 = 0xAE, and the second object
    // follows its header and contents.
    let second = 0xAE + 60 + object.len();
    let header = |name: &str, rest: &str, size: usize| format!("{name:<16}{rest:<32}{size:<10}`\n");
    let mut expected = b"!<arch>\n".to_vec();
    expected.extend(header("/", "0           0     0     0", 24).bytes());
    expected.extend([0, 0, 0, 2, 0, 0, 0, 0xAE]);
    expected.extend((second as u32).to_be_bytes());
    expected.extend(b"start\0start\0");
    expected.extend(header("//", "", 22).bytes());
    expected.extend(b"a_long_member_name.o/\n");
    for name in ["a.o/", "/0"] {
        expected.extend(header(name, "0           0     0     644", object.len()).bytes());
        expected.extend(&object);
    }
    assert_eq!(bytes, expected);
    let read = archive::read(&bytes).expect("the archive");
    assert_eq!(read.members, members);
    assert_eq!(read.index, Some(vec![("start", 0), ("start", 1)]));
}

#[test]
fn every_alignment_that_an_object_has_can_be_written() {
    let mut object = notation::objects("object a.o z8002\nsection .text code\nstart::\n9e08").remove(0);
    for power in 0..15 {
        object.sections[0].alignment = 1 << power;
        let written = coff::write(&object).expect("an object");
        let again = coff::read("a.o", &written).expect("the object");
        assert_eq!(again.sections[0].alignment, 1 << power);
    }
    object.sections[0].alignment = 0x8000;
    let error = coff::write(&object).expect_err("four bits").to_string();
    assert_eq!(
        error,
        "the alignment of section `.text` is 32768, which COFF cannot represent"
    );
}

/// A header that begins with spaces has no name; one with only a slash would be the index.
#[test]
fn members_without_a_name_stay_members() {
    let member = |name: &str| archive::Member { name: name.to_owned(), bytes: b"text", date: 0 };
    let members = [member("a.o"), member(""), member("b.o")];
    let bytes = archive::write(archive::Kind::Unix, &members).expect("an archive");
    assert_eq!(archive::read(&bytes).expect("the archive").members, members);
    let error = archive::write(archive::Kind::Unix, &[member("a\nb")]).expect_err("no such name");
    assert_eq!(
        error.to_string(),
        r#"the name of an archive member cannot contain a newline: "a\nb""#
    );
}

#[test]
fn archives_of_cpm_are_read_and_written() {
    let members = [("one.o", &b"odd"[..]), ("two.o", &b"even"[..])];
    let members = members.map(|(name, bytes)| archive::Member { name: name.to_owned(), bytes, date: 0 });
    let bytes = archive::write(archive::Kind::Cpm, &members).expect("an archive");
    let first = notation::bytes("FF65 6F6E652E6F 000000000000000000 00000000 0000 01A4 00000003 6F6464 00");
    assert_eq!(bytes[..first.len()], first);
    let read = archive::read(&bytes).expect("the archive");
    assert_eq!((read.kind, &read.members[..]), (archive::Kind::Cpm, &members[..]));
}

/// The header of a member has 14 bytes for its name; a name of that length is not followed by a zero byte.
#[test]
fn names_in_archives_of_cpm_have_up_to_14_characters() {
    for (name, fits) in [
        ("a", true),
        ("thirteen.char", true),
        ("fourteen.chars", true),
        ("fifteen.charact", false),
    ] {
        let members = [("first.o", &b"odd"[..]), (name, b"even"), ("last.o", b"")];
        let members = members.map(|(name, bytes)| archive::Member { name: name.to_owned(), bytes, date: 0 });
        let written = archive::write(archive::Kind::Cpm, &members);
        if fits {
            let bytes = written.expect(name);
            assert_eq!(archive::read(&bytes).expect(name).members, members);
        } else {
            let message = format!("the name `{name}`, which has more than 14 characters");
            assert!(written.expect_err(name).to_string().contains(&message), "{name}");
        }
    }
}

#[test]
fn damaged_files_say_what_is_wrong() {
    let message = |bytes: &[u8]| file::read("a.o", bytes).expect_err("damaged").to_string();
    let object = sample("object.hex");
    assert_eq!(
        message(b""),
        "unknown file format: expected COFF, x.out, Intel HEX or S-records"
    );
    assert_eq!(
        message(&object[..100]),
        "the symbols would extend past the end of the file: the file is truncated, or its header is damaged"
    );
    let mut processor = object.clone();
    processor[18] = 0x52;
    assert_eq!(
        message(&processor),
        "the flags 0x5204 in the header specify neither the Z8001 nor the Z8002"
    );
    let mut kind = object.clone();
    kind[0xCA + 13] = 0x77;
    assert_eq!(
        message(&kind),
        "relocation at offset 0x2 in section `.text` has unknown type 0x77"
    );
    let mut index = object;
    index[0xCA + 7] = 0xFF;
    assert_eq!(message(&index), "relocation 0 refers to item 255, which does not exist");
    assert_eq!(message(b":0100000000FF\n:xx"), "line 2: expected hexadecimal digits");
    assert_eq!(
        message(&sample("cpm-object.hex")[..40]),
        "the relocations would extend past the end of the file: the file is truncated, or its header is damaged"
    );
}

/// Writing an object that COFF cannot represent is an error.
#[test]
fn what_coff_cannot_hold_is_named() {
    let mut object = notation::objects("object a.o z8002\nsection .text code\nstart::\n9e08").remove(0);
    object.symbols[0].value = Value::Absolute(1 << 40);
    let error = coff::write(&object).expect_err("too large");
    assert_eq!(
        error.to_string(),
        "the value of symbol `start` is 1099511627776, which COFF cannot represent"
    );
    object.symbols[0].value = Value::Absolute(0);
    let relocation = Relocation { offset: 0, field: Field::Word, target: Target::Section(0), addend: 0 };
    object.sections[0].relocations = vec![relocation; 0x1_0000];
    let error = coff::write(&object).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "COFF allows at most 65535 relocations in section `.text`; got 65536"
    );
    object.sections[0].relocations.clear();
    object.lines = notation::packed(&LineMap::default());
    let bytes = coff::write(&object).expect("an object");
    assert_eq!(coff::read("a.o", &bytes), Ok(object));
}
