//! The wording of help, messages and documents, compared with lists of expressions that a native writer would not use.

mod comments;
mod documents;
mod sources;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex_lite::Regex;
use z8000_tests::repository;

use crate::structure::budget::{is_product, project_files};
use sources::{Scope, Sentence, sentences};

/// Patterns that are wrong everywhere; those that are wrong only in help and messages follow.
const EVERYWHERE: &str = include_str!("patterns.txt");
const IN_MESSAGES: &str = include_str!("messages.txt");

/// Sentences of help, messages and documents that may keep their wording.
const EXCEPTIONS: &str = include_str!("exceptions.txt");

/// The sentences of sources that are checked.
const SCOPES: [Scope; 2] = [Scope::Help, Scope::Message];

/// A pattern, and the suggested replacement.
struct Pattern {
    found: Regex,
    instead: &'static str,
}

/// A sentence that may keep its wording: its file, a part of it, and the reason.
struct Exception {
    file: &'static str,
    part: &'static str,
}

/// Returns the rows of a list, without comments and empty lines, split at the arrow.
fn rows(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = list.lines().filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        row.split_once(" -> ")
            .unwrap_or_else(|| panic!("`{row}` needs an arrow"))
    })
}

fn patterns(list: &'static str) -> impl Iterator<Item = Pattern> {
    rows(list).map(|(pattern, instead)| Pattern {
        found: Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")),
        instead,
    })
}

fn exceptions(list: &'static str) -> Vec<Exception> {
    let exceptions = rows(list).map(|(place, reason)| {
        let (file, part) = place
            .split_once(": ")
            .unwrap_or_else(|| panic!("`{place}` needs a file and a part"));
        assert!(!reason.is_empty(), "`{place}` needs a reason");
        Exception { file, part }
    });
    exceptions.collect()
}

/// Joins a sentence on one line, with `{}` for each value.
fn plain(text: &str) -> String {
    let values = Regex::new(r"\{[^{}]*\}").expect("a pattern");
    values.replace_all(&text.replace('\n', " "), "{}").into_owned()
}

/// Returns the complaints about a sentence.
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

/// Compares sentences with lists of patterns, and with the exceptions for their files.
struct Check {
    patterns: Vec<Pattern>,
    exceptions: Vec<Exception>,
    used: BTreeSet<usize>,
    wrong: Vec<String>,
}

impl Check {
    /// Creates a check with all patterns of some lists, and the exceptions for files with an ending.
    fn new(lists: &[&'static str], excepted: &'static str, ending: &str) -> Self {
        let mut exceptions = exceptions(excepted);
        exceptions.retain(|exception| exception.file.ends_with(ending));
        let patterns = lists.iter().copied().flat_map(patterns).collect();
        Self { patterns, exceptions, used: BTreeSet::new(), wrong: Vec::new() }
    }

    fn compare(&mut self, path: &Path, sentence: &Sentence) {
        let name = path.strip_prefix(repository("")).unwrap_or(path).display().to_string();
        let complaints = complaints(sentence, &self.patterns);
        let text = plain(&sentence.text);
        let exception = self
            .exceptions
            .iter()
            .position(|exception| exception.file == name && text.contains(exception.part));
        match exception {
            Some(exception) if !complaints.is_empty() => drop(self.used.insert(exception)),
            _ => self
                .wrong
                .extend(complaints.iter().map(|complaint| format!("{name}:{complaint}"))),
        }
    }

    fn end(mut self) {
        let unused = self
            .exceptions
            .iter()
            .enumerate()
            .filter(|(at, _)| !self.used.contains(at));
        self.wrong
            .extend(unused.map(|(_, it)| format!("{}: the exception `{}` excuses nothing", it.file, it.part)));
        assert!(
            self.wrong.is_empty(),
            "{}\nsee tests/tests/it/words",
            self.wrong.join("\n")
        );
    }
}

#[test]
fn help_and_messages_use_the_words_of_a_native_writer() {
    let mut check = Check::new(&[EVERYWHERE, IN_MESSAGES], EXCEPTIONS, ".rs");
    let mut counts = SCOPES.map(|_| 0);
    for path in project_files(".rs").into_iter().filter(|path| is_product(path)) {
        for sentence in read(&path) {
            if let Some(scope) = SCOPES.iter().position(|scope| *scope == sentence.scope) {
                counts[scope] += 1;
                check.compare(&path, &sentence);
            }
        }
    }
    println!("{counts:?} sentences of {SCOPES:?}");
    assert!(counts.iter().all(|count| *count > 300), "only {counts:?} sentences");
    check.end();
}

#[test]
fn documents_use_the_words_of_a_native_writer() {
    let mut check = Check::new(&[EVERYWHERE], EXCEPTIONS, ".md");
    let mut count = 0;
    for path in project_files(".md") {
        let text = fs::read_to_string(&path).expect("a document");
        for sentence in documents::sentences(&text) {
            count += 1;
            check.compare(&path, &sentence);
        }
    }
    assert!(count > 2_000, "only {count} sentences");
    check.end();
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
    let complaints = complaints(&found[1], &patterns(EVERYWHERE).collect::<Vec<_>>());
    assert_eq!(
        complaints,
        ["5: `The file behind the option.`: instead of `behind` write `after, beyond`"]
    );
}
