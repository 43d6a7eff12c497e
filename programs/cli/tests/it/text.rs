//! Human-readable text.

use std::io::Write;

use cli::{Screen, cell, pass};

#[test]
fn a_name_is_not_a_formula() {
    assert_eq!(cell("=HYPERLINK(\"x\")"), "'=HYPERLINK(\"x\")");
    assert_eq!(
        ["+1", "-1", "@a", "WAC.001", ""].map(cell),
        ["'+1", "'-1", "'@a", "WAC.001", ""]
    );
}

/// The variable that marks the process that prints.
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

/// Writes in pieces, with a mark before each, so that printed text appears between marks.
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
