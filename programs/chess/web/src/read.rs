//! Reading what a visitor pastes or drops: games in PGN, or a position in FEN or EPD.

use anyhow::{Context, Result};
use bcp_chess::pgn::{Game, PgnError, PgnErrorKind, Reader};
use bcp_chess::{Fen, FenError, SanError};

use crate::protocol::{Answer, ReadGame};

/// The maximum number of games that are listed.
const GAMES: usize = 1000;

/// The maximum size of a text in bytes: larger files are databases.
const BYTES: usize = 4_000_000;

/// Reads a text of any kind. The answer says what could not be read.
pub(crate) fn read(text: &str) -> Answer {
    // Windows files may begin with a byte order mark, and text copied from a page may contain unusual spaces.
    let text =
        text.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\0' | '\u{200b}'));
    if text.len() > BYTES {
        return refused(format!(
            "The text has {} bytes; the page reads at most {BYTES}.",
            text.len()
        ));
    }
    let line = text.lines().next().unwrap_or_default();
    if is_placement(line) {
        position(line)
    } else {
        games(text)
    }
}

fn refused(fault: String) -> Answer {
    Answer::Read { games: Vec::new(), more: 0, fault: Some(fault) }
}

/// Returns true if a line begins like a FEN: about eight ranks separated by slashes, whatever they contain.
fn is_placement(line: &str) -> bool {
    let first = line
        .split(|letter: char| letter.is_whitespace() || letter == '_')
        .next();
    first.is_some_and(|first| first.matches('/').count() >= 4 && !first.starts_with(['[', '{', '(', ';', '%', '<']))
}

/// Reads a position as a game without moves.
fn position(text: &str) -> Answer {
    match fen(text) {
        Ok((fen, repairs)) => Answer::Read {
            games: vec![ReadGame {
                fen: Some(fen.to_string()),
                moves: Vec::new(),
                pgn: String::new(),
                fault: (!repairs.is_empty()).then(|| sentence(&repairs.join("; "))),
            }],
            more: 0,
            fault: None,
        },
        Err(error) => refused(sentence(&format!("the position cannot be read: {error}"))),
    }
}

/// Reads a FEN, or the first four fields of an EPD followed by its operations.
fn fen(text: &str) -> Result<(Fen, Vec<String>), FenError> {
    Fen::repaired(text).or_else(|error| {
        let words: Vec<&str> = text.split_whitespace().take(4).collect();
        match text.contains(';') && words.len() == 4 {
            true => Fen::repaired(&words.join(" ")),
            false => Err(error),
        }
    })
}

/// Reads the games of a PGN. A game with an error contains the moves before it.
fn games(text: &str) -> Answer {
    let mut list = Vec::new();
    let mut more = 0;
    for read in Reader::new(text.as_bytes()) {
        if list.len() == GAMES {
            more += 1;
            continue;
        }
        match read {
            Ok(game) => list.push(shown(&game, None)),
            Err(error) => {
                let game = error.before.map_or_else(Game::default, |game| *game);
                let fault = match &error.kind {
                    PgnErrorKind::Move { .. } if game.moves().is_empty() => {
                        format!("line {}, {}", error.line, error.kind)
                    }
                    PgnErrorKind::Move { number, side, reason: SanError::Null(_) } => {
                        let place = format!("line {}, move {number}, {}", error.line, side.name());
                        format!("{place}: from the null move on, the moves are kept, but not shown")
                    }
                    PgnErrorKind::Move { .. } => {
                        format!(
                            "line {}, {}: only the moves before it were read",
                            error.line, error.kind
                        )
                    }
                    kind => format!("line {}: {kind}", error.line),
                };
                list.push(shown(&game, Some(sentence(&fault))));
            }
        }
    }
    // A text from which nothing could be read is not a game.
    let nothing = list.iter().all(|game| game.moves.is_empty() && game.fen.is_none());
    let fault = list.iter().find_map(|game| game.fault.clone());
    match fault {
        Some(fault) if nothing => refused(format!("This is neither a game nor a position. {fault}")),
        _ if list.is_empty() => refused("The text has no game and no position.".to_owned()),
        _ if nothing => refused("The text has tags, but no moves.".to_owned()),
        _ => Answer::Read { games: list, more, fault: None },
    }
}

/// Reads the first game of a PGN.
pub(crate) fn game(text: &str) -> Result<Game> {
    let read = Reader::new(text.as_bytes()).next();
    match read.context("the text has no game")? {
        Err(PgnError {
            kind: PgnErrorKind::Move { reason: SanError::Null(_), .. },
            before: Some(game),
            ..
        }) => Ok(*game),
        read => Ok(read?),
    }
}

/// Converts a game to the form in which the page lists it.
fn shown(game: &Game, fault: Option<String>) -> ReadGame {
    let start = game.start();
    ReadGame {
        fen: (*start != Fen::start()).then(|| start.to_string()),
        moves: game.moves().iter().map(|played| played.m.to_string()).collect(),
        pgn: game.to_string(),
        fault,
    }
}

/// Turns words into a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
