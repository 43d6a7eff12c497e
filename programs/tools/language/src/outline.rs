//! The names that a document defines.

use std::path::Path;

use lsp_types::SymbolKind;
use z8000_asm::SectionKind;

use crate::program::Program;
use crate::words::{Kind, Word};

/// A name in a document.
pub(crate) struct Entry {
    /// The name.
    pub(crate) name: String,
    /// Its kind: a label of instructions is a function, one of data or space a variable, a macro an operator.
    pub(crate) kind: SymbolKind,
    /// Its line, from 0.
    pub(crate) line: usize,
    /// The word.
    pub(crate) word: Word,
    /// Its value in hexadecimal, if it has one.
    pub(crate) detail: String,
}

/// The names that a file of a program defines, in order. Labels that begin with `.L` are omitted, as in an object file.
pub(crate) fn outline(program: &Program, path: &Path) -> Vec<Entry> {
    let mut entries = Vec::new();
    let Some(document) = program.document(path) else {
        return entries;
    };
    for (line, word) in program.words(path) {
        let text = document.line(*line);
        let name = &text[word.span.clone()];
        // The name that a macro makes is not whole: `name\@:`.
        let is_whole = !text[word.span.end..].starts_with('\\');
        let is_defined = word.kind.defines() || word.kind == Kind::MacroName;
        if is_defined && is_whole && !name.starts_with(".L") {
            let symbol = program.symbol(name);
            entries.push(Entry {
                name: name.to_owned(),
                kind: match (word.kind, symbol.map(|symbol| program.section_kind(symbol))) {
                    (Kind::MacroName, _) => SymbolKind::OPERATOR,
                    (_, Some(Some(SectionKind::Code))) => SymbolKind::FUNCTION,
                    (_, Some(Some(_))) => SymbolKind::VARIABLE,
                    (_, Some(None)) | (Kind::Constant, None) => SymbolKind::CONSTANT,
                    (_, None) => SymbolKind::FUNCTION,
                },
                detail: symbol.map_or_else(String::new, |symbol| format!("{:#x}", symbol.value)),
                line: *line,
                word: word.clone(),
            });
        }
    }
    entries
}
