//! What an assembly provides in addition to its bytes, and the names that the library knows.

use std::path::{Path, PathBuf};

use z8000_asm::lexer::{self, tokens};
use z8000_asm::{
    AddressSpace, Assembly, Files, Memory, MemoryError, Options, Processor, Section, Sources, Syntax, assemble,
    examine, is_register, registers, similar,
};
use z8000_object::Kind;

use super::assembled;

const MAIN: &str = "\t.equ SIZE,3\n\t.include \"part.s\"\nstart:\tldk r1,#SIZE\n\t.data\n\t.org 0x10\nvalue:\t.word start,value\n\t\
                    .bss\nroom:\t.space 5\n\t.section .rom,\"r\"\n\t.byte 1,2,3,4,5,6,7,8,9\n\t.text\n\tone r2\n\t.byte 9\n";
const PART: &str = "\t.macro one register\n\tcall value\n\tclr \\register\n\t.endm\n";

fn whole() -> Assembly {
    let sources = Memory::new([("main.s", MAIN), ("part.s", PART)]);
    assemble(&sources, "main.s", &Options::default()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn an_assembly_has_all_its_parts() {
    let assembly = whole();
    assert_eq!(assembly.files, ["main.s", "part.s"]);
    let names: Vec<(&str, &str, Kind)> = assembly
        .sections
        .iter()
        .map(|info| (&*info.name, info.short_name(), info.kind))
        .collect();
    let expected = [
        (".text", "text", Kind::Code),
        (".data", "data", Kind::Data),
        (".bss", "bss", Kind::Space),
        (".rom", ".rom", Kind::Constants),
    ];
    assert_eq!(names, expected);
    // Code has its own memory. In data memory, sections without an address begin at 0, with the space last.
    let text = [0xBD, 0x13, 0x5F, 0, 0, 0x10, 0x8D, 0x28, 9];
    let rom = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let data = [0, 0, 0, 0x10];
    let pieces = |space| {
        assembly
            .loadable(space)
            .expect("a program of 64 KB")
            .collect::<Vec<_>>()
    };
    assert_eq!(pieces(AddressSpace::Program), [(0, &text[..])]);
    assert_eq!(pieces(AddressSpace::Data), [(0x10, &data[..]), (0, &rom[..])]);
    assert_eq!(
        assembly.image(Some(AddressSpace::Program)).expect("a small program"),
        text
    );
    let image = [&rom[..], &[0; 7], &data].concat();
    assert_eq!(
        assembly.image(Some(AddressSpace::Data)).expect("a small program"),
        image
    );
    // Both memories have a byte at 0.
    assert_eq!(assembly.image(None), Err(MemoryError::Both(0)));
    assert_eq!(assembly.intel_hex(None), Err(MemoryError::Both(0)));
    assert_eq!(
        assembly.intel_hex(Some(AddressSpace::Data)).expect("data"),
        ":0400100000000010DC\n:09000000010203040506070809CA\n:00000001FF\n"
    );
    assert_eq!(
        assembly.intel_hex(Some(AddressSpace::Program)).expect("code"),
        ":09000000BD135F0000108D2809FA\n:00000001FF\n"
    );
    let sizes = [Section::TEXT, Section::DATA, Section::BSS].map(|section| assembly.size(section));
    assert_eq!(sizes, [9, 4, 5]);
    let program = assembly.program();
    let sections: Vec<_> = program
        .sections
        .iter()
        .map(|section| {
            (
                &*section.name,
                section.kind,
                section.address,
                section.size,
                section.bytes.len(),
            )
        })
        .collect();
    let expected = [
        (".text", Kind::Code, 0, 9, 9),
        (".bss", Kind::Space, 0xA, 5, 0),
        (".data", Kind::Data, 0x10, 4, 4),
        (".rom", Kind::Constants, 0, 9, 9),
    ];
    assert_eq!(sections, expected);
    assert_eq!((program.processor, program.entry), (Processor::Z8002, Some(0)));
    let lines: Vec<(&str, &[u8])> = assembly
        .lines
        .iter()
        .filter(|line| line.length > 0)
        .map(|line| (assembly.text(line), assembly.bytes(line)))
        .collect();
    let expected: [(&str, &[u8]); 7] = [
        ("start:\tldk r1,#SIZE", &text[..2]),
        ("value:\t.word start,value", &data),
        ("room:\t.space 5", &[]),
        ("\t.byte 1,2,3,4,5,6,7,8,9", &rom),
        ("\tcall value", &text[2..6]),
        ("\tclr r2", &text[6..8]),
        ("\t.byte 9", &text[8..]),
    ];
    assert_eq!(lines, expected);
}

/// Sections are sorted by kind, whatever their order in the source: code, data, constants and space, each at an even
/// address.
#[test]
fn sections_follow_each_other_by_kind() {
    let source = "\t.bss\n\t.space 1\n\t.section .rom,\"r\"\n\t.byte 1,2,3\n\t.data\n\t.byte 4\n\t.text\n\tnop\n";
    let all = [(".text", 0, 2), (".data", 2, 1), (".rom", 4, 3), (".bss", 8, 1)];
    let apart = [(".text", 0, 2), (".data", 0, 1), (".rom", 2, 3), (".bss", 6, 1)];
    for (one_memory, expected) in [(true, all), (false, apart)] {
        let assembly = assembled(source, &Options { one_memory, ..Options::default() });
        let mut sections = assembly.program().sections;
        sections.sort_by_key(|section| expected.iter().position(|(name, ..)| *name == section.name));
        let found: Vec<_> = sections.iter().map(|it| (&*it.name, it.address, it.size)).collect();
        assert_eq!(found, expected, "{one_memory}");
    }
}

/// Tests every column of a row: line, mark of an expansion, address, bytes, clocks of the manual and their sum, text.
#[test]
fn a_listing_is_laid_out() {
    let expected = "
main.s
    1                                             \t.equ SIZE,3
    2                                             \t.include \"part.s\"

part.s
    1                                             \t.macro one register

main.s
    3  0000  bd13                       5      5  start:\tldk r1,#SIZE
    4                                             \t.data
    5                                             \t.org 0x10
    6  0010  0000 0010                            value:\t.word start,value
    7                                             \t.bss
    8  000a                                       room:\t.space 5
    9                                             \t.section .rom,\"r\"
   10  0000  0102 0304 0506 0708..                  \t.byte 1,2,3,4,5,6,7,8,9
   11                                             \t.text
   12                                             \tone r2

part.s
    2+ 0002  5f00 0010                 12     12  \tcall value
    3+ 0006  8d28                       7     19  \tclr r2

main.s
   13  0008  09                                   \t.byte 9

Symbols

00000003 abs   SIZE  main.s:1  used main.s:3
0000000a bss   room  main.s:8
00000000 text  start  main.s:3  used main.s:6
00000010 data  value  main.s:6  used main.s:6, part.s:2
";
    assert_eq!(whole().listing(), expected);
}

#[test]
fn a_line_map_has_all_lines_and_symbols() {
    let expected = r#"{"version":1,"files":["main.s","part.s"],"expansions":[{"what":"macro `one`","file":0,"line":12}],"sections":[{"name":".rom","code":false}],"lines":[{"section":"text","address":0,"length":2,"file":0,"line":3,"clocks":"5"},
{"section":"data","address":16,"length":4,"file":0,"line":6},
{"section":"bss","address":10,"length":5,"file":0,"line":8},
{"section":".rom","address":0,"length":9,"file":0,"line":10},
{"section":"text","address":2,"length":4,"file":1,"line":2,"expansion":0,"clocks":"12"},
{"section":"text","address":6,"length":2,"file":1,"line":3,"expansion":0,"clocks":"7"},
{"section":"text","address":8,"length":1,"file":0,"line":13}],"symbols":[{"name":"SIZE","value":3,"section":"abs"},
{"name":"room","value":10,"section":"bss"},
{"name":"start","value":0,"section":"text"},
{"name":"value","value":16,"section":"data"}]}
"#;
    assert_eq!(whole().map().to_json(), expected);
}

/// Clocks of the manual for the Z8002, and for the Z8001 with a short and with a long address.
#[test]
fn clocks_depend_on_the_form_of_addresses() {
    let clocks = |processor: &str, line: &str| {
        let assembly = assembled(&format!("{processor}\n{line}\n"), &Options::default());
        assembly.lines[1].clocks.expect("an instruction").to_string()
    };
    for (line, indexed, [near, short, long]) in [
        ("ld r1,", "", ["9", "10", "12"]),
        ("ld r1,", "(r2)", ["10", "10", "13"]),
        ("ldl rr2,", "", ["12", "13", "15"]),
        ("clr ", "", ["11", "12", "14"]),
        ("jp ", "", ["7", "8", "10"]),
        ("call ", "", ["12", "18", "20"]),
        ("lda rr2,", "", ["12", "13", "15"]),
    ] {
        let own = |line: &str| line.replace("lda rr2", "lda r2");
        assert_eq!(
            clocks(".z8002", &own(&format!("{line}0x10{indexed}"))),
            near,
            "{line}{indexed}"
        );
        assert_eq!(
            clocks(".z8001", &format!("{line}|0x10|{indexed}")),
            short,
            "{line}{indexed}"
        );
        assert_eq!(
            clocks(".z8001", &format!("{line}0x10{indexed}")),
            long,
            "{line}{indexed}"
        );
    }
    for (line, [near, far]) in [
        ("ld r1,r2", ["3", "3"]),
        ("ret", ["10", "13"]),
        ("ret eq", ["10/7", "13/7"]),
    ] {
        assert_eq!(
            [".z8002", ".z8001"].map(|processor| clocks(processor, line)),
            [near, far],
            "{line}"
        );
    }
}

#[test]
fn registers_have_their_names() {
    let list: Vec<String> = registers().collect();
    let name = |prefix: &str, last: u32, step: usize| -> Vec<String> {
        (0..=last)
            .step_by(step)
            .map(|number| format!("{prefix}{number}"))
            .collect()
    };
    let rows = [("r", 15, 1), ("rr", 14, 2), ("rq", 12, 4), ("rh", 7, 1), ("rl", 7, 1)];
    assert_eq!(list, rows.map(|(prefix, last, step)| name(prefix, last, step)).concat());
    // A name that has the form of a register is a register name, even if the register does not exist.
    for (name, expected) in [
        ("r0", true),
        ("R15", true),
        ("r16", true),
        ("rr1", true),
        ("RQ4", true),
        ("rH7", true),
        ("Rl8", true),
        ("r", false),
        ("rr", false),
        ("rl", false),
        ("r1a", false),
        ("rra", false),
        ("rx1", false),
        ("s1", false),
        ("", false),
        ("r99999999999", true),
    ] {
        assert_eq!(is_register(name), expected, "{name}");
    }
}

/// The number of letters that may differ is half of the name's length, between one and three. Two swapped letters count
/// as one difference, and case is ignored.
#[test]
fn names_are_similar() {
    for (wrong, known, expected) in [
        ("strat", "start", true),
        ("START", "start", true),
        ("a", "b", true),
        ("a", "bc", false),
        ("ab", "cb", true),
        ("ab", "cd", false),
        ("abcd", "abxy", true),
        ("abcd", "axyz", false),
        ("abcdef", "abcxyz", true),
        ("abcdefghij", "abcdefgxyz", true),
        ("abcdefghij", "abcdefwxyz", false),
        ("abcdefghij", "abcdefghijklm", true),
        ("abcdefghij", "abcdefghijklmn", false),
        ("finish", "start", false),
    ] {
        let hint = expected.then(|| format!("did you mean `{known}`?"));
        assert_eq!(similar(wrong, [known]), hint, "{wrong} {known}");
    }
    // The most similar name is chosen; among equals, the first one in alphabetical order.
    assert_eq!(
        similar("stat", ["stop", "stab", "star"]).as_deref(),
        Some("did you mean `stab`?")
    );
    assert_eq!(similar("stat", []), None);
}

#[test]
fn files_are_searched_in_their_folders() {
    for (main, folder, name) in [
        ("project/main.s", "project", "main.s"),
        ("main.s", "", "main.s"),
        ("/a/b/c.s", "/a/b", "c.s"),
    ] {
        let (files, own) = Files::beside(Path::new(main));
        assert_eq!(own, name, "{main}");
        assert_eq!(files.path("part.s"), Path::new(folder).join("part.s"), "{main}");
    }
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = |names: &[&str]| names.iter().map(|name| tests.join(name)).collect::<Vec<PathBuf>>();
    let files = Files::new(folders(&["none", "asm"])).and(&folders(&["it"]));
    assert_eq!(files.path("main.rs"), tests.join("it/main.rs"));
    assert_eq!(files.path("nowhere.s"), tests.join("none/nowhere.s"));
    let text = std::fs::read(tests.join("it/main.rs")).expect("this file");
    assert_eq!(files.read("main.rs").expect("this file"), text);
    assert_eq!(files.part("main.rs", 3, Some(5)).expect("a part"), text[3..8]);
    assert_eq!(files.part("main.rs", 3, None).expect("a part"), text[3..]);
    let length = text.len() as u64;
    assert_eq!(files.part("main.rs", length, Some(1)).expect("no bytes"), b"");
    let error = files
        .part("main.rs", length + 1, None)
        .expect_err("too far")
        .to_string();
    assert_eq!(
        error,
        format!("cannot skip {} bytes: the file has only {length}", length + 1)
    );
    let error = Files::new(folders(&[""])).read("it").expect_err("a folder").to_string();
    assert_eq!(error, "it is a folder; specify a file in it");
    // Files in memory behave the same.
    let memory = Memory::new([("a", "0123456789")]);
    assert_eq!(memory.part("a", 3, Some(5)).expect("a part"), b"34567");
    assert_eq!(memory.part("a", 8, Some(5)).expect("a part"), b"89");
    assert_eq!(memory.part("a", 10, None).expect("no bytes"), b"");
    let error = memory.part("a", 11, None).expect_err("too far").to_string();
    assert_eq!(error, "cannot skip 11 bytes: the file has only 10");
    assert!(memory.read("b").is_err());
}

/// `.incbin` includes a file as bytes, with the numbers of bytes to skip and to read.
#[test]
fn parts_of_files_are_included() {
    let bytes = |arguments: &str| {
        let main = format!("\t.incbin \"data\"{arguments}\n");
        let sources = Memory::new([("main.s", main.as_str()), ("data", "0123456789")]);
        let assembly = assemble(&sources, "main.s", &Options::default());
        assembly
            .map(|assembly| assembly.image(None).expect("a small program"))
            .map_err(|errors| errors.list[0].message.clone())
    };
    for (arguments, expected) in [
        ("", "0123456789"),
        (",4", "456789"),
        (",4,3", "456"),
        (",0,10", "0123456789"),
        (",10", ""),
        (",9,1", "9"),
    ] {
        assert_eq!(bytes(arguments), Ok(expected.as_bytes().to_vec()), "{arguments}");
    }
    for arguments in [",11", ",4,-1", ",-1"] {
        assert!(bytes(arguments).is_err(), "{arguments}");
    }
    // AS calls this directive `binclude`.
    let options = Options { syntax: Syntax::Asl, ..Options::default() };
    let sources = Memory::new([("main.s", "\tbinclude \"data\",4,2+1\n"), ("data", "0123456789")]);
    let assembly = assemble(&sources, "main.s", &options).expect("no errors");
    assert_eq!(assembly.image(None).expect("a small program"), b"456");
}

/// `# NUMBER "FILE"`, as written by a preprocessor, sets the file and line number of the lines after it.
#[test]
fn lines_are_numbered_anew() {
    let places = |text: &str| {
        let found = examine(&Memory::new([("a.s", text)]), "a.s", &Options::default());
        let list = found.errors.list.iter();
        list.map(|error| (error.file.clone(), error.line)).collect::<Vec<_>>()
    };
    let at = |file: &str, line| (file.to_owned(), line);
    assert_eq!(
        places("wrong\n# 10 \"b.c\"\nwrong\n\nwrong\n"),
        [at("a.s", 1), at("b.c", 10), at("b.c", 12)]
    );
    let text = "# 10 \"b.c\"\nwrong\n# 20 \"c.c\"\nwrong\n# 30 \"b.c\"\nwrong\n# 40\nwrong\n";
    assert_eq!(
        places(text),
        [at("b.c", 10), at("c.c", 20), at("b.c", 30), at("b.c", 40)]
    );
    assert_eq!(places("# a comment\nwrong\n#\nwrong\n"), [at("a.s", 2), at("a.s", 4)]);
}

/// The flags of `.section`: `x` and `b` have priority over the others; among those, the first counts.
#[test]
fn sections_have_the_kinds_of_their_flags() {
    for (flags, kind) in [
        ("x", Kind::Code),
        ("ax", Kind::Code),
        ("wx", Kind::Code),
        ("rx", Kind::Code),
        ("b", Kind::Space),
        ("wb", Kind::Space),
        ("w", Kind::Data),
        ("d", Kind::Data),
        ("aw", Kind::Data),
        ("wr", Kind::Data),
        ("rw", Kind::Constants),
        ("rd", Kind::Constants),
        ("r", Kind::Constants),
        ("xb", Kind::Space),
        ("bx", Kind::Code),
        ("nsyile09", Kind::Data),
    ] {
        let source = format!("\t.section .x,\"{flags}\"\n\t.space 2\n");
        let assembly = assembled(&source, &Options::default());
        assert_eq!(assembly.sections[3].kind, kind, "{flags}");
    }
    for letter in (0_u8..0x80).map(char::from).filter(|letter| letter.is_ascii_graphic()) {
        let is_known = "xbwdransyile0123456789".contains(letter);
        let escape = if matches!(letter, '"' | '\\') { "\\" } else { "" };
        let source = format!("\t.section .x,\"{escape}{letter}\"\n");
        let found = examine(&Memory::new([("a.s", source.as_str())]), "a.s", &Options::default());
        assert_eq!(found.errors.list.is_empty(), is_known, "{letter}");
    }
}

/// A section without an address is placed in the first gap between the placed sections that it fits, at a multiple of
/// its alignment.
#[test]
fn sections_are_placed_between_others() {
    for (lines, expected) in [
        (".data\n.org 4\n.space 4\n.section b,\"w\"\nb: .space 4", 0),
        (".data\n.org 3\n.space 4\n.section b,\"w\"\nb: .space 4", 8),
        (".data\n.org 2\n.space 4\n.section b,\"w\"\nb: .space 4", 6),
        (".data\n.org 2\n.space 4\n.section b,\"w\"\n.balign 16\nb: .space 4", 16),
        (
            ".data\n.org 2\n.space 4\n.org 8\n.space 4\n.section b,\"w\"\nb: .space 4",
            12,
        ),
        (
            ".data\n.org 2\n.space 4\n.org 8\n.space 4\n.section b,\"w\"\nb: .space 2",
            0,
        ),
        (
            ".data\n.org 0\n.space 4\n.org 6\n.space 4\n.section b,\"w\"\nb: .space 2",
            4,
        ),
        (".section b,\"w\"\nb: .space 4\n.section c,\"w\"\n.org 0\n.space 2", 2),
        (".text\n.org 0\n.space 8\n.section b,\"w\"\nb: .space 4", 0),
        (".section a,\"w\"\n.space 3\n.section b,\"w\"\nb: .space 4", 4),
        (".section b,\"w\"\nb: .space 3\n.bss\nx: .space 1", 0),
    ] {
        let assembly = assembled(&format!("{lines}\n"), &Options::default());
        assert_eq!(assembly.symbols["b"].value, expected, "{lines}");
    }
}

/// Tests every kind of token, with its position.
#[test]
fn tokens_have_their_places() {
    let shown = |line: &str| {
        let list = tokens(line).expect("tokens");
        let shown = list.iter().map(|token| {
            let kind = match &token.kind {
                lexer::Kind::Sign(_) => line[token.span.clone()].to_owned(),
                kind => format!("{kind:?}"),
            };
            format!("{kind} {}..{}", token.span.start, token.span.end)
        });
        shown.collect::<Vec<_>>().join(", ")
    };
    for (line, expected) in [
        ("", ""),
        (
            " ldk  r1,#0x5",
            r##"Name("ldk") 1..4, Name("r1") 6..8, , 8..9, # 9..10, Number(5) 10..13"##,
        ),
        ("a.b_$1:", r#"Name("a.b_$1") 0..6, : 6..7"#),
        ("1f+2b", r#"Local(1, false) 0..2, + 2..3, Local(2, true) 3..5"#),
        (
            "'a' 'b '\\n' '\\''",
            "Number(97) 0..3, Number(98) 4..6, Number(10) 7..11, Number(39) 12..16",
        ),
        (
            r#""a\"b" "\x41" """#,
            "Text([97, 34, 98]) 0..6, Text([65]) 7..13, Text([]) 14..16",
        ),
        ("<<%1B>>0x10", r#"<< 0..2, Number(27) 2..5, >> 5..7, Number(16) 7..11"#),
        (
            "a<=b<c<>d!=e",
            r#"Name("a") 0..1, <= 1..3, Name("b") 3..4, < 4..5, Name("c") 5..6, <> 6..8, Name("d") 8..9, != 9..11, Name("e") 11..12"#,
        ),
        (
            "0b11 017 0 10 0XfF",
            "Number(3) 0..4, Number(15) 5..8, Number(0) 9..10, Number(10) 11..13, Number(255) 14..18",
        ),
    ] {
        assert_eq!(shown(line), expected, "{line}");
    }
}

#[test]
fn bytes_that_one_memory_cannot_have_are_refused() {
    // The image has three lines of source, but spans 4 GB from address 0.
    let high = assembled("\t.z8002\n\t.org 0xfffffff0\n\tnop\n", &Options::default());
    assert_eq!(high.image(None), Err(MemoryError::Flat(0xFFFF_FFF2)));
    assert_eq!(high.image(Some(AddressSpace::Data)), Ok(Vec::new()));
    // In the low 16 bits of the address, both words would be at 0.
    let twice = assembled(
        "\t.z8002\n\t.org 0x10000\n\t.word 0xdead\n\t.org 0x20000\n\tnop\n",
        &Options::default(),
    );
    let refused = twice.loadable(AddressSpace::Program).err();
    assert_eq!(refused, Some(MemoryError::Loadable(0x2_0002)));
    let last = assembled("\t.z8002\n\t.org 0xfffe\n\tnop\n", &Options::default());
    let pieces: Vec<_> = last.loadable(AddressSpace::Program).expect("the last word").collect();
    assert_eq!(pieces, [(0xFFFE, &[0x8D, 7][..])]);
}
