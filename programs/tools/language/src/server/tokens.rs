//! Semantic tokens, for colouring.

use std::ops::RangeInclusive;

use lsp_types::{Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokensLegend};
use z8000_asm::SectionKind;

use super::place;
use crate::program::{DocumentPlace, Program};
use crate::words::{Kind, Word};

/// The types by their numbers.
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

/// The numbers of the types, in the order of [`TYPES`]. Comparing names would take a tenth of the time of an answer.
#[derive(Clone, Copy)]
enum Colour {
    Keyword,
    Decorator,
    Macro,
    Function,
    Variable,
    EnumMember,
    Parameter,
    Type,
    Number,
    String,
    Comment,
}

/// The names of types and modifiers by their numbers.
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// The words of some lines, each by its distance from the previous one.
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
        // A comment or a text that continues in another row is a token in each.
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

fn number(program: &Program, line: &str, word: &Word) -> u32 {
    let wanted = match word.kind {
        Kind::Instruction => Colour::Keyword,
        Kind::Directive => Colour::Decorator,
        Kind::Call | Kind::MacroName => Colour::Macro,
        Kind::Label | Kind::Symbol => match program.symbol(&line[word.span.clone()]) {
            Some(symbol) => match program.section_kind(symbol) {
                Some(SectionKind::Code) => Colour::Function,
                Some(_) => Colour::Variable,
                None => Colour::EnumMember,
            },
            None => Colour::Variable,
        },
        Kind::Constant | Kind::Special => Colour::EnumMember,
        Kind::LocalLabel | Kind::Local => Colour::Function,
        Kind::Parameter => Colour::Parameter,
        Kind::Register => Colour::Type,
        Kind::Number => Colour::Number,
        Kind::Text => Colour::String,
        Kind::Comment => Colour::Comment,
    };
    wanted as u32
}
