//! The words of help and messages, against a list of those that a native writer would not use.

mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex_lite::Regex;
use z8000_tests::repository;

use crate::structure::budget::{is_product, tracked};
use sources::{Scope, Sentence, sentences};

/// What is compared with the list.
const SCOPES: [Scope; 2] = [Scope::Help, Scope::Message];

/// A wording, and what to write instead.
struct Pattern {
    found: Regex,
    instead: &'static str,
}

/// A sentence that may keep its wording: its file, a part of it, and the reason, which readers of the list need.
struct Exception {
    file: &'static str,
    part: &'static str,
}

/// The rows of a list, without comments and empty lines, split at the arrow.
fn rows(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = list.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        row.split_once(" -> ")
            .unwrap_or_else(|| panic!("`{row}` needs an arrow"))
    })
}

fn patterns() -> Vec<Pattern> {
    let patterns = rows(include_str!("patterns.txt")).map(|(pattern, instead)| Pattern {
        found: Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")),
        instead,
    });
    patterns.collect()
}

fn exceptions() -> Vec<Exception> {
    let exceptions = rows(include_str!("exceptions.txt")).map(|(place, reason)| {
        let (file, part) = place
            .split_once(": ")
            .unwrap_or_else(|| panic!("`{place}` needs a file and a part"));
        assert!(!reason.is_empty(), "`{place}` needs a reason");
        Exception { file, part }
    });
    exceptions.collect()
}

/// A sentence on one line, with `{}` for each value.
fn plain(text: &str) -> String {
    let values = Regex::new(r"\{[^{}]*\}").expect("a pattern");
    values.replace_all(&text.replace('\n', " "), "{}").into_owned()
}

/// The complaints about a sentence.
fn complaints(sentence: &Sentence, patterns: &[Pattern]) -> Vec<String> {
    let text = plain(&sentence.text);
    let complaint = |pattern: &Pattern| {
        let found = pattern.found.find(&text)?;
        let (found, instead) = (found.as_str().trim(), pattern.instead);
        Some(format!(
            "{}: `{text}`: instead of `{found}` write `{instead}`",
            sentence.line
        ))
    };
    patterns.iter().filter_map(complaint).collect()
}

#[test]
fn help_and_messages_use_the_words_of_a_native_writer() {
    let (patterns, exceptions) = (patterns(), exceptions());
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    let mut counts = SCOPES.map(|_| 0);
    for path in tracked(".rs").into_iter().filter(|path| is_product(path)) {
        let name = path.strip_prefix(repository("")).unwrap_or(&path).display().to_string();
        for sentence in read(&path) {
            let Some(scope) = SCOPES.iter().position(|scope| *scope == sentence.scope) else {
                continue;
            };
            counts[scope] += 1;
            let complaints = complaints(&sentence, &patterns);
            let exception = exceptions
                .iter()
                .position(|exception| exception.file == name && plain(&sentence.text).contains(exception.part));
            match exception {
                Some(exception) if !complaints.is_empty() => drop(used.insert(exception)),
                _ => wrong.extend(complaints.iter().map(|complaint| format!("{name}:{complaint}"))),
            }
        }
    }
    println!("{counts:?} sentences of {SCOPES:?}");
    assert!(counts.iter().all(|count| *count > 300), "only {counts:?} sentences");
    let unused = exceptions.iter().enumerate().filter(|(at, _)| !used.contains(at));
    wrong.extend(unused.map(|(_, it)| format!("{}: the exception `{}` excuses nothing", it.file, it.part)));
    assert!(wrong.is_empty(), "{}\nsee tests/tests/it/words", wrong.join("\n"));
}

fn read(path: &Path) -> Vec<Sentence> {
    let source = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    sentences(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn sentences_are_those_that_a_user_reads() {
    let source = r#"
        /// The arguments.
        #[derive(Debug, Args)]
        struct Arguments {
            /// The file behind
            /// the option.
            file: String,
        }
        #[derive(Error)]
        enum Error {
            /// Not read.
            #[error("the file {0} is missing")]
            Missing(String),
        }
        /// Not read.
        fn run() {
            assert!(true, "not read at all");
            first().expect("not read at all");
            bail!("no such file: {}", "ssss dddd 0000 1111");
        }
        #[cfg(test)]
        mod tests {
            const TEXT: &str = "not read at all";
        }
    "#;
    let found = sentences(source).expect("Rust");
    let texts: Vec<&str> = found.iter().map(|sentence| &*sentence.text).collect();
    let expected = [
        "The arguments.",
        "The file behind\nthe option.",
        "the file {0} is missing",
        "no such file: {}",
    ];
    assert_eq!(texts, expected);
    let complaints = complaints(&found[1], &patterns());
    assert_eq!(
        complaints,
        ["5: `The file behind the option.`: instead of `behind` write `after, beyond`"]
    );
}
