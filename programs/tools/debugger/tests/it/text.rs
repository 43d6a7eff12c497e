//! Names, lines and data of programs, completions, and files written by commands.

use std::fmt::Write as _;

use z8000_asm::{Memory, Options, assemble};
use z8000_debugger::command::{Interpreter, hex_row};
use z8000_debugger::machine::Address;
use z8000_debugger::profile::Profiler;
use z8000_debugger::program::{LocateError, Program};
use z8000_debugger::session::{Goal, Session};

use crate::common::{HEAD, program};

/// Line 6 is that of `start`. The source has macros, a repetition, data of each size, and an included file.
const MAIN: &str = "
        .macro  twice register
        inc     \\register,#1
        inc     \\register,#2
        .endm
start:  ld      r15,#0x8000
        twice   r1
        call    sub; call sub
        .rept   2
        nop
        .endr
        twice   r2
        ! Nothing comes of this line.
        halt
intext: .byte   1, 2
        .include \"sub.s\"
        .data
        .org    0x1000
one:    .byte   1
pair:   .byte   1, 2, 3
word:   .word   3
long:   .long   4
text:   .asciz  \"abc\"
bare:
more:   .space  6
        .equ    SIZE, 6
";

const SUB: &str = "
sub:    ret     eq
        ret
";

fn two_files() -> Program {
    let main = format!("{HEAD}{MAIN}");
    let files = Memory::new([("t.s", main.as_str()), ("sub.s", SUB)]);
    let assembly = assemble(&files, "t.s", &Options::default()).expect("it assembles");
    Program::assembled(&assembly, &files, None).expect("a program")
}

/// Bytes: LD 4, INC 2, INC 2, CALL 4, CALL 4, NOP 2, NOP 2, INC 2, INC 2, HALT 2, two of data, RET 2, RET 2. `start` is
/// at 6, HALT at 30, `intext` at 32, `sub` at 34.
#[test]
fn lines_and_addresses_lead_to_each_other() {
    let program = two_files();
    // HEAD has four lines, and the first line of MAIN is empty.
    for (address, line, made) in [
        (0, "t.s:4", ""),
        (5, "t.s:4", ""),
        (6, "t.s:10", ""),
        (9, "t.s:10", ""),
        (10, "t.s:7", "macro `twice` from t.s:11"),
        (12, "t.s:8", "macro `twice` from t.s:11"),
        (14, "t.s:12", ""),
        (18, "t.s:12", ""),
        (22, "t.s:14", "repetition from t.s:13"),
        (24, "t.s:14", "repetition from t.s:13"),
        (26, "t.s:7", "macro `twice` from t.s:16"),
        (30, "t.s:18", ""),
        (32, "t.s:19", ""),
        (34, "sub.s:2", ""),
        (36, "sub.s:3", ""),
        (38, "", ""),
    ] {
        let found = program.line(address).map_or_else(String::new, |line| line.to_string());
        let expansions = program.expansions(address);
        let expansions: Vec<String> = expansions
            .iter()
            .map(|(what, line)| format!("{what} from {line}"))
            .collect();
        assert_eq!(
            (found.as_str(), expansions.join(", ").as_str()),
            (line, made),
            "{address}"
        );
    }
    for (file, line, found, addresses) in [
        (0, 1, 7, &[10, 12, 26, 28][..0]),
        (0, 7, 7, &[10, 26]),
        (0, 8, 8, &[12, 28]),
        (0, 9, 10, &[6]),
        (0, 10, 10, &[6]),
        (0, 11, 11, &[10]),
        (0, 12, 12, &[14, 18]),
        (0, 13, 13, &[22]),
        (0, 14, 14, &[22, 24]),
        (0, 15, 16, &[26]),
        (0, 17, 18, &[30]),
        (1, 1, 2, &[34]),
        (1, 3, 3, &[36]),
    ] {
        let addresses: Vec<Address> = addresses.iter().map(|at: &u16| (*at).into()).collect();
        if !addresses.is_empty() {
            assert_eq!(program.addresses(file, line), Ok((found, addresses)), "{file}:{line}");
        }
    }
    for (file, line, name) in [(0, 19, "t.s"), (1, 4, "sub.s"), (2, 1, "")] {
        assert_eq!(
            program.addresses(file, line),
            Err(LocateError::NoCode { file: name.to_owned(), line })
        );
    }
    assert_eq!(program.file("t.s"), Ok(0));
    assert_eq!(program.file("sub.s"), Ok(1));
    assert_eq!(program.file("/any/folder/sub.s"), Ok(1));
    let no_file = LocateError::NoFile("b.s".to_owned(), "t.s, sub.s".to_owned());
    assert_eq!(program.file("b.s"), Err(no_file));
}

#[test]
fn names_are_labels_or_places_after_them() {
    let program = two_files();
    for (address, name) in [
        (0, "0000"),
        (5, "0005"),
        (6, "start"),
        (8, "start+2"),
        (31, "start+25"),
        (32, "intext"),
        (33, "start+27"),
        (34, "sub"),
        (37, "sub+3"),
        (38, "0026"),
    ] {
        assert_eq!(program.name(address), name, "{address}");
    }
    for (address, name) in [
        (0xFFF, None),
        (0x1000, Some("one")),
        (0x1001, Some("pair")),
        (0x1002, Some("pair+1")),
        (0x1004, Some("word")),
        (0x1007, Some("long+1")),
        (0x100A, Some("text")),
        // Two labels at the same address.
        (0x100E, Some("bare")),
        (0x100E + 0x7FF, Some("bare+2047")),
        (0x100E + 0x800, None),
    ] {
        assert_eq!(program.data_name(address).as_deref(), name, "{address:x}");
    }
    for (name, expected) in [
        ("one", Some((false, 0x1000, 1, "byte(one)"))),
        ("pair", Some((false, 0x1001, 3, "word(pair)"))),
        ("word", Some((false, 0x1004, 2, "word(word)"))),
        ("long", Some((false, 0x1006, 4, "long(long)"))),
        ("text", Some((false, 0x100A, 4, "long(text)"))),
        ("bare", Some((false, 0x100E, 6, "word(bare)"))),
        ("more", Some((false, 0x100E, 6, "word(more)"))),
        ("intext", Some((true, 32, 2, "pword(intext)"))),
        ("start", None),
        ("SIZE", None),
        ("none", None),
    ] {
        let datum = program
            .datum(name)
            .map(|datum| (datum.program, datum.address, datum.bytes, datum.expression(name)));
        let expected = expected.map(|(space, at, bytes, text)| (space, Address::flat(at), bytes, text.to_owned()));
        assert_eq!(datum, expected, "{name}");
    }
    for (name, address, code) in [
        ("start", Ok(6), true),
        ("one", Ok(0x1000), false),
        ("SIZE", Ok(6), false),
        ("DATA", Err(()), false),
    ] {
        assert_eq!(program.address(name).map_err(drop), address, "{name}");
        assert_eq!(program.code_address(name).is_ok(), code, "{name}");
    }
}

/// Without lines, routines begin where the reset, a vector or a call leads; labels do not matter.
#[test]
fn a_program_without_lines_has_the_routines_that_are_reached() {
    // At 0020: CALL 0040, JR to itself; 0030: IRET; 0040: CALR 0060, RET; 0050, after no jump: CALR 0060; 0060: JP
    // Z,0070; RET; 0070: RET; 0080: IRET, which is reached only through an entry for segmented mode.
    let mut text = vec![0; 0x90];
    let mut put = |at: usize, words: &[u16]| {
        for (n, word) in words.iter().enumerate() {
            text[at + 2 * n..][..2].copy_from_slice(&word.to_be_bytes());
        }
    };
    put(2, &[0x4000, 0x20]);
    put(8, &[0xC000, 0x80, 0x4000, 0x30]);
    put(0x20, &[0x5F00, 0x40, 0xE8FF]);
    put(0x30, &[0x7B00]);
    // CALR to 60h: the displacement is (next - target) / 2.
    put(0x40, &[0xDFF1, 0x9E08]);
    put(0x50, &[0xDFF9]);
    put(0x60, &[0x5E06, 0x70, 0x9E08]);
    put(0x70, &[0x9E08]);
    put(0x80, &[0x7B00]);
    let program = Program::binary(&text, &[], None, &Memory::default(), None).expect("a program");
    let list: Vec<(&str, usize, u32)> = program
        .routines
        .list
        .iter()
        .map(|one| (&*one.name, one.start.linear(), one.end))
        .collect();
    assert_eq!(
        list,
        [
            ("sub_0020", 0x20, 0x30),
            ("sub_0030", 0x30, 0x40),
            ("sub_0040", 0x40, 0x60),
            ("sub_0060", 0x60, 0x90)
        ]
    );
    for (from, to, leads) in [(0, 0, true), (0, 2, false), (2, 3, false), (3, 3, true), (0, 1, false)] {
        assert_eq!(program.routines.leads(from, to), leads, "{from} {to}");
    }
    for (address, index) in [
        (0x1F, None),
        (0x20, Some(0)),
        (0x2F, Some(0)),
        (0x30, Some(1)),
        (0x8F, Some(3)),
        (0x90, None),
    ] {
        assert_eq!(program.routines.index(address), index, "{address:x}");
    }
    assert_eq!(program.file("t.s"), Err(LocateError::NoMap));
    assert_eq!(program.name(0x62), "sub_0060+2");
}

/// A routine leads to what it jumps to or runs into, possibly through others, unless its last instruction never
/// continues.
#[test]
fn routines_lead_to_what_they_reach_without_a_call() {
    for (end, leads) in [
        ("nop", true),
        ("jr z,1f", true),
        ("jp nz,1f", true),
        ("ret c", true),
        ("djnz r1,1b", true),
        ("calr third", true),
        ("sc #1", true),
        ("call @r2", true),
        ("jr 1b", false),
        ("jp 1b", false),
        ("jp @r2", false),
        ("ret", false),
        ("iret", false),
        ("halt", false),
        ("jr second", true),
        ("jp second", true),
        ("djnz r1,second", true),
        ("dbjnz rl1,second", true),
    ] {
        let source = format!(
            "{HEAD}start: call first\n call second\n call third\n halt\nsecond: nop\n jp third\nother: nop\n ret\n\
             ! first - is called.\nfirst: nop\n1: nop\n {end}\n1: nop\n ret\nthird: ret\n"
        );
        // What follows `first` is part of it, so it is moved before `second`.
        let source = match end.contains("second") {
            true => source,
            false => format!(
                "{HEAD}start: call first\n call second\n call third\n1: halt\nthird: ret\nfirst: nop\n1: nop\n {}\n\
                 second: nop\n jp third\n",
                end.replace("1f", "1b").replace("calr third", "calr start")
            ),
        };
        let program = program(&source);
        let index = |name: &str| {
            program
                .routines
                .list
                .iter()
                .position(|one| one.name == name)
                .expect(name)
        };
        let routines = &program.routines;
        assert_eq!(routines.leads(index("first"), index("second")), leads, "{end}");
        assert_eq!(routines.leads(index("first"), index("third")), leads, "{end}");
        assert!(!routines.leads(index("second"), index("first")), "{end}");
    }
}

/// Instructions of 2, 4 and 6 bytes, from address 6: 6 LD, 10 LDL, 16 NOP, 18 CALL, 22 HALT, 24 NOP, 26 RET.
#[test]
fn instructions_are_shown_around_an_address() {
    let source = format!("{HEAD}start: ld r1,#1\n ldl rr2,#0x12345678\n nop\n call sub\n halt\nsub: nop\n ret\n");
    let session = Session::new(program(&source), 4_000_000);
    for (at, before, after, expected) in [
        (16, 0, 1, &[16][..]),
        (16, 1, 2, &[10, 16, 18]),
        (16, 2, 0, &[6, 10]),
        (16, 9, 1, &[0, 2, 6, 10, 16]),
        (16, 0x2000, 1, &[0, 2, 6, 10, 16]),
        (16, usize::MAX, 1, &[0, 2, 6, 10, 16]),
        (22, 2, 2, &[16, 18, 22, 24]),
        (24, 1, 3, &[22, 24, 26, 28]),
        // Within an instruction: the overlapping instruction does not count as one before it.
        (12, 1, 2, &[10, 12, 14]),
        (6, 1, 1, &[2, 6]),
        (0, 3, 1, &[0]),
        (0xFFFE, 0, 3, &[0xFFFE]),
    ] {
        let expected: Vec<Address> = expected.iter().map(|at: &u16| (*at).into()).collect();
        let found = session.program().around(session.look(), at, before, after);
        assert_eq!(found, expected, "{before} before and {after} from {at}");
    }
}

#[test]
fn words_are_completed() {
    let interpreter = Interpreter::new(Session::new(two_files(), 4_000_000), None);
    for (text, from, words) in [
        ("unt", 0, &["until"][..]),
        ("  back-o", 2, &["back-out", "back-over"]),
        ("until", 0, &[]),
        ("help ori", 5, &["origin"]),
        ("h back-c", 2, &["back-continue"]),
        ("break s", 6, &["sp", "start", "sub", "sub.s"]),
        ("break sub", 6, &["sub.s"]),
        ("print r1-inst", 9, &["instructions"]),
        ("print word(pa", 11, &["pair"]),
        ("print ä(pa", 9, &["pair"]),
        ("print p", 6, &["pair", "pc"]),
        ("print f", 6, &["fcw"]),
        ("print clo", 6, &["clocks"]),
        ("print S", 6, &["SIZE"]),
        ("print zz", 6, &[]),
        ("nothing he", 8, &[]),
    ] {
        let completion = interpreter.complete(text);
        assert_eq!(
            (completion.from, &completion.words[..]),
            (from, &words.iter().map(ToString::to_string).collect::<Vec<_>>()[..]),
            "{text}"
        );
    }
}

#[test]
fn a_row_of_memory_has_words_and_characters() {
    for (bytes, text) in [
        (&[][..], "1000                      "),
        (b"\x1f ~\x7f", "1000  1f20 7e7f           . ~."),
        (b"A", "1000  41                  A"),
        (b"ABCDEFGH", "1000  4142 4344 4546 4748 ABCDEFGH"),
    ] {
        assert_eq!(hex_row(0x1000, bytes), text, "{bytes:?}");
    }
    assert_eq!(
        hex_row(Address::segmented(1, 2), b"A"),
        "<<1>>0x0002  41                  A"
    );
}

/// The text after a command, which may contain clauses and quotation marks.
#[test]
fn clauses_begin_with_their_words_outside_of_texts() {
    let mut interpreter = Interpreter::new(Session::new(two_files(), 4_000_000), None);
    let mut said = |line: &str| {
        interpreter
            .execute(line, &mut |_| false)
            .map_or_else(|error| error.to_string(), |answer| answer.text)
    };
    assert_eq!(
        said("break start if r1 == 2 ignore 3 log \"in if \\\"{r1}\\\" once\" once"),
        "1 break start (0006) if r1 == 2 ignore 3 log \"in if \"{r1}\" once\" once"
    );
    assert_eq!(said("break  sub  once  if  r1"), "2 break sub (0022) if r1 once");
    assert_eq!(said("break t.s:12"), "3 break t.s:12 (000e 0012)");
    assert_eq!(said("break sub.s:1"), "4 break sub.s:2 (0022)");
    assert_eq!(said("break 8"), "5 break start+2 (0008)");
    assert_eq!(said("exception trap 7 if r1"), "6 exception trap 7 if r1");
    assert_eq!(
        said("watch change program intext,1"),
        "7 watch change program intext,1 (0020 to 0020 in program memory)"
    );
    assert_eq!(
        said("break start onces"),
        "expected the end of the line\n  start onces\n        ^^^^^"
    );
    assert!(said("break start log \"a").starts_with("unclosed quotation mark"));
    assert!(said("break start log \"{r1\"").starts_with("unclosed brace\n  {r1\n  ^^^"));
    assert!(said("break start since start").starts_with("unexpected `since start`"));
    assert!(said("break start once once").starts_with("duplicate `once`"));
    assert_eq!(said("delete 3"), "");
    assert_eq!(said("disable 1"), "");
    assert_eq!(said("enable 4"), "");
    assert_eq!(
        said("breakpoints"),
        "1 break start (0006) if r1 == 2 ignore 3 log \"in if \"{r1}\" once\" once, disabled\n\
         2 break sub (0022) if r1 once\n4 break sub.s:2 (0022)\n5 break start+2 (0008)\n6 exception trap 7 if r1\n\
         7 watch change program intext,1 (0020 to 0020 in program memory)"
    );
    assert_eq!(said("set r1 = 1 == 1"), "r1 = 0xffff = 65535 = -1");
    assert_eq!(said("set r1 = 2 <= 1"), "r1 = 0x0000 = 0");
    assert_eq!(said("set r1 = 3 != 3"), "r1 = 0x0000 = 0");
    assert_eq!(said("set [0x1004] = 5"), "[0x1004] = 0x0005 = 5");
    assert!(said("set r1 == 5").starts_with("missing `=`"));
    assert!(said("set r1 >= 5").starts_with("missing `=`"));
    assert_eq!(said("break :13"), "8 break t.s:13 (0016)");
}

/// The profile of a run, in all its formats. LD 7, INC 4, CALL 12, RET cc 10 taken and 7 not, NOP 7, HALT 8.
#[test]
fn a_profile_as_tables_and_files() {
    let program = two_files();
    let mut session = Session::new(program, 4_000_000);
    session.run(&Goal::Forever, &mut |_| false);
    let profiler: Profiler = session.profile(0);
    // Z is clear, so RET EQ is not taken. 7 + 8 + 2 * (12 + 7 + 10) + 14 + 8 + 8.
    assert_eq!(profiler.total(), 103);
    let clock: z8000::machine::Clock = "4000000".parse().expect("a frequency");
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}\n{}\n{}",
        profiler.report().table(clock, 9),
        profiler.report().table(clock, 1),
        profiler.lines_table(session.program(), 3),
        profiler.listing(session.program()),
        profiler.folded()
    ));
    assert_eq!(profiler.lines_table(session.program(), 0), "");
}

#[test]
fn files_have_what_the_commands_say() {
    let mut interpreter = Interpreter::new(Session::new(two_files(), 4_000_000), None);
    let folder = std::env::temp_dir().join(format!("z8000-debugger-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("out");
    let mut shown = String::new();
    for line in [
        "continue",
        "trace FILE since start",
        "trace FILE since start in sub",
        "trace FILE since start in sub,sub if r1 == 3",
        "trace FILE since start if 1/(r1-3) == 0",
        "folded FILE since start",
        "listing FILE since start",
        "mark",
        "trace FILE",
        "save FILE",
        "back 3",
        "trace FILE in 8",
        "trace FILE in 0x20",
    ] {
        let answer = interpreter.execute(&line.replace("FILE", &file.display().to_string()), &mut |_| false);
        let answer = answer.map_or_else(|error| error.to_string(), |answer| answer.text);
        let _ = writeln!(
            shown,
            "> {line}\n{}",
            answer.replace(&file.display().to_string(), "FILE")
        );
        if let Ok(text) = std::fs::read_to_string(&file) {
            shown += &text;
            std::fs::remove_file(&file).expect("it goes");
        }
    }
    std::fs::write(&file, "there").expect("a file");
    // A view must not wait for a pipe or a device.
    for name in [&*file.display().to_string(), "/dev/null"] {
        for command in ["save", "trace"] {
            let answer = interpreter.execute(&format!("{command} {name}"), &mut |_| false);
            let error = answer.expect_err("it exists").to_string();
            let expected = format!("{name} exists: choose another file, or remove it");
            assert!(error.ends_with(&expected), "{command}: {error}");
        }
    }
    assert_eq!(std::fs::read_to_string(&file).ok().as_deref(), Some("there"));
    std::fs::remove_dir_all(&folder).expect("it goes");
    insta::assert_snapshot!(shown);
}

/// A saved past is opened from its file, and its output and messages count as new.
#[test]
fn a_saved_past_is_opened_by_its_command() {
    let source = format!(
        "{HEAD}start: inb rl0,#0xff01\n bitb rl0,#0\n jr z,start\n inb rl0,#0xff03\n outb #0xff03,rl0\n halt\n"
    );
    let file = std::env::temp_dir().join(format!("z8000-debugger-past-{}", std::process::id()));
    let mut first = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let said =
        |interpreter: &mut Interpreter, line: &str| interpreter.execute(line, &mut |_| false).map(|answer| answer.text);
    said(&mut first, "send \"x\"").expect("input");
    let end = said(&mut first, "continue").expect("it halts");
    assert!(end.starts_with("console: x\nthe processor has halted\n"), "{end}");
    said(&mut first, &format!("save {}", file.display())).expect("a file");
    let recording: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).expect("a file")).expect("JSON");
    assert_eq!(
        (&recording["schema"], &recording["instructions"]),
        (&1.into(), &6.into())
    );
    assert_eq!(recording["changes"], serde_json::json!([{ "at": 0, "send": "x" }]));
    let mut second = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let opened = said(&mut second, &format!("open {}", file.display())).expect("the same program");
    assert!(opened.starts_with("console: x\n0016 start+16"), "{opened}");
    assert_eq!(second.session.now(), first.session.now());
    std::fs::remove_file(&file).expect("it goes");
}

/// Only the bytes of the program are known: addresses replace names, and instructions replace lines.
#[test]
fn a_program_without_lines_in_words() {
    // 0006: LD R15,#8000; 000a: CALR 0010; 000c: JR 000e; 000e: HALT; 0010: INC R1,#1; RET.
    let words = [0, 0x4000, 6, 0x210F, 0x8000, 0xDFFE, 0xE800, 0x7A00, 0xA910, 0x9E08_u16];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let program = Program::binary(&bytes, &[0x41, 0x42], None, &Memory::default(), None).expect("a program");
    let mut interpreter = Interpreter::new(Session::new(program, 4_000_000), None);
    let mut shown = String::new();
    for line in [
        "where",
        "info",
        "list",
        "break :5",
        "break t.s:5",
        "break 0x10",
        "continue",
        "stack",
        "counts",
        "out",
        "memory 0,4",
        "symbols",
        "disassemble 6,9",
        "continue",
        "continue",
        "profile since start",
        "counts since start",
        "counts 0x10 since start",
        "origin 0x7ffe",
        "trace 3",
        "clocks",
        "find \"AB\"",
    ] {
        let said = interpreter.execute(line, &mut |_| false);
        let said = said.map_or_else(|error| error.to_string(), |answer| answer.text);
        let _ = writeln!(shown, "> {line}\n{said}");
    }
    shown += &interpreter.session.profile(0).listing(interpreter.session.program());
    shown += &interpreter
        .session
        .profile(0)
        .lines_table(interpreter.session.program(), 2);
    insta::assert_snapshot!(shown);
}

/// Carriage returns are omitted, and so are line feeds before the first character and after the last.
#[test]
fn output_is_a_text() {
    let source = format!(
        "{HEAD}start: ld r3,#text\n1: ldb rl0,@r3\n testb rl0\n jr z,2f\n outb #0xff03,rl0\n inc r3,#1\n jr 1b\n2: halt\n \
         .data\n .org 0x100\ntext: .byte 13,10,13,10,'a',13,10,13,'b',' ',10,13,10,0\n"
    );
    let mut interpreter = Interpreter::new(Session::new(program(&source), 4_000_000), None);
    let answer = interpreter.execute("continue", &mut |_| false).expect("it halts");
    assert!(
        answer.text.starts_with("console: a\nb\nthe processor has halted\n"),
        "{}",
        answer.text
    );
    assert_eq!(answer.data["console"], "\r\n\r\na\r\n\rb \n\r\n");
}
