//! Texts that are not positions: each is rejected with the console's word and a message that names the error.

use bcp_chess::Position;

/// Text, the console's word, and a part of the message.
const REFUSED: &[(&str, &str, &str)] = &[
    ("", "board", "1 rank;"),
    ("8/8/8/8 w - -", "board", "4 ranks"),
    ("4k3/8/8/8/8/8/8/4K3/8 w - -", "board", "9 ranks"),
    ("4k3/8/8/8/8/8/8/4K2 w - -", "board", "rank 1 has 7 squares"),
    ("4k4/8/8/8/8/8/8/4K3 w - -", "board", "rank 8 has 9 squares"),
    ("4k3/8/8/8/pppppppppp/8/8/4K3 w - -", "board", "rank 4 has 10 squares"),
    ("4k3/9/8/8/8/8/8/4K3 w - -", "board", "'9' on rank 7"),
    ("4k3/80/8/8/8/8/8/4K3 w - -", "board", "'0' on rank 7"),
    ("4k3/8/3x4/8/8/8/8/4K3 w - -", "board", "'x' on rank 6"),
    (" 4k3/8/8/8/8/8/8/4K3 w - -", "board", "1 rank;"),
    ("4k3/P7/8/8/8/8/8/p3K3 w - -", "board", "a pawn is on a1"),
    ("4k2P/8/8/8/8/8/8/4K3 w - -", "board", "a pawn is on h8"),
    (
        "4k3/8/8/8/N7/NNNNNNNN/NNNNNNNN/4K3 w - -",
        "board",
        "white has 18 pieces",
    ),
    ("8/8/8/8/8/8/8/4K3 w - -", "kings", "black has 0 kings"),
    ("4k3/8/8/8/8/8/8/8 w - -", "kings", "white has 0 kings"),
    ("4k3/8/8/8/8/8/8/K3K3 w - -", "kings", "white has 2 kings"),
    ("4k3/8/8/8/8/8/8/4K3", "board", "side to play: missing"),
    ("4k3/8/8/8/8/8/8/4K3 W - -", "side", "\"W\""),
    ("4k3/8/8/8/8/8/8/4K3  w - -", "side", "\"\""),
    ("4k3/8/8/8/8/8/8/4K3 w", "side", "castling: missing"),
    ("4k3/8/8/8/8/8/8/4K3 w ", "castling", "\"\""),
    ("4k3/8/8/8/8/8/8/4K2R w K- -", "castling", "\"K-\""),
    ("4k3/8/8/8/8/8/8/4K2R w X -", "castling", "\"X\""),
    (
        "4k3/8/8/8/8/8/8/4K3 w K -",
        "castling",
        "K requires a white king on e1 and a rook on h1",
    ),
    (
        "r3k2r/8/8/8/8/8/8/4K3 b kqQ -",
        "castling",
        "Q requires a white king on e1 and a rook on a1",
    ),
    (
        "3k3r/8/8/8/8/8/8/4K3 b k -",
        "castling",
        "k requires a black king on e8 and a rook on h8",
    ),
    ("4k2R/8/8/8/8/8/8/4K3 b k -", "castling", "rook on h8"),
    ("4k3/8/8/8/8/8/8/4K3 w -", "castling", "en passant: missing"),
    ("4k3/8/8/8/8/8/8/4K3 w - ", "ep", "\"\""),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d", "ep", "\"d\""),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6x", "ep", "\"d6x\""),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d5", "ep", "expected - or a square on rank 6"),
    ("4k3/8/8/3p4/8/8/8/4K3 b - d6", "ep", "expected - or a square on rank 3"),
    ("4k3/8/8/8/8/8/8/4K3 w - d6", "ep", "no pawn can have just passed d6"),
    ("4k3/8/8/3P4/8/8/8/4K3 w - d6", "ep", "no pawn can have just passed d6"),
    (
        "4k3/8/3n4/3p4/8/8/8/4K3 w - d6",
        "ep",
        "no pawn can have just passed d6",
    ),
    (
        "4k3/3n4/8/3p4/8/8/8/4K3 w - d6",
        "ep",
        "no pawn can have just passed d6",
    ),
    (
        "4k3/8/8/8/8/8/4R3/4K3 w - -",
        "check",
        "black is in check, but it is not black's turn",
    ),
    (
        "4k3/4r3/8/8/8/8/8/4K3 b - -",
        "check",
        "white is in check, but it is not white's turn",
    ),
    ("8/8/8/4k3/4K3/8/8/8 w - -", "check", "black is in check"),
];

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    for &(text, word, part) in REFUSED {
        let error = Position::from_fen(text).expect_err(text);
        assert_eq!(error.console_word, word, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

/// Text, and how the position is written: further fields are dropped, castling rights are sorted.
const ACCEPTED: &[(&str, &str)] = &[
    ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - -"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 17 80", "4k3/8/8/8/8/8/8/4K3 w - -"),
    (
        "4k3/44/8/11111111/8/8/8/4K3 b - - any text",
        "4k3/8/8/8/8/8/8/4K3 b - -",
    ),
    ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6", "4k3/8/8/3p4/8/8/8/4K3 w - d6"),
    ("4k3/8/8/8/3P4/8/8/4K3 b - d3", "4k3/8/8/8/3P4/8/8/4K3 b - d3"),
];

#[test]
fn positions_are_written_back() {
    for &(text, written) in ACCEPTED {
        let position = Position::from_fen(text).expect(text);
        assert_eq!(position.to_fen(), written);
    }
}
