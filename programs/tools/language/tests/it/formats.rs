//! The formatter: layouts by hand, and what must hold for any source.

use proptest::prelude::*;
use proptest::strategy::Union;
use proptest::test_runner::RngSeed;
use z8000_asm::{Memory, Options, Sources, assemble, examine};
use z8000_language::format::format;

use crate::sources::{below, repository};

/// Sources, and the same formatted.
const LAYOUTS: &[(&str, &str)] = &[
    ("ld r1,r2\n", "        ld      r1,r2\n"),
    ("x:ld r1 , r2!why\n", "x:      ld      r1 , r2                 !why\n"),
    ("\tret\t! c\n", "        ret                             ! c\n"),
    ("long_label: ld r1,r2\n", "long_label:     ld      r1,r2\n"),
    (
        "a: .byte 1\nlong_name:.byte 2\n",
        "a:              .byte   1\nlong_name:      .byte   2\n",
    ),
    ("                .byte 1\n", "                .byte   1\n"),
    ("   .byte 1\n", "        .byte   1\n"),
    (".macro  far\n.endm\n", ".macro  far\n.endm\n"),
    ("X = 1   \n  Y == 2\n", "X = 1\n        Y == 2\n"),
    ("! a comment  \n    ! another\n", "! a comment\n    ! another\n"),
    ("nop; ret   ! two\n", "nop; ret   ! two\n"),
    ("a /* b\n   c  \n */ d\n", "a /* b\n   c\n */ d\n"),
    ("x: y: nop\r\nret", "x: y:   nop\r\n        ret\n"),
    (
        " .ascii\"a  b\"  ! \"\n",
        "        .ascii\"a  b\"                    ! \"\n",
    ),
    ("x:\ty:.byte 1\n", "x:\ty:      .byte   1\n"),
    ("x:!=!x:.if\n", "x:!=!x:.if\n"),
    // With a space before it, the comment would be an operator.
    ("\t.if!=x\n", "\t.if!=x\n"),
    // Columns at their ends: of a label with its colon 7 and 8 characters, of a directive 12 and 13, 20 and 21.
    ("abcdef:nop\n", "abcdef: nop\n"),
    ("abcdefg:nop\n", "abcdefg:        nop\n"),
    ("            .even\n", "        .even\n"),
    ("             .even\n", "                .even\n"),
    ("                    .even\n", "                .even\n"),
    ("                     .even\n", "                        .even\n"),
    ("\t    .even\n", "        .even\n"),
    ("\t     .even\n", "                .even\n"),
    ("             nop\n", "        nop\n"),
    // Names of 7 and 8 characters.
    (".x: .string \"a\"\n", ".x:     .string \"a\"\n"),
    (" .balignw 4\n", "        .balignw 4\n"),
    // A statement up to column 39 and 40, and a comment that was further right than the one and not the other.
    (
        " .ascii \"abcdefghijklmnopqrstu\" ! c\n",
        "        .ascii  \"abcdefghijklmnopqrstu\" ! c\n",
    ),
    (
        " .ascii \"abcdefghijklmnopqrstu\"                  ! c\n",
        "        .ascii  \"abcdefghijklmnopqrstu\" ! c\n",
    ),
    (
        " .ascii \"abcdefghijklmnopqrstuv\" ! c\n",
        "        .ascii  \"abcdefghijklmnopqrstuv\" ! c\n",
    ),
    (
        " .ascii \"abcdefghijklmnopqrstuv\"             ! c\n",
        "        .ascii  \"abcdefghijklmnopqrstuv\"     ! c\n",
    ),
    ("x:nop\rret\r", "x:      nop\r        ret\r"),
    ("\u{a0}nop\n! c\u{a0} \n", "\u{a0}nop\n! c\u{a0} \n"),
    ("1:nop\n  2: ret\n", "1:      nop\n2:      ret\n"),
    ("x :nop\n", "        x       :nop\n"),
    ("\t\n \n", "\n\n"),
];

#[test]
fn layouts() {
    for (before, after) in LAYOUTS {
        assert_eq!(format(before).as_deref(), Ok(*after), "{before:?}");
        assert_eq!(format(after).as_deref(), Ok(*after), "{before:?}");
    }
}

/// The result of assembling a source: its bytes, or its errors without their columns.
fn outcome(sources: &dyn Sources, main: &str) -> String {
    match assemble(sources, main, &Options::default()) {
        Ok(assembly) => format!("{:?} {:?}", assembly.pieces, assembly.symbols),
        Err(errors) => {
            let texts: Vec<_> = errors.list.iter().map(|one| (one.line, &one.message)).collect();
            format!("{texts:?}")
        }
    }
}

fn check(name: &str, text: &str, sources: impl Fn(&str) -> String) {
    let formatted = format(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(
        format(&formatted).as_deref(),
        Ok(formatted.as_str()),
        "{name}: a second time"
    );
    assert_eq!(sources(text), sources(&formatted), "{name}");
}

/// Every source of the assembler's tests becomes the same, of whatever kind.
#[test]
fn sources_become_the_same_bytes() {
    let sources = below(&repository("assembler/tests/asm"));
    assert!(sources.len() >= 200, "only {} sources", sources.len());
    for (path, text) in sources {
        let name = path.display().to_string();
        check(&name, &text, |text| outcome(&Memory::new([("a.s", text)]), "a.s"));
    }
}

/// Pieces of lines that a layout could stumble over, with `|` between them.
const PIECES: &str = " |  |\t|x|x:|1:|\u{e9}:|ld|r1,r2|r1,#'!'|r1 , #' '|.ascii|\"a  !; b\"|\"/*\"|.byte|1, 2|=|==|;|\
    !|!=|/*|*/|#|.if|1|.endif|.macro|.endm|m|\\x|\\@|'|\"|\u{a0}|\r|.rept|.endr|sval|'a  b'|.print";

fn line() -> impl Strategy<Value = String> {
    let piece = Union::new(PIECES.split('|').map(Just));
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

proptest! {
    // The same cases in every run.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1986),
        ..ProptestConfig::with_cases(2000)
    })]

    /// Random programs become the same, bytes or errors.
    #[test]
    fn random_sources_become_the_same(lines in prop::collection::vec(line(), 1..12)) {
        let text = lines.join("\n");
        check(&format!("{text:?}"), &text, |text| outcome(&Memory::new([("a.s", text)]), "a.s"));
    }

    /// Any text has a layout, and that has itself.
    #[test]
    fn any_text_has_a_layout(text in "\\PC{0,60}(\n\\PC{0,40}){0,4}") {
        let formatted = format(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(format(&formatted), Ok(formatted.clone()));
        let memory = |text: &str| Memory::new([("a.s", text)]);
        let before = examine(&memory(&text), "a.s", &Options::default());
        let after = examine(&memory(&formatted), "a.s", &Options::default());
        prop_assert_eq!(before.assembly.pieces, after.assembly.pieces);
    }
}

#[test]
fn an_empty_source_stays_empty() {
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\n\n").as_deref(), Ok("\n\n"));
}
