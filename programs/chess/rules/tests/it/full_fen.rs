//! FEN as it is found in files and on the web: texts that are accepted, texts that are refused, and why.

use bcp_chess::{Fen, Position, START};
use proptest::prelude::*;

/// Text and its meaning.
const TAKEN: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
    ("4k3/8/8/8/8/8/8/4K3 b - - 17 80", "4k3/8/8/8/8/8/8/4K3 b - - 17 80"),
    ("4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    (
        "\t 4k3/8/8/8/8/8/8/4K3\t w  -   - \t3  4 \r\n",
        "4k3/8/8/8/8/8/8/4K3 w - - 3 4",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KKHQqq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ-- - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
    ),
    // Nobody can capture there.
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9"),
    (START, START),
];

#[test]
fn fens_of_the_wild_are_read() {
    for &(text, meant) in TAKEN {
        let fen = Fen::from_text(text).expect(text);
        assert_eq!(fen.to_string(), meant);
        assert_eq!(Fen::from_text(&fen.to_string()), Ok(fen.clone()), "{text}");
        assert_eq!(Position::from_fen_lenient(text), Ok(fen.position), "{text}");
    }
    assert_eq!(Fen::start().to_string(), START);
}

/// Text and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    ("", "1 ranks"),
    ("  ", "1 ranks"),
    ("4k3/8/8/8/8/8/8/4K3", "side to play: missing"),
    ("4k3/8/8/8/8/8/8/4K3 w -", "en passant: missing"),
    ("4k3/8/8/8/8/8/8/4K3 white - -", "\"white\"; write w or b"),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "'F' names a rook beside the corners"),
    ("1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", "Chess960 is not supported"),
    (
        "4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
        "rook on h1; Chess960 is not supported",
    ),
    (
        "3k3r/8/8/8/8/8/8/4K3 w h - 0 1",
        "k needs black king on e8 and rook on h8; Chess960",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling: \"X\""),
    ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn has just passed e6"),
];

/// The same for text after the first four fields.
const REFUSED_BEHIND: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: \"x\""),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "move number: \"-1\""),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "from 0 to 4294967295"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", "\"bm\" follows the move number"),
];

#[test]
fn what_cannot_be_meant_is_refused_with_the_reason() {
    for &(text, part) in REFUSED {
        let error = Position::from_fen_lenient(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
        assert_eq!(Fen::from_text(text).expect_err(text).to_string(), error);
    }
    for &(text, part) in REFUSED_BEHIND {
        let error = Fen::from_text(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
        assert!(Position::from_fen_lenient(text).is_ok(), "{text}");
    }
}

/// Counters after quiet moves, castling, a pawn's move, and captures, one of them en passant.
#[test]
fn counters_go_with_the_moves() {
    let mut fen = Fen::from_text("r3k2r/4p3/8/3P3N/8/8/8/4K2R w Kkq - 5 20").expect("a position");
    let counters = [
        ("Ng3", 6, 20),
        ("O-O-O", 7, 21),
        ("O-O", 8, 21),
        ("e5", 0, 22),
        ("dxe6", 0, 22),
        ("Rd1", 1, 23),
        ("Rxd1", 0, 23),
    ];
    for (text, halfmoves, fullmoves) in counters {
        let Ok(m) = fen.position.move_from_san(text) else {
            panic!("{text} in {fen}");
        };
        fen = fen.play(m).expect("a legal move");
        assert_eq!((fen.halfmoves, fen.fullmoves), (halfmoves, fullmoves), "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_a_position_or_an_error(
        any in "\\PC{0,80}",
        fields in "[w b]{1,3}[KQkqA-Ha-h-]{0,5} [a-h1-8-]{0,2} [0-9]{0,12}",
    ) {
        for text in [any.clone(), format!("r3k2r/8/8/8/8/8/8/R3K2R {fields}"), format!("{any} {fields}")] {
            if let Ok(fen) = Fen::from_text(&text) {
                prop_assert_eq!(Fen::from_text(&fen.to_string()), Ok(fen));
            }
        }
    }
}
