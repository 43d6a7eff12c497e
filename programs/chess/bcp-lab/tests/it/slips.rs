//! Typing mistakes: each error message suggests the intended word, or what to type.

use std::fs;

use crate::common::{command, folder, text};

/// A command line, its exit status, and a part of the answer.
const SLIPS: &[(&str, i32, &str)] = &[
    ("5", 2, "write `bcp-lab compare --positions 5`"),
    ("p.epd", 2, "write `bcp-lab compare --suite p.epd`"),
    ("cmopare", 2, "a similar subcommand exists: 'compare'"),
    ("compare 5", 2, "specify positions with `--positions 5`"),
    ("compare --search r9", 2, "unknown search \"r9\": expected r1 to r4,"),
    ("compare --table 5", 2, "it must be between 10 and 26"),
    ("compare --depth 9-8", 2, "the range 9-8 is empty"),
    ("compare --depth 8-", 2, "`8-`: missing last number"),
    ("trace --depht 3 5", 2, "did you mean `--depth`?"),
    ("trace 5 --foo", 2, "unexpected argument '--foo' found"),
    ("trace -x 5", 2, "unexpected argument '-x' found"),
    (
        "trace x",
        2,
        "expected the number of a suite position, a FEN, or a tree such as 0(3 4)",
    ),
    (
        "trace '0(3'",
        2,
        "character 4 of the tree: expected another ) at the end",
    ),
    ("trace 5 --calls 0", 2, "it must be between 1 and 1000000"),
    ("trace 999", 1, "position 999 does not exist; the last is 300"),
    ("compare --suite empty", 1, "empty: no positions found"),
    ("compare --suite .", 1, "it is a folder; specify a file in it"),
    ("compare --suite ecm.epd", 1, "`bcp-lab suite` shows how to download it"),
    ("compare --out .", 1, "it is a folder; specify a file in it"),
    (
        "quiesce --fen x",
        1,
        "invalid FEN `x`: placement: 1 rank; expected eight",
    ),
    (
        "tables p.epd",
        1,
        "not a results file; a run writes one with --out FILE",
    ),
    ("tables empty", 1, "the files contain no results"),
];

#[test]
fn slips_are_answered() {
    let folder = folder("slips");
    fs::write(folder.join("p.epd"), "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n").expect("a file");
    fs::write(folder.join("empty"), "").expect("a file");
    for (line, status, part) in SLIPS {
        let output = command(line).current_dir(&folder).output().expect("bcp-lab runs");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(*status), "{line}: {said}");
        assert!(said.contains(part), "{line}: {said}");
        assert!(!said.contains("os error"), "{line}: {said}");
    }
}

/// A tree may begin with a negative number; if it has successors, it must follow `--`.
#[test]
fn a_tree_may_begin_with_a_hyphen() {
    let output = command("trace -3").output().expect("bcp-lab runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = command("trace --depth 1 -- '-3(2 1)'").output().expect("bcp-lab runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}
