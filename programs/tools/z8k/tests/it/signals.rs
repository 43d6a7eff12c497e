//! Ctrl-C and SIGTERM end every long run, and the requested files are written.

use std::fs;

use crate::commands::folder;
use crate::ending::{LongRun, SIGNALS, ended_by, ends_on_signals};

/// A program that never ends.
const LOOP: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\tinc r1,#1\n\tjr start\n";

/// A program that repeats no state for 2^32 rounds, so that the debugger does not detect an endless loop.
const LONG: &str = "\t.text\n\t.org 0\n\t.word 0,0x4000,start\nstart:\taddl rr0,#1\n\tjr start\n";

const MACHINE: &str = "[[memory]]\nkind = \"ram\"\nsize = 0x10000\n";

/// All commands that may run for a long time.
const RUNS: &[LongRun] = &[
    ("run loop.s --save board.save", "board.save", "interrupted after "),
    ("run loop.s --coverage loop.cov", "loop.cov", "interrupted after "),
    (
        "run loop.s --machine m.toml --save machine.save",
        "machine.save",
        "interrupted after ",
    ),
    (
        "profile loop.s --folded loop.folded",
        "loop.folded",
        "interrupted after ",
    ),
    ("profile loop.s --listing loop.lst", "loop.lst", "interrupted after "),
    ("profile loop.s --format json", "", "\"routine\": \"start\""),
    ("cpm loop.s --coverage cpm.cov", "cpm.cov", "interrupted: "),
    (
        "debug long.s --limit-clocks 1000000000000 --batch go",
        "",
        "\"reason\":\"interrupted\"",
    ),
];

#[test]
#[cfg_attr(not(feature = "compiled"), ignore = "some of its commands execute native code")]
fn signals_end_every_long_run() {
    let folder = folder("signals");
    for (name, text) in [
        ("loop.s", LOOP),
        ("long.s", LONG),
        ("go", "continue\nwhere\n"),
        ("m.toml", MACHINE),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    ends_on_signals(env!("CARGO_BIN_EXE_z8k"), &folder, RUNS);
}

/// Data that the program was told are written are in the image, however the run ends.
#[test]
fn an_image_keeps_what_was_written_before_a_signal() {
    const DISK: &str = "[[serial]]\noutput = \"sent\"\n[[disk]]\nimage = \"disk.img\"\nwritable = true\n";
    let folder = folder("signals-image");
    fs::write(folder.join("writes.s"), include_str!("signals/writes.s")).expect("a program");
    fs::write(folder.join("m.toml"), format!("{MACHINE}{DISK}")).expect("a machine");
    for (signal, status) in SIGNALS {
        fs::write(folder.join("disk.img"), vec![0xFF; 64 * 512]).expect("a disk");
        let _ = fs::remove_file(folder.join("sent"));
        let line = "run writes.s --machine m.toml --allow disk.img";
        let (ended, _, said) = ended_by(env!("CARGO_BIN_EXE_z8k"), &folder, line, signal);
        assert_eq!(ended, Some(status), "{said}");
        let number = |bytes: &[u8]| u32::from_be_bytes(bytes.try_into().expect("four bytes"));
        let sent = fs::read(folder.join("sent")).expect("what was sent");
        let last = sent.chunks_exact(4).last().map(number).expect("a sector");
        assert!(last > 64, "{said}");
        let disk = fs::read(folder.join("disk.img")).expect("the disk");
        for (n, sector) in (0..).zip(disk.chunks(512)) {
            let found = number(&sector[..4]);
            assert!(sector.chunks(4).all(|bytes| number(bytes) == found), "{n} is torn");
            let expected = last - (last - n) % 64;
            // One more sector may be written without having been reported.
            assert!(
                found == expected || found == expected + 64 && found == last + 1,
                "{n}: {found}, {last}"
            );
        }
    }
}
