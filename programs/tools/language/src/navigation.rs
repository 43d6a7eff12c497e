//! Locations: definitions, references, included files.

use std::path::PathBuf;

use crate::program::{DocumentPlace, WordPlace};
use crate::words::{Kind, Word, words_of};
use crate::workspace::included;

/// What a word refers to.
pub(crate) enum Target {
    /// Words.
    Words(Vec<WordPlace>),
    /// A file.
    File(PathBuf),
}

/// The definition of the word at a place; for an included file, the file.
pub(crate) fn definition(asked: &DocumentPlace) -> Option<Target> {
    let (word, text) = asked.word()?;
    match word.kind {
        Kind::Text => {
            let name = included(asked.line())?;
            let mut files = asked.program.files.iter();
            let file = files.find(|file| file.path.ends_with(&name))?;
            Some(Target::File(file.path.clone()))
        }
        Kind::Local | Kind::LocalLabel => {
            let (line, word) = local(asked, &locals(asked, text), (asked.at.line, word))?;
            Some(Target::Words(vec![asked.found(line, word)]))
        }
        kind if kind.is_name() => Some(Target::Words(asked.program.definitions(text))),
        _ => None,
    }
}

/// Every occurrence of the word at a place; definitions only on request.
pub(crate) fn references(asked: &DocumentPlace, definitions: bool) -> Vec<WordPlace> {
    let Some((word, text)) = asked.word() else {
        return Vec::new();
    };
    let mut found = match word.kind {
        Kind::Local | Kind::LocalLabel => local_references(asked, text, word),
        kind if kind.is_name() => asked.program.occurrences(text),
        _ => Vec::new(),
    };
    if !definitions {
        found.retain(|found| {
            !found.word.kind.defines() && !matches!(found.word.kind, Kind::MacroName | Kind::LocalLabel)
        });
    }
    found
}

/// The digits of a local label or of its use.
fn digits(text: &str) -> &str {
    text.trim_end_matches(['b', 'f', 'B', 'F'])
}

/// The local labels with the number of this one, and their uses.
fn locals(asked: &DocumentPlace, text: &str) -> Vec<(usize, Word)> {
    let number = digits(text);
    let mut list = words_of(&asked.document, asked.program.macros(), |line| line.contains(number));
    list.retain(|(line, word)| {
        let is_local = matches!(word.kind, Kind::Local | Kind::LocalLabel);
        is_local && digits(&asked.document.line(*line)[word.span.clone()]) == number
    });
    list
}

/// The definition of a local label: the nearest before or after.
fn local(asked: &DocumentPlace, locals: &[(usize, Word)], (line, word): (usize, Word)) -> Option<(usize, Word)> {
    if word.kind == Kind::LocalLabel {
        return Some((line, word));
    }
    let mut labels = locals.iter().filter(|(_, word)| word.kind == Kind::LocalLabel);
    let is_before = |label: &&(usize, Word)| (label.0, label.1.span.start) < (line, word.span.start);
    let found = if asked.document.line(line)[word.span.clone()].ends_with('b') {
        labels.take_while(is_before).last()
    } else {
        labels.find(|label| !is_before(label))
    };
    found.cloned()
}

/// The definition of a local label and its uses: those whose nearest definition it is.
fn local_references(asked: &DocumentPlace, text: &str, word: Word) -> Vec<WordPlace> {
    let mut list = locals(asked, text);
    let Some(definition) = local(asked, &list, (asked.at.line, word)) else {
        return Vec::new();
    };
    let all = list.clone();
    list.retain(|one| local(asked, &all, one.clone()).as_ref() == Some(&definition));
    list.into_iter().map(|(line, word)| asked.found(line, word)).collect()
}
