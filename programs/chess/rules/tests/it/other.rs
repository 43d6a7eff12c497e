//! An independent move generator, applied to our positions.

use bcp_chess::{Move, Position, Special};

/// Converts a position to the other library, through our FEN.
pub(crate) fn other(position: &Position) -> cozy_chess::Board {
    let fen = format!("{} 0 1", position.to_fen());
    cozy_chess::Board::from_fen(&fen, false).expect(&fen)
}

/// Formats a move as the other library does, which writes castling as the king's capture of its own rook.
pub(crate) fn other_text(m: Move) -> String {
    match (m.special, m.to.file()) {
        (Special::Castling, 6) => format!("{}h{}", m.from, m.to.rank() + 1),
        (Special::Castling, _) => format!("{}a{}", m.from, m.to.rank() + 1),
        _ => m.to_string(),
    }
}

pub(crate) fn other_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut list = Vec::new();
    board.generate_moves(|moves| {
        list.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    list.sort();
    list
}
