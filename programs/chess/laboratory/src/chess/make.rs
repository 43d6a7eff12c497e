//! Making moves and undoing them.

use bcp_chess::constants::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use bcp_chess::{Colour, Kind, Special};

use super::attacks;
use super::bitboard::Square;
use super::board::{Board, State};
use super::keys;
use super::moves::PackedMove;

/// For each square, the castling rights that remain after a move from or to it.
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

/// The state that is needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    /// The move; `None` for a null move.
    pub(super) m: Option<PackedMove>,
    victim: Option<Kind>,
    pub(super) state: State,
}

impl Board {
    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, m: PackedMove) -> Undo {
        let us = self.turn;
        let (from, to) = (m.origin(), m.target());
        let mut undo = self.pass(Some(m));
        let Some(kind) = self.squares[from] else {
            unreachable!("a legal move starts at a piece")
        };
        if let Some(victim) = self.squares[to] {
            undo.victim = Some(victim);
            self.remove(us.opponent(), victim, to);
            self.state.halfmoves = 0;
        }
        if kind == Kind::Pawn {
            self.state.halfmoves = 0;
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
                    self.state.passed = Some(passed as u8);
                    self.state.key ^= keys::passed(self.state.passed);
                }
            }
            Special::EnPassant => {
                undo.victim = Some(Kind::Pawn);
                self.remove(us.opponent(), Kind::Pawn, back(to, up(us)));
            }
            Special::Castling => {
                let (rook_from, rook_to) = rook_way(m);
                self.remove(us, Kind::Rook, rook_from);
                self.put(us, Kind::Rook, rook_to);
            }
        }
        let rights = self.state.castling & KEPT[from] & KEPT[to];
        self.state.key ^= keys::castling(self.state.castling) ^ keys::castling(rights);
        self.state.castling = rights;
        undo
    }

    /// Undoes the last move or null move.
    #[inline]
    pub(super) fn take_back(&mut self, undo: Undo) {
        self.turn = self.turn.opponent();
        self.state = undo.state;
        let Some(m) = undo.m else {
            return;
        };
        let us = self.turn;
        let (from, to) = (m.origin(), m.target());
        let Some(kind) = self.squares[to] else {
            unreachable!("the moved piece stands where it went")
        };
        self.lift(us, kind, to);
        let (mut kind, mut victim_on) = (kind, to);
        match m.special() {
            Special::None | Special::DoubleStep => {}
            Special::EnPassant => victim_on = back(to, up(us)),
            Special::Castling => {
                let (rook_from, rook_to) = rook_way(m);
                self.lift(us, Kind::Rook, rook_to);
                self.put_back(us, Kind::Rook, rook_from);
            }
            Special::Promotion(_) => kind = Kind::Pawn,
        }
        self.put_back(us, kind, from);
        if let Some(victim) = undo.victim {
            self.put_back(us.opponent(), victim, victim_on);
        }
    }

    /// Lets the other side play. Positions before the null move do not count as repetitions after it, because the rules
    /// do not allow passing.
    pub(super) fn play_nothing(&mut self) -> Undo {
        let undo = self.pass(None);
        self.state.halfmoves = 0;
        undo
    }

    #[inline]
    fn pass(&mut self, m: Option<PackedMove>) -> Undo {
        let state = self.state;
        self.state.key ^= keys::passed(state.passed) ^ keys::black_to_play();
        self.state.passed = None;
        self.state.halfmoves += 1;
        self.turn = self.turn.opponent();
        Undo { m, victim: None, state }
    }
}

/// Returns the squares from and to which the rook moves when the king castles.
fn rook_way(m: PackedMove) -> (Square, Square) {
    let to = m.target();
    if to > m.origin() {
        (to + 1, to - 1)
    } else {
        (to - 2, to + 1)
    }
}

/// Returns the distance of one step by a side's pawns.
#[inline]
pub(super) fn up(colour: Colour) -> isize {
    match colour {
        Colour::White => 8,
        Colour::Black => -8,
    }
}

/// Returns the square from which a distance leads to `to`.
#[inline]
pub(super) fn back(to: Square, distance: isize) -> Square {
    to.wrapping_add_signed(-distance) & 63
}
