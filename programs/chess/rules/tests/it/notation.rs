//! Moves parsed in any notation, as people, programs and python-chess write them.

use bcp_chess::{Kind, Move, Position, START, SanError, Special};
use proptest::prelude::*;

use crate::common::{Random, random_game};
use crate::data::data;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Returns the notations of a legal move, all of which must be understood.
fn texts(position: &Position, m: Move) -> Vec<String> {
    let san = position.san(m).expect("a legal move");
    let long = position.long_algebraic(m).expect("a legal move");
    let mut texts = vec![
        m.to_string(),
        long.replace(['-', 'x'], "")
            .replace("OO", "O-O")
            .replace("O-OO", "O-O-O"),
        long.replace('-', "\u{2013}").replace("O\u{2013}", "O-"),
        san.replace('x', ""),
        san.replace(['+', '#'], ""),
        format!(" {san}!? "),
        format!("{}++", san.replace('O', "0")),
        san,
        long,
    ];
    match m.special {
        Special::Promotion(kind) => {
            let letter = kind.letter();
            let small = letter.to_ascii_lowercase();
            for other in [format!("{letter}"), format!("({letter})"), format!("={small}")] {
                texts.push(texts[7].replace(&format!("={letter}"), &other));
            }
        }
        Special::EnPassant => {
            texts.push(format!("{} e.p.", texts[7]));
            texts.push(format!("{}ep", texts[0]));
        }
        // The king captures its own rook, as in Chess960.
        Special::Castling => {
            let rook = if m.to.file() == 6 { "h" } else { "a" };
            texts.push(format!("{}{rook}{}", m.from, m.from.rank() + 1));
        }
        Special::None | Special::DoubleStep => {}
    }
    texts
}

#[test]
fn every_way_to_write_a_move_is_read_back() {
    let mut random = Random(300);
    let mut games: Vec<Vec<Position>> = (0..6)
        .map(|_| random_game(&position(START), 120, &mut random))
        .collect();
    games.push(data("moves.tsv").iter().map(|row| position(&row[0])).collect());
    for position in games.iter().flatten() {
        for m in position.legal_moves() {
            for text in texts(position, m) {
                assert_eq!(position.move_from_san(&text), Ok(m), "{text} in {}", position.to_fen());
            }
        }
    }
}

/// Every degree of disambiguation, in positions where it matters, is accepted or rejected as by python-chess.
#[test]
fn texts_are_read_as_python_chess_reads_them() {
    let mut compared = 0;
    for row in data("texts.tsv") {
        let position = position(&row[0]);
        for pair in row[1].split(' ') {
            let (text, theirs) = pair.split_once('|').expect(pair);
            let ours = position.move_from_san(text);
            let named = ours.as_ref().map_or("-".to_string(), Move::to_string);
            assert_eq!(named, theirs, "{text} in {}: {ours:?}", row[0]);
            compared += 1;
        }
    }
    assert!(compared > 1_000, "{compared} texts");
}

/// Position, text, move: texts that python-chess rejects.
const TAKEN_BESIDES: &[(&str, &str, &str)] = &[
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "Ke1-g1", "e1g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "o-o-o", "e1c1"),
    ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "Pa7\u{d7}b8(q)", "a7b8q"),
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4:d5", "e4d5"),
];

#[test]
fn more_is_taken_than_python_chess_takes() {
    for &(fen, text, expected) in TAKEN_BESIDES {
        let position = position(fen);
        assert_eq!(
            position.move_from_san(text),
            Ok(position.move_from_text(expected).expect(fen))
        );
    }
}

#[test]
fn what_is_no_move_is_refused_with_the_reason() {
    let rooks = position("4k3/8/8/8/8/8/R6R/4K3 w - -");
    let none = [
        "",
        " ",
        "+",
        "e",
        "x",
        "=Q",
        "Rq2",
        "Rz9d2",
        "\u{e9}\u{e9}",
        "R\u{e9}2",
        "e8()",
        "e8(Q",
        "e.p.",
        "O-O-O-O",
        "e8=K",
        "--e4",
        "\u{2013}",
    ];
    let pawn = position("4k3/P7/8/8/8/8/8/4K3 w - -");
    type Refused<'t> = (&'t Position, fn(String) -> SanError, &'t [&'t str]);
    let refused: [Refused; 5] = [
        (&rooks, SanError::Syntax, &none),
        (
            &rooks,
            SanError::Illegal,
            &["Qd2", "e4", "O-O", "a2h2", "e1g1", "Ra2xd2=Q"],
        ),
        (&rooks, SanError::Ambiguous, &["Rd2"]),
        (&rooks, SanError::Null, &["--", "Z0", "0000", "@@@@", "--!?"]),
        (&pawn, SanError::Promotion, &["a8", "a7a8", "a7-a8+"]),
    ];
    for (position, error, texts) in refused {
        for text in texts {
            assert_eq!(position.move_from_san(text), Err(error((*text).to_owned())), "{text}");
        }
    }
    let queen = pawn.move_from_san("a8Q").expect("a legal move");
    assert_eq!(queen.special, Special::Promotion(Kind::Queen));
}

proptest! {
    #[test]
    fn any_text_is_a_move_or_an_error(text in "\\PC{0,12}", near in "[KQRBNPa-h1-8x:=()qO0.e+#-]{0,9}") {
        for fen in [START, "r3k2r/1P4P1/8/2pP4/8/8/8/R3K2R w KQkq c6"] {
            let position = position(fen);
            for text in [&text, &near] {
                if let Ok(m) = position.move_from_san(text) {
                    prop_assert!(position.legal_moves().contains(&m), "{text}");
                }
            }
        }
    }
}
