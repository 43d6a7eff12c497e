//! The calculations of `docs/explanation/null-move-quiescence.md`, repeated by the reference.

use std::collections::BTreeSet;
use std::fs;

use bcp_chess::Position;
use bcp_reference::search::Searcher;
use z8000_tests::repository;

fn page() -> String {
    fs::read_to_string(repository("docs/explanation/null-move-quiescence.md")).expect("the page")
}

/// Returns the position that the page names in its text.
fn position(page: &str) -> Position {
    let fen = page.split('`').find(|code| code.ends_with("w - -")).expect("a FEN");
    Position::from_fen(fen).expect("a position")
}

/// Returns the rows of the tables whose second column has this heading: the first cell, and the number in the second.
fn rows<'a>(page: &'a str, heading: &str) -> Vec<(&'a str, i16)> {
    let mut found = Vec::new();
    let mut wanted = false;
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            ["", first, second, ..] => match second.parse() {
                Ok(number) if wanted => found.push((first, number)),
                _ => wanted |= second == heading,
            },
            _ => wanted = false,
        }
    }
    found
}

#[test]
fn lines_lead_to_the_material_of_the_page() {
    let page = page();
    let rows = rows(&page, "material for White");
    assert_eq!(rows.len(), 4);
    for (line, material) in rows {
        let mut after = position(&page);
        let moves: Vec<&str> = line.split(' ').filter(|word| *word != "none").collect();
        for text in &moves {
            let m = after
                .move_from_san(text)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
            after.make(m);
        }
        let sign = if moves.len().is_multiple_of(2) { 1 } else { -1 };
        assert_eq!(sign * after.balance(), material, "{line}");
    }
}

/// A score is the value at depth 0, of t1v and mates in one, with the same side to move once more.
#[test]
fn scores_are_those_of_the_page() {
    let page = page();
    let root = position(&page);
    let mut named = BTreeSet::new();
    for (moves, score) in rows(&page, "score") {
        for text in moves.split(", ") {
            let mut after = root.clone();
            let m = after
                .move_from_san(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            after.make(m);
            after.make_null();
            let first = Searcher::new(after).search(0).next().expect("depth 0");
            assert_eq!(first.value, score, "{text}");
            assert!(named.insert(m.to_string()), "{text} twice");
        }
    }
    let legal: BTreeSet<String> = root.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(named, legal);
    assert_eq!(legal.len(), 13, "thirteen legal moves");
}

/// The last two iterations report the same number of nodes.
#[test]
fn the_last_iteration_is_a_walk() {
    let nodes: Vec<u32> = Searcher::new(position(&page()))
        .search(6)
        .map(|one| one.nodes)
        .collect();
    assert_eq!(nodes[6], nodes[5]);
}
