//! The moves of a game, and the pieces captured in it.

use bcp_chess::{Colour, Kind, Special};
use bcp_driver::{Record, RecordedMove, side_name};

/// The maximum width of a line, in characters.
const WIDTH: usize = 76;

/// The game so far, for a terminal.
pub(super) fn text<T>(record: &Record<T>) -> String {
    if record.plies().is_empty() {
        return "No moves have been played.".to_owned();
    }
    let mut text = moves(record);
    for colour in [Colour::White, Colour::Black] {
        let taken = taken(record, colour);
        let taken = if taken.is_empty() { "nothing" } else { &taken };
        text += &format!("\n{} has taken {taken}.", side_name(colour));
    }
    text
}

/// The moves with their numbers, in lines.
fn moves<T>(record: &Record<T>) -> String {
    let mut lines = vec![String::new()];
    for (at, ply) in record.plies().iter().enumerate() {
        let san = ply.before.position.san(ply.m).unwrap_or_else(|| ply.m.to_string());
        let word = match (ply.side(), at) {
            (Colour::White, _) => format!("{}. {san} ", ply.before.fullmoves),
            (Colour::Black, 0) => format!("{}... {san} ", ply.before.fullmoves),
            _ => san + " ",
        };
        match lines.last_mut() {
            Some(line) if line.len() + word.len() <= WIDTH => *line += &word,
            _ => lines.push(word),
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// The letters of the pieces that a side has taken, the most valuable first.
fn taken<T>(record: &Record<T>, colour: Colour) -> String {
    const ORDER: [Kind; 5] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    let own = record.plies().iter().filter(|ply| ply.side() == colour);
    let taken: Vec<Kind> = own.filter_map(captured).collect();
    let of_kind = |kind: Kind| taken.iter().filter(move |taken| **taken == kind);
    let letters = ORDER
        .into_iter()
        .flat_map(of_kind)
        .map(|kind| kind.letter().to_string());
    letters.collect::<Vec<String>>().join(" ")
}

fn captured<T>(ply: &RecordedMove<T>) -> Option<Kind> {
    match ply.m.special {
        Special::EnPassant => Some(Kind::Pawn),
        _ => Some(ply.before.position.piece_on(ply.m.to)?.kind),
    }
}
