//! Standard output that is closed or full ends every command without a panic and with the appropriate status; `-` is a
//! stream.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use crate::common::{self, command, text};
#[cfg(target_os = "linux")]
use crate::harness::ends_full;
use crate::harness::{ends_unread, fed};
use crate::program::Program;

/// Every command, with arguments that make it print, and its standard input.
const COMMANDS: &[(&str, &str)] = &[
    ("solve 5", ""),
    ("solve 5 --format json", ""),
    ("solve --suite s.epd", ""),
    ("solve --suite s.epd --format json", ""),
    ("solve --suite s.epd --out -", ""),
    ("play --depth 1", "e2e4\nquit\n"),
    ("table1 --positions 5", ""),
    ("table1 --positions 5 --format json", ""),
    ("table1 --positions 5 --format csv", ""),
    ("table1 --positions 5 --out -", ""),
    ("table1 --positions 5 --report -", ""),
    ("ablate --positions 5 --limit-seconds 0.2 --only neither", ""),
    (
        "ablate --positions 5 --limit-seconds 1 --only neither --format json",
        "",
    ),
    ("report r.jsonl", ""),
    ("report r.jsonl --report -", ""),
    ("verify --positions 5", ""),
    ("debug 5 --batch -", "registers\n"),
    (
        "dap",
        "Content-Length: 66\r\n\r\n{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{    }}",
    ),
    ("replay - --game-number 1 --seconds 0.05", "1. e4 e5 *"),
    ("replay g.pgn --seconds 0.05 --format json", ""),
    ("replay g.pgn --seconds 0.05 --format pgn", ""),
    ("profile 5", ""),
    ("profile 5 --format json", ""),
    ("uci", "uci\nquit\n"),
];

const BCP: Program = Program("");

/// Creates a folder with the files that the commands read.
fn folder(name: &str) -> PathBuf {
    let folder = common::folder(name);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("s.epd", "6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - bm Rxd5; id \"one\";\n");
    write("g.pgn", "[White \"BCP\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    write("r.jsonl", &BCP.printed("table1 --positions 5 --out -"));
    folder
}

#[test]
fn every_command_is_tried() {
    BCP.tries_every_command(COMMANDS);
}

#[test]
fn closed_standard_output_is_no_error() {
    let folder = folder("streams-closed");
    for (words, input) in COMMANDS {
        ends_unread(command(words).current_dir(&folder), input);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_standard_output_is_an_error() {
    let folder = folder("streams-full");
    let helps = ["--help", "--version", "-V", "help solve", "solve --help"].map(|words| (words, ""));
    for (words, input) in COMMANDS.iter().chain(&helps) {
        ends_full(command(words).current_dir(&folder), input);
    }
}

#[test]
fn a_dash_is_a_stream() {
    let folder = folder("streams-dash");
    let results = fs::read_to_string(folder.join("r.jsonl")).expect("results");
    let printed = |words: &str, input: &str| {
        let output = fed(command(words).current_dir(&folder), input, Stdio::piped());
        assert!(output.status.success(), "{words}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let suite = fs::read_to_string(folder.join("s.epd")).expect("a suite");
    assert_eq!(
        printed("solve --suite - --out -", &suite),
        printed("solve --suite s.epd --out -", "")
    );
    assert_eq!(printed("report -", &results), printed("report r.jsonl", ""));
    let page = printed("report - --report -", &results);
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for (words, part) in [
        (
            "table1 --positions 5 --out - --resume",
            "cannot resume a run whose results go to standard output, a pipe or a device: write them to a file",
        ),
        (
            "table1 --positions 5 --out /dev/null --resume",
            "cannot resume a run whose results go to standard output, a pipe or a device: write them to a file",
        ),
        ("table1 --positions 5 --out - --report -", "cannot both be"),
        ("table1 --positions 5 --out .", "is a folder"),
    ] {
        let output = fed(command(words).current_dir(&folder), "", Stdio::piped());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words}: {said}");
        assert!(said.contains(part), "{words}: {said}");
    }
    assert!(!folder.join("-").exists());
}
