//! Values of expressions, determined by hand or by GNU as, and texts that are not expressions.

use proptest::prelude::*;
use z8000_debugger::breakpoint::Message;
use z8000_debugger::expression::{Expression, Place, Test};
use z8000_debugger::program::Program;
use z8000_debugger::session::Session;

use crate::common::{HEAD, program};

fn session() -> Session {
    let source = "start: halt\n .data\n .org 0x1000\nvalue: .word 0xfff0, 0x1234\nc: .byte 0x81\n .equ SIZE, 34\n";
    let mut session = Session::new(program(&format!("{HEAD}{source}")), 4_000_000);
    session.set(Place::Long(2), 0x1234_ff81);
    session.set(Place::Fcw, 0x40c0);
    session
}

/// Checks the rows of a table: each is a value and an expression.
fn check(table: &str) {
    let session = session();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for (value, text) in rows.filter_map(|row| row.split_once('\t')) {
        let number = session.evaluate(text).map(|value| value.number.to_string());
        assert_eq!(number.as_deref(), Ok(value), "{text}");
    }
}

#[test]
fn values_are_those_worked_out_by_hand() {
    check(include_str!("expressions.tsv"));
}

#[test]
fn values_are_those_of_gnu_as() {
    check(include_str!("../../../../../assembler/tests/expressions.tsv"));
}

#[test]
fn wrong_expressions_are_refused_where_they_are_wrong() {
    let session = session();
    let texts = [
        "", "1 +", "(1", "1)", "r16", "rr3", "vlaue", "12z", "1 # 2", "fcw.q", "bite(1)",
    ];
    let wrong = [0..0, 3..3, 2..2, 1..2, 0..3, 0..3, 0..5, 0..3, 2..3, 0..5, 0..4];
    for (text, at) in texts.into_iter().zip(wrong) {
        let error = session.evaluate(text).expect_err(text);
        assert_eq!(error.span, at, "{text}: {error}");
    }
    assert!(session.evaluate("1 / (r0 - r0)").is_err());
    assert!(session.evaluate("1 % 0").is_err());
    assert!(session.evaluate("1 << -1").is_err());
}

/// The text before, between and after the values is kept.
#[test]
fn messages_are_filled_with_values() {
    let session = session();
    for (text, filled) in [
        ("", ""),
        ("no value", "no value"),
        ("{word(value + 2)}", "4660"),
        ("before {rl3} behind", "before 129 behind"),
        ("signed {s(rl3)}", "signed -127"),
        ("{SIZE}, {SIZE * 2}; }", "34, 68; }"),
    ] {
        let message = Message::new(text, session.program()).expect(text);
        assert_eq!(message.filled(session.view()), filled);
    }
    for (text, at) in [("a {b", 2..4), ("{1} {r16}", 5..8)] {
        let error = Message::new(text, session.program()).expect_err(text);
        assert_eq!(error.span, at, "{text}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let session = session();
    for text in ["(".repeat(100_000), "-".repeat(100_000), "[".repeat(100_000)] {
        assert!(session.evaluate(&text).is_err());
    }
    assert!(session.evaluate(&format!("1{}", "+1".repeat(100_000))).is_err());
    assert_eq!(
        session
            .evaluate(&format!("1{}", "+1".repeat(400)))
            .map(|value| value.number),
        Ok(401)
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    let session = session();
    let check = |place: &str, value: i64| {
        let expression = Expression::new(place, session.program()).expect("an expression");
        let place = expression.place(session.view()).expect("a place");
        place.check(value, false).map_err(|error| error.to_string())
    };
    let fits: [(&str, &[i64]); 7] = [
        ("r1", &[-0x8000, 0xFFFF]),
        ("rl1", &[-0x80, 0xFF]),
        ("rr2", &[-0x8000_0000, 0xFFFF_FFFF]),
        ("rq4", &[i64::MIN, i64::MAX]),
        ("pc", &[0, 0xFFFE]),
        ("fcw.z", &[-1, 0, 1]),
        ("byte(5)", &[-0x80, 0xFF]),
    ];
    for (place, values) in fits {
        for value in values {
            assert_eq!(check(place, *value), Ok(()), "{place} = {value}");
        }
    }
    let refused = [
        ("r1", 99_999, "99999 is out of range: expected -32768 to 65535"),
        ("r1", -0x8001, "-32769 is out of range: expected -32768 to 65535"),
        ("rh0", 256, "256 is out of range: expected -128 to 255"),
        (
            "long(4)",
            1 << 32,
            "4294967296 is out of range: expected -2147483648 to 4294967295",
        ),
        ("pc", 3, "0x3 is odd: instructions must begin at even addresses"),
        ("pc", 0x1_0000, "65536 is out of range: expected 0 to 65535"),
        ("fcw.z", 2, "2 is out of range: expected 0 to 1"),
    ];
    for (place, value, message) in refused {
        assert_eq!(check(place, value), Err(message.to_owned()), "{place}");
    }
}

/// Every prepared test, whether or not it consists of comparisons, agrees with the expression from which it was made.
#[test]
fn a_test_holds_where_its_expression_does() {
    let mut session = Session::new(small(), 1);
    let texts = [
        ("r3 == 5", true),
        ("r3 != 5", true),
        ("r3 <> 65535", true),
        ("r3 < 6", true),
        ("r3 <= -1", true),
        ("r3 > 5", true),
        ("s(r3) >= -1", true),
        ("s(r3) < 2 + 3 && r4 == 7 && r3 != 0", true),
        ("5 == r3", false),
        ("r3 == r4", false),
        ("r3 == 5 || r4 == 7", false),
        ("rl3 == 5", false),
        ("10 / r3 > 1", false),
    ];
    for (text, ready) in texts {
        let expression = Expression::new(text, session.program()).expect(text);
        let test = Test::new(&expression);
        assert_eq!(!matches!(test, Test::Other(_)), ready, "{text}");
        for (r3, r4) in [(0, 0), (5, 7), (6, 7), (4, 5), (0xFFFF, 7), (0x8000, 7), (0x0105, 5)] {
            session.set(Place::Word(3), r3);
            session.set(Place::Word(4), r4);
            let holds = expression.holds(session.view()).unwrap_or(true);
            assert_eq!(test.holds(session.view()), holds, "{text} with r3 = {r3:#x}, r4 = {r4}");
        }
    }
}

fn small() -> Program {
    program(&format!("{HEAD}start: halt\n"))
}

/// Checks that the text has a value, or an error with a message and a range within the text.
fn has_value_or_error(text: &str) {
    let session = Session::new(small(), 1);
    let expression = Expression::new(text, session.program());
    let value = expression.clone().and_then(|it| it.value(session.view()).map(|_| ()));
    let place = expression.and_then(|it| it.place(session.view()).map(|_| ()));
    for error in [value, place].into_iter().filter_map(Result::err) {
        assert!(text.get(error.span.clone()).is_some(), "{text:?}: {:?}", error.span);
        assert!(!error.message.is_empty(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_much(text in "[ -~äß\u{1F600}]{0,40}") {
        has_value_or_error(&text);
    }

    #[test]
    fn no_mix_of_words_is_too_much(words in proptest::collection::vec(
        proptest::sample::select(vec!["r1", "(", ")", "[", "]", "-", "!", "<<", "/", "%", "0", "9223372036854775807", "word", "s", "start", "&&"]), 0..30)
    ) {
        has_value_or_error(&words.join(" "));
    }
}
