//! Colours and kinds of pieces.

use crate::constants::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// The side that begins the game.
    White,
    /// White's opponent.
    Black,
}

impl Colour {
    /// Returns the other side.
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the distance of one step by the side's pawns.
    pub(crate) const fn forward(self) -> i8 {
        match self {
            Self::White => 0x10,
            Self::Black => -0x10,
        }
    }

    /// Returns a rank from this side's point of view: on rank 0, its king begins.
    pub(crate) const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }

    /// Returns the side's name in lower case: `white` or `black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// A kind of piece. The order is that in which the random numbers for position keys are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Kind {
    /// The kinds in the order of a side's pieces, in which their moves are listed.
    pub const PIECE_ORDER: [Self; 6] = [
        Self::King,
        Self::Queen,
        Self::Rook,
        Self::Bishop,
        Self::Knight,
        Self::Pawn,
    ];

    /// The pieces to which a pawn can be promoted, in the order in which promotions are listed.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the English letter of the kind, in upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the English name of the kind, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Returns the kind of piece for an English upper-case letter; `None` for any other letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::PIECE_ORDER.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the value in pawns. A king has no value: its capture ends the search of a line.
    pub const fn value(self) -> i16 {
        match self {
            Self::Pawn => PAWN,
            Self::Knight => KNIGHT,
            Self::Bishop => BISHOP,
            Self::Rook => ROOK,
            Self::Queen => QUEEN,
            Self::King => 0,
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The side that owns the piece.
    pub colour: Colour,
    /// The kind of piece.
    pub kind: Kind,
}

impl Piece {
    /// Returns the piece's letter in FEN: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::White => self.kind.letter(),
            Colour::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the piece for a letter of FEN; `None` for any other letter.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Colour, Kind, Piece};
    ///
    /// assert_eq!(Piece::from_letter('n'), Some(Piece { colour: Colour::Black, kind: Kind::Knight }));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_uppercase() {
            Colour::White
        } else {
            Colour::Black
        };
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        Some(Self { colour, kind })
    }
}
