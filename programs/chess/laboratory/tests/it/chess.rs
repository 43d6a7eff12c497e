//! The laboratory's fast board, compared with an independent move generator and with the board of 1986.

use bcp_chess::{self, Position, START};
use bcp_laboratory::chess::{Chess, Evaluation, PackedMove};
use bcp_laboratory::{ChessLike, Game};

use crate::common::{Random, random_game, win_at_chess};
use crate::other::{other, other_moves, other_text};

fn leaves(chess: &mut Chess, depth: u32, lists: &mut Vec<Vec<PackedMove>>) -> u64 {
    let mut moves = lists.pop().unwrap_or_default();
    moves.clear();
    chess.moves(&mut moves);
    let count = if depth == 1 {
        moves.len() as u64
    } else {
        let mut count = 0;
        for &m in &moves {
            chess.make(m);
            count += leaves(chess, depth - 1, lists);
            chess.unmake();
        }
        count
    };
    lists.push(moves);
    count
}

#[test]
fn leaves_are_as_published() {
    let mut counted = 0;
    for line in include_str!("../../../suite/positions/perft.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, fen, counts] = fields[..] else {
            panic!("three fields: {line}")
        };
        let mut chess = Chess::from(&Position::from_fen(fen).expect(name));
        for (depth, expected) in (1..).zip(counts.split(' ')) {
            let count = leaves(&mut chess, depth, &mut Vec::new());
            assert_eq!(count.to_string(), expected, "{name}, depth {depth}");
            counted += 1;
        }
    }
    assert_eq!(counted, 30);
}

/// Compares a position reached by moves with the same position set up directly.
fn compare(chess: &mut Chess, position: &Position) {
    let (fen, other) = (position.to_fen(), other(position));
    let mut moves = Vec::new();
    chess.moves(&mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&m| other_text(m.into())).collect();
    texts.sort();
    assert_eq!(texts, other_moves(&other), "{fen}");
    assert_eq!(chess.in_check(), !other.checkers().is_empty(), "{fen}");
    assert_eq!(chess.in_check(), position.in_check(), "{fen}");

    let mut ours: Vec<bcp_chess::Move> = moves.iter().map(|&m| m.into()).collect();
    let mut legal = position.legal_moves();
    ours.sort_by_key(ToString::to_string);
    legal.sort_by_key(ToString::to_string);
    assert_eq!(ours, legal, "{fen}");
    assert!(moves.iter().all(|&m| PackedMove::from(bcp_chess::Move::from(m)) == m));

    let mut captures = Vec::new();
    chess.captures(&mut captures);
    let wanted = |m: &PackedMove| {
        let m = bcp_chess::Move::from(*m);
        let gain = position.captures(0).into_iter().find(|c| c.m == m);
        gain.is_some()
    };
    assert!(captures.iter().all(wanted), "{fen}");
    let legal_captures = moves.iter().filter(|m| wanted(m)).count();
    assert_eq!(captures.len(), legal_captures, "{fen}");
    let mut quiets = Vec::new();
    chess.quiets(&mut quiets);
    captures.extend(quiets);
    assert_eq!(captures, moves, "{fen}");

    let is_capture = |m: &PackedMove| chess.mvv_lva(*m) > 0;
    assert!(moves[..legal_captures].iter().all(is_capture), "{fen}");
    assert!(!moves[legal_captures..].iter().any(is_capture), "{fen}");

    let mut anew = Chess::from(position);
    assert_eq!(chess.key(), anew.key(), "{fen}");
    for evaluation in [Evaluation::Material, Evaluation::Squares] {
        let mut same = chess.clone().with_evaluation(evaluation);
        anew = anew.with_evaluation(evaluation);
        assert_eq!(same.evaluate(), anew.evaluate(), "{fen}");
    }
    assert_eq!(
        anew.with_evaluation(Evaluation::Material).evaluate(),
        material(position),
        "{fen}"
    );
}

/// Counts the material in hundredths of a pawn for the side to play, piece by piece.
fn material(position: &Position) -> i32 {
    let pieces = bcp_chess::Square::all().filter_map(|square| position.piece_on(square));
    pieces
        .map(|piece| {
            let value = match piece.kind.letter() {
                'P' => 100,
                'N' => 320,
                'B' => 330,
                'R' => 500,
                'Q' => 950,
                _ => 0,
            };
            if piece.colour == position.side_to_play() {
                value
            } else {
                -value
            }
        })
        .sum()
}

/// Plays a random game, comparing each position, and undoes it to its beginning.
fn game(start: &Position, plies: usize, random: &mut Random) {
    let positions = random_game(start, plies, random);
    let mut chess = Chess::from(start);
    compare(&mut chess, start);
    for pair in positions.windows(2) {
        let leads_there = |m: &bcp_chess::Move| pair[0].play(*m).as_ref() == Some(&pair[1]);
        let m = pair[0].legal_moves().into_iter().find(leads_there);
        chess.make(m.expect("a legal move leads there").into());
        compare(&mut chess, &pair[1]);
    }
    for before in positions.iter().rev().skip(1) {
        chess.unmake();
        compare(&mut chess, before);
    }
}

#[test]
fn games_from_the_start_position() {
    let mut random = Random(1986);
    let start = Position::from_fen(START).expect("the start position");
    for _ in 0..50 {
        game(&start, 150, &mut random);
    }
}

#[test]
fn games_from_the_test_positions() {
    let mut random = Random(2006);
    for (_, position, _) in win_at_chess() {
        game(&position, 40, &mut random);
    }
}

#[test]
fn a_null_move_changes_only_the_side_to_play() {
    for (_, position, _) in win_at_chess() {
        if position.in_check() {
            continue;
        }
        let mut chess = Chess::from(&position);
        let (key, value) = (chess.key(), chess.evaluate());
        chess.make_null();
        let fen = position.to_fen();
        let swapped = match fen.split_once(" w ") {
            Some((board, rest)) => format!("{board} b {rest}"),
            None => fen.replacen(" b ", " w ", 1),
        };
        let fields: Vec<&str> = swapped.split(' ').collect();
        let swapped = format!("{} -", fields[..3].join(" "));
        let other = Position::from_fen(&swapped).expect(&swapped);
        compare(&mut chess, &other);
        assert_eq!(chess.evaluate(), -value);
        chess.unmake_null();
        assert_eq!(chess.key(), key);
        compare(&mut chess, &position);
    }
}

/// A move of another position of the game is legal if and only if the list contains it.
#[test]
fn moves_of_other_positions_are_legal_or_not_as_the_list_says() {
    let mut random = Random(1999);
    let mut legal = 0;
    for (_, position, _) in win_at_chess() {
        let games = random_game(&position, 30, &mut random);
        let lists: Vec<Vec<PackedMove>> = games
            .iter()
            .map(|position| position.legal_moves().into_iter().map(PackedMove::from).collect())
            .collect();
        for (position, list) in games.iter().zip(&lists) {
            let (chess, fen) = (Chess::from(position), position.to_fen());
            for &m in lists.iter().flatten() {
                assert_eq!(chess.is_legal(m), list.contains(&m), "{m} in {fen}");
                legal += u32::from(list.contains(&m));
            }
        }
    }
    assert!(legal > 100_000, "{legal}");
}
