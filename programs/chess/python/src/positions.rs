//! Positions that do not require a class: chess positions, and trees given as text.

use std::hash::{DefaultHasher, Hash, Hasher};

use bcp_chess::{Position, START};
use bcp_laboratory::Game;
use bcp_laboratory::chess::Chess as Board;
use bcp_laboratory::conspiracy::WrittenTree;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::class::shown;

/// A chess position, given as FEN. By default, the initial position.
///
/// It is also a game, with the methods of Game. Moves are in SAN, values in hundredths of a pawn.
#[pyclass(frozen, module = "bcp_laboratory")]
pub(crate) struct Chess {
    fen: String,
    position: Position,
}

impl Chess {
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    fn of(position: Position) -> Self {
        Self { fen: position.to_fen(), position }
    }
}

#[pymethods]
impl Chess {
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        let fen = fen.unwrap_or(START);
        let position = Position::from_fen_lenient(fen);
        position
            .map(Self::of)
            .map_err(|error| PyValueError::new_err(format!("invalid FEN '{fen}': {error}")))
    }

    /// The position in FEN.
    #[getter]
    fn fen(&self) -> &str {
        &self.fen
    }

    /// The legal moves in SAN.
    fn moves(&self) -> Vec<String> {
        let position = self.position();
        position
            .legal_moves()
            .into_iter()
            .filter_map(|m| position.san(m))
            .collect()
    }

    /// The position after a move in SAN.
    #[pyo3(signature = (m, /))]
    fn play(&self, m: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = || PyTypeError::new_err(format!("the move is {}: expected SAN, such as 'Nf3'", shown(m)));
        let m = m.extract::<String>().map_err(|_| text())?;
        let unknown = |error: String| PyValueError::new_err(format!("invalid move {m} in {}: {error}", self.fen));
        let played = self
            .position()
            .move_from_san(&m)
            .map_err(|error| unknown(error.to_string()))?;
        let next = self.position().play(played);
        next.map(Self::of).ok_or_else(|| unknown("it is not legal".to_owned()))
    }

    /// The value for the side to play, from material and the squares of the pieces; -100000 if mated, 0 if stalemated.
    fn evaluate(&self) -> i32 {
        let position = self.position();
        if position.legal_moves().is_empty() {
            return if position.in_check() { -100_000 } else { 0 };
        }
        Board::from(position).evaluate()
    }

    /// The position with the other side to play; `None` in check.
    fn passed(&self) -> Option<Self> {
        if self.position().in_check() {
            return None;
        }
        let mut position = self.position().clone();
        position.make_null();
        Some(Self::of(position))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.fen == other.fen
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.fen,)
    }

    fn __repr__(&self) -> String {
        format!("Chess('{}')", self.fen)
    }
}

/// A tree written as text, such as 0(5(3 4!) 2): static values for the first player, each followed by the positions
/// after it in parentheses, or by ! if the game is over. Moves are the indices of positions, from 1.
#[pyclass(frozen, eq, hash, module = "bcp_laboratory")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Tree {
    text: String,
    /// Height of the tree in plies, at most 30, which is the maximum depth of a search.
    #[pyo3(get)]
    height: i32,
}

impl Tree {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Tree {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let tree: WrittenTree = text.parse().map_err(crate::refused)?;
        let (text, height) = (text.to_owned(), tree.height().min(30) as i32);
        Ok(Self { text, height })
    }

    /// The tree as text.
    #[getter]
    fn get_text(&self) -> &str {
        &self.text
    }

    fn __getnewargs__(&self) -> (&str,) {
        (&self.text,)
    }

    fn __repr__(&self) -> String {
        format!("Tree('{}')", self.text)
    }
}
