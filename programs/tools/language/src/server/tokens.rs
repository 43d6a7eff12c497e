//! Colours by what words are.

use lsp_types::{SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};

use super::place;
use crate::document::{Document, Encoding, Position};
use crate::program::Program;
use crate::words::{Kind, Macros, Word, words};

/// The number of types besides comments, whose number comes behind them.
const COUNT: usize = 10;

/// The types by their numbers.
const TYPES: [SemanticTokenType; COUNT] = [
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
];

/// The names of types and modifiers by their numbers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.into_iter().chain([SemanticTokenType::COMMENT]).collect(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// The words of some lines, each by its distance from the one before.
pub(super) fn tokens(
    program: &Program,
    document: &Document,
    macros: &Macros,
    lines: std::ops::Range<usize>,
    encoding: Encoding,
) -> Vec<SemanticToken> {
    let mut open = document.is_in_comment(lines.start);
    let mut last = lsp_types::Position::default();
    let mut list = Vec::new();
    for line in lines.start..lines.end.min(document.line_count()) {
        let text = document.line(line);
        for word in words(text, &mut open, macros) {
            let at = |byte| place::position(document, Position { line, byte }, encoding);
            let (start, end) = (at(word.span.start), at(word.span.end));
            let near = start.line == last.line;
            list.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: if near {
                    start.character - last.character
                } else {
                    start.character
                },
                length: end.character - start.character,
                token_type: number(program, text, &word),
                token_modifiers_bitset: u32::from(word.kind.defines() || word.kind == Kind::MacroName),
            });
            last = start;
        }
    }
    list
}

fn number(program: &Program, line: &str, word: &Word) -> u32 {
    let wanted = match word.kind {
        Kind::Instruction => SemanticTokenType::KEYWORD,
        Kind::Directive => SemanticTokenType::DECORATOR,
        Kind::Call | Kind::MacroName => SemanticTokenType::MACRO,
        Kind::Label | Kind::Symbol => match program.symbol(&line[word.span.clone()]) {
            Some(symbol) => match symbol.section.map(|section| program.assembly.info(section).kind) {
                Some(z8000_asm::SectionKind::Code) => SemanticTokenType::FUNCTION,
                Some(_) => SemanticTokenType::VARIABLE,
                None => SemanticTokenType::ENUM_MEMBER,
            },
            None => SemanticTokenType::VARIABLE,
        },
        Kind::Constant | Kind::Special => SemanticTokenType::ENUM_MEMBER,
        Kind::LocalLabel | Kind::Local => SemanticTokenType::FUNCTION,
        Kind::Parameter => SemanticTokenType::PARAMETER,
        Kind::Register => SemanticTokenType::TYPE,
        Kind::Number => SemanticTokenType::NUMBER,
        Kind::Text => SemanticTokenType::STRING,
        Kind::Comment => return COUNT as u32,
    };
    TYPES.iter().position(|known| *known == wanted).unwrap_or(0) as u32
}
