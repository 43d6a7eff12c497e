//! Typing mistakes: each error message suggests the intended word, or what to type.

use std::fs;

use crate::common::{command, folder, text};

/// A command line, its exit status, and a part of the answer.
const SLIPS: &[(&str, i32, &str)] = &[
    ("5", 2, "unknown command '5': write `bcp solve 5`"),
    ("p.epd", 2, "unknown command 'p.epd': write `bcp solve p.epd`"),
    ("slove 5", 2, "a similar subcommand exists: 'solve'"),
    ("help slove", 2, "unknown command 'slove'; did you mean `solve`?"),
    ("solve", 2, "a position is required: a number, such as 5"),
    (
        "solve five",
        2,
        "expected a number, such as 5 or 1-20, a quoted FEN, or a file",
    ),
    ("solve 5-3", 2, "the range 5-3 is empty"),
    ("solve 5..9", 2, "write the range as 5-9"),
    ("solve 1,,3", 2, "missing number; write, for example, 1-20 or 1,5,7-9"),
    ("solve 1-", 2, "missing last number"),
    ("solve -5", 2, "expected a positive number, such as 5"),
    ("solve 5 --dept 3", 2, "did you mean `--depth`?"),
    ("solve 5 --depth 99", 2, "it must be between 0 and 30"),
    ("solve 5 --limit-seconds 0", 2, "expected a time in seconds, above 0"),
    ("solve 5 --clock 5", 2, "write 5MHz, or 5Hz if that is what you mean"),
    (
        "solve 5 --reading FOO=1",
        2,
        "unknown reading `FOO`: expected one of TREE_ENTRIES,",
    ),
    (
        "solve 5 --simple --reading NODE_MATES=1",
        1,
        "the simple version does not have the reading NODE_MATES: use the simple version or the reading, not both",
    ),
    ("solve 5 --engine fast", 2, "expected compiled, interpreter or best"),
    ("table1 5", 2, "specify positions with `--positions 5`"),
    ("table1 --shard 3/2", 2, "invalid shard 3/2; expected 1/2 to 2/2"),
    ("table1 --shard 3/2", 2, "invalid shard 3/2; expected 1/2 to 2/2"),
    ("table1 --resume", 2, "--out <FILE>"),
    ("solve 301", 1, "position 301 does not exist; the last is 300"),
    ("solve nope.epd", 1, "cannot read nope.epd: no such file"),
    ("solve q.epd", 1, "cannot read q.epd: no such file; did you mean p.epd?"),
    ("solve .", 1, "cannot read .: it is a folder; specify a file in it"),
    ("solve empty", 1, "empty: no positions found"),
    ("solve binary", 1, "not a text file; expected a suite of positions"),
    (
        "solve a.s",
        1,
        "a.s is a source file, but a suite contains positions: use `--program` to run another program",
    ),
    ("solve g.pgn", 1, "found PGN games; expected positions"),
    ("solve r.jsonl", 1, "found JSON; expected positions, in EPD or CSV"),
    (
        "solve p.epd --suite p.epd",
        1,
        "positions are specified by two files: remove --suite or the argument",
    ),
    (
        "report p.epd",
        1,
        "this is a position: use `bcp table1 --suite FILE --out RESULTS`",
    ),
    (
        "report empty",
        1,
        "empty: no results found; a run writes them with --out FILE",
    ),
    (
        "report binary",
        1,
        "not a results file; a run writes one with --out FILE",
    ),
    ("report empty", 1, "empty: no results found"),
    ("table1 --out .", 1, "it is a folder; specify a file in it"),
    ("table1 --report nowhere/x.html", 1, "the folder nowhere does not exist"),
    ("profile 5 --folded .", 1, "it is a folder; specify a file in it"),
    (
        "replay p.epd",
        1,
        "expected PGN games, found positions; use `bcp solve p.epd`",
    ),
    ("replay empty", 1, "no PGN games found"),
    ("play --pgn -", 1, "--pgn requires a file"),
    (
        "ablate --only foo",
        1,
        "unknown reading `foo`: expected one of default,",
    ),
];

#[test]
fn slips_are_answered() {
    let folder = folder("slips");
    let files: [(&str, &[u8]); 6] = [
        ("a.s", b"\t.text\nstart:\thalt\n"),
        ("p.epd", b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#;\n"),
        ("g.pgn", b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 *\n"),
        ("r.jsonl", b"{\"schema\":3}\n"),
        ("binary", b"\xa7\0\x12\n\xff"),
        ("empty", b""),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("a file");
    }
    for (line, status, part) in SLIPS {
        let output = command(line).current_dir(&folder).output().expect("bcp runs");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(*status), "{line}: {said}");
        assert!(said.contains(part), "{line}: {said}");
        assert!(!said.contains("os error"), "{line}: {said}");
    }
}
