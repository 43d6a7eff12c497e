//! The chess program on the emulated board: move generation and the console protocol.

use z8000_tests::{chess_board, converse};

/// The usual six positions, and how many leaves their trees of legal moves have at depths 1 to 4.
const PERFT: [(&str, [u32; 4]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        [20, 400, 8_902, 197_281],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        [48, 2_039, 97_862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2_812, 43_238]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        [6, 264, 9_467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        [44, 1_486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        [46, 2_079, 89_890, 3_894_594],
    ),
];

#[test]
fn perft() {
    let mut board = chess_board();
    for (position, counts) in PERFT {
        for (depth, count) in (1..).zip(counts) {
            let answer = converse(&mut board, &format!("p {position}\nn {depth}\n"));
            assert_eq!(answer, format!("ok\n{count}\n"), "{position} to depth {depth}");
        }
    }
}

#[test]
fn wrong_commands_are_answered() {
    let mut board = chess_board();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let many = "p qqqqkqqq/qqqqqqqq/qq6/8/8/8/8/4K3 w - -";
    for (line, answer) in [
        ("x", "command"),
        ("", "command"),
        ("g 3", "position"),
        ("n 3", "position"),
        ("p", "board"),
        ("p 8/8/8/8/8/8/8/8", "board"),
        ("p 8/8/8/8/8/8/8 w - -", "board"),
        ("p 9/8/8/8/8/8/8/8 w - -", "board"),
        ("p 4/4/8/8/8/8/8/8 w - -", "board"),
        ("p 4k30/8/8/8/8/8/8/4K3 w - -", "board"),
        ("p 4k3/8/8/8/8/8/8/4K3/8 w - -", "board"),
        ("p 4k3/8/8/8/8/8/8/4K4 w - -", "board"),
        ("p 4k3/8/8/8/8/8/8/4K2P w - -", "board"),
        ("p 8/8/8/8/8/8/8/8 w - -", "kings"),
        ("p kk6/8/8/8/8/8/8/4K3 w - -", "kings"),
        (many, "board"),
        (&format!("p {start} x KQkq -"), "side"),
        (&format!("p {start} w"), "side"),
        (&format!("p {start} w KQx -"), "castling"),
        (&format!("p {start} w  -"), "castling"),
        ("p 4k3/8/8/8/8/8/8/4K3 w K -", "castling"),
        (&format!("p {start} w KQkq e3"), "ep"),
        (&format!("p {start} w KQkq "), "ep"),
        (&format!("p {start} w KQkq e6"), "ep"),
        (&format!("p {start} w KQkq"), "castling"),
        ("p 4k3/8/8/8/8/8/4R3/4K3 w - -", "check"),
    ] {
        assert_eq!(
            converse(&mut board, &format!("{line}\n")),
            format!("error {answer}\n"),
            "{line}"
        );
    }
    assert_eq!(converse(&mut board, &format!("p {start} w KQkq -\r\n")), "ok\n");
    for depth in ["", "x", "31", "-1", "1x", "99999999"] {
        assert_eq!(
            converse(&mut board, &format!("g {depth}\n")),
            "error depth\n",
            "{depth}"
        );
    }
    assert_eq!(converse(&mut board, "n 0\n"), "error depth\n");
}

#[test]
fn a_mate_in_two_is_found_and_ends_the_search() {
    let mut board = chess_board();
    let position = "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -";
    let answer = converse(&mut board, &format!("p {position}\ng 6\n"));
    let lines: Vec<_> = answer.lines().collect();
    assert!(lines[lines.len() - 2].starts_with("2 124 c6c4 "), "{answer}");
    assert_eq!(lines.last(), Some(&"done"));
}
