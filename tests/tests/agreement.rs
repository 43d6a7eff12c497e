//! The Z8000 program and the Rust reference report the same iterations.
//!
//! A short run over all positions; `bcp verify` runs longer ones.

use bcp_reference::board::Position;
use bcp_reference::search::{Searcher, Version};
use z8000::machine::{Board, Stop};
use z8000_tests::{chess_board, repository, simple_chess_board};

/// Clocks for each position: two seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 8_000_000;

#[test]
fn every_iteration_agrees() {
    compare(&chess_board(), Version::Stored);
}

#[test]
fn every_iteration_of_the_simple_version_agrees() {
    compare(&simple_chess_board(), Version::Simple);
}

fn compare(fresh: &Board, version: Version) {
    let suite = repository("tests/positions/win-at-chess.csv");
    let suite = std::fs::read_to_string(suite).expect("the positions");
    let mut iterations = 0;
    for row in suite.lines().skip(1) {
        let fen = row.split(',').nth(3).expect("a position");
        let mut board = fresh.clone();
        board.serial().send(format!("p {fen}\ng 30\n").as_bytes());
        let stop = board
            .run(LIMIT)
            .unwrap_or_else(|error| panic!("{row}: {error}"));
        assert!(matches!(stop, Stop::ClockLimit | Stop::WantsInput), "{row}");
        let output = String::from_utf8(board.serial().take_output()).expect("ASCII");
        let complete = &output[..output.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = complete.lines();
        assert_eq!(lines.next(), Some("ok"), "{row}");
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{row}: {error}"));
        let mut reference = Searcher::new(position).version(version);
        for (line, expected) in lines
            .filter(|line| *line != "done")
            .zip(reference.search(30))
        {
            assert_eq!(line, expected.to_string(), "{row}");
            iterations += 1;
        }
    }
    println!("{version:?}: {iterations} iterations agree");
    assert!(
        iterations > 600,
        "only {iterations} iterations were compared"
    );
}
