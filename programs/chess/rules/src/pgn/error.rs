//! Errors in the games of a file.

use std::io;

use thiserror::Error;

use super::game::Game;
use crate::fen::FenError;
use crate::notation::SanError;
use crate::piece::Colour;

/// An error in a game of a file, with its place.
#[derive(Debug, Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct PgnError {
    /// The game in the file, from 1.
    pub game: u64,
    /// The line in the file, from 1.
    pub line: u64,
    /// The kind of error.
    pub kind: PgnErrorKind,
    /// The game up to the error; `None` if not even its initial position is known.
    pub before: Option<Box<Game>>,
}

/// An error in a game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The file cannot be read. No game follows.
    #[error("cannot continue reading: {0}")]
    Io(#[from] io::Error),
    /// A line that is not a tag pair, shortened if it is long.
    #[error("invalid tag {0:?}; write [Name \"value\"]")]
    Tag(String),
    /// An unterminated comment.
    #[error("unterminated comment; expected }}")]
    Comment,
    /// An unterminated variation.
    #[error("unterminated variation; expected )")]
    Variation,
    /// A closing bracket outside a variation.
    #[error("unexpected ) outside a variation")]
    Close,
    /// A glyph without a number from 0 to 255.
    #[error("invalid glyph {0:?}; expected $ and a number from 0 to 255")]
    Glyph(String),
    /// A character that has no meaning in a game.
    #[error("unexpected {0:?}; write comments in braces")]
    Character(char),
    /// A word of more than 255 characters.
    #[error("a word of {0} characters is too long for a move; write comments in braces")]
    Long(usize),
    /// A word that is not a legal move.
    #[error("move {number}, {}: {reason}", .side.name())]
    Move {
        /// The number of the move.
        number: u32,
        /// The side that plays.
        side: Colour,
        /// The reason why the word is not a legal move.
        reason: SanError,
    },
    /// The initial position is invalid.
    #[error("the tag FEN: {0}")]
    Fen(#[from] FenError),
    /// The game follows the rules of another variant of chess.
    #[error("the variant {0:?} is not supported; only standard chess is supported")]
    Variant(String),
}
