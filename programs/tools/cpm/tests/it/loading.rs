//! SC #1, which maps addresses and transfers control, and function 59, by which a program loads another.

use std::fs;

use tempfile::TempDir;
use z8000::bus::Location;
use z8000_asm::Processor;
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::drive::Folder;
use z8000_cpm::program::load;
use z8000_cpm::{Host, Stop, memory};

use crate::calls::host;
use crate::programs::{options, program, shown};

/// Returns the location after a mark in the memory of a program.
fn after_mark(host: &Host, segment: u8) -> Location {
    let at = |offset| Location::new(segment, offset);
    let found = (0..0x1000).find(|&offset| host.memory().read::<4>(at(offset)) == *b"MARK");
    at(found.expect("the mark") + 4)
}

/// A row has a space, a given address and two mapped addresses: in a program with two spaces, in segment 8, whose
/// instructions are visible as data in segment 10, and in a program with one, in segment 10. The system is in 127.
#[test]
fn addresses_are_mapped_to_their_spaces() {
    let rows: [(u16, u32, [u32; 2]); 15] = [
        (0, 0x0300_1234, [0x0800_1234, 0x0A00_1234]),
        (1, 0x0300_1234, [0x0A00_1234, 0x0A00_1234]),
        (2, 0x0300_1234, [0x7F00_1234; 2]),
        (3, 0x0300_FFFF, [0x7F00_FFFF; 2]),
        (4, 0x0300_1234, [0x0800_1234, 0x0A00_1234]),
        (5, 0x0300_1234, [0x0A00_1234, 0x0A00_1234]),
        (6, 0x0300_1234, [0x0300_1234; 2]),
        // As the processor accesses it: the segment is unchanged.
        (0xFF01, 0x0300_1234, [0x0800_1234, 0x0A00_1234]),
        (0xFF05, 0x0300_1234, [0x0800_1234, 0x0A00_1234]),
        // From here, the program's segment is 5, with one space; the caller's is unchanged.
        (0xFFFF, 0x0500_0000, [0x0500_0000; 2]),
        (4, 0x0300_1234, [0x0500_1234; 2]),
        (5, 0x0300_1234, [0x0500_1234; 2]),
        (0, 0x0300_1234, [0x0800_1234, 0x0A00_1234]),
        // A segmented program names its segments itself.
        (0xFFFF, 0x8000_0000, [0x8000_0000; 2]),
        (4, 0x0300_1234, [0x0300_1234; 2]),
    ];
    let table: String = rows
        .iter()
        .map(|(space, given, _)| format!(" .word {space:#x}\n .long {given:#x}\n"))
        .collect();
    // The long word of each row is replaced by the result of SC #1.
    let source = format!(
        ".z8002\n.text\n ld r10,#rows\n1: cp r10,#end\n jr eq,2f\n clr r2\n clr r3\n ld r5,@r10\n ldl rr6,2(r10)\n sc #1\n \
         ldl 2(r10),rr6\n inc r10,#6\n jr 1b\n2: clr r5\n sc #2\n.data\n .ascii \"MARK\"\nrows:\n{table}end: .word 0\n"
    );
    for (column, (one_memory, segment)) in [(false, 8), (true, 10)].into_iter().enumerate() {
        let bytes = program(&source, options(one_memory, Processor::Z8002));
        let (host, _) = shown(&bytes, &[]).expect("it runs");
        let rows_at = after_mark(&host, segment);
        for (number, (space, given, expected)) in (0..).zip(rows) {
            let found = host.memory().long(rows_at.plus(6 * number + 2));
            assert_eq!(found, expected[column], "{space:x} {given:x} {one_memory}");
        }
    }
}

/// A context contains R0 to R15, an unused word, FCW and PC.
#[test]
fn control_is_transferred_to_a_context() {
    let registers: String = (0..16).map(|n| format!(" .word {:#x}\n", 0x1110 + n)).collect();
    let source = format!(
        ".z8002\n.text\n clr r2\n clr r3\n ld r5,#-2\n ld r6,#0x0A00\n ld r7,#context\n sc #1\n ld r5,#2\n ld r7,#'?'\n sc #2\n\
         there: jr ne,1f\n ldm found,r0,#16\n1: clr r5\n sc #2\n.data\n .ascii \"MARK\"\nfound: .space 32\n\
         context:\n{registers} .word 0xEEEE\n .word 0x40C0\n .word 0x0A00,there\n"
    );
    let bytes = program(&source, options(true, Processor::Z8002));
    // Control does not return, and stays in normal mode, in which SC still works.
    let (host, text) = shown(&bytes, &[]).expect("it runs");
    assert_eq!(text, "");
    let found = after_mark(&host, 10);
    let registers: [u16; 16] = std::array::from_fn(|n| host.memory().word(found.plus(2 * n as u16)));
    assert_eq!(registers, std::array::from_fn(|n| 0x1110 + n as u16));
}

/// The block of function 59: the addresses of a file control block and of two limits, which the loader replaces by the
/// first instruction, then base page, stack and flags.
#[test]
fn a_program_loads_another() {
    let folder = TempDir::new().expect("a folder");
    let segmented = program(include_str!("programs/segmented.s"), options(false, Processor::Z8001));
    let echo = |one_memory| program(include_str!("programs/echo.s"), options(one_memory, Processor::Z8002));
    let object = {
        let mut object = segmented.clone();
        object[1] = 0x00;
        object
    };
    let large = b"\xEE\x01\0\x02\0\0\0\x02\0\0\0\0\0\0\0\0\x05\x02\xFF\xFF\x05\x03\0\x02\0\0";
    for (name, contents) in [
        ("SEG", &segmented[..]),
        ("SPLIT", &echo(false)),
        ("OBJECT", &object),
        ("TEXT", b"hello"),
        ("LARGE", large),
    ] {
        fs::write(folder.path().join(name), contents).expect("a file");
    }
    let source = |name: &str| {
        format!(
            ".z8002\n.text\n ld r7,#block\n ld r5,#59\n sc #2\n ld code,r7\n clr r5\n sc #2\n.data\n .ascii \"MARK\"\n\
             code: .word 0xEEEE\nblock: .word 0x0A00,fcb\n .long 0x11111111,0x22222222,0x33333333,0x44444444\n .word 0x5555\n\
             fcb: .byte 0\n .ascii \"{name:11}\"\n .space 24\n"
        )
    };
    // Split spaces and segmented mode each have a flag.
    for (name, code, flags) in [
        ("SEG", 0, 0x2000),
        ("NONE", 3, 0x5555),
        ("TEXT", 1, 0x5555),
        ("OBJECT", 1, 0x5555),
        ("LARGE", 2, 0x5555),
    ] {
        let bytes = program(&source(name), options(true, Processor::Z8002));
        let mut host = host(Folder::new(folder.path()).expect("a folder"));
        host.start(&bytes, &Command::new("LOAD", &[]), 0).expect("it loads");
        assert_eq!(host.run(10_000).expect("it runs"), Stop::Ended, "{name}");
        let at = after_mark(&host, 10);
        let (found, block) = (host.memory().word(at), at.plus(2));
        let long = |offset| host.memory().long(block.plus(offset));
        let expected = if code == 0 {
            let loaded = load(&mut memory::empty(), &segmented).expect("a program");
            [
                memory::pair(loaded.start),
                0x2222_2222,
                memory::pair(loaded.page),
                memory::pair(loaded.stack),
            ]
        } else {
            [0x1111_1111, 0x2222_2222, 0x3333_3333, 0x4444_4444]
        };
        assert_eq!((found, [4, 8, 12, 16].map(long)), (code, expected), "{name}");
        assert_eq!(host.memory().word(block.plus(20)), flags, "{name}");
    }
    // In the host's memory, the loaded instructions are where the program says: in segment 1.
    let mut memory = memory::empty();
    let loaded = load(&mut memory, &segmented).expect("a program");
    assert_eq!(
        (loaded.start, loaded.segmented, loaded.split),
        (Location::new(1, 0), true, false)
    );
    let console = SharedScript::default();
    let mut host = Host::new(Box::new(console));
    host.start(&segmented, &Command::new("SEG", &[]), 0).expect("it loads");
    assert_eq!(host.run(10_000).expect("it runs"), Stop::Ended);
}
