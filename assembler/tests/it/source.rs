//! Lines of source: their comments, statements and tokens, their expansion by macros, and their directives.

use z8000_asm::lexer::{Kind, tokens};
use z8000_asm::{
    AddressSpace, Examination, LinePart, Memory, Options, Syntax, assemble, directive, directives, examine, line_parts,
};

fn examined(source: &str) -> Examination {
    examine(&Memory::new([("p.s", source)]), "p.s", &Options::default())
}

/// Returns the statements of macros and repetitions, which no longer have comments.
fn made(source: &str) -> Vec<String> {
    let assembly = examined(source).assembly;
    let lines = assembly.lines.iter().filter(|line| line.origin.expansion.is_some());
    lines.map(|line| assembly.text(line).to_owned()).collect()
}

/// Returns the statements of some lines.
fn statements(lines: &str) -> Vec<String> {
    made(&format!(".rept 1\n{lines}\n.endr\n"))
}

#[test]
fn comments_go() {
    assert_eq!(statements("ld r1,r2 ! why"), ["ld r1,r2"]);
    assert_eq!(statements("ldb rl0,#'!' ! x"), ["ldb rl0,#'!'"]);
    assert_eq!(statements(".ascii \"!\" ! x"), [".ascii \"!\""]);
    assert_eq!(statements("a /* b\nc */ d"), ["a", "     d"]);
    assert_eq!(statements("nop !==== x"), ["nop"]);
    assert_eq!(statements("a/2 ! x"), ["a/2"]);
    // A condition is not listed, but it is shown if it is wrong.
    let condition = examined(".rept 1\n.if a != b ! x\n.endif\n.endr\n").errors;
    assert_eq!(condition.list[0].text, ".if a != b");
}

#[test]
fn semicolons_part_statements() {
    assert_eq!(statements("nop; ret ! x;y"), ["nop", "     ret"]);
    assert_eq!(statements("ldb rl0,#';'; ret"), ["ldb rl0,#';'", "              ret"]);
    let text = ".ascii \";\"";
    assert_eq!(statements(text), [text]);
}

#[test]
fn parts_cover_the_line() {
    let lines = [
        "ld r1,r2 ! why",
        "a /* b */ c; d /* e",
        "f */ g ! h",
        "# 1",
        "nop;ret;",
        "ldb rl0,#'!' /*/ x */",
        "\u{e9}: .ascii \"/*\" /* \u{e9} */",
    ];
    let mut open = false;
    for line in lines {
        let mut at = 0;
        for part in line_parts(line, &mut open) {
            let range = match part {
                LinePart::Code(range) | LinePart::Comment(range) => range,
                LinePart::Separator(at) => at..at + 1,
            };
            assert_eq!(range.start, at, "{line:?}");
            at = range.end;
        }
        assert_eq!(at, line.len(), "{line:?}");
    }
    let parts = line_parts("a /* b */ c;d ! e", &mut false);
    let expected = "[Code(0..2), Comment(2..9), Code(9..11), Separator(11), Code(12..14), Comment(14..17)]";
    assert_eq!(format!("{parts:?}"), expected);
}

fn kinds(line: &str) -> Vec<Kind<'_>> {
    let tokens = tokens(line).expect("tokens");
    tokens.into_iter().map(|token| token.kind).collect()
}

#[test]
fn numbers_in_every_radix() {
    let numbers = [Kind::Number(26), Kind::Number(5), Kind::Number(65)];
    assert_eq!(kinds("0x1A 0b101 'A'"), numbers);
}

#[test]
fn local_labels_are_not_numbers() {
    assert_eq!(kinds("1f 12b"), [Kind::Local(1, false), Kind::Local(12, true)]);
    assert_eq!(kinds("0x1f"), [Kind::Number(31)]);
}

#[test]
fn escapes() {
    assert_eq!(kinds(r#""a\n\x41\101\\""#), [Kind::Text(b"a\nAA\\".to_vec())]);
    // As in GNU as: the last two digits of \x count, the bits of three octal digits that fit, and the letter itself
    // after any other backslash.
    assert_eq!(kinds(r#""\x1234\7\777\q!""#), [Kind::Text(b"\x34\x07\xffq!".to_vec())]);
    assert_eq!(kinds(r#""\r\t\b\f""#), [Kind::Text(vec![13, 9, 8, 12])]);
    // Characters beyond ASCII keep their bytes in UTF-8.
    assert_eq!(
        kinds("\"\u{e9}!\u{20ac}\""),
        [Kind::Text(vec![0xC3, 0xA9, b'!', 0xE2, 0x82, 0xAC])]
    );
}

#[test]
fn nonsense_is_pointed_at() {
    for line in ["ld r1,{", "12h", "0x", "\"abc", "'"] {
        assert!(tokens(line).is_err(), "{line}");
    }
}

#[test]
fn arguments_split_at_commas_and_blanks() {
    let split = |arguments: &str| made(&format!(".irp x,{arguments}\n[\\x]\n.endr\n"));
    assert_eq!(split(" a, 4(r1) ,\"x,y\""), ["[a]", "[4(r1)]", "[x,y]"]);
    assert_eq!(split("1 2 \"a b\""), ["[1]", "[2]", "[a b]"]);
    assert_eq!(split("a + 1, b"), ["[a+1]", "[b]"]);
    assert_eq!(split(", 4"), ["[]", "[4]"]);
    // Arguments are not split at spaces in brackets or in quotes, but are after them; a bracket is only closed by its
    // own kind.
    assert_eq!(split("(a b)c d"), ["[(a b)c]", "[d]"]);
    assert_eq!(split("[(a b)c d]e f"), ["[[(a b)c d]e]", "[f]"]);
    assert_eq!(split("(a]b c)d e"), ["[(a]b c)d]", "[e]"]);
    assert_eq!(split("[a)b c]d e"), ["[[a)b c]d]", "[e]"]);
    assert_eq!(split("a\"b c\"d e"), ["[a\"b c\"d]", "[e]"]);
    let nothing = examined(".irp   \n.endr\n").errors;
    assert_eq!(nothing.list[0].message, "expected a name");
}

#[test]
fn parameters_are_put_in() {
    let source = ".macro n\n.endm\n.rept 7\nn\n.endr\n\
                  .macro m a,ab\nx\\a y\\ab z\\@ \\()w \\c\n.endm\nm 1,2\n";
    // A line with a remaining backslash is not a statement.
    assert_eq!(examined(source).errors.list[0].text, r"x1 y2 z7 w \c");
}

#[test]
fn empty_arguments_take_the_default() {
    let called = |call: &str| {
        let source = format!(".macro fill byte=7, count:req\n.byte \\byte,\\count\n.endm\n{call}\n");
        assemble(&Memory::new([("p.s", source.as_str())]), "p.s", &Options::default())
    };
    let filled = called("fill , 4").expect("values");
    assert_eq!(
        filled.image(Some(AddressSpace::Program)).expect("a small program"),
        [7, 4]
    );
    let missing = called("fill 1").expect_err("no count");
    assert_eq!(
        missing.list[0].message,
        "macro `fill` requires a value for parameter `count`"
    );
}

#[test]
fn every_name_of_a_directive_is_found() {
    for row in Syntax::ALL.into_iter().flat_map(directives) {
        for name in row.names {
            let found = directive(row.syntax, &name.to_uppercase()).map(|found| found.names);
            assert_eq!(found, Some(row.names), "{name}");
        }
    }
}

#[test]
fn what_directives_become_exists() {
    let rows = Syntax::ALL.into_iter().flat_map(directives);
    for row in rows.filter(|row| !row.gnu().is_empty()) {
        assert!(directive(Syntax::Gnu, row.gnu()).is_some(), "{:?}", row.names);
    }
}
