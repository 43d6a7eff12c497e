//! The size of the project against `tests/budget.txt`, with one per cent of slack for an ordinary patch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use z8000_tests::repository;

use super::{lines, workspace};

/// The files of the repository with an ending, as git knows them; all below its folders if there is no git.
pub(crate) fn tracked(ending: &str) -> Vec<PathBuf> {
    let top = repository("");
    let output = Command::new("git")
        .arg("-C")
        .arg(&top)
        .args(["ls-files", "-z", &format!("*{ending}")])
        .output();
    let output = output.expect("git runs");
    assert!(output.status.success(), "the budget is of a checkout");
    let names = String::from_utf8(output.stdout).expect("names in UTF-8");
    names
        .split_terminator('\0')
        .map(|name| top.join(name))
        .filter(|path| path.is_file())
        .collect()
}

/// Returns true if a source is part of what is built, and not a test, an example or a benchmark.
pub(crate) fn is_product(path: &Path) -> bool {
    let aside = ["tests", "examples", "benches", "fuzz"];
    let name = path.strip_prefix(repository("")).expect("a file of the repository");
    !name
        .components()
        .any(|part| aside.iter().any(|aside| part.as_os_str() == *aside))
        && !name.ends_with("tests.rs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Words of a document that programs have written: between the marks for them.
fn generated_words(document: &str) -> usize {
    let marks = [
        ("<!-- Written by `cargo run", "<!-- End"),
        ("<!-- output: ", "<!-- /output"),
    ];
    let parts = marks.map(|(begin, end)| document.split(begin).skip(1).map(move |part| part.split(end).next()));
    let parts = parts.into_iter().flatten().flatten();
    parts.map(|part| part.split_whitespace().count()).sum()
}

fn weight(name: &str) -> usize {
    let documents = || tracked(".md").into_iter().map(|path| read(&path));
    match name {
        "lines of Rust" => tracked(".rs")
            .iter()
            .filter(|path| is_product(path))
            .map(|path| lines::count(&read(path)))
            .sum(),
        "workspace members" => workspace().len(),
        "locked packages" => read(&repository("Cargo.lock"))
            .lines()
            .filter(|line| *line == "[[package]]")
            .count(),
        "generated words of Markdown" => documents().map(|document| generated_words(&document)).sum(),
        "written words of Markdown" => documents()
            .map(|document| document.split_whitespace().count() - generated_words(&document))
            .sum(),
        other => panic!("{other}: not something that is weighed"),
    }
}

#[test]
fn the_house_is_within_its_budget() {
    let budget = read(&repository("tests/budget.txt"));
    let rows = budget.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut above = Vec::new();
    for row in rows {
        let (name, limit) = row.split_once(':').expect("a row is `name: number`");
        let limit: usize = limit.trim().replace(',', "").parse().expect("a number");
        // The commands weigh these themselves.
        if name.ends_with("options") {
            continue;
        }
        let weight = weight(name);
        println!("{name}: {weight} of {limit}");
        if weight > limit + limit / 100 {
            above.push(format!("{name}: {weight}, the budget is {limit}"));
        }
    }
    assert!(above.is_empty(), "{}; see tests/budget.txt", above.join("; "));
}
