//! The positions with their solutions and the paper's times.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use bcp_reference::board::{Move, Position};

/// The Win at Chess positions.
const BUILT_IN: &str = include_str!("../../../tests/positions/win-at-chess.csv");

/// A position to solve.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Its quiz in the book, from 1.
    pub(crate) quiz: u32,
    /// Its number in the quiz, from 1.
    pub(crate) place: u32,
    pub(crate) fen: String,
    pub(crate) position: Position,
    /// Accepted solutions.
    pub(crate) solutions: Vec<Move>,
    /// The same as the file has them.
    pub(crate) solution_text: String,
    /// Seconds in the paper's Table 1; none where it says F.
    pub(crate) table1: Option<u32>,
    /// Whether a footnote of the paper says that the printed solution is incorrect, or that less
    /// was gained.
    pub(crate) footnote: bool,
}

/// The positions of a file, or those that are built in.
pub(crate) fn suite(path: Option<&Path>) -> Result<Vec<Problem>> {
    match path {
        None => parse(BUILT_IN),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            parse(&text).with_context(|| path.display().to_string())
        }
    }
}

/// Reads lines `position,quiz,number,fen,best_moves,table1_seconds,paper_note` behind a heading.
fn parse(text: &str) -> Result<Vec<Problem>> {
    let mut problems: Vec<Problem> = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        if line.trim().is_empty() {
            continue;
        }
        let problem = problem(line).with_context(|| format!("line {}", index + 1))?;
        ensure!(
            problems.iter().all(|known| known.number != problem.number),
            "line {}: position {} stands there twice",
            index + 1,
            problem.number
        );
        problems.push(problem);
    }
    ensure!(!problems.is_empty(), "there are no positions");
    Ok(problems)
}

fn problem(line: &str) -> Result<Problem> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [number, quiz, place, fen, solutions, seconds, note] = fields[..] else {
        bail!("{} columns instead of 7", fields.len());
    };
    let natural = |name: &str, text: &str| {
        text.parse::<u32>()
            .with_context(|| format!("`{text}` is no {name}"))
    };
    let position = Position::from_fen(fen)?;
    let moves = solutions
        .split_whitespace()
        .map(|san| position.move_from_san(san))
        .collect::<Result<Vec<_>, _>>()?;
    ensure!(!moves.is_empty(), "no solution is given");
    Ok(Problem {
        number: natural("position", number)?,
        quiz: natural("quiz", quiz)?,
        place: natural("number in the quiz", place)?,
        fen: fen.to_owned(),
        position,
        solutions: moves,
        solution_text: solutions.to_owned(),
        table1: match seconds {
            "F" | "" => None,
            seconds => Some(natural("time in seconds", seconds)?),
        },
        footnote: !note.is_empty(),
    })
}

/// Numbers of positions: `1-20`, `5`, `1,5,7-9`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selection(Vec<(u32, u32)>);

impl std::str::FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<u32>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("`{text}` is no position number: write 1-20 or 1,5,7-9"))
        };
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first <= last {
                Ok((first, last))
            } else {
                Err(format!("the range {first}-{last} is empty"))
            }
        };
        text.split(',')
            .map(range)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl Selection {
    /// The problems with these numbers; each number must exist.
    pub(crate) fn choose(&self, suite: &[Problem]) -> Result<Vec<Problem>> {
        let last = suite
            .iter()
            .map(|problem| problem.number)
            .max()
            .unwrap_or(0);
        let mut chosen = Vec::new();
        for &(first, end) in &self.0 {
            ensure!(
                end <= last,
                "there is no position {end}: the last is {last}"
            );
            for number in first..=end {
                chosen.push(find(suite, number)?.clone());
            }
        }
        chosen.sort_by_key(|problem: &Problem| problem.number);
        chosen.dedup_by_key(|problem| problem.number);
        Ok(chosen)
    }
}

/// The problem with a number.
pub(crate) fn find(suite: &[Problem], number: u32) -> Result<&Problem> {
    let last = suite
        .iter()
        .map(|problem| problem.number)
        .max()
        .unwrap_or(0);
    suite
        .iter()
        .find(|problem| problem.number == number)
        .with_context(|| format!("there is no position {number}: the last is {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_the_papers() {
        let suite = parse(BUILT_IN).expect("the built-in positions");
        assert_eq!(suite.len(), 300);
        let times: Vec<u32> = suite.iter().filter_map(|problem| problem.table1).collect();
        // Figures of the paper: 276 solved, 273 of them within 1,200 s, the longest 1,629 s.
        assert_eq!(times.len(), 276);
        assert_eq!(
            times.iter().filter(|seconds| **seconds <= 1_200).count(),
            273
        );
        assert_eq!(times.iter().max(), Some(&1_629));
        assert_eq!(suite.iter().filter(|problem| problem.footnote).count(), 12);
    }

    #[test]
    fn selections() {
        let suite = parse(BUILT_IN).expect("the built-in positions");
        let numbers = |text: &str| -> Vec<u32> {
            let selection: Selection = text.parse().expect("a selection");
            let chosen = selection.choose(&suite).expect("positions");
            chosen.iter().map(|problem| problem.number).collect()
        };
        assert_eq!(numbers("7-9,1,8"), [1, 7, 8, 9]);
        for text in ["", "0", "x", "5-3", "1-"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
        let beyond: Selection = "299-301".parse().expect("a selection");
        assert!(beyond.choose(&suite).is_err());
    }
}
