//! Texts for people, and ends of texts.

use std::io::Write;

use cli::{Ring, Screen, cell, harmless, harmless_json, pass};

#[test]
fn a_name_is_not_a_formula() {
    assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
    assert_eq!(
        ["+1", "-1", "@a", "WAC.001", ""].map(cell),
        ["'+1", "'-1", "'@a", "WAC.001", ""]
    );
}

/// Names the process that prints.
const PRINTS: &str = "CLI_PRINTS";

#[test]
fn a_line_waits_for_its_end() {
    if std::env::var_os(PRINTS).is_some() {
        return print_in_pieces();
    }
    let printed = crate::again("text::a_line_waits_for_its_end", PRINTS, "1").stdout;
    let printed = String::from_utf8(printed).expect("whole letters");
    assert!(printed.contains("<a\n><><üb\n><>c|"), "{printed}");
}

/// Writes pieces, with a mark before each: what was printed stands between the marks.
fn print_in_pieces() {
    let [first, last] = *"ü".as_bytes() else {
        panic!("a letter of two bytes")
    };
    let mut screen = Screen::default();
    for piece in [&[b'a', b'\n', first][..], &[last], b"b\nc"] {
        pass(b"<").expect("it is open");
        assert_eq!(screen.write(piece).expect("it is open"), piece.len());
        pass(b">").expect("it is open");
    }
    pass(b"<>").expect("it is open");
    drop(screen);
    pass(b"|").expect("it is open");
}

#[test]
fn json_commands_no_terminal_and_stays_what_it_is() {
    assert_eq!(
        harmless_json("{\"a\":\"\u{9b}1m\u{202e}\u{e9}\"}\n"),
        "{\"a\":\"\\u009b1m\\u202e\u{e9}\"}\n"
    );
}

#[test]
fn a_message_commands_no_terminal() {
    assert_eq!(
        harmless("a\tb\nc: \u{1b}[2J\u{9b}1m\r\u{202e}", &['\n', '\t']),
        "a\tb\nc: \u{fffd}[2J\u{fffd}1m\u{fffd}\u{fffd}"
    );
}

#[test]
fn the_end_is_kept_and_the_rest_counted() {
    let mut ring = Ring::new(4);
    ring.extend(b"abcdefgh");
    assert_eq!((ring.kept(), ring.dropped()), (&b"abcdefgh"[..], 0));
    ring.extend(b"i");
    assert_eq!((ring.kept(), ring.dropped(), ring.added()), (&b"fghi"[..], 5, 9));
    assert_eq!(
        (ring.behind(7), ring.behind(0), ring.behind(99)),
        (&b"hi"[..], &b"fghi"[..], &b""[..])
    );
    ring.truncate(6);
    assert_eq!((ring.kept(), ring.added()), (&b"f"[..], 6));
    ring.skip(6);
    assert_eq!((ring.kept(), ring.added()), (&b"f"[..], 6));
    ring.skip(8);
    assert_eq!((ring.kept(), ring.added()), (&b""[..], 8));
    // Before all that is kept.
    ring.truncate(2);
    assert_eq!((ring.kept(), ring.added()), (&b""[..], 2));
}
