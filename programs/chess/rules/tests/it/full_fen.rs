//! FEN as found in files and on the web: accepted texts, rejected texts, and the reasons.

use bcp_chess::{Fen, Position, START};
use proptest::prelude::*;

/// A text, and the position in standard form.
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
    // The en passant square is kept even if no capture is possible.
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9"),
    (START, START),
    // Underscores, as in web addresses; missing fields; counters out of range.
    (
        "r3k2r/8/8/8/8/8/8/R3K2R_b_Kq_-_3_40",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 40",
    ),
    ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b Qk", "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1"),
    ("4k3/8/8/8/8/8/8/4K3 b 12 60", "4k3/8/8/8/8/8/8/4K3 b - - 12 60"),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk 12 60",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 12 60",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 -20", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 99999999999",
        "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295",
    ),
];

/// A text, the position without impossible rights, and a part of the sentence about each of these.
const REPAIRED: &[(&str, &str, &[&str])] = &[
    // White has castled on the king's side; black has moved a rook, which was not recorded.
    (
        "1r2k2r/8/8/8/8/8/8/R4RK1 w KQkq - 4 9",
        "1r2k2r/8/8/8/8/8/8/R4RK1 w k - 4 9",
        &[
            "right K: K requires a white king on e1",
            "right Q: Q requires",
            "right q: q requires a black king on e8 and a rook on a8",
        ],
    ),
    // Both kings are on the f-file and the rooks on their initial squares: only with all four rights could it be
    // Chess960.
    (
        "r4k1r/8/8/8/8/8/8/R4K1R w Kk - 0 1",
        "r4k1r/8/8/8/8/8/8/R4K1R w - - 0 1",
        &["ignoring the castling right K", "ignoring the castling right k"],
    ),
    (
        "4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w - - 0 1",
        &["right K"],
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w Ah - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["right Q", "right k"],
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["ignoring the en passant square e6"],
    ),
    // A square on the wrong side, and one that no pawn crosses.
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
        &["square e3"],
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - a1 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &["square a1"],
    ),
];

#[test]
fn rights_that_cannot_be_are_left_out_and_said_to_be() {
    for &(text, meant, said) in REPAIRED {
        let (fen, repairs) = Fen::repaired(text).expect(text);
        assert_eq!(fen.to_string(), meant, "{text}");
        assert_eq!(repairs.len(), said.len(), "{text}: {repairs:?}");
        for (repair, part) in repairs.iter().zip(said) {
            assert!(repair.contains(part), "{text}: {repair}");
        }
        assert_eq!(Fen::repaired(meant).expect(meant), (fen, Vec::new()));
    }
}

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

/// A text, and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    ("", "1 rank;"),
    ("  ", "1 rank;"),
    ("4k3/8/8/8/8/8/8/4K3", "side to play: missing"),
    ("4k3/8/8/8/8/8/8/4K3 white - -", "\"white\"; expected w or b"),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "'F' names a rook outside the corners"),
    ("1r2k3/8/8/8/8/8/8/4K3 w b - 0 1", "Chess960 is not supported"),
    // The start of a Chess960 game, with the letters of X-FEN and with those of Shredder-FEN.
    (
        "bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w KQkq - 0 1",
        "\"KQkq\" is for Chess960",
    ),
    (
        "bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1",
        "Chess960 is not supported",
    ),
    (
        "3k3r/8/8/8/8/8/8/4K3 w h - 0 1",
        "k requires a black king on e8 and a rook on h8; Chess960",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling: \"X\""),
    ("4k3/8/8/8/8/8/8/4K3 w - x6 0 1", "en passant: \"x6\""),
    // Two kings of one colour, no king, a pawn on the last rank, a king that can be captured.
    ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 kings"),
    ("8/8/8/8/8/8/8/4K3 w - - 0 1", "black has 0 kings"),
    ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on h8"),
    (
        "4k3/8/8/8/8/8/8/4K2r b - - 0 1",
        "white is in check, but it is not white's turn",
    ),
];

/// The same for texts that are wrong after the first four fields.
const REFUSED_BEHIND: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock: \"x\""),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 -", "move number: \"-\""),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0x1 1", "from 0 to 4294967295"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm",
        "unexpected \"bm\" after the move number",
    ),
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

/// Counters after quiet moves, castling, a pawn move, and captures, including en passant.
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
