//! Moves in algebraic notation: read, written, refused.

use bcp_chess::{Position, START, SanError};

use crate::common::{Random, random_game, win_at_chess};

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

#[test]
fn what_is_written_is_read_back() {
    let mut random = Random(300);
    let start = Position::from_fen(START).expect("the start position");
    for _ in 0..20 {
        for position in random_game(&start, 120, &mut random) {
            for m in position.legal_moves() {
                let text = position.san(m).expect("a legal move");
                assert_eq!(position.move_from_san(&text), Ok(m), "{text} in {}", position.to_fen());
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

#[test]
fn what_is_no_move_is_refused_with_the_reason() {
    let position = Position::from_fen("4k3/8/8/8/8/8/R6R/4K3 w - -").expect("a position");
    for text in ["", "+", "e", "x", "=Q", "Rq2", "Rz9d2", "\u{e9}\u{e9}", "R\u{e9}2"] {
        assert_eq!(position.move_from_san(text), Err(SanError::Syntax(text.to_string())));
    }
    for text in ["Qd2", "e4", "O-O", "Ra9", "e8=Q"] {
        let error = position.move_from_san(text);
        assert!(
            matches!(error, Err(SanError::Illegal(_) | SanError::Syntax(_))),
            "{text}: {error:?}"
        );
    }
    assert_eq!(
        position.move_from_san("Rd2"),
        Err(SanError::Ambiguous("Rd2".to_string()))
    );
}
