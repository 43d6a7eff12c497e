//! The reasons why the rules do not allow a move.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use thiserror::Error;

use super::castling::{CASTLING_RIGHTS, CastlingRight};
use super::moves::{Move, Special};
use super::notation::{MoveDescription, promotion, without_marks};
use super::piece::Kind;
use super::position::{PlacedPiece, Position};
use super::square::Square;

/// The reason why a piece cannot make a move.
///
/// # Example
/// ```
/// use bcp_chess::Position;
///
/// let position = Position::from_fen("4k3/8/8/8/2b5/8/P7/R3K2R w KQ -")?;
/// let because = |text| position.obstacles(text).first().map(ToString::to_string);
/// assert_eq!(because("O-O").as_deref(), Some("the king would cross f1, which the bishop on c4 attacks"));
/// assert_eq!(because("Ra3").as_deref(), Some("the pawn on a2 is in the way of the rook on a1"));
/// assert_eq!(because("Rb1"), None);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Obstacle {
    /// The square that the move leaves is empty.
    #[error("there is no piece on {0}")]
    Empty(Square),
    /// The piece belongs to the other side.
    #[error("the {0} belongs to the other side")]
    Theirs(PlacedPiece),
    /// The piece is not of the kind that the string names.
    #[error("the {0} is not a {kind}", kind = .1.name())]
    Other(PlacedPiece, Kind),
    /// The side to play has no such piece there: a file or a rank, if the string names one.
    #[error("the side to play has no {kind}{1}", kind = .0.name())]
    Absent(Kind, String),
    /// Several pieces fit the string, but no piece of this kind moves like that.
    #[error("no {kind} of the side to play can move to {1}, even if nothing is in the way", kind = .0.name())]
    NoneReaches(Kind, Square),
    /// The piece does not move like that.
    #[error("a {0} cannot move to {1}")]
    Reach(PlacedPiece, Square),
    /// A piece of the same side is there.
    #[error("the {0} belongs to the same side")]
    Own(PlacedPiece),
    /// Another piece, the second, is in the way.
    #[error("the {1} is in the way of the {0}")]
    Between(PlacedPiece, PlacedPiece),
    /// A pawn moves to another file only if it captures.
    #[error("the {0} moves to {1} only to capture, and {1} is empty")]
    NoCapture(PlacedPiece, Square),
    /// A pawn can be captured en passant only directly after its double step.
    #[error("the {0} has not just moved two squares, so it cannot be captured en passant")]
    EnPassant(PlacedPiece),
    /// The string does not name the piece that a pawn becomes.
    #[error("the {0} promotes, so name the new piece, such as `{1}=Q`")]
    Promotes(PlacedPiece, Square),
    /// The string names a new piece, but the move is not a promotion.
    #[error("the {0} does not promote on {1}")]
    NoPromotion(PlacedPiece, Square),
    /// The king or the rook is not on its initial square.
    #[error("castling needs a {kind} on {1}", kind = .0.name())]
    NotAtHome(Kind, Square),
    /// The right to castle with the rook on this square is lost.
    #[error("the right to castle with the rook on {0} is lost")]
    NoRight(Square),
    /// The king is in check, and cannot castle.
    #[error("the {0} gives check, and a king in check cannot castle")]
    OutOfCheck(PlacedPiece),
    /// The king would cross a square that is attacked.
    #[error("the king would cross {0}, which the {1} attacks")]
    ThroughCheck(Square, PlacedPiece),
    /// A piece would capture the king.
    #[error("after {0} the {1} would take the king")]
    King(Move, PlacedPiece),
}

impl Position {
    /// Returns the reasons why no legal move fits a string: an obstacle for each piece that the string may mean. Empty
    /// if a legal move fits, or if the string is not a move.
    pub fn obstacles(&self, text: &str) -> Vec<Obstacle> {
        let Ok(wanted) = self.read_description(text) else { return Vec::new() };
        let castles = without_marks(text).starts_with(['O', '0', 'o']);
        if let Some(right) = self.castling_of(wanted, castles) {
            return self.castling_obstacle(right).into_iter().collect();
        }
        if let Some(from) = wanted.from() {
            let Some(piece) = self.piece_on(from) else {
                return vec![Obstacle::Empty(from)];
            };
            let placed = PlacedPiece { kind: piece.kind, square: from };
            return match wanted.kind {
                _ if piece.colour != self.turn => vec![Obstacle::Theirs(placed)],
                Some(kind) if kind != piece.kind => vec![Obstacle::Other(placed, kind)],
                _ => self.obstacle(placed, wanted).into_iter().collect(),
            };
        }
        let kind = wanted.kind.unwrap_or(Kind::Pawn);
        let file = wanted.from_file.or((kind == Kind::Pawn).then_some(wanted.to.file()));
        let fits = |piece: &PlacedPiece| {
            piece.kind == kind
                && file.is_none_or(|file| file == piece.square.file())
                && wanted.from_rank.is_none_or(|rank| rank == piece.square.rank())
        };
        let obstacles: Vec<Option<Obstacle>> = self
            .pieces(self.turn)
            .filter(fits)
            .map(|piece| self.obstacle(piece, wanted))
            .collect();
        if obstacles.contains(&None) {
            return Vec::new();
        }
        let (far, mut near): (Vec<_>, Vec<_>) = obstacles
            .into_iter()
            .flatten()
            .partition(|obstacle| matches!(obstacle, Obstacle::Reach(..)));
        near.dedup();
        match (&far[..], &near[..]) {
            ([], []) => {
                let file = file.map(|file| format!(" on the {}-file", (b'a' + file) as char));
                let rank = wanted.from_rank.map(|rank| format!(" on rank {}", rank + 1));
                vec![Obstacle::Absent(kind, file.or(rank).unwrap_or_default())]
            }
            ([_], []) => far,
            (_, []) => vec![Obstacle::NoneReaches(kind, wanted.to)],
            _ => near,
        }
    }

    /// Returns the reason why a piece of the side to play cannot make a move other than castling; `None` if it can.
    fn obstacle(&self, piece: PlacedPiece, wanted: MoveDescription) -> Option<Obstacle> {
        let (us, to, from) = (self.turn, wanted.to, piece.square);
        let is_pawn = piece.kind == Kind::Pawn;
        let straight = is_pawn && from.file() == to.file();
        if !self.reaches(piece, to) {
            return Some(Obstacle::Reach(piece, to));
        }
        match (is_pawn && us.relative_rank(to.rank()) == 7, wanted.promotion) {
            (true, None) => return Some(Obstacle::Promotes(piece, to)),
            (false, Some(_)) => return Some(Obstacle::NoPromotion(piece, to)),
            _ => {}
        }
        if let Some(own) = self.placed(to).filter(|_| self.kind_on(to, us).is_some()) {
            return Some(Obstacle::Own(own));
        }
        let blocked = self.first_between(from, to).or(Some(to).filter(|_| straight));
        if let Some(other) = blocked.and_then(|square| self.placed(square)) {
            return Some(Obstacle::Between(piece, other));
        }
        if is_pawn && !straight && self.placed(to).is_none() && self.passed != Some(to) {
            let beside = to.step(-us.forward());
            let passed = self.kind_on(beside, us.opponent()) == Some(Kind::Pawn) && us.relative_rank(to.rank()) == 5;
            return Some(match self.placed(beside).filter(|_| passed) {
                Some(pawn) => Obstacle::EnPassant(pawn),
                None => Obstacle::NoCapture(piece, to),
            });
        }
        let is_it = |m: &Move| (m.from, m.to, promotion(*m)) == (from, to, wanted.promotion);
        self.taken_king(self.moves().into_iter().find(is_it)?)
    }

    /// Returns true if a piece of the side to play could move to a square on some board, other than by castling.
    fn reaches(&self, piece: PlacedPiece, to: Square) -> bool {
        let [from, there] = [piece.square, to].map(|square| self.turn.relative_rank(square.rank()));
        let steps = there.saturating_sub(from);
        let straight = piece.kind == Kind::Pawn && piece.square.file() == to.file();
        straight && (steps == 1 || steps == 2 && from == 1) || self.would_attack(piece, to)
    }

    /// Returns the castling move that a description means: the king's move, or its capture of its own rook. `castles`
    /// is true for O-O and O-O-O.
    fn castling_of(&self, wanted: MoveDescription, castles: bool) -> Option<CastlingRight> {
        let from = wanted.from().filter(|_| wanted.promotion.is_none())?;
        let own = |square| self.kind_on(square, self.turn);
        let is_king = own(from) == Some(Kind::King) && wanted.kind.is_none_or(|kind| kind == Kind::King);
        CASTLING_RIGHTS.into_iter().find(|right| {
            let is_there =
                wanted.to == right.king_to() || wanted.to == right.rook && own(right.rook) == Some(Kind::Rook);
            (is_king || castles) && right.colour == self.turn && from == right.king && is_there
        })
    }

    fn castling_obstacle(&self, right: CastlingRight) -> Option<Obstacle> {
        for (kind, square) in [(Kind::King, right.king), (Kind::Rook, right.rook)] {
            if self.kind_on(square, self.turn) != Some(kind) {
                return Some(Obstacle::NotAtHome(kind, square));
            }
        }
        if !self.castling.has(right) {
            return Some(Obstacle::NoRight(right.rook));
        }
        let placed = |square| self.placed(square);
        if let (Some(king), Some(other)) = (placed(right.king), self.first_between(right.king, right.rook)) {
            return Some(Obstacle::Between(king, placed(other)?));
        }
        let attacker = |square| self.attackers(self.turn.opponent(), square).next().and_then(placed);
        attacker(right.king)
            .map(Obstacle::OutOfCheck)
            .or_else(|| attacker(right.rook_to()).map(|by| Obstacle::ThroughCheck(right.rook_to(), by)))
            .or_else(|| self.taken_king(Move::new(right.king, right.king_to(), Special::Castling)))
    }

    /// Returns the piece that would capture the king after a pseudo-legal move.
    fn taken_king(&self, m: Move) -> Option<Obstacle> {
        let mut after = self.clone();
        after.make(m);
        let square = after.attackers(after.turn, after.king(self.turn)).next()?;
        Some(Obstacle::King(m, after.placed(square)?))
    }

    fn placed(&self, square: Square) -> Option<PlacedPiece> {
        Some(PlacedPiece { kind: self.piece_on(square)?.kind, square })
    }
}
