//! Mate, stalemate and mates in one.

use bcp_chess::{End, Position, START};

use crate::common::{Random, random_game, win_at_chess};
use crate::other::{other, other_moves, other_text};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Positions, and the reason why the side to play has no legal move.
const ENDS: &[(&str, Option<End>)] = &[
    (START, None),
    // Fool's mate.
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -",
        Some(End::Checkmate),
    ),
    ("R5k1/5ppp/8/8/8/8/8/K7 b - -", Some(End::Checkmate)),
    // The king can go to h7.
    ("R5k1/5pp1/7p/8/8/8/8/K7 b - -", None),
    ("7k/5Q2/6K1/8/8/8/8/8 b - -", Some(End::Stalemate)),
    // The pawn can move.
    ("7k/5Q2/6K1/8/8/p7/8/8 b - -", None),
];

#[test]
fn a_game_is_over_where_there_is_no_move() {
    for &(fen, end) in ENDS {
        assert_eq!(position(fen).end(), end, "{fen}");
    }
    assert_eq!(format!("{} {}", End::Checkmate, End::Stalemate), "checkmate stalemate");
}

/// Positions, and all mates in one in the order of moves: kings, queens, rooks, by ascending square.
const MATES: &[(&str, &[&str])] = &[
    (START, &[]),
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", &["Ra8#"]),
    ("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -", &["Ra8#", "Rb8#"]),
    ("6k1/5ppp/8/8/8/8/5PPP/RQ4K1 w - -", &["Qb8#", "Ra8#"]),
    // Both promotions by capture give check but do not mate.
    ("6br/5Ppk/7p/8/8/8/8/K7 w - -", &["f8=N#"]),
    // Rg2 would mate if it did not leave its own king in check.
    ("6kr/4rp1p/7B/8/8/8/4R3/4K3 w - -", &[]),
    // The side to play is mated.
    ("R5k1/5ppp/8/8/8/8/8/K7 b - -", &[]),
];

#[test]
fn mates_in_one_by_hand() {
    for &(fen, mates) in MATES {
        let position = position(fen);
        let found: Vec<_> = position.mates_in_one().into_iter().map(|m| position.san(m)).collect();
        assert_eq!(
            found.into_iter().collect::<Option<Vec<_>>>().expect("legal moves"),
            mates,
            "{fen}"
        );
    }
}

/// Returns the moves that mate according to the other library.
fn other_mates(position: &Position) -> Vec<String> {
    let board = other(position);
    let mut mates = other_moves(&board);
    mates.retain(|text| {
        let mut next = board.clone();
        next.play(text.parse().expect("its own move"));
        next.status() == cozy_chess::GameStatus::Won
    });
    mates
}

fn compare(position: &Position) {
    let fen = position.to_fen();
    let mut mates: Vec<_> = position.mates_in_one().into_iter().map(other_text).collect();
    mates.sort();
    assert_eq!(mates, other_mates(position), "{fen}");
    let end = match other(position).status() {
        cozy_chess::GameStatus::Won => Some(End::Checkmate),
        cozy_chess::GameStatus::Drawn => Some(End::Stalemate),
        cozy_chess::GameStatus::Ongoing => None,
    };
    assert_eq!(position.end(), end, "{fen}");
}

/// Random games continue until a side has no legal move, so some end in mates.
#[test]
fn ends_of_random_games() {
    let mut random = Random(126);
    let start = position(START);
    let (mut mates, mut ends) = (0, 0);
    for _ in 0..100 {
        let game = random_game(&start, 250, &mut random);
        game.iter().rev().take(20).for_each(compare);
        mates += game
            .iter()
            .filter(|position| !position.mates_in_one().is_empty())
            .count();
        ends += game.iter().filter(|position| position.end().is_some()).count();
    }
    assert!(mates > 20 && ends > 5, "{mates} {ends}");
}

/// The code for mates in one therefore does not affect Table 1.
#[test]
fn no_position_of_win_at_chess_is_a_mate_in_one() {
    for (number, position, _) in win_at_chess() {
        assert_eq!(position.mates_in_one(), [], "position {number}");
        assert!(other_mates(&position).is_empty(), "position {number}");
        assert_eq!(position.end(), None, "position {number}");
    }
}
