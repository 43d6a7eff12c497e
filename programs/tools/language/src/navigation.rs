//! Finds locations: definitions, references, included files.

use std::path::PathBuf;

use crate::linked::DocumentPlace;
use crate::program::WordPlace;
use crate::words::{Kind, Word};
use crate::workspace::included;

/// The target of a reference.
pub(crate) enum Target {
    /// Words in files.
    Words(Vec<WordPlace>),
    /// A whole file.
    File(PathBuf),
}

/// Returns the definition of the word at a place; for the name of an included file, the file.
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
            let mut found = local_references(asked, text, word);
            found.retain(|found| found.word.kind == Kind::LocalLabel);
            Some(Target::Words(found))
        }
        kind if kind.is_name() => Some(Target::Words(asked.definitions(text))),
        _ => None,
    }
}

/// Returns every occurrence of the word at a place; definitions only on request.
pub(crate) fn references(asked: &DocumentPlace, definitions: bool) -> Vec<WordPlace> {
    let Some((word, text)) = asked.word() else {
        return Vec::new();
    };
    let mut found = match word.kind {
        Kind::Local | Kind::LocalLabel => local_references(asked, text, word),
        kind if kind.is_name() => asked.occurrences(text),
        _ => Vec::new(),
    };
    if !definitions {
        found.retain(|found| {
            !found.word.kind.defines() && !matches!(found.word.kind, Kind::MacroName | Kind::LocalLabel)
        });
    }
    found
}

/// Returns the digits of a local label, or of a use of one.
fn digits(text: &str) -> &str {
    text.trim_end_matches(['b', 'f', 'B', 'F'])
}

/// Returns the definition of a local label: the nearest before or after its use.
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

/// Returns the definition of a local label and its uses: the words with its number for which this definition is the
/// nearest.
fn local_references(asked: &DocumentPlace, text: &str, word: Word) -> Vec<WordPlace> {
    let is_same = |(line, word): &&(usize, Word)| {
        let is_local = matches!(word.kind, Kind::Local | Kind::LocalLabel);
        is_local && digits(&asked.document.line(*line)[word.span.clone()]) == digits(text)
    };
    let words = asked.program.words(&asked.path).iter();
    let all: Vec<_> = words.filter(is_same).cloned().collect();
    let Some(definition) = local(asked, &all, (asked.at.line, word)) else {
        return Vec::new();
    };
    let is_use = |one: &&(usize, Word)| local(asked, &all, (*one).clone()).as_ref() == Some(&definition);
    let place = |(line, word): (usize, Word)| WordPlace { path: asked.path.clone(), line, word };
    all.iter().filter(is_use).cloned().map(place).collect()
}
