//! The principal variation, and the tree from which it is read.

use bcp_chess::Position;
use bcp_driver::{Iteration, Limits, Program, Progress, Search, StoredTree, san, variation};
use bcp_reference::constants::{MATES, WIN};

/// Returns the last iteration of a search with its variation, and the number of lists and moves in the tree.
fn search(fen: &str, depth: u8) -> (Iteration, Vec<String>, (u32, u32)) {
    let program = Program::built_in().expect("the program assembles");
    let tree = StoredTree::find(&|name| program.symbol(name)).expect("a stored tree");
    let position = Position::from_fen(fen).expect("a position");
    let limits = Limits { depth, ..Limits::default() };
    let mut search = Search::start(&program, &position, limits).expect("a search");
    let mut last = None;
    while let Progress::Iteration(iteration) = search.next().expect("a line") {
        let moves = variation(Some(&tree), search.memory(), &position, &iteration);
        last = Some((iteration, san(&position, &moves), tree.lists(search.memory())));
    }
    last.expect("an iteration")
}

#[test]
fn a_mate_is_shown_to_its_end() {
    // Philidor's legacy: the queen is sacrificed, and the knight gives a smothered mate.
    let (iteration, line, _) = search("5r1k/6pp/7N/8/2Q5/8/8/6K1 w - -", 6);
    assert!(iteration.value >= MATES, "{iteration:?}");
    let plies = usize::try_from(WIN - iteration.value).expect("a mate");
    assert_eq!(line.len(), plies, "{line:?}");
    assert!(line.last().is_some_and(|san| san.ends_with('#')), "{line:?}");
}

#[test]
fn a_loose_piece_is_taken_and_no_more() {
    // Rxd5 wins the knight, and no further move gains anything.
    let (iteration, line, _) = search("6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - -", 4);
    assert_eq!(iteration.best.map(|best| best.to_string()).as_deref(), Some("d2d5"));
    assert_eq!(line, ["Rxd5"]);
}

#[test]
fn the_line_of_a_mate_in_one_is_the_move() {
    let (iteration, line, _) = search("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -", 4);
    assert_eq!((iteration.depth, iteration.value, iteration.best), (0, WIN - 1, None));
    assert_eq!(line, ["Ra8#"]);
}

/// After every iteration, each move of the line is legal.
#[test]
fn every_move_of_a_line_is_legal() {
    let program = Program::built_in().expect("the program assembles");
    let tree = StoredTree::find(&|name| program.symbol(name)).expect("a stored tree");
    let mut longest = 0;
    for fen in [
        "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq -",
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let limits = Limits { cycles: 20_000_000, ..Limits::default() };
        let mut search = Search::start(&program, &position, limits).expect("a search");
        while let Progress::Iteration(iteration) = search.next().expect("a line") {
            for tree in [Some(&tree), None] {
                let moves = variation(tree, search.memory(), &position, &iteration);
                let mut at = position.clone();
                for m in &moves {
                    assert!(at.legal_moves().contains(m), "{m} in {iteration}: {fen}");
                    at = at.play(*m).expect("a legal move");
                }
                assert_eq!(san(&position, &moves).len(), moves.len());
                assert_eq!(moves.first().copied(), iteration.best, "{iteration}: {fen}");
                longest = longest.max(moves.len());
            }
        }
    }
    assert!(longest > 3, "{longest}");
}

#[test]
fn a_line_is_cut_at_the_first_move_that_is_not_legal() {
    let position = Position::from_fen(bcp_chess::START).expect("a position");
    let e4 = position.move_from_text("e2e4").expect("a legal move");
    assert_eq!(san(&position, &[e4, e4, e4]), ["e4"]);
}

#[test]
fn the_tree_is_read_with_all_its_lists() {
    // No move in the starting position threatens anything within two plies, so none is eligible.
    let (_, line, lists) = search(bcp_chess::START, 2);
    assert_eq!((line.len(), lists), (0, (0, 0)));
    let (_, _, (lists, moves)) = search("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq -", 4);
    assert!(lists > 0 && moves >= lists, "{lists} {moves}");
}
