//! Files of positions with their solutions.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};

use crate::problem::Problem;
use crate::selection::Selection;
use crate::{csv, epd, source};

/// The file of the Win at Chess positions, as CSV.
pub const BUILT_IN: &str = crate::built_in::WIN_AT_CHESS;

/// Stand-ins for the book's claims, by the numbers of the positions: gains, and the lines of a chess engine that show
/// them.
pub const CLAIMS: &str = crate::built_in::GAINS;

/// A file of positions.
#[derive(Debug, Clone, Default)]
pub struct Suite {
    /// The bytes of the file, for hashing.
    pub bytes: Vec<u8>,
    /// The positions, in ascending order of their numbers.
    pub problems: Vec<Problem>,
    /// Lines without a usable position.
    pub broken: Vec<BrokenLine>,
}

/// A line of a suite that cannot be used.
#[derive(Debug, Clone)]
pub struct BrokenLine {
    /// Line in the file, from 1.
    pub line: u64,
    /// The number that the position would have, if known.
    pub number: Option<u32>,
    /// The error.
    pub reason: String,
}

impl Suite {
    /// Loads the positions of a file, or the built-in positions if `path` is `None`. The file `-` is standard input,
    /// which is read only once.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or contains no usable positions. Individual broken lines are not an error.
    pub fn load(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Self::parse(BUILT_IN.as_bytes().to_vec(), false, true)?.with_claims();
        };
        Self::file(path, true)
    }

    /// Loads the positions of a file, or the built-in positions if `path` is `None`, for callers that do not judge
    /// them: solutions may be missing.
    ///
    /// # Errors
    ///
    /// The same as for [`Suite::unbroken`].
    pub fn positions(path: Option<&Path>) -> Result<Self> {
        match path {
            None => Self::load(None),
            Some(path) => Self::file(path, false)?.without_broken(path),
        }
    }

    fn file(path: &Path, judged: bool) -> Result<Self> {
        ensure!(
            path.extension().is_none_or(|extension| extension != "s") || !path.is_file(),
            "{} is a source file, but a suite contains positions: use `--program` to run another program",
            path.display()
        );
        let bytes = cli::read(path)?;
        let epd = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("epd"));
        Self::parse(bytes, epd, judged).with_context(|| cli::name(path))
    }

    /// Reads positions in EPD, or in CSV with a header that names a column `fen`.
    ///
    /// # Errors
    ///
    /// There are no usable positions. Individual broken lines are not an error.
    pub fn read(bytes: Vec<u8>) -> Result<Self> {
        Self::parse(bytes, false, true)
    }

    /// Adds the stand-ins for the book's claims where these are unknown.
    fn with_claims(mut self) -> Result<Self> {
        let claims = csv::claims(CLAIMS).context("cannot read the claims")?;
        for problem in &mut self.problems {
            problem.claim = problem.claim.or(claims.get(&problem.number).copied());
        }
        Ok(self)
    }

    /// Makes the book's moves, where they are known, the only solutions.
    #[must_use]
    pub fn by_the_book(mut self) -> Self {
        for problem in &mut self.problems {
            if let Some(book) = &problem.book {
                problem.solutions.clone_from(&book.moves);
                problem.solution_text.clone_from(&book.text);
            }
        }
        self
    }

    /// Removes the claimed gains.
    #[must_use]
    pub fn without_claims(mut self) -> Self {
        self.problems.iter_mut().for_each(|problem| problem.claim = None);
        self
    }

    /// Reports the broken lines on standard error, with the name of the file from which the suite was read.
    pub fn report_broken(&self, path: Option<&Path>) {
        let name = path.map_or_else(String::new, cli::name);
        for BrokenLine { line, reason, .. } in &self.broken {
            let reason = cli::harmless(reason, &[]);
            cli::warn(format_args!("{name}: line {line}: {reason}"));
        }
    }

    /// Describes the broken lines; `None` if there are none.
    pub fn rejected(&self) -> Option<String> {
        let first = self.broken.first()?;
        let (lines, reason) = (self.broken.len(), cli::harmless(&first.reason, &[]));
        let more = if lines > 1 {
            format!(" and {} more", lines - 1)
        } else {
            String::new()
        };
        Some(format!("line {}{more} of the suite: {reason}", first.line))
    }

    /// Reads a suite that must have no broken lines.
    ///
    /// # Errors
    ///
    /// The same as for [`Suite::load`], or the first broken line.
    pub fn unbroken(path: Option<&Path>) -> Result<Self> {
        let suite = Self::load(path)?;
        match path {
            None => Ok(suite),
            Some(path) => suite.without_broken(path),
        }
    }

    fn without_broken(self, path: &Path) -> Result<Self> {
        match self.broken.first() {
            None => Ok(self),
            Some(BrokenLine { line, reason, .. }) => {
                Err(anyhow!("line {line}: {reason}")).with_context(|| cli::name(path))
            }
        }
    }

    /// Returns the built-in zugzwang positions.
    ///
    /// # Errors
    ///
    /// An error is possible only if the built-in file is broken, which a test excludes.
    pub fn zugzwang() -> Result<Self> {
        Self::parse(crate::built_in::ZUGZWANG.as_bytes().to_vec(), false, true)
    }

    /// Returns the built-in mates.
    ///
    /// # Errors
    ///
    /// An error is possible only if the built-in file is broken, which a test excludes.
    pub fn mates() -> Result<Self> {
        Self::parse(crate::built_in::MATES.as_bytes().to_vec(), false, true)
    }

    /// Reads CSV with a heading that names a column `fen`, or else EPD. If `judged` is true, each position needs a
    /// solution.
    fn parse(bytes: Vec<u8>, epd: bool, judged: bool) -> Result<Self> {
        ensure!(
            !bytes.contains(&0),
            "not a text file; expected a suite of positions, in EPD or CSV"
        );
        let text = source::text(&bytes);
        let text = text.trim_start_matches('\u{feff}');
        ensure!(
            !text.trim_start().starts_with('<'),
            "this is a web page, not a list of positions: save the list itself, in EPD or CSV"
        );
        ensure!(
            !text.starts_with('{'),
            "found JSON; expected positions, in EPD or CSV; for results, use `bcp report FILE`"
        );
        ensure!(
            !is_pgn(text),
            "found PGN games; expected positions, in EPD or in CSV with a column `fen`"
        );
        let separator = csv::separator(text.lines().next().unwrap_or_default());
        let lines = match separator.filter(|_| !epd) {
            Some(separator) => csv::read(text, separator)?,
            None => epd::read(text),
        };
        let mut suite = Self::default();
        let mut numbers = std::collections::HashSet::new();
        for (line, number, problem) in lines {
            let problem = problem.and_then(|problem| {
                ensure!(
                    !judged || !problem.solutions.is_empty(),
                    "no solution: EPD requires `bm MOVE;` or `am MOVE;`, and CSV requires the column best_moves or \
                     avoid_moves"
                );
                ensure!(numbers.insert(problem.number), "duplicate position {}", problem.number);
                Ok(problem)
            });
            match problem {
                Ok(problem) => suite.problems.push(problem),
                Err(error) => suite
                    .broken
                    .push(BrokenLine { line, number, reason: format!("{error:#}") }),
            }
        }
        if suite.problems.is_empty() {
            let first = suite.broken.first();
            let heading = text.lines().next().unwrap_or_default();
            ensure!(
                separator.is_some() || heading.contains('/') || !heading.contains([',', ';', '\t']),
                "the heading on line 1 lacks the column `fen`, which positions in CSV require: `{heading}`"
            );
            return Err(match first {
                Some(broken) if separator.is_some() && !epd => {
                    anyhow!("no valid position in CSV; line {}: {}", broken.line, broken.reason)
                }
                Some(broken) => anyhow!("no valid position in EPD; line {}: {}", broken.line, broken.reason),
                None => anyhow!("no positions found"),
            });
        }
        suite.problems.sort_unstable_by_key(|problem| problem.number);
        suite.bytes = bytes;
        Ok(suite)
    }

    /// Returns the problems of a selection, or all of them; broken lines in it are skipped.
    ///
    /// # Errors
    ///
    /// The selection names a position that is not in the suite, or no position that can be run.
    pub fn choose(&self, selection: Option<&Selection>) -> Result<Vec<Problem>> {
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
        ensure!(!chosen.is_empty(), "none of the selected positions can be run");
        Ok(chosen)
    }

    fn last(&self) -> u32 {
        let good = self.problems.iter().map(|problem| problem.number);
        let broken = self.broken.iter().filter_map(|broken| broken.number);
        good.chain(broken).max().unwrap_or(0)
    }
}

/// Returns true if a text begins with a tag, as PGN does.
fn is_pgn(text: &str) -> bool {
    let line = text.trim_start().lines().next().unwrap_or_default();
    let tag = line.strip_prefix('[').and_then(|tag| tag.trim_end().strip_suffix(']'));
    tag.is_some_and(|tag| tag.contains(" \""))
}

/// Loads the positions of a file, or the built-in positions if `path` is `None`. No line may be broken.
///
/// # Errors
///
/// The same as for [`Suite::unbroken`].
pub fn suite(path: Option<&Path>) -> Result<Vec<Problem>> {
    Ok(Suite::unbroken(path)?.problems)
}

/// Finds the problem with a number.
///
/// # Errors
///
/// There is no such problem.
pub fn find(suite: &[Problem], number: u32) -> Result<&Problem> {
    let last = suite.iter().map(|problem| problem.number).max().unwrap_or(0);
    suite
        .iter()
        .find(|problem| problem.number == number)
        .with_context(|| format!("position {number} does not exist; the last is {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Claim, QUIZ};

    fn paper() -> Suite {
        Suite::load(None).expect("the built-in positions")
    }

    #[test]
    fn games_are_no_positions() {
        let pgn = "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 *\n";
        let error = Suite::read(pgn.as_bytes().to_vec()).expect_err("a game");
        assert!(error.to_string().contains("PGN"), "{error}");
        let error = Suite::read(b"Beal and Dame\n".to_vec()).expect_err("nothing");
        assert!(
            error.to_string().starts_with("no valid position in EPD; line 1: pl"),
            "{error}"
        );
    }

    #[test]
    fn positions_have_the_order_of_their_numbers() {
        let text = "position,fen,best_moves\n7,6k1/8/8/8/8/8/8/K6R w - -,Ka2\n3,6k1/8/8/8/8/8/8/K6R w - -,Kb1\n";
        let suite = Suite::read(text.as_bytes().to_vec()).expect("two positions");
        let chosen = suite.choose(None).expect("all");
        assert_eq!(chosen.iter().map(|problem| problem.number).collect::<Vec<_>>(), [3, 7]);
    }

    #[test]
    fn the_suite_is_the_papers() {
        let suite = paper();
        assert!(suite.broken.is_empty());
        let suite = suite.problems;
        assert_eq!(suite.len(), 300);
        let times: Vec<u32> = suite.iter().filter_map(|problem| problem.table1).collect();
        // The paper's figures: 276 solved, 273 of them within 1,200 s, the longest 1,629 s.
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

    /// Returns the gain of an engine's line for the side that begins: the material when it first does not change for
    /// five plies, the first of which is among the first eight. Only the engine knows that a line is a mate, because
    /// the line may be incomplete.
    fn won(problem: &Problem, line: &[&str], is_mate: bool) -> Option<Claim> {
        if is_mate {
            return Some(Claim::Mate);
        }
        let mut position = problem.position.clone();
        let mut balances = vec![position.balance()];
        for (ply, text) in (1..).zip(line) {
            let m = position.move_from_text(text).expect("a legal move");
            position = position.play(m).expect("a legal move");
            let sign = if ply % 2 == 0 { 1 } else { -1 };
            balances.push(sign * position.balance());
        }
        let at_rest = |from: &usize| {
            let rest = balances.get(*from..from + 6);
            rest.is_some_and(|rest| rest.iter().all(|balance| *balance == rest[0]))
        };
        let rest = (1..=8).find(at_rest)?;
        let pawns = u8::try_from(balances[rest] - balances[0]).ok()?;
        (pawns > 0).then_some(Claim::Pawns(pawns))
    }

    /// The lines of the engine, played by another program than the one that wrote the claims.
    #[test]
    fn claims_are_what_the_lines_win() {
        let problems = paper().problems;
        let mut lines = ::csv::Reader::from_reader(CLAIMS.as_bytes());
        let (mut rows, mut claims) = (0, 0);
        for row in lines.records() {
            let row = row.expect("a row");
            let problem = find(&problems, row[0].parse().expect("a number")).expect("a position");
            let line: Vec<&str> = row[2].split(' ').collect();
            assert_eq!(
                problem.claim,
                won(problem, &line, &row[1] == "mate"),
                "position {}",
                &row[0]
            );
            rows += 1;
            claims += usize::from(problem.claim.is_some());
        }
        assert_eq!(
            problems.iter().filter(|problem| problem.claim.is_some()).count(),
            claims
        );
        let mates = problems
            .iter()
            .filter(|problem| problem.claim == Some(Claim::Mate))
            .count();
        // The figures in docs/explanation/solved.md.
        assert_eq!((rows, mates, claims - mates), (285, 89, 87));
    }

    /// Facts about single positions in the list of corrections and in the paper's footnotes.
    #[test]
    fn the_book_has_its_own_moves() {
        let suite = paper().by_the_book().problems;
        let accepted = |number| find(&suite, number).expect("a position").solution_text.clone();
        assert_eq!(accepted(22), "Nxf7");
        assert_eq!(accepted(152), "Nd5");
        assert_eq!(accepted(199), "Bxc6 Rfd1");
        assert_eq!((accepted(92), accepted(264)), ("Bxg4".to_owned(), "Rxd4".to_owned()));
        assert_eq!(accepted(5), "Qc4+");
        let of = |wanted: &str| {
            let book = suite.iter().filter_map(|problem| problem.book.as_ref());
            book.filter(|book| book.source == wanted).count()
        };
        assert_eq!(
            ["list", "oldest", "part", "open", "correction"].map(of),
            [17, 6, 4, 7, 6]
        );
        for problem in suite.iter().filter(|problem| problem.book.is_none()) {
            assert_eq!(problem.solutions.len(), 1, "position {}", problem.number);
        }
        let incorrect = |problem: &&Problem| problem.note.as_deref() == Some("reinfeld-incorrect");
        let corrected = suite
            .iter()
            .filter(incorrect)
            .filter_map(|problem| problem.book.as_ref());
        assert!(corrected.clone().all(|book| book.source == "correction") && corrected.count() == 6);
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
        suite
            .broken
            .push(BrokenLine { line: 9, number: Some(broken.number), reason: "broken".to_owned() });
        assert_eq!(choose(&suite, "7-9,1,8").expect("positions"), [1, 7, 9]);
        assert!(choose(&suite, "8").is_err());
    }
}
