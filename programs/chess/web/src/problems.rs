//! The test positions of the page.

use std::sync::OnceLock;

use anyhow::{Context, Result};
use bcp_chess::Position;
use bcp_suite::Suite;

use crate::protocol::{Answer, Broken, Problem};

/// Returns the built-in suite, judged as in `bcp table1`. It is read only once.
pub(crate) fn built_in() -> Result<&'static Suite> {
    static SUITE: OnceLock<Suite> = OnceLock::new();
    if let Some(suite) = SUITE.get() {
        return Ok(suite);
    }
    // `Suite::load` would add claims, which would only be removed again and make the page larger.
    let suite = Suite::read(bcp_suite::BUILT_IN.into())?.by_the_book().without_claims();
    Ok(SUITE.get_or_init(|| suite))
}

/// Returns a position with the moves that solve it.
///
/// # Errors
///
/// A solution is not a legal move of the position.
pub(crate) fn problem(position: &Position, solutions: &str) -> Result<bcp_suite::Problem> {
    let text = format!("{} bm {solutions};", position.to_fen());
    let suite = Suite::read(text.into_bytes())?;
    let problem = suite.problems.into_iter().next();
    problem.with_context(|| format!("`{solutions}`: expected only moves that are legal in this position"))
}

/// Returns the built-in suite, or the positions in a text.
///
/// # Errors
///
/// The text contains no positions.
pub(crate) fn suite(file: Option<String>) -> Result<Suite> {
    match file {
        None => built_in().cloned(),
        Some(text) => Suite::read(text.into_bytes()).context("expected EPD, or CSV with a column `fen`"),
    }
}

/// Returns the positions in a text.
pub(crate) fn positions(file: String) -> Result<Answer> {
    let suite = suite(Some(file))?;
    let problem = |problem: &bcp_suite::Problem| Problem {
        number: problem.number,
        id: problem.id.clone(),
        fen: problem.fen.clone(),
        solutions: problem.solution_text.clone(),
        task: problem.task(),
    };
    let broken = suite.broken.into_iter();
    Ok(Answer::Positions {
        positions: suite.problems.iter().map(problem).collect(),
        broken: broken
            .map(|broken| Broken { line: broken.line, message: broken.reason })
            .collect(),
    })
}
