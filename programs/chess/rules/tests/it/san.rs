//! Moves formatted in algebraic notation.

use bcp_chess::Position;

use crate::common::win_at_chess;
use crate::data::data;

#[test]
fn every_solution_of_win_at_chess_is_a_move() {
    for (number, position, solutions) in win_at_chess() {
        for solution in solutions {
            if let Err(error) = position.move_from_san(&solution) {
                panic!("position {number}: {error}");
            }
        }
    }
}

/// Position, console text, SAN: castling, promotion, en passant, origins, check and mate.
const WRITTEN: &[(&str, &str, &str)] = &[
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1c1", "O-O-O"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "a1a8", "Rxa8+"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q+"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"),
    ("4k3/8/8/8/8/8/R6R/4K3 w - -", "a2d2", "Rad2"),
    ("4k3/8/R7/8/8/8/R7/4K3 w - -", "a2a4", "R2a4"),
    ("8/8/8/5Q1Q/k7/8/1K6/7Q w - -", "h5f3", "Qh5f3"),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "a1a8", "Ra8#"),
];

#[test]
fn notation_is_as_short_as_it_can_be() {
    for &(fen, text, san) in WRITTEN {
        let position = Position::from_fen(fen).expect(fen);
        let m = position.move_from_text(text).expect(text);
        assert_eq!(position.san(m).as_deref(), Some(san), "{fen}");
        assert_eq!(position.move_from_san(san), Ok(m), "{fen}");
    }
}

/// Disambiguation by file, rank, and both, also with pinned alternatives; captures en passant; promotions with check
/// and mate; castling: every move is formatted as by python-chess.
#[test]
fn moves_are_written_as_python_chess_writes_them() {
    let mut compared = 0;
    for row in data("moves.tsv") {
        let position = Position::from_fen(&row[0]).expect(&row[0]);
        let ours: Vec<String> = position
            .legal_moves()
            .into_iter()
            .map(|m| {
                let san = position.san(m).expect("a legal move");
                let long = position.long_algebraic(m).expect("a legal move");
                format!("{m}|{san}|{long}")
            })
            .collect();
        let mut ours: Vec<&str> = ours.iter().map(String::as_str).collect();
        ours.sort_unstable();
        let mut theirs: Vec<&str> = row[1].split(' ').collect();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{}", row[0]);
        compared += ours.len();
    }
    assert!(compared > 1_000, "{compared} moves");
}
