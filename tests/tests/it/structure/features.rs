//! The workspace has one set of features, so that testing a single package recompiles nothing.

use std::collections::BTreeSet;
use std::process::Command;

use super::workspace;

/// Returns the packages that cargo compiles for the tests of a selection, each with its features.
fn compiled_for(selection: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal,build,dev", "--prefix", "none"])
        .args(["--format", "{p} with features {f}"])
        .args(selection)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = lines.lines().filter(|line| !line.is_empty());
    lines
        .map(|line| line.trim_end_matches(" (*)").replace(" (proc-macro)", ""))
        .collect()
}

#[test]
fn a_package_alone_asks_for_the_features_of_the_workspace() {
    let all = compiled_for(&["--workspace"]);
    let mut different = Vec::new();
    for member in workspace() {
        let alone = compiled_for(&["--package", &member.name]);
        let compiled_again = alone.difference(&all);
        different.extend(compiled_again.map(|package| format!("{}: {package}", member.name)));
    }
    assert!(
        different.is_empty(),
        "these would be compiled again for the tests of one package; add the features that the whole workspace has, to \
         tests/features/Cargo.toml for other people's crates, and to the package's dev-dependencies for our own:\n{}",
        different.join("\n")
    );
}
