//! Chess for fast searches: sets of squares as bits, legal moves generated directly, and incrementally updated keys and
//! evaluations.
//!
//! The rules, FEN and SAN are those of [`bcp_chess`], and a [`Chess`] is made from its [`Position`]. This board exists
//! because [`Position`] is too slow for a search of millions of positions. To learn how it works, read `bitboard.rs`,
//! `attacks.rs`, `board.rs`, `generate.rs` and `make.rs`, in that order.
//!
//! The library cozy-chess does the same; the tests compare every list of moves with its lists. It was tried instead of
//! this board, with 230 lines of [`Game`] and [`ChessLike`](crate::ChessLike) instead of the 650 of `bitboard.rs`,
//! `attacks.rs`, `board.rs`, `generate.rs`, `make.rs` and `keys.rs`, in the search of `bcp-lab compare --depth 7
//! --search r2 --jobs 1 --positions 1-60`. It found the same values and took 1.5 times as long, 1.8 times with its
//! moves sorted into our order (medians of four paired runs; perft 1.2 times, and 5 times sorted). In its own order, it
//! visits 6,196,366 positions where this board visits 6,138,889, so every published or tested count would have to be
//! measured again. The board was therefore kept.
//!
//! The README describes the rules for draws and the evaluation.
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
mod board;
mod chess_like;
mod evaluation;
mod generate;
mod keys;
mod make;
mod moves;

use board::Board;
use make::Undo;
pub use moves::PackedMove;

use super::game::{Game, Value};
use bcp_chess::{Colour, Position};

/// The value of a mate on the board at the root; a mate `n` plies from the root is worth `MATE - n`.
pub const MATE: Value = 100_000;

/// After this many plies without a capture or a pawn move, the game is drawn.
const DRAWN_AFTER: u16 = 100;

/// The terms that [`Game::evaluate`] counts, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Evaluation {
    /// Material only.
    Material,
    /// Material and the squares of the pieces; the default.
    #[default]
    Squares,
}

/// A chess position, with the moves that have been played since it was created.
///
/// # Example
/// ```
/// use bcp_chess::Position;
/// use bcp_laboratory::chess::{Chess, Evaluation};
/// use bcp_laboratory::game::Game;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - -")?;
/// let mut chess = Chess::from(&position).with_evaluation(Evaluation::Material);
/// // Black lacks a pawn.
/// assert_eq!(chess.evaluate(), -100);
/// # Ok::<(), bcp_chess::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    stack: Vec<Undo>,
    /// Length of the stack at the root of the search.
    root: usize,
    evaluation: Evaluation,
}

impl From<&Position> for Chess {
    fn from(position: &Position) -> Self {
        Self {
            board: Board::from(position),
            stack: Vec::new(),
            root: 0,
            evaluation: Evaluation::default(),
        }
    }
}

impl Chess {
    /// Returns the same position with another evaluation.
    #[must_use]
    pub fn with_evaluation(self, evaluation: Evaluation) -> Self {
        Self { evaluation, ..self }
    }

    /// Returns the side to play.
    pub fn turn(&self) -> Colour {
        self.board.turn
    }

    /// Returns the number of moves and null moves since the root.
    #[inline]
    pub fn plies(&self) -> usize {
        self.stack.len() - self.root
    }

    /// Plays a legal move permanently, before a new search. The moves before it still count for repetitions. Returns
    /// false, and changes nothing, if the move is not legal.
    pub fn play(&mut self, m: PackedMove) -> bool {
        let is_legal = self.board.allows(m);
        if is_legal {
            self.make(m);
            self.root = self.stack.len();
        }
        is_legal
    }

    /// Returns how often the position has occurred since the game was set up, including now.
    pub fn occurrences(&self) -> usize {
        1 + self
            .earlier_keys()
            .filter(|&earlier| earlier == self.board.state.key)
            .count()
    }

    /// Returns true if each side has made fifty moves without a capture or a pawn move.
    pub fn fifty_moves_passed(&self) -> bool {
        self.board.state.halfmoves >= DRAWN_AFTER
    }

    /// Returns true if neither side has mating material: bare kings, or kings and one bishop or knight.
    pub fn insufficient_material(&self) -> bool {
        self.board.insufficient_material()
    }

    /// Returns the keys of the positions with the same side to play since the last irreversible move, latest first.
    #[inline]
    fn earlier_keys(&self) -> impl Iterator<Item = u64> {
        let moves = usize::from(self.board.state.halfmoves).min(self.stack.len());
        let since = &self.stack[self.stack.len() - moves..];
        since.iter().rev().skip(1).step_by(2).map(|undo| undo.state.key)
    }

    /// Converts a value for white to the side to play.
    #[inline]
    fn for_turn(&self, white: Value) -> Value {
        match self.board.turn {
            Colour::White => white,
            Colour::Black => -white,
        }
    }

    #[cold]
    fn has_legal_move(&self) -> bool {
        let mut moves = Vec::new();
        self.board.moves(&mut moves);
        !moves.is_empty()
    }
}

impl Game for Chess {
    type Move = PackedMove;

    fn moves(&mut self, moves: &mut Vec<PackedMove>) {
        self.board.moves(moves);
    }

    #[inline]
    fn make(&mut self, m: PackedMove) {
        let undo = self.board.play(m);
        self.stack.push(undo);
    }

    #[inline]
    fn unmake(&mut self) {
        let undo = self.stack.pop().expect("what is taken back was made");
        self.board.take_back(undo);
    }

    fn make_null(&mut self) -> bool {
        let undo = self.board.play_nothing();
        self.stack.push(undo);
        true
    }

    #[inline]
    fn evaluate(&mut self) -> Value {
        self.for_turn(match self.evaluation {
            Evaluation::Material => self.board.state.score.material(),
            Evaluation::Squares => self.board.state.score.squares(),
        })
    }

    /// Returns the value of a draw by repetition, by fifty moves or by insufficient material; always `None` at the
    /// root, where a move is needed in any case.
    #[inline]
    fn terminal(&mut self) -> Option<Value> {
        if self.plies() == 0 {
            return None;
        }
        let repeated = self.board.state.halfmoves >= 4 && self.earlier_keys().any(|key| key == self.board.state.key);
        if repeated || self.insufficient_material() {
            return Some(0);
        }
        // A mate by the last of the fifty moves counts.
        let fifty = self.fifty_moves_passed() && (self.board.checkers() == 0 || self.has_legal_move());
        fifty.then_some(0)
    }

    fn without_moves(&mut self) -> Value {
        if self.board.checkers() != 0 {
            self.plies() as Value - MATE
        } else {
            0
        }
    }
}
