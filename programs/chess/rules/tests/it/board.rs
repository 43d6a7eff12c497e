//! Squares, and the keys of positions.

use bcp_chess::{Position, START, Square};

#[test]
fn squares_are_numbered_as_in_the_program() {
    for (name, number) in [("a1", 0x30), ("h1", 0x37), ("a8", 0xa0), ("h8", 0xa7), ("e4", 0x64)] {
        let square = Square::from_name(name).expect("a square of the board");
        assert_eq!(square.number(), number);
        assert_eq!(square.to_string(), name);
    }
    assert_eq!(Square::all().count(), 64);
}

#[test]
fn names_outside_the_board_are_no_squares() {
    for name in ["", "e", "i1", "a9", "a0", "e44", "\u{e9}4"] {
        assert_eq!(Square::from_name(name), None, "{name}");
    }
}

/// The expected keys were calculated from the definition in `docs/explanation/search.md` by a separate script.
#[test]
fn keys_are_as_defined() {
    let start = Position::from_fen(START).expect("a position");
    assert_eq!(start.key(), 0x23fc_0058);
    let e4 = start
        .move_from_text("e2e4")
        .and_then(|m| start.play(m))
        .expect("a legal move");
    assert_eq!(e4.key(), 0xc59e_50e8);
    let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 b - -").expect("a position");
    assert_eq!(kings.key(), 0x3568_1897);
}
