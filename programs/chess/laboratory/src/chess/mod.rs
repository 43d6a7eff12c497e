//! Chess for fast searches: sets of squares as bits, legal moves without trying them, keys and evaluations kept up to
//! date.
//!
//! The rules are those of [`bcp_chess`], from whose [`Position`] a [`Chess`] is made and whose FEN and SAN it
//! shares; this board is there because a search of millions of positions cannot wait for that one. To learn how it
//! works read `bitboard.rs`, `attacks.rs`, `generate.rs` and `make.rs`, in this order.
//!
//! A library does the same: cozy-chess, with which the tests compare every list of moves. It was tried in place of this
//! board, 230 lines of [`Game`] and [`ChessLike`](crate::ChessLike) instead of the 1,000 of `bitboard.rs`, `attacks.rs`,
//! `generate.rs`, `make.rs` and `keys.rs`, in the search of `bcp lab compare --depth 7 --search r2 --jobs 1 --positions
//! 1-60`. It found the same values and took 1.5 times as long, 1.8 times with its moves sorted into our order (medians of
//! four paired runs; perft 1.2 times, and 5 times sorted). In its own order it visits 6,196,366 positions where we visit
//! 6,138,889: every count that the documents publish and the tests pin would have to be taken again. So the board stays.
//!
//! Beyond the rules of the moves a position is a draw when it has occurred before, when fifty moves of both sides have
//! passed without a capture or a pawn's move, and when neither side could mate with what is left: bare kings, or one
//! bishop or knight besides. The move counters of a FEN are not read: counting begins at the position searched.
//!
//! ```
//! use bcp_chess::{Position, START};
//! use bcp_laboratory::chess::Chess;
//! use bcp_laboratory::Game;
//!
//! let mut chess = Chess::from(&Position::from_fen(START)?);
//! let mut moves = Vec::new();
//! chess.moves(&mut moves);
//! assert_eq!(moves.len(), 20);
//! assert_eq!(chess.evaluate(), 0);
//! # Ok::<(), bcp_chess::FenError>(())
//! ```

mod attacks;
mod bitboard;
mod chess_like;
mod evaluation;
mod generate;
mod keys;
mod make;
mod moves;

#[cfg(test)]
mod tests;

use bitboard::{Bitboard, NONE, Square};
use evaluation::Score;
pub use moves::Move;

use super::game::{Game, Value};
use bcp_chess::{Colour, Kind, Position, Special};

/// The value of having mated at the root; a mate `n` plies from the root counts `MATE - n`.
pub const MATE: Value = 100_000;

/// After this many moves, of both sides together, without a capture or a pawn's move the game is drawn.
const DRAWN_AFTER: u16 = 100;

/// The terms of [`Game::evaluate`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// Material only, in hundredths of a pawn.
    Material,
    /// Material and where it stands.
    #[default]
    Squares,
}

/// A chess position, with the moves that led to it since it was made.
#[derive(Clone, Debug)]
pub struct Chess {
    kinds: [Bitboard; 6],
    sides: [Bitboard; 2],
    squares: [Option<Kind>; 64],
    turn: Colour,
    /// A sum of the bits of [`bcp_chess::constants`].
    castling: u8,
    /// The square that a double step has just passed, if an enemy pawn stands ready to capture there.
    passed: Option<Square>,
    /// Moves since the last that can never be taken back: a capture, a pawn's move, or the start.
    halfmoves: u16,
    key: u64,
    score: Score,
    stack: Vec<Undo>,
    /// The length of the stack at the root of the search.
    root: usize,
    evaluation: Evaluation,
}

/// The state that cannot be derived from a move when it is taken back.
#[derive(Clone, Copy, Debug)]
struct Undo {
    key: u64,
    score: Score,
    /// None for a null move.
    m: Option<Move>,
    captured: Option<Kind>,
    passed: Option<u8>,
    castling: u8,
    halfmoves: u16,
}

impl From<&Position> for Chess {
    fn from(position: &Position) -> Self {
        let mut chess = Self {
            kinds: [NONE; 6],
            sides: [NONE; 2],
            squares: [None; 64],
            turn: position.side_to_play(),
            castling: position.castling_rights(),
            passed: None,
            halfmoves: 0,
            key: 0,
            score: Score::default(),
            stack: Vec::new(),
            root: 0,
            evaluation: Evaluation::default(),
        };
        for square in bcp_chess::Square::all() {
            if let Some(piece) = position.piece_on(square) {
                chess.put(piece.colour, piece.kind, number(square));
            }
        }
        chess.passed = position.passed_square().map(number).filter(|&passed| {
            let takers = attacks::pawn(chess.turn.opponent(), passed);
            !(takers & chess.pieces_of(chess.turn, Kind::Pawn)).is_empty()
        });
        chess.key ^= keys::castling(chess.castling) ^ keys::passed(chess.passed);
        chess.key ^= keys::turn(chess.turn);
        chess
    }
}

fn number(square: bcp_chess::Square) -> Square {
    usize::from(square.rank()) * 8 + usize::from(square.file())
}

impl Chess {
    /// The same position, evaluated otherwise.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// The side to play.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Returns the piece that a move captures.
    #[inline]
    fn captured(&self, m: Move) -> Option<Kind> {
        match m.special() {
            Special::EnPassant => Some(Kind::Pawn),
            _ => self.squares[m.target()],
        }
    }

    /// Moves and null moves since the root.
    #[inline]
    pub fn plies(&self) -> usize {
        self.stack.len() - self.root
    }

    /// Plays a legal move for good: what follows it is a new search. The moves before still count for repetitions.
    pub fn play(&mut self, m: Move) {
        self.make_move(m);
        self.root = self.stack.len();
    }

    /// Returns how often the position has occurred in the moves since it was set up, this time included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier_keys().filter(|&earlier| earlier == self.key).count()
    }

    /// Returns true if fifty moves of both sides have passed without a capture or a pawn's move.
    pub fn fifty_moves_passed(&self) -> bool {
        self.halfmoves >= DRAWN_AFTER
    }

    /// Returns true if neither side could mate with what is left: bare kings, or one bishop or knight besides.
    #[inline]
    pub fn insufficient_material(&self) -> bool {
        let heavy = self.kind(Kind::Pawn) | self.straight_sliders();
        if !heavy.is_empty() {
            return false;
        }
        let minor = self.kind(Kind::Knight) | self.kind(Kind::Bishop);
        !minor.has_several()
    }

    /// The keys of the positions with the same side to play since the last move that cannot be taken back, latest
    /// first.
    #[inline]
    fn earlier_keys(&self) -> impl Iterator<Item = u64> {
        let moves = usize::from(self.halfmoves).min(self.stack.len());
        self.stack[self.stack.len() - moves..]
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .map(|undo| undo.key)
    }

    /// A value for white, as the side to play sees it.
    #[inline]
    fn for_turn(&self, white: Value) -> Value {
        match self.turn {
            Colour::White => white,
            Colour::Black => -white,
        }
    }

    #[inline]
    fn side(&self, colour: Colour) -> Bitboard {
        self.sides[colour as usize]
    }

    #[inline]
    fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    #[inline]
    fn pieces_of(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.side(colour) & self.kind(kind)
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Bishops and queens of both sides.
    #[inline]
    fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Rooks and queens of both sides.
    #[inline]
    fn straight_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    #[inline]
    fn king(&self, colour: Colour) -> Square {
        self.pieces_of(colour, Kind::King).first() & 63
    }

    #[cold]
    fn has_legal_move(&self) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        !moves.is_empty()
    }
}

impl Game for Chess {
    type Move = Move;

    fn moves(&mut self, moves: &mut Vec<Move>) {
        self.legal_moves(moves);
    }

    #[inline]
    fn make(&mut self, m: Move) {
        self.make_move(m);
    }

    #[inline]
    fn unmake(&mut self) {
        self.unmake_move();
    }

    fn make_null(&mut self) {
        self.pass();
    }

    fn unmake_null(&mut self) {
        self.unpass();
    }

    #[inline]
    fn evaluate(&mut self) -> Value {
        self.for_turn(match self.evaluation {
            Evaluation::Material => self.score.material(),
            Evaluation::Squares => self.score.squares(),
        })
    }

    /// A draw by repetition, by fifty moves or by lack of material; never at the root, where a move is wanted all the
    /// same.
    #[inline]
    fn terminal(&mut self) -> Option<Value> {
        if self.plies() == 0 {
            return None;
        }
        let repeated = self.halfmoves >= 4 && self.earlier_keys().any(|key| key == self.key);
        if repeated || self.insufficient_material() {
            return Some(0);
        }
        // A mate by the last of the fifty moves stands.
        let fifty = self.fifty_moves_passed() && (self.checkers().is_empty() || self.has_legal_move());
        fifty.then_some(0)
    }

    fn without_moves(&mut self) -> Value {
        if !self.checkers().is_empty() {
            self.plies() as Value - MATE
        } else {
            0
        }
    }
}
