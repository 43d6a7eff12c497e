//! Attackers of a square.
//!
//! Squares are numbered so that the distance between two of them gives their relative position. A table indexed by the
//! distance gives the kinds of pieces that attack over that distance and the step that a sliding piece takes.

use super::moves::{Move, Special};
use super::piece::{Colour, Kind};
use super::position::{Cell, PlacedPiece, Position};
use super::square::Square;

/// A rook's steps, in the order in which moves are listed.
pub(crate) const LINES: [i8; 4] = [0x10, 0x01, -0x10, -0x01];
/// A bishop's steps.
pub(crate) const DIAGONALS: [i8; 4] = [0x11, -0x0f, -0x11, 0x0f];
/// The steps of a queen and of a king.
pub(crate) const ROYAL: [i8; 8] = [0x10, 0x01, -0x10, -0x01, 0x11, -0x0f, -0x11, 0x0f];
/// A knight's jumps.
pub(crate) const JUMPS: [i8; 8] = [0x21, 0x12, -0x0e, -0x1f, -0x21, -0x12, 0x0e, 0x1f];

/// The largest distance between two squares, from a1 to h8.
const FAR: i16 = 0x77;

/// The pieces that attack along a distance between two squares, and the step of the line.
#[derive(Clone, Copy)]
struct Way {
    /// The kinds of pieces that attack over the distance on an empty board, as a set of `attack_bit`s.
    attackers: u8,
    /// One step along the line or diagonal that joins the squares; 0 if none does.
    step: i8,
}

static WAYS: [Way; 2 * FAR as usize + 1] = ways();

/// Returns the bit of a kind of piece. The pawns of the two sides attack over different distances, so each has a bit.
const fn attack_bit(kind: Kind, colour: Colour) -> u8 {
    match (kind, colour) {
        (Kind::Pawn, Colour::Black) => 1 << 6,
        _ => 1 << kind as u8,
    }
}

const fn ways() -> [Way; 2 * FAR as usize + 1] {
    let mut ways = [Way { attackers: 0, step: 0 }; 2 * FAR as usize + 1];
    let mut i = 0;
    while i < 8 {
        slide(&mut ways, ROYAL[i], Kind::Queen);
        near(&mut ways, ROYAL[i], attack_bit(Kind::King, Colour::White));
        near(&mut ways, JUMPS[i], attack_bit(Kind::Knight, Colour::White));
        i += 1;
    }
    let mut i = 0;
    while i < 4 {
        slide(&mut ways, LINES[i], Kind::Rook);
        slide(&mut ways, DIAGONALS[i], Kind::Bishop);
        i += 1;
    }
    near(&mut ways, 0x0f, attack_bit(Kind::Pawn, Colour::White));
    near(&mut ways, 0x11, attack_bit(Kind::Pawn, Colour::White));
    near(&mut ways, -0x0f, attack_bit(Kind::Pawn, Colour::Black));
    near(&mut ways, -0x11, attack_bit(Kind::Pawn, Colour::Black));
    ways
}

const fn slide(ways: &mut [Way], step: i8, kind: Kind) {
    let mut squares = 1;
    while squares < 8 {
        let way = &mut ways[(step as i16 * squares + FAR) as usize];
        way.attackers |= attack_bit(kind, Colour::White);
        way.step = step;
        squares += 1;
    }
}

const fn near(ways: &mut [Way], distance: i8, attacker: u8) {
    ways[(distance as i16 + FAR) as usize].attackers |= attacker;
}

fn way(from: Square, to: Square) -> Way {
    WAYS[(from.distance_to(to) + FAR) as usize]
}

/// Returns true if two squares are on the same line or diagonal.
fn aligned(from: Square, to: Square) -> bool {
    way(from, to).step != 0
}

/// Returns true if a piece on `from` would attack `to` on an empty board.
fn attacks_over(kind: Kind, colour: Colour, from: Square, to: Square) -> bool {
    way(from, to).attackers & attack_bit(kind, colour) != 0
}

impl Position {
    /// Returns true if a side attacks a square. A piece attacks the squares to which it could move if an enemy piece
    /// were there.
    pub fn attacks(&self, colour: Colour, target: Square) -> bool {
        self.attackers(colour, target).next().is_some()
    }

    /// Returns the squares of a side's pieces that attack a square.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::{Colour, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/3p4/4P3/2N5/8/4K3 w - -")?;
    /// let target = Square::from_name("d5").expect("a square");
    /// let attackers: Vec<_> = position.attackers(Colour::White, target).map(|from| from.to_string()).collect();
    /// // The order of the pieces: knights before pawns.
    /// assert_eq!(attackers, ["c3", "e4"]);
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn attackers(&self, colour: Colour, target: Square) -> impl Iterator<Item = Square> + use<'_> {
        let attackers = self.pieces(colour).filter(move |piece| {
            attacks_over(piece.kind, colour, piece.square, target) && self.clear_between(piece.square, target)
        });
        attackers.map(|piece| piece.square)
    }

    /// Returns true if the side to play is in check.
    ///
    /// # Example
    /// ```
    /// use bcp_chess::Position;
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - -")?.in_check());
    /// // The bishop stands between.
    /// assert!(!Position::from_fen("4k3/4b3/8/8/8/8/4R3/4K3 b - -")?.in_check());
    /// # Ok::<(), bcp_chess::FenError>(())
    /// ```
    pub fn in_check(&self) -> bool {
        let us = self.side_to_play();
        self.attacks(us.opponent(), self.king(us))
    }

    /// Returns true if the side to play can capture the king, which means that the previous move was illegal, or a null
    /// move in check.
    pub fn can_capture_king(&self) -> bool {
        let us = self.side_to_play();
        self.attacks(us, self.king(us.opponent()))
    }

    /// Returns false if a move that this position lists certainly gives no check. The geometry rules out most moves: a
    /// plain move gives no check unless the piece attacks the king from its new square or has left a line that leads to
    /// the king.
    pub fn may_give_check(&self, m: Move) -> bool {
        let us = self.side_to_play();
        let king = self.king(us.opponent());
        let attacks = |kind| attacks_over(kind, us, m.to, king);
        match m.special {
            Special::EnPassant | Special::Castling | Special::Promotion(_) => true,
            Special::None | Special::DoubleStep => {
                aligned(m.from, king) || self.piece_on(m.from).is_some_and(|piece| attacks(piece.kind))
            }
        }
    }

    /// Returns true if a piece of the side to play would attack a square on an empty board.
    pub(crate) fn would_attack(&self, piece: PlacedPiece, target: Square) -> bool {
        attacks_over(piece.kind, self.turn, piece.square, target)
    }

    /// Returns true if the squares between two squares are empty, or if no line joins the two.
    fn clear_between(&self, from: Square, to: Square) -> bool {
        self.first_between(from, to).is_none()
    }

    /// Returns the first occupied square between two squares; `None` if there is none, or if no line joins them.
    pub(crate) fn first_between(&self, from: Square, to: Square) -> Option<Square> {
        let step = way(from, to).step;
        let mut square = from.step(step);
        while step != 0 && square != to {
            if self.cell(square) != Cell::Empty {
                return Some(square);
            }
            square = square.step(step);
        }
        None
    }
}
