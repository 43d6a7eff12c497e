//! The words and figures for values of the search.

use bcp_chess::{Colour, Effort, Position};
use bcp_driver::{Mate, Value};

/// The values in the console's reference, in each notation.
#[test]
fn each_notation_says_the_same() {
    for (value, console, printed, words, symbol) in [
        (0, "0", "0", "0", "0"),
        (3, "3", "+3", "+3", "+3"),
        (-2, "-2", "−2", "−2", "-2"),
        (93, "93", "+93", "+93", "+93"),
        (94, "mate 17", "mate 17", "mate in 17", "#17"),
        (124, "mate 2", "mate 2", "mate in 2", "#2"),
        (126, "mate 1", "mate 1", "mate in 1", "#1"),
        (127, "mate", "mate", "mate", "king"),
        (-125, "-mate 1", "−mate 1", "mated in 1", "-#1"),
        (-123, "-mate 2", "−mate 2", "mated in 2", "-#2"),
        (-127, "-mate", "−mate", "mated", "-king"),
    ] {
        let value = Value(value);
        let written = [value.console(), value.printed(), value.words(), value.symbol()];
        assert_eq!(written, [console, printed, words, symbol]);
    }
}

/// Three plies from the root to a mate by White: 1 Qg6 Kh8 2 Qg7.
#[test]
fn a_mate_is_counted_from_where_the_sentence_stands() {
    let mate = Value(124);
    assert_eq!([0, 1, 2, 3].map(|ply| mate.moves(ply)), [2, 1, 1, 0].map(Some));
    assert_eq!(mate.outcome(Colour::White, "", 1), "White mates in 1");
    assert_eq!(mate.elsewhere(Colour::White), "White mates at move 2");
    // The mate after the first move: 1 ... Kh8 2 Qg7.
    let mated = Value(-125);
    assert_eq!([0, 1].map(|ply| mated.moves(ply)), [1, 1].map(Some));
    assert_eq!(mated.outcome(Colour::Black, "", 0), "White mates in 1");
    assert_eq!(mated.elsewhere(Colour::Black), "White mates at move 2");
    assert_eq!(Value(5).outcome(Colour::Black, "at least ", 3), "Black has at least +5");
    assert_eq!(Value(-127).outcome(Colour::Black, "", 3), "White takes the king");
}

/// Philidor's legacy, a mate in two: announced with its length, as the capture of a king, and one move too short.
#[test]
fn a_score_is_a_mate_only_if_the_rules_prove_it() {
    let position = Position::from_fen("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -").expect("a position");
    for (value, score) in [(124, "mate 2"), (127, "mate 2"), (126, "cp 12600"), (122, "mate 3")] {
        let mate = Mate::announced(Value(value), 4, &position, None, Effort::of(10_000));
        assert_eq!(mate.map(|mate| mate.uci()).as_deref(), Some(score), "{value}");
    }
    assert_eq!(Mate::announced(Value(3), 4, &position, None, Effort::of(10_000)), None);
    let after = position
        .play(position.move_from_text("c4g8").expect("a move"))
        .expect("it is legal");
    let mated = Mate::announced(Value(-125), 4, &after, None, Effort::of(10_000));
    assert_eq!(mated.map(|mate| mate.uci()).as_deref(), Some("mate -1"));
}
