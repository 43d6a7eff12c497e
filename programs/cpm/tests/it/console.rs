//! The console: what is typed, shown and edited.

use z8000_cpm::command::Command;
use z8000_cpm::console::Shared;
use z8000_cpm::{Host, Stop};

use crate::calls::{Calls, read};

/// Runs calls with what is typed; what is shown.
fn run(calls: &Calls, typed: &str) -> (Host, String) {
    let console = Shared::default();
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
    let console = Shared::default();
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
        ("bad\x15good\r", "good", "bad\x08 \x08\x08 \x08\x08 \x08good\r"),
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

/// A host that waits for input goes on with the same call when there is some.
#[test]
fn a_call_waits_for_input() {
    let mut calls = Calls::default();
    let buffer = calls.bytes(&[20; 22]);
    calls.call(10, buffer);
    let console = Shared::default();
    let mut host = Host::new(Box::new(console.clone()));
    host.start(&calls.program(), &Command::new("CALLS", &[]), 0)
        .expect("it loads");
    console.send("ab");
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    let instructions = host.instructions();
    assert_eq!(host.run(1000).expect("it runs"), Stop::WantsInput);
    assert_eq!(host.instructions(), instructions);
    // The lengths of the instructions up to the call, added up.
    let place = host.place().expect("a place");
    assert_eq!((place.segment, place.pc), (8, 18));
    console.send("c\r");
    assert_eq!(host.run(1000).expect("it runs"), Stop::Ended);
    assert_eq!(read(&host, buffer + 1, 4), b"\x03abc");
    assert_eq!(console.take(), b"abc\r");

    host.start(&calls.program(), &Command::new("CALLS", &[]), 0)
        .expect("it loads");
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
