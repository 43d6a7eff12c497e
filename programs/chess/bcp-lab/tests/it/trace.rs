//! `bcp-lab trace` as a user sees it.

use crate::program::Program;

const TRACE: Program = Program("trace");

/// The value 4 is four plies below the root: 0 - 5 - 3 - 2 - 4.
#[test]
fn a_tree_is_searched_to_its_end() {
    let text = TRACE.printed("--search minimax '0(5(3(2(4))) 9)'");
    assert!(text.contains("        1  [-inf, inf]  depth 0  = 4  horizon"), "{text}");
    assert!(
        !TRACE
            .printed("--search minimax --depth 2 '0(5(3(2(4))) 9)'")
            .contains("= 4")
    );
}

#[test]
fn every_search_leaves_its_tree() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for search in [
        "minimax",
        "pvs",
        "standard",
        "verified",
        "quiesce",
        "quiesce-d",
        "alpha-beta",
        "alpha-beta-memory",
        "mtd",
        "sss",
        "dual",
        "nested",
        "version1",
        "version2",
        "pn",
        "pn2",
        "df-pn",
        "conspiracy",
        "fast:r2+double",
        "fast:none+layer1",
    ] {
        let trace = TRACE.json(&format!("--search {search} --calls 500 '{start}'"));
        assert_eq!(trace["search"], search);
        let unit = match search {
            "quiesce" | "quiesce-d" | "nested" | "version1" | "version2" => serde_json::json!("pawns"),
            "pn" | "pn2" | "df-pn" => serde_json::Value::Null,
            _ => serde_json::json!("hundredths of a pawn"),
        };
        assert_eq!(trace["unit"], unit, "{search}");
        let nodes = trace["nodes"].as_array().expect("nodes");
        assert!(nodes.len() > 5, "{search}: {}", nodes.len());
        // The fast searches record the moves of the root, but not the root itself.
        let begins = if search.starts_with("fast:") {
            "4k3/8/8/8/8/8/4P3/"
        } else {
            start
        };
        let fen = nodes[0]["fen"].as_str().expect("a position");
        assert!(fen.starts_with(begins), "{search}: {fen}");
    }
}

#[test]
fn pages_and_texts_are_written_to_files() {
    let folder = std::env::temp_dir().join(format!("bcp-lab-trace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (format, beginning) in [("page", "<!doctype html>"), ("text", "verified  ")] {
        let file = folder.join(format);
        let name = file.to_str().expect("text");
        TRACE.check(
            &format!("--format {format} --out '{name}' --title 'A mate' --search verified 1"),
            0,
            &[],
        );
        let written = std::fs::read_to_string(&file).expect("a file");
        assert!(written.starts_with(beginning));
        assert_eq!(written.contains("<h1>A mate</h1>"), format == "page");
    }
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn bad_input_is_refused_with_what_is_allowed() {
    TRACE.check("--search x 1", 2, &["pvs, standard, verified"]);
    TRACE.check("--search fast:x 1", 2, &["r1 to r4"]);
    TRACE.check("--search r2 1", 2, &["write fast:r2"]);
    TRACE.check("0(1", 2, &["character 4 of the tree: expected another ) at the end"]);
    TRACE.check("--search mtdf 1", 2, &["(did you mean mtd?)"]);
    TRACE.check("--search pvs --order 2 1", 1, &["the search pvs has no option --order"]);
    TRACE.check("'8/8 w'", 2, &["8/8 w"]);
    TRACE.check("301", 1, &["301"]);
    TRACE.check("--depth 31 1", 2, &["between 0 and 30"]);
    TRACE.check("--search version2 0(1)", 1, &["plays only chess"]);
    for search in ["pn", "pn2", "df-pn", "fast:none"] {
        TRACE.check(&format!("--search {search} --depth 0 1"), 1, &["a depth of at least 1"]);
    }
    TRACE.check("--calls 3 1", 0, &["omitted, with all calls below them: "]);
}

/// The tutorial's position, worked out by hand in `docs/explanation/null-move-quiescence.md`: of the thirteen moves two
/// are eligible, and Nc7+ yields 3. The value of the first order is -2, by the null move.
#[test]
fn quiescence_is_shown_where_nothing_else_is_asked_for() {
    let fork = "'r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -'";
    let text = TRACE.printed(fork);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("root") && lines[1].contains("= 3"), "{text}");
    let refuted = |line: &&&str| !line.starts_with("   ") && line.contains("cut-off");
    assert_eq!(
        lines.iter().filter(refuted).count(),
        12,
        "Nxd6+ and eleven others\n{text}"
    );
    assert!(lines.len() < 60, "{text}");
    let first = TRACE.printed(&format!("--search quiesce {fork}"));
    assert!(first.contains("root  [-inf, inf]  depth 0  = -2  exact"), "{first}");
    assert!(first.lines().count() < 60, "{first}");
}

/// An endless search, or one of impracticable length, is ended: the root of its tree has no value.
#[test]
fn a_search_ends_with_its_nodes() {
    let fork = "'r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -'";
    for search in [
        "quiesce --order 2",
        "pvs --depth 30",
        "verified --depth 30",
        "fast:none --depth 30",
        "mtd --depth 30",
        "df-pn --depth 30",
        "pn2 --depth 30",
    ] {
        let arguments = format!("--search {search} --calls 50 {fork}");
        TRACE.check(&arguments, 0, &["stopped after", "--calls"]);
        // A node of a grown tree is recorded together with all of its moves.
        assert!(TRACE.printed(&arguments).lines().count() <= 150, "{search}");
    }
}
