//! The documents as a book: those of the project, and those of small test repositories.

use std::fs;
use std::path::PathBuf;

use z8000_tests::documents::book::{Book, Part};
use z8000_tests::documents::documents;
use z8000_tests::documents::markdown::links;
use z8000_tests::repository;

/// The book contains every document of `docs/`, and the files that its documents link to.
#[test]
fn the_book_is_whole() {
    let root = repository(".").canonicalize().expect("the repository");
    let book = Book::collect(&root).expect("the book");
    let pages = book.pages();
    for path in documents().expect("the documents") {
        let path = path.strip_prefix(&root).expect("a path in the repository");
        let listed = pages.iter().any(|page| page == path);
        assert!(
            listed || !path.starts_with("docs"),
            "docs/README.md does not list {}",
            path.display()
        );
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("book");
    let _ = fs::remove_dir_all(&folder);
    book.write(&folder).expect("the source of the book");
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).expect("the table of contents");
    let mut count = 0;
    for (listed, _) in links(&summary) {
        let page = folder.join(listed);
        let text = fs::read_to_string(&page).expect("a page of the book");
        // The source of a program is included without changes.
        let is_document = !listed.starts_with("source/");
        for (target, _) in links(&text).into_iter().filter(|_| is_document) {
            let file = page.parent().expect("a folder").join(target);
            // The page in the browser is in the same folder as the book.
            let there = target.is_empty() || file.is_file() || target.ends_with("../index.html");
            assert!(there, "{listed} links to {target}");
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links");
}

/// Creates a repository with a few files.
fn of_files(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("books").join(name);
    let _ = fs::remove_dir_all(&root);
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

const LISTS: &str = "docs/README.md";

const LISTED: &str = "# Documents\n\n**One**\n\n* [A](one/a.md)\n\n## Rest\n";

#[test]
fn lists_become_parts() {
    let with_lists = |name: &str, lists: &str| {
        let files = [
            ("README.md", "# Top\n"),
            (LISTS, lists),
            ("docs/a/b.md", "# B\n"),
            ("docs/c.md", "# C\n"),
            ("d.md", "# D\n"),
            ("docs/f.md", "# F\n"),
            ("docs/a.md", "# A\n"),
            ("ARCHITECTURE.md", "# Architecture\n"),
            ("CHANGELOG.md", "# Changelog\n"),
        ];
        Book::collect(&of_files(name, &files))
    };
    let lists = "# Documents\n\n**Tutorial**\n\n* [A](a/b.md)\n\n**How to**\n\n* [C](c.md), and [D](../d.md#e) for\n  it\n\n\
                 ## More\n\n[F](f.md)\n";
    let part = |name: Option<&str>, pages: &[&str]| Part {
        name: name.map(str::to_owned),
        pages: pages.iter().map(PathBuf::from).collect(),
    };
    assert_eq!(
        with_lists("listed", lists).expect("a book").parts,
        [
            part(None, &["README.md", LISTS]),
            part(Some("Tutorial"), &["docs/a/b.md"]),
            part(Some("How to"), &["docs/c.md", "d.md"]),
            part(Some("The project"), &["ARCHITECTURE.md", "CHANGELOG.md", "docs/f.md"]),
        ]
    );
    for (name, lists, fault) in [
        ("untitled", "[A](a.md)\n", "a link before a bold line"),
        ("unlisted", "", "lists no documents"),
    ] {
        let error = with_lists(name, lists).expect_err(name).to_string();
        assert!(error.contains(fault), "{name}: {error}");
    }
}

#[test]
fn links_lead_from_the_place_of_a_document() {
    let page = "# Page\n\n[b](b.md) [c](../b/c.md) [t](../../asm/t2v.s) [x](./x)\n";
    let root = of_files(
        "linked",
        &[
            ("README.md", "# Top\n"),
            (LISTS, "# Documents\n\n**One**\n\n* [Page](a/page.md)\n"),
            ("docs/a/page.md", page),
            ("docs/a/b.md", "# B\n"),
            ("docs/b/c.md", "# C\n"),
            ("asm/t2v.s", "nop\n"),
            ("docs/a/x", "x\n"),
            ("ARCHITECTURE.md", "# Architecture\n"),
            ("CHANGELOG.md", "# Changelog\n"),
        ],
    );
    let book = Book::collect(&root).expect("a book");
    let folder = root.join("book");
    book.write(&folder).expect("files");
    let rewritten = "[b](b.md) [c](../b/c.md) [t](../../source/asm/t2v.s.md) [x](../../source/docs/a/x.md)";
    let written = fs::read_to_string(folder.join("docs/a/page.md")).expect("a page");
    assert!(written.contains(rewritten), "{written}");
    for path in [
        "docs/a/b.md",
        "docs/b/c.md",
        "source/asm/t2v.s.md",
        "source/docs/a/x.md",
    ] {
        assert!(folder.join(path).is_file(), "{path}");
    }
}

#[test]
fn a_book_has_what_its_documents_link_to() {
    let page = "# A: more\n\n[s](../../asm/x.s), [the\n[f]older](../../asm), ![p](p.svg), [w](https://w), [m](../../m/o.md#p)\n\n\
                `#position=5&instruction=6` and `#other`\n\n```sh label\n[s](../../asm/x.s)\n```\n\n```diagram\n│\n```\n";
    let root = of_files(
        "whole",
        &[
            ("README.md", "# Top\n"),
            (LISTS, LISTED),
            ("docs/one/a.md", page),
            ("docs/one/p.svg", "<svg/>"),
            ("ARCHITECTURE.md", "# Architecture\n"),
            ("CHANGELOG.md", "# Changelog\n"),
            ("m/o.md", "# Other\n"),
            ("asm/x.s", "nop\n```\n"),
        ],
    );
    let book = Book::collect(&root).expect("a book");
    let folder = root.join("book");
    book.write(&folder).expect("files");
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("a file");
    assert_eq!(
        read("SUMMARY.md"),
        "# Summary\n\n[Top](README.md)\n[Documents](docs/README.md)\n\n# One\n\n- [A](docs/one/a.md)\n\n# The project\n\n\
         - [Architecture](ARCHITECTURE.md)\n- [Changelog](CHANGELOG.md)\n- [Other](m/o.md)\n- [Sources](source/index.md)\n\
         \u{20} - [asm/x.s](source/asm/x.s.md)\n"
    );
    assert_eq!(
        read("docs/one/a.md"),
        "# A: more\n\n[s](../../source/asm/x.s.md), the\n[f]older, ![p](p.svg), [w](https://w), [m](../../m/o.md#p)\n\n\
         [`#position=5&instruction=6`](../../../index.html#position=5&instruction=6) and `#other`\n\n\
         ```sh\n[s](../../asm/x.s)\n```\n\n```text\n│\n```\n"
    );
    assert_eq!(read("source/asm/x.s.md"), "# asm/x.s\n\n````text\nnop\n```\n````\n");
    assert_eq!(read("docs/one/p.svg"), "<svg/>");
}

#[test]
fn what_is_missing_is_named() {
    let root = of_files(
        "broken",
        &[
            ("README.md", "# Top\n\n[x](x.s)\n"),
            (LISTS, LISTED),
            ("docs/one/a.md", "# A\n"),
            ("ARCHITECTURE.md", "# Architecture\n"),
            ("CHANGELOG.md", "# Changelog\n"),
        ],
    );
    let error = Book::collect(&root).expect_err("x.s is missing").to_string();
    assert_eq!(error, "README.md links to x.s, which does not exist");
}
