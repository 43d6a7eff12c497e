//! The board: the squares of the pieces, and the state that is not visible on it.

use bcp_chess::{Colour, Kind, Position};

use super::attacks;
use super::bitboard::{Bitboard, Square, Squares, of};
use super::evaluation::Score;
use super::keys;
use super::moves::number;

/// A chess position without its history.
#[derive(Clone, Debug)]
pub(super) struct Board {
    kinds: [Bitboard; 6],
    sides: [Bitboard; 2],
    pub(super) squares: [Option<Kind>; 64],
    pub(super) turn: Colour,
    pub(super) state: State,
}

/// The part of a position that undoing a move cannot reconstruct: it is saved and restored.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct State {
    pub(super) key: u64,
    pub(super) score: Score,
    /// Plies since the last irreversible move: a capture, a pawn move, or the start.
    pub(super) halfmoves: u16,
    /// Sum of the castling rights' bits of [`bcp_chess::constants`].
    pub(super) castling: u8,
    /// The square that a double step has just crossed, if an enemy pawn can capture there.
    pub(super) passed: Option<u8>,
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let mut board = Self {
            kinds: [0; 6],
            sides: [0; 2],
            squares: [None; 64],
            turn: position.side_to_play(),
            state: State::default(),
        };
        board.state.castling = position.castling_rights();
        for colour in [Colour::White, Colour::Black] {
            for piece in position.pieces(colour) {
                board.put(colour, piece.kind, number(piece.square));
            }
        }
        let takers = |passed| attacks::pawn(board.turn.opponent(), passed) & board.pieces_of(board.turn, Kind::Pawn);
        let passed = position.passed_square().map(number);
        board.state.passed = passed.filter(|&passed| takers(passed) != 0).map(|passed| passed as u8);
        board.state.key ^= keys::castling(board.state.castling) ^ keys::passed(board.state.passed);
        if board.turn == Colour::Black {
            board.state.key ^= keys::black_to_play();
        }
        board
    }
}

impl Board {
    #[inline]
    pub(super) fn side(&self, colour: Colour) -> Bitboard {
        self.sides[colour as usize]
    }

    /// Returns the pieces of the side that is not to play.
    #[inline]
    pub(super) fn enemy(&self) -> Bitboard {
        self.side(self.turn.opponent())
    }

    #[inline]
    pub(super) fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    #[inline]
    pub(super) fn pieces_of(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.side(colour) & self.kind(kind)
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Returns the bishops and queens of both sides.
    #[inline]
    pub(super) fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Returns the rooks and queens of both sides.
    #[inline]
    pub(super) fn straight_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// Returns the square of the king of the side to play.
    #[inline]
    pub(super) fn king(&self) -> Square {
        self.pieces_of(self.turn, Kind::King).lowest() & 63
    }

    /// Returns true if neither side has mating material: bare kings, or kings and one bishop or knight.
    #[inline]
    pub(super) fn insufficient_material(&self) -> bool {
        self.kind(Kind::Pawn) | self.straight_sliders() == 0
            && !(self.kind(Kind::Knight) | self.kind(Kind::Bishop)).more_than_one()
    }

    /// Puts a piece on an empty square, and updates the key and the score.
    #[inline]
    pub(super) fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.put_back(colour, kind, square);
        self.state.key ^= keys::piece(colour, kind, square);
        self.state.score += Score::of(colour, kind, square);
    }

    /// Removes a piece from its square, and updates the key and the score.
    #[inline]
    pub(super) fn remove(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.lift(colour, kind, square);
        self.state.key ^= keys::piece(colour, kind, square);
        self.state.score -= Score::of(colour, kind, square);
    }

    /// Puts a piece on an empty square without updating the state, which the caller restores.
    #[inline]
    pub(super) fn put_back(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.kinds[kind as usize] ^= of(square);
        self.sides[colour as usize] ^= of(square);
        self.squares[square] = Some(kind);
    }

    /// Removes a piece from its square without updating the state, which the caller restores.
    #[inline]
    pub(super) fn lift(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.kinds[kind as usize] ^= of(square);
        self.sides[colour as usize] ^= of(square);
        self.squares[square] = None;
    }
}
