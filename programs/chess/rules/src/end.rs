//! The end of a game: positions without a legal move, and the moves that mate.

use std::fmt;

use super::moves::Move;
use super::position::Position;

/// The reason why the side to play has no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Its king is attacked.
    Checkmate,
    /// Its king is not attacked: a draw.
    Stalemate,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
        })
    }
}

impl Position {
    /// The reason why the side to play has no legal move; none if it has one.
    pub fn end(&self) -> Option<End> {
        match (self.legal_moves().is_empty(), self.in_check()) {
            (false, _) => None,
            (true, true) => Some(End::Checkmate),
            (true, false) => Some(End::Stalemate),
        }
    }

    /// Is a move legal here, and does it mate?
    pub fn mates(&self, m: Move) -> bool {
        self.play(m).is_some_and(|next| next.end() == Some(End::Checkmate))
    }

    /// The legal moves that mate, in the order of moves.
    pub fn mates_in_one(&self) -> Vec<Move> {
        let mut list = self.legal_moves();
        list.retain(|&m| self.mates(m));
        list
    }
}
