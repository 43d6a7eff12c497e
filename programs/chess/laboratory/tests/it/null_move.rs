//! The null-move searches on the chess board: each shows its specific effect, on every machine.

use std::collections::BTreeMap;

use bcp_chess::Position;
use bcp_laboratory::chess::{Chess, MATE, PackedMove};
use bcp_laboratory::game::Value;
use bcp_laboratory::null_move::{Iteration, Searcher, Settings};
use bcp_laboratory::trace::{Call, Node, Step};
use bcp_laboratory::{ChessLike, Game, Limits};

fn search(position: &Position, search: &str, depth: u8) -> Vec<Iteration<PackedMove>> {
    let settings = search.parse().expect(search);
    Searcher::new(Chess::from(position), settings, Limits::default()).deepen(depth)
}

/// Returns the rows of a file of positions, each with its fields up to the first quoted one.
pub(crate) fn rows(file: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../suite/positions/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let fields = |line: &str| line.split(',').map(String::from).collect();
    text.lines().skip(1).map(fields).collect()
}

/// Returns a position of "Win at Chess" (`W33`) or of the zugzwang positions (`Z5`), and its solutions.
pub(crate) fn position(name: &str) -> (Position, Vec<String>) {
    let (suite, number) = name.split_at(1);
    let (file, fen) = match suite {
        "W" => ("win-at-chess.csv", 3),
        _ => ("zugzwang.csv", 2),
    };
    let rows = rows(file);
    let row = rows.iter().find(|row| row[0] == number).expect(name);
    let solutions = row[fen + 1].split(' ').map(String::from).collect();
    (Position::from_fen(&row[fen]).expect(name), solutions)
}

/// Returns true if the last iteration plays a solution.
fn solves(name: &str, settings: &str, depth: u8) -> bool {
    let (position, solutions) = position(name);
    let iterations = search(&position, settings, depth);
    let last = iterations.last().expect("a move");
    let best = position.san(last.best.into()).expect("a legal move");
    let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
    solutions.iter().any(|san| bare(san) == bare(&best))
}

/// Returns the value of the last iteration.
fn value(name: &str, settings: &str, depth: u8) -> Value {
    let iterations = search(&position(name).0, settings, depth);
    iterations.last().expect("a move").value
}

type Evaluate = fn(&mut Chess) -> Value;

/// How a plain search evaluates its leaves.
#[derive(Clone, Copy)]
struct Leaf {
    /// True if a leaf in check is searched one ply deeper.
    checks: bool,
    evaluate: Evaluate,
}

/// Full-width minimax without bounds, tables or move ordering, with which the fastest search must agree.
fn minimax(chess: &mut Chess, depth: i32, leaf: Leaf) -> Value {
    if let Some(value) = chess.terminal() {
        return value;
    }
    if depth <= 0 && !(leaf.checks && chess.in_check()) {
        return captures(chess, -MATE, MATE, leaf.evaluate);
    }
    let mut moves = Vec::new();
    chess.moves(&mut moves);
    let value = |m| {
        chess.make(m);
        let value = -minimax(chess, depth.max(1) - 1, leaf);
        chess.unmake();
        value
    };
    let best = moves.into_iter().map(value).max();
    best.unwrap_or_else(|| chess.without_moves())
}

/// Captures are searched with bounds; otherwise some positions would take minutes.
fn captures(chess: &mut Chess, mut alpha: Value, beta: Value, evaluate: Evaluate) -> Value {
    alpha = alpha.max(evaluate(chess));
    let mut moves = Vec::new();
    ChessLike::captures(chess, &mut moves);
    moves.sort_by_key(|m| -chess.mvv_lva(*m));
    for m in moves {
        if alpha >= beta {
            break;
        }
        chess.make(m);
        alpha = alpha.max(-captures(chess, -beta, -alpha, evaluate));
        chess.unmake();
    }
    alpha
}

/// Checks that full width with these settings has the values of minimax, which are computed once for each evaluation.
fn is_minimax(positions: &[&str], settings: &[&str], evaluate: Evaluate) {
    let leaf = Leaf { checks: true, evaluate };
    for name in positions {
        let position = position(name).0;
        let mut plain = BTreeMap::new();
        for settings in settings {
            for iteration in search(&position, settings, 3) {
                let depth = iteration.depth.into();
                let best = plain
                    .entry(depth)
                    .or_insert_with(|| minimax(&mut Chess::from(&position), depth, leaf));
                assert_eq!(iteration.value, *best, "{name}, {settings}: {iteration:?}");
            }
        }
    }
}

const POSITIONS: [&str; 8] = ["W2", "W20", "Z1", "Z5", "W8", "W70", "Z2", "Z7"];

#[test]
fn full_width_is_minimax() {
    is_minimax(&POSITIONS, &["none", "none+mtd"], |chess| chess.evaluate());
}

#[test]
fn full_width_with_mobility_is_minimax() {
    // Only half of the positions, because counting the moves at thousands of leaves takes long.
    is_minimax(&POSITIONS[..4], &["none+mobility"], |chess| {
        chess.evaluate() + 3 * mobility(chess)
    });
}

/// Returns the number of legal moves minus that of the other side, for a side that is not in check.
fn mobility(chess: &mut Chess) -> Value {
    if chess.in_check() {
        return 0;
    }
    let count = |chess: &mut Chess| {
        // Allocated once with room for all moves, because it is used at every leaf.
        let mut moves = Vec::with_capacity(64);
        chess.moves(&mut moves);
        moves.len() as Value
    };
    let own = count(chess);
    chess.make_null();
    let other = count(chess);
    chess.unmake_null();
    own - other
}

/// A null move that fails high is counted at the node that fails high.
#[test]
fn null_moves_that_fail_high_are_counted() {
    let last = |name: &str| {
        search(&position("W8").0, name, 6)
            .pop()
            .expect("an iteration")
            .statistics
    };
    assert_eq!(last("none").cut_nodes, 0);
    for name in ["r1", "r2", "r3", "verified"] {
        let counts = last(name);
        assert!(
            0 < counts.null_cut_nodes && counts.null_cut_nodes <= counts.cut_nodes,
            "{name}: {counts:?}"
        );
        assert!(counts.cut_nodes <= counts.null_moves, "{name}: {counts:?}");
    }
}

#[test]
fn full_width_proves_the_zugzwang_positions() {
    for row in rows("zugzwang.csv") {
        // The file gives the depth at which it solves the position.
        let name = format!("Z{}", row[0]);
        let depth = row[4].parse::<u8>().expect("a depth");
        assert!(!solves(&name, "none", depth - 1), "{name}");
        assert!(solves(&name, "none", depth), "{name}");
    }
    // Mates in 2, 4, 2 and 2 moves: the plies before the mating move.
    for (name, plies) in [("Z5", 3), ("Z6", 7), ("Z7", 3), ("Z8", 3)] {
        assert_eq!(value(name, "none", plies), MATE - Value::from(plies));
    }
}

#[test]
fn standard_null_moves_fail_in_zugzwang_and_verified_ones_do_not() {
    for (name, verified) in [("Z2", 4), ("Z5", 4)] {
        for depth in verified..=10 {
            assert!(!solves(name, "r3", depth), "{name}, depth {depth}");
            assert!(solves(name, "verified", depth), "{name}, depth {depth}");
        }
    }
    // Both searches play the move that mates in four, but only one sees the mate.
    assert_eq!(value("Z6", "verified", 8), MATE - 7);
    assert_eq!(value("Z6", "r3", 14), 0);
}

/// Two searches, a position and a depth: the second search, which is more careful, plays the solution and the first
/// does not.
const MISSED: &[(&str, &str, &str, u8)] = &[
    // A reduction of 1 (Goetsch and Campbell) sees threats that a reduction of 3 misses.
    ("r3", "r1", "W1", 5),
    // Heinz: near the leaves, a reduction of 2 is safer than 3.
    ("r3", "adaptive", "W1", 5),
    // Donninger allows any number of null moves on a path: two of them hide the zugzwang that one does not.
    ("r2", "r2+once", "Z5", 7),
    // Plenkner: in zugzwang, the move that has to confirm the null move is bad.
    ("r3", "r3+plenkner", "Z5", 6),
    ("r3", "r3+plenkner", "Z2", 6),
    // After two consecutive null moves, the first side must play after all.
    ("r3", "r3+double", "Z5", 11),
    ("r3", "r3+double", "Z2", 11),
    // A reduction by four plies is no cut-off: the remaining search finds the zugzwang.
    ("r3", "extended", "Z5", 7),
    ("r3", "extended", "Z2", 7),
    // The null move is answered by a mate, or by the threat of two plies before.
    ("r3", "r3+mate", "W138", 6),
    ("r3", "r3+threat", "W124", 6),
    // The layer sees mates beyond the horizon.
    ("none", "none+layer2", "W5", 1),
    ("none", "none+layer2", "W35", 5),
    // As Kaissa's authors say, any null move, even without a reduction, misses the mate in two.
    ("kaissa", "none", "Z5", 3),
    ("r1", "none", "Z5", 3),
    // With only king and pawns, null moves are not tried, for good reason.
    ("r3+pawns", "r3", "Z7", 3),
    ("verified+pawns", "verified", "Z8", 3),
    // A winning quiet move that is late in the order is searched one ply less deep, and missed.
    ("r2+late", "r2", "W66", 5),
];

#[test]
fn careful_searches_find_what_others_miss() {
    for &(other, careful, name, depth) in MISSED {
        assert!(!solves(name, other, depth), "{name} {other}");
        assert!(solves(name, careful, depth), "{name} {careful}");
    }
}

#[test]
fn a_null_move_only_for_a_side_that_is_ahead_is_safer() {
    // Twelve pawns down, White draws: full width finds the draw, and a null move that White cannot afford hides it.
    assert_eq!(value("Z6", "none", 4), 0);
    assert_eq!(value("Z6", "r2+ahead", 4), 0);
    assert!(value("Z6", "r2", 4) < -1000);
}

#[test]
fn the_variable_bound_is_wrong_by_a_tempo() {
    let exact = value("W33", "none", 4);
    assert_eq!(value("W33", "r2", 4), exact);
    let error = (value("W33", "r2+bound", 4) - exact).abs();
    assert!((1..=20).contains(&error), "{error}");
}

#[test]
fn the_layer_proves_its_mates() {
    // Every move of the mating side was played and every answer tried, so full width finds the same mates.
    assert_eq!(value("W5", "none+layer2", 1), MATE - 3);
    assert_eq!(value("W5", "none", 3), MATE - 3);
    assert_eq!(value("W35", "none+layer2", 5), MATE - 7);
    assert_eq!(value("W35", "none", 7), MATE - 7);
}

#[test]
fn goetsch_campbell_and_donninger_have_names() {
    let settings = |text: &str| text.parse::<Settings>().expect(text);
    assert_eq!(settings("goetsch-campbell"), Settings::standard(1));
    assert_eq!(settings("donninger"), Settings::standard(2));
}

#[test]
fn a_limit_leaves_the_iterations_before_it() {
    let position = position("W20").0;
    let whole = search(&position, "r2", 7);
    let nodes = whole[5].statistics.nodes;
    let limits = Limits { nodes, stop: None };
    let mut searcher = Searcher::new(Chess::from(&position), Settings::standard(2), limits);
    assert_eq!(searcher.deepen(7), whole[..5]);
    assert!(searcher.game.interrupted);
}

#[test]
fn finished_games_have_no_iterations() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - -", "7k/6Q1/6K1/8/8/8/8/8 b - -"] {
        let position = Position::from_fen(fen).expect(fen);
        assert!(search(&position, "verified", 5).is_empty());
    }
}

/// Nodes up to depth 6, the same on every machine. The tests above show that the searches are right; these numbers only
/// detect changes.
const NODES: &[(&str, [u64; 4])] = &[
    ("none", [354_422, 5_326, 446_301, 38_385]),
    ("r1", [67_613, 3_962, 770_574, 27_535]),
    ("r2", [57_040, 2_245, 620_719, 15_631]),
    ("r3", [90_738, 2_744, 486_504, 12_939]),
    ("adaptive", [57_040, 2_245, 620_719, 15_631]),
    ("verified", [62_123, 3_722, 397_144, 25_290]),
    ("kaissa", [436_199, 6_137, 1_208_797, 58_030]),
    ("r2+once", [55_769, 2_248, 619_322, 15_389]),
    ("r2+ahead", [56_536, 3_781, 632_005, 15_140]),
    ("r2+double", [57_097, 2_519, 625_554, 15_717]),
    ("r2+bound", [57_869, 2_172, 440_387, 11_066]),
    ("r3+mate", [133_681, 2_744, 486_504, 16_906]),
    ("r3+threat", [90_907, 2_744, 512_384, 12_939]),
    ("r3+plenkner", [93_831, 2_778, 488_149, 15_025]),
    ("r3+pawns", [90_738, 2_934, 486_504, 13_047]),
    ("r3+layer1", [60_530, 12_898, 752_058, 68_259]),
    ("extended", [90_936, 2_710, 482_970, 12_966]),
    ("r3+late", [50_629, 2_403, 288_588, 12_068]),
];

#[test]
fn node_counts_are_the_same_everywhere() {
    for &(settings, expected) in NODES {
        let counts = ["W1", "W100", "W200", "Z2"].map(|name| {
            let iterations = search(&position(name).0, settings, 6);
            iterations.last().expect("a move").statistics.nodes
        });
        assert_eq!(counts, expected, "{settings}");
    }
}

/// The table and the move ordering save nodes: the values of full width do not depend on them.
#[test]
fn the_framework_saves_nodes_and_changes_no_value() {
    let (mut with, mut without) = (0, 0);
    for name in ["W2", "W8", "W20", "W70", "Z1", "Z5"] {
        let position = position(name).0;
        let full = search(&position, "none", 4);
        let values = |iterations: &[Iteration<PackedMove>]| iterations.iter().map(|one| one.value).collect::<Vec<_>>();
        for option in ["no-cutoffs", "no-moves", "no-history"] {
            let other = search(&position, &format!("none+{option}"), 4);
            assert_eq!(values(&other), values(&full), "{name} {option}");
            with += full[3].statistics.nodes;
            without += other[3].statistics.nodes;
        }
    }
    assert!(without > with, "{without} {with}");
}

/// The flag of verification has an effect if and only if null moves are verified.
#[test]
fn an_option_of_verification_needs_verification() {
    let position = position("W8").0;
    let nodes = |name: &str| search(&position, name, 8).pop().map(|last| last.statistics.nodes);
    assert_eq!(nodes("r3+flagless"), nodes("r3"));
    assert_ne!(nodes("verified+flagless"), nodes("verified"));
}

/// Section 5 of the paper: with a reduction by one ply and no cut-offs, the tree is larger than that of verified
/// null-move pruning; with two plies after the first null move it is smaller. All find the zugzwang that R = 3 misses.
#[test]
fn variants_of_section_5_cut_nothing_off() {
    let nodes = |name: &str| {
        let sum = ["W8", "W20", "W70"].map(|one| {
            let last = search(&position(one).0, name, 7).pop().expect("a move");
            last.statistics.nodes
        });
        sum.iter().sum::<u64>()
    };
    assert!(nodes("r3+reduce1") > nodes("r3+reduce12"));
    assert!(nodes("r3+reduce1") > nodes("verified"));
    assert!(!solves("Z5", "r3", 8));
    for variant in ["r3+reduce1", "r3+reduce2", "r3+reduce12"] {
        assert!(solves("Z5", variant, 8), "{variant}");
    }
}

/// Without the extension of leaves in check, and with only material, full width has the values of plain minimax.
#[test]
fn full_width_without_its_extras_is_minimax() {
    let leaf = Leaf { checks: false, evaluate: |chess| chess.material() };
    for name in ["W2", "W8", "W20", "Z1", "Z5"] {
        let (position, _) = position(name);
        let expected = minimax(&mut Chess::from(&position), 3, leaf);
        assert_eq!(value(name, "none+no-checks+material", 3), expected, "{name}");
    }
}

/// Late moves are reduced with three or more plies left: up to that depth nothing changes, beyond it the tree is
/// smaller.
#[test]
fn late_moves_save_nodes() {
    for base in ["none", "r2", "verified", "extended"] {
        let (mut all, mut fewer) = (0, 0);
        for name in ["W2", "W8", "W20", "W70"] {
            let position = position(name).0;
            let (with, without) = (
                search(&position, &format!("{base}+late"), 5),
                search(&position, base, 5),
            );
            // The moves of the root are not reduced, so the first reduction occurs in the fourth iteration.
            assert_eq!(with[..3], without[..3], "{name} {base}");
            fewer += with[4].statistics.nodes;
            all += without[4].statistics.nodes;
        }
        assert!(fewer < all, "{base}: {fewer} {all}");
    }
}

/// The rule, derived from the calls: from the fifth move of a node, moves are searched one ply less deep, unless they
/// capture, answer a check or give one; those that turn out better than alpha are searched again to full depth.
#[test]
fn late_moves_are_searched_a_ply_less_deep_and_again_if_they_are_good() {
    let (mut reduced, mut again) = (0, 0);
    for (name, base) in [("W2", "none"), ("W8", "none"), ("W20", "r2"), ("W70", "r2")] {
        let chess = Chess::from(&position(name).0);
        let settings = format!("{base}+late").parse().expect(base);
        let mut searcher = Searcher::new(chess.clone(), settings, Limits::default()).recording(1_000_000, false);
        searcher.deepen(5);
        let calls = &searcher.game.recorder.as_ref().expect("a record").calls;
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
        for (id, call) in calls.iter().enumerate() {
            if let (Some(parent), [Step::Move(_)]) = (call.node.parent, &call.steps[..]) {
                below[parent].push(id);
            }
        }
        let left = |id: usize| calls[id].node.depth.expect("a number of plies");
        for (parent, children) in below.iter().enumerate() {
            // A leaf in check is searched one ply deeper.
            let depth = left(parent).max(1);
            let mut board = chess.clone();
            walk(&mut board, calls, parent);
            let mut tried = Vec::new();
            for (at, &id) in children.iter().enumerate() {
                let [Step::Move(m)] = calls[id].steps[..] else {
                    panic!("a call behind a move");
                };
                if tried.contains(&m) {
                    continue;
                }
                tried.push(m);
                let quiet = !board.in_check() && board.mvv_lva(m) == 0;
                board.make(m);
                let late = tried.len() > 4 && depth >= 3 && quiet && !board.in_check();
                board.unmake();
                assert_eq!(left(id), depth - 1 - i32::from(late), "{name} {m:?}");
                if late {
                    reduced += 1;
                    // For the side after the move, a value below beta is one above the other side's alpha.
                    let Node { known, window, .. } = &calls[id].node;
                    let beta = window.expect("a window")[1].expect("a bound");
                    if known[0].value.expect("an end") < beta {
                        let next = children[at + 1];
                        assert_eq!(calls[next].steps, calls[id].steps, "{name} {m:?}");
                        assert_eq!(left(next), depth - 1, "{name} {m:?}");
                        again += 1;
                    }
                }
            }
        }
    }
    assert!(reduced > 1000 && again > 0, "{reduced} {again}");
}

/// Plays the moves from the root to a call.
fn walk(board: &mut Chess, calls: &[Call<PackedMove>], id: usize) {
    if let Some(parent) = calls[id].node.parent {
        walk(board, calls, parent);
    }
    for step in &calls[id].steps {
        match *step {
            Step::Move(m) => board.make(m),
            Step::Null => {
                board.make_null();
            }
        }
    }
}
