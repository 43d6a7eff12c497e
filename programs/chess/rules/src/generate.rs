//! Lists of moves, in the one order that both programs keep; node counts agree only because of it.
//!
//! Moves are pseudo-legal: they may leave the own king in check.

use super::attack::{DIAGONALS, JUMPS, LINES, ROYAL};
use super::castling::CASTLING_RIGHTS;
use super::moves::{Move, Special};
use super::piece::{Colour, Kind};
use super::position::{Cell, PlacedPiece, Position};
use super::square::Square;

/// A capture or a promotion to a queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The move.
    pub m: Move,
    /// Immediate gain, in pawns.
    pub gain: i16,
}

/// Room for the moves of most positions, so that a list seldom grows.
const USUAL_MOVES: usize = 64;

impl Position {
    /// All pseudo-legal moves.
    pub fn moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(USUAL_MOVES);
        for piece in self.pieces(self.turn) {
            if piece.kind == Kind::Pawn {
                self.pawn_moves(piece.square, &mut list);
            } else {
                self.piece_moves(piece, |to, _| {
                    list.push(Move {
                        from: piece.square,
                        to,
                        special: Special::None,
                    })
                });
            }
        }
        self.en_passant(|m| list.push(m));
        self.castling_moves(&mut list);
        list
    }

    /// All legal moves, in the same order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut board = self.clone();
        let mut list = self.moves();
        list.retain(|&m| board.is_legal(m));
        list
    }

    /// The captures, and the promotions to a queen, that gain more than `threshold` pawns (0 or more). No capture of a
    /// king is among them: it has no gain.
    pub fn captures(&self, threshold: i16) -> Vec<Capture> {
        let mut list = Vec::new();
        let mut add = |m, gain| {
            if gain > threshold {
                list.push(Capture { m, gain });
            }
        };
        for piece in self.pieces(self.turn) {
            let from = piece.square;
            if piece.kind == Kind::Pawn {
                self.pawn_captures(from, &mut add);
            } else {
                self.piece_moves(piece, |to, victim| {
                    if let Some(victim) = victim {
                        add(
                            Move {
                                from,
                                to,
                                special: Special::None,
                            },
                            self.values.of(victim),
                        );
                    }
                });
            }
        }
        self.en_passant(|m| add(m, self.values.pawn));
        list
    }

    /// Where a piece other than a pawn can go, and what it captures there.
    fn piece_moves(&self, piece: PlacedPiece, add: impl FnMut(Square, Option<Kind>)) {
        match piece.kind {
            Kind::King => self.single_steps(piece.square, &ROYAL, add),
            Kind::Knight => self.single_steps(piece.square, &JUMPS, add),
            Kind::Queen => self.rays(piece.square, &ROYAL, add),
            Kind::Rook => self.rays(piece.square, &LINES, add),
            Kind::Bishop => self.rays(piece.square, &DIAGONALS, add),
            Kind::Pawn => {}
        }
    }

    fn single_steps(&self, from: Square, steps: &[i8], mut add: impl FnMut(Square, Option<Kind>)) {
        for &step in steps {
            let to = from.step(step);
            match self.cell(to) {
                Cell::Empty => add(to, None),
                _ => {
                    if let Some(kind) = self.enemy_on(to) {
                        add(to, Some(kind));
                    }
                }
            }
        }
    }

    fn rays(&self, from: Square, steps: &[i8], mut add: impl FnMut(Square, Option<Kind>)) {
        for &step in steps {
            let mut to = from.step(step);
            while self.cell(to) == Cell::Empty {
                add(to, None);
                to = to.step(step);
            }
            if let Some(kind) = self.enemy_on(to) {
                add(to, Some(kind));
            }
        }
    }

    /// A pawn's captures, one step, two steps; where it promotes, each to all four kinds.
    fn pawn_moves(&self, from: Square, list: &mut Vec<Move>) {
        let promotes = self.promotes(from);
        let mut add = |to| {
            if promotes {
                let kinds = Kind::PROMOTIONS.into_iter();
                list.extend(kinds.map(|kind| Move {
                    from,
                    to,
                    special: Special::Promotion(kind),
                }));
            } else {
                list.push(Move {
                    from,
                    to,
                    special: Special::None,
                });
            }
        };
        for to in self.pawn_targets(from) {
            if self.enemy_on(to).is_some() {
                add(to);
            }
        }
        let one = from.step(self.turn.forward());
        if self.cell(one) != Cell::Empty {
            return;
        }
        add(one);
        let two = one.step(self.turn.forward());
        if self.turn.relative_rank(from.rank()) == 1 && self.cell(two) == Cell::Empty {
            list.push(Move {
                from,
                to: two,
                special: Special::DoubleStep,
            });
        }
    }

    /// A pawn's captures and its promotion by one step, to a queen only.
    fn pawn_captures(&self, from: Square, add: &mut impl FnMut(Move, i16)) {
        let promotes = self.promotes(from);
        let special = if promotes {
            Special::Promotion(Kind::Queen)
        } else {
            Special::None
        };
        for to in self.pawn_targets(from) {
            if let Some(victim) = self.enemy_on(to) {
                add(
                    Move { from, to, special },
                    self.values.of(victim) + self.promotion_gain(special),
                );
            }
        }
        let to = from.step(self.turn.forward());
        if promotes && self.cell(to) == Cell::Empty {
            add(Move { from, to, special }, self.values.queen - self.values.pawn);
        }
    }

    /// The two squares that a pawn of the side to play attacks.
    fn pawn_targets(&self, from: Square) -> [Square; 2] {
        let forward = from.step(self.turn.forward());
        [forward.step(-1), forward.step(1)]
    }

    fn promotes(&self, from: Square) -> bool {
        self.turn.relative_rank(from.rank()) == 6
    }

    /// Captures en passant, from the left and from the right of the captured pawn.
    fn en_passant(&self, mut add: impl FnMut(Move)) {
        let Some(to) = self.passed else {
            return;
        };
        let victim = to.step(-self.turn.forward());
        for from in [victim.step(-1), victim.step(1)] {
            if self.own_on(from) == Some(Kind::Pawn) {
                add(Move {
                    from,
                    to,
                    special: Special::EnPassant,
                });
            }
        }
    }

    /// Castling, king's side first. Whether the king arrives in check is a question of legality.
    fn castling_moves(&self, list: &mut Vec<Move>) {
        let enemy = self.turn.opponent();
        for right in CASTLING_RIGHTS {
            if right.colour != self.turn || !self.castling.has(right) {
                continue;
            }
            let mut between = right.king.step(right.step());
            while self.cell(between) == Cell::Empty {
                between = between.step(right.step());
            }
            let safe = |square| !self.attacks(enemy, square);
            if between == right.rook && safe(right.king) && safe(right.rook_to()) {
                list.push(Move {
                    from: right.king,
                    to: right.king_to(),
                    special: Special::Castling,
                });
            }
        }
    }

    fn enemy_on(&self, square: Square) -> Option<Kind> {
        self.kind_on(square, self.turn.opponent())
    }

    fn own_on(&self, square: Square) -> Option<Kind> {
        self.kind_on(square, self.turn)
    }

    fn kind_on(&self, square: Square, owner: Colour) -> Option<Kind> {
        match self.cell(square) {
            Cell::Piece(colour, place) if colour == owner => Some(self.piece_in(colour, place).kind),
            _ => None,
        }
    }
}
