//! The positions from which games begin.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use bcp_chess::{Move, Position, START};
use serde::Deserialize;

const BUILT_IN: &str = include_str!("../../../../../tests/positions/openings.csv");

/// The beginning of a game.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) name: String,
    pub(crate) moves: Vec<Move>,
}

/// A line of the file.
#[derive(Deserialize)]
struct Row {
    name: String,
    moves: String,
}

/// The openings of a file, or those that are built in.
///
/// # Errors
///
/// The file cannot be read, is empty, or a line holds a move that is not legal.
pub(crate) fn load(path: Option<&Path>) -> Result<Vec<Opening>> {
    let Some(path) = path else {
        return read(BUILT_IN);
    };
    let shown = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    read(&text).with_context(|| format!("{shown}"))
}

fn read(text: &str) -> Result<Vec<Opening>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut openings = Vec::new();
    for row in reader.deserialize() {
        let row: Row = row.context("openings have the columns `name` and `moves`")?;
        let moves = moves(&row.moves).with_context(|| row.name.clone())?;
        openings.push(Opening { name: row.name, moves });
    }
    ensure!(!openings.is_empty(), "the file holds no openings");
    Ok(openings)
}

fn moves(text: &str) -> Result<Vec<Move>> {
    let mut position = Position::from_fen(START)?;
    let mut moves = Vec::new();
    for san in text.split_whitespace() {
        let m = position.move_from_san(san)?;
        moves.push(m);
        position = position.play(m).context("a legal move")?;
    }
    ensure!(!position.legal_moves().is_empty(), "the game ends in the opening");
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn fifty_different_openings_are_built_in() {
        let openings = load(None).expect("openings");
        assert_eq!(openings.len(), 50);
        let names: BTreeSet<&str> = openings.iter().map(|o| o.name.as_str()).collect();
        let lines: BTreeSet<String> = openings.iter().map(|o| format!("{:?}", o.moves)).collect();
        assert_eq!((names.len(), lines.len()), (50, 50));
        assert!(openings.iter().all(|o| (5..=12).contains(&o.moves.len())));
    }

    #[test]
    fn broken_files_are_refused_with_a_reason() {
        for (text, reason) in [
            ("name,moves\n", "the file holds no openings"),
            ("name,fen\na,b\n", "openings have the columns"),
            ("name,moves\nOdd,e4 e4\n", "Odd: \"e4\" is not a legal move here"),
            (
                "name,moves\nShort,f3 e5 g4 Qh4\n",
                "Short: the game ends in the opening",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(format!("{error:#}").starts_with(reason), "{error:#}");
        }
    }
}
