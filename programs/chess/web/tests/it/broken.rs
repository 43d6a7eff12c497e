//! Invalid games and positions: each is reported in one sentence, with the place of the error.

use serde_json::json;

use crate::page::Page;

/// Our own examples: a text, and a part of the sentence.
const OWN: [(&str, &str); 50] = [
    ("", "no game"),
    (" \t\r\n\u{feff}", "no game"),
    ("zzz", "line 1"),
    ("1.", "no game"),
    ("1. e9", "\"e9\""),
    ("1. e4 e5 2. Ke3", "move 2, white"),
    ("1. e4 e4", "move 1, black"),
    ("1. Nd2", "\"Nd2\""),
    ("1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Bxd6", "line 4"),
    ("1. O-O", "\"O-O\""),
    ("1. e4 {no end", "comment"),
    ("1. e4 (1. d4", "variation"),
    ("1. e4 ) e5", "unexpected )"),
    ("1. e4 $999 e5", "$999"),
    ("1. e4 e5 & 2. Nf3", "'&'"),
    ("1. -- e5", "null move"),
    ("1. e4 Z0", "null move"),
    ("[White \"A\"", "tag"),
    ("[White A]\n\n1. e4 *", "tag"),
    ("[FEN \"nonsense\"]\n\n1. e4 *", "FEN"),
    ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "king"),
    ("[Variant \"Atomic\"]\n\n1. e4 *", "Atomic"),
    (
        "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. e4 *",
        "Chess960",
    ),
    ("[White \"A\"]\n[Black \"B\"]", "no moves"),
    ("<html><body>404</body></html>", "line 1"),
    ("{\"moves\": \"e4\"}", "no game"),
    ("e7e8q", "\"e7e8q\""),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O-O", "move 4, white"),
    ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 *", "promotion"),
    ("[FEN \"4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1\"]\n\n1. Nb3 *", "ambiguous"),
    ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
    ("8/8/8/8/8/8/8/k6K", "side to play"),
    ("k7/8/8/8/8/8/8/7K x - - 0 1", "side to play"),
    ("k7/8/8/8/8/8/8/7K w ZZ - 0 1", "castling"),
    ("k7/8/8/8/8/8/8/7K w - z9 0 1", "z9"),
    ("k7/8/8/8/8/8/8/7K w - - x 1", "halfmove"),
    ("k7/8/8/8/8/8/8/7K w - - 0 y", "move number"),
    ("k7/8/8/8/8/8/8/7K w - - 0 1 2", "six fields"),
    ("k7/8/8/8/8/8/8 w - - 0 1", "8"),
    ("k7/8/8/8/8/8/8/7K/8 w - - 0 1", "8"),
    ("k8/8/8/8/8/8/8/7K w - - 0 1", "rank"),
    ("k6/8/8/8/8/8/8/7K w - - 0 1", "rank"),
    ("kk6/8/8/8/8/8/8/7K w - - 0 1", "king"),
    ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "king"),
    ("8/8/8/8/8/8/8/7K w - - 0 1", "king"),
    ("kx6/8/8/8/8/8/8/7K w - - 0 1", "x"),
    ("Pk6/8/8/8/8/8/8/7K w - - 0 1", "pawn"),
    ("kP6/8/8/8/8/8/8/p6K w - - 0 1", "pawn"),
    ("8/8/8/8/8/5k2/8/3r1K2 b - - 0 1", "in check"),
    ("kK6/8/8/8/8/8/8/8 w - - 0 1", "in check"),
];

/// The kinds of errors in the test suites of other programs, with texts of our own.
const PUBLIC: [(&str, &str); 22] = [
    // chess.js, validate_fen: kings, pawns, letters, fields, numbers, rights, squares of a rank.
    ("8/8/8/3K4/8/8/8/8 w - - 0 1", "black has 0 kings"),
    ("kk6/8/8/8/8/8/8/6K1 w - - 0 1", "black has 2 kings"),
    ("2p5/1k2K3/8/8/8/8/8/8 w - - 0 1", "c8"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRb KQkq - 0 1",
        "rank 1 has 9 squares",
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1", "X"),
    (
        "rnbq*bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "'*' on rank 8",
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 z",
        "move number",
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq d2 0 1", "d2"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQjkq - 0 1", "castling"),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ! KQkq - 0 1",
        "side to play",
    ),
    ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7 ranks"),
    (
        "rnbqkbnr/pp1pp1p1p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rank 7 has 9 squares",
    ),
    // chess.js, load-pgn: an illegal move; an invalid FEN in a tag in lower case.
    ("1. d4 Qxd4 1/2-1/2", "move 1, black"),
    (
        "[fEn \"1n2kb1r/p4YYY/8/8/8/8/8/2KR4 w k - 0 17\"]\n\n17. Rd8#",
        "'Y' on rank 7",
    ),
    // PgnParser, "throws on invalid input": gibberish, brackets, unterminated parts.
    ("qwertz", "line 1, move 1, white"),
    ("[[Event \"A\"]", "tag"),
    ("1. d4 (1. c4 c5", "variation"),
    ("{A study.", "comment"),
    // python-chess, data/pgn: games without moves after a byte order mark, a variant.
    ("\u{feff}[Event \"A\"]\n\n *\n\n[Event \"B\"]\n\n *\n", "no moves"),
    ("[Variant \"Antichess\"]\n\n1. g3 Nh6 2. g4 Nxg4", "Antichess"),
    // The variants of Lichess, as named in its database.
    ("[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. N@e6 *", "Crazyhouse"),
    ("[Variant \"Three-check\"]\n\n1. e4 e5 *", "Three-check"),
];

#[test]
fn each_has_a_sentence_that_names_the_place() {
    let mut page = Page::new();
    for (text, place) in OWN.iter().chain(&PUBLIC) {
        let read = page.ask(&json!({ "kind": "read", "text": text }));
        assert_eq!(read["kind"], "read", "{text}");
        let fault = read["fault"].as_str().or_else(|| read["games"][0]["fault"].as_str());
        let fault = fault.unwrap_or_else(|| panic!("`{text}` is taken: {read}"));
        assert!(
            fault.to_lowercase().contains(&place.to_lowercase()),
            "`{text}`: {fault}"
        );
        assert!(
            fault.ends_with('.') && !fault.contains('\n') && fault.len() < 300,
            "`{text}`: {fault}"
        );
        println!("{text:?}: {fault}");
    }
}
