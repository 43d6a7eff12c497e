//! Semantic tokens, for colouring.

use std::ops::RangeInclusive;

use lsp_types::{Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};
use z8000_asm::SectionKind;

use super::place;
use crate::linked::DocumentPlace;
use crate::program::Program;
use crate::words::{Kind, Word};

/// The token types, indexed by number.
const TYPES: [SemanticTokenType; 11] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::MACRO,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::TYPE,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
];

/// The index in [`TYPES`] for each [`Kind`] of word. Comparing names would take a tenth of the time of an answer.
const NUMBERS: [u32; 15] = [3, 5, 2, 0, 1, 2, 7, 5, 4, 6, 3, 3, 8, 9, 10];

/// Returns the names of token types and modifiers, indexed by number.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// Returns the tokens of some lines, each by its distance from the previous one.
pub(super) fn tokens(asked: &DocumentPlace, lines: RangeInclusive<usize>) -> Vec<SemanticToken> {
    let DocumentPlace { program, document, path, .. } = asked;
    let all = program.words(path);
    let before = all.partition_point(|(line, _)| line < lines.start());
    let wanted = all[before..].iter().take_while(|(line, _)| lines.contains(line));
    let mut last = lsp_types::Position::default();
    let mut list = Vec::new();
    for (line, word) in wanted {
        let text = document.line(*line);
        let mut span = word.span.clone();
        // A comment or a string that extends over several rows is a token in each.
        for part in text[word.span.clone()].split_inclusive('\r') {
            span.end = span.start + part.trim_end_matches('\r').len();
            let Range { start, end } = place::range(document, *line, &span);
            let before = if start.line == last.line { last.character } else { 0 };
            list.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: start.character - before,
                length: end.character - start.character,
                token_type: number(program, text, word),
                token_modifiers_bitset: u32::from(word.kind.defines() || word.kind == Kind::MacroName),
            });
            last = start;
            span.start += part.len();
        }
    }
    list
}

/// Returns the type number of a word: that of its kind or, for the name of a symbol, that of its meaning.
fn number(program: &Program, line: &str, word: &Word) -> u32 {
    let symbol = || program.assembly.symbols.get(&line[word.span.clone()]);
    let kind = match word.kind {
        Kind::Label | Kind::Symbol => match symbol().map(|symbol| program.section_kind(symbol)) {
            Some(Some(SectionKind::Code)) => Kind::Label,
            Some(None) => Kind::Constant,
            _ => Kind::Symbol,
        },
        kind => kind,
    };
    NUMBERS[kind as usize]
}
