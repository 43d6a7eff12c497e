//! Linker scripts as they are read.

use z8000_object::Value;
use z8000_object::link::script::{Pattern, Script};
use z8000_object::link::{Options, link};

/// The value of a number, as a symbol of a program has it.
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
    for (text, message) in [
        (
            "SECTIONS { .a : BIND(5) { } }",
            "x:1: `BIND` is not supported for a section",
        ),
        (
            "PHDRS { t PT_LOAD; }",
            "x:1: COFF has no program headers: leave out `PHDRS`, and `:NAME` behind sections",
        ),
        (
            "SECTIONS {\n .a : { } :text }",
            "x:2: COFF has no program headers: leave out `:NAME` behind the section",
        ),
        ("INCLUDE other", "x:1: other cannot be included here"),
        (
            "REGION_ALIAS(a, rom)",
            "x:1: there is no memory `rom` before this `REGION_ALIAS`",
        ),
        (
            "SECTIONS { .a : { *(SORT(SORT(SORT(.text)))) } }",
            "x:1: sections are sorted by at most two things",
        ),
        (
            "SECTIONS { .a : AT(5) { } AT> ROM }",
            "x:1: a section has a load address, or a memory for it, not both",
        ),
        (
            "SECTIONS { .a (COPY) : { } }",
            "x:1: the section type `COPY` is not supported, `NOLOAD` is",
        ),
        (
            "a = SIZEOF_HEADERS;",
            "x:1: the headers of COFF are not in memory: leave out `SIZEOF_HEADERS`",
        ),
        ("OUTPUT_ARCH(m68k)", "x:1: the processor is z8001 or z8002, not `m68k`"),
        ("/* ", "x:1: this comment does not end"),
        (
            "SECTIONS { .a : { *(.text",
            "x:1: a section, as `.text`, is expected here, not the end of the script: a `}` may be missing",
        ),
        (
            "a b;",
            "x:1: `a` is no command that is supported, and no `=` follows it",
        ),
    ] {
        let error = Script::read("x", text).expect_err(text).to_string();
        assert_eq!(error, message);
    }
    let deep = format!("a = {}1;", "(".repeat(100_000));
    let error = Script::read("x", &deep).expect_err("too deep").to_string();
    assert_eq!(error, "x:1: the expression is nested too deeply");
}

#[test]
fn stars_marks_and_sets() {
    for (pattern, name, expected) in [
        ("*", "", true),
        (".text", ".text", true),
        (".text", ".text1", false),
        (".text*", ".text.main", true),
        ("*.o", "boot.o", true),
        ("*b*.o", "ab.b.o", true),
        ("*b*.o", "acc.o", false),
        ("?oot.o", "boot.o", true),
        ("[a-c]oot.o", "boot.o", true),
        ("[!a-c]oot.o", "boot.o", false),
        ("[]]", "]", true),
        ("a[", "a[", false),
        ("**a", "bca", true),
    ] {
        assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
    }
}
