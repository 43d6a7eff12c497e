//! Legal moves.
//!
//! Checks and pins are found first; what they leave of each piece's moves is legal without being tried. Two moves need
//! a look of their own: a king's step, which must not end in check, and a capture en passant, which takes two pawns out
//! of one rank.

use bcp_chess::constants::{BLACK_LONG, BLACK_SHORT, WHITE_LONG, WHITE_SHORT};
use bcp_chess::{Colour, Kind, Special};

use super::Chess;
use super::attacks;
use super::bitboard::{ALL, Bitboard, FILE_A, FILE_H, NONE, Square};
use super::moves::Move;

/// The pieces that protect the king of the side to play.
#[derive(Clone, Copy)]
struct Guard {
    king: Square,
    checkers: Bitboard,
    /// The squares on which a move other than the king's must end: all, or the way of the only check.
    to: Bitboard,
    /// The squares on files and ranks between the king and a sliding piece, it included, on which one own piece stands.
    straight_pins: Bitboard,
    /// The same on diagonals.
    diagonal_pins: Bitboard,
}

impl Guard {
    /// Returns true if the piece on a square may leave it for another, as far as pins go.
    fn lets(self, from: Square, to: Square) -> bool {
        let keeps = |pins: Bitboard, way: Bitboard| !pins.has(from) || (pins & way).has(to);
        keeps(self.straight_pins, attacks::straight(from)) && keeps(self.diagonal_pins, attacks::diagonal(from))
    }
}

/// The moves that are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Captures, and promotions to a queen.
    Captures,
    /// The others.
    Quiets,
}

impl Chess {
    /// Adds the legal captures, those en passant among them, and the legal promotions to a queen. A capture that
    /// promotes to another piece is not among them.
    pub(super) fn legal_captures(&self, moves: &mut Vec<Move>) {
        self.generate(Part::Captures, self.guard(), moves);
    }

    /// Adds the legal moves that are not among [`Chess::legal_captures`].
    pub(super) fn legal_quiets(&self, moves: &mut Vec<Move>) {
        self.generate(Part::Quiets, self.guard(), moves);
    }

    /// Adds all legal moves: the captures, then the others.
    pub(super) fn legal_moves(&self, moves: &mut Vec<Move>) {
        let guard = self.guard();
        self.generate(Part::Captures, guard, moves);
        self.generate(Part::Quiets, guard, moves);
    }

    /// Returns true if a move, legal in some position, is legal in this one.
    pub(super) fn allows(&self, m: Move) -> bool {
        let (from, to) = (m.origin(), m.target());
        let own = self.side(self.turn);
        let Some(kind) = self.squares[from].filter(|_| own.has(from) && !own.has(to)) else {
            return false;
        };
        let guard = self.guard();
        let steps = match (m.special(), kind) {
            (Special::None, Kind::King) => {
                let without = self.occupied() ^ Bitboard::of(from);
                return attacks::king(from).has(to) && !self.is_attacked(to, without);
            }
            (Special::None, Kind::Pawn) if self.last_rank().has(to) => return false,
            (Special::None | Special::Promotion(_), Kind::Pawn) => {
                let enemy = self.side(self.turn.opponent());
                attacks::pawn(self.turn, from) & enemy | Bitboard::of(from).shifted(self.up()) & !self.occupied()
            }
            (Special::None, kind) => attacks::piece(kind, from, self.occupied()),
            // These come seldom enough to look them up in the list.
            (Special::DoubleStep | Special::EnPassant, Kind::Pawn) | (Special::Castling, Kind::King) => {
                let mut moves = Vec::new();
                self.legal_moves(&mut moves);
                return moves.contains(&m);
            }
            _ => return false,
        };
        steps.has(to) && guard.to.has(to) && guard.lets(from, to)
    }

    /// The enemy pieces that give check to the side to play.
    #[inline]
    pub(super) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), self.occupied()) & self.side(self.turn.opponent())
    }

    /// The pieces of both sides that attack a square while these squares are occupied.
    #[inline]
    fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let white = self.pieces_of(Colour::White, Kind::Pawn);
        let black = self.pieces_of(Colour::Black, Kind::Pawn);
        attacks::pawn(Colour::Black, square) & white
            | attacks::pawn(Colour::White, square) & black
            | attacks::knight(square) & self.kind(Kind::Knight)
            | attacks::king(square) & self.kind(Kind::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// Returns true if the side to play could be captured on a square by the other side.
    #[inline]
    fn is_attacked(&self, square: Square, occupied: Bitboard) -> bool {
        let enemy = self.side(self.turn.opponent());
        let by = |attacked: Bitboard, kinds: Bitboard| !(attacked & kinds & enemy).is_empty();
        by(attacks::knight(square), self.kind(Kind::Knight))
            || by(attacks::pawn(self.turn, square), self.kind(Kind::Pawn))
            || by(attacks::king(square), self.kind(Kind::King))
            || by(attacks::bishop(square, occupied), self.diagonal_sliders())
            || by(attacks::rook(square, occupied), self.straight_sliders())
    }

    #[inline]
    fn guard(&self) -> Guard {
        let king = self.king(self.turn);
        let (own, enemy) = (self.side(self.turn), self.side(self.turn.opponent()));
        let mut checkers = enemy
            & (attacks::knight(king) & self.kind(Kind::Knight)
                | attacks::pawn(self.turn, king) & self.kind(Kind::Pawn));
        let mut pins = |sliders: Bitboard| {
            let mut pinned = NONE;
            for slider in sliders & enemy {
                let between = attacks::between(king, slider);
                let way = between | Bitboard::of(slider);
                let blockers = between & self.occupied();
                if blockers.is_empty() {
                    checkers |= Bitboard::of(slider);
                } else if !blockers.has_several() && !(blockers & own).is_empty() {
                    pinned |= way;
                }
            }
            pinned
        };
        let straight_pins = pins(attacks::straight(king) & self.straight_sliders());
        let diagonal_pins = pins(attacks::diagonal(king) & self.diagonal_sliders());
        let to = if checkers.is_empty() {
            ALL
        } else if checkers.has_several() {
            NONE
        } else {
            attacks::between(king, checkers.first()) | checkers
        };
        Guard {
            king,
            checkers,
            to,
            straight_pins,
            diagonal_pins,
        }
    }

    #[inline]
    fn generate(&self, part: Part, guard: Guard, moves: &mut Vec<Move>) {
        let ends = match part {
            Part::Captures => self.side(self.turn.opponent()),
            Part::Quiets => !self.occupied(),
        };
        self.king_moves(guard, ends, moves);
        if guard.checkers.has_several() {
            return;
        }
        self.piece_moves(guard, ends & guard.to, moves);
        match part {
            Part::Captures => {
                self.pawn_captures(guard, moves);
                self.en_passant(guard, moves);
            }
            Part::Quiets => {
                self.pawn_quiets(guard, moves);
                if guard.checkers.is_empty() {
                    self.castling_moves(guard, moves);
                }
            }
        }
    }

    #[inline]
    fn king_moves(&self, guard: Guard, ends: Bitboard, moves: &mut Vec<Move>) {
        let without = self.occupied() ^ Bitboard::of(guard.king);
        for to in attacks::king(guard.king) & ends {
            if !self.is_attacked(to, without) {
                moves.push(Move::plain(guard.king, to));
            }
        }
    }

    #[inline]
    fn piece_moves(&self, guard: Guard, ends: Bitboard, moves: &mut Vec<Move>) {
        let own = self.side(self.turn);
        let occupied = self.occupied();
        let pinned = guard.straight_pins | guard.diagonal_pins;
        for from in own & self.kind(Kind::Knight) & !pinned {
            push(from, attacks::knight(from) & ends, moves);
        }
        for from in own & self.diagonal_sliders() & !guard.straight_pins {
            let mut to = attacks::bishop(from, occupied) & ends;
            if guard.diagonal_pins.has(from) {
                to = to & guard.diagonal_pins;
            }
            push(from, to, moves);
        }
        for from in own & self.straight_sliders() & !guard.diagonal_pins {
            let mut to = attacks::rook(from, occupied) & ends;
            if guard.straight_pins.has(from) {
                to = to & guard.straight_pins;
            }
            push(from, to, moves);
        }
    }

    /// Captures by pawns, those that promote to a queen only, and steps that promote to a queen.
    #[inline]
    fn pawn_captures(&self, guard: Guard, moves: &mut Vec<Move>) {
        let last = self.last_rank();
        let enemy = self.side(self.turn.opponent());
        let free = self.own_pawns() & !guard.straight_pins;
        for (forward, edge) in [(self.up() - 1, FILE_A), (self.up() + 1, FILE_H)] {
            let ends = enemy & guard.to;
            let to = (free & !edge & !guard.diagonal_pins).shifted(forward) & ends
                | (free & !edge & guard.diagonal_pins).shifted(forward) & ends & guard.diagonal_pins;
            for to in to {
                moves.push(self.queening(to, forward, last));
            }
        }
        for to in self.single_steps(guard) & last & guard.to {
            moves.push(self.queening(to, self.up(), last));
        }
    }

    /// Steps by pawns, and all promotions but those to a queen, captures included.
    #[inline]
    fn pawn_quiets(&self, guard: Guard, moves: &mut Vec<Move>) {
        let last = self.last_rank();
        let up = self.up();
        let steps = self.single_steps(guard);
        for to in steps & guard.to & !last {
            moves.push(Move::plain(back(to, up), to));
        }
        let third = match self.turn {
            Colour::White => Bitboard::rank(2),
            Colour::Black => Bitboard::rank(5),
        };
        for to in (steps & third).shifted(up) & !self.occupied() & guard.to {
            moves.push(Move::double_step(back(to, 2 * up), to));
        }
        if !(self.own_pawns() & last.shifted(-up)).is_empty() {
            self.underpromotions(guard, moves);
        }
    }

    #[cold]
    fn underpromotions(&self, guard: Guard, moves: &mut Vec<Move>) {
        let mut queening = Vec::new();
        self.pawn_captures(guard, &mut queening);
        let promotions = queening.into_iter().filter(|m| self.last_rank().has(m.target()));
        for m in promotions {
            for kind in [Kind::Rook, Kind::Bishop, Kind::Knight] {
                moves.push(Move::promotion(m.origin(), m.target(), kind));
            }
        }
    }

    /// Returns the squares that pawns reach by one step, pins regarded, checks not.
    #[inline]
    fn single_steps(&self, guard: Guard) -> Bitboard {
        let free = self.own_pawns() & !guard.diagonal_pins;
        let up = self.up();
        ((free & !guard.straight_pins).shifted(up) | (free & guard.straight_pins).shifted(up) & guard.straight_pins)
            & !self.occupied()
    }

    #[inline]
    fn queening(&self, to: Square, forward: isize, last: Bitboard) -> Move {
        let from = back(to, forward);
        if last.has(to) {
            Move::promotion(from, to, Kind::Queen)
        } else {
            Move::plain(from, to)
        }
    }

    fn en_passant(&self, guard: Guard, moves: &mut Vec<Move>) {
        let Some(to) = self.passed else {
            return;
        };
        let victim = back(to, self.up());
        let enemy = self.side(self.turn.opponent());
        for from in attacks::pawn(self.turn.opponent(), to) & self.own_pawns() {
            let gone = Bitboard::of(victim);
            let after = self.occupied() ^ Bitboard::of(from) ^ gone | Bitboard::of(to);
            if (self.attackers(guard.king, after) & enemy & !gone).is_empty() {
                moves.push(Move::en_passant(from, to));
            }
        }
    }

    fn castling_moves(&self, guard: Guard, moves: &mut Vec<Move>) {
        let (short, long) = match self.turn {
            Colour::White => (WHITE_SHORT, WHITE_LONG),
            Colour::Black => (BLACK_SHORT, BLACK_LONG),
        };
        if self.castling & (short | long) == 0 {
            return;
        }
        let king = guard.king;
        let occupied = self.occupied();
        let safe = |square| !self.is_attacked(square, occupied);
        // A rook beside the king, three or four files away, and nothing between them.
        let free = |rook| (attacks::between(king, rook) & occupied).is_empty();
        if self.castling & short != 0 && free(king + 3) && safe(king + 1) && safe(king + 2) {
            moves.push(Move::castling(king, king + 2));
        }
        if self.castling & long != 0 && free(king - 4) && safe(king - 1) && safe(king - 2) {
            moves.push(Move::castling(king, king - 2));
        }
    }

    /// One step of the own pawns.
    #[inline]
    pub(super) fn up(&self) -> isize {
        match self.turn {
            Colour::White => 8,
            Colour::Black => -8,
        }
    }

    #[inline]
    fn last_rank(&self) -> Bitboard {
        match self.turn {
            Colour::White => Bitboard::rank(7),
            Colour::Black => Bitboard::rank(0),
        }
    }

    #[inline]
    fn own_pawns(&self) -> Bitboard {
        self.pieces_of(self.turn, Kind::Pawn)
    }
}

/// The square from which a distance leads to this one.
#[inline]
pub(super) fn back(to: Square, distance: isize) -> Square {
    to.wrapping_add_signed(-distance) & 63
}

#[inline]
fn push(from: Square, to: Bitboard, moves: &mut Vec<Move>) {
    for to in to {
        moves.push(Move::plain(from, to));
    }
}
