//! The chess program on the emulated board: move generation and the console protocol.

use z8000_tests::{chess_board, converse};

/// Counts the leaves of the trees of legal moves at depths 1 to 4, in the positions commonly used to test move
/// generators.
#[test]
fn leaves_are_as_published() {
    let mut board = chess_board();
    board.set_engine(crate::translator());
    let rows = include_str!("../../../programs/chess/suite/positions/perft.csv").lines();
    for row in rows.skip(1) {
        let [name, position, counts] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("three fields: {row}")
        };
        for (depth, count) in (1..=4).zip(counts.split(' ')) {
            let answer = converse(&mut board, &format!("p {position}\nn {depth}\n"));
            assert_eq!(answer, format!("ok\n{count}\n"), "{name} to depth {depth}");
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

/// Commands of a game, in sequence, with the answers that follow from the rules of chess; moves are sorted by name.
const GAMES: &[(&str, &str)] = &[
    ("m e2e4", "error position"),
    ("u", "error position"),
    ("l", "error position"),
    ("b", "error position"),
    ("p rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ok"),
    ("u", "error game"),
    ("m e2e5", "error move"),
    ("m", "error move"),
    ("m e2e4q", "error move"),
    ("m e2e4 ", "error move"),
    ("m i2e4", "error move"),
    ("m e2", "error move"),
    ("m f2f3", "ok"),
    ("m e7e5", "ok"),
    ("m g2g4", "ok"),
    ("m d8h4", "mate"),
    ("l", ""),
    ("b", "error mate"),
    ("u", "ok"),
    ("m d8e7", "ok"),
    // Moves forward and back until the same position occurs three times.
    ("p 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "ok"),
    ("m a1a2", "ok"),
    ("m e8d8", "ok"),
    ("m a2a1", "ok"),
    ("m d8e8", "ok"),
    ("m a1a2", "ok"),
    ("m e8d8", "ok"),
    ("m a2a1", "ok"),
    ("m d8e8", "repetition"),
    ("u", "ok"),
    ("m d8d7", "ok"),
    // Fifty moves by each side, and a pawn move that restarts the count.
    ("p 4k3/8/8/8/8/8/4P3/R3K3 w - - 99 80", "ok"),
    ("m a1a2", "fifty"),
    ("u", "ok"),
    ("m e2e4", "ok"),
    ("m e8e7", "ok"),
    ("m a1a2", "ok"),
    // Castling, en passant and promotion, made and undone.
    ("p r3k3/1P6/8/3pP3/8/8/8/4K2R w Kq d6 0 1", "ok"),
    ("m e1g1", "ok"),
    ("m e8c8", "error move"),
    ("u", "ok"),
    ("m e5d6", "ok"),
    ("u", "ok"),
    ("m b7a8", "error move"),
    ("m b7a8n", "ok"),
    ("l", "d5d4 e8d7 e8d8 e8e7 e8f7 e8f8"),
    ("u", "ok"),
    (
        "l",
        "b7a8b b7a8n b7a8q b7a8r b7b8b b7b8n b7b8q b7b8r e1d1 e1d2 e1e2 e1f1 \
         e1f2 e1g1 e5d6 e5e6 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8",
    ),
    // A stalemate.
    ("p 7k/8/5KQ1/8/8/8/8/8 w - -", "ok"),
    ("m g6f7", "stalemate"),
    ("b", "error stalemate"),
    // A mate is reported, and a single legal move is played at once.
    ("p 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "ok"),
    ("b 3", "1 126 a1a8 *\nmove a1a8"),
    ("p k7/8/1K6/8/8/8/8/7R b - -", "ok"),
    ("b", "1 -* a8b8 *\nmove a8b8"),
    // A piece is won; the other king is not mated.
    ("p 4k3/8/8/3q4/4P3/8/8/4K3 w - -", "ok"),
    ("b 1", "1 1 e4d5 *\nmove e4d5"),
    ("b 0", "error depth"),
    ("b 31", "error depth"),
    ("k 0", "error lines"),
    ("k 2", "ok"),
    ("w 2", "error number"),
    ("w x", "error number"),
    ("w 0", "ok"),
    ("t", "error time"),
    ("t x", "error time"),
    ("t 2147483648", "error time"),
    ("t 10 70000", "error time"),
    ("t 10 5 5", "error time"),
    ("t 2147483647 65535", "ok"),
    ("t 0", "ok"),
];

/// Returns true if an answer is as expected; `*` stands for any number of nodes.
fn fits(answer: &str, expected: &str) -> bool {
    let mut rest = answer;
    for (index, part) in expected.split('*').enumerate() {
        match rest.find(part) {
            Some(at) if index > 0 || at == 0 => rest = &rest[at + part.len()..],
            _ => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn games_go_by_the_rules() {
    let mut board = chess_board();
    for (line, expected) in GAMES {
        let answer = converse(&mut board, &format!("{line}\n"));
        let mut answer = answer.trim_end_matches([' ', '\n']).to_owned();
        if *line == "l" {
            let mut moves: Vec<&str> = answer.split(' ').collect();
            moves.sort_unstable();
            answer = moves.join(" ");
        }
        assert!(fits(&answer, expected), "`{line}`: `{answer}`, not `{expected}`");
    }
}

#[test]
fn the_program_keeps_its_time_and_stops_for_a_character() {
    let position = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";
    // The unit of time is a hundredth of a second, 40,000 clocks; when the time is up, the program restores the
    // position and answers.
    let mut board = chess_board();
    for (time, ticks) in [("t 300", 300), ("t 1000", 1000), ("t 6000 20", 300), ("t 9000 0", 300)] {
        assert_eq!(converse(&mut board, &format!("p {position}\n{time}\n")), "ok\nok\n");
        let before = board.clocks();
        let answer = converse(&mut board, "b\n");
        let seconds = (board.clocks() - before) as f64 / 40_000.0;
        assert!(
            answer.lines().last().is_some_and(|line| line.starts_with("move ")),
            "{answer}"
        );
        // With a time for the whole game, it begins no iteration that it could not complete.
        let least = if time.contains(' ') && time.split(' ').count() > 2 {
            0.4
        } else {
            1.0
        };
        let (least, most) = (least * f64::from(ticks), f64::from(ticks) + 8.0);
        assert!((least..most).contains(&seconds), "{time}: {seconds} ticks");
    }
    // A single waiting character suffices once there is a move to answer; `s` itself is not answered.
    assert_eq!(converse(&mut board, "t 0\n"), "ok\n");
    let before = board.clocks();
    let answer = converse(&mut board, "b\ns\nk 1\n");
    assert!(answer.ends_with("\nok\n") && answer.contains("move "), "{answer}");
    assert!(board.clocks() - before < 8_000_000, "it goes on thinking");
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
