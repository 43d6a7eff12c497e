//! The openings of BCP's public games. That the program of 1986 had a book is not known; these moves it has played.

use bcp_chess::{Colour, Move, Position, START};

/// BCP's side, and the moves of the game while it follows an opening.
const LINES: [(Colour, &str); 3] = [
    // Cray Blitz - BCP, 1983.
    (Colour::Black, "e2e4 c7c5 g1f3 g8f6 e4e5 f6d5"),
    // Nona - BCP, 1986.
    (Colour::Black, "d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 g1f3 f8g7"),
    // BCP - Sun Phoenix, 1986.
    (Colour::White, "e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 d8b6 g1f3"),
];

/// BCP's move in a position of its openings, however the game has come there.
#[must_use]
pub fn opening_move(position: &Position) -> Option<Move> {
    let wanted = placed(position);
    LINES.iter().find_map(|(side, line)| {
        let mut at = Position::from_fen(START).ok()?;
        for text in line.split(' ') {
            let m = at.move_from_text(text)?;
            if at.side_to_play() == *side && placed(&at) == wanted {
                return Some(m);
            }
            at = at.play(m)?;
        }
        None
    })
}

/// The fields of FEN but the last: whether a pawn could be taken in passing makes no difference in these lines.
fn placed(position: &Position) -> String {
    let fen = position.to_fen();
    fen.rsplit_once(' ').map(|(fields, _)| fields.to_owned()).unwrap_or(fen)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions by hand, and the moves of the games.
    #[test]
    fn its_moves_are_those_of_the_games() {
        for (fen, played) in [
            (START, Some("e2e4")),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", Some("c7c5")),
            (
                "rnbqkb1r/pp1ppppp/5n2/2p1P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
                Some("f6d5"),
            ),
            ("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -", Some("g8f6")),
            ("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -", None),
        ] {
            let position = Position::from_fen(fen).expect("a position");
            let m = opening_move(&position).map(|m| m.to_string());
            assert_eq!(m.as_deref(), played, "{fen}");
        }
        // All of them are moves.
        for (side, line) in LINES {
            let mut at = Position::from_fen(START).expect("a position");
            for text in line.split(' ') {
                let m = at.move_from_text(text).expect(text);
                if at.side_to_play() == side {
                    assert_eq!(opening_move(&at), Some(m), "{line}");
                }
                at = at.play(m).expect(text);
            }
        }
    }
}
