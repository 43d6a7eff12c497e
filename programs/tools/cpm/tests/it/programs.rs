//! Executables of all kinds, how they start, and how one starts another.

use std::fs;

use tempfile::TempDir;
use z8000::bus::Location;
use z8000_asm::{Memory as Sources, Options, Processor, assemble};
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::drive::{Folder, Volume};
use z8000_cpm::memory;
use z8000_cpm::program::{LoadError, load};
use z8000_cpm::{Fault, Host, Stop};
use z8000_object::xout;

use crate::calls::{Calls, read};

/// Assembles a program.
pub(crate) fn program(source: &str, options: Options) -> Vec<u8> {
    let sources = Sources::new([("test.s", source)]);
    let assembly = assemble(&sources, "test.s", &options).expect("the program assembles");
    xout::write(&assembly.program()).expect("a program")
}

pub(crate) fn options(one_memory: bool, processor: Processor) -> Options {
    Options { one_memory, processor, ..Options::default() }
}

const ECHO: &str = include_str!("programs/echo.s");

const SEGMENTED: &str = include_str!("programs/segmented.s");

/// Runs a program to its end, and returns its output.
pub(crate) fn shown(program: &[u8], arguments: &[&str]) -> Result<(Host, String), Fault> {
    let console = SharedScript::default();
    let mut host = Host::new(Box::new(console.clone()));
    let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
    host.start(program, &Command::new("TEST", &arguments), 0)
        .expect("it loads");
    let stop = host.run(1_000_000)?;
    assert_eq!(stop, Stop::Ended);
    Ok((host, String::from_utf8_lossy(&console.take()).into_owned()))
}

#[test]
fn programs_of_all_kinds_find_their_command_tail() {
    for (source, one_memory, processor, magic) in [
        (ECHO, false, Processor::Z8002, [0xEE, 0x0B]),
        (ECHO, true, Processor::Z8002, [0xEE, 0x03]),
        (SEGMENTED, false, Processor::Z8001, [0xEE, 0x01]),
    ] {
        let bytes = program(source, options(one_memory, processor));
        assert_eq!(bytes[..2], magic);
        let (_, text) = shown(&bytes, &["a.b", "-x"]).expect("it runs");
        assert_eq!(text, " A.B -X", "{magic:?}");
    }
    // EE07 is loaded like EE03.
    let mut shared = program(ECHO, options(true, Processor::Z8002));
    shared[1] = 0x07;
    assert_eq!(shown(&shared, &["x"]).expect("it runs").1, " X");
}

#[test]
fn the_base_page_says_where_everything_is() {
    let bytes = program(ECHO, options(false, Processor::Z8002));
    let (host, _) = shown(&bytes, &["b:one.c", "*.h"]).expect("it runs");
    let page = |offset: u16| Location::new(8, 0xFF00 + offset);
    let long = |offset| host.memory().long(page(offset));
    assert_eq!((long(0x00), long(0x04)), (0x0800_0000, 0x0800_FEFC));
    assert_eq!((long(0x08), long(0x10), long(0x14)), (0x0800_0000, 0x0800_0000, 2));
    assert_eq!((long(0x18), long(0x1C), long(0x20)), (0x0800_0002, 0, 0xFE00 - 2));
    // The sum of the lengths of its instructions.
    assert_eq!(long(0x0C), 38);
    assert_eq!(host.memory().byte(page(0x24)), 1);
    let bytes = |offset: u16| host.memory().read::<12>(page(offset));
    assert_eq!(&bytes(0x5C), b"\x02ONE     C  ");
    assert_eq!(&bytes(0x38), b"\0????????H  ");
    assert_eq!(host.memory().read::<15>(page(0x80)), *b"\x0C B:ONE.C *.H\0\0");
}

/// LDK R1,#5 at 0, then the instruction: the registers are those before that instruction.
#[test]
fn what_no_program_may_do_is_told_with_its_place() {
    for word in [0x7A00_u16, 0x7C01, 0x7B00, 0x3D12, 0x3600] {
        let source = format!(".z8002\n .text\n ldk r1,#5\n .word {word:#x},0,0\n");
        let fault = shown(&program(&source, options(true, Processor::Z8002)), &[])
            .map(|_| ())
            .expect_err("a fault");
        let (Fault::Privileged { word: found, registers } | Fault::Undefined { word: found, registers }) = fault else {
            panic!("{word:04x}: {fault}");
        };
        assert_eq!(
            (found, registers.segment, registers.pc),
            (word, memory::SEGMENT, 2),
            "{word:04x}"
        );
        assert_eq!((registers.general[1], registers.fcw & 0xC000), (5, 0), "{word:04x}");
    }
}

#[test]
fn what_is_no_program_is_not_loaded() {
    let mut memory = memory::empty();
    let good = program(ECHO, options(false, Processor::Z8002));
    let mut object = good.clone();
    object[1] = 0x02;
    assert_eq!(load(&mut memory, &object), Err(LoadError::NotLinked));
    for length in 0..good.len() {
        assert!(load(&mut memory, &good[..length]).is_err(), "{length}");
    }
    // Data that does not fit below stack and base page; code next to a stack that fills its segment.
    let bss = format!("{ECHO}\n.bss\n.space 0xFDFF\n");
    let bss = program(&bss, options(false, Processor::Z8002));
    let full = b"\xEE\x01\0\x02\0\0\0\x02\0\0\0\0\0\0\0\0\x05\x02\xFF\xFF\x05\x03\0\x02\0\0";
    let mut beyond = [&bss[..], full].into_iter().map(|bytes| load(&mut memory, bytes));
    assert!(beyond.all(|loaded| matches!(loaded, Err(LoadError::Memory { .. }))));
    let data = b"\xEE\x0B\0\x01\0\0\0\x02\0\0\0\0\0\0\0\0\0\x05\0\x02\0\0";
    assert_eq!(load(&mut memory, data), Err(LoadError::NoCode));
    assert!(load(&mut memory, b"hello").is_err());
}

#[test]
fn instructions_for_an_absent_unit_are_skipped() {
    let source = "
        .z8002
        .text
        .word   0x8f04, 0x0001          ! registers and unit
        .word   0x0f45, 0x0001          ! memory and unit
        .word   0x4f05, 0x0001, 0x1234  ! memory at an address, and unit
        ldk     r7,#1
        add     r7,#'0'
        ld      r5,#2
        sc      #2
        clr     r5
        sc      #2
";
    let bytes = program(source, options(false, Processor::Z8002));
    let (host, text) = shown(&bytes, &[]).expect("it runs");
    assert_eq!(text, "1");
    // The two instructions with an operand in memory are computations.
    assert_eq!(host.unit_operands(), 2);
}

#[test]
fn what_no_program_may_do_ends_it_with_its_place() {
    for (instruction, message) in [
        ("halt", "the instruction 7a00 is privileged"),
        (".word 0x3f3f", "the instruction 3f3f is privileged"),
        ("sc #7", "SC #7 is not implemented"),
        ("ld r3,#13\n sc #3", "BIOS function 13 is not implemented"),
        ("ld r5,#200\n sc #2", "BDOS function 200 is not implemented"),
    ] {
        let source = format!(".z8002\n.text\n ld r1,#0x1234\n {instruction}\n");
        let bytes = program(&source, options(false, Processor::Z8002));
        let fault = shown(&bytes, &[])
            .err()
            .map(|fault| fault.to_string())
            .unwrap_or_default();
        assert!(fault.starts_with(message), "{instruction}: {fault}");
        assert!(fault.contains("R1 1234"), "{fault}");
        assert!(fault.contains("PC 0a:00"), "{fault}");
    }
}

/// Copies the program's instructions to its data through SC #1, and displays them.
#[test]
fn memory_is_copied_between_spaces() {
    let source = "
        .z8002
        .text
        jr      start
letter: .ascii  \"OK\"
start:  clr     r2
        clr     r3
        ld      r5,#5                   ! instructions of the program, as data
        ld      r7,#letter
        sc      #1
        ldl     rr8,rr6
        ld      r5,#4                   ! its data
        ld      r7,#buffer
        sc      #1
        ldl     rr4,rr6
        ldl     rr6,rr8
        ldl     rr2,#2
        sc      #1
        ldb     rl7,buffer
        ld      r5,#2
        sc      #2
        ldb     rl7,buffer+1
        ld      r5,#2
        sc      #2
        clr     r5
        sc      #2
        .data
buffer: .word   0
";
    for one_memory in [false, true] {
        let bytes = program(source, options(one_memory, Processor::Z8002));
        assert_eq!(shown(&bytes, &[]).expect("it runs").1, "OK", "{one_memory}");
    }
}

#[test]
fn a_program_chains_to_another() {
    let folder = TempDir::new().expect("a folder");
    fs::write(
        folder.path().join("echo.z8k"),
        program(ECHO, options(false, Processor::Z8002)),
    )
    .expect("a file");
    for (line, text) in [("\\nECHO one", Some(" ONE")), ("NOTHERE x", None)] {
        let line = match line.strip_prefix("\\n") {
            Some(line) => format!(".byte {}\n.ascii \"{line}\"", line.len()),
            None => format!(".asciz \"{line}\""),
        };
        let source =
            format!(".z8002\n.text\n ld r7,#line\n ld r5,#26\n sc #2\n ld r5,#47\n sc #2\n.data\nline: {line}\n");
        let bytes = program(&source, options(false, Processor::Z8002));
        let console = SharedScript::default();
        let mut host = Host::new(Box::new(console.clone()));
        let storage = Folder::new(folder.path()).expect("a folder");
        host.mount(0, Volume::new(Box::new(storage), false).expect("a drive"));
        host.start(&bytes, &Command::new("TEST", &[]), 0).expect("it loads");
        match text {
            Some(text) => {
                assert_eq!(host.run(100_000).expect("it runs"), Stop::Ended);
                assert_eq!(console.take(), text.as_bytes());
            }
            None => assert!(matches!(host.run(100_000), Err(Fault::NoProgram(name)) if name == "NOTHERE")),
        }
    }
}

/// Without a type, a name means first a program of the user, then any file of the user, then one of user 0.
#[test]
fn a_program_of_the_user_comes_before_one_of_user_0() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("3")).expect("a folder");
    fs::write(folder.path().join("echo.z8k"), "user 0").expect("a file");
    fs::write(folder.path().join("3/echo"), "user 3").expect("a file");
    // The program sets user 3 and chains to ECHO, which is not a program.
    let source = ".z8002\n.text\n ld r7,#3\n ld r5,#32\n sc #2\n ld r7,#line\n ld r5,#26\n sc #2\n\
                  ld r5,#47\n sc #2\n.data\nline: .asciz \"ECHO\"\n";
    let bytes = program(source, options(false, Processor::Z8002));
    let mut host = Host::new(Box::new(SharedScript::default()));
    let storage = Folder::new(folder.path()).expect("a folder");
    host.mount(0, Volume::new(Box::new(storage), false).expect("a drive"));
    assert_eq!(host.find("ECHO").expect("a file").0[..6], *b"user 0");
    host.start(&bytes, &Command::new("TEST", &[]), 0).expect("it loads");
    assert!(matches!(host.run(100_000), Err(Fault::Load { name, .. }) if name == "ECHO"));
    assert_eq!(host.find("ECHO").expect("a file").0[..6], *b"user 3");
}

#[test]
fn a_program_may_be_named_with_its_drive() {
    let folders = [TempDir::new().expect("a folder"), TempDir::new().expect("a folder")];
    let mut host = Host::new(Box::new(SharedScript::default()));
    for (drive, (folder, contents)) in [0, 15].into_iter().zip(folders.iter().zip(["on A", "on P"])) {
        fs::write(folder.path().join("echo.z8k"), contents).expect("a file");
        let storage = Folder::new(folder.path()).expect("a folder");
        host.mount(drive, Volume::new(Box::new(storage), false).expect("a drive"));
    }
    for (name, expected) in [
        ("ECHO", Some((b"on A", 0))),
        ("A:ECHO", Some((b"on A", 0))),
        ("a:echo.z8k", Some((b"on A", 0))),
        ("P:ECHO", Some((b"on P", 15))),
        ("p:ECHO", Some((b"on P", 15))),
        // Drives without a disk, the letter after the last drive, and a character that is not a letter.
        ("B:ECHO", None),
        ("o:ECHO", None),
        ("Q:ECHO", None),
        ("z:ECHO", None),
        (":ECHO", None),
        ("AP:ECHO", None),
        ("1:ECHO", None),
        ("@:ECHO", None),
        ("[:ECHO", None),
        ("é:ECHO", None),
        ("A:", None),
        ("A:A:ECHO", None),
    ] {
        match (host.find(name), expected) {
            (Ok((bytes, drive)), Some((contents, number))) => {
                assert_eq!((&bytes[..4], drive), (&contents[..], number), "{name}");
            }
            (Err(Fault::NoProgram(missing)), None) => assert_eq!(missing, name),
            (found, _) => panic!("{name}: {found:?}"),
        }
    }
}

/// A vector number, the new address, and space for the old one.
#[test]
fn exception_vectors_are_kept_but_not_those_of_the_system() {
    let mut calls = Calls::default();
    let block = |calls: &mut Calls, number: u8, address: u8| calls.bytes(&[0, number, 0, 0, 0, address, 9, 9, 9, 9]);
    let blocks = [(2, 1), (2, 2), (36, 3), (34, 4), (12, 5), (40, 6)].map(|(number, address)| {
        let block = block(&mut calls, number, address);
        (block, calls.call(61, block))
    });
    let mut host = Host::new(Box::new(SharedScript::default()));
    let results = calls.run(&mut host).expect("it runs");
    let found = blocks.map(|(block, call)| (results[call], read(&host, block + 6, 4)));
    let refused = (0xFFFF, vec![9, 9, 9, 9]);
    assert_eq!(
        found,
        [
            (0, vec![0, 0, 0, 0]),
            (0, vec![0, 0, 0, 1]),
            (0, vec![0, 0, 0, 0]),
            refused.clone(),
            refused.clone(),
            refused
        ]
    );
}

#[test]
fn a_line_is_a_program_and_its_tail() {
    let command = Command::parse("  b:zcc2 a.b  -o c\r\n").expect("a command");
    assert_eq!(
        (command.program.as_str(), command.tail.as_str()),
        ("B:ZCC2", " A.B  -O C")
    );
    assert_eq!(Command::parse(" \r\n"), None);
}

#[test]
fn words_become_blocks() {
    let bytes = program(ECHO, options(false, Processor::Z8002));
    for (word, drive, name) in [
        ("hello.c", 0, b"HELLO   C  "),
        ("b:x*.?", 2, b"X???????\x3F  "),
        ("*.*", 0, b"???????????"),
        ("P:", 16, b"           "),
        ("toolongname.type", 0, b"TOOLONGNTYP"),
        ("..", 0, b"        .  "),
    ] {
        let mut host = Host::new(Box::new(SharedScript::default()));
        let command = Command { program: "TEST".to_owned(), tail: format!(" {word}") };
        host.start(&bytes, &command, 0).expect("it loads");
        let block = host.memory().read::<12>(Location::new(8, 0xFF5C));
        assert_eq!((block[0], &block[1..]), (drive, &name[..]), "{word}");
    }
}
