//! The names that a text defines.

use crate::document::Document;
use crate::program::Program;
use crate::words::{Kind, Macros, Word, words};

/// The kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A label of instructions.
    Routine,
    /// A label of data or space.
    Variable,
    /// A constant, or an offset in a structure.
    Constant,
    /// A macro.
    Macro,
}

/// A name in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// Its kind.
    pub sort: Sort,
    /// Its line, from 0.
    pub line: usize,
    /// The word.
    pub word: Word,
    /// Its value in hexadecimal, where there is one.
    pub detail: String,
}

/// The names that a text defines, in order. Labels that begin with `.L` are left out, as in an object file.
#[must_use]
pub fn outline(program: &Program, document: &Document, macros: &Macros) -> Vec<Entry> {
    let mut open = false;
    let mut entries = Vec::new();
    for (line, text) in document.lines().enumerate() {
        if text.is_empty() {
            continue;
        }
        for word in words(text, &mut open, macros) {
            let name = &text[word.span.clone()];
            // The name that a macro makes is none: `name\@:`.
            let is_whole = !text[word.span.end..].starts_with('\\');
            let is_defined = word.kind.defines() || word.kind == Kind::MacroName;
            if is_defined && is_whole && !name.starts_with(".L") {
                entries.push(Entry {
                    name: name.to_owned(),
                    sort: sort(program, name, word.kind),
                    detail: program
                        .symbol(name)
                        .map_or_else(String::new, |symbol| format!("{:#x}", symbol.value)),
                    line,
                    word,
                });
            }
        }
    }
    entries
}

fn sort(program: &Program, name: &str, kind: Kind) -> Sort {
    if kind == Kind::MacroName {
        return Sort::Macro;
    }
    match program.symbol(name) {
        Some(symbol) => match symbol.section.map(|section| program.assembly.info(section).kind) {
            Some(z8000_asm::SectionKind::Code) => Sort::Routine,
            Some(_) => Sort::Variable,
            None => Sort::Constant,
        },
        None if kind == Kind::Constant => Sort::Constant,
        None => Sort::Routine,
    }
}
