//! Lists moves in the order that the Z8000 program and its Rust reference share; otherwise, their node counts would
//! differ.
//!
//! Moves are pseudo-legal: they may leave their own king in check.

use alloc::vec::Vec;

use super::attack::{DIAGONALS, JUMPS, LINES, ROYAL};
use super::castling::CASTLING_RIGHTS;
use super::moves::{Move, Special, promotion_gain};
use super::piece::{Colour, Kind};
use super::position::{Cell, Position};
use super::square::Square;

/// A capture or a promotion to a queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The move.
    pub m: Move,
    /// Immediate gain in pawns.
    pub gain: i16,
}

/// Initial capacity of a list, enough for the moves of most positions.
const USUAL_MOVES: usize = 64;

impl Position {
    /// Lists all pseudo-legal moves.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// // The knight is pinned: its six moves are listed, and none is legal.
    /// let position = Position::from_fen("4k3/4r3/8/8/8/8/4N3/4K3 w - -")?;
    /// assert_eq!(position.moves().len(), 10);
    /// assert_eq!(position.legal_moves().len(), 4);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(USUAL_MOVES);
        self.all_but_castling(|m, _| list.push(m));
        self.castling_moves(&mut list);
        list
    }

    /// Lists all legal moves, in the order of [`Position::moves`].
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, START};
    ///
    /// let moves = Position::from_fen(START)?.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.iter().any(|m| m.to_string() == "b1c3"));
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut board = self.clone();
        let mut list = self.moves();
        list.retain(|&m| board.leaves_no_check(m));
        list
    }

    /// Lists the pseudo-legal captures, and the promotions to a queen, that gain more than `threshold` pawns (0 or
    /// more). Captures of a king are not included, since they have no gain.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/3q1n2/4P3/8/8/4K3 w - -")?;
    /// let gains: Vec<_> = position.captures(3).iter().map(|capture| (capture.m.to_string(), capture.gain)).collect();
    /// // The knight gains 3 pawns, and not more.
    /// assert_eq!(gains, [("e4d5".to_string(), 9)]);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn captures(&self, threshold: i16) -> Vec<Capture> {
        let mut list = Vec::new();
        self.all_but_castling(|m, victim| {
            let gain = match m.special {
                Special::Promotion(Kind::Queen) => promotion_gain(m.special),
                Special::Promotion(_) => return,
                _ => 0,
            };
            let gain = gain + victim.map_or(0, Kind::value);
            if gain > threshold {
                list.push(Capture { m, gain });
            }
        });
        list
    }

    /// Passes the moves without castling to `add`, each with the kind of piece that it captures.
    #[inline]
    fn all_but_castling(&self, mut add: impl FnMut(Move, Option<Kind>)) {
        for piece in self.pieces(self.turn) {
            let from = piece.square;
            let plain = |to, victim| add(Move::new(from, to, Special::None), victim);
            match piece.kind {
                Kind::King => self.single_steps(from, &ROYAL, plain),
                Kind::Knight => self.single_steps(from, &JUMPS, plain),
                Kind::Queen => self.rays(from, &ROYAL, plain),
                Kind::Rook => self.rays(from, &LINES, plain),
                Kind::Bishop => self.rays(from, &DIAGONALS, plain),
                Kind::Pawn => self.pawn_moves(from, &mut add),
            }
        }
        self.en_passant(|m| add(m, Some(Kind::Pawn)));
    }

    fn single_steps(&self, from: Square, steps: &[i8], mut add: impl FnMut(Square, Option<Kind>)) {
        for &step in steps {
            let to = from.step(step);
            let victim = self.enemy_on(to);
            if victim.is_some() || self.cell(to) == Cell::Empty {
                add(to, victim);
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

    /// Passes on a pawn's captures, one step and two steps; a promotion is passed on for each of the four kinds.
    fn pawn_moves(&self, from: Square, mut add: impl FnMut(Move, Option<Kind>)) {
        let promotes = self.turn.relative_rank(from.rank()) == 6;
        let one = from.step(self.turn.forward());
        let mut arrive = |to, victim| {
            if promotes {
                let kinds = Kind::PROMOTIONS.into_iter();
                kinds.for_each(|kind| add(Move::new(from, to, Special::Promotion(kind)), victim));
            } else {
                add(Move::new(from, to, Special::None), victim);
            }
        };
        for to in [one.step(-1), one.step(1)] {
            let victim = self.enemy_on(to);
            if victim.is_some() {
                arrive(to, victim);
            }
        }
        if self.cell(one) != Cell::Empty {
            return;
        }
        arrive(one, None);
        let two = one.step(self.turn.forward());
        if self.turn.relative_rank(from.rank()) == 1 && self.cell(two) == Cell::Empty {
            add(Move::new(from, two, Special::DoubleStep), None);
        }
    }

    /// Passes on en passant captures, first from the left and then from the right of the captured pawn.
    fn en_passant(&self, mut add: impl FnMut(Move)) {
        let Some(to) = self.passed else {
            return;
        };
        let victim = to.step(-self.turn.forward());
        for from in [victim.step(-1), victim.step(1)] {
            if self.kind_on(from, self.turn) == Some(Kind::Pawn) {
                add(Move::new(from, to, Special::EnPassant));
            }
        }
    }

    /// Adds castling, king's side first. Whether it leaves the king in check is not tested here.
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
                list.push(Move::new(right.king, right.king_to(), Special::Castling));
            }
        }
    }

    fn enemy_on(&self, square: Square) -> Option<Kind> {
        self.kind_on(square, self.turn.opponent())
    }

    /// Returns the kind of a side's piece on a square; `None` if there is no such piece.
    pub(super) fn kind_on(&self, square: Square, owner: Colour) -> Option<Kind> {
        match self.cell(square) {
            Cell::Piece(colour, place) if colour == owner => Some(self.piece_in(colour, place).kind),
            _ => None,
        }
    }
}

/// Counts the leaves of the tree of legal moves at a depth; 1 at depth 0.
///
/// # Example
/// ```
/// use bcp_chess::{Position, START, perft};
///
/// let position = Position::from_fen(START)?;
/// assert_eq!([0, 1, 2, 3].map(|depth| perft(&position, depth)), [1, 20, 400, 8902]);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
pub fn perft(position: &Position, depth: u8) -> u64 {
    leaves(&mut position.clone(), depth)
}

fn leaves(position: &mut Position, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for m in position.moves() {
        let undo = position.make(m);
        if !position.can_capture_king() {
            count += leaves(position, depth - 1);
        }
        position.unmake(undo);
    }
    count
}
