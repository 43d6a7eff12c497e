//! Reading linker scripts.

use z8000_object::Value;
use z8000_object::link::script::{Pattern, Script, ScriptInput};
use z8000_object::link::{Options, link};

/// Returns the value that a script gives to a symbol.
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
        ("0X10", 16),
        ("$FF", 255),
        ("0FFh", 255),
        ("17o", 15),
        ("101b", 5),
        ("12d", 12),
        ("0x1b + 0x1d", 0x38),
        ("$1k", 0x400),
        ("0", 0),
    ] {
        assert_eq!(number(text), Some(Value::Absolute(value)), "{text}");
    }
    assert_eq!(number("09"), None);
}

/// Tests every operator and function, after sections at 0x1000 and 0x2000.
#[test]
fn expressions_have_the_values_of_gnu_ld() {
    let rows = include_str!("expressions.tsv").lines();
    for (text, expected) in rows.filter_map(|row| row.split_once('\t')) {
        let script = format!(
            "MEMORY {{ ROM : ORIGIN = 0x1000, LENGTH = 0x200  RAM : ORIGIN = 0x8000, LENGTH = 1k }}
             SECTIONS {{
               .one 0x1000 : {{ BYTE(1) BYTE(2) BYTE(3) inside = .; SHORT(4) BYTE(6) }}
               known = 0x77;
               .two 0x2000 : AT(0x3000) ALIGN(16) {{ SHORT(1) }}
               value = {text};
             }}"
        );
        let script = Script::read("x", &script).expect(text);
        let linked = link(Vec::new(), &Options { script, ..Options::default() }).expect(text);
        let program = &linked.object;
        let symbol = program.symbols.iter().find(|symbol| &*symbol.name == "value");
        let symbol = symbol.expect("the symbol");
        // nm prints 32 bits.
        let value = program.address_of(symbol).expect("a value") as u32;
        let mark = match symbol.value {
            _ if expected.ends_with('?') => " ?",
            Value::Place { .. } => " *",
            _ => "",
        };
        assert_eq!(format!("{value:x}{mark}"), expected, "{text}");
    }
}

/// Symbols that the command line defines before or after a script, and symbols that only the script requests.
#[test]
fn definitions_come_before_or_after() {
    let value = |script: &str, definition: Option<(&str, bool)>| {
        let mut script = Script::read("x", script).expect("a script");
        if let Some((text, after)) = definition {
            script.define(text, after).expect("a definition");
        }
        let linked = link(Vec::new(), &Options { script, ..Options::default() }).expect("a program");
        let symbols = linked.object.symbols.iter();
        let value = symbols
            .filter(|symbol| &*symbol.name == "a")
            .map(|symbol| linked.object.address_of(symbol));
        value.last().flatten()
    };
    assert_eq!(value("a = 1; b = 2;", None), Some(1));
    assert_eq!(value("a = 1; b = 2;", Some(("a=b", true))), Some(2));
    assert_eq!(value("a = 1; b = 2;", Some(("a=5", false))), Some(1));
    assert_eq!(value("a = b + 1;", Some(("b=5", false))), Some(6));
    assert_eq!(value("b = 7; PROVIDE(a = 5);", None), None);
    assert_eq!(value("b = a; PROVIDE(a = 5);", None), Some(5));
    assert_eq!(value("PROVIDE(a = 5); b = a + 1;", None), Some(5));
    assert_eq!(value("a = 5; PROVIDE(a = 6);", None), Some(5));
    for (text, expected) in [
        ("a = 1; a += 2;", 3),
        ("a = 7; a -= 2;", 5),
        ("a = 7; a *= 2;", 14),
        ("a = 7; a /= 2;", 3),
        ("a = 7; a <<= 2;", 28),
        ("a = 7; a >>= 1;", 3),
        ("a = 7; a &= 5;", 5),
        ("a = 4; a |= 3;", 7),
    ] {
        assert_eq!(value(text, None), Some(expected), "{text}");
    }
}

/// The nesting of brackets, functions and operator chains is limited; closed brackets do not count.
#[test]
fn expressions_nest_64_deep() {
    let is_read = |text: String| Script::read("x", &format!("a = {text};")).is_ok();
    for (depth, expected) in [(64, true), (65, false)] {
        assert_eq!(
            is_read(format!("{}1{}", "(".repeat(depth), ")".repeat(depth))),
            expected,
            "{depth} brackets"
        );
        assert_eq!(is_read(format!("{}1", "-".repeat(depth))), expected, "{depth} signs");
        assert_eq!(
            is_read(format!("{}1{}", "ABSOLUTE(".repeat(depth), ")".repeat(depth))),
            expected,
            "{depth} functions"
        );
        assert_eq!(
            is_read(format!("1{}", "+1".repeat(depth))),
            expected,
            "{depth} operators"
        );
        assert_eq!(
            is_read(format!("{}2", "1 ? 1 : ".repeat(depth))),
            expected,
            "{depth} choices"
        );
    }
    let deep = format!("{}1{}", "(".repeat(40), ")".repeat(40));
    assert!(is_read(vec![&*deep; 30].join("+")));
    assert!(is_read(vec!["-(~1)*2"; 20].join("+")));
    assert!(is_read(vec!["MAX(1, 2)+(0?1:2)"; 20].join("*")));
}

/// In a chain of symbols, each defined by the next, every pass finds one address; the linker makes sixteen passes.
#[test]
fn addresses_may_depend_on_later_ones() {
    let linked = |count: usize| {
        let chain: String = (0..count)
            .map(|number| format!("s{number} = s{};", number + 1))
            .collect();
        let script = Script::read("x", &format!("{chain} s{count} = 5;")).expect("a script");
        link(Vec::new(), &Options { script, ..Options::default() }).map_err(|errors| errors.to_string())
    };
    // One pass finds the last address, and one more finds no change.
    assert!(linked(14).is_ok());
    let error = "the addresses in the script depend on each other and do not converge";
    assert_eq!(linked(15).err().as_deref(), Some(error));
    let script = Script::read("x", "SECTIONS { .a : { . = . + 1 + a; } a = SIZEOF(.a); }").expect("a script");
    let linked = link(Vec::new(), &Options { script, ..Options::default() });
    assert_eq!(
        linked.map_err(|errors| errors.to_string()).err().as_deref(),
        Some(error)
    );
}

/// The commands of a script other than its sections.
#[test]
fn commands_of_a_script_are_kept() {
    let text = "OUTPUT(\"a b.out\") OUTPUT_FORMAT(\"coff-z8k\") TARGET(x) SEARCH_DIR(one) SEARCH_DIR(two) ;\n\
                INPUT(a.o, b.o -lc) GROUP(-lx -ly) STARTUP(first.o) INPUT(c.o)\n\
                SECTIONS { .t : { d.o(.text) *(.text) e.o lib:f.o(.text) KEEP(g.o(.x)) } .d : { h?.o(.data) } }";
    let script = Script::read("x", text).expect("a script");
    assert_eq!(script.output.as_deref(), Some("a b.out"));
    assert_eq!(script.folders, ["one", "two"]);
    let file = |name: &str| ScriptInput::File(name.to_owned());
    let inputs = [
        ScriptInput::First("first.o".to_owned()),
        file("a.o"),
        file("b.o"),
        file("-lc"),
        ScriptInput::Group(vec!["-lx".to_owned(), "-ly".to_owned()]),
        file("c.o"),
    ];
    assert_eq!(script.inputs, inputs);
    assert_eq!(script.files().collect::<Vec<_>>(), ["d.o", "e.o", "g.o"]);
}

/// Included scripts replace their `INCLUDE`, and errors give the line in the file that contains them.
#[test]
fn included_scripts_have_their_lines() {
    let files = |name: &str| match name {
        "good.ld" => Ok("one = 1;\n/* INCLUDE no.ld */ two = 2;".to_owned()),
        "bad.ld" => Ok("\n\nthree four;".to_owned()),
        "again.ld" => Ok("INCLUDE again.ld".to_owned()),
        "deep1.ld" => Ok("deep = 1;".to_owned()),
        other => match other.strip_prefix("deep").and_then(|rest| rest.strip_suffix(".ld")) {
            Some(depth) => Ok(format!("INCLUDE deep{}.ld", depth.parse::<u32>().expect("a depth") - 1)),
            None => Err(format!("no {other}")),
        },
    };
    let error = |text: &str| Script::read_with("main.ld", text, &files).expect_err(text).to_string();
    let rows = [
        (
            "a = 1;\nINCLUDE bad.ld\n",
            "bad.ld:3: unsupported command `three`; expected `=` if it is a symbol",
        ),
        (
            "a = 1;\nINCLUDE \"good.ld\"; b c;",
            "main.ld:2: unsupported command `b`; expected `=` if it is a symbol",
        ),
        (
            "/* INCLUDE x */\nINCLUDE good.ld\nINCLUDE good.ld\n\nb c;",
            "main.ld:5: unsupported command `b`; expected `=` if it is a symbol",
        ),
        ("INCLUDE other.ld", "main.ld:1: no other.ld"),
        (
            "INCLUDE again.ld",
            "again.ld:1: cannot include again.ld: scripts can be nested at most 10 levels deep",
        ),
        (
            "INCLUDE deep11.ld",
            "deep2.ld:1: cannot include deep1.ld: scripts can be nested at most 10 levels deep",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(error(text), expected, "{text}");
    }
    // `INCLUDE` in quotes or as a part of a name is not a command.
    for text in [
        "INCLUDE good.ld",
        "INCLUDE deep10.ld",
        "ASSERT(1, \"INCLUDE no.ld\")",
        "INCLUDE.o = 1;",
    ] {
        assert!(Script::read_with("main.ld", text, &files).is_ok(), "{text}");
    }
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
        [a-c]oot.o boot.o | []] ] | **a bca | * x | ? x | [a-c] a | [a-c] c | [!a-c] d | [^a-c] @ | [abx-z] b | [abx-z] x | \
        [abx-z] z | [a-] - | [-a] - | a\\*b a*b | \\? ? | x[0-9]*y x5y | x[0-9]*y x5zzy | *a*b*c aabbc | a* a | [[] [";
    let others = ".text .text1 | *b*.o acc.o | [!a-c]oot.o boot.o | a[ a[ | ? xy | [a-c] ` | [a-c] d | [!a-c] a | [^a-c] c | \
        [abx-z] w | [abx-z] { | a\\*b axb | x[0-9]*y xay | *a*b*c aabb | a ab | ab a | [a] ab | x? x";
    for (pairs, expected) in [(matching, true), (others, false)] {
        for pair in pairs.split(" | ") {
            let (pattern, name) = pair.split_once(' ').unwrap_or((pair, ""));
            assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }
}
