//! A position as a diagram.

use bcp_chess::{Colour, Move, Position, Square};
use maud::{Markup, html};

use super::pieces::name;

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
