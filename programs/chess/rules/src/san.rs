//! Moves in short and long algebraic notation.

use alloc::string::{String, ToString};

use super::moves::{Move, Special};
use super::piece::Kind;
use super::position::Position;

impl Position {
    /// Formats a legal move in algebraic notation, with `+` for check and `#` for mate; `None` if the move is illegal.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// // The knight on c1 could go to b3 as well.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/N1N1K3 w - -")?;
    /// let m = position.move_from_text("a1b3").expect("a legal move");
    /// assert_eq!(position.san(m).as_deref(), Some("Nab3"));
    /// assert_eq!(position.long_algebraic(m).as_deref(), Some("Na1-b3"));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn san(&self, m: Move) -> Option<String> {
        let kind = self.piece_on(m.from)?.kind;
        let origin = match kind {
            Kind::Pawn if self.is_capture(m) => m.from.to_string().chars().take(1).collect(),
            Kind::Pawn => String::new(),
            _ => self.origin(m, kind),
        };
        self.algebraic(m, &origin, "")
    }

    /// Formats a legal move in long algebraic notation, such as `Ng1-f3` and `e7xd8=Q+`; `None` if the move is illegal.
    pub fn long_algebraic(&self, m: Move) -> Option<String> {
        self.algebraic(m, &m.from.to_string(), "-")
    }

    /// Combines letter, origin, `x` or `quiet`, target, promotion, and the mark of a check or mate.
    fn algebraic(&self, m: Move, origin: &str, quiet: &str) -> Option<String> {
        let next = self.play(m)?;
        let mark = match (next.in_check(), next.legal_moves().is_empty()) {
            (true, true) => "#",
            (true, false) => "+",
            (false, _) => "",
        };
        if m.special == Special::Castling {
            return Some(if m.to.file() == 6 { "O-O" } else { "O-O-O" }.to_string() + mark);
        }
        let mut text = String::new();
        let kind = self.piece_on(m.from)?.kind;
        if kind != Kind::Pawn {
            text.push(kind.letter());
        }
        text += origin;
        text += if self.is_capture(m) { "x" } else { quiet };
        text += &m.to.to_string();
        if let Special::Promotion(kind) = m.special {
            text.push('=');
            text.push(kind.letter());
        }
        Some(text + mark)
    }

    /// Returns true if a move captures.
    pub fn is_capture(&self, m: Move) -> bool {
        self.piece_on(m.to).is_some() || m.special == Special::EnPassant
    }

    /// Returns the shortest part of a piece's origin that distinguishes it from others that can go to the same square:
    /// file, rank, or both.
    fn origin(&self, m: Move, kind: Kind) -> String {
        let mut rivals = self.legal_moves();
        rivals.retain(|other| {
            other.to == m.to
                && other.from != m.from
                && self.piece_on(other.from).is_some_and(|piece| piece.kind == kind)
        });
        let square = m.from.to_string();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|other| other.from.file() != m.from.file()) {
            square[..1].to_string()
        } else if rivals.iter().all(|other| other.from.rank() != m.from.rank()) {
            square[1..].to_string()
        } else {
            square
        }
    }
}
