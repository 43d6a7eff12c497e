//! Legal moves, check and FEN in random games, compared with an independent move generator.

use bcp_chess::{Position, START};

use crate::common::{Random, random_game, win_at_chess};
use crate::other::{other, other_moves, other_text};

fn compare(position: &Position) {
    let board = other(position);
    let mut ours: Vec<String> = position.legal_moves().into_iter().map(other_text).collect();
    ours.sort();
    assert_eq!(ours, other_moves(&board), "{}", position.to_fen());
    assert_eq!(
        position.in_check(),
        !board.checkers().is_empty(),
        "{}",
        position.to_fen()
    );
    let again = Position::from_fen(&position.to_fen()).expect("our own FEN");
    assert_eq!(again.to_fen(), position.to_fen());
    assert_eq!(again.key(), position.key(), "{}", position.to_fen());
    assert_eq!(again.balance(), position.balance(), "{}", position.to_fen());
}

#[test]
fn games_from_the_start_position() {
    let mut random = Random(1986);
    let start = Position::from_fen(START).expect("the start position");
    for _ in 0..100 {
        random_game(&start, 150, &mut random).iter().for_each(compare);
    }
}

#[test]
fn games_from_the_test_positions() {
    let mut random = Random(2006);
    for (_, position, _) in win_at_chess() {
        random_game(&position, 40, &mut random).iter().for_each(compare);
    }
}
