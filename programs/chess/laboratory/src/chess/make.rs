//! Making moves. They are taken back by going back to a copy of the board.

use bcp_chess::constants::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use bcp_chess::{Colour, Kind, Special};

use super::attacks;
use super::bitboard::Square;
use super::board::Board;
use super::keys;
use super::moves::Move;

/// For each square, the castling rights that a move from or to it leaves.
const KEPT: [u8; 64] = {
    let mut kept = [0x0f; 64];
    kept[0] = !WHITE_LONG;
    kept[4] = !(WHITE_LONG | WHITE_SHORT);
    kept[7] = !WHITE_SHORT;
    kept[56] = !BLACK_LONG;
    kept[60] = !(BLACK_LONG | BLACK_SHORT);
    kept[63] = !BLACK_SHORT;
    kept
};

impl Board {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let us = self.turn;
        let (from, to) = (m.origin(), m.target());
        self.key ^= keys::castling(self.castling);
        self.pass();
        self.moved = true;
        let Some(kind) = self.squares[from] else {
            unreachable!("a legal move starts at a piece")
        };
        if let Some(victim) = self.squares[to] {
            self.remove(us.opponent(), victim, to);
            self.halfmoves = 0;
        }
        if kind == Kind::Pawn {
            self.halfmoves = 0;
        }
        self.remove(us, kind, from);
        match m.special() {
            Special::Promotion(promoted) => self.put(us, promoted, to),
            _ => self.put(us, kind, to),
        }
        match m.special() {
            Special::None | Special::Promotion(_) => {}
            Special::DoubleStep => {
                let passed = back(to, up(us));
                if attacks::pawn(us, passed) & self.pieces_of(us.opponent(), Kind::Pawn) != 0 {
                    self.passed = Some(passed as u8);
                }
            }
            Special::EnPassant => self.remove(us.opponent(), Kind::Pawn, back(to, up(us))),
            Special::Castling => {
                let (rook_from, rook_to) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                self.remove(us, Kind::Rook, rook_from);
                self.put(us, Kind::Rook, rook_to);
            }
        }
        self.castling &= KEPT[from] & KEPT[to];
        self.key ^= keys::passed(self.passed) ^ keys::castling(self.castling);
    }

    /// Lets the other side play. Positions before it do not count as repetitions after a null move: the rules do not
    /// allow passing.
    pub(super) fn play_nothing(&mut self) {
        self.pass();
        self.moved = false;
        self.halfmoves = 0;
    }

    #[inline]
    fn pass(&mut self) {
        self.key ^= keys::passed(self.passed) ^ keys::black_to_play();
        self.passed = None;
        self.halfmoves += 1;
        self.turn = self.turn.opponent();
    }
}

/// One step of a side's pawns.
#[inline]
pub(super) fn up(colour: Colour) -> isize {
    match colour {
        Colour::White => 8,
        Colour::Black => -8,
    }
}

/// The square from which a distance leads to this one.
#[inline]
pub(super) fn back(to: Square, distance: isize) -> Square {
    to.wrapping_add_signed(-distance) & 63
}
