//! The board as text.

use std::env;
use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};

use bcp_chess::{Colour, Kind, Move, Piece, Position, Square};

/// The style of the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// True for pieces as Unicode characters, false for letters.
    unicode: bool,
    colours: bool,
}

/// Background colours, of a 256-colour terminal: light and dark squares; light and dark squares of the last move.
const SQUARES: [[u8; 2]; 2] = [[180, 137], [186, 143]];

/// Colours of the pieces, of a 256-colour terminal: white, black.
const PIECES: [u8; 2] = [231, 16];

impl Look {
    /// Returns the style that the terminal and the locale allow.
    pub(super) fn new(ascii: bool) -> Self {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Self {
            unicode: !ascii && is_utf_8(),
            colours: stdout().is_terminal() && !is_set("NO_COLOR") && !dumb,
        }
    }

    /// Draws the board as seen by `from`, with coordinates, in nine lines. The squares of the last move are marked if
    /// there are colours.
    pub(super) fn draw(self, position: &Position, from: Colour, last: Option<Move>) -> String {
        let mut text = String::new();
        let across = |at: u8| if from == Colour::White { at } else { 7 - at };
        for row in 0..8 {
            let rank = across(7 - row);
            let _ = write!(text, "  {} ", rank + 1);
            for column in 0..8 {
                let Some(square) = Square::new(across(column), rank) else {
                    continue;
                };
                let piece = position.piece_on(square);
                if self.colours {
                    let marked = last.is_some_and(|m| m.from == square || m.to == square);
                    text += &self.coloured(square, piece, marked);
                } else {
                    text.push(' ');
                    text.push(piece.map_or('.', |piece| self.character(piece)));
                }
            }
            text.push('\n');
        }
        text += "    ";
        let gap = if self.colours { "  " } else { " " };
        for column in 0..8 {
            // A letter between the edges of a coloured square is centred.
            let before = if column == 0 { " " } else { gap };
            let _ = write!(text, "{before}{}", char::from(b'a' + across(column)));
        }
        text.push('\n');
        text
    }

    fn coloured(self, square: Square, piece: Option<Piece>, marked: bool) -> String {
        let dark = usize::from((square.file() + square.rank()).is_multiple_of(2));
        let background = SQUARES[usize::from(marked)][dark];
        let Some(piece) = piece else {
            return format!("\x1b[48;5;{background}m   \x1b[0m");
        };
        // The colour tells the sides apart, and a solid piece is easier to see.
        let character = match self.unicode {
            true => characters(piece.kind)[1],
            false => piece.letter(),
        };
        let foreground = PIECES[piece.colour as usize];
        format!("\x1b[48;5;{background};38;5;{foreground};1m {character} \x1b[0m")
    }

    fn character(self, piece: Piece) -> char {
        match self.unicode {
            true => characters(piece.kind)[piece.colour as usize],
            false => piece.letter(),
        }
    }
}

/// Returns true if the locale uses UTF-8.
fn is_utf_8() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    locale.is_some_and(|locale| {
        let name = locale.to_string_lossy().to_ascii_lowercase();
        name.contains("utf-8") || name.contains("utf8")
    })
}

/// Returns the outlined and the solid character of a kind of piece.
const fn characters(kind: Kind) -> [char; 2] {
    match kind {
        Kind::King => ['\u{2654}', '\u{265a}'],
        Kind::Queen => ['\u{2655}', '\u{265b}'],
        Kind::Rook => ['\u{2656}', '\u{265c}'],
        Kind::Bishop => ['\u{2657}', '\u{265d}'],
        Kind::Knight => ['\u{2658}', '\u{265e}'],
        Kind::Pawn => ['\u{2659}', '\u{265f}'],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_end_where_they_began() {
        let position = Position::from_fen("r3k3/8/8/3p4/8/8/4P3/4K2R w - -").expect("a position");
        let last = position.move_from_text("e2e4");
        let board = Look { unicode: true, colours: true }.draw(&position, Colour::White, last);
        assert_eq!(board.matches("\x1b[48;5;").count(), 64);
        assert_eq!(board.matches("\x1b[0m").count(), 64);
        // h1 is light and a1 dark; e2 and e4, the squares of the move, are light.
        assert!(board.contains("\x1b[48;5;180;38;5;231;1m \u{265c} \x1b[0m"));
        assert_eq!(board.matches("\x1b[48;5;186").count(), 2);
        assert!(board.contains("  1 \x1b[48;5;137m"));
        assert!(board.ends_with("     a  b  c  d  e  f  g  h\n"), "{board}");
    }
}
