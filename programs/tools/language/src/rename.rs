//! Another name for a symbol or a macro, which leaves every byte of the program as it is.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use z8000::isa::{Operation, names};
use z8000_asm::lexer::{Kind as TokenKind, tokens};
use z8000_asm::{Syntax, directive, is_register};

use crate::document::{Document, Position};
use crate::program::{Found, Program};
use crate::words::{Word, word_at};
use crate::workspace::Workspace;

/// The reason why something cannot have another name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RenameError {
    /// There is no symbol or macro.
    #[error("only a symbol or a macro of the program can have another name")]
    NoName,
    /// The word is not a name.
    #[error("`{0}` cannot be a name: use letters, digits, `_`, `.` and `$`, a digit not at the beginning")]
    NotAName(String),
    /// It is the name of something else.
    #[error("`{0}` is the name of a register, instruction, directive, condition or flag")]
    Reserved(String),
    /// The program has something of this name.
    #[error("`{0}` is a name in this program already")]
    Taken(String),
    /// It does not assemble.
    #[error("the program has errors; rename when it assembles, so that the change can be checked")]
    Errors,
    /// The bytes would change.
    #[error("with `{0}` the program would not be the same: the name is also put together by a macro, or in a text")]
    Changes(String),
}

/// The name at a place that can have another: its bytes in the line.
#[must_use]
pub fn name_at(program: &Program, document: &Document, words: &[Word], at: Position) -> Option<Range<usize>> {
    let word = word_at(words, at.byte).filter(|word| word.kind.is_name())?;
    let name = &document.line(at.line)[word.span.clone()];
    (!program.definitions(name).is_empty()).then(|| word.span.clone())
}

/// The places of a name that become another one, in each file. The program with the new name is assembled: it has the
/// same bytes.
///
/// # Errors
///
/// When there is no name there, the new one cannot be one, or the bytes would not be the same.
pub fn rename(
    workspace: &Workspace,
    program: &Program,
    document: &Document,
    words: &[Word],
    at: Position,
    new: &str,
) -> Result<BTreeMap<PathBuf, Vec<Found>>, RenameError> {
    let span = name_at(program, document, words, at).ok_or(RenameError::NoName)?;
    let old = &document.line(at.line)[span];
    check(program, new)?;
    if !program.errors.is_empty() {
        return Err(RenameError::Errors);
    }
    let mut edits: BTreeMap<PathBuf, Vec<Found>> = BTreeMap::new();
    for found in program.occurrences(old) {
        edits.entry(found.path.clone()).or_default().push(found);
    }
    let mut texts = workspace.open.clone();
    for (path, list) in &edits {
        texts.insert(path.clone(), Arc::new(renamed(program, path, list, new)));
    }
    let after = workspace.assembled(&program.main, &texts);
    if !after.errors.is_empty() || !program.is_same_as(&after) {
        return Err(RenameError::Changes(new.to_owned()));
    }
    Ok(edits)
}

/// Checks that a word can be the name of something new.
fn check(program: &Program, new: &str) -> Result<(), RenameError> {
    let is_name = match tokens(new) {
        Ok(list) => {
            matches!(&list[..], [token] if token.span == (0..new.len()) && matches!(token.kind, TokenKind::Name(_)))
        }
        Err(_) => false,
    };
    if !is_name || new == "." {
        return Err(RenameError::NotAName(new.to_owned()));
    }
    let reserved = is_register(new)
        || Operation::from_mnemonic(new).is_some()
        || directive(Syntax::Gnu, new).is_some()
        || names::condition(new).is_some()
        || names::flag(new).is_some()
        || names::interrupt(new).is_some()
        || names::control(new).is_some();
    if reserved {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    if program.symbol(new).is_some() || !program.occurrences(new).is_empty() {
        return Err(RenameError::Taken(new.to_owned()));
    }
    Ok(())
}

/// A text with some words replaced.
fn renamed(program: &Program, path: &Path, list: &[Found], new: &str) -> Document {
    let document = program.document(path).cloned();
    let mut document = document.unwrap_or_else(|| Document::new(String::new()));
    // From the end, so that what comes before keeps its place.
    for found in list.iter().rev() {
        let place = |byte| Position { line: found.line, byte };
        document.replace(place(found.word.span.start)..place(found.word.span.end), new);
    }
    document
}
