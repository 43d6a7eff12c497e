//! Compares the size of the project with `tests/budget.txt`, with one per cent of slack for an ordinary patch.

use std::fs;
use std::path::{Path, PathBuf};

use z8000_tests::repository;

use super::{lines, workspace};

/// Returns the files of the project with an ending, sorted by path. They are found without git, which an archive of the
/// sources lacks; files named in `.gitignore` are excluded.
pub(crate) fn project_files(ending: &str) -> Vec<PathBuf> {
    let ignored = read(&repository(".gitignore"));
    let ignored: Vec<&str> = ignored.lines().chain([".git"]).collect();
    let mut found = Vec::new();
    collect(&repository(""), Path::new("/"), &ignored, &mut found);
    found.retain(|path| path.as_os_str().as_encoded_bytes().ends_with(ending.as_bytes()));
    found.sort();
    found
}

/// Collects the files below a folder whose path in the project begins with `/`.
fn collect(folder: &Path, place: &Path, ignored: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let entry = entry.expect("an entry");
        let (name, place) = (entry.file_name(), place.join(entry.file_name()));
        let is_ignored = |row: &&str| {
            let row = Path::new(row.trim_end_matches('/'));
            row.as_os_str() == name || row == place
        };
        if ignored.iter().any(is_ignored) {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            collect(&entry.path(), &place, ignored, found);
        } else {
            found.push(entry.path());
        }
    }
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

/// Counts the words between marks, which programs have written.
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
    let documents = || project_files(".md").into_iter().map(|path| read(&path));
    match name {
        "lines of Rust" => project_files(".rs")
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
        // The tests of the commands check this limit.
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
