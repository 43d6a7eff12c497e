//! Moves as people write them, in long or short algebraic notation, and in the notation of UCI.

use alloc::format;
use alloc::string::{String, ToString};

use thiserror::Error;

use super::moves::{Move, Special, right_of};
use super::piece::Kind;
use super::position::Position;
use super::square::Square;

/// The reason why a string does not name a move of a position.
///
/// # Example
/// ```
/// use bcp_chess::{Position, SanError};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/N1N1K3 w - -")?;
/// assert_eq!(position.move_from_san("Nb3"), Err(SanError::Ambiguous("Nb3".to_string())));
/// assert_eq!(position.move_from_san("Nf6"), Err(SanError::Illegal("Nf6".to_string())));
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SanError {
    /// The string does not have the form of a move.
    #[error("{0:?} is not a move in algebraic notation; write it like Nf3, exd5, e8=Q or O-O")]
    Syntax(String),
    /// No legal move fits the string.
    #[error("{0:?} is not a legal move here")]
    Illegal(String),
    /// More than one legal move fits the string.
    #[error("{0:?} is ambiguous; name the piece's starting file or rank")]
    Ambiguous(String),
    /// The move promotes a pawn, but the string does not name the new piece.
    #[error("{0:?} is a promotion; name the new piece, such as e8=Q")]
    Promotion(String),
    /// The string is the null move, which moves no piece.
    #[error("{0:?} is a null move, which the rules do not allow; write the move of a piece")]
    Null(String),
}

/// The description of a move by a piece and squares, some of which may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveDescription {
    /// The kind of piece, if the notation has a letter for it.
    pub(crate) kind: Option<Kind>,
    pub(crate) from_file: Option<u8>,
    pub(crate) from_rank: Option<u8>,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Kind>,
}

/// The null move as written in PGN, by ChessBase, in UCI and by Winboard.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// The signs that may separate origin and target.
const SEPARATORS: [char; 6] = ['x', 'X', '\u{d7}', ':', '-', '\u{2013}'];

/// The signs with which annotators evaluate a position, such as `±`, `∓`, `⩲`, `⩱` and `∞`.
pub(crate) const SIGNS: &str =
    "\u{b1}\u{2213}\u{2a72}\u{2a71}\u{221e}\u{2191}\u{2192}\u{21c6}\u{25a1}\u{25cb}\u{25b3}\u{2295}\u{27f3}";

/// The suffixes of an en passant capture, the longest first.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];

impl Position {
    /// Reads a legal move in any common notation:
    ///
    /// * standard algebraic: `Qxh7+`, `Rfxe8`, `axb8=Q`, `O-O`, also with more of the origin than necessary (`Ng1f3`);
    /// * long algebraic: `Ng1-f3`, `e7xd8=Q`;
    /// * UCI: `e2e4`, `e7e8q`; castling as the king's move, `e1g1`, or as the king's capture of the rook, `e1h1`.
    ///
    /// A promotion is `e8=Q`, `e8Q`, `e8/Q`, `e8(Q)` or `e8=q`; castling is `O-O`, `0-0` or `o-o`. The marks for
    /// captures, check, mate and en passant, the annotations `!` and `?`, and signs of an advantage, such as in
    /// `Nf3+-`, are optional and are not checked against the position. A pawn leaves its file only if the notation
    /// names that file: `d5` is not `exd5`.
    ///
    /// # Errors
    /// The string is not a move, is not legal here, is ambiguous, omits the promoted piece, or is the null move.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, START};
    ///
    /// let position = Position::from_fen(START)?;
    /// for text in ["Nf3", "Ng1-f3", "g1f3", "Nf3!?"] {
    ///     assert_eq!(position.move_from_san(text).map(|m| m.to_string()), Ok("g1f3".to_string()));
    /// }
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn move_from_san(&self, text: &str) -> Result<Move, SanError> {
        let wanted = self.read_description(text)?;
        let mut candidates = self.legal_moves();
        candidates.retain(|m| self.fits(*m, wanted));
        let promotes = |m: &Move| matches!(m.special, Special::Promotion(_));
        if wanted.promotion.is_none() && candidates.iter().any(promotes) {
            return Err(SanError::Promotion(text.to_string()));
        }
        candidates.retain(|m| promotion(*m) == wanted.promotion);
        match candidates[..] {
            [m] => Ok(m),
            [] => Err(SanError::Illegal(text.to_string())),
            _ => Err(SanError::Ambiguous(text.to_string())),
        }
    }

    /// Parses a string as a move, legal or not.
    pub(crate) fn read_description(&self, text: &str) -> Result<MoveDescription, SanError> {
        let bare = without_marks(text);
        if NULL_MOVES.contains(&text.trim().trim_end_matches(['+', '#', '!', '?'])) {
            return Err(SanError::Null(text.to_string()));
        }
        // Castling is described by the king's move.
        let rank = self.side_to_play().relative_rank(0) + 1;
        let squares = match bare {
            "O-O" | "0-0" | "o-o" => &format!("Ke{rank}g{rank}"),
            "O-O-O" | "0-0-0" | "o-o-o" => &format!("Ke{rank}c{rank}"),
            _ => bare,
        };
        MoveDescription::read(squares).ok_or_else(|| SanError::Syntax(text.to_string()))
    }

    /// Returns true if a legal move matches a description; the promotion is not compared.
    fn fits(&self, m: Move, wanted: MoveDescription) -> bool {
        let moved = self.piece_on(m.from).map(|piece| piece.kind);
        let names_origin = wanted.from_file.is_some() && wanted.from_rank.is_some();
        let is_from = wanted.from_file.is_none_or(|file| file == m.from.file())
            && wanted.from_rank.is_none_or(|rank| rank == m.from.rank());
        // With both squares, the letter of a piece may be missing; otherwise, that means a pawn.
        let kind = wanted.kind.or_else(|| (!names_origin).then_some(Kind::Pawn));
        let castling = right_of(m).filter(|_| m.special == Special::Castling);
        let is_there = wanted.to == m.to || castling.is_some_and(|right| right.rook == wanted.to);
        let straight = m.from.file() == m.to.file();
        is_from
            && is_there
            && kind.is_none_or(|kind| moved == Some(kind))
            && (castling.is_none() || names_origin)
            && (moved != Some(Kind::Pawn) || straight || wanted.from_file.is_some())
    }
}

pub(crate) fn promotion(m: Move) -> Option<Kind> {
    match m.special {
        Special::Promotion(kind) => Some(kind),
        _ => None,
    }
}

/// Returns the text without the marks that may follow a move.
pub(crate) fn without_marks(text: &str) -> &str {
    let mut bare = text.trim();
    loop {
        let is_mark = |letter| "+#!?=-/".contains(letter) || SIGNS.contains(letter);
        let marked = bare.trim_end_matches(is_mark).trim_end();
        let shorter = EN_PASSANT.iter().find_map(|mark| marked.strip_suffix(mark));
        let shorter = shorter.map_or(marked, str::trim_end);
        if shorter.len() == bare.len() {
            return bare;
        }
        bare = shorter;
    }
}

impl MoveDescription {
    /// Returns the square that the piece leaves, if both its file and its rank are named.
    pub(crate) fn from(self) -> Option<Square> {
        Square::new(self.from_file?, self.from_rank?)
    }

    /// Parses a text without marks, from its end: promotion, target, separator, origin, piece.
    fn read(text: &str) -> Option<Self> {
        let (rest, promotion) = split_promotion(text)?;
        let (rest, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = Square::from_name(to)?;
        let rest = rest.strip_suffix(SEPARATORS).unwrap_or(rest);
        let kind = rest.chars().next().and_then(Kind::from_letter);
        let origin = rest.get(usize::from(kind.is_some())..)?;
        let (from_file, from_rank) = match *origin.as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(Self { kind, from_file, from_rank, to, promotion })
    }
}

/// Removes `=Q`, `Q`, `(Q)`, or the same with a small letter, from the end of a text.
fn split_promotion(text: &str) -> Option<(&str, Option<Kind>)> {
    let bracketed = text.strip_suffix(')');
    let inner = bracketed.unwrap_or(text);
    let last = inner.chars().next_back()?;
    let kind = Kind::from_letter(last.to_ascii_uppercase()).filter(|kind| Kind::PROMOTIONS.contains(kind));
    let rest = inner.get(..inner.len() - last.len_utf8())?;
    match (kind, bracketed) {
        (None, None) => Some((text, None)),
        (None, Some(_)) => None,
        (kind, None) => Some((rest.strip_suffix(['=', '/']).unwrap_or(rest), kind)),
        (kind, Some(_)) => rest.strip_suffix('(').map(|rest| (rest, kind)),
    }
}
