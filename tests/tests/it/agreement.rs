//! The Z8000 program and the Rust reference report the same iterations.
//!
//! A short run over all positions; `bcp verify` runs longer ones.

use bcp_chess::Position;
use bcp_reference::search::{Readings, Searcher, Version};
use z8000::board::{Board, Stop};
use z8000_tests::{board_with, chess_board, simple_chess_board, win_at_chess};

/// Clocks for each position: two seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 8_000_000;

#[test]
fn every_iteration_agrees() {
    let compared = compare(&chess_board(), Version::Stored, Readings::default(), LIMIT);
    assert!(compared > 600, "only {compared} iterations were compared");
}

#[test]
fn every_iteration_of_the_simple_version_agrees() {
    let compared = compare(&simple_chess_board(), Version::Simple, Readings::default(), LIMIT);
    assert!(compared > 600, "only {compared} iterations were compared");
}

/// Another reading of the questions that the sources leave open; half of the clocks.
#[test]
fn every_reading_agrees() {
    for changes in [
        &[("TREE_ENTRIES", 100)][..],
        // A tree that fills, or there is nothing to prune.
        &[("PRUNING", 0), ("TREE_ENTRIES", 100)],
        &[("HORIZON_MATES", 2)],
        &[("NULL_MATES", 2)],
        &[("NODE_MATES", 0)],
        &[("NODE_MATES", 1)],
        &[("COUNT_ORDERING", 0)],
        &[("DOUBLE_CHECKS", 1)],
        &[("LIST_ORDER", 0)],
        &[("LIST_ORDER", 1)],
        &[("LIST_ORDER", 1986)],
    ] {
        let mut readings = Readings::default();
        for &(name, value) in changes {
            readings.set(name, value).expect("a reading");
        }
        let compared = compare(&board_with(&readings.numbers()), Version::Stored, readings, LIMIT / 2);
        assert!(compared > 600, "{changes:?}: only {compared} iterations were compared");
    }
}

/// Positions of longer searches in which a scored move gives up castling that would be a check after it.
const GIVEN_UP: [&str; 3] = [
    "rnb1kb1r/ppp4p/3p1p2/7K/8/7P/PPPNP1P1/R1BQ1BNR b kq -",
    "r1b4r/pp3p1p/4pn2/3p3k/5P2/P1P3P1/2P4P/R3KB1R w KQ -",
    "r3k2r/1pp4p/p5p1/4np2/8/1PP1Q1P1/7K/3R1R2 b kq -",
];

/// Compares all positions; how many iterations that were.
fn compare(fresh: &Board, version: Version, readings: Readings, limit: u64) -> usize {
    let mut iterations = 0;
    let suite = win_at_chess();
    for fen in suite.iter().map(String::as_str).chain(GIVEN_UP) {
        let mut board = fresh.clone();
        board.serial().send(format!("p {fen}\ng 30\n").as_bytes());
        let stop = board.run(limit).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(matches!(stop, Stop::ClockLimit | Stop::WantsInput), "{fen}");
        let output = String::from_utf8(board.serial().take_output()).expect("ASCII");
        let complete = &output[..output.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = complete.lines();
        assert_eq!(lines.next(), Some("ok"), "{fen}");
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut reference = Searcher::new(position).version(version).readings(readings);
        let mut expected = reference.search(30);
        for line in lines {
            // Both end here, or neither.
            let next = expected
                .next()
                .map_or_else(|| "done".to_owned(), |next| next.to_string());
            assert_eq!(line, next, "{fen}");
            iterations += usize::from(line != "done");
        }
    }
    println!("{version:?}, {readings:?}: {iterations} iterations agree");
    iterations
}
