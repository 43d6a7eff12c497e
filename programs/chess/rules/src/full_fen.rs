//! FEN as it is found in the wild, with the counters behind the first four fields.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::castling::CASTLING_RIGHTS;
use super::fen::{FenError, START};
use super::moves::{Move, Special};
use super::piece::{Colour, Kind};
use super::position::Position;
use super::square::Square;

/// A position with the counters of a full FEN. Its text has all six fields.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// Moves of either side since the last capture or pawn's move.
    pub halfmoves: u32,
    /// The number of the move that is played next, from 1; it grows after black's moves.
    pub fullmoves: u32,
}

/// A counter behind the first four fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// Moves of either side since the last capture or pawn's move.
    Halfmoves,
    /// The number of the next move.
    Fullmoves,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Halfmoves => "halfmove clock",
            Self::Fullmoves => "move number",
        })
    }
}

/// Why a text is not a full FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FullFenError {
    /// The first four fields are not a position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A counter is not a number.
    #[error("{counter}: {text:?}; write a number from 0 to {}, or leave it out", u32::MAX)]
    Counter {
        /// Which one.
        counter: Counter,
        /// The text there.
        text: String,
    },
    /// Something follows the move number.
    #[error("{0:?} follows the move number; a FEN has six fields")]
    Further(String),
}

impl Position {
    /// Read a position as people and programs write it. [`Position::from_fen`] takes what the Z8000 program takes; this
    /// takes also any blanks and tabs around the fields, `-` among the letters of the castling field, and the letters
    /// of X-FEN and Shredder-FEN for rooks in the corners (`HAha`). What follows the first four fields is ignored.
    ///
    /// # Errors
    /// A field that is wrong, and how. Castling rights that only Chess960 knows are wrong.
    pub fn from_fen_lenient(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace().take(4);
        let mut tidy = fields.next().unwrap_or_default().to_string();
        for (at, field) in fields.enumerate() {
            tidy.push(' ');
            match at {
                1 => tidy += &usual_castling(field)?,
                _ => tidy += field,
            }
        }
        Self::from_fen(&tidy)
    }
}

/// The castling field in the letters `KQkq`, or as it is where it has other characters.
fn usual_castling(field: &str) -> Result<String, FenError> {
    let mut letters = String::new();
    for letter in field.chars().filter(|letter| *letter != '-') {
        letters.push(match letter.to_ascii_lowercase() {
            'a'..='h' => usual_letter(letter).ok_or(FenError::Chess960(letter))?,
            _ => letter,
        });
    }
    if letters.is_empty() {
        letters.push('-');
    }
    Ok(letters)
}

/// The letter of the right whose rook begins on the file that a letter names: a capital for white.
fn usual_letter(letter: char) -> Option<char> {
    let colour = if letter.is_ascii_uppercase() {
        Colour::White
    } else {
        Colour::Black
    };
    let name = |square: Square| char::from(b'a' + square.file());
    CASTLING_RIGHTS
        .into_iter()
        .find(|right| right.colour == colour && name(right.rook) == letter.to_ascii_lowercase())
        .map(|right| right.letter)
}

impl Fen {
    /// The beginning of a game.
    pub fn start() -> Self {
        Self::from_text(START).expect("a position, as tests confirm")
    }

    /// Read a full FEN as people and programs write it: a position as [`Position::from_fen_lenient`] takes it, then the
    /// halfmove clock and the move number. Counters that are missing are 0 and 1, and so is the move number 0.
    ///
    /// # Errors
    /// A field that is wrong, and how.
    pub fn from_text(text: &str) -> Result<Self, FullFenError> {
        let position = Position::from_fen_lenient(text)?;
        let mut fields = text.split_whitespace().skip(4);
        let mut counter = |counter, missing: u32| {
            fields.next().map_or(Ok(missing), |text| {
                text.parse().map_err(|_| FullFenError::Counter {
                    counter,
                    text: text.to_string(),
                })
            })
        };
        let halfmoves = counter(Counter::Halfmoves, 0)?;
        let fullmoves = counter(Counter::Fullmoves, 1)?.max(1);
        match fields.next() {
            None => Ok(Self {
                position,
                halfmoves,
                fullmoves,
            }),
            Some(text) => Err(FullFenError::Further(text.to_string())),
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

impl FromStr for Fen {
    type Err = FullFenError;

    fn from_str(text: &str) -> Result<Self, FullFenError> {
        Self::from_text(text)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            halfmoves,
            fullmoves,
        } = self;
        write!(f, "{} {halfmoves} {fullmoves}", position.to_fen())
    }
}
