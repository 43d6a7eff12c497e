//! The Z8000 program and the Rust reference report the same iterations.
//!
//! A short run over all positions; `bcp verify` runs longer ones.

use bcp_chess::Position;
use bcp_reference::search::{Readings, Searcher, Version};
use z8000::machine::{Machine, Stop};
use z8000_asm::Options;
use z8000_cpm::command::Command;
use z8000_cpm::console::SharedScript;
use z8000_cpm::{Host, Stop as Stopped};
use z8000_object::xout;
use z8000_tests::{assembled_file, board_with, chess_board, repository, win_at_chess};

/// Clocks per position: two seconds of a Z8000 at 4 MHz.
const LIMIT: u64 = 8_000_000;

#[test]
fn every_iteration_agrees() {
    let compared = compare(
        &chess_board(),
        Version::Stored,
        Readings::default(),
        LIMIT,
        &win_at_chess(),
    );
    assert!(compared > 600, "only {compared} iterations were compared");
}

#[test]
fn every_iteration_of_the_simple_version_agrees() {
    let compared = compare(
        &board_with(&[("SIMPLE", 1)]),
        Version::Simple,
        Readings::default(),
        LIMIT,
        &win_at_chess(),
    );
    assert!(compared > 600, "only {compared} iterations were compared");
}

/// Every other reading of the questions that the sources leave open agrees; with half of the clocks, and half of the
/// positions: alternately the odd and the even ones.
#[test]
fn every_reading_agrees() {
    let suite = win_at_chess();
    let (odd, even): (Vec<_>, Vec<_>) = (1..).zip(suite).partition(|(number, _)| number % 2 == 1);
    let halves = [odd, even].map(|half| half.into_iter().map(|(_, fen)| fen).collect::<Vec<_>>());
    for (mut readings, positions) in Readings::others().zip(halves.iter().cycle()) {
        let mut usual = Readings::default();
        if !readings.pruning {
            // Pruning happens only in a full tree.
            readings.tree_entries = 100;
            usual.tree_entries = 100;
        }
        let board = board_with(&readings.numbers());
        let compared = compare(&board, Version::Stored, readings, LIMIT / 2, positions);
        assert!(compared > 450, "{readings:?}: only {compared} iterations were compared");
        let differs = |fen: &String| first(fen, readings) != first(fen, usual);
        assert!(
            positions.iter().any(differs),
            "{readings:?} has no effect on these positions"
        );
    }
}

/// Returns the first iterations of the reference, in the format of the program.
fn first(fen: &str, readings: Readings) -> Vec<String> {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut reference = Searcher::new(position).readings(readings);
    reference.search(4).map(|iteration| iteration.to_string()).collect()
}

#[test]
fn every_iteration_agrees_under_cpm() {
    let options = Options { symbols: vec![("CPM".to_owned(), 1)], ..Options::default() };
    let program = xout::write(&assembled_file(&repository("asm/bcp.s"), &options).program()).expect("a program");
    let suite = win_at_chess();
    let iterations = suite.iter().take(20).map(|fen| {
        let console = SharedScript::default();
        let mut host = Host::new(Box::new(console.clone()));
        let command = Command::new("BCP", &[]);
        host.start(&program, &command, 0).expect("memory for it");
        console.send(&format!("p {fen}\rg 30\r"));
        while host.clocks() < 5 * LIMIT && host.run(1_000_000).expect("it runs") == Stopped::Limit {}
        let output = String::from_utf8(console.take()).expect("ASCII").replace('\r', "");
        // The output follows the echo of each command.
        let output = output.replacen(&format!("p {fen}\n"), "", 1).replacen("g 30\n", "", 1);
        agreeing(fen, &output, Version::Stored, Readings::default())
    });
    let iterations: usize = iterations.sum();
    assert!(iterations > 150, "only {iterations} iterations were compared");
}

/// Positions of longer searches in which a scored move gives up a castling move that would be a check after it.
const GIVEN_UP: [&str; 3] = [
    "rnb1kb1r/ppp4p/3p1p2/7K/8/7P/PPPNP1P1/R1BQ1BNR b kq -",
    "r1b4r/pp3p1p/4pn2/3p3k/5P2/P1P3P1/2P4P/R3KB1R w KQ -",
    "r3k2r/1pp4p/p5p1/4np2/8/1PP1Q1P1/7K/3R1R2 b kq -",
];

/// Compares the positions and those of [`GIVEN_UP`]; returns the number of iterations.
fn compare(fresh: &Machine, version: Version, readings: Readings, limit: u64, positions: &[String]) -> usize {
    let mut iterations = 0;
    for fen in positions.iter().map(String::as_str).chain(GIVEN_UP) {
        let mut board = fresh.clone();
        board.send(0, format!("p {fen}\ng 30\n").as_bytes());
        let stop = board.run(limit).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(matches!(stop, Stop::ClockLimit | Stop::WantsInput), "{fen}");
        let output = String::from_utf8(board.take_output(0)).expect("ASCII");
        iterations += agreeing(fen, &output, version, readings);
    }
    println!("{version:?}, {readings:?}: {iterations} iterations agree");
    iterations
}

/// Compares the program's output with the reference; returns the number of iterations that agree.
fn agreeing(fen: &str, output: &str, version: Version, readings: Readings) -> usize {
    let complete = &output[..output.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = complete.lines();
    assert_eq!(lines.next(), Some("ok"), "{fen}");
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut reference = Searcher::new(position).version(version).readings(readings);
    let mut expected = reference.search(30);
    lines
        .map(|line| {
            // The search must end here for both, or for neither.
            let next = expected
                .next()
                .map_or_else(|| "done".to_owned(), |next| next.to_string());
            assert_eq!(line, next, "{fen}");
            usize::from(line != "done")
        })
        .sum()
}
