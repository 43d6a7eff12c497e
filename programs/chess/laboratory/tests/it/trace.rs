//! Traces of searches, on trees that can be followed by hand.

use bcp_laboratory::chess::Chess;
use bcp_laboratory::conspiracy::{Plain, Search, WrittenTree};
use bcp_laboratory::figures::{pvs, standard};
use bcp_laboratory::game::{INFINITY, Value};
use bcp_laboratory::proof::{Examined, ProofTree, Win, df_pn};
use bcp_laboratory::quiescence::{AsListed, NestedQuiesceD, QuiesceD, Static};
use bcp_laboratory::review::{Version2, readings, version1_calls, version2_calls};
use bcp_laboratory::trace::{Node, NodeState, Recorder, San, Trace, places};
use bcp_laboratory::{Counted, Game, Limits};
use bcp_reference::search::{Searcher, Version};

use crate::common::win_at_chess;

fn tree(text: &str) -> WrittenTree {
    text.parse().expect(text)
}

type Figure = fn(&mut Counted<'static, WrittenTree>, Value, Value, i32) -> Value;

fn traced(text: &str, depth: i32, most: usize, figure: Figure) -> Trace {
    let mut traced = Counted::new(tree(text), Limits::default()).recording(most, false);
    figure(&mut traced, -INFINITY, INFINITY, depth);
    Trace::new("search", "", text).with_calls(traced.recorder.expect("a record"), &mut places())
}

/// By hand: the first move yields 3, the minimum of 3 and 4; the window [2, 3] tests whether 4 is less than 3. The
/// first reply to the second move leaves the scout window, [-4, -3] for its side: 2 is at most 3.
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
            "  2  [-4, -3]  depth 1  = -2  cut-off, 1 omitted",
            "    1  [3, 4]  depth 0  = 2  horizon",
        ]
    );
}

/// A re-search is a second call of the same move; a null move has a name of its own.
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
        trace.nodes.iter().any(|node| node.end.as_deref() == Some("null move")),
        "{}",
        trace.text()
    );
}

/// By hand: of the replies to the first move the third is searched again, because 1 is less than 3. The second move is
/// refuted by its third reply, the third by its first: 12 calls. The first four are the root, the first move and two
/// replies; its third reply (twice), the other two moves and everything below these are omitted.
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

/// Recording a trace does not change the search.
#[test]
fn a_search_that_is_watched_is_the_same() {
    let text = "0(0(3 4 1) 0(2 9 0) 0(1 1 1))";
    let nodes = |traced: bool| {
        let mut game = Counted::new(tree(text), Limits::default());
        if traced {
            game = game.recording(100, true);
        }
        let value = pvs::search(&mut game, -INFINITY, INFINITY, 2);
        let calls = game.recorder.as_ref().map_or(0, |recorder| recorder.calls.len());
        assert_eq!(calls > 1, traced);
        (value, game.statistics)
    };
    assert_eq!(nodes(true), nodes(false));
}

/// McAllester's numbers by hand: the root expands to 5; one conspirator, the first successor, can lower it to 2 or
/// raise it to anything. When that successor is certain to be 3, only the second can raise the root; when the game
/// turns out to be over there, nothing can.
#[test]
fn a_tree_that_grows() {
    let mut search = Search::new(tree("0(5(3! 4!) 2)"), Plain, usize::MAX);
    let trace = Trace::new("conspiracy", "", "").with_conspiracy(&mut search, Some(1), 100, || false, &mut places());
    let known = |at, value, range| NodeState { at, value: Some(value), range: Some(range), numbers: None };
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
    let mut other = trace.clone();
    other.search = "</script><b>".to_owned();
    let page = other.page(None).expect("a page");
    assert!(
        !page.contains("</script><b>") && !page.contains("{{"),
        "the page can be left by its data"
    );
    assert_eq!(page.matches("://").count(), 0, "nothing is fetched");
    assert!(page.contains("default-src 'none'"), "nor can it be");
    let page = trace.page(Some("1 < 2 & 3")).expect("a page");
    assert!(page.contains("<h1>1 &lt; 2 &amp; 3</h1>"), "{page}");
    let mut game = tree("0(1)");
    assert_eq!(game.evaluate(), 0);
}

/// The roots of a trace of the pseudocode are its iterations: each has the value that the search prints.
#[test]
fn both_versions_of_the_pseudocode_leave_their_iterations() {
    for (number, position, _) in &win_at_chess()[..12] {
        let mut first = Searcher::new(position.clone())
            .version(Version::Simple)
            .readings(readings());
        let first: Vec<i32> = first.search(3).map(|iteration| iteration.value.into()).collect();
        let second = Version2::new(position.clone(), 0, None).it2v(3);
        let second: Vec<i32> = second.iter().map(|iteration| iteration.value.into()).collect();
        for (values, calls) in [
            (
                first,
                version1_calls(position.clone(), 3, Limits::default(), Recorder::new(1_000_000, true)),
            ),
            (
                second,
                version2_calls(position.clone(), 3, Limits::default(), Recorder::new(1_000_000, true)),
            ),
        ] {
            let (calls, last) = calls;
            assert_eq!(last.map(|(_, value, _)| value), values.last().copied());
            let value = |node: &Node| node.known.first()?.value;
            let nodes: Vec<Node> = calls.calls.into_iter().map(|call| call.node).collect();
            let roots = nodes.iter().filter(|node| node.parent.is_none());
            let roots: Vec<i32> = roots.filter_map(value).collect();
            assert_eq!(roots, values, "position {number}");
            assert!(nodes.iter().all(|node| value(node).is_some()));
        }
    }
}

/// By hand: the second move is worth 2 after its only reply. With two plies, the null move's 0 is the value on the
/// root's first line, and the range is that of the outer order.
#[test]
fn nested_values_show_their_outer_range() {
    let mut game = Counted::new(tree("0(0(1!) 5(-2!))"), Limits::default()).recording(100, true);
    let mut search = NestedQuiesceD {
        first: QuiesceD::new(Static, AsListed),
        first_depth: 1,
        ordering: AsListed,
    };
    let nested = search.search(&mut game, -INFINITY, INFINITY, 2);
    let calls = &game.recorder.as_ref().expect("a record").calls;
    let known = &calls[0].node.known[0];
    assert_eq!(known.value, Some(nested.value()));
    assert_eq!(known.range, Some([nested.outer.lower, nested.outer.upper].map(Some)));
    assert!(calls.iter().any(|call| call.node.parent == Some(0)));
}

/// A mate in two, found by both searches: at the end, the root has nothing left to prove.
#[test]
fn proof_searches_show_how_they_prove() {
    let position = bcp_chess::Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - -").expect("a position");
    let names = || San::new(position.clone(), Into::into);
    let mut question = Examined::new(Win::mate(Chess::from(&position), 2), Limits::default());
    let (second, _) =
        Trace::new("pn2", "", "").with_proof(&mut question, 1000, &mut names(), ProofTree::grow_by_search);
    let depth_first = |most| {
        let traced = Counted::new(Chess::from(&position), Limits::default()).recording(most, true);
        let mut question = Examined::new(Win::mate(traced, 2), Limits::default());
        df_pn(&mut question);
        Trace::new("df-pn", "", "").with_calls(question.question.game.recorder.expect("a record"), &mut names())
    };
    for trace in [second, depth_first(1000)] {
        let numbers = trace.nodes[0].known.last().and_then(|known| known.numbers);
        assert_eq!(numbers, Some([Some(0), None]), "{}", trace.text());
        assert!(trace.nodes.len() > 3, "{}", trace.text());
        let first = trace.nodes.iter().find(|node| {
            let proved = node.known.last().and_then(|known| known.numbers) == Some([Some(0), None]);
            node.parent == Some(0) && proved
        });
        assert_eq!(first.map(|node| &*node.moves[0]), Some("Ra6"), "{}", trace.text());
    }
    let part = depth_first(2);
    assert_eq!(part.nodes.len(), 2);
    assert!(part.left_out > 0);
}
