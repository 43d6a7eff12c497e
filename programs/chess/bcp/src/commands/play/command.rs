//! The commands that can be typed in addition to moves.

use std::path::PathBuf;

use bcp_chess::{Kind, Move, Position, SanError};

use crate::commands::options::seconds;

/// A command typed instead of a move.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Game,
    Iterations,
    Undo,
    New,
    Flip,
    Go,
    Hint,
    Time(f64),
    Level,
    Fen,
    Pgn,
    /// Save to a file; without a name, to that of `--pgn`.
    Save(Option<PathBuf>),
    Resign,
    Draw,
    Quit,
}

/// A line after it has been parsed.
#[derive(Debug, PartialEq)]
pub(super) enum TypedLine {
    Nothing,
    Command(Command),
    Move(Move),
}

/// A command of the list: its name, its argument, a description, and the command without its argument.
type CommandRow = (&'static str, &'static str, &'static str, Command);

#[rustfmt::skip]
const COMMANDS: &[CommandRow] = &[
    ("help", "", "show this list", Command::Help),
    ("board", "", "show the board", Command::Board),
    ("flip", "", "flip the board", Command::Flip),
    ("moves", "", "list the legal moves", Command::Moves),
    ("game", "", "list the moves of the game and the captured pieces", Command::Game),
    ("iterations", "", "show the program's last search, iteration by iteration", Command::Iterations),
    ("undo", "", "take back your last move and the reply, or your resignation", Command::Undo),
    ("go", "", "let the program play this move, and change sides", Command::Go),
    ("hint", "", "show what the program would play, without playing it", Command::Hint),
    ("time", "S", "give the program S Z8000 seconds for each move", Command::Time(0.0)),
    ("level", "", "show the program's time control and depth limit", Command::Level),
    ("fen", "", "show the position as FEN", Command::Fen),
    ("pgn", "", "show the game as PGN", Command::Pgn),
    ("save", "FILE", "append the game to a file", Command::Save(None)),
    ("draw", "", "offer a draw; the program accepts if its value is at most 0", Command::Draw),
    ("resign", "", "resign the game", Command::Resign),
    ("new", "", "start a new game", Command::New),
    ("quit", "", "end the session", Command::Quit),
];

/// The maximum length of a typed move.
const LONGEST_MOVE: usize = 24;

pub(super) fn help() -> String {
    let mut text = String::from("A move: e4, Nf3, exd5, O-O, e8=Q; e2-e4, Ng1-f3; or e2e4, g1f3, e7e8q.\n");
    for (name, argument, help, _) in COMMANDS {
        text += format!("  {:12}{help}", format!("{name} {argument}")).trim_end();
        text.push('\n');
    }
    text += "Values are in pawns for the side that is thinking; `mate 2` is a mate in two.\n";
    text += "While the program is thinking, press Ctrl-C to make it move, or twice to quit.";
    text
}

/// Parses a line typed in a position. The error is a sentence for the user.
pub(super) fn read(line: &str, position: &Position) -> Result<TypedLine, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    let known = COMMANDS.iter().find(|(name, ..)| *name == word);
    if line.is_empty() {
        Ok(TypedLine::Nothing)
    } else if let Some(row) = known {
        command(row, rest).map(TypedLine::Command)
    } else {
        read_move(line, position).map(TypedLine::Move)
    }
}

fn command((name, argument, _, command): &CommandRow, rest: &str) -> Result<Command, String> {
    if argument.is_empty() && !rest.is_empty() {
        return Err(format!("`{name}` takes no argument: type only `{name}`."));
    }
    Ok(match command {
        Command::Time(_) if rest.is_empty() => {
            return Err("Type `time` and a number of Z8000 seconds, such as `time 10`.".to_owned());
        }
        Command::Time(_) => {
            Command::Time(seconds(&clipped(rest)).map_err(|error| format!("{error}.\nType, for example, `time 10`."))?)
        }
        Command::Save(_) => Command::Save((!rest.is_empty()).then(|| PathBuf::from(rest))),
        command => command.clone(),
    })
}

fn read_move(line: &str, position: &Position) -> Result<Move, String> {
    let neither = || {
        let shown = clipped(line);
        Err(format!(
            "{shown:?} is neither a move nor a command.\nType a move, such as e4, Nf3 or e7e8q, or `help`."
        ))
    };
    // `12. Nf3` and `12...Nf6` are moves, too.
    let digits = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = if digits.len() < line.len() && digits.starts_with('.') {
        digits.trim_start_matches('.').trim_start()
    } else {
        line
    };
    if text.chars().count() > LONGEST_MOVE {
        return neither();
    }
    match read_san(text, position) {
        Ok(m) => Ok(m),
        Err(SanError::Syntax(_)) => neither(),
        Err(error) => Err(format!("{error}.\nType `moves` for a list of the legal moves.")),
    }
}

/// Parses a move; a piece may have a small letter, as in `nf6`. If that is also a move of a pawn, as `bxc3` may be, the
/// pawn moves.
fn read_san(text: &str, position: &Position) -> Result<Move, SanError> {
    let exact = position.move_from_san(text);
    let (first, rest) = text.split_at_checked(1).unwrap_or((text, ""));
    let piece = first.to_ascii_uppercase();
    // `b1c3` and `b4` name a square, not a bishop.
    let is_square = first == "b" && rest.starts_with(|letter: char| letter.is_ascii_digit());
    let is_piece = piece.chars().all(|letter| Kind::from_letter(letter).is_some()) && !is_square;
    match exact {
        Err(SanError::Syntax(_) | SanError::Illegal(_)) if is_piece && piece != first => {
            position.move_from_san(&(piece + rest)).or_else(|error| match error {
                SanError::Syntax(_) => exact,
                error => Err(error),
            })
        }
        exact => exact,
    }
}

/// Returns the beginning of a text, short enough for a message.
fn clipped(text: &str) -> String {
    const LONGEST: usize = 30;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_list_is_one_and_the_help_fits_a_terminal() {
        for row @ (name, argument, ..) in COMMANDS {
            let rest = if argument.is_empty() { "" } else { "1" };
            let read = command(row, rest).expect(name);
            assert!(*name == "help" || read != Command::Help, "{name}");
        }
        assert!(help().lines().count() < 24);
        assert!(help().lines().all(|line| line.len() < 80), "{}", help());
    }

    /// A number with points before a move is a move number; points without a number are an error.
    #[test]
    fn moves_may_have_their_numbers() {
        let position = Position::from_fen(bcp_chess::START).expect("a position");
        for line in ["e4", "1. e4", "1.e4", "12...e4", "1 e4", ".e4", "...e4", "1.", "1"] {
            let read = read(line, &position);
            let is_move = matches!(&read, Ok(TypedLine::Move(m)) if m.to_string() == "e2e4");
            assert_eq!(is_move, ["e4", "1. e4", "1.e4", "12...e4"].contains(&line), "{line}");
        }
    }
}
