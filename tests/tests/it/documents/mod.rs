//! The links of the documents are correct, and outputs of programs are marked, so that `docs --check` compares them.

mod book;
mod markdown;
mod marks;
mod site;

use std::fs;
use std::path::Path;

use z8000_tests::documents::markdown::{Block, anchors, blocks, links, prose};
use z8000_tests::documents::marks::{Kind, filled};
use z8000_tests::documents::results::Results;
use z8000_tests::documents::{documents, read};

/// Calls a function with every document and its path.
fn each(mut check: impl FnMut(&Path, &str)) {
    let found = documents().expect("the documents");
    assert!(found.len() > 20, "only {} documents", found.len());
    for path in found {
        check(&path, &fs::read_to_string(&path).expect("a document"));
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut count = 0;
    each(|path, text| {
        for (target, anchor) in links(text) {
            let file = match target {
                "" => path.to_owned(),
                _ => path.parent().unwrap_or(Path::new(".")).join(target),
            };
            assert!(file.exists(), "{} links to {target}", path.display());
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&file).expect("a document"));
                assert!(
                    there.iter().any(|one| one == anchor),
                    "{} links to {target}#{anchor}",
                    path.display()
                );
            }
            count += 1;
        }
    });
    assert!(count > 100, "only {count} links");
}

/// Figures of stored results are correct; those for which a command must be run are left to `docs --check`.
#[test]
fn figures_are_those_of_the_stored_results() {
    let mut results = Results::load(None).expect("the results");
    let (mut figures, mut outputs) = (0, 0);
    each(|path, _| {
        let text = &read(path).expect("a document");
        let (new, marks) = filled(text, &mut results).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        for (at, (there, wanted)) in text.lines().zip(new.lines()).enumerate() {
            assert_eq!(there, wanted, "{}:{}", path.display(), at + 1);
        }
        assert_eq!(*text, new, "{}", path.display());
        figures += marks.iter().filter(|mark| mark.kind == Kind::Figure).count();
        outputs += marks.iter().filter(|mark| mark.kind == Kind::Output).count();
    });
    assert!(figures > 100, "only {figures} figures");
    assert!(outputs > 10, "only {outputs} outputs");
    assert!(results.unused().is_empty(), "no document uses {:?}", results.unused());
}

/// Languages of fenced blocks that are not compared here, since no program prints them.
/// `programs/chess/bcp/tests/it/debug.rs` compares `chess` and `debugger`, `tests/cluster/run` runs `sh slurm` and the
/// like; `text` is a session with files of other projects.
const SOURCES: [&str; 18] = [
    "asm",
    "chess",
    "cpm",
    "debugger",
    "diagram",
    "elisp",
    "html",
    "layers",
    "lua",
    "pseudocode",
    "python",
    "sh",
    "text",
    "rust",
    "ld",
    "make",
    "toml",
    "vim",
];

/// The beginnings of lines that readers are to type.
const COMMANDS: [&str; 18] = [
    "cargo ",
    "bcp ",
    "bcp-lab ",
    "z8k ",
    "printf ",
    "echo ",
    "time ",
    "tests/",
    "docs/",
    "git ",
    "make ",
    "BCP_RESULTS=",
    "Z8000_SHARED=",
    "CPM8000=",
    "Z8000_PROGRAMS=",
    "Z8000_PROGRAM=",
    "Z8000_FUZZ=",
    "eval ",
];

/// Returns true if a block can only be the output of a program.
fn is_output(block: &Block) -> bool {
    let language = block.language.as_deref().unwrap_or_default();
    let is_source = SOURCES.contains(&language.split(' ').next().unwrap_or_default());
    let is_typed = |line: &String| line.is_empty() || COMMANDS.iter().any(|start| line.starts_with(start));
    !is_source && !block.lines.iter().all(is_typed)
}

/// A file generated from the instruction table, compared by another test.
const GENERATED: &str = "instructions.md";

fn is_checked(path: &Path) -> bool {
    !path.ends_with(GENERATED)
}

#[test]
fn outputs_are_marked() {
    let mut unmarked = Vec::new();
    each(|path, text| {
        if is_checked(path) {
            let found = blocks(text)
                .into_iter()
                .filter(|block| !block.marked && is_output(block));
            unmarked.extend(found.map(|block| format!("{}:{}", path.display(), block.line)));
        }
    });
    assert!(
        unmarked.is_empty(),
        "no mark says which command prints these blocks:\n{}",
        unmarked.join("\n")
    );
}

#[test]
fn lines_are_no_longer_than_120_columns() {
    let mut long = Vec::new();
    each(|path, text| {
        let lines = prose(text).into_iter().filter(|_| is_checked(path));
        let lines = lines.filter(|(_, line)| line.chars().count() > 120 && !line.starts_with('|'));
        long.extend(lines.map(|(at, _)| format!("{}:{at}", path.display())));
    });
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// A comment at the beginning of a line ends the paragraph, and nothing on that line is read as Markdown.
#[test]
fn no_figure_begins_a_line() {
    let mut found = Vec::new();
    each(|path, text| {
        let lines = prose(text).into_iter();
        let lines = lines.filter(|(_, line)| line.trim_start().starts_with("<!--="));
        found.extend(lines.map(|(at, _)| format!("{}:{at}", path.display())));
    });
    assert!(found.is_empty(), "put a word before the figure:\n{}", found.join("\n"));
}
