//! Linker scripts as they are read.

use z8000_object::Value;
use z8000_object::link::script::{Pattern, Script};
use z8000_object::link::{Options, link};

/// The value of a number, as that of a symbol of a program.
fn number(text: &str) -> Option<Value> {
    let script = Script::read("x", &format!("a = {text};")).ok()?;
    let linked = link(Vec::new(), &Options { script, ..Options::default() }).expect("a program");
    let symbol = linked.object.symbols.iter().find(|symbol| &*symbol.name == "a");
    Some(symbol.expect("the symbol").value)
}

#[test]
fn numbers() {
    for (text, value) in [
        ("0x30000", 0x30000),
        ("64k", 0x10000),
        ("1M", 1 << 20),
        ("017", 15),
        ("0", 0),
    ] {
        assert_eq!(number(text), Some(Value::Absolute(value)), "{text}");
    }
    assert_eq!(number("09"), None);
}

#[test]
fn what_is_not_supported_is_named() {
    let rows = include_str!("scripts.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows.collect::<Vec<_>>().chunks(2) {
        let error = Script::read("x", &row[0].replace("\\n", "\n")).expect_err(row[0]);
        assert_eq!(error.to_string(), row[1].trim_start());
    }
    let deep = format!("a = {}1;", "(".repeat(100_000));
    let error = Script::read("x", &deep).expect_err("too deep").to_string();
    assert_eq!(error, "x:1: the expression is nested too deeply");
}

#[test]
fn stars_marks_and_sets() {
    let matching = "* | .text .text | .text* .text.main | *.o boot.o | *b*.o ab.b.o | ?oot.o boot.o | \
        [a-c]oot.o boot.o | []] ] | **a bca";
    let others = ".text .text1 | *b*.o acc.o | [!a-c]oot.o boot.o | a[ a[";
    for (pairs, expected) in [(matching, true), (others, false)] {
        for pair in pairs.split(" | ") {
            let (pattern, name) = pair.split_once(' ').unwrap_or((pair, ""));
            assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }
}
