//! The positions from which games begin.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use bcp_chess::hash::nth;
use bcp_chess::{Move, Position, START};
use serde::Deserialize;

const BUILT_IN: &str = bcp_suite::built_in::OPENINGS;

/// The beginning of a game.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) name: String,
    /// The position in which White plays first.
    pub(crate) start: Position,
    /// The same as FEN, if it is not the usual position.
    pub(crate) fen: Option<String>,
    pub(crate) moves: Vec<Move>,
}

impl Opening {
    /// Returns its text, for the hash of a match's settings.
    pub(crate) fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        format!("{} {}", self.fen.as_deref().unwrap_or("start"), moves.join(" "))
    }
}

/// A line of the file.
#[derive(Deserialize)]
struct OpeningRow {
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
    let text = cli::read_text(path)?;
    read(&text).with_context(|| format!("{shown}"))
}

/// Positions of Fischer's chess, drawn from the 960, without castling rights.
///
/// # Errors
///
/// None.
pub(crate) fn fischer(count: u32, seed: u64) -> Result<Vec<Opening>> {
    let mut numbers: Vec<u64> = (0..960).collect();
    numbers.sort_by_key(|number| nth(seed, *number));
    numbers.truncate(count as usize);
    let opening = |number: u64| {
        let pieces = arrangement(number);
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w - -", pieces.to_lowercase());
        Ok(Opening {
            name: format!("Position {number}"),
            start: Position::from_fen(&fen)?,
            fen: Some(format!("{fen} 0 1")),
            moves: Vec::new(),
        })
    };
    numbers.into_iter().map(opening).collect()
}

/// The pieces from the a-file on, by their usual number from 0 to 959 (Scharnagl): the light bishop, the dark one, the
/// queen, the knights, and on the remaining squares a rook, the king and a rook.
fn arrangement(number: u64) -> String {
    let mut files = [None; 8];
    files[(number % 4 * 2 + 1) as usize] = Some('B');
    files[(number / 4 % 4 * 2) as usize] = Some('B');
    let mut put = |place: usize, piece: char| {
        let mut free = files.iter_mut().filter(|file| file.is_none());
        if let Some(file) = free.nth(place) {
            *file = Some(piece);
        }
    };
    put((number / 16 % 6) as usize, 'Q');
    // Two of the five remaining files, in the order 01 02 03 04 12 and so on.
    let mut pairs = (0..5).flat_map(|first| (first + 1..5).map(move |second| [second, first]));
    // The later one first: it does not shift the place of the other.
    for place in pairs.nth((number / 96 % 10) as usize).into_iter().flatten() {
        put(place, 'N');
    }
    for piece in ['R', 'K', 'R'] {
        put(0, piece);
    }
    files.into_iter().flatten().collect()
}

fn read(text: &str) -> Result<Vec<Opening>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut openings = Vec::new();
    for row in reader.deserialize() {
        let row: OpeningRow = row.context("expected openings with the columns `name` and `moves`")?;
        let moves = moves(&row.moves).with_context(|| row.name.clone())?;
        openings.push(Opening { name: row.name, start: Position::from_fen(START)?, fen: None, moves });
    }
    ensure!(
        !openings.is_empty(),
        "the file contains no openings: it needs lines of CSV with the columns `name` and `moves`"
    );
    Ok(openings)
}

fn moves(text: &str) -> Result<Vec<Move>> {
    let mut position = Position::from_fen(START)?;
    let mut moves = Vec::new();
    for san in text.split_whitespace() {
        let m = position.move_from_san(san)?;
        moves.push(m);
        position = position.play(m).with_context(|| format!("`{san}` cannot be played"))?;
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

    /// The numbers of the usual position and of the first and last, as in lists of the 960.
    #[test]
    fn positions_of_fischers_chess_have_their_numbers() {
        assert_eq!([0, 518, 959].map(arrangement), ["BBQNNRKR", "RNBQKBNR", "RKRNNQBB"]);
        let all: BTreeSet<String> = (0..960).map(arrangement).collect();
        assert_eq!(all.len(), 960);
        let (few, more) = (fischer(5, 1).expect("openings"), fischer(960, 1).expect("openings"));
        assert!(few.iter().zip(&more).all(|(few, more)| few.name == more.name));
        assert_eq!((few.len(), more.len()), (5, 960));
    }
}
