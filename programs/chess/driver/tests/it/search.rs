//! Searches, their iterations, and how these are parsed and formatted.

use std::sync::atomic::AtomicBool;

use bcp_chess::Position;
use bcp_driver::{Iteration, Limits, Program, Progress, Search, Value};

fn search<'a>(fen: &str, limits: Limits<'a>) -> Search<'a> {
    let program = Program::built_in().expect("the program assembles");
    let position = Position::from_fen(fen).expect("a position");
    Search::start(&program, &position, limits).expect("a search")
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";

/// A position whose search takes minutes of Z8000 time.
const LONG: &str = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";

#[test]
fn a_search_ends_by_itself_at_a_limit_or_when_it_is_stopped() {
    let mut mated = search(BACK_RANK, Limits { depth: 3, ..Limits::default() });
    // Ra8 mates, as depth 0 already finds.
    let Progress::Iteration(iteration) = mated.next().expect("a line") else {
        panic!("depth 0 is always reported");
    };
    assert_eq!((iteration.value, iteration.is_mate()), (126, true));
    assert_eq!(mated.next().expect("a line"), Progress::Done);

    let mut limited = search(LONG, Limits { cycles: 1000, ..Limits::default() });
    assert_eq!(limited.next().expect("no line"), Progress::Limit);
    limited.go_on_to(u64::MAX);
    assert!(matches!(limited.next().expect("a line"), Progress::Iteration(first) if first.depth == 0));
    let stop = AtomicBool::new(true);
    let mut stopped = search(LONG, Limits { stop: Some(&stop), ..Limits::default() });
    let end = loop {
        match stopped.next().expect("a line or none") {
            Progress::Iteration(_) => {}
            end => break end,
        }
    };
    assert_eq!(end, Progress::Stopped);
}

#[test]
fn lines_are_read_and_nonsense_is_not() {
    let position = Position::from_fen("8/4P1k1/8/8/8/8/8/K7 w - -").expect("a position");
    let iteration = |line: &str| Iteration::read(line, &position, 0);
    let read = iteration("3 -2 e7e8q 1234").expect("an iteration");
    assert_eq!((read.depth, read.value, read.nodes), (3, -2, 1234));
    assert_eq!(read.to_string(), "3 -2 e7e8q 1234");
    assert_eq!(iteration("0 0 - 1").expect("an iteration").best, None);
    for line in ["", "1", "1 2 - x", "1 2 - 3 4", "error depth", "1 2 e2e4 3"] {
        assert_eq!(iteration(line), None, "{line}");
    }
}

/// Two rooks that can mate: value and best move of a line, and the mating moves.
#[test]
fn a_mate_in_one_that_names_no_move_is_named() {
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - -").expect("a position");
    let ra8 = position.move_from_text("a1a8");
    let h3 = position.move_from_text("h2h3");
    for (value, best, mates, named) in [
        (126, None, 2, ra8),
        // The simple version does not count the plies to a mate.
        (127, None, 2, ra8),
        // A move that the program names is not replaced.
        (126, h3, 0, h3),
        (124, None, 0, None),
        (3, None, 0, None),
        (-126, None, 0, None),
    ] {
        let iteration = Iteration { depth: 0, value, best, nodes: 1, cycles: 1 };
        assert_eq!(iteration.mates(&position).len(), mates, "{value} {best:?}");
        assert_eq!(iteration.named(&position), named, "{value} {best:?}");
    }
    // Another program may report a mate that does not exist.
    let start = Position::from_fen(bcp_chess::START).expect("a position");
    let iteration = Iteration::read("0 126 - 3", &start, 0).expect("an iteration");
    assert_eq!((iteration.mates(&start), iteration.named(&start)), (Vec::new(), None));
}

#[test]
fn values_are_pawns_or_moves_to_a_mate() {
    for (value, text) in [
        (3, "3"),
        (-2, "-2"),
        (126, "mate 1"),
        (124, "mate 2"),
        (-125, "-mate 1"),
        (-127, "-mate"),
    ] {
        assert_eq!(Value(value).console(), text);
    }
}
