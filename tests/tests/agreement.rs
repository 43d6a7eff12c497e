//! The Z8000 program and the Rust reference report the same iterations.
//!
//! A short run over all positions; `bcp verify` runs longer ones.

use bcp_reference::board::Position;
use bcp_reference::search::Searcher;
use z8000::machine::Stop;
use z8000_tests::{chess_board, repository};

/// Clocks for each position: two seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 8_000_000;

#[test]
fn every_iteration_agrees() {
    let suite = repository("tests/positions/win-at-chess.csv");
    let suite = std::fs::read_to_string(suite).expect("the positions");
    let fresh = chess_board();
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
        let mut reference = Searcher::new(position);
        for (line, expected) in lines
            .filter(|line| *line != "done")
            .zip(reference.search(30))
        {
            assert_eq!(line, expected.to_string(), "{row}");
            iterations += 1;
        }
    }
    println!("{iterations} iterations agree");
    assert!(
        iterations > 600,
        "only {iterations} iterations were compared"
    );
}
