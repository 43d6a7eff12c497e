//! The words and figures for a value of the search.

use bcp_chess::Colour;
use bcp_driver::Value;

/// Values of the console's reference, and the same in each notation.
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

/// Three plies from the root, White's, to the mate: 1 Qg6 Kh8 2 Qg7.
#[test]
fn a_mate_is_counted_from_where_the_sentence_stands() {
    let mate = Value(124);
    assert_eq!([0, 1, 2, 3].map(|ply| mate.moves(ply)), [2, 1, 1, 0].map(Some));
    assert_eq!(mate.outcome(Colour::White, "", 1), "White mates in 1");
    assert_eq!(mate.elsewhere(Colour::White), "White mates at move 2");
    // 1 ... Kh8 2 Qg7.
    let mated = Value(-125);
    assert_eq!([0, 1].map(|ply| mated.moves(ply)), [1, 1].map(Some));
    assert_eq!(mated.outcome(Colour::Black, "", 0), "White mates in 1");
    assert_eq!(mated.elsewhere(Colour::Black), "White mates at move 2");
    assert_eq!(Value(5).outcome(Colour::Black, "at least ", 3), "Black has at least +5");
    assert_eq!(Value(-127).outcome(Colour::Black, "", 3), "White takes the king");
}
