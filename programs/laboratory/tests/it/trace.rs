//! What a trace says of a search, on trees that can be followed with a pencil.

use bcp_laboratory::conspiracy::{Plain, Search, WrittenTree};
use bcp_laboratory::figures::{Board, pvs, standard};
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::quiet::Quiet;
use bcp_laboratory::trace::{Known, Places, Trace, Traced};
use bcp_laboratory::{Counted, Game, Limits};

fn tree(text: &str) -> WrittenTree {
    text.parse().expect(text)
}

type Figure = fn(&mut Board<Traced<Quiet<WrittenTree>>>, Value, Value, i32) -> Value;

fn traced(text: &str, depth: i32, most: usize, figure: Figure) -> Trace {
    let mut board = Board::new(Traced::new(Quiet::new(tree(text)), most, false));
    figure(&mut board, -INFINITY, INFINITY, depth);
    let traced = board.into_game();
    Trace::new("search", "", text).with_calls(traced.calls(), traced.left_out(), &mut Places)
}

/// By hand: the first move brings 3, the least of 3 and 4; whether 4 is less than 3 is asked with the window [2, 3]. The
/// scout window of the second move, [-4, -3] for its side, is left by its first reply: 2 is at most 3.
#[test]
fn a_tree_by_hand() {
    let trace = traced("0(0(3 4) 0(2 9))", 2, 100, pvs::search);
    let lines: Vec<String> = trace.text().lines().skip(1).map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            "root  [-inf, inf]  depth 2  = 3  exact",
            "  1  [-inf, inf]  depth 1  = -3  exact",
            "    1  [-inf, inf]  depth 0  = 3  horizon",
            "    2  [2, 3]  depth 0  = 4  horizon",
            "  2  [-4, -3]  depth 1  = -2  cut-off",
            "    1  [3, 4]  depth 0  = 2  horizon",
        ]
    );
}

/// A re-search is a second call of the same move; a null move is called so.
#[test]
fn searches_again_and_null_moves_are_shown() {
    let trace = traced("0(0(1) 0(5))", 2, 100, pvs::search);
    let moves: Vec<&str> = trace
        .nodes
        .iter()
        .filter(|node| node.parent == Some(0))
        .map(|node| &*node.moves[0])
        .collect();
    assert_eq!(moves, ["1", "2", "2"]);
    let trace = traced("0(0(0(0)) -9(-9(-9)))", 3, 1000, standard::search);
    let null = trace
        .nodes
        .iter()
        .find(|node| node.moves == ["null"])
        .expect("a null move");
    assert!(null.parent.is_some());
    assert!(
        trace.nodes.iter().any(|node| node.end == Some("null move")),
        "{}",
        trace.text()
    );
}

/// By hand: of the replies to the first move the third is searched again, 1 being less than 3. The second move is
/// refuted by its third reply, the third by its first: 12 calls. The first four are the root, the first move and two
/// replies; left out are its third reply, twice, and the other two moves, with all below them.
#[test]
fn a_trace_has_every_call_or_says_how_many_are_missing() {
    let text = "0(0(3 4 1) 0(2 9 0) 0(1 1 1))";
    let whole = traced(text, 2, 100, pvs::search);
    assert_eq!((whole.nodes.len(), whole.left_out), (12, 0), "{}", whole.text());
    let part = traced(text, 2, 4, pvs::search);
    assert_eq!((part.nodes.len(), part.left_out), (4, 4), "{}", part.text());
    for trace in [whole, part] {
        for (id, node) in trace.nodes.iter().enumerate() {
            assert!(node.parent.is_none_or(|parent| parent < id));
            assert!(node.known.iter().all(|known| known.at > node.at));
        }
    }
}

/// A trace changes nothing.
#[test]
fn a_search_that_is_watched_is_the_same() {
    let text = "0(0(3 4 1) 0(2 9 0) 0(1 1 1))";
    let nodes = |traced: bool| {
        let game = Counted::new(Quiet::new(tree(text)), Limits::default());
        if traced {
            let mut board = Board::new(Traced::new(game, 100, true));
            (
                pvs::search(&mut board, -INFINITY, INFINITY, 2),
                board.into_game().calls().len() > 1,
            )
        } else {
            (pvs::search(&mut Board::new(game), -INFINITY, INFINITY, 2), true)
        }
    };
    assert_eq!(nodes(true), nodes(false));
}

/// McAllester's numbers by hand: the root expands to 5; one conspirator, the first successor, can lower it to 2 or
/// raise it to anything. Expanded that is 3 for ever, and only the second successor can raise the root; when the game
/// turns out to be over there, nobody can.
#[test]
fn a_tree_that_grows() {
    let mut search = Search::new(tree("0(5(3! 4!) 2)"), Plain, usize::MAX);
    let trace = Trace::new("conspiracy", "", "").with_conspiracy(&mut search, Some(1), 100, &mut Places);
    let known = |at, value, range| Known {
        at,
        value: Some(value),
        range: Some(range),
        numbers: None,
    };
    let expected = [
        known(0, 0, [None, None]),
        known(1, 5, [Some(2), None]),
        known(2, 3, [Some(3), None]),
        known(3, 3, [Some(3), Some(3)]),
    ];
    assert_eq!(trace.nodes[0].known, expected);
    let times: Vec<u32> = trace.nodes.iter().map(|node| node.at).collect();
    assert_eq!(times, [0, 1, 1, 2, 2]);
}

#[test]
fn forms_hold_the_trace() {
    let trace = traced("0(0(3 4) 0(2 9))", 2, 100, pvs::search);
    let json = serde_json::to_value(&trace).expect("JSON");
    assert_eq!(
        (json["format"].as_str(), json["version"].as_u64()),
        (Some("bcp-lab-trace"), Some(1))
    );
    assert_eq!(json["nodes"][4]["window"][1], -3);
    assert_eq!(json["nodes"][0]["window"][0], serde_json::Value::Null);
    let dot = trace.dot();
    assert!(dot.starts_with("digraph trace {") && dot.contains("n0 -> n4"), "{dot}");
    let mut other = trace.clone();
    other.search = "</script><b>".to_owned();
    let page = other.page().expect("a page");
    assert!(
        !page.contains("</script><b>") && !page.contains("{{"),
        "the page can be left by its data"
    );
    assert_eq!(page.matches("http").count(), 0, "nothing is fetched");
    let mut game = tree("0(1)");
    assert_eq!(game.evaluate(), 0);
}
