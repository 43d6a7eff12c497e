//! Renames a symbol or a macro without changing a byte of the program.

use std::ops::Range;
use std::sync::Arc;

use z8000::isa::Operation;
use z8000_asm::lexer::{Kind as TokenKind, tokens};
use z8000_asm::{Syntax, directive, is_register};

use crate::document::Position;
use crate::hover::special;
use crate::linked::{DocumentPlace, Linked};
use crate::program::{Program, WordPlace};
use crate::workspace::Workspace;

/// Returns the range of bytes of the renamable name at a place.
pub(crate) fn name_at(asked: &DocumentPlace) -> Option<Range<usize>> {
    let (word, name) = asked.word().filter(|(word, _)| word.kind.is_name())?;
    (!asked.definitions(name).is_empty()).then_some(word.span)
}

/// Returns the places at which a name must be replaced by another. The program with the new name is assembled to check
/// that it has the same bytes.
///
/// # Errors
///
/// The place has no name, the new one is not a valid name, or the bytes would differ.
pub(crate) fn rename(workspace: &Workspace, asked: &DocumentPlace, new: &str) -> Result<Vec<WordPlace>, String> {
    let linked = &asked.linked;
    let is_wrong = |linked: &Linked| linked.programs.iter().any(|program| !program.errors.is_empty());
    let span = name_at(asked).ok_or("only a symbol or a macro of the program can be renamed")?;
    check(asked, new)?;
    if is_wrong(linked) {
        return Err("the program has errors; correct them first, so that the renaming can be checked".to_owned());
    }
    let found = asked.occurrences(&asked.line()[span]);
    let mut texts = workspace.open.clone();
    // From the end, so that the positions of earlier text do not change.
    for WordPlace { path, line, word } in found.iter().rev() {
        let place = |byte| Position { line: *line, byte };
        if let Some(document) = asked.document_of(path) {
            let document = texts.entry(path.clone()).or_insert_with(|| Arc::new(document.clone()));
            Arc::make_mut(document).replace(place(word.span.start)..place(word.span.end), new);
        }
    }
    let after = workspace.linked(&asked.program.main, &texts);
    if is_wrong(&after) || !after.is_same_as(linked) {
        return Err(format!(
            "renaming to `{new}` would change the program: the name is also built by a macro, or occurs in a string"
        ));
    }
    Ok(found)
}

/// Checks that a word can be the name of something new.
fn check(asked: &DocumentPlace, new: &str) -> Result<(), String> {
    let is_name = tokens(new).is_ok_and(
        |list| matches!(&list[..], [token] if token.span == (0..new.len()) && matches!(token.kind, TokenKind::Name(_))),
    );
    let is_used =
        |program: &Program| program.assembly.symbols.contains_key(new) || !program.occurrences(new).is_empty();
    let is_reserved = is_register(new)
        || Operation::from_mnemonic(new).is_some()
        || directive(Syntax::Gnu, new).is_some()
        || special(new).is_some();
    let problem = if !is_name || new == "." {
        "is not a valid name: use letters, digits, `_`, `.` and `$`, without a leading digit"
    } else if is_reserved {
        "is the name of a register, instruction, directive, condition or flag"
    } else if asked.linked.programs.iter().any(|program| is_used(program)) {
        "is already used in this program"
    } else {
        return Ok(());
    };
    Err(format!("`{new}` {problem}"))
}
