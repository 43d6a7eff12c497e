//! The openings and endings of games.

use bcp_chess::{Colour, Position, START};
use bcp_driver::{Ending, opening_move};
use bcp_reference::game::Outcome;

/// BCP's side in its public games, and the moves of their openings.
const GAMES: [(Colour, &str); 3] = [
    // Cray Blitz - BCP, 1983.
    (Colour::Black, "e2e4 c7c5 g1f3 g8f6 e4e5 f6d5"),
    // Nona - BCP, 1986.
    (Colour::Black, "d2d4 g8f6 c2c4 g7g6 b1c3 d7d5 g1f3 f8g7"),
    // BCP - Sun Phoenix, 1986.
    (Colour::White, "e2e4 e7e6 d2d4 d7d5 e4e5 c7c5 c2c3 d8b6 g1f3"),
];

/// Some positions chosen by hand, and those of the games.
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
    // All moves of the games are legal.
    for (side, line) in GAMES {
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

/// According to article 5.2.2 of the rules of chess, and to python-chess.
#[test]
fn material_that_cannot_mate() {
    for (placement, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        // f8 and c1 are dark, c8 is light.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/B1B1K3", true),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        ("4k3/8/8/8/8/8/8/4KNN1", false),
        ("4kn2/8/8/8/8/8/8/4KB2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("4k3/8/8/8/8/8/8/Q3K3", false),
    ] {
        let position = Position::from_fen(&format!("{placement} b - -")).expect(placement);
        let ending = Ending::of(Outcome::Open, &position);
        assert_eq!(ending == Some(Ending::Material), dead, "{placement}");
    }
}
