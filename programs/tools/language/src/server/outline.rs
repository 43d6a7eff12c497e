//! The names that a document defines.

use std::path::Path;

use lsp_types::{DocumentSymbol, SymbolKind};
use z8000_asm::SectionKind;

use super::place;
use crate::program::Program;
use crate::words::Kind;

/// Returns the names that a file of a program defines, in order, each with its value in hexadecimal, if it has one. A
/// label of instructions is a function, one of data or space a variable, a macro an operator. Labels that begin with
/// `.L` are omitted, as in an object file.
pub(super) fn outline(program: &Program, path: &Path) -> Vec<DocumentSymbol> {
    let mut entries = Vec::new();
    let Some(document) = program.document(path) else {
        return entries;
    };
    for (line, word) in program.words(path) {
        let text = document.line(*line);
        let name = &text[word.span.clone()];
        // A name that is made by a macro is incomplete here: `name\@:`.
        let is_whole = !text[word.span.end..].starts_with('\\');
        let is_defined = word.kind.defines() || word.kind == Kind::MacroName;
        if is_defined && is_whole && !name.starts_with(".L") {
            let symbol = program.assembly.symbols.get(name);
            let range = place::range(document, *line, &word.span);
            #[expect(deprecated, reason = "a field without a value, which the type has")]
            entries.push(DocumentSymbol {
                name: name.to_owned(),
                kind: match (word.kind, symbol.map(|symbol| program.section_kind(symbol))) {
                    (Kind::MacroName, _) => SymbolKind::OPERATOR,
                    (_, Some(Some(SectionKind::Code))) => SymbolKind::FUNCTION,
                    (_, Some(Some(_))) => SymbolKind::VARIABLE,
                    (_, Some(None)) | (Kind::Constant, None) => SymbolKind::CONSTANT,
                    (_, None) => SymbolKind::FUNCTION,
                },
                detail: Some(symbol.map_or_else(String::new, |symbol| format!("{:#x}", symbol.value))),
                tags: None,
                deprecated: None,
                range,
                selection_range: range,
                children: None,
            });
        }
    }
    entries
}
