//! Drawing a position as a diagram, with its pieces.

use std::fmt::Display;

use bcp_chess::{Colour, Move, Position, Square};
use maud::{Markup, PreEscaped, html};

/// Draws a position with White at the bottom, and marks the squares of a move. A dot shows the side to play.
pub(super) fn svg(position: &Position, marked: Option<Move>) -> Markup {
    let to_play = position.side_to_play().name();
    let white = position.side_to_play() == Colour::White;
    let column = |square: Square| i32::from(square.file());
    let row = |square: Square| 7 - i32::from(square.rank());
    html! {
        svg.diagram viewBox="-.08 -.08 8.66 8.16" role="img" {
            title { "Diagram, " (to_play) " to play: " (position.to_fen()) }
            rect.frame x="-.04" y="-.04" width="8.08" height="8.08" {}
            use href="#board" {}
            @if let Some(m) = marked {
                @for square in [m.from, m.to] {
                    rect.mark x=(column(square)) y=(row(square)) width="1" height="1" {}
                }
            }
            @for square in Square::all() {
                @if let Some(piece) = position.piece_on(square) {
                    use href={ "#" (name(piece.kind.letter(), piece.colour == Colour::White)) } x=(column(square)) y=(row(square)) {}
                }
            }
            circle class=(if white { "turn white" } else { "turn black" }) cx="8.33" cy=(if white { "7.8" } else { ".2" }) r=".16" {}
        }
    }
}

/// The pieces, our own drawings on a square of 100 by 100. Each line contains the letter, the outline and the inner
/// lines.
const PIECES: &str = include_str!("pieces.txt");

/// Returns the identifier of a piece's drawing in the page.
fn name(letter: impl Display, white: bool) -> String {
    format!("{}{letter}", if white { 'w' } else { 'b' })
}

/// Returns each drawing used by the diagrams of a page once. A piece is one unit wide, the size of a square.
pub(super) fn definitions() -> Markup {
    html! {
        svg.definitions width="0" height="0" aria-hidden="true" {
            defs {
                g id="board" {
                    rect.light width="8" height="8" {}
                    path.dark d=(PreEscaped(dark_squares())) {}
                }
                @for white in [true, false] {
                    @for line in PIECES.lines() {
                        @let mut parts = line.split('|').map(str::trim);
                        @let [letter, outline, inside] = std::array::from_fn(|_| parts.next().unwrap_or_default());
                        g id=(name(letter, white)) class=(if white { "white" } else { "black" }) transform="scale(.01)" {
                            path.body d=(outline) {}
                            @if !inside.is_empty() { path.inside d=(inside) {} }
                        }
                    }
                }
            }
        }
    }
}

fn dark_squares() -> String {
    let mut path = String::new();
    for row in 0..8 {
        for column in 0..8 {
            if (row + column) % 2 == 1 {
                path += &format!("M{column} {row}h1v1h-1z");
            }
        }
    }
    path
}
