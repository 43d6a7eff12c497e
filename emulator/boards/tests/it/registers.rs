//! Tests every row of the tables in docs/reference/devices.md, by scripts of port accesses. Expected values are from
//! the data sheets that the scripts name.
//!
//! A script begins with a description. A case begins with `=`; its steps are `w PORT BYTE...`, `r PORT BYTE...`; `t
//! CLOCKS`, which waits for at least that many clocks; `i BYTE` or `i none`, the vector of one interrupt, or no
//! interrupt; `p PORT`, which polls bit 0; `s PORT COUNT`, which reads without checking, and `f PORT BYTE COUNT`, which
//! writes the same byte repeatedly; `o PORT WORD`, which writes a word; and `b`, a reset of the bus. Numbers are
//! hexadecimal, except clocks and counts. The titles of resets.txt are the rows of the page's table.

use std::fs;
use std::path::Path;

use z8000::machine::{Machine, Stop};

use crate::common::{folder, machine, run, sections};
use crate::devices::RAM;

#[path = "../../examples/reset_reference.rs"]
#[allow(dead_code, reason = "its main function is the program's")]
mod reset_reference;

/// The address of the values that were read, and the mark of an interrupt that did not occur.
const FOUND: usize = 0x8000;
const NONE: u16 = 0x1FF;

/// Returns the events on the other end of a line: the script on the page about descriptions, and more.
fn events() -> String {
    let page = fs::read_to_string(reset_reference::path().with_file_name("machine.md")).expect("the page");
    let (_, script) = page.split_once("```text\n1").expect("a script");
    let more = "50000 cts off\n60000 cts on\n70000 dcd on\n80000 break on # a comment\n\n90000 break off\n";
    format!("1{}{more}", script.split("```").next().expect("its end"))
}

/// Returns the program of some steps, and its expected values: bytes, and vectors of interrupts.
fn program(steps: &[&str], found: usize) -> (String, Vec<u16>) {
    let mut source = format!("  .org 0x100\n lda r2,psa\n ldctl psap,r2\n ld r10,#{found}\n");
    let mut expected = Vec::new();
    for step in steps {
        let words: Vec<&str> = step.split_whitespace().collect();
        let number = |word: &str| u16::from_str_radix(word, 16).unwrap_or_else(|_| panic!("a number in `{step}`"));
        match words[..] {
            ["w", port, ref bytes @ ..] => {
                for byte in bytes {
                    source += &format!(" ldb rl0,#{}\n outb #{},rl0\n", number(byte), number(port));
                }
            }
            ["r", port, ref bytes @ ..] => {
                for byte in bytes {
                    source += &format!(" clr r0\n inb rl0,#{}\n ld @r10,r0\n inc r10,#2\n", number(port));
                    expected.push(number(byte));
                }
            }
            ["t", clocks] => {
                // An iteration takes 11 clocks.
                let rounds = clocks.parse::<u16>().expect("clocks").div_ceil(11);
                source += &format!(" ld r7,#{rounds}\n1: djnz r7,1b\n");
            }
            ["o", port, word] => source += &format!(" ld r0,#{}\n out #{},r0\n", number(word), number(port)),
            ["p", port] => source += &format!("1: inb rl0,#{}\n bitb rl0,#0\n jr z,1b\n", number(port)),
            ["s", port, count] => source += &format!(" ld r7,#{count}\n1: inb rl0,#{}\n djnz r7,1b\n", number(port)),
            ["f", port, byte, count] => {
                let (port, byte) = (number(port), number(byte));
                source += &format!(" ld r7,#{count}\n ldb rl0,#{byte}\n1: outb #{port},rl0\n djnz r7,1b\n");
            }
            ["i", vector] => {
                source += &format!(" ld r6,#{NONE}\n ei vi\n nop\n nop\n di vi\n ld @r10,r6\n inc r10,#2\n");
                expected.push(if vector == "none" { NONE } else { number(vector) });
            }
            _ => panic!("`{step}` is no step"),
        }
    }
    // The handler disables further interrupts.
    source += " halt\n .org 0x4000\npsa: .space 0x1C\n .word 0x4000\n .rept 256\n .word taken\n .endr
taken:  ld r6,@r15\n and r6,#0xFF\n ld r5,2(r15)\n res r5,#12\n ld 2(r15),r5\n iret\n";
    (source, expected)
}

/// Checks that every field of every device is in a saved state: a machine restored from it has the same fields.
fn comes_back(machine: &Machine, mut restored: Machine, title: &str) {
    restored
        .restore(&machine.save().expect("a state"))
        .expect("its own file");
    for (device, other) in machine.devices().zip(restored.devices()) {
        assert_eq!(format!("{device:?}"), format!("{other:?}"), "{title}");
    }
}

/// Runs the cases of a script, each on its own machine, and returns the failures.
fn failures(name: &str, script: &str) -> Vec<String> {
    let folder = folder(&format!("registers-{name}"));
    let lines = script
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let lines: Vec<&str> = lines.collect();
    let mut parts = lines.split(|line| line.starts_with('='));
    let description = parts.next().expect("a description").join("\n");
    let titles = lines.iter().filter(|line| line.starts_with('='));
    let mut failed = Vec::new();
    for (title, steps) in titles.zip(parts) {
        // A card with two sectors, each of which begins with its number.
        let card: Vec<u8> = (0..2_u8)
            .flat_map(|n| [[n + 0x40; 256], [n + 0x50; 256]].concat())
            .collect();
        fs::write(folder.join("card"), card).expect("a card");
        fs::write(folder.join("keys"), "ABC").expect("what is typed");
        fs::write(folder.join("fast"), "ABCDE").expect("what is sent");
        fs::write(folder.join("events"), events()).expect("a script");
        let mut machine = machine(&format!("{RAM}{description}\n"), &folder);
        let mut expected = Vec::new();
        for (n, steps) in steps.split(|step| *step == "b").enumerate() {
            if n > 0 {
                machine.reset();
            }
            let (source, more) = program(steps, FOUND + 2 * expected.len());
            expected.extend(more);
            let fresh: Machine = (*machine).clone();
            machine.load(&sections(&source)).expect("memory for it");
            machine.start().expect("a start");
            while machine.run(machine.clocks() + 311).expect("it runs") != Stop::Halted {
                assert!(machine.clocks() < 100_000_000, "{name}: {title}");
                comes_back(&machine, fresh.clone(), title);
            }
            comes_back(&machine, fresh, title);
        }
        let found = machine.world().banks().bytes()[FOUND..].chunks(2).take(expected.len());
        let found: Vec<u16> = found.map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        if found != expected {
            failed.push(format!(
                "{name}: {title}\n  expected {expected:02x?}\n  found    {found:02x?}"
            ));
        }
    }
    failed
}

#[test]
fn the_page_has_the_resets_that_are_tested() {
    let page = fs::read_to_string(reset_reference::path()).expect("the page");
    let stale = reset_reference::updated(&page) != page;
    assert!(!stale, "run `cargo run -p z8000-boards --example reset_reference`");
}

/// Returns the state of the devices after steps, a reset by a step or of the bus, and more steps.
fn state_after(before: &str, reset: Option<&str>, after: &str) -> Vec<u8> {
    let mut machine = machine(&format!("{RAM}[[scc]]\nport = 1\n"), Path::new(""));
    for (n, steps) in [[before, reset.unwrap_or("")], [after, ""]].iter().enumerate() {
        if n > 0 && reset.is_none() {
            machine.reset();
        }
        let steps: Vec<&str> = steps.iter().copied().filter(|step| !step.is_empty()).collect();
        assert_eq!(run(&mut machine, &program(&steps, FOUND).0), Stop::Halted);
    }
    machine.device_state().expect("a state")
}

/// Tests the rows of an SCC's write registers bit by bit, including bits that have no effect: writing a register before
/// a reset must have the same result as writing the row's value after it.
#[test]
fn a_reset_leaves_the_bits_of_its_row() {
    let mut tested = 0;
    for row in include_str!("registers/resets.txt").lines() {
        let Some(row) = row.strip_prefix("= SCC | ").filter(|row| !row.starts_with("power")) else {
            continue;
        };
        let [kinds, registers, bits, _] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let registers = registers
            .split(", ")
            .filter_map(|register| register.strip_prefix("WR")?.parse().ok());
        // WR9 contains the reset command.
        for register in registers.filter(|register: &u8| *register != 9) {
            let kinds = kinds.split(", ").flat_map(|kind| match kind {
                "channel" => vec![Some("w 5 09 80")],
                _ => vec![Some("w 5 09 C0"), None],
            });
            for (reset, written) in kinds.flat_map(|reset| [(reset, 0), (reset, 1)]) {
                let left = bits
                    .chars()
                    .fold(0, |left, bit| left << 1 | bit.to_digit(2).unwrap_or(written));
                let write = |value: u32| format!("w 5 {register:02X} {value:02X}");
                let before = state_after(&write(written * 0xFF), reset, "");
                assert!(
                    before == state_after("", reset, &write(left)),
                    "{row}: {reset:?} {written}"
                );
                tested += 1;
            }
        }
    }
    // Two values: eight registers with three resets, three with one reset of a channel, three with two resets of the
    // hardware.
    assert_eq!(tested, 2 * (8 * 3 + 3 + 3 * 2));
}

#[test]
fn registers_are_those_of_the_data_sheets() {
    let scripts = [
        ("cio", include_str!("registers/cio.txt")),
        ("ctc", include_str!("registers/ctc.txt")),
        ("disk", include_str!("registers/disk.txt")),
        ("ide", include_str!("registers/ide.txt")),
        ("lines", include_str!("registers/lines.txt")),
        ("overrun", include_str!("registers/overrun.txt")),
        ("pio", include_str!("registers/pio.txt")),
        ("rates", include_str!("registers/rates.txt")),
        ("resets", include_str!("registers/resets.txt")),
        ("scc", include_str!("registers/scc.txt")),
        ("sio", include_str!("registers/sio.txt")),
    ];
    let failed: Vec<String> = scripts
        .iter()
        .flat_map(|(name, script)| failures(name, script))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
