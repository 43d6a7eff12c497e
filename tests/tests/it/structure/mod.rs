//! Tests of the structure: no cycles, layers, budgets, tests that are run.

pub(crate) mod budget;
mod circles;
mod features;
mod layers;
mod lines;
pub(crate) mod modules;
mod places;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A package of the workspace, from cargo's metadata.
struct Member {
    name: String,
    /// Paths of the first files of its library and its commands.
    roots: Vec<PathBuf>,
    /// Names of the packages in the workspace that it depends on, except for its tests.
    needs: Vec<String>,
    folder: PathBuf,
    /// True if its library or a command is compiled separately for the tests in its sources.
    tests_itself: bool,
}

/// Returns the packages of the workspace, from cargo's metadata.
fn workspace() -> Vec<Member> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().map(member).collect()
}

fn member(package: &Value) -> Member {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let kinds = ["lib", "cdylib", "proc-macro", "bin"];
    let product = |target: &&Value| kinds.iter().any(|kind| target["kind"][0] == *kind);
    let targets = package["targets"].as_array().expect("targets").iter().filter(product);
    let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
    Member {
        name: text(&package["name"]),
        tests_itself: targets.clone().any(|target| target["test"] == true),
        roots: targets.map(|target| PathBuf::from(text(&target["src_path"]))).collect(),
        needs: dependencies
            .filter(|needed| !needed["path"].is_null() && needed["kind"] != "dev")
            .map(|needed| text(&needed["name"]))
            .collect(),
        folder: Path::new(&text(&package["manifest_path"]))
            .parent()
            .expect("a folder")
            .to_owned(),
    }
}
