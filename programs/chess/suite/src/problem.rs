//! A position to solve, with its solutions and the paper's data on it.

use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use bcp_chess::{Move, Position};

/// A position to solve.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The number of the position in the suite, from 1.
    pub number: u32,
    /// Number of the position's quiz in the book, from 1.
    pub quiz: u32,
    /// Number within the quiz, from 1.
    pub place: u32,
    /// Name of the position in the suite; `None` if it has none.
    pub id: Option<String>,
    /// The position as given in the file, in FEN that [`Position::from_fen_lenient`] accepts. Only the first four
    /// fields are used.
    pub fen: String,
    /// The position.
    pub position: Position,
    /// Accepted solutions; if the file gives only moves to avoid, all other legal moves.
    pub solutions: Vec<Move>,
    /// The best moves as given in the file; after [`Suite::by_the_book`](crate::Suite::by_the_book), the book's moves
    /// where they are known.
    pub solution_text: String,
    /// The book's moves, if they are known to differ from the best moves in the file.
    pub book: Option<Book>,
    /// The gain claimed in the book, or a stand-in calculated by a chess engine; `None` if neither is known.
    pub claim: Option<Claim>,
    /// The moves to avoid, as given in the file.
    pub avoid_text: String,
    /// True if the position is in the paper's Table 1.
    pub in_table1: bool,
    /// Seconds in the paper's Table 1; `None` if it says "F", or does not list the position.
    pub table1: Option<u32>,
    /// True if a footnote of the paper says that the printed solution is incorrect or that less was gained.
    pub footnote: bool,
    /// The footnote: `reinfeld-incorrect` or `lesser-gain`; `None` if there is none.
    pub note: Option<String>,
}

/// The solution in the book that a position comes from, or the move by which the author's solution was corrected.
#[derive(Debug, Clone)]
pub struct Book {
    /// The moves; more than one if it is not known which of them is the book's.
    pub moves: Vec<Move>,
    /// The moves as given in the file.
    pub text: String,
    /// The source of the moves: `list`, `oldest`, `part`, `open` (see `programs/chess/suite/positions/README.md`) or
    /// `correction`.
    pub source: String,
}

/// The gain claimed for a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Material, in pawns: 1 to 99.
    Pawns(u8),
    /// A mate of any length.
    Mate,
}

impl FromStr for Claim {
    type Err = anyhow::Error;

    /// Parses `mate`, or a number of pawns from 1 to 99.
    fn from_str(text: &str) -> Result<Self> {
        match (text, text.parse()) {
            ("mate", _) => Ok(Self::Mate),
            (_, Ok(pawns @ 1..=99)) => Ok(Self::Pawns(pawns)),
            _ => bail!("invalid gain `{text}`: write `mate`, or 1 to 99 pawns"),
        }
    }
}

/// What a line of a file contains, as text.
#[derive(Debug, Default)]
pub(crate) struct Row<'a> {
    pub(crate) fen: &'a str,
    pub(crate) best: Vec<&'a str>,
    pub(crate) avoid: Vec<&'a str>,
    pub(crate) id: Option<&'a str>,
}

/// Splits a list of moves, separated by spaces or commas. A separate mark after a move is dropped.
pub(crate) fn moves_in(list: &str) -> impl Iterator<Item = &str> {
    list.split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !matches!(*word, "" | "e.p." | "ep" | "!" | "?"))
}

/// Number of positions in a quiz of the book, and of any suite with the same layout.
pub const QUIZ: u32 = 20;

/// Returns the name of a position that has no name in its suite: `WAC.005` for Win at Chess, `position 5` for other
/// suites.
pub fn unnamed(number: u32, in_win_at_chess: bool) -> String {
    match in_win_at_chess {
        true => format!("WAC.{number:03}"),
        false => format!("position {number}"),
    }
}

impl Problem {
    /// Creates the problem of a result from the position, the accepted moves and the moves to avoid that the result
    /// records.
    ///
    /// # Errors
    ///
    /// The position cannot be used, or a move does not belong to it.
    pub fn of_result(number: u32, fen: &str, best: &str, avoid: &str) -> Result<Self> {
        let (best, avoid) = (moves_in(best).collect(), moves_in(avoid).collect());
        Self::new(number, &Row { fen, best, avoid, id: None })
    }

    /// Returns the problem's name in the suite, or a name made from its number; never empty.
    pub fn name(&self) -> String {
        let named = self.id.clone().filter(|id| !id.is_empty());
        named.unwrap_or_else(|| unnamed(self.number, self.in_table1))
    }

    /// Describes the task: the moves to be played and the moves to be avoided.
    pub fn task(&self) -> String {
        let part = |what, moves: &str| (!moves.is_empty()).then(|| format!("{what}: {moves}"));
        let best = part("to be played", &self.solution_text);
        let avoid = part("to be avoided", &self.avoid_text);
        best.into_iter().chain(avoid).collect::<Vec<_>>().join(", ")
    }

    /// Returns true if one of the solutions mates at once.
    pub fn is_mate_in_one(&self) -> bool {
        self.solutions.iter().any(|&m| self.position.mates(m))
    }

    /// Sets the moves that the book gives.
    pub(crate) fn set_book(&mut self, text: &str, source: &str) -> Result<()> {
        let moves = moves_in(text).map(|one| self.position.move_from_san(one));
        self.book = Some(Book {
            moves: moves.collect::<Result<_, _>>()?,
            text: text.to_owned(),
            source: source.to_owned(),
        });
        Ok(())
    }

    /// Creates a problem with only its position and, if given, its solutions.
    pub(crate) fn new(number: u32, row: &Row<'_>) -> Result<Self> {
        let position = Position::from_fen_lenient(row.fen)?;
        let moves = |list: &[&str]| {
            list.iter()
                .map(|one| position.move_from_san(one))
                .collect::<Result<Vec<_>, _>>()
        };
        let (best, avoid) = (moves(&row.best)?, moves(&row.avoid)?);
        let names_none = best.is_empty() && avoid.is_empty();
        // If no best move is given, all legal moves except those to avoid are solutions.
        let mut solutions = if best.is_empty() && !names_none {
            position.legal_moves()
        } else {
            best
        };
        solutions.retain(|m| !avoid.contains(m));
        ensure!(
            names_none || !solutions.is_empty(),
            "no solution remains, because every solution is also a move to avoid"
        );
        Ok(Self {
            number,
            quiz: number.saturating_sub(1) / QUIZ + 1,
            place: number.saturating_sub(1) % QUIZ + 1,
            id: row.id.map(|id| cli::harmless(id, &[])),
            fen: row.fen.to_owned(),
            position,
            solutions,
            solution_text: row.best.join(" "),
            book: None,
            claim: None,
            avoid_text: row.avoid.join(" "),
            in_table1: false,
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
    fn moves_may_be_written_in_any_notation() {
        let fen = "r3k2r/1P6/8/2pP4/8/8/8/R3K2R  w\tHAkq  c6";
        let list = "b8=Q+, bxa8(Q)+ b7a8n d5xc6 e.p. Ra1-a7 O-O e1c1 e1f1 !";
        let row = Row { fen, best: moves_in(list).collect(), ..Row::default() };
        let problem = Problem::new(1, &row).expect("a problem");
        let solutions: Vec<String> = problem.solutions.iter().map(Move::to_string).collect();
        assert_eq!(solutions.join(" "), "b7b8q b7a8q b7a8n d5c6 a1a7 e1g1 e1c1 e1f1");
        assert_eq!((problem.fen.as_str(), problem.avoid_text.as_str()), (fen, ""));
        assert_eq!(problem.solution_text, "b8=Q+ bxa8(Q)+ b7a8n d5xc6 Ra1-a7 O-O e1c1 e1f1");
        let refused = |fen, best| {
            let row = Row { fen, best: vec![best], ..Row::default() };
            Problem::new(1, &row).expect_err(best).to_string()
        };
        assert!(refused(fen, "--").contains("null move"));
        assert!(refused(fen, "b8").contains("promotion"));
        assert!(refused("r3k2r/8/8/8/8/8/8/R3K1R1 w Gkq -", "Ra2").contains("Chess960"));
    }

    #[test]
    fn names_command_no_terminal() {
        let row = Row {
            fen: "6k1/8/8/8/8/8/8/K6R w - -",
            avoid: vec!["Ka2"],
            id: Some("\u{1b}[31mr\u{e9}d \u{202e}dlo\u{9b}0m"),
            ..Row::default()
        };
        let problem = Problem::new(1, &row).expect("a problem");
        assert_eq!(
            problem.id.as_deref(),
            Some("\u{fffd}[31mr\u{e9}d \u{fffd}dlo\u{fffd}0m")
        );
    }

    #[test]
    fn moves_to_be_avoided_leave_the_others() {
        let row = |best, avoid| Row { fen: "6k1/8/8/8/8/8/8/K6R w - -", best, avoid, id: None };
        // The king can go to a2, b1 and b2; the rook moves along the rank (6, with the king on a1) or the file (7).
        let legal = 3 + 6 + 7;
        let solutions = |row: Row<'_>| Problem::new(1, &row).map(|problem| problem.solutions.len());
        assert_eq!(solutions(row(vec![], vec!["Ka2"])).expect("a problem"), legal - 1);
        assert_eq!(solutions(row(vec!["Ka2", "Kb1"], vec!["Ka2"])).expect("a problem"), 1);
        assert!(solutions(row(vec!["Ka2"], vec!["Ka2"])).is_err());
        let task = Problem::new(1, &row(vec!["Kb1"], vec!["Ka2"])).map(|problem| problem.task());
        assert_eq!(task.expect("a problem"), "to be played: Kb1, to be avoided: Ka2");
        assert_eq!(solutions(row(vec![], vec![])).expect("a position"), 0);
        assert!(solutions(row(vec!["Ka3"], vec![])).is_err());
    }

    #[test]
    fn a_problem_has_a_name_and_a_claim_a_number_of_pawns() {
        for (id, in_table1, name) in [
            (Some("mate"), true, "mate"),
            (Some(""), false, "position 5"),
            (None, false, "position 5"),
            (None, true, "WAC.005"),
        ] {
            let mut problem = Problem::of_result(5, "6k1/8/8/8/8/8/8/K6R w - -", "Kb1", "").expect("a problem");
            (problem.id, problem.in_table1) = (id.map(str::to_owned), in_table1);
            assert_eq!(problem.name(), name);
        }
        assert_eq!([unnamed(42, true), unnamed(300, true)], ["WAC.042", "WAC.300"]);
        let claim = |text: &str| text.parse::<Claim>().ok();
        assert_eq!(
            ["mate", "1", "99"].map(claim),
            [Some(Claim::Mate), Some(Claim::Pawns(1)), Some(Claim::Pawns(99))]
        );
        assert_eq!(["", "0", "100", "-1", "1.5", "Mate"].map(claim), [None; 6]);
    }

    /// Two rooks that mate on the back rank: the required moves, and whether a solution mates.
    #[test]
    fn a_mate_in_one_has_a_solution_that_mates() {
        for (best, avoid, mates) in [
            (vec!["Ra8"], vec![], true),
            (vec!["h3", "Rb8#"], vec![], true),
            (vec!["h3"], vec![], false),
            (vec![], vec!["h3"], true),
            (vec![], vec!["Ra8"], true),
            (vec![], vec!["Ra8", "Rb8"], false),
        ] {
            let row = Row { fen: "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -", best, avoid, id: None };
            let problem = Problem::new(1, &row).expect("a problem");
            assert_eq!(problem.is_mate_in_one(), mates, "{}", problem.task());
        }
    }

    /// A position without a legal move cannot have a solution.
    #[test]
    fn a_game_that_is_over_is_no_problem() {
        for fen in ["R5k1/5ppp/8/8/8/8/8/K7 b - -", "7k/5Q2/6K1/8/8/8/8/8 b - -"] {
            for (best, avoid) in [(vec!["Kh8"], vec![]), (vec![], vec!["Kh8"])] {
                let row = Row { fen, best, avoid, id: None };
                assert!(Problem::new(1, &row).is_err(), "{fen}");
            }
        }
    }
}
