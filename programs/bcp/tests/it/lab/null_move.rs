//! What a user sees of `bcp lab compare` and `bcp lab zugzwang`.

use crate::common::{Bcp, text};

const LAB: Bcp = Bcp(&["lab"]);

/// Runs the command and checks its exit status and a part of what it says.
fn check(arguments: &[&str], status: i32, part: &str) {
    LAB.check(arguments, status, &[part]);
}

#[test]
fn what_is_out_of_range_is_refused_with_the_range() {
    for depth in ["0", "31", "9-8", "x", ""] {
        check(&["compare", "--depth", depth], 2, "--depth");
    }
    check(&["compare", "--depth", "31"], 2, "1 to 30");
    check(&["compare", "--search", "r5"], 2, "r1 to r4");
    check(&["compare", "--search", "r0"], 2, "r1 to r4");
    check(&["compare", "--search", "r2+layer9"], 2, "layer1 to layer8");
    check(&["compare", "--search", "none+double"], 2, "makes none");
    check(&["compare", "--search", "r2,donninger"], 1, "r2 is named twice");
    check(&["compare", "--positions", "301"], 1, "the last is 300");
    check(&["compare", "--suite", "no-such-file.epd"], 1, "no-such-file.epd");
    check(&["zugzwang", "--depth", "0"], 2, "1..=30");
    check(&["zugzwang", "--nodes", "999"], 2, "1000..=1000000000");
    check(&["zugzwang", "--positions", "9"], 1, "the last is 8");
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    for format in ["text", "markdown", "json"] {
        let run = |jobs| {
            let arguments = ["compare", "--positions", "1-6", "--depth", "3-5", "--format", format];
            text(&LAB.run(&[&arguments[..], &["--jobs", jobs]].concat()).stdout)
        };
        let one = run("1");
        assert_eq!(one, run("2"));
        assert!(one.contains("verified"), "{one}");
    }
}

/// Our table and the paper's first, as they stand in the terminal. The counts are those of the searches, which have
/// tests of their own; the paper's are its Table 1.
#[test]
fn tables_have_the_form_of_the_papers() {
    let output = LAB.run(&["compare", "--positions", "5", "--depth", "4", "--search", "r2,verified"]);
    let printed = text(&output.stdout);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = printed.lines().map(words).collect();
    let place = |first: &str| {
        let at = lines.iter().position(|line| line.join(" ") == first);
        at.unwrap_or_else(|| panic!("no {first}: {printed}"))
    };
    let ours = place("Total node count, 1 position");
    assert_eq!(lines[ours + 2], ["depth", "r2", "verified"]);
    let count = |at: usize| lines[ours + 3][at].replace(',', "").parse::<f64>().expect("a count");
    let percent = format!("({:+.2}%)", 100.0 * (count(1) / count(2) - 1.0));
    assert_eq!(lines[ours + 4], [&percent, "-"]);
    assert_eq!(lines[place("Solved of 1 position") + 3], ["4", "1", "1"]);
    let theirs = place("The paper's Table 1: total node count, 138 positions of Neishtadt");
    assert_eq!(
        lines[theirs + 3],
        ["9", "1,652,668,804", "603,549,661", "267,208,422", "449,744,588"]
    );
    assert!(text(&output.stderr).contains("nodes per second and core"));
}

#[test]
fn positions_with_nothing_but_kings_and_pawns_are_left_out() {
    let folder = std::env::temp_dir().join(format!("bcp-lab-compare-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("suite.epd");
    let name = file.to_str().expect("text");
    let (pawns, rook) = (
        "8/8/2K5/4p3/4P1k1/8/8/8 w - - bm Kd6;\n",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - bm Rb8#;\n",
    );
    std::fs::write(&file, format!("{pawns}{rook}")).expect("a file");
    check(
        &["compare", "--suite", name, "--depth", "2"],
        0,
        "1 position (1 more, in which",
    );
    std::fs::write(&file, format!("{rook}nonsense\n")).expect("a file");
    check(&["compare", "--suite", name, "--depth", "2"], 1, "line 2");
    std::fs::write(&file, pawns).expect("a file");
    check(&["compare", "--suite", name], 1, "king and pawns");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn zugzwang_is_where_r3_fails_and_verified_does_not() {
    let arguments = [
        "zugzwang",
        "--positions",
        "2,5",
        "--depth",
        "8",
        "--search",
        "r3,verified",
    ];
    let output = LAB.run(&[&arguments[..], &["--format", "json"]].concat());
    let outcomes: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found: Vec<(&str, Option<u64>)> = outcomes
        .as_array()
        .expect("a list")
        .iter()
        .map(|outcome| (outcome["search"].as_str().expect("a name"), outcome["found"].as_u64()))
        .collect();
    let expected = [("r3", None), ("verified", Some(4))].repeat(2);
    assert_eq!(found, expected);
    check(&arguments, 0, "5 mate in two Nh4     Rxh5+: +2.25  4: mate 2");
}
