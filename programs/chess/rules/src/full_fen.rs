//! FEN as found in practice, with the counters after the first four fields.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::castling::{CASTLING_RIGHTS, CastlingRight, CastlingRights};
use super::fen::{FenError, START, read_turn};
use super::moves::{Move, Special};
use super::piece::{Colour, Kind, Piece};
use super::position::Position;
use super::square::Square;

/// A position with the counters of a full FEN. It is displayed with all six fields.
///
/// # Example
/// ```
/// use bcp_chess::Fen;
///
/// let start = Fen::start();
/// let knight = start.position.move_from_text("g1f3").expect("a legal move");
/// let next = start.play(knight).expect("a legal move");
/// assert_eq!(next.to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the next move, from 1; it increases after Black's moves.
    pub fullmoves: u32,
}

impl Position {
    /// Reads a position as people and programs write it, like [`Fen::repaired`], but ignores everything after the
    /// fourth field.
    ///
    /// # Errors
    /// A field is invalid; the error names it and gives the reason. Castling rights that exist only in Chess960 are
    /// invalid.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, START};
    ///
    /// let shredder = "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w HAha -";
    /// assert_eq!(Position::from_fen_lenient(shredder)?, Position::from_fen(START)?);
    /// assert!(Position::from_fen(shredder).is_err());
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn from_fen_lenient(text: &str) -> Result<Self, FenError> {
        Self::repaired(text).map(|(position, _)| position)
    }

    /// The same as [`Position::from_fen_lenient`], but also returns a sentence for each right that was dropped.
    ///
    /// # Errors
    /// The same as for [`Position::from_fen_lenient`].
    pub fn repaired(text: &str) -> Result<(Self, Vec<String>), FenError> {
        let mut repairs = Vec::new();
        let position = Self::of_fields(&fields(text), &mut repairs)?;
        Ok((position, repairs))
    }

    /// Returns the position given by the first four fields; rights that it cannot have are described in `repairs`.
    fn of_fields(fields: &[&str], repairs: &mut Vec<String>) -> Result<Self, FenError> {
        let field = |at| fields.get(at).copied();
        let mut position = Self::from_placement(field(0).unwrap_or_default())?;
        let missing = || FenError::new("board", "side to play: missing; expected w or b after the placement");
        position.turn = read_turn(field(1).ok_or_else(missing)?)?;
        position.castling = position.castling_left(field(2).unwrap_or("-"), repairs)?;
        let passed = field(3).unwrap_or("-");
        position.passed = match position.read_passed(passed) {
            Err(reason) if Square::from_name(passed).is_some() => {
                repairs.push(format!("ignoring the en passant square {passed} ({reason})"));
                None
            }
            passed => passed?,
        };
        position.checked()
    }

    /// Returns the castling rights of a field that the board allows.
    fn castling_left(&self, field: &str, repairs: &mut Vec<String>) -> Result<CastlingRights, FenError> {
        let refused = |message: String| Err(FenError::new("castling", message));
        let mut rights = 0;
        let mut stale = Vec::new();
        for letter in field.chars().filter(|letter| *letter != '-') {
            let Some(right) = right_named(letter) else {
                if matches!(letter.to_ascii_lowercase(), 'a'..='h') {
                    let hint = "expected the letters of KQkq, because Chess960 is not supported";
                    return refused(format!("castling: {letter:?} names a rook outside the corners; {hint}"));
                }
                return refused(format!(
                    "castling: {field:?}; expected the letters of KQkq that apply, or -"
                ));
            };
            if self.may_have(right) {
                rights |= right.bit;
            } else if letter == right.letter || self.piece_on(right.rook) != Some(right.rook_piece()) {
                stale.push(right);
            } else {
                return refused(format!("castling: {}; Chess960 is not supported", right.needs()));
            }
        }
        if !stale.is_empty() && self.is_of_chess960(field) {
            return refused(format!("castling: {field:?} is for Chess960, which is not supported"));
        }
        for right in stale {
            repairs.push(format!(
                "ignoring the castling right {}: {}",
                right.letter,
                right.needs()
            ));
        }
        Ok(CastlingRights(rights))
    }

    /// Returns true if four rights make sense in Chess960: kings and rooks of both sides start on the same files, and
    /// are still there if all four rights exist.
    fn is_of_chess960(&self, field: &str) -> bool {
        let rooks = |colour: Colour| {
            let rank = colour.relative_rank(0);
            let king = self.king(colour);
            let is_rook = |file: &u8| {
                let piece = Square::new(*file, rank).and_then(|square| self.piece_on(square));
                piece == Some(Piece { colour, kind: Kind::Rook })
            };
            let (long, short) = ((0..king.file()).find(is_rook)?, (king.file()..8).rfind(is_rook)?);
            (king.rank() == rank).then_some([long, king.file(), short])
        };
        let white = rooks(Colour::White);
        "KQkq".chars().all(|letter| field.contains(letter)) && white.is_some() && white == rooks(Colour::Black)
    }
}

/// Splits a text at spaces, tabs or underscores; if fields for rights are missing before the counters, `-` is inserted.
fn fields(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '_');
    let mut fields: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    for at in [2, 3] {
        if fields.get(at).is_some_and(|field| counter(field).is_some()) {
            fields.insert(at, "-");
        }
    }
    fields
}

/// Returns the right for a letter: one of KQkq, or the file of the rook, upper case for white.
fn right_named(letter: char) -> Option<CastlingRight> {
    let is_named = |right: &CastlingRight| {
        let file = char::from(b'a' + right.rook.file());
        let is_of_side = right.letter.is_uppercase() == letter.is_uppercase();
        right.letter == letter || is_of_side && file == letter.to_ascii_lowercase()
    };
    CASTLING_RIGHTS.into_iter().find(is_named)
}

/// Parses a whole number; one that a counter cannot have becomes the nearest that it can.
fn counter(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some(match text.starts_with('-') {
        true => 0,
        false => digits.parse().unwrap_or(u32::MAX),
    })
}

impl Fen {
    /// Returns the initial position of a game.
    pub fn start() -> Self {
        Self::from_text(START).expect("a position, as tests confirm")
    }

    /// Reads a full FEN as people and programs write it, like [`Fen::repaired`], but does not report what was dropped.
    ///
    /// # Errors
    /// A field is invalid or follows the sixth; the error names it and gives the reason. Castling rights that exist
    /// only in Chess960 are invalid.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Fen;
    ///
    /// let fen = Fen::from_text("4k3/8/8/8/8/8/4P3/4K3 w - - 12 40")?;
    /// assert_eq!((fen.halfmoves, fen.fullmoves), (12, 40));
    /// let fen = Fen::from_text("4k3/8/8/8/8/8/4P3/4K3 w - -")?;
    /// assert_eq!((fen.halfmoves, fen.fullmoves), (0, 1));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, FenError> {
        Self::repaired(text).map(|(fen, _)| fen)
    }

    /// Reads a full FEN as people and programs write it, and reports what was dropped.
    ///
    /// [`Position::from_fen`] accepts what the Z8000 program accepts; this also accepts
    ///
    /// * spaces, tabs and underscores around the fields, and `-` among the letters of the castling field;
    /// * the letters of X-FEN and Shredder-FEN for rooks in the corners (`HAha`);
    /// * castling and en passant rights that are impossible on this board: they are dropped, with a sentence for each;
    /// * missing fields after the side to play: the defaults are no rights, and the counters 0 and 1;
    /// * counters that are out of range: they are clamped, the move number to at least 1.
    ///
    /// # Errors
    /// A field is invalid or follows the sixth; the error names it and gives the reason. Castling rights that exist
    /// only in Chess960 are invalid.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Fen;
    ///
    /// // White has castled, which was not recorded.
    /// let (fen, repairs) = Fen::repaired("r3k2r/8/8/8/8/8/8/R4RK1_w_KQkq_e3_-1_0")?;
    /// assert_eq!(fen.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 w kq - 0 1");
    /// assert_eq!(repairs.len(), 3);
    /// assert_eq!(repairs[0], "ignoring the castling right K: K requires a white king on e1 and a rook on h1");
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn repaired(text: &str) -> Result<(Self, Vec<String>), FenError> {
        let fields = fields(text);
        let mut repairs = Vec::new();
        let position = Position::of_fields(&fields, &mut repairs)?;
        let number = |at: usize, name, missing| match fields.get(at) {
            None => Ok(missing),
            Some(text) => counter(text).ok_or_else(|| {
                let range = format!("expected a number from 0 to {}, or nothing", u32::MAX);
                FenError::new("", format!("{name}: {text:?}; {range}"))
            }),
        };
        let fen = Self {
            position,
            halfmoves: number(4, "halfmove clock", 0)?,
            fullmoves: number(5, "move number", 1)?.max(1),
        };
        match fields.get(6) {
            None => Ok((fen, repairs)),
            Some(text) => Err(FenError::new(
                "",
                format!("unexpected {text:?} after the move number; a FEN has six fields"),
            )),
        }
    }

    /// Returns the position after a legal move; `None` if the move is not legal here.
    pub fn play(&self, m: Move) -> Option<Self> {
        let moved = self.position.piece_on(m.from).map(|piece| piece.kind);
        let lasting =
            moved == Some(Kind::Pawn) || self.position.piece_on(m.to).is_some() || m.special == Special::EnPassant;
        let black = self.position.side_to_play() == Colour::Black;
        Some(Self {
            position: self.position.play(m)?,
            halfmoves: if lasting { 0 } else { self.halfmoves.saturating_add(1) },
            fullmoves: self.fullmoves.saturating_add(u32::from(black)),
        })
    }
}

/// Parses a position as [`Position::from_fen_lenient`] does.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen_lenient(text)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.position.to_fen(), self.halfmoves, self.fullmoves)
    }
}
