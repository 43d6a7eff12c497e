//! A position to solve: its solutions, and what the paper says of it.

use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use bcp_chess::{Move, Position};

/// A position to solve.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Its number, from 1.
    pub number: u32,
    /// Its quiz in the book, from 1.
    pub quiz: u32,
    /// Its number in the quiz, from 1.
    pub place: u32,
    /// What the suite calls it.
    pub id: Option<String>,
    /// The position as the file has it: FEN, of which the first four fields count.
    pub fen: String,
    /// The position.
    pub position: Position,
    /// Accepted solutions.
    pub solutions: Vec<Move>,
    /// The best moves as the file has them.
    pub solution_text: String,
    /// What the book has, where that is known to be something else than the file's best moves.
    pub book: Option<Book>,
    /// What the book claims to be won, or what stands for it.
    pub claim: Option<Claim>,
    /// The moves to be avoided as the file has them.
    pub avoid_text: String,
    /// Seconds in the paper's Table 1; none where it says F.
    pub table1: Option<u32>,
    /// Whether a footnote of the paper says that the printed solution is incorrect, or that less
    /// was gained.
    pub footnote: bool,
    /// That footnote: `reinfeld-incorrect` or `lesser-gain`.
    pub note: Option<String>,
}

/// The solution of the book from which a position is, or the move by which its author's solution was corrected.
#[derive(Debug, Clone)]
pub struct Book {
    /// The moves; more than one where it is not known which of them is the book's.
    pub moves: Vec<Move>,
    /// The same as the file has them.
    pub text: String,
    /// How they are known: `list`, `oldest`, `part` or `open`, as `tests/positions/README.md` explains; `correction`.
    pub source: String,
}

/// What a solution is claimed to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Material: at least one pawn.
    Pawns(u8),
    /// The king.
    Mate,
}

impl FromStr for Claim {
    type Err = anyhow::Error;

    /// Reads `mate`, or a number of pawns from 1 to 99.
    fn from_str(text: &str) -> Result<Self> {
        match (text, text.parse()) {
            ("mate", _) => Ok(Self::Mate),
            (_, Ok(pawns @ 1..=99)) => Ok(Self::Pawns(pawns)),
            _ => bail!("`{text}` is no gain: write `mate`, or pawns from 1 to 99"),
        }
    }
}

/// What a line of a file says of a position.
#[derive(Debug, Default)]
pub(crate) struct Row<'a> {
    pub(crate) fen: &'a str,
    pub(crate) best: Vec<&'a str>,
    pub(crate) avoid: Vec<&'a str>,
    pub(crate) id: Option<&'a str>,
}

/// Positions in a quiz of the book, and of whatever is laid out like it.
pub const QUIZ: u32 = 20;

impl Problem {
    /// What is asked for, in words.
    pub fn task(&self) -> String {
        let part = |what, moves: &str| (!moves.is_empty()).then(|| format!("{what}: {moves}"));
        let best = part("to be played", &self.solution_text);
        let avoid = part("to be avoided", &self.avoid_text);
        best.into_iter().chain(avoid).collect::<Vec<_>>().join(", ")
    }

    /// The same position with the book's moves as the only solutions, where they are known.
    #[must_use]
    pub fn by_the_book(mut self) -> Self {
        if let Some(book) = &self.book {
            self.solutions.clone_from(&book.moves);
            self.solution_text.clone_from(&book.text);
        }
        self
    }

    /// The same position without what is claimed to be won in it.
    #[must_use]
    pub fn without_claim(self) -> Self {
        Self { claim: None, ..self }
    }

    /// Sets the moves of the book.
    pub(crate) fn set_book(&mut self, text: &str, source: &str) -> Result<()> {
        let moves = text.split_whitespace().map(|san| self.position.move_from_san(san));
        self.book = Some(Book {
            moves: moves.collect::<Result<_, _>>()?,
            text: text.to_owned(),
            source: source.to_owned(),
        });
        Ok(())
    }

    /// A position that nothing is known of but what it is and how it is solved.
    pub(crate) fn new(number: u32, row: &Row<'_>) -> Result<Self> {
        let position = Position::from_fen(row.fen)?;
        let moves = |list: &[&str]| {
            list.iter()
                .map(|san| position.move_from_san(san))
                .collect::<Result<Vec<_>, _>>()
        };
        let (best, avoid) = (moves(&row.best)?, moves(&row.avoid)?);
        ensure!(
            !best.is_empty() || !avoid.is_empty(),
            "no solution is given, neither best moves nor moves to be avoided"
        );
        // What is not to be avoided is a solution, where no best move is named.
        let mut solutions = if best.is_empty() { position.legal_moves() } else { best };
        solutions.retain(|m| !avoid.contains(m));
        ensure!(!solutions.is_empty(), "every solution is to be avoided");
        Ok(Self {
            number,
            quiz: number.saturating_sub(1) / QUIZ + 1,
            place: number.saturating_sub(1) % QUIZ + 1,
            id: row.id.map(str::to_owned),
            fen: row.fen.to_owned(),
            position,
            solutions,
            solution_text: row.best.join(" "),
            book: None,
            claim: None,
            avoid_text: row.avoid.join(" "),
            table1: None,
            footnote: false,
            note: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_be_avoided_leave_the_others() {
        let row = |best, avoid| Row {
            fen: "6k1/8/8/8/8/8/8/K6R w - -",
            best,
            avoid,
            id: None,
        };
        // King to a2, b1 and b2; the rook's moves along the rank (6, king on a1) and the file (7).
        let legal = 3 + 6 + 7;
        let solutions = |row: Row<'_>| Problem::new(1, &row).map(|problem| problem.solutions.len());
        assert_eq!(solutions(row(vec![], vec!["Ka2"])).expect("a problem"), legal - 1);
        assert_eq!(solutions(row(vec!["Ka2", "Kb1"], vec!["Ka2"])).expect("a problem"), 1);
        assert!(solutions(row(vec!["Ka2"], vec!["Ka2"])).is_err());
        let task = Problem::new(1, &row(vec!["Kb1"], vec!["Ka2"])).map(|problem| problem.task());
        assert_eq!(task.expect("a problem"), "to be played: Kb1, to be avoided: Ka2");
        assert!(solutions(row(vec![], vec![])).is_err());
        assert!(solutions(row(vec!["Ka3"], vec![])).is_err());
    }
}
