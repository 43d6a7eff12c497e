//! The plies of the search and the moves played in them.

use std::fmt;

use bcp_chess::{Colour, Kind};

/// A ply of the search. A field is `None` if its value is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move played in the ply, or the routine that is running.
    pub played: PlyKind,
    /// The side that plays; all values are from its point of view.
    pub side: Option<Colour>,
    /// The remaining depth.
    pub depth: Option<u16>,
    /// The lower bound on entry, in pawns.
    pub alpha: Option<i16>,
    /// The upper bound.
    pub beta: Option<i16>,
    /// The best value so far.
    pub best: Option<i16>,
    /// Index of the ply's frame in the call stack; 0 is the innermost.
    pub frame: Option<usize>,
}

/// The move of a ply, by the kind of search that plays it, or the running routine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlyKind {
    /// A move on the path, such as `e2e4`.
    Move {
        /// The move in coordinates.
        m: String,
        /// The move in algebraic notation; `None` until it is set, or if the move does not fit the board.
        san: Option<String>,
        /// The letter of the piece; `None` for a pawn move.
        piece: Option<char>,
        /// Data address of the move's record.
        record: u16,
    },
    /// A move that is being scored by what it wins after the null move that follows it. Neither is on the path.
    Scored {
        /// The move in coordinates.
        m: String,
        /// The move in algebraic notation; `None` until it is set, or if the move does not fit the board.
        san: Option<String>,
        /// The letter of the piece; `None` for a pawn move.
        piece: Option<char>,
    },
    /// A move of the capture tree or of the search for a mate; like a scored move, it is not on the path.
    Behind {
        /// The move in coordinates.
        m: String,
        /// The move in algebraic notation; `None` until it is set, or if the move does not fit the board.
        san: Option<String>,
        /// The letter of the piece; `None` for a pawn move.
        piece: Option<char>,
    },
    /// The null move that scores the root, which is not on the path.
    Null,
    /// No move yet: this routine is running.
    Within(String),
}

impl fmt::Display for PlyKind {
    /// `Qd8+`, `e4 null`, `Qxd4`, `null` or `in t2v`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { m, san, .. } | Self::Behind { m, san, .. } => f.write_str(san.as_ref().unwrap_or(m)),
            Self::Scored { m, san, .. } => write!(f, "{} null", san.as_ref().unwrap_or(m)),
            Self::Null => f.write_str("null"),
            Self::Within(routine) => write!(f, "in {routine}"),
        }
    }
}

impl PlyKind {
    /// Returns the move in coordinates, such as `h4d8`, `h4d8 null` if it is being scored, or `null`; or the routine,
    /// such as `in t2v`.
    pub fn coordinates(&self) -> String {
        match self {
            Self::Move { m, .. } | Self::Behind { m, .. } => m.clone(),
            Self::Scored { m, .. } => format!("{m} null"),
            Self::Null | Self::Within(_) => self.to_string(),
        }
    }

    /// Returns the squares of a move, such as `e2e4`; `None` if there is no move.
    pub(crate) fn squares(&self) -> Option<&str> {
        match self {
            Self::Move { m, .. } | Self::Scored { m, .. } | Self::Behind { m, .. } => Some(m),
            Self::Null | Self::Within(_) => None,
        }
    }

    /// Sets a move's algebraic notation, and the letter of its piece.
    pub(crate) fn name(&mut self, kind: Kind, text: String) {
        if let Self::Move { san, piece, .. } | Self::Scored { san, piece, .. } | Self::Behind { san, piece, .. } = self
        {
            *san = Some(text);
            *piece = (kind != Kind::Pawn).then(|| kind.letter());
        }
    }

    /// Returns the letter of the piece; `None` for a pawn, or if there is no move yet.
    pub const fn piece(&self) -> Option<char> {
        match self {
            Self::Move { piece, .. } | Self::Scored { piece, .. } | Self::Behind { piece, .. } => *piece,
            Self::Null | Self::Within(_) => None,
        }
    }
}

impl Ply {
    /// Returns the lower bound, upper bound and best value from the point of view of a side.
    pub fn seen_by(&self, side: Option<Colour>) -> [Option<i16>; 3] {
        let turned = |value: Option<i16>| value.map(i16::wrapping_neg);
        if side.is_some() && self.side.is_some() && side != self.side {
            [turned(self.beta), turned(self.alpha), turned(self.best)]
        } else {
            [self.alpha, self.beta, self.best]
        }
    }
}
