//! A position: the board, the pieces of both sides in their fixed order, and the state that is not visible on the
//! board.

use core::fmt;

use super::castling::CastlingRights;
use super::piece::{Colour, Kind, Piece};
use super::square::Square;
use crate::constants::{BOARD_SIZE, MAX_PIECES};

/// A chess position in which each side has one king and the side not to play is not in check.
///
/// It stores the board twice: by square, to follow rays, and by piece, to list moves in an order that captures do not
/// disturb. The pieces of a side have numbered places, which are assigned when the position is set up. A captured piece
/// leaves its place empty until the capture is taken back; a promoted pawn keeps its place.
///
/// # Example
/// ```
/// use bcp_chess::{Position, START};
///
/// let position = Position::from_fen(START)?;
/// let m = position.move_from_san("e4")?;
/// let next = position.play(m).expect("a legal move");
/// assert_eq!(next.piece_on(m.to).map(|piece| piece.letter()), Some('P'));
/// assert_eq!(next.piece_on(m.from), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) cells: [Cell; BOARD_SIZE],
    pub(super) sides: [Side; 2],
    pub(super) turn: Colour,
    pub(super) castling: CastlingRights,
    /// The square that the last move crossed, if it was a pawn's double step.
    pub(super) passed: Option<Square>,
    /// Material balance in pawns, from the point of view of the side to play.
    pub(super) balance: i16,
}

/// The contents of a square of the board or its border.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cell {
    Empty,
    Border,
    Piece(Colour, Place),
}

/// A piece's number in the order of its side, below `MAX_PIECES`.
pub(crate) type Place = u8;

/// The place of the king, which is always the first.
const KING_PLACE: usize = 0;

/// The pieces of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Side {
    pub(super) pieces: [PlacedPiece; MAX_PIECES],
    /// The places whose pieces are on the board, one bit each.
    pub(super) present: u16,
}

/// A piece and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// The kind of piece.
    pub kind: Kind,
    /// The square of the piece.
    pub square: Square,
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.kind.name(), self.square)
    }
}

impl Position {
    /// Returns the side to play.
    pub fn side_to_play(&self) -> Colour {
        self.turn
    }

    /// Returns the material balance in pawns, from the point of view of the side to play: `mb` in the pseudocode.
    pub fn balance(&self) -> i16 {
        self.balance
    }

    /// Returns the square that a pawn's double step has just crossed, whether or not the pawn can be captured there;
    /// `None` after any other move.
    pub fn passed_square(&self) -> Option<Square> {
        self.passed
    }

    /// Returns the castling rights: a sum of bits such as [`WHITE_SHORT`](crate::constants::WHITE_SHORT).
    pub fn castling_rights(&self) -> u8 {
        self.castling.0
    }

    /// Returns the piece on a square; `None` if the square is empty.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        match self.cell(square) {
            Cell::Piece(colour, place) => Some(Piece { colour, kind: self.piece_in(colour, place).kind }),
            Cell::Empty | Cell::Border => None,
        }
    }

    /// Returns the index, from 0, of the piece on a square in the order of its side. The king is first, and every piece
    /// keeps the index that it got when the position was set up. `None` if the square is empty.
    pub fn place_on(&self, square: Square) -> Option<u8> {
        match self.cell(square) {
            Cell::Piece(_, place) => Some(place),
            Cell::Empty | Cell::Border => None,
        }
    }

    /// Returns the square of a side's king.
    pub fn king(&self, colour: Colour) -> Square {
        self.sides[colour as usize].pieces[KING_PLACE].square
    }

    /// Returns a side's pieces in order.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Colour, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/5P2/N7/4K2R w - -")?;
    /// let pieces: String = position.pieces(Colour::White).map(|piece| piece.kind.letter()).collect();
    /// assert_eq!(pieces, "KRNP");
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn pieces(&self, colour: Colour) -> impl Iterator<Item = PlacedPiece> + use<'_> {
        let side = &self.sides[colour as usize];
        let mut present = side.present;
        core::iter::from_fn(move || {
            if present == 0 {
                return None;
            }
            let place = present.trailing_zeros() as usize;
            present &= present - 1;
            Some(side.pieces[place])
        })
    }

    pub(crate) fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    pub(crate) fn piece_in(&self, colour: Colour, place: Place) -> PlacedPiece {
        self.sides[colour as usize].pieces[place as usize]
    }
}
