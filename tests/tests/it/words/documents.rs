//! The sentences of a document: its paragraphs, the items of its lists and the rows of its tables.

use regex_lite::Regex;
use z8000_tests::documents::markdown::prose;

use super::sources::{Scope, Sentence};

/// Returns the sentences of a document, without text that programs have written. `{}` replaces code and quotations.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let begins = Regex::new(r"^(\||#|\s*[*-] |\s*\d+\. )").expect("a pattern");
    let mut found: Vec<Sentence> = Vec::new();
    let mut generated = false;
    let mut continues = false;
    for (at, line) in prose(text) {
        generated |= ["<!-- output:", "<!-- input:", "<!-- Written by"]
            .iter()
            .any(|mark| line.starts_with(mark));
        if generated || line.is_empty() {
            generated &= !(line.starts_with("<!-- /") || line.starts_with("<!-- End"));
            continues = false;
            continue;
        }
        match found.last_mut() {
            Some(last) if continues && !begins.is_match(line) => {
                last.text.push('\n');
                last.text += line;
            }
            _ => found.push(Sentence { scope: Scope::Document, line: at, text: line.to_owned() }),
        }
        continues = !line.starts_with(['|', '#']);
    }
    for sentence in &mut found {
        sentence.text = without_code(&sentence.text);
    }
    found
}

/// Returns a text without marks and link targets, in which `{}` replaces code and quotations.
fn without_code(text: &str) -> String {
    let replaced = [
        (r"<!--[^>]*-->", ""),
        (r"`[^`]*`", "{}"),
        (r#""[^"]*""#, "{}"),
        (r"\]\([^)]*\)", "]"),
    ];
    replaced.iter().fold(text.to_owned(), |text, (pattern, instead)| {
        Regex::new(pattern)
            .expect("a pattern")
            .replace_all(&text, *instead)
            .into_owned()
    })
}

#[test]
fn sentences_are_paragraphs_items_and_rows() {
    let text = "# A title\n\nOne `code\nspan`, \"quoted\" and\n[a link](a.md). <!--= x y -->3<!--/-->\n* an item\n  of two lines\n* next\n\n\
                \u{20}   a block\n\n| a | b |\n|---|---|\n\n<!-- output: x -->\n\n| generated |\n\n<!-- /output -->\n\nLast.\n";
    let found = sentences(text);
    let found: Vec<(usize, &str)> = found.iter().map(|sentence| (sentence.line, &*sentence.text)).collect();
    let expected = [
        (1, "# A title"),
        (3, "One {}, {} and\n[a link]. 3"),
        (6, "* an item\n  of two lines"),
        (8, "* next"),
        (12, "| a | b |"),
        (13, "|---|---|"),
        (21, "Last."),
    ];
    assert_eq!(found, expected);
}
