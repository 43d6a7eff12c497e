//! The places of things: definitions, references, included files.

use std::path::{Path, PathBuf};

use crate::document::{Document, Position};
use crate::program::{Found, Program};
use crate::words::{Kind, Macros, Word, word_at, words};
use crate::workspace::included;

/// The target of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To words.
    Words(Vec<Found>),
    /// To a file.
    File(PathBuf),
}

/// The definition of the word at a place; of an included file, the file.
#[must_use]
pub fn definition(program: &Program, path: &Path, document: &Document, list: &[Word], at: Position) -> Option<Target> {
    let word = word_at(list, at.byte)?;
    let line = document.line(at.line);
    let text = &line[word.span.clone()];
    match word.kind {
        Kind::Text => {
            let name = included(line)?;
            let file = program.files.iter().find(|file| file.path.ends_with(&name))?;
            Some(Target::File(file.path.clone()))
        }
        Kind::Local | Kind::LocalLabel => {
            let found = local(document, line, word, at.line)?;
            Some(Target::Words(vec![located(path, found)]))
        }
        kind if kind.is_name() => Some(Target::Words(program.definitions(text))),
        _ => None,
    }
}

/// Every place where the word at a place stands; definitions only if they are wanted.
#[must_use]
pub fn references(
    program: &Program,
    path: &Path,
    document: &Document,
    list: &[Word],
    at: Position,
    definitions: bool,
) -> Vec<Found> {
    let Some(word) = word_at(list, at.byte) else {
        return Vec::new();
    };
    let text = &document.line(at.line)[word.span.clone()];
    let mut found = match word.kind {
        Kind::Local | Kind::LocalLabel => local_references(document, path, word, at.line),
        kind if kind.is_name() => program.occurrences(text),
        _ => Vec::new(),
    };
    if !definitions {
        found.retain(|found| {
            !found.word.kind.defines() && !matches!(found.word.kind, Kind::MacroName | Kind::LocalLabel)
        });
    }
    found
}

fn located(path: &Path, (line, word): (usize, Word)) -> Found {
    Found {
        path: path.to_path_buf(),
        line,
        word,
    }
}

/// The digits of a local label or of its use.
fn digits(text: &str) -> &str {
    text.trim_end_matches(['b', 'f', 'B', 'F'])
}

/// The local labels of a number in a line.
fn labels<'d>(document: &'d Document, number: &'d str, line: usize) -> impl Iterator<Item = Word> + 'd {
    let text = document.line(line);
    // A comment between `/*` and `*/` that began before holds no label that counts; few sources have one.
    let list = if text.contains(number) {
        words(text, &mut false, &Macros::new())
    } else {
        Vec::new()
    };
    list.into_iter()
        .filter(move |word| word.kind == Kind::LocalLabel && &text[word.span.clone()] == number)
}

/// The definition of a local label: the nearest before or after.
fn local(document: &Document, line: &str, word: &Word, at: usize) -> Option<(usize, Word)> {
    let text = &line[word.span.clone()];
    if word.kind == Kind::LocalLabel {
        return Some((at, word.clone()));
    }
    let number = digits(text);
    let in_line = |line| labels(document, number, line).next_back_or_first(text.ends_with('b'));
    if text.ends_with('b') {
        let here = labels(document, number, at)
            .filter(|label| label.span.end <= word.span.start)
            .last();
        here.map(|label| (at, label))
            .or_else(|| (0..at).rev().find_map(|line| Some((line, in_line(line)?))))
    } else {
        let here = labels(document, number, at).find(|label| label.span.start >= word.span.end);
        here.map(|label| (at, label))
            .or_else(|| (at + 1..document.line_count()).find_map(|line| Some((line, in_line(line)?))))
    }
}

/// The first or the last of some.
trait Ends: Iterator + Sized {
    fn next_back_or_first(mut self, last: bool) -> Option<Self::Item> {
        if last { self.last() } else { self.next() }
    }
}

impl<I: Iterator> Ends for I {}

/// The definition of a local label and its uses: those whose nearest definition it is.
fn local_references(document: &Document, path: &Path, word: &Word, at: usize) -> Vec<Found> {
    let line = document.line(at);
    let Some(definition) = local(document, line, word, at) else {
        return Vec::new();
    };
    let number = digits(&line[word.span.clone()]).to_owned();
    let mut found = vec![located(path, definition.clone())];
    // A use lies between the definition before and the one behind.
    let any = |line: &usize| labels(document, &number, *line).next().is_some();
    let first = (0..definition.0).rev().find(any).unwrap_or(0);
    let last = (definition.0 + 1..document.line_count()).find(any);
    for number_of_line in first..=last.unwrap_or(document.line_count() - 1) {
        let text = document.line(number_of_line);
        if !text.contains(&number) {
            continue;
        }
        for use_of in words(text, &mut false, &Macros::new()) {
            if use_of.kind == Kind::Local
                && digits(&text[use_of.span.clone()]) == number
                && local(document, text, &use_of, number_of_line).as_ref() == Some(&definition)
            {
                found.push(located(path, (number_of_line, use_of)));
            }
        }
    }
    found.sort_by_key(Found::start);
    found
}
