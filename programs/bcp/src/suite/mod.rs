//! The positions with their solutions and the paper's times.

mod csv;
mod epd;
mod selection;

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use bcp_reference::board::{Move, Position};

pub(crate) use selection::Selection;

use crate::results::sha256;

/// The Win at Chess positions.
const BUILT_IN: &str = include_str!("../../../../tests/positions/win-at-chess.csv");

/// Positions in which the side to play or its opponent would rather not move.
const ZUGZWANG: &str = include_str!("../../../../tests/positions/zugzwang.csv");

/// A position to solve.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Its quiz in the book, from 1.
    pub(crate) quiz: u32,
    /// Its number in the quiz, from 1.
    pub(crate) place: u32,
    /// What the suite calls it.
    pub(crate) id: Option<String>,
    pub(crate) fen: String,
    pub(crate) position: Position,
    /// Accepted solutions.
    pub(crate) solutions: Vec<Move>,
    /// The best moves as the file has them.
    pub(crate) solution_text: String,
    /// The moves to be avoided as the file has them.
    pub(crate) avoid_text: String,
    /// Seconds in the paper's Table 1; none where it says F.
    pub(crate) table1: Option<u32>,
    /// Whether a footnote of the paper says that the printed solution is incorrect, or that less
    /// was gained.
    pub(crate) footnote: bool,
    /// That footnote: `reinfeld-incorrect` or `lesser-gain`.
    pub(crate) note: Option<String>,
}

/// A file of positions.
#[derive(Debug, Clone)]
pub(crate) struct Suite {
    /// The bytes of the file, for its hash.
    pub(crate) bytes: Vec<u8>,
    pub(crate) problems: Vec<Problem>,
    /// Lines that hold no position that can be judged.
    pub(crate) broken: Vec<Broken>,
}

/// A line of a suite that cannot be used.
#[derive(Debug, Clone)]
pub(crate) struct Broken {
    /// Line in the file, from 1.
    pub(crate) line: u64,
    /// The number that its position would have, if that can be told.
    pub(crate) number: Option<u32>,
    pub(crate) reason: String,
}

/// What a file says of a position, before it is looked at.
#[derive(Debug, Default)]
struct Row<'a> {
    fen: &'a str,
    best: Vec<&'a str>,
    avoid: Vec<&'a str>,
    id: Option<&'a str>,
}

impl Suite {
    /// The positions of a file, or those that are built in.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or holds no position at all. Single broken lines are no error.
    pub(crate) fn load(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Self::parse(BUILT_IN.as_bytes().to_vec(), false);
        };
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let epd = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("epd"));
        Self::parse(bytes, epd).with_context(|| path.display().to_string())
    }

    /// The same without a broken line.
    ///
    /// # Errors
    ///
    /// Those of [`Suite::load`], and the first broken line.
    pub(crate) fn unbroken(path: Option<&Path>) -> Result<Self> {
        let suite = Self::load(path)?;
        match suite.broken.first() {
            None => Ok(suite),
            Some(Broken { line, reason, .. }) => Err(anyhow!("line {line}: {reason}"))
                .with_context(|| path.map_or_else(String::new, |path| path.display().to_string())),
        }
    }

    /// The zugzwang positions that are built in.
    ///
    /// # Errors
    ///
    /// None, as long as the file is what its tests have seen.
    pub(crate) fn zugzwang() -> Result<Self> {
        Self::parse(ZUGZWANG.as_bytes().to_vec(), false)
    }

    /// Reads CSV with a heading that names a column `fen`, or else EPD.
    fn parse(bytes: Vec<u8>, epd: bool) -> Result<Self> {
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        let lines = if !epd && csv::is_heading(text.lines().next().unwrap_or_default()) {
            csv::read(text)?
        } else {
            epd::read(text)
        };
        let mut suite = Self {
            bytes: Vec::new(),
            problems: Vec::new(),
            broken: Vec::new(),
        };
        let mut numbers = std::collections::HashSet::new();
        for (line, number, problem) in lines {
            let problem = problem.and_then(|problem| {
                ensure!(
                    numbers.insert(problem.number),
                    "position {} stands there twice",
                    problem.number
                );
                Ok(problem)
            });
            match problem {
                Ok(problem) => suite.problems.push(problem),
                Err(error) => suite.broken.push(Broken {
                    line,
                    number,
                    reason: format!("{error:#}"),
                }),
            }
        }
        if suite.problems.is_empty() {
            let first = suite.broken.first();
            return Err(match first {
                Some(broken) => anyhow!("line {}: {}", broken.line, broken.reason),
                None => anyhow!("there are no positions"),
            });
        }
        suite.problems.sort_by_key(|problem| problem.number);
        suite.bytes = bytes;
        Ok(suite)
    }

    /// The problems of a selection, or all; broken lines in it are left out.
    pub(crate) fn choose(&self, selection: Option<&Selection>) -> Result<Vec<Problem>> {
        let Some(selection) = selection else {
            return Ok(self.problems.clone());
        };
        let broken = |number| self.broken.iter().any(|broken| broken.number == Some(number));
        let chosen = selection
            .numbers(self.last())?
            .into_iter()
            .filter(|number| !broken(*number))
            .map(|number| find(&self.problems, number).cloned())
            .collect::<Result<Vec<_>>>()?;
        ensure!(!chosen.is_empty(), "none of the chosen positions can be run");
        Ok(chosen)
    }

    fn last(&self) -> u32 {
        let good = self.problems.iter().map(|problem| problem.number);
        let broken = self.broken.iter().filter_map(|broken| broken.number);
        good.chain(broken).max().unwrap_or(0)
    }
}

/// The hash of the file that is built in.
pub(crate) fn built_in() -> String {
    sha256(BUILT_IN.as_bytes())
}

/// The positions of a file, or those that are built in, without a broken line among them.
pub(crate) fn suite(path: Option<&Path>) -> Result<Vec<Problem>> {
    Ok(Suite::unbroken(path)?.problems)
}

/// The problem with a number.
pub(crate) fn find(suite: &[Problem], number: u32) -> Result<&Problem> {
    let last = suite.iter().map(|problem| problem.number).max().unwrap_or(0);
    suite
        .iter()
        .find(|problem| problem.number == number)
        .with_context(|| format!("there is no position {number}: the last is {last}"))
}

/// Positions in a quiz of the book, and of whatever is laid out like it.
pub(crate) const QUIZ: u32 = 20;

impl Problem {
    /// What is asked for, in words.
    pub(crate) fn task(&self) -> String {
        let part = |what, moves: &str| (!moves.is_empty()).then(|| format!("{what}: {moves}"));
        let best = part("to be played", &self.solution_text);
        let avoid = part("to be avoided", &self.avoid_text);
        best.into_iter().chain(avoid).collect::<Vec<_>>().join(", ")
    }

    /// A position that nothing is known of but what it is and how it is solved.
    fn new(number: u32, row: &Row<'_>) -> Result<Self> {
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

    fn paper() -> Suite {
        Suite::load(None).expect("the built-in positions")
    }

    #[test]
    fn the_suite_is_the_papers() {
        let suite = paper();
        assert!(suite.broken.is_empty());
        let suite = suite.problems;
        assert_eq!(suite.len(), 300);
        let times: Vec<u32> = suite.iter().filter_map(|problem| problem.table1).collect();
        // Figures of the paper: 276 solved, 273 of them within 1,200 s, the longest 1,629 s.
        assert_eq!(times.len(), 276);
        assert_eq!(times.iter().filter(|seconds| **seconds <= 1_200).count(), 273);
        assert_eq!(times.iter().max(), Some(&1_629));
        assert_eq!(suite.iter().filter(|problem| problem.footnote).count(), 12);
        assert!(
            suite
                .iter()
                .all(|problem| { problem.number == QUIZ * (problem.quiz - 1) + problem.place })
        );
    }

    #[test]
    fn selections_choose_what_can_be_run() {
        let mut suite = paper();
        let choose = |suite: &Suite, text: &str| -> Result<Vec<u32>> {
            let selection: Selection = text.parse().expect("a selection");
            let chosen = suite.choose(Some(&selection))?;
            Ok(chosen.iter().map(|problem| problem.number).collect())
        };
        assert_eq!(choose(&suite, "7-9,1,8").expect("positions"), [1, 7, 8, 9]);
        assert!(choose(&suite, "299-301").is_err());
        let broken = suite.problems.remove(7);
        suite.broken.push(Broken {
            line: 9,
            number: Some(broken.number),
            reason: "broken".to_owned(),
        });
        assert_eq!(choose(&suite, "7-9,1,8").expect("positions"), [1, 7, 9]);
        assert!(choose(&suite, "8").is_err());
    }

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
