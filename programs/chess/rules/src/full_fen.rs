//! FEN as it is found in the wild, with the counters behind the first four fields.

use std::fmt;

use super::castling::{CASTLING_RIGHTS, CastlingRight};
use super::fen::{FenError, START};
use super::moves::{Move, Special};
use super::piece::{Colour, Kind};
use super::position::Position;

/// A position with the counters of a full FEN. Its text has all six fields.
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Moves of either side since the last capture or pawn's move.
    pub halfmoves: u32,
    /// The number of the move that is played next, from 1; it grows after black's moves.
    pub fullmoves: u32,
}

impl Position {
    /// Read a position as people and programs write it. [`Position::from_fen`] accepts what the Z8000 program accepts;
    /// this also accepts any blanks and tabs around the fields, `-` among the letters of the castling field, and the
    /// letters of X-FEN and Shredder-FEN for rooks in the corners (`HAha`). Text behind the fourth field is ignored.
    ///
    /// # Errors
    /// A field that is wrong, and the reason. Castling rights that only Chess960 knows are wrong.
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
        let fields = text.split_whitespace().take(4).map(str::to_string);
        let mut fields: Vec<String> = fields.collect();
        // The third word of a text that is not FEN means nothing.
        if let Some(castling) = fields.get_mut(2).filter(|_| text.contains('/')) {
            *castling = usual_castling(castling)?;
        }
        Self::from_fen(&fields.join(" "))
    }
}

/// The castling field in the letters `KQkq`, or unchanged if it has other characters.
fn usual_castling(field: &str) -> Result<String, FenError> {
    let letters = field.chars().filter(|letter| *letter != '-');
    let usual = letters.map(|letter| match letter.to_ascii_lowercase() {
        'a'..='h' => usual_letter(letter),
        _ => Ok(letter),
    });
    let letters = usual.collect::<Result<String, _>>()?;
    Ok(if letters.is_empty() { "-".to_string() } else { letters })
}

/// The letter of the right whose rook begins on the file that a letter names: a capital for white.
fn usual_letter(letter: char) -> Result<char, FenError> {
    let is_named = |right: &CastlingRight| {
        let file = char::from(b'a' + right.rook.file());
        right.letter.is_uppercase() == letter.is_uppercase() && file == letter.to_ascii_lowercase()
    };
    let right = CASTLING_RIGHTS.into_iter().find(is_named).ok_or_else(|| {
        let hint = "Chess960 is not supported, write the letters of KQkq";
        FenError::new(
            "castling",
            format!("castling: {letter:?} names a rook beside the corners; {hint}"),
        )
    })?;
    Ok(right.letter)
}

impl Fen {
    /// The beginning of a game.
    pub fn start() -> Self {
        Self::from_text(START).expect("a position, as tests confirm")
    }

    /// Read a full FEN as people and programs write it: a position as [`Position::from_fen_lenient`] accepts it, then
    /// the halfmove clock and the move number. Counters that are missing are 0 and 1, and so is the move number 0.
    ///
    /// # Errors
    /// A field that is wrong, and the reason.
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
        let position = Position::from_fen_lenient(text)?;
        let mut fields = text.split_whitespace().skip(4);
        let mut counter = |name, missing: u32| {
            let Some(text) = fields.next() else {
                return Ok(missing);
            };
            let range = format!("write a number from 0 to {}, or leave it out", u32::MAX);
            text.parse()
                .map_err(|_| FenError::new("", format!("{name}: {text:?}; {range}")))
        };
        let fen = Self {
            position,
            halfmoves: counter("halfmove clock", 0)?,
            fullmoves: counter("move number", 1)?.max(1),
        };
        match fields.next() {
            None => Ok(fen),
            Some(text) => Err(FenError::new(
                "",
                format!("{text:?} follows the move number; a FEN has six fields"),
            )),
        }
    }

    /// Returns the position after a legal move; none if the move is not legal here.
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

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.position.to_fen(), self.halfmoves, self.fullmoves)
    }
}
