//! Legal moves, check and FEN along random games, against an independent move generator.

use bcp_chess::{Move, Position, START, Special};

use crate::common::{Random, random_game, win_at_chess};

/// The same position in the other library, by way of our FEN.
fn other(position: &Position) -> cozy_chess::Board {
    let fen = format!("{} 0 1", position.to_fen());
    cozy_chess::Board::from_fen(&fen, false).expect(&fen)
}

/// That library writes castling as the king's capture of his own rook.
fn other_text(m: Move) -> String {
    match (m.special, m.to.file()) {
        (Special::Castling, 6) => format!("{}h{}", m.from, m.to.rank() + 1),
        (Special::Castling, _) => format!("{}a{}", m.from, m.to.rank() + 1),
        _ => m.to_string(),
    }
}

fn other_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut list = Vec::new();
    board.generate_moves(|moves| {
        list.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    list.sort();
    list
}

fn compare(position: &Position) {
    let board = other(position);
    let mut ours: Vec<String> = position.legal_moves().into_iter().map(other_text).collect();
    ours.sort();
    assert_eq!(ours, other_moves(&board), "{}", position.to_fen());
    assert_eq!(
        position.in_check(),
        !board.checkers().is_empty(),
        "{}",
        position.to_fen()
    );
    let again = Position::from_fen(&position.to_fen()).expect("our own FEN");
    assert_eq!(again.to_fen(), position.to_fen());
    assert_eq!(again.key(), position.key(), "{}", position.to_fen());
    assert_eq!(again.balance(), position.balance(), "{}", position.to_fen());
}

#[test]
fn games_from_the_start_position() {
    let mut random = Random(1986);
    let start = Position::from_fen(START).expect("the start position");
    for _ in 0..100 {
        random_game(&start, 150, &mut random).iter().for_each(compare);
    }
}

#[test]
fn games_from_the_test_positions() {
    let mut random = Random(2006);
    for (_, position, _) in win_at_chess() {
        random_game(&position, 40, &mut random).iter().for_each(compare);
    }
}
