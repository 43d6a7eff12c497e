//! Legal moves.
//!
//! Checks and pins are found first. The moves that remain for each piece are then legal and need no individual test.
//! Two kinds of moves need special care: a king's step, which must not end in check, and a capture en passant, which
//! removes two pawns from one rank.

use bcp_chess::constants::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use bcp_chess::{Colour, Kind, Special};

use super::attacks::{self, BETWEEN, KINGS, KNIGHTS};
use super::bitboard::{Bitboard, FILE_A, FILE_H, Square, Squares, of, rank};
use super::board::Board;
use super::make::{back, up};
use super::moves::PackedMove;

/// The restrictions on moves that protect the king of the side to play.
#[derive(Clone, Copy)]
struct Guard {
    king: Square,
    checkers: Bitboard,
    /// Squares on which a move of a piece other than the king must end: all, or, in check, those that stop the only
    /// check.
    to: Bitboard,
    /// Squares on files and ranks from the king to a sliding piece, inclusive, if exactly one own piece is between.
    straight_pins: Bitboard,
    /// The same squares for pins on diagonals.
    diagonal_pins: Bitboard,
}

impl Guard {
    /// Returns true if the pins allow the piece on a square to move to another.
    fn lets(self, from: Square, to: Square) -> bool {
        let keeps = |pins: Bitboard, way: Bitboard| !pins.contains(from) || (pins & way).contains(to);
        keeps(self.straight_pins, attacks::rook(from, 0)) && keeps(self.diagonal_pins, attacks::bishop(from, 0))
    }
}

impl Board {
    /// Adds the legal captures, including en passant, and the legal promotions to a queen. A capture that promotes to
    /// another piece is omitted.
    pub(super) fn captures(&self, moves: &mut Vec<PackedMove>) {
        self.add_captures(self.guard(), moves);
    }

    /// Adds the legal moves that [`Board::captures`] does not add.
    pub(super) fn quiets(&self, moves: &mut Vec<PackedMove>) {
        self.add_quiets(self.guard(), moves);
    }

    /// Adds all legal moves: first the captures, then the others.
    pub(super) fn moves(&self, moves: &mut Vec<PackedMove>) {
        let guard = self.guard();
        self.add_captures(guard, moves);
        self.add_quiets(guard, moves);
    }

    /// Returns true if a move that is legal in some position is legal in this one.
    pub(super) fn allows(&self, m: PackedMove) -> bool {
        let (from, to) = (m.origin(), m.target());
        let own = self.side(self.turn);
        let Some(kind) = self.squares[from].filter(|_| own.contains(from) && !own.contains(to)) else {
            return false;
        };
        let steps = match (m.special(), kind) {
            (Special::None, Kind::King) => {
                return KINGS[from].contains(to) && self.attackers(to, self.occupied() ^ of(from)) == 0;
            }
            (Special::None, Kind::Pawn) if self.last_rank().contains(to) => return false,
            (Special::None | Special::Promotion(_), Kind::Pawn) => {
                attacks::pawn(self.turn, from) & self.enemy() | of(from).shifted(up(self.turn)) & !self.occupied()
            }
            (Special::None, kind) => attacks::piece(kind, from, self.occupied()),
            // These moves are so rare that they are looked up in the list.
            (Special::DoubleStep | Special::EnPassant, Kind::Pawn) | (Special::Castling, Kind::King) => {
                let mut moves = Vec::new();
                self.moves(&mut moves);
                return moves.contains(&m);
            }
            _ => return false,
        };
        let guard = self.guard();
        (steps & guard.to).contains(to) && guard.lets(from, to)
    }

    /// Returns the enemy pieces that give check to the side to play.
    #[inline]
    pub(super) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(), self.occupied())
    }

    /// Returns the enemy pieces that attack a square, given the occupied squares.
    #[inline]
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let attackers = KNIGHTS[square] & self.kind(Kind::Knight)
            | attacks::pawn(self.turn, square) & self.kind(Kind::Pawn)
            | KINGS[square] & self.kind(Kind::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders();
        attackers & self.enemy()
    }

    #[inline]
    fn guard(&self) -> Guard {
        let king = self.king();
        let (own, enemy) = (self.side(self.turn), self.enemy());
        let near = KNIGHTS[king] & self.kind(Kind::Knight) | attacks::pawn(self.turn, king) & self.kind(Kind::Pawn);
        let mut checkers = near & enemy;
        let mut pins = |sliders: Bitboard| {
            let mut pinned = 0;
            for slider in (sliders & enemy).squares() {
                let between = BETWEEN[king][slider];
                let blockers = between & self.occupied();
                if blockers == 0 {
                    checkers |= of(slider);
                } else if !blockers.more_than_one() && blockers & own != 0 {
                    pinned |= between | of(slider);
                }
            }
            pinned
        };
        let straight_pins = pins(attacks::rook(king, 0) & self.straight_sliders());
        let diagonal_pins = pins(attacks::bishop(king, 0) & self.diagonal_sliders());
        let to = match checkers {
            0 => Bitboard::MAX,
            _ if checkers.more_than_one() => 0,
            _ => BETWEEN[king][checkers.lowest()] | checkers,
        };
        Guard { king, checkers, to, straight_pins, diagonal_pins }
    }

    #[inline]
    fn add_captures(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        self.piece_moves(guard, self.enemy(), moves);
        if !guard.checkers.more_than_one() {
            self.pawn_captures(guard, moves);
            self.en_passant(guard, moves);
        }
    }

    #[inline]
    fn add_quiets(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        self.piece_moves(guard, !self.occupied(), moves);
        if !guard.checkers.more_than_one() {
            self.pawn_quiets(guard, moves);
        }
        if guard.checkers == 0 {
            self.castling_moves(guard, moves);
        }
    }

    /// Adds the moves of all pieces except pawns that end on these squares, the king's first.
    #[inline]
    fn piece_moves(&self, guard: Guard, ends: Bitboard, moves: &mut Vec<PackedMove>) {
        let occupied = self.occupied();
        for to in (KINGS[guard.king] & ends).squares() {
            if self.attackers(to, occupied ^ of(guard.king)) == 0 {
                moves.push(plain(guard.king, to));
            }
        }
        let ends = ends & guard.to;
        if ends == 0 {
            return;
        }
        let own = self.side(self.turn);
        let mut push = |from, to: Bitboard| {
            for to in (to & ends).squares() {
                moves.push(plain(from, to));
            }
        };
        // A pinned piece must stay between its king and the pinning piece, or capture that piece.
        let way = |pins: Bitboard, from| if pins.contains(from) { pins } else { Bitboard::MAX };
        for from in (own & self.kind(Kind::Knight) & !(guard.straight_pins | guard.diagonal_pins)).squares() {
            push(from, KNIGHTS[from]);
        }
        for from in (own & self.diagonal_sliders() & !guard.straight_pins).squares() {
            push(from, attacks::bishop(from, occupied) & way(guard.diagonal_pins, from));
        }
        for from in (own & self.straight_sliders() & !guard.diagonal_pins).squares() {
            push(from, attacks::rook(from, occupied) & way(guard.straight_pins, from));
        }
    }

    /// Adds captures by pawns, with promotion only to a queen, and pawn steps that promote to a queen.
    #[inline]
    fn pawn_captures(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        let last = self.last_rank();
        let up = up(self.turn);
        let mut push = |to, distance| {
            let special = if last.contains(to) {
                Special::Promotion(Kind::Queen)
            } else {
                Special::None
            };
            moves.push(PackedMove::new(back(to, distance), to, special));
        };
        let free = self.own_pawns() & !guard.straight_pins;
        for (forward, edge) in [(up - 1, FILE_A), (up + 1, FILE_H)] {
            let to = (free & !edge & !guard.diagonal_pins).shifted(forward)
                | (free & !edge & guard.diagonal_pins).shifted(forward) & guard.diagonal_pins;
            (to & self.enemy() & guard.to)
                .squares()
                .for_each(|to| push(to, forward));
        }
        (self.single_steps(guard) & last & guard.to)
            .squares()
            .for_each(|to| push(to, up));
    }

    /// Adds the other pawn steps, and all promotions to other pieces, including captures.
    #[inline]
    fn pawn_quiets(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        let last = self.last_rank();
        let up = up(self.turn);
        let steps = self.single_steps(guard);
        for to in (steps & guard.to & !last).squares() {
            moves.push(plain(back(to, up), to));
        }
        let third = match self.turn {
            Colour::White => rank(2),
            Colour::Black => rank(5),
        };
        for to in ((steps & third).shifted(up) & !self.occupied() & guard.to).squares() {
            moves.push(PackedMove::new(back(to, 2 * up), to, Special::DoubleStep));
        }
        if self.own_pawns() & last.shifted(-up) != 0 {
            self.underpromotions(guard, moves);
        }
    }

    #[cold]
    fn underpromotions(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        let mut queening = Vec::new();
        self.pawn_captures(guard, &mut queening);
        for m in queening.into_iter().filter(|m| self.last_rank().contains(m.target())) {
            let kinds = [Kind::Rook, Kind::Bishop, Kind::Knight];
            moves.extend(kinds.map(|kind| PackedMove::new(m.origin(), m.target(), Special::Promotion(kind))));
        }
    }

    /// Returns the squares that pawns reach by one step, taking into account pins but not checks.
    #[inline]
    fn single_steps(&self, guard: Guard) -> Bitboard {
        let free = self.own_pawns() & !guard.diagonal_pins;
        let up = up(self.turn);
        let pinned = (free & guard.straight_pins).shifted(up) & guard.straight_pins;
        ((free & !guard.straight_pins).shifted(up) | pinned) & !self.occupied()
    }

    fn en_passant(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        let Some(to) = self.state.passed.map(usize::from) else {
            return;
        };
        let gone = of(back(to, up(self.turn)));
        for from in (attacks::pawn(self.turn.opponent(), to) & self.own_pawns()).squares() {
            let after = self.occupied() ^ of(from) ^ gone | of(to);
            if self.attackers(guard.king, after) & !gone == 0 {
                moves.push(PackedMove::new(from, to, Special::EnPassant));
            }
        }
    }

    fn castling_moves(&self, guard: Guard, moves: &mut Vec<PackedMove>) {
        let (short, long) = match self.turn {
            Colour::White => (WHITE_SHORT, WHITE_LONG),
            Colour::Black => (BLACK_SHORT, BLACK_LONG),
        };
        let occupied = self.occupied();
        let safe = |square| self.attackers(square, occupied) == 0;
        // The rook must be three or four files from the king, with no piece between them.
        for (right, rook, step) in [(short, 3, 1), (long, -4, -1)] {
            if self.state.castling & right == 0 {
                continue;
            }
            let beside = |files: isize| back(guard.king, -files);
            let free = BETWEEN[guard.king][beside(rook)] & occupied == 0;
            if free && safe(beside(step)) && safe(beside(2 * step)) {
                moves.push(PackedMove::new(guard.king, beside(2 * step), Special::Castling));
            }
        }
    }

    #[inline]
    fn last_rank(&self) -> Bitboard {
        match self.turn {
            Colour::White => rank(7),
            Colour::Black => rank(0),
        }
    }

    #[inline]
    fn own_pawns(&self) -> Bitboard {
        self.pieces_of(self.turn, Kind::Pawn)
    }
}

#[inline]
fn plain(from: Square, to: Square) -> PackedMove {
    PackedMove::new(from, to, Special::None)
}
