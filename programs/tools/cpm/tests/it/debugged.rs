//! A program in the debugger runs as it does elsewhere, and changes nothing outside.

use std::fs;

use tempfile::TempDir;
use z8000::machine::{Machine, Stop, Text};
use z8000::run::NoProbe;

use crate::calls::{CLOSE, Calls, MAKE, WRITE, in_folder};

/// Steps until the program waits for input or has halted; returns true if it waits.
fn waits(machine: &mut Machine) -> bool {
    for _ in 0..1000 {
        if machine.step(None).expect("it runs") == z8000::cpu::Event::Halted || machine.wants_input() {
            break;
        }
    }
    machine.wants_input()
}

#[test]
fn a_debugged_program_runs_as_without() {
    let mut calls = Calls::default();
    let (text, buffer) = (calls.bytes(b"one$"), calls.bytes(&[20; 22]));
    let block = calls.block(0, b"NEW     TXT");
    for function in [MAKE, WRITE, CLOSE] {
        calls.file(function, block);
    }
    calls.call(9, text);
    let line = |calls: &Calls| {
        let folder = TempDir::new().expect("a folder");
        let mut host = in_folder(folder.path());
        calls.start(&mut host);
        (folder, host)
    };
    let (written, mut host) = line(&calls);
    host.run(10_000).expect("it runs");
    let (clocks, instructions) = (host.clocks(), host.instructions());
    host.close();
    assert_eq!(fs::read_dir(written.path()).expect("a folder").count(), 1);

    for steps in [false, true] {
        let (folder, host) = line(&calls);
        let mut machine = host.debugged().expect("its drive");
        let start = (
            machine.clocks(),
            machine.instructions(),
            machine.cpu().pc(),
            machine.cpu().pc_segment(),
        );
        // In the segment for the instructions of a program with two spaces.
        assert_eq!(start, (0, 0, 0, 8));
        let ended = match steps {
            true => !waits(&mut machine),
            false => machine.advance(10_000, &mut NoProbe).expect("it runs") == Some(Stop::Halted),
        };
        assert!(ended);
        // The IRET that starts the program, 16 clocks in segmented mode, is not counted.
        assert_eq!(
            (machine.clocks() + 16, machine.instructions() + 1),
            (clocks, instructions)
        );
        assert_eq!(machine.take_output(0), b"one");
        assert_eq!((machine.taken(0), machine.take_output(0).len()), (3, 0));
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            0,
            "the writes stay in memory"
        );
    }

    // While the program waits, each step counts; a copy has separate input and output.
    calls.call(10, buffer);
    calls.call(9, text);
    let (_folder, host) = line(&calls);
    let mut machine = host.debugged().expect("its drive");
    assert!(waits(&mut machine));
    assert_eq!(machine.take_output(0), b"one");
    let before = (machine.clocks(), machine.instructions());
    assert!(waits(&mut machine));
    assert_eq!((machine.clocks(), machine.instructions()), (before.0 + 1, before.1 + 1));
    let mut copy = machine.clone();
    for (machine, typed, shown) in [
        (&mut machine, "ab\ncd", &b"ab\rone"[..]),
        (&mut copy, "xyz\n", b"xyz\rone"),
    ] {
        let mut text = Text::new(machine.returns);
        text.add(typed.as_bytes());
        let line = text.next().expect("a whole line");
        machine.send(0, &line);
        assert!(!machine.wants_input() && !waits(machine));
        assert_eq!(machine.take_output(0), shown);
    }
}
