//! The null-move searches by their names, and the smallest trees that they could have.

use bcp_laboratory::null_move::{Model, Settings};

#[test]
fn names_and_back() {
    for text in [
        "none",
        "r1",
        "r4",
        "adaptive",
        "verified",
        "extended",
        "kaissa",
        "none+layer2",
        "r2+verify+double",
        "r3+reduce12",
        "verified+flagless",
        "none+no-cutoffs+no-moves+no-history+no-checks+material",
        "verified+pawns",
        "none+mobility",
        "r2+raise+surplus+escape+mtd",
        "none+futility+probcut+multicut",
        "none+late",
        "r2+shorten+late",
        "r3+plenkner+ahead+once+double+bound+mate+threat+pawns+layer8",
    ] {
        let settings: Settings = text.parse().expect("a search");
        assert_eq!(settings.to_string(), text);
    }
    for (text, same) in [
        ("r3+verify", "verified"),
        ("goetsch-campbell", "r1"),
        ("donninger", "r2"),
        ("nmqs", "none+layer2"),
    ] {
        assert_eq!(text.parse::<Settings>(), same.parse());
    }
}

#[test]
fn wrong_names_are_refused() {
    for text in [
        "",
        "r0",
        "r5",
        "r",
        "R2",
        "r2+",
        "r2+layer9",
        "r2+x",
        "none+double",
        "none+flagless",
    ] {
        let error = text.parse::<Settings>().expect_err(text);
        assert!(!error.to_string().is_empty());
    }
}

/// The names that the error of a wrong text lists.
fn named(text: &str) -> Vec<String> {
    let error = text.parse::<Settings>().expect_err(text).to_string();
    let (_, names) = error.split_once(": expected ").expect(&error);
    let names = names
        .split(", optionally followed by options")
        .next()
        .unwrap_or_default();
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn names_in_errors_and_help_are_understood() {
    let help = Settings::help();
    let bases = named("");
    let options = named("r2+nonsense");
    for name in bases.iter().chain(&options) {
        assert!(help.contains(&format!("{name}: ")) || name.contains(" to "), "{name}");
    }
    for line in help.lines().filter(|line| !line.contains(" to ")) {
        let (name, _) = line.trim().split_once(": ").expect("a name and its meaning");
        let text = if name.starts_with('+') {
            format!("r2{name}")
        } else {
            name.to_owned()
        };
        assert!(text.parse::<Settings>().is_ok(), "{text}");
    }
}

fn nodes(search: &str, moves: f64, share: f64, depth: u8) -> f64 {
    let search: Settings = search.parse().expect("a search");
    Model::new(search, moves, share)
        .expect("a search of the model")
        .nodes(depth)
}

/// Knuth and Moore: at each depth `k` there are b^⌈k/2⌉ + b^⌊k/2⌋ - 1 nodes.
#[test]
fn without_null_moves_it_is_the_minimal_tree() {
    for depth in 0..9_u8 {
        let level = |k: u8| 35_f64.powi(k.div_ceil(2).into()) + 35_f64.powi((k / 2).into()) - 1.0;
        assert_eq!(
            nodes("none", 35.0, 0.9, depth),
            (0..=depth).map(level).sum::<f64>(),
            "{depth}"
        );
    }
}

/// Two moves, to depth 2, by hand. The root has a first move with two moves after it, of which the second is a cut node
/// without plies: 3 nodes and the root. The other move of the root leads to a cut node with one ply left.
#[test]
fn small_trees_by_hand() {
    // Its null move fails high: a node, and one after the null move.
    assert_eq!(nodes("r2", 2.0, 1.0, 2), 4.0 + 2.0);
    // It fails low, and the first move is tried too.
    assert_eq!(nodes("r2", 2.0, 0.0, 2), 4.0 + 3.0);
    // With nothing to verify it with, no null move is made: a node, and one after its first move.
    assert_eq!(nodes("verified", 2.0, 1.0, 2), 4.0 + 2.0);
    // To depth 3 the cut nodes beside the line have 0, 1 and 2 plies left. The last one has its null move, which fails
    // high after a leaf, and a verification of one leaf.
    assert_eq!(nodes("verified", 2.0, 1.0, 3), 4.0 + 1.0 + 2.0 + 3.0);
}

#[test]
fn other_searches_have_no_model() {
    for search in ["adaptive", "extended", "r2+double", "r3+reduce2", "r2+late"] {
        assert_eq!(
            Model::new(search.parse::<Settings>().expect("a search"), 35.0, 0.8),
            None,
            "{search}"
        );
    }
}
