//! The moves of the search in algebraic notation.

use bcp_chess::{Kind, Move, Position};
use z8000_debugger::command::CommandError;
use z8000_debugger::session::{Frame, Session};

use crate::events::{Line, by_its_squares};
use crate::view::{Ply, PlyKind, SearchView};

/// Returns the plies of the search, starting with the root, with their moves in algebraic notation. The moves are
/// played from the root, since the program may be changing its board.
pub(crate) fn plies(session: &Session, view: &SearchView<'_>, frames: &[Frame]) -> Vec<Ply> {
    let mut plies = view.plies(frames);
    let Ok(mut at) = root(session, view) else { return plies };
    let made = made(view);
    let moves = plies.iter_mut().filter(|ply| ply.played != PlyKind::Null);
    for (index, ply) in moves.enumerate() {
        if ply.side.is_some_and(|side| side != at.side_to_play()) {
            at.make_null();
        }
        let chosen = ply
            .played
            .squares()
            .and_then(|squares| choose(&at, made.get(index), squares));
        let Some((m, kind)) = chosen.and_then(|m| Some((m, at.piece_on(m.from)?.kind))) else {
            break;
        };
        let taken = at.piece_on(m.to).map(|piece| piece.kind);
        ply.played.name(kind, written(&at, m));
        if taken == Some(Kind::King) {
            break;
        }
        at.make(m);
    }
    plies
}

/// Returns the moves on the board, oldest first.
fn made(view: &SearchView<'_>) -> Vec<Move> {
    let mut made: Vec<Move> = view.made().map(|(m, _)| m).collect();
    made.reverse();
    made
}

/// Returns the move of a position with these squares, even if it leaves the king in check: the one that was made,
/// because only that has the piece to which a pawn was promoted.
fn choose(at: &Position, made: Option<&Move>, squares: &str) -> Option<Move> {
    let made = made.filter(|m| m.to_string().starts_with(squares) && at.moves().contains(m));
    made.copied().or_else(|| by_squares(at, squares))
}

/// Returns the root of the search: the position that was sent to the program, if it was the only one; otherwise the
/// board with the moves taken back, without castling and en passant rights.
///
/// # Errors
///
/// No position is set up.
pub(crate) fn root(session: &Session, view: &SearchView<'_>) -> Result<Position, CommandError> {
    let recording = session.recording();
    // Commands that play or undo moves change the root, too.
    let is_root = |line: &&str| ["p", "m", "u", "n"].contains(&line.split(' ').next().unwrap_or_default());
    let sent: Vec<&str> = recording
        .sent_at_start()
        .unwrap_or_default()
        .lines()
        .filter(is_root)
        .collect();
    if let [line] = sent[..]
        && let Some(position) = line.strip_prefix("p ").and_then(|fen| Position::from_fen(fen).ok())
    {
        return Ok(position);
    }
    let line = view.side().and_then(|side| Line::read(view, side));
    let seen = line
        .filter(|_| view.ply_record().is_some())
        .and_then(|line| line.root());
    seen.ok_or_else(|| CommandError::Other("no position is set up yet".to_owned()))
}

/// Returns the moves from a root to the current position, as far as they are legal.
pub(crate) fn path(view: &SearchView<'_>, root: &Position) -> Vec<Move> {
    let made = made(view);
    let mut at = root.clone();
    let moves = view.moves().into_iter().enumerate().map_while(|(index, squares)| {
        let m = choose(&at, made.get(index), &squares)?;
        at = at.play(m)?;
        Some(m)
    });
    moves.collect()
}

/// Formats a line of moves from a position, given by their squares, as far as they are legal.
pub(crate) fn line(mut at: Position, squares: &[String]) -> Vec<String> {
    let mut line = Vec::new();
    for text in squares {
        let Some(m) = by_squares(&at, text) else { break };
        line.push(at.san(m).unwrap_or_else(|| text.clone()));
        at.make(m);
    }
    line
}

/// Returns the move of a position with these squares; a promotion is to a queen by default.
pub(crate) fn by_squares(position: &Position, text: &str) -> Option<Move> {
    let moves = position.moves();
    let find = |wanted: &str| moves.iter().copied().find(|m| m.to_string() == wanted);
    find(text).or_else(|| find(&format!("{text}q")))
}

/// Formats a move in algebraic notation, or by its squares if the rules forbid it.
pub(crate) fn written(position: &Position, m: Move) -> String {
    let piece = position.piece_on(m.from).map_or('P', |piece| piece.kind.letter());
    let by_squares = || by_its_squares(piece, m, position.is_capture(m));
    position.san(m).unwrap_or_else(by_squares)
}
