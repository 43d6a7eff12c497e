//! What the documents show of a run is what the command prints.

use std::path::Path;
use std::process::Command;

/// Every line that the command prints stands, indented, in the document, in this order.
fn shows(document: &str, arguments: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{document}: {error}"));
    let output = Command::new(env!("CARGO_BIN_EXE_bcp"))
        .args(arguments)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{arguments:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    let mut shown = text.lines().filter_map(|line| line.strip_prefix("    "));
    for line in printed.lines().filter(|line| !line.trim().is_empty()) {
        assert!(
            shown.any(|there| there == line),
            "{document} does not show, after what comes before it:\n{line}"
        );
    }
}

#[test]
fn the_first_run() {
    shows("docs/tutorial/first-run.md", &["solve", "5"]);
}

#[test]
fn the_example_of_the_readme() {
    shows("README.md", &["table1", "--positions", "1-20"]);
}

#[test]
fn quiescence_and_its_review() {
    let page = "docs/explanation/lab-quiescence.md";
    shows(page, &["lab", "quiesce", "--positions", "1-10"]);
    let go = ["lab", "quiesce", "--game", "go"];
    let shallow = ["--depth", "7", "--nodes", "100000"];
    shows(page, &[&go[..], &shallow].concat());
    let net = ["--positions", "6", "--order", "3", "--lower-depth", "2", "--depth", "4"];
    shows(page, &[&go[..], &net].concat());
    shows(
        "docs/explanation/lab-review.md",
        &["lab", "review", "--positions", "1-20"],
    );
}

#[test]
fn the_searches_by_conspiracy_numbers() {
    let page = "docs/explanation/lab-conspiracy.md";
    shows(page, &["lab", "conspiracy"]);
    let figures = "0(1(0(3(0(0(0 0 0) 0(0 0 0) 0(0 0 0)) 3 3) 0(0 0 0) 0(-1 0 0)) \
                   1(2(2 2 2) 1(1 1 1) 1(1 1 1)) 1(1 1 1)) 0(-1 0 0 0) 0(0 0 0))";
    shows(page, &["lab", "conspiracy", "tree", figures, "--conspirators", "2"]);
    shows(page, &["lab", "conspiracy", "chess", "--positions", "1-20"]);
}
