//! The end of a game: positions without a legal move, and moves that mate.

use alloc::vec::Vec;
use core::fmt;

use super::moves::Move;
use super::position::Position;

/// The reason why the side to play has no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The king of the side to play is in check.
    Checkmate,
    /// The king of the side to play is not in check, so the game is drawn.
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
    /// Returns the reason why the side to play has no legal move; `None` if it has one.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{End, Position};
    ///
    /// // After 1. f3 e5 2. g4 Qh4#.
    /// let fools_mate = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -")?;
    /// assert_eq!(fools_mate.end(), Some(End::Checkmate));
    /// assert_eq!(Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - -")?.end(), Some(End::Stalemate));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn end(&self) -> Option<End> {
        match (self.legal_moves().is_empty(), self.in_check()) {
            (false, _) => None,
            (true, true) => Some(End::Checkmate),
            (true, false) => Some(End::Stalemate),
        }
    }

    /// Returns true if a move is legal here and mates.
    pub fn mates(&self, m: Move) -> bool {
        self.play(m).is_some_and(|next| next.end() == Some(End::Checkmate))
    }

    /// Returns the legal moves that mate, in the order in which moves are listed.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -")?;
    /// let mates: Vec<_> = position.mates_in_one().iter().map(ToString::to_string).collect();
    /// assert_eq!(mates, ["a1a8"]);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn mates_in_one(&self) -> Vec<Move> {
        let mut list = self.legal_moves();
        list.retain(|&m| self.mates(m));
        list
    }
}
