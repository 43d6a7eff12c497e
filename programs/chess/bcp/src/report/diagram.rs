//! Drawing a position as a diagram, with its pieces.

use bcp_chess::{Colour, Kind, Move, Position, Square};
use maud::{Markup, PreEscaped, html};

/// The diagram of a position, White below, with the squares of a move marked. A dot shows the side to play.
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
                    use href={ "#" (name(piece.kind, piece.colour == Colour::White)) } x=(column(square)) y=(row(square)) {}
                }
            }
            circle class=(if white { "turn white" } else { "turn black" }) cx="8.33" cy=(if white { "7.8" } else { ".2" }) r=".16" {}
        }
    }
}

/// A foot that all pieces stand on. The pieces are our own drawings, on a square of 100 by 100.
const FOOT: &str = "M25 84H75V92H25Z";

/// Outlines of a kind, and the lines inside.
const fn drawing(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Pawn => (
            "M50 22A13 13 0 0 1 59 45C57 60 63 70 68 84H32C37 70 43 60 41 45A13 13 0 0 1 50 22Z",
            "",
        ),
        Kind::Knight => (
            "M30 84C29 66 47 61 47 47C41 53 36 53 32 58C27 63 19 58 20 50C22 41 29 36 32 24L29 10L42 18C65 17 81 42 72 84Z",
            "M35 33L39 31M25 51L27 50M58 28C67 40 69 58 66 75",
        ),
        Kind::Bishop => (
            "M50 6A6 6 0 0 1 54 17C67 29 73 47 62 62L68 84H32L38 62C27 47 33 29 46 17A6 6 0 0 1 50 6Z",
            "M50 30V48M41 39H59M38 63H62",
        ),
        Kind::Rook => (
            "M26 12H38V21H44V12H56V21H62V12H74V33L66 40V70L72 84H28L34 70V40L26 33Z",
            "M34 40H66M34 70H66",
        ),
        Kind::Queen => (
            "M14 26A5 5 0 1 1 20 28L33 52L31 19A5 5 0 1 1 37 18L46 49L48 14A5 5 0 1 1 52 14L54 49L63 18A5 5 0 1 1 69 19\
             L67 52L80 28A5 5 0 1 1 86 26L72 68L70 84H30L28 68Z",
            "M28 68C42 63 58 63 72 68",
        ),
        Kind::King => (
            "M46 4H54V11H61V18H54V27C54 29 53 31 51 33C62 23 86 26 83 46C81 58 72 62 70 72V84H30V72C28 62 19 58 17 46\
             C14 26 38 23 49 33C47 31 46 29 46 27V18H39V11H46Z",
            "M50 34V62M30 72C42 66 58 66 70 72",
        ),
    }
}

/// The name of a drawing in the page.
fn name(kind: Kind, white: bool) -> String {
    let letter = kind.letter();
    format!("{}{letter}", if white { 'w' } else { 'b' })
}

/// The drawings used by the diagrams of a page, each once. A piece is one unit wide, so that it is drawn at its square.
pub(super) fn definitions() -> Markup {
    html! {
        svg.definitions width="0" height="0" aria-hidden="true" {
            defs {
                g id="board" {
                    rect.light width="8" height="8" {}
                    path.dark d=(PreEscaped(dark_squares())) {}
                }
                @for white in [true, false] {
                    @for kind in Kind::PIECE_ORDER {
                        @let (outline, inside) = drawing(kind);
                        g id=(name(kind, white)) class=(if white { "white" } else { "black" }) transform="scale(.01)" {
                            path.body d={ (outline) (FOOT) } {}
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
