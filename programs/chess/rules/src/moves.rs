//! Moves: how they change a position, and how they are undone.

use alloc::string::ToString;
use core::fmt;

use super::castling::{CASTLING_RIGHTS, CastlingRight, CastlingRights};
use super::piece::{Colour, Kind, Piece};
use super::position::{Cell, Place, Position};
use super::square::Square;
use crate::constants::PAWN;

/// A move. It is displayed as on the console: origin, destination and promoted piece, such as `e7e8q`. Castling is
/// given as the king's move.
///
/// # Example
/// ```
/// use bcp_chess::{Kind, Move, Special, Square};
///
/// let [from, to] = ["e7", "e8"].map(|name| Square::from_name(name).expect("a square"));
/// let m = Move::new(from, to, Special::Promotion(Kind::Queen));
/// assert_eq!(m.to_string(), "e7e8q");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square to which the piece goes.
    pub to: Square,
    /// The side effect of the move, if it has one.
    pub special: Special,
}

/// The effect of a move in addition to moving a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// No other effect.
    None,
    /// A pawn's first move by two squares: it can be captured on the square it passes over.
    DoubleStep,
    /// A capture en passant: the captured pawn is beside the capturing one.
    EnPassant,
    /// The rook moves too.
    Castling,
    /// The pawn becomes another piece.
    Promotion(Kind),
}

impl Move {
    /// Creates a move from one square to another.
    pub const fn new(from: Square, to: Square, special: Special) -> Self {
        Self { from, to, special }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.special {
            Special::Promotion(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            _ => Ok(()),
        }
    }
}

/// The state that [`Position::unmake`] needs to undo a move.
#[derive(Clone, Debug)]
pub struct Undo {
    m: Move,
    /// The piece that moved; `None` for a move of an empty square.
    piece: Option<Piece>,
    /// True if the rook moved too.
    castled: bool,
    captured: Option<(Square, Colour, Place)>,
    castling: CastlingRights,
    passed: Option<Square>,
    balance: i16,
}

/// The state that [`Position::unmake_null`] needs to undo the null move.
#[derive(Clone, Debug)]
pub struct NullUndo {
    passed: Option<Square>,
}

impl Position {
    /// Reads a legal move in the notation of the console (`e2e4`, `e7e8q`); `None` if there is no such move here.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Position, Special};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -")?;
    /// assert_eq!(position.move_from_text("e1g1").map(|m| m.special), Some(Special::Castling));
    /// assert_eq!(position.move_from_text("e1c1"), None);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn move_from_text(&self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|m| m.to_string() == text)
    }

    /// Returns the position after a legal move; `None` if the move is illegal.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -")?;
    /// let next = position.move_from_text("e1g1").and_then(|m| position.play(m)).expect("a legal move");
    /// assert_eq!(next.to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - -");
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn play(&self, m: Move) -> Option<Self> {
        if !self.is_legal(m) {
            return None;
        }
        let mut next = self.clone();
        next.make(m);
        Some(next)
    }

    /// Returns the immediate gain of a move in pawns: the captured piece and, for a promotion, the new piece minus the
    /// pawn.
    pub fn gain(&self, m: Move) -> i16 {
        let captured = self.victim_square(m).and_then(|square| self.piece_on(square));
        captured.map_or(0, |piece| piece.kind.value()) + promotion_gain(m.special)
    }

    /// Makes a move that this position lists. The move may leave its own king in check. Even a move that is not listed
    /// cannot fail: the piece that it captures leaves the board, the piece goes to its destination if that is then
    /// empty, and [`unmake`](Self::unmake) undoes both.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// let start = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - -")?;
    /// let mut board = start.clone();
    /// let capture = board.move_from_text("e4d5").expect("a legal move");
    /// let undo = board.make(capture);
    /// assert_eq!(board.to_fen(), "4k3/8/8/3P4/8/8/8/4K3 b - -");
    /// board.unmake(undo);
    /// assert_eq!(board, start);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn make(&mut self, m: Move) -> Undo {
        let us = self.turn;
        let mut gain = 0;
        let worth = |value: i16, colour| if colour == us { -value } else { value };
        let captured = self.victim_square(m).and_then(|square| {
            let (colour, place) = self.lift(square)?;
            gain = worth(self.piece_in(colour, place).kind.value(), colour);
            Some((square, colour, place))
        });
        let piece = self.carry(m.from, m.to);
        let mut undo = Undo {
            m,
            piece,
            castled: false,
            captured,
            castling: self.castling,
            passed: self.passed,
            balance: self.balance,
        };
        self.passed = None;
        match (m.special, piece) {
            (Special::DoubleStep, Some(Piece { kind: Kind::Pawn, .. })) => {
                let passed = m.from.step(us.forward());
                let is_double = passed.step(us.forward()) == m.to && self.cell(passed) == Cell::Empty;
                self.passed = is_double.then_some(passed);
            }
            (Special::Castling, Some(_)) => {
                undo.castled = right_of(m).is_some_and(|right| self.carry(right.rook, right.rook_to()).is_some());
            }
            (Special::Promotion(new), Some(old)) => {
                self.become_kind(m.to, new);
                gain += worth(old.kind.value() - new.value(), old.colour);
            }
            _ => {}
        }
        self.castling = self.castling.after(m.from, m.to);
        self.balance = -(self.balance + gain);
        self.turn = us.opponent();
        undo
    }

    /// Undoes the move that was made last. If another move was made last, the board keeps only the pieces that have a
    /// square to return to.
    pub fn unmake(&mut self, undo: Undo) {
        let m = undo.m;
        self.turn = self.turn.opponent();
        self.castling = undo.castling;
        self.passed = undo.passed;
        self.balance = undo.balance;
        if let Some(right) = undo.castled.then(|| right_of(m)).flatten() {
            self.carry(right.rook_to(), right.rook);
        }
        if let Some(piece) = undo.piece {
            if let Special::Promotion(_) = m.special {
                self.become_kind(m.to, piece.kind);
            }
            self.carry(m.to, m.from);
        }
        if let Some((square, colour, place)) = undo.captured {
            self.put_back(square, colour, place);
        }
    }

    /// Makes the null move: the other side plays, and a double step can no longer be captured en passant.
    pub fn make_null(&mut self) -> NullUndo {
        self.turn = self.turn.opponent();
        self.balance = -self.balance;
        NullUndo { passed: self.passed.take() }
    }

    /// Undoes the null move.
    pub fn unmake_null(&mut self, undo: NullUndo) {
        self.turn = self.turn.opponent();
        self.balance = -self.balance;
        self.passed = undo.passed;
    }

    /// Returns true if this position lists a move, and the move does not leave its own king in check.
    pub fn is_legal(&self, m: Move) -> bool {
        self.moves().contains(&m) && self.clone().leaves_no_check(m)
    }

    /// Returns true if a move does not leave its own king in check. For a move that this position lists, this is the
    /// same as [`is_legal`](Self::is_legal), and faster.
    pub fn leaves_no_check(&mut self, m: Move) -> bool {
        let undo = self.make(m);
        let legal = !self.can_capture_king();
        self.unmake(undo);
        legal
    }

    /// Returns the square on which a move captures; `None` if it captures nothing.
    fn victim_square(&self, m: Move) -> Option<Square> {
        let square = match m.special {
            Special::EnPassant => m.to.step(-self.turn.forward()),
            _ => m.to,
        };
        matches!(self.cell(square), Cell::Piece(..)).then_some(square)
    }

    /// Moves the piece on one square to another, if that is empty. Returns the piece if it was moved.
    fn carry(&mut self, from: Square, to: Square) -> Option<Piece> {
        let Cell::Piece(colour, place) = self.cell(from) else {
            return None;
        };
        if self.cell(to) != Cell::Empty {
            return None;
        }
        self.cells[to.index()] = core::mem::replace(&mut self.cells[from.index()], Cell::Empty);
        let piece = &mut self.sides[colour as usize].pieces[place as usize];
        piece.square = to;
        Some(Piece { colour, kind: piece.kind })
    }

    /// Removes a piece from the board; its place in the order stays reserved.
    fn lift(&mut self, square: Square) -> Option<(Colour, Place)> {
        let Cell::Piece(colour, place) = self.cell(square) else {
            return None;
        };
        self.cells[square.index()] = Cell::Empty;
        self.sides[colour as usize].present &= !(1 << place);
        Some((colour, place))
    }

    /// Puts a piece back on its square and into its place, if both are empty.
    fn put_back(&mut self, square: Square, colour: Colour, place: Place) {
        let side = &mut self.sides[colour as usize];
        if self.cells[square.index()] == Cell::Empty && side.present & 1 << place == 0 {
            self.cells[square.index()] = Cell::Piece(colour, place);
            side.present |= 1 << place;
            side.pieces[place as usize].square = square;
        }
    }

    /// Changes the kind of the piece on a square.
    fn become_kind(&mut self, square: Square, kind: Kind) {
        if let Cell::Piece(colour, place) = self.cell(square) {
            self.sides[colour as usize].pieces[place as usize].kind = kind;
        }
    }
}

/// Returns the gain of a promotion in the material balance.
pub(super) fn promotion_gain(special: Special) -> i16 {
    match special {
        Special::Promotion(kind) => kind.value() - PAWN,
        _ => 0,
    }
}

pub(super) fn right_of(m: Move) -> Option<CastlingRight> {
    CASTLING_RIGHTS
        .into_iter()
        .find(|right| right.king == m.from && right.king_to() == m.to)
}

/// Sorts a short list, such as one of moves, by a key, the lowest first. Items with equal keys keep their order.
///
/// # Example
/// ```
/// let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')];
/// bcp_chess::arrange(&mut list, |&(key, _)| key);
/// assert_eq!(list, [(1, 'b'), (2, 'd'), (3, 'a'), (3, 'c')]);
/// ```
pub fn arrange<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let own = key(&list[end]);
        let place = list[..end].partition_point(|other| key(other) <= own);
        list[place..=end].rotate_right(1);
    }
}
