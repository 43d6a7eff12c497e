//! The functions of the BIOS, as numbered in the CP/M-8000 System Guide: by SC #3, and by function 50 of the BDOS.

use z8000::bus::Location;
use z8000_asm::Processor;
use z8000_cpm::Stop;

use crate::calls::{Calls, read, result};
use crate::programs::{options, program, shown};

/// Calls the BIOS by function 50: its number in a word, and two long words.
fn bios(calls: &mut Calls, number: u8, first: u32, second: u32) -> usize {
    let block = [&[0, number][..], &first.to_be_bytes(), &second.to_be_bytes()].concat();
    let block = calls.bytes(&block);
    calls.call(50, block)
}

#[test]
fn function_50_calls_the_bios() {
    let mut calls = Calls::default();
    let rows = [
        // Console: no key; then keys that were typed; a character is displayed.
        (2, 0, 0, 0xFF),
        (3, 0, 0, u16::from(b'k')),
        (2, 0, 0, 0),
        (4, u32::from(b'!'), 0, 0),
        // List device: a character, and its status, ready. Auxiliary output, and the end of auxiliary input.
        (5, u32::from(b'l'), 0, 0),
        (15, 0, 0, 0xFF),
        (6, u32::from(b'a'), 0, 0),
        (7, 0, 0, 0x1A),
        // The I/O byte.
        (20, 0x95, 0x11, 0),
        (19, 0, 0, 0x95),
        (21, 0, 0, 0),
        // Returns the previous vector of an exception; others are unused.
        (22, 2, 0x0102_0304, 0),
        (22, 2, 0x0506_0708, 0x0304),
        (22, 3, 0, 0),
        (22, 2, 0, 0x0708),
        (22, 255, 1, 0),
        (22, 255, 2, 0),
    ];
    let made = rows.map(|(number, first, second, _)| bios(&mut calls, number, first, second));
    // The same byte by functions 7 and 8 of the BDOS.
    let (before, set, after) = (calls.call(7, 0), calls.call(8, 0x0163), calls.call(7, 0));
    let regions = bios(&mut calls, 18, 0, 0);
    // A warm start ends the program.
    bios(&mut calls, 1, 0, 0);
    bios(&mut calls, 4, u32::from(b'?'), 0);
    let (console, mut host) = calls.started();
    console.send("k");
    assert_eq!(host.run(10_000).expect("it runs"), Stop::Ended);
    for (call, row) in made.into_iter().zip(rows) {
        assert_eq!(result(&host, call), row.3, "{row:x?}");
    }
    assert_eq!([before, set, after].map(|call| result(&host, call)), [0x95, 0, 0x63]);
    assert_eq!((console.take(), host.listing().kept()), (b"!".to_vec(), &b"l"[..]));
    // Four regions of 64 KB: segment 10 for programs with one space, segment 8 for the instructions and for the data of
    // those with two, and segment 10 with these instructions as data.
    let table = Location::new(127, result(&host, regions));
    let long = |offset| host.memory().long(table.plus(offset));
    assert_eq!(host.memory().word(table), 4);
    for (number, segment) in (0..).zip([10, 8, 8, 10]) {
        assert_eq!(
            [long(2 + 8 * number), long(6 + 8 * number)],
            [segment << 24, 0x1_0000],
            "{number}"
        );
    }
}

/// The function number is in R3, the arguments are in RR4 and RR6, and RR6 returns the whole previous vector.
#[test]
fn sc_3_calls_the_bios() {
    let exception = "ldl rr4,#36\n ld r3,#22\n sc #3\n";
    let source = format!(
        ".z8002\n.text\n ldl rr6,#0x01020304\n {exception} ldl rr6,#0\n {exception} ldl old,rr6\n
        clr r3\n sc #3\n ldl old,rr4\n.data\nold: .long 0\n"
    );
    let bytes = program(&source, options(false, Processor::Z8002));
    let (host, _) = shown(&bytes, &[]).expect("a cold start ends it");
    assert_eq!(read(&host, 0, 4), [1, 2, 3, 4]);
}

/// Function 63 of the BDOS: bit 0 of the first word requests a change of the limits.
#[test]
fn the_limits_of_memory_are_kept() {
    let mut calls = Calls::default();
    let set = calls.bytes(b"\x00\x01\x08\x00\x12\x34\x08\x00\xAB\xCD");
    let get = calls.bytes(&[0; 10]);
    let made = [set, get].map(|block| calls.call(63, block));
    let (_, mut host) = calls.started();
    assert_eq!(host.run(10_000).expect("it runs"), Stop::Ended);
    assert_eq!(made.map(|call| result(&host, call)), [0, 0]);
    assert_eq!(read(&host, get, 10), *b"\x00\x00\x08\x00\x12\x34\x08\x00\xAB\xCD");
}
