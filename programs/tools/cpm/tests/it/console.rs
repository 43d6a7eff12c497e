//! The console: typed input, output, and line editing.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use z8000_cpm::console::{Console, Input, SharedScript};
use z8000_cpm::{Host, Stop};

use crate::calls::{Calls, read, result};

/// Runs calls with typed input, and returns the output.
fn run(calls: &Calls, typed: &str) -> (Host, String) {
    let console = SharedScript::default();
    console.send(typed);
    let mut host = Host::new(Box::new(console.clone()));
    calls.run(&mut host).expect("it runs");
    let shown = String::from_utf8_lossy(&console.take()).into_owned();
    (host, shown)
}

#[test]
fn texts_end_before_a_dollar_and_tabs_are_expanded() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"ab\tc$d");
    calls.call(9, text);
    calls.call(2, u16::from(b'\t'));
    calls.call(2, u16::from(b'!'));
    assert_eq!(run(&calls, "").1, "ab      c       !");
}

#[test]
fn characters_are_read_and_shown() {
    let mut calls = Calls::default();
    let (none, some) = (calls.call(6, 0xFE), calls.call(11, 0));
    let (shown, hidden) = (calls.call(1, 0), calls.call(6, 0xFF));
    let later = calls.call(11, 0);
    let console = SharedScript::default();
    console.send("xy");
    let mut host = Host::new(Box::new(console.clone()));
    let results = calls.run(&mut host).expect("it runs");
    assert_eq!([none, some, later].map(|call| results[call]), [0xFF, 0xFF, 0]);
    assert_eq!(
        [shown, hidden].map(|call| results[call]),
        [u16::from(b'x'), u16::from(b'y')]
    );
    assert_eq!(console.take(), b"x");
}

#[test]
fn a_line_is_edited() {
    for (typed, text, shown) in [
        ("hello\r", "hello", "hello\r"),
        ("hex\x08\x7Fllo\r", "hllo", "hex\x08 \x08\x08 \x08llo\r"),
        ("bad\x18good\r", "good", "bad\x08 \x08\x08 \x08\x08 \x08good\r"),
        ("bad\x15good\r", "good", "bad#\r\ngood\r"),
        ("ab\x08c\x12d\r", "acd", "ab\x08 \x08c#\r\nacd\r"),
        ("ab\x05c\r", "abc", "ab\r\nc\r"),
        ("a\x01\x08b\r", "ab", "a^A\x08 \x08\x08 \x08b\r"),
        ("0123456789", "01234567", "01234567"),
    ] {
        let mut calls = Calls::default();
        let buffer = calls.bytes(&[8, 0xEE, 0, 0, 0, 0, 0, 0, 0, 0]);
        calls.call(10, buffer);
        let (host, seen) = run(&calls, typed);
        assert_eq!(seen, shown, "{typed:?}");
        let bytes = read(&host, buffer + 1, 9);
        assert_eq!(usize::from(bytes[0]), text.len(), "{typed:?}");
        assert_eq!(&bytes[1..=text.len()], text.as_bytes(), "{typed:?}");
    }
}

/// A terminal of which only one access fails, after a number of others.
struct Failing {
    script: SharedScript,
    left: Arc<AtomicI64>,
}

impl Failing {
    fn access(&self) -> io::Result<()> {
        match self.left.fetch_sub(1, Ordering::Relaxed) {
            0 => Err(io::Error::other("it has gone away")),
            _ => Ok(()),
        }
    }
}

impl Console for Failing {
    fn read(&mut self) -> io::Result<Input> {
        self.access()?;
        self.script.read()
    }

    fn ready(&mut self) -> io::Result<bool> {
        self.access()?;
        self.script.ready()
    }

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.access()?;
        self.script.write(byte)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.access()?;
        self.script.flush()
    }
}

/// Whatever the terminal is doing, if it fails once, the program ends with that error.
#[test]
fn no_failure_of_the_terminal_is_passed_over() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"ab\tc\x01$");
    let line = calls.bytes(&[9; 12]);
    for (function, argument) in [(9, text), (2, 9), (6, 0x41), (1, 0), (6, 0xFF), (11, 0)] {
        calls.call(function, argument);
    }
    (0..4).for_each(|_| {
        calls.call(10, line);
    });
    let failures = |n: &i64| {
        let script = SharedScript::default();
        script.send("xyab\x08\x01\t\rcd\x12e\x05f\rg\x15h\x18i\x7F\rabcdefghi");
        let left = Arc::new(AtomicI64::new(*n));
        let mut host = Host::new(Box::new(Failing { script, left: left.clone() }));
        calls.start(&mut host);
        let ran = host.run(10_000_000);
        let has_failed = left.load(Ordering::Relaxed) < 0;
        assert_eq!(ran.is_err(), has_failed, "access {n}: {ran:?}");
        has_failed
    };
    assert!((0..).take_while(failures).count() > 100);
}

/// A host that waits for input continues the same call when input arrives.
#[test]
fn a_call_waits_for_input() {
    let mut calls = Calls::default();
    let buffer = calls.bytes(&[20; 22]);
    calls.call(10, buffer);
    let (console, mut host) = calls.started();
    console.send("ab");
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    let instructions = host.instructions();
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    assert_eq!(host.instructions(), instructions);
    // The sum of the lengths of the instructions up to the call.
    let place = host.place().expect("a place");
    assert_eq!((place.segment, place.pc), (8, 18));
    console.send("c\r");
    assert_eq!(host.run(1000).expect("it runs"), Stop::Ended);
    assert_eq!(read(&host, buffer + 1, 4), b"\x03abc");
    assert_eq!(console.take(), b"abc\r");

    calls.start(&mut host);
    console.end();
    assert_eq!(host.run(1000).expect("it runs"), Stop::InputEnded);
}

#[test]
fn control_c_at_the_beginning_of_a_line_ends_the_program() {
    let mut calls = Calls::default();
    let buffer = calls.bytes(&[20; 22]);
    calls.call(10, buffer);
    calls.call(2, u16::from(b'!'));
    assert_eq!(run(&calls, "\x03").1, "^C");
}

/// A retyped line begins at its original column, not at the margin.
#[test]
fn a_line_that_is_typed_again_stands_below_its_beginning() {
    let mut calls = Calls::default();
    let (prompt, buffer) = (calls.bytes(b"A>$"), calls.bytes(&[20; 22]));
    calls.call(9, prompt);
    calls.call(10, buffer);
    assert_eq!(run(&calls, "x\x12y\r").1, "A>x#\r\n  xy\r");
}

#[test]
fn control_p_sends_what_is_shown_to_the_list_device() {
    let mut calls = Calls::default();
    let (one, two, buffer) = (calls.bytes(b"one$"), calls.bytes(b"two$"), calls.bytes(&[20; 22]));
    calls.call(10, buffer);
    calls.call(9, one);
    // Direct output is not copied to the list device.
    calls.call(6, u16::from(b'!'));
    calls.call(10, buffer);
    calls.call(9, two);
    let (console, mut host) = calls.started();
    console.send("\x10ab\r");
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    console.send("\x10c\r");
    assert_eq!(host.run(1000).expect("it runs"), Stop::Ended);
    assert_eq!(console.take(), b"ab\rone!c\rtwo");
    assert_eq!(host.listing().kept(), b"ab\rone");
}

/// Ctrl-S between the characters of a string, and before a single one.
#[test]
fn control_s_holds_the_output_until_control_q() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"one$");
    calls.call(9, text);
    calls.call(2, u16::from(b'!'));
    let key = calls.call(1, 0);
    let (console, mut host) = calls.started();
    console.send("\x13");
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    assert_eq!(console.take(), b"");
    // Another key does not resume the output, but is available when the program reads.
    console.send("k");
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    console.send("\x11");
    assert_eq!(host.run(1000).expect("it runs"), Stop::Ended);
    assert_eq!(console.take(), b"one!k");
    assert_eq!(result(&host, key), u16::from(b'k'));
}

#[test]
fn control_c_ends_a_program_that_prints() {
    let mut calls = Calls::default();
    let text = calls.bytes(b"one$");
    calls.call(6, u16::from(b'>'));
    calls.call(9, text);
    assert_eq!(run(&calls, "x\x03").1, ">");
}
