//! Renames a symbol or a macro without changing a byte of the program.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use z8000::isa::Operation;
use z8000_asm::lexer::{Kind as TokenKind, tokens};
use z8000_asm::{Syntax, directive, is_register};

use crate::document::{Document, Position};
use crate::hover::special;
use crate::program::{DocumentPlace, Program, WordPlace};
use crate::workspace::Workspace;

/// The renamable name at a place: its bytes in the line.
pub(crate) fn name_at(asked: &DocumentPlace) -> Option<Range<usize>> {
    let (word, name) = asked.word().filter(|(word, _)| word.kind.is_name())?;
    (!asked.program.definitions(name).is_empty()).then_some(word.span)
}

/// The places of a name to be replaced by another one, in each file. The program with the new name is assembled to
/// check that it has the same bytes.
///
/// # Errors
///
/// There is no name there, the new one is not a valid name, or the bytes would differ.
pub(crate) fn rename(
    workspace: &Workspace,
    asked: &DocumentPlace,
    new: &str,
) -> Result<BTreeMap<PathBuf, Vec<WordPlace>>, String> {
    let program = &asked.program;
    let span = name_at(asked).ok_or("only a symbol or a macro of the program can be renamed")?;
    check(program, new)?;
    if !program.errors.is_empty() {
        return Err("the program has errors; correct them first, so that the renaming can be checked".to_owned());
    }
    let mut edits: BTreeMap<PathBuf, Vec<WordPlace>> = BTreeMap::new();
    for found in program.occurrences(&asked.line()[span]) {
        edits.entry(found.path.clone()).or_default().push(found);
    }
    let mut texts = workspace.open.clone();
    for (path, list) in &edits {
        texts.insert(path.clone(), Arc::new(renamed(program, path, list, new)));
    }
    let after = workspace.assembled(&program.main, &texts);
    if !after.errors.is_empty() || !program.is_same_as(&after) {
        return Err(format!(
            "renaming to `{new}` would change the program: the name is also built by a macro, or occurs in a string"
        ));
    }
    Ok(edits)
}

/// Checks that a word can be the name of something new.
fn check(program: &Program, new: &str) -> Result<(), String> {
    let is_name = tokens(new).is_ok_and(
        |list| matches!(&list[..], [token] if token.span == (0..new.len()) && matches!(token.kind, TokenKind::Name(_))),
    );
    let is_reserved = is_register(new)
        || Operation::from_mnemonic(new).is_some()
        || directive(Syntax::Gnu, new).is_some()
        || special(new).is_some();
    let problem = if !is_name || new == "." {
        "is not a valid name: use letters, digits, `_`, `.` and `$`, without a leading digit"
    } else if is_reserved {
        "is the name of a register, instruction, directive, condition or flag"
    } else if program.symbol(new).is_some() || !program.occurrences(new).is_empty() {
        "is already used in this program"
    } else {
        return Ok(());
    };
    Err(format!("`{new}` {problem}"))
}

/// A text with some words replaced.
fn renamed(program: &Program, path: &Path, list: &[WordPlace], new: &str) -> Document {
    let document = program.document(path).cloned();
    let mut document = document.unwrap_or_else(|| Document::new(String::new()));
    // From the end, so that earlier text keeps its place.
    for found in list.iter().rev() {
        let place = |byte| Position { line: found.line, byte };
        document.replace(place(found.word.span.start)..place(found.word.span.end), new);
    }
    document
}
