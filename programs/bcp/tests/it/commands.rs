//! What a user sees: output and exit status of the command.

use std::fs;

use crate::common::{Bcp, text};

const BCP: Bcp = Bcp(&[]);

/// Runs the command and checks its exit status and a part of what it says.
fn check(arguments: &[&str], status: i32, part: &str) {
    BCP.check(arguments, status, &[part]);
}

#[test]
fn a_position_is_solved() {
    check(&["solve", "5"], 0, "solved at depth 2");
    check(&["solve", "5", "--format", "json"], 0, "\"move\": \"Qc4+\"");
    check(
        &["solve", "--fen", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", "--depth", "1"],
        0,
        "mate",
    );
}

#[test]
fn wrong_positions_are_refused() {
    for (fen, part) in [
        ("nonsense", "placement"),
        ("8/8/8/8/8/8/8/8 w - -", "kings"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - -", "in check and not to play"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4", "e4"),
        ("", "FEN"),
    ] {
        check(&["solve", "--fen", fen], 1, part);
    }
}

#[test]
fn wrong_arguments_are_refused() {
    check(&["solve", "301"], 1, "position 301 does not exist");
    check(&["solve", "0"], 1, "position 0 does not exist");
    check(&["solve"], 2, "required");
    check(&["solve", "1", "--depth", "31"], 2, "31");
    check(&["solve", "1", "--limit-seconds=-1"], 2, "limit-seconds");
    check(&["table1", "--positions", "5-3"], 2, "empty");
    check(&["table1", "--clock", "fast"], 2, "clock frequency");
    check(&["table1", "--suite", "no-such-file.csv"], 1, "no-such-file.csv");
    check(&["solve", "1", "--program", "no-such-file.s"], 1, "no-such-file.s");
    check(&["perft", "1", "--depth", "0"], 2, "depth");
}

#[test]
fn searches_agree() {
    check(&["verify", "--positions", "1-5", "--limit-seconds", "2"], 0, "0 differ");
}

#[test]
fn another_constant_is_named_before_any_search_differs() {
    let folder = std::env::temp_dir().join(format!("bcp-constants-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/../../asm");
    for entry in fs::read_dir(sources).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            fs::copy(&path, folder.join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let constants = folder.join("constants.s");
    let text = fs::read_to_string(&constants).expect("the constants");
    assert!(text.contains(".equ    BISHOP, 3"));
    fs::write(&constants, text.replace(".equ    BISHOP, 3", ".equ    BISHOP, 4")).expect("written");
    let program = folder.join("bcp.s");
    let program = program.to_str().expect("a path");
    let cause = "BISHOP is 4 in the Z8000 program and 3 in the reference";
    check(&["verify", "--program", program, "--positions", "1"], 1, cause);
    fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn leaves_are_counted() {
    check(&["perft", "6", "--depth", "2"], 0, "leaves at depth 2");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let run = |jobs| {
        let arguments = [
            "table1",
            "--positions",
            "1-12",
            "--limit-seconds",
            "5",
            "--format",
            "json",
        ];
        BCP.run(&[&arguments[..], &["--jobs", jobs]].concat()).stdout
    };
    let one = text(&run("1"));
    assert_eq!(one, text(&run("2")));
    assert!(one.contains("\"table1_seconds\": 70"), "{one}");
}
