//! Tests the routines of the search on positions that can be followed by hand, and against a plain search.

use std::cell::RefCell;

use bcp_chess::{Move, Position, START, Special, Square};

use super::Version;
use super::memory::Memory;
use super::*;
use crate::constants::WIN;
use crate::game::Game;

fn searcher(fen: &str) -> Searcher<'static> {
    Searcher::new(Position::from_fen(fen).expect(fen))
}

/// Capture trees with a window: FEN, lv, uv, value, nodes.
const CAPTURE_TREES: &[(&str, i16, i16, i16, u32)] = &[
    // Two pawns against an undefended pawn: captured, 3 against nothing. One node for each side's list.
    ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", -WIN, WIN, 3, 2),
    // The pawn is defended: white stands pat with 3 - 2 after trying Nxd5, cxd5.
    ("4k3/8/2p5/3p4/8/4N3/8/4K3 w - -", -WIN, WIN, 1, 3),
    // A rook and a pawn are undefended: the rook is captured first, and after that the pawn cannot gain more.
    ("4k3/8/8/8/r2Q2p1/8/8/4K3 w - -", -WIN, WIN, 8, 2),
    // Standing pat reaches the upper bound: no node.
    ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", -WIN, 2, 2, 0),
    // Not even the pawn raises the balance above the lower bound: moves are listed, but none is searched.
    ("4k3/8/8/3p4/8/4N3/8/4K3 w - -", 3, WIN, 3, 1),
    // A promotion that cannot be prevented, by a step or by a capture.
    ("8/P7/8/8/8/8/8/k1K5 w - -", -WIN, WIN, 9, 2),
    ("1n6/P7/8/8/8/8/8/k1K5 w - -", -WIN, WIN, 9, 2),
    // A pawn captured en passant.
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", -WIN, WIN, 1, 2),
];

#[test]
fn capture_trees_by_hand() {
    for &(fen, lv, uv, value, nodes) in CAPTURE_TREES {
        let mut search = searcher(fen);
        assert_eq!((search.t1v(lv, uv), search.nodes), (value, nodes), "{fen} {lv} {uv}");
    }
}

/// Black's king has stepped beside the rook: whatever the material, nothing is better than capturing it.
#[test]
fn a_king_that_can_be_captured_is_worth_the_upper_bound() {
    let mut search = searcher("3qk3/4q3/8/8/8/8/4R3/4K3 b - -");
    let illegal = Move { from: square("e7"), to: square("d7"), special: Special::None };
    search.position.make(illegal);
    assert_eq!(search.t1v(-WIN, WIN), WIN);
    assert_eq!(search.nodes, 1);
}

fn square(name: &str) -> Square {
    Square::from_name(name).expect(name)
}

/// FEN, whether the side to play can mate in one, and nodes: one for the list and one for each check, except by the
/// king, up to the mate. Double checks are recognized.
const MATES: &[(&str, bool, u32)] = &[
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", true, 2),
    // The king can escape; the rook on b8 defends; there is no check at all.
    ("6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - -", false, 2),
    ("1r4k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", false, 1),
    // Rg2+ would leave its own king in check, and h8 is free anyway; after Rxe8+ g7 is.
    ("4r1k1/5p1p/8/8/8/8/4R3/4K3 w - -", false, 3),
    // Rg2 would mate if it did not leave its own king in check.
    ("6kr/4rp1p/7B/8/8/8/4R3/4K3 w - -", false, 2),
    // A discovered check: the knight's first move mates.
    ("6bk/7p/8/4N3/8/8/1B6/K7 w - -", true, 2),
    // fxg8=Q+ and fxg8=B+ do not mate, f8=N does.
    ("6br/5Ppk/7p/8/8/8/8/K7 w - -", true, 4),
];

#[test]
fn mates_in_one_by_hand() {
    for &(fen, mate, nodes) in MATES {
        let mut search = read(fen, &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", 0)]);
        assert_eq!((search.matev(1).is_some(), search.nodes), (mate, nodes), "{fen}");
    }
}

/// Returns the lines of a search to a depth, without their nodes.
fn lines(fen: &str, target: u8) -> Vec<String> {
    let mut search = searcher(fen);
    let list = search.search(target);
    list.map(|i| i.to_string().rsplit_once(' ').expect("the node count").0.to_string())
        .collect()
}

#[test]
fn a_mate_in_one_is_seen_at_depth_0_and_ends_the_search() {
    assert_eq!(lines("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", 5), ["0 126 -"]);
}

/// 1 Rb7 (or Ra7), then mate by the other rook: found when the mating move is beyond the horizon.
#[test]
fn a_mate_in_two_is_seen_at_depth_2() {
    assert_eq!(
        lines("7k/8/8/8/8/8/R7/1R4K1 w - -", 5),
        ["0 10 -", "1 10 -", "2 124 a2a7"]
    );
}

/// Black is mated, but see-checkmates only tests whether black can mate.
#[test]
fn being_mated_shows_at_depth_1() {
    assert_eq!(lines("R5k1/5ppp/8/8/8/8/8/K7 b - -", 5), ["0 -2 -", "1 -127 -"]);
}

#[test]
fn a_stalemate_has_the_standing_value() {
    assert_eq!(lines("7k/8/6Q1/8/8/8/8/K7 b - -", 2), ["0 -9 -", "1 -9 -", "2 -9 -"]);
}

/// White's queen gives perpetual check, Qe8+ Kh7 Qh5+ Kg8; otherwise a rook mates. The fourth ply repeats the root.
#[test]
fn a_perpetual_check_is_a_draw() {
    let lines = lines("6k1/6p1/8/7Q/8/8/rr6/7K w - -", 4);
    assert_eq!(lines.last().map(String::as_str), Some("4 0 h5e8"));
    assert!(
        lines[..4].iter().all(|line| line.split(' ').nth(1) == Some("-2")),
        "{lines:?}"
    );
}

#[test]
fn a_repetition_needs_the_same_side_to_play() {
    let mut search = searcher("4k3/8/8/8/8/8/8/R3K3 w - -");
    let key = search.position.key();
    for (path, repeats) in [
        (vec![key], false),
        (vec![key, key], false),
        (vec![key, 1, key], true),
        (vec![key, 1, 2, key], false),
        (vec![3, key, 1, 2, 3, key], true),
    ] {
        search.path = path.clone();
        let expected = Some(if repeats { 0 } else { 5 });
        assert_eq!(search.t2v(0, -WIN, WIN).ok(), expected, "{path:?}");
        let simple = search.simple_t2v(0, -WIN, WIN);
        assert_eq!(simple.map(|best| best.value).ok(), expected, "{path:?}");
    }
}

#[test]
fn the_memory_counts_only_the_whole_key_and_the_last_move() {
    let position = Position::from_fen(START).expect("a position");
    let moves = position.moves();
    let mut memory = Memory::new();
    assert_eq!(memory.recall(0), None);
    memory.remember(0x1234_5678, moves[0]);
    assert_eq!(memory.recall(0x1234_5678), Some(moves[0]));
    assert_eq!(memory.recall(0x1235_5678), None, "the same entry, another key");
    memory.remember(0x1235_5678, moves[1]);
    assert_eq!(memory.recall(0x1234_5678), None, "replaced");
    assert_eq!(memory.recall(0x1235_5678), Some(moves[1]));
}

/// The memory contains a move that seems to come from another position with the same key.
#[test]
fn a_remembered_move_that_is_not_listed_is_ignored() {
    let fen = "7k/8/8/8/8/8/R7/1R4K1 w - -";
    let clean: Vec<Iteration> = searcher(fen).search(2).collect();
    let mut search = searcher(fen);
    let foreign = Move { from: square("e7"), to: square("e8"), special: Special::None };
    search.memory.remember(search.position.key(), foreign);
    assert_eq!(search.search(2).collect::<Vec<_>>(), clean);
}

/// After Nxd5 the null move leaves Black down a pawn and a knight, and cxd5 is better. One ply from the horizon there
/// is no list: the move is stored as a hint, to be tried first when a list is made.
#[test]
fn a_refutation_before_the_horizon_is_kept_as_a_hint() {
    let mut search = searcher("4k3/8/2p5/3p4/8/4N3/8/4K3 w - -");
    assert_eq!(search.search(2).count(), 3);
    let text = |m: Option<Move>| m.map(|m| m.to_string());
    let stored = search.tree.moves();
    let hints: Vec<_> = stored
        .iter()
        .map(|stored| (stored.m.to_string(), text(stored.hint)))
        .collect();
    assert!(
        hints.contains(&("e3d5".to_owned(), Some("c6d5".to_owned()))),
        "{hints:?}"
    );
}

#[test]
fn a_node_limit_stops_within_an_iteration_and_leaves_the_root_in_place() {
    let fen = "r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -";
    let position = Position::from_fen(fen).expect("a position");
    let limit = NodeLimit(5000.into());
    let mut search = Searcher::new(position.clone()).observed(&limit);
    assert!(search.search(30).count() < 31);
    assert!((5000..6000).contains(&search.nodes));
    assert_eq!(search.position, position);
}

/// Records the entries into the routines, in the order in which the Z8000 program reaches the corresponding labels.
#[derive(Default)]
struct Trace(RefCell<Vec<Event>>);

impl Observer for Trace {
    fn event(&self, event: Event) {
        self.0.borrow_mut().push(event);
    }
}

#[test]
fn an_observer_sees_the_routines_in_order() {
    let position = Position::from_fen("6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - -").expect("a position");
    let trace = Trace::default();
    let mut search = Searcher::new(position).observed(&trace);
    assert_eq!(search.search(0).count(), 1);
    let low = -127;
    let (high, material) = (127, 5);
    assert_eq!(
        trace.0.take(),
        [
            Event::Node { depth: 0, low, high, material },
            Event::Captures { low, high, material },
            Event::Quiet { value: 5 },
            Event::MateSearch,
            Event::Check { m: search.position.move_from_text("a1a8").expect("a move") },
            // Only Kh7 is left.
            Event::Iteration { depth: 0, value: 5 },
        ]
    );
}

/// For the other side, a value is negated, and the bounds of a window are also exchanged.
#[test]
fn events_turned_are_those_of_the_other_side() {
    let m = Position::from_fen(START)
        .expect("a position")
        .move_from_text("e2e4")
        .expect("a move");
    for (event, turned) in [
        (
            Event::Node { depth: 2, low: -3, high: 7, material: 1 },
            Event::Node { depth: 2, low: -7, high: 3, material: -1 },
        ),
        (
            Event::Captures { low: -3, high: 7, material: 1 },
            Event::Captures { low: -7, high: 3, material: -1 },
        ),
        (Event::Pass { value: 4, high: 6 }, Event::Pass { value: -4, high: -6 }),
        (
            Event::Value { m, value: 4, best: 6 },
            Event::Value { m, value: -4, best: -6 },
        ),
        (
            Event::Better { m, value: 4, before: 2, high: 6 },
            Event::Better { m, value: -4, before: -2, high: -6 },
        ),
        (
            Event::Search { m, score: 4, depth: 3 },
            Event::Search { m, score: -4, depth: 3 },
        ),
        (Event::Quiet { value: 4 }, Event::Quiet { value: -4 }),
        (Event::Mate { value: 4 }, Event::Mate { value: -4 }),
        (
            Event::Iteration { depth: 3, value: 4 },
            Event::Iteration { depth: 3, value: -4 },
        ),
        (Event::Try { m, gain: 4 }, Event::Try { m, gain: 4 }),
        (Event::Dropped, Event::Dropped),
    ] {
        assert_eq!(event.turned(), turned);
        assert_eq!(turned.turned(), event);
    }
    let lowest = Event::Quiet { value: i16::MIN };
    assert_eq!(lowest.turned(), lowest);
    let ends = |high| {
        [
            Event::Pass { value: 4, high },
            Event::Better { m, value: 4, before: 2, high },
        ]
    };
    for (high, is_cut_off) in [(3, true), (4, true), (5, false)] {
        assert_eq!(ends(high).map(|event| event.is_cut_off()), [is_cut_off; 2], "{high}");
    }
}

/// The same definition without bounds, stored or remembered moves, and move ordering: it computes only values.
struct Plain {
    position: Position,
    path: Vec<u32>,
    version: Version,
}

impl Plain {
    fn t1v(&mut self) -> i16 {
        if self.position.can_capture_king() {
            return WIN;
        }
        let mut best = self.position.balance();
        for capture in self.position.captures(0) {
            let undo = self.position.make(capture.m);
            best = best.max(-self.t1v());
            self.position.unmake(undo);
        }
        best
    }

    /// Returns true if the side to play can mate in one.
    fn mates(&self) -> bool {
        let mates = |m| {
            let next = self.position.play(m).expect("a legal move");
            next.in_check() && next.legal_moves().is_empty()
        };
        !self.position.can_capture_king() && self.position.legal_moves().into_iter().any(mates)
    }

    /// Returns the value of a mate this many plies from the root.
    fn mate_value(&self, plies: usize) -> i16 {
        match self.version {
            Version::Stored => WIN - plies as i16,
            Version::Simple => WIN,
        }
    }

    /// `plies` is the distance of the position from the root, including null moves.
    fn xt1v(&mut self, plies: usize) -> i16 {
        if self.position.can_capture_king() {
            return WIN;
        }
        let value = self.t1v();
        if self.mates() {
            value.max(self.mate_value(plies + 1))
        } else {
            value
        }
    }

    fn t2v(&mut self, depth: u8) -> i16 {
        let key = self.position.key();
        if self.path.iter().rev().skip(1).step_by(2).any(|&before| before == key) {
            return 0;
        }
        let plies = self.path.len();
        if depth == 0 {
            return self.xt1v(plies);
        }
        if self.version == Version::Stored && self.mates() {
            return self.mate_value(plies + 1);
        }
        let undo = self.position.make_null();
        let mut best = -self.xt1v(plies + 1);
        self.position.unmake_null(undo);
        self.path.push(key);
        for m in self.position.legal_moves() {
            let undo = self.position.make(m);
            best = best.max(-self.t2v(depth - 1));
            self.position.unmake(undo);
        }
        self.path.pop();
        best
    }
}

/// Positions with few pieces, for which the plain search is fast enough: FEN, depth.
const SMALL: &[(&str, u8)] = &[
    ("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - -", 3),
    ("7k/p7/1R5K/6r1/6p1/6P1/8/8 w - -", 3),
    ("R7/P4k2/8/8/8/8/r7/6K1 w - -", 3),
    ("1k6/5RP1/1P6/1K6/6r1/8/8/8 w - -", 3),
    ("6k1/6p1/8/7Q/8/8/rr6/7K w - -", 4),
    ("8/8/8/1p5r/p1p1k1pN/P2pBpP1/1P1K1P2/8 b - -", 3),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", 2),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 3),
    ("4k3/8/8/3pP3/8/8/8/4K2R w K d6", 3),
];

fn has_the_values_of_the_plain_search(version: Version) {
    for &(fen, depth) in SMALL {
        let mut search = searcher(fen).version(version);
        for iteration in search.search(depth) {
            let mut plain = Plain { position: Position::from_fen(fen).expect(fen), path: Vec::new(), version };
            assert_eq!(
                plain.t2v(iteration.depth),
                iteration.value,
                "{version:?}, {fen}, depth {}",
                iteration.depth
            );
        }
    }
}

#[test]
fn bounds_order_and_memory_change_no_value() {
    has_the_values_of_the_plain_search(Version::Stored);
}

#[test]
fn bounds_and_order_change_no_value_of_the_simple_version() {
    has_the_values_of_the_plain_search(Version::Simple);
}

/// FEN, and the number of moves to the mate that `matev(2)` finds, determined by hand.
const MATES_IN_TWO: &[(&str, Option<u8>)] = &[
    // 1 Ra8+ Bf8 is the only reply (the bishop interposes), and 2 Rxf8 mates.
    ("6k1/5pbp/7B/8/8/8/5PPP/R5K1 w - -", Some(2)),
    // Bf8 and Rb8 are both possible.
    ("6k1/1r3pbp/7B/8/8/8/5PPP/R5K1 w - -", None),
    // A mate in one counts as one.
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", Some(1)),
];

#[test]
fn a_single_reply_extends_the_search_for_mates() {
    for &(fen, moves) in MATES_IN_TWO {
        assert_eq!(searcher(fen).matev(2), moves, "{fen}");
        assert_eq!(searcher(fen).matev(1), moves.filter(|&moves| moves == 1), "{fen}");
    }
}

/// Returns the moves that each iteration reports, with their values, best first.
fn thought(fen: &str, lines: usize) -> Vec<Vec<(Move, i16)>> {
    let game = Game::new(Position::from_fen(fen).expect(fen), 0);
    let player = Player { lines, weighing: false, seed: 0 };
    let mut search = read(fen, &[("LIST_ORDER", 0)]);
    let row = |i: Iteration| (i.best.expect("a move"), i.value);
    let iterations = search.think(&game, player, 4);
    iterations.map(|list| list.into_iter().map(row).collect()).collect()
}

/// In the first iteration, moves are tried in the order of the list, later in that of the previous iteration, with its
/// best moves first: see `think` in `asm/think.s`. If all moves are reported, all values are known.
#[test]
fn of_equal_moves_the_first_one_is_chosen() {
    for fen in [
        START,
        "4k3/8/8/8/8/8/8/R3K3 w - -",
        "7k/8/8/8/3q4/8/6P1/6K1 w - -",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -",
        "4k3/2p5/8/3r4/8/4N3/8/4K3 w - -",
        // Ka6 and Kb6 stalemate; any other move loses the pawn, which has the same value.
        "k7/P7/8/1K6/8/8/8/8 w - -",
        "8/8/8/8/1k6/8/p7/K7 b - -",
        // The best move loses its value in a later iteration, after which several are equal.
        "6k1/pp5p/2p3q1/6BP/2nPr1Q1/8/PP3R1K/8 w - -",
        "5r1k/p5pp/8/1P1pq3/P1p2nR1/Q7/5BPP/6K1 b - -",
    ] {
        let values = thought(fen, usize::MAX);
        for lines in 1..=3 {
            let mut moves = read(fen, &[("LIST_ORDER", 0)]).moves();
            moves.retain(|m| values[0].iter().any(|(other, _)| other == m));
            for (depth, (values, found)) in values.iter().zip(thought(fen, lines)).enumerate() {
                let value = |m: &Move| values.iter().find(|(other, _)| other == m).expect("a move").1;
                let (mut best, mut others) = (Vec::new(), Vec::new());
                for m in moves {
                    let place = best
                        .iter()
                        .position(|other| value(&m) > value(other))
                        .unwrap_or(best.len());
                    best.insert(place, m);
                    if best.len() > lines {
                        // A move that was once among the best precedes those that never were.
                        let at = if place == lines { others.len() } else { 0 };
                        others.insert(at, best.remove(lines));
                    }
                }
                let expected: Vec<_> = best.iter().map(|m| (*m, value(m))).collect();
                assert_eq!(found, expected, "{fen} {lines} {depth}");
                moves = [best, others].concat();
            }
        }
    }
}

/// Every bishop move discovers check, which the knight can answer on h3 or h1; Bg7 also gives check itself. The rook
/// can capture the bishop, which does not answer the other check.
const DOUBLE_CHECK: &str = "6rk/8/5P1B/8/8/8/5n2/K6R w - -";

/// Returns a search of a position with changed readings.
fn read(fen: &str, changes: &[(&str, i64)]) -> Searcher<'static> {
    let mut readings = Readings::default();
    for &(name, value) in changes {
        readings.set(name, value).expect(name);
    }
    searcher(fen).readings(readings)
}

#[test]
fn a_double_check_mates_unless_it_is_taken_for_a_single_one() {
    for (double_checks, mate) in [(1, Some(1)), (0, None)] {
        let mut search = read(DOUBLE_CHECK, &[("DOUBLE_CHECKS", double_checks)]);
        assert_eq!(search.matev(1), mate);
    }
    // Without the rook, nothing can capture the bishop.
    let mut search = read("6bk/8/5P1B/8/8/8/5n2/K6R w - -", &[("DOUBLE_CHECKS", 0)]);
    assert_eq!(search.matev(1), Some(1));
}

/// One node for the list, and one for each check up to the mate, Bg7: Bg5, f4, e3, d2 and c1 are listed before it, Bf8
/// after it. Only the bishop can give check.
#[test]
fn mates_are_found_in_the_order_of_the_list() {
    for (order, nodes) in [(0, 7), (1, 7), (2, 3), (3, 7)] {
        let mut search = read(DOUBLE_CHECK, &[("DOUBLE_CHECKS", 1), ("LIST_ORDER", order)]);
        assert_eq!((search.matev(1), search.nodes), (Some(1), nodes), "{order}");
    }
}

/// Returns the pieces that the moves of a position move, in order, each once.
fn movers(fen: &str, order: i64) -> String {
    let search = read(fen, &[("LIST_ORDER", order)]);
    let moves = search.moves();
    let mut movers: Vec<char> = moves
        .iter()
        .filter_map(|m| Some(search.position.piece_on(m.from)?.letter()))
        .collect();
    movers.dedup();
    movers.into_iter().collect()
}

#[test]
fn orders_of_equal_gains() {
    let fen = "4k3/8/8/8/P7/8/R1B5/1N1QK3 w - -";
    assert_eq!(movers(fen, 0), "KQRBNP");
    assert_eq!(movers(fen, 1), "PNBRQK");
    assert_eq!(movers(fen, 2), "PNBRQK");
    let reversed = read(fen, &[("LIST_ORDER", 2)]).moves();
    assert!(reversed.iter().rev().eq(&read(fen, &[("LIST_ORDER", 0)]).moves()));
    // The generator, starting from 3: the high words of its states are 15537 and so on; for black, which has only its
    // king, none is drawn.
    let mut state: u32 = 3;
    let mut pieces: Vec<char> = "QRBNP".chars().collect();
    for last in (1..5).rev() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        pieces.swap(last, (state >> 16) as usize % (last + 1));
    }
    assert_eq!(movers(fen, 3), pieces.into_iter().chain(['K']).collect::<String>());
}

/// Name, minimum, maximum and default of each reading, and whether the simple version has it:
/// docs/explanation/search.md.
const READINGS: [(&str, i64, i64, i64, bool); 10] = [
    // Three entries for each of 30 plies, and ten more.
    ("TREE_ENTRIES", 100, 5000, 5000, false),
    ("PRUNING", 0, 1, 1, false),
    ("HORIZON_MATES", 1, 2, 1, true),
    ("NULL_MATES", 1, 2, 1, true),
    ("NODE_MATES", 0, 2, 2, false),
    ("COUNT_ORDERING", 0, 1, 1, false),
    ("DOUBLE_CHECKS", 0, 1, 0, true),
    ("LIST_ORDER", 0, 9999, 2, true),
    ("ROOT_SCAN", 0, 1, 0, false),
    ("CHECK_DEPTH", 0, 1, 0, false),
];

#[test]
fn readings_have_names_and_ranges() {
    let usual = READINGS.map(|(name, _, _, usual, _)| (name, usual));
    assert_eq!(Readings::default().numbers(), usual);
    for (at, (name, from, to, usual, in_simple)) in READINGS.into_iter().enumerate() {
        for value in [from, to, usual] {
            let mut readings = Readings::default();
            assert_eq!(readings.set(name, value), Ok(()));
            let mut expected = READINGS.map(|(name, _, _, usual, _)| (name, usual));
            expected[at].1 = value;
            assert_eq!(readings.numbers(), expected);
            assert_eq!(readings.suit(Version::Stored), Ok(()));
            let suits = in_simple || value == usual;
            let missing = Err(ReadingError::Simple(name));
            assert_eq!(readings.suit(Version::Simple), if suits { Ok(()) } else { missing });
        }
        for value in [from - 1, to + 1] {
            let mut readings = Readings::default();
            let wrong = readings.set(name, value).expect_err(name);
            assert_eq!(wrong, ReadingError::Value { name, value, from, to });
            assert_eq!(
                wrong.to_string(),
                format!("{name} is {value}; it must be between {from} and {to}")
            );
            assert_eq!(readings, Readings::default());
        }
    }
    let wrong = Readings::default().set("MATES", 1).expect_err("no such name");
    let names = READINGS.map(|row| row.0).join(", ");
    assert_eq!(
        wrong.to_string(),
        format!("unknown reading `MATES`: expected one of {names}")
    );
}

#[test]
fn a_node_limit_is_reached_at_its_number() {
    let limit = NodeLimit(7.into());
    assert_eq!([0, 6, 7, 8].map(|nodes| limit.stop(nodes)), [false, false, true, true]);
}

#[test]
fn events_have_no_values_to_turn_where_they_are_about_no_side() {
    let m = Position::from_fen(START)
        .expect("a position")
        .move_from_text("e2e4")
        .expect("a move");
    for event in [
        Event::Repetition,
        Event::RootPass,
        Event::List { moves: Listed::All },
        Event::Test { m },
        Event::Capture { m, gain: 3 },
        Event::King,
        Event::MateSearch,
        Event::Check { m },
        Event::Kept { stored: true },
    ] {
        assert_eq!(event.turned(), event);
        assert!(!event.is_cut_off() && !event.is_eligible());
    }
    let score = |score, best| Event::Score { m, score, best };
    assert_eq!(score(4, -6).turned(), score(-4, 6));
    assert_eq!(
        [2, 3, 4].map(|value| score(value, 3).is_eligible()),
        [false, false, true]
    );
}
