//! The words that help and messages use.

mod sources;

use std::path::PathBuf;

use z8000_tests::repository;

use crate::structure::budget::{is_product, tracked};
use sources::{Sentence, sentences};

/// The sentences of the product, each with its file.
fn said() -> Vec<(PathBuf, Sentence)> {
    let product = tracked(".rs").into_iter().filter(|path| is_product(path));
    product
        .flat_map(|path| {
            let found = sentences(&path);
            found.into_iter().map(move |sentence| (path.clone(), sentence))
        })
        .collect()
}

#[test]
fn dump() {
    let mut out = String::new();
    for (path, s) in said() {
        let p = path.strip_prefix(repository("")).unwrap().display().to_string();
        out += &serde_json::json!([format!("{:?}", s.scope), p, s.line, s.text]).to_string();
        out.push('\n');
    }
    std::fs::write("/tmp/words-list.jsonl", out).unwrap();
}
