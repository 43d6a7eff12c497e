//! Results of searches by name on small trees: values, lines and numbers of positions, and what ends a search.

use bcp_chess::Position;
use bcp_chess::hash::mix;
use bcp_laboratory::Limits;
use bcp_laboratory::chess::Chess;
use bcp_laboratory::conspiracy::{Evaluation, Tree, WrittenTree};
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::proof::{Method, shortest_mate};
use bcp_laboratory::quiescence::{AsListed, FullWidth, Static};
use bcp_laboratory::searches::{Request, Search};
use bcp_laboratory::trace::Trace;

/// A tree with few different values, so that many values are equal.
struct Small {
    value: Value,
    over: bool,
    moves: Vec<Small>,
}

impl Small {
    fn new(seed: u64, depth: u8) -> Self {
        let seed = mix(seed);
        let count = if depth == 0 { 0 } else { seed >> 20 & 3 };
        let over = count == 0 && seed >> 30 & 1 == 0;
        let moves = (0..count).map(|n| Self::new(seed ^ mix(n + 1), depth - 1)).collect();
        Self { value: (seed >> 40 & 3) as Value - 1, over, moves }
    }

    fn text(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Self::text).collect();
        let moves = if moves.is_empty() {
            String::new()
        } else {
            format!("({})", moves.join(" "))
        };
        format!("{}{}{moves}", self.value, if self.over { "!" } else { "" })
    }

    fn is_leaf(&self, depth: i32) -> bool {
        depth == 0 || self.moves.is_empty()
    }

    /// Returns the value for the first player, who is to play if `ours`.
    fn minimax(&self, depth: i32, ours: bool) -> Value {
        if self.is_leaf(depth) {
            return self.value;
        }
        let values = self.moves.iter().map(|it| it.minimax(depth - 1, !ours));
        let best = if ours { values.max() } else { values.min() };
        best.expect("a move")
    }

    /// Textbook alpha-beta, which counts the visited positions.
    fn alpha_beta(&self, depth: i32, sign: Value, mut alpha: Value, beta: Value, seen: &mut u64) -> Value {
        *seen += 1;
        if self.is_leaf(depth) {
            return sign * self.value;
        }
        let mut best = -INFINITY;
        for next in &self.moves {
            best = best.max(-next.alpha_beta(depth - 1, -sign, -beta, -alpha, seen));
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }

    fn count(&self, depth: i32) -> u64 {
        1 + if depth == 0 {
            0
        } else {
            self.moves.iter().map(|it| it.count(depth - 1)).sum()
        }
    }
}

/// Each position of the line has the value of the root, up to a leaf.
#[test]
fn values_lines_and_positions_are_those_of_the_definition() {
    for seed in 0..60 {
        let tree = Small::new(seed, 4);
        for depth in 1..=4 {
            let value = tree.minimax(depth, true);
            for name in [
                "minimax",
                "pvs",
                "alpha-beta",
                "alpha-beta-memory",
                "mtd",
                "sss",
                "dual",
                "fast:none",
            ] {
                let request = Request { depth, positions: 10_000, ..Request::default() };
                let search: Search = name.parse().expect(name);
                if tree.moves.is_empty() {
                    continue;
                }
                let found = search.run_tree(&tree.text(), &request).expect("a tree");
                let place = format!("{name}, depth {depth}: {}: {:?}", tree.text(), found.line);
                assert_eq!(
                    (found.value, found.ended, found.answer),
                    (Some(value), false, None),
                    "{place}"
                );
                // A search with null windows knows only bounds on its moves' values.
                let exact = ["minimax", "pvs", "alpha-beta"].contains(&name);
                let (mut at, mut left, mut ours) = (&tree, depth, true);
                for m in found.line.iter().filter(|_| exact) {
                    at = &at.moves[m.parse::<usize>().expect("a number") - 1];
                    (left, ours) = (left - 1, !ours);
                    assert_eq!(at.minimax(left, ours), value, "{place}");
                }
                assert!(!exact || at.is_leaf(left), "{place}");
                let mut seen = 0;
                tree.alpha_beta(depth, 1, -INFINITY, INFINITY, &mut seen);
                match name {
                    "minimax" => assert_eq!(found.positions, tree.count(depth), "{place}"),
                    "alpha-beta" => assert_eq!(found.positions, seen, "{place}"),
                    _ => {}
                }
            }
        }
    }
}

/// The best move is the first of equals, if it is better than the lower bound.
#[test]
fn the_best_move_is_the_first_with_the_value() {
    for seed in 0..400 {
        let tree = Small::new(seed, 3);
        if tree.over || tree.moves.is_empty() {
            continue;
        }
        let value = tree.minimax(3, true);
        let first = tree.moves.iter().position(|it| it.minimax(2, false) == value);
        for lower in [-INFINITY, value - 1, value] {
            let mut game: WrittenTree = tree.text().parse().expect("a tree");
            let mut search = FullWidth::new(Static, AsListed);
            let (found, best) = search.best(&mut game, lower, INFINITY, 3);
            if lower < value {
                assert_eq!((found, best), (value, first), "{}", tree.text());
            } else {
                assert!(found <= value && best.is_none(), "{}", tree.text());
            }
        }
    }
}

/// The searches for mates in 1, 2, ... moves share one limit, which ends them all.
#[test]
fn a_limit_ends_the_searches_for_longer_mates() {
    // Two rooks mate in two moves; with only one, there is no mate within three.
    let position = |fen: &str| Chess::from(&Position::from_fen(fen).expect(fen));
    let (mate, none) = (
        position("7k/8/8/8/8/8/R7/1R4K1 w - -"),
        position("7k/8/8/8/8/8/R7/6K1 w - -"),
    );
    for method in Method::ALL {
        let all = Limits::default();
        let one = shortest_mate(&none, 1, method, all);
        let two = shortest_mate(&none, 2, method, all);
        assert_eq!(
            (one.moves, one.ended, two.moves, two.ended),
            (None, false, None, false),
            "{method}"
        );
        assert!(two.positions > one.positions, "{method}");
        for (nodes, positions, ended) in [
            (one.positions, one.positions, true),
            (two.positions + 1, two.positions, false),
        ] {
            let found = shortest_mate(&none, 2, method, Limits { nodes, stop: None });
            assert_eq!(
                (found.moves, found.positions, found.ended),
                (None, positions, ended),
                "{method} {nodes}"
            );
        }
        let found = shortest_mate(&mate, 3, method, all);
        let first = found.first.map(|m| bcp_chess::Move::from(m).to_string());
        assert_eq!((found.moves, found.ended), (Some(2), false), "{method}");
        assert!(
            ["a2a7", "b1b7"].contains(&first.as_deref().expect("a move")),
            "{method}: {first:?}"
        );
        assert_eq!(method.to_string().parse(), Ok(method));
    }
    let error = "none".parse::<Method>().expect_err("no such method");
    assert_eq!(
        error,
        "unknown mate search `none`: expected pn, pn2, df-pn or exhaustive"
    );
}

#[test]
fn a_tree_is_as_deep_as_its_deepest_leaf() {
    let mut tree: Tree<u8> = Tree::new(Evaluation::singleton(0), usize::MAX);
    assert_eq!((tree.depth, tree.expanded, tree.len()), (0, 0, 1));
    tree.expand(0, [(1, Evaluation::singleton(3)), (2, Evaluation::singleton(-1))]);
    assert_eq!((tree.depth, tree.expanded, tree.len()), (1, 1, 3));
    tree.expand(2, [(1, Evaluation::singleton(5))]);
    tree.expand(1, [(1, Evaluation::singleton(2))]);
    assert_eq!((tree.depth, tree.expanded, tree.len()), (2, 3, 5));
}

/// The page is its template with each placeholder replaced, but not where the text of a trace resembles a placeholder.
#[test]
fn a_page_is_its_template_with_the_trace() {
    let file = |name: &str| {
        let path = format!("{}/src/trace/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).expect(&path)
    };
    let trace = Trace::new("pvs", "depth <2>", "0(1 {{style}})");
    for (title, shown) in [(None, "pvs, depth &lt;2&gt;"), (Some("A & <b>"), "A &amp; &lt;b&gt;")] {
        let data = serde_json::to_string(&trace).expect("JSON").replace('<', "\\u003c");
        // The placeholders within the data are restored last.
        let expected = file("page.html")
            .replace("{{title}}", shown)
            .replace(
                "{{caption}}",
                "pvs, depth &lt;2&gt;: principal variation search without null moves",
            )
            .replace("{{style}}", &(file("page.css") + &file("drawing.css")))
            .replace("{{script}}", &file("drawing.js"))
            .replace("{{data}}", &data);
        assert!(trace.page(title).expect("a page") == expected, "{title:?}");
    }
}
