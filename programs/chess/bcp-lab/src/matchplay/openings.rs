//! The positions from which games begin.

use anyhow::{Context, Result};
use bcp_chess::{Move, Position, START};
use bcp_suite::built_in::OPENINGS;
use serde::Deserialize;

/// The beginning of a game.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) name: String,
    pub(crate) moves: Vec<Move>,
}

impl Opening {
    /// Returns its text, for the hash of a match's settings.
    pub(crate) fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        format!("start {}", moves.join(" "))
    }
}

/// A line of the file.
#[derive(Deserialize)]
struct OpeningRow {
    name: String,
    moves: String,
}

/// The built-in openings.
///
/// # Errors
///
/// None.
pub(crate) fn load() -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for row in csv::Reader::from_reader(OPENINGS.as_bytes()).deserialize() {
        let OpeningRow { name, moves } = row?;
        openings.push(Opening { name, moves: read(&moves)? });
    }
    Ok(openings)
}

fn read(text: &str) -> Result<Vec<Move>> {
    let mut position = Position::from_fen(START)?;
    let mut moves = Vec::new();
    for san in text.split_whitespace() {
        let m = position.move_from_san(san)?;
        moves.push(m);
        position = position.play(m).with_context(|| format!("`{san}` cannot be played"))?;
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn fifty_different_openings_are_built_in() {
        let openings = load().expect("openings");
        let names: BTreeSet<&str> = openings.iter().map(|o| o.name.as_str()).collect();
        let lines: BTreeSet<String> = openings.iter().map(Opening::text).collect();
        assert_eq!((openings.len(), names.len(), lines.len()), (50, 50, 50));
        assert!(openings.iter().all(|o| (5..=12).contains(&o.moves.len())));
    }
}
