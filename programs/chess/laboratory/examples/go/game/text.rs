//! Boards and moves as text.

use std::fmt;

use thiserror::Error;

use super::board::{Go, GoMove, Points, SIZES, State};

/// The names of the columns; i is not used.
const COLUMNS: &[u8] = b"abcdefghj";

/// The reason why a string is not a board.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum GoError {
    /// The number of rows or the length of a row is wrong.
    #[error(
        "a board must be square, with {} to {} rows; row {row} has {length} points, but there are {rows} rows",
        SIZES.start(), SIZES.end()
    )]
    Shape {
        /// The row, from 1 at the top.
        row: usize,
        /// The length of that row.
        length: usize,
        /// The number of rows.
        rows: usize,
    },
    /// The character is neither a stone nor an empty point.
    #[error("unexpected `{0}`: expected X for a black stone, O for a white one or a dot for an empty point")]
    Point(char),
    /// A group of stones has no liberties.
    #[error("the board has stones without liberties")]
    Liberties,
}

impl Go {
    /// Returns an empty board with Black to play.
    ///
    /// # Errors
    ///
    /// The size is not one of [`SIZES`].
    pub(crate) fn empty(size: u8) -> Result<Self, GoError> {
        let rows = usize::from(size);
        if !SIZES.contains(&size) {
            return Err(GoError::Shape { row: 1, length: rows, rows });
        }
        Ok(Self { size, path: vec![State::new(0, 0, true)] })
    }

    /// Parses a position from its rows, the top row first, separated by spaces or line breaks: `X` for black, `O` for
    /// white, `.` for empty. Black is to play if `black` is set.
    ///
    /// # Errors
    ///
    /// The string is not such a board.
    pub(crate) fn from_text(text: &str, black: bool) -> Result<Self, GoError> {
        let rows: Vec<&str> = text.split_whitespace().collect();
        let size = rows.len();
        for (row, points) in rows.iter().enumerate() {
            let length = points.chars().count();
            if length != size || !SIZES.contains(&(size.min(255) as u8)) {
                return Err(GoError::Shape { row: row + 1, length, rows: size });
            }
        }
        let mut go = Self::empty(size as u8)?;
        let (mut blacks, mut whites): (Points, Points) = (0, 0);
        for (y, points) in rows.iter().rev().enumerate() {
            for (x, point) in points.chars().enumerate() {
                let bit = 1 << (y * usize::from(go.width()) + x);
                match point {
                    'X' => blacks |= bit,
                    'O' => whites |= bit,
                    '.' => {}
                    other => return Err(GoError::Point(other)),
                }
            }
        }
        if go.has_dead(blacks, whites) || go.has_dead(whites, blacks) {
            return Err(GoError::Liberties);
        }
        let (own, other) = if black { (blacks, whites) } else { (whites, blacks) };
        go.path = vec![State::new(own, other, black)];
        Ok(go)
    }

    /// Formats a move, such as `d2` or `pass`.
    pub(crate) fn move_text(&self, m: GoMove) -> String {
        match m {
            GoMove::Pass => "pass".to_owned(),
            GoMove::Stone(bit) => {
                let column = COLUMNS[usize::from(bit % self.width())];
                format!("{}{}", column as char, bit / self.width() + 1)
            }
        }
    }

    /// Returns true if Black is to play.
    pub(crate) fn black_to_play(&self) -> bool {
        self.state().black
    }
}

impl fmt::Display for Go {
    /// Writes the rows, the top row first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        let (blacks, whites) = if state.black {
            (state.own, state.other)
        } else {
            (state.other, state.own)
        };
        for y in (0..self.size).rev() {
            for x in 0..self.size {
                let bit = y * self.width() + x;
                let has = |points: Points| points >> bit & 1 != 0;
                let point = match (has(blacks), has(whites)) {
                    (true, _) => 'X',
                    (_, true) => 'O',
                    _ => '.',
                };
                write!(f, "{point}")?;
            }
            if y > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
