//! Errors and warnings: their number, their order, and the text that each shows.

use std::iter::repeat_n;

use z8000_asm::{Diagnostics, Examination, Memory, Options, Syntax, assemble, convert, examine};

/// Returns the result of examining a source that may include `b.s`.
fn examined(text: &str, included: &str) -> Examination {
    let sources = Memory::new([("a.s", text), ("b.s", included)]);
    examine(&sources, "a.s", &Options::default())
}

/// A file name and a line number.
type Place<'a> = (&'a str, u32);

/// Returns the file and line of each diagnostic.
fn places(diagnostics: &Diagnostics) -> Vec<Place<'_>> {
    let list = diagnostics.list.iter();
    list.map(|one| (one.file.as_str(), one.line)).collect()
}

/// A hundred errors stop the assembly. Only the first hundred warnings are shown; the rest are counted, and do not
/// affect errors.
#[test]
fn a_hundred_of_each_are_shown() {
    for (warnings, shown, more) in [(99, 99, 0), (100, 100, 0), (101, 100, 1), (130, 100, 30)] {
        let text: String = repeat_n(".warning \"w\"\n", warnings).chain(["wrong\n"]).collect();
        let found = examined(&text, "");
        assert_eq!(
            places(&found.errors),
            [("a.s", warnings as u32 + 1)],
            "{warnings} warnings"
        );
        let warned = &found.assembly.warnings;
        assert_eq!((warned.list.len(), warned.more), (shown, more), "{warnings} warnings");
    }
    for (errors, shown) in [(99, 99), (100, 100), (101, 100), (130, 100)] {
        let found = examined(&"wrong\n".repeat(errors), "");
        assert_eq!(
            (found.errors.list.len(), found.errors.more),
            (shown, 0),
            "{errors} errors"
        );
    }
    // Errors in statements that had to wait for a symbol count, too.
    let late = examined(&format!("{}{}", "wrong\n".repeat(60), ".word later\n".repeat(60)), "");
    assert_eq!(late.errors.list.len(), 100);
}

/// Only macros and repetitions drop repeated errors; elsewhere every fault is reported.
#[test]
fn the_same_error_is_dropped_in_expansions_only() {
    let cases: [(&str, &str, &[Place]); 8] = [
        ("wrong; wrong\n", "", &[("a.s", 1), ("a.s", 1)]),
        ("wrong\nwrong\n", "", &[("a.s", 1), ("a.s", 2)]),
        (
            ".include \"b.s\"\n.include \"b.s\"\n",
            "wrong\n",
            &[("b.s", 1), ("b.s", 1)],
        ),
        (".macro m\nwrong\n.endm\nm\nm\n", "", &[("a.s", 2)]),
        (".rept 3\nwrong\nwrong\n.endr\n", "", &[("a.s", 2), ("a.s", 3)]),
        // A different message, or the same line of another file, is reported.
        (".irp x,a,b,a\n\\x\n.endr\n", "", &[("a.s", 2), ("a.s", 2)]),
        (
            ".rept 2\nwrong\n.endr\n.include \"b.s\"\n",
            ".rept 2\nwrong\n.endr\n",
            &[("a.s", 2), ("b.s", 2)],
        ),
        // A warning does not hide an error in the same line.
        (
            ".macro m x\n.if \\x\n.warning \"w\"\n.else\n.error \"w\"\n.endif\n.endm\nm 1\nm 0\nm 0\n",
            "",
            &[("a.s", 5)],
        ),
    ];
    for (text, included, expected) in cases {
        assert_eq!(places(&examined(text, included).errors), expected, "{text}");
    }
    let warned = examined(".rept 3\n.warning \"w\"\n.endr\n.warning \"w\"; .warning \"w\"\n", "");
    assert_eq!(places(&warned.assembly.warnings), [("a.s", 2), ("a.s", 4), ("a.s", 4)]);
}

/// Ten thousand repeated errors stop the assembly, which would otherwise waste time.
#[test]
fn many_repeated_errors_end_the_run() {
    for (rounds, lines) in [(10_000, 2), (10_001, 1)] {
        let found = examined(&format!(".rept {rounds}\nwrong\n.endr\nlast\n"), "");
        assert_eq!(found.errors.list.len(), lines, "{rounds} rounds");
    }
    // Warnings do not stop the assembly.
    let warned = examined(".rept 10002\n.warning \"w\"\n.endr\nlast\n", "");
    assert_eq!(places(&warned.errors), [("a.s", 4)]);
}

/// Includes and expansions nest 64 deep, and expansions make a million lines in all.
#[test]
fn expansions_and_includes_have_limits() {
    let message = |text: &str, included: &str| {
        let errors = examined(text, included).errors;
        errors.list.into_iter().next().map(|error| error.message)
    };
    for (depth, expected) in [
        (64, None),
        (65, Some("include files are nested more than 64 levels deep")),
    ] {
        let text = ".equ depth,0\n.include \"b.s\"\n";
        let included = format!(".set n,depth+1\n.equ depth,n\n.if depth < {depth}\n.include \"b.s\"\n.endif\n");
        assert_eq!(message(text, &included).as_deref(), expected);
    }
    for (depth, expected) in [
        (64, None),
        (
            65,
            Some("macros and repeated blocks are nested more than 64 levels deep"),
        ),
    ] {
        let text = format!(".macro m n\n.if \\n\nm \\n-1\n.endif\n.endm\nm {depth}-1\n");
        assert_eq!(message(&text, "").as_deref(), expected);
    }
    for (lines, expected) in [
        (1_000_000, None),
        (
            1_000_001,
            Some("macros and repeated blocks produce more than 1000000 lines"),
        ),
    ] {
        assert_eq!(message(&format!(".rept {lines}\n\n.endr\n"), "").as_deref(), expected);
    }
}

/// A segment may be full; the line that exceeds its end is reported, whatever the order of its subsections.
#[test]
fn segments_end_at_64_kb() {
    let cases: [(&str, &[Place]); 5] = [
        (".z8001\n.space 0x10000\n", &[]),
        (".z8001\n.space 0xffff\n.byte 1,2\n", &[("a.s", 3)]),
        (".z8001\n.space 0x10002\n", &[("a.s", 2)]),
        (
            ".z8001\n.section more,1\n.space 0x10\n.section more\n.space 0x10008\n",
            &[("a.s", 5)],
        ),
        (".z8002\n.space 0x10002\n", &[]),
    ];
    for (text, expected) in cases {
        assert_eq!(places(&examined(text, "").errors), expected, "{text}");
    }
}

/// Faults that are only found at the end of the source are reported at their own lines. Unclosed blocks follow, and
/// then faults without a line.
#[test]
fn errors_are_in_the_order_of_the_source() {
    let text = "\t.word later\nwrong\n\t.equ a,b\n\t.word a\nworse\n\t.if 1\n\t.org 0\n\t.word 1\n/* open\n";
    let lines: Vec<u32> = examined(text, "").errors.list.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 3, 5, 8, 6, 9]);
    let options = Options {
        symbols: vec![("r1".to_owned(), 1)],
        further: vec!["none.s".to_owned()],
        ..Options::default()
    };
    let errors = assemble(&Memory::new([("a.s", "wrong\n")]), "a.s", &options).expect_err("errors");
    let messages: Vec<&str> = errors.list.iter().map(|error| error.message.as_str()).collect();
    let register = "`r1` is a register name";
    let expected = [
        "unknown instruction, directive or macro `wrong`",
        register,
        "file `none.s` does not exist",
    ];
    assert_eq!(messages, expected);
}

/// Warnings are sorted as well, including those about unused labels: one in the middle of a line, and one in a long
/// line.
#[test]
fn warnings_are_in_the_order_of_the_source() {
    let long = format!("c: nop {}\n", "/**/".repeat(3000));
    let text = format!("a: nop\n.warning \"w\"\n  b: .warning \"v\"\n{long}.warning \"u\"\nd: nop\n");
    let warned = examined(&text, "").assembly.warnings;
    let found: Vec<(u32, &str, usize)> = warned
        .list
        .iter()
        .map(|warning| (warning.line, &*warning.message, warning.span.start))
        .collect();
    let expected = [
        (1, "label `a` is never used", 0),
        (2, "w", 0),
        (3, "v", 5),
        (3, "label `b` is never used", 2),
        (4, "label `c` is never used", 0),
        (5, "u", 0),
        (6, "label `d` is never used", 0),
    ];
    assert_eq!(found, expected);
    let place = |text: &str| {
        let warned = examined(text, "").assembly.warnings;
        let [warning] = &warned.list[..] else {
            panic!("one warning for {text:?}");
        };
        warning.span.clone()
    };
    assert_eq!(place("long: nop\n"), 0..4);
    assert_eq!(place("nop; b: nop\n"), 5..6);
}

#[test]
fn the_number_of_errors_ends_them() {
    let last = |text: &str| examined(text, "").errors.to_string().lines().last().map(str::to_owned);
    assert_eq!(last("wrong\n").as_deref(), Some("1 error"));
    assert_eq!(last("wrong\nwrong\n").as_deref(), Some("2 errors"));
    let warnings = |count: usize| {
        examined(&".warning \"w\"\n".repeat(count), "")
            .assembly
            .warnings
            .to_string()
    };
    assert!(warnings(1).ends_with("\n1 warning"));
    assert!(warnings(100).ends_with("\n100 warnings"));
    assert!(warnings(103).ends_with("\n100 warnings, and 3 more"));
}

/// The column counts characters; very long lines and messages are shortened.
#[test]
fn long_lines_are_cut() {
    let error = |text: &str| examined(text, "").errors.list.swap_remove(0);
    assert_eq!(error("\tld r1,{\n").column(), 8);
    assert_eq!(error("/* \u{e9}\u{e9} */ wrong\n").column(), 10);
    for (before, after, cut) in [(400, 390, 810), (500, 500, 820)] {
        let text = format!("{}wrong/*{}*/\n", " ".repeat(before), "x".repeat(after));
        let shown = error(&text).to_string();
        let longest = shown.lines().map(str::len).max().unwrap_or(0);
        assert!(longest <= cut, "{longest} of {}", text.len());
        assert!(shown.contains("wrong"), "{shown}");
    }
    let name = "x".repeat(400);
    let title = error(&name).to_string().lines().next().unwrap_or_default().to_owned();
    // The line has 300 characters; 41 of them precede the name.
    let name = "x".repeat(259);
    assert_eq!(
        title,
        format!("error: unknown instruction, directive or macro `{name}...")
    );
}

/// Notes list the calls and includes that lead to a line; at most six are shown.
#[test]
fn notes_name_the_way_to_a_line() {
    let notes = |text: &str, included: &str| examined(text, included).errors.list.swap_remove(0).notes;
    assert_eq!(
        notes(".include \"b.s\"\n", ".macro m\nwrong\n.endm\n\tm\n"),
        ["in the expansion of macro `m` at b.s:4", "included at a.s:1"]
    );
    for (depth, shown, left_out) in [
        (6, 6, None),
        (7, 7, Some("1 more levels omitted")),
        (9, 7, Some("3 more levels omitted")),
    ] {
        let nested: String = (1..depth)
            .map(|n| format!(".macro m{n}\nm{}\n.endm\n", n - 1))
            .collect();
        let notes = notes(&format!(".macro m0\nwrong\n.endm\n{nested}m{}\n", depth - 1), "");
        assert_eq!(notes.len(), shown, "{notes:?}");
        assert_eq!(
            notes
                .get(5)
                .filter(|note| note.ends_with("omitted"))
                .map(String::as_str),
            left_out
        );
        assert_eq!(
            notes[shown - 1],
            format!("in the expansion of macro `m{}` at a.s:{}", depth - 1, 3 * depth + 1)
        );
    }
}

/// A conversion reports every line that it cannot write.
#[test]
fn conversions_have_all_their_errors() {
    let sources = Memory::new([("a.s", "\t.word\t12x\n\tret\n\t.byte\t9o\n")]);
    let errors = convert(&sources, "a.s", Syntax::Asz8k, false).expect_err("errors");
    assert_eq!(places(&errors), [("a.s", 1), ("a.s", 3)]);
}
