//! The endings of games on the fast board, and the values of the final positions.

use bcp_chess::{Position, START};
use bcp_laboratory::Game;
use bcp_laboratory::chess::{Chess, Evaluation, MATE, PackedMove};

fn chess(fen: &str) -> Chess {
    Chess::from(&Position::from_fen(fen).expect(fen))
}

fn played(fen: &str, moves: &str) -> Chess {
    let mut position = Position::from_fen(fen).expect(fen);
    let mut chess = Chess::from(&position);
    for text in moves.split_whitespace() {
        let m = position.move_from_san(text).expect(text);
        position = position.play(m).expect("a legal move");
        chess.make(m.into());
    }
    chess
}

/// Finds the move with this notation in the position.
fn listed(chess: &mut Chess, text: &str) -> PackedMove {
    let mut moves = Vec::new();
    chess.moves(&mut moves);
    let m = moves.into_iter().find(|m| m.to_string() == text);
    m.expect(text)
}

#[test]
fn a_repetition_is_a_draw_but_not_at_the_root() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8";
    let mut once = played(START, there_and_back);
    assert_eq!(once.occurrences(), 2);
    assert_eq!(once.terminal(), Some(0));
    once.unmake();
    let back = listed(&mut once, "f6g8");
    once.play(back);
    assert_eq!((once.occurrences(), once.terminal()), (2, None));
    assert_eq!(played(START, "Nf3 Nf6 Ng1").terminal(), None);
    let twice = played(START, &[there_and_back; 2].join(" "));
    assert_eq!(twice.occurrences(), 3);
}

#[test]
fn a_null_move_hides_what_was_before_it() {
    let mut chess = played(START, "Nf3 Nf6");
    chess.make_null();
    for text in ["f6g8", "f3g1"] {
        let m = listed(&mut chess, text);
        chess.make(m);
    }
    assert_eq!(chess.terminal(), None);
}

/// Plays moves in which Black, to play, moves the king back and forth, while the white king goes from e1 to d1 and
/// back, and the rook moves up the a-file by one square each time: 99 plies without a capture or a repetition.
fn ninety_nine_moves(fen: &str, black: [&str; 2]) -> Chess {
    let there = ["Ke2", "Ke3", "Ke4", "Ke5", "Kd5", "Kd4", "Kd3", "Kd2", "Kd1"];
    let back = ["Kd2", "Kd3", "Kd4", "Kd5", "Ke5", "Ke4", "Ke3", "Ke2", "Ke1"];
    let mut white = Vec::new();
    for (walk, rook) in [(there, "Ra2"), (back, "Ra3"), (there, "Ra4"), (back, "Ra5")] {
        white.extend(walk.into_iter().chain([rook]));
    }
    white.extend(there);
    let mut moves = Vec::new();
    for (number, white) in white.into_iter().enumerate() {
        moves.extend([black[number % 2], white]);
    }
    moves.push(black[1]);
    assert_eq!(moves.len(), 99);
    let mut chess = played(fen, &moves.join(" "));
    assert_eq!((chess.occurrences(), chess.terminal()), (1, None));
    chess
}

#[test]
fn fifty_moves_are_a_draw_unless_the_last_one_mates() {
    let mut quiet = ninety_nine_moves("4k3/8/8/8/8/8/8/R3K3 b - -", ["Kf8", "Ke8"]);
    let m = listed(&mut quiet, "a5b5");
    quiet.make(m);
    assert_eq!((quiet.occurrences(), quiet.terminal()), (1, Some(0)));
    let mut mate = ninety_nine_moves("6k1/5ppp/8/8/8/8/8/R3K3 b - -", ["Kh8", "Kg8"]);
    let m = listed(&mut mate, "a5a8");
    mate.make(m);
    assert!(mate.fifty_moves_passed());
    assert_eq!(mate.terminal(), None);
    assert_eq!(mate.without_moves(), 100 - MATE);
}

#[test]
fn bare_kings_and_one_minor_piece_are_a_draw() {
    for (placement, drawn) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/3NK3", true),
        ("4k3/8/8/8/8/8/8/3bK3", true),
        ("3nk3/8/8/8/8/8/8/3NK3", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("4k3/8/8/8/8/8/8/3RK3", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
    ] {
        let position = chess(&format!("{placement} b - -"));
        assert_eq!(position.insufficient_material(), drawn, "{placement}");
    }
}

#[test]
fn a_stalemate_is_a_draw_and_nearer_mates_count_more() {
    let mut stalemate = chess("7k/5Q2/6K1/8/8/8/8/8 b - -");
    let mut moves = Vec::new();
    stalemate.moves(&mut moves);
    assert!(moves.is_empty());
    assert_eq!(stalemate.without_moves(), 0);
    let mut mate = played("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "Kd1 h5 Ra8");
    mate.moves(&mut moves);
    assert!(!moves.is_empty());
    let mut mate = played("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "Kd1 f6 Kd2 f5 Ra8");
    moves.clear();
    mate.moves(&mut moves);
    assert!(!moves.is_empty(), "f7 is free");
    let mut mate = played("6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "Ra8");
    moves.clear();
    mate.moves(&mut moves);
    assert!(moves.is_empty());
    assert_eq!(mate.without_moves(), 1 - MATE);
}

#[test]
fn both_sides_have_the_same_evaluation() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
    let mirrored = "rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq -";
    assert_eq!(chess(fen).evaluate(), chess(mirrored).evaluate());
    let without_rook = "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQk -";
    let mut material = chess(without_rook).with_evaluation(Evaluation::Material);
    assert_eq!(material.evaluate(), -500);
    assert!(chess(without_rook).evaluate() < -400);
}
