//! The routine for depth one, with which depth two searches its moves, finds the same values as the general routine at
//! lower cost.

use z8000::machine::{Machine, Stop};
use z8000::run::NoProbe;
use z8000_asm::{Files, Options, assemble};
use z8000_tests::{board_with, chess_board, repository, win_at_chess};

/// Clocks per position with the routine, one second of a Z8000 at 4 MHz; without it, a multiple of this.
const LIMIT: u64 = 4_000_000;
const PATIENCE: u64 = 10;

/// Returns the first `most` lines of a search within a limit, each with the clocks until it was printed.
fn iterations(fresh: &Machine, fen: &str, limit: u64, most: usize) -> Vec<(String, u64)> {
    let mut board = fresh.clone();
    board.send(0, format!("p {fen}\n").as_bytes());
    let stop = board.run(u64::MAX).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(stop, Stop::WantsInput, "{fen}");
    board.take_output(0);
    let start = board.clocks();
    board.send(0, b"g 30\n");
    let mut lines = Vec::new();
    while lines.len() < most && matches!(board.run_with(start + limit, true, &mut NoProbe), Ok(Stop::Line)) {
        let line = String::from_utf8(board.take_output(0)).expect("ASCII");
        if line.trim() == "done" {
            break;
        }
        lines.push((line, board.clocks() - start));
    }
    lines
}

/// Returns depth and value of a line; move and nodes may differ.
fn value(line: &str) -> Vec<&str> {
    line.split_whitespace().take(2).collect()
}

#[test]
fn readings_that_contradict_each_other_are_refused() {
    let symbols = [("NEAR", 0), ("NODE_MATES", 1)]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
    let (files, main) = Files::beside(&repository("asm/bcp.s"));
    let error = assemble(&files, &main, &Options { symbols, ..Options::default() }).expect_err("a contradiction");
    assert!(error.to_string().contains("needs NEAR=1"), "{error}");
}

#[test]
fn depth_one_has_the_values_of_the_general_routine() {
    let (near, general) = (chess_board(), board_with(&[("NEAR", 0)]));
    let (mut compared, mut clocks, mut general_clocks) = (0, 0, 0);
    for fen in win_at_chess() {
        let ours = iterations(&near, &fen, LIMIT, usize::MAX);
        let theirs = iterations(&general, &fen, LIMIT * PATIENCE, ours.len());
        for ((line, _), (expected, _)) in ours.iter().zip(&theirs) {
            assert_eq!(value(line), value(expected), "{fen}");
            compared += 1;
        }
        let both = ours.len().min(theirs.len());
        clocks += both.checked_sub(1).map_or(0, |last| ours[last].1);
        general_clocks += both.checked_sub(1).map_or(0, |last| theirs[last].1);
    }
    println!("{compared} values agree; {clocks} clocks with the routine, {general_clocks} without");
    assert!(compared > 1_000, "only {compared} values were compared");
    assert!(clocks < general_clocks);
}
