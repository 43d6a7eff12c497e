//! The searches of the laboratory, limited to what a page can wait for and draw.

use anyhow::{Error, Result, anyhow, ensure};
use bcp_chess::Position;
use bcp_laboratory::conspiracy::TreeError;
use bcp_laboratory::searches::{Request, Search, SearchError};

use crate::protocol::Answer;

/// The maximum length of a tree in characters: more than a visitor types, and quickly read.
const LETTERS: usize = 10_000;

/// The maximum number of positions that a search visits, which takes about a second.
const POSITIONS: u64 = 500_000;

/// The maximum number of recorded calls or nodes.
const CALLS: u32 = 2_000;

/// Runs a search by name: in chess if the text contains a slash, as every FEN does, and otherwise in a written tree.
pub(crate) fn search(name: &str, text: &str, depth: i32, calls: Option<u32>) -> Result<Answer> {
    let search: Search = name.parse().map_err(Error::msg)?;
    ensure!(
        (0..=30).contains(&depth),
        "the depth is {depth}; it must be between 0 and 30"
    );
    ensure!(
        text.len() <= LETTERS,
        "the text is too long: the page accepts at most {LETTERS} characters"
    );
    let request = Request {
        depth,
        positions: POSITIONS,
        most: calls.unwrap_or(CALLS).min(CALLS) as usize,
        ..Request::default()
    };
    if text.contains('/') {
        let position = Position::from_fen_lenient(text)?;
        return Ok(Answer::Found(search.run_chess(&position, &request)?.map(drop)));
    }
    // A tree may be typed on several lines, so line feeds become spaces.
    let text = text.replace(char::is_whitespace, " ");
    let found = search.run_tree(&text, &request);
    found
        .map(|found| Answer::Found(found.map(drop)))
        .map_err(|error| located(&text, error))
}

/// Adds to the error the text found at its position.
fn located(text: &str, error: SearchError) -> Error {
    let SearchError::Tree(TreeError { at, .. }) = error else {
        return error.into();
    };
    let there: String = text.chars().skip(at).take(12).collect();
    match &*there {
        "" => anyhow!("{error}, found the end of the text"),
        _ => anyhow!("{error}, found `{there}`"),
    }
}
