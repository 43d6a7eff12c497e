//! Making moves and taking them back.

use bcp_chess::constants::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use bcp_chess::{Colour, Kind, Special};

use super::attacks;
use super::bitboard::{Bitboard, Square};
use super::evaluation::piece_square;
use super::generate::back;
use super::keys;
use super::moves::Move;
use super::{Chess, Undo};

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

impl Chess {
    /// Plays a legal move.
    #[inline]
    pub(super) fn make_move(&mut self, m: Move) {
        let us = self.turn;
        let (from, to) = (m.origin(), m.target());
        let mut undo = self.undo(Some(m));
        self.key ^= keys::passed(self.passed) ^ keys::castling(self.castling);
        self.passed = None;
        self.halfmoves += 1;
        let Some(kind) = self.squares[from] else {
            unreachable!("a legal move starts at a piece")
        };
        if let Some(victim) = self.squares[to] {
            undo.captured = Some(victim);
            self.remove(us.opponent(), victim, to);
            self.halfmoves = 0;
        }
        self.remove(us, kind, from);
        self.put(us, kind, to);
        if kind == Kind::Pawn {
            self.halfmoves = 0;
        }
        match m.special() {
            Special::None => {}
            Special::DoubleStep => {
                let passed = back(to, self.up());
                let takers = attacks::pawn(us, passed) & self.pieces_of(us.opponent(), Kind::Pawn);
                if !takers.is_empty() {
                    self.passed = Some(passed);
                }
            }
            Special::EnPassant => {
                undo.captured = Some(Kind::Pawn);
                self.remove(us.opponent(), Kind::Pawn, back(to, self.up()));
            }
            Special::Castling => {
                let (rook_from, rook_to) = rook_way(to);
                self.remove(us, Kind::Rook, rook_from);
                self.put(us, Kind::Rook, rook_to);
            }
            Special::Promotion(promoted) => {
                self.remove(us, Kind::Pawn, to);
                self.put(us, promoted, to);
            }
        }
        self.castling &= KEPT[from] & KEPT[to];
        self.key ^= keys::passed(self.passed) ^ keys::castling(self.castling);
        self.pass_turn();
        self.stack.push(undo);
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake_move(&mut self) {
        let Some(undo) = self.stack.pop() else {
            unreachable!("what is taken back was made")
        };
        let Some(m) = undo.m else {
            unreachable!("null moves are taken back by their own function")
        };
        self.turn = self.turn.opponent();
        let us = self.turn;
        let (from, to) = (m.origin(), m.target());
        let Some(kind) = self.squares[to] else {
            unreachable!("the moved piece stands where it went")
        };
        self.toggle(us, kind, to);
        self.squares[to] = None;
        let mut kind = kind;
        let mut captured_on = to;
        match m.special() {
            Special::None | Special::DoubleStep => {}
            Special::EnPassant => captured_on = back(to, self.up()),
            Special::Castling => {
                let (rook_from, rook_to) = rook_way(to);
                self.toggle(us, Kind::Rook, rook_from);
                self.toggle(us, Kind::Rook, rook_to);
                self.squares[rook_from] = Some(Kind::Rook);
                self.squares[rook_to] = None;
            }
            Special::Promotion(_) => kind = Kind::Pawn,
        }
        self.toggle(us, kind, from);
        self.squares[from] = Some(kind);
        if let Some(victim) = undo.captured {
            self.toggle(us.opponent(), victim, captured_on);
            self.squares[captured_on] = Some(victim);
        }
        self.restore(undo);
    }

    /// Lets the other side play. Positions before it do not count as repetitions after it: the rules do not allow
    /// passing.
    pub(super) fn pass(&mut self) {
        let undo = self.undo(None);
        self.key ^= keys::passed(self.passed);
        self.passed = None;
        self.halfmoves = 0;
        self.pass_turn();
        self.stack.push(undo);
    }

    /// Takes back what [`Chess::pass`] did.
    pub(super) fn unpass(&mut self) {
        let Some(undo) = self.stack.pop() else {
            unreachable!("what is taken back was made")
        };
        self.turn = self.turn.opponent();
        self.restore(undo);
    }

    /// Returns the state that does not follow from a move itself.
    #[inline]
    fn undo(&self, m: Option<Move>) -> Undo {
        Undo {
            key: self.key,
            score: self.score,
            m,
            captured: None,
            passed: self.passed.map(|square| square as u8),
            castling: self.castling,
            halfmoves: self.halfmoves,
        }
    }

    #[inline]
    fn restore(&mut self, undo: Undo) {
        self.key = undo.key;
        self.score = undo.score;
        self.passed = undo.passed.map(usize::from);
        self.castling = undo.castling;
        self.halfmoves = undo.halfmoves;
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.key ^= keys::turn(Colour::Black);
        self.turn = self.turn.opponent();
    }

    #[inline]
    fn toggle(&mut self, colour: Colour, kind: Kind, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[kind as usize] ^= bit;
        self.sides[colour as usize] ^= bit;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.toggle(colour, kind, square);
        self.squares[square] = Some(kind);
        self.key ^= keys::piece(colour, kind, square);
        self.score += piece_square(colour, kind, square);
    }

    #[inline]
    fn remove(&mut self, colour: Colour, kind: Kind, square: Square) {
        self.toggle(colour, kind, square);
        self.squares[square] = None;
        self.key ^= keys::piece(colour, kind, square);
        self.score -= piece_square(colour, kind, square);
    }
}

/// Returns the squares that the rook comes from and goes to when the king castles to a square.
fn rook_way(king_to: Square) -> (Square, Square) {
    if king_to % 8 == 6 {
        (king_to + 1, king_to - 1)
    } else {
        (king_to - 2, king_to + 1)
    }
}
